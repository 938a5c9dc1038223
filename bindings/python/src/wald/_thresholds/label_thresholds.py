"""A threshold for each label of a multi-label model."""

from __future__ import annotations

from ctypes import byref, c_double, c_int32
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Hashable

import numpy as np
from numpy.typing import ArrayLike

from .._core.arrays import Floats, table, view, weights_of
from .._core.calls import call
from .._core.errors import ArgumentError, warn
from .._core.forms import same_rows
from .._core.handles import at, frozen
from .._core.library import lib
from .._core.metric import Metric
from .._core.options import pointer, takes
from .score_arrays import ratings_of, score_table
from .thresholds import NOT_OF_CHOOSING, threshold_options

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from .._core.keywords import ThresholdOptions

NOT_OF_LABELS = (
    *("method", "smoothing", "smoothing_rounds", "dropout", "grid", "baselines", "bootstrap", "bootstrap_cells"),
    *("level", "folds", "seed", *NOT_OF_CHOOSING),
)
"""Options of one choice of thresholds."""


@dataclass(frozen=True, eq=False, repr=False)
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
        False where what is asked is not attained.
    exact : bool
        False where hulls stood for the frontiers, the labels being too many.
    average : {"macro", "micro"}
    names : tuple or None
        Of the labels, where the input had names.
    """

    thresholds: Floats
    tp: Floats
    fp: Floats
    value: float
    feasible: bool
    exact: bool
    average: str
    names: tuple[Hashable, ...] | None

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
        return source.frame(chosen.astype(np.uint8))

    predict = apply

    def __repr__(self) -> str:
        return f"<LabelThresholds: {len(self.thresholds)} labels ({self.average}), value {self.value:.6g}>"


@takes("thresholds", but=("metric", *NOT_OF_LABELS))
def label_thresholds(
    scores: Any,
    labels: Any,
    *,
    metric: str | Metric | None = None,
    weights: ArrayLike | None = None,
    **options: Unpack[ThresholdOptions],
) -> LabelThresholds:
    """Chooses a threshold for each label of a multi-label model.

    Parameters
    ----------
    scores : array-like or data frame of shape (n_rows, n_labels)
        No NaN.
    labels : array-like of shape (n_rows, n_labels)
        1, 0, or not rated: NaN, None, a missing value, -1 or 2.
    metric : str or Metric, optional
        To be greatest: see `Sample.choose`.
    weights : array-like of shape (n_rows,), optional
        Finite and >= 0.
    <options>

    Returns
    -------
    LabelThresholds

    Raises
    ------
    ArgumentError
        Where an argument is outside of its range, or what is asked does not fit together.
    """
    array, source = table(scores, "scores", "rows by labels")
    same_rows("scores", scores, labels=labels, weights=weights)
    rated, weighed = ratings_of(labels, array.shape), weights_of(weights, len(array))
    made = threshold_options(metric, options)
    n = array.shape[1]
    thresholds, tp, fp = np.empty(n), np.empty(n), np.empty(n)
    value, feasible, exact = c_double(), c_int32(), c_int32()
    call(lib.wald_label_thresholds, pointer(made), view(array), view(rated), weighed,
         *(at(c_double, each) for each in (thresholds, tp, fp)), byref(value), byref(feasible), byref(exact))
    if feasible.value != 1:
        warn("no thresholds attain what is asked of the labels: the nearest ones are the answer")
    names = None if source.columns is None else tuple(source.columns)
    average = options.get("average") or "macro"
    found = frozen(thresholds), frozen(tp), frozen(fp)
    return LabelThresholds(*found, value.value, feasible.value == 1, exact.value == 1, average, names)
