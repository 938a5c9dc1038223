"""Arrays in every form that users hold them in, as addresses with strides. Nothing is copied that need not be."""

from __future__ import annotations

import math
import operator
import sys
from typing import Any, Hashable, Sequence

import numpy as np
from numpy.typing import NDArray

from ._errors import ArgumentError
from ._handles import address

FLOAT64, FLOAT32 = 0, 1
INT64, INT32 = 0, 1
UNDECIDED = 2
"""The cells of an instance that was left undecided, in the masks of decisions made with ``abstain``."""

Mask = NDArray[np.uint8]
Floats = NDArray[np.float64]
Labels = Sequence[Hashable]


class Source:
    """What an input was, so that results can be given in the same form: its kind, and the names of rows and columns."""

    __slots__ = ("form", "index", "columns")

    def __init__(self, form: str = "numpy", index: Any = None, columns: Any = None) -> None:
        self.form = form
        self.index = index
        self.columns = columns

    def __reduce__(self) -> Any:
        return Source, (self.form, self.index, self.columns)

    def labels(self) -> tuple[Hashable, ...] | None:
        """The names of the labels of a table (columns), or of one problem (index)."""
        names = self.columns if self.columns is not None else self.index
        return None if names is None else tuple(names)


PLAIN = Source()


def _pandas() -> Any:
    return sys.modules.get("pandas")


def _polars() -> Any:
    return sys.modules.get("polars")


def is_sparse(x: object) -> bool:
    scipy_sparse = sys.modules.get("scipy.sparse")
    return scipy_sparse is not None and bool(scipy_sparse.issparse(x))


def unwrap(x: Any) -> tuple[Any, Source]:
    """The NumPy array within (as it is, where it is one or a list), and what it was."""
    if isinstance(x, np.ndarray) and not isinstance(x, np.ma.MaskedArray):
        return x, PLAIN
    pandas = _pandas()
    if pandas is not None and isinstance(x, (pandas.DataFrame, pandas.Series)):
        array = x.to_numpy()
        if array.dtype == object:  # nullable columns, or columns of several types
            try:
                array = x.to_numpy(dtype=np.float64, na_value=np.nan)
            except (TypeError, ValueError):
                pass  # the caller says what is wrong with it
        if isinstance(x, pandas.DataFrame):
            return array, Source("pandas", x.index, x.columns)
        return array, Source("pandas", x.index)
    polars = _polars()
    if polars is not None:
        if isinstance(x, polars.DataFrame):
            return x.to_numpy(), Source("polars", None, list(x.columns))
        if isinstance(x, polars.Series):
            return x.to_numpy(), Source("polars")
    if isinstance(x, np.ma.MaskedArray):
        if np.ma.is_masked(x):
            raise TypeError("the array has masked elements: fill them first")
        return np.asarray(x.data), PLAIN
    try:
        return np.asarray(x), PLAIN
    except ValueError:  # rows of several lengths, which the caller refuses as it does all objects
        return np.asarray(None), PLAIN


def floats(x: Any, name: str) -> tuple[NDArray[Any], Source]:
    """An array of float32 or float64 that C can read in place."""
    array, source = unwrap(x)
    kind = array.dtype.char
    if kind in "df" and array.dtype.isnative and array.flags.aligned:
        size = array.itemsize
        if all(stride % size == 0 for stride in array.strides):
            return array, source
        return array.copy(), source
    if array.dtype.kind in "biuf":
        return array.astype(np.float32 if kind == "f" else np.float64), source
    if array.size == 0:
        return array.astype(np.float64), source
    if array.dtype.kind == "O":
        raise TypeError(f"{name} must be numbers: found objects, or rows of several lengths")
    raise TypeError(f"{name} must be numbers: found {array.dtype}")


def float_type(array: NDArray[Any]) -> int:
    return FLOAT32 if array.itemsize == 4 else FLOAT64


def strides_of(array: NDArray[Any]) -> tuple[int, ...]:
    """Counted in elements."""
    size = array.itemsize
    return tuple(stride // size for stride in array.strides)


def vector(x: Any, name: str) -> tuple[NDArray[Any], Source]:
    array, source = floats(x, name)
    if array.ndim != 1:
        raise ArgumentError(f"{name} has {array.ndim} dimensions: must have 1")
    return array, source


def weights_of(
    weights: Any, rows: int, name: str = "weights"
) -> tuple[NDArray[Any] | None, int | None, int, int]:
    """The array (to keep alive), its address, type and stride; of None what C takes for "1 each"."""
    if weights is None:
        return None, None, FLOAT64, 1
    array, _ = vector(weights, name)
    if len(array) != rows:
        raise ArgumentError(f"{name} has {len(array)} elements: there are {rows} rows")
    return array, address(array), float_type(array), array.strides[0] // array.itemsize


# ---- Masks ---------------------------------------------------------------------------------------


def mask(x: Any, name: str, *, undecided: bool = False) -> tuple[Mask, Source]:
    """Zeros and ones as uint8. Those of bool and uint8 are not copied."""
    if is_sparse(x):
        x = x.toarray()
    array, source = unwrap(x)
    kind = array.dtype.kind
    if kind == "b":
        return array.view(np.uint8), source
    if array.dtype == np.uint8:
        return array, source
    if kind not in "iuf":
        if array.size:
            raise TypeError(f"{name} must be a mask of 0 and 1 or of bool: found {array.dtype}")
        return array.astype(np.uint8), source
    wrong = ~((array == 0) | (array == 1) | (array == UNDECIDED if undecided else False))
    if wrong.any():
        where = np.argwhere(wrong)[0]
        value = array[tuple(where)]
        allowed = "0, 1 or 2 (undecided)" if undecided else "0 or 1"
        place = "".join(f"[{i}]" for i in where)
        raise ArgumentError(f"{name}{place} is {value:g}: must be {allowed}")
    return array.astype(np.uint8), source


def mask_vector(x: Any, name: str, *, undecided: bool = False) -> tuple[Mask, Source]:
    array, source = mask(x, name, undecided=undecided)
    if array.ndim != 1:
        raise ArgumentError(f"{name} has {array.ndim} dimensions: must have 1")
    return array, source


# ---- Sparse rows ---------------------------------------------------------------------------------


class Csr:
    """Compressed rows, with both index arrays of one type."""

    __slots__ = ("indptr", "indices", "index_type", "values", "rows", "cols")

    def __init__(self, x: Any, name: str = "probabilities", *, values: bool = True, ordered: bool = False) -> None:
        if x.ndim != 2:
            raise ArgumentError(f"a sparse array has {x.ndim} dimensions: must have 2")
        x = x.tocsr()
        if ordered and not x.has_canonical_format:  # columns ascending, each once
            x = x.copy()
            x.sum_duplicates()
        indptr, indices = x.indptr, x.indices
        if indptr.dtype == indices.dtype == np.int32:
            self.index_type = INT32
        else:
            indptr, indices = indptr.astype(np.int64, copy=False), indices.astype(np.int64, copy=False)
            self.index_type = INT64
        self.indptr, self.indices = np.ascontiguousarray(indptr), np.ascontiguousarray(indices)
        self.values = np.ascontiguousarray(floats(x.data, name)[0]) if values else None
        self.rows, self.cols = map(int, x.shape)


# ---- Scalars -------------------------------------------------------------------------------------


def integer(value: Any, name: str, bits: int = 64) -> int:
    """A whole number that C can hold: ctypes would cut off what is too large without a word."""
    try:
        number = operator.index(value)
    except TypeError:
        raise TypeError(f"{name} must be a whole number: found {value!r}") from None
    if not -(1 << (bits - 1)) <= number < 1 << (bits - 1):
        raise ArgumentError(f"{name} is {number}: must fit in {bits} bits")
    return number


def real(value: Any, name: str) -> float:
    """A number. float() would take text, too."""
    if not isinstance(value, (str, bytes, bytearray)):
        try:
            return float(value)
        except OverflowError:  # a whole number that no double holds
            return math.inf if value > 0 else -math.inf
        except (TypeError, ValueError):
            pass
    raise TypeError(f"{name} must be a number: found {value!r}")


def setting(value: Any, name: str) -> float:
    """A number that is asked for."""
    number = real(value, name)
    if number != number:  # to the library that is a setting that was not made
        raise ArgumentError(f"{name} is nan: must be a number, or None where nothing is asked")
    return number


def unsigned(value: Any, name: str) -> int:
    try:
        number = operator.index(value)
    except TypeError:
        raise TypeError(f"{name} must be a whole number: found {value!r}") from None
    if not 0 <= number < 1 << 64:
        raise ArgumentError(f"{name} is {number}: must lie in [0, 2**64 - 1]")
    return number


def name_bytes(value: Any, name: str) -> bytes:
    """Text for C, which ends it at the first NUL."""
    if not isinstance(value, str):
        raise TypeError(f"{name} must be a str: found {value!r}")
    if "\0" in value:
        raise ArgumentError(f"{name} holds a NUL character")
    return value.encode("utf-8", "surrogatepass")
