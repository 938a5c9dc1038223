"""From the scores of a binary classifier to probabilities."""

from __future__ import annotations

from ctypes import byref, c_double
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from .._core.arrays import mask_vector, name_bytes, vector, view, weights_of
from .._core.errors import ArgumentError
from .._core.files import Fitted
from .._core.forms import same_rows
from .._core.handles import at
from .._core.library import check, lib
from .._core.table import calibration_p


class Calibration(Fitted):
    """From the scores of a binary classifier to probabilities. Immutable; any number of threads may use one together.

    Made by `Calibration.fit`, or read by `Calibration.load`.

    Notes
    -----
    J. Platt (1999) for ``"platt"``; B. Zadrozny and C. Elkan (KDD 2002) for ``"isotonic"``; M. Kull, T. Silva Filho and
    P. Flach (AISTATS 2017) for ``"beta"``.

    Examples
    --------
    >>> calibration = Calibration.fit("isotonic", [-2.0, -1.0, 1.0, 2.0], [0, 1, 0, 1])
    >>> calibration.apply([-2.0, 0.0, 2.0]).round(2)
    array([0.12, 0.5 , 0.88])
    """

    __slots__ = ()
    _noun = "calibration"
    _saving, _loading, _pointer = lib.wald_calibration_save, lib.wald_calibration_load, calibration_p
    _destroying = lib.wald_calibration_destroy

    @classmethod
    def fit(cls, name: str, scores: Any, labels: Any, *, weights: ArrayLike | None = None) -> Calibration:
        """Fits a calibration to scores of rows that the classifier was not fitted to.

        Parameters
        ----------
        name : {"platt", "isotonic", "beta"}; "sigmoid" is "platt"
            A logistic regression on the score; pooled adjacent violators, with lines between the pools, within 1/(2n)
            of 0 and 1; a logistic regression on log p and -log(1 - p), p being the sigmoid of the score.
        scores : array-like of shape (n,)
            Finite. Margins (log-odds); of probabilities take log(p/(1 - p)).
        labels : array-like of shape (n,)
            0 or 1, both of which occur.
        weights : array-like of shape (n,), optional
            Finite and >= 0. Default: 1 each.

        Returns
        -------
        Calibration
        """
        same_rows("scores", scores, labels=labels, weights=weights)
        array, _ = vector(scores, "scores")
        cells, _ = mask_vector(labels, "labels")
        if len(cells) != len(array):
            raise ArgumentError(f"labels has {len(cells)} elements: there are {len(array)} scores")
        out, weighed = calibration_p(), weights_of(weights, len(array))
        check(lib.wald_calibration_fit(name_bytes(name, "name"), view(array), view(cells), weighed, byref(out)))
        return cls._owning(out)

    def apply(self, scores: Any) -> Any:
        """The probabilities that go with scores.

        Parameters
        ----------
        scores : array-like of shape (n,)
            Finite.

        Returns
        -------
        ndarray of shape (n,)
        """
        array, source = vector(scores, "scores")
        out = np.empty(len(array))
        check(lib.wald_calibration_apply(self._open().pointer, view(array), at(c_double, out)))
        return source.series(out)

    def __repr__(self) -> str:
        return "<Calibration, closed>" if self.closed else "<Calibration>"
