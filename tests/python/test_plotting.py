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


def apart(figure):
    """Whether no two texts of each of the axes lie on each other."""
    figure.canvas.draw()
    for ax in figure.axes:
        shown = [text for text in (*ax.texts, ax.title, ax.xaxis.label, ax.yaxis.label) if text.get_text()]
        boxes = [text.get_window_extent() for text in shown]
        for i, box in enumerate(boxes):
            assert not any(box.overlaps(other) for other in boxes[:i]), shown[i].get_text()
    return True


def test_titles_units_and_labels():
    figure, axes = plt.subplots(2, 2, figsize=(10, 8), layout="constrained")
    many = np.random.default_rng(2).random(60)
    curve = wald.CurveDisplay.from_probabilities(many, "f1", ax=axes[0, 0])
    wald.CurveDisplay.from_probabilities([0.9, 0.1], "f1", ax=axes[0, 1])
    worth = wald.UtilityDistributionDisplay.from_prediction(many, "f1", ax=axes[1, 0])
    stops = wald.CascadeDisplay([0.2, 0.5, 0.3], ).plot(ax=axes[1, 1])
    assert apart(figure)
    assert [ax.get_title() for ax in axes.flat] == [
        "Expected f1 by number of positives, of 60", "Expected f1 by number of positives, of 2",
        "Distribution of the f1 of the prediction", "Where rows stop, of 3 models"]
    assert stops.ax_.get_ylabel() == "share of the rows (%)" and worth.ax_.get_ylabel() == "probability (of a bin)"
    left, right = worth.ax_.get_xlim()
    assert worth.probabilities[(worth.values > left) & (worth.values < right)].sum() > 0.999
    assert right - left < 0.8 and curve.ax_.get_xlim()[1] < 62
    assert all(tick == int(tick) for tick in axes[0, 1].get_xticks())


def rows(weighted=False):
    random = np.random.default_rng(6)
    y = random.random(400) < 0.2
    s = random.normal(size=400) + 1.5 * y
    return s, y, random.random(400) if weighted else np.ones(400)


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("metric", ["f1", "fbeta:2", "jaccard"])
def test_threshold(metric, weighted):
    s, y, w = rows(weighted)
    sample = wald.Sample().feed(y, s, w)
    shown = wald.ThresholdDisplay.from_sample(sample, metric)
    assert apart(shown.figure_) and len(shown.figure_.axes) == 2
    for held, label in ((shown.positives, 1), (shown.negatives, 0)):
        wanted, _ = np.histogram(s[y == label], np.r_[shown.edges[:-1], np.inf], weights=w[y == label])
        assert held == pytest.approx(wanted)
    assert (s < shown.edges[0]).sum() <= 1 and s.max() <= shown.edges[-1]
    for i in (0, 100, 250, 390):
        flagged = s >= shown.thresholds[i]
        tp, k = w[flagged & y].sum(), w[flagged].sum()
        f = {"f1": 2 * tp / (k + w[y].sum()), "fbeta:2": 5 * tp / (k + 4 * w[y].sum()),
             "jaccard": tp / (k + w[y].sum() - tp)}[metric]
        assert shown.values[i] == pytest.approx(f, abs=1e-5)
        assert shown.recall[i] == pytest.approx(tp / w[y].sum()) and shown.precision[i] == pytest.approx(tp / k)
    best = np.nanmax(shown.values)
    assert best == pytest.approx(shown.chosen.value, abs=1e-5)
    assert shown.cut_.get_xdata()[0] == shown.chosen.thresholds[0] == shown.optimum_[0].get_xdata()[0]


def test_threshold_of_an_estimator_and_errors():
    s, y, _ = rows()
    clf = wald.ThresholdClassifier(LogisticRegression(), max_fp=20, cv=3).fit(s[:, None], y)
    _, ax = plt.subplots()
    shown = wald.ThresholdDisplay.from_estimator(clf, ax=ax)
    assert shown.ax_ is ax and ax.get_title() == "Scores by class, cut for most true positives with fp <= 20"
    assert [text.get_text() for text in ax.get_legend().get_texts()] == [
        f"negative ({(~y).sum()})", f"positive ({y.sum()})"]
    with pytest.raises(wald.ArgumentError, match="sample has 2 scores"):
        wald.ThresholdDisplay.from_sample(wald.Sample(2).feed(y, np.c_[s, s]))
    with pytest.raises(wald.ArgumentError, match="it has no sample_"):
        wald.ThresholdDisplay.from_estimator(LogisticRegression())
    unknown = wald.ThresholdDisplay.from_sample(wald.Sample(rated_from=0.0).feed(y, s), max_fp=10)
    assert np.isnan(unknown.values).all() and not np.isnan(unknown.precision).all()


def within(ax):
    """Whether the title and the legend lie within the figure."""
    ax.figure.canvas.draw()
    whole = ax.figure.bbox
    boxes = [ax.title.get_window_extent()] + ([ax.get_legend().get_window_extent()] if ax.get_legend() else [])
    return all(box.x0 >= 0 and box.x1 <= whole.x1 and box.y1 <= whole.y1 for box in boxes)


def test_long_titles_are_whole():
    """They were cut at both ends of the figure."""
    s, y, _ = rows()
    asked = {"min_precision": 0.3, "max_alerts": 100, "min_recall": 0.2, "max_fp": 50}
    shown = wald.ThresholdDisplay.from_sample(wald.Sample().feed(y, s), "f1", **asked)
    assert all(within(ax) for ax in shown.figure_.axes)
    assert shown.ax_.get_title().replace("\n", " ") == f"Scores by class, cut for {shown.chosen.objective}"
    two = wald.Sample(2).feed(y, np.c_[s, s + np.random.default_rng(1).normal(size=400)])
    frontier = wald.FrontierDisplay.from_sample(two, "f1", **asked)
    assert within(frontier.ax_)
    (label,) = [t.get_text() for t in frontier.ax_.get_legend().get_texts() if "recall" in t.get_text()]
    assert label.replace("\n", " ") == frontier.chosen.objective and "\n" in label


def test_legends_share_no_marker():
    """Cascades by several ways all had circles."""
    random = np.random.default_rng(3)
    ways = {"QWYC": {}, "natural": {"order": "natural"}, "greedy": {"order": "greedy"}}
    scores, test = random.normal(size=(200, 6)) + 0.3, random.normal(size=(200, 6)) + 0.3
    shown = wald.CascadeComparisonDisplay.from_scores(scores, test, ways, alphas=[0.01, 0.05])
    markers = [line.get_marker() for line in shown.lines_]
    assert len(set(markers)) == 3 and "None" not in markers
    s, y, _ = rows()
    two = wald.Sample(2).feed(y, np.c_[s, s + random.normal(size=400)])
    marked = [line.get_marker() for line in wald.FrontierDisplay.from_sample(two, "f1").ax_.lines
              if not line.get_label().startswith("_") and line.get_marker() != "None"]
    assert len(set(marked)) == len(marked) == 2 and "o" not in marked


def test_a_metric_of_ones_own_is_drawn():
    s, y, _ = rows()

    def dice(tp, fp, fn, tn):
        return 2 * tp / (2 * tp + fp + fn)

    sample = wald.Sample().feed(y, s)
    own, named = (wald.ThresholdDisplay.from_sample(sample, metric) for metric in (dice, "f1"))
    assert own.values == pytest.approx(named.values, abs=1e-9, nan_ok=True) and own.metric_name == "dice"
    clf = wald.ThresholdClassifier(LogisticRegression(), dice, cv=3).fit(s[:, None], y)
    assert wald.ThresholdDisplay.from_estimator(clf).chosen.objective == "dice"


def rule_of(names="auto"):
    rng = np.random.default_rng(3)
    p = rng.random((200, 3))
    truth = (rng.random(p.shape) < p**2).astype(np.uint8)
    return wald.Learner.fit("rule", np.empty((200, 0)), truth, marginals=p, metric="f1", average="macro", rule=names)


def test_candidates():
    learner = rule_of()
    _, ax = plt.subplots(layout="constrained")
    d = wald.CandidateDisplay.from_learner(learner, ax=ax, markersize=3)
    names = learner.candidates.split()
    assert d.ax_ is ax and sorted(d.names) == sorted(names) and (np.diff(d.values) <= 0).all()
    at = names.index(d.names[3])
    assert (d.values[3], d.gains[3], d.errors[3]) == (
        learner.candidate_values[at], learner.candidate_gains[at], learner.candidate_errors[at])
    assert (d.chosen, d.first) == (learner.rule, "decide-mean")
    # The best is above; its bar is an interval of 95 % of its gain, about its value.
    ticks = dict(zip((text.get_text() for text in ax.get_yticklabels()), ax.get_yticks()))
    assert ticks[d.names[0]] == max(ticks.values())
    low, high = d.bars_.lines[2][0].get_segments()[3][:, 0]
    assert low == pytest.approx(d.values[3] - 1.959964 * d.errors[3]) and low + high == pytest.approx(2 * d.values[3])
    assert d.chosen_.get_xydata().tolist() == [[d.values[d.names.index(d.chosen)], ticks[d.chosen]]]
    assert d.first_.get_xdata()[0] == d.values[d.names.index("decide-mean")]
    assert apart(d.figure_)


def test_candidates_of_a_classifier_and_of_none():
    X, y = load_iris(return_X_y=True)
    made = wald.LearnerClassifier("rule", "jaccard", marginals=LogisticRegression(max_iter=500)).fit(X, y == 1)
    d = wald.CandidateDisplay.from_estimator(made)
    assert d.chosen == made.learner_.rule and d.ax_.get_xlabel() == "jaccard (macro), out of fold"
    with pytest.raises(wald.ArgumentError, match="has no candidates .the rule was set."):
        wald.CandidateDisplay.from_learner(rule_of("vote"))
    with pytest.raises(wald.ArgumentError, match="it is a learner 'br'"):
        wald.CandidateDisplay.from_learner(wald.Learner.fit("br", X, classes=y))
    with pytest.raises(wald.ArgumentError, match="fit it first"):
        wald.CandidateDisplay.from_estimator(wald.LearnerClassifier("rule"))
    with pytest.raises(TypeError, match="must be a Learner"):
        wald.CandidateDisplay.from_learner("rule")
    with pytest.raises(wald.ArgumentError, match="gains has shape"):
        wald.CandidateDisplay(["a", "b"], [1, 2], [1], [0, 0], "a", first="b")
    with pytest.raises(wald.ArgumentError, match="chosen is 'c'"):
        wald.CandidateDisplay(["a", "b"], [1, 2], [0, 1], [0, 0], "c", first="a")


def test_candidates_in_notebooks():
    learner = rule_of()
    shown = learner._repr_html_()
    assert shown.count("<tr>") > 15 and learner.rule_reason in shown
    order = [shown.index(f">{name}<") for name in wald.CandidateDisplay.from_learner(learner).names]
    assert order == sorted(order)
    assert "standard error" not in rule_of("vote")._repr_html_()
