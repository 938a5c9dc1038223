import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np
import pytest
import wald
from sklearn.datasets import load_breast_cancer
from sklearn.linear_model import LogisticRegression
from sklearn.naive_bayes import GaussianNB
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from wald import FrontierDisplay, Sample

RANDOM = np.random.default_rng(5)
Y = (RANDOM.random(500) < 0.2).astype(int)
S = RANDOM.normal(size=(500, 2)) + 1.3 * Y[:, None]


@pytest.fixture(autouse=True)
def closed():
    yield
    plt.close("all")


@pytest.mark.parametrize("space, label", [
    ("pn", "true positives (weight of rows)"), ("roc", "recall"), ("pr", "precision")])
@pytest.mark.parametrize("scores", [1, 2])
def test_frontier(space, label, scores):
    held = Sample(scores).feed(Y, S[:, :scores])
    _, ax = plt.subplots()
    d = FrontierDisplay.from_sample(held, min_precision=0.5, bootstrap=50, space=space, ax=ax,
                                      style={"linewidth": 3})
    assert d.ax_ is ax and d.figure_ is ax.figure and d.line_.get_linewidth() == 3
    assert ax.get_ylabel() == label and len(d.points) == len(held.frontier())
    assert d.chosen == held.choose(min_precision=0.5, bootstrap=50)
    x, y = {"pn": (d.chosen.fp, d.chosen.tp), "pr": (d.chosen.recall, d.chosen.precision),
            "roc": (d.chosen.fp / (Y == 0).sum(), d.chosen.recall)}[space]
    assert d.optimum_.lines[0].get_xydata().tolist() == [[x, y]]
    assert d.optimum_.has_yerr
    texts = [t.get_text() for t in ax.get_legend().get_texts()]
    assert d.chosen.objective in texts
    assert ("one score alone" in texts) == (scores == 2)
    d.figure_.canvas.draw()


def test_thresholds():
    d = FrontierDisplay.from_sample(Sample(2, names=["a", "b"]).feed(Y, S), "f1", bootstrap=100)
    again = d.plot_thresholds()
    assert again is d and d.ax_.get_xlabel() == "threshold of a" and d.optimum_.has_xerr
    path = d.path.path  # whole: its own operating points are those that none beats
    assert {tuple(t) for t in d.path.thresholds} <= {tuple(t) for t in path}
    assert d.points.path.shape == (0, 2)
    assert (path[1:] <= path[:-1]).all() and len(d.line_.get_xdata()) == len(path)
    assert np.isfinite(d.line_.get_xydata()).all()
    d.figure_.canvas.draw()
    with pytest.raises(wald.ArgumentError, match="has 1 scores: the plane has two"):
        FrontierDisplay.from_sample(Sample().feed(Y, S[:, 0])).plot_thresholds()
    stacked = FrontierDisplay.from_sample(Sample(2).feed(Y, S), "f1", method="stacked")
    stacked.plot_thresholds().figure_.canvas.draw()


def test_unknown_positives():
    held = Sample(rated_from=0.0).feed(Y, S[:, 0])
    assert FrontierDisplay.from_sample(held, max_fp=10).space == "pn"
    with pytest.raises(wald.ArgumentError, match="the number of positives is unknown"):
        FrontierDisplay.from_sample(held, max_fp=10, space="pr")
    FrontierDisplay.from_sample(held, max_fp=10, positives=120, space="pr")
    with pytest.raises(wald.ArgumentError, match="space is 'det'"):
        FrontierDisplay.from_sample(held, max_fp=10, space="det")


def test_estimator_and_many_points():
    X, y = load_breast_cancer(return_X_y=True)
    model = make_pipeline(StandardScaler(), LogisticRegression())
    clf = wald.ThresholdClassifier(model, min_recall=0.97, cv=3).fit(X, y)
    d = FrontierDisplay.from_estimator(clf, space="roc", color="k")
    assert d.chosen == clf.chosen_ and d.line_.get_color() == "k"
    many = RANDOM.normal(size=30000)
    big = FrontierDisplay.from_sample(Sample().feed(RANDOM.random(30000) < 0.3, many))
    assert len(big.points) > 2000 >= len(big.line_.get_xdata())
    with pytest.raises(wald.ArgumentError, match="it has no sample_"):
        FrontierDisplay.from_estimator(GaussianNB())


def test_reference_lines_and_limits():
    held = Sample().feed(Y, S[:, 0])
    roc = FrontierDisplay.from_sample(held, "f1", space="roc")
    assert roc.reference_.get_xydata().tolist() == [[0, 0], [1, 1]]
    pr = FrontierDisplay.from_sample(held, "f1", space="pr")
    assert list(pr.reference_.get_ydata()) == [Y.mean()] * 2
    assert f"prevalence {Y.mean():.3g}" in [text.get_text() for text in pr.ax_.get_legend().get_texts()]
    for shown in (roc, pr):
        assert (shown.ax_.get_xlim(), shown.ax_.get_ylim()) == ((-0.02, 1.02), (-0.02, 1.02))
    pn = FrontierDisplay.from_sample(held, max_fp=4, bootstrap=20)
    assert not hasattr(pn, "reference_") and pn.ax_.get_title() == f"Frontier, {Y.sum()} positives"
    (left, right), (low, high) = pn.ax_.get_xlim(), pn.ax_.get_ylim()
    assert left < pn.chosen.fp <= 4 < right < len(Y) and low < pn.chosen.intervals["tp"].low
    within = pn.points.tp[pn.points.fp <= right]
    assert within.max() < high < max(within.max(), pn.chosen.intervals["tp"].high) * 1.3
    plt.close("all")
    _, ax = plt.subplots()
    ax.set_title("mine")
    assert FrontierDisplay.from_sample(held, "f1", ax=ax).ax_.get_title() == "mine"


def test_band_of_a_certificate():
    sample = wald.Sample().feed([1, 1, 0, 1, 0, 1, 0, 0], [0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3, 0.2])
    banded = sample.frontier(certify=0.8)
    assert (banded.recall_low <= banded.tp / 4).all() and (banded.recall_high >= banded.tp / 4).all()
    assert (banded.fpr_low <= banded.fp / 4).all() and (banded.precision_low <= banded.precision_high).all()
    chosen = sample.choose()
    ends_of = {"roc": (banded.fpr_high[0], banded.recall_low[0]), "pr": (banded.recall_low[0], banded.precision_low[0])}
    for space, ends in ends_of.items():
        drawn = FrontierDisplay(banded, chosen, space=space).plot()
        assert tuple(drawn.band_.get_xy()[0]) == pytest.approx(ends)
    for display in (FrontierDisplay(banded, chosen), FrontierDisplay(sample.frontier(), chosen, space="pr")):
        assert not hasattr(display.plot(), "band_")
