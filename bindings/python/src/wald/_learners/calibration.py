"""Calibrated probabilities, from the probabilities or the scores of a classifier."""

from __future__ import annotations

from ctypes import byref, c_double, c_int32
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .._core.arrays import floats, mask_vector, name_bytes, view, weights_of
from .._core.described import Described
from .._core.errors import ArgumentError
from .._core.files import Fitted
from .._core.forms import Source, same_rows, unwrap
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
    if array.ndim not in (1, 2):
        raise ArgumentError(f"{taken} has {array.ndim} dimensions: must have 1, or 2 for classes")
    if array.ndim == 2 and array.shape[1] < 2:
        raise ArgumentError(f"{taken} has {array.shape[1]} columns: must have one per class, or 1 dimension")
    return array, source, taken


def _classes(truth: Any) -> NDArray[np.int64]:
    """The class of each row."""
    array, _ = unwrap(truth)
    if array.ndim != 1 or array.dtype.kind not in "iub":
        raise ArgumentError("truth must be whole numbers in one dimension: the class of each row, from 0 on")
    return np.ascontiguousarray(array, np.int64)


class Calibration(Described, Fitted, CalibrationMethods):
    """Calibrated probabilities, from the probabilities or the scores of a classifier.

    Made by `Calibration.fit`, or read by `Calibration.load`. Immutable; any number of threads may use one together.

    Notes
    -----
    J. Platt (1999) for ``"platt"``; B. Zadrozny and C. Elkan (KDD 2002) for ``"isotonic"``; M. Kull, T. Silva Filho and
    P. Flach (AISTATS 2017) for ``"beta"``; C. Guo, G. Pleiss, Y. Sun and K. Weinberger (ICML 2017) for
    ``"temperature"`` and ``"vector"``.

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
        name : {"platt", "isotonic", "beta", "temperature", "vector"}; "sigmoid" is "platt"
            A logistic regression on the log-odds of the probability, or on the score; pooled adjacent violators, with
            lines between the pools, within 1/(2n) of 0 and 1; a logistic regression on ln p and -ln(1 - p), where p is
            the probability, or the sigmoid of the score; log-odds or logits over one temperature, by maximum
            likelihood, with 1/temperature in [e^-10, e^10]; of classes alone, a slope >= 0 and an intercept per class
            on log p, with a ridge of 0.001. The log-odds of a probability are clipped to [-40, 40], log p to -40. Of
            classes, "platt" has one slope and an intercept per class, "isotonic" and "beta" take each class against
            the rest.
        truth : array-like of shape (n,)
            0 or 1, both of which occur. Of classes the column of each row's class, from 0 on; for all methods but
            "temperature" each class occurs.
        probabilities : array-like of shape (n,) or (n, n_classes)
            P(label = 1), in [0, 1]: of scikit-learn's models ``predict_proba(X)[:, 1]``. Or one column per exclusive
            class, which sum to 1 in each row (within 0.001).
        scores : array-like of shape (n,) or (n, n_classes), instead of probabilities
            Log-odds, margins or any finite numbers that rise with P(label = 1), such as ``decision_function(X)``. Or
            logits of classes.
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
        cells = _classes(truth) if array.ndim == 2 else mask_vector(truth, "truth", beside="scores")[0]
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
        probabilities : array-like of shape (n,) or (n, n_classes)
            In [0, 1]; for a calibration that was fitted to probabilities.
        scores : array-like of shape (n,) or (n, n_classes)
            Finite; for a calibration that was fitted to scores.

        Returns
        -------
        ndarray of that shape, or a data frame if one was given
        """
        array, source, taken = _input(probabilities, scores)
        out = np.empty(array.shape)
        check(lib.wald_calibration_apply(self._open().pointer, _INPUTS[taken], view(array), at(c_double, out)))
        return source.frame(out) if out.ndim == 2 else source.series(out)

    @property
    def n_classes(self) -> int:
        """The number of columns of its tables; 0 if it takes one probability or score per row."""
        return int(self._fact("n_classes"))

    @property
    def temperature(self) -> float:
        """What log-odds or logits are divided by: above 1 for an overconfident model; nan for other methods."""
        return float(self._fact("temperature"))

    def __repr__(self) -> str:
        return "<Calibration, closed>" if self.closed else "<Calibration>"
