"""Pictures of promises that are watched: the metric with its limits over time, and the evidence."""

from __future__ import annotations

import math
from typing import Any, Sequence

import numpy as np

from .._core.arrays import Floats
from .._core.errors import ArgumentError
from .._promises.promise import Promise
from .axes import COLOUR, MARKED, OTHER, Display, legend_of, mark

PARTS = 100


class PromiseDisplay(Display):
    """A promise over the rows that were fed: its metric with limits that hold at all times, and the evidence against it.

    Attributes
    ----------
    promise : Promise
        After all rows.
    positions : ndarray of shape (n_looks,)
        The number of rows at each look.
    values, lows, highs, evidence : ndarray of shape (n_looks,)
    ax_, figure_ : matplotlib objects
        After `plot`.
    """

    def __init__(self, promise: Promise, positions: Sequence[float], looks: Sequence[tuple[float, ...]]) -> None:
        self.promise = promise
        self.positions: Floats = np.asarray(positions, np.float64)
        self.values, self.lows, self.highs, self.evidence = np.reshape(np.asarray(looks, np.float64), (-1, 4)).T

    @classmethod
    def from_rows(
        cls, promise: Promise, flagged: Any, labels: Any = None, *, parts: int = PARTS, ax: Any = None, **rows: Any
    ) -> PromiseDisplay:
        """Feeds rows part by part, looks at the promise after each, and draws the metric over the evidence.

        Parameters
        ----------
        promise : Promise
            It has all rows afterwards.
        flagged, labels, **rows
            As for `Promise.feed`.
        parts : int
            How often to look.
        ax : matplotlib axes, optional
            For the metric alone. Default: a new figure with both.
        """
        if not isinstance(promise, Promise):
            raise TypeError(f"promise must be a Promise: found {type(promise).__name__}")
        n = len(flagged)
        if n == 0 or parts < 1:
            raise ArgumentError(f"flagged has {n} rows and parts is {parts}: must be at least 1")
        each = {name: np.asarray(values) for name, values in {"labels": labels, **rows}.items() if values is not None}
        flags = np.asarray(flagged)
        positions, looks = [], []
        for part in np.array_split(np.arange(n), min(parts, n)):
            promise.feed(flags[part], **{name: values[part] for name, values in each.items()})
            positions.append(promise.n_rows)
            looks.append((promise.value, promise.low, promise.high, promise.evidence))
        made = cls(promise, positions, looks)
        if ax is not None:
            return made.plot(ax=ax)
        import matplotlib.pyplot as plt

        _, (above, below) = plt.subplots(2, 1, sharex=True, layout="constrained", figsize=(6.4, 6.4), height_ratios=(2, 1))
        made.plot_evidence(ax=below)
        made.plot(ax=above)
        above.set_xlabel("")
        return made

    def _alarm(self, text: bool) -> None:
        since, at = self.promise.broken_since, self.promise.broken_at
        # Times of rows need not be their numbers.
        if math.isnan(at) or not self.positions[0] <= at + 1 <= self.positions[-1] + 1:
            return
        if since < at:
            self.ax_.axvspan(since, at, color=MARKED, alpha=0.12, linewidth=0)
        self.alarm_ = mark(self.ax_, at, f"broken since about {since:.6g}" if text else "")

    def plot(self, *, ax: Any = None, **style: Any) -> PromiseDisplay:
        """Draws the metric over its limits, the bound, and where the promise was called broken. Returns itself."""
        drawn = self._on(ax, f"{self.promise.claim}: {self.promise.state}", "rows", self.promise.metric)
        self.band_ = drawn.fill_between(self.positions, self.lows, self.highs, color=COLOUR, alpha=0.2, linewidth=0,
                                        label="limits at all times")
        (self.line_,) = drawn.plot(self.positions, self.values, **{"color": COLOUR, "label": "so far", **style})
        self.bound_ = drawn.axhline(self.promise.bound, color=OTHER, linewidth=1, linestyle="--", label="promised")
        # Limits of the first rows would hide all others.
        shown = len(self.positions) // 10
        ends = np.r_[self.lows[shown:], self.highs[shown:], self.promise.bound]
        margin = 0.1 * (ends.max() - ends.min()) or 0.01
        drawn.set_ylim(ends.min() - margin, ends.max() + margin)
        drawn.set_xlim(0, self.positions[-1])
        self._alarm(True)
        legend_of(drawn)
        return self

    def plot_evidence(self, *, ax: Any = None, **style: Any) -> PromiseDisplay:
        """Draws the evidence that the promise is broken, over all rows; at the dashed line it is enough. Returns itself."""
        drawn = self._on(ax, "evidence over all rows", "rows", "evidence")
        floor = 1e-6
        (self.evidence_line_,) = drawn.plot(self.positions, np.maximum(self.evidence, floor), **{"color": COLOUR, **style})
        drawn.set_yscale("log")
        goal = 1 / self.promise.delta
        self.goal_ = drawn.axhline(goal, color=MARKED, linewidth=1, linestyle="--")
        drawn.set_ylim(floor, max(10 * goal, 2 * self.evidence.max()))
        drawn.set_xlim(0, self.positions[-1])
        self._alarm(False)
        return self


__all__ = ["PromiseDisplay"]
