"""A scikit-learn meta-estimator: any classifier with probabilities, deciding for a metric."""

from __future__ import annotations

from typing import Any, Literal, cast

import numpy as np
from numpy.typing import NDArray
from sklearn.base import MetaEstimatorMixin, clone
from sklearn.model_selection import check_cv
from sklearn.utils import _safe_indexing, column_or_1d, get_tags, indexable
from sklearn.utils.metadata_routing import MetadataRouter, MethodMapping, process_routing
from sklearn.utils.metaestimators import available_if
from sklearn.utils.validation import _num_samples, check_is_fitted

from .._core.arrays import Floats, Mask
from .._core.errors import ArgumentError, warn
from .._core.flags import Properties
from .._core.metric import Metric
from .._core.options import Average, Kind
from .._decisions.decision import Decisions
from .._decisions.functions import decide
from .._learners.calibration import Calibration
from .deciding import DecidingClassifier

try:  # the name is private in scikit-learn
    from sklearn.utils._metadata_requests import _routing_enabled as routing_enabled
except ImportError:  # pragma: no cover

    def routing_enabled() -> bool:
        return False


Scope = Literal["batch", "train"]
Method = Literal["platt", "sigmoid", "isotonic", "beta"]

LOOKED_AT = 10_000
"""Rows of which the probabilities are compared with the labels, at most."""


CALIBRATED = ("predict_proba", "decision_function")
"""What a classifier must have to be calibrated, one of them; else the first."""


def _delegates(name: str) -> Any:
    def check(self: DecisionClassifier) -> bool:
        if self.calibration is not None:
            return True
        getattr(getattr(self, "estimator_", self.estimator), name)
        return True

    return check


class DecisionClassifier(MetaEstimatorMixin, DecidingClassifier):  # type: ignore[misc]
    """Fits a classifier, and predicts what is optimal for a metric given its probabilities.

    Parameters
    ----------
    estimator : classifier with ``predict_proba``
        Its probabilities should be calibrated: the decision is as good as they are. With `calibration` also one with
        ``decision_function`` alone.
    metric : str or Metric
        What the predictions are judged by; see `metrics`. Names of scikit-learn's scorings set the average of several
        labels: ``"f1_macro"``, ``"jaccard_samples"``.
    zero_division : {1, 0}
        The value of a rate that is 0/0, for a metric given by its name; 0 is scikit-learn's convention.
    average : {"instance", "macro", "micro"}, optional
        Over what the metric is taken. Default: ``"macro"`` for binary models (F1 of the test set), ``"instance"`` for
        multi-label and multi-class models (mean F1 of the rows).
    scope : {"batch", "train"}
        What is decided together, where the metric is not taken row by row (macro and micro).

        ``"batch"``
            The rows given to `predict` are one problem: the exact optimum for them. Give it the whole test set: the
            prediction of a row depends on the rows it comes with, and a row alone is decided alone.
        ``"train"``
            `fit` decides the training set, by probabilities from cross-validation, and keeps the thresholds that this
            comes to. The prediction of a row depends on that row alone, as a service needs. For metrics that rise in
            tp.
    at_least, at_most : int, optional
        Bounds on the number of positives in each answer.
    algorithm : str
        ``"auto"`` is the best exact one.
    calibration : {"platt", "isotonic", "beta"}, optional
        Calibrates the probabilities, or the scores of a classifier without any, on rows that were left out by `cv`; see
        `Calibration`. Of several classes each against the others, then scaled to sum to 1. Default: as they are.
    cv : int or cross-validation splitter
        For ``scope="train"`` and `calibration`.
    pos_label : class label, optional
        Of binary models; default the greater of the two classes.
    threads : int, optional
        For the rows or columns of a table; 0 means all of the machine's. Default 1.

    Attributes
    ----------
    estimator_ : classifier
        Fitted.
    classes_ : ndarray of shape (n_classes,)
        For multi-label models the positions of the labels.
    n_features_in_, feature_names_in_
        Those of `estimator_`, where it has them.
    target_type_ : {"binary", "multiclass", "multilabel"}
    calibrations_ : list of Calibration, or of float for a column of one value
        With `calibration`: one for each label or class, for binary models that of the positive class.
    thresholds_ : ndarray of shape (n_labels,)
        With ``scope="train"``: a label is predicted where its probability is at least this.

    Notes
    -----
    `predict` of a multi-class model gives one class per row, as scikit-learn asks: the best answer of exactly one.
    Where sets of classes may be answered, `predict_sets` gives the best one. `decide` gives everything that is known of
    the decisions: expected utility, bounds, the next best.

    Examples
    --------
    >>> from sklearn.linear_model import LogisticRegression
    >>> DecisionClassifier(LogisticRegression(), metric="f1")
    DecisionClassifier(estimator=LogisticRegression())
    """

    def __init__(
        self,
        estimator: Any = None,
        metric: str | Metric = "f1",
        *,
        zero_division: int = 1,
        average: Average | None = None,
        scope: Scope = "batch",
        at_least: int | None = None,
        at_most: int | None = None,
        algorithm: str = "auto",
        calibration: Method | None = None,
        cv: Any = 5,
        pos_label: Any = None,
        threads: int | None = None,
    ) -> None:
        self.estimator = estimator
        self.metric = metric
        self.zero_division = zero_division
        self.average = average
        self.scope = scope
        self.at_least = at_least
        self.at_most = at_most
        self.algorithm = algorithm
        self.calibration = calibration
        self.cv = cv
        self.pos_label = pos_label
        self.threads = threads

    # ---- Fitting ---------------------------------------------------------------------------------

    def fit(self, X: Any, y: Any, **params: Any) -> DecisionClassifier:
        """Fits the classifier; with ``scope="train"`` also the thresholds.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)
        y : array-like of shape (n_samples,) or (n_samples, n_labels)
            Classes, or an indicator matrix of labels.
        **params
            Handed to the classifier's ``fit``, such as ``sample_weight``.
        """
        metric = self._metric()
        if self.estimator is None:
            raise ValueError("estimator is None: give DecisionClassifier a classifier")
        self._check_estimator()
        if self.scope not in ("batch", "train"):
            raise ArgumentError(f"scope is {self.scope!r}: must be 'batch' or 'train'")
        self._check_average()
        fitting = process_routing(self, "fit", **params).estimator.fit if routing_enabled() else params
        self.estimator_ = clone(self.estimator).fit(X, y, **fitting)
        take_input_facts(self, self.estimator_)
        self._learn_target(y, getattr(self.estimator_, "classes_", None))
        for stale in ("thresholds_", "calibrations_"):
            if hasattr(self, stale):
                delattr(self, stale)
        unknown = self.target_type_ == "binary" and self._place is None
        learns = self.scope == "train" and self._average() != "instance" and not unknown
        held_out = None
        if self.calibration is not None:
            held_out = self._learn_calibrations(X, y, fitting)
        elif not unknown:
            self._warn_of_rates(X, y, fitting)
        if learns:
            self._learn_thresholds(metric, X, y, fitting, held_out)
        return self

    def _check_estimator(self) -> None:
        methods = CALIBRATED if self.calibration is not None else CALIBRATED[:1]
        if not any(hasattr(self.estimator, method) for method in methods):
            hint = ""
            if hasattr(self.estimator, "decision_function"):
                hint = ("; its decision_function gives scores, which are no probabilities: set calibration='platt', or "
                        "use ThresholdClassifier")
            raise ArgumentError(f"estimator is {self.estimator!r}: it has no {' or '.join(methods)}{hint}")
        if self.calibration is not None and self.calibration not in ("platt", "sigmoid", "isotonic", "beta"):
            raise ArgumentError(f"calibration is {self.calibration!r}: must be 'platt', 'isotonic' or 'beta'")

    def _truth(self, y: Any) -> NDArray[np.bool_]:
        """A column for each label or class; for binary models one, of the positive class."""
        if self.target_type_ == "multilabel":
            return np.asarray(np.asarray(y.toarray() if hasattr(y, "toarray") else y) == 1)
        if self.target_type_ == "binary":
            return np.asarray(column_or_1d(y) == self.classes_[self._last_or_positive()])[:, None]
        return np.asarray(column_or_1d(y)[:, None] == self.classes_)

    def _last_or_positive(self) -> int:
        return -1 if self._place is None else self._place

    def _learn_calibrations(self, X: Any, y: Any, fitting: dict[str, Any]) -> Floats:
        """Returns the calibrated probabilities of rows that were left out."""
        raw, truth, weights = self._held_out(X, y, fitting), self._truth(y), fitting.get("sample_weight")
        taken = "probabilities" if hasattr(self.estimator, "predict_proba") else "scores"
        self.calibrations_: list[Calibration | float] = []
        for of, column in zip(truth.T, raw.T):
            counted = of if weights is None else of[np.asarray(weights) > 0]
            if counted.all() or not counted.any():
                self.calibrations_.append(float(counted.all()))
                continue
            given: dict[str, Any] = {taken: column, "weights": weights}
            self.calibrations_.append(Calibration.fit(str(self.calibration), of, **given))
        return self._calibrated(raw)

    def _calibrated(self, raw: Floats) -> Floats:
        columns = [np.full(len(raw), each) if isinstance(each, float) else each.apply(**{each.input: column})
                   for each, column in zip(self.calibrations_, raw.T)]  # fmt: skip
        p: Floats = np.column_stack(columns)
        if self.target_type_ == "multiclass":
            total = p.sum(axis=1, keepdims=True)
            p = np.divide(p, total, out=np.full(p.shape, 1 / p.shape[1]), where=total > 0)
        return p

    def _warn_of_rates(self, X: Any, y: Any, fitting: dict[str, Any]) -> None:
        """Warns of probabilities that are not those of the training rows, as class_weight makes them."""
        rows = _num_samples(X)
        chosen = np.linspace(0, rows - 1, min(rows, LOOKED_AT)).astype(int)
        p = self._probabilities(X if rows <= LOOKED_AT else _safe_indexing(X, chosen))
        truth, weights = self._truth(y)[chosen], fitting.get("sample_weight")
        if weights is not None:
            weights = np.asarray(weights, np.float64)[chosen]
            if not weights.sum() > 0:
                return
        said, happened, spread = (np.average(each, axis=0, weights=weights) for each in (p, truth, p * (1 - p)))
        far = np.abs(said - happened) > np.maximum(6 * np.sqrt(spread / len(chosen)),
                                                   0.25 * np.minimum(happened, 1 - happened) + 0.01)
        if far.any():
            j = int(np.argmax(far))
            which = {"binary": "the positive class", "multilabel": f"label {j}"}.get(
                self.target_type_, f"class {self.classes_[j]!r}")
            warn(f"the probabilities of {which} are {said[j]:.3g} on average, but {happened[j]:.3g} of the training rows have "
                 "it: class_weight, resampling or weights shift them, and decisions with them; leave these out, or set "
                 "calibration='isotonic'")

    def _learn_thresholds(
        self, metric: Metric, X: Any, y: Any, fitting: dict[str, Any], held_out: Floats | None
    ) -> None:
        if self.target_type_ == "multiclass":
            raise ArgumentError("scope is 'train': exclusive classes have no thresholds; use scope='batch'")
        if not metric.properties & Properties.RISES_IN_TP:
            raise ArgumentError(f"scope is 'train': metric {metric.name!r} does not rise in tp, so has no thresholds")
        if len(self.classes_) < 2 and self.target_type_ == "binary":
            self.thresholds_ = np.array([0.0])
            return
        p = self._held_out(X, y, fitting) if held_out is None else held_out
        chosen = self._decide(p).mask == 1
        if self._average() == "micro":
            self.thresholds_ = np.full(p.shape[1], _threshold(p.ravel(), chosen.ravel()))
        else:
            self.thresholds_ = np.array([_threshold(p[:, j], chosen[:, j]) for j in range(p.shape[1])])

    def _held_out(self, X: Any, y: Any, fitting: dict[str, Any]) -> Floats:
        """The probabilities, or scores, of each row by a model that has not seen it."""
        X, y = indexable(X, y)
        rows = _num_samples(X)
        p = np.zeros((rows, 1 if self.target_type_ == "binary" else len(self.classes_)))
        for train, test in check_cv(self.cv, y, classifier=self.target_type_ != "multilabel").split(X, y):
            own = params_of_rows(fitting, train, rows)
            model = clone(self.estimator).fit(_safe_indexing(X, train), _safe_indexing(y, train), **own)
            p[test] = self._raw(model, _safe_indexing(X, test))
        return p

    def _raw(self, model: Any, X: Any) -> Floats:
        """The probabilities of a model as they are, or the scores of one without any."""
        classes = getattr(model, "classes_", None)
        if hasattr(model, "predict_proba"):
            return self._table(model.predict_proba(X), classes)
        scores: Floats = np.asarray(model.decision_function(X), np.float64)
        if scores.ndim == 1:  # of the greater class
            scores = (scores if self._last_or_positive() in (-1, len(self.classes_) - 1) else -scores)[:, None]
        if self.target_type_ == "multiclass" and scores.shape[1] != len(self.classes_):
            raise ArgumentError(f"estimator gave {scores.shape[1]} columns of scores: there are {len(self.classes_)} "
                                "classes; its decision_function must be of shape ovr")
        return scores

    # ---- Probabilities ---------------------------------------------------------------------------

    def _table(self, raw: Any, classes: Any) -> Floats:
        """What predict_proba gave, as the table to decide on: one column per label; for binary models one column."""
        if self.target_type_ == "multilabel":
            if isinstance(raw, list):  # one array of class probabilities a label
                known = classes if isinstance(classes, list) else [None] * len(raw)
                return np.column_stack([positive_column(np.asarray(a), c) for a, c in zip(raw, known)])
            probabilities: Floats = np.asarray(raw)
            return probabilities
        table: Floats = np.asarray(raw)
        if self.target_type_ == "binary":
            place = self._last_or_positive() if hasattr(self, "calibrations_") or self.calibration else self._positive
            where = np.flatnonzero(classes == self.classes_[place])
            return table[:, where] if len(where) else np.zeros((len(table), 1))
        if self.target_type_ == "multiclass" and table.shape[1] != len(self.classes_):
            every = np.zeros((len(table), len(self.classes_)))
            every[:, np.searchsorted(self.classes_, np.asarray(classes))] = table
            return every
        return table

    def _probabilities(self, X: Any) -> Floats:
        check_is_fitted(self)
        raw = self._raw(self.estimator_, X)
        return self._calibrated(raw) if hasattr(self, "calibrations_") else raw

    def _kind(self) -> Kind:
        return "categorical" if self.target_type_ == "multiclass" else "independent"

    def _decide(self, p: Floats, **changes: Any) -> Decisions:
        return cast(Decisions, decide(p, self._metric(), kind=self._kind(), **self._settings(changes)))

    # ---- Predicting ------------------------------------------------------------------------------

    def _decisions(self, X: Any, **changes: Any) -> Decisions:
        return self._decide(self._probabilities(X), **changes)

    def _chosen(self, X: Any) -> Mask:
        """By thresholds, with ``scope="train"``."""
        if hasattr(self, "thresholds_"):
            return cast(Mask, (self._probabilities(X) >= self.thresholds_).astype(np.uint8))
        return super()._chosen(X)

    @available_if(_delegates("predict_proba"))  # type: ignore[untyped-decorator]
    def predict_proba(self, X: Any) -> Any:
        """The probabilities of the classifier, as it gives them; with `calibration` calibrated."""
        check_is_fitted(self)
        if not hasattr(self, "calibrations_"):
            return self.estimator_.predict_proba(X)
        p = self._probabilities(X)
        if self.target_type_ != "binary" or len(self.classes_) == 1:
            return p
        both = np.hstack([1 - p, p])
        return both if self._last_or_positive() != 0 else np.ascontiguousarray(both[:, ::-1])

    @available_if(_delegates("predict_log_proba"))  # type: ignore[untyped-decorator]
    def predict_log_proba(self, X: Any) -> Any:
        """The logarithms of the probabilities of the classifier, or of the calibrated ones."""
        check_is_fitted(self)
        if not hasattr(self, "calibrations_"):
            return self.estimator_.predict_log_proba(X)
        with np.errstate(divide="ignore"):
            return np.log(self.predict_proba(X))

    # ---- scikit-learn ----------------------------------------------------------------------------

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        if self.estimator is not None:
            inner = get_tags(self.estimator)
            tags.input_tags = inner.input_tags
            tags.target_tags = inner.target_tags
            if inner.classifier_tags is not None:
                tags.classifier_tags = inner.classifier_tags
        return tags

    def get_metadata_routing(self) -> MetadataRouter:
        """Where `fit` hands its parameters."""
        mapping = MethodMapping().add(caller="fit", callee="fit")
        return MetadataRouter(owner=type(self).__name__).add(estimator=self.estimator, method_mapping=mapping)


def take_input_facts(owner: Any, estimator: Any) -> None:
    """What a fitted estimator knows of its input, as facts of the meta-estimator around it."""
    for name in ("n_features_in_", "feature_names_in_"):
        if hasattr(estimator, name):
            setattr(owner, name, getattr(estimator, name))
        elif hasattr(owner, name):
            delattr(owner, name)


def params_of_rows(params: dict[str, Any], chosen: NDArray[Any], rows: int) -> dict[str, Any]:
    """What ``fit`` is handed for a part of the rows: of what has one element per row those of the part."""
    return {
        name: _safe_indexing(value, chosen) if _has_a_row_each(value, rows) else value
        for name, value in params.items()
    }


def _has_a_row_each(value: Any, rows: int) -> bool:
    """Arrays, series, frames and lists of numbers or texts; not a list of tables, such as an ``eval_set``."""
    shape = getattr(value, "shape", None)
    if shape is not None:
        return len(shape) > 0 and shape[0] == rows
    if not isinstance(value, (list, tuple)) or len(value) != rows:
        return False
    return isinstance(value[0], str) or not hasattr(value[0], "__len__")


def positive_column(table: Floats, classes: Any) -> Floats:
    """P(label) from the class probabilities of one label, whose training set may have held one class alone."""
    if classes is None:
        if table.shape[1] == 2:
            return table[:, 1]
        raise ArgumentError("a label has one class alone in the training set, or in a part of it")
    where = np.flatnonzero(np.asarray(classes) == 1)
    return table[:, where[0]] if len(where) else np.zeros(len(table))


def _threshold(p: Floats, chosen: NDArray[np.bool_]) -> float:
    """Half way between the least probability chosen (1 if none is) and the greatest below it (0 if none is)."""
    least = float(p[chosen].min()) if chosen.any() else 1.0
    below = p[~chosen & (p < least)]
    return (least + (float(below.max()) if len(below) else 0.0)) / 2


__all__ = [
    "DecisionClassifier",
    "params_of_rows",
    "positive_column",
    "routing_enabled",
    "take_input_facts",
]
