"""Pictures of one problem: what each number of positives is worth, and how a prediction's utility is distributed."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from .._core.arrays import Floats
from .._core.errors import ArgumentError
from .._core.metric import Metric, as_metric
from .._core.options import Kind
from .._decisions.distribution import Distribution
from .._decisions.functions import curve, decide, distribution
from .axes import COLOUR, MARKED, MOST_POINTS, Display, mark


class CurveDisplay(Display):
    """The expected utility of the best prediction at each number k of positives, the optimum marked.

    Attributes
    ----------
    values : ndarray of shape (n + 1,)
        For k = 0 ... n; NaN if the constraints rule k out.
    k : int
        The optimum.
    expected : float
        Its expected utility.
    metric_name : str
    ax_, figure_, line_ : matplotlib objects
        After `plot`.
    """

    def __init__(self, values: ArrayLike, k: int, expected: float, metric_name: str) -> None:
        self.values: Floats = np.asarray(values, np.float64)
        self.k = k
        self.expected = expected
        self.metric_name = metric_name

    @classmethod
    def from_probabilities(
        cls,
        p: Any,
        metric: str | Metric,
        *,
        kind: Kind | None = None,
        at_least: int | None = None,
        at_most: int | None = None,
        ax: Any = None,
        **style: Any,
    ) -> CurveDisplay:
        """Computes and draws the curve of one problem.

        Parameters
        ----------
        p : Estimator or array-like of shape (n,)
        metric, kind, at_least, at_most
            See `wald.decide`.
        ax : matplotlib axes, optional
            Default: those of a new figure.
        **style
            Handed to ``ax.plot``.
        """
        chosen = as_metric(metric)
        best = decide(p, chosen, kind=kind, at_least=at_least, at_most=at_most)
        values = curve(p, chosen, kind=kind, at_least=at_least, at_most=at_most)
        return cls(values, best.k, best.expected, chosen._called).plot(ax=ax, **style)

    @classmethod
    def from_estimator(cls, estimator: Any, X: Any, *, ax: Any = None, **style: Any) -> CurveDisplay:
        """Computes and draws the curve of a fitted `DecisionClassifier`.

        Of a binary model the rows of X are one problem, the test set. Of other models X has one row.
        """
        p = estimator._probabilities(X)
        if p.shape[1] == 1:
            vector = p[:, 0]
        elif len(p) == 1:
            vector = p[0]
        else:
            raise ArgumentError(f"X has {len(p)} rows: a curve is of one problem, so give one row")
        return cls.from_probabilities(vector, estimator._metric(), kind=estimator._kind(),
                                      at_least=estimator.at_least, at_most=estimator.at_most, ax=ax, **style)

    def plot(self, *, ax: Any = None, **style: Any) -> CurveDisplay:
        """Draws on `ax`, or on a new figure. Returns itself."""
        n, name = len(self.values) - 1, self.metric_name
        title = f"Expected {name} by number of positives, of {n}"
        drawn = self._on(ax, title, "number of positives k", f"expected {name}")
        k = np.arange(n + 1)
        shown = k
        if len(k) > MOST_POINTS:
            shown = np.unique(np.r_[np.linspace(0, k[-1], MOST_POINTS).astype(int), self.k])
        settings = {"color": COLOUR, "marker": "o" if len(k) <= 40 else "", "markersize": 4, **style}
        (self.line_,) = drawn.plot(shown, self.values[shown], **settings)
        self.optimum_ = drawn.plot([self.k], [self.expected], "o", color=MARKED, zorder=3)[0]
        drawn.set_xlim(-0.02 * max(n, 1), 1.02 * max(n, 1))
        drawn.margins(y=0.15)
        drawn.xaxis.get_major_locator().set_params(integer=True)
        mark(drawn, self.k, f"k = {self.k}: {self.expected:.4g}")
        return self


class UtilityDistributionDisplay(Display):
    """The distribution of a prediction's utility, its mean marked.

    Attributes
    ----------
    values, probabilities : ndarray of shape (n_values,)
    mean : float
    metric_name : str
    ax_, figure_ : matplotlib objects
        After `plot`.
    """

    def __init__(self, values: ArrayLike, probabilities: ArrayLike, mean: float, metric_name: str = "utility") -> None:
        self.values: Floats = np.asarray(values, np.float64)
        self.probabilities: Floats = np.asarray(probabilities, np.float64)
        self.mean = mean
        self.metric_name = metric_name

    @classmethod
    def from_distribution(
        cls, found: Distribution, *, metric_name: str = "utility", ax: Any = None, **style: Any
    ) -> UtilityDistributionDisplay:
        """Draws a `Distribution`."""
        return cls(*found.atoms(), found.mean, metric_name).plot(ax=ax, **style)

    @classmethod
    def from_prediction(
        cls,
        p: Any,
        metric: str | Metric,
        prediction: Any = None,
        *,
        kind: Kind | None = None,
        seed: int | None = None,
        samples: int | None = None,
        ax: Any = None,
        **style: Any,
    ) -> UtilityDistributionDisplay:
        """Computes and draws the distribution for one problem; of the optimal prediction where none is given.

        Parameters
        ----------
        p, metric, prediction, kind, seed, samples
            See `wald.distribution`.
        ax : matplotlib axes, optional
            Default: those of a new figure.
        **style
            Handed to ``ax.vlines``, or to ``ax.hist`` where there are more than 60 values.
        """
        chosen = as_metric(metric)
        if prediction is None:
            prediction = decide(p, chosen, kind=kind).mask
        found = distribution(p, chosen, prediction, kind=kind, seed=seed, samples=samples)
        return cls.from_distribution(found, metric_name=chosen._called, ax=ax, **style)

    def plot(self, *, ax: Any = None, **style: Any) -> UtilityDistributionDisplay:
        """Draws on `ax`, or on a new figure. Returns itself."""
        name = self.metric_name
        drawn = self._on(ax, f"Distribution of the {name} of the prediction", name, "probability")
        order = np.argsort(self.values)
        reached = np.cumsum(self.probabilities[order])
        # What has a chance of one in ten thousand would make the rest narrow.
        kept = self.values[order][(reached > 1e-4) & (reached - self.probabilities[order] < 1 - 1e-4)]
        if len(self.values) <= 60:
            drawn.vlines(self.values, 0, self.probabilities, **{"color": COLOUR, "linewidth": 3, **style})
        else:
            bins = {"bins": 40, "range": (float(kept.min()), float(kept.max()))}
            drawn.hist(self.values, weights=self.probabilities, **{"color": COLOUR, **bins, **style})
            drawn.set_ylabel("probability (of a bin)")
        margin = 0.05 * float(np.ptp(kept)) if len(kept) > 1 else 0.05
        drawn.set_xlim(float(kept.min()) - margin, float(kept.max()) + margin)
        drawn.set_ylim(bottom=0, top=1.2 * drawn.dataLim.ymax)
        mark(drawn, self.mean, f"mean {self.mean:.4g}")
        return self
