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
    assert found.thresholds.tolist() == expected.thresholds.tolist()
    assert found.next_lower.tolist() == expected.next_lower.tolist()
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
    same(wald.spark.choose_threshold(scored, truth="y", score="s", progress=lines.append, **goal),
         wald.choose_threshold(LABELS, SCORES, **goal))
    assert lines[0].startswith("pass 1: 60000 rows in ") and lines[-1].endswith(" bins; done") and len(lines) < 4


def test_weights_floats_unrated_rows_and_skew(frame):
    """Six of seven partitions are empty or nearly so."""
    scores, n = np.float32(SCORES[:3000]), 3000
    weights = random.integers(0, 5, n).astype(float)
    labels = pa.array([None if i % 11 == 0 else bool(y) for i, y in enumerate(LABELS[:n])])
    given = frame({"score": scores, "label": labels, "w": weights, "place": np.arange(n) // 2900}, 2)
    given = given.repartition(7, "place")
    found = wald.spark.choose_threshold(given, weight="w", metric="mcc", positives=250)
    same(found, wald.choose_threshold(labels.to_pylist(), scores, metric="mcc", weights=weights, positives=250))


def test_a_task_that_fails_and_runs_again(scored, tmp_path):
    """Its rows count once, though some of them were fed before it failed, in each pass over one score or two."""
    mark = tmp_path / "failed"

    def fails_once(batches):
        from pyspark import TaskContext

        for batch in batches:
            yield batch
            if TaskContext.get().partitionId() == 1 and not pathlib.Path(mark).exists():
                pathlib.Path(mark).touch()
                raise RuntimeError("a disk is full")

    flaky = scored.mapInArrow(fails_once, scored.schema)
    same(wald.spark.choose_threshold(flaky, truth="y", score="s", metric="f1"),
         wald.choose_threshold(LABELS, SCORES, metric="f1"))
    assert mark.exists()
    mark.unlink()
    few = flaky.where("s > 0.9 or y").selectExpr("s", "1 - s as t", "y")
    found = wald.spark.choose_threshold(few, truth="y", score=("s", "t"), metric="f1")
    kept = (SCORES > 0.9) | LABELS
    table = np.column_stack([SCORES, 1 - SCORES])[kept]
    same_pair(found, wald.Sample(2).feed(LABELS[kept], table).choose("f1", baselines=False))
    assert mark.exists()


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
        same(model.chosen[name], wald.choose_threshold(labels[here], SCORES[:n][here], metric="f1"))
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
    expected = wald.label_thresholds(truth, table, metric="f1")
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
    expected = wald.choose_threshold(LABELS[:500], SCORES[:500], max_fp=3)
    assert again.thresholds == model.thresholds == expected.thresholds
    assert all(row["flagged"] == (row["score"] >= model.thresholds) for row in again.transform(given).collect())
    with pytest.raises(Exception, match="is nan: must be a number"):  # in Spark 3.5 of py4j, else of pyspark
        again.transform(frame({"score": [0.5, float("nan")]})).collect()


def two_scores(n, seed=5):
    """Ties, infinite scores, rows of weight 0 and rows that are not rated."""
    draw = np.random.default_rng(seed)
    truth = draw.random(n) < 0.02
    scores = np.where(truth[:, None], np.maximum(draw.random((n, 2)), draw.random((n, 2))), draw.random((n, 2)))
    scores[::3] = scores[::3].round(2)
    scores[draw.random(n) < 0.01, 0] = np.inf
    labels = np.where(draw.random(n) < 0.05, np.nan, truth)
    return scores, labels, draw.integers(0, 4, n) / 2


PAIR_GOALS = [{"metric": "f1", "positives": 700}, {"min_precision": 0.03, "precision_level": 0}, {"max_alert_rate": 0.01},
              {"metric": "fbeta:2", "max_fp": 300, "positives": 700}, {"cost_ratio": 4}]


@pytest.mark.parametrize("rule, goal", [("or", PAIR_GOALS[0]), ("and", PAIR_GOALS[1])], ids=str)
def test_two_scores(frame, tmp_path, rule, goal):
    """Of seven partitions some are empty, and one has nearly all rows."""
    n = 3000
    scores, labels, weights = two_scores(n)
    given = frame({"a": scores[:, 0], "b": scores[:, 1], "y": labels, "w": weights, "place": np.arange(n) // 2800}, 2)
    given = given.repartition(7, "place").persist()
    rated = wald.Sample(2, rule=rule).feed(labels, scores, weights)
    expected = rated.choose(goal.get("metric"), baselines=False, **{k: v for k, v in goal.items() if k != "metric"})
    lines = []
    tuner = wald.spark.ThresholdTuner(truth="y", score=("a", "b"), weight="w", rule=rule, progress=lines.append, **goal)
    tuner.save(str(tmp_path / "tuner"))
    again = wald.spark.ThresholdTuner.load(str(tmp_path / "tuner"))
    assert (again.score, again.rule) == (("a", "b"), rule)
    model = tuner.fit(given)
    same_pair(model.chosen[None], expected)
    assert lines[0].startswith("pass 1: 3000 rows, positives have ") and lines[1].endswith(" places; done")
    assert model.thresholds == expected.thresholds.tolist()
    model.save(str(tmp_path / "model"))
    again = wald.spark.ThresholdModel.load(str(tmp_path / "model"))
    assert (repr(sorted(again.facts[None].items())), again.score, again.rule) == (
        repr(sorted(model.facts[None].items())), ("a", "b"), rule)
    flagged = again.transform(given.select("a", "b")).toPandas()
    assert flagged["flagged"].tolist() == expected.apply(flagged[["a", "b"]].to_numpy()).astype(bool).tolist()
    given.unpersist()


def same_pair(found, expected):
    same(found, expected)
    assert found.rule == expected.rule and found.unrated == expected.unrated
    np.testing.assert_array_equal(*([one.marginal_precision, one.next_marginal_precision] for one in (found, expected)))


def test_two_scores_that_are_refused(frame, monkeypatch):
    from wald._spark import pairs

    scores, labels, _ = two_scores(200)
    given = frame({"a": scores[:, 0], "b": scores[:, 1], "y": labels > 0}, 1)
    choose = wald.spark.choose_threshold
    for error, match, options in [
        (TypeError, "score must be the name of a column, or the names of two", {"score": ("a",)}),
        (wald.ArgumentError, "score is 'c': there is no such column", {"score": ("a", "c")}),
        (wald.ArgumentError, "rule is 'and': requires two scores", {"score": "a", "rule": "and"}),
        (wald.ArgumentError, "segment is 'y': requires one score", {"segment": "y"}),
        (wald.ArgumentError, "bootstrap is 5: ", {"bootstrap": 5}),
    ]:
        with pytest.raises(error, match=match):
            choose(given, **{"truth": "y", "score": ("a", "b"), **options})
    with pytest.raises(wald.ArgumentError, match="positives is 0: no row is labelled 1"):
        choose(given.where("not y"), truth="y", score=("a", "b"))
    with pytest.raises(PySparkException, match=r"row \d+ of 'b' is nan: must be a number"):
        choose(given.selectExpr("a", "if(a > 0.5, b, double('nan')) as b", "y"), truth="y", score=("a", "b"))
    monkeypatch.setattr(pairs, "MOST_POSITIVES", 2)
    state = pairs.Positives()
    with pytest.raises(wald.ArgumentError, match="positives have 3 different pairs of scores or more: must be at most"):
        state.feed(np.ones(3, int), scores[:3] + np.arange(3)[:, None], np.ones(3))
    monkeypatch.setattr(pairs, "MOST_CELLS", 4)
    cells = pairs.Cells((np.array([0.5]), np.array([0.5])))
    cells.feed((labels > 0).astype(int), scores, np.ones(200))
    with pytest.raises(wald.ArgumentError, match=r"rows lie in \d+ places among 1 and 1 scores of positives"):
        cells.settle()


def test_refused(frame):
    given = frame({"score": [0.5, None], "label": [1, 0], "name": ["a", None]}, 1)
    choose = wald.spark.choose_threshold
    for error, match, options in [
        (wald.ArgumentError, "score is 'x': there is no such column", {"score": "x"}),
        (TypeError, "truth is 'name': must hold numbers or truths, not string", {"truth": "name"}),
        (wald.ArgumentError, "bootstrap is 5: choosing for binned rows does not read it", {"bootstrap": 5}),
        (PySparkException, r"row \d of 'score' is null: must be a number \(column 'score', rows of partition 0", {}),
        (PySparkException, r"row \d of 'name' is null: must name a segment", {"score": "label", "segment": "name"}),
    ]:
        with pytest.raises(error, match=match):
            choose(given, metric="f1", **options)
    with pytest.raises(wald.ArgumentError, match="rows is 0"):
        choose(given.where("false"), metric="f1")
    with pytest.raises(wald.ArgumentError, match="positives is 0"):
        choose(given.where("label = 1").selectExpr("score", "label = 2 as label"), metric="f1")
