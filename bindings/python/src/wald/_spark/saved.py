"""Stages in folders, in the form of Spark's DefaultParamsWriter, which the Java package has as well: a line of JSON in
``metadata``, and what was fitted as Parquet in ``data``."""

from __future__ import annotations

import json
import time
from typing import Any, Mapping

from pyspark.sql import SparkSession

from .._core.errors import ArgumentError, FormatError
from .._core.metric import Metric


def session(spark: Any) -> Any:
    found = spark or SparkSession.getActiveSession()
    if found is None:
        raise ArgumentError("spark is None: there is no active session")
    return found


def judged(metric: Metric | None, options: Mapping[str, Any]) -> dict[str, Any]:
    """The parameters of a metric and of options: options as a text of JSON, by their names in the core."""
    if metric is not None and metric._recipe[0] is not Metric:
        raise ArgumentError(f"metric is {metric!r}: a stage with a metric of its own cannot be saved")
    text = json.dumps({name: getattr(value, "tolist", lambda value=value: value)() for name, value in options.items()},
                      sort_keys=True)
    return {"metric": "" if metric is None else metric.name,
            "zeroDivision": 1 if metric is None else metric.zero_division, "options": text}


def judge(known: Mapping[str, Any]) -> tuple[Metric | None, dict[str, Any]]:
    metric = Metric(known["metric"], zero_division=known["zeroDivision"]) if known["metric"] else None
    return metric, json.loads(known["options"])


def write(stage: Any, path: str, parameters: dict[str, Any], spark: Any, data: Any = None) -> None:
    held = session(spark)
    known = {"class": stage._class, "timestamp": int(time.time() * 1000), "sparkVersion": held.version,
             "uid": stage.uid, "paramMap": parameters, "defaultParamMap": {}}
    held.createDataFrame([(json.dumps(known),)], "value string").coalesce(1).write.text(f"{path}/metadata")
    if data is not None:
        rows, schema = data
        held.createDataFrame(rows, schema).coalesce(1).write.parquet(f"{path}/data")


def read(cls: Any, path: str, spark: Any, *, data: bool = False) -> tuple[dict[str, Any], list[Any]]:
    """The parameters, with those that have their defaults, and the rows of what was fitted."""
    held = session(spark)
    line = held.read.text(f"{path}/metadata").first()
    if line is None:
        raise FormatError(f'"{path}" has no metadata')
    known = json.loads(line[0])
    if known.get("class") != cls._class:
        raise FormatError(f'"{path}" holds a {known.get("class")}: must be a {cls._class}')
    rows = held.read.parquet(f"{path}/data").collect() if data else []
    return {**known.get("defaultParamMap", {}), **known["paramMap"]}, rows

