"""Saving objects and loading them: as text or in binary, or in files."""

from __future__ import annotations

import os
import re
from ctypes import byref
from typing import Any, Literal, TypeVar, Union, overload

from .errors import FormatError
from .handles import Closable, saved
from .library import check, lib
from .rows import OBJECTS

Path = Union[str, "os.PathLike[str]"]
_Saved = TypeVar("_Saved", bound="Saved")

_FILE_NAME = re.compile(r'[^\n{}\[\]"<>]{1,4096}')
_WITH_SUFFIX = re.compile(r'[^\n{}\[\]"<>]{0,4090}[^\s/\\]\.[A-Za-z]\w{0,15}')


class Saved:
    """A public object that the library saves as text and loads again. A subclass says what the library calls it."""

    __slots__ = ()
    _object = ""
    _pointer: Any = None  # the type of the library's pointer to such an object

    @overload
    def save(self, path: Path | None = None, *, binary: Literal[False] = False) -> str: ...
    @overload
    def save(self, path: Path | None = None, *, binary: Literal[True]) -> bytes: ...
    def save(self, path: Path | None = None, *, binary: bool = False) -> str | bytes:
        """The object as text (JSON, versioned) or in binary; every language loads both.

        Parameters
        ----------
        path : str or path-like, optional
            A file to write it to, whole or not at all: a file of that name is replaced at the end.
        binary : bool
            In binary: smaller and faster, with a checksum. A sample takes 8 bytes per score, in the order of feeding.

        Returns
        -------
        str or bytes
        """
        with self._reading() as handle:  # type: ignore[attr-defined]
            state: str | bytes = saved(handle.pointer, binary)
        if path is not None:
            write_whole(path, state)
        return state

    @classmethod
    def load(cls: type[_Saved], text: str | bytes | Path) -> _Saved:
        """Reads what `save` gave or wrote: the text or the bytes, or a file by its path (as a str: with a suffix).

        Raises
        ------
        FormatError
            For anything else; the message says what is wrong with it.
        """
        made: _Saved = cls._of(cls._loaded(text))
        return made

    @classmethod
    def _of(cls, pointer: Any) -> Any:
        raise NotImplementedError

    @classmethod
    def _loaded(cls, text: Any) -> Any:
        """The library's object of what `save` gave or wrote."""
        raw, out = text_of_file(text), cls._pointer()
        try:
            check(lib.wald_load(OBJECTS[cls._object], raw, len(raw), byref(out)))
        except FormatError as error:
            if isinstance(text, str) and _FILE_NAME.fullmatch(text):
                hint = "this looks like a file name, which is taken with a suffix (.json) or as a pathlib.Path"
                raise FormatError(f"{error}; {hint}") from None
            raise
        return out

    def __copy__(self) -> Any:
        return type(self).load(self.save(binary=True))

    def __deepcopy__(self, memo: object) -> Any:
        return self.__copy__()

    def __reduce__(self) -> Any:
        return type(self).load, (self.save(binary=True),)


class Fitted(Closable, Saved):
    """A public object that is fitted or loaded, and never changes."""

    __slots__ = ()

    def __init__(self) -> None:
        name = type(self).__name__
        raise TypeError(f"{self._noun}s are made by {name}.fit, or read by {name}.load")

    def __setattr__(self, name: str, value: object) -> None:
        if name != "_handle":
            raise AttributeError(f"{self._noun}s are immutable")
        object.__setattr__(self, name, value)

    @classmethod
    def _of(cls, pointer: Any) -> Any:
        return cls._owning(pointer)

    def _take(self, **facts: Any) -> None:
        """Sets attributes, once."""
        for name, each in facts.items():
            object.__setattr__(self, name, each)


def write_whole(path: Path, state: str | bytes) -> None:
    """Writes a file so that no reader ever sees a part of it, and no failure leaves one."""
    target = os.path.realpath(os.fspath(path))
    beside = f"{target}.{os.urandom(6).hex()}.part"
    try:
        with open(beside, "xb") as file:
            file.write(state.encode() if isinstance(state, str) else state)
            file.flush()
            os.fsync(file.fileno())
        os.replace(beside, target)
    except BaseException:
        if os.path.exists(beside):
            os.remove(beside)
        raise


def text_of_file(text: Any) -> bytes:
    """A saved state as the library takes it, from text or from the file that a path names."""
    if isinstance(text, os.PathLike) or isinstance(text, str) and _WITH_SUFFIX.fullmatch(text):
        with open(text, "rb") as file:
            return file.read()
    if isinstance(text, bytes):
        return text
    if not isinstance(text, str):
        raise TypeError(f"text must be a str, or the path of a file: found {type(text).__name__}")
    return text.encode("utf-8", "surrogatepass")
