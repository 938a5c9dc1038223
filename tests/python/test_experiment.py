"""docs/experiments/thresholds: its oracle is what it says, and the failure that it shows is there without its data."""

import itertools
import os
import subprocess
import sys

import numpy as np
import pytest
import wald
from conftest import SOURCE

FOLDER = SOURCE / "docs" / "experiments" / "thresholds"
sys.path.insert(0, str(FOLDER))
import naive  # noqa: E402


def rows(seed, n=600, share=0.05):
    random = np.random.default_rng(seed)
    y = (random.random(n) < share).astype(int)
    y[:2] = 0, 1
    return random.normal(size=(n, 2)) + 1.5 * y[:, None], y


def judged(y, flagged):
    return flagged[y == 1].sum(), flagged.sum()


def test_counts_and_paths(monkeypatch):
    """Against the definition, and every path of a small lattice."""
    monkeypatch.setattr(naive, "LEVELS", 4)
    for seed in range(20):
        s, y = rows(seed, 30, 0.3)
        grids = [naive.levels(column) for column in s.T]
        tables = naive.counts(y, s, grids)
        for j, k in itertools.product(range(5), repeat=2):
            tp, alerts = judged(y, wald.apply_thresholds([grids[0][j], grids[1][k]], s))
            assert (tables[0][j, k], tables[1][j, k]) == (tp, alerts - tp)

        def area(path):
            tp, fp = ([table[cell] for cell in path] for table in tables)
            return sum((fp[i] - fp[i + 1]) * (tp[i] + tp[i + 1]) / 2 for i in range(len(path) - 1))

        best = 0
        for steps in itertools.combinations(range(8), 4):
            path, cell = [(0, 0)], [0, 0]
            for i in range(8):
                cell[i not in steps] += 1
                path.append(tuple(cell))
            best = max(best, area(path))
        thresholds, tp, fp = naive.graph(y, s)
        assert thresholds[0].tolist() == s.min(axis=0).tolist() and np.isinf(thresholds[-1]).all()
        assert np.sum((fp[:-1] - fp[1:]) * (tp[:-1] + tp[1:]) / 2) == pytest.approx(best)


def test_the_failure_is_the_naive_rules_alone():
    """Recall 0, or everything flagged, on the very rows that thresholds were chosen on."""
    failed = dict.fromkeys(("naive", "direct", "path", "path-equal", "analytic", "stacked", "best-single"), 0)
    for seed in range(30):
        s, y = rows(seed)
        held = wald.Sample(2).feed(y, s)
        q = held.choose("f1", baselines=False).value / 2
        path = naive.graph(y, s)
        answers = [("naive", wald.apply_thresholds(naive.nearest_slope(path, q / (1 - q), ascending), s))
                   for ascending in (False, True)]
        answers += [(m, held.choose("f1", method=m, baselines=False).apply(s)) for m in failed if m != "naive"]
        for method, flagged in answers:
            tp, alerts = judged(y, flagged)
            failed[method] += int(tp == 0 or alerts == len(y))
    assert failed.pop("naive") >= 30
    assert not any(failed.values()), failed


def test_it_says_that_it_is_skipped():
    env = {k: v for k, v in os.environ.items() if k != "WALD_DATA"}
    done = subprocess.run([sys.executable, "-B", str(FOLDER / "run.py")], env=env, capture_output=True, text=True)
    assert done.returncode == 77 and done.stdout.startswith("SKIPPED: thresholds (WALD_DATA")
