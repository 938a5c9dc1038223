"""ThresholdDetector: scikit-learn's own checks, the share of normal rows that it calls outliers, and selection."""

import numpy as np
import pytest
import wald
from sklearn.base import clone
from sklearn.covariance import EllipticEnvelope
from sklearn.ensemble import IsolationForest
from sklearn.neighbors import LocalOutlierFactor
from sklearn.svm import OneClassSVM
from sklearn.utils.estimator_checks import parametrize_with_checks
from wald import ThresholdDetector


@parametrize_with_checks([ThresholdDetector(IsolationForest(n_estimators=10, random_state=0), random_state=0),
                          ThresholdDetector(OneClassSVM(), max_fpr=0.1, test_size=0.3, random_state=0)])  # fmt: skip
@pytest.mark.filterwarnings("ignore")
def test_scikit_learn_checks(estimator, check):
    check(estimator)


@pytest.mark.parametrize("detector", [IsolationForest(n_estimators=20, random_state=0), EllipticEnvelope(random_state=0),
                                      OneClassSVM(), LocalOutlierFactor(novelty=True)])  # fmt: skip
def test_the_limit_holds_for_other_rows(detector):
    random = np.random.default_rng(1)
    X, others = random.normal(size=(1200, 3)), random.normal(size=(4000, 3))
    made = ThresholdDetector(detector, max_fpr=0.05, certify=0.9, random_state=0).fit(X)
    held = made.normal_scores_
    assert len(held) == 600 and made.n_features_in_ == 3
    wanted = wald.choose_threshold(np.zeros(600), held, max_fpr=0.05, certify=0.9)
    assert made.chosen_ == wanted and made.offset_ == np.nextafter(-wanted.thresholds[0], np.inf)
    flagged = made.predict(others) == -1
    assert (flagged == wanted.apply(-made.score_samples(others))).all()
    assert 0 < flagged.mean() <= 0.05
    assert (flagged == (made.decision_function(others) < 0)).all()
    assert np.array_equal(made.score_samples(others), made.estimator_.score_samples(others))
    own = np.sort(-made.estimator_.score_samples(X))  # of the held-out rows, and of others
    assert np.isin(held, own).all()


def test_a_batch_is_selected():
    random = np.random.default_rng(2)
    X, batch = random.normal(size=(2000, 3)), random.normal(size=(200, 3))
    batch[:30] += 6
    made = ThresholdDetector(IsolationForest(random_state=0), random_state=0).fit(X)
    found = made.select(batch, 0.1)
    assert found.flagged[:30].all() and found.flagged.sum() <= 36
    assert np.array_equal(found.p_values, wald.select(made.normal_scores_, -made.score_samples(batch), 0.1).p_values)
    fitted = IsolationForest(random_state=0).fit(X[:1000])
    again = ThresholdDetector(fitted, prefit=True).fit(X[1000:])
    assert again.estimator_ is fitted and len(again.normal_scores_) == 1000
    assert np.array_equal(again.normal_scores_, -fitted.score_samples(X[1000:]))
    with pytest.warns(wald.DecisionWarning, match="certif"):
        few = ThresholdDetector(IsolationForest(random_state=0), max_fpr=0.001, certify=0.99, random_state=0).fit(X[:50])
    assert few.offset_ == -np.inf and (few.predict(batch) == 1).all() and not few.chosen_.certified


def test_errors():
    X = np.zeros((20, 2))
    for wrong, message in (({"estimator": None}, "estimator is None"), ({"test_size": 1}, "test_size is 1: must lie in"),
                           ({"max_fpr": 2}, "max_fpr is 2"), ({"estimator": object()}, "it has no score_samples")):  # fmt: skip
        made = clone(ThresholdDetector(IsolationForest())).set_params(**wrong)
        with pytest.raises(ValueError, match=message):
            made.fit(X)
