"""Passes over distributed rows: states that are sent as bytes."""

from __future__ import annotations

from ctypes import byref
from typing import Any, TypeVar

from .handles import Fed, bytes_of
from .library import check, lib
from .rows import OBJECTS

_Pass = TypeVar("_Pass", bound="Pass")


class Pass(Fed):
    """A public object of one pass, which is fed, sent and merged. A subclass says what the library calls it."""

    __slots__ = ()
    _pointer: Any = None  # the type of the library's pointer to such an object

    def merge(self: _Pass, other: _Pass) -> _Pass:
        """Adds the rows of another state of the same pass. Returns itself."""
        if not isinstance(other, type(self)):
            raise TypeError(f"other must be {type(self).__name__}: found {other!r}")
        held = other.copy()._open()  # `other` may be this one, or be merging this one in another thread
        self._write(lib.wald_merge, held.pointer)
        return self

    def to_bytes(self) -> bytes:
        """All of it as bytes, the same for every order of feeding and merging; an answer is not among them: `next`
        gives it again."""
        with self._reading() as handle:
            return bytes_of(lib.wald_save, handle.pointer, True)

    @classmethod
    def from_bytes(cls: type[_Pass], state: bytes) -> _Pass:
        """Reads what `to_bytes` gave, here or in another language.

        Raises
        ------
        FormatError
            For any other bytes; the message says what is wrong with them.
        """
        raw, out, made = bytes(state), cls._pointer(), cls.__new__(cls)
        check(lib.wald_load(OBJECTS[cls._object], raw, len(raw), byref(out)))
        made._hold(out)
        return made

    def copy(self: _Pass) -> _Pass:
        """An object of its own that holds the same."""
        return self.from_bytes(self.to_bytes())

    def __reduce__(self) -> Any:
        return type(self).from_bytes, (self.to_bytes(),)
