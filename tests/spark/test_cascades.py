"""Cascades decide the rows of a data frame as they decide a table."""

import numpy as np
import pyarrow as pa
import pytest
import wald
import wald.spark
from pyspark.errors import PySparkException

random = np.random.default_rng(3)
X = random.normal(size=(400, 3))
X[random.random(X.shape) < 0.1] = np.nan


def trees(count=30):
    made = wald.Trees(3)
    for i in range(count):
        made.add(split=["at_most", "leaf", "leaf"], left=[1, 0, 0], right=[2, 0, 0], feature=[i % 3, 0, 0],
                 threshold=[float(random.normal()), 0, 0], values=[0, -1, 1])
    return made


def test_trees(frame, tmp_path):
    made = trees()
    cascade = wald.Cascade.fit(wald.CascadeScores.of_trees(made, X)).bind(made)
    expected = cascade.apply_trees(X)
    columns = {f"x{j}": pa.array(X[:, j], from_pandas=True) for j in range(3)}  # what is missing is null
    given = frame({"id": np.arange(400), "x": X, **columns}, 3)
    stage = wald.spark.CascadeModel(cascade, "x")
    named = wald.spark.CascadeModel(cascade, ["x0", "x1", "x2"], decision="d", count="n")
    for i, made in enumerate((stage, named)):
        made.save(str(tmp_path / str(i)))
        again = wald.spark.CascadeModel.load(str(tmp_path / str(i)))
        found = sorted(again.transform(given).collect(), key=lambda row: row["id"])
        assert [row[-2] for row in found] == expected.decisions.tolist()
        assert [row[-1] for row in found] == expected.counts.tolist()
    assert 1 < expected.counts.mean() < 30


def test_scores(frame):
    scores = random.normal(size=(300, 4)) + random.normal(size=(300, 1))
    cascade = wald.Cascade.fit(scores)
    expected = cascade.apply(scores)
    found = wald.spark.CascadeModel(cascade, "s").transform(frame({"id": np.arange(300), "s": scores}))
    rows = sorted(found.collect(), key=lambda row: row["id"])
    assert [(row["decision"], row["count"]) for row in rows] == list(zip(expected.decisions, expected.counts))
    with pytest.raises(wald.ArgumentError, match="inputs has 3 columns: the cascade takes 4"):
        wald.spark.CascadeModel(cascade, ["a", "b", "c"])
    with pytest.raises(PySparkException, match=r"scores\[0\]\[1\] is null: must be a number"):
        rows = pa.array([[1.0, None, 2.0, 3.0]], pa.list_(pa.float64()))
        wald.spark.CascadeModel(cascade, "s").transform(frame({"s": rows}, 1)).collect()
