"""Which rows to label; docs/experiments/model-cascades: its rules of others are what they say, and a short run of it."""

import os
import pickle
import subprocess
import sys

import numpy as np
import pytest
import wald
from conftest import SOURCE

FOLDER = SOURCE / "docs" / "experiments" / "model-cascades"


@pytest.fixture(scope="module")
def experiment():
    sys.path.insert(0, str(FOLDER))
    try:
        import compare
        import rivals

        yield compare, rivals
    finally:
        sys.path.remove(str(FOLDER))
        sys.modules.pop("compare", None)
        sys.modules.pop("rivals", None)


def table(seed, n=1500):
    random = np.random.default_rng(seed)
    chances = random.beta(1, 6, n).clip(0, 0.5)
    return chances, random.random(n) < chances


def test_the_goal_is_reached_and_counted():
    chances, events = table(1)
    for quality, kept in (
        ("accuracy", lambda mask: 1 - (events & ~mask).mean() >= 0.9),
        ("recall", lambda mask: (events & mask).sum() >= 0.9 * events.sum()),
        ("precision", lambda mask: (~events).sum() >= 0.9 * (~(events & mask)).sum()),
    ):
        broken = 0
        for seed in range(40):
            made = wald.Labelling(chances, quality, min_quality=0.9, certify=0.9, seed=seed)
            while not made.certified:
                rows = made.next(200)
                assert 0 < len(rows) <= 200 and np.array_equal(made.next(3), rows) and not made.mask[rows].any()
                made.answer(events[rows])
            assert made.n_labelled == made.mask.sum() == len(np.unique(np.flatnonzero(made.mask)))
            assert made.n_events == events[made.mask].sum() and made.max_events <= made.n_allowed
            assert made.n_rows == len(made) == 1500 and 0 < made.n_drawn <= made.n_labelled and made.next().size == 0
            assert made.mask[chances > made.cutoff].all()
            broken += not kept(made.mask)
        assert broken <= 4 + 3 * np.sqrt(3.6), quality


def test_new_chances_draw_other_rows_by_the_same_capital():
    chances, events = table(3)
    a, b = (wald.Labelling(chances, "recall", min_quality=0.8, seed=1) for _ in range(2))
    rows = a.next(50)
    assert np.array_equal(b.next(50), rows)
    with pytest.raises(wald.ArgumentError, match="chances has 2 elements: must have 1500"):
        b.answer(events[rows], [0.1, 0.2])
    with pytest.raises(wald.ArgumentError, match=r"chances\[0\] is 2: must lie in \[0, 1\]"):
        b.answer(events[rows], np.full(1500, 2.0))
    assert b.n_labelled == 0
    a.answer(events[rows])
    b.answer(events[rows], chances[::-1])
    assert (a.max_events, a.n_events) == (b.max_events, b.n_events) and not np.array_equal(a.next(50), b.next(50))
    # A model that is fitted to the labels: the share of events near each row.
    x = np.random.default_rng(7).random(4000)
    events = np.random.default_rng(8).random(4000) < np.where(x < 0.1, 0.8, 0.005)
    labels = {}
    for renew in (False, True):
        made = wald.Labelling(np.full(4000, 0.1), "recall", min_quality=0.9, certify=0.9)
        while not made.certified:
            rows = made.next(100)
            seen = made.mask
            seen[rows] = True
            near = np.digitize(x, np.linspace(0, 1, 21)[1:-1])
            share = (np.bincount(near[seen], events[seen], 20) + 0.1) / (np.bincount(near[seen], minlength=20) + 1)
            made.answer(events[rows], share[near] if renew else None)
        assert events[made.mask].sum() >= 0.9 * events.sum()
        labels[renew] = made.n_labelled
    assert labels[True] < 0.5 * labels[False]


def test_inputs():
    chances, events = table(2, 300)
    for given in (chances.astype(np.float32), list(chances), np.repeat(chances, 2)[::2]):
        made = wald.Labelling(given, min_quality=0.9, certify=0.9, seed=3).run(lambda rows: events[rows])
        assert made.certified and "of 300 rows labelled, certified" in repr(made)
    with pytest.raises(wald.ArgumentError, match="rows is 0: there is no row to label"):
        wald.Labelling([])
    with pytest.raises(wald.ArgumentError, match=r"chances\[1\] is nan: must lie in \[0, 1\]"):
        wald.Labelling([0.5, np.nan])
    with pytest.raises(wald.ArgumentError, match=r"min_quality is 1: must lie in \(0, 1\)"):
        wald.Labelling(chances, min_quality=1)
    with pytest.raises(wald.ArgumentError, match=r"certify is 1: must lie in \(0, 1\)"):
        wald.Labelling(chances, certify=1)
    with pytest.raises(wald.ArgumentError, match='quality is "f1": must be one of accuracy, recall, precision'):
        wald.Labelling(chances, "f1")
    with pytest.raises(TypeError, match="quality must be a str"):
        wald.Labelling(chances, 1)
    made = wald.Labelling(chances)
    with pytest.raises(wald.ArgumentError, match="most is 0: must be at least 1"):
        made.next(0)
    with pytest.raises(wald.ArgumentError, match="events has 1 values: must be those of the 0 rows asked for"):
        made.answer([1])
    assert len(made.next(4)) == 4
    with pytest.raises(wald.ArgumentError, match=r"events\[1\] is 2: must be 0 or 1"):
        made.answer([0, 2, 0, 0])
    with pytest.raises(wald.ArgumentError, match="events has 2 dimensions: must have 1"):
        made.answer(np.zeros((2, 2)))
    assert made.n_labelled == 0 and made.max_events == 300
    with pytest.raises(TypeError, match="a labelling is not saved"):
        pickle.dumps(made)
    made.close()
    assert repr(made) == "<Labelling, closed>"
    with pytest.raises(wald.ArgumentError, match="labelling is closed"):
        made.next()


def test_rules_of_others(experiment):
    """Their bets against the definition, row by row; their bounds against a hand."""
    _, rivals = experiment
    random = np.random.default_rng(4)
    for above in (True, False):
        x = (random.random(60) < 0.8).astype(float)
        found, capital, n, mean, delta = rivals.capital(x, 0.7, 0.1, 500, above), 1.0, 500, 0.7, 0.1
        for i in range(1, 61):
            before = x[: i - 1]
            centre = (0.5 + before.sum()) / i
            spread = (0.25 + ((before - centre) ** 2).sum()) / i
            m = (n * mean - before.sum()) / (n - (i - 1))
            bet = np.sqrt(2 * np.log(2 / delta) / (i * np.log(i + 1) * spread))
            if above:
                capital *= 1 + min(bet, 0.75 / m) * (x[i - 1] - m)
            else:
                capital *= 1 - min(bet, 0.75 / (1 - m)) * (x[i - 1] - m)
            assert found[i - 1] == pytest.approx(capital)
    assert rivals.importance(np.array([0.0, 0.25, 1.0])) == pytest.approx([1 / 30, 0.3 + 1 / 30, 0.6 + 1 / 30])
    right = (random.random(400) < 0.9).astype(int)
    at, even = np.arange(400), np.ones(400)
    mean = right[:200].mean()
    assert rivals.prefix_bound(right, at, even, np.array([199]), 0.05) == pytest.approx(
        mean - np.sqrt(mean * (1 - mean) / 200 * 2 * np.log(20)))


def test_a_short_run(experiment):
    """The order of the rules where it is clear, and no promise of Wald's broken too often."""
    compare, _ = experiment
    tables = compare.simulated()
    for index in (1, 4, 8):
        found = compare.simulate(tables[index], 40)
        assert not compare.too_often(found["wald"][1], 40), tables[index].name
        assert found["wald"][0] < found["SUPG"][0], tables[index].name
        assert found["wald"][0] < 1.05 * found["BARGAIN"][0], tables[index].name


def test_it_says_that_it_is_skipped():
    env = {k: v for k, v in os.environ.items() if k != "WALD_DATA"}
    done = subprocess.run([sys.executable, "-B", str(FOLDER / "run.py")], env=env, capture_output=True, text=True)
    assert done.returncode == 77 and done.stdout.startswith("SKIPPED: model-cascades (WALD_DATA")
