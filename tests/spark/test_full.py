"""What takes longer than every run of the tests has time for; full.sh runs it."""

import os

import numpy as np
import pyarrow as pa
import pytest
import wald
import wald.spark
from conftest import of_arrow
from test_thresholds import PAIR_GOALS, same, same_pair, two_scores

pytestmark = pytest.mark.skipif(not os.environ.get("WALD_SPARK_FULL"), reason="runs by tests/spark/full.sh")
N = 200_000
GOALS = [{"metric": "f1"}, {"metric": "mcc"}, {"metric": "f1", "max_alert_rate": 0.01}, {"min_recall": 0.7},
         {"min_precision": 0.2}, {"max_fp": 500}, {"max_alerts": 900}, {"max_fpr": 0.01}, {"cost_ratio": 20},
         {"marginal_precision": 0.1}]


@pytest.fixture(scope="module")
def given():
    random = np.random.default_rng(1)
    truth = random.random(N) < 0.02
    return np.where(truth, np.maximum(random.random(N), random.random(N)), random.random(N)), truth


@pytest.mark.parametrize("partitions", [1, 2, 7, 64, 200])
def test_thresholds_of_every_partitioning(spark, given, partitions):
    scores, truth = given
    frame = of_arrow(spark, pa.table({"score": scores, "label": truth})).repartition(partitions).persist()
    for goal in GOALS if partitions == 7 else GOALS[:2]:
        same(wald.spark.choose_threshold(frame, **goal), wald.choose_threshold(truth, scores, **goal))
    frame.unpersist()


@pytest.mark.parametrize("partitions", [1, 2, 7, 64, 200])
def test_rows_of_every_partitioning(spark, partitions):
    p = np.random.default_rng(2).random((3000, 14))
    frame = of_arrow(spark, pa.table({"id": np.arange(3000), "p": pa.array(list(p))})).repartition(partitions)
    expected = wald.decide(p, "f1")
    rows = sorted(wald.spark.decide(frame, "p", "f1").collect(), key=lambda row: row["id"])
    assert [row["labels"] for row in rows] == [one.tolist() for one in expected.indices]
    assert [row["expected"] for row in rows] == expected.expected.tolist()
    assert [row["bound"] for row in rows] == expected.bound.tolist()


@pytest.mark.parametrize("partitions", [1, 2, 7, 64, 200])
def test_two_scores_of_every_partitioning(spark, partitions):
    scores, labels, weights = two_scores(20_000)
    table = pa.table({"a": scores[:, 0], "b": scores[:, 1], "label": labels, "w": weights})
    frame = of_arrow(spark, table).repartition(partitions).persist()
    for rule in ("or", "and"):
        sample = wald.Sample(2, rule=rule).feed(labels, scores, weights)
        for goal in PAIR_GOALS if partitions == 7 else PAIR_GOALS[:2]:
            found = wald.spark.choose_threshold(frame, score=("a", "b"), weight="w", rule=rule, **goal)
            same_pair(found, sample.choose(goal.get("metric"), baselines=False,
                                           **{name: value for name, value in goal.items() if name != "metric"}))
    frame.unpersist()


def test_segments_and_labels_in_many_partitions(spark, given):
    scores, truth = given
    place = np.random.default_rng(3).integers(0, 5, N)
    frame = of_arrow(spark, pa.table({"score": scores, "label": truth, "place": place})).repartition(64)
    for key, found in wald.spark.choose_threshold(frame.persist(), segment="place", metric="f1").items():
        same(found, wald.choose_threshold(truth[place == key], scores[place == key], metric="f1"))
    table = np.column_stack([scores, scores[::-1], 1 - scores])
    both = np.column_stack([truth, truth[::-1], truth])
    frame = of_arrow(spark, pa.table({"score": pa.array(list(table)), "label": pa.array(list(both))}))
    for found, column in zip(wald.spark.choose_threshold(frame.repartition(64).persist(), metric="f1"), range(3)):
        same(found, wald.choose_threshold(both[:, column], table[:, column], metric="f1"))
