"""Thresholds for a metric of one's own: a function of the counts, over every operating point at once.

Points that others beat in both true and false positives cannot be best for a metric that rises with TP and falls with FP, so
the frontier holds the best one. The sample is then asked for the thresholds of that very point.
"""

from __future__ import annotations

import math
from typing import Any, Callable, Mapping, NamedTuple, Union, cast
from warnings import catch_warnings, simplefilter

import numpy as np
from numpy.typing import ArrayLike

from .._core.arrays import Floats, vector
from .._core.errors import ArgumentError, DecisionWarning, OptionError, UnsupportedError, warn
from .thresholds import Thresholds, changed

CountsMetric = Callable[[Floats, Floats, Floats, Floats], Any]
"""A metric of tp, fp, fn and tn, arrays of one number per operating point."""
OwnMetric = Union[str, Any, CountsMetric]

class Points(NamedTuple):
    """Operating points."""

    tp: Floats
    fp: Floats
    thresholds: Floats
    """Of the first score."""
    positives: float
    negatives: float


OF_ALERTS = {"max_alerts", "max_alert_rate"}
LIMITS = ("max_fp", "max_alerts", "max_fpr", "max_alert_rate", "min_recall")
_PROMISED = {"min_recall": "recall>=", "max_fpr": "fpr<=", "max_alert_rate": "alert_rate<="}
_READ = ("positives", "threads", "progress", "level", "lattice_cells", "pair_cells", "ascent_levels")


def is_own(metric: Any) -> bool:
    return callable(metric) and not isinstance(metric, type)


def choose_own(sample: Any, metric: CountsMetric, given: Mapping[str, Any]) -> Thresholds:
    """The thresholds of greatest `metric`."""
    name = getattr(metric, "__name__", type(metric).__name__)
    return _best(sample, lambda points: of_counts(metric, points), name, given)


def choose_gain(sample: Any, truth: Any, scores: Floats, amounts: tuple[Any, Any], weights: Any,
                given: Mapping[str, Any]) -> Thresholds:  # fmt: skip
    """The threshold of greatest gain: what flagged positives gain, less what flagged negatives lose."""
    gains, losses = (_amounts(each, name, len(scores)) for each, name in zip(amounts, ("benefits", "costs")))
    change = np.where(truth == 1, gains, np.where(truth == 0, -losses, 0.0))
    if weights is not None:
        change = change * np.asarray(weights, np.float64)
    order = np.argsort(-scores, kind="stable")
    total = np.concatenate([[0.0], np.cumsum(change[order])])
    rising = scores[order][::-1]

    def gain(points: Points) -> Floats:
        return total[len(rising) - np.searchsorted(rising, points.thresholds, side="left")]

    return _best(sample, gain, "gain", given)


def _amounts(amount: ArrayLike | None, name: str, rows: int) -> Floats:
    if amount is None:
        return np.ones(rows)
    each = np.full(rows, float(amount)) if np.ndim(amount) == 0 else vector(amount, name)[0].astype(np.float64)  # type: ignore[arg-type]
    if len(each) != rows:
        raise ArgumentError(f"{name} has {len(each)} elements: there are {rows} rows")
    wrong = np.flatnonzero(~(np.isfinite(each) & (each >= 0)))
    if wrong.size:
        raise ArgumentError(f"{name}[{wrong[0]}] is {each[wrong[0]]:g}: must be finite and at least 0")
    return each


def of_counts(metric: CountsMetric, points: Points) -> Floats:
    """A metric of one's own at every point."""
    if math.isnan(points.positives):
        raise UnsupportedError("metric is a function of fn: the number of positives is unknown; give positives")
    tp, fp = points.tp, points.fp
    return counted(metric, tp, fp, points.positives - tp, points.negatives - fp)


def counted(metric: CountsMetric, tp: Floats, fp: Floats, fn: Floats, tn: Floats) -> Floats:
    """What the function gives of arrays: a number for each point, NaN if it has none."""
    with np.errstate(divide="ignore", invalid="ignore"):
        values: Floats = np.asarray(metric(tp, fp, fn, tn), np.float64)
    if values.shape != tp.shape:
        raise ArgumentError(f"metric gave shape {values.shape}: must be {tp.shape}; it is called once, with arrays of tp, "
                            "fp, fn and tn at every operating point")
    return values


def _best(sample: Any, measure: Callable[[Points], Floats], name: str, given: Mapping[str, Any]) -> Thresholds:
    asked: Any = {key: value for key, value in given.items() if value is not None}
    several = sample.n_scores > 1
    for key in asked:
        if key not in LIMITS and key not in _READ or several and key in OF_ALERTS:
            read = (*(limit for limit in LIMITS if not (several and limit in OF_ALERTS)), *_READ)
            raise OptionError(f"{key} is given: with a metric of your own it is not read; it reads {', '.join(read)}")
    limits: Any = {key: float(asked.pop(key)) for key in LIMITS if key in asked}
    claim = next((f"{sign}{limits[key]!r}" for key, sign in _PROMISED.items() if key in limits), "")
    frontier = sample.frontier(**asked)
    known = frontier.positives, frontier.negatives
    points = Points(frontier.tp, frontier.fp, frontier.thresholds[:, 0], *known)
    values = np.where(_within(points, limits), measure(points), math.nan)

    def most_tp(**within: Any) -> Thresholds:
        with catch_warnings():
            simplefilter("ignore", DecisionWarning)  # which speaks of another goal
            return cast(Thresholds, sample.choose(goal="most_tp", baselines=False, **within, **asked))

    # A point that others beat alone beyond the limit of alerts: of one score the last one within it.
    last, value = None, math.nan
    if OF_ALERTS & limits.keys():
        last = most_tp(**{key: limit for key, limit in limits.items() if key != "min_recall"})
        tp, fp, at = (np.array([each]) for each in (last.tp, last.fp, last.thresholds[0]))
        corner = Points(tp, fp, at, *known)
        value = float(np.where(_within(corner, limits), measure(corner), math.nan)[0])
    if np.isnan(values).all() and math.isnan(value):
        raise ArgumentError(f"{name} is NaN at every operating point" + (" within the limits" if limits else ""))
    name += "".join(f", {key} {limit:g}" for key, limit in limits.items())
    best = 0 if np.isnan(values).all() else int(np.nanargmax(values))
    if last is not None and not value <= values[best] and not math.isnan(value):
        return changed(last, name, value, "", claim)
    if best == 0 and len(values) > 1 and points.fp[1] == 0 and values[1] >= values[0]:
        best = 1  # flagging nothing is no better, and others have no more false positives
    found = most_tp(max_fp=float(points.fp[best]))
    if found.tp != points.tp[best]:
        raise ArgumentError(f"{name} falls with tp: of the points without more false positives it must prefer the one with "
                            "most true positives best")
    warning = f"nothing is flagged: for \"{name}\" no alert is worth its cost" if best == 0 else ""
    if warning:
        warn(warning)
    return changed(found, name, float(values[best]), warning, claim)


def _within(points: Points, limits: Mapping[str, float]) -> Any:
    alerts = points.tp + points.fp
    of = {"max_fp": points.fp, "max_alerts": alerts, "max_fpr": points.fp / max(points.negatives, 1e-300),
          "max_alert_rate": alerts / max(points.positives + points.negatives, 1e-300)}
    kept = np.ones(len(alerts), bool)
    for key, value in limits.items():
        kept &= points.tp >= value * points.positives if key == "min_recall" else of[key] <= value
    return kept


__all__ = ["CountsMetric", "OwnMetric", "choose_gain", "choose_own", "counted", "is_own"]
