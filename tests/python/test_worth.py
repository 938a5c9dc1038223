"""What deciding is worth, in advance: against simulated truths, and against what `compare` says afterwards."""

import itertools
import pickle

import numpy as np
import pandas as pd
import pytest
import wald
from scipy import sparse


def independent(rng, rows, labels):
    mean = rng.normal(-1.2, 1, labels)
    return 1 / (1 + np.exp(-(mean + rng.normal(0, 1.5, (rows, labels)))))


def exclusive(rng, rows, labels):
    x = np.exp(rng.normal(0, 1.3, (rows, labels + 1)))
    return (x / x.sum(1, keepdims=True))[:, :labels]


def draw(rng, p, kind):
    if kind == "independent":
        return (rng.random(p.shape) < p).astype(np.uint8)
    sums = np.cumsum(p, 1)
    chosen = (rng.random((len(p), 1)) >= sums).sum(1)
    return (np.arange(p.shape[1]) == chosen[:, None]).astype(np.uint8)


def predictions(p, metric, **asked):
    cut = (p >= 0.5).astype(np.uint8)
    return cut, np.asarray(wald.decide(p, metric, **asked).mask, np.uint8)


@pytest.mark.parametrize("average, kind", [("instance", "independent"), ("macro", "independent"),
                                            ("micro", "independent"), ("instance", "categorical"),
                                            ("macro", "categorical")])
@pytest.mark.parametrize("metric", ["f1", "balanced_accuracy"])
def test_gain_and_errors_are_those_of_simulated_truths(average, kind, metric):
    rng = np.random.default_rng(7)
    make = independent if kind == "independent" else exclusive
    p = make(rng, 150, 3)
    found = wald.worth(p, metric, average=average, kind=kind)
    cut, best = predictions(p, metric, average=average, kind=kind)
    gains, squares = [], []
    for _ in range(1500):
        y = draw(rng, p, kind)
        gains.append(wald.evaluate(y, best, metric, average=average) - wald.evaluate(y, cut, metric, average=average))
    for _ in range(150):
        y = draw(rng, p, kind)
        squares.append(wald.compare(y, cut, best, metric, average=average, samples=2).standard_error ** 2)
    error = np.std(gains) / np.sqrt(len(gains))
    assert found.gain == pytest.approx(np.mean(gains), abs=4 * error + 1e-12)
    assert found.truth_error == pytest.approx(np.std(gains), rel=0.08)
    # What compare will find is the error over rows and truths.
    assert found.standard_error == pytest.approx(np.sqrt(np.mean(squares)), rel=0.06)


@pytest.mark.parametrize("average", ["instance", "macro"])
def test_the_error_is_that_of_other_rows(average):
    rng = np.random.default_rng(8)
    found, gains = [], []
    mean = rng.normal(-1.2, 1, 4)
    for _ in range(300):
        p = 1 / (1 + np.exp(-(mean + rng.normal(0, 1.5, (120, 4)))))
        cut, best = predictions(p, "f1", average=average)
        y = draw(rng, p, "independent")
        gains.append(wald.evaluate(y, best, "f1", average=average) - wald.evaluate(y, cut, "f1", average=average))
        found.append(wald.worth(p, "f1", average=average, samples=1000))
    spread = np.sqrt(np.mean([one.standard_error**2 for one in found]))
    assert spread == pytest.approx(np.std(gains), rel=0.12)
    within = np.mean([abs(g - one.gain) <= 2 * one.standard_error for g, one in zip(gains, found)])
    assert within > 0.9


def test_temperature_is_that_of_the_truth():
    rng = np.random.default_rng(9)
    p = independent(rng, 80, 4)
    odds = np.log(p / (1 - p)) / 2
    truly = 1 / (1 + np.exp(-odds))
    found = wald.worth(p, "f1", temperature=2)
    cut, best = predictions(p, "f1")
    by = wald.expected(truly, "f1", best).mean() - wald.expected(truly, "f1", cut).mean()
    assert found.gain == pytest.approx(by, abs=1e-12)
    assert found.changed_cell_share == wald.worth(p, "f1").changed_cell_share == pytest.approx((cut != best).mean(), abs=1e-14)


def test_rows_that_are_known_to_have_a_label():
    rng = np.random.default_rng(11)
    p = independent(rng, 30, 4) / 3
    cut, best = predictions(p, "f1", at_least=1)
    gains = []
    for row, low, high in zip(p, cut, best):
        truths = [np.array(y) for y in itertools.product((0, 1), repeat=4) if any(y)]
        mass = np.array([np.prod(np.where(y, row, 1 - row)) for y in truths])
        by = [wald.evaluate([y], [high], "f1") - wald.evaluate([y], [low], "f1") for y in truths]
        gains.append(mass @ np.ravel(by) / mass.sum())
    found = wald.worth(p, "f1", at_least=1, nonempty=True)
    assert found.gain == pytest.approx(np.mean(gains), abs=1e-12) and found.verdict == "pays"
    assert wald.worth(p, "f1", at_least=1).gain < 0
    with pytest.raises(wald.UnsupportedError, match="nonempty with average macro"):
        wald.worth(p, "f1", average="macro", nonempty=True)
    with pytest.raises(wald.ArgumentError, match="row 1 has no probability above 0"):
        wald.worth([[0.5, 0.5], [0, 0]], "f1", nonempty=True)


def test_forms_of_input():
    rng = np.random.default_rng(10)
    p = independent(rng, 20, 3)
    p[p < 0.2] = 0
    found = wald.worth(p, "f1")
    assert found == wald.worth(pd.DataFrame(p), "f1") == wald.worth(p.tolist(), "f1") == wald.worth(p, "f1", threads=2)
    assert pickle.loads(pickle.dumps(found)) == found and found != wald.worth(p, "jaccard")
    assert wald.worth(sparse.csr_matrix(p), "f1").gain == pytest.approx(found.gain, abs=1e-14)
    assert wald.worth(p.astype(np.float32), "f1").gain == pytest.approx(found.gain, abs=1e-5)
    assert wald.worth(p, "f1", weights=np.full(20, 2.0)).gain == pytest.approx(found.gain, abs=1e-14)
    assert wald.worth(p[:, 0], "f1") == wald.worth(p[:, :1], "f1", average="macro")
    assert (found.n_rows, found.n_samples, found.metric) == (20, 0, "f1")
    assert found.expected_optimum == pytest.approx(wald.decide(p, "f1").expected.mean(), abs=1e-14)
    assert "gain" in repr(found) and found.verdict in ("pays", "undetermined")
    left_out = wald.worth(p, "f1", weights=[1.0] * 10 + [0.0] * 10)
    assert left_out.gain == pytest.approx(wald.worth(p[:10], "f1").gain, abs=1e-14) and left_out.n_rows == 10


def test_answers():
    assert wald.worth([[0.99, 0.01]] * 5, "f1").verdict == "does_not_pay"
    assert wald.worth([[0.45, 0.45]], "f1").verdict == "undetermined"
    many = wald.worth([[0.45, 0.45]] * 1000, "f1")
    assert many.verdict == "pays" and many.rows_needed < 1000
    assert wald.worth([[0.45, 0.45]] * 1000, "f1", least_gain=many.gain * 2).verdict == "does_not_pay"


def test_known_truth():
    """Against evaluate and compare; too high probabilities are found, and calibrating them pays."""
    rng = np.random.default_rng(11)
    q = 1 / (1 + np.exp(3.2 - 4 * rng.random((300, 4))))
    y = (rng.random(q.shape) < q).astype(int)
    high = 1 / (1 + (1 / q - 1) * np.exp(-3))
    for average in ("instance", "macro", "micro"):
        found = wald.worth(high, "f1", truth=y, average=average)
        decided = wald.decide(high, "f1", average=average)
        difference = wald.compare(y, high >= 0.5, decided, "f1", average=average)
        assert found.realised_cut == pytest.approx(wald.evaluate(y, high >= 0.5, "f1", average=average), abs=1e-14)
        assert found.realised_optimum == pytest.approx(wald.evaluate(y, decided, "f1", average=average), abs=1e-14)
        assert found.realised_gain == pytest.approx(difference.difference, abs=1e-14)
        assert found.realised_gain_error == pytest.approx(difference.standard_error, abs=1e-14)
        assert found.excess == pytest.approx((high - y).mean(), abs=1e-14)
        assert found.calibration_gain == pytest.approx(found.calibrated_optimum - found.realised_optimum, abs=1e-14)
        assert found.verdict == "calibrate_first" and found.calibration_gain > 2 * found.calibration_gain_error
        assert "calibrate first" in repr(found) and "calibrated" in repr(found)
    right = wald.worth(q, "f1", truth=y)
    assert right.verdict != "calibrate_first" and abs(right.excess) < 3 * right.excess_error
    assert np.isnan(wald.worth(q, "f1").realised_gain) and wald.worth(q, "f1").gain == right.gain
    for form in (y.astype(bool), pd.DataFrame(y), y.tolist(), sparse.csr_matrix(y)):
        assert wald.worth(q, "f1", truth=form) == right
    csr = wald.worth(sparse.csr_matrix(q), "f1", truth=y)
    assert csr.calibrated_optimum == right.calibrated_optimum and csr.excess == pytest.approx(right.excess, abs=1e-15)
    assert wald.worth(q[:, 0], "f1", truth=y[:, 0]) == wald.worth(q[:, :1], "f1", truth=y[:, :1], average="macro")
    with pytest.raises(wald.ArgumentError, match="the columns of truth differ"):
        wald.worth(pd.DataFrame(q, columns=list("abcd")), "f1", truth=pd.DataFrame(y, columns=list("abdc")))


@pytest.mark.parametrize("asked, message", [
    (dict(truth=[[1, 0]]), "truth has 1 "),
    (dict(truth=[[1], [0]]), "truth has 1 columns: must have 2"),
    (dict(truth=[[1, 2], [0, 0]]), "truth"),
    (dict(truth=[[1, 1], [0, 0]], kind="categorical", p=[[0.5, 0.4]] * 2), "truth[0] has 2 ones: exclusive labels have at most 1"),
    (dict(truth=[[1, 1], [0, 0]], prevalence=0.5, training_prior=0.25), "prevalence is set: not supported by worth with truth"),
    (dict(p=[[0.5, np.nan]]), "probabilities[0][1] is nan: must lie in [0, 1]"),
    (dict(p=np.empty((0, 2))), "n_rows is 0: must be at least 1"),
    (dict(p=np.zeros((2, 2, 2))), "probabilities has 3 dimensions: must have 1 (one label) or 2 (a table)"),
    (dict(weights=[1.0]), "weights has 1 elements: there are 2 rows"),
    (dict(weights=[1.0, -1.0]), "weights[1] is -1: must be finite and at least 0"),
    (dict(weights=[1.0, 1.0], average="macro"), "weights with average macro"),
    (dict(temperature=0), "temperature is 0: must be finite and above 0"),
    (dict(least_gain=np.inf), "least_gain is inf: must be finite"),
    (dict(design_effect=0.5), "design_effect is 0.5: must lie in [1, 1e12]"),
    (dict(design_effect=2, average="micro"), "design_effect is 2 with average micro: requires average instance"),
    (dict(design_effect=2, kind="categorical", p=[[0.5, 0.4]]), "design_effect is 2: not supported with exclusive labels"),
    (dict(kind="joint"), "kind is joint: a table holds independent or categorical probabilities"),
    (dict(kind="categorical", p=[[0.9, 0.9]]), "sum to"),
])
def test_what_is_refused(asked, message):
    asked = {"p": [[0.9, 0.4], [0.1, 0.2]], "metric": "f1", **asked}
    with pytest.raises(wald.WaldError) as error:
        wald.worth(**asked)
    assert message in str(error.value)


@pytest.mark.parametrize("metric", ["dice", "jaccard"])
def test_gain_of_pixels_that_err_together(metric):
    rng = np.random.default_rng(11)
    alike, blocks = 10, 60
    q = np.round(independent(rng, 1, blocks), 6)
    p = np.repeat(q, alike, axis=1)
    found = wald.worth(p, metric, design_effect=alike)
    optimum, cut = wald.decide(p, metric).mask, p >= 0.5
    y = np.repeat(draw(rng, np.repeat(q, 20000, axis=0), "independent"), alike, axis=1)
    gains = []
    for h in (optimum, cut):
        both, either = (y & h).sum(1), (y | h).sum(1)
        gains.append(2 * both / (both + either) if metric == "dice" else both / either)
    gains = gains[0] - gains[1]
    assert abs(found.gain - gains.mean()) < 4 * gains.std() / np.sqrt(len(gains))
    assert found.truth_error == pytest.approx(gains.std(), rel=0.03)
    seen = wald.worth(p.repeat(500, axis=0), metric, truth=y[:500]).design_effect
    assert seen == pytest.approx(alike, rel=0.25)
    assert wald.worth(p, metric, design_effect=1) == wald.worth(p, metric)
