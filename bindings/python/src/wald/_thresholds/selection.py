"""Rows of a batch that are flagged at a false discovery rate."""

from __future__ import annotations

from ctypes import byref
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .._core.arrays import Floats, floats, real, view
from .._core.calls import call
from .._core.described import Described
from .._core.errors import ArgumentError, warn
from .._core.forms import Source, same_rows
from .._core.handles import Handle, arrays_of, frozen, numbers_of, text_of
from .._core.library import lib
from .._core.options import pointer
from .._core.rows import FACTS, WORDS
from .._core.table import thresholds_p
from .score_arrays import known_truth
from .thresholds import threshold_options


class Selection(Described):
    """Rows of a batch that `select` flags. Immutable.

    Attributes
    ----------
    flagged : ndarray, pandas Series or polars Series of bool of shape (n_rows,)
        Whether each row of the batch is flagged.
    p_values : ndarray of shape (n_rows,)
        Conformal p-values of the rows of the batch.
    threshold : float
        Rows are flagged from this score on; ``inf`` if none is.
    n_flagged, n_rows, n_known : int
        The numbers of flagged rows, of rows in the batch, and of known rows.
    null_share : float
        The share of normals in the batch that is counted on: 1, or Storey's estimate, which may be above 1.
    fdr : float
        The level.
    warning : str
        Why nothing is flagged; else empty.
    """

    __slots__ = ("fdr", "flagged", "n_flagged", "n_known", "n_rows", "null_share", "p_values", "threshold", "warning")
    _more = ("fdr", "n_flagged", "n_rows", "n_known", "threshold", "null_share", "warning")
    _lists = ("flagged", "p_values")
    fdr: float
    flagged: Any
    n_flagged: int
    n_known: int
    n_rows: int
    null_share: float
    p_values: Floats
    threshold: float
    warning: str

    def __init__(self, **facts: Any) -> None:
        for name, value in facts.items():
            object.__setattr__(self, name, value)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("a selection is immutable")

    def __reduce__(self) -> Any:
        return _selection_again, ({name: getattr(self, name) for name in self.__slots__},)

    def __repr__(self) -> str:
        return f"<Selection: {self.n_flagged} of {self.n_rows} rows flagged at FDR {self.fdr:.6g}, from {self.threshold:.6g} on>"


def _one_score(x: Any, name: str) -> tuple[NDArray[Any], Source]:
    """One score per row, in a vector or in a table of one column."""
    array, source = floats(x, name)
    if array.ndim == 2 and array.shape[1] == 1:
        array = array[:, 0]
    if array.ndim != 1:
        raise ArgumentError(f"{name} has shape {array.shape}: must have one score per row")
    if not len(array):
        raise ArgumentError(f"{name} has 0 rows: must have at least 1")
    missing = np.flatnonzero(np.isnan(array))
    if len(missing):
        raise ArgumentError(f"{name}[{missing[0]}] is NaN: must be a number")
    return array, source


def _selection_again(facts: dict[str, Any]) -> Selection:
    return Selection(**facts)


def select(normals: Any, scores: Any, fdr: float = 0.1, *, truth: Any = None, storey: float | None = None) -> Selection:
    """Which rows of a batch to flag, so that the expected share of false ones among the flagged is at most `fdr`.

    Parameters
    ----------
    normals : array-like of shape (n_known,)
        Scores of rows that are known to be normal, which the detector was not fitted to; higher is more anomalous.
    scores : array-like of shape (n_rows,)
        Of the batch.
    fdr : float
        In (0, 1): the level.
    truth : array-like of shape (n_known,), optional
        0, or 1 for known anomalies among `normals`. Then all known rows must be drawn like the batch, with the same share of
        anomalies, and p-values are those of Jin and Candès (2023).
    storey : float, optional
        In (0, 1), as 0.5: the p-values above it estimate the share of normals in the batch, so that more rows are flagged if
        many are anomalies. Not with known anomalies.

    Returns
    -------
    Selection

    Notes
    -----
    S. Bates, E. Candès, L. Lei, Y. Romano and M. Sesia (Annals of Statistics, 2023); Y. Jin and E. Candès (JMLR, 2023). Exact
    for any number of rows if normals of the batch are exchangeable with the known ones. Ties count against flagging.

    Raises
    ------
    ArgumentError
        Where an argument is outside of its range.

    Examples
    --------
    >>> found = select([0.1, 0.3, 0.2, 0.5, 0.4, 0.2, 0.3, 0.1, 0.6], [0.9, 0.8, 0.2, 0.7], fdr=0.2)
    >>> found.flagged, found.p_values
    (array([ True,  True, False,  True]), array([0.1, 0.1, 0.8, 0.1]))
    """
    known, _ = _one_score(normals, "normals")
    batch, source = _one_score(scores, "scores")
    level = real(fdr, "fdr")
    if not 0 < level < 1:
        raise ArgumentError(f"fdr is {level:g}: must lie in (0, 1)")
    labels = np.zeros(len(known), np.uint8)
    if truth is not None:
        same_rows("normals", normals, truth=truth)
        labels = known_truth(truth, (len(known),))
        if labels.all():
            raise ArgumentError("truth has no 0: p-values need known normals")
    not_rated: NDArray[np.uint8] = np.full(len(batch), 2, np.uint8)
    rows, rated = np.concatenate([known, batch]), np.concatenate([labels, not_rated])
    out, held = thresholds_p(), threshold_options(None, {"max_fdr": level, **({} if storey is None else {"storey": storey})})
    call(lib.wald_thresholds_choose, view(rated), view(rows), None, None, WORDS["rule"]["or"], pointer(held), byref(out))
    found = Handle(out)
    numbers, arrays = numbers_of("thresholds", found.pointer, 0), arrays_of("thresholds", found.pointer, 0)
    warning = text_of(found.pointer, FACTS["thresholds"]["warning"].value, 0)
    if warning:
        warn(warning)
    threshold = float(arrays["thresholds"][0])
    flagged = np.minimum(batch, np.finfo(np.float64).max) >= threshold
    return Selection(fdr=level, flagged=source.series(flagged), n_flagged=int(numbers["unrated"]), n_known=len(known),
                     n_rows=len(batch), null_share=numbers["null_share"], p_values=frozen(arrays["p_values"]),
                     threshold=threshold, warning=warning)
