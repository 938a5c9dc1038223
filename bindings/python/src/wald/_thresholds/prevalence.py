"""The shares of labels or classes among rows without labels."""

from __future__ import annotations

from ctypes import byref
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
from numpy.typing import ArrayLike

from .._core.arrays import columns, mask, one_of, view, vector
from .._core.calls import call
from .._core.described import Described
from .._core.errors import ArgumentError
from .._core.facts import PrevalenceFacts
from .._core.forms import same_rows
from .._core.handles import Handle, arrays_of, frozen, numbers_of
from .._core.library import lib
from .._core.options import options as options_of
from .._core.options import pointer, takes
from .._core.rows import WORDS
from .._core.table import prevalence_p

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from .._core.keywords import ThresholdOptions


class Prevalence(Described, PrevalenceFacts):
    """The shares of labels or classes among rows without labels, made by `estimate_prevalence`. Immutable.

    Every number is an array of shape (n_labels,), of a single label of shape (1,).
    """

    __slots__ = ("_numbers", "names")
    _object = "prevalence"
    _lists = ("prior", "low", "high", "training_prior", "p_value")

    def __init__(self, numbers: dict[str, Any], names: tuple[Any, ...]) -> None:
        self._numbers = numbers
        self.names = names

    def _fact(self, name: str) -> Any:
        return self._numbers[name]

    def _columns(self) -> dict[str, Any]:
        return {"label": self.names, **{name: self._fact(name) for name in self._lists}}

    def __repr__(self) -> str:
        shares = (f"{name} {p:.4g} in [{a:.4g}, {b:.4g}]" for name, p, a, b in zip(self.names, self.prior, self.low, self.high))
        return f"<Prevalence: {', '.join(shares)}>"


@takes("thresholds", "prevalence")
def estimate_prevalence(
    probabilities: Any,
    *,
    training_prior: ArrayLike | None = None,
    calibration_truth: Any = None,
    calibration_probabilities: Any = None,
    kind: Literal["independent", "categorical"] = "independent",
    **options: Unpack[ThresholdOptions],
) -> Prevalence:
    """The shares of labels or classes among rows without labels, by maximum likelihood, if rows of a label look as in
    training: only the shares differ (label shift). Pass `prior` to `Calibration.adapt`.

    Parameters
    ----------
    probabilities : array-like of shape (n_rows,) or (n_rows, n_labels)
        In [0, 1], calibrated where labels are as frequent as in training, or to be calibrated on calibration rows.
    training_prior : float or array-like of shape (n_labels,), optional
        In (0, 1): the share of each label in training. By default that of the calibration rows.
    calibration_truth : array-like of the shape of calibration_probabilities, optional
        0 or 1: the truth of rows as frequent as in training, which the model was not fitted to. Of exclusive classes a
        column each. Probabilities are then calibrated by one slope and an intercept per class, limits by `bootstrap`
        cover the error of that as well, and label shift is tested.
    calibration_probabilities : array-like of shape (n,) or (n, n_labels), optional
        Of these rows, as in `probabilities`.
    kind : {"independent", "categorical"}
        Whether each column is a label of its own, or columns are exclusive classes.
    <options>

    Returns
    -------
    Prevalence

    Notes
    -----
    M. Saerens, P. Latinne and C. Decaestecker (Neural Computation, 2002); A. Alexandari, A. Kundaje and A. Shrikumar
    (ICML 2020) for the calibration.

    Raises
    ------
    ArgumentError
        Where an argument is outside of its range.

    Examples
    --------
    >>> found = estimate_prevalence([0.9, 0.8, 0.1, 0.1], training_prior=0.2)
    >>> found.prior.round(3), found.low.round(3), found.high.round(3)
    (array([0.876]), array([0.151]), array([1.]))
    """
    array, source = columns(probabilities, "probabilities")
    cells = array.reshape(-1, 1) if array.ndim == 1 else array
    prior = known = held_out = None
    if training_prior is not None:
        prior, _ = vector(np.atleast_1d(np.asarray(training_prior)), "training_prior")
    if (calibration_truth is None) != (calibration_probabilities is None):
        raise ArgumentError("calibration_truth and calibration_probabilities are needed together")
    if calibration_truth is not None:
        same_rows("calibration_probabilities", calibration_probabilities, calibration_truth=calibration_truth)
        held_out, _ = columns(calibration_probabilities, "calibration_probabilities")
        known, _ = mask(calibration_truth, "calibration_truth")
        held_out, known = (each.reshape(-1, 1) if each.ndim == 1 else each for each in (held_out, known))
    out, held = prevalence_p(), options_of("thresholds", options)
    views = [None if each is None else view(each) for each in (prior, known, held_out)]
    call(lib.wald_prevalence_create, one_of(kind, "kind", WORDS["kind"]), view(cells), *views, pointer(held), byref(out))
    found = Handle(out)
    lists = {name: frozen(each) for name, each in arrays_of("prevalence", found.pointer).items()}
    names = range(cells.shape[1]) if source.columns is None or array.ndim == 1 else source.columns
    return Prevalence({**numbers_of("prevalence", found.pointer), **lists}, tuple(names))
