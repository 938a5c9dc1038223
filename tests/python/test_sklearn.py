"""DecisionClassifier: scikit-learn's own checks, and what it decides."""

import pickle

import numpy as np
import pandas as pd
import pytest
import wald
from sklearn.base import clone
from sklearn.calibration import CalibratedClassifierCV
from sklearn.datasets import load_breast_cancer, load_iris
from sklearn.dummy import DummyClassifier
from sklearn.ensemble import RandomForestClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import f1_score
from sklearn.model_selection import GridSearchCV, cross_val_predict, cross_val_score
from sklearn.multiclass import OneVsRestClassifier
from sklearn.multioutput import ClassifierChain, MultiOutputClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import LinearSVC
from sklearn.utils.estimator_checks import parametrize_with_checks
from wald import DecisionClassifier

WHY = "predict is optimal for the metric, which is not always the likelier class: that is what the class is for"


def expected_failures(estimator):
    if estimator.metric in ("hamming", "accuracy"):
        return {}  # here the optimum is the likelier class
    return {"check_classifiers_train": WHY}


@parametrize_with_checks(
    [
        DecisionClassifier(LogisticRegression(), metric="hamming"),
        DecisionClassifier(LogisticRegression()),
        DecisionClassifier(LogisticRegression(), scope="train", cv=3),
        DecisionClassifier(LogisticRegression(), metric="accuracy", calibration="platt", cv=3),
        DecisionClassifier(LinearSVC(), metric="accuracy", calibration="isotonic", cv=3),
    ],
    expected_failed_checks=expected_failures,
)
@pytest.mark.filterwarnings("ignore")
def test_scikit_learn_checks(estimator, check):
    check(estimator)


def test_binary_decides_the_test_set(binary):
    X, y, X2, y2 = binary
    clf = DecisionClassifier(LogisticRegression(), metric="f1").fit(X, y)
    p = clf.predict_proba(X2)[:, 1]
    best = wald.decide(p, "f1")
    assert (clf.predict(X2) == best.mask).all()
    assert clf.decide(X2)[0] == best and clf.decide(X2).average == "macro"
    assert best.expected >= wald.expected(p, "f1", p >= 0.5)
    assert clf.score(X2, y2) == pytest.approx(f1_score(y2, clf.predict(X2)))
    assert (clf.predict_sets(X2)[:, 0] == best.mask).all()
    assert (clf.predict_log_proba(X2) == np.log(clf.predict_proba(X2))).all()


def test_row_by_row(binary):
    X, y, X2, _ = binary
    clf = DecisionClassifier(LogisticRegression(), metric="cost:1:4", average="instance").fit(X, y)
    assert (clf.predict(X2) == (clf.predict_proba(X2)[:, 1] > 1 / 5)).all()


def test_thresholds(binary):
    X, y, X2, _ = binary
    clf = DecisionClassifier(LogisticRegression(), scope="train").fit(X, y)
    assert 0 < clf.thresholds_[0] < 0.5
    whole = clf.predict(X2)
    assert (whole == (clf.predict_proba(X2)[:, 1] >= clf.thresholds_[0])).all()
    assert (whole == np.concatenate([clf.predict(x[None]) for x in X2])).all()
    with pytest.raises(wald.ArgumentError, match="does not rise in tp"):
        DecisionClassifier(LogisticRegression(), "lf:1:-1:0:0/1:0:0:0", scope="train").fit(X, y)
    assert not hasattr(clf.set_params(scope="batch").fit(X, y), "thresholds_")


def test_classes(binary):
    X, y, X2, _ = binary
    names = np.array(["well", "ill"])[y]  # "well" is the greater
    clf = DecisionClassifier(LogisticRegression(), pos_label="ill").fit(X, names)
    plain = DecisionClassifier(LogisticRegression()).fit(X, y)
    assert set(clf.predict(X2)) <= {"ill", "well"}
    assert np.mean((clf.predict(X2) == "ill") == (plain.predict(X2) == 1)) > 0.98
    assert (clf.classes_ == ["ill", "well"]).all()
    assert clf.score(X2, clf.predict(X2)) == 1
    with pytest.raises(wald.ArgumentError, match="pos_label is 'dead'"):
        DecisionClassifier(LogisticRegression(), pos_label="dead").fit(X, names)


def test_probabilities_by_cross_validation_need_no_positive_class(binary):
    X, y, _, _ = binary
    names = np.where(y == 1, "rich", "poor")
    want = cross_val_predict(LogisticRegression(), X, names, method="predict_proba", cv=3)
    for scope in ("batch", "train"):
        clf = DecisionClassifier(LogisticRegression(), pos_label="rich", scope=scope)
        assert np.allclose(cross_val_predict(clf, X, names, method="predict_proba", cv=3), want)
        assert set(cross_val_predict(clf, X, names, cv=3)) == {"rich", "poor"}
    wrong = DecisionClassifier(LogisticRegression(), pos_label="dead").fit(X, y)
    for use in (wrong.predict, wrong.decide, wrong.predict_sets, lambda X: wrong.score(X, y)):
        with pytest.raises(wald.ArgumentError, match=r"pos_label is 'dead': the classes are \[0, 1\]"):
            use(X)


def test_truth_that_is_missing_is_no_negative(binary):
    X, y, X2, y2 = binary
    clf = DecisionClassifier(LogisticRegression()).fit(X, y)
    for missing in (np.nan, None):
        holed = [missing if i == 2 else each for i, each in enumerate(y2)]
        with pytest.raises(wald.ArgumentError, match=r"y\[2\] is missing: each row needs a class, and 1 of"):
            clf.score(X2, holed)
    X, y = load_iris(return_X_y=True)
    clf = DecisionClassifier(LogisticRegression(max_iter=1000)).fit(X, y)
    with pytest.raises(wald.ArgumentError, match=r"y\[2\] is missing"):
        clf.score(X, np.where(np.arange(len(y)) == 2, np.nan, y))


@pytest.mark.parametrize("inner", [
    OneVsRestClassifier(LogisticRegression()), MultiOutputClassifier(LogisticRegression()),
    RandomForestClassifier(20, random_state=0), ClassifierChain(LogisticRegression(), random_state=0)])
@pytest.mark.parametrize("average", [None, "macro", "micro"])
def test_multilabel(inner, average, multilabel):
    X, y, X2, y2 = multilabel
    clf = DecisionClassifier(inner, metric="f1", average=average).fit(X, y)
    raw = clf.predict_proba(X2)
    p = np.column_stack([a[:, 1] for a in raw]) if isinstance(raw, list) else raw
    assert clf.target_type_ == "multilabel" and (clf.classes_ == range(5)).all()
    predicted = clf.predict(X2)
    assert predicted.dtype == y.dtype and (predicted == wald.decide(p, "f1", average=average).mask).all()
    assert clf.score(X2, y2) == wald.evaluate(y2, predicted, "f1", average=average)
    assert (clf.decide(X2, exactly=1).k == 1).all() if average is None else True
    if average is not None:
        train = clone(clf).set_params(scope="train", cv=3).fit(X, y)
        assert train.thresholds_.shape == (5,) and train.predict(X2).shape == y2.shape
        assert average == "macro" or len(set(train.thresholds_)) == 1


def test_a_label_that_never_occurs(multilabel):
    X, y, X2, _ = multilabel
    y = y.copy()
    y[:, 2] = 0
    clf = DecisionClassifier(RandomForestClassifier(10, random_state=0)).fit(X, y)
    assert not clf.predict(X2)[:, 2].any()


def test_multiclass():
    X, y = load_iris(return_X_y=True)
    names = load_iris().target_names[y]
    clf = DecisionClassifier(LogisticRegression(max_iter=500), metric="f1").fit(X, names)
    p = clf.predict_proba(X)
    assert (clf.predict(X) == clf.classes_[p.argmax(axis=1)]).all()
    sets = clf.predict_sets(X)
    assert sets.shape == p.shape and (sets == wald.decide(p, "f1", kind="categorical").mask).all()
    assert sets.sum(axis=1).max() == 2
    undecided = clf.decide(X, abstain=0.2).abstained
    assert undecided.any() and not undecided.all()
    assert clf.score(X, names) == pytest.approx(np.mean(clf.predict(X) == names))
    macro = DecisionClassifier(LogisticRegression(max_iter=500), average="macro").fit(X, names)
    assert macro.predict_sets(X).shape == p.shape
    with pytest.raises(wald.ArgumentError, match="use predict_sets"):
        macro.predict(X)
    for wrong, match in ((dict(pos_label="setosa"), "the model has 3 classes"),
                         (dict(scope="train", average="macro"), "exclusive classes have no thresholds")):
        with pytest.raises(wald.ArgumentError, match=match):
            DecisionClassifier(LogisticRegression(max_iter=500), **wrong).fit(X, names)


def test_in_scikit_learn(binary):
    X, y, X2, y2 = binary
    frame = pd.DataFrame(X, columns=[f"x{i}" for i in range(X.shape[1])])
    clf = DecisionClassifier(make_pipeline(StandardScaler(), CalibratedClassifierCV(LogisticRegression(), cv=3)))
    clf.fit(frame, y)
    assert clf.feature_names_in_.tolist() == frame.columns.tolist() and clf.n_features_in_ == X.shape[1]
    assert (pickle.loads(pickle.dumps(clf)).predict(frame) == clf.predict(frame)).all()
    again = clone(clf)
    assert again.get_params()["metric"] == "f1" and not hasattr(again, "estimator_")
    grid = {"estimator__C": [0.1, 1], "metric": ["f1", "fbeta:2"]}
    search = GridSearchCV(DecisionClassifier(LogisticRegression()), grid,
                          cv=3).fit(X, y)
    assert set(search.best_params_) == {"estimator__C", "metric"}
    pipe = make_pipeline(StandardScaler(), DecisionClassifier(LogisticRegression()))
    assert cross_val_score(pipe, X, y, cv=3).shape == (3,)
    weighted = DecisionClassifier(LogisticRegression()).fit(X, y, sample_weight=np.arange(len(y)))
    plain = LogisticRegression().fit(X, y, sample_weight=np.arange(len(y)))
    assert (weighted.predict_proba(X2) == plain.predict_proba(X2)).all()
    assert weighted.score(X2, y2, sample_weight=np.ones(len(y2))) == weighted.score(X2, y2)
    metric = wald.Metric("f1", zero_division=0)
    assert clone(DecisionClassifier(LogisticRegression(), metric)).fit(X, y).predict(X2).any()


def test_metadata_routing(binary):
    import sklearn

    X, y, X2, _ = binary
    w = np.arange(len(y), dtype=float)
    with sklearn.config_context(enable_metadata_routing=True):
        clf = DecisionClassifier(LogisticRegression().set_fit_request(sample_weight=True)).fit(X, y, sample_weight=w)
    assert (clf.predict_proba(X2) == LogisticRegression().fit(X, y, sample_weight=w).predict_proba(X2)).all()


def test_arguments(binary):
    X, y, X2, _ = binary
    for wrong, match in ((dict(estimator=LinearSVC()), "has no predict_proba"), (dict(scope="all"), "scope is 'all'"),
                         (dict(average="rows"), "average is 'rows'"),
                          (dict(metric="nonsense"), "is unknown: the metrics are"),
                         (dict(estimator=None), "give DecisionClassifier a classifier")):
        with pytest.raises(ValueError, match=match):
            DecisionClassifier(**{"estimator": LogisticRegression(), **wrong}).fit(X, y)
    constrained = DecisionClassifier(LogisticRegression(), at_least=50, at_most=60).fit(X, y)
    assert 50 <= constrained.predict(X2).sum() <= 60
    assert DecisionClassifier(DummyClassifier()).fit(X, y).predict(X2).shape == (200,)


def test_it_is_worth_it():
    """On real data: the expected F1 is no less than that of the threshold 1/2, which is what optimal means."""
    X, y = load_breast_cancer(return_X_y=True)
    clf = DecisionClassifier(make_pipeline(StandardScaler(), LogisticRegression()), pos_label=0).fit(X[::2], y[::2])
    p = clf.predict_proba(X[1::2])[:, 0]
    assert clf.decide(X[1::2]).expected[0] >= wald.expected(p, "f1", p >= 0.5)
    assert clf.score(X[1::2], y[1::2]) > 0.93
