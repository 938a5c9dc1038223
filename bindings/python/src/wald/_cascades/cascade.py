"""In which order the models of an ensemble run, and when the sum so far decides."""

from __future__ import annotations

import math
from contextlib import ExitStack
from ctypes import byref, c_double, c_int32
from typing import TYPE_CHECKING, Any, Callable, Hashable, Iterable, NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from .._core import html
from .._core.arrays import Floats, integer, view
from .._core.calls import call, run
from .._core.errors import ArgumentError
from .._core.facts import CascadeFacts
from .._core.features import Columns, WithColumns
from .._core.forms import Source
from .._core.files import Fitted
from .._core.handles import Handle, arrays_of, at, frozen, numbers_of, text_of, texts_of
from .._core.library import check, lib, pending_exception, set_pending
from .._core.options import pointer, takes
from .._core.options import options as made_options
from .._core.rows import FACTS
from .._core.table import cascade_evaluation_p, cascade_p, wald_score_function
from .run import CascadeRun
from .scores import as_scores, model_table
from .trees import Trees

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from .._core.keywords import CascadeOptions

QUICK = 10_000
"""This many rows are decided before an interrupt would matter."""

Scorer = Callable[[int, "NDArray[np.int64]"], Any]


class CascadeDecisions(NamedTuple):
    """What a cascade decided, row by row."""

    decisions: Any
    """0 or 1, with K classes the class: an array, or a series where the input was a data frame."""
    counts: Any
    """How many models ran."""
    sums: Any
    """The sum of scores of rows for which all models ran, else NaN; with K classes K columns."""


class CascadeEvaluation(NamedTuple):
    """What a cascade does on rows."""

    disagreement: float
    """Share of the rows that it decides differently from all models together."""
    mean_models: float
    mean_cost: float
    stops: Floats
    """Share of the rows that is decided at each position."""


class Cascade(Fitted, WithColumns, CascadeFacts):
    """The order in which the models of an additive ensemble run, and when the sum so far decides. Immutable.

    Made by `Cascade.fit`. Any number of threads may use one cascade together. Numbers that are not known are NaN,
    arrays are empty: cross-fitted ones without folds, held-out ones without calibration rows, those in sample where a
    fitted cascade was calibrated later.

    Attributes
    ----------
    names : tuple of str or None
        Of the models.

    Notes
    -----
    After Wang, Gupta and You (2018), "Quit when you can", and Fan, Chu, Wang and Yu (2002); ``docs/guides/cascades.md`` says
    what is exact.

    Examples
    --------
    >>> cascade = Cascade.fit([[2.0, 0.5], [-2.0, 0.5], [2.0, -0.5], [-2.0, -0.5]])
    >>> cascade.apply([[1.9, -0.5], [-1.9, 0.5]])
    CascadeDecisions(decisions=array([1, 0], dtype=int32), counts=array([1, 1], dtype=int32), sums=array([nan, nan]))
    """

    __slots__ = ("_columns", "_facts", "names")
    _noun = "cascade"
    _object = "cascade"
    _pointer = cascade_p
    _facts: dict[str, Any]
    names: tuple[str, ...] | None

    def _fact(self, name: str) -> Any:
        return self._facts[name]

    @classmethod
    def _of(cls, pointer: Any, columns: Columns | None = None) -> Cascade:
        """Reads everything that the library's object says; without `columns` these, too."""
        made = cls._owning(pointer)
        facts: dict[str, Any] = {**numbers_of("cascade", pointer)}
        arrays = arrays_of("cascade", pointer)
        facts.update({name: frozen(array) for name, array in arrays.items()})
        facts["order"] = frozen(arrays["order"].astype(np.int64))
        facts["algorithm"] = text_of(pointer, FACTS["cascade"]["algorithm"].value)
        names = _texts(pointer, "name", facts["n_models"])
        if columns is None or columns.names is None:
            saved = _texts(pointer, "feature_name", facts["n_features"])
            columns = Columns.of_texts(saved, _texts(pointer, "category", facts["n_categories"]))
        made._take(_columns=columns, _facts=facts, names=names or None)
        return made

    # ---- Fitting ---------------------------------------------------------------------------------

    @classmethod
    @takes("cascades", "fit", but=("names", "feature_names", "categories"))
    def fit(
        cls,
        scores: Any,
        calibration: Any = None,
        *,
        names: Iterable[Hashable] | None = None,
        feature_names: Iterable[Hashable] | None = None,
        categories: Iterable[str] | None = None,
        **options: Unpack[CascadeOptions],
    ) -> Cascade:
        """Fits a cascade to rows of scores.

        Parameters
        ----------
        scores : CascadeScores, or a table of shape (n_rows, n_models) or (n_rows, n_models, n_classes)
        calibration : the same, optional
            Rows that have no part in fitting, all of the same weight: thresholds are moved apart until the disagreement
            is certified to be at most `max_disagreement`, with probability `certify`.
        names : iterable of length n_models, optional
            Of the models, which are saved with the cascade. Default: those of `scores`.
        feature_names : iterable, optional
            Of the features of the trees, which are saved with the cascade; columns are taken by them. Default: those of
            the trees that gave `scores`.
        categories : iterable of str, optional
            What codes of features stand for, saved with the cascade: ``"feature=category"``, those of a feature in the
            order of their codes. Default: those of the trees.
        <options>

        Returns
        -------
        Cascade
        """
        rows = as_scores(scores)
        held_out = None if calibration is None else as_scores(calibration, rows.names)
        own = {"names": names, "feature_names": feature_names, "categories": categories}
        given = {name: each for name, each in own.items() if each is not None}
        texts = {} if feature_names is not None else rows._columns.texts()
        held = made_options("cascades", {**options, "names": rows.names, **texts, **given})
        out = cascade_p()
        with ExitStack() as open_ones:
            both = [None if each is None else open_ones.enter_context(each._reading()).pointer
                    for each in (rows, held_out)]
            call(lib.wald_cascade_fit, *both, pointer(held), byref(out))
        return cls._of(out, rows._columns if feature_names is None and categories is None else None)

    @takes("cascades", "calibrate")
    def calibrate(self, calibration: Any, **options: Unpack[CascadeOptions]) -> Cascade:
        """Another cascade, certified on rows that had no part in fitting.

        Parameters
        ----------
        calibration : CascadeScores, or a table as for `fit`
        <options>
        """
        rows, handle = as_scores(calibration, self.names), self._open()
        out, made = cascade_p(), made_options("cascades", cast("dict[str, Any]", options))
        with rows._reading() as held:
            call(lib.wald_cascade_calibrate, handle.pointer, held.pointer, pointer(made), byref(out))
        return Cascade._of(out, self._columns)

    def bind(self, trees: Trees) -> Cascade:
        """Another cascade, which has a copy of the trees and takes features: see `apply_trees`. Their names are saved
        where the cascade was fitted to scores of these trees, or with `feature_names`."""
        if not isinstance(trees, Trees):
            raise TypeError(f"trees must be Trees: found {type(trees).__name__}")
        mine, theirs = self.feature_names, trees.feature_names
        if mine is not None and theirs is not None and mine != theirs:
            named = [f"{one!r}, not {other!r}" for one, other in zip(theirs, mine) if one != other][:1]
            raise ArgumentError(f"trees have other features than the cascade: {named[0] if named else len(theirs)}")
        handle, out = self._open(), cascade_p()
        with trees._reading() as held:
            check(lib.wald_cascade_bind(handle.pointer, held.pointer, byref(out)))
        return Cascade._of(out, self._columns if trees._columns.names is None else trees._columns)

    def __len__(self) -> int:
        return self.n_models

    @takes("cascades", "apply")
    def evaluate(self, scores: Any, **options: Unpack[CascadeOptions]) -> CascadeEvaluation:
        """What the cascade does on other rows.

        Parameters
        ----------
        scores : CascadeScores, or a table as for `fit`
        <options>
        """
        handle, rows = self._open(), as_scores(scores, self.names)
        made = made_options("cascades", cast("dict[str, Any]", options))
        out = cascade_evaluation_p()
        try:
            with rows._reading() as held:
                call(lib.wald_cascade_evaluate, handle.pointer, held.pointer, pointer(made), byref(out))
            facts: dict[str, Any] = {**numbers_of("cascade_evaluation", out), **arrays_of("cascade_evaluation", out)}
            return CascadeEvaluation(**facts)
        finally:
            lib.wald_destroy(out)

    # ---- Running ---------------------------------------------------------------------------------

    @takes("cascades", "apply")
    def apply(self, scores: Any, **options: Unpack[CascadeOptions]) -> CascadeDecisions:
        """Decides rows of scores; those of models that do not run are not read.

        Parameters
        ----------
        scores : array-like or data frame of shape (n_rows, n_models*n_classes) or (n_rows, n_models, n_classes)
            Of a data frame the columns by `names`, where they are known.
        <options>
        """
        handle = self._open()
        table, source = model_table(scores, self.names, self.n_models, self.n_classes)
        return self._decided(lib.wald_cascade_apply, handle, table, source, cast("dict[str, Any]", options))

    @takes("cascades", "apply")
    def apply_trees(self, features: Any, **options: Unpack[CascadeOptions]) -> CascadeDecisions:
        """Decides rows of features by the trees that the cascade was bound to, walking those alone that are needed.

        Parameters
        ----------
        features : array-like or data frame of shape (n_rows, n_features)
            NaN is missing. Of a data frame the columns by `feature_names`, where they are known; of `categories` words.
        <options>
        """
        handle = self._open()
        table, source = self._columns.table(features)
        return self._decided(lib.wald_cascade_apply_trees, handle, table, source, cast("dict[str, Any]", options))

    def _decided(
        self, function: Any, handle: Handle, table: NDArray[Any], source: Source, given: dict[str, Any]
    ) -> CascadeDecisions:
        decisions, counts, sums = self._room(len(table))
        made = made_options("cascades", given, watch=len(table) > QUICK)
        results = at(c_int32, decisions), at(c_int32, counts), at(c_double, sums)
        run(made is not None, function, handle.pointer, view(table), pointer(made), *results)
        of_rows = _like(source, sums) if sums.ndim == 1 else sums
        return CascadeDecisions(_like(source, decisions), _like(source, counts), of_rows)

    def _room(self, n: int) -> tuple[NDArray[np.int32], NDArray[np.int32], Floats]:
        shape = n if self.n_classes == 1 else (n, self.n_classes)
        return np.empty(n, np.int32), np.empty(n, np.int32), np.empty(shape)

    def apply_function(self, n_rows: int, function: Scorer) -> CascadeDecisions:
        """Decides rows whose scores are computed as they are needed: model after model runs, for the rows that are
        still undecided.

        Parameters
        ----------
        n_rows : int
        function : callable
            ``function(model, rows)`` gives the scores of a model for the rows at these positions: an array of shape
            (len(rows),), with K classes (len(rows), n_classes); finite. What it raises comes out of this call;
            returning False cancels.
        """
        if not callable(function):
            raise TypeError(f"function must be callable: found {function!r}")
        handle, n = self._open(), integer(n_rows, "n_rows")
        decisions, counts, sums = self._room(max(n, 0))
        call(lib.wald_cascade_apply_function, handle.pointer, n, _score_function(function, self.n_classes), None,
             at(c_int32, decisions), at(c_int32, counts), at(c_double, sums))
        return CascadeDecisions(decisions, counts, sums)

    def run(self) -> CascadeRun:
        """One example at a time: each thread has a run of its own."""
        return CascadeRun._of(self._open().pointer, self.n_classes)

    # ---- Saving ----------------------------------------------------------------------------------

    @classmethod
    def _load(cls, text: str | bytes, columns: Columns) -> Cascade:
        return cls._of(cls._loaded(text), columns)

    def to_dict(self) -> dict[str, Any]:
        """Every number that is known, by the names that the command uses, and the order."""
        numbers = {name: value for name, value in self._facts.items() if isinstance(value, float)}
        known = {name: value for name, value in numbers.items() if not math.isnan(value)}
        return {"order": self.order.tolist(), "names": self.names, **known}

    def summary(self) -> str:
        """The numbers as text for people."""
        facts, share = self._facts, "{:.4%}".format
        lines = [repr(self)[1:-1]]
        for prefix, rows in (("", "rows fitted to"), ("cross_", "cross-fitted"), ("held_out_", "rows set aside")):
            disagreement = facts[f"{prefix}disagreement"]
            if not math.isnan(disagreement):
                models, cost = facts[f"{prefix}mean_models"], facts[f"{prefix}mean_cost"]
                asked = f"{models:.6g} models, cost {cost:.6g}"
                lines.append(f"  {rows:16}{share(disagreement)} decided otherwise, {asked}")
        if not math.isnan(facts["certified_disagreement"]):
            lines.append(
                f"  certified       at most {share(facts['certified_disagreement'])} decided otherwise, with probability "
                f"{facts['certify']:g}"
            )
        if facts["n_rounded_rows"] > 0:
            lines.append(f"  rounding        {facts['n_rounded_rows']:.6g} rows are decided otherwise by unrounded sums")
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        known = {} if self.closed else self.to_dict()
        return html.facts(repr(self)[1:-1], {**known, "names": None, "order": list(known.get("order", ()))})

    def copy(self) -> Cascade:
        """A cascade of its own that decides and says the same."""
        return Cascade._load(self.save(binary=True), self._columns)

    __copy__ = copy

    def __deepcopy__(self, memo: object) -> Cascade:
        return self.copy()

    def __reduce__(self) -> Any:
        return type(self)._load, (self.save(binary=True), self._columns)

    def __repr__(self) -> str:
        if self.closed:
            return "<Cascade, closed>"
        classes = "" if self.n_classes == 1 else f", {self.n_classes} classes"
        trees = f", {self.n_features} features" if self.n_features else ""
        seen = "held_out_" if math.isnan(self.mean_models) else ""
        mean = self._facts[f"{seen}mean_models"]
        return f"<Cascade: {mean:.6g} of {self.n_models} models on average{classes}{trees}>"


def _texts(cascade: Any, fact: str, n: float) -> tuple[str, ...]:
    """Empty if there are no names."""
    found = texts_of(cascade, FACTS["cascade"][fact].value, n)
    return found if any(found) else ()


def _like(source: Source, numbers: NDArray[Any]) -> Any:
    whole: Any = numbers
    return source.series(whole)


def _score_function(function: Scorer, n_classes: int) -> Any:
    """`function` as a callback of C. It cancels by returning False; what it raises ends the call."""

    def fill(model: int, rows: Any, n: int, scores: Any, user: int | None) -> int:
        if pending_exception() is not None:
            return 1
        try:
            # A copy: the caller may keep it, and the library's own lives no longer than this call.
            where = np.ctypeslib.as_array(rows, (n,)).copy()
            said = function(model, where)
            if said is False:
                return 1
            array = np.asarray(said, np.float64)
            shape = (n,) if n_classes == 1 else (n, n_classes)
            if array.shape != shape:
                raise ArgumentError(f"the scores of model {model} have shape {array.shape}: must be {shape}")
            np.ctypeslib.as_array(scores, (n * n_classes,))[:] = array.reshape(-1)
            return 0
        except BaseException as error:
            set_pending(error)
            return 1

    return wald_score_function(fill)
