"""How a learner is fitted: keyword arguments as the library's options."""

from __future__ import annotations

from ctypes import byref, c_char_p, c_double, c_int64
from typing import Any, Callable, Hashable, Iterable, Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ._arrays import integer, name_bytes, setting, unsigned, vector
from ._errors import ArgumentError
from ._handles import Handle, at, set_progress
from ._library import check, learner_options_p, lib

Progress = Callable[[float], object]

SETTINGS = {
    "folds": 0,
    "threads": 1,
    "at_least": 2,
    "worse_steps": 3,
    "chains": 4,
    "draws": 5,
    "most_nodes": 6,
    "neighbours": 7,
    "trees": 8,
    "max_features": 9,
    "min_leaf": 10,
    "max_depth": 11,
    "gamma": 12,
    "landmarks": 13,
    "exact_rows": 14,
}
METHODS = {
    "scaling": 0,
    "calibration": 1,
    "neighbour_metric": 2,
    "neighbour_weights": 3,
    "neighbour_utility": 4,
    "forest_kind": 5,
    "forest_criterion": 6,
}
LISTS = ("penalties", "mixture_weights", "chain_orders")

FITTING = (*SETTINGS, *METHODS, *LISTS, "seed")
"""What says how to fit, whatever the rows are: what `Learner.fit` takes beside rows, names and progress."""


def learner_options(
    *,
    penalties: ArrayLike | None = None,
    mixture_weights: ArrayLike | None = None,
    chain_orders: Sequence[Sequence[int]] | None = None,
    feature_names: Iterable[Hashable] | None = None,
    label_names: Iterable[Hashable] | None = None,
    seed: int | None = None,
    progress: Progress | None = None,
    **others: Any,
) -> Handle:
    """The options as a handle. Of SETTINGS and METHODS what is None keeps its default."""
    out = learner_options_p()
    check(lib.wald_learner_options_create(byref(out)))
    handle = Handle(out, lib.wald_learner_options_destroy)
    for name, value in others.items():
        if value is None:
            continue
        if name in METHODS:
            check(lib.wald_learner_options_set_method(out, METHODS[name], name_bytes(value, name)))
        else:
            check(lib.wald_learner_options_set(out, SETTINGS[name], setting(value, name)))
    for numbers, name, function in (
        (penalties, "penalties", lib.wald_learner_options_set_penalties),
        (mixture_weights, "mixture_weights", lib.wald_learner_options_set_mixture_weights),
    ):
        if numbers is not None:
            each = np.ascontiguousarray(vector(np.atleast_1d(np.asarray(numbers)), name)[0], np.float64)
            if not len(each):
                raise ArgumentError(f"{name} has 0 numbers: must have at least 1, or be None for the default")
            check(function(out, at(c_double, each), len(each)))
    if chain_orders is not None:
        orders = _orders(chain_orders)
        check(lib.wald_learner_options_set_chain_orders(out, at(c_int64, orders), *orders.shape))
    for names, name, function in (
        (feature_names, "feature_names", lib.wald_learner_options_set_feature_names),
        (label_names, "label_names", lib.wald_learner_options_set_label_names),
    ):
        if names is not None:
            texts = [name_bytes(str(each), f"{name}[{i}]") for i, each in enumerate(names)]
            check(function(out, (c_char_p * max(len(texts), 1))(*texts), len(texts)))
    if seed is not None:
        check(lib.wald_learner_options_set_seed(out, unsigned(seed, "seed")))
    set_progress(handle, lib.wald_learner_options_set_progress, progress)
    return handle


def _orders(orders: Sequence[Sequence[int]]) -> NDArray[np.int64]:
    """Chain by chain."""
    try:
        rows = [
            [integer(label, f"chain_orders[{c}][{i}]") for i, label in enumerate(order)]
            for c, order in enumerate(orders)
        ]
    except TypeError as error:
        raise TypeError(f"chain_orders must be a list of lists of whole numbers, one a chain: {error}") from None
    if not rows or len(set(map(len, rows))) > 1:
        lengths = sorted(set(map(len, rows)))
        raise ArgumentError(
            f"chain_orders has {len(rows)} orders, of lengths {lengths}: must have at least 1, all of one length"
        )
    return np.array(rows, np.int64).reshape(len(rows), len(rows[0]))
