"""Tables that are decided together are decided as on one machine."""

import numpy as np
import pytest
import wald
import wald.spark

random = np.random.default_rng(21)


def chosen(decided):
    rows = sorted(decided.collect(), key=lambda row: row["id"])
    return [row["labels"] for row in rows]


@pytest.mark.parametrize("average, metric, limits", [("micro", "f1", {}), ("micro", "balanced_accuracy", {}),
                                                     ("macro", "jaccard", {"at_least": 3}),
                                                     ("micro", "fbeta:2", {"at_most": 700})])
def test_one_machine(frame, average, metric, limits):
    p = random.random((900, 4)) ** 2
    given = frame({"id": np.arange(900), "p": p}, 5).persist()
    lines = []
    found = wald.spark.decide_table(given, "p", metric, average=average, progress=lines.append, **limits)
    expected = wald.decide(p, metric, average=average, **limits)
    mask = np.asarray(expected.prediction)
    assert [answer["k"] for answer in found.answers] == np.atleast_1d(expected.k).tolist()
    for answer, value, bound in zip(found.answers, expected.expected, expected.bound):
        assert abs(answer["expected"] - value) <= bound + answer["bound"] + 1e-12
    rows = chosen(found.transform(given))
    assert rows == [np.flatnonzero(row).tolist() for row in mask]
    assert lines[-1].endswith("bins; done")
    given.unpersist()


@pytest.mark.parametrize("average", ["micro", "macro"])
def test_ties_go_by_the_key(frame, average):
    p = np.repeat([[0.75, 0.5, 0.25]], 40, axis=0)
    given = frame({"id": np.arange(40), "p": p}, 3)
    k, level = (47, 0.5) if average == "micro" else (7, 0.75)
    found = wald.spark.decide_table(given, "p", "f1", average=average, at_least=k, at_most=k)
    with pytest.raises(wald.ArgumentError, match=f"key is None: 7 of 40 cells of the probability {level}"):
        found.transform(given)
    rows = chosen(found.transform(given, key="id"))
    first, later = ([0, 1], [0]) if average == "micro" else ([0, 1, 2], [])
    assert rows == [first] * 7 + [later] * 33


def test_refused(frame):
    given = frame({"id": [1], "p": [[0.5]]})
    with pytest.raises(wald.ArgumentError, match="average is 'instance': must be 'micro' or 'macro'"):
        wald.spark.decide_table(given, "p", average="instance")
    with pytest.raises(wald.ArgumentError, match="rows is 0: a table needs at least 1 row"):
        wald.spark.decide_table(given.where("false"), "p")
    with pytest.raises(wald.ArgumentError, match="probabilities is 'q': there is no such column"):
        wald.spark.decide_table(given, "q")
