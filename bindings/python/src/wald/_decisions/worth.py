"""Whether deciding for a metric pays, from probabilities and, where it is known, truth."""

from __future__ import annotations

from ctypes import byref
from typing import TYPE_CHECKING, Any, Literal, cast

import numpy as np
from numpy.typing import ArrayLike

from .._core.arrays import csr, floats, mask, table_view, view, weights_of
from .._core.calls import call
from .._core.described import Described
from .._core.errors import ArgumentError, warn
from .._core.facts import WorthFacts
from .._core.forms import is_sparse, same_rows
from .._core.handles import numbers_of, text_of
from .._core.library import lib
from .._core.metric import Metric
from .._core.options import Kind, options, pointer, table_kind, take_exactly, takes
from .._core.rows import FACTS, WORDS
from .._core.table import wald_array, wald_sparse, worth_p
from .functions import as_one_problem, metric_of, same_names

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from .._core.keywords import DecisionOptions


_PLACES = {name: place for place, name in enumerate(FACTS["worth"])}


class Worth(Described, WorthFacts):
    """Whether deciding for a metric pays; made by `worth`. Immutable."""

    __slots__ = ("_values", "metric")
    _object = "worth"
    _more = ("metric",)

    metric: str
    """The name of the metric."""

    def __init__(self, values: tuple[float, ...], metric: str) -> None:
        self._values = values
        self.metric = metric

    def _fact(self, name: str) -> float:
        return self._values[_PLACES[name]]

    @property
    def verdict(self) -> Literal["pays", "does_not_pay", "undetermined", "calibrate_first"]:
        """Whether deciding for the metric pays, in a word: whether the gain, with truth the realised one, is above
        `least_gain` by more than two standard errors, two standard errors more would still be no more than it, or neither.
        "calibrate_first": with truth, calibration raises the utility of the decisions by more than two standard errors."""
        value = int(self._fact("verdict"))
        word = next(word for word, number in WORDS["worth_verdict"].items() if number == value)
        return cast(Literal["pays", "does_not_pay", "undetermined", "calibrate_first"], word)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Worth):
            return NotImplemented
        return self.metric == other.metric and np.array_equal(self._values, other._values, equal_nan=True)

    __hash__ = None  # type: ignore[assignment]

    def __reduce__(self) -> Any:
        return Worth, (self._values, self.metric)

    def __repr__(self) -> str:
        known = not np.isnan(self.realised_optimum)
        cut, optimum, gain, error = (
            (self.realised_cut, self.realised_optimum, self.realised_gain, self.realised_gain_error) if known
            else (self.expected_cut, self.expected_optimum, self.gain, self.standard_error))
        calibrated = (f"; calibrated {self.calibrated_optimum:.4g}, gain {self.calibration_gain:.4g} with a standard error "
                      f"of {self.calibration_gain_error:.2g}" if known else "")
        return (f"<Worth of deciding for {self.metric}: {self.verdict.replace('_', ' ')}; {cut:.4g} cut at 1/2, "
                f"{optimum:.4g} decided, gain {gain:.4g} with a standard error of {error:.2g}{calibrated}, "
                f"on {self.n_rows} rows>")


@takes("decisions", "worth")
def worth(
    p: Any,
    metric: str | Metric,
    *,
    truth: Any = None,
    kind: Kind | None = None,
    weights: ArrayLike | None = None,
    exactly: int | None = None,
    **options_: Unpack[DecisionOptions],
) -> Worth:
    """Estimate the gain of deciding for a metric from probabilities, or measure it where the truth is known.

    The expected gain of the optimal predictions over those cut at 1/2, and the standard error of the gain that comes
    true: rows and labels are random. Both rest on the probabilities: see by `temperature` what is left of the gain where
    they are off. With `truth` also the realised gain, how far probabilities are off on average, and what decisions
    from probabilities that are calibrated out of fold would gain.

    Parameters
    ----------
    p : array-like of shape (n_rows, n_labels) or (n_rows,), data frame or sparse matrix
        Probabilities. A vector is one label over its rows, one problem (macro). CSR is read in place, absent
        probabilities are 0.
    metric : str or Metric
        What predictions will be judged by; see `decide`.
    truth : array-like, data frame or sparse matrix of the shape of p, optional
        What was true: 0 and 1, or bool.
    kind : {"independent", "categorical"}, optional
        What rows are: probabilities of independent labels (the default), or of exclusive ones, which sum to at most 1.
    weights : array-like of shape (n_rows,), optional
        Of the rows, finite and >= 0, not all 0; with the instance average alone.
    exactly : int, optional
        The number of positives in each answer: at_least and at_most in one.
    <options>

    Returns
    -------
    Worth

    Raises
    ------
    ArgumentError
        An argument is outside its domain; the text names it, its value and its bound.
    UnsupportedError
        Weights with an average whose optimum takes rows alike, truth with a prevalence, or a metric without an exact
        method.

    Examples
    --------
    >>> worth([[0.9, 0.4, 0.1], [0.4, 0.3, 0.2]], "f1").verdict
    'undetermined'
    """
    asked = cast("dict[str, Any]", options_)
    chosen = metric_of(metric, asked, p)
    take_exactly(exactly, asked)
    number = table_kind(kind)
    same_rows("p", p, truth=truth, weights=weights)
    y, y_source = (None, None) if truth is None else mask(truth, "truth")
    if is_sparse(p):
        shown: wald_array | wald_sparse = csr(p)
    else:
        array, source = floats(p, "probabilities")
        if y_source is not None:
            same_names("truth", y_source, source)
        if array.ndim == 1:
            array = array[:, np.newaxis]
            asked = as_one_problem(asked)
        if array.ndim != 2:
            raise ArgumentError(f"probabilities has {array.ndim} dimensions: must have 1 (one label) or 2 (a table)")
        shown = view(array)
    if y is not None and y.ndim == 1:
        y = y[:, np.newaxis]
    known = None if y is None else view(y)
    weighed, made = weights_of(weights, shown.rows), options("decisions", asked)
    handle, out = chosen._open(), worth_p()
    try:
        call(lib.wald_worth_create, handle.pointer, number, known, table_view(shown), weighed, pointer(made), byref(out))
        found = tuple(numbers_of("worth", out).values())
        warning = text_of(out, FACTS["worth"]["warning"].value)
    finally:
        lib.wald_destroy(out)
    if warning:
        warn(warning)
    return Worth(found, chosen._called)


__all__ = ["Worth", "worth"]
