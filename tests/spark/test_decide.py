"""Rows of a data frame are decided as one machine decides them, to the bit."""

import numpy as np
import pyarrow as pa
import pytest
import wald
import wald.spark
from pyspark.errors import PySparkException
from pyspark.ml.functions import array_to_vector
from pyspark.sql import functions as F

random = np.random.default_rng(5)
P = random.random((300, 7))


def answers(decided):
    rows = sorted(decided.collect(), key=lambda row: row["id"])
    return [row["labels"] for row in rows], np.array([[row["expected"], row["bound"]] for row in rows], float)


@pytest.mark.parametrize("partitions, metric, options", [
    (1, "f1", {}), (7, "f1", {"abstain": 0.3}), (2, "jaccard", {"at_least": 1, "at_most": 3}), (2, "hamming", {}),
    (2, "f1", {"kind": "categorical"}),
])
def test_one_machine(frame, partitions, metric, options):
    table = P / P.sum(axis=1, keepdims=True) * 0.999 if "kind" in options else P
    found = wald.spark.decide(frame({"id": np.arange(300), "p": table}, partitions), "p", metric, **options)
    assert found.columns == ["id", "p", "labels", "expected", "bound"]
    labels, numbers = answers(found)
    expected = wald.decide(table, metric, **options)
    assert labels == [None if left else one.tolist() for one, left in zip(expected.indices, expected.abstained)]
    assert (numbers == np.column_stack([expected.expected, expected.bound])).all()
    assert "abstain" not in options or 0 < expected.abstained.sum() < 300


def test_vectors_lengths_floats_and_names(frame):
    rows = [[0.9, 0.4, 0.1], [0.3], [0.5, 0.5], [0.2, 0.1, 0.1, 0.9]]
    given = frame({"id": [0, 1, 2, 3], "a.b": pa.array(rows, pa.list_(pa.float32())), "wald": [1, 2, 3, 4]}, 3)
    given = given.withColumn("v", array_to_vector(F.col("`a.b`").cast("array<double>")))
    found = wald.spark.decide(given, "a.b", "f1", labels="l", expected=None, bound=None, facts=["k", "expected"],
                              abstain_label=0.2)
    again = wald.spark.decide(given, "v", "f1", abstain_label=0.2)
    assert found.columns == ["id", "a.b", "wald", "v", "l", "k", "expected"]
    for row, other in zip(sorted(found.collect()), sorted(again.collect())):
        expected = wald.decide(np.float32(rows[row["id"]]), "f1", abstain_label=0.2)
        assert (row["l"], row["k"]) == (expected.indices.tolist(), expected.k)
        assert row["expected"] == expected.expected == other["expected"] and other["labels"] == row["l"]
        assert row["v"] == other["v"] and row["wald"] == row["id"] + 1


def test_invalid_rows(frame):
    rows = [[0.9, 0.4], None, [], [0.5, None], [float("nan"), 0.1], [0.2, 0.1]]
    given = frame({"id": range(6), "p": pa.array(rows, pa.list_(pa.float64()))}, 1)
    kept = sorted(wald.spark.decide(given, "p", handle_invalid="keep", facts=["k"]).collect())
    assert [row["labels"] for row in kept] == [[0], None, None, None, None, []]
    assert [row["k"] for row in kept] == [1, None, None, None, None, 0]
    place = r"probabilities\[\d\] is (null|empty).*\(column 'p', rows of partition 0 "
    with pytest.raises(PySparkException, match=place):
        wald.spark.decide(given, "p").collect()
    with pytest.raises(PySparkException, match=r"probabilities\[0\]\[0\] is 1.2: must lie in \[0, 1\]"):
        wald.spark.decide(given.where("id = 0").select("id", F.expr("array(1.2D)").alias("p")), "p").collect()


def test_refused_before_spark_runs(frame):
    given = frame({"id": [1], "p": [[0.5]], "s": ["a"], "t": [["a"]]})
    decide = wald.spark.decide
    for error, match, arguments, options in [
        (wald.ArgumentError, "probabilities is 'q': there is no such column; there are id, p, s, t", ["q"], {}),
        (TypeError, "probabilities is 's': must hold arrays of numbers, or vectors, not string", ["s"], {}),
        (TypeError, "probabilities is 't': must hold arrays of numbers, or vectors, not array<string>", ["t"], {}),
        (wald.ArgumentError, "labels is 'id': there is such a column already", ["p"], {"labels": "id"}),
        (wald.FormatError, "beta is 0: must be above 0", ["p", "f0"], {}),
        (wald.ArgumentError, "average is 'macro'", ["p"], {"average": "macro"}),
        (TypeError, "did you mean 'at_most'", ["p"], {"at_mos": 3}),
        (wald.ArgumentError, "at_least is -1", ["p"], {"at_least": -1}),
        (wald.ArgumentError, "handle_invalid is 'skip'", ["p"], {"handle_invalid": "skip"}),
        (wald.ArgumentError, "facts holds 'size'", ["p"], {"facts": ["size"]}),
    ]:
        with pytest.raises(error, match=match):
            decide(given, *arguments, **options)


def test_stage_and_its_save(frame, tmp_path):
    given = frame({"id": np.arange(300), "p": P})
    stage = wald.spark.OptimalDecision("p", wald.Metric("fbeta:2", zero_division=0), at_most=3, labels="chosen")
    stage.save(str(tmp_path / "stage"))
    again = wald.spark.OptimalDecision.load(str(tmp_path / "stage"))
    assert (again.metric, again.options, again.labels) == (stage.metric, {"at_most": 3}, "chosen")
    assert sorted(again.transform(given).collect()) == sorted(stage.transform(given).collect())
    with pytest.raises(wald.FormatError, match="holds a org.libwald.spark.OptimalDecision: must be a .*CascadeModel"):
        wald.spark.CascadeModel.load(str(tmp_path / "stage"))
