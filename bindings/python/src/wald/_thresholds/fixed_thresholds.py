"""Models on a test set, at thresholds that were chosen elsewhere: metrics with limits, and paired differences."""

from __future__ import annotations

from ctypes import byref
from typing import TYPE_CHECKING, Any, Hashable, Mapping

import numpy as np
from numpy.typing import ArrayLike

from .._core import html
from .._core.arrays import Floats, group_numbers, rows_view, vector, view, weights_of
from .._core.calls import call
from .._core.errors import ArgumentError, warn
from .._core.facts import ThresholdEvaluationFacts
from .._core.forms import same_rows
from .._core.handles import Handle, arrays_of, frozen, numbers_of, text_of, texts_of
from .._core.library import lib
from .._core.options import options as options_of
from .._core.options import pointer, takes
from .._core.rows import FACTS
from .._core.table import threshold_evaluation_p
from .score_arrays import known_truth
from .score_curves import models_of, reference_of

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from .._core.keywords import ThresholdOptions

_FACTS = FACTS["threshold_evaluation"]


def usual_metrics() -> tuple[str, ...]:
    """The metrics that are evaluated if none are named."""
    return ("auc", "recall", "specificity", "precision", "npv", "accuracy", "balanced_accuracy", "f1", "mcc")


class ThresholdEvaluation(ThresholdEvaluationFacts):
    """Models on a test set at fixed thresholds, made by `evaluate_thresholds`. Immutable.

    Lists of estimates are metric by metric of each model, lists of comparisons (``pair_...``) metric by metric of each
    pair of models: `to_frame` and `comparisons` are these lists as data frames, ``found["recall"]`` is one estimate.

    Attributes
    ----------
    models : tuple
        The names of the models.
    metrics : tuple of str
    thresholds : ndarray of shape (n_models,), or None
    warning : str
        What is unknown, and why; empty if everything is known.
    """

    __slots__ = ("_facts", "metrics", "models", "thresholds")

    def __init__(self, facts: dict[str, Any], models: tuple[Hashable, ...], metrics: tuple[str, ...],
                 thresholds: Floats | None) -> None:  # fmt: skip
        self._facts = facts
        self.models = models
        self.metrics = metrics
        self.thresholds = thresholds

    def _fact(self, name: str) -> Any:
        return self._facts[name]

    def __getitem__(self, asked: Any) -> dict[str, float]:
        """One estimate, by its metric, of several models by ``(model, metric)``: value, low, high, standard_error, exact."""
        model, metric = asked if isinstance(asked, tuple) and len(asked) == 2 else (self.models[0], asked)
        if model not in self.models or metric not in self.metrics:
            raise KeyError(asked)
        if not isinstance(asked, tuple) and len(self.models) > 1:
            raise KeyError(f"{asked!r}: of several models write [model, metric]")
        at = self.models.index(model) * len(self.metrics) + self.metrics.index(metric)
        return {name: self._facts[name][at] for name in ("value", "low", "high", "standard_error", "exact")}

    def to_frame(self) -> Any:
        """One row per model and metric as a pandas data frame."""
        import pandas

        kept = {name: self._facts[name] for name in ("value", "low", "high", "standard_error", "exact")}
        names = {"model": [self.models[int(m)] for m in self._facts["model"]],
                 "metric": [self.metrics[int(k)] for k in self._facts["metric"]]}  # fmt: skip
        return pandas.DataFrame({**names, **kept})

    def comparisons(self) -> Any:
        """One row per pair of models and metric as a pandas data frame: second less first."""
        import pandas

        lists = {name[len("pair_"):]: each for name, each in self._facts.items() if name.startswith("pair_")}
        names = {"first": [self.models[int(m)] for m in lists.pop("first")],
                 "second": [self.models[int(m)] for m in lists.pop("second")],
                 "metric": [self.metrics[int(k)] for k in lists.pop("metric")]}  # fmt: skip
        return pandas.DataFrame({**names, **lists})

    def to_markdown(self) -> str:
        """A table of metrics by model as Markdown, and one of comparisons."""
        return str(self._facts["markdown"])

    def to_latex(self) -> str:
        """The same tables for LaTeX, with the rules of booktabs."""
        return str(self._facts["latex"])

    def _repr_html_(self) -> str:
        rows = [
            (metric, *(self._cell(m * len(self.metrics) + k) for m in range(len(self.models))))
            for k, metric in enumerate(self.metrics)
        ]
        return html.table("Evaluation at fixed thresholds", rows, tuple(map(str, self.models)))

    def _cell(self, at: int) -> str:
        value, low, high = (self._facts[name][at] for name in ("value", "low", "high"))
        return f"{value:.3f}" + ("" if np.isnan(low) else f" ({low:.3f} to {high:.3f})")

    def __repr__(self) -> str:
        first = ", ".join(f"{metric} {self._cell(k)}" for k, metric in enumerate(self.metrics[:3]))
        return f"<ThresholdEvaluation of {', '.join(map(str, self.models))} on {self.n_rows} rows: {first}>"


@takes("thresholds", "evaluation")
def evaluate_thresholds(
    truth: Any,
    scores: Any,
    thresholds: ArrayLike | Mapping[Hashable, float] | None = None,
    *,
    weights: ArrayLike | None = None,
    groups: ArrayLike | None = None,
    reference: Hashable = None,
    **options: Unpack[ThresholdOptions],
) -> ThresholdEvaluation:
    """Every metric with limits of models on a test set, at thresholds that were chosen on other rows, and paired differences
    of several models.

    A row is flagged where its score is at least the threshold. Limits of proportions, F1 and the Jaccard index are mid-P
    limits or, with ``proportion_limits="exact"``, Clopper and Pearson's; those of balanced accuracy and informedness
    follow from recall's and specificity's; those of the area under the ROC curve are DeLong's or, with
    ``auc_limits="logit"``, on its log-odds with Student's t (Pepe 2003); all others, and with
    `groups` all but the area, are the jackknife's; with `bootstrap` all are percentiles.
    Differences have p-values: DeLong's test of the area, the paired permutation test of other metrics, both corrected by
    Holm's method for all comparisons.

    Parameters
    ----------
    truth : array-like of shape (n_rows,)
        0 or 1: labels that are missing are refused.
    scores : array-like of shape (n_rows,) or (n_rows, n_models), data frame, or dict of vectors
        No NaN. The names of a dict or a data frame are those of the models.
    thresholds : float, or array-like of shape (n_models,), or dict by model, optional
        A single number is that of every model. Without, the area under the ROC curve (``"auc"``) alone is known.
    weights : array-like of shape (n_rows,), optional
        Finite and >= 0: how many rows each counts for, or sampling weights.
    groups : array-like of shape (n_rows,), optional
        Rows of one value belong together, such as those of a patient.
    reference : name or number of a model, optional
        What every other model is compared with. By default every pair is compared.
    <options>

    Returns
    -------
    ThresholdEvaluation

    Raises
    ------
    ArgumentError
        Where an argument is outside of its range, a score is NaN or a label is missing.

    Examples
    --------
    >>> found = evaluate_thresholds([1, 1, 1, 0, 0, 0], [0.9, 0.8, 0.3, 0.6, 0.2, 0.1], 0.5)
    >>> {name: round(float(each), 3) for name, each in found["auc"].items()}
    {'value': 0.889, 'low': 0.581, 'high': 1.0, 'standard_error': 0.157, 'exact': 0.0}
    """
    table, names = models_of(scores, "scores")
    given: dict[str, Any] = {"names": [str(name) for name in names], **options}
    if isinstance(given.get("metrics"), str):
        given["metrics"] = [given["metrics"]]
    place = reference_of(reference, names)
    if place is not None:
        given["reference"] = place
    if isinstance(scores, Mapping):
        for name, model in scores.items():
            same_rows(f"scores[{name!r}]", model, truth=truth, weights=weights, groups=groups)
    same_rows("scores", scores, truth=truth, weights=weights, groups=groups)
    rated, weighed = known_truth(truth, (len(table),)), weights_of(weights, len(table))
    together = None
    if groups is not None:
        numbers = group_numbers(groups)
        if len(numbers) != len(table):
            raise ArgumentError(f"groups has {len(numbers)} elements: there are {len(table)} rows")
        together = view(numbers)
    at = _thresholds_of(thresholds, names)
    out, held = threshold_evaluation_p(), options_of("thresholds", given)
    call(lib.wald_threshold_evaluation_create, view(rated), view(table), None if at is None else view(at),
         rows_view(weighed, together), pointer(held), byref(out))  # fmt: skip
    owner = Handle(out)
    found = owner.pointer
    facts: dict[str, Any] = numbers_of("threshold_evaluation", found)
    facts.update({name: frozen(each) for name, each in arrays_of("threshold_evaluation", found).items()})
    facts.update({name: text_of(found, _FACTS[name].value) for name in ("warning", "markdown", "latex")})
    metrics = texts_of(found, _FACTS["metric_name"].value, facts["n_metrics"])
    if facts["warning"]:
        warn(facts["warning"])
    return ThresholdEvaluation(facts, names, metrics, at)


def _thresholds_of(given: Any, names: tuple[Hashable, ...]) -> Floats | None:
    """One per model."""
    if given is None:
        return None
    if isinstance(given, Mapping):
        missing = [name for name in names if name not in given]
        if missing or len(given) != len(names):
            raise ArgumentError(f"thresholds names {', '.join(map(repr, given))}: must name each of "
                                f"{', '.join(map(repr, names))}")  # fmt: skip
        given = [given[name] for name in names]
    array = np.asarray(vector(np.atleast_1d(given), "thresholds")[0], dtype=np.float64)
    found: Floats = frozen(np.repeat(array, len(names)) if len(array) == 1 else array.copy())
    return found
