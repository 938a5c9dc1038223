"""Any scikit-learn classifier as the source of marginals: fitted to all rows, and asked out of fold."""

from __future__ import annotations

from typing import Any, Iterable

import numpy as np
from numpy.typing import NDArray
from sklearn.base import clone
from sklearn.utils import _safe_indexing, get_tags
from sklearn.utils.validation import has_fit_parameter

from .._core.arrays import Floats
from .._core.errors import ArgumentError


class MarginalModels:
    """P(label = 1), or P(class), by classifiers that are fitted to labels or to numbers of classes.

    Attributes
    ----------
    models : list of classifiers
        One per label; or one alone, of all labels or of classes.
    columns : int
        The number of labels or classes.
    exclusive : bool
        Whether the columns are classes, which sum to 1.
    """

    models: list[Any]

    def __init__(self, estimator: Any, X: Any, target: NDArray[Any], columns: int, weights: Floats | None) -> None:
        self.columns, self.exclusive = columns, target.ndim == 1 and columns > 1
        self._together = target.ndim == 1 or takes_labels(estimator)
        targets = [target] if self._together else list(target.T)
        self.models = [_Constant(each[0]) if each.ndim == 1 and (each == each[0]).all()
                       else _fitted(estimator, X, each, weights) for each in targets]

    def __call__(self, X: Any, rows: int) -> Floats:
        """The marginals of each row."""
        if not self._together or self.columns == 1:
            return np.column_stack([_ones(_probabilities(model, X, rows), model.classes_) for model in self.models])
        model = self.models[0]
        given = model.predict_proba(X) if not isinstance(model, _Constant) else np.ones((rows, 1))
        if isinstance(given, list):  # a table of class probabilities for each label
            return np.column_stack([_ones(np.asarray(p), c) for p, c in zip(given, model.classes_)])
        if not self.exclusive:
            return np.asarray(given, np.float64)
        out = np.zeros((rows, self.columns))
        out[:, np.asarray(model.classes_, np.int64)] = given  # a class that the model has not seen has probability 0
        return out


def takes_labels(estimator: Any) -> bool:
    """Whether a classifier takes all labels of a row at once."""
    tags = get_tags(estimator).classifier_tags
    return tags is not None and bool(tags.multi_label)


def out_of_fold(
    estimator: Any, X: Any, target: NDArray[Any], columns: int, weights: Floats | None,
    folds: Iterable[tuple[NDArray[Any], NDArray[Any]]],
) -> Floats:
    """The marginals of each row by classifiers that have not seen it, nor any row of its group."""
    p = np.zeros((len(target), columns))
    for train, test in folds:
        own = None if weights is None else weights[train]
        models = MarginalModels(estimator, _safe_indexing(X, train), target[train], columns, own)
        p[test] = models(_safe_indexing(X, test), len(p[test]))
    return p


class _Constant:
    """The model of a label that has one value in all rows, which most classifiers refuse."""

    def __init__(self, value: Any) -> None:
        self.classes_ = [value]


def _fitted(estimator: Any, X: Any, target: NDArray[Any], weights: Floats | None) -> Any:
    model = clone(estimator)
    if weights is None:
        return model.fit(X, target)
    if hasattr(model, "steps"):  # a pipeline hands on what is called by the name of a step
        return model.fit(X, target, **{f"{model.steps[-1][0]}__sample_weight": weights})
    if not has_fit_parameter(model, "sample_weight") and not has_fit_parameter(model, "params"):
        raise ArgumentError(f"sample_weight is given: fit of marginals={estimator!r} takes none")
    return model.fit(X, target, sample_weight=weights)


def _probabilities(model: Any, X: Any, rows: int) -> Floats:
    if isinstance(model, _Constant):
        return np.ones((rows, 1))
    return np.asarray(model.predict_proba(X), np.float64)


def _ones(table: Floats, classes: Any) -> Floats:
    """The column of 1; 0 if the model has seen no 1."""
    where = np.flatnonzero(np.asarray(classes) == 1)
    return table[:, where[0]] if len(where) else np.zeros(len(table))
