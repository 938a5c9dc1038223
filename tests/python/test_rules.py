"""The learner "rule": what it chooses, answers and refuses, by itself and as a scikit-learn classifier."""

import numpy as np
import pytest
import wald
from sklearn.linear_model import LogisticRegression

METRICS = ("f1", "jaccard", "balanced_accuracy")
AVERAGES = ("instance", "macro", "micro")


def overconfident(seed, rows=400, labels=4):
    """Truth, and marginals that are too certain and too high."""
    rng = np.random.default_rng(seed)
    z = 4 * rng.random((rows, labels)) - 3
    truth = (rng.random(z.shape) < 1 / (1 + np.exp(-z))).astype(np.uint8)
    return truth, 1 / (1 + np.exp(-3 * z - 2))


def none(rows):
    return np.empty((len(rows), 0))


@pytest.mark.parametrize("average", AVERAGES)
@pytest.mark.parametrize("metric", METRICS)
def test_a_choice_is_told_and_kept(metric, average):
    truth, p = overconfident(1)
    rule = wald.Learner.fit("rule", none(p), truth, marginals=p, metric=metric, average=average)
    names = rule.candidates.split()
    assert {"half", "threshold", "bagged-thresholds", "decide", "decide-platt", "decide-shrunk", "vote"} <= set(names)
    assert rule.rule in names and rule.rule_reason
    assert len(rule.candidate_values) == len(rule.candidate_gains) == len(rule.candidate_errors) == len(names)
    first = names.index("decide-mean")
    assert rule.candidate_gains[first] == rule.candidate_errors[first] == 0
    assert rule.candidate_gains == pytest.approx(rule.candidate_values - rule.candidate_values[first])

    again = wald.Learner.load(rule.save())
    new_truth, new = overconfident(2)
    told = rule.decide(none(new), metric, marginals=new, average=average)
    assert np.array_equal(told.mask, again.decide(none(new), metric, marginals=new, average=average).mask)
    # No worse than the decision from marginals that mislead, except for chance.
    plain = wald.decide(new, metric, average=average).mask
    value, plainly = (np.mean(wald.evaluate(new_truth, mask, metric, average=average)) for mask in (told.mask, plain))
    assert value > plainly - 0.005


def test_one_label_and_a_row():
    truth, p = overconfident(3, labels=1)
    rule = wald.Learner.fit("rule", none(p), truth, marginals=p, average="macro", rule="bagged-thresholds")
    assert rule.rule == "bagged-thresholds" and rule.candidates == "" and rule.rule_reason == "the rule was set"
    told = rule.decide(none(p), "f1", marginals=p, average="macro")
    # One threshold on the marginals.
    assert p[told.mask == 1].min() > p[told.mask == 0].max()
    one = rule.decide(none(p[:1]), "f1", marginals=p[:1], average="macro")
    assert one.mask[0, 0] == told.mask[0, 0]


def test_exactly_k_per_row():
    truth, p = overconfident(4, labels=6)
    rule = wald.Learner.fit("rule", none(p), truth, marginals=p, average="macro", per_row=2)
    told = rule.decide(none(p), "f1", marginals=p, average="macro")
    assert (told.mask.sum(axis=1) == 2).all()


def test_groups_and_weights_are_read():
    truth, p = overconfident(5, rows=60)
    weights = np.random.default_rng(0).integers(1, 4, 60)
    rows = np.repeat(np.arange(60), weights)
    weighted = wald.Learner.fit("rule", none(p), truth, marginals=p, weights=weights, average="macro", rule="thresholds")
    repeated = wald.Learner.fit("rule", none(rows), truth[rows], marginals=p[rows], average="macro", rule="thresholds")
    ask = {"marginals": p, "average": "macro"}
    assert np.array_equal(weighted.decide(none(p), "f1", **ask).mask, repeated.decide(none(p), "f1", **ask).mask)
    wald.Learner.fit("rule", none(p), truth, marginals=p, average="macro", groups=np.arange(60) // 3)


def test_what_is_refused():
    truth, p = overconfident(6)
    rule = wald.Learner.fit("rule", none(p), truth, marginals=p, average="macro")
    for call, message in (
        (lambda: wald.Learner.fit("rule", none(p), truth), "give those that the other model has out of fold"),
        (lambda: wald.Learner.fit("lfp", p, truth, rule="vote"), "rule"),
        (lambda: wald.Learner.fit("rule", none(p), truth, marginals=p, rule="best"), "rule is"),
        (lambda: wald.Learner.fit("rule", none(p), truth, marginals=p, metric="f"), "metric"),
        (lambda: wald.Learner.fit("rule", none(p), truth, marginals=p, metric="hamming", at_least=1), "at_least is 1"),
        (lambda: wald.Learner.fit("rule", none(p), truth, marginals=p, rule="decide-platt", folds=3),
         "folds is 3: rule is decide-platt, which is fitted without folds; automatic, given-cardinality and given-mixture read"),
        (lambda: rule.decide(none(p), "jaccard", marginals=p, average="macro"), 'the rule was chosen for "f1"'),
        (lambda: rule.decide(none(p), "f1", marginals=p), "the rule was chosen for macro"),
        (lambda: rule.decide(none(p), "f1", average="macro"), "takes the marginals of another model"),
        (lambda: rule.decide(none(p), "f1", marginals=p, average="macro", abstain=0.2),
         "abstain is 0.2: a fitted rule does not read it"),
        (lambda: rule.decide(none(p), "f1", marginals=p, average="macro", prevalence=0.2, training_prior=0.5),
         "prevalence is 0.2: a rule is for the prevalence of its training rows"),
        (lambda: rule.decide(none(p), wald.Metric("f1", zero_division=0), marginals=p, average="macro"),
         "zero_division is 0: the rule was chosen with 1"),
        (lambda: wald.Learner.fit("mixture:rule,given", none(p), truth, marginals=p), "holds rule"),
    ):
        with pytest.raises(wald.WaldError, match=message):
            call()


def test_as_a_classifier():
    rng = np.random.default_rng(7)
    X = rng.normal(size=(300, 4))
    y = (X @ rng.normal(size=(4, 3)) - 0.5 + rng.normal(size=(300, 3)) > 0).astype(int)
    made = wald.LearnerClassifier("rule", "f1", average="macro", marginals=LogisticRegression()).fit(X, y)
    assert made.learner_.rule in made.learner_.candidates.split()
    assert made.predict(X).shape == y.shape
    assert made.score(X, y) > 0.5
    binary = wald.LearnerClassifier("rule", "f1", marginals=LogisticRegression(), rule="decide-beta").fit(X, y[:, 0])
    assert binary.learner_.rule == "decide-beta"
    rows = wald.LearnerClassifier("rule", "f1", marginals=LogisticRegression()).fit(X, y)
    assert "given-mixture" in rows.learner_.candidates.split()
    zero = wald.LearnerClassifier("rule", "f1", zero_division=0, average="macro", marginals=LogisticRegression()).fit(X, y)
    assert zero.predict(X).shape == y.shape
    with pytest.raises(wald.ArgumentError, match="needs marginals"):
        wald.LearnerClassifier("rule").fit(X, y)
    with pytest.raises(wald.ArgumentError, match="calibration is 'platt'"):
        wald.LearnerClassifier("rule", marginals=LogisticRegression(), calibration="platt").fit(X, y)


def test_folds_of_a_rule_that_is_set():
    """The folds of a classifier are then those of the marginals alone; rules of learners read them."""
    truth, p = overconfident(7, rows=60)
    set_ = wald.LearnerClassifier("rule", "f1", average="macro", rule="thresholds", marginals=LogisticRegression(), cv=3)
    assert set_.fit(p, truth).learner_.rule == "thresholds"
    assert wald.Learner.fit("rule", none(p), truth, marginals=p, rule="given-cardinality", folds=3).rule == "given-cardinality"
    assert wald.Learner.fit("rule", none(p), truth, marginals=p, average="macro", folds=3).rule


def test_a_metric_without_a_name_is_refused_before_the_models_are_fitted():
    class Never(LogisticRegression):
        def fit(self, X, y, sample_weight=None):
            raise AssertionError("it was fitted")

    X, y = np.random.default_rng(8).normal(size=(60, 2)), np.eye(2, dtype=int)[np.arange(60) % 2]
    own = wald.Metric.custom(lambda tp, k, s, n: tp / n, "share")
    with pytest.raises(wald.ArgumentError, match="takes a metric that has a name"):
        wald.LearnerClassifier("rule", own, marginals=Never()).fit(X, y)
    with pytest.raises(TypeError, match="metric must be a str"):
        wald.Learner.fit("rule", none(X), y, marginals=np.full(y.shape, 0.5), metric=own)
    # The name of a ratio of linear functions: F1 of the counts, 2 tp / (k + s), with 0/0 of its own.
    ratio = wald.LearnerClassifier("rule", "lf:0:2:0:0/0:0:1:1", average="macro", marginals=LogisticRegression())
    assert ratio.fit(X, y).learner_.rule
    zero = wald.LearnerClassifier("rule", "f1", average="macro", zero_division=0, marginals=LogisticRegression()).fit(X, y)
    assert zero.predict(X).shape == y.shape
