"""Columns of words as features: one for each level, 1 in the rows that say it, called "column=level"."""

from __future__ import annotations

import math
from typing import Any, Iterable, Literal, Sequence

import numpy as np
from numpy.typing import NDArray

from .._core.arrays import Floats, floats
from .._core.errors import ArgumentError
from .._core.forms import Source, by_name, no_column, shortened

UnknownLevels = Literal["error", "zero"]


def is_frame(x: Any) -> bool:
    return getattr(x, "columns", None) is not None


def has_words(x: Any) -> bool:
    return is_frame(x) and any(_is_of_words(column) for _, column in _columns(x))


def coded(x: Any, names: Sequence[str] | None, unknown: UnknownLevels) -> tuple[NDArray[Any], Source]:
    """Rows by features of a data frame, with the names of the features; those of `names`, where these are given."""
    if unknown not in ("error", "zero"):
        raise ArgumentError(f"unknown_levels is {unknown!r}: must be 'error' or 'zero'")
    known = {str(column) for column in x.columns}
    if names is None and not has_words(x) or names is not None and known.issuperset(names) and not has_words(x):
        return floats(by_name(x, names, "features"), "features")
    wanted = _features_of(x) if names is None else tuple(names)
    numbers, words = _places(wanted, known)
    table = np.zeros((len(x), len(wanted)))
    for name, column in _columns(x):
        if name in numbers:
            table[:, numbers[name]] = _numbers(name, column)
        elif name in words:
            _put_words(table, name, column, words[name], unknown)
    form = "polars" if type(x).__module__.startswith("polars") else "pandas"
    return table, Source(form, getattr(x, "index", None), wanted)


def _columns(x: Any) -> Iterable[tuple[str, Any]]:
    if hasattr(x, "iloc"):
        return [(str(name), x.iloc[:, j]) for j, name in enumerate(x.columns)]
    return [(name, x[name]) for name in x.columns]


def _is_of_words(column: Any) -> bool:
    kind = type(column.dtype).__name__
    if kind in ("CategoricalDtype", "Categorical", "Enum", "String", "StringDtype"):
        return True
    return column.dtype == object and any(isinstance(value, str) for value in column.to_list())


def _is_missing(value: Any) -> bool:
    return value is None or value != value if type(value).__name__ not in ("NAType", "NaTType") else True


def _text(value: Any) -> str:
    """A level: whole numbers are called the same in columns of floats, as they become where one is missing."""
    return str(int(value)) if isinstance(value, float) and math.isfinite(value) and value.is_integer() else str(value)


def _features_of(x: Any) -> tuple[str, ...]:
    """The features that the columns stand for: a column of numbers itself, one of words its levels."""
    out: list[str] = []
    for name, column in _columns(x):
        if not _is_of_words(column):
            out.append(name)
            continue
        categories = getattr(getattr(column, "cat", None), "categories", None)  # of pandas, those that no row has, too
        levels = categories if categories is not None else {v for v in column.to_list() if not _is_missing(v)}
        out += [f"{name}={level}" for level in sorted(map(_text, levels))]
    twice = {name for name in out if out.count(name) > 1} if len(set(out)) < len(out) else None
    if twice:
        raise ArgumentError(f"features has two columns or levels {min(twice)!r}: each must be there once")
    return tuple(out)


def _places(names: Sequence[str], columns: set[str]) -> tuple[dict[str, int], dict[str, dict[str, int]]]:
    """Which feature a column is, or which its levels are. Of "a=b=c" the longest beginning that is a column, and is no
    feature itself, is the column."""
    numbers = {name: j for j, name in enumerate(names) if name in columns}
    words: dict[str, dict[str, int]] = {}
    for j, name in enumerate(names):
        if name in numbers:
            continue
        sign = name.rfind("=")
        while sign > 0 and (name[:sign] not in columns or name[:sign] in numbers):
            sign = name.rfind("=", 0, sign)
        if sign <= 0:
            column, equals, _ = name.partition("=")
            raise no_column("features", column, columns, f" (its feature is {name!r})" if equals else "")
        words.setdefault(name[:sign], {})[name[sign + 1 :]] = j
    return numbers, words


def _numbers(name: str, column: Any) -> Floats:
    try:
        found: Floats = floats(column, f"features[{name!r}]")[0]
        return found
    except TypeError:
        values = [value for value in column.to_list() if isinstance(value, str)]
        if not values:
            raise
        message = f"features[{name!r}] holds {values[0]!r}: must be numbers, as where the learner was fitted"
        raise TypeError(message) from None


def _put_words(table: Floats, name: str, column: Any, levels: dict[str, int], unknown: UnknownLevels) -> None:
    for row, value in enumerate(column.to_list()):
        if _is_missing(value):
            table[row, list(levels.values())] = np.nan
            continue
        place = levels.get(_text(value))
        if place is not None:
            table[row, place] = 1
        elif unknown == "error":
            said = f"features[{name!r}] is {value!r} in row {row}, which no row had that the learner was fitted to"
            hint = ("Dataset(rows, feature_names=learner.feature_names, unknown_levels='zero'), or "
                    "LearnerClassifier(unknown_levels='zero'), takes it for none of them")
            raise ArgumentError(f"{said}: the levels are {shortened(sorted(levels))}; {hint}")


__all__ = ["UnknownLevels", "coded", "has_words", "is_frame"]
