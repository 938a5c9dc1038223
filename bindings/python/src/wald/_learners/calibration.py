"""Calibrated probabilities, from the probabilities or the scores of a binary classifier."""

from __future__ import annotations

from ctypes import byref, c_double, c_int32
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .._core.arrays import floats, mask_vector, name_bytes, view, weights_of
from .._core.described import Described
from .._core.errors import ArgumentError
from .._core.files import Fitted
from .._core.forms import Source, same_rows
from .._core.handles import at
from .._core.library import check, lib
from .._core.methods import CalibrationMethods
from .._core.rows import WORDS
from .._core.table import calibration_p


CalibrationInput = Literal["probabilities", "scores"]
_INPUTS = WORDS["calibration_input"]


def _input(probabilities: Any, scores: Any) -> tuple[NDArray[Any], Source, CalibrationInput]:
    """What is to be calibrated, and what it is."""
    if (probabilities is None) == (scores is None):
        raise ArgumentError("probabilities or scores are needed" if scores is None else
                            "scores are given beside probabilities: one of them is calibrated")
    taken: CalibrationInput = "probabilities" if scores is None else "scores"
    given = probabilities if scores is None else scores
    array, source = floats(given, taken)
    if array.ndim == 2 and array.shape[1] == 2 and scores is None:
        raise ArgumentError("probabilities has 2 dimensions: must have 1; of predict_proba take column 1, [:, 1]")
    if array.ndim != 1:
        raise ArgumentError(f"{taken} has {array.ndim} dimensions: must have 1")
    return array, source, taken


class Calibration(Described, Fitted, CalibrationMethods):
    """Calibrated probabilities, from the probabilities or the scores of a binary classifier.

    Made by `Calibration.fit`, or read by `Calibration.load`. Immutable; any number of threads may use one together.

    Notes
    -----
    J. Platt (1999) for ``"platt"``; B. Zadrozny and C. Elkan (KDD 2002) for ``"isotonic"``; M. Kull, T. Silva Filho and
    P. Flach (AISTATS 2017) for ``"beta"``.

    Examples
    --------
    >>> calibration = Calibration.fit("isotonic", [0, 1, 0, 1], [0.1, 0.3, 0.7, 0.9])
    >>> calibration.apply([0.1, 0.5, 0.9]).round(2)
    array([0.12, 0.5 , 0.88])
    """

    __slots__ = ()
    _noun = "calibration"
    _object = "calibration"
    _pointer = calibration_p

    @classmethod
    def fit(cls, name: str, truth: Any, probabilities: Any = None, *, scores: Any = None,
            weights: ArrayLike | None = None) -> Calibration:
        """Fits a calibration to rows that the classifier was not fitted to.

        Parameters
        ----------
        name : {"platt", "isotonic", "beta"}; "sigmoid" is "platt"
            A logistic regression on the log-odds of the probability, or on the score; pooled adjacent violators, with
            lines between the pools, within 1/(2n) of 0 and 1; a logistic regression on ln p and -ln(1 - p), where p is
            the probability, or the sigmoid of the score. The log-odds of a probability are clipped to [-40, 40].
        truth : array-like of shape (n,)
            0 or 1, both of which occur.
        probabilities : array-like of shape (n,)
            P(label = 1), in [0, 1]: of scikit-learn's models ``predict_proba(X)[:, 1]``.
        scores : array-like of shape (n,), instead of probabilities
            Log-odds, margins or any finite numbers that rise with P(label = 1), such as ``decision_function(X)``.
        weights : array-like of shape (n,), optional
            Finite and >= 0. Default: 1 each.

        Returns
        -------
        Calibration
            It takes what it was fitted to: probabilities or scores (`input`).
        """
        array, _, taken = _input(probabilities, scores)
        if truth is None:
            raise ArgumentError("truth is needed: 0 or 1 for each row")
        same_rows(taken, scores if probabilities is None else probabilities, truth=truth, weights=weights)
        cells, _ = mask_vector(truth, "truth", beside="scores")
        if len(cells) != len(array):
            raise ArgumentError(f"truth has {len(cells)} elements: there are {len(array)} {taken}")
        out, weighed = calibration_p(), weights_of(weights, len(array))
        given = view(cells), view(array), weighed, byref(out)
        check(lib.wald_calibration_fit(name_bytes(name, "name"), _INPUTS[taken], *given))
        return cls._owning(out)

    @property
    def input(self) -> CalibrationInput:
        """What it was fitted to, and what `apply` takes: ``"probabilities"`` or ``"scores"``."""
        return "scores" if self._fact("input") == _INPUTS["scores"] else "probabilities"

    def apply(self, probabilities: Any = None, *, scores: Any = None) -> Any:
        """The calibrated probabilities of rows.

        Parameters
        ----------
        probabilities : array-like of shape (n,)
            In [0, 1]; for a calibration that was fitted to probabilities.
        scores : array-like of shape (n,)
            Finite; for a calibration that was fitted to scores.

        Returns
        -------
        ndarray of shape (n,)
        """
        array, source, taken = _input(probabilities, scores)
        out = np.empty(len(array))
        check(lib.wald_calibration_apply(self._open().pointer, _INPUTS[taken], view(array), at(c_double, out)))
        return source.series(out)

    def __repr__(self) -> str:
        return "<Calibration, closed>" if self.closed else "<Calibration>"
