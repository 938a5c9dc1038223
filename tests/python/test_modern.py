"""docs/experiments/modern: its rules are what they say, on numbers that are small enough to enumerate."""

import itertools
import os
import subprocess
import sys

import numpy as np
import pytest
import wald
from conftest import SOURCE

FOLDER = SOURCE / "docs" / "experiments" / "modern"


@pytest.fixture
def modules(monkeypatch):
    """The experiment's own modules: other experiments have some of the same names."""
    pytest.importorskip("sklearn")
    monkeypatch.syspath_prepend(str(FOLDER))
    names = ("decided", "misspecified")
    for name in names:
        sys.modules.pop(name, None)
    import decided
    import misspecified

    yield decided, misspecified
    for name in names:
        sys.modules.pop(name, None)


def f1(y, h):
    return 1.0 if not y.any() and not h.any() else 2.0 * (y * h).sum() / (y.sum() + h.sum())


def test_worths_are_of_what_is_decided(modules):
    """The gain expected is that of the decisions, over truths of which none is empty if no training row is; the gain
    realised is over a cut of the same probabilities."""
    decided, _ = modules
    p, y = np.array([[0.3, 0.45, 0.4], [0.6, 0.2, 0.3]]), np.array([[0, 1, 1], [1, 0, 1]], np.uint8)
    vectors = np.array(list(itertools.product((0, 1), repeat=3)), np.uint8)
    half = (p >= 0.5).astype(np.uint8)
    for low, kept in ((1, np.ones((4, 3))), (0, np.array([[0, 0, 0], [1, 1, 1], [0, 1, 0], [1, 0, 1]]))):
        train = None, kept.astype(np.uint8)
        mask = decided.by_wald(p, "f1", "instance", low)
        found = decided.worths({"kept": np.full((4, 3), 0.5), "new": p}, train, (None, y), metrics=("f1",))
        gain, error, answer, realised = found["f1 instance"]["wald"]
        expected = []
        for q, best, cut in zip(p, mask, half):
            mass = np.prod(np.where(vectors == 1, q, 1 - q), axis=1) * (vectors.any(axis=1) | (low == 0))
            expected.append(mass @ [f1(v, best) - f1(v, cut) for v in vectors] / mass.sum())
        assert gain == pytest.approx(np.mean(expected), abs=1e-12) and error > 0
        assert answer in ("pays", "undetermined")
        assert realised == pytest.approx(np.mean([f1(t, best) - f1(t, cut) for t, best, cut in zip(y, mask, half)]))


def test_rules(modules):
    decided, _ = modules
    p = np.array([[0.2, 0.4], [0.6, 0.7], [0.1, 0.05]])
    assert decided.likeliest(p).tolist() == [[0, 1], [1, 1], [1, 0]]
    random = np.random.default_rng(5)
    truth = random.random((2000, 1)) < (q := random.random((2000, 1)))
    flat = 1 / (1 + np.exp(-0.3 * decided.logit(q)))
    _, calibrated = decided.calibrated(flat, truth.astype(np.uint8), flat)
    assert np.abs(calibrated - q).mean() < 0.02 < np.abs(flat - q).mean()
    # One threshold of scikit-learn is near the best one.
    mask = decided.tuned(q, truth.astype(np.uint8), q, "f1")
    best = max(f1(truth[:, 0], q[:, 0] >= cut) for cut in np.linspace(0.1, 0.9, 81))
    assert best - 0.02 < f1(truth[:, 0], mask[:, 0]) <= best + 1e-3


def test_regret_of_dependence(modules):
    """0 without dependence, and for the joint distribution; P(s) recovers most of what independence loses."""
    _, misspecified = modules
    found = misspecified.dependent(strengths=(0.0, 2.0), labels=5, models=40)
    assert [m == pytest.approx(0, abs=1e-9) for m, _ in found["0.0"]] == [False, True, True, True]
    (half, _), (independent, _), (sizes, _), (joint, _) = found["2.0"]
    assert joint == pytest.approx(0, abs=1e-9) and 0 < sizes < independent / 2 and half > 0
    p = np.array([0.5, 0.2, 0.7])
    pmf = np.array([0.12, 0.43, 0.38, 0.07])  # of independent labels: nothing is learned from it
    assert (misspecified.best_given_sizes(p, pmf) == wald.decide(p, "f1").mask).all()


def test_it_says_that_it_is_skipped():
    env = {k: v for k, v in os.environ.items() if k != "WALD_DATA"}
    done = subprocess.run([sys.executable, "-B", str(FOLDER / "run.py")], env=env, capture_output=True, text=True)
    assert done.returncode == 77 and done.stdout.startswith("SKIPPED: modern (WALD_DATA")
