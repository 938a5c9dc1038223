"""Micro averages of distributed rows: the same bits however the rows are split, and the answer of one machine."""

import pickle

import numpy as np
import pytest

import wald

scipy_sparse = pytest.importorskip("scipy.sparse")


def tables(n=40_000, m=4):
    random = np.random.default_rng(0)
    return {
        "smooth": random.random((n, m)) * random.random((n, m)),
        "rare": 0.3 * np.exp(-12 * random.random((n, m))),
        "two decimals": np.round(random.random((n, m)) ** 2, 2),
        "constant": np.full((n, m), 0.125),
    }


def passes(parts, plan, random):
    """Each part in a state that travels as bytes, merged in random order."""
    for count in range(1, 8):
        states = [pickle.dumps(pickle.loads(pickle.dumps(plan)).feed(part)) for part in parts]
        assert max(map(len, states)) <= 2_000_000
        for at in random.permutation(len(states)):
            plan.merge(pickle.loads(states[at]))
        if plan.next():
            return count
    raise AssertionError("too many passes")


def facts(plan):
    names = ("k", "threshold", "n_ties", "n_ties_chosen", "expected", "bound", "k_lowest", "k_highest", "next_best", "p_zero")
    return [getattr(plan, name) for name in names]


@pytest.mark.parametrize("name", ["smooth", "rare", "two decimals", "constant"])
@pytest.mark.parametrize("metric", ["f1", "jaccard", "balanced_accuracy", "informedness"])
def test_one_machine(name, metric):
    table, random = tables()[name], np.random.default_rng(1)
    whole = wald.TablePass(metric)
    assert passes([table], whole, random) <= 3
    place = random.integers(0, 7, len(table)) ** 2 // 7
    plan = wald.TablePass(metric)
    parts = [table[place == i] for i in range(7)] + [table[:0]]
    passes(parts, plan, random)
    assert facts(plan) == facts(whole)
    expected = wald.decide(table, metric, average="micro")[0]
    assert plan.k == expected.k and abs(plan.expected - expected.expected) <= plan.bound + expected.bound
    assert plan.loss == 1 - plan.expected
    before, chosen = 0, 0
    for part in parts:
        chosen += plan.choose(part, before).sum()
        before += (part == plan.threshold).sum()
    assert chosen == plan.k


def test_sparse_rows_and_limits():
    random = np.random.default_rng(2)
    table = np.where(random.random((5000, 6)) < 0.3, random.random((5000, 6)), 0).astype(np.float32)
    state = wald.TablePass("f1", at_most=100).feed(scipy_sparse.csr_matrix(table))
    assert state.to_bytes() == wald.TablePass("f1", at_most=100).feed(table).to_bytes()
    assert repr(state).startswith("<TablePass: pass 1, 30000 items in ")
    while not state.next():
        state.feed(table)
    assert state.k == 100 and state.decided
    assert state.expected == pytest.approx(wald.decide(table, "f1", average="micro", at_most=100)[0].expected, rel=1e-12)


def test_refused():
    state = wald.TablePass("f1").feed([[0.5, 0.25]])
    with pytest.raises(wald.ArgumentError, match="other has another metric"):
        state.merge(wald.TablePass("jaccard"))
    with pytest.raises(TypeError, match="other must be TablePass"):
        state.merge(wald.ThresholdPass())
    with pytest.raises(wald.UnsupportedError, match="only F_beta, Jaccard, fowlkes_mallows, balanced_accuracy"):
        wald.TablePass("mcc")
    with pytest.raises(wald.UnsupportedError, match="a sum over the items needs no passes"):
        wald.TablePass("hamming")
    with pytest.raises(wald.ArgumentError, match=r"probabilities\[0\]\[1\] is 2: must lie in \[0, 1\]"):
        state.feed([[0.5, 2]])
    with pytest.raises(wald.ArgumentError, match="1 dimensions: must have 2"):
        state.feed([0.5])
    with pytest.raises(wald.ArgumentError, match="are not decided"):
        state.choose([[0.5]])
    saved = bytearray(state.to_bytes())
    assert wald.TablePass.from_bytes(saved).to_bytes() == saved
    saved[len(saved) // 2] ^= 1
    with pytest.raises(wald.FormatError, match="checksum does not match"):
        wald.TablePass.from_bytes(bytes(saved))
    state.close()
    assert repr(state) == "<TablePass, closed>"
