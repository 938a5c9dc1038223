"""Thresholds as files: saved, loaded, and read by the command."""

import csv
import io
import json
import pathlib
import pickle
import subprocess
import warnings

import numpy as np
import pandas as pd
import pytest
import wald

RANDOM = np.random.default_rng(0)
TRUTH = RANDOM.random(300) < 0.3
SCORES = pd.DataFrame(RANDOM.normal(size=(300, 2)) + TRUTH[:, None], columns=["s1", "s2"])
ASKED = [{"metric": "f1"}, {"metric": "f1", "bootstrap": 20, "folds": 3}, {"method": "stacked"}, {"max_fp": 0},
         {"min_precision": 0.9, "certify": 0.9}]
COMMAND = pathlib.Path(wald.LIBRARY_PATH).resolve().parent.parent / "bindings" / "cli" / "wald"


def chosen(asked, names=("s1", "s2")):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", wald.DecisionWarning)
        return wald.Sample(2, names=names).feed(TRUTH, SCORES.to_numpy()).choose(**asked)


@pytest.mark.parametrize("asked", ASKED)
@pytest.mark.parametrize("names", [None, ("s1", "s2"), (0, 1)])
def test_saved_and_loaded(tmp_path, asked, names):
    """Thresholds could be pickled, but neither saved nor loaded."""
    found, path = chosen(asked, names), tmp_path / "chosen.json"
    text = found.save(path)
    assert path.read_text() == text
    for again in (wald.Thresholds.load(text), wald.Thresholds.load(path), pickle.loads(pickle.dumps(found))):
        assert again == found and again.names == found.names and again.baselines == found.baselines
        assert (again.apply(SCORES.to_numpy()) == found.apply(SCORES.to_numpy())).all()
    with pytest.raises(ValueError):
        wald.Thresholds.load(text).thresholds[0] = 0


def test_infinities_are_json():
    text = wald.Sample().feed([1, 0], [1.0, 2.0]).choose(max_fp=0).save()
    assert json.loads(text)["thresholds"] == {"score": "inf"} and "Infinity" not in text and "NaN" not in text
    assert wald.Thresholds.load(text).thresholds[0] == np.inf


# What `wald threshold --label y --scores s --metric f1` writes of [1, 0, 1, 0] and [0.9, 0.8, 0.3, 0.2].
ANSWER = ('{"method":"direct","objective":"f1","rule":"or","feasible":true,"thresholds":{"s":0.3},"next_lower":{"s":0.2},'
          '"tp":2,"fp":1,"unrated":0,"positives":2,"precision":0.6666666666666666,"recall":1,"value":0.8,'
          '"marginal_precision":0.5,"next_marginal_precision":null,"intervals":{"recall":{"low":0.15811388300841897,'
          '"high":1,"exact":true}},"flags":["few_positives"],"baselines":[{"method":"best-single","feasible":true,'
          '"thresholds":{"s":0.3},"next_lower":{"s":0.2},"tp":2,"fp":1,"intervals":{},"flags":[]}]}')


def test_reads_the_command_s_answer():
    found = wald.Thresholds.load(ANSWER)
    assert (found.thresholds[0], found.tp, found.value, found.names) == (0.3, 2, 0.8, ("s",))
    assert found.flags == wald.ThresholdFlags.FEW_POSITIVES and found.intervals["recall"].exact
    assert found.feasible and found.baselines[0].objective == "f1" and found.baselines[0].rule == "or"
    assert found.apply([0.25, 0.3]).tolist() == [False, True]


@pytest.mark.parametrize("text, why", [
    ("[]", "a JSON object is needed"), ("{}", "'thresholds' is missing"), ("no", "Expecting value"),
    (ANSWER.replace('"rule":"or"', '"rule":"xor"'), "\"rule\" is 'xor': must be 'or' or 'and'"),
    (ANSWER.replace('"few_positives"', '"no_flag"'), "NO_FLAG"), (ANSWER.replace(":0.3}", ":[]}"), "float"),
])
def test_what_is_no_answer(text, why):
    with pytest.raises(wald.FormatError, match="^no answer of 'wald threshold': .*" + why):
        wald.Thresholds.load(text)


@pytest.mark.skipif(not COMMAND.exists(), reason="the command is not built")
@pytest.mark.parametrize("asked", ASKED)
def test_the_command_applies_them(tmp_path, asked):
    found = chosen(asked)
    found.save(tmp_path / "chosen.json")
    SCORES.to_csv(tmp_path / "scores.csv", index=False)
    done = subprocess.run([COMMAND, "threshold", "apply", "--answer", "chosen.json", "scores.csv"], cwd=tmp_path,
                          capture_output=True, text=True, check=True)
    flagged = [row["flagged"] == "1" for row in csv.DictReader(io.StringIO(done.stdout))]
    assert flagged == found.apply(SCORES).tolist()


def test_flags_are_bool():
    """They were numbers of uint8, by which a table cannot be filtered: scores[flags] took rows 0 and 1."""
    found = wald.choose_threshold([1, 0, 1, 0], pd.Series([0.9, 0.8, 0.3, 0.2]), metric="f1")
    assert found.apply([0.1, 0.9]).dtype == found.apply(pd.Series([0.1, 0.9])).dtype == bool
    assert wald.apply_thresholds(0.5, [0.1, 0.9]).tolist() == [False, True]
    table = np.array([[0.1, 0.9], [0.8, 0.2]])
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", wald.DecisionWarning)
        labels = wald.label_thresholds([[0, 1], [1, 0]], table, metric="f1")
        segments = wald.segment_thresholds([1, 0], [0.9, 0.1], metric="f1")
    assert labels.apply(table).dtype == segments.apply([0.5]).dtype == bool
    assert table[found.apply(table[:, 0])].tolist() == [[0.8, 0.2]]
