"""Two systems compared: values, intervals and p-values by other means, forms of input, and what is refused."""

import itertools
import pickle

import numpy as np
import pandas as pd
import pytest
import wald
from scipy import sparse, stats


def systems(seed, rows, labels, errors=(0.25, 0.2)):
    rng = np.random.default_rng(seed)
    y = (rng.random((rows, labels)) < 0.35).astype(np.uint8)
    return (y, *(np.where(rng.random(y.shape) < e, 1 - y, y).astype(np.uint8) for e in errors))


def f1(y, h, axis=None):
    size = y.sum(axis) + h.sum(axis)
    return np.where(size == 0, 1.0, 2 * (y & h).sum(axis) / np.maximum(size, 1))


def difference(y, a, b, average):
    axis = {"instance": 1, "macro": 0, "micro": None}[average]
    return np.mean(f1(y, b, axis)) - np.mean(f1(y, a, axis))


@pytest.mark.parametrize("average", ["instance", "macro", "micro"])
def test_every_swap(average):
    y, a, b = systems(1, 9, 3)
    found = wald.compare(y, a, b, "f1", average=average)
    sides = np.array(list(itertools.product([False, True], repeat=9)))
    swapped = [difference(y, np.where(s[:, None], b, a), np.where(s[:, None], a, b), average) for s in sides]
    assert found.difference == pytest.approx(difference(y, a, b, average), abs=1e-14)
    assert found.p_value == np.mean(np.abs(swapped) >= abs(found.difference) - 1e-12)
    assert (found.n_swaps, found.n_units, found.n_undecided) == (0, 9, 0)
    assert found.n_differing == (a != b).any(1).sum()


@pytest.mark.parametrize("average", ["macro", "micro"])
def test_limits_of_many_rows_are_those_of_a_bootstrap(average):
    y, a, b = systems(2, 400, 3)
    found = wald.compare(y, a, b, "f1", average=average)

    def of_rows(i, axis):
        one = lambda rows: difference(y[rows], a[rows], b[rows], average)
        return np.apply_along_axis(one, axis, np.asarray(i, int))

    their = stats.bootstrap((np.arange(400),), of_rows, n_resamples=3000, method="BCa", random_state=3)
    assert found.standard_error == pytest.approx(their.standard_error, rel=0.06)
    assert found.low == pytest.approx(their.confidence_interval.low, abs=0.15 * found.standard_error)
    assert found.high == pytest.approx(their.confidence_interval.high, abs=0.15 * found.standard_error)


def test_limits_of_an_instance_average():
    y, a, b = systems(3, 120, 4)
    found = wald.compare(y, a, b, "f1", level=0.9)
    d = f1(y, b, 1) - f1(y, a, 1)
    degrees = min(119, 2 * 120 / (stats.kurtosis(d, fisher=False) - 1))
    low, high = stats.t.interval(0.9, degrees, d.mean(), stats.sem(d) * np.sqrt(1 + 2 / (a != b).any(1).sum()))
    assert found.level == 0.9
    assert found.df == pytest.approx(degrees, rel=1e-9)
    assert (found.low, found.high) == pytest.approx((low, high), rel=1e-9)
    test = stats.permutation_test((d,), np.mean, permutation_type="samples", n_resamples=20000, random_state=1)
    assert found.p_value == pytest.approx(test.pvalue, abs=0.02)


def test_groups_and_weights():
    y, a, b = systems(4, 60, 3)
    doubled = [np.repeat(x, 2, axis=0) for x in (y, a, b)]
    for average in ("instance", "macro", "micro"):
        alone = wald.compare(y, a, b, "f1", average=average, samples=300)
        # Rows that stand twice are no more than once where they belong together; a weight of 2 says the same.
        together = wald.compare(*doubled, "f1", average=average, samples=300, groups=np.repeat(np.arange(60), 2))
        words = wald.compare(*doubled, "f1", average=average, samples=300, groups=[f"g{i // 2}" for i in range(120)])
        weighted = wald.compare(y, a, b, "f1", average=average, samples=300, weights=[2.0] * 60)
        assert together == words
        for other in (together, weighted):
            assert other.n_units == alone.n_units == 60
            for fact in ("difference", "low", "high", "p_value", "standard_error"):
                assert getattr(other, fact) == pytest.approx(getattr(alone, fact), rel=1e-9, abs=1e-12)
        many = wald.compare(*doubled, "f1", average=average, samples=300)
        assert many.standard_error < 0.8 * alone.standard_error


def test_forms():
    y, a, b = systems(5, 30, 3)
    want = wald.compare(y, a, b, "f1", seed=7, threads=2)
    frames = [pd.DataFrame(x, columns=list("uvw")) for x in (y, a, b)]
    assert want == wald.compare(*frames, wald.Metric("f1"), seed=7)
    assert want == wald.compare(*map(sparse.csr_array, (y, a, b)), "f1", seed=7)
    assert pickle.loads(pickle.dumps(want)) == want != wald.compare(y, b, a, "f1", seed=7)
    assert want.difference == want.value_b - want.value_a == -wald.compare(y, b, a, "f1").difference
    # A vector is a table of one label: each of its items is a row.
    one = wald.compare(y[:, 0], a[:, 0], b[:, 0], "f1")
    assert one == wald.compare(y[:, :1], a[:, :1], b[:, :1], "f1", average="macro") and one.n_units == 30
    decided = wald.decide(np.where(a, 0.9, 0.1), "f1", average="macro")
    assert wald.compare(y, decided, b, "f1") == wald.compare(y, decided.mask, b, "f1", average="macro")
    assert repr(want).startswith("<Comparison of f1: A 0.") and "95 % [" in repr(want)


def test_undecided_and_the_same():
    y, a, b = systems(6, 12, 2)
    left = a.copy()
    left[3] = wald.UNDECIDED
    found = wald.compare(y, left, b, "f1")
    kept = np.arange(12) != 3
    want = wald.compare(y[kept], a[kept], b[kept], "f1")
    assert (found.n_undecided, found.n_units) == (1, 11)
    assert (found.difference, found.low, found.p_value) == (want.difference, want.low, want.p_value)
    same = wald.compare(y, a, a, "f1", average="macro")
    assert (same.difference, same.low, same.high, same.p_value, same.n_differing) == (0, 0, 0, 1, 0)
    one = wald.compare([[1, 0]], [[1, 1]], [[1, 0]], "f1")
    assert one.p_value == 1 and np.isnan(one.low) and np.isnan(one.high)


def test_custom_metric_and_progress():
    y, a, b = systems(7, 40, 3)
    own = wald.Metric.custom(lambda tp, k, s, n: 2 * tp / (k + s) if k + s else 1.0, name="own")
    assert wald.compare(y, a, b, own, average="micro", samples=50).low == wald.compare(
        y, a, b, "f1", average="micro", samples=50).low
    seen = []
    wald.compare(y, a, b, "f1", average="macro", progress=seen.append)
    assert seen[0] == 0 and seen[-1] == 1 and seen == sorted(seen)
    with pytest.raises(wald.Cancelled):
        wald.compare(y, a, b, "f1", average="macro", progress=lambda fraction: False)


@pytest.mark.parametrize("change, message", [
    ({"a": [[1, 0]]}, r"truth has shape \(2, 2\), a has shape \(1, 2\)"),
    ({"b": [[1, 3], [0, 0]]}, r"b\[0\]\[1\] is 3: must be 0, 1 or 2 \(undecided\)"),
    ({"truth": [[1, 2], [0, 0]]}, r"truth\[0\]\[1\] is 2: must be 0 or 1"),
    ({"weights": [1]}, "weights has 1 elements: there are 2 rows"),
    ({"weights": [1, -1]}, r"weights\[1\] is -1: must be finite and at least 0"),
    ({"groups": [1]}, "groups has 1 elements: there are 2 rows"),
    ({"groups": ["x", None]}, r"groups\[1\] is missing"),
    ({"level": 1}, r"level is 1: must lie in \(0, 1\)"),
    ({"samples": 1}, r"samples is 1: must lie in \[2, 1e8\]"),
    ({"average": "rows"}, "average is \"rows\""),
])
def test_refused(change, message):
    given = {"truth": [[1, 0], [0, 1]], "a": [[1, 1], [0, 1]], "b": [[1, 0], [0, 0]], "metric": "f1", **change}
    with pytest.raises(wald.ArgumentError, match=message):
        wald.compare(**given)
