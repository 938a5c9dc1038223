"""A scikit-learn meta-estimator: an outlier detector with a threshold that keeps a limit on rows it was not fitted to."""

from __future__ import annotations

from typing import Any, cast

import numpy as np
from numpy.typing import NDArray
from sklearn.base import BaseEstimator, MetaEstimatorMixin, OutlierMixin, clone
from sklearn.utils import _safe_indexing, check_random_state, get_tags, indexable
from sklearn.utils.metaestimators import available_if
from sklearn.utils.validation import _num_samples, check_is_fitted

from .._core.arrays import Floats
from .._core.errors import ArgumentError
from .._thresholds.choose_threshold import choose_threshold
from .._thresholds.selection import Selection, select
from .decision_classifier import take_input_facts


def _has_fit_predict(self: ThresholdDetector) -> bool:
    return not self.prefit


class ThresholdDetector(OutlierMixin, MetaEstimatorMixin, BaseEstimator):  # type: ignore[misc]
    """Fits a detector to a part of the rows, and chooses the threshold of its scores on the others.

    The rows are taken for normal. Without them in the fit their scores are those of future normal rows, so that the limit
    holds for future rows: about, or with probability `certify`.

    Parameters
    ----------
    estimator : outlier detector
        With ``score_samples``, which is lower for outliers: `IsolationForest`, `OneClassSVM`, `EllipticEnvelope`,
        `LocalOutlierFactor` with ``novelty=True``.
    max_fpr : float
        The greatest share of normal rows that are called outliers, in [0, 1].
    certify : float, optional
        The probability that the limit holds for all future normal rows.
    test_size : float
        The share of the rows that choose the threshold, in (0, 1).
    prefit : bool
        Whether `estimator` is fitted, to other rows than those given to `fit`.
    random_state : int, RandomState or None
        Of the split.

    Attributes
    ----------
    estimator_ : outlier detector
        Fitted.
    normal_scores_ : ndarray
        Of the rows that chose the threshold; higher is more anomalous.
    chosen_ : Thresholds
        The threshold with all that is known of it.
    offset_ : float
        Rows whose ``score_samples`` is below this are outliers; -inf if none is.

    Examples
    --------
    >>> import numpy as np
    >>> from sklearn.ensemble import IsolationForest
    >>> X = np.random.default_rng(0).normal(size=(2000, 3))
    >>> detector = ThresholdDetector(IsolationForest(random_state=0), max_fpr=0.05, random_state=0).fit(X)
    >>> float((detector.predict(X) == -1).mean()) < 0.06, int(detector.predict([[9, 9, 9]])[0])
    (True, -1)
    """

    def __init__(
        self,
        estimator: Any = None,
        *,
        max_fpr: float = 0.01,
        certify: float | None = None,
        test_size: float = 0.5,
        prefit: bool = False,
        random_state: Any = None,
    ) -> None:
        self.estimator = estimator
        self.max_fpr = max_fpr
        self.certify = certify
        self.test_size = test_size
        self.prefit = prefit
        self.random_state = random_state

    def fit(self, X: Any, y: Any = None) -> ThresholdDetector:
        """Fits the detector and chooses the threshold. `y` is not read."""
        if self.estimator is None:
            raise ValueError("estimator is None: give ThresholdDetector an outlier detector")
        if not hasattr(self.estimator, "score_samples"):
            raise ArgumentError(f"estimator is {self.estimator!r}: it has no score_samples")
        if not 0 < self.test_size < 1:
            raise ArgumentError(f"test_size is {self.test_size}: must lie in (0, 1)")
        (X,) = indexable(X)
        if self.prefit:
            self.estimator_ = self.estimator
            others = X
        else:
            order = check_random_state(self.random_state).permutation(_num_samples(X))
            most = max(1, int(len(order) * (1 - self.test_size)))
            self.estimator_ = clone(self.estimator).fit(_safe_indexing(X, np.sort(order[:most])))
            if most == len(order):
                raise ValueError(f"n_samples={most}: there are too few to choose a threshold on others than the detector's")
            others = _safe_indexing(X, np.sort(order[most:]))
        take_input_facts(self, self.estimator_)
        self.normal_scores_ = self._anomaly(others)
        self.chosen_ = choose_threshold(np.zeros(len(self.normal_scores_)), self.normal_scores_, max_fpr=self.max_fpr,
                                        certify=self.certify)
        least = -float(self.chosen_.thresholds[0])  # is an outlier's, and scikit-learn's offset an inlier's
        self.offset_ = least if np.isinf(least) else float(np.nextafter(least, np.inf))
        return self

    def _anomaly(self, X: Any) -> Floats:
        return -np.asarray(self.estimator_.score_samples(X), np.float64).ravel()

    def score_samples(self, X: Any) -> Floats:
        """The detector's: lower for outliers."""
        check_is_fitted(self, "estimator_")
        return -self._anomaly(X)

    def decision_function(self, X: Any) -> Floats:
        """``score_samples`` above ``offset_``: below 0 for outliers."""
        return self.score_samples(X) - self.offset_

    def predict(self, X: Any) -> NDArray[np.int64]:
        """-1 for outliers, 1 for others."""
        return cast("NDArray[np.int64]", np.where(self.score_samples(X) < self.offset_, -1, 1))

    @available_if(_has_fit_predict)  # type: ignore[untyped-decorator]
    def fit_predict(self, X: Any, y: Any = None) -> NDArray[np.int64]:
        """Fits, and predicts the same rows."""
        return self.fit(X).predict(X)

    def select(self, X: Any, fdr: float = 0.1, *, storey: float | None = None) -> Selection:
        """Which rows of a batch to flag, so that the expected share of normal ones among them is at most `fdr`: see `select`."""
        check_is_fitted(self, "estimator_")
        return select(self.normal_scores_, self._anomaly(X), fdr, storey=storey)

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        if self.estimator is not None:
            tags.input_tags = get_tags(self.estimator).input_tags
        return tags


__all__ = ["ThresholdDetector"]
