"""Rows of probabilities, decided where they are."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Iterator, Literal, Sequence, cast

import numpy as np
from pyspark.ml import Transformer
from pyspark.sql import types as T

from .._core.errors import ArgumentError, WaldError
from .._core.metric import Metric, as_metric
from .._core.options import Kind, options as made_options, table_kind, take_exactly, takes
from .._decisions.decision import NUMBERS
from . import frames, saved

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from .._core.keywords import DecisionOptions

Handling = Literal["error", "keep"]
HANDLING = ("error", "keep")
NOT_OF_ROWS = ("average", "per_row", "label_weights", "progress")


def check_options(metric: str | Metric, kind: Any, asked: dict[str, Any]) -> Metric:
    """The metric; everything that can be refused without rows is refused here, before Spark runs anything."""
    for name in NOT_OF_ROWS:
        if asked.get(name) is not None:
            raise ArgumentError(f"{name} is {asked[name]!r}: a data frame of Spark is decided row by row")
    table_kind(kind)
    made_options("decisions", asked)
    return as_metric(metric)


class Decide:
    """What a task does: batches of Arrow in, the same with more columns out."""

    def __init__(self, name: str, metric: Metric, kind: int, asked: dict[str, Any], facts: Sequence[str],
                 kept: Sequence[str], handle_invalid: str) -> None:
        self._name, self._metric, self._kind, self._asked = name, metric, kind, asked
        self._facts, self._kept = tuple(facts), tuple(kept)
        self._keep = handle_invalid == "keep"

    def __call__(self, batches: Iterator[Any]) -> Iterator[Any]:
        row = 0
        for batch in batches:
            column = batch.column(batch.num_columns - 1)
            try:
                columns = self._decided(column, row).flatten()
            except WaldError as error:
                raise frames.placed(error, self._name) from None
            of = dict(zip(("labels", *self._facts), columns))
            yield frames.batch(batch, [of[fact] for fact in self._kept])
            row += batch.num_rows

    def _decided(self, column: Any, row: int) -> Any:
        from ..arrow import _decide_lists, _Lists

        if not self._keep:
            lists = _Lists(column, "probabilities", row)
            return _decide_lists(lists, row, self._metric, self._kind, self._asked, self._facts, False)
        import pyarrow

        usable = _usable(column)
        places = np.flatnonzero(usable)
        lists = _Lists(column.filter(pyarrow.array(usable)), "probabilities", 0)
        try:
            found = _decide_lists(lists, 0, self._metric, self._kind, self._asked, self._facts, False)
        except WaldError as error:
            from ..arrow import _placed

            raise _placed(error, lambda i: row + int(places[i])) from None
        return found.take(pyarrow.array(np.cumsum(usable) - 1, mask=~usable))


def _usable(column: Any) -> Any:
    """Which rows have a list of numbers: no null, not empty, none of it null or NaN."""
    import pyarrow.compute

    lengths = column.value_lengths().fill_null(0).to_numpy(zero_copy_only=False)
    parents = pyarrow.compute.list_parent_indices(column).to_numpy(zero_copy_only=False)
    values = column.flatten().to_numpy(zero_copy_only=False)  # what is null is NaN
    usable = lengths > 0
    usable[parents[np.isnan(values)]] = False
    return usable


_TYPES: dict[str, Any] = {
    "labels": T.ArrayType(T.IntegerType()), "abstained": T.BooleanType(), "warned": T.BooleanType(),
    "k": T.IntegerType(), "k_lowest": T.IntegerType(), "k_highest": T.IntegerType(),
}


@takes("decisions", "decide", but=NOT_OF_ROWS)
def decide(
    frame: Any,
    probabilities: str = "probabilities",
    metric: str | Metric = "f1",
    *,
    kind: Kind | None = None,
    exactly: int | None = None,
    labels: str = "labels",
    expected: str | None = "expected",
    bound: str | None = "bound",
    facts: Sequence[str] = (),
    handle_invalid: Handling = "error",
    **options: Unpack[DecisionOptions],
) -> Any:
    """The optimal prediction of each row of a data frame of Spark.

    Parameters
    ----------
    frame : pyspark.sql.DataFrame
    probabilities : str
        The column: one array of numbers per row, or a vector of Spark's machine learning. Arrays may be of several
        lengths: each is a problem of its own, of as many labels.
    metric : str or Metric
        What each prediction is judged by; see `wald.metrics`. One that is made of a function travels to the executors.
    kind : {"independent", "categorical"}, optional
        What rows are: probabilities of independent labels (the default), or of exclusive ones.
    exactly : int, optional
        The number of positives in each row: at_least and at_most in one.
    labels, expected, bound : str
        Names of the columns that are added; None leaves `expected` or `bound` out.
    facts : sequence of str
        More that is told of each answer: any number of a `wald.Decision`, in a column of its name.
    handle_invalid : {"error", "keep"}
        What is done with a row whose array is null or empty, or holds a null or NaN: the query fails with its partition
        and its number in there, or the row is kept, and null is what is added. A number outside [0, 1] always fails.
    <options>

    Returns
    -------
    pyspark.sql.DataFrame
        All columns of `frame`, and: `labels`, the positions of the labels chosen (an array of integers, ascending; null
        if the row is left undecided), `expected`, `bound`, and those of `facts`.

    Raises
    ------
    ArgumentError
        For what can be seen without looking at rows; of rows, where the query runs.
    """
    asked = {name: value for name, value in cast("dict[str, Any]", options).items() if value is not None}
    take_exactly(exactly, asked)
    chosen = check_options(metric, kind, asked)
    if handle_invalid not in HANDLING:
        raise ArgumentError(f"handle_invalid is {handle_invalid!r}: must be one of {', '.join(map(repr, HANDLING))}")
    added: list[tuple[str, str, str]] = [("labels", "labels", labels)]
    added += [(fact, fact, name) for fact, name in (("expected", expected), ("bound", bound)) if name is not None]
    for fact in facts:
        if fact not in NUMBERS:
            raise ArgumentError(f"facts holds {fact!r}: must be of {', '.join(NUMBERS)}")
        added.append((fact, "facts", fact))
    frames.new_columns(frame, [(argument, name) for _, argument, name in added])
    given_lists = frames.lists(frame, "probabilities", probabilities)
    kept = [fact for fact, _, _ in added]
    told = [fact for fact in dict.fromkeys(kept) if fact != "labels"]
    work = Decide(probabilities, chosen, table_kind(kind), asked, told, kept, handle_invalid)
    columns = [(name, _TYPES.get(fact, T.DoubleType())) for fact, _, name in added]
    return frames.mapped(frame, given_lists, work, columns)


class OptimalDecision(Transformer):  # type: ignore[misc]
    """`decide` as a stage: a transformer that pipelines take, and that is saved.

    Parameters
    ----------
    probabilities, metric, kind, labels, expected, bound, handle_invalid
        As of `decide`.
    <options>
    """

    _class = "org.libwald.spark.OptimalDecision"

    def __init__(self, probabilities: str = "probabilities", metric: str | Metric = "f1", *, kind: Kind | None = None,
                 labels: str = "labels", expected: str = "expected", bound: str = "bound",
                 handle_invalid: Handling = "error", **options: Any) -> None:
        super().__init__()
        asked = {name: value for name, value in options.items() if value is not None}
        self.metric = check_options(metric, kind, asked)
        self.probabilities, self.kind, self.handle_invalid = probabilities, kind, handle_invalid
        self.labels, self.expected, self.bound, self.options = labels, expected, bound, asked

    def _transform(self, frame: Any) -> Any:
        return decide(frame, self.probabilities, self.metric, kind=self.kind, labels=self.labels,
                      expected=self.expected, bound=self.bound, handle_invalid=self.handle_invalid, **self.options)

    def save(self, path: str, spark: Any = None) -> None:
        """Writes a folder, which must not be there, in Spark's form; Java reads it as well.

        Parameters
        ----------
        path : str
            On the file system of the executors.
        spark : SparkSession, optional
            Default: the active one.
        """
        saved.write(self, path, {
            "probabilitiesCol": self.probabilities, "labelsCol": self.labels, "expectedCol": self.expected,
            "boundCol": self.bound, "kind": self.kind or "independent", "handleInvalid": self.handle_invalid,
            **saved.judged(self.metric, self.options)}, spark)

    @classmethod
    def load(cls, path: str, spark: Any = None) -> OptimalDecision:
        """Reads what `save` wrote, here or in Java."""
        known, _ = saved.read(cls, path, spark)
        metric, options = saved.judge(known)
        made = cls(known["probabilitiesCol"], metric or "f1", kind=known["kind"], labels=known["labelsCol"],
                   expected=known["expectedCol"], bound=known["boundCol"], handle_invalid=known["handleInvalid"],
                   **options)
        return made


OptimalDecision.__doc__ = takes("decisions", "decide", but=NOT_OF_ROWS)(OptimalDecision).__doc__
