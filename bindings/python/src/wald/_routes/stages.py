"""Rows with what every stage answers, how sure it is, and what it costs: what a route is chosen on."""

from __future__ import annotations

import ctypes
from ctypes import byref, c_int64
from typing import TYPE_CHECKING, Any, Hashable, Iterable, cast

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .._core.arrays import floats, integer, pointed, two_dimensional, vector, view, weights_of
from .._core.calls import call
from .._core.errors import ArgumentError
from .._core.facts import StagesFacts
from .._core.files import Path, Saved
from .._core.forms import same_rows
from .._core.handles import Fed, at
from .._core.library import check, lib
from .._core.options import options as made_options
from .._core.options import pointer, takes
from .._core.table import stages_p, wald_stage_rows
from .names import Names, joined, names_of, numbered, whole, with_new

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from .._core.keywords import RouteOptions



class Stages(Fed, Saved, StagesFacts):
    """Rows with what every stage answers, how sure it is, and what it costs; the truth of some of them.

    Stages go from the cheap one to the expensive one. Rows come in pieces, and those of several machines are merged.

    Parameters
    ----------
    n_stages : int
        In [2, 12].
    class_names, segment_names : iterable of str, optional
        The words that stand for the classes and segments 0, 1, 2 ... Default: those fed, each feed's new ones in sorted
        order; give them if rows come in several pieces or from several machines.

    Examples
    --------
    >>> stages = Stages(2).feed([[0.9, 1], [0.6, 1], [0.8, 1], [0.5, 1]], answers=[[1, 1], [0, 1], [0, 0], [1, 0]],
    ...                         truth=[1, 1, 0, 0], costs=[1, 10])
    >>> Route.choose(stages, min_quality=1.0).cost
    6.0
    """

    __slots__ = ("class_names", "segment_names")
    _noun = "stages"
    _object = "stages"
    _pointer = stages_p
    class_names: Names | None
    """The words of the classes, by their numbers; None if they are numbers."""
    segment_names: Names | None
    """The words of the segments, by their numbers; None if they are numbers."""

    def __init__(self, n_stages: int, *, class_names: Iterable[Hashable] | None = None,
                 segment_names: Iterable[Hashable] | None = None) -> None:
        out = stages_p()
        self._name(class_names, segment_names)
        check(lib.wald_stages_create(integer(n_stages, "n_stages"), byref(out)))
        self._hold(out)

    def _name(self, class_names: Iterable[Hashable] | None, segment_names: Iterable[Hashable] | None) -> None:
        self.class_names = names_of(class_names, "class_names")
        self.segment_names = names_of(segment_names, "segment_names")

    @classmethod
    def _of(cls, pointer: Any, class_names: Any = None, segment_names: Any = None) -> Stages:
        made = cls.__new__(cls)
        made._name(class_names, segment_names)
        made._hold(pointer)
        return made

    @classmethod
    def load(cls, text: str | bytes | Path, *, class_names: Iterable[Hashable] | None = None,
             segment_names: Iterable[Hashable] | None = None) -> Stages:
        """As every `load`. The text does not hold the names of classes and segments."""
        return cls._load(text, class_names, segment_names)

    @classmethod
    def _load(cls, text: Any, class_names: Any, segment_names: Any) -> Stages:
        return cls._of(cls._loaded(text), class_names, segment_names)

    def __reduce__(self) -> Any:
        return type(self)._load, (self.save(binary=True), self.class_names, self.segment_names)

    def feed(
        self,
        confidences: Any,
        *,
        answers: Any = None,
        truth: Any = None,
        right: Any = None,
        costs: Any = None,
        weights: ArrayLike | None = None,
        label_probabilities: ArrayLike | None = None,
        segments: Any = None,
        scores: ArrayLike | None = None,
    ) -> Stages:
        """Adds rows; a call that fails adds none. Each of answers, segments and scores comes with every feed or none.

        Parameters
        ----------
        confidences : array-like of shape (n_rows, n_stages)
            How sure each stage is; NaN: it never answers that row, unless no stage follows.
        answers : array-like of int or str of shape (n_rows, n_stages), optional
            Classes, words or counted from 0; -1 or missing for an answer of the last stage that is not known. Or
            `right` instead.
        truth : array-like of int or str of shape (n_rows,), optional
            Classes, -1 or missing where a row is not labelled. Default: none is.
        right : array-like of shape (n_rows, n_stages), optional
            How right each stage is, in [0, 1]; a row of NaN is not labelled.
        costs : array-like of shape (n_rows, n_stages) or (n_stages,), optional
            Default: 1 each.
        weights : array-like of shape (n_rows,), optional
            Default: 1 each.
        label_probabilities : array-like of shape (n_rows,), optional
            With which probability each row was drawn to be labelled, of those that were not drawn too; NaN: it was not
            considered. Default: the labelled rows are a random sample.
        segments : array-like of int or str of shape (n_rows,), optional
        scores : array-like of shape (n_rows,), optional
            A router's.

        Returns
        -------
        Stages
            Itself.
        """
        of_rows = None if costs is None or np.ndim(costs) == 1 else costs
        same_rows("confidences", confidences, answers=answers, truth=truth, right=right, costs=of_rows, weights=weights,
                  label_probabilities=label_probabilities, segments=segments, scores=scores)
        sure = two_dimensional(floats(confidences, "confidences")[0], "confidences", "rows by stages")
        n, k = sure.shape
        classes, groups = with_new(self.class_names, answers, truth), with_new(self.segment_names, segments)
        said, is_ = numbered(answers, "answers", 2, classes), numbered(truth, "truth", 1, classes)
        of = numbered(segments, "segments", 1, groups, missing=False)
        rights = None if right is None else two_dimensional(floats(right, "right")[0], "right", "rows by stages")
        cost = None if costs is None else floats(costs, "costs")[0]
        if cost is not None and cost.ndim == 1:
            if len(cost) != k:
                raise ArgumentError(f"costs has {len(cost)} elements: must have one per stage, {k}")
            cost = np.broadcast_to(cost, (n, k))
        shown = [None if each is None else view(each) for each in (sure, said, is_, rights, cost)]
        of_rows = [*shown, weights_of(weights, n), weights_of(label_probabilities, n, "label_probabilities"),
                   None if of is None else view(of), weights_of(scores, n, "scores")]
        rows = wald_stage_rows(ctypes.sizeof(wald_stage_rows), *map(pointed, of_rows))
        self._write(lib.wald_stages_feed, byref(rows))
        self.class_names, self.segment_names = classes, groups
        return self

    def merge(self, other: Stages) -> Stages:
        """Adds the rows of another one with as many stages and the same columns. Returns itself."""
        if not isinstance(other, Stages):
            raise TypeError(f"other must be Stages: found {other!r}")
        classes = joined(self.class_names, other.class_names, "class_names")
        groups = joined(self.segment_names, other.segment_names, "segment_names")
        held = other.copy()._open()  # it may be this one
        self._write(lib.wald_merge, held.pointer)
        self.class_names, self.segment_names = classes, groups
        return self

    @takes("routes", "ask")
    def ask(self, **options: Unpack[RouteOptions]) -> NDArray[np.int64]:
        """The rows to label next, ascending; none if all were considered. Their probabilities are kept.

        The first ones are the pilot of every certificate to come. Pass the options that the certificate is to be asked
        for with.

        Parameters
        ----------
        <options>
        """
        made = made_options("routes", cast("dict[str, Any]", options))
        out, needed = np.empty(max(self.n_rows, 1), np.int64), c_int64()
        mine = self._open()
        with self._gate.writing():
            call(lib.wald_stages_ask, mine.pointer, pointer(made), at(c_int64, out), len(out), byref(needed))
        return out[: needed.value].copy()

    def label(self, rows: Any, truth: Any = None, *, right: Any = None) -> Stages:
        """The labels of rows that were asked for.

        Parameters
        ----------
        rows : array-like of int
        truth : array-like of int or str of shape (len(rows),), optional
        right : array-like of shape (len(rows), n_stages), optional
            Of rows that have no answers.

        Returns
        -------
        Stages
            Itself.
        """
        found = whole(rows, "rows", 1)
        if found is None:
            raise ArgumentError("rows is None: must be the rows that were asked for")
        where = np.ascontiguousarray(found, np.int64)
        classes = with_new(self.class_names, truth)
        is_ = numbered(truth, "truth", 1, classes)
        rights = None if right is None else two_dimensional(floats(right, "right")[0], "right", "rows by stages")
        self._write(lib.wald_stages_label, view(where), *(None if x is None else view(x) for x in (is_, rights)))
        self.class_names = classes
        return self

    def copy(self) -> Stages:
        """Stages of their own that hold the same."""
        made = Stages(self.n_stages, class_names=self.class_names, segment_names=self.segment_names)
        with self._reading() as held:
            check(lib.wald_merge(made._open().pointer, held.pointer))  # into none: all of it
        return made

    def __len__(self) -> int:
        return self.n_rows

    def __repr__(self) -> str:
        if self.closed:
            return "<Stages, closed>"
        return f"<Stages: {self.n_rows} rows of {self.n_stages} stages, {self.n_labelled} labelled>"


def one_dimensional(x: Any, name: str) -> NDArray[Any]:
    """Numbers, one per row."""
    return vector(x, name)[0]
