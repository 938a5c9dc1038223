"""Tables that are decided together: the micro average of a whole data frame, and the macro average of its labels."""

from __future__ import annotations

import math
from typing import Any, Iterator, Literal, Mapping

from pyspark.sql import functions
from pyspark.sql import types as T

from .._core.errors import ArgumentError, WaldError
from .._core.metric import Metric
from .._decisions.table_pass import TablePass
from . import frames
from .states import Key, as_batch, merged
from .thresholds import Progress, told

Average = Literal["micro", "macro"]


class _Feed:
    """What a task of a pass does: rows of probabilities in, states as bytes out."""

    def __init__(self, first: bytes, states: Mapping[Key, bytes] | None, average: str, name: str) -> None:
        self._first, self._states, self._average, self._name = first, states, average, name

    def __call__(self, batches: Iterator[Any]) -> Iterator[Any]:
        from pyspark import TaskContext

        from ..arrow import _columns

        context = TaskContext.get()
        part = 0 if context is None else context.partitionId()
        held: dict[Key, TablePass] = {}
        row = 0
        for batch in batches:
            if not batch.num_rows:
                continue
            try:
                table = _columns(batch.column(0), "probabilities", row, missing=False)
                for key in range(table.shape[1]) if self._average == "macro" else (0,):
                    if self._states is not None and key not in self._states:
                        continue  # it is decided
                    if key not in held:
                        held[key] = TablePass.from_bytes(self._first if self._states is None else self._states[key])
                    held[key].feed(table if self._average == "micro" else table[:, key:key + 1])
            except WaldError as error:
                raise frames.placed(error, self._name) from None
            row += batch.num_rows
        if held:
            yield as_batch(held, part)


class TableDecision:
    """What `decide_table` found: which cells of a table are positives.

    Attributes
    ----------
    answers : tuple of dict
        Of the whole table (micro), or of each label (macro): ``k``, ``threshold``, ``ties``, ``ties_chosen``,
        ``expected``, ``loss``, ``bound``, ``k_lowest``, ``k_highest``, ``next_best``, ``p_zero``, ``n_items``.
    average : {"micro", "macro"}
    """

    _FACTS = ("k", "threshold", "n_ties", "n_ties_chosen", "expected", "loss", "bound", "k_lowest", "k_highest",
              "next_best", "p_zero", "n_items")

    def __init__(self, average: str, probabilities: str, states: list[TablePass]) -> None:
        self.average, self.probabilities = average, probabilities
        self.answers = tuple({name: getattr(state, name) for name in self._FACTS} for state in states)

    @property
    def expected(self) -> float:
        """The expected utility: of the table, or the mean over the labels."""
        return math.fsum(answer["expected"] for answer in self.answers) / len(self.answers)

    @property
    def bound(self) -> float:
        """A proved upper limit on how much better any other prediction could be, likewise."""
        return math.fsum(answer["bound"] for answer in self.answers) / len(self.answers)

    def transform(self, frame: Any, labels: str = "labels", key: str | None = None) -> Any:
        """Adds the positions of the labels chosen of each row of the table.

        Parameters
        ----------
        frame : pyspark.sql.DataFrame
            The rows that were decided.
        labels : str
            The column that is added.
        key : str, optional
            A column that is different in every row; needed where only some of the cells of equal probability are
            positives: those of the least keys.
        """
        frames.new_columns(frame, [("labels", labels)])
        given = frames.lists(frame, "probabilities", self.probabilities)
        last = [self._last(frame, given, key, i) for i in range(len(self.answers))]

        def chosen(value: Any, i: Any) -> Any:
            if self.average == "micro":
                return self._chosen(value, i, self.answers[0], last[0], key)
            tests = functions.lit(False)
            for label, (answer, limit) in enumerate(zip(self.answers, last)):
                tests = tests | ((i == label) & self._chosen(value, i, answer, limit, key))
            return tests

        at = functions.transform(given, lambda value, i: functions.when(chosen(value.cast("double"), i), i))
        return frame.withColumn(labels, functions.filter(at, lambda i: i.isNotNull()))

    def _last(self, frame: Any, given: Any, key: str | None, at: int) -> Any:
        """The last of the equal cells that are positives, by key and position; None if all are, or none."""
        answer = self.answers[at]
        if not answer["n_ties"]:
            return None
        if key is None:
            some = f"{answer['n_ties_chosen']:g} of {answer['n_ties']:g}"
            raise ArgumentError(f"key is None: {some} cells of the probability {answer['threshold']!r} are positives, "
                                "those of the least keys")
        frames.type_of(frame, "key", key)
        cells = frame.select(frames.column(key).alias("key"), functions.posexplode(given).alias("at", "p"))
        equal = cells.where(functions.col("p") == answer["threshold"])
        if self.average == "macro":
            equal = equal.where(functions.col("at") == at)
        first = equal.orderBy("key", "at").limit(int(answer["n_ties_chosen"]))
        return first.orderBy(functions.desc("key"), functions.desc("at")).first()

    @staticmethod
    def _chosen(value: Any, i: Any, answer: Mapping[str, Any], last: Any, key: str | None) -> Any:
        if not answer["n_ties"]:
            return (value >= answer["threshold"]) & functions.lit(answer["threshold"] < math.inf)
        above = value > answer["threshold"]
        if last is None or key is None:
            return above
        mine = frames.column(key)
        early = (mine < last["key"]) | ((mine == last["key"]) & (i <= last["at"]))
        return above | ((value == answer["threshold"]) & early)

    def __repr__(self) -> str:
        k = sum(int(answer["k"]) for answer in self.answers)
        return f"<TableDecision ({self.average}): {k} positives, expected {self.expected:.6g}, bound {self.bound:.2g}>"


def decide_table(
    frame: Any,
    probabilities: str = "probabilities",
    metric: str | Metric = "f1",
    *,
    average: Average = "micro",
    at_least: int | None = None,
    at_most: int | None = None,
    progress: Progress = False,
) -> TableDecision:
    """The optimal prediction of a whole table, for data too large for one machine.

    Takes a few passes over the rows; ``frame.persist()`` keeps what they are made of from being computed again.

    Parameters
    ----------
    frame : pyspark.sql.DataFrame
    probabilities : str
        The column: arrays of numbers (or vectors) of one length, without nulls.
    metric : str or Metric
        F_beta, Jaccard, fowlkes_mallows, balanced_accuracy, informedness, recall, specificity, precision, npv or
        markedness.
    average : {"micro", "macro"}
        Whether all cells of the table are one problem, or those of each label are.
    at_least, at_most : int, optional
        How many positives: of the table, or of each label.
    progress : bool or callable
        Called with a line of text after each pass; True prints it to the standard error.
    """
    if average not in ("micro", "macro"):
        raise ArgumentError(f"average is {average!r}: must be 'micro' or 'macro'; decide() decides row by row")
    first, tell = TablePass(metric, at_least=at_least, at_most=at_most).to_bytes(), told(progress)
    rows = frame.select(frames.lists(frame, "probabilities", probabilities).alias("p"))
    plans: dict[Key, bytes] | None = None
    found: dict[Key, TablePass] = {}
    while plans is None or plans:
        form = "one" if average == "micro" else "labels"
        states = merged(rows, _Feed(first, plans, average, probabilities), form, T.IntegerType(), TablePass)
        if not states or plans is not None and plans.keys() - states.keys():
            raise ArgumentError("rows is 0: a table needs at least 1 row" if plans is None else
                                "a pass has other rows than the one before: persist() the data frame")
        of = next(iter(states.values()))
        line = f"pass {of.pass_number}: {sum(state.n_items for state in states.values()):g} cells in "
        line += f"{sum(state.n_bins for state in states.values()):g} bins; "
        plans = {}
        for key, state in states.items():
            if state.next():
                found[key] = state
            else:
                plans[key] = state.to_bytes()
        tell(line + (f"{len(plans)} of {len(plans) + len(found)} answers are still open" if plans else "done"))
    return TableDecision(average, probabilities, [found[key] for key in range(len(found))])
