"""Curves of probabilities: decision curves, and how often events happen that are predicted with probability p."""

from __future__ import annotations

from ctypes import byref
from typing import TYPE_CHECKING, Any, Hashable, Mapping

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .._core.arrays import Floats, floats, vector, view, weights_of
from .._core.calls import call
from .._core.described import Described
from .._core.errors import ArgumentError
from .._core.facts import DecisionCurveFacts, ReliabilityBinFacts, ReliabilityFacts
from .._core.forms import data_frame, same_rows
from .._core.handles import Handle, arrays_of, frozen, list_of, numbers_of
from .._core.library import lib
from .._core.options import options as options_of
from .._core.options import pointer, takes
from .._core.rows import FACTS
from .._core.table import decision_curve_p, reliability_p
from .score_arrays import known_truth

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from .._core.keywords import ThresholdOptions


class DecisionCurve(DecisionCurveFacts):
    """The net benefit of models against the threshold probability, made by `decision_curve`. Immutable.

    Every number is an array of shape (n_models + 1, n_thresholds), whose last row is that of flagging every row.
    Flagging no row has net benefit 0.

    Attributes
    ----------
    thresholds : ndarray of shape (n_thresholds,)
    names : tuple
        Of the models.
    reference : str or other name
        What differences are to: a model, or ``"all"``.
    prevalence : float
        The share of positives: that of the rows, or the one that was given.
    """

    __slots__ = ("_numbers", "names", "prevalence", "reference", "thresholds")

    def __init__(self, numbers: dict[str, Floats], thresholds: Floats, names: tuple[Hashable, ...],
                 reference: Hashable, prevalence: float) -> None:  # fmt: skip
        self._numbers = numbers  # of each fact by model and threshold
        self.thresholds: Floats = frozen(thresholds)
        self.names = names
        self.reference = reference
        self.prevalence = prevalence

    def _fact(self, name: str) -> Any:
        return self._numbers[name]

    def to_frame(self) -> Any:
        """One row per model and threshold as a pandas data frame, the models before ``"all"`` and ``"none"``."""
        steps = len(self.thresholds)
        names = [name for name in (*self.names, "all", "none") for _ in range(steps)]
        columns = {name: np.r_[self._fact(name).ravel(), np.zeros(steps)] for name in FACTS["decision_curve"]}
        none = slice(-steps, None)
        of_reference = self.net_benefit[self._place(self.reference)]
        columns["difference"][none] = -of_reference
        columns["difference_low"][none] = -(of_reference + self._margin(self.reference, "high"))
        columns["difference_high"][none] = -(of_reference + self._margin(self.reference, "low"))
        columns["interventions_avoided"][none] = -self.net_benefit[-1] * (1 - self.thresholds) / self.thresholds
        return data_frame({"model": names, "threshold": np.tile(self.thresholds, len(self.names) + 2), **columns})

    def _place(self, name: Hashable) -> int:
        return self.names.index(name) if name in self.names else len(self.names)

    def _margin(self, name: Hashable, side: str) -> Floats:
        at = self._place(name)
        found: Floats = self._fact(side)[at] - self.net_benefit[at]
        return found

    def __repr__(self) -> str:
        low, high = self.thresholds.min(), self.thresholds.max()
        return (f"<DecisionCurve of {', '.join(map(str, self.names))}: {len(self.thresholds)} thresholds from "
                f"{low:.4g} to {high:.4g}, prevalence {self.prevalence:.4g}>")  # fmt: skip


@takes("thresholds", "decision_curve")
def decision_curve(
    truth: Any,
    probabilities: Any,
    *,
    thresholds: ArrayLike | None = None,
    weights: ArrayLike | None = None,
    reference: Hashable = "all",
    **options: Unpack[ThresholdOptions],
) -> DecisionCurve:
    """The net benefit of flagging by models' probabilities, at every threshold probability (decision curve analysis).

    At one threshold probability t per row of a probability of at least t is flagged, and a false positive costs t/(1 - t)
    of what a true one is worth. Limits are normal ones, or with `bootstrap` percentiles.

    Parameters
    ----------
    truth : array-like of shape (n_rows,)
        0 or 1: labels that are missing are refused.
    probabilities : array-like of shape (n_rows,) or (n_rows, n_models), data frame, or dict of vectors
        In [0, 1]. The names of a dict or a data frame are those of the models.
    thresholds : array-like of shape (n_thresholds,), optional
        Each in (0, 1); default 0.01, 0.02 ... 0.99.
    weights : array-like of shape (n_rows,), optional
        Finite and >= 0.
    reference : name or number of a model, or "all"
        What differences of net benefit are to; by default flagging every row.
    <options>

    Returns
    -------
    DecisionCurve

    Raises
    ------
    ArgumentError
        Where an argument is outside of its range, or a label is missing.

    Examples
    --------
    >>> curve = decision_curve([1, 0, 1, 0], {"model": [0.9, 0.6, 0.3, 0.1]}, thresholds=[0.2, 0.5])
    >>> curve.net_benefit
    array([[0.4375, 0.    ],
           [0.375 , 0.    ]])
    """
    table, names = models_of(probabilities, "probabilities")
    given = dict(options)
    place = reference_of(reference, names)
    if place is not None:
        given["reference"] = place
    if isinstance(probabilities, Mapping):
        for name, model in probabilities.items():
            same_rows(f"probabilities[{name!r}]", model, truth=truth, weights=weights)
    same_rows("probabilities", probabilities, truth=truth, weights=weights)
    rated, weighed = known_truth(truth, (len(table),)), weights_of(weights, len(table))
    at = np.arange(1, 100) / 100 if thresholds is None else np.array(np.atleast_1d(vector(thresholds, "thresholds")[0]))
    out, held = decision_curve_p(), options_of("thresholds", given)
    call(lib.wald_decision_curve_create, view(rated), view(table), weighed, view(at), pointer(held), byref(out))
    curve = Handle(out)
    numbers = {name: frozen(np.array([list_of(curve.pointer, fact.value, model) for model in range(len(names) + 1)]))
               for name, fact in FACTS["decision_curve"].items()}  # fmt: skip
    share: Any = given.get("prevalence")
    if share is None:
        share = np.average(rated, weights=None if weights is None else np.asarray(weights, float))
    shown = "all" if place is None else names[place]
    return DecisionCurve(numbers, at.astype(np.float64), names, shown, float(np.ravel(share)[0]))


def models_of(table: Any, called: str) -> tuple[NDArray[Any], tuple[Hashable, ...]]:
    """A table of one column per model, and their names."""
    if isinstance(table, Mapping):
        columns = [vector(each, f"{called}[{name!r}]")[0] for name, each in table.items()]
        lengths = {len(column) for column in columns}
        if len(lengths) != 1:
            raise ArgumentError(f"{called} has vectors of {sorted(lengths)} rows: must be of one length")
        return np.ascontiguousarray(np.column_stack(columns)), tuple(table)
    array, source = floats(table, called)
    if array.ndim == 1:
        return array.reshape(-1, 1), ("model" if source.name is None else source.name,)
    if array.ndim != 2:
        raise ArgumentError(f"{called} has {array.ndim} dimensions: must have 1, or 2, rows by models")
    columns = source.columns
    return array, tuple(f"model {m}" for m in range(array.shape[1])) if columns is None else tuple(columns)


def reference_of(reference: Hashable, names: tuple[Hashable, ...]) -> int | None:
    if reference in names:
        return names.index(reference)
    if reference is None or reference == "all":
        return None
    if isinstance(reference, (int, np.integer)) and 0 <= reference < len(names):
        return int(reference)
    raise ArgumentError(f"reference is {reference!r}: must be 'all' or one of {', '.join(map(repr, names))}")


class ReliabilityBins(ReliabilityBinFacts):
    """The bins of a reliability diagram, one array per fact of shape (n_bins,)."""

    __slots__ = ("_numbers",)

    def __init__(self, numbers: dict[str, Floats]) -> None:
        self._numbers = numbers

    def _fact(self, name: str) -> Any:
        return self._numbers[name]

    def __len__(self) -> int:
        return len(self.weight)

    def to_frame(self) -> Any:
        """One row per bin as a pandas data frame."""
        return data_frame(self._numbers)


class Reliability(Described, ReliabilityFacts):
    """How often events happen that are predicted with probability p, made by `reliability`. Immutable.

    Attributes
    ----------
    bins : ReliabilityBins
    fitted : ndarray of shape (n_rows,)
        The monotone fit at each row: recalibrated probabilities. NaN if the weight is 0.
    """

    __slots__ = ("_numbers", "bins")
    _object = "reliability"

    def __init__(self, numbers: dict[str, Any], bins: dict[str, Floats]) -> None:
        self._numbers = numbers
        self.bins = ReliabilityBins(bins)

    def _fact(self, name: str) -> Any:
        return self._numbers[name]

    def _columns(self) -> dict[str, Any]:
        return {"bin": range(len(self.bins)), **{name: getattr(self.bins, name) for name in self.bins._numbers}}

    def to_dict(self) -> dict[str, Any]:
        """Every fact that is known, by its name, and the bins as lists."""
        bins = {name: values.tolist() for name, values in self.bins._numbers.items()}
        return {**super().to_dict(), "bins": bins, "fitted": self.fitted.tolist()}

    def __repr__(self) -> str:
        return (f"<Reliability: Brier score {self.brier:.4g} = miscalibration {self.miscalibration:.4g} - "
                f"discrimination {self.discrimination:.4g} + uncertainty {self.uncertainty:.4g}, {len(self.bins)} bins>")  # fmt: skip


@takes("thresholds", "reliability")
def reliability(
    truth: Any,
    probabilities: Any,
    *,
    weights: ArrayLike | None = None,
    **options: Unpack[ThresholdOptions],
) -> Reliability:
    """How often events happen that are predicted with probability p: by bins that hold equal weights of rows, and
    by the monotone fit. The Brier score is taken apart by both.

    Parameters
    ----------
    truth : array-like of shape (n_rows,)
        0 or 1: labels that are missing are refused.
    probabilities : array-like of shape (n_rows,)
        In [0, 1].
    weights : array-like of shape (n_rows,), optional
        Finite and >= 0.
    <options>

    Returns
    -------
    Reliability

    Raises
    ------
    ArgumentError
        Where an argument is outside of its range, or a label is missing.

    Examples
    --------
    >>> found = reliability([1, 1, 0, 0], [0.9, 0.8, 0.4, 0.1], bins=2)
    >>> found.bins.share
    array([0., 1.])
    """
    column, _ = vector(probabilities, "probabilities")
    same_rows("probabilities", probabilities, truth=truth, weights=weights)
    rated, weighed = known_truth(truth, column.shape), weights_of(weights, len(column))
    out, held = reliability_p(), options_of("thresholds", options)
    call(lib.wald_reliability_create, view(rated), view(column), weighed, pointer(held), byref(out))
    found = Handle(out)
    lists = {name: frozen(each) for name, each in arrays_of("reliability", found.pointer).items()}
    bins = {name[len("bin_"):]: each for name, each in lists.items() if name.startswith("bin_")}
    return Reliability({**numbers_of("reliability", found.pointer), "fitted": lists["fitted"]}, bins)


