"""How to decide: keyword arguments as the library's options."""

from __future__ import annotations

import ctypes
from typing import Any, Callable, Literal

from ._arrays import integer, name_bytes, real, unsigned
from ._errors import ArgumentError
from ._handles import Handle, on_main_thread, set_progress
from ._library import check, lib, options_p

Average = Literal["instance", "macro", "micro"]
Given = Literal["independent", "categorical"]
Progress = Callable[[float], object]

AVERAGES = {"instance": 0, "macro": 1, "micro": 2}
KINDS = {"independent": 0, "categorical": 1, "joint": 2, "counts": 3}
KIND_NAMES = {value: name for name, value in KINDS.items()}


def average_value(average: str) -> int:
    try:
        return AVERAGES[average]
    except (KeyError, TypeError):
        raise ArgumentError(f"average is {average!r}: must be 'instance', 'macro' or 'micro'") from None


def table_kind(given: str | None) -> int:
    """The kind of the rows of a table; the library says which it takes."""
    try:
        return KINDS["independent" if given is None else given]
    except (KeyError, TypeError):
        raise ArgumentError(f"given is {given!r}: must be 'independent' or 'categorical'") from None


def vector_kind(given: str | None) -> int:
    kind = table_kind(given)
    if given in ("joint", "counts"):
        raise ArgumentError(f"given is {given!r}: a vector holds probabilities; use Estimator.{given}")
    return kind


def options(
    *,
    average: str | None = None,
    watch: bool = True,
    at_least: int | None = None,
    at_most: int | None = None,
    exactly: int | None = None,
    abstain: float | None = None,
    algorithm: str | None = None,
    threads: int | None = None,
    seed: int | None = None,
    draws: int | None = None,
    progress: Progress | None = None,
) -> Handle | None:
    """The options as a handle; None where every one is the default.

    With `watch` an interrupt (Ctrl-C) ends the call, which takes a callback.
    """
    if exactly is not None:
        if at_least is not None or at_most is not None:
            raise ArgumentError("exactly cannot be combined with at_least or at_most")
        at_least = at_most = exactly
    watch = watch and progress is None and on_main_thread()
    k = at_least is not None or at_most is not None
    drawn = seed is not None or draws is not None
    others: tuple[object, ...] = (average, abstain, algorithm, threads, progress)
    if not (watch or k or drawn) and all(value is None for value in others):
        return None

    out = options_p()
    check(lib.wald_options_create(ctypes.byref(out)))
    handle = Handle(out, lib.wald_options_destroy)
    if k:
        low = -1 if at_least is None else integer(at_least, "at_least")
        high = -1 if at_most is None else integer(at_most, "at_most")
        check(lib.wald_options_set_k(out, low, high))
    if algorithm is not None:
        check(lib.wald_options_set_algorithm(out, name_bytes(algorithm, "algorithm")))
    if average is not None:
        check(lib.wald_options_set_average(out, average_value(average)))
    if abstain is not None:
        check(lib.wald_options_set_abstain(out, real(abstain, "abstain")))
    if threads is not None:
        check(lib.wald_options_set_threads(out, integer(threads, "threads", 32)))
    if drawn:
        check(
            lib.wald_options_set_draws(
                out, 0 if seed is None else unsigned(seed, "seed"), 10000 if draws is None else integer(draws, "draws")
            )
        )
    if progress is not None or watch:
        set_progress(handle, lib.wald_options_set_progress, progress)
    return handle


HOW = ("at_least", "at_most", "exactly", "abstain", "algorithm", "threads", "seed", "draws", "progress")


def how(arguments: dict[str, Any]) -> dict[str, Any]:
    """Of a function's arguments, ``locals()`` as it begins, those that say how to decide: keywords of `options`."""
    return {name: arguments[name] for name in HOW if name in arguments}


def pointer(handle: Handle | None) -> Any:
    return None if handle is None else handle.pointer
