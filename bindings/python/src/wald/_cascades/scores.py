"""Rows with the scores of all models of an ensemble: what a cascade is fitted to."""

from __future__ import annotations

from ctypes import byref
from typing import TYPE_CHECKING, Any, Hashable, Iterable, NamedTuple, cast

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .._core.arrays import floats, integer, view, weights_of
from .._core.calls import call
from .._core.errors import ArgumentError
from .._core.facts import CascadeScoresFacts
from .._core.features import Columns
from .._core.forms import Source, by_name, same_rows
from .._core.handles import Mergeable
from .._core.library import check, lib
from .._core.options import pointer, takes
from .._core.options import options as made_options
from .._core.table import cascade_scores_p
from .trees import Trees

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from .._core.keywords import CascadeOptions


class ScoresShape(NamedTuple):
    """What rows of scores hold."""

    n_rows: int
    n_models: int
    n_classes: int
    """1: a sum and a threshold."""


class CascadeScores(Mergeable, CascadeScoresFacts):
    """Rows with the scores that every model of an additive ensemble gives them.

    Rows come in chunks, in any order; those of several machines are merged. What is fitted to them has the same bits
    whatever the order.

    Parameters
    ----------
    n_models : int
        In [1, 2**20].
    n_classes : int
        1: the sum of scores is compared with a threshold. Else 2 to 65536: the largest of that many sums decides.
    names : iterable of length n_models, optional
        Of the models. Default: the columns of the first data frame that is fed.

    Notes
    -----
    Functions that only read may use one object from many threads together; feeding waits for them.

    Examples
    --------
    >>> scores = CascadeScores(2).feed([[1.0, 0.5], [-1.0, 0.5], [1.0, -0.5], [-1.0, -0.5]])
    >>> Cascade.fit(scores).mean_models
    1.0
    """

    __slots__ = ("_columns", "_n_models", "_n_classes", "names")
    _noun = "scores"
    _object = "cascade_scores"
    _pointer = cascade_scores_p
    _named = "models"
    _n_models: int
    _n_classes: int
    _columns: Columns  # of the features that trees gave the scores of
    names: tuple[Hashable, ...] | None

    def __init__(self, n_models: int, n_classes: int = 1, *, names: Iterable[Hashable] | None = None) -> None:
        out = cascade_scores_p()
        check(
            lib.wald_cascade_scores_create(integer(n_models, "n_models"), integer(n_classes, "n_classes"), byref(out))
        )
        self._hold(out)
        self._columns = Columns()
        shape = self.shape
        self._n_models, self._n_classes = shape.n_models, shape.n_classes
        self.names = None if names is None else tuple(names)
        if self.names is not None and len(self.names) != self._n_models:
            raise ArgumentError(f"names has {len(self.names)} elements: must have one per model, {self._n_models}")

    @classmethod
    @takes("cascades", "evaluate")
    def of_trees(
        cls,
        trees: Trees,
        features: Any,
        weights: ArrayLike | None = None,
        targets: ArrayLike | None = None,
        **options: Unpack[CascadeOptions],
    ) -> CascadeScores:
        """Rows with the scores that the models of an ensemble of trees give: see `feed_trees`.

        Parameters
        ----------
        trees, features, weights, targets
            As for `feed_trees`.
        <options>
        """
        made = cls(max(trees.n_models, 1), trees.n_outputs)
        return made.feed_trees(trees, features, weights, targets, **options)

    # ---- Rows ------------------------------------------------------------------------------------

    def feed(
        self, scores: Any, weights: ArrayLike | None = None, targets: ArrayLike | None = None
    ) -> CascadeScores:
        """Adds rows. How they are ordered and split over calls does not show; a call that fails adds none.

        Parameters
        ----------
        scores : array-like or data frame of shape (n_rows, n_models*n_classes) or (n_rows, n_models, n_classes)
            Finite; column t*n_classes + c is class c of model t. float32 and float64 are read in place. Of a data frame
            the columns are taken by `names`.
        weights : array-like of shape (n_rows,), optional
            Finite and >= 0. Default: 1 each. A row of weight 0 counts for nothing.
        targets : array-like of shape (n_rows,), optional
            What the orders ``"mse"`` and ``"greedy"`` compare sums with: the label in the units of the sum, or its
            class. Default: the full sum. With every feed or with none.

        Returns
        -------
        CascadeScores
            Itself.
        """
        same_rows("scores", scores, weights=weights, targets=targets)
        table, source = model_table(scores, self.names, self._n_models, self._n_classes)
        aimed = weights_of(targets, len(table), "targets")
        self._write(lib.wald_cascade_scores_feed, view(table), weights_of(weights, len(table)), aimed, None, None)
        if self.names is None and source.columns is not None and self._n_classes == 1:
            self.names = tuple(source.columns)
        return self

    @takes("cascades", "evaluate")
    def feed_trees(
        self,
        trees: Trees,
        features: Any,
        weights: ArrayLike | None = None,
        targets: ArrayLike | None = None,
        **options: Unpack[CascadeOptions],
    ) -> CascadeScores:
        """Adds the scores that the models of an ensemble of trees give rows of features, without its base.

        Parameters
        ----------
        trees : Trees
            As many models, and as many outputs as there are classes.
        features : array-like or data frame of shape (n_rows, n_features)
            NaN is missing.
        weights, targets
            As for `feed`.
        <options>

        Returns
        -------
        CascadeScores
            Itself.
        """
        if not isinstance(trees, Trees):
            raise TypeError(f"trees must be Trees: found {type(trees).__name__}")
        same_rows("features", features, weights=weights, targets=targets)
        table, _ = trees._columns.table(features)
        weighed, aimed = weights_of(weights, len(table)), weights_of(targets, len(table), "targets")
        made = made_options("cascades", cast("dict[str, Any]", options))
        mine = self._open()
        with trees._reading() as held, self._gate.writing():
            shown = view(table), weighed, aimed, held.pointer, pointer(made)
            call(lib.wald_cascade_scores_feed, mine.pointer, *shown)
        if self._columns.names is None:
            self._columns = trees._columns.placed(features)
        return self

    def merge(self, other: CascadeScores) -> CascadeScores:
        """Adds the rows of another one with the same numbers of models and classes. Returns itself."""
        super().merge(other)
        if self._columns.names is None:
            self._columns = other._columns
        return self

    # ---- Facts -----------------------------------------------------------------------------------

    @property
    def shape(self) -> ScoresShape:
        """The numbers of rows, models and classes."""
        return ScoresShape(self.n_rows, self.n_models, self.n_classes)

    def __len__(self) -> int:
        return self.n_rows

    def __reduce__(self) -> Any:
        raise TypeError("rows of scores are not saved: they are as large as the tables that they were fed; save those")

    def __repr__(self) -> str:
        if self.closed:
            return "<CascadeScores, closed>"
        shape = self.shape
        classes = "" if shape.n_classes == 1 else f" and {shape.n_classes} classes"
        return f"<CascadeScores: {shape.n_rows} rows of {shape.n_models} models{classes}>"


def model_table(
    x: Any, names: tuple[Hashable, ...] | None, n_models: int, n_classes: int
) -> tuple[NDArray[Any], Source]:
    """Rows by scores, as C can read them; of a data frame the columns of these names."""
    array, source = floats(by_name(x, names if n_classes == 1 else None, "scores"), "scores")
    if array.ndim == 3:
        if array.shape[1:] != (n_models, n_classes):
            raise ArgumentError(f"scores has shape {array.shape}: must be (n_rows, {n_models}, {n_classes})")
        array = array.reshape(len(array), n_models * n_classes)
    if array.ndim == 1 and array.size == 0:
        array = array.reshape(0, n_models * n_classes)
    if array.ndim != 2:
        raise ArgumentError(f"scores has {array.ndim} dimensions: must have 2, rows by models")
    return array, source


def as_scores(x: Any, names: Iterable[Hashable] | None = None) -> CascadeScores:
    """A table is one column per model, and decides by a threshold. `names`: of the models of a cascade, if it has
    any."""
    known = None if names is None else tuple(names)
    if isinstance(x, CascadeScores):
        own = x.names
        if known is not None and own is not None and list(map(str, own)) != list(map(str, known)):
            raise ArgumentError(f"scores has the models {list(own)}: must have {list(known)}")
        return x
    shape = np.shape(x)
    if len(shape) not in (2, 3):
        raise ArgumentError(f"scores has {len(shape)} dimensions: must have 2, rows by models")
    if known is not None and len(shape) == 2 and hasattr(x, "columns"):
        return CascadeScores(len(known), names=known).feed(x)
    return CascadeScores(*map(int, shape[1:])).feed(x)
