"""A test set at fixed thresholds: against scikit-learn and formulas, every form of input, tables, and what is refused."""

import math

import numpy as np
import pandas as pd
import pytest
import wald
from scipy import special, stats
from scipy.stats import binom
from sklearn import metrics as judged

RANDOM = np.random.default_rng(5)
Y = RANDOM.integers(0, 2, 200)
MODELS = pd.DataFrame({"old": RANDOM.normal(size=200) + Y, "new": RANDOM.normal(size=200) + 1.5 * Y})
CUT = {"old": 0.5, "new": 0.7}


def delong(y, a, b):
    """The areas and the variance of their difference, by DeLong's formulas in O(positives * negatives)."""
    placements = []
    for s in (a, b):
        pairs = (s[y == 1][:, None] > s[y == 0]) + 0.5 * (s[y == 1][:, None] == s[y == 0])
        placements.append((pairs.mean(1), pairs.mean(0)))
    (a1, a0), (b1, b0) = placements
    var = [np.var(p, ddof=1) / len(p) + np.var(q, ddof=1) / len(q) for p, q in ((a1, a0), (b1, b0), (b1 - a1, b0 - a0))]
    return a1.mean(), b1.mean(), *var


def test_values_are_those_of_scikit_learn():
    found = wald.evaluate_thresholds(Y, MODELS, CUT, metrics=["auc", "recall", "specificity", "precision", "npv", "accuracy",
                                                              "balanced_accuracy", "f1", "mcc", "kappa", "jaccard", "f2"])
    frame = found.to_frame().set_index(["model", "metric"])
    for name, scores in MODELS.items():
        flags = scores >= CUT[name]
        wanted = {"auc": judged.roc_auc_score(Y, scores), "recall": judged.recall_score(Y, flags),
                  "specificity": judged.recall_score(1 - Y, ~flags), "precision": judged.precision_score(Y, flags),
                  "npv": judged.precision_score(1 - Y, ~flags), "accuracy": judged.accuracy_score(Y, flags),
                  "balanced_accuracy": judged.balanced_accuracy_score(Y, flags), "f1": judged.f1_score(Y, flags),
                  "mcc": judged.matthews_corrcoef(Y, flags), "kappa": judged.cohen_kappa_score(Y, flags),
                  "jaccard": judged.jaccard_score(Y, flags), "f2": judged.fbeta_score(Y, flags, beta=2)}
        for metric, value in wanted.items():
            row = frame.loc[name, metric]
            assert row["value"] == pytest.approx(value, abs=1e-12), metric
            assert row["low"] < value < row["high"]
            assert found[name, metric]["value"] == row["value"]
    counts = judged.confusion_matrix(Y, MODELS["new"] >= 0.7).ravel()
    assert [found.tn[1], found.fp[1], found.fn[1], found.tp[1]] == counts.tolist()
    assert (found.n_rows, found.positives, found.warning, found.models) == (200, Y.sum(), "", ("old", "new"))
    assert not frame["exact"].any()


def test_the_area_has_delongs_limits_and_test():
    rounded = MODELS.round(0)
    for table in (MODELS, rounded, rounded.astype(np.float32)):
        found = wald.evaluate_thresholds(Y, table)
        a, b, var_a, var_b, var = delong(Y, *(np.asarray(table[name], float) for name in table))
        for name, area, variance in (("old", a, var_a), ("new", b, var_b)):
            one = found[name, "auc"]
            assert one["value"] == pytest.approx(area, abs=1e-13)
            assert one["standard_error"] == pytest.approx(math.sqrt(variance), rel=1e-10)
            assert one["low"] == pytest.approx(area - 1.959963984540054 * math.sqrt(variance), abs=1e-10)
        (pair,) = found.comparisons().to_dict("records")
        assert (pair["first"], pair["second"], pair["metric"]) == ("old", "new", "auc")
        assert pair["difference"] == pytest.approx(b - a, abs=1e-13)
        assert pair["p_value"] == pytest.approx(math.erfc(abs(b - a) / math.sqrt(2 * var)), rel=1e-8)
        assert pair["p_adjusted"] == pair["p_value"]


def test_limits_of_proportions_are_mid_p_or_clopper_and_pearsons():
    names = ["recall", "specificity", "precision", "accuracy", "f1"]
    mid = wald.evaluate_thresholds(Y, MODELS["old"], 0.5, metrics=names)
    exact = wald.evaluate_thresholds(Y, MODELS["old"], 0.5, metrics=names, proportion_limits="exact")
    tp, fp, fn, tn = (int(getattr(mid, name)[0]) for name in ("tp", "fp", "fn", "tn"))
    counts = {"recall": (tp, tp + fn), "specificity": (tn, tn + fp), "precision": (tp, tp + fp), "accuracy": (tp + tn, 200),
              "f1": (tp, tp + fp + fn)}
    for metric, (k, n) in counts.items():
        def share(limit):
            return limit / (2 - limit) if metric == "f1" else limit  # f1 is 2J/(1 + J)

        low, high, wide_low, wide_high = (share(found[metric][side]) for found in (mid, exact) for side in ("low", "high"))
        assert binom.sf(k, n, low) + binom.pmf(k, n, low) / 2 == pytest.approx(0.025, rel=1e-9)
        assert binom.cdf(k - 1, n, high) + binom.pmf(k, n, high) / 2 == pytest.approx(0.025, rel=1e-9)
        assert binom.sf(k - 1, n, wide_low) == pytest.approx(0.025, rel=1e-9)
        assert binom.cdf(k, n, wide_high) == pytest.approx(0.025, rel=1e-9)
        assert (mid[metric]["exact"], exact[metric]["exact"]) == (0, 1)
    # Of two independent proportions the squared distances to the limits add up.
    both = wald.evaluate_thresholds(Y, MODELS["old"], 0.5, metrics=["balanced_accuracy", "informedness"])
    for side in ("low", "high"):
        distance = math.hypot(*(mid[metric][side] - mid[metric]["value"] for metric in ("recall", "specificity")))
        for metric, factor in (("balanced_accuracy", 0.5), ("informedness", 1)):
            assert abs(both[metric][side] - both[metric]["value"]) == pytest.approx(factor * distance, rel=1e-12)
    with pytest.raises(wald.ArgumentError, match="proportion_limits is exact: must be mid_p with bootstrap"):
        wald.evaluate_thresholds(Y, MODELS["old"], 0.5, proportion_limits="exact", bootstrap=100)


def test_limits_of_the_area_on_its_log_odds():
    few = np.r_[np.flatnonzero(Y == 1)[:6], np.flatnonzero(Y == 0)]
    y, score = Y[few], MODELS["old"][few]
    found = wald.evaluate_thresholds(y, score, metrics="auc", auc_limits="logit", level=0.9)["auc"]
    right = np.mean([[(p > q) + (p == q) / 2 for q in score[y == 0]] for p in score[y == 1]], axis=1)
    left = np.mean([[(p > q) + (p == q) / 2 for p in score[y == 1]] for q in score[y == 0]], axis=1)
    parts = np.array([right.var(ddof=1) / len(right), left.var(ddof=1) / len(left)])
    degrees = parts.sum() ** 2 / (parts ** 2 / (np.array([len(right), len(left)]) - 1)).sum()
    area, error = right.mean(), np.sqrt(parts.sum())
    width = stats.t.ppf(0.95, degrees) * error / (area * (1 - area))
    for side, sign in (("low", -1), ("high", 1)):
        assert found[side] == pytest.approx(special.expit(special.logit(area) + sign * width), rel=1e-9)
    assert found["standard_error"] == pytest.approx(error, rel=1e-9)
    delong = wald.evaluate_thresholds(y, score, metrics="auc", level=0.9)["auc"]
    assert delong["low"] == pytest.approx(area - stats.norm.ppf(0.95) * error, rel=1e-9)
    with pytest.raises(wald.ArgumentError, match="auc_limits is logit: must be delong with bootstrap"):
        wald.evaluate_thresholds(y, score, metrics="auc", auc_limits="logit", bootstrap=100)


def test_weights_have_the_value_of_scikit_learn():
    weights = RANDOM.uniform(0, 3, 200)
    found = wald.evaluate_thresholds(Y, MODELS["old"], 0.5, weights=weights)
    assert found["auc"]["value"] == pytest.approx(judged.roc_auc_score(Y, MODELS["old"], sample_weight=weights), abs=1e-12)
    flags = MODELS["old"] >= 0.5
    assert found["precision"]["value"] == pytest.approx(judged.precision_score(Y, flags, sample_weight=weights), abs=1e-12)
    assert found.positives == pytest.approx(weights[Y == 1].sum())
    assert found["precision"]["exact"] == 0


def test_differences_are_corrected_and_go_to_the_reference():
    three = {**{name: MODELS[name] for name in MODELS}, "same": MODELS["old"]}
    found = wald.evaluate_thresholds(Y, three, 0.5, metrics=["auc", "f1"])
    frame = found.comparisons()
    assert len(frame) == 6
    order = frame["p_value"].sort_values().index
    held = [min(1, (6 - i) * frame["p_value"][at]) for i, at in enumerate(order)]
    assert frame["p_adjusted"][order].tolist() == pytest.approx(np.maximum.accumulate(held).tolist())
    compared = wald.compare(Y[:, None], (MODELS["old"].to_numpy() >= 0.5)[:, None], (MODELS["new"].to_numpy() >= 0.5)[:, None],
                            "f1", average="micro")
    assert frame["difference"][1] == pytest.approx(compared.difference)
    assert frame["p_value"][1] == compared.p_value
    to_new = wald.evaluate_thresholds(Y, three, 0.5, metrics="auc", reference="new").comparisons()
    assert to_new["first"].tolist() == ["new", "new"] and to_new["second"].tolist() == ["old", "same"]
    with pytest.raises(wald.ArgumentError, match="reference is 'newer': must be 'all' or one of 'old', 'new', 'same'"):
        wald.evaluate_thresholds(Y, three, reference="newer")


def test_groups_and_the_bootstrap():
    twice = np.r_[np.arange(200), np.arange(200)]
    once = wald.evaluate_thresholds(Y, MODELS["old"], 0.5, groups=np.arange(200))
    doubled = wald.evaluate_thresholds(Y[twice], MODELS["old"].to_numpy()[twice], 0.5, groups=twice)
    for metric in once.metrics:
        assert doubled[metric]["standard_error"] == pytest.approx(once[metric]["standard_error"], rel=1e-6)
    drawn = wald.evaluate_thresholds(Y, MODELS, CUT, bootstrap=400, seed=3, threads=2)
    again = wald.evaluate_thresholds(Y, MODELS, CUT, bootstrap=400, seed=3)
    pd.testing.assert_frame_equal(drawn.to_frame(), again.to_frame())
    plain = wald.evaluate_thresholds(Y, MODELS, CUT).to_frame()
    assert np.allclose(drawn.to_frame()["standard_error"], plain["standard_error"], rtol=0.2)
    assert not drawn.to_frame()["exact"].any()
    jackknife = wald.evaluate_thresholds(Y, MODELS["old"], 0.5, jackknife=True)
    assert jackknife["recall"]["exact"] == 0
    assert jackknife["recall"]["standard_error"] == pytest.approx(once["recall"]["standard_error"])


def test_chosen_thresholds_evaluate_a_test_set():
    chosen = wald.choose_threshold(Y[:100], MODELS["new"][:100], metric="f1")
    test = MODELS["new"][100:]
    found = chosen.evaluate(Y[100:], test)
    assert found["f1"]["value"] == pytest.approx(judged.f1_score(Y[100:], test >= chosen.thresholds[0]))
    several = wald.Sample(2).feed(Y[:100], MODELS[:100]).choose(metric="f1")
    found = several.evaluate(Y[100:], MODELS[100:])
    assert "auc" not in found.metrics
    assert found["f1"]["value"] == pytest.approx(judged.f1_score(Y[100:], several.apply(MODELS[100:])))


def test_what_is_unknown_is_nan_and_warned_of():
    with pytest.warns(wald.DecisionWarning, match="no row is negative; 0/0 for model: auc, specificity"):
        found = wald.evaluate_thresholds([1, 1, 1], [0.2, 0.5, 0.9], 0.5)
    assert math.isnan(found["auc"]["value"]) and math.isnan(found["auc"]["low"])
    assert found["recall"]["value"] == pytest.approx(2 / 3)
    with pytest.warns(wald.DecisionWarning, match="the variance of auc of model is estimated as 0"):
        found = wald.evaluate_thresholds([1, 0, 1, 0], [0.9, 0.1, 0.8, 0.2])
    assert found["auc"]["value"] == 1
    assert found["auc"]["low"] == pytest.approx(math.sqrt(0.025)) and found["auc"]["high"] == 1
    with pytest.warns(wald.DecisionWarning):
        assert wald.evaluate_thresholds([1, 0, 1, 0], [3, 3, 3, 3])["auc"]["value"] == 0.5


def test_tables_for_papers():
    found = wald.evaluate_thresholds(Y, MODELS, CUT, metrics=["auc", "recall"])
    first, rule, auc, *_ = found.to_markdown().splitlines()
    assert (first, rule) == ("| metric (95% limits) | old | new |", "|---|---:|---:|")
    one = found["old", "auc"]
    assert auc.startswith(f"| auc | {one['value']:.3f} ({one['low']:.3f} to {one['high']:.3f}) | ")
    assert "\n| new - old | auc | " in found.to_markdown()
    assert found.to_latex().startswith("\\begin{tabular}{lrr}\n\\toprule\nmetric (95\\% limits) & old & new \\\\\n\\midrule\n")
    assert "auc" in repr(found) and "<table" in found._repr_html_()


@pytest.mark.parametrize("arguments, message", [
    (dict(scores=[0.1, math.nan]), r"scores\[1\]\[0\] is NaN: must be a number"),
    (dict(thresholds=[1, 2]), "thresholds has 2 rows: must have 1, one per column of scores"),
    (dict(thresholds={"other": 1}), "thresholds names 'other': must name each of 'model'"),
    (dict(thresholds=math.nan), r"thresholds\[0\] is NaN: must be a number"),
    (dict(truth=[1, None]), r"truth\[1\] is missing: must be 0 or 1"),
    (dict(truth=[], scores=[]), "truth has 0 rows of a weight above 0"),
    (dict(weights=[1, -1]), r"weights\[1\] is -1: must be finite and at least 0"),
    (dict(groups=[1]), "groups has 1 elements: there are 2 rows"),
    (dict(metrics="f1"), 'thresholds is NULL: metric "f1" needs one per column of scores'),
])
def test_what_is_wrong_is_refused(arguments, message):
    with pytest.raises(wald.ArgumentError, match=message):
        wald.evaluate_thresholds(**{"truth": [1, 0], "scores": [0.9, 0.1], **arguments})
    with pytest.raises(wald.FormatError, match='metric "rocket" is unknown'):
        wald.evaluate_thresholds([1, 0], [0.9, 0.1], 0.5, metrics=["rocket"])
