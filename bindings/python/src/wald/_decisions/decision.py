"""Answers: one decision, and those of a table."""

from __future__ import annotations

import weakref
from ctypes import byref, c_char_p, c_double, c_int64
from typing import Any, Hashable, Iterable, Iterator, Sequence, overload

import numpy as np
from numpy.typing import NDArray

from .._core import html
from .._core.arrays import UNDECIDED, Floats, Mask, integer
from .._core.facts import DecisionFacts, DecisionsFacts
from .._core.forms import Prediction, Source, data_frame
from .._core.handles import Handle, at, frozen
from .._core.library import check, lib
from .._core.rows import FACTS
from .._core.table import decision_p

Ints = NDArray[np.int64]


class Decision(DecisionFacts, Prediction):
    """The optimal prediction for one problem, and what is known of it. Immutable."""

    __slots__ = ("_facts", "_mask", "_n", "_source")
    _facts: tuple[Any, ...]

    def __init__(self, facts: tuple[Any, ...], n: int, source: Source | Sequence[Hashable] | None) -> None:
        self._facts = facts
        self._mask: Mask | None = None
        self._n = n
        self._source = source

    @property
    def mask(self) -> Mask:
        """The prediction, of shape (n,): 1 for a label that is chosen, 0 for one that is not, `UNDECIDED` (2) for one
        that is left open, alone or with all others."""
        if self._mask is None:  # made when first asked for: of an answer on a wide sparse row it is large
            mask = np.full(self._n, UNDECIDED if self.abstained else 0, np.uint8)
            mask[self.indices] = 1
            mask[self.undecided_indices] = UNDECIDED
            self._mask = frozen(mask)
        found: Mask = self._mask
        return found

    @property
    def indices(self) -> Ints:
        """The positions of the labels chosen, ascending, of shape (k,)."""
        indices: Ints = self._facts[0]
        return indices

    @property
    def undecided_indices(self) -> Ints:
        """The positions of the labels left undecided one by one (``abstain_label``), ascending."""
        indices: Ints = self._facts[1]
        return indices

    @property
    def labels(self) -> tuple[Hashable, ...]:
        """The labels chosen: their names where the input had names, else their positions."""
        names = self._source.labels() if isinstance(self._source, Source) else self._source
        chosen = self.indices.tolist()
        return tuple(chosen) if names is None else tuple(names[i] for i in chosen)

    @property
    def prediction(self) -> Any:
        """The mask in the form of the input: a pandas or polars Series for a Series, else an array."""
        return self._source.series(self.mask) if isinstance(self._source, Source) else self.mask

    def _as_prediction(self) -> Any:
        return self.prediction

    @property
    def n_items(self) -> int:
        """The number of items decided."""
        return self._n

    @property
    def k_range(self) -> tuple[int, int] | None:
        """The range of k that was not excluded; None if it was not computed."""
        low, high = int(self._fact("k_lowest")), int(self._fact("k_highest"))
        return None if low < 0 else (low, high)

    def _fact(self, name: str) -> Any:
        return self._facts[_PLACES[name]]

    def to_dict(self) -> dict[str, Any]:
        """Every fact by its name, for printing or as JSON."""
        facts = {name: getattr(self, name) for name in _SHOWN}
        known = {"labels": list(self.labels), "indices": self.indices.tolist(), "k_range": self.k_range, **facts}
        if self.n_undecided:
            known["undecided_indices"] = self.undecided_indices.tolist()
        return known

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Decision):
            return NotImplemented
        mine, theirs = self._facts, other._facts
        # NaN equals itself here: it says "not computed".
        same = self._n == other._n and all(map(np.array_equal, mine[:2], theirs[:2]))
        return same and all(a == b or (a != a and b != b) for a, b in zip(mine[2:], theirs[2:]))

    __hash__ = None  # type: ignore[assignment]

    def __reduce__(self) -> Any:
        return Decision, (self._facts, self._n, self._source)

    def __repr__(self) -> str:
        if self.abstained:
            return f"Decision(undecided, expected={self.expected:.6g}, algorithm={self.algorithm!r})"
        shown = [repr(label) for label in self.labels[:8]] + (["..."] if self.k > 8 else [])
        return (
            f"Decision(k={self.k}, labels=[{', '.join(shown)}], "
            f"{f'undecided={self.n_undecided}, ' if self.n_undecided else ''}expected={self.expected:.6g}, "
            f"algorithm={self.algorithm!r})"
        )

    def _repr_html_(self) -> str:
        known = self.to_dict()
        del known["indices"]
        known.pop("undecided_indices", None)
        return html.facts("Decision", known)


# ---- Reading answers -----------------------------------------------------------------------------

_OF_ANSWER = {name: fact for name, fact in FACTS["decision"].items() if fact.per == "answer"}
NUMBERS = {name: fact.value for name, fact in _OF_ANSWER.items() if fact.type == "number"}
"""The numbers of an answer, which the library also gives of every answer in one call."""
TEXTS = {name: fact.value for name, fact in _OF_ANSWER.items() if fact.type == "text"}
_PLACES = {name: 2 + i for i, name in enumerate((*NUMBERS, *TEXTS))}
"""Where a `Decision` holds them, after the indices of the positives and of the undecided."""
_SHOWN = [name for name in _PLACES if hasattr(DecisionFacts, name)]

# They come as doubles; these are something else.
_TYPES: dict[str, Any] = {
    "k": np.int64,
    "k_lowest": np.int64,
    "k_highest": np.int64,
    "n_undecided": np.int64,
    "abstained": np.bool_,
    "warned": np.bool_,
}
_NUMBERS = tuple(NUMBERS.values())
_K, _LEFT, _WARNED = (_PLACES[name] - 2 for name in ("k", "n_undecided", "warned"))
_TEXTS = [(value, name == "warning") for name, value in TEXTS.items()]
_STATIC: dict[bytes, str] = {}  # the library's static texts, each decoded once


def _text(value: bytes | None) -> str:
    known = value or b""
    found = _STATIC.get(known)
    if found is None:
        found = _STATIC[known] = known.decode()
    return found


def read_answer(decision: Any, answer: int) -> tuple[Any, ...]:
    """All facts of one answer of a decision."""
    x, needed, name = c_double(), c_int64(), c_char_p()
    to_x, to_name, number = byref(x), byref(name), lib.wald_number
    numbers = []
    for fact in _NUMBERS:
        check(number(decision, fact, answer, to_x))
        numbers.append(x.value)
    indices, left = np.empty(int(numbers[_K]), np.int64), np.empty(int(numbers[_LEFT]), np.int64)
    check(lib.wald_decision_items(decision, answer, 1, None, at(c_int64, indices), len(indices), byref(needed)))
    if len(left):
        check(lib.wald_decision_items(decision, answer, UNDECIDED, None, at(c_int64, left), len(left), byref(needed)))
    texts = []
    for fact, is_warning in _TEXTS:
        if is_warning and not numbers[_WARNED]:
            texts.append("")
        else:
            check(lib.wald_text(decision, fact, answer, to_name))
            texts.append(_text(name.value))
    return (frozen(indices), frozen(left), *numbers, *texts)


def new_decision() -> Handle:
    out = decision_p()
    check(lib.wald_decision_create(byref(out)))
    return Handle(out)


_pool: list[Handle] = []  # decisions of the library to use again, which then stop allocating


def borrow_decision() -> Handle:
    try:
        return _pool.pop()
    except IndexError:
        return new_decision()


def give_back(handle: Handle, size: int = 0) -> None:
    """For the next call to use, unless what it holds is too large to keep for nothing."""
    if size <= 1_000_000 and len(_pool) < 8:
        _pool.append(handle)


# ---- Tables --------------------------------------------------------------------------------------


def _each(indptr: Ints, items: Ints) -> list[Ints]:
    bounds = indptr.tolist()
    return [items[begin:end] for begin, end in zip(bounds, bounds[1:])]


class _Cells(Sequence[Hashable]):
    """The names of a table's cells, (row, column), in the order of the rows. Made one by one: they may be very many."""

    __slots__ = ("_columns", "_rows")

    def __init__(self, rows: Sequence[Hashable], columns: Sequence[Hashable]) -> None:
        self._rows = rows
        self._columns = columns

    def __len__(self) -> int:
        return len(self._rows) * len(self._columns)

    def __getitem__(self, i: Any) -> Any:
        row, column = divmod(i, len(self._columns))
        return self._rows[row], self._columns[column]


class Decisions(DecisionsFacts, Prediction, Sequence[Decision]):
    """The answers for a table: one per row (instance), per column (macro) or one for the table (micro). Immutable.

    A sequence of `Decision`; the attributes give the facts of all answers as arrays, read on access.
    """

    def __init__(
        self,
        handle: Handle | None,
        average: str,
        shape: tuple[int, int],
        source: Source,
        mask: Mask | None,
        expected: Floats,
    ) -> None:
        self._handle = handle
        if handle is not None:
            weakref.finalize(self, give_back, handle, shape[0] * shape[1]).atexit = False
        self._average = average
        self._shape = shape
        self._source = source
        self._mask = mask
        self._facts: dict[str, Any] = {"expected": frozen(expected)}
        if mask is not None:
            frozen(mask)

    # What is decided.

    @property
    def average(self) -> str:
        """``"instance"``, ``"macro"`` or ``"micro"``."""
        return self._average

    @property
    def shape(self) -> tuple[int, int]:
        """The shape of the table, (n_rows, n_labels)."""
        return self._shape

    @property
    def mask(self) -> Mask:
        """The prediction as an array of shape (n_rows, n_labels), 0, 1 or `UNDECIDED`. (Of a sparse table it is made
        when first asked for: `prediction` is sparse.)"""
        if self._mask is None:
            mask = np.zeros(self._shape, np.uint8)
            rows, cols = self._cells()
            mask[rows, cols] = 1
            if self._average == "instance":
                mask[self.abstained] = UNDECIDED
                starts, left = self._undecided_rows()
                mask[np.repeat(np.arange(len(self)), np.diff(starts)), left] = UNDECIDED
            self._mask = frozen(mask)
        return self._mask

    @property
    def prediction(self) -> Any:
        """The mask in the form of the input: a pandas or polars DataFrame with its names, a SciPy CSR array, or an
        ndarray. In a sparse one what was left undecided is empty: see `abstained` and `undecided_indices`."""
        if self._source.form == "scipy":
            from scipy.sparse import csr_array

            rows, cols = self._cells()
            return csr_array((np.ones(len(rows), np.uint8), (rows, cols)), shape=self._shape)
        return self._source.frame(self.mask)

    def _as_prediction(self) -> Any:
        return self.mask if self._source.form == "scipy" else self.prediction

    def _rows(self) -> tuple[Ints, Ints]:
        """The positive items of every answer: where each answer's begin, and the items."""
        found: tuple[Ints, Ints] | None = self._facts.get("rows")
        if found is None:
            indptr = np.zeros(len(self) + 1, np.int64)
            if self._handle is None:
                items = np.nonzero(self._answers() == 1)[1]
                np.cumsum(self.k, out=indptr[1:])
            else:
                pointer, needed = self._handle.pointer, c_int64()
                check(lib.wald_decision_items(pointer, -1, 1, at(c_int64, indptr), None, 0, byref(needed)))
                items = np.empty(needed.value, np.int64)
                check(lib.wald_decision_items(pointer, -1, 1, None, at(c_int64, items), len(items), byref(needed)))
            found = self._facts["rows"] = frozen(indptr), frozen(items)
        return found

    def _undecided_rows(self) -> tuple[Ints, Ints]:
        """The items that every answer left undecided one by one, likewise."""
        found: tuple[Ints, Ints] | None = self._facts.get("undecided_rows")
        if found is None:
            counts = self.n_undecided
            indptr = np.concatenate([[0], np.cumsum(counts)]).astype(np.int64)
            items = np.empty(indptr[-1], np.int64)
            if self._handle is None and len(items):
                items = np.nonzero((self._answers() == UNDECIDED) & ~self.abstained[:, None])[1]
            elif self._handle is not None:
                to = at(c_int64, items)
                check(lib.wald_decision_items(self._handle.pointer, -1, UNDECIDED, None, to, len(items), byref(c_int64())))
            found = self._facts["undecided_rows"] = frozen(indptr), frozen(items)
        return found

    def _answers(self) -> Mask:
        """The mask with an answer in each row."""
        if self._average == "instance":
            return self.mask
        whole: Mask = self.mask.T if self._average == "macro" else self.mask.reshape(1, -1)
        return whole

    def _cells(self) -> tuple[Ints, Ints]:
        """The rows and columns of the ones."""
        indptr, items = self._rows()
        answers = np.repeat(np.arange(len(self)), np.diff(indptr))
        if self._average == "instance":
            return answers, items
        if self._average == "macro":
            return items, answers
        return items // self._shape[1], items % self._shape[1]

    @property
    def indices(self) -> list[Ints]:
        """Of each answer, the positions of its items chosen: columns; rows for macro; row * n_labels + column for
        micro."""
        return _each(*self._rows())

    @property
    def undecided_indices(self) -> list[Ints]:
        """Of each answer, the positions of the labels left undecided one by one (``abstain_label``)."""
        return _each(*self._undecided_rows())

    # Facts of every answer.

    def _fact(self, name: str) -> Any:
        """One number of every answer, read in one call."""
        found = self._facts.get(name)
        if found is None:
            assert self._handle is not None  # pickled ones hold every fact
            values = np.empty(len(self))
            to, needed = at(c_double, values), byref(c_int64())
            check(lib.wald_numbers(self._handle.pointer, NUMBERS[name], 0, to, len(values), needed))
            found = self._facts[name] = frozen(values.astype(_TYPES.get(name, np.float64), copy=False))
        return found

    def _first_warned(self) -> bool:
        """Whether the first answer has a warning, which all have if the library warns of the table."""
        if not len(self):
            return False
        assert self._handle is not None
        value = c_double()
        check(lib.wald_number(self._handle.pointer, NUMBERS["warned"], 0, byref(value)))
        return value.value != 0

    def _texts(self, name: str, answers: Iterable[int]) -> tuple[str, ...]:
        """A text of every answer, read of those answers that have one."""
        found: tuple[str, ...] | None = self._facts.get(name)
        if found is None:
            assert self._handle is not None
            pointer, value = self._handle.pointer, c_char_p()
            to_value = byref(value)
            texts = [""] * len(self)
            for answer in answers:
                check(lib.wald_text(pointer, TEXTS[name], answer, to_value))
                texts[answer] = _text(value.value)
            found = self._facts[name] = tuple(texts)
        return found

    @property
    def k_range(self) -> Ints:
        """The range of k that was not excluded, of shape (n_answers, 2); -1 if it was not computed."""
        found: Ints | None = self._facts.get("k_range")
        if found is None:
            both = np.stack([self._fact("k_lowest"), self._fact("k_highest")], axis=1)
            found = self._facts["k_range"] = frozen(both)
        return found

    @property
    def algorithm(self) -> tuple[str, ...]:
        """The name of the algorithm that ran, of each answer."""
        return self._texts("algorithm", range(len(self)))

    @property
    def warning(self) -> tuple[str, ...]:
        """What the caller should know of each answer, ``""`` where there is nothing."""
        warned = np.flatnonzero(self._fact("warned")).tolist()
        return self._texts("warning", warned)

    @property
    def labels(self) -> list[tuple[Hashable, ...]]:
        """The labels chosen for each answer: names where the input had names, else positions; (row, column) for
        micro."""
        names = self._names()
        chosen = [items.tolist() for items in self.indices]
        return [tuple(items) if names is None else tuple(names[i] for i in items) for items in chosen]

    def _names(self) -> Sequence[Hashable] | None:
        """The names of the items of an answer; None if they are positions."""
        if "names" not in self._facts:
            self._facts["names"] = self._make_names()
        names: Sequence[Hashable] | None = self._facts["names"]
        return names

    def _make_names(self) -> Sequence[Hashable] | None:
        index, columns = self._source.index, self._source.columns
        if self._average != "micro":
            found = columns if self._average == "instance" else index
            return None if found is None else tuple(found)
        rows = range(self._shape[0]) if index is None else tuple(index)
        return _Cells(rows, range(self._shape[1]) if columns is None else tuple(columns))

    def to_frame(self) -> Any:
        """The facts as a pandas DataFrame, one answer per row, named as the input was."""
        index = {"instance": self._source.index, "macro": self._source.columns, "micro": None}[self._average]
        columns = {name: self._fact(name) for name in NUMBERS if name != "warned"}
        texts = {"algorithm": list(self.algorithm), "warning": list(self.warning)}
        return data_frame({"labels": self.labels, **columns, **texts}, index)

    # As a sequence.

    def __len__(self) -> int:
        return len(self._facts["expected"])

    @overload
    def __getitem__(self, answer: int) -> Decision: ...
    @overload
    def __getitem__(self, answer: slice) -> list[Decision]: ...
    def __getitem__(self, answer: int | slice) -> Decision | list[Decision]:
        if isinstance(answer, slice):
            return [self[i] for i in range(*answer.indices(len(self)))]
        i = integer(answer, "answer")
        if not -len(self) <= i < len(self):
            raise IndexError(f"answer is {i}: there are {len(self)}")
        i %= len(self)
        if self._handle is not None:  # one answer alone, without a look at the others
            return Decision(read_answer(self._handle.pointer, i), self._n(), self._names())
        (indptr, items), (starts, left) = self._rows(), self._undecided_rows()
        numbers = [self._fact(name)[i].item() for name in NUMBERS]
        facts = (items[indptr[i] : indptr[i + 1]], left[starts[i] : starts[i + 1]], *numbers, self.algorithm[i], self.warning[i])
        return Decision(facts, self._n(), self._names())

    def __iter__(self) -> Iterator[Decision]:
        n, names = self._n(), self._names()
        columns = [self._fact(name).tolist() for name in NUMBERS]
        for facts in zip(self.indices, self.undecided_indices, *columns, self.algorithm, self.warning):
            yield Decision(facts, n, names)

    def _n(self) -> int:
        """The number of items of an answer."""
        rows, cols = self._shape
        return {"instance": cols, "macro": rows, "micro": rows * cols}[self._average]

    def __eq__(self, other: object) -> bool:
        """Whether the answers are the same, whatever the names and the form of the input."""
        if not isinstance(other, Decisions):
            return NotImplemented
        return (
            (self._average, self._shape) == (other._average, other._shape)
            # NaN equals itself here: it says "not computed".
            and all(np.array_equal(self._fact(name), other._fact(name), equal_nan=True) for name in NUMBERS)
            and all(map(np.array_equal, self._rows(), other._rows()))
            and all(map(np.array_equal, self._undecided_rows(), other._undecided_rows()))
            and (self.algorithm, self.warning) == (other.algorithm, other.warning)
        )

    __hash__ = None  # type: ignore[assignment]

    def __getstate__(self) -> dict[str, Any]:
        facts = {name: self._fact(name) for name in NUMBERS}
        facts.update(algorithm=self.algorithm, warning=self.warning)
        if self._mask is None:
            facts["rows"] = self._rows()
            facts["undecided_rows"] = self._undecided_rows()
        names = ("_average", "_shape", "_source", "_mask")
        return {**{name: getattr(self, name) for name in names}, "_handle": None, "_facts": facts}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)

    def __repr__(self) -> str:
        mean = float(np.mean(self.expected)) if len(self) else float("nan")
        rows, cols = self._shape
        answers = "1 answer" if len(self) == 1 else f"{len(self)} answers"
        return f"<Decisions: {answers} ({self._average}) over {rows} x {cols}, mean expected {mean:.6g}>"

    def _repr_html_(self) -> str:
        index = {"instance": self._source.index, "macro": self._source.columns, "micro": None}[self._average]
        names = list(range(len(self)) if index is None else index)[: html.MOST_ROWS]
        rows = [(name, one.labels, one.k, one.expected, one.warning) for name, one in zip(names, self)]
        more = len(self) - len(rows)
        heads = ("labels", "k", "expected", "warning")
        return html.table(repr(self)[1:-1], rows, heads, f"and {more} more answers" if more > 0 else "")
