"""Passes over bins: each task feeds its rows to states and sends them as bytes, others merge them, the driver merges
the last few and asks for the next pass."""

from __future__ import annotations

from typing import Any, Callable, Hashable, Iterator, Mapping

import numpy as np
from pyspark.sql import functions
from pyspark.sql import types as T

from .._core.errors import ArgumentError, WaldError
from .._thresholds.threshold_pass import ThresholdPass
from . import frames

MOST_BINS = 2_000_000
"""This many bins a task holds, of all its states together (some 240 MB), before it sends them and begins again."""
MOST_MERGING = 32
"""This many tasks merge."""

Key = Hashable
"""0 for one score; the position of a label; the name of a segment."""


class Feed:
    """What a task of a pass does: rows of (score, label, weight[, segment]) in, states as bytes out."""

    def __init__(self, first: bytes, states: Mapping[Key, bytes] | None, form: str, names: tuple[str, ...]) -> None:
        self._first, self._states, self._form, self._names = first, states, form, names

    def __call__(self, batches: Iterator[Any]) -> Iterator[Any]:
        from pyspark import TaskContext

        context = TaskContext.get()
        part = 0 if context is None else context.partitionId()
        held: dict[Key, ThresholdPass] = {}
        kind, row = None, 0
        for batch in batches:
            if kind is None and self._form == "segments":
                kind = batch.schema.field(3).type
            try:
                self._feed(batch, row, held)
            except WaldError as error:
                raise frames.placed(error, self._names[0]) from None
            row += batch.num_rows
            if held and sum(each.n_bins for each in held.values()) > MOST_BINS:
                yield as_batch(held, part, kind)
                held = {}
        if held:
            yield as_batch(held, part, kind)

    def _of(self, key: Key, held: dict[Key, ThresholdPass]) -> ThresholdPass | None:
        if key not in held:
            start = self._first if self._states is None else self._states.get(key)
            if start is None:
                return None  # its thresholds are known
            held[key] = ThresholdPass.from_bytes(start)
        return held[key]

    def _feed(self, batch: Any, row: int, held: dict[Key, ThresholdPass]) -> None:
        scores, labels, weights = batch.column(0), batch.column(1), batch.column(2)
        weighed = None
        if len(self._names) > 2 and self._names[2]:
            weighed = self._plain(weights, 2, row)
        if self._form == "labels":
            self._feed_labels(scores, labels, weighed, row, held)
            return
        score, truth = self._plain(scores, 0, row), labels.to_numpy(zero_copy_only=False)
        if self._form == "one":
            state = self._of(0, held)
            if state is not None:
                state.feed(truth, score, weighed)
            return
        for name, which in coded(batch.column(3), self._names[3], row):
            state = self._of(name, held)
            if state is not None:
                state.feed(truth[which], score[which], None if weighed is None else weighed[which])

    def _plain(self, array: Any, place: int, row: int) -> Any:
        if array.null_count:
            raise ArgumentError(f"row {row + first_null(array)} of {self._names[place]!r} is null: must be a number")
        return array.to_numpy()

    def _feed_labels(self, scores: Any, labels: Any, weighed: Any, row: int, held: dict[Key, ThresholdPass]) -> None:
        from ..arrow import _columns

        if not len(scores):
            return
        table = _columns(scores, "scores", row, missing=False)
        if labels.null_count:
            raise ArgumentError(f"row {row + first_null(labels)} of {self._names[1]!r} is null: each row needs labels")
        lengths = np.diff(np.asarray(labels.offsets))
        if (lengths != table.shape[1]).any():
            at = int(np.argmax(lengths != table.shape[1]))
            raise ArgumentError(f"row {row + at} of {self._names[1]!r} has {lengths[at]} labels: must have "
                                f"{table.shape[1]}, as the scores")
        truth = labels.flatten().to_numpy(zero_copy_only=False).reshape(table.shape)  # what is null is NaN
        widths = {key for key in held if isinstance(key, int)}
        if widths and max(widths) + 1 > table.shape[1]:
            raise ArgumentError(f"row {row} has {table.shape[1]} scores: others have {max(widths) + 1}")
        for label in range(table.shape[1]):
            state = self._of(label, held)
            if state is not None:
                state.feed(truth[:, label], table[:, label], weighed)


def first_null(array: Any) -> int:
    return int(np.argmax(array.is_null().to_numpy(zero_copy_only=False)))


def coded(segments: Any, column: str, row: int) -> Iterator[tuple[Any, Any]]:
    """Each name of a column with the places of its rows."""
    if segments.null_count:
        raise ArgumentError(f"row {row + first_null(segments)} of {column!r} is null: must name a segment")
    found = segments.dictionary_encode()
    codes, names = found.indices.to_numpy(), found.dictionary.to_pylist()
    order = np.argsort(codes, kind="stable")
    ends = np.searchsorted(codes[order], np.arange(len(names) + 1))
    for code, name in enumerate(names):
        yield name, order[ends[code]:ends[code + 1]]


def as_batch(held: Mapping[Key, Any], part: int, kind: Any = None) -> Any:
    """States by their keys, as bytes."""
    import pyarrow

    keys = list(held)
    states = [state.to_bytes() for state in held.values()]
    arrays = [pyarrow.array(keys, kind or pyarrow.int32()), pyarrow.array([part] * len(keys), pyarrow.int32()),
              pyarrow.array(states, pyarrow.binary())]
    return pyarrow.RecordBatch.from_arrays(arrays, names=["key", "part", "state"])


class Merge:
    """What a task that merges does: states in, one of each key out."""

    def __init__(self, of: Any) -> None:
        self._of = of

    def __call__(self, batches: Iterator[Any]) -> Iterator[Any]:
        held: dict[Key, Any] = {}
        kind = None
        for batch in batches:
            kind = batch.schema.field(0).type
            for key, state in zip(batch.column(0).to_pylist(), batch.column(2)):
                loaded = self._of.from_bytes(state.as_py())
                held[key] = held[key].merge(loaded) if key in held else loaded
        if held:
            yield as_batch(held, 0, kind)


def merged(frame: Any, feed: Callable[[Iterator[Any]], Iterator[Any]], form: str, key_type: Any,
           of: Any = ThresholdPass) -> dict[Key, Any]:
    """The state of each key, of all rows of a frame. States of one key are merged by up to 32 tasks and the driver,
    those of several by a task for each."""
    schema = T.StructType([T.StructField("key", key_type), T.StructField("part", T.IntegerType()),
                           T.StructField("state", T.BinaryType())])
    tasks = max(1, min(MOST_MERGING, int(frame.sparkSession.conf.get("spark.sql.shuffle.partitions"))))
    states = frame.mapInArrow(feed, schema)
    if form == "one":
        states = states.repartition(tasks, functions.col("part") % tasks)
    else:
        states = states.repartition(tasks, "key")
    found: dict[Key, Any] = {}
    for row in states.mapInArrow(Merge(of), schema).collect():
        loaded = of.from_bytes(bytes(row[2]))
        found[row[0]] = found[row[0]].merge(loaded) if row[0] in found else loaded
    return found
