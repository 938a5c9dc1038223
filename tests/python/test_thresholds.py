"""Frontiers, the thresholds that are chosen on them, and what holds for every answer."""

import copy
import ctypes
import itertools
import math
import os
import pickle
import warnings

import numpy as np
import pandas as pd
import polars as pl
import pytest
import wald
from wald import Sample, ThresholdFlags
from wald._core import arrays, handles, library, options, table

SCALE = int(os.environ.get("WALD_TEST_SCALE", "1"))


def rows(seed=1, n=400, scores=2, share=0.2):
    random = np.random.default_rng(seed)
    y = (random.random(n) < share).astype(np.uint8)
    y[:2] = 0, 1
    return random.normal(size=(n, scores)) + 1.2 * y[:, None], y


def frontier(seed=1, n=400, scores=2, rule="or", **more):
    s, y = rows(seed, n, scores, **more)
    return Sample(scores, rule=rule).feed(y, s)


def flags(s, thresholds, rule):
    """The definition."""
    reached = (s >= thresholds) & (np.asarray(thresholds) < np.inf)
    return reached.any(axis=1) if rule == "or" else reached.all(axis=1)


# ---- Against every pair of thresholds ------------------------------------------------------------


def every_point(s, y, w, rule):
    """Weights (tp, fp) of all thresholds."""
    levels = [np.append(np.unique(column), np.inf) for column in s.T]
    for thresholds in itertools.product(*levels):
        flagged = flags(s, thresholds, rule)
        yield float(w[flagged & (y == 1)].sum()), float(w[flagged & (y == 0)].sum())


def f1(tp, fp, positives):
    return 2 * tp / (positives + tp + fp)


@pytest.mark.parametrize("rule", ["or", "and"])
@pytest.mark.parametrize("scores", [1, 2])
def test_best_of_all_thresholds(rule, scores):
    random = np.random.default_rng(7)
    for case in range(60 * SCALE):
        n = int(random.integers(2, 14))
        s = random.integers(0, 6, (n, scores)).astype(float)
        y = (random.random(n) < 0.5).astype(int)
        y[0] = 1
        w = random.integers(1, 4, n).astype(float) if case % 2 else np.ones(n)
        held = Sample(scores, rule=rule).feed(y, s, w if case % 2 else None)
        points = set(every_point(s, y, w, rule)) | {(0.0, 0.0)}
        positives = w[y == 1].sum()
        budget, r = float(random.integers(0, 5)), float(random.random())
        cases = {
            "f1": (dict(metric="f1"), max(f1(tp, fp, positives) for tp, fp in points)),
            "net": (dict(cost_ratio=2), max(tp - fp / 2 for tp, fp in points)),
            "fp": (dict(max_fp=budget), max(tp for tp, fp in points if fp <= budget)),
            "alerts": (dict(max_alerts=budget), max(tp for tp, fp in points if tp + fp <= budget)),
            "precision": (dict(min_precision=0.6, precision_level=0),
                          max(tp for tp, fp in points if tp >= 0.6 * (tp + fp))),
            "recall": (dict(min_recall=r), min(fp for tp, fp in points if tp >= r * positives)),
        }
        if y.all():  # the fewest alerts then, which are no point of a frontier
            del cases["recall"]
        for name, (asked, wanted) in cases.items():
            found = held.choose(**asked, baselines=False)
            assert found.value == pytest.approx(wanted, abs=1e-12), (name, case)
            flagged = found.apply(s)
            assert (flagged == flags(s, found.thresholds, rule)).all()
            assert found.tp == w[(flagged == 1) & (y == 1)].sum() and found.fp == w[(flagged == 1) & (y == 0)].sum()
            assert held.count(found.thresholds)[:2] == (found.tp, found.fp)
            assert (found.apply(s, midpoints=True) == flagged).all()
        curve = held.frontier()
        unbeaten = {(tp, fp) for tp, fp in points if not any(
            a >= tp and b <= fp and (a, b) != (tp, fp) for a, b in points)}
        assert list(zip(curve.tp, curve.fp)) == sorted(unbeaten | {(0.0, 0.0)})
        for t, tp, fp in zip(curve.thresholds, curve.tp, curve.fp):
            assert held.count(t)[:2] == (tp, fp)


# ---- Rows in every form --------------------------------------------------------------------------


def test_order_chunks_and_merging_do_not_show():
    s, y = rows()
    w = np.random.default_rng(3).random(len(y))
    whole = Sample(2).feed(y, s, w)
    order = np.random.default_rng(4).permutation(len(y))
    parts = [Sample(2).feed(y[part], s[part], w[part]) for part in np.array_split(order, 5)]
    merged = parts[2]
    for i in (0, 1, 3, 4):
        merged.merge(parts[i])
    assert merged.save() == whole.save() and len(merged) == len(y)
    assert merged.choose("f1", bootstrap=50) == whole.choose("f1", bootstrap=50)
    assert whole.copy().merge(whole).totals.n_rows == 2 * len(y)
    assert whole.copy().clear().totals.n_rows == 0


def test_forms_of_scores():
    s, y = rows()
    wanted = Sample(2).feed(y, s).save()
    for form in (np.asfortranarray(s), np.vstack([s, s])[: len(s)], s[::-1][::-1], s.tolist(),
                 pd.DataFrame(s, columns=["a", "b"]), pl.DataFrame({"a": s[:, 0], "b": s[:, 1]})):
        assert Sample(2).feed(y, form).save() == wanted
    thin = s.astype(np.float32)
    kept = Sample(2).feed(y, thin).save()
    assert '"type":"float32"' in kept and Sample.load(kept).save() == kept
    assert kept.replace(',"type":"float32"', "") == Sample(2).feed(y, thin.astype(float)).save()
    one = Sample().feed(y, s[:, 0])
    for form in (s[:, :1], pd.Series(s[:, 0]), pl.Series(s[:, 0]), list(s[:, 0])):
        assert Sample().feed(y, form).save() == one.save()
    weighted = Sample(2).feed(y, s, np.full(len(y), 2)).totals
    assert weighted.positives == 2 * y.sum()
    assert Sample(2).feed([], np.empty((0, 2))).totals.n_rows == 0


def test_forms_of_labels():
    s = np.arange(6.0)
    wanted = Sample().feed([0, 1, wald.NOT_RATED, 1, 0, wald.NOT_RATED], s)
    assert wanted.totals == (6, 2, 2, 2)
    nan, none = math.nan, None
    for labels in ([0, 1, nan, 1, 0, nan], [0, 1, none, 1, 0, none], np.array([0, 1, none, 1, 0, none]),
                   [False, True, None, True, False, None], np.array([0, 1, nan, 1, 0, nan], np.float32),
                   pd.Series([0, 1, None, 1, 0, None], dtype="Int64"), pd.Series([0, 1, pd.NA, 1, 0, pd.NA]),
                   pd.Series([False, True, None, True, False, None], dtype="boolean"),
                   pl.Series([0, 1, None, 1, 0, None]), pl.Series([False, True, None, True, False, None]),
                   np.ma.masked_array([0, 1, 7, 1, 0, 7], [0, 0, 1, 0, 0, 1])):
        assert Sample().feed(labels, s).save() == wanted.save()
    plain = Sample().feed([False, True] * 3, s)
    assert plain.totals == (6, 3, 3, 0)
    strided = np.array([[0, 1] * 3, [9] * 6], np.uint8).T[:, 0]
    assert Sample().feed(strided, s).save() == plain.save()
    rated = r"must be 0 or 1, or missing \(None, NaN, wald.NOT_RATED\) where the row is not rated; the values are "
    for wrong, match in (([0, 1, 3, 0, 0, 0], rf"truth\[2\] is 3: {rated}0, 1, 3$"),
                         (np.array([0, 5, 0, 0, 0, 0], np.uint8), rf"truth\[1\] is 5: {rated}0, 5: pass truth == 5"),
                         ([1, 2, 2, 1, 2, 1], rf"truth\[1\] is 2: {rated}1, 2: pass truth == 2 where 2 is the"),
                         (np.array([1, 2] * 3, np.uint8), rf"truth\[1\] is 2: {rated}1, 2: pass truth == 2"),
                         ([-1, 1] * 3, rf"truth\[0\] is -1: {rated}-1, 1: pass truth == 1 where 1 is the positive one"),
                         ([0, 1, 2] * 2, rf"truth\[2\] is 2: {rated}0, 1, 2$"),
                         ([0, 1], r"truth has shape \(2,\): must be \(6,\) for these scores")):
        with pytest.raises(wald.ArgumentError, match=match):
            Sample().feed(wrong, s)
    for wrong in (["yes"] * 6, [object()] * 6):
        with pytest.raises(TypeError, match="truth must be 0 or 1, or missing"):
            Sample().feed(wrong, s)


def test_names():
    s, y = rows()
    frame = pd.DataFrame(s, columns=["a", "b"])
    held = Sample(2).feed(y, frame)
    assert held.names == ("a", "b")
    turned = pd.DataFrame({"x": 0.0, "b": s[:, 1], "a": s[:, 0]}, index=range(5, 5 + len(s)))
    twice = Sample(2).feed(y, s).feed(y, s)
    assert Sample(2).feed(y, frame).feed(y, turned).save() == twice.save()
    found = held.choose("f1")
    assert found.names == ("a", "b") and set(found.to_dict()["thresholds"]) == {"a", "b"}
    flagged = found.apply(turned)
    assert isinstance(flagged, pd.Series) and flagged.index[0] == 5 and (flagged.to_numpy() == found.apply(s)).all()
    assert isinstance(found.apply(pl.DataFrame({"a": s[:, 0], "b": s[:, 1]})), pl.Series)
    with pytest.raises(wald.ArgumentError, match=r"scores has no column 'b': it has 'a', 'c'"):
        held.feed(y, pd.DataFrame(s, columns=["a", "c"]))
    with pytest.raises(wald.ArgumentError, match="other has the scores"):
        held.merge(Sample(2, names=["b", "a"]))
    with pytest.raises(wald.ArgumentError, match="names has 1 elements"):
        Sample(2, names=["a"])
    assert pickle.loads(pickle.dumps(held)).names == ("a", "b")
    assert "a >= " in found.summary() and "threshold a" in held.frontier().to_frame().columns


def test_saving():
    held = frontier()
    for again in (Sample.load(held.save()), Sample.load(held.save().encode()),
                  pickle.loads(pickle.dumps(held)), copy.copy(held), copy.deepcopy(held), held.copy()):
        assert again.save() == held.save() and again.rule == held.rule and again.n_scores == 2
        assert again.choose("f1") == held.choose("f1")
    with pytest.raises(wald.FormatError, match="saved sample"):
        Sample.load("{}")
    with pytest.raises(TypeError, match="text must be a str"):
        Sample.load(3)


# ---- What is asked -------------------------------------------------------------------------------


def test_partial_knowledge():
    s, y = rows(n=500)
    cut = [0.5, 0.5]
    held = Sample(2, rated_from=cut).feed(y, s)
    assert held.rated_from.tolist() == cut and held.totals.unrated == (s < cut).all(axis=1).sum()
    for asked in (dict(metric="f1"), dict(min_recall=0.5)):
        with pytest.raises(wald.UnsupportedError, match="number of all positives"):
            held.choose(**asked)
        assert held.choose(**asked, positives=200).recall <= 1
    found = held.choose(min_precision=0.4)
    assert math.isnan(found.recall) and math.isnan(found.positives) and found.precision > 0.4
    assert (found.thresholds >= cut).all()
    assert math.isnan(held.frontier().pr_area) and not math.isnan(held.frontier(positives=200).pr_area)
    some = Sample(2).feed(np.where(np.arange(500) % 3, y.astype(float), np.nan), s)
    unseen = some.choose(max_fp=20)
    assert unseen.unrated > 0 and ThresholdFlags.UNRATED_FLAGGED in unseen.flags


def test_answer():
    held = frontier(scores=2)
    found = held.choose(min_precision=0.5, bootstrap=200, folds=5, seed=3)
    assert "precision" in found.objective and found.method == "direct" and found.feasible and found.rule == "or"
    assert found.precision == found.tp / (found.tp + found.fp) and found.recall == found.tp / found.positives
    assert found.value == found.tp
    interval = found.intervals["precision"]
    assert interval.exact and interval.low < found.precision < interval.high
    assert found.threshold_low is not None and (found.threshold_low <= found.threshold_high).all()
    assert found.cross_fitted is not None and found.cross_fitted.tp <= found.positives
    assert [b.method for b in found.baselines] == ["best-single", "stacked"]
    assert found.tp >= found.baselines[0].tp
    assert held.choose(min_precision=0.5).cross_fitted is None
    assert held.choose(min_precision=0.5, baselines=False).baselines == ()
    assert held.choose(min_precision=0.5, precision_level=0).tp >= found.tp
    assert held.choose(min_precision=0.5, precision_level=0).tp == held.choose(min_precision=0.5, precision_level=0).tp
    assert held.choose(marginal_precision=0.25) == held.choose(cost_ratio=3)
    text = found.summary()
    for part in ("flagged where", "precision", "exact", "cross-fitted", "beside it stacked"):
        assert part in text
    assert found.to_dict()["flags"] == list(found.flags.names)
    told = found.to_dict()
    assert list(told["next_lower"].values()) == found.next_lower.tolist()
    stacked = next(b for b in told["baselines"] if b["method"] == "stacked")
    assert "thresholds" not in stacked and {"coefficients", "intercept", "threshold"} <= set(stacked)
    limits = frontier().choose("f1", bootstrap=20, folds=2).to_dict()
    assert set(limits["threshold_intervals"]) == set(limits["thresholds"]) and "value" in limits["cross_fitted"]
    largest = Sample(1).feed([1, 0, 0], [math.inf, -1e308, 3]).choose("f1")
    assert largest.apply([math.inf, 5.0], midpoints=True).tolist() == [1, 0]
    with pytest.raises(AttributeError, match="immutable"):
        found.rule = "and"
    with pytest.raises(ValueError, match="read-only"):
        found.thresholds[0] = 0
    with pytest.raises(TypeError, match="made by"):
        wald.Thresholds()


@pytest.mark.parametrize("method", ["direct", "path", "path-equal", "analytic", "stacked", "best-single"])
@pytest.mark.parametrize("rule", ["or", "and"])
def test_methods(method, rule):
    s, y = rows()
    held = Sample(2, rule=rule).feed(y, s)
    found = held.choose("f1", method=method)
    assert found.method == method and found.value <= held.choose("f1").value or method == "stacked"
    flagged = found.apply(s) == 1
    assert (found.tp, found.fp) == (y[flagged].sum(), (y[flagged] == 0).sum())
    assert pickle.loads(pickle.dumps(found)) == found
    assert (pickle.loads(pickle.dumps(found)).apply(s) == found.apply(s)).all()
    points = held.frontier(method=method)
    assert points.tp[0] == points.fp[0] == 0 and (np.diff(points.tp) > 0).all()
    if method != "stacked":
        assert held.frontier().pn_area + 1e-12 >= points.pn_area
        assert points.exact == held.frontier(method=method).exact


def test_apply_is_the_librarys():
    """For every answer, with scores of all sizes: the bits of a stacked score, too."""
    s, y = rows(n=300)
    held = Sample(2).feed(y, s)
    random = np.random.default_rng(8)
    new = random.normal(size=(4000, 2)) * 2
    new[:8] = [[np.inf, 0], [-np.inf, 0], [0, np.inf], [1e308, 1e308], [-1e308, 1e308], [np.inf, np.inf],
               [-np.inf, -np.inf], [1e-320, 0]]
    thin = np.clip(new, -3e38, 3e38).astype(np.float32)
    asked = options.options("thresholds", {"metric": "f1"})
    out = table.thresholds_p()
    handles.check(library.lib.wald_sample_choose(held._open().pointer, asked.pointer, ctypes.byref(out)))
    handle = handles.Handle(out)
    chosen = held.choose("f1")
    for i, answer in enumerate((chosen, *chosen.baselines)):
        if answer.coefficients is not None:  # scores at the very threshold
            at = (answer.stacked_threshold - answer.intercept - answer.coefficients[0] * new[8:, 0])
            new[8:, 1] = at / answer.coefficients[1]
        for scores in (new, thin, np.asfortranarray(new)):
            flagged = np.empty(len(scores), np.uint8)
            shown = arrays.view(scores), arrays.view(flagged)
            handles.check(library.lib.wald_thresholds_apply(handle.pointer, i, *shown))
            assert (flagged == answer.apply(scores)).all()
            assert 0 < flagged.sum() < len(flagged)


def test_apply_thresholds():
    s = np.array([[0.1, 5], [np.inf, -5], [0.5, 0.5]])
    assert wald.apply_thresholds([0.5, np.inf], s).tolist() == [0, 1, 1]
    assert wald.apply_thresholds([np.inf, np.inf], s).tolist() == [0, 0, 0]
    assert wald.apply_thresholds([0.1, 0.5], s, rule="and").tolist() == [1, 0, 1]
    assert wald.apply_thresholds(0.5, s[:, 0]).tolist() == [0, 1, 1]
    assert list(wald.apply_thresholds(0.5, pd.Series([0.4, 0.6], index=["x", "y"])).index) == ["x", "y"]
    for wrong, match in (((np.nan, s[:, 0]), r"thresholds\[0\] is nan"), ((0.5, [np.nan]), r"scores\[0\]\[0\] is nan"),
                         (([0.5], s), "n_scores is 2: must be 1"), (([[0.5]], s), "2 dimensions: must have 1")):
        with pytest.raises(wald.ArgumentError, match=match):
            wald.apply_thresholds(*wrong)


def test_flags_and_edges():
    one = Sample().feed([1], [0.4]).choose()
    assert one.flags.names == ("everything_flagged", "few_positives", "saturated_scores", "only_positives") or (
        {"everything_flagged", "few_positives", "only_positives"} <= set(one.flags.names))
    assert one.thresholds.tolist() == [0.4] and one.precision == 1
    none = frontier(scores=1).choose(min_precision=1, precision_level=0.999999)
    assert none.thresholds.tolist() == [np.inf] and {"nothing_flagged", "target_not_attained"} <= set(none.flags.names)
    assert math.isnan(none.precision) and not none.apply([np.inf]).any()
    out = frontier(scores=1).choose(min_recall=0.9, max_fp=1)
    assert not out.feasible and ThresholdFlags.RECALL_OUT_OF_REACH in out.flags and "out of reach" in out.summary()
    s, y = rows(scores=1)
    assert ThresholdFlags.INVERTED_SCORES in Sample().feed(y, -s).choose().flags
    assert ThresholdFlags.IN_SAMPLE_SCORES in Sample().feed(y, y + 0.0 * s[:, 0]).choose().flags
    assert Sample().feed(y, s).roc_area[0] == pytest.approx(1 - Sample().feed(y, -s).roc_area[0])
    assert Sample().feed([1, 1], [1.0, 2.0], [0, 1]).totals == (1, 1, 0, 0)
    assert ThresholdFlags(0).names == ()


def test_smoothing_threads_and_seed():
    held = frontier()
    settings = dict(metric="f1", smoothing="bagged", bootstrap=60)
    assert held.choose(**settings) == held.choose(**settings, threads=2)
    assert held.choose(**settings) != held.choose(**settings, seed=5)
    assert held.choose("f1", method="path", smoothing="dropout", smoothing_rounds=5, dropout=0.4).method == "path"


def test_bagged_thresholds():
    """What they are stands in the conformance cases; here limits, maps of the scores, and what refuses them."""
    rng = np.random.default_rng(5)
    y = (rng.random((300, 3)) < [0.3, 0.1, 0.03]).astype(np.uint8)
    y[0] = 1
    s = y + rng.normal(size=y.shape)
    ask = dict(smoothing="bagged", seed=3)
    for limits in (dict(max_fpr=0.1), dict(min_recall=0.6), dict(max_alert_rate=0.1), dict(min_precision=0.3)):
        assert wald.label_thresholds(y[:, :2], s[:, :2], **limits, **ask).feasible
        one = wald.choose_threshold(y[:, 0], s[:, 0], **limits, **ask)
        assert one.feasible and ThresholdFlags.CONSTRAINT_MISSED not in one.flags
    own = wald.label_thresholds(y, s, metric="f1", min_positives=0)
    found = wald.label_thresholds(y, s, metric="f1", min_positives=0, **ask)
    assert (found.thresholds != own.thresholds).any() and (found.value <= own.value + 1e-12)
    mapped = wald.label_thresholds(y, np.exp(5 * s), metric="f1", min_positives=0, **ask)
    assert np.array_equal(mapped.apply(np.exp(5 * s)), found.apply(s))
    # A label's seed is its own: the first label has that of one score.
    assert found.thresholds[0] == wald.choose_threshold(y[:, 0], s[:, 0], metric="f1", **ask).thresholds[0]
    weighted = wald.label_thresholds(y, s, metric="f1", prevalence=0.5, weights=np.ones(300), **ask)
    assert weighted.thresholds.shape == (3,)
    for wrong, match in ((dict(average="micro"), "the average must be macro"),
                         (dict(certify=0.9, max_fpr=0.5), "certified thresholds of labels do not read it")):
        with pytest.raises(wald.WaldError, match=match):
            wald.label_thresholds(y, s, **wrong, **ask)


def test_errors():
    held = frontier()
    for asked, match in (
        (dict(min_precision=2), "min_precision is 2: must lie in"),
        (dict(max_fp=-1), "max_fp is -1: must be at least 0"),
        (dict(max_fp=float("nan")), "max_fp is nan: must be a number, or None"),
        (dict(positives=np.nan), "positives is nan: must be a number, or None"),
        (dict(cost_ratio=0), "cost_ratio is 0: must be finite and above 0"),
        (dict(cost_ratio=1, marginal_precision=0.5), "must not be set with marginal_precision"),
        (dict(cost_ratio=1, metric="f1"), "must not be set with a metric"),
        (dict(precision_level=0.9), "precision_level is 0.9: choosing thresholds reads it with min_precision only"),
        (dict(method="best"), 'method is "best": must be one of'),
        (dict(smoothing="much"), "smoothing is \"much\""),
        (dict(goal="most"), "goal is \"most\""),
        (dict(goal="most_tp"), "need min_precision, max_fp, max_alerts, max_fpr or max_alert_rate"),
        (dict(bootstrap=0.5), "bootstrap is 0.5: must be a whole number"),
        (dict(threads=-1), "threads is -1"),
        (dict(threads=1.5), "threads is 1.5: must be a whole number"),
        (dict(seed=-1), "seed is -1"),
        (dict(metric=wald.Metric.custom(lambda tp, k, s, n: 1.0, "mine")), 'metric is "mine"'),
    ):
        with pytest.raises(wald.WaldError, match=match):
            held.choose(**asked)
    for asked in (dict(max_fp="3"), dict(seed=1.5), dict(progress=3), dict(threads="2")):
        with pytest.raises(TypeError):
            held.choose(**asked)
    with pytest.raises(TypeError, match="there is no argument 'min_precison'"):
        held.frontier(min_precison=1)
    with pytest.raises(wald.ArgumentError, match=r"scores\[1\]\[0\] is nan: must be a number"):
        held.feed([0, 1], [[1, 2], [np.nan, 1]])
    assert held.totals.n_rows == 400
    for wrong, match in (([[1.0, 2, 3]], "n_scores is 3: must be 2"), (np.zeros((1, 2, 1)), "3 dimensions")):
        with pytest.raises(wald.ArgumentError, match=match):
            held.feed([1], wrong)
    with pytest.raises(wald.ArgumentError, match=r"weights\[0\] is -1"):
        held.feed([1], [[1.0, 2]], [-1])
    for made, match in ((lambda: Sample(0), "n_scores is 0"), (lambda: Sample(65), "65"),
                        (lambda: Sample(rule="xor"), "rule is 'xor': must be one of 'or', 'and'"),
                        (lambda: Sample(2, rated_from=[1.0]), "must have one number per score, 2"),
                        (lambda: Sample().choose(), "rows is 0"),
                        (lambda: Sample().feed([0], [1.0]).choose(), "positives is 0"),
                        (lambda: held.count([1.0]), "must be 2|one per score"),
                        (lambda: held.merge(Sample()), "other has 1 scores")):
        with pytest.raises(wald.ArgumentError, match=match):
            made()


def test_progress():
    held = frontier()
    seen = []
    held.choose("f1", bootstrap=500, progress=seen.append)
    assert 0 <= seen[0] <= seen[-1] <= 1 and seen == sorted(seen)
    with pytest.raises(wald.Cancelled):
        held.choose("f1", bootstrap=500, progress=lambda fraction: False)
    with pytest.raises(ZeroDivisionError):
        held.choose("f1", bootstrap=500, progress=lambda fraction: 1 / 0)

    def feeds(fraction):
        held.feed([0], [[0.0, 0.0]])

    with pytest.raises(wald.ArgumentError, match="sample is in use by the call that this callback belongs to"):
        held.choose("f1", progress=feeds)


# ---- The curve -----------------------------------------------------------------------------------


def test_curve():
    from sklearn.metrics import average_precision_score, precision_recall_curve, roc_auc_score

    s, y = rows(scores=1)
    held = Sample().feed(y, s)
    points = held.frontier()
    assert points.exact and not points.quantiles and not points.local_optimum
    assert points.pr_area == pytest.approx(np.sum(np.diff(points.recall) * points.precision[1:]), abs=1e-12)
    assert points.pr_area >= average_precision_score(y, s[:, 0])  # which has points that others beat
    assert held.roc_area[0] == pytest.approx(roc_auc_score(y, s[:, 0]), abs=1e-12)
    assert points.roc_hull_area >= points.roc_area == pytest.approx(held.roc_area[0], abs=1e-12)
    precision, recall, _ = precision_recall_curve(y, s[:, 0])
    best = np.max(2 * precision * recall / np.maximum(precision + recall, 1e-300))
    assert held.choose("f1").value == pytest.approx(best) == np.nanmax(points.f1)
    frame = points.to_frame()
    assert len(frame) == len(points) and frame["recall"].iloc[-1] == 1 and np.isnan(points.precision[0])
    assert "points" in repr(points) and points.on_hull[0] and points.on_hull[-1]


# ---- Labels, classes, a zone ---------------------------------------------------------------------


@pytest.mark.parametrize("dtype", [np.float64, np.float32])
def test_choose_threshold(dtype):
    random = np.random.default_rng(5)
    y = random.random(20000) < 0.3
    s = (random.normal(size=20000) + y).astype(dtype)
    for asked in ({"metric": "f1"}, {"min_precision": 0.6}, {"max_alerts": 900, "metric": "jaccard"}, {"folds": 3}):
        fed = Sample().feed(y, s).choose(**asked)
        for labels in (y, y.astype(int), y.astype(float), pd.Series(y)):
            found = wald.choose_threshold(labels, s, **asked)
            assert repr(found) == repr(fed) and found.next_lower == fed.next_lower
            assert found.intervals == fed.intervals and found.flags == fed.flags
        strided = wald.choose_threshold(y, np.repeat(s, 3)[::3], **asked)
        assert strided.thresholds == fed.thresholds and strided.value == fed.value
    weighted = wald.choose_threshold(y, s, weights=np.full(20000, 2.0), metric="f1")
    assert weighted.tp == 2 * wald.choose_threshold(y, s, metric="f1").tp
    named = wald.choose_threshold(y, pd.DataFrame({"risk": s}))
    assert named.names == ("risk",)
    with pytest.raises(wald.ArgumentError, match=r"scores\[7\]\[0\] is nan"):
        wald.choose_threshold(y, np.where(np.arange(20000) == 7, np.nan, s))
    with pytest.raises(wald.ArgumentError, match="truth has shape"):
        wald.choose_threshold(y[1:], s)
    with pytest.raises(wald.ArgumentError, match="no row is labelled 1"):
        wald.choose_threshold(np.zeros(20000), s)
    with pytest.warns(wald.DecisionWarning, match="nothing is flagged"):
        wald.choose_threshold(y, s, min_precision=0.9999999)


def test_choose_threshold_reads_labels_of_every_type():
    random = np.random.default_rng(6)
    y = random.random(9000) < 0.3
    s = random.normal(size=9000) + y
    expected = wald.choose_threshold(y.astype(np.uint8), s, metric="f1")
    for dtype in (bool, np.int64, np.int32, np.float32, np.float64, np.int8, np.uint16, np.longlong, ">i8", ">f4"):
        labels = y.astype(dtype)
        for given in (labels, np.repeat(labels, 3)[::3], np.ma.masked_array(labels)):
            assert repr(wald.choose_threshold(given, s, metric="f1")) == repr(expected)
        if np.dtype(dtype) == bool:
            continue
        labels[17] = 7
        with pytest.raises(wald.ArgumentError, match=r"truth\[17\] is 7.* 0 or 1, or missing"):
            wald.choose_threshold(labels, s, metric="f1")
    unknown = np.arange(9000) < 400
    masked = Sample().feed(np.where(unknown, np.nan, y), s).choose("f1", positives=5000)
    for dtype in (np.float32, np.float64):
        given = np.where(unknown, np.nan, y).astype(dtype)
        assert repr(wald.choose_threshold(given, s, metric="f1", positives=5000)) == repr(masked)


def rare_labels():
    """A common label, and two rare ones whose scores say nothing of their only positive."""
    random = np.random.default_rng(9)
    y = np.zeros((400, 3), int)
    y[:100, 0] = 1
    y[0, 1] = y[5, 2] = 1
    s = random.random(y.shape) + 0.6 * y[:, [0, 0, 0]] * [1, 0, 0]
    s[0, 1] = -1
    return s, y


def test_label_sets():
    rng = np.random.default_rng(5)
    p = rng.beta(0.5, 1.5, (400, 5))
    y = rng.random(p.shape) < p
    frame = pd.DataFrame(p, columns=list("abcde"))
    sets = wald.label_thresholds(y, frame, average="instance", min_recall=0.8, certify=0.9)
    flagged = sets.apply(frame)
    assert list(flagged.columns) == list("abcde")
    assert len(set(sets.thresholds)) == 1
    hits, true = (flagged.to_numpy() & y).sum(1), y.sum(1)
    np.testing.assert_allclose(sets.value, np.where(true > 0, hits / np.maximum(true, 1), 1).mean())
    np.testing.assert_allclose(sets.labels_per_row, flagged.to_numpy().sum(1).mean())
    assert sets.average == "instance" and sets.feasible and sets.missed == ()
    assert wald.label_thresholds(y, p, average="instance", min_recall=0.8).labels_per_row < sets.labels_per_row
    f1 = wald.label_thresholds(y, p, metric="f1_samples", min_value=0.4, certify=0.9)
    assert f1.feasible and f1.value >= 0.4
    assert np.isnan(wald.label_thresholds(y, p, metric="f1").labels_per_row)
    with pytest.warns(wald.DecisionWarning, match="no threshold can be proved to hold the limit"):
        nothing = wald.label_thresholds(y, frame, average="instance", min_value=0.99, certify=0.9)
    assert not nothing.feasible and not nothing.apply(frame).to_numpy().any()
    assert not any(nothing._columns()["feasible"])
    with pytest.raises(wald.UnsupportedError, match="weights are given: with average instance each row counts once"):
        wald.label_thresholds(y, p, average="instance", min_recall=0.8, weights=np.ones(400))
    with pytest.raises(wald.UnsupportedError, match="certify is not set: only a limit on recall holds in expectation"):
        wald.label_thresholds(y, p, average="instance", min_precision=0.8)


def test_label_sets_of_groups():
    y = [[1, 0], [1, 1], [0, 1], [0, 0]]
    p = [[0.9, 0.2], [0.6, 0.8], [0.3, 0.7], [0.1, 0.4]]
    asked = {"average": "instance", "min_recall": 0.6}
    for groups in ([5, 5, 5, -1], list("aaab"), pd.Categorical(list("aaab"))):
        assert wald.label_thresholds(y, p, groups=groups, **asked).value == (2.5 / 3 + 1) / 2
    assert wald.label_thresholds(y, p, **asked).value == 3.5 / 4
    with pytest.raises(wald.ArgumentError, match="groups has 3 elements"):
        wald.label_thresholds(y, p, groups=[1, 2, 3], **asked)
    with pytest.raises(wald.UnsupportedError, match="groups are given: only average instance reads them"):
        wald.label_thresholds(y, p, groups=[5, 5, 5, -1])
    with pytest.raises(wald.ArgumentError, match="groups is 1: must be at least 2"):
        wald.label_thresholds(y, p, groups=[5, 5, 5, 5], **asked)
    # A label that no threshold takes: its recall is lost.
    y, p = np.tile(y, (30, 1)), np.tile(p, (30, 1))
    lost = np.where(np.arange(120) == 1, -np.inf, p[:, 0])
    with pytest.raises(wald.UnsupportedError, match="certify is not set: a recall in expectation must be reached by all labels"):
        wald.label_thresholds(y, np.column_stack([lost, p[:, 1]]), **asked)
    found = wald.label_thresholds(y, np.column_stack([lost, p[:, 1]]), certify=0.9, **asked)
    assert found.feasible and not found.apply(np.column_stack([lost, p[:, 1]]))[1, 0]


def test_label_thresholds_of_rare_labels():
    s, y = rare_labels()
    with pytest.warns(wald.DecisionWarning, match="every row is flagged for label b: the scores do not separate"):
        own = wald.label_thresholds(y, pd.DataFrame(s, columns=list("abc")), metric="f1", min_positives=0)
    assert wald.ThresholdFlags.EVERYTHING_FLAGGED in own.flags[1] and own.fp[1] == 399
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        shared = wald.label_thresholds(y, pd.DataFrame(s, columns=list("abc")), metric="f1")
    assert shared.thresholds[0] == own.thresholds[0]
    assert wald.ThresholdFlags.SHARED_THRESHOLD in shared.flags[1] and shared.fp[1] < 200
    frame = shared.to_frame()
    assert list(frame["label"]) == ["a", "b", "c"] and list(frame["positives"]) == [100, 1, 1]
    assert "shared_threshold" in frame["flags"][1] and frame["feasible"].all() and shared.missed == ()
    assert frame["recall"][0] == shared.tp[0] / 100
    with pytest.warns(wald.DecisionWarning, match=r"asked of the labels \(labels b, c\)"):
        limited = wald.label_thresholds(y, pd.DataFrame(s, columns=list("abc")), min_precision=0.5, precision_level=0)
    assert limited.missed == ("b", "c") and list(limited.to_frame()["feasible"]) == [True, False, False]
    with pytest.warns(wald.DecisionWarning, match="^no thresholds attain what is asked of the labels: the nearest"):
        pooled = wald.label_thresholds(y, s, min_precision=1, min_recall=1, average="micro", precision_level=0)
    assert not pooled.feasible and pooled.missed == () and not pooled.to_frame()["feasible"].any()


def test_label_thresholds():
    random = np.random.default_rng(4)
    y = (random.random((200, 4)) < [0.5, 0.2, 0.1, 0]).astype(int)
    s = random.normal(size=y.shape) + y
    macro = wald.label_thresholds(y, s, metric="f1")
    for j in range(3):
        alone = Sample().feed(y[:, j], s[:, j]).choose("f1")
        assert (macro.thresholds[j], macro.tp[j], macro.fp[j]) == (alone.thresholds[0], alone.tp, alone.fp)
    assert macro.thresholds[3] == np.inf and not macro.apply(s)[:, 3].any() and macro.feasible and macro.exact
    assert (macro.apply(s)[:, :3] == (s >= macro.thresholds)[:, :3]).all()
    micro = wald.label_thresholds(y, s, average="micro", metric="f1")
    assert micro.value >= f1(macro.tp.sum(), macro.fp.sum(), y.sum())
    assert micro.value == pytest.approx(wald.evaluate(y, micro.apply(s), "f1", average="micro"))
    budget = wald.label_thresholds(y, s, average="micro", max_fp=5)
    assert budget.fp.sum() <= 5 and budget.value == budget.tp.sum()
    frame = pd.DataFrame(s, columns=list("abcd"))
    named = wald.label_thresholds(pd.DataFrame(y), frame, metric="f1")
    assert named.names == tuple("abcd") and list(named.apply(frame).columns) == list("abcd")
    hidden = np.where(random.random(y.shape) < 0.2, np.nan, y)
    assert wald.label_thresholds(hidden, s, max_fp=3, weights=np.ones(200)).thresholds.shape == (4,)
    for wrong, match in (((y[:, :2], s), r"truth has shape \(\d+, 2\): must be \(\d+, \d\) for these scores"), ((y[0], s[0]), "1 dimensions")):
        with pytest.raises(wald.ArgumentError, match=match):
            wald.label_thresholds(*wrong)
    with pytest.raises(wald.ArgumentError, match="average is"):
        wald.label_thresholds(y, s, average="instance")
    assert "4 labels (macro)" in repr(macro)


def test_class_multipliers():
    random = np.random.default_rng(5)
    truth = random.choice(3, 500, p=[0.8, 0.15, 0.05])
    raw = random.dirichlet([1, 1, 1], 500) + 0.5 * np.eye(3)[truth]
    p = raw / raw.sum(axis=1, keepdims=True)
    found = wald.class_multipliers(truth, p, metric="f1")
    decided = found.apply(p)
    one_hot = np.eye(3, dtype=np.uint8)
    assert found.value >= found.start
    assert found.value == pytest.approx(wald.evaluate(one_hot[truth], one_hot[decided], "f1", average="macro"))
    assert found.start == pytest.approx(wald.evaluate(one_hot[truth], one_hot[p.argmax(1)], "f1", average="macro"))
    assert found.confusion.sum() == 500 and found.confusion[1, 1] == ((truth == 1) & (decided == 1)).sum()
    assert (decided == wald.apply_classes(p, multipliers=found.multipliers)).all()
    costs = np.array([[0, 1, 1], [5, 0, 1], [20, 5, 0.0]])
    cheap = wald.class_multipliers(truth, p, costs=costs)
    assert cheap.value == pytest.approx(costs[truth, cheap.apply(p)].mean()) and cheap.value <= cheap.start
    assert (wald.apply_classes(p, costs=costs) == (p @ costs).argmin(axis=1)).mean() > 0.99
    assert (wald.apply_classes(p) == p.argmax(axis=1)).all()
    names = np.array(["a", "b", "c"])
    named = wald.class_multipliers(names[truth], pd.DataFrame(p, columns=names), metric="f1", weights=np.ones(500))
    assert (named.apply(p) == names[decided]).all() and named.classes.tolist() == ["a", "b", "c"]
    for wrong, match in ((dict(metric="f1", costs=costs), "costs is given: must not be given with a metric"),
                         (dict(costs=costs[:2]), r"costs has shape \(2, 3\)"),
                         (dict(classes=[1, 2]), "classes has shape"),
                         (dict(classes=[5, 6, 7]), r"truth\[0\] is \d: the classes are \[5, 6, 7\]"),
                         (dict(average="instance"), "average is")):
        with pytest.raises(wald.ArgumentError, match=match):
            wald.class_multipliers(truth, p, **wrong)
    with pytest.raises(wald.ArgumentError, match="multipliers has shape"):
        wald.apply_classes(p, multipliers=[1, 2])
    with pytest.raises(wald.ArgumentError, match="finite and at least 0"):
        wald.class_multipliers(truth, -p)
    with pytest.raises(wald.Cancelled):
        wald.class_multipliers(truth, p, progress=lambda fraction: False)


def test_abstention_zone():
    s, y = rows(scores=1)
    held = Sample().feed(y, s)
    zone = held.abstention_zone(false_positive_cost=1, false_negative_cost=3, abstention_cost=0.3)
    answer = zone.apply(s[:, 0])
    assert set(answer.tolist()) == {0, 1, wald.UNDECIDED} and zone.low < zone.high
    assert zone.tp == y[answer == 1].sum() and zone.fn == y[answer == 0].sum()
    assert zone.fp == (y[answer == 1] == 0).sum() and zone.abstained == (answer == wald.UNDECIDED).sum()
    assert zone.cost == pytest.approx(zone.fp + 3 * zone.fn + 0.3 * zone.abstained)
    levels = np.concatenate([[-np.inf], np.sort(s[:, 0]), [np.inf]])
    costs = [(y[s[:, 0] >= high] == 0).sum() + 3 * y[s[:, 0] < low].sum()
             + 0.3 * ((s[:, 0] >= low) & (s[:, 0] < high)).sum()
             for low, high in itertools.combinations_with_replacement(levels[::4], 2)]
    assert zone.cost <= min(costs) + 1e-9
    cleared = Sample().feed([0, 0, 1], [0.0, 1, 2]).abstention_zone(
        false_positive_cost=5, false_negative_cost=0, abstention_cost=1)
    assert cleared.fn + cleared.tp == 1 and cleared.cost == 0
    with pytest.raises(wald.ArgumentError, match="n_scores is 2"):
        frontier().abstention_zone(abstention_cost=1)
    with pytest.raises(wald.ArgumentError, match="must be finite and at least 0"):
        held.abstention_zone(abstention_cost=-1)


# ---- Objects -------------------------------------------------------------------------------------


def test_close_and_repr():
    with Sample(2, rule="and") as held:
        held.feed([1], [[1.0, 2]])
        assert "2 scores (and), 1 rows, 1 positive" in repr(held)
        assert "1 not rated" in repr(held.copy().feed([None], [[0.0, 0]]))
        assert repr(held.choose()).startswith("<Thresholds: [")
    assert held.closed and "closed" in repr(held)
    for use in (lambda: held.choose(), lambda: held.feed([1], [[1.0, 2]]), lambda: held.save(), lambda: len(held),
                lambda: held.frontier(), lambda: held.copy()):
        with pytest.raises(wald.ArgumentError, match="^sample is closed$"):
            use()


def test_certificates():
    random = np.random.default_rng(8)
    labels = (random.random((2000, 3)) < 0.2).astype(np.uint8)
    scores = random.normal(2.5 * labels, 1)
    one = wald.choose_threshold(labels[:, 0], scores[:, 0], min_precision=0.7, certify=0.9)
    assert one.certified and one.theorem == "ranked-sequence" and one.rows_needed == 0
    assert one.to_dict()["certified"] is True and "certified: binomial tests of the precision" in one.summary()
    assert pickle.loads(pickle.dumps(one)) == one
    # What lies between the thresholds and the next lower score is not certified.
    assert (one.midpoints == one.thresholds).all()
    with pytest.warns(wald.DecisionWarning, match="no thresholds can be certified"):
        none = wald.choose_threshold(labels[:40, 0], scores[:40, 0], min_precision=0.99, certify=0.99)
    assert not none.certified and none.rows_needed > 0 and none.thresholds[0] == np.inf
    two = wald.Sample(2).feed(labels[:, 0], scores[:, :2])
    first, again = (two.choose(min_precision=0.6, certify=0.9, seed=4) for _ in range(2))
    assert first.theorem == "tested-path" and first == again
    # Each of three labels at a third of what may go wrong.
    each = wald.label_thresholds(labels, scores, min_precision=0.7, certify=0.9)
    for column in range(3):
        alone = wald.choose_threshold(labels[:, column], scores[:, column], min_precision=0.7, certify=1 - 0.1 / 3)
        assert each.thresholds[column] == alone.thresholds[0]
    with pytest.raises(wald.UnsupportedError, match="the labels of a row depend on each other"):
        wald.label_thresholds(labels, scores, min_precision=0.7, certify=0.9, average="micro")
    # Weights that happen to be equal in these rows need not be in others.
    for weights in (random.random(2000), np.ones(2000)):
        with pytest.raises(wald.ArgumentError, match="max_weight is not set"):
            wald.choose_threshold(labels[:, 0], scores[:, 0], weights=weights, min_precision=0.7, certify=0.9)
        with pytest.raises(wald.ArgumentError, match="max_weight is not set"):
            wald.label_thresholds(labels, scores, weights=weights, min_precision=0.7, certify=0.9)
        with pytest.raises(wald.ArgumentError, match="max_weight is not set"):
            wald.segment_thresholds(labels[:, 0], scores[:, 0], np.arange(2000) % 2, weights=weights, min_precision=0.7,
                                    certify=0.9)
        sample = wald.Sample(1).feed(labels[:, 0], scores[:, :1], weights=weights)
        for copied in (sample, sample.copy(), wald.Sample.load(sample.save())):
            with pytest.raises(wald.ArgumentError, match="max_weight is not set"):
                copied.choose(min_precision=0.7, certify=0.9)
    asked = {"min_precision": 0.7, "certify": 0.9}
    plain = wald.choose_threshold(labels[:, 0], scores[:, 0], **asked)
    alike = wald.choose_threshold(labels[:, 0], scores[:, 0], weights=np.full(2000, 3.0), equal_weights=True, **asked)
    assert alike.theorem == plain.theorem == "ranked-sequence" and alike.thresholds[0] == plain.thresholds[0]
    assert wald.choose_threshold(labels[:, 0], scores[:, 0], max_weight=5, **asked).theorem == "bets"
    with pytest.raises(wald.ArgumentError, match="equal_weights is set: rows of the same label weigh"):
        wald.choose_threshold(labels[:, 0], scores[:, 0], weights=random.random(2000), equal_weights=True, **asked)
    assert wald.choose_threshold(labels[:, 0], scores[:, 0], weights=1 + random.random(2000), min_precision=0.5,
                                 certify=0.9, max_weight=2).theorem == "bets"
    with pytest.raises(wald.UnsupportedError, match="one classifier"):
        two.frontier(certify=0.9)
