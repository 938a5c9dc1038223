"""Which rows of a table to send to a better stage, and when to stop."""

from __future__ import annotations

from ctypes import byref, c_int64
from typing import Any, Callable

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .._core.arrays import integer, real, vector, view
from .._core.errors import ArgumentError
from .._core.facts import LabellingFacts
from .._core.handles import Fed, at
from .._core.library import check, lib
from .._core.table import labelling_p


class Labelling(Fed, LabellingFacts):
    """Which rows of one table to send to a better stage, and when to stop.

    A first stage has answered all rows. A labelled row takes the better stage's answer, so that only the events among
    the other rows hurt. Once it says that it is done, the goal holds for this table with the confidence, whatever the
    chances are worth; those that are right save labels.

    Parameters
    ----------
    chances : array-like of shape (n_rows,)
        What the first stage says of each row: the probability of an event, in [0, 1].
    quality : {"accuracy", "recall", "precision"}
        ``"accuracy"``: an event is an answer that differs from its label; the share of all rows with the right answer
        is to reach the target. ``"recall"``: an event is a positive; the share of the positives that are found.
        ``"precision"``: the rows are those that the first stage flags, and an event is a negative among them, which its
        label takes away; the share of positives among the rows that stay.
    min_quality : float
        In (0, 1).
    certify : float
        In (0, 1).
    seed : int
        Of the draws.

    Examples
    --------
    >>> import numpy as np
    >>> chances, wrong = np.linspace(0, 0.5, 1000), np.arange(1000) % 10 == 9
    >>> labelling = Labelling(chances, "accuracy", min_quality=0.85)
    >>> labelling.run(lambda rows: wrong[rows]).certified
    True
    >>> bool(wrong[~labelling.mask].sum() <= 150), labelling.n_labelled < 500
    (True, True)
    """

    __slots__ = ("_asked", "_mask")
    _noun = "labelling"
    _object = "labelling"
    _asked: NDArray[np.int64]
    _mask: NDArray[np.bool_]

    def __init__(
        self,
        chances: ArrayLike,
        quality: str = "accuracy",
        *,
        min_quality: float = 0.95,
        certify: float = 0.95,
        seed: int = 0,
    ) -> None:
        given, _ = vector(chances, "chances")
        if not isinstance(quality, str):
            raise TypeError(f"quality must be a str: found {type(quality).__name__}")
        goal = quality.encode(), real(min_quality, "min_quality"), real(certify, "certify"), integer(seed, "seed")
        out = labelling_p()
        check(lib.wald_labelling_create(view(given), *goal, byref(out)))
        self._hold(out)
        self._asked = np.empty(0, np.int64)
        self._mask = np.zeros(len(given), bool)

    def next(self, most: int = 100) -> NDArray[np.int64]:
        """The rows to label next, at most this many; empty once it is done. The same until they are answered."""
        self._open()
        if len(self._asked) == 0 and not self.certified:
            needed, room = c_int64(), max(1, min(integer(most, "most"), len(self._mask)))
            rows = np.empty(room, np.int64)
            self._write(lib.wald_labelling_next, integer(most, "most"), at(c_int64, rows), room, byref(needed))
            self._asked = rows[: needed.value]
        return self._asked.copy()

    def answer(self, events: ArrayLike, chances: ArrayLike | None = None) -> Labelling:
        """Whether each row of the last `next` is an event. Returns itself.

        Parameters
        ----------
        events : array-like of shape (n_asked,)
            0 or 1.
        chances : array-like of shape (n_rows,), optional
            New ones of all rows, by which the next rows are drawn, such as those of a model that is fitted to the labels so
            far. The guarantee stays.
        """
        given = np.asarray(events)
        if given.ndim != 1:
            raise ArgumentError(f"events has {given.ndim} dimensions: must have 1")
        wrong = np.flatnonzero(~((given == 0) | (given == 1)))
        if wrong.size:
            raise ArgumentError(f"events[{wrong[0]}] is {given[wrong[0]]}: must be 0 or 1")
        renewed = None if chances is None else view(vector(chances, "chances")[0])
        self._write(lib.wald_labelling_answer, view(given.astype(np.uint8)), renewed)
        self._mask[self._asked] = True
        self._asked = np.empty(0, np.int64)
        return self

    def run(self, ask: Callable[[NDArray[np.int64]], ArrayLike], most: int = 100) -> Labelling:
        """Labels until it is done: ``ask(rows)`` says of each row whether it is an event. Returns itself."""
        while not self.certified:
            self.answer(ask(self.next(most)))
        return self

    @property
    def mask(self) -> NDArray[np.bool_]:
        """Whether each row was labelled."""
        return self._mask.copy()

    def __len__(self) -> int:
        return self.n_rows

    def __reduce__(self) -> Any:
        raise TypeError("a labelling is not saved: answer the rows of another one with the same seed")

    def __repr__(self) -> str:
        if self.closed:
            return "<Labelling, closed>"
        state = "certified" if self.certified else "not certified"
        return f"<Labelling: {self.n_labelled} of {self.n_rows} rows labelled, {state}>"
