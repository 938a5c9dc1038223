"""Pictures of promises: what they draw is what the promise says after each part."""

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np
import pytest
import wald

N = 3000
FLAGGED = np.ones(N, np.uint8)
RIGHT = (np.random.default_rng(1).random(N) < np.repeat([0.97, 0.8], N // 2)).astype(np.uint8)


@pytest.fixture(autouse=True)
def closed():
    yield
    plt.close("all")


def test_the_lines_are_what_the_promise_says_after_each_part():
    promise = wald.Promise("precision>=0.95", average_run=5000)
    shown = wald.PromiseDisplay.from_rows(promise, FLAGGED, RIGHT, parts=30)
    assert promise.n_rows == N and shown.promise is promise
    again = wald.Promise("precision>=0.95", average_run=5000).feed(FLAGGED[:1000], RIGHT[:1000])
    assert shown.positions[9] == 1000
    assert (shown.values[9], shown.lows[9], shown.highs[9], shown.evidence[9]) == (
        again.value, again.low, again.high, again.evidence)
    assert shown.ax_.get_title() == "precision>=0.95: broken"
    np.testing.assert_array_equal(shown.line_.get_ydata(), shown.values)
    assert shown.alarm_.get_xdata()[0] == promise.broken_at > N // 2
    assert shown.goal_.get_ydata()[0] == pytest.approx(20)


def test_kept_promises_have_no_alarm_and_axes_may_be_given():
    _, ax = plt.subplots()
    shown = wald.PromiseDisplay.from_rows(wald.Promise("fdr<=0.3"), FLAGGED, RIGHT, ax=ax)
    assert shown.ax_ is ax and shown.promise.state == "kept" and not hasattr(shown, "alarm_")
    assert len(shown.positions) == 100


def test_label_probabilities_and_segments_are_fed_by_part():
    chance = np.full(N, 0.5)
    labels = np.where(np.arange(N) % 2, RIGHT, np.nan)
    promise = wald.Promise("precision>=0.5", min_label_probability=0.5, n_segments=2)
    wald.PromiseDisplay.from_rows(promise, FLAGGED, labels, label_probabilities=chance, segments=np.arange(N) % 2)
    assert promise.n_labels == N // 2 and promise.n_segment_rows[0] == N // 2


def test_what_cannot_be_drawn_is_refused():
    with pytest.raises(TypeError, match="must be a Promise"):
        wald.PromiseDisplay.from_rows("precision>=0.9", FLAGGED, RIGHT)
    with pytest.raises(wald.ArgumentError, match="flagged has 0 rows"):
        wald.PromiseDisplay.from_rows(wald.Promise("precision>=0.9"), [], [])
