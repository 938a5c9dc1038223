"""Arrow arrays in and out.

>>> import pyarrow
>>> import wald.arrow
>>> wald.arrow.decide(pyarrow.array([[0.9, 0.4, 0.1], [0.2, 0.3, 0.3]]), "f1").to_pylist()[0]["labels"]
[0]

Columns are arrays or chunked arrays of pyarrow, or what speaks the Arrow PyCapsule interface, such as a column of Polars
or a relation of DuckDB. Numbers are read where they are: lists of float64 or float32 that are all of one length (of the
types fixed-size list, list or large list, sliced or not) and plain columns are not copied. Answers are arrays of
pyarrow, a chunk for each chunk of the input.

Needs pyarrow: ``pip install 'wald[arrow]'``.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Callable, Iterable, Iterator, Sequence, cast

import numpy as np
from numpy.typing import NDArray

try:
    import pyarrow
except ModuleNotFoundError as error:
    if error.name != "pyarrow":
        raise
    raise ImportError("wald.arrow needs pyarrow, which is not installed: pip install 'wald[arrow]'") from error

from ._cascades.cascade import Cascade
from ._core.arrays import UNDECIDED, table_view, view
from ._core.calls import call
from ._core.errors import ArgumentError, WaldError
from ._core.forms import PLAIN, shortened
from ._core.handles import at
from ._core.library import lib
from ._core.metric import Metric, as_metric
from ._core.options import Kind, pointer, table_kind, take_exactly, takes
from ._decisions.decision import NUMBERS, Decisions, borrow_decision
from ._decisions.functions import table_options, warn_of
from ._learners.calibration import Calibration
from ._thresholds.abstention_zone import AbstentionZone
from ._thresholds.class_multipliers import ClassMultipliers
from ._thresholds.label_thresholds import LabelThresholds
from ._thresholds.segment_thresholds import SegmentThresholds
from ._thresholds.thresholds import Thresholds

if TYPE_CHECKING:
    from ctypes import c_double

    from typing_extensions import Unpack

    from ._core.keywords import DecisionOptions
else:
    from ctypes import c_double

__all__ = ["apply", "apply_trees", "decide"]

_OF_TABLES = ("average", "per_row", "label_weights")
_FACTS = ("expected", "bound")
_MOST = 2**31 - 1
"""This many elements have the lists of a chunk whose offsets are of 32 bits."""

# ---- Taking ---------------------------------------------------------------------------------------


def _chunks(column: Any, name: str) -> tuple[list[Any], bool]:
    """The arrays of a column, and whether it is one of several."""
    if isinstance(column, (pyarrow.Table, pyarrow.RecordBatch)):
        batches = column.to_batches() if isinstance(column, pyarrow.Table) else [column]
        return [batch.to_struct_array() for batch in batches], isinstance(column, pyarrow.Table)
    if not isinstance(column, (pyarrow.Array, pyarrow.ChunkedArray)):
        if hasattr(column, "__arrow_c_stream__"):
            column = pyarrow.chunked_array(column)
        elif hasattr(column, "__arrow_c_array__"):
            column = pyarrow.array(column)
        else:
            raise TypeError(f"{name} must be an array of Arrow: found {type(column).__name__}")
    if isinstance(column, pyarrow.ChunkedArray):
        return [_stored(chunk) for chunk in column.chunks], True
    return [_stored(column)], False


def _stored(array: Any) -> Any:
    return array.storage if isinstance(array, pyarrow.ExtensionArray) else array


def _result(arrays: list[Any], chunked: bool, kind: Any) -> Any:
    return pyarrow.chunked_array(arrays, kind) if chunked else arrays[0]


def _first_null(array: Any) -> int:
    return int(np.argmax(np.asarray(array.is_null())))


def _numbers(array: Any, name: str) -> NDArray[Any]:
    """Numbers without nulls, in place where they are float64 or float32."""
    kind = array.type
    if not (pyarrow.types.is_floating(kind) or pyarrow.types.is_integer(kind) or pyarrow.types.is_decimal(kind)):
        raise TypeError(f"{name} must be numbers: found {kind}")
    if not (pyarrow.types.is_float64(kind) or pyarrow.types.is_float32(kind)):
        array = array.cast(pyarrow.float64(), safe=False)
    found: NDArray[Any] = array.to_numpy(zero_copy_only=True)
    return found


def _is_list(kind: Any) -> bool:
    return bool(pyarrow.types.is_list(kind) or pyarrow.types.is_large_list(kind))


class _Lists:
    """A column of lists of numbers: all of them one behind the other, and where each begins."""

    __slots__ = ("values", "offsets", "width", "rows")
    values: NDArray[Any]
    offsets: NDArray[Any] | None  # None if all lists have `width` numbers
    width: int
    rows: int

    def __init__(self, array: Any, name: str, first_row: int) -> None:
        kind = array.type
        fixed = pyarrow.types.is_fixed_size_list(kind)
        if not fixed and not _is_list(kind):
            raise TypeError(f"{name} must be lists of numbers: found {kind}")
        if array.null_count:
            row = first_row + _first_null(array)
            raise ArgumentError(f"{name}[{row}] is null: each row needs a list of numbers")
        self.rows = len(array)
        if fixed:
            self.width, self.offsets = kind.list_size, None
            values = array.values[array.offset * self.width : (array.offset + self.rows) * self.width]
        else:
            offsets = np.asarray(array.offsets)
            lengths = np.diff(offsets)
            self.width = int(lengths[0]) if self.rows else 1
            self.offsets = None if (lengths == self.width).all() else offsets - offsets[0]
            values = array.values[int(offsets[0]) : int(offsets[-1])]
        if values.null_count:
            row, i = self.place(_first_null(values))
            raise ArgumentError(f"{name}[{first_row + row}][{i}] is null: must be a number")
        self.values = _numbers(values, name)

    def place(self, value: int) -> tuple[int, int]:
        """The row of a value, and where it stands in it."""
        if self.offsets is None:
            return divmod(value, self.width)
        row = int(np.searchsorted(self.offsets, value, side="right")) - 1
        return row, value - int(self.offsets[row])

    def tables(self) -> Iterator[tuple[NDArray[np.int64] | None, NDArray[Any]]]:
        """Rows of one length each as a table, with their numbers; None if it has all of them."""
        if self.offsets is None:
            yield None, self.values.reshape(self.rows, self.width)
            return
        lengths = np.diff(self.offsets)
        order = np.argsort(lengths, kind="stable")
        for rows in np.split(order, np.flatnonzero(np.diff(lengths[order])) + 1):
            width = int(lengths[rows[0]])
            yield rows, self.values[self.offsets[rows][:, None] + np.arange(width)]


_PLACE = re.compile(r"\b(probabilities|scores|features)\[(\d+)\]")


def _placed(error: WaldError, row_of: Callable[[int], int]) -> WaldError:
    """The same error, with the number that the row has in the whole column."""
    text = _PLACE.sub(lambda found: f"{found[1]}[{row_of(int(found[2]))}]", str(error))
    return type(error)(text, error.status)


# ---- decide ---------------------------------------------------------------------------------------


@takes("decisions", "decide", but=_OF_TABLES)
def decide(
    probabilities: Any,
    metric: str | Metric,
    *,
    kind: Kind | None = None,
    exactly: int | None = None,
    facts: Sequence[str] = _FACTS,
    **options: Unpack[DecisionOptions],
) -> Any:
    """The optimal prediction of each row of a column of lists.

    Parameters
    ----------
    probabilities : Array or ChunkedArray of lists, or what speaks the Arrow PyCapsule interface
        One list per row, at least one probability in each. Lists may be of several lengths: each is a problem of its
        own, of as many labels. Nulls are refused.
    metric : str or Metric
        What each prediction is judged by; see `wald.metrics`.
    kind : {"independent", "categorical"}, optional
        What rows are: probabilities of independent labels (the default), or of exclusive ones.
    exactly : int, optional
        The number of positives in each row: at_least and at_most in one.
    facts : sequence of str
        What is told of each answer: any number of a `wald.Decision`, by its name.
    <options>

    Returns
    -------
    StructArray, or ChunkedArray of structs
        One struct per row: ``labels``, the positions of the labels chosen (a list of int32, ascending; null if the
        row is left undecided), and the facts asked for, ``expected`` and ``bound`` by default.

    Raises
    ------
    ArgumentError
        A list or a number is null, or no probability: the text says in which row and at which position.

    Examples
    --------
    >>> import pyarrow
    >>> decide(pyarrow.array([[0.9, 0.4, 0.1]]), "f1", facts=["k"]).to_pylist()
    [{'labels': [0], 'k': 1}]
    """
    asked = cast("dict[str, Any]", options)
    for name in _OF_TABLES:
        if asked.get(name) is not None:
            raise ArgumentError(f"{name} is {asked[name]!r}: a column of Arrow is decided row by row")
    for fact in facts:
        if fact not in NUMBERS:
            raise ArgumentError(f"facts holds {fact!r}: must be of {', '.join(NUMBERS)}")
    take_exactly(exactly, asked)
    chosen, number = as_metric(metric), table_kind(kind)
    arrays, chunked = _chunks(probabilities, "probabilities")
    # Of one type for all chunks.
    large = any(len(array) * getattr(array.type, "list_size", 0) > _MOST or pyarrow.types.is_large_list(array.type)
                and len(array.values) > _MOST for array in arrays)
    made, row = [], 0
    for array in arrays:
        lists = _Lists(array, "probabilities", row)
        made.append(_decide_lists(lists, row, chosen, number, asked, facts, large))
        row += len(array)
    if made or not chunked:
        return _result(made, chunked, None)
    return pyarrow.chunked_array([], _answer_type(facts))


def _decide_lists(lists: _Lists, first_row: int, metric: Metric, kind: int, asked: dict[str, Any],
                  facts: Sequence[str], large: bool) -> Any:
    if not lists.rows:
        return pyarrow.array([], _answer_type(facts))
    counts = np.zeros(lists.rows + 1, np.int64)
    abstained = np.zeros(lists.rows, np.bool_)
    numbers = {fact: np.empty(lists.rows) for fact in facts}
    parts = []
    for rows, table in lists.tables():
        def row_of(i: int, rows: NDArray[np.int64] | None = rows) -> int:
            return first_row + (i if rows is None else int(rows[i]))

        if not table.shape[1]:
            raise ArgumentError(f"probabilities[{row_of(0)}] is empty: must have at least 1 probability")
        try:
            answers = _decide_table(table, metric, kind, asked)
        except WaldError as error:
            raise _placed(error, row_of) from None
        indptr, items = answers._rows()
        where: Any = slice(None) if rows is None else rows
        counts[1:][where] = np.diff(indptr)
        abstained[where] = answers.abstained
        for fact, to in numbers.items():
            to[where] = getattr(answers, fact) if fact != "k_lowest" and fact != "k_highest" else answers._fact(fact)
        parts.append((rows, indptr, items))
    offsets = np.cumsum(counts)
    chosen = np.empty(int(offsets[-1]), np.int32)
    for rows, indptr, items in parts:
        if rows is None:
            chosen[:] = items
        else:  # each item at the begin of its row, and as far behind it as it is from the begin of its answer
            chosen[np.repeat(offsets[rows] - indptr[:-1], np.diff(indptr)) + np.arange(len(items))] = items
    of, offset_type = (pyarrow.LargeListArray, np.int64) if large else (pyarrow.ListArray, np.int32)
    undecided = pyarrow.array(abstained) if abstained.any() else None
    labels = of.from_arrays(pyarrow.array(offsets.astype(offset_type)), pyarrow.array(chosen), mask=undecided)
    columns = [pyarrow.array(to.astype(_type_of(fact), copy=False)) for fact, to in numbers.items()]
    return pyarrow.StructArray.from_arrays([labels, *columns], ["labels", *facts])


def _decide_table(table: NDArray[Any], metric: Metric, kind: int, asked: dict[str, Any]) -> Decisions:
    handle, decision = metric._open(), borrow_decision()
    options, average = table_options(metric, {**asked, "average": "instance"}, (table.shape[0], table.shape[1]))
    expected = np.empty(len(table))
    call(lib.wald_decide_table, handle.pointer, kind, table_view(view(table)), pointer(options), None,
         at(c_double, expected), decision.pointer)
    result = Decisions(decision, average, (table.shape[0], table.shape[1]), PLAIN, None, expected)
    warn_of(result, metric)
    return result


def _type_of(fact: str) -> Any:
    if fact in ("abstained", "warned"):
        return np.bool_
    return np.int32 if fact in ("k", "k_lowest", "k_highest") else np.float64


def _answer_type(facts: Iterable[str]) -> Any:
    fields = [(fact, pyarrow.from_numpy_dtype(_type_of(fact))) for fact in facts]
    return pyarrow.struct([("labels", pyarrow.list_(pyarrow.int32())), *fields])


# ---- Columns of scores and features ---------------------------------------------------------------


class _Column:
    """One of the columns of a struct, as much of a series as is read of one."""

    def __init__(self, name: str, array: Any) -> None:
        self.name = name
        self._array = array
        numeric = not pyarrow.types.is_dictionary(array.type) and (
            pyarrow.types.is_floating(array.type) or pyarrow.types.is_integer(array.type)
            or pyarrow.types.is_boolean(array.type) or pyarrow.types.is_null(array.type))
        self.dtype = np.dtype(np.float64 if numeric else object)

    def to_list(self) -> list[Any]:
        found: list[Any] = self._array.to_pylist()
        return found

    def __array__(self, dtype: Any = None, copy: Any = None) -> NDArray[Any]:
        """What is null is NaN."""
        if self.dtype == object:
            raise TypeError(f"column {self.name!r} must be numbers: found {self._array.type}")
        numbers: NDArray[Any] = self._array.cast(pyarrow.float64(), safe=False).to_numpy(zero_copy_only=False)
        return numbers


class _Frame:
    """The columns of a struct by their names."""

    def __init__(self, array: Any) -> None:
        self.columns = [field.name for field in array.type]
        self.shape = (len(array), len(self.columns))
        self._columns = dict(zip(self.columns, array.flatten()))
        self._length = len(array)

    def __getitem__(self, which: Any) -> Any:
        if isinstance(which, str):
            return _Column(which, self._columns[which])
        kept = pyarrow.StructArray.from_arrays([self._columns[name] for name in which], list(which))
        return _Frame(kept)

    def __array__(self, dtype: Any = None, copy: Any = None) -> NDArray[Any]:
        if not self.columns:
            return np.empty((self._length, 0))
        return np.column_stack([np.asarray(self[name]) for name in self.columns])


def _columns(array: Any, name: str, first_row: int, *, missing: bool) -> Any:
    """Rows by columns of a chunk: of a struct with names; of lists of one length, or of plain numbers, without. What is
    null is NaN if it may be missing, else refused."""
    if pyarrow.types.is_struct(array.type):
        if array.null_count:
            raise ArgumentError(f"{name}[{first_row + _first_null(array)}] is null: each row needs columns")
        if not missing:
            for field, column in zip(array.type, array.flatten()):
                if column.null_count:
                    row = first_row + _first_null(column)
                    raise ArgumentError(f"{name}[{row}][{field.name!r}] is null: must be a number")
        return _Frame(array)
    if pyarrow.types.is_fixed_size_list(array.type) or _is_list(array.type):
        lists = _Lists(array, name, first_row)
        if lists.offsets is not None:
            row = int(np.argmax(np.diff(lists.offsets) != lists.width))
            found = int(np.diff(lists.offsets)[row])
            raise ArgumentError(f"{name}[{first_row + row}] has {found} numbers: must have {lists.width}, as others")
        return lists.values.reshape(lists.rows, lists.width)
    if array.null_count:
        raise ArgumentError(f"{name}[{first_row + _first_null(array)}] is null: must be a number")
    return _numbers(array, name)


def _flags(flags: NDArray[np.uint8]) -> Any:
    """1 and 0 as true and false, what is undecided as null."""
    return pyarrow.array(flags == 1, mask=flags == UNDECIDED)


def _labels(chosen: NDArray[np.uint8]) -> Any:
    rows, items = np.nonzero(chosen)
    offsets = np.zeros(len(chosen) + 1, np.int64)
    np.cumsum(np.bincount(rows, minlength=len(chosen)), out=offsets[1:])
    return pyarrow.ListArray.from_arrays(pyarrow.array(offsets.astype(np.int32)), pyarrow.array(items.astype(np.int32)))


def _stops(answer: Any) -> Any:
    """A row that left early has no sum, so null; one of several classes has a list of them."""
    decisions, counts = (pyarrow.array(np.asarray(each)) for each in (answer.decisions, answer.counts))
    sums = np.asarray(answer.sums)
    left = np.isnan(sums.reshape(len(sums), -1)).any(axis=1)
    if sums.ndim == 1:
        found = pyarrow.array(sums, mask=left)
    else:
        width = sums.shape[1]
        found = pyarrow.FixedSizeListArray.from_arrays(pyarrow.array(sums.ravel()), width, mask=pyarrow.array(left))
    return pyarrow.StructArray.from_arrays([decisions, counts, found], fields=list(_stops_type(sums.shape[1:])))


def _stops_type(classes: tuple[int, ...]) -> Any:
    kind = pyarrow.float64()
    return pyarrow.struct([("decision", pyarrow.int32()), ("count", pyarrow.int32()),
                           ("sum", pyarrow.list_(kind, classes[0]) if classes else kind)])


def _stops_of(cascade: Cascade) -> Any:
    return _stops_type((cascade.n_classes,) if cascade.n_classes > 1 else ())


def _calibrated(calibration: Calibration, values: Any) -> Any:
    return calibration.apply(**{calibration.input: values})


# By type: what gives the answers of a chunk, what makes an array of them, and its type, where that is known without any.
_APPLIED: dict[type, tuple[Callable[..., Any], Callable[[Any], Any], Any]] = {
    Thresholds: (Thresholds.apply, _flags, pyarrow.bool_()),
    SegmentThresholds: (SegmentThresholds.apply, _flags, pyarrow.bool_()),
    AbstentionZone: (AbstentionZone.apply, _flags, pyarrow.bool_()),
    LabelThresholds: (LabelThresholds.apply, lambda frame: _labels(np.asarray(frame)), pyarrow.list_(pyarrow.int32())),
    ClassMultipliers: (ClassMultipliers.apply, pyarrow.array, None),
    Calibration: (_calibrated, pyarrow.array, pyarrow.float64()),
    Cascade: (Cascade.apply, _stops, None),
}


def apply(fitted: Any, scores: Any, segments: Any = None) -> Any:
    """What thresholds, a calibration or a cascade make of a column of scores.

    Parameters
    ----------
    fitted : Thresholds, SegmentThresholds, AbstentionZone, LabelThresholds, ClassMultipliers, Calibration or Cascade
    scores : Array, ChunkedArray, RecordBatch or Table, or what speaks the Arrow PyCapsule interface
        Numbers for one score per row, or probabilities for a calibration that was fitted to them; for several lists of
        one length, or a column each, which go by their names where
        `fitted` has some. No nulls.
    segments : Array or ChunkedArray, optional
        Of `SegmentThresholds`: the segment of each row.

    Returns
    -------
    Array, or ChunkedArray
        Of thresholds whether each row is flagged (bool; null if a zone leaves it undecided), of label thresholds the
        positions of the labels (a list of int32), of multipliers the class, of a calibration the probability, of a
        cascade structs of ``decision``, ``count``, how many models ran, and ``sum``, that of their scores (a
        list of several classes' sums), null if not all were.
    """
    found = _APPLIED.get(type(fitted))
    if found is None:
        raise TypeError(f"fitted must be {shortened((one.__name__ for one in _APPLIED), 8, str)}: "
                        f"found {type(fitted).__name__}")
    function, array_of, kind = found
    arrays, chunked = _chunks(scores, "scores")
    named: list[Any] = []
    if segments is not None:
        if not isinstance(fitted, SegmentThresholds):
            raise ArgumentError(f"segments is given: {type(fitted).__name__} has none")
        named = [name for part in _chunks(segments, "segments")[0] for name in part.to_pylist()]
        if len(named) != sum(map(len, arrays)):
            raise ArgumentError(f"segments has {len(named)} elements: there are {sum(map(len, arrays))} rows")
    made, row = [], 0
    for array in arrays:
        table = _columns(array, "scores", row, missing=False)
        more = (np.array(named[row : row + len(array)], object),) if segments is not None else ()
        try:
            made.append(array_of(function(fitted, _as_given(fitted, table), *more)))
        except WaldError as error:
            first_row = row
            raise _placed(error, lambda i: first_row + i) from None
        row += len(array)
    return _result(made, chunked, _stops_of(fitted) if isinstance(fitted, Cascade) else kind)


def _as_given(fitted: Any, table: Any) -> Any:
    """One score may come as a table of one column."""
    if isinstance(fitted, (Calibration, SegmentThresholds)):
        array = np.asarray(table)
        if array.ndim == 2 and array.shape[1] == 1:
            return array[:, 0]
        return array
    return table


def apply_trees(cascade: Cascade, features: Any) -> Any:
    """What a cascade that has its trees (`Cascade.bind`) decides of rows of features.

    Parameters
    ----------
    cascade : Cascade
    features : RecordBatch, Table, or an array of structs or of lists of one length
        Columns go by their names, where the cascade has some; words are categories. What is null is missing.

    Returns
    -------
    StructArray, or ChunkedArray of structs
        ``decision``, ``count``, how many trees were walked, and ``sum`` without the base, null if not all were.
    """
    if not isinstance(cascade, Cascade):
        raise TypeError(f"cascade must be a Cascade: found {type(cascade).__name__}")
    arrays, chunked = _chunks(features, "features")
    made, row = [], 0
    for array in arrays:
        table = _columns(array, "features", row, missing=True)
        try:
            made.append(_stops(cascade.apply_trees(table)))
        except WaldError as error:
            first_row = row
            raise _placed(error, lambda i: first_row + i) from None
        row += len(array)
    return _result(made, chunked, _stops_of(cascade))
