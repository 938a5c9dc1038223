"""Pictures of probabilities whose truth is known: decision curves, and reliability."""

from __future__ import annotations

from typing import Any, Literal, Mapping

import numpy as np
from numpy.typing import ArrayLike

from .._core.arrays import Floats
from .._core.errors import ArgumentError
from .._thresholds.score_curves import DecisionCurve, Reliability, decision_curve, reliability
from .axes import COLOUR, OTHER, Display

# The first is that of all pictures; the others are of M. Okabe and K. Ito, told apart by the colour-blind, too.
COLOURS = (COLOUR, "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#e69f00")
KINDS = {"net_benefit": ("net benefit", ("low", "high")),
         "difference": ("difference of net benefit to {reference}", ("difference_low", "difference_high")),
         "interventions_avoided": ("net interventions avoided per 100 rows", ())}  # fmt: skip
Kind = Literal["net_benefit", "difference", "interventions_avoided"]


class DecisionCurveDisplay(Display):
    """The net benefit of models against the threshold probability, with flagging every row and none.

    Attributes
    ----------
    curve : DecisionCurve
    ax_, figure_, lines_ : matplotlib objects
        After `plot`; `lines_` has one line per model.
    """

    def __init__(self, curve: DecisionCurve) -> None:
        self.curve = curve

    @classmethod
    def from_probabilities(
        cls, truth: Any, probabilities: Any, *, kind: Kind = "net_benefit", ax: Any = None, **settings: Any
    ) -> DecisionCurveDisplay:
        """Computes and draws decision curves.

        Parameters
        ----------
        truth, probabilities
            See `wald.decision_curve`.
        kind : {"net_benefit", "difference", "interventions_avoided"}
            See `plot`.
        ax : matplotlib axes, optional
            Default: those of a new figure.
        **settings
            Handed to `wald.decision_curve`.
        """
        return cls(decision_curve(truth, probabilities, **settings)).plot(kind=kind, ax=ax)

    @classmethod
    def from_estimator(
        cls, estimator: Any, X: Any, y: Any, *, kind: Kind = "net_benefit", ax: Any = None, **settings: Any
    ) -> DecisionCurveDisplay:
        """Computes and draws decision curves of a fitted classifier of two classes, or of a dict of them by name."""
        models = estimator if isinstance(estimator, Mapping) else {type(estimator).__name__: estimator}
        columns = {name: positive_probabilities(model, X) for name, model in models.items()}
        positive = next(iter(models.values())).classes_[1]
        return cls.from_probabilities(np.asarray(y) == positive, columns, kind=kind, ax=ax, **settings)

    def plot(self, *, kind: Kind = "net_benefit", ax: Any = None, **style: Any) -> DecisionCurveDisplay:
        """Draws on `ax`, or on a new figure. Returns itself.

        Parameters
        ----------
        kind : {"net_benefit", "difference", "interventions_avoided"}
            The net benefit, its difference to the reference, or how many alerts fewer than by flagging every row, at no
            loss of true positives. The bands are the limits.
        **style
            Handed to ``ax.plot`` for each model.
        """
        if kind not in KINDS:
            raise ArgumentError(f"kind is {kind!r}: must be one of {', '.join(map(repr, KINDS))}")
        curve, (label, limits) = self.curve, KINDS[kind]
        reference = "flagging every row" if curve.reference == "all" else curve.reference
        drawn = self._on(ax, "Decision curve", "threshold probability", label.format(reference=reference))
        order = np.argsort(curve.thresholds, kind="stable")
        at = curve.thresholds[order]
        scale = 100 if kind == "interventions_avoided" else 1
        values = scale * getattr(curve, kind)[:, order]
        self.lines_ = []
        shown = [m for m, name in enumerate(curve.names) if kind != "difference" or name != curve.reference]
        for i, m in enumerate(shown):
            settings = {"color": COLOURS[i % len(COLOURS)], "linewidth": 1.8, "label": str(curve.names[m]), **style}
            self.lines_ += drawn.plot(at, values[m], **settings)
            if limits:
                low, high = (getattr(curve, name)[m, order] for name in limits)
                drawn.fill_between(at, low, high, color=settings["color"], alpha=0.13, linewidth=0)
        self.none_ = drawn.axhline(0, color=OTHER, linewidth=0.9)
        self._limits(kind, at, values, shown)
        if kind == "net_benefit":
            self._plain_strategies(at, values[-1])
        self.legend_ = drawn.legend(loc="best", fontsize="small", framealpha=0.7, edgecolor="none")
        return self

    def _limits(self, kind: Kind, at: Floats, values: Floats, shown: list[int]) -> None:
        drawn = self.ax_
        drawn.set_xlim(at[0], at[-1] if len(at) > 1 else at[0] + 0.01)
        own = values[shown] if shown else values
        top = float(np.max(own))
        if kind == "net_benefit":
            top = max(top, float(values[-1].max()))
            drawn.set_ylim(-0.1 * self.curve.prevalence, 1.08 * top if top > 0 else 1)
        elif kind == "interventions_avoided":
            drawn.set_ylim(min(0.0, -0.05 * top), max(1.08 * top, 1.0))
        else:
            # Limits are wide where a false positive costs many true ones.
            inner = at <= 0.9 if (at <= 0.9).any() else at > 0
            bands = [self.curve._fact(name)[shown][:, np.argsort(self.curve.thresholds)][:, inner]
                     for name in ("difference_low", "difference_high")]  # fmt: skip
            low, high = (float(np.nanmin(bands, initial=0)), float(np.nanmax(bands, initial=0)))
            margin = 0.06 * (high - low) or 0.05
            drawn.set_ylim(low - margin, high + margin)

    def _plain_strategies(self, at: Floats, flag_all: Floats) -> None:
        """Flagging every row and none, drawn lightly. Their names are in the legend: curves and bands cross any place
        beside them."""
        style = {"color": OTHER, "linewidth": 0.9, "linestyle": "--", "zorder": 1}
        (self.all_,) = self.ax_.plot(at, flag_all, label="flag all", **style)
        self.none_.set_label("flag none")


class ReliabilityDisplay(Display):
    """How often events happen that are predicted with probability p: bins with their limits, and the monotone fit.

    Attributes
    ----------
    reliability : Reliability
    probabilities, weights : ndarray of shape (n_rows,)
    ax_, figure_, line_, bins_ : matplotlib objects
        After `plot`: the monotone fit and the bins.
    """

    def __init__(self, found: Reliability, probabilities: ArrayLike, weights: ArrayLike | None = None) -> None:
        self.reliability = found
        self.probabilities: Floats = np.asarray(probabilities, np.float64)
        self.weights: Floats = np.ones_like(self.probabilities) if weights is None else np.asarray(weights, np.float64)

    @classmethod
    def from_probabilities(
        cls, truth: Any, probabilities: Any, *, weights: ArrayLike | None = None, ax: Any = None, **settings: Any
    ) -> ReliabilityDisplay:
        """Computes and draws a reliability diagram.

        Parameters
        ----------
        truth, probabilities, weights
            See `wald.reliability`.
        ax : matplotlib axes, optional
            Default: those of a new figure.
        **settings
            `bins` and `level`.
        """
        return cls(reliability(truth, probabilities, weights=weights, **settings), probabilities, weights).plot(ax=ax)

    @classmethod
    def from_estimator(cls, estimator: Any, X: Any, y: Any, *, ax: Any = None, **settings: Any) -> ReliabilityDisplay:
        """Computes and draws the reliability diagram of a fitted classifier of two classes."""
        column = positive_probabilities(estimator, X)
        return cls.from_probabilities(np.asarray(y) == estimator.classes_[1], column, ax=ax, **settings)

    def plot(self, *, ax: Any = None, **style: Any) -> ReliabilityDisplay:
        """Draws on `ax`, or on a new figure. The style is that of the fit. Returns itself."""
        found, bins = self.reliability, self.reliability.bins
        drawn = self._on(ax, "Reliability", "probability", "share of positives")
        drawn.plot([0, 1], [0, 1], color=OTHER, linewidth=0.9, linestyle="--", zorder=1)
        counts, edges = np.histogram(self.probabilities, 40, (0, 1), weights=self.weights)
        drawn.bar(edges[:-1], 0.14 * counts / counts.max(), np.diff(edges), align="edge", color="#d5dbe1", zorder=0)
        x, y = fit_steps(self.probabilities, found.fitted)
        settings = {"color": COLOUR, "linewidth": 1.5, "label": "monotone fit", **style}
        (self.line_,) = drawn.plot(x, y, **settings)
        filled = bins.weight > 0
        share, low, high = bins.share[filled], bins.low[filled], bins.high[filled]
        self.bins_ = drawn.errorbar(bins.mean[filled], share, [np.maximum(share - low, 0), np.maximum(high - share, 0)],
                                    fmt="o", color="#d55e00", markersize=4.5, elinewidth=1, capsize=2, zorder=3,
                                    label=f"{filled.sum()} bins of equal weight")  # fmt: skip
        said = "\n".join(f"{name} {value:.4f}" for name, value in (
            ("Brier score", found.brier), ("miscalibration", found.miscalibration),
            ("discrimination", found.discrimination), ("uncertainty", found.uncertainty)))  # fmt: skip
        drawn.text(0.98, 0.19, said, transform=drawn.transAxes, ha="right", va="bottom", fontsize="small",
                   color="#333333")
        drawn.set(xlim=(0, 1), ylim=(0, 1.02), aspect="equal")
        drawn.legend(loc="upper left", fontsize="small", frameon=False)
        return self


def fit_steps(probabilities: Floats, fitted: Floats) -> tuple[Floats, Floats]:
    """The corners of the monotone fit: the first and the last probability of each step, joined by straight lines."""
    known = ~np.isnan(fitted)
    order = np.argsort(probabilities[known], kind="stable")
    p, fit = probabilities[known][order], fitted[known][order]
    first = np.flatnonzero(np.r_[True, fit[1:] != fit[:-1]])
    last = np.r_[first[1:] - 1, len(fit) - 1]
    ends = np.column_stack([first, last]).ravel()
    return p[ends], fit[ends]


def positive_probabilities(model: Any, X: Any) -> Floats:
    """Of the second class of a classifier of two."""
    found = np.asarray(model.predict_proba(X))
    if found.ndim != 2 or found.shape[1] != 2:
        raise ArgumentError(f"estimator has {found.shape[-1]} classes: must have 2")
    column: Floats = found[:, 1]
    return column


__all__ = ["DecisionCurveDisplay", "ReliabilityDisplay"]
