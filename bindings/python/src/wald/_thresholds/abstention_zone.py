"""An abstention zone (a reject option): between two thresholds on one score, a row is left to a person."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from .._core.arrays import UNDECIDED
from .score_arrays import score_table
from .thresholds import flagged


class AbstentionZone(NamedTuple):
    """Rows are flagged from `high` on, cleared below `low`, and left undecided between them."""

    low: float
    high: float
    tp: float
    """Weight of the positives that are flagged,"""
    fp: float
    """of the negatives that are,"""
    fn: float
    """of the positives that are cleared,"""
    abstained: float
    """of the rows between."""
    cost: float
    """Of all rows."""

    def apply(self, scores: Any) -> Any:
        """1 for a row that is flagged, 0 for one that is cleared, `UNDECIDED` (2) between.

        Parameters
        ----------
        scores : array-like of shape (n_rows,)
            No NaN.

        Returns
        -------
        ndarray, pandas Series or polars Series of uint8 of shape (n_rows,)
        """
        table, source = score_table(scores, None, 1)
        above, not_below = (flagged(np.array([level]), "or", table) for level in (self.high, self.low))
        return source.series(np.where(above, 1, np.where(not_below, UNDECIDED, 0)).astype(np.uint8))
