"""What scikit-learn classifiers share that decide for a metric: targets of every kind, averages, predictions."""

from __future__ import annotations

from typing import Any, cast

import numpy as np
from numpy.typing import NDArray
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.utils import column_or_1d
from sklearn.utils.multiclass import type_of_target
from sklearn.utils.validation import _num_samples, check_is_fitted

from .._core.arrays import Mask, is_missing
from .._core.errors import ArgumentError, warn
from .._core.metric import Metric, as_metric
from .._core.options import Average
from .._core.rows import WORDS
from .._core.scoring import take_scoring
from .._decisions.decision import Decisions
from .._decisions.functions import evaluate, judges_sets


def no_such_class(pos_label: Any, classes: NDArray[Any]) -> ArgumentError:
    return ArgumentError(f"pos_label is {pos_label!r}: the classes are {classes.tolist()}")


class PositiveClass:
    """What classifiers share of which a binary target has a positive class: `pos_label`, ``classes_`` and, set by
    `fit`, ``_place``, which is None if it is not known."""

    pos_label: Any
    classes_: NDArray[Any]
    _place: int | None

    @property
    def _positive(self) -> int:
        """Where the positive class stands in ``classes_``."""
        self._check_positive()
        return cast(int, self._place)

    def _check_positive(self) -> None:
        if getattr(self, "target_type_", None) == "binary" and self._place is None:
            raise no_such_class(self.pos_label, self.classes_)


class DecidingClassifier(PositiveClass, ClassifierMixin, BaseEstimator):  # type: ignore[misc]
    """A classifier whose predictions are optimal for a metric. A subclass has `fit`, and `_decisions` over rows of X.

    Its arguments: metric, zero_division, average, at_least, at_most, algorithm, pos_label, threads. What fitting sets:
    ``classes_``, ``target_type_``, by `_learn_target`.
    """

    metric: str | Metric
    zero_division: int
    average: Average | None
    at_least: int | None
    at_most: int | None
    algorithm: str
    pos_label: Any
    threads: int | None
    classes_: NDArray[Any]
    target_type_: str

    def _decisions(self, X: Any, **changes: Any) -> Decisions:
        """Over a table of (n_samples, 1) for binary targets, of (n_samples, n_classes) else."""
        raise NotImplementedError

    # ---- Targets ---------------------------------------------------------------------------------

    def _learn_target(self, y: Any, classes: Any) -> None:
        """What kind of target it is. `classes` are those of one that is no indicator matrix."""
        kind = type_of_target(y, input_name="y")
        if kind.startswith("multilabel"):
            self.target_type_ = "multilabel"
            self._target_dtype = indicator_dtype(y)
            self.classes_ = np.arange(np.shape(y)[1])
            return
        if kind not in ("binary", "multiclass"):
            raise ValueError(f"Unknown label type: {kind}: y must be classes, or an indicator matrix of labels")
        self.classes_ = np.asarray(classes)
        self.target_type_ = "binary" if len(self.classes_) <= 2 else "multiclass"
        if self.target_type_ == "binary":
            self._place = positive_position(self.pos_label, self.classes_)
            self._scoring()
        elif self.pos_label is not None:
            raise ArgumentError(f"pos_label is {self.pos_label!r}: the model has {len(self.classes_)} classes")

    # ---- How to decide ---------------------------------------------------------------------------

    def _metric(self) -> Metric:
        if isinstance(self.metric, str):
            return Metric(self._scoring()[0], self.zero_division)
        return as_metric(self.metric)

    def _scoring(self) -> tuple[str, Average | None]:
        """The metric and the average that `metric` stands for, where it is a scoring of scikit-learn's."""
        asked: dict[str, Any] = {"average": self.average}
        binary = getattr(self, "target_type_", None) == "binary"
        return take_scoring(self.metric, asked, one_label=binary), asked["average"]

    def _check_average(self) -> None:
        if self.average is not None and self.average not in WORDS["average"]:
            raise ArgumentError(f"average is {self.average!r}: must be 'instance', 'macro' or 'micro'")

    def _average(self) -> Average:
        average = self._scoring()[1]
        if average is not None:
            return average
        return "macro" if self.target_type_ == "binary" else "instance"

    def _settings(self, changes: dict[str, Any]) -> dict[str, Any]:
        """This object's own, except for `changes`."""
        settings: dict[str, Any] = {
            "average": self._average(),
            "at_least": self.at_least,
            "at_most": self.at_most,
            "algorithm": self.algorithm,
            "threads": self.threads,
            **changes,
        }
        if settings.get("exactly") is not None:
            settings.update(at_least=None, at_most=None)
        return settings

    # ---- Predicting ------------------------------------------------------------------------------

    def decide(self, X: Any, **settings: Any) -> Decisions:
        """The optimal decisions for the rows of X, with all that is known of them.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)
        **settings
            What `wald.decide` takes beside the probabilities, instead of this object's own: ``at_least``,
            ``abstain``, ``average`` ...

        Returns
        -------
        Decisions
            Over a table of (n_samples, 1) for binary models, (n_samples, n_classes) else. Never by thresholds.
        """
        self._check_positive()
        return self._decisions(X, **settings)

    def predict(self, X: Any) -> NDArray[Any]:
        """The optimal prediction.

        Returns
        -------
        ndarray of shape (n_samples,), or (n_samples, n_labels) for multi-label models
            Classes, or an indicator matrix. Of a multi-class model the best single class.
        """
        check_is_fitted(self)
        self._check_positive()
        if self.target_type_ == "multiclass":
            if self._average() != "instance":
                raise ArgumentError(
                    f"average is {self._average()!r}: it may give a row no class or several; use predict_sets"
                )
            chosen = self._decisions(X, exactly=1).mask
            return cast("NDArray[Any]", self.classes_[np.argmax(chosen, axis=1)])
        chosen = self._chosen(X)
        if self.target_type_ == "multilabel":
            indicators: NDArray[Any] = chosen.astype(self._target_dtype)
            return indicators
        if len(self.classes_) == 1:
            return cast("NDArray[Any]", np.full(len(chosen), self.classes_[0]))
        positive = self.classes_[self._positive]
        negative = self.classes_[0 if self._positive != 0 else 1]
        answers: NDArray[Any] = np.where(chosen[:, 0] == 1, positive, negative)
        return answers

    def _chosen(self, X: Any) -> Mask:
        metric, rows = self._metric(), _num_samples(X)
        if self.target_type_ == "binary" and judges_sets(metric):
            which = f"each of {rows} rows with one label is" if rows != 1 else "one row with one label is"
            alone = f"{which} a problem of its own, but {metric._called} judges sets of rows"
            if self._average() == "instance":
                warn(f"{alone}: average macro, the default of binary targets, takes the rows given to "
                     "predict as one problem")
            elif rows == 1:
                warn(f"{alone}: give the whole test set at once"
                     + ("; scope='train' is for rows that come one by one" if hasattr(self, "scope") else ""))
        return self._decisions(X).mask

    def predict_sets(self, X: Any) -> Mask:
        """The optimal set of classes or labels for each row.

        Returns
        -------
        ndarray of uint8 of shape (n_samples, n_classes)
            Columns as in `classes_`. For binary models (n_samples, 1): the positive class.
        """
        check_is_fitted(self)
        self._check_positive()
        return self._chosen(X)

    def score(self, X: Any, y: Any, sample_weight: Any = None) -> float:
        """What the predictions are worth on known truth: the value of `metric`, by `average` (not the accuracy).

        Multi-class truth counts as a row with one label of n_classes.
        """
        predicted, metric, average = self.predict(X), self._metric(), self._average()
        truth, prediction = masks_of(self, y, predicted)
        return evaluate(truth, prediction, metric, average=average, weights=sample_weight)


def indicator_dtype(y: Any) -> np.dtype[Any]:
    """The type in which predictions of a multi-label target are given: its own where it is NumPy's."""
    found = getattr(y, "dtype", None)
    return found if isinstance(found, np.dtype) else np.dtype(int)


def positive_position(pos_label: Any, classes: NDArray[Any]) -> int | None:
    """Where the positive class stands; the last by default.

    None if `pos_label` is none of classes that are 0, 1: `cross_val_predict` hands these to `fit` instead of the
    classes if it wants probabilities, which need no positive class. Whatever does need it raises then.
    """
    if pos_label is None:
        return -1
    if pos_label in classes:
        return int(np.flatnonzero(classes == pos_label)[0])
    if classes.dtype.kind in "iu" and classes.tolist() == list(range(len(classes))):
        return None
    raise no_such_class(pos_label, classes)


def masks_of(classifier: Any, y: Any, predicted: Any) -> tuple[Any, Any]:
    """Truth and predictions as tables of labels: one column for a binary target, one per class for several classes."""
    if classifier.target_type_ == "multilabel":
        return y if hasattr(y, "toarray") else np.asarray(y), predicted
    if classifier.target_type_ == "binary":
        positive = classifier.classes_[classifier._positive]
        return (known_classes(y) == positive)[:, None], (predicted == positive)[:, None]
    return known_classes(y)[:, None] == classifier.classes_, predicted[:, None] == classifier.classes_


def known_classes(y: Any) -> NDArray[Any]:
    """Truth to compare predictions with. A class that is missing would count as a negative, or as another class."""
    truth: NDArray[Any] = column_or_1d(y, warn=False)
    missing = [i for i, each in enumerate(truth.tolist()) if is_missing(each)] if truth.dtype.kind in "fOcmM" else []
    if missing:
        raise ArgumentError(f"y[{missing[0]}] is missing: each row needs a class, and {len(missing)} of {len(truth)} "
                            "have none: leave these rows out")
    return truth
