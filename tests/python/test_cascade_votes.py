"""Cascades of votes: fitted, named, saved, run over trees, and the cheaper of the two algorithms."""

import math
import pickle

import numpy as np
import pytest
import wald
from wald import Cascade, Trees

RANDOM = np.random.default_rng(3)
N, T = 1500, 41
VOTES = (RANDOM.random((N, T)) < RANDOM.beta(0.3, 0.3, size=(N, 1))).astype(float)
FULL = (VOTES.sum(axis=1) >= T / 2).astype(int)


def test_votes_and_what_is_said_of_them():
    made = Cascade.fit(VOTES[:500], threshold=T / 2, algorithm="votes", alpha=0.02)
    assert made.algorithm == "votes" and made.to_dict()["price"] == made.price > 1
    assert made.expected_disagreement <= 0.02 and 1 < made.expected_mean_models < T / 2
    assert sorted(made.order) == list(range(T)) and made.order.tolist() != list(range(T))
    assert math.isnan(made.other_mean_cost) and Cascade.fit(VOTES[:500], threshold=T / 2).algorithm == "sums"
    applied = made.apply(VOTES)
    assert np.mean(applied.decisions != FULL) < 0.05 and applied.counts.mean() < T / 2
    for other in (Cascade.load(made.save()), pickle.loads(pickle.dumps(made))):
        assert other.algorithm == "votes" and other.save() == made.save()
        assert (other.apply(VOTES).counts == applied.counts).all()
    # With nothing allowed a row waits until the votes left can change nothing.
    exact = Cascade.fit(VOTES[:500], threshold=T / 2, algorithm="votes", alpha=0)
    decisions, counts, sums = exact.apply(VOTES)
    assert (np.isnan(sums) == (counts < T)).all()
    assert (decisions == FULL).all() and counts.min() > T // 2


def test_signs_and_shares_are_votes_too():
    zeros = Cascade.fit(VOTES[:500], threshold=T / 2, algorithm="votes")
    signs = Cascade.fit(2 * VOTES[:500] - 1, threshold=0, algorithm="votes")
    assert (zeros.apply(VOTES).counts == signs.apply(2 * VOTES - 1).counts).all()
    assert zeros.price == signs.price


def test_certified_and_the_cheaper():
    options = {"threshold": T / 2, "alpha": 0.05, "max_disagreement": 0.03}
    votes, sums, either = (Cascade.fit(VOTES[:500], VOTES[500:], algorithm=name, **options)
                           for name in ("votes", "sums", "cheaper"))
    assert votes.certified_disagreement == either.certified_disagreement == 0.03 and votes.held_out_disagreement < 0.03
    assert either.algorithm in ("votes", "sums") and either.certify == 0.95
    assert either.held_out_mean_cost <= either.other_mean_cost
    assert either.held_out_mean_cost >= min(votes.held_out_mean_cost, sums.held_out_mean_cost)


def test_trees_that_vote():
    trees = Trees(2)
    for j in range(9):
        trees.add(split=["below", "leaf", "leaf"], left=[1, 0, 0], right=[2, 0, 0], feature=[j % 2, 0, 0],
                  threshold=[j / 9 - 0.4, 0, 0], values=[0, 0, 1])
    features = RANDOM.normal(size=(700, 2))
    table = np.stack([features[:, j % 2] >= j / 9 - 0.4 for j in range(9)], axis=1).astype(float)
    made = Cascade.fit(table[:300], threshold=4.5, algorithm="votes", alpha=0.05).bind(trees)
    by_table, by_trees, run = made.apply(table), made.apply_trees(features), made.run()
    assert (by_table.decisions == by_trees.decisions).all() and (by_table.counts == by_trees.counts).all()
    for row in range(20):
        model = run.start()
        while model is not None:
            model = run.feed(table[row, model])
        assert (run.decision, run.count) == (by_table.decisions[row], by_table.counts[row])
    assert made.algorithm == "votes"


def test_what_is_no_vote():
    with pytest.raises(wald.ArgumentError, match=r"a score of model 1 is 0.5: must be one of two values with votes"):
        Cascade.fit([[0, 0.5], [1, 1]], algorithm="votes")
    with pytest.raises(wald.ArgumentError, match="algorithm is cheaper: requires calibration rows"):
        Cascade.fit(VOTES, algorithm="cheaper")
    with pytest.raises(wald.UnsupportedError, match="must be sums for more than two classes"):
        Cascade.fit(np.zeros((4, 3, 2)), algorithm="votes")
