"""The threshold of one score, from arrays, without a sample."""

from __future__ import annotations

from ctypes import byref
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike

from .._core.arrays import view, weights_of
from .._core.calls import call
from .._core.errors import ArgumentError
from .._core.forms import same_rows
from .._core.library import lib
from .._core.options import pointer, takes
from .._core.rows import WORDS
from .._core.table import thresholds_p
from .own_metric import OwnMetric, choose_gain, is_own
from .sample import Sample
from .score_arrays import numbers_of, score_table, truth_of
from .thresholds import Thresholds, read_thresholds, threshold_options

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from .._core.keywords import ThresholdOptions


@takes("thresholds", "choose", but=("metric",))
def choose_threshold(
    truth: Any,
    scores: Any,
    *,
    metric: OwnMetric | None = None,
    weights: ArrayLike | None = None,
    benefits: ArrayLike | None = None,
    costs: ArrayLike | None = None,
    **options: Unpack[ThresholdOptions],
) -> Thresholds:
    """The threshold of one score: what ``Sample().feed(truth, scores).choose(...)`` gives, without a copy of the rows
    where there are no weights and every row is rated.

    Parameters
    ----------
    truth : array-like of shape (n_rows,)
        1, 0, or not rated: NaN, None, a missing value, -1 or 2. Numbers and bool are read in place.
    scores : array-like of shape (n_rows,), or (n_rows, 1)
        No NaN. float32 and float64 are read in place.
    metric : str, Metric or callable, optional
        To be greatest: see `Sample.choose`.
    weights : array-like of shape (n_rows,), optional
        Finite and >= 0.
    benefits, costs : float or array-like of shape (n_rows,), optional
        What a flagged positive gains and a flagged negative loses, of every row or for each row; finite and >= 0. The goal
        is then the greatest gain. Default of one beside the other: 1.
    <options>

    Returns
    -------
    Thresholds

    Raises
    ------
    ArgumentError
        Where no row is positive and the goal needs one, an argument is outside of its range, or what is asked does not fit together.
    UnsupportedError
        Where recall or F is asked and the number of positives is unknown.

    Examples
    --------
    >>> found = choose_threshold([1, 0, 1, 0], [0.9, 0.8, 0.3, 0.2], metric="f1")
    >>> found.thresholds, found.value
    (array([0.3]), 0.8)
    """
    same_rows("scores", scores, truth=truth, weights=weights)
    table, source = score_table(scores, None, 1)
    column = table[:, 0]
    named = None if source.columns is None else tuple(source.columns)
    priced = benefits is not None or costs is not None
    if priced or is_own(metric):
        same_rows("scores", scores, benefits=benefits, costs=costs)
        sample = Sample(names=named).feed(truth, column, weights)
        if not priced:
            return sample.choose(metric, **options)
        if metric is not None:
            raise ArgumentError("metric is given beside benefits or costs, whose goal is the greatest gain")
        return choose_gain(sample, truth_of(truth, column.shape), np.asarray(column, np.float64), (benefits, costs),
                           weights, options)
    numbers, weighed = None, weights_of(weights, len(column))
    if not isinstance(truth, np.ma.MaskedArray):
        numbers = numbers_of(truth, column.shape)
    rated = truth_of(truth, column.shape) if numbers is None else numbers
    out, held = thresholds_p(), threshold_options(metric, options)
    try:
        call(lib.wald_thresholds_choose, view(rated), view(column), weighed, None, WORDS["rule"]["or"], pointer(held),
             byref(out))
    except ArgumentError:
        if numbers is not None:
            truth_of(truth, column.shape)  # where truth is wrong the same is said of every type
        raise
    return read_thresholds(out, "or", named, metric)
