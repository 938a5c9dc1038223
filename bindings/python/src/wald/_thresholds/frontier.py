"""The frontier itself: every operating point that no other thresholds beat."""

from __future__ import annotations

import math
from ctypes import byref, c_double
from typing import Any, Hashable, NamedTuple

import numpy as np

from .._core.arrays import Floats, real
from .._core.facts import FrontierFacts
from .._core.forms import data_frame
from .._core.handles import Handle, arrays_of, frozen, numbers_of
from .._core.library import check, lib


class Areas(NamedTuple):
    """Shares of what a perfect rule reaches, under the steps of a curve or its concave hull. NaN if unknown."""

    pn: float
    """Under TP against FP."""
    pn_hull: float
    roc: float
    """Under recall against the false positive rate."""
    roc_hull: float


class Frontier(FrontierFacts):
    """The points of a frontier, from (0, 0) up, with their thresholds. Made by `Sample.frontier`. Immutable.

    Areas are shares of what a perfect rule reaches: under the steps, that is without randomising, or under the concave
    hull. What depends on an unknown number of positives is NaN.

    Attributes
    ----------
    thresholds : ndarray of shape (n_points, n_scores)
        Of the method ``"stacked"`` of shape (n_points, 1): of the combined score.
    path : ndarray of shape (n_steps, n_scores)
        The thresholds along the path of the methods ``"path"`` and ``"path-equal"``, from flagging nothing on, those
        that others beat included. Of shape (0, n_scores) for the other methods.
    names : tuple or None
        Of the scores.
    """

    __slots__ = ("_facts", "_handle", "names", "path", "thresholds")

    def __init__(
        self,
        handle: Handle,
        facts: dict[str, Any],
        thresholds: Floats,
        path: Floats,
        names: tuple[Hashable, ...] | None,
    ) -> None:
        self._handle = handle
        self._facts = facts
        self.thresholds: Floats = frozen(thresholds)
        self.path: Floats = frozen(path)
        self.names = names

    def _fact(self, name: str) -> Any:
        return self._facts[name]

    @property
    def precision(self) -> Floats:
        """Of each point; NaN if nothing is flagged."""
        return _ratio(self.tp, self.tp + self.fp)

    @property
    def recall(self) -> Floats:
        """Of each point; NaN if the number of positives is unknown."""
        return _ratio(self.tp, np.full(len(self), self.positives))

    @property
    def false_positive_rate(self) -> Floats:
        """Of each point; NaN if the number of negatives is unknown."""
        return _ratio(self.fp, np.full(len(self), self.negatives))

    @property
    def f1(self) -> Floats:
        """Of each point; NaN if the number of positives is unknown."""
        return _ratio(2 * self.tp, self.positives + self.tp + self.fp)

    def __len__(self) -> int:
        return len(self.tp)

    def partial_areas(self, max_fp: float) -> Areas:
        """The areas for FP from 0 to max_fp alone: what a budget leaves of the curves.

        Parameters
        ----------
        max_fp : float
            Above 0, at most the weight of the rated negatives.
        """
        out = [c_double() for _ in Areas._fields]
        limit = real(max_fp, "max_fp")
        check(lib.wald_frontier_partial_areas(self._handle.pointer, limit, *map(byref, out)))
        return Areas(*(area.value for area in out))

    def to_frame(self) -> Any:
        """The points as a pandas DataFrame: thresholds, counts and rates, one point per row."""
        width = self.thresholds.shape[1]
        names = self.names if self.names and len(self.names) == width else [f"score {d}" for d in range(width)]
        columns = {f"threshold {name}": self.thresholds[:, d] for d, name in enumerate(names)}
        for name in ("tp", "fp", "precision", "recall", "false_positive_rate", "f1", "on_hull"):
            columns[name] = getattr(self, name)
        return data_frame(columns)

    def __reduce__(self) -> Any:
        raise TypeError("a frontier cannot be pickled: pickle the sample, or what to_frame gives")

    def __repr__(self) -> str:
        areas = [("PN", self.pn_area), ("ROC", self.roc_area), ("PR", self.pr_area)]
        known = ", ".join(f"{name} {area:.6g}" for name, area in areas if not math.isnan(area))
        return f"<Frontier: {len(self)} points, areas {known}>"


def _ratio(numerator: Floats, denominator: Floats) -> Floats:
    out = np.full(len(numerator), np.nan)
    np.divide(numerator, denominator, out=out, where=denominator > 0)
    return out


def read_frontier(handle: Handle, names: tuple[Hashable, ...] | None) -> Frontier:
    facts: dict[str, Any] = {**numbers_of("frontier", handle.pointer)}
    arrays = arrays_of("frontier", handle.pointer)
    n = len(arrays["tp"])
    thresholds = arrays.pop("thresholds").reshape(n, -1)
    path = arrays.pop("path").reshape(-1, thresholds.shape[1])
    facts.update({name: frozen(array) for name, array in arrays.items()}, on_hull=frozen(arrays["on_hull"] == 1))
    return Frontier(handle, facts, thresholds, path, names)
