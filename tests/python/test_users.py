"""What users of scikit-learn type: names of scorings, class weights, margins, their own metrics, benefits and costs."""

import pickle
import warnings

import numpy as np
import pandas as pd
import pytest
import wald
from scipy.special import expit
from sklearn.base import clone
from sklearn.datasets import load_iris, make_classification, make_multilabel_classification
from sklearn.ensemble import RandomForestClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import brier_score_loss, f1_score, jaccard_score
from sklearn.model_selection import GridSearchCV
from sklearn.multioutput import MultiOutputClassifier
from sklearn.naive_bayes import GaussianNB
from sklearn.svm import LinearSVC
from wald import DecisionClassifier, LearnerClassifier, ThresholdClassifier

X, Y = make_classification(3000, weights=[0.9], n_informative=4, n_redundant=6, class_sep=0.7, random_state=3)
TRAIN, TEST = slice(0, 2000), slice(2000, None)
RANDOM = np.random.default_rng(7)
TRUTH = RANDOM.random(500) < 0.3
SCORES = RANDOM.normal(size=500) + TRUTH
P = RANDOM.random((60, 3))
LABELS = (RANDOM.random((60, 3)) < P).astype(int)


# ---- Calibration -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("method", ["platt", "sigmoid", "isotonic", "beta"])
def test_calibration(method):
    """There was no such argument: users wrapped their model in CalibratedClassifierCV."""
    plain = DecisionClassifier(GaussianNB()).fit(X[TRAIN], Y[TRAIN])
    made = DecisionClassifier(GaussianNB(), calibration=method).fit(X[TRAIN], Y[TRAIN])
    before, after = (brier_score_loss(Y[TEST], m.predict_proba(X[TEST])[:, 1]) for m in (plain, made))
    assert after < before - 0.005
    was, is_ = (abs(m.decide(X[TEST])[0].expected - m.score(X[TEST], Y[TEST])) for m in (plain, made))
    assert is_ < was  # what decisions are expected to be worth
    p = made.predict_proba(X[TEST])
    assert np.allclose(p.sum(axis=1), 1) and (made.predict_log_proba(X[TEST]) == np.log(p)).all()
    assert made.predict(X[TEST]).tolist() == wald.decide(p[:, 1], "f1").mask.tolist()
    held_out = np.zeros(2000)
    from sklearn.model_selection import StratifiedKFold

    for fit, left in StratifiedKFold(5).split(X[TRAIN], Y[TRAIN]):
        held_out[left] = GaussianNB().fit(X[TRAIN][fit], Y[TRAIN][fit]).predict_proba(X[TRAIN][left])[:, 1]
    alone = wald.Calibration.fit(method, Y[TRAIN], held_out)
    assert (alone.apply(plain.predict_proba(X[TEST])[:, 1]) == p[:, 1]).all()
    again = pickle.loads(pickle.dumps(made))
    assert (again.predict(X[TEST]) == made.predict(X[TEST])).all()


def test_calibration_of_scores_and_of_several_labels():
    svc = DecisionClassifier(LinearSVC(), calibration="platt", pos_label=0).fit(X[TRAIN], Y[TRAIN])
    assert brier_score_loss(Y[TEST], svc.predict_proba(X[TEST])[:, 1]) < 0.09 and svc.calibrations_[0].input == "scores"
    assert svc.predict(X[TEST]).mean() < 0.5
    names = np.array(["a", "b", "c"])
    iris, kinds = load_iris(return_X_y=True)
    several = DecisionClassifier(LinearSVC(), "accuracy", calibration="platt").fit(iris, names[kinds])
    assert several.predict_proba(iris).shape == (150, 3) and np.allclose(several.predict_proba(iris).sum(axis=1), 1)
    assert several.score(iris, names[kinds]) > 0.9
    table, labels = make_multilabel_classification(300, n_classes=3, random_state=1)
    labels[:, 2] = 0
    many = DecisionClassifier(MultiOutputClassifier(GaussianNB()), calibration="isotonic").fit(table, labels)
    assert many.predict_proba(table).shape == (300, 3) and many.calibrations_[2] == 0.0
    thresholds = DecisionClassifier(GaussianNB(), calibration="beta", scope="train", cv=3).fit(X[TRAIN], Y[TRAIN])
    assert f1_score(Y[TEST], thresholds.predict(X[TEST])) > 0.4
    search = GridSearchCV(DecisionClassifier(GaussianNB()), {"calibration": [None, "platt"]}, cv=2).fit(X, Y)
    assert search.best_params_["calibration"] in (None, "platt")
    with pytest.raises(wald.ArgumentError, match="^calibration is 'plat': must be 'platt', 'isotonic' or 'beta'$"):
        DecisionClassifier(GaussianNB(), calibration="plat").fit(X, Y)
    bare = clone(svc).set_params(calibration=None)
    assert not hasattr(bare, "predict_proba") and hasattr(svc, "predict_proba")


# ---- Probabilities that are none -------------------------------------------------------------------------------


def test_class_weight_is_noticed():
    """Decisions with shifted probabilities were made without a word."""
    with pytest.warns(wald.DecisionWarning, match=r"^the probabilities of the positive class are 0\.\d+ on average, but 0\.1\d* "
                                                  "of the training rows have it: class_weight, resampling or weights") as caught:
        DecisionClassifier(LogisticRegression(class_weight="balanced")).fit(X, Y)
    assert len(caught) == 1 and caught[0].filename == __file__
    labels = np.column_stack([Y, 1 - Y])
    with pytest.warns(wald.DecisionWarning, match="^the probabilities of label 0 are"):
        DecisionClassifier(MultiOutputClassifier(LogisticRegression(class_weight="balanced"))).fit(X, labels)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for model in (LogisticRegression(), RandomForestClassifier(20), LogisticRegression(C=1e-3)):
            DecisionClassifier(model).fit(X, Y)
        DecisionClassifier(LogisticRegression(class_weight="balanced"), calibration="platt").fit(X, Y)
        weights = np.where(Y == 1, 9.0, 1.0)  # rows that stand for several: their share is that of the weights
        DecisionClassifier(LogisticRegression()).fit(X, Y, sample_weight=weights)


def test_margins_are_no_probabilities():
    """The error spoke of [0, 1] alone."""
    margins = LinearSVC().fit(X, Y).decision_function(X)
    hint = r"must lie in \[0, 1\]; scores, as of decision_function, are no probabilities: calibrate them"
    for call in (lambda: wald.decide(margins, "f1"), lambda: wald.worth(margins, "f1"), lambda: wald.reliability(Y, margins),
                 lambda: wald.decision_curve(Y, margins), lambda: wald.report(Y, margins, "f1"),
                 lambda: wald.decide(np.column_stack([margins, margins]), "f1")):
        with pytest.raises(wald.ArgumentError, match=hint):
            call()
    with pytest.raises(wald.ArgumentError, match=r"must lie in \[0, 1\]$"):
        wald.decide([0.5, 1 + 1e-9], "f1")  # rounding
    with pytest.raises(wald.ArgumentError, match="it has no predict_proba; its decision_function gives scores, which are no "
                                                 "probabilities: set calibration='platt', or use ThresholdClassifier$"):
        DecisionClassifier(LinearSVC()).fit(X, Y)


# ---- Names -----------------------------------------------------------------------------------------------------


def test_names_of_scorings():
    """They were unknown metrics."""
    for name, metric, average in (("f1_macro", "f1", "macro"), ("f1_micro", "f1", "micro"), ("f1_samples", "f1", "instance"),
                                  ("jaccard_macro", "jaccard", "macro")):
        found, same = wald.decide(P, name), wald.decide(P, metric, average=average)
        assert found.average == average and (found.mask == same.mask).all()
        assert wald.evaluate(LABELS, found, name) == wald.evaluate(LABELS, found, metric, average=average)
        assert wald.expected(P, name, found).tolist() == wald.expected(P, metric, found, average=average).tolist()
        assert wald.worth(P, name) == wald.worth(P, metric, average=average)
        assert wald.compare(LABELS, found, P > 0.5, name) == wald.compare(LABELS, found, P > 0.5, metric, average=average)
    predicted = wald.decide(P, "f1_macro").mask
    assert wald.evaluate(LABELS, predicted, "f1_macro") == pytest.approx(f1_score(LABELS, predicted, average="macro"))
    assert wald.evaluate(LABELS, predicted, "jaccard_micro") == pytest.approx(jaccard_score(LABELS, predicted, average="micro"))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", wald.DecisionWarning)
        assert (wald.label_thresholds(LABELS, P, metric="f1_micro").thresholds
                == wald.label_thresholds(LABELS, P, metric="f1", average="micro").thresholds).all()
    table, labels = make_multilabel_classification(300, n_classes=3, random_state=1)
    forest = MultiOutputClassifier(GaussianNB())
    named, plain = (DecisionClassifier(forest, *args).fit(table, labels) for args in (("f1_macro",), ("f1",)))
    assert named.decide(table).average == "macro"
    assert (named.predict(table) == plain.set_params(average="macro").predict(table)).all()


def test_averages_of_one_label():
    """scikit-learn's f1_macro of a binary target is the mean of two classes; here one label has one F1."""
    both = "of one binary label scikit-learn averages f1 of both classes, which is no metric here; 'f1' is that of the"
    for call in (lambda: wald.decide(P[:, 0], "f1_macro"), lambda: wald.evaluate(LABELS[:, 0], LABELS[:, 0], "f1_macro"),
                 lambda: DecisionClassifier(LogisticRegression(), "f1_macro").fit(X, Y),
                 lambda: LearnerClassifier(metric="f1_micro").fit(X, Y)):
        with pytest.raises(wald.ArgumentError, match=both):
            call()
    assert wald.decide(P[:, 0], "f1_binary") == wald.decide(P[:, 0], "f1")
    assert (DecisionClassifier(LogisticRegression(), "f1_binary").fit(X, Y).predict(X)
            == DecisionClassifier(LogisticRegression()).fit(X, Y).predict(X)).all()
    alone = "a vector is one label over its rows, decided together, as average macro decides the column of a table with one"
    for call in (lambda: wald.decide(P[:, 0], "f1", average="macro"), lambda: wald.expected(P[:, 0], "f1", P[:, 0] > 0, average="macro"),
                 lambda: wald.evaluate(LABELS[:, 0], LABELS[:, 0], "f1", average="macro")):
        with pytest.raises(wald.ArgumentError, match=alone):
            call()
    with pytest.raises(wald.ArgumentError, match="^metric is 'f1_weighted': weigh the labels .* by label_weights"):
        wald.decide(P, "f1_weighted")
    with pytest.raises(wald.ArgumentError, match="^average is 'micro': metric 'f1_macro' asks for 'macro'$"):
        wald.decide(P, "f1_macro", average="micro")
    with pytest.raises(wald.FormatError, match="^metric 'f1_macro' is unknown here: it is 'f1' with average='macro'$"):
        wald.choose_threshold(TRUTH, SCORES, metric="f1_macro")


def test_accuracy_stays_accuracy():
    """Outputs called it hamming."""
    y, p = LABELS[:, 0], P[:, 0]
    found = wald.choose_threshold(y, p, metric="accuracy", max_fp=10)
    assert found.objective == "accuracy with fp <= 10" and "accuracy" in found.summary()
    assert wald.compare(y, y, 1 - y, "accuracy").metric == wald.worth(p, "accuracy").metric == "accuracy"
    page = wald.report(y, p, "accuracy")
    assert page.data["metric"] == "accuracy" and "hamming" not in page
    assert wald.choose_threshold(y, p, metric="hamming").objective == "hamming"


# ---- Metrics of one's own ----------------------------------------------------------------------------------------


def kappa(tp, fp, fn, tn):
    n = tp + fp + fn + tn
    chance = ((tp + fp) * (tp + fn) + (tn + fp) * (tn + fn)) / n**2
    return ((tp + tn) / n - chance) / (1 - chance)


def test_a_metric_of_ones_own():
    """A function was refused: as_metric took names alone, and a custom metric was none of the catalogue."""
    calls = []

    def f2(tp, fp, fn, tn):
        calls.append(tp.shape)
        return 5 * tp / (5 * tp + fp + 4 * fn)

    own, named = wald.choose_threshold(TRUTH, SCORES, metric=f2), wald.choose_threshold(TRUTH, SCORES, metric="fbeta:2")
    assert own.thresholds == named.thresholds and own.value == pytest.approx(named.value) and len(calls) == 1
    assert own.objective == "f2" and "value" not in own.intervals and own.next_lower == named.next_lower
    assert (own.tp, own.fp, own.recall) == (named.tp, named.fp, named.recall)
    for limits in ({"max_fp": 5}, {"min_recall": 0.9}, {"max_alerts": 40}, {"max_fpr": 0.1}, {"max_alert_rate": 0.2}):
        own, named = (wald.choose_threshold(TRUTH, SCORES, metric=metric, **limits) for metric in (f2, "fbeta:2"))
        if "min_recall" not in limits or named.recall >= 0.9:
            assert (own.tp, own.fp) == (named.tp, named.fp), limits
    for limit in range(1, 120, 7):
        own, named = (wald.choose_threshold(TRUTH, SCORES, metric=metric, max_alerts=limit) for metric in (f2, "fbeta:2"))
        assert (own.tp, own.fp, own.value) == (named.tp, named.fp, pytest.approx(named.value)), limit
    two = np.column_stack([SCORES, RANDOM.normal(size=500) + TRUTH])
    for rule in ("or", "and"):
        sample = wald.Sample(2, rule=rule).feed(TRUTH, two, weights=RANDOM.integers(1, 4, 500))
        own, named = sample.choose(kappa), sample.choose("kappa")
        assert own.value == pytest.approx(named.value, rel=1e-12) and (own.tp, own.fp) == (named.tp, named.fp)
    assert pickle.loads(pickle.dumps(own)) == own and wald.Thresholds.load(own.save()) == own


def test_own_metrics_that_cannot_be():
    with pytest.warns(wald.DecisionWarning, match='^nothing is flagged: for "loss" no alert is worth its cost$'):
        def loss(tp, fp, fn, tn):
            return -fp + 0 * tp

        assert wald.choose_threshold([0, 1], [2.0, 1.0], metric=loss).thresholds == np.inf
    for metric, error, why in [
        (lambda tp, fp, fn, tn: 1.0, wald.ArgumentError, r"metric gave shape \(\): must be \(\d+,\); it is called once"),
        (lambda tp, fp, fn, tn: -tp, wald.ArgumentError, "falls with tp"),
        (lambda tp, fp, fn, tn: tp * np.nan, wald.ArgumentError, "is NaN at every operating point$"),
    ]:
        with pytest.raises(error, match=why):
            wald.choose_threshold(TRUTH, SCORES, metric=metric)
    with pytest.raises(wald.OptionError, match="^certify is given: with a metric of your own it is not read; it reads max_fp,"):
        wald.choose_threshold(TRUTH, SCORES, metric=kappa, certify=0.9)
    with pytest.raises(wald.OptionError, match="^max_alerts is given: with a metric of your own it is not read; it reads max_fp,"):
        wald.Sample(2).feed(TRUTH, np.column_stack([SCORES, SCORES])).choose(kappa, max_alerts=9)
    with pytest.raises(wald.UnsupportedError, match="the number of positives is unknown"):
        wald.Sample(rated_from=0.0).feed(TRUTH, SCORES).choose(kappa)
    with pytest.raises(wald.ArgumentError, match="^metric is a function: Only binary classification is supported"):
        ThresholdClassifier(LogisticRegression(max_iter=1000), kappa).fit(*load_iris(return_X_y=True))
    with pytest.raises(wald.ArgumentError, match="^metric is a function, which is for binary targets: the target is multilabel$"):
        ThresholdClassifier(MultiOutputClassifier(GaussianNB()), kappa, cv=2).fit(P, LABELS)


def test_a_metric_of_ones_own_in_scikit_learn():
    own, named = (ThresholdClassifier(LogisticRegression(), metric, cv=3).fit(X[TRAIN], Y[TRAIN]) for metric in (kappa, "kappa"))
    assert own.thresholds_ == named.thresholds_ and (own.predict(X) == named.predict(X)).all()
    assert own.score(X[TEST], Y[TEST]) == pytest.approx(named.score(X[TEST], Y[TEST]), rel=1e-12)
    weights = RANDOM.integers(0, 4, 1000)
    rows = np.repeat(np.arange(1000), weights)
    assert own.score(X[TEST], Y[TEST], weights) == pytest.approx(own.score(X[TEST][rows], Y[TEST][rows]), rel=1e-12)


# ---- Benefits and costs ------------------------------------------------------------------------------------------


def gain(threshold, benefits, costs):
    flagged = SCORES >= threshold
    return np.sum(np.where(TRUTH, benefits, -np.asarray(costs)) * flagged)


def test_benefits_and_costs():
    """They were arguments of segment_thresholds alone."""
    each, losses = RANDOM.uniform(0, 9, 500), RANDOM.uniform(0, 4, 500)
    for benefits, costs in ((5, 1), (each, 1), (1, losses), (each, losses), (pd.Series(each), 2.5)):
        found = wald.choose_threshold(TRUTH, SCORES, benefits=benefits, costs=costs)
        best = max(gain(t, benefits, costs) for t in [*SCORES, np.inf])
        assert found.value == pytest.approx(best) == pytest.approx(gain(found.thresholds[0], benefits, costs))
        assert found.tp == (TRUTH & found.apply(SCORES)).sum() and found.objective == "gain"
    same = wald.choose_threshold(TRUTH, SCORES, cost_ratio=5)
    found = wald.choose_threshold(TRUTH, SCORES, benefits=5)
    assert found.thresholds == same.thresholds and found.value == pytest.approx(5 * same.value)
    segment = wald.segment_thresholds(TRUTH, SCORES, benefits=each, costs=losses)
    assert list(segment.thresholds.values()) == wald.choose_threshold(TRUTH, SCORES, benefits=each, costs=losses).thresholds
    limited = wald.choose_threshold(TRUTH, SCORES, benefits=5, costs=1, max_alerts=30)
    assert limited.value == max(gain(t, 5, 1) for t in SCORES if (SCORES >= t).sum() <= 30)
    assert limited.tp + limited.fp <= 30 and limited.objective == "gain, max_alerts 30"
    unrated = np.where(np.arange(500) % 7 == 0, np.nan, TRUTH)
    kept = unrated == unrated
    some = wald.choose_threshold(unrated, SCORES, benefits=each, costs=losses)
    assert some.tp == wald.choose_threshold(TRUTH[kept], SCORES[kept], benefits=each[kept], costs=losses[kept]).tp
    for bad, why in ((dict(benefits=-1), r"^benefits\[0\] is -1: must be finite and at least 0"),
                     (dict(costs=[1.0, 2.0]), "^costs has 2 elements: there are 500 rows$"),
                     (dict(benefits=1, metric="f1"), "^metric is given beside benefits or costs"),
                     (dict(benefits=1, bootstrap=9), "^bootstrap is given")):
        with pytest.raises(wald.ArgumentError, match=why):
            wald.choose_threshold(TRUTH, SCORES, **bad)


# ---- Levels that no training row had -----------------------------------------------------------------------------


def test_unknown_levels():
    """One new word stopped `predict`: the way out was a Dataset, which a pipeline has no place for."""
    frame = pd.DataFrame({"x": RANDOM.normal(size=80), "town": RANDOM.choice(["Rome", "Oslo"], 80)})
    y = (frame["x"] + (frame["town"] == "Oslo") > 0.5).astype(int)
    new = frame.head(4).assign(town=["Rome", "Paris", "Oslo", "Paris"])
    strict = LearnerClassifier("br", c_values=[1.0]).fit(frame, y)
    with pytest.raises(wald.ArgumentError, match="LearnerClassifier.unknown_levels='zero'., takes it for none of them$"):
        strict.predict(new)
    open_ = LearnerClassifier("br", c_values=[1.0], unknown_levels="zero").fit(frame, y)
    assert (open_.predict_proba(frame) == strict.predict_proba(frame)).all()
    names = open_.learner_.feature_names
    same = open_.learner_.probabilities(wald.Dataset(new, feature_names=names, unknown_levels="zero"))
    assert open_.predict_proba(new)[:, 1].tolist() == np.ravel(same).tolist()
    assert np.isfinite(expit(open_.predict_proba(new))).all() and len(open_.predict(new)) == 4
    with pytest.raises(wald.ArgumentError, match="^unknown_levels is 'one': must be 'error' or 'zero'$"):
        LearnerClassifier("br", unknown_levels="one").fit(frame, y)
