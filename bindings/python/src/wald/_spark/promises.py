"""Promises over the rows of a data frame: those of one machine, to the bit, in one pass."""

from __future__ import annotations

import math
import re
from typing import Any, Hashable, Iterator

import numpy as np
from pyspark.sql import functions
from pyspark.sql import types as T

from .._core.errors import ArgumentError, WaldError
from .._promises.promise import Promise
from . import frames
from .states import Key, as_batch, coded, first_null, merged

_GROUPS = (T.StringType, T.BooleanType, T.ByteType, T.ShortType, T.IntegerType, T.LongType, T.DateType)
_Names = dict[str, str]


class _State:
    """A promise whose rows lie in two parts: the first one that counts, and the others. Merging them forgets what depends on
    the order of rows, which would be kept if one partition had all rows."""

    def __init__(self, first: Promise, rest: Promise) -> None:
        self._first, self._rest = first, rest

    @classmethod
    def from_bytes(cls, state: bytes) -> _State:
        first = Promise.load(state)
        return cls(first, first.copy().clear())

    def to_bytes(self) -> bytes:
        return self._first.copy().merge(self._rest).save(binary=True)

    def merge(self, other: _State) -> _State:
        self._first.merge(other._first).merge(other._rest)
        return self

    def whole(self) -> Promise:
        return self._first.copy().merge(self._rest)

    def feed(self, rows: dict[str, Any], places: Any) -> None:
        n, begin = len(places), 0
        if self._first.n_rows == 0:
            weighed = np.flatnonzero(rows["weights"] > 0) if "weights" in rows else np.arange(min(n, 1))
            begin = int(weighed[0]) + 1 if weighed.size else n
        for promise, which in ((self._first, slice(begin)), (self._rest, slice(begin, n))):
            try:
                promise.feed(**{name: values[which] for name, values in rows.items()})
            except WaldError as error:
                at = re.sub(r"\[(\d+)\]", lambda found: f"[{places[which][int(found[1])]}]", str(error), count=1)
                raise type(error)(at, error.status) from None


class _Feed:
    """What a task does: rows in, states as bytes out. `names`: of the columns, by what `Promise.feed` calls them."""

    def __init__(self, empty: bytes, names: _Names, by: str | None) -> None:
        self._empty, self._names, self._by = empty, names, by

    def __call__(self, batches: Iterator[Any]) -> Iterator[Any]:
        from pyspark import TaskContext

        context = TaskContext.get()
        part = 0 if context is None else context.partitionId()
        held: dict[Key, _State] = {}
        kind, row = None, 0
        for batch in batches:
            if self._by is not None:
                kind = batch.schema.field(len(self._names)).type
            try:
                self._feed(batch, row, held)
            except WaldError as error:
                raise frames.placed(error, self._names["flagged"]) from None
            row += batch.num_rows
        if held:
            yield as_batch(held, part, kind)

    def _feed(self, batch: Any, row: int, held: dict[Key, _State]) -> None:
        rows: dict[str, Any] = {}
        for column, (argument, name) in zip(batch.columns, self._names.items()):
            if column.null_count and argument != "labels":
                raise ArgumentError(f"row {row + first_null(column)} of {name!r} is null: only labels may be missing")
            rows[argument] = column.to_numpy(zero_copy_only=False)  # what is null is NaN
        if self._by is None:
            self._of(0, held).feed(rows, row + np.arange(batch.num_rows))
            return
        for name, which in coded(batch.column(len(self._names)), self._by, row):
            self._of(name, held).feed({argument: values[which] for argument, values in rows.items()}, row + which)

    def _of(self, key: Key, held: dict[Key, _State]) -> _State:
        if key not in held:
            held[key] = _State.from_bytes(self._empty)
        return held[key]


def feed_promise(
    frame: Any,
    promise: Promise,
    *,
    flagged: str = "flagged",
    label: str | None = "label",
    label_probability: str | None = None,
    weight: str | None = None,
    segment: str | None = None,
    by: str | None = None,
) -> Any:
    """Adds the rows of a frame to a promise, in one pass: the result has the same bits for any partitions.

    Rows of a frame have no order, so a fall is found in all rows so far, not in recent ones: feed a day or a week at a time,
    and keep `promise.save()` between.

    Parameters
    ----------
    frame : pyspark.sql.DataFrame
    promise : Promise
        Without `average_run`. It stays as it is.
    flagged : str
        The column of what was flagged: 1 and 0, or true and false.
    label : str, optional
        The column of labels: 1 and 0, or true and false; null if a label is not known. None: no row has one.
    label_probability, weight : str, optional
        Columns of numbers, as for `Promise.feed`.
    segment : str, optional
        A column of whole numbers in [0, n_segments), for a promise of segments, whose evidence is corrected for their number.
    by : str, optional
        A column of names: each has a promise of its own, not corrected for their number.

    Returns
    -------
    Promise
        With all rows; a dict of promises with `by`.
    """
    if not isinstance(promise, Promise):
        raise TypeError(f"promise must be a Promise: found {type(promise).__name__}")
    if not math.isnan(promise.average_run):
        raise ArgumentError(f"average_run is {promise.average_run:g}: must not be set, since rows of a frame have no order")
    given = {"flagged": (flagged, "flagged", True), "labels": (label, "label", True),
             "label_probabilities": (label_probability, "label_probability", False), "weights": (weight, "weight", False),
             "segments": (segment, "segment", False)}
    names, columns = {}, []
    for argument, (name, option, truths) in given.items():
        if name is not None:
            names[argument] = name
            columns.append(frames.numbers(frame, option, name, truths=truths).alias(argument))
    key_type: Any = T.IntegerType()
    if by is not None:
        key_type = frames.type_of(frame, "by", by)
        if not isinstance(key_type, _GROUPS):
            raise TypeError(f"by is {by!r}: must hold names, whole numbers, truths or days, not {key_type.simpleString()}")
        columns.append(frames.column(by).alias("by"))
    empty = promise.copy().clear()
    states = merged(frame.select(*columns), _Feed(empty.save(binary=True), names, by), "one" if by is None else "segments",
                    key_type, _State)
    found: dict[Hashable, Promise] = {key: promise.copy().merge(state.whole()) for key, state in states.items()}
    return found if by is not None else found.get(0, promise.copy())
