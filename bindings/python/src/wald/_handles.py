"""Ownership of the library's objects, and calls that may call back into Python."""

from __future__ import annotations

import ctypes
import sys
import threading
import time
import weakref
from typing import Any, Callable, TypeVar

import numpy as np
from numpy.typing import NDArray

from ._errors import ArgumentError
from ._library import check, lib, pending_exception, set_pending, take_pending, wald_progress_function


class Handle:
    """Owns one object of the library, which is destroyed when the last reference to this goes.

    A running call holds a reference, so that ``close()`` in another thread cannot pull the object from under it.
    """

    __slots__ = ("pointer", "keep", "__weakref__")

    def __init__(self, pointer: Any, destroy: Callable[[Any], None], keep: object = None) -> None:
        self.pointer = pointer
        self.keep = keep  # what the object refers to, such as a callback
        # Not at exit: what still runs then may still use the object, and the process gives its memory back anyway.
        weakref.finalize(self, destroy, pointer).atexit = False


_Closable = TypeVar("_Closable", bound="Closable")
_Fed = TypeVar("_Fed", bound="Fed")


class Closable:
    """A public object with a handle: close() twice is fine, use after close raises, ``with`` closes."""

    __slots__ = ("_handle",)
    _noun = "object"
    _handle: Handle | None

    def _open(self) -> Handle:
        handle = self._handle
        if handle is None:
            raise ArgumentError(f"{self._noun} is closed")
        return handle

    def close(self) -> None:
        """Releases the native memory now, rather than when the object is collected. May be called again."""
        self._handle = None

    @property
    def closed(self) -> bool:
        """Whether ``close()`` was called."""
        return self._handle is None

    def __enter__(self: _Closable) -> _Closable:
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()


def fact_property(name: str, meaning: str, kind: type = float) -> Any:
    """A read-only property of an answer that keeps its numbers by name in ``_facts``."""
    return property(lambda self: kind(self._facts[name]), doc=meaning)


def saved_bytes(text: str | bytes) -> bytes:
    """A saved state as the library takes it."""
    if not isinstance(text, (str, bytes)):
        raise TypeError(f"text must be a str: found {type(text).__name__}")
    return text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text


class Gate:
    """Lets many read or one write. Readers pay two list operations, which are atomic, and no lock."""

    __slots__ = ("_noun", "_readers", "_lock", "_writing")

    def __init__(self, noun: str) -> None:
        self._noun = noun
        self._readers: list[int] = []
        self._lock = threading.Lock()
        self._writing = False

    def begin_read(self) -> None:
        me = threading.get_ident()
        within = me in self._readers  # a callback of a read: a writer waits for that read, so this must not wait
        while True:
            self._readers.append(me)
            if within or not self._writing:
                return
            self._readers.remove(me)
            with self._lock:  # the writer's; it calls nothing that waits
                pass

    def end_read(self) -> None:
        self._readers.remove(threading.get_ident())

    def begin_write(self) -> None:
        me = threading.get_ident()
        if me in self._readers:
            raise ArgumentError(
                f"{self._noun} is in use by the call that this callback belongs to: it cannot be changed"
            )
        self._lock.acquire()
        self._writing = True
        while self._readers:
            time.sleep(0.0001)

    def end_write(self) -> None:
        self._writing = False
        self._lock.release()


class Fed(Closable):
    """A public object that is fed, and may be read by many threads together; feeding waits for them."""

    __slots__ = ("_gate",)
    _gate: Gate

    def _hold(self, pointer: Any, destroy: Callable[[Any], None]) -> None:
        self._handle = Handle(pointer, destroy)
        self._gate = Gate(self._noun)

    def _begin(self) -> Handle:
        """Begins reading: the caller ends it."""
        handle = self._open()
        self._gate.begin_read()
        return handle

    def _read(self, function: Any, *arguments: Any) -> None:
        handle = self._begin()
        try:
            check(function(handle.pointer, *arguments))
        finally:
            self._gate.end_read()

    def _write(self, function: Any, *arguments: Any) -> None:
        handle = self._open()
        self._gate.begin_write()
        try:
            check(function(handle.pointer, *arguments))
        finally:
            self._gate.end_write()

    def _filled(self, function: Any) -> NDArray[np.float64]:
        handle = self._begin()
        try:
            return filled(function, handle.pointer)
        finally:
            self._gate.end_read()

    def _saved(self, function: Any) -> str:
        handle = self._begin()
        try:
            return saved_text(function, handle.pointer)
        finally:
            self._gate.end_read()

    def copy(self: _Fed) -> _Fed:
        """An object of its own that holds the same."""
        raise NotImplementedError

    def __copy__(self: _Fed) -> _Fed:
        return self.copy()

    def __deepcopy__(self: _Fed, memo: object) -> _Fed:
        return self.copy()


def saved_text(function: Any, pointer: Any) -> str:
    """The text of a function that ends in (buffer, capacity, needed), `needed` without a terminating 0."""
    needed = ctypes.c_int64()
    check(function(pointer, None, 0, ctypes.byref(needed)))
    buffer = ctypes.create_string_buffer(max(needed.value, 1))
    check(function(pointer, buffer, needed.value, ctypes.byref(needed)))
    return buffer.raw[: needed.value].decode()


def filled(function: Any, *arguments: Any) -> NDArray[np.float64]:
    """The numbers of a function that ends in (out, capacity, needed)."""
    needed = ctypes.c_int64()
    check(function(*arguments, None, 0, ctypes.byref(needed)))
    out = np.empty(needed.value)
    check(function(*arguments, at(ctypes.c_double, out), needed.value, ctypes.byref(needed)))
    return out


# ---- Calls that call back ------------------------------------------------------------------------

# An exception may also be raised where no `except` of a callback can catch it, as it is being entered: an interrupt
# that waited for it, too deep a recursion. ctypes hands those to sys.unraisablehook and gives 0 to C. They are kept
# here, so that the call fails with them in place of answering with a wrong number.

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


def callback_of(progress: Callable[[float], object] | None) -> Any:
    """Of the caller's function; without one, on the main thread, what lets an interrupt end the call; else None."""
    if progress is not None:
        if not callable(progress):
            raise TypeError(f"progress must be callable: found {progress!r}")
        return progress_function(progress)
    return watcher if on_main_thread() else None


def set_progress(handle: Handle, function: Any, progress: Callable[[float], object] | None) -> None:
    """Where options report to, by their C function. The callback is kept with them."""
    callback = handle.keep = callback_of(progress)
    if callback is not None:
        check(function(handle.pointer, callback, None))


# ---- Small conveniences --------------------------------------------------------------------------


def address(array: Any) -> int:
    found: int = array.__array_interface__["data"][0]
    return found


def at(ctype: Any, array: Any) -> Any:
    """The address of an array as a pointer of its own type."""
    return ctypes.byref(ctype.from_address(address(array)))


__all__ = [
    "Closable",
    "Fed",
    "Gate",
    "Handle",
    "address",
    "at",
    "call",
    "callback_of",
    "check",
    "filled",
    "lib",
    "on_main_thread",
    "progress_function",
    "run",
    "set_progress",
    "watcher",
]
