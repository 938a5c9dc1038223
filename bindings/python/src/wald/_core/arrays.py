"""Arrays in every form that users hold them in, as the library's views. Nothing is copied that need not be."""

from __future__ import annotations

import ctypes
import math
import operator
from typing import Any, Mapping

import numpy as np
from numpy.typing import NDArray

from .errors import ArgumentError
from .forms import Prediction, Source, is_sparse, shortened, unwrap
from .handles import address
from .rows import WORDS
from .table import wald_array, wald_rows, wald_segment_rows, wald_sparse, wald_table

_TYPE = WORDS["type"]
FLOAT64, FLOAT32, INT64, INT32, UINT8 = (_TYPE[name] for name in ("float64", "float32", "int64", "int32", "uint8"))
_BY_CHAR = {"d": FLOAT64, "f": FLOAT32, "l": INT64, "q": INT64, "i": INT32, "B": UINT8}
_ARRAY, _ROWS, _SEGMENT_ROWS, _SPARSE, _TABLE = (
    ctypes.sizeof(each) for each in (wald_array, wald_rows, wald_segment_rows, wald_sparse, wald_table)
)
UNDECIDED = 2
"""A cell of a mask that was left undecided: with its instance (``abstain``), or alone (``abstain_label``)."""

Mask = NDArray[np.uint8]
Floats = NDArray[np.float64]


_OF_LABELS = ("probabilities", "p", "compare", "marginals")
"""The arguments that take probabilities of labels."""


def floats(x: Any, name: str) -> tuple[NDArray[Any], Source]:
    """An array of float32 or float64 that C can read in place."""
    if name in _OF_LABELS and is_list_of_labels(x):
        x = second_columns(x, name)
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
    if source.columns is not None and array.ndim == 2:
        for j, column in enumerate(source.columns):
            words = [value for value in array[:, j].tolist() if isinstance(value, str)]
            if words:
                raise TypeError(f"{name} must be numbers: column {column!r} holds {shortened(sorted(set(words)), 4)}")
    if array.dtype.kind == "O":
        raise TypeError(f"{name} must be numbers: found objects, or rows of several lengths")
    raise TypeError(f"{name} must be numbers: found {array.dtype}")


def is_list_of_labels(x: Any) -> bool:
    """Whether it is what `predict_proba` of scikit-learn's multilabel forests, trees and MultiOutputClassifier gives: a
    list of a table for each label."""
    return isinstance(x, (list, tuple)) and len(x) > 0 and all(
        isinstance(each, np.ndarray) and each.ndim == 2 for each in x)


def second_columns(tables: Any, name: str) -> NDArray[Any]:
    """P(label = 1) by rows and labels, from a table of P(label = 0), P(label = 1) for each label."""
    for j, each in enumerate(tables):
        if each.shape[1] == 1:
            raise ArgumentError(
                f"{name}[{j}] has 1 column: must have 2, P(label = 0) and P(label = 1); label {j} had one class in "
                "training, which the table does not tell: pass a table of P(label = 1), a column for each label")
        if each.shape[1] != 2:
            raise ArgumentError(
                f"{name}[{j}] has {each.shape[1]} columns: must have 2, P(label = 0) and P(label = 1), in a list of a "
                "table for each label")
        if len(each) != len(tables[0]):
            raise ArgumentError(f"{name}[{j}] has {len(each)} rows: {name}[0] has {len(tables[0])}")
    return np.stack([each[:, 1] for each in tables], axis=1)


def table(x: Any, name: str, meant: str = "") -> tuple[NDArray[Any], Source]:
    """Rows by columns, as C can read them in place."""
    array, source = floats(x, name)
    return two_dimensional(array, name, meant), source


def columns(x: Any, name: str) -> tuple[NDArray[Any], Source]:
    """A table, or one column as a vector."""
    array, source = floats(x, name)
    if array.ndim not in (1, 2):
        raise ArgumentError(f"{name} has {array.ndim} dimensions: must have 1 or 2")
    return array, source


def two_dimensional(array: NDArray[Any], name: str, meant: str = "") -> NDArray[Any]:
    if array.ndim != 2:
        raise ArgumentError(f"{name} has {array.ndim} dimensions: must have 2{meant and ', '}{meant}")
    return array


def view(array: NDArray[Any]) -> wald_array:
    """A vector or a table as the library takes it, with the array kept as long."""
    size, strides = array.itemsize, array.strides
    if len(strides) == 1:
        made = wald_array(_ARRAY, address(array), len(array), 1, strides[0] // size, 1, _BY_CHAR[array.dtype.char])
    else:
        rows, columns = array.shape
        down, across = strides[0] // size, strides[1] // size
        made = wald_array(_ARRAY, address(array), rows, columns, down, across, _BY_CHAR[array.dtype.char])
    made.kept = array
    return made


def vector(x: Any, name: str) -> tuple[NDArray[Any], Source]:
    array, source = floats(x, name)
    if array.ndim != 1:
        raise ArgumentError(f"{name} has {array.ndim} dimensions: must have 1")
    return array, source


def pointed(array: wald_array | None) -> Any:
    """A pointer to it, as a member of a structure."""
    return None if array is None else ctypes.pointer(array)


def weights_of(weights: Any, rows: int, name: str = "weights") -> wald_array | None:
    """A number a row; None if each is 1."""
    if weights is None:
        return None
    array, _ = vector(weights, name)
    if len(array) != rows:
        raise ArgumentError(f"{name} has {len(array)} elements: there are {rows} rows")
    return view(array)


# ---- Groups ---------------------------------------------------------------------------------------


def group_numbers(groups: Any) -> NDArray[np.int64]:
    """The groups' own numbers, or where they are no whole numbers the order in which they occur."""
    if not isinstance(groups, (list, tuple)):
        array, _ = unwrap(groups)
        if array.dtype.kind in "iub" and array.ndim == 1:
            return np.ascontiguousarray(array, np.int64)
    places: dict[Any, int] = {}
    names = names_of_rows(groups, "groups")
    for group in names:
        places.setdefault(group, len(places))
    if all(isinstance(group, int) and -(1 << 63) <= group < 1 << 63 for group in places):
        return np.array(names, np.int64)
    return np.array([places[group] for group in names], np.int64)


def names_of_rows(names: Any, name: str) -> list[Any]:
    """A name per row, each as Python has it; none may be missing, for a row without one belongs nowhere."""
    if isinstance(names, np.ma.MaskedArray):
        hidden = np.ma.getmaskarray(names).tolist()
        found = [None if each else value for value, each in zip(names.data.tolist(), hidden)]
    elif isinstance(names, (list, tuple)):  # an array of them would turn numbers, and NaN, into text beside text
        found = [each.item() if isinstance(each, np.generic) else each for each in names]
    else:
        array = np.asarray(names)
        if array.ndim != 1:
            raise ArgumentError(f"{name} has {array.ndim} dimensions: must have 1, a name per row")
        found = array.tolist()
    for i, each in enumerate(found):
        if is_missing(each):
            raise ArgumentError(f"{name}[{i}] is missing: each row needs one")
        if isinstance(each, (list, tuple, dict, set, np.ndarray)):
            raise ArgumentError(f"{name}[{i}] is {each!r}: must be one name")
    return found


def is_missing(value: Any) -> bool:
    try:
        return value is None or bool(value != value)
    except TypeError:  # pandas' NA does not say
        return True


# ---- Masks ---------------------------------------------------------------------------------------


def mask(x: Any, name: str, *, undecided: bool = False, beside: str = "probabilities") -> tuple[Mask, Source]:
    """Zeros and ones as uint8, or the prediction of a decision. Those of bool and uint8 are not copied."""
    if isinstance(x, Prediction):
        x = x._as_prediction()
    if is_sparse(x):
        x = x.toarray()
    array, source = unwrap(x)
    kind = array.dtype.kind
    if kind == "b":
        return array.view(np.uint8), source
    if array.dtype == np.uint8 and (not array.size or array.max() <= (UNDECIDED if undecided else 1)):
        return array, source
    if kind not in "iuf":
        if array.size:
            raise TypeError(f"{name} must be a mask of 0 and 1 or of bool: {found_in(array, name)}")
        return array.astype(np.uint8), source
    wrong = ~((array == 0) | (array == 1) | (array == UNDECIDED if undecided else False))
    if wrong.any():
        raise not_binary(array, wrong, name, "0, 1 or 2 (undecided)" if undecided else "0 or 1", beside)
    return array.astype(np.uint8), source


def not_binary(array: NDArray[Any], wrong: NDArray[np.bool_], name: str, allowed: str, beside: str) -> ArgumentError:
    """Says which value is none of those allowed, which values there are, and what to pass. `beside`: what truth may be
    taken for."""
    where = np.argwhere(wrong)[0]
    place = "".join(f"[{i}]" for i in where)
    values, missing = np.unique(array[array == array]), int(np.count_nonzero(array != array))
    hint = f"; the values are {shortened(values, 6, '{:g}'.format)}"
    if name == "truth" and not np.all(values == np.round(values)):
        hint = f" (are {beside} and truth swapped?){hint}"
    elif missing and "missing" not in allowed:  # a comparison would make negatives of them
        hint += f", and {missing} missing: leave these out first"
    elif missing and len(values) == 2:
        hint += f", and {missing} missing: pass np.where(np.isnan({name}), np.nan, {name} == {values[1]:g})"
    elif len(values) == 2:
        hint += f": pass {name} == {values[1]:g} where {values[1]:g} is the positive one"
    return ArgumentError(f"{name}{place} is {array[tuple(where)]:g}: must be {allowed}{hint}")


def found_in(array: NDArray[Any], name: str) -> str:
    """What an array holds instead of numbers, and what to pass where these are two words."""
    if array.dtype.kind not in "OUST" or not array.size or array.dtype == object and array.ndim == 0:
        return f"found {array.dtype}"
    values = array.ravel()[:1000].tolist()
    words = sorted({str(value) for value in values})
    two_words = len(words) == 2 and all(isinstance(value, str) for value in values)
    hint = f"; pass {name} == {words[-1]!r} where that is the positive one" if two_words else ""
    return f"found {array.dtype}, {shortened(words, 6)}{hint}"


def mask_vector(x: Any, name: str, *, undecided: bool = False, beside: str = "probabilities") -> tuple[Mask, Source]:
    array, source = mask(x, name, undecided=undecided, beside=beside)
    if array.ndim != 1:
        raise ArgumentError(f"{name} has {array.ndim} dimensions: must have 1")
    return array, source


# ---- Sparse rows ---------------------------------------------------------------------------------


def csr(x: Any, name: str = "probabilities", *, values: bool = True, ordered: bool = False) -> wald_sparse:
    """Compressed rows as the library takes them, with both index arrays of one type; `values`: else each is 1."""
    if x.ndim != 2:
        raise ArgumentError(f"a sparse array has {x.ndim} dimensions: must have 2")
    x = x.tocsr()
    if ordered and not x.has_canonical_format:  # columns ascending, each once
        x = x.copy()
        x.sum_duplicates()
    kind = np.int32 if x.indptr.dtype == x.indices.dtype == np.int32 else np.int64
    indptr, indices = (np.ascontiguousarray(each, kind) for each in (x.indptr, x.indices))
    data = np.ascontiguousarray(floats(x.data, name)[0]) if values else None
    made = wald_sparse(_SPARSE, address(indptr), address(indices), None if data is None else address(data),
                       *map(int, x.shape), INT32 if kind is np.int32 else INT64,
                       FLOAT64 if data is None else _BY_CHAR[data.dtype.char])
    made.kept = (indptr, indices, data)
    return made


def rows_view(weights: wald_array | None, groups: wald_array | None) -> wald_rows | None:
    """What rows have besides; None if it is nothing."""
    if weights is None and groups is None:
        return None
    return wald_rows(_ROWS, *(None if each is None else ctypes.pointer(each) for each in (weights, groups)))


def table_view(of: wald_array | wald_sparse) -> wald_table:
    """A view of a table, dense or sparse, for a function that takes either."""
    if isinstance(of, wald_sparse):
        return wald_table(_TABLE, None, ctypes.pointer(of))
    return wald_table(_TABLE, ctypes.pointer(of), None)


def segment_rows_view(n_segments: int, *given: wald_array | None) -> wald_segment_rows:
    """What rows of segments have besides: segments, weights, benefits, costs, limits; each may be None."""
    arrays = (None if each is None else ctypes.pointer(each) for each in given)
    return wald_segment_rows(_SEGMENT_ROWS, n_segments, *arrays)


# ---- Scalars -------------------------------------------------------------------------------------


def integer(value: Any, name: str, bits: int = 64) -> int:
    """A whole number that C can hold: ctypes would cut off what is too large without a word."""
    number = _index(value, name)
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


def unsigned(value: Any, name: str) -> int:
    number = _index(value, name)
    if not 0 <= number < 1 << 64:
        raise ArgumentError(f"{name} is {number}: must lie in [0, 2**64 - 1]")
    return number


def _index(value: Any, name: str) -> int:
    try:
        return operator.index(value)
    except TypeError:
        raise TypeError(f"{name} must be a whole number: found {value!r}") from None


def name_bytes(value: Any, name: str) -> bytes:
    """Text for C, which ends it at the first NUL."""
    if not isinstance(value, str):
        raise TypeError(f"{name} must be a str: found {value!r}")
    if "\0" in value:
        raise ArgumentError(f"{name} holds a NUL character")
    return value.encode("utf-8", "surrogatepass")


def one_of(value: object, name: str, known: Mapping[str, int]) -> int:
    """The number of a word."""
    found = known.get(value) if isinstance(value, str) else None
    if found is None:
        raise ArgumentError(f"{name} is {value!r}: must be one of {', '.join(map(repr, known))}")
    return found
