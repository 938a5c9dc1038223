"""Thresholds of segments: values against enumeration of all thresholds, names, limits, the price of parity."""

import itertools

import numpy as np
import pytest

import wald


def rows(seed, n=18, segments=2):
    rng = np.random.default_rng(seed)
    y = (rng.random(n) < 0.5).astype(int)
    y[0] = 1
    s = np.round(rng.random(n) + 0.3 * y, 1)
    return s, y, np.array(["north", "south", "west"])[np.arange(n) % segments]


def f1(tp, fp, p):
    return 2 * tp / (tp + fp + p)


def enumerated(s, y, g, parity, tolerance):
    best = -1.0
    names = np.unique(g)
    for at in itertools.product(*[[np.inf, *np.unique(s[g == name])] for name in names]):
        flagged = np.zeros(len(s), bool)
        rates = []
        for name, t in zip(names, at):
            own = g == name
            flagged[own] = s[own] >= t
            of = {"tpr": own & (y == 1), "fpr": own & (y == 0), "selection_rate": own}[parity]
            if of.any():
                rates.append(flagged[of].mean())
        if not rates or max(rates) - min(rates) <= tolerance + 1e-12:
            best = max(best, f1((flagged & (y == 1)).sum(), (flagged & (y == 0)).sum(), (y == 1).sum()))
    return best


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("parity", ["tpr", "fpr", "selection_rate"])
def test_values(seed, parity):
    s, y, g = rows(seed)
    tolerances = [0.0, 0.15, 1.0]
    price = wald.segment_thresholds(y, s, g, metric="f1", parity=parity, tolerance=tolerances)
    assert isinstance(price, wald.ParityPrice) and price.parity == parity
    for answer, tolerance in zip(price.answers, tolerances):
        assert answer.value == pytest.approx(enumerated(s, y, g, parity, tolerance), abs=1e-12)
        assert answer.exact and answer.feasible and answer.difference <= tolerance + 1e-12
        flagged = answer.apply(s, g)
        assert answer.tp == flagged[y == 1].sum() and answer.fp == flagged[y == 0].sum()
    assert (np.diff(price.values) >= 0).all()
    assert list(price.tolerances) == tolerances


def test_one_segment_is_one_score():
    s, y, _ = rows(3, 60)
    one = wald.segment_thresholds(y, s, metric="f1")
    assert one.value == wald.choose_threshold(y, s, metric="f1").value
    assert one.names == (None,) and one.apply(s).sum() == one.tp + one.fp
    assert np.isnan(one.gain) and np.isnan(one.tolerance)


def test_amounts():
    rng = np.random.default_rng(1)
    s, y, g = rows(2, 40)
    benefits, costs = rng.integers(-3, 20, 40).astype(float), rng.integers(0, 9, 40).astype(float)
    amounts = np.where(y == 1, benefits, -costs)
    free = wald.segment_thresholds(y, s, g, benefits=benefits, costs=costs)
    best = sum(max(amounts[(g == name) & (s >= t)].sum() for t in [np.inf, *s]) for name in free.names)
    assert free.gain == free.value == best
    few = wald.segment_thresholds(y, s, g, benefits=benefits, costs=costs, max_alerts=5)
    assert few.tp + few.fp <= 5 and few.gain <= free.gain
    with pytest.raises(wald.ArgumentError, match="benefits: must not be set with a metric"):
        wald.segment_thresholds(y, s, g, benefits=benefits, metric="f1")
    with pytest.raises(wald.ArgumentError, match="costs has 3 elements"):
        wald.segment_thresholds(y, s, g, costs=[1, 2, 3])


def test_own_limits():
    s, y, g = rows(5, 60)
    free = wald.segment_thresholds(y, s, g, cost_ratio=3)
    held = wald.segment_thresholds(y, s, g, cost_ratio=3, limits={"max_alerts": {"south": 2}, "max_fpr": 0.5})
    south = held.names.index("south")
    assert held.by_segment["tp"][south] + held.by_segment["fp"][south] <= 2
    assert (held.by_segment["fpr"] <= 0.5).all() and held.value <= free.value
    for wrong, match in (({"max": 1}, "limits has 'max'"), ({"max_fp": {"east": 1}}, "'east', which is no segment"),
                         ({"min_recall": 2}, r"limits\[0\]: min_recall is 2: must lie in \[0, 1\]")):
        with pytest.raises(wald.ArgumentError, match=match):
            wald.segment_thresholds(y, s, g, limits=wrong)


def test_certified():
    s, y, g = [0.9, 0.7, 0.5, 0.3, 0.8, 0.6, 0.4, 0.2], [1, 1, 0, 0, 1, 0, 1, 0], ["north"] * 4 + ["south"] * 4
    found = wald.segment_thresholds(y, s, g, min_recall=0.3, certify=0.5)
    assert found.certified and found.thresholds == {"north": 0.7, "south": 0.4} and found.value == 1
    assert found.by_segment["certified"].tolist() == [True, True]
    assert found.by_segment["theorem"].tolist() == ["order-statistics"] * 2
    with pytest.warns(match=r"no thresholds can be certified for 'south' \(about \d+ more rows would suffice\)"):
        some = wald.segment_thresholds(y, s, g, min_recall=0.3, certify=0.5, limits={"min_recall": {"south": 0.9}})
    assert not some.certified and some.thresholds == {"north": 0.7, "south": np.inf}
    assert some.by_segment["rows_needed"][0] == 0 < some.by_segment["rows_needed"][1]
    # Without a positive no row says anything of the recall.
    with pytest.warns(match=r"'south' \(no number of rows like these would suffice\)"):
        wald.segment_thresholds(y[:4] + [0] * 4, s, g, min_recall=0.3, certify=0.5)
    with pytest.raises(wald.UnsupportedError, match="which must be none; set limits of each segment"):
        wald.segment_thresholds(y, s, g, min_recall=0.3, certify=0.5, parity="tpr")
    assert np.isnan(wald.segment_thresholds(y, s, g, metric="f1").by_segment["rows_needed"]).all()


def test_refused():
    s, y, g = rows(6)
    for settings, match in (
        (dict(parity="recall"), "parity"),
        (dict(tolerance=0.1), "tolerance is 0.1: choosing for segments reads it with parity only"),
        (dict(parity="tpr", tolerance=2), "tolerance"),
        (dict(benefits=[np.inf] * 18), r"benefits\[0\] is inf: must be finite"),
    ):
        with pytest.raises(wald.ArgumentError, match=match):
            wald.segment_thresholds(y, s, g, **settings)
    with pytest.raises(wald.UnsupportedError, match="is no ratio of sums over the rows"):
        wald.segment_thresholds(y, s, g, metric="mcc")
    with pytest.raises(wald.ArgumentError, match="parity is tpr: choosing thresholds does not read it"):
        wald.choose_threshold(y, s, parity="tpr")
    found = wald.segment_thresholds(y, s, g)
    with pytest.raises(wald.ArgumentError, match=r"segments\[1\] is 'east'"):
        found.apply([0.5, 0.5], ["north", "east"])
    with pytest.raises(wald.ArgumentError, match="segments is None: there are 2 segments"):
        found.apply([0.5])
    with pytest.warns(match="no thresholds of the segments keep all limits"):
        assert not wald.segment_thresholds(y, s, g, min_recall=1, max_alerts=1).feasible


def test_picture():
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("Agg")
    s, y, g = rows(7, 90, 3)
    drawn = wald.ParityDisplay.from_scores(y, s, g, metric="f1", parity="tpr", tolerance=[0, 0.1, 0.2])
    assert list(drawn.line_.get_xdata()) == [0, 0.1, 0.2]
    assert list(drawn.line_.get_ydata()) == list(drawn.price.values)
    assert "tpr" in drawn.ax_.get_xlabel()
