import copy
import pickle

import numpy as np
import pytest
import wald
from wald import Metric, Properties


def hits(tp, k, s, n):
    return tp - 0.25 * (k - tp)


def table_of(function, n):
    values = np.zeros((n + 1,) * 3)
    for tp, k, s in np.ndindex(values.shape):
        if max(0, k + s - n) <= tp <= min(k, s):
            values[tp, k, s] = function(tp, k, s, n)
    return values


def test_named():
    m = Metric("fbeta:1")
    assert (m.name, m.zero_division) == ("f1", 1)
    assert m.utility(2, 3, 2, 5) == 0.8
    assert m.loss(0.25) == 0.75
    assert m.properties & Properties.LINEAR_IN_TP and not m.properties & Properties.LOSS
    assert Metric("f1", zero_division=0).utility(0, 0, 0, 3) == 0
    assert Metric("f1").utility(0, 0, 0, 3) == 1
    assert Metric("cost:1:5").loss(-0.5) == 0.5
    assert Properties.DEGENERATE in Metric("precision").properties


def test_list():
    found = wald.metrics()
    names = [m.name for m in found]
    assert {"f1", "fbeta:B", "jaccard", "subset_accuracy", "cost:A:B"} <= set(names)
    assert all(m.formula and isinstance(m.properties, Properties) for m in found)


def test_equality_copies_and_pickles():
    m = Metric("f1")
    assert m == Metric("f1") and hash(m) == hash(Metric("f1")) and m != Metric("f1", 0) and m != "f1"
    assert copy.copy(m) is m and copy.deepcopy(m) is m
    assert pickle.loads(pickle.dumps(Metric("f1", zero_division=0))).zero_division == 0
    t = pickle.loads(pickle.dumps(Metric.table(table_of(hits, 3), "hits")))
    assert t.name == "hits" and t.utility(1, 1, 2, 3) == 1
    c = pickle.loads(pickle.dumps(Metric.custom(hits, rises_in_tp=True)))
    assert c.name == "hits" and c.utility(1, 2, 2, 3) == 0.75 and c.properties & Properties.RISES_IN_TP
    assert c != Metric.custom(hits) and c == c


def test_custom_is_table_is_enumeration():
    p = [0.85, 0.3, 0.62]
    custom, table = Metric.custom(hits, "mine"), Metric.table(table_of(hits, 3))
    a, b = wald.decide(p, custom), wald.decide(p, table)
    assert a.expected == pytest.approx(b.expected, abs=1e-15) and (a.mask == b.mask).all()
    assert a.algorithm == "enumeration" and custom.name == "mine" and table.name == "table"
    declared = Metric.custom(hits, rises_in_tp=True, linear_in_tp=True)
    assert wald.decide(p, declared).expected == pytest.approx(a.expected, abs=1e-15)


def test_loss():
    m = Metric.custom(lambda tp, k, s, n: float(k + s - 2 * tp), "errors", loss=True)
    assert m.properties & Properties.LOSS and m.utility(0, 1, 1, 3) == -2 and m.loss(-2.0) == 2
    assert wald.decide([0.9, 0.2, 0.6], m).labels == (0, 2)
    t = Metric.table(table_of(lambda tp, k, s, n: k + s - 2 * tp, 3), loss=True)
    assert wald.decide([0.9, 0.2, 0.6], t).labels == (0, 2)


def test_table_forms():
    cube = table_of(hits, 2)
    assert Metric.table(cube.ravel(), n=2).utility(1, 1, 1, 2) == 1
    assert Metric.table(np.asfortranarray(cube)).utility(1, 2, 1, 2) == 0.75
    assert Metric.table(cube.astype(np.float32).tolist()).utility(1, 2, 1, 2) == 0.75
    with pytest.raises(wald.ArgumentError, match=r"values has shape \(2, 3, 2\)"):
        Metric.table(np.zeros((2, 3, 2)))
    with pytest.raises(wald.ArgumentError, match="length is 5: a table for 2 items has 27 values"):
        Metric.table(np.zeros(5), n=2)


def test_contradiction():
    with pytest.raises(wald.CallbackError, match="was declared to rise in tp"):
        wald.decide([0.5, 0.5], Metric.custom(lambda tp, k, s, n: -float(tp), rises_in_tp=True))
    with pytest.raises(wald.CallbackError, match="must be finite"):
        wald.decide([0.5, 0.5], Metric.custom(lambda tp, k, s, n: float("nan"), "bad"))


def test_arguments():
    with pytest.raises(TypeError, match="name must be a str"):
        Metric(3)
    with pytest.raises(TypeError, match="callable"):
        Metric.custom("f1")
    with pytest.raises(TypeError, match="make one of a function with Metric.custom"):
        wald.decide([0.5], hits)
    with pytest.raises(TypeError, match="metric must be a name or a Metric"):
        wald.decide([0.5], 1)
    with pytest.raises(wald.ArgumentError, match="holds a NUL character"):
        Metric("f1\0x")
    with pytest.raises(wald.ArgumentError, match="must fit in 64 bits"):
        Metric("f1").utility(2**63, 1, 1, 1)
    with pytest.raises(TypeError, match="n must be a whole number"):
        Metric("f1").utility(1, 1, 1, 1.5)
    assert Metric("f1").utility(np.int64(1), np.uint8(1), True, 1) == 1
    with pytest.raises(wald.FormatError, match="is unknown: the metrics are"):
        Metric("\ud800")


def test_repr():
    assert repr(Metric("f1")) == "Metric('f1')" and repr(Metric("f1", 0)) == "Metric('f1', zero_division=0)"
    assert repr(Metric.custom(hits)) == "<Metric 'hits', custom>"


def test_functions_of_arrays():
    """A custom metric was called once for every cell: 176,851 times for 100 labels."""
    calls = []

    def half_f1(tp, k, s, n):
        calls.append(tp.shape)
        return np.where(k + s > 0, 2 * tp / np.maximum(k + s, 1), 1.0)

    made = wald.Metric.custom(half_f1, vectorised=True, n=100)
    assert calls == [(176851,)] and made.name == "half_f1" and made.properties & 15 == wald.Metric("f1").properties & 15
    p = np.random.default_rng(0).random(100)
    assert wald.decide(p, made).labels == wald.decide(p, "f1").labels
    assert wald.decide(p, made).expected == pytest.approx(wald.decide(p, "f1").expected, abs=1e-12)
    assert made.utility(2, 3, 2, 100) == 0.8
    with pytest.raises(wald.ArgumentError, match="^n is 9: requires vectorised$"):
        wald.Metric.custom(lambda tp, k, s, n: 0.0, n=9)
    with pytest.raises(wald.ArgumentError, match=r"^one gave shape \(\): must be \(\d+,\), a number for each tp, k and s$"):
        wald.Metric.custom(lambda tp, k, s, n: 1.0, "one", vectorised=True, n=9)
    with pytest.raises(wald.ArgumentError, match="a table serves 1 to 1000 items"):
        wald.Metric.custom(half_f1, vectorised=True, n=1001)


@pytest.mark.parametrize("declared", [{"rises_in_tp": True}, {"linear_in_tp": True, "rises_in_tp": True},
                                      {"rises_in_tp": True, "falls_in_k": True, "rises_in_tp_and_k": True}])
def test_functions_of_arrays_without_a_table(declared):
    """Blocks of cells give the bits of one cell at a time, for any number of labels, in fewer calls."""
    calls = [0, 0]

    def one(tp, k, s, n):
        calls[0] += 1
        return 2.0 * tp / (k + s) if k + s else 1.0

    def many(tp, k, s, n):
        calls[1] += 1
        assert tp.shape == k.shape == s.shape == (tp.size,) and tp.dtype == np.int64 and tp.size <= 4096
        assert np.all((np.maximum(0, k + s - n) <= tp) & (tp <= np.minimum(k, s)))
        return np.where(k + s > 0, 2.0 * tp / np.maximum(k + s, 1), 1.0)

    single, block = wald.Metric.custom(one, **declared), wald.Metric.custom(many, vectorised=True, **declared)
    rng = np.random.default_rng(5)
    for n in (1, 2, 9, 40, 130):
        p, calls[:] = rng.random(n) ** 3, [0, 0]
        found, expected = wald.decide(p, block), wald.decide(p, single)
        assert calls[1] <= max(64, calls[0] / 10)
        assert found.labels == expected.labels and found.expected == expected.expected
        vectors = rng.random((6, n)) < p
        joint = wald.Estimator.joint(vectors)
        assert wald.decide(joint, block).expected == wald.decide(joint, single).expected
    assert pickle.loads(pickle.dumps(wald.Metric.custom(_array_hits, vectorised=True))).utility(1, 2, 1, 3) == 1


def _array_hits(tp, k, s, n):
    return tp


def test_what_functions_of_arrays_give_is_checked():
    def broken(what):
        return wald.Metric.custom(what, "mine", vectorised=True, rises_in_tp=True)

    p = np.full(20, 0.3)
    with pytest.raises(wald.ArgumentError, match=r"^mine gave shape \(\): must be \(\d+,\), a number for each tp, k and s$"):
        wald.decide(p, broken(lambda tp, k, s, n: 1.0))
    with pytest.raises(ZeroDivisionError, match="^mine$"):
        wald.decide(p, broken(_raises))
    with pytest.raises(wald.CallbackError, match=r'^metric "mine" gave nan at \(tp='):
        wald.decide(p, broken(lambda tp, k, s, n: np.where(tp == 3, np.nan, 1.0 * tp)))
    with pytest.raises(wald.CallbackError, match="was declared to rise in tp but its utility is -1 at"):
        wald.decide(p, broken(lambda tp, k, s, n: -1.0 * tp))


def _raises(tp, k, s, n):
    raise ZeroDivisionError("mine")
