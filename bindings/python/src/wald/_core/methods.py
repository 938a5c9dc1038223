# Written by bindings/generate from the rows of the core: do not edit.
"""What follows from the declarations of the C interface: methods of classes."""

from __future__ import annotations

from ctypes import c_double
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from .arrays import columns, one_of, real, vector, view
from .handles import at
from .library import check, lib
from .rows import WORDS


class CalibrationMethods:
    __slots__ = ()

    @staticmethod
    def adapt(probabilities: Any, training_prior: ArrayLike, prior: ArrayLike, *, kind: str = "independent") -> Any:
        """Probabilities that hold at one prior, moved exactly to another.

        A label's odds are multiplied by the ratio of its prior odds; exclusive classes and "none of them" by the ratios
        of their priors, and normalised (Saerens et al. 2002, eq. 4).

        Parameters
        ----------
        probabilities : array-like of shape (n_rows, n_columns), or (n_rows,)
            One column per label, in [0, 1].
        training_prior : array-like of shape (n,)
            One number per label, in (0, 1): its share of the rows where the probabilities hold.
        prior : array-like of shape (n,)
            One number per label, in [0, 1]: its share where they are to hold.
        kind : {"independent", "categorical"}

        Returns
        -------
        ndarray or data frame, as given
        """
        probabilities_, source = columns(probabilities, "probabilities")
        training_prior_, _ = vector(training_prior, "training_prior")
        prior_, _ = vector(prior, "prior")
        out = np.empty(probabilities_.shape)
        check(lib.wald_calibration_adapt(
            one_of(kind, "kind", WORDS["kind"]), view(probabilities_), view(training_prior_), view(prior_),
            at(c_double, out)))
        return source.frame(out) if out.ndim == 2 else source.series(out)



class PromiseMethods:
    __slots__ = ()
    _open: Any  # of the object that has these

    def label_probabilities(self, flagged: ArrayLike, probabilities: ArrayLike, n_labels: float) -> Any:
        """Probabilities with which to ask for labels.

        About n_labels are requested, where they are most informative: in proportion to the root mean square of a row's
        term, between min_label_probability and 1; 0 if no label is needed. Draw with these and feed them.

        Parameters
        ----------
        flagged : array-like of shape (n,)
            0 and 1.
        probabilities : array-like of shape (n,)
            In [0, 1]: predictions that the label is 1; wrong ones cost labels alone.
        n_labels : float
            Above 0.

        Returns
        -------
        ndarray, or a Series for a Series
        """
        flagged_, source = vector(flagged, "flagged")
        probabilities_, _ = vector(probabilities, "probabilities")
        out = np.empty(flagged_.shape)
        check(lib.wald_promise_label_probabilities(
            self._open().pointer, view(flagged_), view(probabilities_), real(n_labels, "n_labels"), at(c_double, out)))
        return source.series(out)
