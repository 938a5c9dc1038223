"""One example on its way through a cascade."""

from __future__ import annotations

import threading
from ctypes import byref, c_double, c_int32, c_int64
from typing import Any, Callable

import numpy as np

from .._core.arrays import Floats, real
from .._core.errors import ArgumentError
from .._core.handles import Closable, at
from .._core.library import check, lib
from .._core.table import cascade_run_p


class CascadeRun(Closable):
    """One example at a time: says which model to run, and takes its score. Made by `Cascade.run`.

    Each thread has a run of its own; the cascade may be closed first.

    Examples
    --------
    >>> run = Cascade.fit(CascadeScores(1).feed([[-1.0], [1.0]])).run()
    >>> run.model, run.feed(0.5), run.decision, run.count, run.sums
    (0, None, 1, 1, array([0.5]))
    """

    __slots__ = ("_n_classes", "_next", "_decision", "_count", "_sums", "_score", "_first", "_one", "_found", "_lock")
    _noun = "run"
    _n_classes: int
    _next: c_int64
    _decision: c_int32
    _count: c_int64
    _sums: Floats
    _score: c_double
    # Arguments of the library's call, made once, since making them takes as long as the call.
    _first: tuple[Any, ...]
    _one: tuple[Any, ...]
    _found: tuple[Any, ...]
    _lock: threading.Lock

    def __init__(self) -> None:
        raise TypeError("runs are made by Cascade.run")

    @classmethod
    def _of(cls, cascade: Any, n_classes: int) -> CascadeRun:
        out = cascade_run_p()
        check(lib.wald_cascade_run_create(cascade, byref(out)))
        made = cls._owning(out)
        made._n_classes = n_classes
        made._next, made._decision, made._count = c_int64(-1), c_int32(-1), c_int64(0)
        made._sums = np.empty(n_classes)
        made._score = c_double()
        made._first = None, 0, byref(made._next), None, None, None
        made._found = byref(made._next), byref(made._decision), byref(made._count), at(c_double, made._sums)
        made._one = byref(made._score), 1, *made._found
        made._lock = threading.Lock()
        made.start()
        return made

    def start(self) -> int:
        """Begins another example. Returns the first model to run."""
        handle = self._open()
        with self._lock:
            check(lib.wald_cascade_run_feed(handle.pointer, *self._first))
            self._decision.value, self._count.value = -1, 0
        return self._next.value

    def feed(self, score: Any) -> int | None:
        """Takes the score of `model`; with K classes the K scores. Returns the next model to run, None if the
        example is decided."""
        handle = self._open()
        if self._n_classes == 1:
            score = real(score, "score")
        else:
            array = np.ascontiguousarray(np.asarray(score, np.float64))
            if array.ndim != 1:
                raise ArgumentError(f"score has {array.ndim} dimensions: must have 1, one score per class")
        with self._lock:
            if self._n_classes == 1:
                self._score.value = score
                check(lib.wald_cascade_run_feed(handle.pointer, *self._one))
            else:
                check(lib.wald_cascade_run_feed(handle.pointer, at(c_double, array), len(array), *self._found))
        return self.model

    def decide(self, function: Callable[[int], Any]) -> int:
        """Begins another example and decides it: ``function(model)`` gives the score of a model, and is called for
        those alone that are needed. Returns the decision."""
        model: int | None = self.start()
        while model is not None:
            model = self.feed(function(model))
        return self._decision.value

    @property
    def model(self) -> int | None:
        """The model to run next, None if the example is decided."""
        return None if self._next.value < 0 else self._next.value

    @property
    def decision(self) -> int | None:
        """0 or 1, with K classes the class; None as long as it is undecided."""
        return None if self._decision.value < 0 else self._decision.value

    @property
    def count(self) -> int:
        """How many models ran."""
        return self._count.value

    @property
    def sums(self) -> Floats:
        """The sum of scores, of each class, once all models ran; NaN if fewer were."""
        return self._sums.copy() if self._count.value else np.full(self._n_classes, np.nan)

    def __reduce__(self) -> Any:
        raise TypeError("a run is not saved: save the cascade")

    def __repr__(self) -> str:
        if self.closed:
            return "<CascadeRun, closed>"
        state = f"decided for {self.decision}" if self.decision is not None else f"model {self.model} is next"
        return f"<CascadeRun: {state}, {self.count} asked>"
