"""Pictures of a frontier: where one operates on it, how sure that is, and what else there was to choose."""

from __future__ import annotations

import math
from typing import Any, Literal

import numpy as np

from .._core.arrays import Floats
from .._core.errors import ArgumentError
from .._thresholds.frontier import Frontier
from .._thresholds.sample import Sample
from .._thresholds.thresholds import Thresholds
from .axes import COLOUR, MARKED, MOST_POINTS, OTHER, Display, legend_of, wrapped

Space = Literal["pn", "roc", "pr"]
# What a legend calls the answers of other methods.
BASELINES = {"best-single": "one score alone", "stacked": "regression of the scores"}
AXES = {
    "pn": ("false positives (weight of rows)", "true positives (weight of rows)"),
    "roc": ("false positive rate", "recall"),
    "pr": ("recall", "precision"),
}

class FrontierDisplay(Display):
    """A frontier with the operating point that was chosen, its interval, and the baselines beside it.

    Attributes
    ----------
    points : Frontier
        The frontier.
    chosen : Thresholds
    path : Frontier or None
        Of two classifiers the best monotone path through their thresholds.
    space : {"pn", "roc", "pr"}
        True against false positives; both as shares; precision against recall.
    ax_, figure_, line_ : matplotlib objects
        After `plot`.
    """

    def __init__(
        self,
        points: Frontier,
        chosen: Thresholds,
        path: Frontier | None = None,
        *,
        space: Space = "pn",
    ) -> None:
        if space not in ("pn", "roc", "pr"):
            raise ArgumentError(f"space is {space!r}: must be 'pn', 'roc' or 'pr'")
        if space != "pn" and math.isnan(points.positives):
            raise ArgumentError(f"space is {space!r}: the number of positives is unknown; give positives, or take 'pn'")
        self.points = points
        self.chosen = chosen
        self.path = path
        self.space: Space = space

    @classmethod
    def from_sample(
        cls,
        sample: Sample,
        metric: Any = None,
        *,
        space: Space = "pn",
        ax: Any = None,
        style: dict[str, Any] | None = None,
        **settings: Any,
    ) -> FrontierDisplay:
        """Chooses thresholds, and draws where they lie.

        Parameters
        ----------
        sample : Sample
        metric, **settings
            What is asked: see `Sample.choose`. With ``bootstrap`` the thresholds have limits.
        space : {"pn", "roc", "pr"}
        ax : matplotlib axes, optional
            Default: those of a new figure.
        style : dict, optional
            Handed to ``ax.plot``.
        """
        chosen = sample.choose(metric, **settings)
        return cls._of(sample, chosen, settings, space).plot(ax=ax, **(style or {}))

    @classmethod
    def from_estimator(
        cls, estimator: Any, *, space: Space = "pn", ax: Any = None, **style: Any
    ) -> FrontierDisplay:
        """Draws the cross-fitted frontier of a fitted `ThresholdClassifier` of a binary target."""
        sample = getattr(estimator, "sample_", None)
        if sample is None:
            raise ArgumentError(f"estimator is {estimator!r}: it has no sample_; fit it on a binary target")
        return cls._of(sample, estimator.chosen_, {}, space).plot(ax=ax, **style)

    @classmethod
    def _of(
        cls, sample: Sample, chosen: Thresholds, settings: dict[str, Any], space: Space
    ) -> FrontierDisplay:
        known = {"positives": settings.get("positives")}
        path = sample.frontier(method="path", **known) if sample.n_scores == 2 else None
        return cls(sample.frontier(**known), chosen, path, space=space)

    # ---- The frontier ----------------------------------------------------------------------------

    def _place(self, tp: Any, fp: Any) -> tuple[Any, Any]:
        """Counts as coordinates."""
        if self.space == "pn":
            return fp, tp
        if self.space == "roc":
            return np.divide(fp, self.points.negatives), np.divide(tp, self.points.positives)
        alerts = np.add(tp, fp)
        precision = np.divide(tp, alerts, out=np.full(np.shape(alerts), np.nan), where=np.asarray(alerts) > 0)
        return np.divide(tp, self.points.positives), precision

    def plot(self, *, ax: Any = None, **style: Any) -> FrontierDisplay:
        """Draws the frontier on `ax`, or on a new figure. Returns itself."""
        title = "Frontier" if len(self.chosen.thresholds) == 1 else f"Frontier of {len(self.chosen.thresholds)} scores"
        drawn = self._on(ax, f"{title}, {self.points.positives:.6g} positives", *AXES[self.space])
        shown = np.arange(len(self.points))
        if len(shown) > MOST_POINTS:
            shown = np.unique(np.linspace(0, len(shown) - 1, MOST_POINTS).astype(int))
        x, y = self._place(self.points.tp[shown], self.points.fp[shown])
        steps = {} if self.space == "pr" else {"drawstyle": "steps-post"}
        (self.line_,) = drawn.plot(x, y, **{"color": COLOUR, "label": "frontier", **steps, **style})
        if self.space != "pr":  # a line between two points is not one there
            hull = self.points.on_hull
            drawn.plot(*self._place(self.points.tp[hull], self.points.fp[hull]), color=COLOUR, linewidth=0.8,
                       linestyle=":", label="concave hull")
        self._draw_band()
        self._draw_reference()
        for baseline, marker in zip(self.chosen.baselines, "^svD"):
            drawn.plot(*self._at(baseline), marker, color=OTHER, label=BASELINES.get(baseline.method, baseline.method), zorder=3)
        self._draw_chosen()
        self._crop()
        legend_of(drawn)
        return self

    def _draw_band(self) -> None:
        """What a certificate leaves of rates at all points together, where the frontier was asked for one."""
        if self.space == "pn" or not self.points.recall_low.size:
            return
        f = self.points
        low, high = (f.recall_low, f.precision_low), (f.recall_high, f.precision_high)
        if self.space == "roc":
            low, high = (f.fpr_high, f.recall_low), (f.fpr_low, f.recall_high)
        x, y = (np.concatenate([a, b[::-1]]) for a, b in zip(low, high))
        (self.band_,) = self.ax_.fill(x, y, color=COLOUR, alpha=0.15, linewidth=0, label="certified together")

    def _draw_reference(self) -> None:
        """What scores reach that know nothing, of rates: a line from corner to corner, or the prevalence."""
        positives, negatives = self.points.positives, self.points.negatives
        style = {"color": OTHER, "linewidth": 0.8, "linestyle": "--"}
        if self.space == "pr" and not math.isnan(positives + negatives):
            prevalence = positives / (positives + negatives)
            self.reference_ = self.ax_.axhline(prevalence, label=f"prevalence {prevalence:.3g}", **style)
        elif self.space == "roc":
            (self.reference_,) = self.ax_.plot([0, 1], [0, 1], label="by chance", **style)

    def _crop(self) -> None:
        """Rates are shown whole except empty parts; of counts up to four times the false positives of any answer, as
        the frontier of rare events is flat where no one operates."""
        drawn = self.ax_
        if self.space == "roc":
            drawn.set_xlim(-0.02, 1.02)
            drawn.set_ylim(-0.02, 1.02)
            return
        if self.space == "pr":
            prevalence = self.reference_.get_ydata()[0] if hasattr(self, "reference_") else 0.0
            drawn.set_xlim(-0.02, 1.02)
            drawn.set_ylim(max(0.0, 0.9 * prevalence - 0.05) if prevalence > 0.3 else -0.02, 1.02)
            return
        answers = (self.chosen, *self.chosen.baselines)
        seen = max(1.0, *(answer.fp for answer in answers))
        if 4 * seen < self.points.fp[-1]:
            drawn.set_xlim(-0.1 * seen, 4 * seen)
            within = self.points.tp[self.points.fp <= 4 * seen]
            interval = self.chosen.intervals.get("tp")
            ends = (self.chosen.tp,) if interval is None else (interval.low, min(interval.high, self.points.tp[-1]))
            low = min(float(within[1] if len(within) > 1 else 0), *ends, *(answer.tp for answer in answers))
            high = max(float(within.max()), *ends)
            margin = 0.06 * (high - low) or 0.06 * high or 1.0
            drawn.set_ylim(max(low - margin, -margin), high + margin)

    def _at(self, answer: Thresholds) -> tuple[Any, Any]:
        x, y = self._place(np.array([answer.tp]), np.array([answer.fp]))
        return x, y

    def _draw_chosen(self) -> None:
        x, y = self._at(self.chosen)
        names = {"pn": ("fp", "tp"), "roc": (None, "recall"), "pr": ("recall", "precision")}[self.space]
        errors: list[Any] = []
        for name, centre in zip(names, (float(x[0]), float(y[0]))):
            interval = self.chosen.intervals.get(name) if name else None
            known = interval is not None and not math.isnan(centre)
            errors.append(
                [[max(centre - interval.low, 0)], [max(interval.high - centre, 0)]] if known and interval else None
            )
        style: dict[str, Any] = {"fmt": "o", "color": MARKED, "capsize": 3, "zorder": 4, "label": wrapped(self.ax_, self.chosen.objective)}
        self.optimum_ = self.ax_.errorbar(x, y, xerr=errors[0], yerr=errors[1], **style)

    # ---- The thresholds --------------------------------------------------------------------------

    def plot_thresholds(self, *, ax: Any = None, **style: Any) -> FrontierDisplay:
        """Draws the plane of two thresholds: the path, the frontier's points, the chosen ones with their box.

        Thresholds that switch a classifier off lie on the upper (rule ``"or"``) or lower (``"and"``) edge. Returns
        itself.
        """
        if self.path is None:
            raise ArgumentError(f"the frontier has {len(self.chosen.thresholds)} scores: the plane has two")
        names = self.chosen.names or ("score 0", "score 1")
        self._on(ax, "The plane of the thresholds", *(f"threshold of {name}" for name in names))
        edges = _edges(np.vstack([self.points.thresholds, self.path.path]))
        frontier, path, unbeaten = (
            _inside(t, edges) for t in (self.points.thresholds, self.path.path, self.path.thresholds)
        )
        self.ax_.plot(frontier[:, 0], frontier[:, 1], ".", color=OTHER, markersize=3, label="frontier")
        (self.line_,) = self.ax_.plot(path[:, 0], path[:, 1], **{"color": COLOUR, "label": "path", **style})
        self.ax_.plot(unbeaten[:, 0], unbeaten[:, 1], ".", color=self.line_.get_color(), markersize=4)
        if not np.isnan(self.chosen.thresholds).any():
            here = _inside(self.chosen.thresholds[None], edges)[0]
            errors = None
            if self.chosen.threshold_low is not None and self.chosen.threshold_high is not None:
                low = _inside(self.chosen.threshold_low[None], edges)[0]
                high = _inside(self.chosen.threshold_high[None], edges)[0]
                errors = np.abs([np.minimum(low - here, 0), np.maximum(high - here, 0)])
            self.optimum_ = self.ax_.errorbar(here[:1], here[1:], xerr=None if errors is None else errors[:, :1],
                                              yerr=None if errors is None else errors[:, 1:], fmt="o", color=MARKED,
                                              capsize=3, zorder=4, label=wrapped(self.ax_, self.chosen.objective))
        legend_of(self.ax_)
        return self


def _edges(thresholds: Floats) -> Floats:
    """For each score the least and the greatest finite threshold, with a margin: where infinite ones are drawn."""
    out = np.empty((2, thresholds.shape[1]))
    for d, column in enumerate(thresholds.T):
        finite = column[np.isfinite(column)]
        low, high = (finite.min(), finite.max()) if finite.size else (0.0, 1.0)
        margin = 0.04 * (high - low) or 0.5
        out[:, d] = low - margin, high + margin
    return out


def _inside(thresholds: Floats, edges: Floats) -> Floats:
    return np.clip(thresholds, edges[0], edges[1])


__all__ = ["FrontierDisplay"]
