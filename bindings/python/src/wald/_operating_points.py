"""The frontier itself: every operating point that no other thresholds beat."""

from __future__ import annotations

import math
from ctypes import byref, c_double, c_int64, c_uint8
from typing import Any, Hashable, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ._arrays import Floats, real
from ._handles import Handle, at, filled
from ._handles import fact_property as _fact
from ._library import check, lib

FRONTIER_FACTS = {
    "exact": 0,
    "quantiles": 1,
    "local_optimum": 2,
    "positives": 3,
    "negatives": 4,
    "pn_area": 5,
    "pn_hull_area": 6,
    "roc_area": 7,
    "roc_hull_area": 8,
    "pr_area": 9,
}


class Areas(NamedTuple):
    """Shares of what a perfect rule reaches, under the steps of a curve or its concave hull. NaN where unknown."""

    pn: float
    """Under TP against FP."""
    pn_hull: float
    roc: float
    """Under recall against the false positive rate."""
    roc_hull: float


class OperatingPoints:
    """The points of a frontier, from (0, 0) up, with their thresholds. Made by `ThresholdFrontier.curve`. Immutable.

    Areas are shares of what a perfect rule reaches: under the steps, that is without randomising, or under the concave
    hull. What hangs on an unknown number of positives is NaN.

    Attributes
    ----------
    tp, fp : ndarray of shape (n_points,)
        Weights that are flagged, ascending.
    on_hull : ndarray of bool of shape (n_points,)
        Whether the point is a vertex of the concave hull.
    thresholds : ndarray of shape (n_points, n_scores)
        Of the method ``"stacked"`` of shape (n_points, 1): of the combined score.
    path : ndarray of shape (n_steps, n_scores)
        The thresholds along the path of the methods ``"path"`` and ``"path-equal"``, from flagging nothing on, those that
        others beat included. Of shape (0, n_scores) for the other methods.
    names : tuple or None
        Of the scores.
    """

    __slots__ = ("_facts", "_handle", "fp", "names", "on_hull", "path", "thresholds", "tp")

    def __init__(
        self,
        handle: Handle,
        tp: Floats,
        fp: Floats,
        on_hull: NDArray[np.bool_],
        thresholds: Floats,
        path: Floats,
        facts: dict[str, float],
        names: tuple[Hashable, ...] | None,
    ) -> None:
        self._handle = handle
        self.tp = tp
        self.fp = fp
        self.on_hull = on_hull
        self.thresholds = thresholds
        self.path = path
        self.names = names
        self._facts = facts
        for array in (tp, fp, on_hull, thresholds, path):
            array.flags.writeable = False

    exact: bool = _fact("exact", "Whether no thresholds at all reach a better point.", bool)
    quantiles: bool = _fact("quantiles", "Whether quantiles stood for all scores of positives.", bool)
    local_optimum: bool = _fact("local_optimum", "Whether the points are local optima.", bool)
    positives: float = _fact("positives", "Weight of all positives.")
    negatives: float = _fact("negatives", "Weight of all negatives.")
    pn_area: float = _fact("pn_area", "Under TP against FP, up to the FP that thresholds can reach.")
    pn_hull_area: float = _fact("pn_hull_area", "The same under the concave hull.")
    roc_area: float = _fact("roc_area", "Under recall against the false positive rate.")
    roc_hull_area: float = _fact("roc_hull_area", "The same under the concave hull.")
    pr_area: float = _fact(
        "pr_area", "Precision times the gain in recall, summed over the points: at least the average precision."
    )

    @property
    def precision(self) -> Floats:
        """Of each point; NaN where nothing is flagged."""
        return _ratio(self.tp, self.tp + self.fp)

    @property
    def recall(self) -> Floats:
        """Of each point; NaN where the number of positives is unknown."""
        return _ratio(self.tp, np.full(len(self), self.positives))

    @property
    def false_positive_rate(self) -> Floats:
        """Of each point; NaN where the number of negatives is unknown."""
        return _ratio(self.fp, np.full(len(self), self.negatives))

    @property
    def f1(self) -> Floats:
        """Of each point; NaN where the number of positives is unknown."""
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
        check(lib.wald_operating_points_partial_areas(self._handle.pointer, limit, *map(byref, out)))
        return Areas(*(area.value for area in out))

    def to_frame(self) -> Any:
        """The points as a pandas DataFrame: thresholds, counts and rates, a point a row."""
        import pandas

        width = self.thresholds.shape[1]
        names = self.names if self.names and len(self.names) == width else [f"score {d}" for d in range(width)]
        columns = {f"threshold {name}": self.thresholds[:, d] for d, name in enumerate(names)}
        for name in ("tp", "fp", "precision", "recall", "false_positive_rate", "f1", "on_hull"):
            columns[name] = getattr(self, name)
        return pandas.DataFrame(columns)

    def __reduce__(self) -> Any:
        raise TypeError("operating points cannot be pickled: pickle the frontier, or what to_frame gives")

    def __repr__(self) -> str:
        areas = [("PN", self.pn_area), ("ROC", self.roc_area), ("PR", self.pr_area)]
        known = ", ".join(f"{name} {area:.6g}" for name, area in areas if not math.isnan(area))
        return f"<OperatingPoints: {len(self)} points, areas {known}>"


def _ratio(numerator: Floats, denominator: Floats) -> Floats:
    out = np.full(len(numerator), np.nan)
    np.divide(numerator, denominator, out=out, where=denominator > 0)
    return out


def read_operating_points(handle: Handle, names: tuple[Hashable, ...] | None) -> OperatingPoints:
    needed, value = c_int64(), c_double()
    check(lib.wald_operating_points_counts(handle.pointer, None, None, None, 0, byref(needed)))
    n = needed.value
    tp, fp, on_hull = np.empty(n), np.empty(n), np.empty(n, np.uint8)
    check(
        lib.wald_operating_points_counts(
            handle.pointer, at(c_double, tp), at(c_double, fp), at(c_uint8, on_hull), n, byref(needed)
        )
    )
    facts = {}
    for name, fact in FRONTIER_FACTS.items():
        check(lib.wald_operating_points_fact(handle.pointer, fact, byref(value)))
        facts[name] = value.value
    thresholds = filled(lib.wald_operating_points_thresholds, handle.pointer).reshape(n, -1)
    path = filled(lib.wald_operating_points_path, handle.pointer).reshape(-1, thresholds.shape[1])
    return OperatingPoints(handle, tp, fp, on_hull == 1, thresholds, path, facts, names)
