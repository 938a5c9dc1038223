"""What thresholds are to reach, and how they are found: keyword arguments as the library's options."""

from __future__ import annotations

import ctypes
from typing import Any, Callable, Literal

from ._arrays import name_bytes, setting, unsigned
from ._errors import ArgumentError
from ._handles import Handle, set_progress
from ._library import check, lib, threshold_options_p
from ._metric import Metric, as_metric

Rule = Literal["or", "and"]
Goal = Literal["auto", "metric", "net_benefit", "most_tp", "fewest_fp"]
Method = Literal["direct", "path", "path-equal", "analytic", "stacked", "best-single"]
Smoothing = Literal["bagged", "dropout"]
Progress = Callable[[float], object]

RULES = {"or": 0, "and": 1}
RULE_NAMES: dict[int, Rule] = {0: "or", 1: "and"}
GOALS = {"auto": 0, "metric": 1, "net_benefit": 2, "most_tp": 3, "fewest_fp": 4}
SMOOTHINGS = {"none": 0, "bagged": 1, "dropout": 2}
SETTINGS = {
    "cost_ratio": 0,
    "marginal_precision": 1,
    "min_precision": 2,
    "confidence": 3,
    "min_recall": 4,
    "max_fp": 5,
    "max_alerts": 6,
    "positives": 7,
    "bootstrap": 8,
    "bootstrap_cells": 9,
    "level": 10,
    "folds": 11,
    "smoothing_rounds": 12,
    "dropout": 13,
    "grid": 14,
    "baselines": 15,
    "lattice_cells": 16,
    "pair_cells": 17,
    "ascent_levels": 18,
    "threads": 19,
}

KEYWORDS = ("metric", "goal", "method", "smoothing", *SETTINGS, "seed", "progress")
"""What `ThresholdFrontier.choose` takes."""


def one_of(value: object, name: str, known: dict[str, int]) -> int:
    found = known.get(value) if isinstance(value, str) else None
    if found is None:
        raise ArgumentError(f"{name} is {value!r}: must be one of {', '.join(map(repr, known))}")
    return found


def threshold_options(
    *,
    metric: str | Metric | None = None,
    goal: str | None = None,
    method: str | None = None,
    smoothing: str | None = None,
    seed: int | None = None,
    progress: Progress | None = None,
    **settings: Any,
) -> Handle:
    """The options as a handle. Of SETTINGS what is None keeps its default."""
    unknown = settings.keys() - SETTINGS.keys()
    if unknown:
        raise TypeError(f"there is no argument {min(unknown)!r}: there are {', '.join(KEYWORDS)}")
    if settings.get("cost_ratio") is not None and settings.get("marginal_precision") is not None:
        given = settings["marginal_precision"]
        raise ArgumentError(f"marginal_precision is {given}: cost_ratio is given too, and one of them decides")
    out = threshold_options_p()
    check(lib.wald_threshold_options_create(ctypes.byref(out)))
    handle = Handle(out, lib.wald_threshold_options_destroy)
    if goal is not None:
        check(lib.wald_threshold_options_set_goal(out, one_of(goal, "goal", GOALS)))
    if metric is not None:
        held = as_metric(metric)._open()
        check(lib.wald_threshold_options_set_metric(out, held.pointer))
    if method is not None:
        check(lib.wald_threshold_options_set_method(out, name_bytes(method, "method")))
    if smoothing is not None:
        check(lib.wald_threshold_options_set_smoothing(out, one_of(smoothing, "smoothing", SMOOTHINGS)))
    for name, value in settings.items():
        if value is not None:
            check(lib.wald_threshold_options_set(out, SETTINGS[name], _number(name, value)))
    if seed is not None:
        check(lib.wald_threshold_options_set_seed(out, unsigned(seed, "seed")))
    set_progress(handle, lib.wald_threshold_options_set_progress, progress)
    return handle


def _number(name: str, value: Any) -> float:
    if name == "confidence" and value == "point":
        return 0.0
    return setting(value, name)
