"""Saving to files and loading from them: every object that is saved."""

import copy
import os
import pathlib
import pickle
import stat
import time

import numpy as np
import pytest
import wald

X = np.random.default_rng(3).normal(size=(40, 2))
SCORES = wald.CascadeScores(2).feed(X)
STUMP = wald.Trees(1).add(split=["at_most", "leaf", "leaf"], left=[1, 0, 0], right=[2, 0, 0], threshold=[0.5, 0, 0],
                          values=[0, -1, 1])
OBJECTS = [
    wald.Estimator.joint([[1, 0], [0, 1]]), wald.Sample().feed(X[:, 1] > 0, X[:, 0]), wald.Cascade.fit(SCORES), STUMP,
    wald.Learner.fit("lfp", X, X > 0, c_values=[1.0]), wald.Calibration.fit("platt", scores=X[:, 0], truth=X[:, 1] > 0),
]


@pytest.mark.parametrize("thing", OBJECTS, ids=lambda thing: type(thing).__name__)
def test_files(thing, tmp_path, monkeypatch):
    path, text = tmp_path / "saved", thing.save()
    assert thing.save(path) == text == path.read_text()
    kind = type(thing)
    for given in (text, text.encode(), path):
        assert kind.load(given).save() == text
    monkeypatch.chdir(tmp_path)
    thing.save("saved.json")
    assert kind.load("saved.json").save() == kind.load(str(tmp_path / "saved.json")).save() == text
    assert sorted(os.listdir(tmp_path)) == ["saved", "saved.json"]  # nothing else is left beside them
    with pytest.raises(FileNotFoundError, match="other.json"):
        kind.load("other.json")
    with pytest.raises(wald.FormatError, match="this looks like a file name, which is taken with a suffix"):
        kind.load("saved")
    with pytest.raises(wald.FormatError) as caught:
        kind.load('{"wald": "nothing"}')
    assert "file name" not in str(caught.value)
    with pytest.raises(TypeError, match="text must be a str, or the path of a file: found int"):
        kind.load(3)


@pytest.mark.parametrize("thing", OBJECTS, ids=lambda thing: type(thing).__name__)
def test_binary(thing, tmp_path):
    kind, path = type(thing), tmp_path / "saved.wald"
    state = thing.save(path, binary=True)
    assert isinstance(state, bytes) and state == path.read_bytes()
    for given in (state, path, str(path)):
        again = kind.load(given)
        assert again.save() == thing.save() and again.save(binary=True) == state
    assert state in pickle.dumps(thing)
    assert pickle.loads(pickle.dumps(thing)).save() == copy.copy(thing).save() == thing.save()
    for i in range(len(state)):
        wrong = bytearray(state)
        wrong[i] ^= 16
        for bad in (bytes(wrong), state[:i]):
            with pytest.raises(wald.FormatError):
                kind.load(bad)
    with pytest.raises(wald.FormatError, match="is corrupt: its checksum does not match"):
        kind.load(state[:-1] + bytes([state[-1] ^ 1]))


def test_a_sample_in_binary_is_small_and_says_all():
    scores, labels = np.random.default_rng(1).normal(size=10_000), np.arange(10_000) % 50 == 0
    sample = wald.Sample().feed(labels, scores)
    assert len(sample.save(binary=True)) < 8.1 * 10_000
    assert wald.Sample.load(sample.save(binary=True)).choose("f1").thresholds == sample.choose("f1").thresholds
    below = wald.Sample(rated_from=[0.5]).feed([1, 1, 0], [0.1, 0.2, 0.9])
    for again in (wald.Sample.load(below.save()), wald.Sample.load(below.save(binary=True)), below):
        with pytest.raises(wald.ArgumentError, match="2 rows labelled 1 lie below rated_from"):
            again.choose("f1")


def test_merging_does_not_copy_the_receiver():
    """Ten times the parts take about ten times as long, not a hundred times."""
    def seconds(parts):
        each = wald.Sample().feed(np.arange(1000) % 10 == 0, np.random.default_rng(2).normal(size=1000))
        whole, begin = wald.Sample(), time.process_time()
        for _ in range(parts):
            whole.merge(each)
        taken = time.process_time() - begin
        assert whole.totals.n_rows == 1000 * parts
        return taken

    few, many = (min(seconds(parts) for _ in range(3)) for parts in (200, 2000))
    assert many < 40 * few


def test_whole_or_not_at_all(tmp_path, monkeypatch):
    path = tmp_path / "model.json"
    path.write_text("before")
    os.chmod(path, 0o640)

    def fails(*arguments):
        raise OSError("the disk is full")

    with monkeypatch.context() as patched:
        patched.setattr(os, "replace", fails)
        with pytest.raises(OSError, match="the disk is full"):
            OBJECTS[0].save(path)
    assert path.read_text() == "before" and os.listdir(tmp_path) == ["model.json"]
    link = tmp_path / "link.json"
    link.symlink_to(path)
    OBJECTS[0].save(link)
    assert link.is_symlink() and path.read_text() == OBJECTS[0].save()
    with pytest.raises(FileNotFoundError):
        OBJECTS[0].save(tmp_path / "no folder" / "model.json")
    plain = pathlib.Path(tmp_path / "plain")
    plain.write_text("")
    OBJECTS[0].save(tmp_path / "new.json")
    assert stat.S_IMODE((tmp_path / "new.json").stat().st_mode) == stat.S_IMODE(plain.stat().st_mode)
