"""CascadeClassifier: scikit-learn's own checks, and decisions that are those of the ensemble."""

import pickle

import catboost
import lightgbm
import numpy as np
import pandas as pd
import pytest
import sklearn
import wald
import xgboost
from sklearn import ensemble
from sklearn.base import clone
from sklearn.datasets import load_iris, make_classification
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import f1_score
from sklearn.model_selection import GridSearchCV
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.tree import DecisionTreeClassifier
from sklearn.utils.estimator_checks import parametrize_with_checks
from wald import CascadeClassifier

X, Y = make_classification(3000, n_informative=6, class_sep=0.8, random_state=1)
X3, Y3 = make_classification(3000, n_informative=6, n_classes=3, class_sep=1.2, random_state=2)
ENSEMBLES = {
    "xgboost": xgboost.XGBClassifier(n_estimators=40, n_jobs=1),
    "lightgbm": lightgbm.LGBMClassifier(n_estimators=40, n_jobs=1, verbose=-1),
    "catboost": catboost.CatBoostClassifier(iterations=40, depth=4, verbose=0, allow_writing_files=False,
                                            thread_count=1),
    "forest": ensemble.RandomForestClassifier(40, max_depth=8, random_state=0),
    "pure forest": ensemble.ExtraTreesClassifier(40, random_state=0),
    "boosting": ensemble.GradientBoostingClassifier(n_estimators=40, random_state=0),
    "histograms": ensemble.HistGradientBoostingClassifier(max_iter=40),
}


@parametrize_with_checks([
    CascadeClassifier(ensemble.GradientBoostingClassifier(n_estimators=6, random_state=0)),
    CascadeClassifier(ensemble.RandomForestClassifier(7, random_state=0), calibration=0),
    CascadeClassifier(ensemble.HistGradientBoostingClassifier(max_iter=4), calibration=0.5),
])
@pytest.mark.filterwarnings("ignore")
def test_scikit_learn_checks(estimator, check):
    check(estimator)


@pytest.mark.filterwarnings("ignore:X does not have valid feature names")
@pytest.mark.parametrize("x, y", [(X, Y), (X3, Y3)], ids=["two classes", "three classes"])
@pytest.mark.parametrize("name", ENSEMBLES)
def test_it_decides_as_the_ensemble(name, x, y):
    clf = CascadeClassifier(ENSEMBLES[name], max_disagreement=0.03).fit(x[:2000], y[:2000])
    assert len(clf.calibration_rows_) == pytest.approx(500, abs=3) and clf.n_models_ == clf.cascade_.n_models == 40
    assert clf.cascade_.certified_disagreement in (0, 0.03) and clf.cascade_.n_held_out_rows == len(clf.calibration_rows_)
    rest = np.setdiff1d(np.arange(2000), clf.calibration_rows_)
    if "forest" in name:  # the cascade has rows of its own
        assert len(clf.cascade_rows_) == pytest.approx(500, abs=3)
        rest = np.setdiff1d(rest, clf.cascade_rows_)
    else:
        assert (clf.cascade_rows_ == rest).all()
    assert clf.cascade_.n_rows == len(clf.cascade_rows_)
    same = clone(ENSEMBLES[name]).fit(x[rest], y[rest])
    says = np.ravel(same.predict(x))  # CatBoost says several classes in a column
    assert (np.ravel(clf.estimator_.predict(x)) == says).all()
    predicted, counts = clf.predict(x[2000:]), clf.predict_counts(x[2000:])
    assert (predicted != says[2000:]).mean() <= 0.03 + 0.02  # on other rows
    assert counts.dtype == np.int32 and counts.mean() < 38 and counts.max() <= 40
    loaded = wald.Cascade.load(clf.cascade_.save())
    assert (clf.classes_[loaded.apply_trees(x[2000:]).decisions] == predicted).all()
    # With nothing allowed on these very rows, everything is as the ensemble says, ties included.
    exact = CascadeClassifier(clf.estimator_, prefit=True, calibration=0, alpha=0).fit(x, y)
    assert exact.estimator_ is clf.estimator_ and (exact.predict(x) == says).all()
    assert np.isnan(exact.cascade_.certified_disagreement) and len(exact.calibration_rows_) == 0
    assert exact.cascade_.mean_models == pytest.approx(exact.predict_counts(x).mean())


def test_ties_of_a_forest():
    """Of an even number of trees with pure leaves many rows get as many votes for each class."""
    random = np.random.default_rng(0)
    x, y = random.normal(size=(800, 3)), random.integers(0, 2, 800)
    forest = ensemble.RandomForestClassifier(10, random_state=0).fit(x, y)
    new = random.normal(size=(4000, 3))
    assert (forest.predict_proba(new)[:, 0] == 0.5).sum() > 200
    exact = CascadeClassifier(forest, prefit=True, calibration=0, alpha=0).fit(new, forest.predict(new))
    assert (exact.predict(new) == forest.predict(new)).all()


@pytest.mark.parametrize("name", ["xgboost", "lightgbm", "boosting", "histograms"])
def test_sums_that_hit_the_margin(name):
    """Of features that say nothing and classes alike in number every sum is 0: some ensembles say one class, some the other."""
    x, y = np.zeros((1200, 2)), np.arange(1200) % 2
    base = {"base_score": 0.5} if name == "xgboost" else {}
    model = CascadeClassifier(clone(ENSEMBLES[name]).set_params(**base), calibration=0).fit(x, y)
    assert np.array_equal(model.predict(x), model.estimator_.predict(x))


def test_catboost():
    """Columns by name and classes by theirs; a sum at the margin, and features that are no numbers."""
    frame, y = pd.DataFrame(X[:, :4], columns=list("abcd")), np.where(Y == 1, "yes", "no")
    model = ENSEMBLES["catboost"]
    clf = CascadeClassifier(model, alpha=0, calibration=0).fit(frame, y)
    assert clf.trees_.feature_names == tuple("abcd") and (clf.predict(frame) == clf.estimator_.predict(frame)).all()
    even = clf.estimator_.copy()
    even.set_scale_and_bias(0.0, 0.0)
    exact = CascadeClassifier(even, prefit=True, alpha=0, calibration=0).fit(frame, y)
    assert set(exact.predict(frame)) == set(even.predict(frame)) == {"no"}
    words = frame.assign(d=y)
    with pytest.raises(wald.UnsupportedError, match=r"has categorical features \(d\)"):
        CascadeClassifier(clone(model).fit(words, Y, cat_features=["d"]), prefit=True).fit(words, Y)


def test_raw_logits_have_their_own_margin():
    model = CascadeClassifier(clone(ENSEMBLES["xgboost"]).set_params(objective="binary:logitraw"), alpha=0, calibration=0)
    model.fit(X, Y)
    assert np.array_equal(model.predict(X), model.estimator_.predict(X))


def test_early_stopping():
    model = CascadeClassifier(clone(ENSEMBLES["xgboost"]).set_params(early_stopping_rounds=3, n_estimators=200))
    model.fit(X, Y, eval_set=[(X[:300], Y[:300])], verbose=False)
    assert model.n_models_ == model.estimator_.best_iteration + 1


def test_nothing_is_certified_in_silence():
    with pytest.warns(UserWarning, match="of 4 rows that is none of any class"):
        CascadeClassifier(clone(ENSEMBLES["boosting"])).fit(X[:4], [0, 1, 0, 1])


def test_what_is_set_aside_is_certified():
    """Over many splits the certified disagreement is broken on new rows no more often than the confidence says."""
    forest = ensemble.RandomForestClassifier(30, max_depth=6, random_state=0).fit(X[:500], Y[:500])
    broken, random = 0, np.random.default_rng(0)
    for seed in range(20):
        rows = 500 + random.permutation(2500)
        clf = CascadeClassifier(forest, prefit=True, calibration=0.6, max_disagreement=0.05, certify=0.8, seed=seed)
        clf.fit(X[rows[:1250]], Y[rows[:1250]])
        broken += (clf.predict(X[rows[1250:]]) != forest.predict(X[rows[1250:]])).mean() > clf.cascade_.certified_disagreement
    assert broken <= 8  # of 20 with probability 0.2 each: more with probability 0.01


def test_an_ensemble_that_is_not_trees():
    def votes(bag, x, model):
        return bag.estimators_[model].decision_function(x)

    bag = ensemble.BaggingClassifier(LogisticRegression(), 15, max_samples=0.1, random_state=0)
    clf = CascadeClassifier(bag, scores=votes, max_disagreement=0.05).fit(X[:2000], Y[:2000])
    sums = sum(votes(clf.estimator_, X, t) for t in range(15))
    assert clf.trees_ is None and clf.n_models_ == 15
    assert (clf.predict(X) != (sums >= 0)).mean() < 0.05 and clf.predict_counts(X).mean() < 12
    asked = []

    def counting(bag, x, model):
        asked.append(len(x))
        return votes(bag, x, model)

    clf.set_params(scores=counting)
    assert clf.predict_counts(X).sum() == sum(asked)
    moved = CascadeClassifier(clf.estimator_, scores=votes, prefit=True, margin=5.0, n_models=15, alpha=0,
                              calibration=0)
    assert (moved.fit(X, Y).predict(X) == (sums >= 5)).all()

    boosted = ensemble.AdaBoostClassifier(DecisionTreeClassifier(max_depth=2, random_state=0), n_estimators=20)

    def weighed(model, x, t):
        said = model.estimators_[t].predict(x)
        return model.estimator_weights_[t] * (said[:, None] == model.classes_)

    clf = CascadeClassifier(boosted, scores=weighed, alpha=0, calibration=0, unseen=0).fit(X3, Y3)
    assert (clf.predict(X3) == clf.estimator_.predict(X3)).all() and clf.cascade_.n_classes == 3


def test_frames_and_categories():
    random = np.random.default_rng(3)
    frame = pd.DataFrame(X[:, :4], columns=list("abcd"))
    frame["kind"] = pd.Categorical(np.array(list("xyz"))[random.integers(0, 3, len(X))])
    y = np.where((frame.kind == "y") ^ (Y == 1), "yes", "no")
    for model in (lightgbm.LGBMClassifier(n_estimators=20, n_jobs=1, verbose=-1),
                  ensemble.HistGradientBoostingClassifier(max_iter=20)):
        clf = CascadeClassifier(model, max_disagreement=0.05).fit(frame, y)
        assert set(clf.predict(frame[:50])) == {"yes", "no"}
        assert (clf.predict(frame) != clf.estimator_.predict(frame)).mean() < 0.05
        again = pickle.loads(pickle.dumps(clf))
        other = frame.assign(kind=frame.kind.cat.reorder_categories(list("zyx")))
        assert (again.predict(other) == clf.predict(frame)).all()
    model = xgboost.XGBClassifier(n_estimators=20, n_jobs=1, enable_categorical=True)
    clf = CascadeClassifier(model, max_disagreement=0.05).fit(frame, (y == "yes").astype(int))
    assert (clf.predict(frame) != clf.estimator_.predict(frame)).mean() < 0.05
    missing = X.copy()
    missing[::5, 0] = np.nan
    assert (CascadeClassifier(xgboost.XGBClassifier(n_estimators=9, n_jobs=1), alpha=0, calibration=0).fit(missing, Y)
            .decide(missing).counts <= 9).all()


def test_in_scikit_learn():
    model = ensemble.GradientBoostingClassifier(n_estimators=15, random_state=0)
    search = GridSearchCV(CascadeClassifier(model), {"estimator__max_depth": [1, 3], "max_disagreement": [0.02, 0.1]}, cv=2)
    assert search.fit(X[:600], Y[:600]).best_score_ > 0.7
    pipe = make_pipeline(StandardScaler(), CascadeClassifier(model)).fit(X, Y)
    assert pipe.predict(X).shape == Y.shape
    weights = np.arange(1.0, len(X) + 1)
    clf = CascadeClassifier(model, seed=4).fit(X, Y, sample_weight=weights)
    rest = np.setdiff1d(np.arange(len(X)), clf.calibration_rows_)
    assert (clf.cascade_rows_ == rest).all()
    weighed = clone(model).fit(X[rest], Y[rest], sample_weight=weights[rest])
    assert (weighed.decision_function(X) == clf.estimator_.decision_function(X)).all()
    with sklearn.config_context(enable_metadata_routing=True):
        asks = clone(model).set_fit_request(sample_weight=True)
        routed = CascadeClassifier(asks, seed=4).fit(X, Y, sample_weight=weights)
        assert (routed.estimator_.decision_function(X) == clf.estimator_.decision_function(X)).all()
    one = CascadeClassifier(ensemble.RandomForestClassifier(3)).fit(X[:50], np.full(50, "only"))
    assert set(one.predict(X)) == {"only"} and (one.predict_counts(X) == 0).all()


def test_the_score_is_the_metric():
    X, y = make_classification(600, weights=[0.85], random_state=4)
    weights = np.random.default_rng(1).random(600)
    boosting = ensemble.GradientBoostingClassifier(n_estimators=20, random_state=0)
    clf = CascadeClassifier(boosting, metric="f1", calibration=0, alpha=0.05).fit(X, y)
    predicted = clf.predict(X)
    assert clf.score(X, y) == wald.evaluate(y, predicted, "f1") != np.mean(predicted == y)
    assert clf.score(X, y, weights) == wald.evaluate(y, predicted, "f1", weights=weights)
    assert clone(clf).set_params(metric=None).fit(X, y).score(X, y) == np.mean(predicted == y)
    names = np.array(["b", "a"])[y]
    turned = clone(clf).fit(X, names)  # the positive class is the greater, "b"
    assert turned.score(X, names) == wald.evaluate(names == "b", turned.predict(X) == "b", "f1")
    grid = {"estimator__max_depth": [1, 3]}
    search = GridSearchCV(clf, grid, cv=3).fit(X, y)
    by_f1 = GridSearchCV(clf, grid, cv=3, scoring="f1").fit(X, y)
    assert np.allclose(search.cv_results_["mean_test_score"], by_f1.cv_results_["mean_test_score"])
    X, y = load_iris(return_X_y=True)
    several = CascadeClassifier(boosting, metric="f1", calibration=0).fit(X, y)
    assert several.score(X, y) == pytest.approx(f1_score(y, several.predict(X), average="macro"))
    with pytest.raises(wald.ArgumentError, match=r"y\[1\] is missing"):
        several.score(X, np.where(np.arange(150) == 1, np.nan, y))


def test_settings_reach_the_cascade():
    model = ensemble.GradientBoostingClassifier(n_estimators=12, random_state=0).fit(X, Y)
    order = list(range(12))[::-1]
    asked = dict(fixed_order=order, spend="all", costs=np.arange(1.0, 13), negatives_only=True, alpha=0.01, folds=3,
                 margin=1.0)
    clf = CascadeClassifier(model, prefit=True, calibration=0, **asked).fit(X, Y)
    assert clf.cascade_.order.tolist() == order and clf.cascade_.full_cost == 78 and clf.cascade_.negatives_only
    assert clf.cascade_.alpha == 0.01 and clf.cascade_.cross_disagreement < 0.1
    assert clf.cascade_.threshold == clf.trees_.threshold(1.0)
    bins = CascadeClassifier(model, prefit=True, bins=True, gamma=2, bin_width=0.1, calibration=0).fit(X, Y)
    assert (bins.cascade_.gamma, bins.cascade_.bin_width) == (2, pytest.approx(0.1))
    boosted = CascadeClassifier(ensemble.GradientBoostingClassifier(n_estimators=5), unseen=0.5).fit(X, Y)
    assert len(boosted.cascade_rows_) == pytest.approx(1500, abs=2)
    assert not set(boosted.cascade_rows_) & set(boosted.calibration_rows_)


def test_arguments():
    with pytest.raises(wald.ArgumentError, match="estimator is GradientBoostingRegressor: must be a classifier"):
        CascadeClassifier(ensemble.GradientBoostingRegressor()).fit(X, Y)
    with pytest.raises(wald.ArgumentError, match="n_models is 3: requires scores"):
        CascadeClassifier(clone(ENSEMBLES["boosting"]), n_models=3).fit(X, Y)
    with pytest.raises(wald.ArgumentError, match="margin is 0.5: requires two classes"):
        CascadeClassifier(clone(ENSEMBLES["boosting"]), margin=0.5).fit(X3, Y3)
    forest = ensemble.RandomForestClassifier(3)
    for wrong, error, match in (
        (dict(estimator=None), ValueError, "give CascadeClassifier an ensemble"),
        (dict(estimator=LogisticRegression()), wald.UnsupportedError, "for ensembles that are not trees give scores"),
        (dict(estimator=forest, calibration=1), wald.ArgumentError, r"calibration is 1: must lie in \[0, 1\)"),
        (dict(estimator=forest, unseen=0.75), wald.ArgumentError, r"unseen is 0.75: must lie in \[0, 1 - calibration"),
        (dict(estimator=forest, alpha=-1), wald.ArgumentError, "alpha is -1"),
        (dict(estimator=forest, folds=3), wald.ArgumentError, "folds is 3: must be 0 when calibration rows"),
        (dict(estimator=forest, scores=lambda m, x, t: np.zeros((2, 2))), wald.ArgumentError, r"must be \(n_rows, 2\)"),
        (dict(estimator=forest, scores=lambda m, x, t: np.zeros((len(x),) if t else (len(x), 2))), wald.ArgumentError,
         "arrays of several shapes"),
    ):
        with pytest.raises(error, match=match):
            CascadeClassifier(**wrong).fit(X, Y)
