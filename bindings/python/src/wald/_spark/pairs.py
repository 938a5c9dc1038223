"""Thresholds of two scores. One pass collects the positives' scores, at which alone thresholds need to be looked for;
the next one counts all rows by where they lie among these. Rows that lie alike are flagged alike by every such
thresholds, so that a few counted rows have the answer of all.

A score lies at a level (a positive's score) or between two. With m levels in ascending order its place is 2i + 1 at
level i, and 2i between level i - 1 and level i: below all levels 0, above all 2m.
"""

from __future__ import annotations

import pickle
from ctypes import byref
from typing import Any, Callable, Iterator, Mapping, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from .._core.arrays import one_of, view
from .._core.errors import ArgumentError, WaldError
from .._core.library import check, lib
from .._core.metric import Metric
from .._core.options import pointer
from .._core.rows import WORDS
from .._core.table import thresholds_p
from .._thresholds.threshold_pass import ThresholdPass
from .._thresholds.score_arrays import Rule, truth_of
from .._thresholds.thresholds import Thresholds, read_thresholds, threshold_options
from . import frames
from .states import first_null, as_batch, merged

MOST_POSITIVES = 1 << 15
"""This many different pairs of scores positives may have: thresholds of two scores are for rare events."""
MOST_CELLS = 1 << 22
"""This many places all rows may lie in (some 100 MB on the driver)."""
_BEFORE_COUNTING = 1 << 19
"""This many rows a task holds before it counts equal ones."""
_UNIT = 2.0**-20


class Counted(NamedTuple):
    """Rows that stand for several, ascending: whole numbers that say what they are, and how many there are."""

    keys: NDArray[Any]  # of shape (n, k)
    counts: NDArray[np.int64]


def counted(keys: NDArray[Any], counts: NDArray[np.int64] | None = None) -> Counted:
    """Equal rows as one."""
    if not len(keys):
        return Counted(keys, np.zeros(0, np.int64))
    varying = [column for column in keys.T[::-1] if column.min() != column.max()]
    if varying:
        order = np.lexsort(varying) if len(varying) > 1 else np.argsort(varying[0], kind="stable")
        keys, counts = keys[order], None if counts is None else counts[order]
    first = np.flatnonzero(np.r_[True, (keys[1:] != keys[:-1]).any(axis=1)])
    if counts is None:
        return Counted(keys[first], np.diff(np.r_[first, len(keys)]))
    return Counted(keys[first], np.add.reduceat(counts, first))


def together(a: Counted, b: Counted) -> Counted:
    return counted(np.concatenate([a.keys, b.keys]), np.concatenate([a.counts, b.counts]))


S = TypeVar("S", bound="_State")


class _State:
    """What the tasks of a pass count, and how many rows of each label they saw."""

    def __init__(self, keys: NDArray[Any], most_held: int) -> None:
        self.n_rows = np.zeros(3, np.int64)
        self.rows = Counted(keys, np.zeros(0, np.int64))
        self._held: list[NDArray[Any]] = []
        self._n_held, self._most_held = 0, most_held

    def _hold(self, keys: NDArray[Any]) -> None:
        self._held.append(keys)
        self._n_held += len(keys)
        if self._n_held > self._most_held:
            self.settle()

    def settle(self: S) -> S:
        """Counts what is held."""
        if self._held:
            self.rows = together(self.rows, counted(np.concatenate(self._held)))
            self._held, self._n_held = [], 0
            self._check()
        return self

    def merge(self: S, other: S) -> S:
        self.n_rows += other.n_rows
        self.rows = together(self.rows, other.rows)
        self._check()
        return self

    def _check(self) -> None:
        raise NotImplementedError

    def to_bytes(self) -> bytes:
        return pickle.dumps(self, protocol=5)

    @staticmethod
    def from_bytes(state: bytes) -> Any:
        return pickle.loads(state)


class Positives(_State):
    """Of the first pass: the positives' pairs of scores, with their weights."""

    def __init__(self) -> None:
        super().__init__(np.zeros((0, 3)), MOST_POSITIVES)

    def feed(self, labels: NDArray[Any], scores: NDArray[Any], weights: NDArray[Any]) -> None:
        self.n_rows += np.bincount(labels, minlength=3)
        which = labels == 1
        self._hold(np.column_stack([scores[which], weights[which]]) + 0.0)  # no -0

    def _check(self) -> None:
        n = len(self.rows.counts)
        if n > MOST_POSITIVES:
            raise ArgumentError(f"positives have {n} different pairs of scores or more: must be at most "
                                f"{MOST_POSITIVES} for thresholds of two scores, which are for rare events; draw some "
                                "of the rows for one machine")


class Cells(_State):
    """Of the second pass: how many rows lie where, and the greatest score of each place."""

    def __init__(self, levels: tuple[NDArray[Any], NDArray[Any]]) -> None:
        super().__init__(np.zeros((0, 2), np.int64), _BEFORE_COUNTING)  # by code and weight
        self.levels = levels
        self.greatest = tuple(np.full(2 * len(at) + 1, -np.inf) for at in levels)

    def feed(self, labels: NDArray[Any], scores: NDArray[Any], weights: NDArray[Any]) -> None:
        self.n_rows += np.bincount(labels, minlength=3)
        units = np.rint(weights / _UNIT).astype(np.int64)
        if not units.all():  # those of weight 0 count for nothing
            scores, labels, units = scores[units > 0], labels[units > 0], units[units > 0]
        places = []
        for d, levels in enumerate(self.levels):
            score = scores[:, d]
            at = np.searchsorted(levels, score)
            place = 2 * at + (levels[np.minimum(at, len(levels) - 1)] == score)
            np.maximum.at(self.greatest[d], place, score)
            places.append(place)
        codes = (places[0] * len(self.greatest[1]) + places[1]) * 3 + labels
        self._hold(np.column_stack([codes, units]))

    def merge(self, other: Cells) -> Cells:
        for mine, more in zip(self.greatest, other.greatest):
            np.maximum(mine, more, out=mine)
        return super().merge(other)

    def _check(self) -> None:
        n = len(self.rows.counts)
        if n > MOST_CELLS:
            raise ArgumentError(f"rows lie in {n} places among {len(self.levels[0])} and {len(self.levels[1])} scores "
                                f"of positives, or more: must be at most {MOST_CELLS}; round scores or weights, or "
                                "draw some of the rows for one machine")

    def choose(self, rule: Rule, asked: Any) -> Thresholds:
        """The answer of all rows."""
        keys, counts = self.rows
        places, labels = np.divmod(keys[:, 0], 3)
        where = np.divmod(places, len(self.greatest[1]))
        scores = np.column_stack([greatest[at] for greatest, at in zip(self.greatest, where)])
        labels, weights = labels.astype(np.uint8), keys[:, 1] * _UNIT
        out = thresholds_p()
        check(lib.wald_thresholds_choose(view(labels), view(scores), view(weights), view(counts.astype(np.float64)),
                                         one_of(rule, "rule", WORDS["rule"]), pointer(asked), byref(out)))
        return read_thresholds(out, rule, None)


class PairFeed:
    """What a task of a pass does: rows of (score, score, label, weight) in, a state as bytes out."""

    def __init__(self, start: Callable[[], Any], names: tuple[str, ...]) -> None:
        self._start, self._names = start, names

    def __call__(self, batches: Iterator[Any]) -> Iterator[Any]:
        from pyspark import TaskContext

        context = TaskContext.get()
        part = 0 if context is None else context.partitionId()
        state, row = self._start(), 0
        for batch in batches:
            try:
                scores = np.column_stack([self._numbers(batch.column(d), d, row) for d in range(2)])
                labels = truth_of(batch.column(2).to_numpy(zero_copy_only=False), (len(scores),))
                weights = self._numbers(batch.column(3), 3, row)
                _check_weights(weights, self._names[3], row)
                state.feed(labels, np.minimum(scores, np.finfo(np.float64).max), weights)
            except WaldError as error:
                raise frames.placed(error, self._names[0]) from None
            row += batch.num_rows
        if row:
            yield as_batch({0: state.settle()}, part)

    def _numbers(self, array: Any, place: int, row: int) -> Any:
        if array.null_count:
            raise ArgumentError(f"row {row + first_null(array)} of {self._names[place]!r} is null: must be a number")
        found = array.to_numpy()
        if np.isnan(found).any():
            at = row + int(np.argmax(np.isnan(found)))
            raise ArgumentError(f"row {at} of {self._names[place]!r} is nan: must be a number")
        return found


def _check_weights(weights: NDArray[Any], name: str, row: int) -> None:
    wrong = ~((weights >= _UNIT) & (weights <= 2.0**32) | (weights == 0))
    if wrong.any():
        at = int(np.argmax(wrong))
        raise ArgumentError(f"row {row + at} of {name!r} is {weights[at]:g}: weights must lie in [2^-20, 2^32], or be "
                            "0")


class _Start:
    """The empty state of a pass."""

    def __init__(self, levels: Any = None) -> None:
        self._levels = levels

    def __call__(self) -> Any:
        return Positives() if self._levels is None else Cells(self._levels)


def choose(rows: Any, names: tuple[str, ...], rule: Rule, metric: str | Metric | None, options: Mapping[str, Any],
           tell: Callable[[str], object]) -> Thresholds:
    """The thresholds of a frame of two scores, label and weight; names: theirs."""
    from pyspark.sql import types as T

    one_of(rule, "rule", WORDS["rule"])
    ThresholdPass(metric, **options).close()  # which says what is wrong with them
    asked = threshold_options(metric, options)
    found = merged(rows, PairFeed(_Start(), names), "one", T.IntegerType(), Positives)
    if not found:
        raise ArgumentError("rows is 0: thresholds need at least 1 row")
    positives: Positives = found[0]
    keys = positives.rows.keys[positives.rows.keys[:, 2] > 0]
    if not len(keys):
        raise ArgumentError("positives is 0: no row is labelled 1, and thresholds are chosen at the scores of such "
                            "rows")
    n_rows = int(positives.n_rows.sum())
    tell(f"pass 1: {n_rows} rows, positives have {len(keys)} pairs of scores")
    levels = (np.unique(keys[:, 0]), np.unique(keys[:, 1]))
    found = merged(rows, PairFeed(_Start(levels), names), "one", T.IntegerType(), Cells)
    cells: Cells | None = found.get(0)
    if cells is None or (cells.n_rows != positives.n_rows).any():
        again = 0 if cells is None else int(cells.n_rows.sum())
        raise ArgumentError(f"rows of pass 2 are not those of the pass before: {again}, and there were {n_rows}, or "
                            "with other labels; each pass must have the same rows; persist() the data frame")
    tell(f"pass 2: {n_rows} rows in {len(cells.rows.counts)} places; done")
    return cells.choose(rule, asked)
