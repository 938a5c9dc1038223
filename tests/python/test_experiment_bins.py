"""docs/experiments/cascades/bins.py: its bins are the library's, and its loop takes the model that lets most rows leave."""

import sys

import numpy as np
import wald
from conftest import SOURCE

sys.path.insert(0, str(SOURCE / "docs" / "experiments" / "cascades"))
import bins  # noqa: E402


def scores(seed, n=400, models=6):
    random = np.random.default_rng(seed)
    latent = random.normal(size=n)
    return np.round(latent[:, None] * random.uniform(0, 1, models) + 0.7 * random.normal(size=(n, models)), 3)


def test_rows_leave_where_the_library_lets_them():
    for seed in range(5):
        S = scores(seed)
        order = np.random.default_rng(seed).permutation(S.shape[1]).tolist()
        cascade = wald.Cascade.fit(S, bins=True, gamma=1.5, bin_width=0.25, threshold=0.0, fixed_order=order)
        running, sums, count = np.ones(len(S), bool), np.zeros(len(S)), np.full(len(S), S.shape[1])
        for position, model in enumerate(order[:-1], 1):
            sums = sums + S[:, model]
            left = bins.leaving(sums, S.sum(axis=1), 0.25, 1.5) & running
            count[left], running = position, running & ~left
        found = cascade.apply(S).counts
        assert np.mean(found != count) < 0.02  # fixed point rounds means and deviations


def test_order_of_the_loop():
    S = scores(7)
    order = bins.greedy_order(S, 0.25, 1.5)
    assert sorted(order) == list(range(S.shape[1]))
    gains = [np.count_nonzero(bins.leaving(S[:, m], S.sum(axis=1), 0.25, 1.5)) for m in range(S.shape[1])]
    assert gains[order[0]] == max(gains) > 0
    found = bins.compared(S, scores(8))
    assert set(found) == set(bins.ALPHAS)
    for by in found.values():
        assert all(1 <= models <= S.shape[1] and 0 <= apart <= 1 for models, apart in by.values())
