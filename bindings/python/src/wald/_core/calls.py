"""Calls that may call back into Python."""

from __future__ import annotations

import sys
import threading
from typing import Any, Callable

from .library import check, pending_exception, set_pending, take_pending
from .progress import Bar
from .table import wald_progress_function

# An exception may also be raised where no `except` of a callback can catch it, as it is being entered: an interrupt
# that waited for it, too deep a recursion. ctypes hands those to sys.unraisablehook and gives 0 to C. They are kept
# here, so that the call fails with them instead of answering with a wrong number.

_hook_lock = threading.Lock()
_hook_users = 0
_hook_before: Callable[[Any], Any] = sys.unraisablehook


def _keep_unraisable(unraisable: Any) -> None:
    about = f"{unraisable.err_msg or ''} {unraisable.object!r}"
    if getattr(_calls, "depth", 0) > 0 and "ctypes callback" in about and pending_exception() is None:
        set_pending(unraisable.exc_value)
    else:
        _hook_before(unraisable)


_calls = threading.local()


def call(function: Callable[..., int], *arguments: Any) -> None:
    """Runs a call that may call back into Python; raises what it failed with, or what a callback raised."""
    global _hook_users, _hook_before
    with _hook_lock:
        if _hook_users == 0:
            _hook_before = sys.unraisablehook
            sys.unraisablehook = _keep_unraisable
        _hook_users += 1
    _calls.depth = getattr(_calls, "depth", 0) + 1
    try:
        set_pending(None)
        result = function(*arguments)
        check(result)
        left = take_pending()
        if left is not None:
            raise left
    finally:
        _calls.depth -= 1
        with _hook_lock:
            _hook_users -= 1
            if _hook_users == 0 and sys.unraisablehook is _keep_unraisable:
                sys.unraisablehook = _hook_before


def run(calls_back: bool, function: Callable[..., int], *arguments: Any) -> None:
    """`call`, or where nothing calls back its short form."""
    if calls_back:
        call(function, *arguments)
    else:
        check(function(*arguments))


def _watch(fraction: float, user: int | None) -> int:
    """Stops a call whose thread has an exception waiting: entering this function is what raises an interrupt."""
    return 0 if pending_exception() is None else 1


watcher: Any = wald_progress_function(_watch)


def progress_function(function: Callable[[float], object]) -> Any:
    """`function` as a callback of C. It cancels by returning False; what it raises ends the call."""

    def report(fraction: float, user: int | None) -> int:
        if pending_exception() is not None:
            return 1
        try:
            return 1 if function(fraction) is False else 0
        except BaseException as error:
            set_pending(error)
            return 1

    return wald_progress_function(report)


def on_main_thread() -> bool:
    """Whether this thread is the one that interrupts reach."""
    return threading.get_ident() == threading.main_thread().ident


def callback_of(progress: Callable[[float], object] | bool | None) -> Any:
    """Of the caller's function, or of a progress bar for True; without one, on the main thread, what lets an interrupt
    end the call; else None."""
    if progress is True:
        progress = Bar()
    if progress is not None and progress is not False:
        if not callable(progress):
            raise TypeError(f"progress must be callable, or True for a progress bar: found {progress!r}")
        return progress_function(progress)
    return watcher if on_main_thread() else None
