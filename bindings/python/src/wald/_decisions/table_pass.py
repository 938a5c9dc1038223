"""A micro average over a distributed table."""

from __future__ import annotations

from ctypes import byref, c_int32
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .._core.arrays import csr, floats, table_view, view
from .._core.errors import ArgumentError
from .._core.facts import TablePassFacts
from .._core.forms import is_sparse
from .._core.library import check, lib
from .._core.metric import Metric, as_metric
from .._core.options import options, pointer
from .._core.passes import Pass
from .._core.table import table_pass_p

if TYPE_CHECKING:
    from .._core.forms import Table


class TablePass(Pass, TablePassFacts):
    """A pass over a distributed table, such as the partitions of a cluster, decided by micro average:
    all of its cells are one problem.

    Each place feeds its rows to a state of its own, which holds some bins and no rows. States are sent (pickled, or as
    bytes) to one place, which merges them and asks for the next pass, or the answer. That has the same bits however the
    rows are split and in whatever order states are merged, and is the answer of `decide(..., average="micro")` for all
    rows, within the bounds of both.

    Parameters
    ----------
    metric : str or Metric
        F_beta, Jaccard, fowlkes_mallows, balanced_accuracy, informedness, recall, specificity, precision, npv or
        markedness.
    at_least, at_most : int, optional
        How many of all cells are positives.

    Examples
    --------
    >>> parts = [[[0.9, 0.2], [0.6, 0.1]], [[0.7, 0.3]]]
    >>> plan = TablePass("f1")
    >>> decided = False
    >>> while not decided:
    ...     states = [plan.copy().feed(part) for part in parts]
    ...     for state in states:
    ...         plan = plan.merge(state)
    ...     decided = plan.next()
    >>> plan.k, plan.threshold, [plan.choose(part).tolist() for part in parts]
    (3, 0.6, [[[True, False], [True, False]], [[True, False]]])
    """

    __slots__ = ()
    _noun = _object = "table_pass"
    _pointer = table_pass_p

    def __init__(self, metric: str | Metric, *, at_least: int | None = None, at_most: int | None = None) -> None:
        held = as_metric(metric)
        limits = {"at_least": at_least, "at_most": at_most}
        out, given = table_pass_p(), options("decisions", limits, watch=False)
        check(lib.wald_table_pass_create(held._open().pointer, pointer(given), byref(out)))
        self._hold(out)

    def feed(self, probabilities: Table) -> TablePass:
        """Adds rows; a call that fails adds none. Returns itself.

        Parameters
        ----------
        probabilities : array-like, DataFrame or sparse matrix of shape (n_rows, n_labels)
        """
        if is_sparse(probabilities):
            self._write(lib.wald_table_pass_feed, table_view(csr(probabilities)))
            return self
        array, _ = floats(probabilities, "probabilities")
        if array.ndim != 2:
            raise ArgumentError(f"probabilities has {array.ndim} dimensions: must have 2 (one row per instance)")
        self._write(lib.wald_table_pass_feed, table_view(view(array)))
        return self

    def next(self) -> bool:
        """Once all rows of a pass are in this: True if they are decided, and the attributes tell the answer; else
        this is the next pass, without rows, of which each place takes a copy and feeds its rows again.

        Raises
        ------
        ArgumentError
            Where nothing was fed, or the rows of a pass are not those of the passes before.
        """
        decided = c_int32()
        self._write(lib.wald_table_pass_next, byref(decided))
        return decided.value != 0

    def choose(self, probabilities: ArrayLike, ties_before: int = 0) -> NDArray[np.bool_]:
        """The answer for some rows, as a mask of their shape.

        Parameters
        ----------
        probabilities : array-like
        ties_before : int
            How many cells whose probability is the threshold lie in the rows before these: of all such cells the first
            `ties_chosen` are positives, where `ties` is not 0. Distributed rows have no order of their own; any will
            do that is the same for all of them.
        """
        if not self.decided:
            raise ArgumentError("the rows are not decided: next() must have returned True")
        array = np.asarray(probabilities)
        chosen: NDArray[np.bool_] = array >= self.threshold
        if self.n_ties:
            equal = array == self.threshold
            rank = np.cumsum(equal.ravel()).reshape(equal.shape) + ties_before
            chosen &= ~(equal & (rank > self.n_ties_chosen))
        return chosen

    def __repr__(self) -> str:
        if self.closed:
            return "<TablePass, closed>"
        return f"<TablePass: pass {self.pass_number}, {self.n_items} items in {self.n_bins} bins>"
