"""LearnerClassifier around a classifier of one's own: what it fits, what it decides, and what it saves."""

import io
import pickle

import joblib
import numpy as np
import pandas as pd
import pytest
import wald
from sklearn.base import BaseEstimator, ClassifierMixin, clone
from sklearn.datasets import load_iris
from sklearn.ensemble import HistGradientBoostingClassifier, RandomForestClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GridSearchCV, GroupKFold, KFold
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.utils.estimator_checks import parametrize_with_checks
from wald import LearnerClassifier

SIZES = {"c_values": [1.0]}  # of P(number of labels): nothing is left to choose
FOLDS = "copies of a row fall into several folds: a weight of 2 is not quite the row twice"


def logistic(**options):
    return LogisticRegression(**options)


@parametrize_with_checks(
    [
        LearnerClassifier(metric="hamming", marginals=logistic()),
        LearnerClassifier("given", "hamming", marginals=logistic(), calibration="none"),
        LearnerClassifier(metric="hamming", marginals=logistic(), calibration="none", cv=3),
    ],
    expected_failed_checks=lambda estimator: {
        "check_sample_weight_equivalence_on_dense_data": FOLDS, "check_sample_weight_equivalence_on_sparse_data": FOLDS,
    } if estimator.calibration != "none" else {},
)
@pytest.mark.filterwarnings("ignore")
def test_scikit_learn_checks(estimator, check):
    check(estimator)


def by_hand(model, X, y, X2):
    return np.column_stack([clone(model).fit(X, column).predict_proba(X2)[:, 1] for column in y.T])


@pytest.mark.parametrize("learner", [
    None, "given", "cardinality:given", "mixture:cardinality:given,forest",
    "mixture:cardinality:given,kernel:cardinality",
])
def test_the_recipe_is_its_steps(learner, multilabel):
    X, y, X2, y2 = multilabel
    trees = {"trees": 20} if "forest" in str(learner) else {}
    plain = {"calibration": "none", "seed": 2, **trees, **({} if learner == "given" else SIZES)}
    clf = LearnerClassifier(learner, marginals=logistic(C=0.1), **plain).fit(X, y)
    p = by_hand(logistic(C=0.1), X, y, X2)
    assert (clf.predict_marginals(X2) == p).all() and len(clf.marginals_.models) == 5
    assert not hasattr(clf, "out_of_fold_")
    if learner == "given":
        assert (clf.predict_proba(X2) == p).all()
        expected = wald.decide(p, "f1", at_least=int(y.any(axis=1).all()))
    else:
        own = wald.Learner.fit(learner or "cardinality:given", X, y, **plain)
        assert own.save() == clf.learner_.save()
        assert (clf.predict_proba(X2) == own.probabilities(X2, marginals=p, seed=2)).all()
        expected = own.decide(X2, "f1", marginals=p, seed=2)
    assert (clf.predict(X2) == expected.mask).all() and (clf.decide(X2).expected == expected.expected).all()
    assert clf.score(X2, y2) == wald.evaluate(y2, clf.predict(X2), "f1")


def test_at_least_one_label_where_every_row_has_one():
    random = np.random.default_rng(0)
    X, y = random.normal(size=(200, 2)), np.eye(6, dtype=int)[random.integers(6, size=200)]  # nothing to be learned
    vague = LearnerClassifier("given", marginals=logistic(C=1e-6), calibration="none").fit(X, y)
    assert vague.predict(X).any(axis=1).all() and vague.decide(X, at_least=0).k.min() == 0
    assert not clone(vague).set_params(metric="hamming").fit(X, y).predict(X).any(axis=1).all()
    weights = np.ones(201)
    more, labels = np.vstack([X, X[:1]]), np.vstack([y, np.zeros((1, 6), int)])
    assert clone(vague).fit(more, labels).decide(X).k.min() == 0
    weights[-1] = 0  # a row of weight 0 is none
    assert clone(vague).fit(more, labels, sample_weight=weights).decide(X).k.min() > 0


def test_classifiers_of_several_labels_and_constant_labels(multilabel):
    X, y, X2, _ = multilabel
    y = np.column_stack([y, np.zeros(200, int), np.ones(200, int)])
    for model in (RandomForestClassifier(10, random_state=0), KNeighborsClassifier(5)):
        clf = LearnerClassifier("given", marginals=model).fit(X, y)
        assert len(clf.marginals_.models) == 1
        columns = clone(model).fit(X, y).predict_proba(X2)
        assert (clf.predict_marginals(X2)[:, :5] == np.column_stack([p[:, 1] for p in columns[:5]])).all()
        assert (clf.predict_marginals(X2)[:, 5:] == [0, 1]).all()
    apart = LearnerClassifier("given", marginals=logistic()).fit(X, y)
    assert (apart.predict_proba(X2)[:, 5:] == [0, 1]).all()


def test_calibration_is_of_rows_out_of_fold(multilabel):
    X, y, X2, _ = multilabel
    folds = KFold(4, shuffle=True, random_state=5)
    clf = LearnerClassifier("given", marginals=logistic(C=1e-3), calibration="isotonic", cv=folds)
    clf.fit(X, y)
    seen = np.full(y.shape, np.nan)
    numbers = np.zeros(200, int)
    for number, (train, test) in enumerate(folds.split(X)):
        numbers[test] = number
    for number in range(4):
        test = numbers == number
        seen[test] = by_hand(logistic(C=1e-3), X[~test], y[~test], X[test])
    assert np.allclose(clf.out_of_fold_, seen, atol=1e-6)
    p = by_hand(logistic(C=1e-3), X, y, X2)
    for j in range(5):
        odds = [np.log(each[:, j] / (1 - each[:, j])) for each in (clf.out_of_fold_, p)]
        own = wald.Calibration.fit("isotonic", truth=y[:, j], scores=odds[0])
        assert np.allclose(clf.predict_proba(X2)[:, j], own.apply(scores=odds[1]), atol=1e-12)


class Remembers(ClassifierMixin, BaseEstimator):
    """Says 1 of a row that it has seen, and 1/2 of every other."""

    def fit(self, X, y, sample_weight=None):
        self.classes_, self.seen_, self.weight_ = np.unique(y), {row.tobytes() for row in X}, sample_weight
        return self

    def predict_proba(self, X):
        p = np.array([1.0 if row.tobytes() in self.seen_ else 0.5 for row in X])
        return np.column_stack([1 - p, p])


def test_groups_stay_together_and_weights_are_handed_on():
    random = np.random.default_rng(0)
    patients = np.repeat(np.arange(20), 5)
    X = np.repeat(random.normal(size=(20, 2)), 5, axis=0)  # five equal rows of each patient
    y = (random.random(100) < 0.4).astype(int)
    clf = LearnerClassifier(marginals=Remembers(), cv=4)
    assert (clf.fit(X, y, groups=patients).out_of_fold_ == 0.5).all()
    assert (clf.fit(X, y).out_of_fold_ == 1).any()
    assert (clone(clf).set_params(cv=GroupKFold(5)).fit(X, y, groups=patients).out_of_fold_ == 0.5).all()
    weights = random.random(100)
    assert (clf.fit(X, y, sample_weight=weights).marginals_.models[0].weight_ == weights).all()
    piped = LearnerClassifier(marginals=make_pipeline(StandardScaler(), GaussianNB()), calibration="none")
    plain = piped.fit(X, y).predict_proba(X)
    assert not np.allclose(piped.fit(X, y, sample_weight=weights**4).predict_proba(X), plain)
    with pytest.raises(wald.ArgumentError, match="sample_weight is given: fit of marginals=KNeighbors.* takes none"):
        LearnerClassifier(marginals=KNeighborsClassifier()).fit(X, y, sample_weight=weights)


def test_binary_and_classes(binary):
    X, y, X2, _ = binary
    names = np.array(["well", "ill"])[y]
    clf = LearnerClassifier(marginals=logistic(), pos_label="ill", calibration="none").fit(X, names)
    p = logistic().fit(X, y).predict_proba(X2)
    assert np.allclose(clf.predict_proba(X2), p[:, ::-1])
    assert ((clf.predict(X2) == "ill") == (wald.decide(clf.predict_marginals(X2)[:, 0], "f1").mask == 1)).all()
    assert (LearnerClassifier(marginals=logistic()).fit(X, np.full(200, 7)).predict(X2) == 7).all()
    flowers, kinds = load_iris(return_X_y=True)
    kinds = np.array(["c", "a", "b"])[kinds]
    for calibration in ("none", "platt", "isotonic", "beta"):
        clf = LearnerClassifier(marginals=logistic(max_iter=500), calibration=calibration).fit(flowers, kinds)
        assert clf.predict_proba(flowers).sum(axis=1) == pytest.approx(np.ones(150)) and clf.target_type_ == "multiclass"
        assert np.mean(clf.predict(flowers) == kinds) > 0.95
        best = wald.decide(clf.predict_proba(flowers), "f1", kind="categorical")
        assert (clf.predict_sets(flowers) == best.mask).all()
    parted = LearnerClassifier(marginals=logistic(max_iter=500), calibration="platt", cv=GroupKFold(3))
    parted.fit(flowers, kinds, groups=kinds)  # no fold has seen its own class
    assert (parted.out_of_fold_[kinds == "a", 0] == 0).all()


def test_frames_words_missing_values(multilabel):
    X, y, X2, _ = multilabel
    columns = [f"x{i}" for i in range(X.shape[1])]
    frame, labels = pd.DataFrame(X, columns=columns), pd.DataFrame(y, columns=list("abcde"))
    model = HistGradientBoostingClassifier(max_iter=5)
    clf = LearnerClassifier(marginals=model, **SIZES).fit(frame, labels)
    assert clf.marginals_.models[0].feature_names_in_.tolist() == columns and set(clf.decide(frame)[0].labels) <= set("abcde")
    with pytest.raises(ValueError, match="feature names"):
        clf.predict(frame[columns[::-1]])
    frame.loc[::7, "x1"] = np.nan
    holes = clone(clf).set_params(missing="mean").fit(frame, labels)
    assert holes.predict(frame).shape == (200, 5)
    assert LearnerClassifier("given", marginals=model).fit(frame, labels).predict(frame).shape == (200, 5)
    frame["word"] = pd.Categorical(np.where(X[:, 0] > 2, "much", "little"))
    worded = clone(holes).set_params(marginals=HistGradientBoostingClassifier(
        max_iter=5, categorical_features="from_dtype")).fit(frame, labels)
    assert "word=much" in worded.learner_.feature_names and worded.predict(frame).shape == (200, 5)


def test_saved_and_loaded(multilabel):
    X, y, X2, _ = multilabel
    clf = LearnerClassifier("mixture:cardinality:given,forest", marginals=logistic(), trees=10,
                            cv=3, **SIZES).fit(X, y)
    file = io.BytesIO()
    joblib.dump(clf, file)
    file.seek(0)
    for again in (pickle.loads(pickle.dumps(clf)), joblib.load(file)):
        assert (again.predict(X2) == clf.predict(X2)).all() and (again.out_of_fold_ == clf.out_of_fold_).all()
    saved = wald.Learner.load(clf.learner_.save())  # as any other language loads it, the marginals handed in
    assert (saved.decide(X2, "f1", marginals=clf.predict_marginals(X2)).mask == clf.predict(X2)).all()
    alone = LearnerClassifier("given", marginals=logistic(), calibration="none").fit(X, y)
    assert not hasattr(alone, "out_of_fold_")


def test_in_a_search(multilabel):
    X, y, _, _ = multilabel
    grids = [{"marginals__C": [0.01, 1.0], "learner": ["given"]},
             {"marginals__C": [0.01, 1.0], "learner": ["cardinality:given"], **{name: [value] for name, value in SIZES.items()}}]
    found = GridSearchCV(LearnerClassifier(marginals=logistic()), grids, cv=2).fit(X, y)
    assert set(found.best_params_) in [set(grid) for grid in grids] and np.isfinite(found.cv_results_["mean_test_score"]).all()


def test_arguments(binary, multilabel):
    X, y, _, _ = multilabel
    flat = (binary[0], binary[1])
    for wrong, rows, match in (
        (dict(learner="forest", marginals=logistic()), (X, y), "learner is 'forest', which has no use for marginals"),
        (dict(learner="given"), (X, y), "learner is 'given': needs marginals"),
        (dict(learner="mixture:cardinality:given,forest"), (X, y), "needs marginals"),
        (dict(marginals=logistic(), calibration="log"), (X, y), "calibration is \"log\": must be one of"),
        (dict(marginals=StandardScaler()), (X, y), "it has no predict_proba"),
    ):
        with pytest.raises(wald.ArgumentError, match=match):
            LearnerClassifier(**wrong).fit(*rows)
    with pytest.raises(wald.ArgumentError, match="marginals is None"):
        LearnerClassifier(**SIZES).fit(*flat).predict_marginals(flat[0])
