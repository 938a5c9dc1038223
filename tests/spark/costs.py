#!/usr/bin/env python3
"""What deciding costs beside a mapInArrow that does nothing: processor time of the JVM and the Python workers together.

    costs.py PARQUET [ROWS] [LABELS]      writes the table where it is not there
"""

import os
import sys
import time

import numpy as np
from pyspark.sql import SparkSession

import wald.spark


def processor_time():
    """Of this process's descendants, those that ended included, in seconds."""
    parents, times = {}, {}
    for entry in os.listdir("/proc"):
        if entry.isdigit():
            try:
                with open(f"/proc/{entry}/stat") as file:
                    fields = file.read().rpartition(")")[2].split()
            except OSError:
                continue
            parents[int(entry)], times[int(entry)] = int(fields[1]), sum(map(int, fields[11:15]))
    total = 0
    for process, ticks in times.items():
        above = process
        while above in parents and above != os.getpid():
            above = parents[above]
        total += ticks if above == os.getpid() and process != above else 0
    return total / os.sysconf("SC_CLK_TCK")


def nothing(batches):
    yield from batches


def main(path, rows=400_000, labels=14):
    spark = SparkSession.builder.master("local[1]").config("spark.ui.enabled", "false").getOrCreate()
    spark.sparkContext.setLogLevel("ERROR")
    if not os.path.exists(path):
        import pyarrow as pa
        import pyarrow.parquet as pq

        p = np.random.default_rng(0).random((rows, labels)) ** 3
        column = pa.ListArray.from_arrays(np.arange(0, rows * labels + 1, labels, dtype=np.int32), p.ravel())
        pq.write_table(pa.table({"id": np.arange(rows), "p": column}), path)
    frame = spark.read.parquet(path)
    made = {
        "reading alone": frame,
        "mapInArrow, nothing": frame.mapInArrow(nothing, frame.schema),
        "wald.spark.decide": wald.spark.decide(frame, "p", "f1"),
        "without bound": wald.spark.decide(frame, "p", "f1", bound=None),
    }
    taken = {name: [] for name in made}
    for _ in range(4):
        for name, each in made.items():
            begin = processor_time()
            each.write.format("noop").mode("overwrite").save()
            time.sleep(0.2)
            taken[name].append(processor_time() - begin)
    for name, each in taken.items():
        best = min(each)
        ratio = min(a / b for a, b in zip(each[1:], taken["mapInArrow, nothing"][1:]))
        print(f"{name:22}{best:6.2f} CPU seconds, {frame.count() / best / 1e6:.2f} M rows a second; "
              f"{ratio:.2f} times the mapInArrow beside it")


if __name__ == "__main__":
    main(sys.argv[1], *map(int, sys.argv[2:]))
