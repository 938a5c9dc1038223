"""Rows selected at a false discovery rate, and thresholds from rows of one label, against their definitions."""

import pickle

import numpy as np
import pandas as pd
import pytest
import wald
from wald import ArgumentError, select


def by_definition(known, batch, level, truth=None, storey=None):
    truth = np.zeros(len(known)) if truth is None else np.asarray(truth)
    normals = np.asarray(known)[truth == 0]
    p = np.array([(1 + (normals >= s).sum()) / (len(known) + 1) for s in batch])
    share = 1.0
    if storey is not None:
        at = np.floor(storey * (len(known) + 1)) / (len(known) + 1)
        share = (1 + (p > at).sum()) / (len(p) * (1 - at))
    ordered = np.sort(p)
    passes = np.flatnonzero(ordered * share * len(p) <= level * np.arange(1, len(p) + 1) * (1 + 1e-12))
    return p, share, p <= ordered[passes[-1]] if len(passes) else np.zeros(len(p), bool)


@pytest.mark.parametrize("seed", range(200))
def test_flagged_rows_are_those_of_the_definition(seed):
    random = np.random.default_rng(seed)
    grid = 8 if seed % 2 else 1e9
    known = np.round(random.random(30) * grid) / grid
    batch = np.round((random.random(20) + 0.7 * (np.arange(20) < 8)) * grid) / grid
    truth = (random.random(30) < 0.2).astype(int) if seed % 3 == 0 else None
    storey = None if truth is not None or seed % 4 else 0.5
    level = random.choice([0.05, 0.1, 0.3])
    p, share, flagged = by_definition(known, batch, level, truth, storey)
    if not flagged.any():
        with pytest.warns(wald.DecisionWarning, match="nothing is flagged"):
            found = select(known, batch, level, truth=truth, storey=storey)
    else:
        found = select(known, batch, level, truth=truth, storey=storey)
    assert found.p_values.tolist() == p.tolist()
    assert found.null_share == pytest.approx(share, rel=1e-14)
    assert found.flagged.tolist() == flagged.tolist()
    assert found.n_flagged == flagged.sum()
    assert found.threshold == (batch[flagged].min() if flagged.any() else np.inf)


def test_what_a_selection_shows():
    found = select(np.arange(20.0), pd.Series([30.0, 31.0, 5.0], index=list("abc")), fdr=0.2)
    assert list(found.flagged.index) == ["a", "b", "c"] and found.flagged.tolist() == [True, True, False]
    assert pickle.loads(pickle.dumps(found)).p_values.tolist() == found.p_values.tolist()
    assert found.to_dict()["n_flagged"] == 2 and len(found.to_dict()["p_values"]) == 3
    assert "n flagged" in found.summary() and "Selection" in found._repr_html_()
    assert repr(found) == "<Selection: 2 of 3 rows flagged at FDR 0.2, from 30 on>"
    assert select(np.float32([1, 2]), np.float32([3]), fdr=0.5).n_flagged == 1
    with pytest.raises(AttributeError):
        found.threshold = 1.0


@pytest.mark.parametrize(("call", "message"), [
    (lambda: select([1.0], []), "scores has 0 rows: must have at least 1"),
    (lambda: select([], [1.0]), "normals has 0 rows: must have at least 1"),
    (lambda: select([1.0], [1.0], 0), r"^fdr is 0: must lie in \(0, 1\)"),
    (lambda: select([1.0], [1.0], None), "fdr must be a number: found None"),
    (lambda: select(["a"], [1.0]), "normals must be numbers"),
    (lambda: select([[1.0, 2.0]], [1.0]), r"normals has shape \(1, 2\): must have one score per row"),
    (lambda: select([1.0], [2.0, np.nan]), r"scores\[1\] is NaN: must be a number"),
    (lambda: select([1.0, np.nan], [2.0]), r"normals\[1\] is NaN: must be a number"),
    (lambda: select([1.0], [1.0], truth=[1]), "truth has no 0: p-values need known normals"),
    (lambda: select([1.0], [1.0], storey=1), r"storey is 1: must lie in \(0, 1\)"),
    (lambda: select([1.0, 2.0], [1.0], truth=[0, 1], storey=0.5), "must not be set if rows are labelled 1"),
    (lambda: select([1.0, 2.0], [1.0], truth=[0, None]), r"truth\[1\] is missing"),
    (lambda: select([1.0, 2.0], [1.0], truth=[0]), "truth"),
    (lambda: select([1.0, np.nan], [1.0]), r"normals\[1\] is NaN: must be a number"),
    (lambda: wald.choose_threshold([0, None], [0.1, 0.2], max_fdr=0.1, max_fpr=0.1), "must not be set with a goal"),
])  # fmt: skip
def test_what_is_refused(call, message):
    with pytest.raises((ArgumentError, TypeError), match=message):
        call()


def test_a_threshold_from_normals_alone():
    random = np.random.default_rng(3)
    scores = random.normal(size=2000)
    found = wald.choose_threshold(np.zeros(2000), scores, max_fpr=0.01)
    assert found.fp == 20 and found.objective == "most alerts with fpr <= 0.01"
    assert np.isnan(found.precision) and np.isnan(found.recall) and "only_negatives" in found.flags.names
    assert found.apply(scores).sum() == 20
    certified = wald.choose_threshold(np.zeros(2000), scores, max_fpr=0.01, certify=0.95)
    assert certified.certified and certified.theorem == "order-statistics" and certified.fp < 20
    for limit, rows in (("max_fpr", 299), ("max_alert_rate", 299)):  # 0.99^n <= 0.05 from n = 299 on
        for few in (50, 200):
            with pytest.warns(wald.DecisionWarning, match=f"about {rows - few} more rows would suffice"):
                missing = wald.choose_threshold(np.zeros(few), scores[:few], certify=0.95, **{limit: 0.01})
            assert not missing.certified and missing.rows_needed == rows - few
        assert wald.choose_threshold(np.zeros(rows), scores[:rows], certify=0.95, **{limit: 0.01}).certified
    both = wald.Sample(2).feed(np.zeros(1000), random.normal(size=(1000, 2))).choose(max_alert_rate=0.05)
    assert both.fp == 50 and np.isfinite(both.thresholds).all()
    labels = wald.label_thresholds(np.zeros((500, 3)), random.normal(size=(500, 3)), max_fpr=0.02)
    assert labels.fp.tolist() == [10, 10, 10]
    with pytest.raises(ArgumentError, match="without them max_fp, max_alerts, max_fpr and max_alert_rate can be set"):
        wald.choose_threshold(np.zeros(10), np.arange(10), metric="f1")
    recall = wald.choose_threshold(np.ones(100), np.arange(100.0), min_recall=0.9)
    assert recall.tp == 90 and recall.thresholds[0] == 10 and recall.objective.startswith("fewest alerts")
