"""A picture of performance that is estimated without labels."""

from __future__ import annotations

from typing import Any

from .axes import COLOUR, Display


class PerformanceDisplay(Display):
    """The metric by chunk with its band, and a value of reference.

    Attributes
    ----------
    performance : Performance
    reference : float or None
    ax_, figure_, line_, band_ : matplotlib objects
        After `plot`.
    """

    def __init__(self, performance: Any, reference: float | None = None) -> None:
        self.performance, self.reference = performance, reference

    def plot(self, ax: Any = None, **style: Any) -> PerformanceDisplay:
        """Draws; `style` is handed to ``ax.plot``."""
        found = self.performance
        ax = self._on(ax, "Performance without labels", "chunk", found.metric)
        places = list(range(found.n_chunks))
        self.band_ = ax.fill_between(places, found.low, found.high, color=COLOUR, alpha=0.2, linewidth=0)
        (self.line_,) = ax.plot(places, found.value, **{"color": COLOUR, "marker": ".", **style})
        if self.reference is not None:
            ax.axhline(self.reference, color="0.4", linestyle="--", linewidth=1)
        if found.n_chunks <= 24:
            ax.set_xticks(places, [str(each) for each in found.chunks], rotation=45 if found.n_chunks > 8 else 0)
        return self
