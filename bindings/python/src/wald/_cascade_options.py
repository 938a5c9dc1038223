"""How a cascade is fitted: keyword arguments as the library's options."""

from __future__ import annotations

import ctypes
from ctypes import byref, c_double, c_int64
from typing import Any, Callable, Hashable, Iterable, Sequence, Union

import numpy as np
from numpy.typing import ArrayLike

from ._arrays import integer, name_bytes, setting, unsigned
from ._errors import ArgumentError
from ._handles import Handle, at, set_progress
from ._library import cascade_options_p, check, lib

Order = Union[str, Sequence[int]]
Progress = Callable[[float], object]

SETTINGS = {
    "alpha": 0,
    "threshold": 1,
    "negatives_only": 2,
    "closest": 3,
    "bins": 4,
    "gamma": 5,
    "bin_width": 6,
    "folds": 7,
    "halves": 8,
    "target": 9,
    "confidence": 10,
    "threads": 11,
}

KEYWORDS = ("order", "spend", "costs", *SETTINGS, "seed", "progress")
"""What `Cascade.fit` takes beside names."""


def cascade_options(
    *,
    order: Order | None = None,
    spend: str | None = None,
    costs: ArrayLike | None = None,
    names: Iterable[Hashable] | None = None,
    seed: int | None = None,
    progress: Progress | None = None,
    **settings: Any,
) -> Handle:
    """The options as a handle. Of SETTINGS what is None keeps its default."""
    unknown = settings.keys() - SETTINGS.keys()
    if unknown:
        raise TypeError(f"there is no argument {min(unknown)!r}: there are {', '.join(KEYWORDS)}")
    out = cascade_options_p()
    check(lib.wald_cascade_options_create(byref(out)))
    handle = Handle(out, lib.wald_cascade_options_destroy)
    for name, value in settings.items():
        if value is not None:
            check(lib.wald_cascade_options_set(out, SETTINGS[name], setting(value, name)))
    if isinstance(order, str):
        check(lib.wald_cascade_options_set_order(out, name_bytes(order, "order")))
    elif order is not None:
        models = np.array([integer(model, f"order[{i}]") for i, model in enumerate(order)], np.int64)
        check(lib.wald_cascade_options_set_given_order(out, at(c_int64, models) if len(models) else None, len(models)))
    if spend is not None:
        check(lib.wald_cascade_options_set_spend(out, name_bytes(spend, "spend")))
    if costs is not None:
        each = np.ascontiguousarray(np.asarray(costs, np.float64))
        if each.ndim != 1:
            raise ArgumentError(f"costs has {each.ndim} dimensions: must have 1")
        if not len(each):  # which would ask for the default
            raise ArgumentError("costs has 0 numbers: must have one a model")
        check(lib.wald_cascade_options_set_costs(out, at(c_double, each), len(each)))
    if names is not None:
        texts = [name_bytes(str(name), f"names[{i}]") for i, name in enumerate(names)]
        array = (ctypes.c_char_p * max(len(texts), 1))(*texts)
        check(lib.wald_cascade_options_set_names(out, array, len(texts)))
    if seed is not None:
        check(lib.wald_cascade_options_set_seed(out, unsigned(seed, "seed")))
    set_progress(handle, lib.wald_cascade_options_set_progress, progress)
    return handle
