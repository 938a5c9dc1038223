"""What all pictures share: colours, axes, marks with their numbers."""

from __future__ import annotations

import textwrap
from typing import Any

COLOUR, MARKED, OTHER = "#2a6f97", "#c1121f", "#6c757d"
MARKERS = "osD^vPX*"
"""Of curves in one picture, which are then told apart without colours."""
MOST_POINTS = 2000
"""This many points of a curve are drawn at most; the optimum is found among all."""


def axes_of(ax: Any) -> Any:
    if ax is not None:
        return ax
    import matplotlib.pyplot as plt

    return plt.subplots(layout="constrained")[1]


class Display:
    """A picture: draws on `ax`, or on a new figure."""

    ax_: Any
    figure_: Any

    def _on(self, ax: Any, title: str, x: str, y: str) -> Any:
        """The axes to draw on, with a title (unless they have one) and what the axes mean."""
        self.ax_ = axes_of(ax)
        self.figure_ = self.ax_.figure
        if not self.ax_.get_title():
            self.ax_.set_title(wrapped(self.ax_, title), fontsize="medium")
        self.ax_.set_xlabel(x)
        self.ax_.set_ylabel(y)
        return self.ax_


def wrapped(ax: Any, text: str) -> str:
    """A text in lines that are no longer than the axes, of which an inch holds about fourteen letters."""
    inches = ax.get_position().width * ax.figure.get_figwidth()
    return textwrap.fill(text, max(20, int(14 * inches)), break_long_words=False)


def mark(ax: Any, x: float, text: str, *, colour: str = MARKED) -> Any:
    """A vertical line with its number beside it, on the side with more room. Called when the limits are set."""
    low, high = ax.get_xlim()
    right = x > (low + high) / 2
    ax.annotate(text, (x, 1), xycoords=("data", "axes fraction"), xytext=(-4 if right else 4, -4),
                textcoords="offset points", ha="right" if right else "left", va="top", color=colour,
                bbox={"facecolor": "white", "alpha": 0.8, "edgecolor": "none", "pad": 1})
    return ax.axvline(x, color=colour, linewidth=1, linestyle=":")


def legend_of(ax: Any, *, above: bool = False) -> None:
    """Where there is room for it; above the axes where that would hide the picture."""
    if above:
        ax.legend(loc="lower center", bbox_to_anchor=(0.5, 1.08), ncols=2, fontsize="small", frameon=False)
    else:
        ax.legend(loc="best", fontsize="small", framealpha=0.9)
