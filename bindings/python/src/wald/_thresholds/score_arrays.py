"""Scores and ratings in every form that users hold them in."""

from __future__ import annotations

from typing import Any, Hashable, Literal

import numpy as np
from numpy.typing import NDArray

from .._core.arrays import Mask, Source, floats, unwrap
from .._core.errors import ArgumentError
from .._core.rows import WORDS

Rule = Literal["or", "and"]
RULE_NAMES: dict[int, Any] = {value: name for name, value in WORDS["rule"].items()}

NOT_RATED = 2
"""The label of a row that is not rated. NaN, None, a missing value and -1 are taken for it, too."""


def score_table(x: Any, names: tuple[Hashable, ...] | None, n_scores: int) -> tuple[NDArray[Any], Source]:
    """Rows by scores, as C can read them; of a data frame the columns of these names."""
    columns = getattr(x, "columns", None)
    if columns is not None and names is not None:
        missing = [name for name in names if name not in columns]
        if missing:
            raise ArgumentError(f"scores has the columns {list(columns)}: there is no {missing[0]!r}")
        if list(columns) != list(names):
            x = x[list(names)]
    array, source = floats(x, "scores")
    if array.ndim == 1:
        array = array.reshape(-1, 1) if n_scores == 1 or array.size else array.reshape(0, n_scores)
    if array.ndim != 2:
        raise ArgumentError(f"scores has {array.ndim} dimensions: must have 2, rows by classifiers")
    if array.shape[1] != n_scores:
        raise ArgumentError(f"n_scores is {array.shape[1]}: must be {n_scores}")
    return array, source


def ratings(x: Any, name: str = "labels") -> Mask:
    """0, 1 and NOT_RATED as uint8. Those of bool and uint8 are not copied."""
    if isinstance(x, np.ma.MaskedArray):
        rated = ratings(x.filled(0), name)
        return np.where(np.ma.getmaskarray(x), np.uint8(NOT_RATED), rated).astype(np.uint8)
    array: NDArray[Any] = unwrap(x)[0]
    if array.dtype == np.bool_:
        return array.view(np.uint8)
    if array.dtype == np.uint8:
        return array  # the library says which it takes
    if array.dtype == object:
        array = _numbers(array, name)
    if array.dtype.kind not in "biuf":
        if array.size == 0:
            return array.astype(np.uint8)
        raise TypeError(f"{name} must be 0, 1 or missing: found {array.dtype}")
    missing = (array == -1) | (array == NOT_RATED) | (array != array)
    wrong = ~((array == 0) | (array == 1) | missing)
    if wrong.any():
        where = np.argwhere(wrong)[0]
        place = "".join(f"[{i}]" for i in where)
        raise ArgumentError(f"{name}{place} is {array[tuple(where)]:g}: must be 0, 1 or 2 (not rated)")
    return np.where(missing, NOT_RATED, array).astype(np.uint8)


def _numbers(array: NDArray[Any], name: str) -> NDArray[np.float64]:
    """Objects as numbers, what is missing (None, NaN, pandas' NA) as NaN."""
    out = np.empty(array.shape)
    for where, value in np.ndenumerate(array):
        missing = value is None or type(value).__name__ in ("NAType", "NaTType")
        try:
            out[where] = np.nan if missing else float(value)
        except (TypeError, ValueError):
            raise TypeError(f"{name} must be 0, 1 or missing: found {value!r}") from None
    return out
