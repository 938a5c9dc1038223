"""Thresholds of the rows of a data frame are those of one machine, to the bit, however rows are parted."""

import pathlib

import numpy as np
import pyarrow as pa
import pytest
import wald
import wald.spark
from pyspark.errors import PySparkException

random = np.random.default_rng(11)


def rows(n):
    truth = random.random(n) < 0.03
    return np.where(truth, np.maximum(random.random(n), random.random(n)), random.random(n)), truth


SCORES, LABELS = rows(60_000)


def same(found, expected):
    assert found.thresholds == expected.thresholds and found.next_lower == expected.next_lower
    assert (found.tp, found.fp, found.value, found.flags) == (expected.tp, expected.fp, expected.value, expected.flags)
    assert found.intervals == expected.intervals


@pytest.fixture(scope="module")
def scored(frame):
    made = frame({"s": SCORES, "y": LABELS}, 7).persist()
    yield made
    made.unpersist()


@pytest.mark.parametrize("goal", [{"metric": "f1"}, {"min_recall": 0.6, "max_alert_rate": 0.3}], ids=str)
def test_one_machine(scored, goal):
    lines = []
    same(wald.spark.choose_threshold(scored, score="s", label="y", progress=lines.append, **goal),
         wald.choose_threshold(SCORES, LABELS, **goal))
    assert lines[0].startswith("pass 1: 60000 rows in ") and lines[-1].endswith(" bins; done") and len(lines) < 4


def test_weights_floats_unrated_rows_and_skew(frame):
    """Six of seven partitions are empty or nearly so."""
    scores, n = np.float32(SCORES[:3000]), 3000
    weights = random.integers(0, 5, n).astype(float)
    labels = pa.array([None if i % 11 == 0 else bool(y) for i, y in enumerate(LABELS[:n])])
    given = frame({"score": scores, "label": labels, "w": weights, "place": np.arange(n) // 2900}, 2)
    given = given.repartition(7, "place")
    found = wald.spark.choose_threshold(given, weight="w", metric="mcc", positives=250)
    same(found, wald.choose_threshold(scores, labels.to_pylist(), metric="mcc", weights=weights, positives=250))


def test_a_task_that_fails_and_runs_again(scored, tmp_path):
    """Its rows count once. Connect cannot ask for retries locally: then the whole query is asked again."""
    mark = tmp_path / "failed"

    def fails_once(batches):
        from pyspark import TaskContext

        for batch in batches:
            yield batch
            if TaskContext.get().partitionId() == 1 and not pathlib.Path(mark).exists():
                pathlib.Path(mark).touch()
                raise RuntimeError("a disk is full")

    flaky = scored.mapInArrow(fails_once, scored.schema)
    try:
        found = wald.spark.choose_threshold(flaky, score="s", label="y", metric="f1")
    except PySparkException as error:
        assert "a disk is full" in str(error)
        found = wald.spark.choose_threshold(flaky, score="s", label="y", metric="f1")
    assert mark.exists()
    same(found, wald.choose_threshold(SCORES, LABELS, metric="f1"))


def test_segments(frame, tmp_path):
    n = 4000
    segments = np.array(["at", "de", "ch", "none"])[np.minimum(random.integers(0, 40, n) // 12, 3)]
    labels = LABELS[:n] & (segments != "none")
    given = frame({"score": SCORES[:n], "label": labels.astype(int), "country": segments})
    tuner = wald.spark.ThresholdTuner(segment="country", metric="f1", prediction="alert")
    model = tuner.fit(given)
    assert list(model.thresholds) == ["at", "ch", "de", "none"] and model.thresholds["none"] == np.inf
    for name in ("at", "ch", "de"):
        here = segments == name
        same(model.chosen[name], wald.choose_threshold(SCORES[:n][here], labels[here], metric="f1"))
    model.save(str(tmp_path / "model"))
    again = wald.spark.ThresholdModel.load(str(tmp_path / "model"))
    assert again.facts == model.facts and again.thresholds == model.thresholds
    more = given.unionByName(frame({"score": [0.5], "label": [0], "country": ["elsewhere"]}))
    for row in again.transform(more).collect():
        limit = model.thresholds.get(row["country"])
        assert row["alert"] == (None if limit is None else row["score"] >= limit)


def test_labels(frame, tmp_path):
    """Macro: each label at its best, as `label_thresholds` has it."""
    table = random.random((2000, 5))
    truth = (random.random((2000, 5)) < table**3).astype(float)
    truth[:, 2] = 0
    given = frame({"id": np.arange(2000), "score": table, "label": truth}, 3)
    tuner = wald.spark.ThresholdTuner(metric="f1")
    tuner.save(str(tmp_path / "tuner"))
    model = wald.spark.ThresholdTuner.load(str(tmp_path / "tuner")).fit(given)
    expected = wald.label_thresholds(table, truth, metric="f1")
    assert model.thresholds == expected.thresholds.tolist() and model.chosen[2] is None
    assert [model.facts[i]["tp"] for i in range(5)] == expected.tp.tolist()
    model.save(str(tmp_path / "model"))
    again = wald.spark.ThresholdModel.load(str(tmp_path / "model"))
    found = sorted(again.transform(given.select("id", "score")).collect())
    assert [row["flagged"] for row in found] == [np.flatnonzero(one).tolist() for one in expected.apply(table)]


def test_one_score_is_flagged(frame, tmp_path):
    given = frame({"score": SCORES[:500], "label": LABELS[:500]})
    model = wald.spark.ThresholdTuner(max_fp=3).fit(given)
    model.save(str(tmp_path / "model"))
    again = wald.spark.ThresholdModel.load(str(tmp_path / "model"))
    expected = wald.choose_threshold(SCORES[:500], LABELS[:500], max_fp=3)
    assert again.thresholds == model.thresholds == expected.thresholds
    assert all(row["flagged"] == (row["score"] >= model.thresholds) for row in again.transform(given).collect())
    with pytest.raises(Exception, match="is nan: must be a number"):  # in Spark 3.5 of py4j, else of pyspark
        again.transform(frame({"score": [0.5, float("nan")]})).collect()


def test_refused(frame):
    given = frame({"score": [0.5, None], "label": [1, 0], "name": ["a", None]}, 1)
    choose = wald.spark.choose_threshold
    for error, match, options in [
        (wald.ArgumentError, "score is 'x': there is no such column", {"score": "x"}),
        (TypeError, "label is 'name': must hold numbers or truths, not string", {"label": "name"}),
        (wald.ArgumentError, "bootstrap is 5: is of no use for binned rows", {"bootstrap": 5}),
        (PySparkException, r"row \d of 'score' is null: must be a number \(column 'score', rows of partition 0", {}),
        (PySparkException, r"row \d of 'name' is null: must name a segment", {"score": "label", "segment": "name"}),
    ]:
        with pytest.raises(error, match=match):
            choose(given, metric="f1", **options)
    with pytest.raises(wald.ArgumentError, match="rows is 0"):
        choose(given.where("false"), metric="f1")
    with pytest.raises(wald.ArgumentError, match="positives is 0"):
        choose(given.where("label = 1").selectExpr("score", "label = 2 as label"), metric="f1")
