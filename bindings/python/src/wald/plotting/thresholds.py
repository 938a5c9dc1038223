"""Pictures of one threshold: the scores of either class with the cut, and what each threshold is worth."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from .._core.arrays import Floats
from .._core.errors import ArgumentError
from .._core.metric import Metric, as_metric
from .._thresholds.own_metric import OwnMetric, counted, is_own
from .._thresholds.sample import Sample
from .._thresholds.thresholds import Thresholds
from .axes import COLOUR, MARKED, OTHER, Display, legend_of, mark

BINS, POINTS = 40, 400


class ThresholdDisplay(Display):
    """The scores of positive and negative rows with the threshold that was chosen, and a metric at every threshold.

    Attributes
    ----------
    chosen : Thresholds
    edges : ndarray of shape (n_bins + 1,)
        Of the histogram.
    positives, negatives : ndarray of shape (n_bins,)
        The weight of the rows of either class in each bin.
    thresholds, values, precision, recall : ndarray of shape (n_points,)
        The metric at thresholds, NaN if it is unknown.
    metric_name : str
    ax_, figure_ : matplotlib objects
        After `plot`.
    """

    def __init__(self, sample: Sample, chosen: Thresholds, metric: Any = "f1") -> None:
        if sample.n_scores != 1:
            raise ArgumentError(f"sample has {sample.n_scores} scores: a picture of one threshold takes one")
        self.chosen = chosen
        own = is_own(metric)
        self.metric_name = getattr(metric, "__name__", type(metric).__name__) if own else as_metric(metric)._called
        low, high = _range(sample)
        self.edges: Floats = np.linspace(low, high, BINS + 1)
        counts = np.array([sample.count(edge)[:2] for edge in self.edges[:-1]] + [(0.0, 0.0)])
        self.positives, self.negatives = -np.diff(counts, axis=0).T
        self.thresholds: Floats = np.unique(np.r_[np.linspace(low, high, POINTS), chosen.thresholds])
        self.thresholds = self.thresholds[np.isfinite(self.thresholds)]
        tp, fp = np.array([sample.count(t)[:2] for t in self.thresholds]).T
        known = chosen.positives
        with np.errstate(invalid="ignore", divide="ignore"):
            self.precision: Floats = tp / (tp + fp)
            self.recall: Floats = tp / known
        self.values: Floats = (counted(metric, tp, fp, known - tp, sample.negatives - fp) if own
                               else _values(as_metric(metric), tp, fp, known, sample.negatives))

    @classmethod
    def from_sample(
        cls, sample: Sample, metric: OwnMetric | None = None, *, ax: Any = None, **settings: Any
    ) -> ThresholdDisplay:
        """Chooses a threshold, and draws it among the scores of both classes, with the metric under them.

        Parameters
        ----------
        sample : Sample
            Of one score.
        metric : str, Metric or callable, optional
            Which is drawn against the threshold; default ``"f1"``.
        **settings
            What is asked beside it: see `Sample.choose`.
        ax : matplotlib axes, optional
            For the scores alone. Default: a new figure with both.
        """
        made = cls(sample, sample.choose(metric, **settings), "f1" if metric is None else metric)
        if ax is not None:
            return made.plot(ax=ax)
        import matplotlib.pyplot as plt

        _, (above, below) = plt.subplots(2, 1, sharex=True, layout="constrained", figsize=(6.4, 6.4))
        made.plot_metric(ax=below)
        made.plot(ax=above)
        above.set_xlabel("")
        return made

    @classmethod
    def from_estimator(cls, estimator: Any, *, ax: Any = None) -> ThresholdDisplay:
        """Draws the cross-fitted scores and the threshold of a fitted `ThresholdClassifier` of a binary target."""
        sample = getattr(estimator, "sample_", None)
        if sample is None:
            raise ArgumentError(f"estimator is {estimator!r}: it has no sample_; fit it on a binary target")
        return cls(sample, estimator.chosen_, estimator.metric or "f1").plot(ax=ax)

    def _cut(self) -> None:
        cut = float(self.chosen.thresholds[0])
        low, high = self.edges[[0, -1]]
        margin = 0.02 * (high - low)
        self.ax_.set_xlim(low - margin, high + margin)
        if math.isfinite(cut):
            self.cut_ = mark(self.ax_, cut, f"threshold {cut:.4g}")
        else:
            self.cut_ = mark(self.ax_, high + margin, "no row is flagged")

    def plot(self, *, ax: Any = None, **style: Any) -> ThresholdDisplay:
        """Draws the scores of either class as shares of it, and the cut. Returns itself."""
        drawn = self._on(ax, f"Scores by class, cut for {self.chosen.objective}", "score", "share of the class (%)")
        for counts, colour, name in ((self.negatives, OTHER, "negative"), (self.positives, COLOUR, "positive")):
            total = counts.sum()
            shares = 100 * counts / total if total else counts
            label = f"{name} ({total:.6g})"
            drawn.stairs(shares, self.edges, **{"fill": True, "alpha": 0.5, "color": colour, "label": label, **style})
        self._cut()
        drawn.set_ylim(bottom=0, top=1.15 * drawn.dataLim.ymax)
        legend_of(drawn)
        return self

    def plot_metric(self, *, ax: Any = None, **style: Any) -> ThresholdDisplay:
        """Draws the metric at every threshold, with precision and recall, and the cut. Returns itself."""
        drawn = self._on(ax, f"{self.metric_name} at every threshold", "threshold", "value")
        thin = {"linewidth": 1, "linestyle": "--"}
        drawn.plot(self.thresholds, self.precision, color=OTHER, label="precision", **thin)
        drawn.plot(self.thresholds, self.recall, color="#e09f3e", label="recall", **thin)
        shown = {"color": COLOUR, "label": self.metric_name, **style}
        (self.line_,) = drawn.plot(self.thresholds, self.values, **shown)
        drawn.set_ylim(*_limits(self.values, self.precision, self.recall))
        self._cut()
        here = np.flatnonzero(self.thresholds == self.chosen.thresholds[0])
        self.optimum_ = drawn.plot(self.thresholds[here], self.values[here], "o", color=MARKED, zorder=3)
        legend_of(drawn)
        return self


def _range(sample: Sample) -> tuple[float, float]:
    """From the least score, or where no more than a thousandth lies below, to the greatest."""
    found = sample.frontier().thresholds[:, 0]
    finite = found[np.isfinite(found)]
    if not len(finite):
        return 0.0, 1.0
    total = sum(sample.count(-math.inf))
    high, low, width = float(finite.max()), float(finite.min()), float(np.ptp(finite)) or 1.0
    top = high
    while sum(sample.count(np.nextafter(top, math.inf))) > 0 and top < high + 64 * width:
        top += width / 16
    while sum(sample.count(low)) < 0.999 * total and low > high - 1024 * width:
        low -= width / 16 if low > high - 16 * width else 16 * width
    return low, max(top, low + 1e-9)


def _values(metric: Metric, tp: Floats, fp: Floats, positives: float, negatives: float) -> Floats:
    """The metric of counts. It takes whole numbers: of weights a millionth is one."""
    n = positives + negatives
    if not math.isfinite(n):
        return np.full(len(tp), np.nan)
    whole = all(float(x).is_integer() for x in (*tp, *fp, positives, negatives))
    scale = 1.0 if whole else 1e6 / n
    s, size = round(scale * positives), round(scale * n)
    pairs = [(min(round(scale * t), s), min(round(scale * f), size - s)) for t, f in zip(tp, fp)]
    return np.array([metric.utility(t, t + f, s, size) for t, f in pairs])


def _limits(*curves: Floats) -> tuple[float, float]:
    known = np.concatenate([curve[np.isfinite(curve)] for curve in curves])
    low, high = (float(known.min()), float(known.max())) if len(known) else (0.0, 1.0)
    margin = 0.06 * (high - low) or 0.1
    return (0.0 if low >= 0 and low < 0.5 * high else low - margin), high + 3 * margin


__all__ = ["ThresholdDisplay"]
