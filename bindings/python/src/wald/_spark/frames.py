"""Columns of Spark's data frames: which there are, what they hold, and where in its partition each row is."""

from __future__ import annotations

from typing import Any, Iterable

from pyspark.sql import functions
from pyspark.sql import types as T

from .._core.errors import ArgumentError, WaldError

_GIVEN = "what wald is given"
_NUMBERS = (T.DoubleType, T.FloatType, T.DecimalType, T.ByteType, T.ShortType, T.IntegerType, T.LongType)


def type_of(frame: Any, argument: str, name: Any) -> Any:
    """The type of a column, by its name."""
    if not isinstance(name, str):
        raise TypeError(f"{argument} must be the name of a column: found {name!r}")
    found = [field.dataType for field in frame.schema.fields if field.name == name]
    if len(found) == 1:
        return found[0]
    if found:
        raise ArgumentError(f"{argument} is {name!r}: {len(found)} columns have this name")
    raise ArgumentError(f"{argument} is {name!r}: there is no such column; there are {', '.join(frame.columns)}")


def is_number(kind: Any) -> bool:
    return isinstance(kind, _NUMBERS)


def is_vector(kind: Any) -> bool:
    """Whether a column has the vectors of Spark's machine learning, such as ``probability``."""
    return isinstance(kind, T.UserDefinedType) and type(kind).__name__ == "VectorUDT"


def column(name: str) -> Any:
    """A column whose name may have dots."""
    escaped = name.replace("`", "``")
    return functions.col(f"`{escaped}`")


def numbers(frame: Any, argument: str, name: str, *, truths: bool = False) -> Any:
    """A column of numbers, or of truths, as doubles."""
    kind = type_of(frame, argument, name)
    if not is_number(kind) and not (truths and isinstance(kind, T.BooleanType)):
        raise TypeError(f"{argument} is {name!r}: must hold numbers{' or truths' if truths else ''}, not "
                        f"{kind.simpleString()}")
    return column(name).cast("double")


def is_list(kind: Any, *, truths: bool = False) -> bool:
    """Whether a column has arrays of numbers."""
    inner = kind.elementType if isinstance(kind, T.ArrayType) else None
    return is_number(inner) or truths and isinstance(inner, T.BooleanType)


def lists(frame: Any, argument: str, name: str, *, truths: bool = False) -> Any:
    """A column of arrays of numbers, or of vectors, as arrays of doubles."""
    kind = type_of(frame, argument, name)
    if is_vector(kind):
        from pyspark.ml.functions import vector_to_array

        return vector_to_array(column(name))
    if not is_list(kind, truths=truths):
        raise TypeError(f"{argument} is {name!r}: must hold arrays of numbers, or vectors, not {kind.simpleString()}")
    if isinstance(kind.elementType, (T.DoubleType, T.FloatType)):
        return column(name)
    return column(name).cast("array<double>")


def new_columns(frame: Any, names: Iterable[tuple[str, Any]]) -> None:
    """Names of columns to be added, by their arguments: none is there already, and each is there once."""
    taken = set(frame.columns)
    for argument, name in names:
        if not isinstance(name, str) or not name:
            raise TypeError(f"{argument} must be a name for a column: found {name!r}")
        if name in taken:
            raise ArgumentError(f"{argument} is {name!r}: there is such a column already")
        taken.add(name)


def mapped(frame: Any, given: Any, work: Any, added: Any) -> Any:
    """All columns of a frame, and those that a task adds: `work` has them in batches, and `given` behind them. Columns
    travel by plain names, since Spark's own mapInArrow takes no dots in them."""
    names = [f"c{i}" for i in range(len(frame.columns))]
    fields = [T.StructField(name, field.dataType, field.nullable) for name, field in zip(names, frame.schema.fields)]
    plain = frame.withColumn(_GIVEN, given).toDF(*names, "given")
    done = plain.mapInArrow(work, T.StructType([*fields, *(T.StructField(f"c{len(names) + i}", kind)
                                                            for i, (_, kind) in enumerate(added))]))
    return done.toDF(*frame.columns, *(name for name, _ in added))


def batch(found: Any, columns: list[Any]) -> Any:
    """A batch that a task gives: the columns that came but the last, and more."""
    import pyarrow

    arrays = [*found.columns[:-1], *columns]
    return pyarrow.RecordBatch.from_arrays(arrays, names=[f"c{i}" for i in range(len(arrays))])


def placed(error: WaldError, name: str) -> WaldError:
    """An error of a task, with the partition that its rows are counted in."""
    from pyspark import TaskContext

    context = TaskContext.get()
    where = "" if context is None else f", rows of partition {context.partitionId()}"
    return type(error)(f"{error} (column {name!r}{where} counted from 0)", error.status)
