"""Cascades that decide the rows of a data frame."""

from __future__ import annotations

from typing import Any, Iterator, Sequence

from pyspark.ml import Transformer
from pyspark.sql import functions
from pyspark.sql import types as T

from .._cascades.cascade import Cascade
from .._core.errors import ArgumentError, WaldError
from . import frames, saved


class _Run:
    """What a task does: the cascade comes once, batches of Arrow are decided."""

    def __init__(self, cascade: Cascade, name: str) -> None:
        self._cascade, self._name = cascade, name

    def __call__(self, batches: Iterator[Any]) -> Iterator[Any]:
        from ..arrow import apply, apply_trees

        row = 0
        for batch in batches:
            column = batch.column(batch.num_columns - 1)
            try:
                found = (apply_trees if self._cascade.n_features else apply)(self._cascade, column)
            except WaldError as error:
                raise frames.placed(error, f"{self._name}, batch from row {row}") from None
            yield frames.batch(batch, found.flatten()[:2])  # the decision and the count
            row += batch.num_rows


class CascadeModel(Transformer):  # type: ignore[misc]
    """A cascade as a stage: a transformer that decides rows, and that is saved.

    Parameters
    ----------
    cascade : Cascade
        One that has its trees (`Cascade.bind`) takes features, any other one the scores of its models.
    inputs : str or sequence of str
        A column of arrays (or of vectors), or columns of numbers, in the order in which the cascade was fitted to them.
        A null feature is missing; a null score is an error.
    decision, count : str
        The columns that are added: the decision (or class), and how many models ran.
    """

    _class = "org.libwald.spark.CascadeModel"

    def __init__(self, cascade: Cascade, inputs: str | Sequence[str] = "features", *, decision: str = "decision",
                 count: str = "count") -> None:
        super().__init__()
        if not isinstance(cascade, Cascade):
            raise TypeError(f"cascade must be a Cascade: found {type(cascade).__name__}")
        self.cascade = cascade
        self.inputs: str | list[str] = inputs if isinstance(inputs, str) else list(inputs)
        wanted = cascade.n_features or cascade.n_models * cascade.n_classes
        if not isinstance(self.inputs, str) and len(self.inputs) != wanted:
            raise ArgumentError(f"inputs has {len(self.inputs)} columns: the cascade takes {wanted}")
        self.decision, self.count = decision, count

    def _transform(self, frame: Any) -> Any:
        frames.new_columns(frame, [("decision", self.decision), ("count", self.count)])
        if isinstance(self.inputs, str):
            given = frames.lists(frame, "inputs", self.inputs)
        else:
            given = functions.array(*(frames.numbers(frame, f"inputs[{i}]", name, truths=True)
                                      for i, name in enumerate(self.inputs)))
        if self.cascade.n_features:  # what is null is missing
            missing = functions.lit(float("nan"))
            given = functions.transform(given, lambda x: functions.coalesce(x.cast("double"), missing))
        work = _Run(self.cascade, self.inputs if isinstance(self.inputs, str) else ", ".join(self.inputs))
        return frames.mapped(frame, given, work, [(name, T.IntegerType()) for name in (self.decision, self.count)])

    def save(self, path: str, spark: Any = None) -> None:
        """Writes a folder, which must not be there, in Spark's form; Java reads it as well."""
        one = isinstance(self.inputs, str)
        saved.write(self, path, {
            "inputCol": self.inputs if one else "", "inputCols": [] if one else self.inputs,
            "decisionCol": self.decision, "countCol": self.count,
        }, spark, ([(bytearray(self.cascade.save(binary=True)),)], "state binary"))

    @classmethod
    def load(cls, path: str, spark: Any = None) -> CascadeModel:
        """Reads what `save` wrote, here or in Java."""
        known, rows = saved.read(cls, path, spark, data=True)
        return cls(Cascade.load(bytes(rows[0]["state"])), known["inputCol"] or known["inputCols"],
                   decision=known["decisionCol"], count=known["countCol"])
