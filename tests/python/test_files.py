"""Saving to files and loading from them: every object that is saved."""

import os
import pathlib
import stat

import numpy as np
import pytest
import wald

X = np.random.default_rng(3).normal(size=(40, 2))
SCORES = wald.CascadeScores(2).feed(X)
STUMP = wald.Trees(1).add(split=["at_most", "leaf", "leaf"], left=[1, 0, 0], right=[2, 0, 0], threshold=[0.5, 0, 0],
                          values=[0, -1, 1])
OBJECTS = [
    wald.Estimator.joint([[1, 0], [0, 1]]), wald.Sample().feed(X[:, 0], X[:, 1] > 0), wald.Cascade.fit(SCORES), STUMP,
    wald.Learner.fit("lfp", X, X > 0, c_values=[1.0]), wald.Calibration.fit("platt", X[:, 0], X[:, 1] > 0),
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
