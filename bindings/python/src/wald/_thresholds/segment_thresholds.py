"""A threshold of one score for each segment of the rows, found together."""

from __future__ import annotations

from ctypes import byref
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Hashable, Mapping

import numpy as np
from numpy.typing import ArrayLike

from .._core.arrays import Floats, names_of_rows, segment_rows_view, vector, view, weights_of
from .._core.calls import call
from .._core.errors import ArgumentError, warn
from .._core.facts import SegmentsFacts
from .._core.forms import same_rows
from .._core.handles import Handle, items_of
from .._core.library import lib
from .._core.metric import Metric
from .._core.options import pointer, takes
from .._core.rows import WORDS
from .._core.table import segments_p
from .score_arrays import truth_of
from .thresholds import threshold_options

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from .._core.keywords import ThresholdOptions

LIMITS = ("min_precision", "min_recall", "max_fp", "max_alerts", "max_fpr", "max_alert_rate")
"""What each segment may have a limit of its own on."""

THEOREMS = {number: name for name, number in WORDS["theorem"].items()}

@dataclass(frozen=True, eq=False, repr=False)
class SegmentThresholds(SegmentsFacts):
    """Thresholds of the segments of the rows, made by `segment_thresholds`. Immutable.

    Attributes
    ----------
    names : tuple
        Of the segments, sorted.
    by_segment : dict of ndarray of shape (n_segments,)
        ``threshold``, ``next_lower``, ``tp``, ``fp``, ``positives``, ``negatives``, ``precision``, ``tpr``, ``fpr``,
        ``selection_rate``, ``gain``, ``certified``, ``rows_needed`` and ``theorem`` (its name) of each: a data frame takes
        it as its columns.
    """

    names: tuple[Hashable, ...]
    by_segment: Mapping[str, Floats]
    _together: Mapping[str, float]

    def _fact(self, name: str) -> Any:
        return self._together[name]

    @property
    def tp(self) -> float:
        """The weight of the positives that are flagged."""
        return float(self._fact("total_tp"))

    @property
    def fp(self) -> float:
        """The weight of the negatives that are flagged."""
        return float(self._fact("total_fp"))

    @property
    def gain(self) -> float:
        """The benefits less the costs of the flagged rows; NaN if none were given."""
        return float(self._fact("total_gain"))

    @property
    def certified(self) -> bool:
        """Whether the limits of every segment hold for all future rows with the probability certify; not without
        certify."""
        return bool(self._fact("all_certified"))

    @property
    def thresholds(self) -> dict[Hashable, float]:
        """The threshold of each segment; ``inf`` flags nothing."""
        return dict(zip(self.names, self.by_segment["threshold"].tolist()))

    def apply(self, scores: ArrayLike, segments: ArrayLike | None = None) -> Any:
        """Which rows are flagged.

        Parameters
        ----------
        scores : array-like of shape (n_rows,)
            No NaN.
        segments : array-like of shape (n_rows,), optional
            Each one of `names`; not needed where there is one.

        Returns
        -------
        ndarray of bool of shape (n_rows,)
        """
        each = np.asarray(vector(scores, "scores")[0], np.float64)
        if np.isnan(each).any():
            raise ArgumentError(f"scores[{int(np.argmax(np.isnan(each)))}] is nan: must be a number")
        if segments is None and len(self.names) > 1:
            raise ArgumentError(f"segments is None: there are {len(self.names)} segments")
        same_rows("scores", scores, segments=segments)
        of = [self.names[0]] * len(each) if segments is None else names_of_rows(segments, "segments")
        if len(of) != len(each):
            raise ArgumentError(f"segments has {len(of)} elements: there are {len(each)} rows")
        known = self.thresholds
        for i, name in enumerate(of):
            if name not in known:
                raise ArgumentError(f"segments[{i}] is {name!r}: must be one of {', '.join(map(repr, self.names))}")
        at = np.array([known[name] for name in of], np.float64)
        return (each >= at) & (at < np.inf)

    predict = apply

    def __repr__(self) -> str:
        return f"<SegmentThresholds: {len(self.names)} segments, value {self.value:.6g}>"


@dataclass(frozen=True, eq=False, repr=False)
class ParityPrice:
    """What parity costs: the answers at several tolerances, made by `segment_thresholds`. Immutable.

    Attributes
    ----------
    answers : tuple of SegmentThresholds
        One per tolerance.
    parity : str
        The rate that is compared.
    """

    answers: tuple[SegmentThresholds, ...]
    parity: str

    @property
    def tolerances(self) -> Floats:
        """The tolerances that were asked for, in their order."""
        return np.array([answer.tolerance for answer in self.answers])

    @property
    def values(self) -> Floats:
        """The greatest value of the goal at each tolerance."""
        return np.array([answer.value for answer in self.answers])

    @property
    def differences(self) -> Floats:
        """The largest difference of the rate that each answer has."""
        return np.array([answer.difference for answer in self.answers])

    def __repr__(self) -> str:
        return f"<ParityPrice: {self.parity} at {len(self.answers)} tolerances>"


def _limit_table(limits: Any, names: tuple[Hashable, ...]) -> Any:
    """One row per segment, NaN if there is no limit; None without limits."""
    if limits is None:
        return None
    out = np.full((len(names), len(LIMITS)), np.nan)
    for name, own in dict(limits).items():
        if name not in LIMITS:
            raise ArgumentError(f"limits has {name!r}: must be one of {', '.join(LIMITS)}")
        if not isinstance(own, Mapping):
            own = dict(zip(names, np.broadcast_to(np.asarray(own, np.float64), (len(names),)).tolist()))
        for segment, limit in own.items():
            if segment not in names:
                raise ArgumentError(f"limits[{name!r}] has {segment!r}, which is no segment")
            out[names.index(segment), LIMITS.index(name)] = limit
    return out


def _sorted(names: list[Any]) -> tuple[Hashable, ...]:
    """Each name once; names of several types, which do not compare, by type."""
    try:
        return tuple(sorted(set(names)))
    except TypeError:
        return tuple(sorted(set(names), key=lambda name: (type(name).__name__, str(name))))


def _more_rows(needed: float) -> str:
    """What it would take to certify a segment."""
    if not np.isfinite(needed):
        return "no number of rows like these would suffice"
    return f"about {needed:g} more row{'' if needed == 1 else 's'} would suffice"


@takes("thresholds", "segments", but=("metric",))
def segment_thresholds(
    truth: Any,
    scores: Any,
    segments: ArrayLike | None = None,
    *,
    metric: str | Metric | None = None,
    weights: ArrayLike | None = None,
    benefits: ArrayLike | None = None,
    costs: ArrayLike | None = None,
    limits: Mapping[str, Any] | None = None,
    **options: Unpack[ThresholdOptions],
) -> SegmentThresholds | ParityPrice:
    """Chooses a threshold of one score for each segment of the rows (market, language, device), together.

    Goal and limits are of the counts of all segments added up. With ``certify`` the limits hold in every segment for all
    future rows.

    Parameters
    ----------
    truth : array-like of shape (n_rows,)
        1 or 0.
    scores : array-like of shape (n_rows,)
        No NaN.
    segments : array-like of shape (n_rows,), optional
        The name of each row's segment. Default: one segment.
    metric : str or Metric, optional
        To be greatest: a ratio of sums over the rows, such as F1 or accuracy. See `Sample.choose`.
    weights : array-like of shape (n_rows,), optional
        Finite and >= 0.
    benefits, costs : array-like of shape (n_rows,), optional
        What a flagged positive gains and a flagged negative loses, for each row; the goal is then the greatest gain.
    limits : mapping, optional
        Each segment's own limits beside those of all: by the name of the limit a number for all, or a mapping from
        segments to numbers.
    <options>

    Returns
    -------
    SegmentThresholds, or where ``tolerance`` is a list, ParityPrice

    Raises
    ------
    ArgumentError
        Where an argument is outside of its range, or what is asked does not fit together.
    UnsupportedError
        Where the metric is no ratio of sums over the rows.

    Examples
    --------
    >>> found = segment_thresholds([1, 1, 0, 1, 0, 0], [0.9, 0.6, 0.4, 0.8, 0.5, 0.2], list("aaabbb"), metric="f1")
    >>> found.thresholds, found.value
    ({'a': 0.6, 'b': 0.8}, 1.0)
    """
    column = vector(scores, "scores")[0]
    rows = len(column)
    same_rows("scores", scores, truth=truth, segments=segments, weights=weights, benefits=benefits, costs=costs)
    rated = truth_of(truth, column.shape)
    names: tuple[Hashable, ...] = (None,)
    of = None
    if segments is not None:
        of_rows = names_of_rows(segments, "segments")
        if len(of_rows) != rows:
            raise ArgumentError(f"segments has shape ({len(of_rows)},): must be ({rows},) for these scores")
        names = _sorted(of_rows)
        places = {name: place for place, name in enumerate(names)}
        of = view(np.array([places[name] for name in of_rows], np.int64))
    tolerance = options.get("tolerance")
    own, held = _limit_table(limits, names), threshold_options(metric, options)
    amounts = (weights_of(given, rows, name) for given, name in
               ((weights, "weights"), (benefits, "benefits"), (costs, "costs")))
    more = segment_rows_view(len(names), of, *amounts, None if own is None else view(own))
    made = segments_p()
    call(lib.wald_segments_choose, view(rated), view(column), more, pointer(held), byref(made))
    found = Handle(made)
    each, all_ = (items_of("segments", found.pointer, per) for per in ("segment", "tolerance"))
    out = []
    for i in range(len(all_["tolerance"])):
        columns = {name: numbers[i * len(names):(i + 1) * len(names)].copy() for name, numbers in each.items()}
        columns["certified"] = columns["certified"] != 0
        columns["theorem"] = np.array([THEOREMS[int(number)] for number in columns["theorem"]])
        for array in columns.values():
            array.setflags(write=False)
        out.append(SegmentThresholds(names, columns, {name: float(numbers[i]) for name, numbers in all_.items()}))
    if not all(answer.feasible for answer in out) and options.get("certify") is not None:
        warn("no thresholds can be certified for " + ", ".join(
            f"{name!r} ({_more_rows(needed)})" if name is not None else _more_rows(needed)
            for name, held, needed in zip(names, out[0].by_segment["certified"], out[0].by_segment["rows_needed"])
            if not held) + ": nothing is flagged there")
    elif not all(answer.feasible for answer in out):
        warn("no thresholds of the segments keep all limits: where a recall is out of reach the answer is the nearest, "
             "else nothing is flagged")
    if tolerance is None or np.ndim(tolerance) == 0:
        return out[0]
    return ParityPrice(tuple(out), str(options.get("parity")))
