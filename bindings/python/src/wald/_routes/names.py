"""Classes and segments as words: the library counts them from 0."""

from __future__ import annotations

from typing import Any, Hashable, Iterable, Tuple

import numpy as np
from numpy.typing import NDArray

from .._core.arrays import is_missing
from .._core.errors import ArgumentError
from .._core.forms import shortened, unwrap

Names = Tuple[Hashable, ...]


def whole(x: Any, name: str, dimensions: int) -> NDArray[Any] | None:
    """Whole numbers as int32 or int64, which C can read in place."""
    if x is None:
        return None
    array, _ = unwrap(x)
    if array.ndim != dimensions:
        raise ArgumentError(f"{name} has {array.ndim} dimensions: must have {dimensions}")
    if array.dtype.kind == "f":
        if not np.all(np.isfinite(array)) or np.any(array != np.floor(array)):
            raise ArgumentError(f"{name} holds numbers that are not whole")
    elif array.dtype.kind not in "biu" and array.size:
        raise TypeError(f"{name} must be whole numbers: found {array.dtype}")
    return array if array.dtype == np.int32 and array.flags.aligned else np.ascontiguousarray(array, np.int64)


def has_words(x: Any) -> bool:
    if x is None:
        return False
    array: NDArray[Any] = np.asarray(unwrap(x)[0])
    return array.dtype.kind in "UT" or array.dtype.kind == "O" and any(isinstance(each, str) for each in array.ravel())


def names_of(names: Iterable[Hashable] | None, what: str) -> Names | None:
    """Names that a user gives: each once."""
    known = None if names is None else tuple(names)
    if known is not None and len(set(known)) < len(known):
        raise ArgumentError(f"{what} has {max(known, key=known.count)!r} twice: must have each name once")
    return known


def with_new(known: Names | None, *given: Any) -> Names | None:
    """The names known, and after them those that are new in arrays of words, sorted."""
    found = {each for x in given if has_words(x) for each in unwrap(x)[0].ravel().tolist() if not is_missing(each)}
    new = found - set(known or ())
    return known if not new else (*(known or ()), *sorted(new, key=str))


def numbered(x: Any, name: str, dimensions: int, known: Names | None, *, missing: bool = True) -> NDArray[Any] | None:
    """The numbers of words, -1 for those that are missing; numbers as they are."""
    if not has_words(x):
        return whole(x, name, dimensions)
    array, _ = unwrap(x)
    if array.ndim != dimensions:
        raise ArgumentError(f"{name} has {array.ndim} dimensions: must have {dimensions}")
    places = {each: place for place, each in enumerate(known or ())}
    out = np.empty(array.shape, np.int64)
    for where, each in np.ndenumerate(array):
        if missing and is_missing(each):
            out[where] = -1
        elif each in places:
            out[where] = places[each]
        else:
            at = "".join(f"[{i}]" for i in where)
            said = str(each) if isinstance(each, str) else each
            raise ArgumentError(f"{name}{at} is {said!r}: must be one of {shortened(known or ())}")
    return out


def joined(mine: Names | None, theirs: Names | None, what: str, other: str = "other") -> Names | None:
    """The names of two that go together: those of one must begin as those of the other."""
    if mine is None or theirs is None:
        return mine or theirs
    longer, shorter = (mine, theirs) if len(mine) >= len(theirs) else (theirs, mine)
    if longer[: len(shorter)] != shorter:
        raise ArgumentError(f"{other} has the {what} {list(theirs)}: must have {list(mine)}; give both by {what}=")
    return longer


__all__ = ["Names", "has_words", "joined", "names_of", "numbered", "whole", "with_new"]
