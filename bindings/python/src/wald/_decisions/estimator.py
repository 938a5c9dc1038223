"""Estimators: what is known of one label vector."""

from __future__ import annotations

from ctypes import byref, c_double, c_int64, c_uint8
from typing import Any, Hashable, Iterable, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from .._core import arrays
from .._core.arrays import (
    Floats, Mask, csr, integer, mask, real, table_view, two_dimensional, vector, view, weights_of,
)
from .._core.errors import ArgumentError
from .._core.facts import EstimatorFacts
from .._core.files import Path, Saved
from .._core.forms import Source, is_sparse
from .._core.handles import Mergeable, at, list_of
from .._core.library import check, lib
from .._core.arrays import one_of
from .._core.options import KIND_NAMES, KINDS, options, pointer
from .._core.rows import FACTS
from .._core.table import estimator_p

_FACTS = FACTS["estimator"]


class Mode(NamedTuple):
    """The likeliest label vector."""

    mask: Mask
    """Zeros and ones, of shape (n_labels,)."""
    probability: float


class CountsTable(NamedTuple):
    """The counts of an estimator."""

    table: Floats
    """P(y_i = 1 and s labels in all) at ``[i, s - 1]``, of shape (n_labels, max_s)."""
    p_zero: float
    """P(no label)."""


class Estimator(Mergeable, Saved, EstimatorFacts):
    """What is known of ONE label vector. Made by a class method, one a kind.

    ========================  =====================================================================================
    `Estimator.independent`   marginal probabilities of independent labels
    `Estimator.categorical`   probabilities of exclusive labels; what is missing to 1 is P(none)
    `Estimator.joint`         weighted label vectors: any joint distribution, samples, neighbours
    `Estimator.counts`        P[i][s] = P(y_i = 1, s labels in all) and P(0); enough for metrics linear in tp
    ========================  =====================================================================================

    For many rows use the functions on tables (`decide`), not many estimators. Functions that only read may use one
    estimator from many threads together; feeding waits for them. Use after `close` raises.

    Attributes
    ----------
    labels : tuple or None
        The names of the labels, where the input had names; decisions carry them.
    """

    __slots__ = ("_kind", "labels")
    _noun = _object = "estimator"
    _pointer = estimator_p
    _kind: str
    labels: tuple[Hashable, ...] | None

    def __init__(self, kind: str, n_labels: int = 0, *, labels: Iterable[Hashable] | None = None) -> None:
        out = estimator_p()
        check(lib.wald_estimator_create(one_of(kind, "kind", KINDS), integer(n_labels, "n_labels"), byref(out)))
        self._adopt(out, None if labels is None else tuple(labels))

    def _adopt(self, pointer: Any, labels: tuple[Hashable, ...] | None) -> None:
        self._hold(pointer)
        self._kind = KIND_NAMES[int(self._fact("kind"))]
        self.labels = labels

    @classmethod
    def _of(cls, pointer: Any, labels: tuple[Hashable, ...] | None = None) -> Estimator:
        made = cls.__new__(cls)
        made._adopt(pointer, labels)
        return made

    # ---- Making and feeding ----------------------------------------------------------------------

    @classmethod
    def independent(cls, probabilities: Any = None, *, labels: Iterable[Hashable] | None = None) -> Estimator:
        """Marginal probabilities of independent labels.

        Parameters
        ----------
        probabilities : array-like of shape (n,), optional
            Each in [0, 1]; read in place where float32 or float64. Feeding more appends labels.
        labels : iterable, optional
            The names of the labels. Default: those of a pandas Series.
        """
        return cls._fed("independent", probabilities, labels)

    @classmethod
    def categorical(cls, probabilities: Any = None, *, labels: Iterable[Hashable] | None = None) -> Estimator:
        """Probabilities of exclusive labels.

        Parameters
        ----------
        probabilities : array-like of shape (n,), optional
            Each in [0, 1], summing to at most 1 (up to 1e-6 more is taken as rounding and scaled away).
        labels : iterable, optional
            The names of the labels. Default: those of a pandas Series.
        """
        return cls._fed("categorical", probabilities, labels)

    @classmethod
    def _fed(cls, kind: str, probabilities: Any, labels: Iterable[Hashable] | None) -> Estimator:
        made = cls(kind, labels=labels)
        if probabilities is not None:
            made.feed(probabilities)
        return made

    @classmethod
    def joint(
        cls,
        vectors: Any = None,
        weights: ArrayLike | None = None,
        *,
        n_labels: int | None = None,
        labels: Iterable[Hashable] | None = None,
    ) -> Estimator:
        """Weighted label vectors.

        Parameters
        ----------
        vectors : array-like or sparse matrix of shape (n_vectors, n_labels), optional
            Zeros and ones. bool and uint8 are read in place.
        weights : array-like of shape (n_vectors,), optional
            Finite and >= 0. Default: 1 each.
        n_labels : int, optional
            Needed where there are no vectors yet.
        labels : iterable, optional
            The names of the labels. Default: the columns of a data frame.
        """
        cells: Any = None
        source: Source | None = None
        if vectors is None:
            if weights is not None:
                raise ArgumentError("weights were given without vectors")
            if n_labels is None:
                raise ArgumentError("n_labels is needed if there are no vectors yet")
        else:
            cells, source = (vectors, None) if is_sparse(vectors) else mask(vectors, "vectors")
            two_dimensional(cells, "vectors")
        width = cells.shape[1] if n_labels is None else n_labels
        if labels is None and source is not None:
            labels = source.labels()
        made = cls("joint", width, labels=labels)
        if cells is not None:
            made.feed(cells, weights)
        return made

    @classmethod
    def counts(
        cls,
        table: Any = None,
        p_zero: float | None = None,
        p_s: ArrayLike | None = None,
        *,
        weight: float = 1.0,
        n_labels: int | None = None,
        labels: Iterable[Hashable] | None = None,
    ) -> Estimator:
        """P[i][s] = P(y_i = 1, s labels in all), and P(0).

        Parameters
        ----------
        table : array-like of shape (n_labels, max_s), optional
            P[i][s] at ``[i, s - 1]``; each in [0, 1], the sum of a row at most 1. It need not be consistent over
            labels, as tables predicted label by label are not.
        p_zero : float
            P(no label), in [0, 1].
        p_s : array-like of shape (max_s,), optional
            P(s labels). Without it metrics that need it take it from the table where that gives a distribution.
        weight : float
            Finite and > 0: the estimator holds the weighted mean of all it was fed.
        n_labels : int, optional
            Needed where there is no table yet.
        labels : iterable, optional
            The names of the labels. Default: the index of a data frame.
        """
        source: Source | None = None
        if table is None:
            if n_labels is None:
                raise ArgumentError("n_labels is needed if there is no table yet")
        else:
            table, source = arrays.table(table, "table")
        if labels is None and source is not None and source.index is not None:
            labels = tuple(source.index)
        made = cls("counts", table.shape[0] if n_labels is None else n_labels, labels=labels)
        if table is not None:
            made.feed(table, p_zero=p_zero, p_s=p_s, weight=weight)
        return made

    def feed(
        self,
        data: Any,
        weights: ArrayLike | None = None,
        *,
        p_zero: float | None = None,
        p_s: ArrayLike | None = None,
        weight: float | None = None,
    ) -> Estimator:
        """Adds to what is known.

        Parameters
        ----------
        data : array-like
            What the class method of this kind takes: probabilities of further labels, further label vectors (dense
            or sparse), a further table of counts.
        weights : array-like of shape (n_vectors,), optional
            Of the vectors, for joint estimators.
        p_zero, p_s, weight
            See `counts`, for counts estimators.

        Returns
        -------
        Estimator
            Itself.
        """
        kind = self.kind
        if kind != "counts" and not (p_zero is None and p_s is None and weight is None):
            raise ArgumentError(f"estimator is {kind}: p_zero, p_s and weight are for counts")
        if kind != "joint" and weights is not None:
            raise ArgumentError(f"estimator is {kind}: weights are for joint estimators")
        if kind == "joint":
            self._feed_vectors(data, weights)
        elif kind == "counts":
            self._feed_counts(data, p_zero, p_s, 1.0 if weight is None else weight)
        else:
            self._feed_probabilities(data)
        return self

    def _feed_probabilities(self, data: Any) -> None:
        p, source = vector(data, "probabilities")
        held = self.n_labels
        self._write(lib.wald_estimator_feed_probabilities, view(p))
        if source.index is not None and self.labels is None and held == 0:
            self.labels = tuple(source.index)
        elif self.labels is not None and len(self.labels) != held + len(p):
            named = self.labels if len(self.labels) == held else None
            # Names that fit no more than a part would mislead.
            self.labels = named + tuple(source.index) if named is not None and source.index is not None else None

    def _feed_vectors(self, data: Any, weights: Any) -> None:
        if is_sparse(data):
            if data.nnz and not np.all(data.data == 1):
                raise ArgumentError("vectors holds values other than 0 and 1")
            rows = csr(data, values=False)
            if rows.columns != self.n_labels:
                raise ArgumentError(f"n_labels is {rows.columns}: the estimator has {self.n_labels} labels")
            self._write(lib.wald_estimator_feed_vectors, table_view(rows), weights_of(weights, rows.rows))
            return
        cells, _ = mask(data, "vectors")
        dense = table_view(view(two_dimensional(cells, "vectors")))
        self._write(lib.wald_estimator_feed_vectors, dense, weights_of(weights, cells.shape[0]))

    def _feed_counts(self, data: Any, p_zero: float | None, p_s: Any, weight: float) -> None:
        if p_zero is None:
            raise ArgumentError("p_zero is needed: P(no label)")
        table, _ = arrays.table(data, "table")
        sizes = None
        if p_s is not None:
            sizes = view(vector(p_s, "p_s")[0])
            if sizes.rows != table.shape[1]:
                raise ArgumentError(f"p_s has {sizes.rows} elements: the table has {table.shape[1]} columns")
        self._write(lib.wald_estimator_feed_counts, view(table), real(p_zero, "p_zero"), sizes, real(weight, "weight"))

    def merge(self, other: Estimator) -> Estimator:
        """Adds what `other` holds: joint to joint (union of the vectors), counts to counts (weighted mean). Returns
        itself. The result does not depend on the order. Other kinds raise `UnsupportedError`, with the reason."""
        return super().merge(other)

    def to_counts(self) -> Estimator:
        """The counts of any estimator, O(n_labels^2) numbers. They serve the metrics linear in tp."""
        out = estimator_p()
        self._read(lib.wald_estimator_to_counts, byref(out))
        return Estimator._of(out, self.labels)

    # ---- Facts -----------------------------------------------------------------------------------

    @property
    def kind(self) -> str:
        """``"independent"``, ``"categorical"``, ``"joint"`` or ``"counts"``."""
        self._open()
        return self._kind

    def __len__(self) -> int:
        return self.n_labels

    def marginals(self) -> Floats:
        """P(y_i = 1) for each label, of shape (n_labels,)."""
        found: Floats = self._fact("marginals")
        return found

    def size_distribution(self) -> Floats:
        """P(s labels) for s = 0 ... n_labels, of shape (n_labels + 1,)."""
        found: Floats = self._fact("size_distribution")
        return found

    def mode(self) -> Mode:
        """The likeliest label vector and its probability. Not for counts.

        Of tied vectors the one with fewest ones, then with the smallest indices.
        """
        return Mode(self._fact("mode").astype(np.uint8), self._fact("mode_probability"))

    def table(self) -> CountsTable:
        """The table of a counts estimator and P(0)."""
        with self._reading() as handle:
            p_zero, values = c_double(), list_of(handle.pointer, _FACTS["table"].value)
            check(lib.wald_number(handle.pointer, _FACTS["p_zero"].value, 0, byref(p_zero)))
            out = values.reshape(_size(handle.pointer), -1) if values.size else np.empty((_size(handle.pointer), 0))
        return CountsTable(out, p_zero.value)

    def draw(self, n_draws: int, *, seed: int | None = None) -> Mask:
        """Draws label vectors. Not for counts.

        Parameters
        ----------
        n_draws : int
        seed : int, optional
            In [0, 2**64); default 0. The same seed gives the same draws, whatever the order of feeding.

        Returns
        -------
        ndarray of uint8 of shape (n_draws, n_labels)
        """
        rows = integer(n_draws, "n_draws")
        if rows < 0:
            raise ArgumentError(f"n_draws is {rows}: must be at least 0")
        made = options("decisions", {"seed": seed}, watch=False)
        with self._reading() as handle:
            out = np.empty((rows, _size(handle.pointer)), np.uint8)
            check(lib.wald_estimator_draw(handle.pointer, pointer(made), view(out)))
        return out

    # ---- Saving ----------------------------------------------------------------------------------

    @classmethod
    def load(cls, text: str | bytes | Path, *, labels: Iterable[Hashable] | None = None) -> Estimator:
        """As every `load`. The text does not hold the labels' names."""
        return cls._load(text, labels)

    @classmethod
    def _load(cls, text: Any, labels: Iterable[Hashable] | None) -> Estimator:
        return cls._of(cls._loaded(text), None if labels is None else tuple(labels))

    def __reduce__(self) -> Any:
        return type(self)._load, (self.save(binary=True), self.labels)

    def __repr__(self) -> str:
        if self.closed:
            return "<Estimator, closed>"
        return f"<Estimator: {self.kind}, {self.n_labels} labels, {self.n_fed} fed>"


def _size(estimator: Any) -> int:
    value = c_double()
    check(lib.wald_number(estimator, _FACTS["n_labels"].value, 0, byref(value)))
    return int(value.value)
