"""Promises that are watched: answers, refusals, states, segments; the numbers are those of the core's own tests."""

import json
import math
import pickle

import numpy as np
import pytest

import wald


def stream(n, rate, seed=0):
    return np.ones(n, np.uint8), (np.random.default_rng(seed).random(n) < rate).astype(np.uint8)


def product(labels, bound, bet):
    """The capital of one gambler on a precision below the bound: each flagged row's term is bound - label."""
    return float(np.prod(1 + bet * (bound - np.asarray(labels, float))))


def test_a_broken_promise_is_called_broken_and_a_kept_one_is_not():
    flagged, labels = stream(3000, 0.8)
    broken = wald.Promise("precision>=0.9").feed(flagged, labels)
    assert broken.state == "broken" and broken.high < 0.9 and broken.evidence >= 20
    assert broken.value == labels.mean()
    assert 0 <= broken.broken_since <= broken.broken_at < 3000
    kept = wald.Promise("precision", at_least=0.7).feed(flagged, labels)
    assert kept.state == "kept" and kept.low > 0.7 and math.isnan(kept.broken_since)
    assert wald.Promise("fdr", at_most=0.3).feed(flagged, labels).state == "kept"


def test_evidence_is_a_mean_of_products_of_bets():
    """Sixteen bets: the evidence lies between the least and the greatest product over a grid of bets up to 1/bound."""
    flagged, labels = stream(200, 0.85, 3)
    found = wald.Promise("precision>=0.9").feed(flagged, labels).evidence
    each = [product(labels, 0.9, bet) for bet in np.linspace(0, 1 / 0.1, 2001)[:-1]]
    assert min(each) <= found <= max(each)
    # Before any row nobody has won or lost.
    assert wald.Promise("precision>=0.9").evidence == pytest.approx(1)


def test_false_alarms_stay_below_delta():
    """A promise that is kept exactly is ever called broken in at most delta of streams, looked at after every part."""
    random, alarms, runs = np.random.default_rng(7), 0, 400
    for _ in range(runs):
        promise = wald.Promise("precision>=0.8", delta=0.1)
        for _ in range(20):
            promise.feed(np.ones(50, np.uint8), (random.random(50) < 0.8).astype(np.uint8))
        alarms += promise.state == "broken"
    assert alarms <= runs * 0.1 + 3 * math.sqrt(runs * 0.09)


def test_the_order_of_parts_does_not_show():
    flagged, labels = stream(900, 0.93, 1)
    whole = wald.Promise("precision>=0.9").feed(flagged, labels)
    parts = [wald.Promise("precision>=0.9").feed(flagged[i::3], labels[i::3]) for i in range(3)]
    merged = parts[2].merge(parts[0]).merge(parts[1])
    assert (merged.evidence, merged.low, merged.high) == (whole.evidence, whole.low, whole.high)


def test_labels_that_are_asked_for_now_and_then():
    random = np.random.default_rng(5)
    n = 20_000
    truth = random.random(n) < 0.05
    flagged = np.where(truth, random.random(n) < 0.5, random.random(n) < 0.02)
    chance = np.where(flagged, 1.0, 0.1)
    labels = np.where(random.random(n) < chance, truth, np.nan)
    recall = wald.Promise("recall>=0.8", min_label_probability=0.1).feed(flagged, labels, label_probabilities=chance)
    assert recall.state == "broken" and recall.low < 0.5 < recall.high
    assert recall.n_labels < n / 5


def test_recent_rows_find_a_fall_that_all_rows_hide():
    flagged, labels = np.ones(7000, np.uint8), np.concatenate([stream(6000, 0.965, 2)[1], stream(1000, 0.88, 4)[1]])
    all_rows = wald.Promise("precision>=0.95").feed(flagged, labels)
    recent = wald.Promise("precision>=0.95", average_run=20_000).feed(flagged, labels)
    assert all_rows.state != "broken" and recent.state == "broken"
    assert 5800 <= recent.broken_since <= 6200 and recent.broken_at > 6000 and recent.n_alarms >= 1
    timed = wald.Promise("precision>=0.95", average_run=20_000).feed(flagged, labels, times=np.arange(7000) / 100)
    assert timed.broken_since == pytest.approx(recent.broken_since / 100)


def test_segments():
    random = np.random.default_rng(11)
    segments = np.arange(6000) % 3
    labels = (random.random(6000) < np.array([0.95, 0.95, 0.7])[segments]).astype(np.uint8)
    promise = wald.Promise("precision>=0.9", n_segments=3).feed(np.ones(6000, np.uint8), labels, segments=segments)
    assert promise.segment_state == ("kept", "kept", "broken")
    for s in range(3):
        alone = wald.Promise("precision>=0.9").feed(np.ones(2000, np.uint8), labels[segments == s])
        assert promise.segment_value[s] == alone.value and promise.n_segment_rows[s] == 2000
        assert promise.segment_low[s] <= alone.low and promise.segment_high[s] >= alone.high
    frame = promise.to_frame()
    assert list(frame["segment"]) == [0, 1, 2] and list(frame["state"]) == ["kept", "kept", "broken"]


def test_states_are_saved_copied_and_cleared():
    flagged, labels = stream(500, 0.9)
    promise = wald.Promise("precision>=0.95", average_run=5000).feed(flagged, labels)
    for again in (wald.Promise.load(promise.save()), wald.Promise.load(promise.save(binary=True)), promise.copy(),
                  pickle.loads(pickle.dumps(promise))):
        assert again.to_dict() == promise.to_dict()
        assert again.feed(flagged, labels).to_dict() == promise.copy().feed(flagged, labels).to_dict()
    assert json.loads(promise.save())["wald"] == "promise"
    assert promise.copy().clear().n_rows == 0
    assert "precision>=0.95" in repr(promise) and "precision" in promise.summary() and "<table" in promise._repr_html_()


@pytest.mark.parametrize("make, message", [
    (lambda: wald.Promise("precision>0.9"), "must be a metric, >= or <=, and a number"),
    (lambda: wald.Promise("precision"), "must be a metric, >= or <=, and a number"),
    (lambda: wald.Promise("precision>=0.9", at_least=0.9), "leave out at_least"),
    (lambda: wald.Promise("precision", at_least=0.9, at_most=1), "a promise has one bound"),
    (lambda: wald.Promise("precision", at_least=1.5), "must lie above 0 and below 1"),
    (lambda: wald.Promise("mcc>=0.5"), "the metric must be a share of rows"),
    (lambda: wald.Promise("precision>=0.9", delta=0), "delta is 0: must lie in (0, 1)"),
    (lambda: wald.Promise("alert_rate<=0.1", min_label_probability=0.5), "needs no labels"),
    (lambda: wald.Promise("precision>=0.9").feed([1], [np.nan]), "feed the row when its label comes"),
    (lambda: wald.Promise("precision>=0.9").feed([1, 1], [1]), "labels has 1 rows: must have 2"),
    (lambda: wald.Promise("precision>=0.9").feed([0.5], [1]), "flagged[0] is 0.5"),
    (lambda: wald.Promise("precision>=0.9").feed([[1]], [1]), "flagged has 2 dimensions"),
    (lambda: wald.Promise("precision>=0.9").feed([1], [1], weights=[2]), "weights[0] is 2"),
    (lambda: wald.Promise("precision>=0.9").feed([1], [1], label_probabilities=[0.5]), "0.5"),
    (lambda: wald.Promise("precision>=0.9").feed([1], [1], segments=[0]), "n_segments is 0"),
    (lambda: wald.Promise("precision>=0.9", n_segments=2).feed([1], [1], segments=[2]), "segments[0] is 2"),
    (lambda: wald.Promise("precision>=0.9").merge(wald.Promise("precision>=0.8")), "0.8"),
])
def test_refusals(make, message):
    with pytest.raises(wald.WaldError) as caught:
        make()
    assert message in str(caught.value)


def test_nothing_is_kept_of_a_call_that_fails():
    promise = wald.Promise("precision>=0.9").feed([1, 1], [1, 0])
    before = promise.to_dict()
    with pytest.raises(wald.ArgumentError):
        promise.feed([1, 1, 2], [1, 1, 1])
    assert promise.to_dict() == before


def test_empty():
    promise = wald.Promise("recall>=0.9").feed([], [])
    assert promise.state == "open" and math.isnan(promise.value) and (promise.low, promise.high) == (0, 1)


def test_labels_are_asked_for_where_they_answer_most():
    """Neyman's shares: in proportion to the root of the mean square of recall's term, which only positives have."""
    random = np.random.default_rng(5)
    truth = random.random(20_000) < 0.02
    predicted = np.clip(np.where(truth, 0.4, 0.02) * random.random(20_000), 0, 1)
    flagged = predicted > 0.1
    promise = wald.Promise("recall", at_least=0.9, min_label_probability=0.01)
    chance = promise.label_probabilities(flagged, predicted, 2000)
    assert 1700 < chance.sum() <= 2000 and chance.min() >= 0.01 and chance.max() <= 1
    assert len(np.unique(chance)) <= 25
    order = np.argsort(predicted[~flagged])
    assert (np.diff(chance[~flagged][order]) >= 0).all()
    labels = np.where(random.random(20_000) < chance, truth, np.nan)
    promise.feed(flagged, labels, label_probabilities=chance)
    assert promise.low <= flagged[truth].mean() <= promise.high
    assert (wald.Promise("precision>=0.9", min_label_probability=0.1).label_probabilities([0, 1], [0.5, 0.5], 1)
            == [0, 1]).tolist() == [True, True]
    with pytest.raises(wald.ArgumentError, match="n_labels is 0"):
        promise.label_probabilities([0], [0.5], 0)


@pytest.mark.parametrize("asked, claim", [
    ({"min_precision": 0.95, "min_recall": 0.1}, "precision>=0.95"),
    ({"min_recall": 1 / 3, "max_fpr": 0.5}, "recall>=0.3333333333333333"),
    ({"max_fpr": 0.25}, "fpr<=0.25"),
    ({"max_alert_rate": 0.4}, "alert_rate<=0.4"),
    ({"min_precision": 0.5, "certify": 0.9}, "precision>=0.5"),
    ({"metric": "f2", "min_recall": 0.5}, "recall>=0.5"),
    ({"metric": lambda tp, fp, fn, tn: tp - fp, "max_fpr": 0.25}, "fpr<=0.25"),
])  # fmt: skip
def test_thresholds_promise_the_limit_that_they_were_chosen_with(asked, claim):
    random = np.random.default_rng(2)
    truth = random.random(400) < 0.3
    scores = truth + random.normal(0, 0.5, 400)
    found = wald.choose_threshold(truth, scores, **asked)
    assert found.claim == claim
    promise = found.promise(average_run=5000).feed(found.apply(scores), truth)
    assert (promise.claim, promise.n_rows) == (claim, 400)
    assert wald.Thresholds.load(found.save()).promise().claim == claim
    assert pickle.loads(pickle.dumps(found)) == found
    sign = "<=" if "<=" in claim else ">="
    assert found.promise(0.125).claim == f"{claim.split(sign)[0]}{sign}0.125"


def test_thresholds_without_a_limit_need_a_bound():
    truth, scores = [0, 0, 1, 1], [0.1, 0.4, 0.6, 0.9]
    found = wald.choose_threshold(truth, scores, metric="f1")
    assert (found.claim, found.promise(0.8).claim) == ("f1", "f1>=0.8")
    without = wald.choose_threshold(truth, scores, max_fp=1)
    assert without.claim == ""
    for make in (found.promise, without.promise, lambda: without.promise(0.8)):
        with pytest.raises(wald.ArgumentError, match="the thresholds were chosen without a limit: give a bound"):
            make()
    with pytest.raises(wald.UnsupportedError):
        wald.choose_threshold(truth, scores, metric="mcc").promise(0.8)
