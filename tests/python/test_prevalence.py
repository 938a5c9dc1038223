"""Estimated prevalences against naive expectation-maximisation, and thresholds at another prevalence."""

import numpy as np
import pandas as pd
import pytest
import wald
from wald import ArgumentError

RANDOM = np.random.default_rng(5)
Y = RANDOM.random(4000) < 0.3
SCORE = RANDOM.normal(2 * Y - 1, 1.0)
P = 1 / (1 + np.exp(-(2 * SCORE + np.log(0.3 / 0.7))))


def rows_at(share, n=1500, seed=1):
    """Rows of the same labels and probabilities where this share is positive."""
    random = np.random.default_rng(seed)
    y = random.random(n) < share
    return y, 1 / (1 + np.exp(-(2 * random.normal(2 * y - 1, 1.0) + np.log(0.3 / 0.7))))


def naive(p, training, rounds=5000):
    now = np.array(training)
    for _ in range(rounds):
        weighted = p * now / training
        now = (weighted / weighted.sum(1, keepdims=True)).mean(0)
    return now


@pytest.mark.parametrize("share", [0.02, 0.3, 0.8])
def test_a_label_is_estimated(share):
    _, p = rows_at(share)
    found = wald.estimate_prevalence(p, training_prior=0.3)
    assert found.prior[0] == pytest.approx(naive(np.column_stack([1 - p, p]), [0.7, 0.3])[1], abs=1e-6)
    assert found.low[0] < share < found.high[0]
    assert np.isnan(found.p_value[0]) and found.n_rows == len(p) and found.n_calibration_rows == 0


def test_classes_are_estimated():
    p = RANDOM.dirichlet([1, 2, 3], 300)
    training = np.array([0.2, 0.3, 0.5])
    found = wald.estimate_prevalence(pd.DataFrame(p, columns=["a", "b", "c"]), training_prior=training, kind="categorical")
    assert found.prior == pytest.approx(naive(p, training), abs=1e-5)
    assert found.to_frame()["label"].tolist() == ["a", "b", "c"]
    assert found.to_dict()["prior"] == pytest.approx(found.prior.tolist())


def test_calibration_rows_are_used():
    _, p = rows_at(0.7)
    sure = p**3 / (p**3 + (1 - p) ** 3)
    known = P**3 / (P**3 + (1 - P) ** 3)
    asked = {"calibration_truth": Y, "calibration_probabilities": known, "bootstrap": 60, "seed": 4}
    found = wald.estimate_prevalence(sure, **asked)
    assert found.low[0] < 0.7 < found.high[0]
    assert found.training_prior[0] == pytest.approx(Y.mean())
    assert found.p_value[0] > 0.01
    again = wald.estimate_prevalence(sure, **asked, threads=2)
    assert (again.low, again.high, again.p_value) == (found.low, found.high, found.p_value)
    other = wald.estimate_prevalence(RANDOM.random(1500), **asked)
    assert other.p_value[0] < 0.05
    assert "Prevalence" in repr(found)


@pytest.mark.parametrize(("call", "message"), [
    (lambda: wald.estimate_prevalence(P), "training_prior is NULL"),
    (lambda: wald.estimate_prevalence(P, training_prior=1.0), r"training_prior\[0\] is 1: must lie in \(0, 1\)"),
    (lambda: wald.estimate_prevalence(P, training_prior=[0.1, 0.2]), "training_prior has 2"),
    (lambda: wald.estimate_prevalence(P, calibration_truth=Y), "needed together"),
    (lambda: wald.estimate_prevalence([], training_prior=0.2), "probabilities has 0 rows"),
])  # fmt: skip
def test_what_is_refused(call, message):
    with pytest.raises(ArgumentError, match=message):
        call()


def test_options_that_are_not_read_are_refused():
    with pytest.raises(TypeError, match="bins is 3: estimating a prevalence does not read it"):
        wald.estimate_prevalence(P, training_prior=0.3, bins=3)


def test_thresholds_are_chosen_at_another_prevalence():
    found = wald.choose_threshold(Y, SCORE, metric="f1", prevalence=0.05)
    weights = np.where(Y, 0.05 / Y.mean(), 0.95 / (1 - Y.mean()))
    weighted = wald.choose_threshold(Y, SCORE, metric="f1", weights=weights)
    assert found.thresholds == pytest.approx(weighted.thresholds)
    assert found.precision == pytest.approx(weighted.precision)
    as_they_are = wald.choose_threshold(Y, SCORE, metric="f1")
    assert found.thresholds[0] > as_they_are.thresholds[0]
    certified = wald.choose_threshold(Y, SCORE, min_precision=0.5, certify=0.9, prevalence=0.05)
    assert certified.certified
    flagged = SCORE >= certified.thresholds[0]
    tpr, fpr = flagged[Y].mean(), flagged[~Y].mean()
    assert 0.05 * tpr / (0.05 * tpr + 0.95 * fpr) > 0.5


@pytest.mark.parametrize("kind, prevalence, training_prior", [
    ("independent", [0.05], [0.3]), ("independent", [0.05, 0.5, 0.2], [0.3, 0.3, 0.1]), ("categorical", [0.5, 0.2, 0.1], [0.2, 0.2, 0.2]),
])  # fmt: skip
def test_decisions_are_those_of_adapted_probabilities(kind, prevalence, training_prior):
    p = np.random.default_rng(5).random((40, 3)) / (1 if kind == "independent" else 3)
    moved = wald.Calibration.adapt(p, np.resize(training_prior, 3), np.resize(prevalence, 3), kind=kind)
    options = {"prevalence": prevalence, "training_prior": training_prior}
    for average in ("instance", "macro"):
        found = wald.decide(p, "f1", kind=kind, average=average, **options)
        wanted = wald.decide(moved, "f1", kind=kind, average=average)
        assert (found.mask == wanted.mask).all() and (found.expected == wanted.expected).all()
        gains = [wald.worth(q, "f1", kind=kind, average=average, **more) for q, more in ((p, options), (moved, {}))]
        assert gains[0].gain == gains[1].gain and gains[0].standard_error == gains[1].standard_error
    if kind == "independent" and len(prevalence) == 1:  # rows of one label
        assert (wald.decide(p[:, 0], "f1", prevalence=0.05, training_prior=0.3).mask == wald.decide(moved[:, 0], "f1").mask).all()


def test_labels_segments_and_comparisons_weight_their_own_rows():
    y, s = np.c_[Y, ~Y], np.c_[SCORE, -SCORE + np.arange(len(Y)) % 3]
    shares = [0.05, 0.4]
    found = wald.label_thresholds(y, s, metric="f1", prevalence=shares)
    for label, share in enumerate(shares):
        alone = wald.choose_threshold(y[:, label], s[:, label], metric="f1", prevalence=share)
        assert found.precision[label] == pytest.approx(alone.precision)
        assert found.thresholds[label] == pytest.approx(alone.thresholds[0])
    parts = np.arange(len(Y)) % 2
    segments = wald.segment_thresholds(Y, SCORE, parts, metric="f1", prevalence=0.05)
    for part in (0, 1):
        rows = segments.by_segment
        total = rows["positives"][part] + rows["negatives"][part]
        assert rows["positives"][part] == pytest.approx(0.05 * total)
    a, b = SCORE > 1, SCORE > 0.5
    weights = np.where(Y, 0.05 / Y.mean(), 0.95 / (1 - Y.mean()))
    column = [x[:, None] for x in (Y, a, b)]
    compared = wald.compare(*column, "f1", average="macro", prevalence=0.05)
    weighted = wald.compare(*column, "f1", average="macro", weights=weights)
    assert compared.difference == pytest.approx(weighted.difference) and compared.p_value == weighted.p_value
    assert compared.value_a == wald.evaluate(column[0], column[1], "f1", average="macro", prevalence=0.05)


@pytest.mark.parametrize(("call", "message"), [
    (lambda: wald.decide(P, "f1", prevalence=0.1), "training_prior is not set: must be with prevalence"),
    (lambda: wald.decide(P, "f1", prevalence=0, training_prior=0.1), r"prevalence\[0\] is 0: must lie in \(0, 1\)"),
    (lambda: wald.decide(np.c_[P, P], "f1", prevalence=[0.1] * 3, training_prior=0.1), "prevalence has 3 numbers: must have 1, or one"),
    (lambda: wald.choose_threshold(Y, SCORE, prevalence=[0.1, 0.2]), "prevalence has 2 numbers: must have 1, as there is one label"),
])  # fmt: skip
def test_what_a_prevalence_must_be(call, message):
    with pytest.raises(ArgumentError, match=message):
        call()


def test_evaluations_are_made_at_another_prevalence():
    found = wald.evaluate_thresholds(Y, {"score": SCORE}, 1.0, metrics=["precision", "recall"], prevalence=0.05)
    flagged = SCORE >= 1
    tpr, fpr = flagged[Y].mean(), flagged[~Y].mean()
    values = found.to_frame().set_index("metric")["value"]
    assert values["precision"] == pytest.approx(0.05 * tpr / (0.05 * tpr + 0.95 * fpr))
    assert values["recall"] == pytest.approx(tpr)
