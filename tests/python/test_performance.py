"""Performance without labels: against all label vectors, simulation, labels that are known, and what it refuses."""

import itertools

import numpy as np
import pytest

import wald

METRICS = ["f1", "precision", "recall", "specificity", "mcc", "kappa", "gmean", "accuracy", "cost:1:5", "jaccard"]


def every_label(p, flagged, metric, **options):
    """Values with their probabilities, over all tables of labels."""
    p, flagged = np.asarray(p, float), np.asarray(flagged, np.uint8)
    found = {}
    for cells in itertools.product([0, 1], repeat=p.size):
        y = np.array(cells, np.uint8).reshape(p.shape)
        mass = float(np.prod(np.where(y, p, 1 - p)))
        value = wald.evaluate(y, flagged, metric, **options)
        found[value] = found.get(value, 0) + mass
    return found


def value_of(y, flagged, metric, weights=None):
    return wald.evaluate(y[:, None].astype(np.uint8), flagged[:, None], metric, average="macro", weights=weights)


def quantile(found, q):
    values = sorted(found)
    return values[int(np.searchsorted(np.cumsum([found[v] for v in values]), q - 1e-12))]


@pytest.mark.parametrize("metric", METRICS)
def test_value_and_band_are_those_of_all_label_vectors(metric):
    p = np.random.default_rng(1).random(9)
    flagged = (p > 0.4).astype(np.uint8)
    found = every_label(p, flagged, metric)
    made = wald.estimate_performance(p, flagged, metric)
    assert made.value[0] == pytest.approx(sum(value * mass for value, mass in found.items()), abs=1e-12)
    assert made.low[0] == pytest.approx(quantile(found, 0.025), abs=1e-12)
    assert made.high[0] == pytest.approx(quantile(found, 0.975), abs=1e-12)
    assert (made.chunks, made.n_rows.tolist(), made.n_labels.tolist()) == ((0,), [9], [0])
    assert made.metric == wald.Metric(metric).name
    assert made.calibration_error[0] == 0


@pytest.mark.parametrize("average", ["micro", "macro", "instance"])
@pytest.mark.parametrize("metric", ["f1", "accuracy", "recall"])
def test_averages_are_those_of_all_tables(average, metric):
    p = np.random.default_rng(2).random((4, 3))
    flagged = (p > 0.5).astype(np.uint8)
    found = every_label(p, flagged, metric, average=average)
    made = wald.estimate_performance(p, flagged, metric, average=average)
    assert made.value[0] == pytest.approx(sum(value * mass for value, mass in found.items()), abs=1e-12)
    spread = sorted(found)
    gap = max(np.diff(spread)) + 1e-9
    assert abs(made.low[0] - quantile(found, 0.025)) <= gap and abs(made.high[0] - quantile(found, 0.975)) <= gap
    uneven = wald.estimate_performance(p, flagged, metric, average="macro", label_weights=[1, 0, 3])
    each = [wald.estimate_performance(p[:, j], flagged[:, j], metric).value[0] for j in range(3)]
    assert uneven.value[0] == pytest.approx((each[0] + 3 * each[2]) / 4, abs=1e-12)


@pytest.mark.parametrize("weights", [None, "uneven"])
@pytest.mark.parametrize("metric", ["f1", "mcc", "cost:1:3"])
def test_many_rows_are_those_of_simulated_labels(metric, weights):
    random = np.random.default_rng(3)
    p = random.beta(0.5, 3, 3000)
    flagged = (p > 0.3).astype(np.uint8)
    given = None if weights is None else random.uniform(0.5, 2, 3000)
    made = wald.estimate_performance(p, flagged, metric, weights=given)
    values = [value_of(random.random(3000) < p, flagged, metric, given)
              for _ in range(1500)]
    error = np.std(values)
    assert abs(made.value[0] - np.mean(values)) < 4 * error / np.sqrt(1500)
    assert made.standard_error[0] == pytest.approx(error, rel=0.1)
    low, high = np.quantile(values, [0.025, 0.975])
    assert abs(made.low[0] - low) < 0.35 * error and abs(made.high[0] - high) < 0.35 * error


def test_few_weighted_rows_are_simulated():
    p, flagged, weights = np.array([0.9, 0.4, 0.2, 0.7]), np.array([1, 1, 0, 0], np.uint8), np.array([1.0, 2.5, 3.0, 0.5])
    values = {}
    for cells in itertools.product([0, 1], repeat=4):
        y = np.array(cells, np.uint8)
        value = value_of(y, flagged, "f1", weights)
        values[value] = values.get(value, 0) + float(np.prod(np.where(y, p, 1 - p)))
    made = wald.estimate_performance(p, flagged, "f1", weights=weights)
    assert made.value[0] == pytest.approx(sum(value * mass for value, mass in values.items()), abs=0.02)


def test_probabilities_of_0_and_1_leave_no_doubt():
    y = np.array([1, 0, 1, 1, 0, 0], np.uint8)
    flagged = np.array([1, 1, 1, 0, 0, 0], np.uint8)
    for metric in METRICS:
        made = wald.estimate_performance(y.astype(float), flagged, metric)
        value = wald.evaluate(y, flagged, metric)
        assert (made.value[0], made.low[0], made.high[0]) == pytest.approx((value,) * 3, abs=1e-15)


def test_nothing_flagged_one_row_and_rows_without_weight():
    none = wald.estimate_performance([0.2, 0.3], [0, 0], "precision")
    assert none.value[0] == none.low[0] == none.high[0] == 1  # 0/0 by the metric
    assert wald.estimate_performance([0.2, 0.3], [0, 0], wald.Metric("precision", zero_division=0)).value[0] == 0
    one = wald.estimate_performance([0.25], [1], "precision")
    assert (one.value[0], one.low[0], one.high[0]) == (0.25, 0, 1)
    nothing = wald.estimate_performance([0.2, 0.3], [1, 0], "f1", weights=[0, 0])
    assert np.isnan(nothing.value[0]) and nothing.n_rows[0] == 0
    assert wald.estimate_performance(np.zeros(0), np.zeros(0, np.uint8), "f1").n_chunks == 0


def test_chunks_and_segments():
    random = np.random.default_rng(4)
    p = random.random(1000)
    flagged = (p > 0.5).astype(np.uint8)
    months = np.repeat(["b", "a", "c"], [300, 300, 400])
    markets = random.integers(0, 2, 1000)
    markets[months == "c"] = 0
    made = wald.estimate_performance(p, flagged, "f1", chunks=months, segments=markets)
    assert (made.chunks, made.segments, made.n_chunks, made.n_segments) == (("a", "b", "c"), (0, 1), 3, 2)
    for at, month in enumerate(made.chunks):
        rows = months == month
        alone = wald.estimate_performance(p[rows], flagged[rows], "f1")
        assert made.value[at] == alone.value[0] and made.low[at] == alone.low[0] and made.n_rows[at] == rows.sum()
        for market in (0, 1):
            part, of = rows & (markets == market), made.segment(market)
            assert of["n_rows"][at] == part.sum()
            if part.any():
                assert of["value"][at] == wald.estimate_performance(p[part], flagged[part], "f1").value[0]
            else:
                assert np.isnan(of["value"][at])
    by_rows = wald.estimate_performance(p, flagged, "f1", chunks=300)
    assert by_rows.n_rows.tolist() == [300, 300, 300, 100] and by_rows.chunks == (0, 1, 2, 3)
    fed = wald.Performance("f1")
    for begin in range(0, 1000, 300):
        fed.feed(p[begin:begin + 300], flagged[begin:begin + 300])
    assert np.array_equal(fed.value, by_rows.value) and np.array_equal(fed.high, by_rows.high)
    assert fed.clear().n_chunks == 0
    frame = by_rows.to_frame()
    assert list(frame["chunk"]) == [0, 1, 2, 3] and list(frame["value"]) == list(by_rows.value)


def test_threads_give_the_same_bits():
    random = np.random.default_rng(5)
    p, q = random.random(5000), random.random(400)
    y = random.random(400) < q
    made = [wald.estimate_performance(p, p > 0.5, "f1", chunks=500, threads=threads, calibration_truth=y, samples=50,
                                      calibration_probabilities=q) for threads in (1, 3)]
    assert np.array_equal(made[0].low, made[1].low) and np.array_equal(made[0].value, made[1].value)


def drawn(random, n, slope=1.0):
    z = random.normal(-1, 1.5, n)
    return 1 / (1 + np.exp(-z)), random.random(n) < 1 / (1 + np.exp(-slope * z))


@pytest.mark.parametrize("calibration", ["automatic", "platt", "isotonic", "beta"])
def test_calibration_rows_mend_probabilities_and_widen_the_band(calibration):
    random = np.random.default_rng(6)
    p, y = drawn(random, 20_000, 0.5)
    q, of_q = drawn(random, 4000, 0.5)
    flagged = (p > 0.5).astype(np.uint8)
    truth = value_of(y, flagged, "precision")
    plain = wald.estimate_performance(p, flagged, "precision")
    made = wald.estimate_performance(p, flagged, "precision", calibration_truth=of_q, calibration_probabilities=q,
                                     calibration=calibration)
    assert plain.low[0] > truth  # overconfident
    assert made.low[0] <= truth <= made.high[0]
    assert made.standard_error[0] > made.calibration_error[0] > plain.standard_error[0]
    fewer = wald.estimate_performance(p, flagged, "precision", calibration_truth=of_q[:500],
                                      calibration_probabilities=q[:500], calibration=calibration)
    assert fewer.calibration_error[0] > 1.5 * made.calibration_error[0]


def test_automatic_calibration_is_the_mean_of_isotonic_and_beta():
    random = np.random.default_rng(11)
    p, (q, of_q) = random.random((300, 2)), drawn(random, (800, 2), 0.5)
    flagged = p > 0.5
    mixed, isotonic, beta = [
        wald.estimate_performance(p, flagged, "accuracy", calibration_truth=of_q, calibration_probabilities=q,
                                  calibration=calibration) for calibration in ("automatic", "isotonic", "beta")]
    assert mixed.value[0] == pytest.approx((isotonic.value[0] + beta.value[0]) / 2, abs=1e-12)  # it is linear in p
    assert 0 < mixed.calibration_error[0] <= max(isotonic.calibration_error[0], beta.calibration_error[0])


def test_the_band_covers_what_comes():
    """Labels and calibration rows drawn anew each time. The script in docs/experiments/performance does it 10^4 times."""
    covered = 0
    for seed in range(200):
        random = np.random.default_rng(seed)
        p, y = drawn(random, 400, 0.6)
        q, of_q = drawn(random, 500, 0.6)
        flagged = (p > 0.4).astype(np.uint8)
        made = wald.estimate_performance(p, flagged, "f1", calibration_truth=of_q, calibration_probabilities=q, samples=50)
        covered += made.low[0] <= value_of(y, flagged, "f1") <= made.high[0]
    assert 180 <= covered <= 199  # 190 of 200, and 3.3 standard errors


def test_labels_correct_what_probabilities_get_wrong():
    covered, missed = 0, 0
    for seed in range(200):
        random = np.random.default_rng(seed)
        p, _ = drawn(random, 2000)
        y = (random.random(2000) < 0.7 * p).astype(np.uint8)  # P(label | row) has changed
        flagged = (p > 0.4).astype(np.uint8)
        chance = np.where(flagged, 0.5, 0.1)
        labels = np.where(random.random(2000) < chance, y, np.nan)
        truth = value_of(y, flagged, "f1")
        made = wald.estimate_performance(p, flagged, "f1", labels=labels, label_probabilities=chance)
        covered += made.low[0] <= truth <= made.high[0]
        plain = wald.estimate_performance(p, flagged, "f1")
        missed += not plain.low[0] <= truth <= plain.high[0]
        assert made.n_labels[0] == np.isfinite(labels).sum()
    assert covered >= 180 and missed >= 195


@pytest.mark.parametrize("average", ["micro", "macro", "instance"])
def test_all_labels_give_the_value_itself(average):
    random = np.random.default_rng(7)
    p = random.random((60, 3))
    y, flagged = (random.random((60, 3)) < p).astype(np.uint8), (p > 0.4).astype(np.uint8)
    made = wald.estimate_performance(p, flagged, "f1", average=average, labels=y, label_probabilities=np.ones(60))
    value = wald.evaluate(y, flagged, "f1", average=average)
    assert (made.value[0], made.low[0], made.high[0]) == pytest.approx((value,) * 3, abs=1e-12)


def test_instances_with_calibration():
    random = np.random.default_rng(8)
    p, q = random.random((400, 4)), random.random((600, 4))
    of_q = random.random((600, 4)) < q**2
    y = (random.random((400, 4)) < p**2).astype(np.uint8)
    flagged = (p > 0.6).astype(np.uint8)
    made = wald.estimate_performance(p, flagged, "f1", average="instance", calibration_truth=of_q,
                                     calibration_probabilities=q, calibration="beta")
    assert made.low[0] <= wald.evaluate(y, flagged, "f1", average="instance") <= made.high[0]
    assert 0 < made.calibration_error[0] < made.standard_error[0]


def own(name, **declared):
    """The library's metric as a function of the caller's."""
    metric = wald.Metric(name)
    return wald.Metric.custom(lambda tp, k, s, n: metric.utility(tp, k, s, n), f"my_{name}", **declared)


@pytest.mark.parametrize("average", ["micro", "macro", "instance"])
@pytest.mark.parametrize("n", [6, 40])
def test_custom_metrics_are_estimated_like_the_librarys_own(average, n):
    random = np.random.default_rng(9)
    p, q = random.random((n, 3)), random.random((50, 3))
    flagged, of_q = (p > 0.6).astype(np.uint8), random.random((50, 3)) < q**2
    for given in ({}, {"calibration_truth": of_q, "calibration_probabilities": q, "samples": 20}):
        made, wanted = [wald.estimate_performance(p, flagged, metric, average=average, **given) for metric in (own("f1"), "f1")]
        assert made.metric == "my_f1"
        for name in ("value", "low", "high", "standard_error"):
            assert getattr(made, name)[0] == pytest.approx(getattr(wanted, name)[0], abs=1e-12 if not given else 2e-3)
    labels = np.where(np.arange(n)[:, None] % 2, (random.random((n, 3)) < p).astype(float), np.nan)
    asked = {"labels": labels, "label_probabilities": np.full(n, 0.5)}
    made, wanted = [wald.estimate_performance(p, flagged, metric, average=average, **asked) for metric in (own("f1"), "f1")]
    assert made.value[0] == pytest.approx(wanted.value[0], abs=0.05)  # between whole counts


def test_a_custom_metric_of_many_rows():
    random = np.random.default_rng(10)
    p = random.random(20_000)
    flagged = p > 0.7
    made = wald.estimate_performance(p, flagged, wald.Metric.custom(
        lambda tp, k, s, n: (tp - 0.5 * (k - tp)) / n, "gain", vectorised=True), chunks=10_000)
    tp, k = [p[at : at + 10_000][flagged[at : at + 10_000]].sum() for at in (0, 10_000)], flagged.reshape(2, -1).sum(1)
    assert made.value == pytest.approx((1.5 * np.array(tp) - 0.5 * k) / 10_000, abs=1e-6)


def test_what_a_custom_metric_throws_and_how_long_it_lives():
    def refuse(tp, k, s, n):
        raise KeyError("mine")

    with pytest.raises(KeyError, match="mine"):
        wald.estimate_performance([0.5], [1], wald.Metric.custom(refuse))
    metric = own("precision")
    made = wald.Performance(metric)
    metric.close()
    del metric
    assert made.feed([0.9, 0.8, 0.2], [1, 1, 0]).value[0] == pytest.approx(0.85)
    with pytest.raises(wald.UnsupportedError, match="weights need average instance"):
        made.feed([0.5], [1], weights=[2])
    assert made.n_chunks == 1
    table = wald.Metric.custom(lambda tp, k, s, n: tp / n, vectorised=True, n=3)
    assert wald.estimate_performance([0.9, 0.8, 0.2], [1, 1, 0], table).value[0] == pytest.approx(1.7 / 3)
    with pytest.raises(wald.ArgumentError, match="is a table for 3 items"):
        wald.estimate_performance([0.9], [1], table)


def test_what_is_refused():
    for arguments, reason in (
        (dict(probabilities=[0.5, 1.5], flagged=[1, 0]), r"probabilities\[1\]\[0\] is 1.5"),
        (dict(probabilities=[0.5, np.nan], flagged=[1, 0]), r"probabilities\[1\]\[0\] is nan"),
        (dict(probabilities=[0.5], flagged=[1], weights=[-1]), r"weights\[0\] is -1"),
        (dict(probabilities=[0.5], flagged=[1], labels=[1]), "label_probabilities"),
        (dict(probabilities=[0.5], flagged=[1], labels=[1], label_probabilities=[0]), "must be above 0"),
        (dict(probabilities=[0.5], flagged=[1], labels=[np.nan], label_probabilities=[1]), "must be 0 if it was not requested"),
        (dict(probabilities=[0.5], flagged=[1], chunks=0), "chunks is 0"),
        (dict(probabilities=[0.5] * 3, flagged=[1] * 3, chunks=["a", "b"]), "chunks has 2 rows: must have 3"),
        (dict(probabilities=[0.5] * 3, flagged=[1] * 2, chunks=["a"] * 3), "flagged has 2 rows: must have 3"),
        (dict(probabilities=[0.5] * 3, flagged=[1] * 3, chunks=["a"] * 3, segments=["x"] * 4), "segments has 4 rows"),
        (dict(probabilities=[0.5], flagged=[1], calibration_truth=[1, 0]), "both calibration_truth"),
        (dict(probabilities=[0.5], flagged=[1], calibration_truth=[1, 1], calibration_probabilities=[0.5, 0.2]), "has no 0"),
        (dict(probabilities=[[0.5, 0.1]], flagged=[[1, 0]], labels=[[1, np.nan]], label_probabilities=[0.5]), "partly known"),
    ):
        with pytest.raises(wald.WaldError, match=reason):
            wald.estimate_performance(metric="f1", **arguments)
    with pytest.raises(wald.ArgumentError, match="must have 2, as the rows before"):
        wald.Performance("f1").feed([[0.5, 0.5]], [[1, 0]]).feed([0.5], [1])


def test_pictures():
    pytest.importorskip("matplotlib").use("Agg")
    p = np.random.default_rng(9).random(500)
    made = wald.estimate_performance(p, p > 0.5, "f1", chunks=100)
    drawn_ = made.plot(reference=0.7)
    assert len(drawn_.line_.get_xdata()) == 5
    assert repr(made).startswith("<Performance: f1 of 5 chunks, the last 0.")
    assert made.to_dict()["chunks"] == made.chunks and made.to_dict()["n_rows"] == made.n_rows.tolist()
    assert made.n_rows.dtype == np.int64 and repr(wald.Performance("f1")) == "<Performance: f1, no rows>"
