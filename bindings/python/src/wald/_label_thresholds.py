"""A threshold for each label of a multi-label model."""

from __future__ import annotations

from ctypes import byref, c_double, c_int32, c_uint8
from typing import Any, Hashable, Literal

import numpy as np
from numpy.typing import ArrayLike

from ._arrays import Floats, float_type, floats, strides_of, weights_of
from ._decision import frame_like
from ._errors import ArgumentError
from ._handles import address, at, call
from ._library import lib
from ._options import average_value
from ._score_arrays import ratings, score_table
from ._threshold_options import threshold_options


class LabelThresholds:
    """Thresholds of the labels of a multi-label model, made by `label_thresholds`. Immutable.

    Attributes
    ----------
    thresholds : ndarray of shape (n_labels,)
        ``inf`` for a label without positives.
    tp, fp : ndarray of shape (n_labels,)
        Weights that are flagged.
    value : float
        Of the goal: over the added counts (micro), or the mean over labels (macro).
    feasible : bool
        False where a recall is out of reach.
    exact : bool
        False where hulls stood for the frontiers, the labels being too many.
    average : {"macro", "micro"}
    names : tuple or None
        Of the labels, where the input had names.
    """

    __slots__ = ("average", "exact", "feasible", "fp", "names", "thresholds", "tp", "value")

    def __init__(
        self,
        thresholds: Floats,
        tp: Floats,
        fp: Floats,
        value: float,
        feasible: bool,
        exact: bool,
        average: str,
        names: tuple[Hashable, ...] | None,
    ) -> None:
        for array in (thresholds, tp, fp):
            array.flags.writeable = False
        self.thresholds = thresholds
        self.tp = tp
        self.fp = fp
        self.value = value
        self.feasible = feasible
        self.exact = exact
        self.average = average
        self.names = names

    def apply(self, scores: Any) -> Any:
        """Which labels are predicted, for scores of shape (n_rows, n_labels) without NaN.

        Returns
        -------
        ndarray, or data frame like the input, of uint8 of shape (n_rows, n_labels)
        """
        table, source = score_table(scores, self.names, len(self.thresholds))
        if np.isnan(table).any():
            i, j = np.argwhere(np.isnan(table))[0]
            raise ArgumentError(f"scores[{i}][{j}] is nan: must be a number")
        # A threshold of inf flags nothing, not even a score of inf.
        chosen = (table >= self.thresholds) & (self.thresholds < np.inf)
        return frame_like(source, chosen.astype(np.uint8))

    predict = apply

    def __repr__(self) -> str:
        return f"<LabelThresholds: {len(self.thresholds)} labels ({self.average}), value {self.value:.6g}>"


def label_thresholds(
    scores: Any,
    labels: Any,
    *,
    average: Literal["macro", "micro"] = "macro",
    weights: ArrayLike | None = None,
    **settings: Any,
) -> LabelThresholds:
    """Chooses a threshold for each label of a multi-label model.

    Parameters
    ----------
    scores : array-like or data frame of shape (n_rows, n_labels)
        No NaN.
    labels : array-like of shape (n_rows, n_labels)
        1, 0, or not rated: NaN, None, a missing value, -1 or 2.
    average : {"macro", "micro"}
        ``"macro"`` makes each label a problem of its own; ``"micro"`` adds the counts of all, and is exact for every
        goal and limit.
    weights : array-like of shape (n_rows,), optional
        Finite and >= 0.
    **settings
        What is asked: metric, cost_ratio, min_precision, ... threads and progress of `ThresholdFrontier.choose`.

    Returns
    -------
    LabelThresholds

    Raises
    ------
    ArgumentError
        Where an argument is outside of its range, or what is asked does not fit together.
    """
    array, source = floats(scores, "scores")
    if array.ndim != 2:
        raise ArgumentError(f"scores has {array.ndim} dimensions: must have 2, rows by labels")
    rated = ratings(labels)
    if rated.shape != array.shape:
        raise ArgumentError(f"labels has shape {rated.shape}: scores has {array.shape}")
    kept, where, kind, stride = weights_of(weights, len(array))
    options = threshold_options(**settings)
    n = array.shape[1]
    thresholds, tp, fp = np.empty(n), np.empty(n), np.empty(n)
    value, feasible, exact = c_double(), c_int32(), c_int32()
    call(
        lib.wald_label_thresholds,
        average_value(average),
        options.pointer,
        address(array),
        float_type(array),
        *array.shape,
        *strides_of(array),
        at(c_uint8, rated),
        *strides_of(rated),
        where,
        kind,
        stride,
        at(c_double, thresholds),
        at(c_double, tp),
        at(c_double, fp),
        byref(value),
        byref(feasible),
        byref(exact),
    )
    del kept
    names = None if source.columns is None else tuple(source.columns)
    return LabelThresholds(thresholds, tp, fp, value.value, feasible.value == 1, exact.value == 1, average, names)
