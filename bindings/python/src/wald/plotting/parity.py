"""A picture of what parity costs."""

from __future__ import annotations

from typing import Any, Literal

from .._core.errors import ArgumentError
from .._thresholds.segment_thresholds import ParityPrice, segment_thresholds
from .axes import COLOUR, Display


class ParityDisplay(Display):
    """The greatest value against the tolerance within which a rate is equal between segments.

    Attributes
    ----------
    price : ParityPrice
    ax_, figure_, line_ : matplotlib objects
        After `plot`.
    """

    def __init__(self, price: ParityPrice) -> None:
        self.price = price

    @classmethod
    def from_scores(
        cls,
        truth: Any,
        scores: Any,
        segments: Any,
        *,
        parity: Literal["tpr", "fpr", "selection_rate", "precision"] = "tpr",
        ax: Any = None,
        style: dict[str, Any] | None = None,
        tolerance: Any = None,
        **settings: Any,
    ) -> ParityDisplay:
        """Chooses thresholds at each tolerance, and draws what they reach.

        Parameters
        ----------
        truth, scores, segments, parity, **settings
            What is asked: see `segment_thresholds`.
        tolerance : array-like, optional
            Two numbers or more; default: 0, 0.01 ... 0.3.
        ax : matplotlib axes, optional
            Default: those of a new figure.
        style : dict, optional
            Handed to ``ax.plot``.
        """
        if tolerance is None:
            tolerance = [i / 100 for i in range(31)]
        price = segment_thresholds(truth, scores, segments, parity=parity, tolerance=list(tolerance), **settings)
        if not isinstance(price, ParityPrice):
            raise ArgumentError(f"tolerance is {tolerance!r}: a curve takes two numbers or more")
        return cls(price).plot(ax=ax, **(style or {}))

    def plot(self, ax: Any = None, **style: Any) -> ParityDisplay:
        """Draws; `style` is handed to ``ax.plot``."""
        price = self.price
        ax = self._on(ax, "The price of parity", f"tolerance: difference of {price.parity.replace('_', ' ')}",
                      "value of the goal")
        (self.line_,) = ax.plot(price.tolerances, price.values, **{"color": COLOUR, "marker": ".", **style})
        return self
