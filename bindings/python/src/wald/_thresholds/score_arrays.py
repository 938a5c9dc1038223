"""Scores and ratings in every form that users hold them in."""

from __future__ import annotations

import math
from typing import Any, Hashable, Literal

import numpy as np
from numpy.typing import NDArray

from .._core.arrays import Mask, floats, found_in, not_binary
from .._core.errors import ArgumentError
from .._core.forms import Source, by_name, unwrap
from .._core.rows import WORDS

Rule = Literal["or", "and"]
RULE_NAMES: dict[int, Any] = {value: name for name, value in WORDS["rule"].items()}

NOT_RATED = math.nan
"""The truth of a row that is not rated. NaN, None and a missing value of pandas or NumPy say the same."""
_NOT_RATED = 2  # of the library
_ALLOWED = "0 or 1, or missing (None, NaN, wald.NOT_RATED) where the row is not rated"


def score_table(x: Any, names: tuple[Hashable, ...] | None, n_scores: int) -> tuple[NDArray[Any], Source]:
    """Rows by scores, as C can read them; of a data frame the columns of these names."""
    array, source = floats(by_name(x, names, "scores"), "scores")
    if array.ndim == 1:
        array = array.reshape(-1, 1) if n_scores == 1 or array.size else array.reshape(0, n_scores)
    if array.ndim != 2:
        raise ArgumentError(f"scores has {array.ndim} dimensions: must have 2, rows by classifiers")
    if array.shape[1] != n_scores:
        raise ArgumentError(f"n_scores is {array.shape[1]}: must be {n_scores}")
    return array, source


def ratings(x: Any, name: str = "truth") -> Mask:
    """0, 1 and the library's number of what is not rated, as uint8. Those of bool and uint8 are not copied."""
    if isinstance(x, np.ma.MaskedArray):
        rated = ratings(x.filled(0), name)
        return np.where(np.ma.getmaskarray(x), np.uint8(_NOT_RATED), rated).astype(np.uint8)
    array: NDArray[Any] = unwrap(x)[0]
    if array.dtype == np.bool_:
        return array.view(np.uint8)
    if array.dtype.kind in "iu" and array.size and array.min() >= 0 and array.max() <= 1:
        return array.astype(np.uint8, copy=False)
    if array.dtype == object or array.dtype.kind not in "biuf":
        array = _numbers(array, name)
    missing = array != array
    wrong = ~((array == 0) | (array == 1) | missing)
    if wrong.any():
        raise not_binary(array, wrong, name, _ALLOWED, "scores")
    return array if array.dtype == np.uint8 else np.where(missing, _NOT_RATED, array).astype(np.uint8)


def truth_of(truth: Any, shape: tuple[int, ...]) -> Mask:
    """Ratings of this shape, which is that of the scores."""
    rated = ratings(truth)
    if rated.shape != shape:
        raise ArgumentError(f"truth has shape {rated.shape}: must be {shape} for these scores")
    return rated


def known_truth(truth: Any, shape: tuple[int, ...]) -> Mask:
    """Ratings of this shape, where every row must have one."""
    rated = truth_of(truth, shape)
    missing = rated.ravel() == _NOT_RATED
    if missing.any():
        place = "".join(f"[{i}]" for i in np.argwhere(rated == _NOT_RATED)[0])
        raise ArgumentError(f"truth{place} is missing: must be 0 or 1; {int(missing.sum())} of {rated.size} are "
                            "missing: leave these rows out")
    return rated


def numbers_of(truth: Any, shape: tuple[int, ...]) -> NDArray[Any] | None:
    """Truth of this shape whose numbers the library reads in place and checks; None if it cannot."""
    array = truth if type(truth) is np.ndarray else unwrap(truth)[0]
    if array.shape != shape or array.dtype.char not in "?lqifd" or not array.dtype.isnative or not array.flags.aligned:
        return None
    if any(stride % array.itemsize for stride in array.strides):
        return None
    return array.view(np.uint8) if array.dtype == np.bool_ else array


def _numbers(array: NDArray[Any], name: str) -> NDArray[np.float64]:
    """Objects as numbers, what is missing (None, NaN, pandas' NA) as NaN."""
    out = np.empty(array.shape)
    for where, value in np.ndenumerate(array):
        missing = value is None or type(value).__name__ in ("NAType", "NaTType")
        try:
            if isinstance(value, str):
                raise TypeError
            out[where] = np.nan if missing else float(value)
        except (TypeError, ValueError):
            raise TypeError(f"{name} must be {_ALLOWED}: {found_in(array, name)}") from None
    return out
