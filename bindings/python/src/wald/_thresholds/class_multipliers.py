"""Exclusive classes: a multiplier for each, and the class of the greatest product; or the class of least cost."""

from __future__ import annotations

from ctypes import byref, c_double, c_int64
from dataclasses import dataclass
from typing import Any, Hashable, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .._core.arrays import Floats, floats, table, view, weights_of
from .._core.calls import call
from .._core.errors import ArgumentError
from .._core.forms import same_rows
from .._core.handles import Handle, arrays_of, at, frozen, numbers_of
from .._core.library import check, lib
from .._core.metric import Metric
from .._core.options import Progress, options, pointer
from .._core.scoring import take_scoring
from .._core.table import multipliers_p


@dataclass(frozen=True, eq=False, repr=False)
class ClassMultipliers:
    """Multipliers of exclusive classes, made by `class_multipliers`. Immutable.

    Attributes
    ----------
    multipliers : ndarray of shape (n_classes,)
        A row gets the class j of the greatest ``scores[j] * multipliers[j]``.
    value : float
        The metric, or the mean cost, that they reach.
    start : float
        What the plain argmax reaches.
    confusion : ndarray of shape (n_classes, n_classes)
        Weights of the rows, by truth and decision.
    classes : ndarray of shape (n_classes,)
        What the columns of the scores stand for.
    """

    multipliers: Floats
    value: float
    start: float
    confusion: Floats
    classes: NDArray[Any]

    def apply(self, scores: Any) -> NDArray[Any]:
        """The class of each row, for scores of shape (n_rows, n_classes), finite and >= 0. Of ties the first."""
        found: NDArray[Any] = self.classes[apply_classes(scores, multipliers=self.multipliers)]
        return found

    predict = apply

    def __repr__(self) -> str:
        numbers = ", ".join(f"{m:.4g}" for m in self.multipliers)
        return f"<ClassMultipliers: [{numbers}], value {self.value:.6g}, argmax {self.start:.6g}>"


def class_multipliers(
    truth: Any,
    scores: Any,
    *,
    metric: str | Metric | None = None,
    costs: ArrayLike | None = None,
    average: Literal["macro", "micro"] | None = None,
    weights: ArrayLike | None = None,
    classes: ArrayLike | None = None,
    progress: Progress | None = None,
) -> ClassMultipliers:
    """Chooses multipliers of exclusive classes: a local optimum, never worse than the plain argmax.

    Parameters
    ----------
    truth : array-like of shape (n_rows,)
        The class of each row, one of `classes`.
    scores : array-like or data frame of shape (n_rows, n_classes)
        Finite and >= 0, probabilities for example.
    metric : str or Metric, optional
        To be greatest, by `average` over the classes. Default ``"f1"`` where no costs are given.
    costs : array-like of shape (n_classes, n_classes), optional
        By truth and decision, finite: their mean is to be least.
    average : {"macro", "micro"}, optional
        Whether each class is a problem of its own (the default), or the counts of all are added.
    weights : array-like of shape (n_rows,), optional
        Finite and >= 0.
    classes : array-like of shape (n_classes,), optional
        What the columns of the scores stand for. Default: the columns of a data frame; else 0, 1, ...
    progress : callable, optional
        ``progress(fraction)``; returning False cancels.

    Returns
    -------
    ClassMultipliers

    Raises
    ------
    ArgumentError
        Where an argument is outside of its range, or a metric is given beside costs.
    """
    array, source = table(scores, "scores", "rows by classes")
    same_rows("scores", scores, truth=truth, weights=weights)
    n = array.shape[1]
    columns: Any = source.columns if classes is None else classes
    known = np.arange(n) if columns is None else np.asarray(columns)
    if known.shape != (n,):
        raise ArgumentError(f"classes has shape {known.shape}: must have one per column of scores, {n}")
    numbers = _positions(truth) if columns is None else _numbers(truth, known)
    if numbers.shape != (len(array),):
        raise ArgumentError(f"truth has shape {numbers.shape}: must have one per row of scores, {len(array)}")
    asked: dict[str, Any] = {"average": average, "progress": progress}
    made = options("thresholds", {"metric": take_scoring(metric, asked), **asked})
    matrix, weighed = None if costs is None else _costs(costs, n), weights_of(weights, len(array))
    out = multipliers_p()
    call(lib.wald_multipliers_choose, view(numbers), view(array), weighed,
         None if matrix is None else at(c_double, matrix), pointer(made), byref(out))  # fmt: skip
    found = Handle(out)
    lists = arrays_of("multipliers", found.pointer)
    return ClassMultipliers(frozen(lists["multipliers"]), confusion=frozen(lists["confusion"].reshape(n, n)),
                            classes=known, **numbers_of("multipliers", found.pointer))  # fmt: skip


def apply_classes(
    scores: Any, *, multipliers: ArrayLike | None = None, costs: ArrayLike | None = None
) -> NDArray[np.int64]:
    """The class of each row: by multipliers, or the one of least expected cost.

    Parameters
    ----------
    scores : array-like of shape (n_rows, n_classes)
        Finite and >= 0; with costs probabilities.
    multipliers : array-like of shape (n_classes,), optional
        Default 1 each.
    costs : array-like of shape (n_classes, n_classes), optional
        By truth and decision, finite. Calibrated probabilities need no multipliers then.

    Returns
    -------
    ndarray of int64 of shape (n_rows,)
        Column numbers; of ties the smallest.
    """
    array, _ = table(scores, "scores", "rows by classes")
    n = array.shape[1]
    factors = None if multipliers is None else np.ascontiguousarray(multipliers, np.float64)
    if factors is not None and factors.shape != (n,):
        raise ArgumentError(f"multipliers has shape {factors.shape}: must have one per class, {n}")
    matrix = None if costs is None else _costs(costs, n)
    out = np.empty(len(array), np.int64)
    given = (None if each is None else at(c_double, each) for each in (factors, matrix))
    check(lib.wald_class_apply(*given, view(array), at(c_int64, out)))
    return out


def _costs(costs: Any, n: int) -> Floats:
    matrix = np.ascontiguousarray(floats(costs, "costs")[0], np.float64)
    if matrix.shape != (n, n):
        raise ArgumentError(f"costs has shape {matrix.shape}: must be ({n}, {n}), by truth and decision")
    return matrix


def _positions(truth: Any) -> NDArray[np.int64]:
    array = np.asarray(truth)
    if array.size and array.dtype.kind not in "biu":
        raise TypeError(f"truth must be numbers of columns, as no classes are given: found {array.dtype}")
    return np.ascontiguousarray(array, np.int64)


def _numbers(truth: Any, classes: NDArray[Any]) -> NDArray[np.int64]:
    """The column number of each row's class."""
    where: dict[Hashable, int] = {name: j for j, name in enumerate(classes.tolist())}
    values = np.asarray(truth).tolist()
    for i, value in enumerate(values):
        if value not in where:
            raise ArgumentError(f"truth[{i}] is {value!r}: the classes are {classes.tolist()}")
    return np.array([where[value] for value in values], np.int64)
