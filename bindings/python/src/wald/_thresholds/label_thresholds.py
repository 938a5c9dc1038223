"""A threshold for each label of a multi-label model."""

from __future__ import annotations

from ctypes import byref
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Hashable, Sequence, cast

import numpy as np
from numpy.typing import ArrayLike

from .._core.arrays import Floats, group_numbers, table, view, weights_of
from .._core.calls import call
from .._core.described import Described
from .._core.errors import ArgumentError, warn
from .._core.forms import same_rows
from .._core.flags import ThresholdFlags
from .._core.handles import Handle, frozen, items_of, numbers_of
from .._core.library import lib
from .._core.metric import Metric
from .._core.options import pointer, takes
from .._core.scoring import take_scoring
from .._core.table import labels_p
from .score_arrays import score_table, truth_of
from .thresholds import threshold_options

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from .._core.keywords import ThresholdOptions

@dataclass(frozen=True, eq=False, repr=False)
class LabelThresholds(Described):
    """Thresholds of the labels of a multi-label model, made by `label_thresholds`. Immutable.

    Attributes
    ----------
    thresholds : ndarray of shape (n_labels,)
        ``inf`` where nothing is flagged.
    tp, fp : ndarray of shape (n_labels,)
        Weights that are flagged.
    positives, precision, recall, values : ndarray of shape (n_labels,)
        The weight of the positives of each label, NaN if unknown; precision, NaN if nothing is flagged; recall; the value
        of the goal, with macro.
    flags : tuple of ThresholdFlags
        Of each label.
    missed : tuple
        The labels that miss a limit, by name or, without names, by index; with micro, which has limits of all labels
        together, empty.
    value : float
        Of the goal: over the added counts (micro), the mean over labels (macro), or over rows (instance).
    labels_per_row : float
        The mean number of flagged labels of a row, with instance; else NaN.
    feasible : bool
        False if what is asked is not attained.
    exact : bool
        False if hulls stood for the frontiers, the labels being too many.
    average : {"macro", "micro", "instance"}
    names : tuple or None
        Of the labels, where the input had names.
    """

    thresholds: Floats
    tp: Floats
    fp: Floats
    positives: Floats
    precision: Floats
    recall: Floats
    values: Floats
    flags: tuple[ThresholdFlags, ...]
    missed: tuple[Hashable, ...]
    value: float
    labels_per_row: float
    feasible: bool
    exact: bool
    average: str
    names: tuple[Hashable, ...] | None

    _more = ("average", "value", "labels_per_row", "feasible", "exact", "missed", "names")
    _lists = ("thresholds", "tp", "fp", "positives", "precision", "recall", "values")

    def _columns(self) -> dict[str, Any]:
        names: Sequence[Hashable] = range(len(self.thresholds)) if self.names is None else self.names
        return {
            "label": list(names), "threshold": self.thresholds, "tp": self.tp, "fp": self.fp, "positives": self.positives,
            "precision": self.precision, "recall": self.recall, "value": self.values,
            "feasible": [name not in self.missed if self.average == "macro" else self.feasible for name in names],
            "flags": [", ".join(flags.names) for flags in self.flags],
        }  # fmt: skip

    def to_dict(self) -> dict[str, Any]:
        """Every number by its name, those of the labels as lists."""
        return {**super().to_dict(), "flags": [list(flags.names) for flags in self.flags]}

    def apply(self, scores: Any) -> Any:
        """Which labels are predicted, for scores of shape (n_rows, n_labels) without NaN.

        Returns
        -------
        ndarray, or data frame like the input, of bool of shape (n_rows, n_labels)
        """
        table, source = score_table(scores, self.names, len(self.thresholds))
        if np.isnan(table).any():
            i, j = np.argwhere(np.isnan(table))[0]
            raise ArgumentError(f"scores[{i}][{j}] is nan: must be a number")
        # A threshold of inf flags nothing, not even a score of inf.
        chosen = (table >= self.thresholds) & (self.thresholds < np.inf)
        return source.frame(chosen)

    predict = apply

    def __repr__(self) -> str:
        return f"<LabelThresholds: {len(self.thresholds)} labels ({self.average}), value {self.value:.6g}>"


@takes("thresholds", "labels", but=("metric",))
def label_thresholds(
    truth: Any,
    scores: Any,
    *,
    metric: str | Metric | None = None,
    weights: ArrayLike | None = None,
    groups: ArrayLike | None = None,
    **options: Unpack[ThresholdOptions],
) -> LabelThresholds:
    """Chooses a threshold for each label of a multi-label model.

    Parameters
    ----------
    truth : array-like of shape (n_rows, n_labels)
        1, 0, or not rated: NaN, None, a missing value, -1 or 2.
    scores : array-like or data frame of shape (n_rows, n_labels)
        No NaN.
    metric : str or Metric, optional
        To be greatest: see `Sample.choose`. With average instance, that which min_value limits.
    weights : array-like of shape (n_rows,), optional
        Finite and >= 0.
    groups : array-like of shape (n_rows,), optional
        With average instance: rows of one value, such as those of a document, depend on each other. The promise is then that
        of a row of a future group, on average over groups.
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
    same_rows("scores", scores, truth=truth, weights=weights, groups=groups)
    together = None
    if groups is not None:
        numbers = group_numbers(groups)
        if len(numbers) != len(array):
            raise ArgumentError(f"groups has {len(numbers)} elements: there are {len(array)} rows")
        together = view(numbers)
    rated, weighed = truth_of(truth, array.shape), weights_of(weights, len(array))
    given = cast("dict[str, Any]", options)
    made = threshold_options(take_scoring(metric, given), given)
    out = labels_p()
    call(lib.wald_labels_choose, view(rated), view(array), weighed, together, pointer(made), byref(out))
    found = Handle(out)
    value, feasible, exact, per_row = numbers_of("labels", found.pointer, per="whole").values()
    of = {name: frozen(numbers) for name, numbers in items_of("labels", found.pointer, "label").items()}
    names = None if source.columns is None else tuple(source.columns)
    average = given.get("average") or "macro"
    flags = tuple(ThresholdFlags(int(bits)) for bits in of["flags"])
    known: Sequence[Hashable] = range(array.shape[1]) if names is None else names
    missed = tuple(name for name, misses in zip(known, of["missed"]) if misses)
    if not feasible:
        which = f" ({_listed(missed)})" if missed else ""
        warn("no threshold can be proved to hold the limit: nothing is flagged" if average == "instance" else
             f"no thresholds attain what is asked of the labels{which}: the nearest ones are the answer")
    flags_all = [name for name, every in zip(known, of["flags_all"]) if every]
    if flags_all:
        warn(f"every row is flagged for {_listed(flags_all)}: the scores do not separate the label's few positives")
    return LabelThresholds(of["threshold"], of["tp"], of["fp"], of["positives"], of["precision"], of["recall"],
                           of["label_value"], flags, missed, value, per_row, feasible == 1, exact == 1, average, names)


def _listed(labels: Sequence[Hashable]) -> str:
    """The first of some labels, by name or index."""
    most = 5
    named = ", ".join(str(label) for label in labels[:most])
    more = f" and {len(labels) - most} more" if len(labels) > most else ""
    return f"{'label' if len(labels) == 1 else 'labels'} {named}{more}"
