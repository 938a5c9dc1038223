"""Ownership of the library's objects, and reading what they know."""

from __future__ import annotations

import ctypes
import threading
import time
import weakref
from contextlib import contextmanager
from ctypes import byref, c_char_p, c_double, c_int64, c_void_p
from typing import Any, Iterator, TypeVar

import numpy as np
from numpy.typing import NDArray

from .errors import ArgumentError
from .library import check, lib
from .rows import FACTS


class Handle:
    """Owns one object of the library, which is destroyed when the last reference to this goes.

    A running call holds a reference, so that ``close()`` in another thread cannot pull the object from under it.
    """

    __slots__ = ("pointer", "keep", "__weakref__")

    def __init__(self, pointer: Any, keep: object = None) -> None:
        self.pointer = pointer
        self.keep = keep  # what the object refers to, such as a callback
        # Not at exit: what still runs then may still use the object, and the process gives its memory back anyway.
        weakref.finalize(self, lib.wald_destroy, pointer).atexit = False


_Closable = TypeVar("_Closable", bound="Closable")
_Fed = TypeVar("_Fed", bound="Fed")
_Mergeable = TypeVar("_Mergeable", bound="Mergeable")


class Closable:
    """A public object with a handle: close() twice is fine, use after close raises, ``with`` closes.

    A subclass says what it is called, and what the library calls it.
    """

    __slots__ = ("_handle",)
    _noun = "object"
    _object = ""
    _handle: Handle | None

    @classmethod
    def _owning(cls: type[_Closable], pointer: Any) -> _Closable:
        """An object that has the library's."""
        made = cls.__new__(cls)
        made._handle = Handle(pointer)
        return made

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

    # ---- Reading ---------------------------------------------------------------------------------

    def _begin(self) -> Handle:
        """Begins reading: the caller ends it."""
        return self._open()

    def _end(self) -> None:
        """Ends reading."""

    @contextmanager
    def _reading(self) -> Iterator[Handle]:
        handle = self._begin()
        try:
            yield handle
        finally:
            self._end()

    def _read(self, function: Any, *arguments: Any) -> None:
        with self._reading() as handle:
            check(function(handle.pointer, *arguments))

    def _fact(self, name: str) -> Any:
        """A fact of the whole object."""
        fact = FACTS[self._object][name]
        if fact.type != "number":
            with self._reading() as handle:
                found: Any = (list_of if fact.type == "numbers" else text_of)(handle.pointer, fact.value)
            return found.astype(np.int64) if fact.type == "numbers" and fact.kind == "integer" else found
        value = c_double()
        self._read(lib.wald_number, fact.value, 0, byref(value))
        return value.value


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

    @contextmanager
    def writing(self) -> Iterator[None]:
        me = threading.get_ident()
        if me in self._readers:
            raise ArgumentError(
                f"{self._noun} is in use by the call that this callback belongs to: it cannot be changed"
            )
        with self._lock:
            self._writing = True
            try:
                while self._readers:
                    time.sleep(0.0001)
                yield
            finally:
                self._writing = False


class Fed(Closable):
    """A public object that is fed, and may be read by many threads together; feeding waits for them."""

    __slots__ = ("_gate",)
    _gate: Gate

    def _hold(self, pointer: Any) -> None:
        self._handle = Handle(pointer)
        self._gate = Gate(self._noun)

    def _begin(self) -> Handle:
        handle = self._open()
        self._gate.begin_read()
        return handle

    def _end(self) -> None:
        self._gate.end_read()

    def _write(self, function: Any, *arguments: Any) -> None:
        handle = self._open()
        with self._gate.writing():
            check(function(handle.pointer, *arguments))

    def copy(self: _Fed) -> _Fed:
        """An object of its own that holds the same."""
        raise NotImplementedError

    def __copy__(self: _Fed) -> _Fed:
        return self.copy()

    def __deepcopy__(self: _Fed, memo: object) -> _Fed:
        return self.copy()


class Mergeable(Fed):
    """A public object that is fed in parts, which may be merged. A subclass says what its names are of, where it has
    any."""

    __slots__ = ()
    _pointer: Any = None  # the type of the library's pointer to such an object
    _named = ""

    def copy(self: _Mergeable) -> _Mergeable:
        """An object of its own that holds the same."""
        out = self._pointer()
        self._read(lib.wald_copy, byref(out))
        made = type(self).__new__(type(self))
        slots: tuple[str, ...] = self.__slots__
        for name in slots:
            setattr(made, name, getattr(self, name))
        made._hold(out)
        return made

    def clear(self: _Mergeable) -> _Mergeable:
        """Back to empty, keeping the memory. Returns itself."""
        self._write(lib.wald_clear)
        return self

    def merge(self: _Mergeable, other: _Mergeable) -> _Mergeable:
        """Adds what another one of the same shape holds; the result does not depend on the order. Returns itself."""
        if not isinstance(other, type(self)):
            raise TypeError(f"other must be {type(self).__name__}: found {other!r}")
        mine, theirs = getattr(self, "names", None), getattr(other, "names", None)
        if mine is not None and theirs is not None and mine != theirs:
            raise ArgumentError(f"other has the {self._named} {list(theirs)}: must have {list(mine)}")
        # A copy: `other` may be this one, or be merging this one in another thread, which would wait for each other.
        held = other.copy()._open()
        self._write(lib.wald_merge, held.pointer)
        if mine is None and theirs is not None:
            self.names: Any = theirs
        return self


# ---- What functions give -------------------------------------------------------------------------


def address(array: Any) -> int:
    found: int = array.__array_interface__["data"][0]
    return found


def at(ctype: Any, array: Any) -> Any:
    """The address of an array as a pointer of its own type; NULL if it is empty."""
    return byref(ctype.from_address(address(array))) if array.size else None


def bytes_of(function: Any, *arguments: Any) -> bytes:
    """The bytes of a function that ends in (buffer, capacity, needed)."""
    needed = c_int64()
    check(function(*arguments, None, 0, byref(needed)))
    buffer = np.empty(max(needed.value, 1), np.uint8)
    check(function(*arguments, buffer.ctypes.data_as(c_char_p), needed.value, byref(needed)))
    return buffer.data[: needed.value].tobytes()


def saved(pointer: Any, binary: bool) -> Any:
    """What an object is saved as: a text, or bytes."""
    state = bytes_of(lib.wald_save, pointer, binary)
    return state if binary else state.decode()


def filled(function: Any, *arguments: Any) -> NDArray[np.float64]:
    """The numbers of a function that ends in (out, capacity, needed)."""
    needed = c_int64()
    check(function(*arguments, None, 0, byref(needed)))
    out = np.empty(needed.value)
    if out.size:
        check(function(*arguments, at(c_double, out), needed.value, byref(needed)))
    return out


def frozen(array: Any) -> Any:
    array.flags.writeable = False
    return array


_NUMBERS = {object_: [(name, fact.value, fact.per) for name, fact in facts.items() if fact.type == "number"]
            for object_, facts in FACTS.items()}
_NAMES = {object_: tuple(name for name, _, _ in listed) for object_, listed in _NUMBERS.items()}
_ROOM = {object_: c_double * len(names) for object_, names in _NAMES.items()}
_EVERY_NUMBER = 0


def values_of(object_: str, pointer: Any, item: int = 0) -> tuple[float, ...]:
    """Every fact that is one number, in the order of FACTS."""
    values = _ROOM[object_]()
    check(lib.wald_numbers(pointer, _EVERY_NUMBER, item, values, len(values), None))
    return tuple(values)


def numbers_of(object_: str, pointer: Any, item: int = 0, per: str | None = None) -> dict[str, float]:
    """Every fact that is one number, by its name; or those that there is one of for each of what `per` names."""
    if per is None:
        return dict(zip(_NAMES[object_], values_of(object_, pointer, item)))
    value = c_double()
    out = {}
    for name, fact, its in _NUMBERS[object_]:
        if its == per:
            check(lib.wald_number(pointer, fact, item, byref(value)))
            out[name] = value.value
    return out


def list_of(pointer: Any, fact: int, item: int = 0) -> NDArray[np.float64]:
    """One list of numbers."""
    return filled(lib.wald_numbers, pointer, fact, item)


def arrays_of(object_: str, pointer: Any, item: int = 0) -> dict[str, NDArray[np.float64]]:
    """Every fact that is a list of numbers, by its name."""
    kept = {name: fact.value for name, fact in FACTS[object_].items() if fact.type == "numbers"}
    return {name: list_of(pointer, value, item) for name, value in kept.items()}


def items_of(object_: str, pointer: Any, per: str) -> dict[str, NDArray[np.float64]]:
    """The numbers of every item that `per` names, by the names of the facts."""
    kept = {name: fact.value for name, fact in FACTS[object_].items() if fact.per == per}
    return {name: list_of(pointer, value) for name, value in kept.items()}


def text_of(pointer: Any, fact: int, item: int = 0) -> str:
    """One text, of an item."""
    value = c_char_p()
    check(lib.wald_text(pointer, fact, item, byref(value)))
    return (value.value or b"").decode("utf-8", "replace")


def texts_of(pointer: Any, fact: int, n: float) -> tuple[str, ...]:
    """One text of each of `n` items."""
    return tuple(text_of(pointer, fact, item) for item in range(int(n)))
