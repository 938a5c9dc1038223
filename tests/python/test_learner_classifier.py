"""LearnerClassifier: scikit-learn's own checks, and what it predicts."""

import pickle

import numpy as np
import pandas as pd
import pytest
import wald
from scipy import sparse
from sklearn.base import clone
from sklearn.datasets import load_iris
from sklearn.metrics import f1_score
from sklearn.model_selection import GridSearchCV, GroupKFold, ShuffleSplit, cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.utils.estimator_checks import parametrize_with_checks
from wald import LearnerClassifier

FLAT = {"c_values": [1.0], "calibration": "none"}  # nothing is left to choose, so no folds are dealt
LIKELIER = "predict is optimal for the metric, which is not always the likelier class: that is what the class is for"


def expected_failures(estimator):
    if estimator.metric == "hamming":
        return {}  # here the optimum is the likelier class
    return dict.fromkeys(("check_classifiers_train", "check_classifier_multioutput"), LIKELIER)


@parametrize_with_checks(
    [
        LearnerClassifier(metric="hamming"),  # passes every check, as do the others for hamming
        LearnerClassifier("cardinality", "hamming"),
        LearnerClassifier("efp", "hamming"),
        LearnerClassifier("kernel:lfp", "hamming"),
        LearnerClassifier("lfp", "hamming", **FLAT),
        LearnerClassifier(),
        LearnerClassifier("neighbours", "hamming"),
        LearnerClassifier("mixture:lfp,forest", "hamming", trees=10),
        LearnerClassifier("mixture:lfp,forest", trees=10),
    ],
    expected_failed_checks=expected_failures,
)
@pytest.mark.filterwarnings("ignore")
def test_scikit_learn_checks(estimator, check):
    check(estimator)


def test_binary_decides_the_test_set(binary):
    X, y, X2, y2 = binary
    clf = LearnerClassifier(**FLAT).fit(X, y)
    p = clf.predict_proba(X2)
    assert p.shape == (200, 2) and p.sum(axis=1) == pytest.approx(np.ones(200))
    assert p[:, 1].tolist() == wald.Learner.fit("lfp", X, y, **FLAT).probabilities(X2)[:, 0].tolist()
    best = wald.decide(p[:, 1], "f1")
    assert (clf.predict(X2) == best.mask).all() and clf.decide(X2)[0] == best and clf.decide(X2).average == "macro"
    assert best.expected > wald.expected(p[:, 1], "f1", p[:, 1] >= 0.5)
    assert clf.score(X2, y2) == pytest.approx(f1_score(y2, clf.predict(X2)))
    assert (clf.predict_sets(X2)[:, 0] == best.mask).all()
    assert (clf.predict_log_proba(X2) == np.log(p)).all()
    row_by_row = LearnerClassifier(metric="cost:1:4", average="instance", **FLAT).fit(X, y)
    assert (row_by_row.predict(X2) == (p[:, 1] > 1 / 5)).all()
    bounded = LearnerClassifier(at_least=50, at_most=60, **FLAT).fit(X, y)
    assert 50 <= bounded.predict(X2).sum() <= 60


def test_classes(binary):
    X, y, X2, _ = binary
    names = np.array(["well", "ill"])[y]  # "well" is the greater
    clf, plain = LearnerClassifier(pos_label="ill", **FLAT).fit(X, names), LearnerClassifier(**FLAT).fit(X, y)
    assert (clf.classes_ == ["ill", "well"]).all() and clf.learner_.label_names == ("ill",)
    assert (clf.predict_proba(X2)[:, 0] == plain.predict_proba(X2)[:, 1]).all()
    assert ((clf.predict(X2) == "ill") == (plain.predict(X2) == 1)).all()
    with pytest.raises(wald.ArgumentError, match="pos_label is 'dead'"):
        LearnerClassifier(pos_label="dead").fit(X, names)
    lone = LearnerClassifier(**FLAT).fit(X, np.full(200, 7))
    assert (lone.predict(X2) == 7).all() and lone.predict_proba(X2).tolist() == [[1.0]] * 200


@pytest.mark.parametrize("learner", ["lfp", "efp", "pcc", "cardinality", "forest", "mixture:cardinality,forest"])
def test_multilabel(learner, multilabel):
    X, y, X2, y2 = multilabel
    clf = LearnerClassifier(learner, trees=20 if "forest" in learner else None, seed=3, threads=2).fit(X, y)
    own = wald.Learner.fit(learner, X, y, trees=20 if "forest" in learner else None, seed=3)
    assert clf.learner_.save() == own.save() and clf.target_type_ == "multilabel"
    assert clf.predict(X2).dtype == y.dtype and (clf.predict(X2) == own.decide(X2, "f1", seed=3).mask).all()
    assert (clf.predict_proba(X2) == own.probabilities(X2, seed=3)).all()
    assert clf.score(X2, y2) == wald.evaluate(y2, clf.predict(X2), "f1") > 0.55
    assert (clf.decide(X2, exactly=1).k == 1).all() and (clf.classes_ == range(5)).all()
    again = pickle.loads(pickle.dumps(clf))
    assert (again.predict(X2) == clf.predict(X2)).all() and again.get_params() == clf.get_params()


def test_sparse_and_frames(multilabel):
    X, y, X2, y2 = multilabel
    clf = LearnerClassifier(scaling="unit", **FLAT).fit(X, y)
    thin = clone(clf).fit(sparse.csr_matrix(X), sparse.csr_matrix(y))
    assert np.allclose(thin.predict_proba(sparse.csc_array(X2)), clf.predict_proba(X2), atol=1e-3)
    assert thin.score(X2, sparse.csr_matrix(y2)) == pytest.approx(clf.score(X2, y2), abs=0.02)
    columns = [f"x{i}" for i in range(X.shape[1])]
    frame, labels = pd.DataFrame(X, columns=columns), pd.DataFrame(y, columns=list("abcde"))
    named = clone(clf).fit(frame, labels)
    assert named.feature_names_in_.tolist() == columns and named.learner_.feature_names == tuple(columns)
    assert named.learner_.label_names == tuple("abcde") and set(named.decide(frame)[0].labels) <= set("abcde")
    with pytest.raises(ValueError, match="feature names should match"):
        named.predict(frame[columns[::-1]])


def test_multiclass():
    X, y = load_iris(return_X_y=True)
    names = load_iris().target_names[y]
    clf = LearnerClassifier().fit(X, names)
    p = clf.predict_proba(X)
    assert clf.learner_.kind == "categorical" and clf.learner_.label_names == tuple(clf.classes_)
    assert (clf.predict(X) == clf.classes_[p.argmax(axis=1)]).all() and np.mean(clf.predict(X) == names) > 0.95
    assert (clf.predict_sets(X) == wald.decide(p, "f1", kind="categorical", at_least=1).mask).all()
    assert clf.decide(X, abstain=0.2).abstained.any()
    with pytest.raises(wald.ArgumentError, match="use predict_sets"):
        LearnerClassifier(average="macro").fit(X, names).predict(X)
    with pytest.raises(wald.ArgumentError, match="Only binary classification is supported by learner 'cardinality', and"):
        LearnerClassifier("cardinality").fit(X, names)
    with pytest.raises(wald.ArgumentError, match="the model has 3 classes"):
        LearnerClassifier(pos_label="setosa").fit(X, names)


def test_in_scikit_learn(binary):
    X, y, X2, y2 = binary
    pipe = make_pipeline(StandardScaler(), LearnerClassifier(**FLAT))
    assert cross_val_score(pipe, X, y, cv=3).shape == (3,)
    assert cross_val_score(LearnerClassifier(**FLAT), X, y, cv=3, scoring="average_precision").min() > 0.2
    metrics = {"metric": ["f1", "fbeta:2"]}
    grids = [{"learner": ["lfp"], **metrics, **{name: [value] for name, value in FLAT.items()}},
             {"learner": ["forest"], **metrics, "trees": [20], "min_leaf": [None, 5]}]
    search = GridSearchCV(LearnerClassifier(), grids, cv=3).fit(X, y)
    assert set(search.best_params_) in [set(grid) for grid in grids] and np.isfinite(search.cv_results_["mean_test_score"]).all()
    weights = np.arange(200) % 3
    weighted = LearnerClassifier(**FLAT).fit(X, y, sample_weight=weights)
    own = wald.Learner.fit("lfp", X, y, weights=weights, **FLAT)
    assert (weighted.predict_proba(X2)[:, 1] == own.probabilities(X2)[:, 0]).all()
    assert weighted.score(X2, y2, sample_weight=np.ones(200)) == weighted.score(X2, y2)
    assert clone(LearnerClassifier(metric=wald.Metric("f1", 0), **FLAT)).fit(X, y).predict(X2).any()


def test_what_any_other_language_loads(multilabel):
    X, y, X2, _ = multilabel
    clf = LearnerClassifier().fit(X, y)
    assert (wald.Learner.load(clf.learner_.save()).decide(X2, "f1").mask == clf.predict(X2)).all()


def test_arguments(binary):
    X, y, _, _ = binary
    for wrong, match in ((dict(learner="svm"), "svm"), (dict(average="rows"), "average is 'rows'"),
                         (dict(metric="nonsense"), "is unknown: the metrics are"), (dict(cv=1), "cv is 1: must be at least 2"),
                         (dict(scaling="log"), "scaling is"), (dict(learner="cardinality:given"), "cardinality:given")):
        with pytest.raises(ValueError, match=match):
            LearnerClassifier(**wrong).fit(X, y).predict(X)
    with pytest.raises(ValueError, match="negative|must be finite and at least 0"):
        LearnerClassifier().fit(X, y, sample_weight=-np.ones(200))
    with pytest.raises(TypeError, match="unexpected keyword argument 'C'"):
        LearnerClassifier(C=1)
    with pytest.raises(ValueError, match="Unknown label type: continuous"):
        LearnerClassifier().fit(X, X[:, 0])
    with pytest.raises(ValueError, match="Unknown label type: multiclass-multioutput"):
        LearnerClassifier().fit(X, np.column_stack([y, y + 1]) * 2)


def test_folds(binary):
    X, y, *_ = binary
    patients = np.arange(200) // 4

    def losses(clf, **given):
        return [choice.loss for choice in clf.fit(X, y, **given).learner_.choices if choice.what == "C"]

    grouped = wald.Learner.fit("lfp", X, y, groups=patients, folds=4)
    assert losses(LearnerClassifier(cv=4), groups=patients) == [grouped.choices[0].loss]
    # What a splitter leaves out together is a group.
    split = GroupKFold(4)
    fold = np.zeros(200, int)
    for number, (_, test) in enumerate(split.split(X, y, patients)):
        fold[test] = number
    own = losses(LearnerClassifier(cv=split), groups=patients)
    assert own == [wald.Learner.fit("lfp", X, y, groups=fold, folds=4).choices[0].loss]
    assert losses(LearnerClassifier(cv=list(split.split(X, y, patients)))) == own
    masks = [(fold != number, fold == number) for number in range(4)]
    assert losses(LearnerClassifier(cv=masks)) == pytest.approx(own, rel=1e-6)
    for cv, message in (
        (ShuffleSplit(3, random_state=0), "cv leaves out row [0-9]+ [0-9] times: must leave out each row once"),
        ([(np.arange(100), np.arange(100, 200))], "cv leaves out row 0 0 times: must leave out each row once"),
        (0, "cv is 0: must be at least 2"),
    ):
        with pytest.raises(wald.ArgumentError, match=message):
            LearnerClassifier(cv=cv).fit(X, y)
    with pytest.raises(ValueError, match="inconsistent numbers of samples"):
        LearnerClassifier().fit(X, y, groups=patients[:5])
