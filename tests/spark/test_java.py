"""The stages for Java in a JVM of their own; Java reads what Python saved, and Python what Java saved."""

import os
import pathlib
import subprocess

import numpy as np
import pyarrow as pa
import pytest
import wald
import wald.spark

JARS = os.environ.get("WALD_SPARK_JARS", "").split(",")
MASTER = os.environ.get("WALD_SPARK", "connect").replace("connect", "local[2]")


def test_java_and_python_read_each_other(spark, frame, tmp_path):
    if len(JARS) < 3:
        pytest.skip("SKIPPED: stages for Java (javac or the Java package is missing)")
    random = np.random.default_rng(8)
    scores = random.normal(size=(300, 3)) + random.normal(size=(300, 1))
    p = random.random((300, 3))
    given = frame({"id": np.arange(300), "probabilities": p, "score": p[:, 0], "s1": p[:, 2],
                   "label": p[:, 1] < p[:, 0], "scores": p, "labels_of": (p > random.random(p.shape)).astype(float),
                   "s": scores, "place": pa.array(random.integers(0, 3, 300))})
    tuner = wald.spark.ThresholdTuner(metric=wald.Metric("fbeta:2", zero_division=0), max_alert_rate=0.5)
    pairs = wald.spark.ThresholdTuner(score=("score", "s1"), rule="and", prediction="both", metric="f1")
    stages = {
        "decision": wald.spark.OptimalDecision(metric="jaccard", abstain=0.5, at_least=1),
        "one": tuner.fit(given),
        "labels": wald.spark.ThresholdTuner(truth="labels_of", score="scores", prediction="found", metric="f1").fit(given),
        "segments": wald.spark.ThresholdTuner(segment="place", prediction="there", metric="f1").fit(given),
        "pair": pairs.fit(given),
        "cascade": wald.spark.CascadeModel(wald.Cascade.fit(scores), "s"),
    }
    folder = tmp_path / "python"
    given.write.parquet(str(folder / "rows"))
    wanted = given
    for name, stage in {"tuner": tuner, "pairs": pairs, **stages}.items():
        stage.save(str(folder / name))
        wanted = stage.transform(wanted) if name in stages else wanted
    wanted.write.parquet(str(folder / "wanted"))
    submit = pathlib.Path(os.environ["SPARK_HOME"]) / "bin" / "spark-submit"
    env = {name: value for name, value in os.environ.items()
           if name not in ("SPARK_TESTING", "SPARK_CONNECT_MODE_ENABLED", "SPARK_LOCAL_REMOTE", "SPARK_REMOTE")}
    done = subprocess.run([submit, "--driver-memory", "1g", "--class", "StagesTest", "--jars", ",".join(JARS[:2]),
                           JARS[2], MASTER, tmp_path], env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          text=True, check=False)
    assert done.returncode == 0 and "checks of stages in Java hold" in done.stdout, done.stdout[-6000:]
    java = tmp_path / "java"
    decision = wald.spark.OptimalDecision.load(str(java / "decision"))
    assert (decision.metric, decision.options) == (wald.Metric("f1"), {"abstain": 0.35, "at_most": 2})
    for name in ("one", "labels", "segments"):
        model = wald.spark.ThresholdModel.load(str(java / name))
        assert model.form == name and model.prediction == "alert"
    pair = wald.spark.ThresholdModel.load(str(java / "pair"))
    assert (pair.thresholds, pair.score, pair.rule) == (stages["pair"].thresholds, ("score", "s1"), "and")
    assert list(model.thresholds) == ["at", "ch", "none"] and model.thresholds["none"] == np.inf
    cascade = wald.spark.CascadeModel.load(str(java / "cascade"))
    expected = cascade.cascade.apply(scores)
    rows = sorted(cascade.transform(given).collect(), key=lambda row: row["id"])
    assert [(row["decision"], row["count"]) for row in rows] == list(zip(expected.decisions, expected.counts))
