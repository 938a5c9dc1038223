"""The threshold of one score for distributed rows."""

from __future__ import annotations

from ctypes import byref
from typing import TYPE_CHECKING, Any

from numpy.typing import ArrayLike

from .._core.arrays import view, weights_of
from .._core.facts import ThresholdPassFacts
from .._core.forms import same_rows
from .._core.library import check, lib
from .._core.metric import Metric
from .._core.options import pointer, takes
from .._core.passes import Pass
from .._core.table import threshold_pass_p, thresholds_p
from .score_arrays import score_table, truth_of
from .thresholds import Thresholds, read_thresholds, threshold_options

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from .._core.keywords import ThresholdOptions


class ThresholdPass(Pass, ThresholdPassFacts):
    """A pass over distributed rows of one score, such as the partitions of a cluster.

    Each place feeds its rows to a state of its own, which holds some bins and no rows. States are sent (pickled, or as
    bytes) to one place, which merges them and asks for the next pass, or the thresholds. These are those of
    `choose_threshold` for all rows, to the bit, however the rows are split and in whatever order states are merged.

    Parameters
    ----------
    metric : str or Metric, optional
        To be greatest: see `Sample.choose`; with a name.
    <options>

    Raises
    ------
    ArgumentError
        For what needs the rows themselves: a method, smoothing, bootstrap, folds, certify.

    Examples
    --------
    >>> parts = [([1, 1], [0.9, 0.3]), ([0, 0], [0.8, 0.2])]
    >>> plan = ThresholdPass("f1")
    >>> found = None
    >>> while found is None:
    ...     states = [plan.copy().feed(truth, scores) for truth, scores in parts]
    ...     for state in states:
    ...         plan = plan.merge(state)
    ...     found = plan.next()
    >>> found.thresholds
    array([0.3])
    """

    __slots__ = ()
    _noun = _object = "threshold_pass"
    _pointer = threshold_pass_p

    @takes("thresholds", "threshold_pass", but=("metric",))
    def __init__(self, metric: str | Metric | None = None, **options: Unpack[ThresholdOptions]) -> None:
        out, held = threshold_pass_p(), threshold_options(metric, options)
        check(lib.wald_threshold_pass_create(pointer(held), byref(out)))
        self._hold(out)

    def feed(self, truth: Any, scores: Any, weights: ArrayLike | None = None) -> ThresholdPass:
        """Adds rows; a call that fails adds none. Returns itself.

        Parameters
        ----------
        truth : array-like of shape (n_rows,)
            1, 0, or not rated: NaN, None, a missing value, -1 or 2.
        scores : array-like of shape (n_rows,), or (n_rows, 1)
            No NaN.
        weights : array-like of shape (n_rows,), optional
            In [2^-20, 2^32], or 0 for rows that count for nothing; rounded to multiples of 2^-20. Default: 1 each.
        """
        same_rows("scores", scores, truth=truth, weights=weights)
        table, _ = score_table(scores, None, 1)
        column = table[:, 0]
        rated = truth_of(truth, column.shape)
        self._write(lib.wald_threshold_pass_feed, view(rated), view(column), weights_of(weights, len(column)))
        return self

    def next(self) -> Thresholds | None:
        """Once all rows of a pass are in this: the thresholds; or None, and this is then the next pass, without rows, of
        which each place takes a copy and feeds its rows again.

        Raises
        ------
        ArgumentError
            Where no row is positive, or the rows of a pass are not those of the passes before.
        """
        out = thresholds_p()
        self._write(lib.wald_threshold_pass_next, byref(out))
        return read_thresholds(out, "or", None) if out else None

    def __repr__(self) -> str:
        if self.closed:
            return "<ThresholdPass, closed>"
        return f"<ThresholdPass: pass {self.pass_number}, {self.n_rows} rows in {self.n_bins} bins>"
