"""Decisions, thresholds, cascades and promises of Spark's data frames.

Everything runs as ``mapInArrow`` and expressions of columns: no RDD and nothing of the JVM, so that Spark Connect will
do. Executors need this package (as a wheel in their environment, or shipped by ``spark.archives``), pyspark and
pyarrow.

>>> wald.spark.decide(frame, "p", "f1")                                                          # doctest: +SKIP
>>> wald.spark.decide_table(frame, "p", "f1", average="micro")                                    # doctest: +SKIP
>>> wald.spark.choose_threshold(frame, truth="fraud", score="score", min_recall=0.9)             # doctest: +SKIP
>>> wald.spark.feed_promise(frame, wald.Promise("precision>=0.95"), by="shop")                   # doctest: +SKIP

The saves of `OptimalDecision`, `ThresholdTuner`, `ThresholdModel` and `CascadeModel` are those of the Java package
wald-spark, and the other way round.

Needs pyspark 3.5 or later: ``pip install 'wald[spark]'``.
"""

from __future__ import annotations

try:
    import pyspark as _pyspark  # noqa: F401
except ModuleNotFoundError as error:
    if error.name != "pyspark":
        raise
    raise ImportError("wald.spark needs pyspark, which is not installed: pip install 'wald[spark]'") from error

from ._spark.cascades import CascadeModel
from ._spark.decisions import OptimalDecision, decide
from ._spark.promises import feed_promise
from ._spark.tables import TableDecision, decide_table
from ._spark.thresholds import ThresholdModel, ThresholdTuner, choose_threshold

__all__ = [
    "CascadeModel", "OptimalDecision", "TableDecision", "ThresholdModel", "ThresholdTuner", "choose_threshold", "decide",
    "decide_table", "feed_promise",
]
