"""Answers: one decision, and those of a table."""

from __future__ import annotations

import weakref
from ctypes import byref, c_char_p, c_double, c_int32, c_int64, c_uint8
from typing import Any, Callable, Hashable, Iterator, Sequence, overload

import numpy as np
from numpy.typing import NDArray

from ._arrays import PLAIN, UNDECIDED, Floats, Mask, Source
from ._handles import Handle, at
from ._library import check, decision_p, lib

Ints = NDArray[np.int64]


class Decision:
    """The optimal prediction for one problem, and what is known of it. Immutable."""

    __slots__ = ("_facts", "_source")
    _facts: tuple[Any, ...]

    def __init__(self, facts: tuple[Any, ...], source: Source | tuple[Hashable, ...] | None) -> None:
        self._facts = facts
        self._source = source

    @property
    def mask(self) -> Mask:
        """The prediction, of shape (n,): 1 for a label that is chosen, else 0. All `UNDECIDED` (2) where left open."""
        mask: Mask = self._facts[0]
        return mask

    @property
    def indices(self) -> Ints:
        """The positions of the labels chosen, ascending, of shape (k,)."""
        return np.flatnonzero(self.mask == 1)

    @property
    def labels(self) -> tuple[Hashable, ...]:
        """The labels chosen: their names where the input had names, else their positions."""
        names = self._source.labels() if isinstance(self._source, Source) else self._source
        chosen = self.indices.tolist()
        return tuple(chosen) if names is None else tuple(names[i] for i in chosen)

    @property
    def prediction(self) -> Any:
        """The mask in the form of the input: a pandas or polars Series for a Series, else an array."""
        return series_like(self._source, self.mask) if isinstance(self._source, Source) else self.mask

    @property
    def n(self) -> int:
        """The number of items decided."""
        return len(self.mask)

    @property
    def k(self) -> int:
        """The number of labels chosen, 0 where the instance was left undecided."""
        k: int = self._facts[1]
        return k

    @property
    def expected(self) -> float:
        """The expected utility of the prediction. Also set where the instance was left undecided."""
        value: float = self._facts[2]
        return value

    @property
    def loss(self) -> float:
        """The expected loss: 1 - U for a named metric, -U for ``cost`` and for custom ones."""
        value: float = self._facts[3]
        return value

    @property
    def bound(self) -> float:
        """A proved upper limit on what any other prediction could be better, rounding included."""
        value: float = self._facts[4]
        return value

    @property
    def next_best(self) -> float:
        """The best expected utility at any other k; NaN where it was not computed."""
        value: float = self._facts[5]
        return value

    @property
    def p_zero(self) -> float:
        """P(no positive at all), which is what undefined rates of rare problems hang on."""
        value: float = self._facts[6]
        return value

    @property
    def k_range(self) -> tuple[int, int] | None:
        """The range of k that was not excluded; None where it was not computed."""
        low, high = self._facts[7], self._facts[8]
        return None if low < 0 else (low, high)

    @property
    def abstained(self) -> bool:
        """Whether the instance was left undecided."""
        value: bool = self._facts[9]
        return value

    @property
    def algorithm(self) -> str:
        """The name of the algorithm that ran."""
        name: str = self._facts[10]
        return name

    @property
    def warning(self) -> str:
        """What the caller should know of this decision, ``""`` where there is nothing."""
        text: str = self._facts[11]
        return text

    def to_dict(self) -> dict[str, Any]:
        """Every fact by its name, for printing or as JSON."""
        names = ("k", "expected", "loss", "bound", "next_best", "p_zero", "k_range", "abstained", "algorithm", "warning")
        return {"labels": list(self.labels), "indices": self.indices.tolist(), **{n: getattr(self, n) for n in names}}

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Decision):
            return NotImplemented
        mine, theirs = self._facts, other._facts
        # NaN equals itself here: it says "not computed".
        return np.array_equal(mine[0], theirs[0]) and all(
            a == b or (a != a and b != b) for a, b in zip(mine[1:], theirs[1:])
        )

    __hash__ = None  # type: ignore[assignment]

    def __reduce__(self) -> Any:
        return Decision, (self._facts, self._source)

    def __repr__(self) -> str:
        if self.abstained:
            return f"Decision(undecided, expected={self.expected:.6g}, algorithm={self.algorithm!r})"
        shown = [repr(label) for label in self.labels[:8]] + (["..."] if self.k > 8 else [])
        return (
            f"Decision(k={self.k}, labels=[{', '.join(shown)}], expected={self.expected:.6g}, "
            f"algorithm={self.algorithm!r})"
        )


# ---- Reading answers -----------------------------------------------------------------------------

# name: (function, type in C). Every one takes (decision, answer, out).
_FACTS: dict[str, tuple[Callable[..., int], Any]] = {
    "k": (lib.wald_decision_k, c_int64),
    "expected": (lib.wald_decision_expected, c_double),
    "loss": (lib.wald_decision_loss, c_double),
    "bound": (lib.wald_decision_bound, c_double),
    "next_best": (lib.wald_decision_next_best, c_double),
    "p_zero": (lib.wald_decision_p_zero, c_double),
    "abstained": (lib.wald_decision_abstained, c_int32),
    "algorithm": (lib.wald_decision_algorithm, c_char_p),
    "warning": (lib.wald_decision_warning, c_char_p),
}
_STATIC: dict[bytes, str] = {}  # the library's static texts, each decoded once


def _text(value: bytes) -> str:
    found = _STATIC.get(value)
    if found is None:
        found = _STATIC[value] = value.decode()
    return found


def read_answer(decision: Any, answer: int, n: int) -> tuple[Any, ...]:
    """Everything that a decision of the library knows of one answer."""
    i, i2, x, small, name = c_int64(), c_int64(), c_double(), c_int32(), c_char_p()
    to_i, to_x, to_name = byref(i), byref(x), byref(name)
    mask = np.empty(n, np.uint8)
    check(lib.wald_decision_mask(decision, answer, at(c_uint8, mask), n, to_i))
    mask.flags.writeable = False
    check(lib.wald_decision_k(decision, answer, to_i))
    k = i.value
    reals = []
    for function in _REALS:
        check(function(decision, answer, to_x))
        reals.append(x.value)
    check(lib.wald_decision_k_range(decision, answer, to_i, byref(i2)))
    check(lib.wald_decision_abstained(decision, answer, byref(small)))
    check(lib.wald_decision_algorithm(decision, answer, to_name))
    algorithm = _text(name.value or b"")
    check(lib.wald_decision_warning(decision, answer, to_name))
    return (mask, k, *reals, i.value, i2.value, small.value != 0, algorithm, _text(name.value or b""))


_REALS = tuple(_FACTS[name][0] for name in ("expected", "loss", "bound", "next_best", "p_zero"))


def new_decision() -> Handle:
    out = decision_p()
    check(lib.wald_decision_create(byref(out)))
    return Handle(out, lib.wald_decision_destroy)


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


class Decisions(Sequence[Decision]):
    """The answers for a table: one a row (instance), a column (macro) or one for the table (micro). Immutable.

    A sequence of `Decision`; the attributes give the facts of all answers as arrays, read when they are asked for.
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
        self._facts: dict[str, Any] = {"expected": _frozen(expected)}
        if mask is not None:
            _frozen(mask)

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
            self._mask = _frozen(mask)
        return self._mask

    @property
    def prediction(self) -> Any:
        """The mask in the form of the input: a pandas or polars DataFrame with its names, a SciPy CSR array, or an
        ndarray. In a sparse one the rows that were left undecided are empty: see `abstained`."""
        if self._source.form == "scipy":
            from scipy.sparse import csr_array

            rows, cols = self._cells()
            return csr_array((np.ones(len(rows), np.uint8), (rows, cols)), shape=self._shape)
        return frame_like(self._source, self.mask)

    def _cells(self) -> tuple[Ints, Ints]:
        """The rows and columns of the ones."""
        if self._mask is not None:
            rows, cols = np.nonzero(self._mask == 1)
            return rows, cols
        answers = np.repeat(np.arange(len(self)), self.k)
        items = np.concatenate(self.indices) if len(self) else np.empty(0, np.int64)
        if self._average == "instance":
            return answers, items
        if self._average == "macro":
            return items, answers
        return items // self._shape[1], items % self._shape[1]

    @property
    def indices(self) -> list[Ints]:
        """Of each answer, the positions of its items chosen: columns; rows for macro; row * n_labels + column for
        micro."""
        found: list[Ints] | None = self._facts.get("indices")
        if found is None:
            if self._handle is None:
                found = [np.flatnonzero(self._mask_of(i) == 1) for i in range(len(self))]
            else:
                found = []
                pointer, needed = self._handle.pointer, byref(c_int64())
                for i, k in enumerate(self.k.tolist()):
                    out = np.empty(k, np.int64)
                    check(lib.wald_decision_indices(pointer, i, at(c_int64, out), k, needed))
                    found.append(out)
            self._facts["indices"] = found
        return list(found)

    def _mask_of(self, answer: int) -> Mask:
        whole: NDArray[Any] = self.mask
        if self._average == "instance":
            part = whole[answer]
        elif self._average == "macro":
            part = whole[:, answer]
        else:
            part = whole.reshape(-1)
        mask: Mask = part
        return mask

    # Facts of every answer.

    def _fact(self, name: str) -> Any:
        found = self._facts.get(name)
        if found is None:
            function, ctype = _FACTS[name]
            value = ctype()
            to_value = byref(value)
            assert self._handle is not None  # pickled ones hold every fact
            pointer = self._handle.pointer
            values = []
            for i in range(len(self)):
                check(function(pointer, i, to_value))
                values.append(value.value)
            if ctype is c_char_p:
                found = tuple(map(_text, values))
            else:
                dtype = {c_int64: np.int64, c_double: np.float64, c_int32: np.bool_}[ctype]
                found = _frozen(np.array(values, dtype))
            self._facts[name] = found
        return found

    @property
    def expected(self) -> Floats:
        """The expected utility of each answer, of shape (n_answers,)."""
        values: Floats = self._facts["expected"]
        return values

    @property
    def loss(self) -> Floats:
        """The expected loss of each answer, of shape (n_answers,)."""
        values: Floats = self._fact("loss")
        return values

    @property
    def bound(self) -> Floats:
        """Of each answer, a proved upper limit on what any other could be better, rounding included."""
        values: Floats = self._fact("bound")
        return values

    @property
    def next_best(self) -> Floats:
        """Of each answer, the best expected utility at any other k; NaN where it was not computed."""
        values: Floats = self._fact("next_best")
        return values

    @property
    def p_zero(self) -> Floats:
        """Of each answer, P(no positive at all)."""
        values: Floats = self._fact("p_zero")
        return values

    @property
    def k(self) -> Ints:
        """The number of positives of each answer, of shape (n_answers,)."""
        values: Ints = self._fact("k")
        return values

    @property
    def k_range(self) -> Ints:
        """The range of k that was not excluded, of shape (n_answers, 2); -1 where it was not computed."""
        found: Ints | None = self._facts.get("k_range")
        if found is None:
            assert self._handle is not None
            low, high = c_int64(), c_int64()
            values = []
            for i in range(len(self)):
                check(lib.wald_decision_k_range(self._handle.pointer, i, byref(low), byref(high)))
                values.append((low.value, high.value))
            found = self._facts["k_range"] = _frozen(np.array(values, np.int64).reshape(len(self), 2))
        return found

    @property
    def abstained(self) -> NDArray[np.bool_]:
        """Which answers were left undecided, of shape (n_answers,)."""
        values: NDArray[np.bool_] = self._fact("abstained")
        return values

    @property
    def algorithm(self) -> tuple[str, ...]:
        """The name of the algorithm that ran, of each answer."""
        names: tuple[str, ...] = self._fact("algorithm")
        return names

    @property
    def warning(self) -> tuple[str, ...]:
        """What the caller should know of each answer, ``""`` where there is nothing."""
        texts: tuple[str, ...] = self._fact("warning")
        return texts

    @property
    def labels(self) -> list[tuple[Hashable, ...]]:
        """The labels chosen for each answer: names where the input had names, else positions; (row, column) for
        micro."""
        return [self._chosen(i) for i in range(len(self))]

    def _names(self) -> Sequence[Hashable] | None:
        """The names of the items of an answer."""
        if self._average == "instance":
            return None if self._source.columns is None else list(self._source.columns)
        if self._average == "macro":
            return None if self._source.index is None else list(self._source.index)
        rows = range(self._shape[0]) if self._source.index is None else list(self._source.index)
        cols = range(self._shape[1]) if self._source.columns is None else list(self._source.columns)
        return [(row, col) for row in rows for col in cols]

    def _chosen(self, answer: int) -> tuple[Hashable, ...]:
        names = self._facts.get("names", self)
        if names is self:
            names = self._facts["names"] = self._names()
        chosen = self.indices[answer].tolist()
        return tuple(chosen) if names is None else tuple(names[i] for i in chosen)

    def to_frame(self) -> Any:
        """The facts as a pandas DataFrame, one answer a row, named as the input was."""
        import pandas

        index = {"instance": self._source.index, "macro": self._source.columns, "micro": None}[self._average]
        low, high = self.k_range.T
        return pandas.DataFrame(
            {
                "labels": self.labels,
                "k": self.k,
                "expected": self.expected,
                "loss": self.loss,
                "bound": self.bound,
                "next_best": self.next_best,
                "p_zero": self.p_zero,
                "k_lowest": low,
                "k_highest": high,
                "abstained": self.abstained,
                "algorithm": list(self.algorithm),
                "warning": list(self.warning),
            },
            index=index,
        )

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
        i = answer.__index__()
        if not -len(self) <= i < len(self):
            raise IndexError(f"answer is {i}: there are {len(self)}")
        i %= len(self)
        names = self._facts.get("names", self)
        if names is self:
            names = self._facts["names"] = self._names()
        labels = None if names is None else tuple(names)
        if self._handle is not None:
            n = self._shape[1] if self._average == "instance" else self._shape[0]
            if self._average == "micro":
                n *= self._shape[1]
            return Decision(read_answer(self._handle.pointer, i, n), labels)
        fact = self._facts
        mask = np.ascontiguousarray(self._mask_of(i))
        mask.flags.writeable = False
        reals = [float(fact[name][i]) for name in ("expected", "loss", "bound", "next_best", "p_zero")]
        low, high = map(int, fact["k_range"][i])
        facts = (mask, int(fact["k"][i]), *reals, low, high, bool(fact["abstained"][i]))
        return Decision((*facts, fact["algorithm"][i], fact["warning"][i]), labels)

    def __iter__(self) -> Iterator[Decision]:
        return (self[i] for i in range(len(self)))

    def __getstate__(self) -> dict[str, Any]:
        facts = {name: self._fact(name) for name in _FACTS if name != "expected"}
        facts.update(expected=self.expected, k_range=self.k_range)
        names = ("_average", "_shape", "_source")
        return {**{name: getattr(self, name) for name in names}, "_handle": None, "_mask": self.mask, "_facts": facts}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)

    def __repr__(self) -> str:
        mean = float(np.mean(self.expected)) if len(self) else float("nan")
        rows, cols = self._shape
        answers = "1 answer" if len(self) == 1 else f"{len(self)} answers"
        return f"<Decisions: {answers} ({self._average}) over {rows} x {cols}, mean expected {mean:.6g}>"


def _frozen(array: Any) -> Any:
    array.flags.writeable = False
    return array


# ---- In the form of the input --------------------------------------------------------------------


def frame_like(source: Source, mask: Mask) -> Any:
    if source.form == "pandas":
        import pandas

        return pandas.DataFrame(mask, index=source.index, columns=source.columns, copy=True)
    if source.form == "polars":
        import polars

        return polars.DataFrame({name: mask[:, j] for j, name in enumerate(source.columns)})
    return mask


def series_like(source: Source, mask: Mask) -> Any:
    if source.form == "pandas":
        import pandas

        return pandas.Series(mask, index=source.index, copy=True)
    if source.form == "polars":
        import polars

        return polars.Series(mask)
    return mask



