"""One Spark session for all tests. The environment variable WALD_SPARK says which: ``connect`` (the default: a local
server of Spark Connect, whose client has neither RDDs nor a JVM), or a master such as ``local[2,4]``, which runs a task
again that fails, up to four times in all."""

import os
import pathlib
import sys

import pytest

SOURCE = pathlib.Path(os.environ.get("WALD_SOURCE", pathlib.Path(__file__).resolve().parents[2]))
WHERE = os.environ.get("WALD_SPARK", "connect")
os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
if WHERE == "connect":
    os.environ["SPARK_TESTING"] = "1"  # by which the server takes any port that is free


@pytest.fixture(scope="session")
def spark():
    from pyspark.sql import SparkSession

    builder = SparkSession.builder.remote("local[2,4]") if WHERE == "connect" else SparkSession.builder.master(WHERE)
    for name, value in (("spark.ui.enabled", "false"), ("spark.sql.shuffle.partitions", "2"),
                        ("spark.default.parallelism", "2"), ("spark.ui.showConsoleProgress", "false"),
                        ("spark.sql.session.timeZone", "UTC"),
                        # Snappy does not load where musl is installed beside the C library that Java runs with.
                        ("spark.sql.parquet.compression.codec", "gzip")):
        if WHERE != "connect" or name.startswith("spark.sql"):
            builder = builder.config(name, value)
    session = builder.getOrCreate()
    yield session
    session.stop()


def of_arrow(spark, table):
    """A frame of a table of Arrow's. Spark 3.5 takes none; pandas would turn its NaN into null on the way."""
    import pyspark

    if int(pyspark.__version__.split(".")[0]) >= 4:
        return spark.createDataFrame(table)
    from pyspark.sql.pandas.types import from_arrow_schema

    rows = list(zip(*(column.to_pylist() for column in table.columns)))
    return spark.createDataFrame(rows, from_arrow_schema(table.schema))


@pytest.fixture(scope="session")
def frame(spark):
    """A frame of NumPy's arrays (or lists), by name, in this many partitions, whose sizes may be given."""
    import pyarrow as pa

    def make(columns, partitions=2):
        table = pa.table({name: each if isinstance(each, (pa.Array, pa.ChunkedArray)) else pa.array(
            list(each) if getattr(each, "ndim", 1) == 2 else each) for name, each in columns.items()})
        return of_arrow(spark, table).repartition(partitions)

    return make
