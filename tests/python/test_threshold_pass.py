"""Thresholds of distributed rows: the answer of one machine, however the rows are split."""

import pickle
import re

import numpy as np
import pytest
from conftest import SOURCE

import wald


def rows(n=200_000, seed=0):
    random = np.random.default_rng(seed)
    labels = random.random(n) < 0.02
    scores = np.where(labels, np.maximum(random.random(n), random.random(n)), random.random(n))
    return scores, labels


def passes(parts, plan, random):
    """Each part in a state that travels as bytes, merged in random order."""
    for count in range(1, 8):
        states = [pickle.dumps(pickle.loads(pickle.dumps(plan)).feed(*part)) for part in parts]
        for at in random.permutation(len(states)):
            plan.merge(pickle.loads(states[at]))
        found = plan.next()
        if found is not None:
            return found, count
    raise AssertionError("too many passes")


@pytest.mark.parametrize("goal", [{"metric": "f1"}, {"min_recall": 0.6}, {"max_fp": 300}, {"min_precision": 0.2},
                                  {"metric": "mcc", "max_alert_rate": 0.01}], ids=str)  # fmt: skip
@pytest.mark.parametrize("count", [1, 7])
def test_one_machine(goal, count):
    scores, labels = rows()
    random = np.random.default_rng(count)
    place = random.integers(0, count, len(scores))
    parts = [(labels[place == i], scores[place == i]) for i in range(count)] + [([], [])]
    found, used = passes(parts, wald.ThresholdPass(**goal), random)
    expected = wald.choose_threshold(labels, scores, **goal)
    assert 1 < used <= 3
    assert found.thresholds == expected.thresholds and found.next_lower == expected.next_lower
    assert (found.tp, found.fp, found.value, found.flags) == (expected.tp, expected.fp, expected.value, expected.flags)
    assert found.intervals == expected.intervals


def test_weights_and_unrated_rows():
    scores = np.array([0.9, 0.8, 0.7, 0.6, 0.5, 0.4], np.float32)
    labels, weights = [1, 0, 1, None, 1, 0], [1, 0.5, 2, 1, 0, 3]
    state = wald.ThresholdPass("f1", positives=5).feed(labels, scores, weights)
    assert (state.pass_number, state.n_rows, state.n_bins, state.n_windows) == (1, 5, 5, 1)
    assert repr(state) == "<ThresholdPass: pass 1, 5 rows in 5 bins>"
    expected = wald.choose_threshold(labels, scores, metric="f1", positives=5, weights=weights)
    found = state.copy().merge(wald.ThresholdPass("f1", positives=5)).next()
    assert found.thresholds == expected.thresholds and found.value == expected.value
    assert found.intervals == expected.intervals


def test_refused():
    scores, labels = rows(2000)
    state = wald.ThresholdPass("f1").feed(labels, scores)
    with pytest.raises(wald.ArgumentError, match="other has other options"):
        state.merge(wald.ThresholdPass("jaccard"))
    with pytest.raises(TypeError, match="other must be ThresholdPass"):
        state.merge(wald.Sample())
    with pytest.raises(wald.ArgumentError, match="bootstrap is 5: choosing for binned rows does not read it"):
        wald.ThresholdPass("f1", bootstrap=5)
    with pytest.raises(wald.ArgumentError, match=r"weights of binned rows must lie in \[2\^-20, 2\^32\]"):
        state.feed([1], [0.5], [1e-9])
    with pytest.raises(wald.ArgumentError, match="rows is 0"):
        wald.ThresholdPass("f1").next()
    saved = bytearray(state.to_bytes())
    assert wald.ThresholdPass.from_bytes(saved).to_bytes() == saved
    saved[len(saved) // 2] ^= 1
    with pytest.raises(wald.FormatError, match="checksum does not match"):
        wald.ThresholdPass.from_bytes(bytes(saved))
    state.close()
    assert repr(state) == "<ThresholdPass, closed>"


def test_guide_of_rows_in_many_places():
    text = (SOURCE / "docs" / "guides" / "scale.md").read_text()
    blocks = re.findall(r"^```python\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)
    blocks = [block for block in blocks if "spark" not in block]  # which tests/spark runs
    assert len(blocks) == 2 and "assert found.thresholds ==" in blocks[0] and "assert plan.k == one.k" in blocks[1]
    for block in blocks:
        exec(block, {"__name__": "guide"})
