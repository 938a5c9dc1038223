"""Decision curves against dcurves and their formula, reliability against scikit-learn, and the pictures of both.

dcurves.csv holds what dcurves 0.5.1 (D. Sjoberg, MIT licence) gives for docs/examples/breast_cancer.csv and for a coarser
model, with the sample's prevalence and with another."""

import csv

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import pytest
import wald
from conftest import SOURCE
from scipy.stats import beta, norm
from sklearn.calibration import calibration_curve
from sklearn.datasets import load_breast_cancer
from sklearn.isotonic import IsotonicRegression
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import brier_score_loss
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from wald import ArgumentError, DecisionCurveDisplay, ReliabilityDisplay

RANDOM = np.random.default_rng(3)
Y = (RANDOM.random(600) < 0.3).astype(int)
P = np.clip(0.25 + 0.25 * Y + 0.2 * RANDOM.normal(size=600), 0.001, 0.999)
Q = np.round(np.clip(P + 0.2 * RANDOM.normal(size=600), 0, 1), 1)
W = RANDOM.integers(0, 4, 600).astype(float)


@pytest.fixture(autouse=True)
def closed():
    yield
    plt.close("all")


def example(name):
    return np.loadtxt(SOURCE / "docs" / "examples" / name, delimiter=",", skiprows=1, usecols=0, ndmin=1)


@pytest.mark.parametrize("prevalence", [None, 0.1])
def test_the_numbers_of_dcurves(prevalence):
    p, y = example("breast_cancer.csv"), example("breast_cancer_truth.csv")
    with open(SOURCE / "tests" / "python" / "dcurves.csv", newline="") as file:
        given = float("nan") if prevalence is None else prevalence
        rows = [row for row in csv.DictReader(file) if np.array_equal(float(row["prevalence"]), given, equal_nan=True)]
    at = [float(row["threshold"]) for row in rows if row["variable"] == "all"]
    curve = wald.decision_curve(y, {"model": p, "steps": np.round(np.sqrt(p) * 20) / 20}, thresholds=at,
                                prevalence=prevalence)
    frame = curve.to_frame().set_index(["model", "threshold"])
    checked = 0
    for row in rows:
        ours = frame.loc[(row["variable"], float(row["threshold"]))]
        for name, theirs in (("tp_rate", "tp_rate"), ("fp_rate", "fp_rate"), ("net_benefit", "net_benefit"),
                             ("interventions_avoided", "net_intervention_avoided")):
            assert ours[name] == pytest.approx(float(row[theirs]), rel=1e-12, abs=1e-12)
            checked += 1
    assert checked == 4 * 4 * len(at) and len(at) == 19


@pytest.mark.parametrize("weights", [None, W])
def test_net_benefit_and_its_limits_are_a_mean(weights):
    w = np.ones(600) if weights is None else weights
    curve = wald.decision_curve(Y, {"p": P, "q": Q}, weights=weights, reference="q", level=0.9)
    assert curve.names == ("p", "q") and curve.net_benefit.shape == (3, 99) and curve.reference == "q"
    assert curve.prevalence == pytest.approx(np.average(Y, weights=w))
    deviations = norm.ppf(0.95)
    for t, at in enumerate(curve.thresholds):
        each = [(x >= at) * np.where(Y == 1, 1, -at / (1 - at)) for x in (P, Q, np.ones(600))]
        for m, own in enumerate(each):
            for name, low, high, z in (("net_benefit", "low", "high", own),
                                       ("difference", "difference_low", "difference_high", own - each[1])):
                mean = np.average(z, weights=w)
                half = deviations * np.sqrt((w**2 * (z - mean) ** 2).sum() * (w > 0).sum() / ((w > 0).sum() - 1)) / w.sum()
                assert getattr(curve, name)[m, t] == pytest.approx(mean, abs=1e-12)
                assert getattr(curve, low)[m, t] == pytest.approx(mean - half, abs=1e-8)
                assert getattr(curve, high)[m, t] == pytest.approx(mean + half, abs=1e-8)


def test_forms_of_a_decision_curve():
    one = wald.decision_curve(Y, P, thresholds=[0.5, 0.2])
    assert one.names == ("model",) and one.thresholds.tolist() == [0.5, 0.2] and one.reference == "all"
    assert np.array_equal(one.net_benefit, wald.decision_curve(Y == 1, P[:, None], thresholds=[0.5, 0.2]).net_benefit)
    named = wald.decision_curve(pd.Series(Y), pd.DataFrame({"a": P, "b": Q}), reference=1)
    assert named.names == ("a", "b") and named.reference == "b" and not named.difference[1].any()
    drawn = wald.decision_curve(Y, {"p": P, "q": Q}, bootstrap=400, seed=3, thresholds=[0.3], reference="p")
    normal = wald.decision_curve(Y, {"p": P, "q": Q}, thresholds=[0.3], reference="p")
    assert drawn.low == pytest.approx(normal.low, abs=0.02) and drawn.difference_high[1, 0] != normal.difference_high[1, 0]
    frame = named.to_frame()
    assert frame.shape == (4 * 99, 11) and frame.model.unique().tolist() == ["a", "b", "all", "none"]
    none = frame[frame.model == "none"]
    assert (none.net_benefit == 0).all() and np.allclose(none.difference, -named.net_benefit[1])
    assert np.allclose(none.difference_low, -named.high[1]) and (none.tp_rate == 0).all()
    assert "DecisionCurve of a, b: 99 thresholds from 0.01 to 0.99" in repr(named)


@pytest.mark.parametrize("call, message", [
    (lambda: wald.decision_curve(np.where(np.arange(600) == 3, np.nan, Y), P),
     r"truth\[3\] is missing: must be 0 or 1"),
    (lambda: wald.decision_curve(Y, P * 2), r"must lie in \[0, 1\]"),
    (lambda: wald.decision_curve(Y[:5], P), r"truth has shape \(5,\): must be \(600,\)"),
    (lambda: wald.decision_curve(Y, P, thresholds=[0.0]), r"thresholds\[0\] is 0: must lie in \(0, 1\)"),
    (lambda: wald.decision_curve(Y, P, thresholds=[]), "thresholds has 0 rows: must have at least 1"),
    (lambda: wald.decision_curve(Y, P, prevalence=1), r"prevalence\[0\] is 1: must lie in \(0, 1\)"),
    (lambda: wald.decision_curve(Y, {"a": P}, reference="b"), "reference is 'b': must be 'all' or one of 'a'"),
    (lambda: wald.decision_curve(Y, {"a": P, "b": P[:5]}), r"vectors of \[5, 600\] rows: must be of one length"),
    (lambda: wald.reliability(np.where(np.arange(600) == 3, np.nan, Y), P), r"truth\[3\] is missing: must be 0 or 1"),
    (lambda: wald.reliability(Y, -P), r"must lie in \[0, 1\]"),
    (lambda: wald.reliability(Y, P, bins=0), r"bins is 0: must lie in \[1, "),
])
def test_what_is_refused(call, message):
    with pytest.raises(ArgumentError, match=message):
        call()


def test_options_of_others_are_refused():
    with pytest.raises(TypeError, match="metric is f1: a decision curve does not read it"):
        wald.decision_curve(Y, P, metric="f1")
    with pytest.raises(TypeError, match="bootstrap is 3: reliability does not read it"):
        wald.reliability(Y, P, bootstrap=3)
    with pytest.raises(TypeError, match="did you mean 'bins'"):
        wald.reliability(Y, P, bin=3)


@pytest.mark.parametrize("p, weights", [(P, None), (Q, None), (P, W), (Q, W)])
def test_reliability_is_that_of_scikit_learn(p, weights):
    w = np.ones(600) if weights is None else weights
    found = wald.reliability(Y, p, weights=weights)
    assert found.brier == pytest.approx(brier_score_loss(Y, p, sample_weight=w), abs=1e-12)
    kept = w > 0
    fit = IsotonicRegression().fit(p[kept], Y[kept], sample_weight=w[kept]).predict(p[kept])
    assert found.fitted[kept] == pytest.approx(fit, abs=1e-12) and np.isnan(found.fitted[~kept]).all()
    of_fit = brier_score_loss(Y[kept], fit, sample_weight=w[kept])
    share = np.average(Y, weights=w)
    assert found.miscalibration == pytest.approx(found.brier - of_fit, abs=1e-12)
    assert found.discrimination == pytest.approx(share * (1 - share) - of_fit, abs=1e-12)
    assert found.miscalibration - found.discrimination + found.uncertainty == pytest.approx(found.brier, abs=1e-12)
    assert (found.binned_reliability - found.binned_resolution + found.uncertainty + found.within_bins
            == pytest.approx(found.brier, abs=1e-12))
    bins = found.bins
    filled = bins.weight > 0
    assert bins.weight.sum() == w.sum() and len(bins) == 10
    gaps = np.abs(bins.mean - bins.share)[filled]
    assert found.calibration_error == pytest.approx(np.average(gaps, weights=bins.weight[filled]), abs=1e-12)


def test_bins_of_equal_numbers():
    found = wald.reliability(Y, P, bins=12, level=0.9)
    share, mean = calibration_curve(Y, P, n_bins=12, strategy="quantile")
    assert found.bins.weight.tolist() == [50] * 12
    assert found.bins.share == pytest.approx(share) and found.bins.mean == pytest.approx(mean)
    k = found.bins.share * 50
    with np.errstate(invalid="ignore"):
        assert found.bins.low == pytest.approx(np.nan_to_num(beta.ppf(0.05, k, 51 - k), nan=0), abs=1e-9)
        assert found.bins.high == pytest.approx(np.where(k < 50, beta.ppf(0.95, k + 1, 50 - k), 1), abs=1e-9)
    assert found.bins.to_frame().shape == (12, 7)
    assert "Brier score" in repr(found) and "12 bins" in repr(found)


# ---- Pictures ------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["net_benefit", "difference", "interventions_avoided"])
def test_decision_curve_display(kind):
    _, ax = plt.subplots()
    d = DecisionCurveDisplay.from_probabilities(Y, {"p": P, "q": Q}, kind=kind, reference="q", ax=ax)
    assert d.ax_ is ax and ax.get_xlabel() == "threshold probability"
    assert len(d.lines_) == (1 if kind == "difference" else 2) and d.lines_[0].get_label() == "p"
    drawn = getattr(d.curve, kind)[0] * (100 if kind == "interventions_avoided" else 1)
    assert np.array_equal(d.lines_[0].get_ydata(), drawn)
    if kind == "net_benefit":
        assert ax.get_ylim()[0] == pytest.approx(-0.1 * Y.mean())
        assert np.array_equal(d.all_.get_ydata(), d.curve.net_benefit[-1])
        # Beside the lines a band or a curve would lie on the names.
        names = [text.get_text() for text in ax.get_legend().get_texts()]
        assert not ax.texts and names == ["p", "q", "flag none", "flag all"]
    d.figure_.canvas.draw()
    with pytest.raises(ArgumentError, match="kind is 'benefit': must be one of 'net_benefit'"):
        d.plot(kind="benefit")
    single = DecisionCurveDisplay.from_probabilities(Y, P, thresholds=[0.4]).plot(linewidth=3)
    assert single.lines_[0].get_linewidth() == 3
    single.figure_.canvas.draw()


def test_reliability_display():
    _, ax = plt.subplots()
    d = ReliabilityDisplay.from_probabilities(Y, P, weights=W, bins=7, ax=ax)
    assert d.ax_ is ax and ax.get_xlabel() == "probability"
    x, y = d.line_.get_data()
    kept = W > 0
    assert np.interp(P[kept], x, y) == pytest.approx(d.reliability.fitted[kept], abs=1e-12)
    assert np.array_equal(d.bins_.lines[0].get_xdata(), d.reliability.bins.mean)
    d.figure_.canvas.draw()


def test_from_estimators():
    X, y = load_breast_cancer(return_X_y=True)
    words = np.array(["malignant", "benign"])[y]
    models = {name: make_pipeline(StandardScaler(), LogisticRegression(C=c)).fit(X[:300], words[:300])
              for name, c in (("weak", 1e-4), ("strong", 1.0))}
    d = DecisionCurveDisplay.from_estimator(models, X[300:], words[300:])
    assert d.curve.names == ("weak", "strong")
    assert d.curve.prevalence == pytest.approx((words[300:] == "malignant").mean())  # classes_[1]
    one = DecisionCurveDisplay.from_estimator(models["weak"], X[300:], words[300:])
    assert one.curve.names == ("Pipeline",)
    found = ReliabilityDisplay.from_estimator(models["weak"], X[300:], words[300:]).reliability
    assert found.brier == pytest.approx(
        brier_score_loss(words[300:] == "malignant", models["weak"].predict_proba(X[300:])[:, 1]))
    three = make_pipeline(StandardScaler(), LogisticRegression()).fit(X[:90], np.arange(90) % 3)
    with pytest.raises(ArgumentError, match="estimator has 3 classes: must have 2"):
        ReliabilityDisplay.from_estimator(three, X[:90], np.arange(90) % 3)
