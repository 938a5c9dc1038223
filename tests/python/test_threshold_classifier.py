"""ThresholdClassifier: scikit-learn's own checks, and thresholds that keep what was asked of them."""

import pickle

import numpy as np
import pandas as pd
import pytest
import sklearn
import wald
from sklearn.base import clone
from sklearn.datasets import load_iris, make_classification, make_multilabel_classification
from sklearn.ensemble import RandomForestClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import f1_score, jaccard_score, precision_recall_curve
from sklearn.model_selection import GridSearchCV, StratifiedKFold, TunedThresholdClassifierCV, cross_val_predict
from sklearn.multioutput import MultiOutputClassifier
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import LinearSVC
from sklearn.utils.estimator_checks import parametrize_with_checks
from wald import ThresholdClassifier

WHY = "predict is by the threshold that was asked for, which is not always the likelier class: that is what it is for"


def critical_success(tp, fp, fn, tn):
    """A metric of one's own."""
    return tp / (tp + fp + fn)


def expected_failures(estimator):
    if isinstance(estimator.estimator, list) or callable(estimator.metric):
        return {}  # which have no predict_proba in common, or are for binary targets
    return {"check_classifiers_train": WHY}


@parametrize_with_checks(
    [
        ThresholdClassifier(LogisticRegression(), cv=3),
        ThresholdClassifier(LinearSVC(), min_precision=0.5, cv=3),
        ThresholdClassifier(LogisticRegression(), critical_success, cv=3),
        ThresholdClassifier([("a", LogisticRegression()), ("b", GaussianNB())], cost_ratio=2, cv=3),
    ],
    expected_failed_checks=expected_failures,
)
@pytest.mark.filterwarnings("ignore")
def test_scikit_learn_checks(estimator, check):
    check(estimator)


@pytest.fixture(scope="module")
def binary():
    X, y = make_classification(1200, weights=[0.9], n_informative=4, class_sep=0.7, random_state=3)
    return X[:800], y[:800], X[800:], y[800:]


def test_it_is_the_best_on_cross_fitted_scores(binary):
    X, y, X2, y2 = binary
    folds = StratifiedKFold(4, shuffle=True, random_state=1)
    clf = ThresholdClassifier(LogisticRegression(), cv=folds).fit(X, y)
    p = cross_val_predict(LogisticRegression(), X, y, cv=folds, method="predict_proba")[:, 1]
    precision, recall, _ = precision_recall_curve(y, p)
    assert clf.chosen_.value == pytest.approx(np.nanmax(2 * precision * recall / (precision + recall)))
    assert clf.sample_.totals.positives == y.sum() and clf.sample_.names == ("estimator",)
    t = clf.thresholds_[0]
    assert clf.chosen_.next_lower[0] < t < clf.chosen_.thresholds[0]
    assert (clf.predict(X2) == (clf.predict_proba(X2)[:, 1] >= t)).all()
    assert (clf.scores(X2)[:, 0] == clf.predict_proba(X2)[:, 1]).all()
    theirs = TunedThresholdClassifierCV(LogisticRegression(), scoring="f1", cv=folds).fit(X, y)
    assert f1_score(y2, clf.predict(X2)) > f1_score(y2, theirs.predict(X2)) - 0.05


@pytest.mark.parametrize("asked, kept", [
    (dict(min_precision=0.4, precision_level=0), lambda a: a.precision >= 0.4),
    (dict(max_fp=10), lambda a: a.fp <= 10),
    (dict(max_alerts=30), lambda a: a.tp + a.fp <= 30),
    (dict(min_recall=0.8), lambda a: a.recall >= 0.8),
    (dict(min_recall=0.2, max_fp=60), lambda a: a.fp <= 60 and a.recall >= 0.2),
    (dict(metric="fbeta:2", max_fp=40), lambda a: a.fp <= 40),
    (dict(cost_ratio=4), lambda a: a.value == a.tp - a.fp / 4),
    (dict(marginal_precision=0.2, method="path"), lambda a: a.method == "path"),
])
@pytest.mark.parametrize("several", [False, True])
def test_constraints(asked, kept, several, binary):
    X, y, X2, _ = binary
    halves = [("logistic", LogisticRegression()), ("bayes", GaussianNB())]
    clf = ThresholdClassifier(halves if several else LogisticRegression(), cv=3, **asked).fit(X, y)
    assert kept(clf.chosen_) and clf.chosen_.feasible
    assert clf.sample_.count(clf.thresholds_)[:2] == (clf.chosen_.tp, clf.chosen_.fp)
    s = clf.scores(X2)
    assert s.shape == (400, 2 if several else 1)
    assert (clf.predict(X2) == (s >= clf.thresholds_).any(axis=1)).all()


def test_several_classifiers(binary):
    X, y, X2, _ = binary
    clf = ThresholdClassifier([("logistic", LogisticRegression()), ("near", KNeighborsClassifier(15))], rule="and")
    clf.fit(X, y)
    assert clf.sample_.rule == "and" and clf.sample_.names == ("logistic", "near")
    assert (clf.predict(X2) == (clf.scores(X2) >= clf.thresholds_).all(axis=1)).all()
    assert not hasattr(clf, "predict_proba") and not hasattr(clf, "decision_function")
    again = pickle.loads(pickle.dumps(clf))
    assert (again.predict(X2) == clf.predict(X2)).all() and again.chosen_ == clf.chosen_
    changed = clone(clf).set_params(near__n_neighbors=3, rule="or")
    assert changed.get_params()["near__n_neighbors"] == 3 and clf.get_params()["near__n_neighbors"] == 15
    assert isinstance(clone(clf).set_params(near=GaussianNB()).get_params()["near"], GaussianNB)
    search = GridSearchCV(clone(clf), {"near__n_neighbors": [3, 9], "min_precision": [None, 0.5]}, cv=2).fit(X, y)
    assert set(search.best_params_) == {"near__n_neighbors", "min_precision"}
    stacked = ThresholdClassifier(clf.estimator, method="stacked").fit(X, y)
    assert (stacked.predict(X2) == stacked.chosen_.apply(stacked.scores(X2))).all() and stacked.predict(X2).any()


@pytest.mark.parametrize("asked, own", [
    ({}, "f1"), (dict(metric="jaccard"), "jaccard"), (dict(metric="fbeta:2", max_fp=40), "fbeta:2"),
    (dict(min_precision=0.4, precision_level=0), "recall"), (dict(max_alerts=30), "recall"),
    (dict(min_recall=0.8), "specificity"), (dict(min_recall=0.2, max_fp=60, goal="most_tp"), "recall"),
    (dict(goal="fewest_fp", min_recall=0.7), "specificity"), (dict(goal="metric", min_precision=0.3), "f1"),
])
def test_the_score_is_what_thresholds_are_chosen_for(asked, own, binary):
    X, y, X2, y2 = binary
    clf = ThresholdClassifier(LogisticRegression(), cv=3, **asked).fit(X, y)
    weights = np.random.default_rng(1).random(len(y2))
    assert clf.score(X2, y2) == wald.evaluate(y2, clf.predict(X2), own)
    assert clf.score(X2, y2, weights) == wald.evaluate(y2, clf.predict(X2), own, weights=weights)
    assert clf.score(X2, y2) != np.mean(clf.predict(X2) == y2)


def test_the_score_of_costs_is_in_them(binary):
    X, y, X2, y2 = binary
    for asked, ratio in ((dict(cost_ratio=4), 4), (dict(marginal_precision=0.2), 4)):
        clf = ThresholdClassifier(LogisticRegression(), cv=3, **asked).fit(X, y)
        flagged = clf.predict(X2) == 1
        want = (np.sum(flagged & (y2 == 1)) - np.sum(flagged & (y2 == 0)) / ratio) / len(y2)
        assert clf.score(X2, y2) == pytest.approx(want)
        weights = np.arange(len(y2)) % 3
        want = (weights[flagged & (y2 == 1)].sum() - weights[flagged & (y2 == 0)].sum() / ratio) / weights.sum()
        assert clf.score(X2, y2, weights) == pytest.approx(want)
    X, y = load_iris(return_X_y=True)
    names, costs = np.array(["a", "b", "c"])[y], np.array([[0, 1, 2], [1, 0, 4], [2, 4, 0.5]])
    clf = ThresholdClassifier(GaussianNB(), costs=costs).fit(X, names)
    assert clf.score(X, names) == pytest.approx(-np.mean([costs[t, "abc".index(d)] for t, d in zip(y, clf.predict(X))]))
    several = ThresholdClassifier(GaussianNB(), "jaccard").fit(X, names)
    want = jaccard_score(names, several.predict(X), average="macro")
    assert several.score(X, names) == pytest.approx(want)
    X, y = make_multilabel_classification(300, n_classes=4, random_state=2)
    for average in ("macro", "micro"):
        clf = ThresholdClassifier(KNeighborsClassifier(9), cv=3, average=average).fit(X, y)
        assert clf.score(X, y) == pytest.approx(f1_score(y, clf.predict(X), average=average))


def test_a_search_tunes_what_thresholds_are_chosen_for(binary):
    X, y, _, _ = binary
    clf = ThresholdClassifier(LogisticRegression(), metric="f1", cv=3)
    folds = StratifiedKFold(3, shuffle=True, random_state=0)
    grid = {"estimator__C": [1e-4, 0.01, 1], "estimator__class_weight": [None, "balanced"]}
    search = GridSearchCV(clf, grid, cv=folds).fit(X, y)
    by_f1 = GridSearchCV(clf, grid, cv=folds, scoring="f1").fit(X, y)
    assert np.allclose(search.cv_results_["mean_test_score"], by_f1.cv_results_["mean_test_score"])


def test_truth_that_is_missing_is_no_negative(binary):
    X, y, X2, y2 = binary
    clf = ThresholdClassifier(LogisticRegression(), cv=3).fit(X, y)
    holed = np.where(np.arange(len(y2)) == 5, np.nan, y2)
    for missing in (holed, pd.Series(holed), pd.Series(holed, dtype="Int64"), [None if v != v else v for v in holed]):
        with pytest.raises(wald.ArgumentError, match=r"y\[5\] is missing"):
            clf.score(X2, missing)


def test_probabilities_by_cross_validation_need_no_positive_class(binary):
    X, y, _, _ = binary
    names = np.where(y == 1, "fraud", "ok")
    clf = ThresholdClassifier(LogisticRegression(), pos_label="fraud", cv=3)
    p = cross_val_predict(clf, X, names, method="predict_proba", cv=3)
    assert np.allclose(p, cross_val_predict(LogisticRegression(), X, names, method="predict_proba", cv=3))
    assert (cross_val_predict(clf, X, names, cv=3) == "fraud").any()
    wrong = ThresholdClassifier(GaussianNB(), pos_label="x").fit(X, y)
    for use in (wrong.predict, lambda X: wrong.score(X, y)):
        with pytest.raises(wald.ArgumentError, match=r"pos_label is 'x': the classes are \[0, 1\]"):
            use(X)
    with pytest.raises(wald.ArgumentError, match="pos_label is 'x'"):
        ThresholdClassifier(GaussianNB(), pos_label="x").fit(X, names)


def test_decision_functions_and_positive_labels(binary):
    X, y, X2, _ = binary
    names = np.where(y == 1, "fraud", "ok")
    for model in (LinearSVC(), LogisticRegression()):
        clf = ThresholdClassifier(model, pos_label="fraud", cv=3).fit(X, names)
        plain = ThresholdClassifier(model, cv=3).fit(X, y)
        assert ((clf.predict(X2) == "fraud") == (plain.predict(X2) == 1)).all()
    margin = ThresholdClassifier(LogisticRegression(), response_method="decision_function").fit(X, y)
    assert (margin.predict(X2) == (margin.decision_function(X2) >= margin.thresholds_[0])).all()
    assert margin.predict_log_proba(X2).shape == (400, 2)


def test_prefit_and_weights(binary):
    X, y, X2, y2 = binary
    fitted = LogisticRegression().fit(X, y)
    clf = ThresholdClassifier(fitted, cv="prefit").fit(X2, y2)
    assert clf.estimators_[0] is fitted
    p = fitted.predict_proba(X2)[:, 1]
    assert clf.chosen_ == wald.Sample(names=["estimator"]).feed(y2, p).choose("f1")
    w = np.where(y2 == 1, 1.0, 7.0)
    weighed = ThresholdClassifier(fitted, cv="prefit").fit(X2, y2, sample_weight=w)
    assert weighed.sample_.totals.negatives == 7 * (y2 == 0).sum()
    near = ThresholdClassifier(KNeighborsClassifier(9), cv=3).fit(X, y, sample_weight=np.full(len(y), 2.0))
    assert near.sample_.totals.positives == 2 * y.sum()
    with sklearn.config_context(enable_metadata_routing=True):
        asks = LogisticRegression().set_fit_request(sample_weight=True)
        routed = ThresholdClassifier(asks, cv=3).fit(X, y, sample_weight=np.arange(1.0, len(y) + 1))
        assert routed.sample_.totals.positives == (np.arange(1.0, len(y) + 1) * y).sum()


def test_multilabel():
    X, y = make_multilabel_classification(400, n_classes=4, random_state=2)
    for inner in (RandomForestClassifier(20, random_state=0), MultiOutputClassifier(LogisticRegression())):
        for average in ("macro", "micro"):
            clf = ThresholdClassifier(inner, "f1", average=average, cv=3).fit(X[:250], y[:250])
            assert clf.target_type_ == "multilabel" and clf.thresholds_.shape == (4,)
            s = clf.scores(X[250:])
            assert (clf.predict(X[250:]) == (s >= clf.thresholds_)).all() and clf.predict(X[250:]).dtype == y.dtype
    budget = ThresholdClassifier(inner, average="micro", max_fp=30, cv=3).fit(X, y)
    assert budget.chosen_.fp.sum() <= 30


def test_multiclass():
    X, y = load_iris(return_X_y=True)
    names = load_iris().target_names[y]
    clf = ThresholdClassifier(LogisticRegression(max_iter=500), "f1").fit(X, names)
    assert clf.multipliers_.shape == (3,) and clf.chosen_.value >= clf.chosen_.start
    assert (clf.predict(X) == clf.classes_[np.argmax(clf.scores(X) * clf.multipliers_, axis=1)]).all()
    costs = [[0, 1, 1], [1, 0, 50], [1, 1, 0]]
    cheap = ThresholdClassifier(LogisticRegression(max_iter=500), costs=costs).fit(X, names)
    assert ((cheap.predict(X) == "virginica") & (names == "versicolor")).sum() == 0
    for wrong, match in ((dict(max_fp=3), "max_fp is 3, where multi-class targets take a metric or costs"),
                         (dict(pos_label="setosa"), "the target is multiclass")):
        with pytest.raises(wald.ArgumentError, match=match):
            ThresholdClassifier(LogisticRegression(max_iter=500), **wrong).fit(X, names)


def test_in_scikit_learn(binary):
    X, y, X2, _ = binary
    frame = pd.DataFrame(X, columns=[f"x{i}" for i in range(X.shape[1])])
    clf = ThresholdClassifier(make_pipeline(StandardScaler(), LogisticRegression()), min_precision=0.6).fit(frame, y)
    assert clf.feature_names_in_.tolist() == frame.columns.tolist()
    assert (pickle.loads(pickle.dumps(clf)).predict(frame) == clf.predict(frame)).all()
    zone = clf.sample_.abstention_zone(abstention_cost=0.2)
    assert set(zone.apply(clf.scores(frame)).tolist()) <= {0, 1, wald.UNDECIDED}
    assert clf.set_params(max_fp=3, min_precision=None).fit(frame, y).chosen_.fp <= 3
    one = ThresholdClassifier(GaussianNB(), cv=2).fit(X[y == 0], y[y == 0])
    assert (one.predict(X2) == 0).all()


def test_arguments(binary):
    X, y, _, _ = binary
    two = [("a", GaussianNB()), ("b", GaussianNB())]
    labels = np.column_stack([y, 1 - y])
    for wrong, match in ((dict(estimator=None), "give ThresholdClassifier a classifier"),
                         (dict(estimator=[]), "must name at least one classifier"),
                         (dict(estimator=[GaussianNB()]), r"must be \(name, classifier\) pairs"),
                         (dict(estimator=StandardScaler()), "has no predict_proba or decision_function"),
                         (dict(estimator=GaussianNB(), response_method="decision_function"), "no decision_function"),
                         (dict(estimator=GaussianNB(), response_method="all"), "response_method is 'all'"),
                         (dict(estimator=GaussianNB(), cv="fit"), "cv is 'fit'"),
                         (dict(estimator=GaussianNB(), metric="nonsense"), "is unknown: the metrics are"),
                         (dict(estimator=GaussianNB(), min_precision=7), "min_precision is 7"),
                         (dict(estimator=GaussianNB(), costs=[[0, 1], [1, 0]]), "use cost_ratio"),
                         (dict(estimator=two, rule="xor"), "rule is 'xor'")):
        with pytest.raises(ValueError, match=match):
            ThresholdClassifier(**wrong).fit(X, y)
    with pytest.raises(wald.ArgumentError, match="a multilabel target has one"):
        ThresholdClassifier([("a", KNeighborsClassifier()), ("b", KNeighborsClassifier())]).fit(X, labels)
