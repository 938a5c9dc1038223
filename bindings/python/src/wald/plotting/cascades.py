"""Pictures of cascades: where rows stop, and what several cascades cost for how much disagreement."""

from __future__ import annotations

from itertools import cycle
from typing import Any, Iterable, Literal, Mapping, Union

import numpy as np
from numpy.typing import ArrayLike

from .._cascades.cascade import Cascade
from .._cascades.scores import CascadeScores, as_scores
from .._core.arrays import Floats
from .._core.errors import ArgumentError
from .._core.options import options
from .axes import COLOUR, MARKERS, Display, legend_of, mark

Rows = Literal["fitted", "cross", "held_out"]
STOPS = {"fitted": "stops", "cross": "cross_stops", "held_out": "held_out_stops"}
Settings = Mapping[str, Mapping[str, Any]]


class CascadeDisplay(Display):
    """The histogram of where a cascade stops: after how many models it decides which share of the rows.

    Attributes
    ----------
    stops : ndarray of shape (n_models,)
        Share of the rows that is decided at each position.
    mean_models : float
    ax_, figure_, bars_ : matplotlib objects
        After `plot`.
    """

    def __init__(self, stops: ArrayLike) -> None:
        self.stops: Floats = np.asarray(stops, np.float64)
        if self.stops.ndim != 1 or not len(self.stops):
            raise ArgumentError(f"stops has shape {self.stops.shape}: must have one number per model")
        self.mean_models = float(self.stops @ np.arange(1, len(self.stops) + 1))

    @classmethod
    def from_cascade(
        cls, cascade: Cascade, scores: Any = None, *, rows: Rows | None = None, ax: Any = None, **style: Any
    ) -> CascadeDisplay:
        """Draws where rows stop.

        Parameters
        ----------
        cascade : Cascade
        scores : CascadeScores or table, optional
            Rows to count. Default: those that the cascade itself counted.
        rows : {"fitted", "cross", "held_out"}, optional
            Which of those. Default: those calibrated on, else cross-fitted, else fitted to.
        ax : matplotlib axes, optional
            Default: those of a new figure.
        **style
            Handed to ``ax.bar``.
        """
        if scores is not None:
            return cls(cascade.evaluate(scores).stops).plot(ax=ax, **style)
        if rows is not None and rows not in STOPS:
            raise ArgumentError(f"rows is {rows!r}: must be 'fitted', 'cross' or 'held_out'")
        wanted = [STOPS[rows]] if rows is not None else ["held_out_stops", "cross_stops", "stops"]
        known = [stops for stops in (getattr(cascade, name) for name in wanted) if len(stops)]
        if not known:
            raise ArgumentError(f"rows is {rows!r}: the cascade has no stops of these rows")
        return cls(known[0]).plot(ax=ax, **style)

    @classmethod
    def from_estimator(cls, estimator: Any, *, ax: Any = None, **style: Any) -> CascadeDisplay:
        """Draws where rows stop of a fitted `CascadeClassifier`: those set aside, where there are any."""
        cascade = getattr(estimator, "cascade_", None)
        if cascade is None:
            raise ArgumentError(f"estimator is {estimator!r}: it has no cascade_; fit it on two classes or more")
        return cls.from_cascade(cascade, ax=ax, **style)

    def plot(self, *, ax: Any = None, **style: Any) -> CascadeDisplay:
        """Draws on `ax`, or on a new figure. Returns itself."""
        n = len(self.stops)
        drawn = self._on(ax, f"Where rows stop, of {n} models", "models asked", "share of the rows (%)")
        models = np.arange(1, n + 1)
        settings = {"color": COLOUR, "width": 1.0 if n > 40 else 0.8, **style}
        self.bars_ = drawn.bar(models, 100 * self.stops, **settings)
        drawn.set_xlim(0.5 - 0.01 * n, n + 0.5 + 0.01 * n)
        drawn.xaxis.get_major_locator().set_params(integer=True)
        drawn.set_ylim(0, 115 * (float(self.stops.max()) or 1))
        self.mean_ = mark(drawn, self.mean_models, f"mean {self.mean_models:.4g}")
        return self


class CascadeComparisonDisplay(Display):
    """Cost against disagreement, a curve for each way to make a cascade.

    Attributes
    ----------
    curves : dict of str to ndarray of shape (n_points, 2)
        By name: disagreement and mean cost, by rising disagreement.
    ax_, figure_, lines_ : matplotlib objects
        After `plot`.
    """

    def __init__(self, curves: Mapping[str, ArrayLike]) -> None:
        self.curves: dict[str, Floats] = {}
        for name, points in curves.items():
            array = np.asarray(points, np.float64)
            if array.ndim != 2 or array.shape[1] != 2:
                raise ArgumentError(f"curves[{name!r}] has shape {array.shape}: must be (n_points, 2)")
            self.curves[name] = array[np.lexsort((array[:, 1], array[:, 0]))]

    @classmethod
    def from_cascades(
        cls,
        cascades: Mapping[str, Union[Cascade, Iterable[Cascade]]],
        scores: Any,
        *,
        threads: int | None = None,
        ax: Any = None,
        **style: Any,
    ) -> CascadeComparisonDisplay:
        """Evaluates cascades on rows that they have not seen, and draws a curve for each name.

        Parameters
        ----------
        cascades : dict of str to Cascade or to several, of rising alpha for example
        scores : CascadeScores or table
        threads : int, optional
            0 takes all of the machine's; default 1.
        ax : matplotlib axes, optional
            Default: those of a new figure.
        **style
            Handed to ``ax.plot``.
        """
        all_of = {name: [each] if isinstance(each, Cascade) else list(each) for name, each in cascades.items()}
        first = next((several[0] for several in all_of.values() if several), None)
        rows = as_scores(scores, None if first is None else first.names)
        curves = {}
        for name, several in all_of.items():
            found = [cascade.evaluate(rows, threads=threads) for cascade in several]
            curves[name] = np.array([(e.disagreement, e.mean_cost) for e in found]).reshape(-1, 2)
        return cls(curves).plot(ax=ax, **style)

    @classmethod
    def from_scores(
        cls,
        scores: Any,
        test: Any,
        settings: Settings,
        *,
        alphas: Iterable[float] = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05),
        threads: int | None = None,
        ax: Any = None,
        **style: Any,
    ) -> CascadeComparisonDisplay:
        """Fits a cascade for each way and alpha, and draws what they do on other rows.

        Parameters
        ----------
        scores, test : CascadeScores or table
            To fit to, and to evaluate on.
        settings : dict of str to dict
            By name the arguments of `Cascade.fit`: ``{"QWYC": {}, "natural": {"order": "natural"}}``.
        alphas : iterable of float
        """
        rows: CascadeScores = as_scores(scores)
        levels = list(alphas)
        for each in settings.values():  # before long work
            options("cascades", each)
        fitted = {
            name: [Cascade.fit(rows, **{"alpha": alpha, "threads": threads, **each}) for alpha in levels]
            for name, each in settings.items()
        }
        return cls.from_cascades(fitted, test, threads=threads, ax=ax, **style)

    def plot(self, *, ax: Any = None, **style: Any) -> CascadeComparisonDisplay:
        """Draws on `ax`, or on a new figure. Returns itself."""
        title, x = "Cost against disagreement", "decided differently than by all models (%)"
        drawn = self._on(ax, title, x, "mean cost of a row (models, where each costs 1)")
        self.lines_ = [
            drawn.plot(100 * points[:, 0], points[:, 1], **{"label": name, "marker": marker, "markersize": 4, **style})[0]
            for (name, points), marker in zip(self.curves.items(), cycle(MARKERS))
        ]
        drawn.set_xlim(left=0)
        drawn.set_ylim(bottom=0)
        legend_of(drawn)
        return self


__all__ = ["CascadeComparisonDisplay", "CascadeDisplay"]
