import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np
import pytest
import wald
from sklearn.ensemble import RandomForestClassifier
from wald import Cascade, CascadeComparisonDisplay, CascadeDisplay

RANDOM = np.random.default_rng(5)
TABLE = RANDOM.normal(size=(500, 10)) + 0.5 * RANDOM.normal(size=(500, 1))
FIT, TEST = TABLE[:300], TABLE[300:]


@pytest.fixture(autouse=True)
def closed():
    yield
    plt.close("all")


def test_histogram():
    cascade = Cascade.fit(FIT, folds=3)
    _, ax = plt.subplots()
    shown = CascadeDisplay.from_cascade(cascade, rows="fitted", ax=ax, color="k")
    assert shown.ax_ is ax and shown.figure_ is ax.figure
    assert [bar.get_height() for bar in shown.bars_] == (100 * cascade.stops).tolist()
    assert shown.mean_models == pytest.approx(cascade.mean_models)
    assert shown.mean_.get_xdata()[0] == shown.mean_models
    assert ax.get_xlabel() == "models asked" and shown.bars_[0].get_facecolor()[:3] == (0, 0, 0)
    assert (CascadeDisplay.from_cascade(cascade).stops == cascade.cross_stops).all()
    assert (CascadeDisplay.from_cascade(cascade, TEST).stops == cascade.evaluate(TEST).stops).all()
    certified = Cascade.fit(FIT, TEST, max_disagreement=0.1)
    assert (CascadeDisplay.from_cascade(certified).stops == certified.held_out_stops).all()
    shown.figure_.canvas.draw()
    with pytest.raises(wald.ArgumentError, match="rows is 'held_out': the cascade has no stops of these rows"):
        CascadeDisplay.from_cascade(cascade, rows="held_out")
    with pytest.raises(wald.ArgumentError, match="rows is 'all'"):
        CascadeDisplay.from_cascade(cascade, rows="all")
    with pytest.raises(wald.ArgumentError, match="stops has shape"):
        CascadeDisplay([])


def test_of_an_estimator():
    votes = RandomForestClassifier(9, max_depth=2, random_state=0)
    clf = wald.CascadeClassifier(votes, max_disagreement=0.2).fit(TABLE, (TABLE.sum(axis=1) > 0).astype(int))
    assert (CascadeDisplay.from_estimator(clf).stops == clf.cascade_.held_out_stops).all()
    with pytest.raises(wald.ArgumentError, match="it has no cascade_"):
        CascadeDisplay.from_estimator(votes)


def test_comparison():
    alphas = (0.02, 0.0, 0.1)
    ways = {"QWYC": {}, "natural": {"order": "natural"}, "Fan": {"bins": True, "order": "mse"}}
    shown = CascadeComparisonDisplay.from_scores(FIT, TEST, ways, alphas=alphas, linestyle="--")
    assert [line.get_label() for line in shown.lines_] == list(ways)
    assert {text.get_text() for text in shown.ax_.get_legend().get_texts()} == set(ways)
    for name, line in zip(ways, shown.lines_):
        found = [Cascade.fit(FIT, alpha=a, **ways[name]).evaluate(TEST)[::2] for a in alphas]
        assert shown.curves[name].tolist() == sorted(map(list, found))
        assert line.get_xdata().tolist() == (100 * shown.curves[name][:, 0]).tolist() and line.get_linestyle() == "--"
        assert line.get_ydata().tolist() == shown.curves[name][:, 1].tolist()
    shown.figure_.canvas.draw()
    one = CascadeComparisonDisplay.from_cascades({"one": Cascade.fit(FIT)}, TEST)
    assert one.curves["one"].shape == (1, 2)
    with pytest.raises(wald.ArgumentError, match=r"curves\['a'\] has shape \(3,\)"):
        CascadeComparisonDisplay({"a": [1, 2, 3]})
    with pytest.raises(TypeError, match="there is no argument 'gama'"):
        CascadeComparisonDisplay.from_scores(FIT, TEST, {"a": {"gama": 1}})
