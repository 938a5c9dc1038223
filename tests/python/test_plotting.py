import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np
import pytest
import wald
from sklearn.datasets import load_iris
from sklearn.linear_model import LogisticRegression

P = np.random.default_rng(5).random(30)


@pytest.fixture(autouse=True)
def closed():
    yield
    plt.close("all")


def test_curve():
    _, ax = plt.subplots()
    d = wald.CurveDisplay.from_probabilities(P, "f1", ax=ax, linewidth=3)
    assert d.ax_ is ax and d.line_.get_linewidth() == 3 and d.figure_ is ax.figure
    best = wald.decide(P, "f1")
    assert (d.k, d.expected) == (best.k, best.expected) and d.values.shape == (31,)
    assert d.optimum_.get_xydata().tolist() == [[best.k, best.expected]]
    assert "f1" in ax.get_ylabel() and f"k = {best.k}" in ax.texts[0].get_text()
    d.figure_.canvas.draw()


def test_curve_of_constraints_and_many():
    d = wald.CurveDisplay.from_probabilities(P, "f1", at_least=2, at_most=5)
    assert np.isnan(d.values[0]) and 2 <= d.k <= 5
    many = wald.CurveDisplay.from_probabilities(np.random.default_rng(1).random(5000), "f1")
    assert many.values.shape == (5001,) and len(many.line_.get_xdata()) <= 2001
    assert many.k in many.line_.get_xdata()
    wald.CurveDisplay.from_probabilities(wald.Estimator.joint([[1, 0], [0, 1]]), "jaccard")


def test_curve_of_an_estimator():
    X, y = load_iris(return_X_y=True)
    binary = wald.DecisionClassifier(LogisticRegression(max_iter=500)).fit(X, y == 1)
    assert wald.CurveDisplay.from_estimator(binary, X).values.shape == (151,)
    multi = wald.DecisionClassifier(LogisticRegression(max_iter=500)).fit(X, y)
    assert wald.CurveDisplay.from_estimator(multi, X[:1]).values.shape == (4,)
    with pytest.raises(wald.ArgumentError, match="give one row"):
        wald.CurveDisplay.from_estimator(multi, X)


def test_distribution():
    _, ax = plt.subplots()
    d = wald.UtilityDistributionDisplay.from_prediction([0.5, 0.2, 0.9], "f1", ax=ax)
    assert d.ax_ is ax and d.probabilities.sum() == pytest.approx(1)
    assert ax.get_xlabel() == "f1"
    many = wald.UtilityDistributionDisplay.from_prediction(P, "gmean", P > 0.5)
    assert len(many.values) > 60 and len(many.ax_.patches) == 40
    found = wald.distribution([0.5, 0.2], "f1", [1, 0])
    assert wald.UtilityDistributionDisplay.from_distribution(found, color="k").mean == found.mean
    many.figure_.canvas.draw()
