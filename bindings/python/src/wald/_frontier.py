"""Rows with scores, labels and weights, and the thresholds and operating points that follow from them."""

from __future__ import annotations

from ctypes import byref, c_double, c_int32, c_int64, c_uint8
from typing import Any, Hashable, Iterable, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from ._arrays import (
    Floats,
    float_type,
    integer,
    real,
    strides_of,
    weights_of,
)
from ._errors import ArgumentError
from ._handles import Fed, Handle, address, at, call, saved_bytes
from ._library import check, frontier_p, lib, operating_points_p, thresholds_p
from ._metric import Metric
from ._operating_points import OperatingPoints, read_operating_points
from ._score_arrays import ratings, score_table
from ._threshold_options import (
    KEYWORDS,
    RULE_NAMES,
    RULES,
    Goal,
    Method,
    Progress,
    Rule,
    Smoothing,
    one_of,
    threshold_options,
)
from ._thresholds import Thresholds, read_thresholds
from ._abstention_zone import AbstentionZone


class Totals(NamedTuple):
    """What a frontier holds."""

    n_rows: int
    """Rows of a weight above 0."""
    positives: float
    """Weight of the rows labelled 1,"""
    negatives: float
    """of those labelled 0,"""
    unrated: float
    """and of those that nobody looked at, or that lie below every ``rated_from``."""


class Counts(NamedTuple):
    """The weights that thresholds flag, by label."""

    tp: float
    fp: float
    unrated: float


class ThresholdFrontier(Fed):
    """Rows with the scores of one classifier or several, from which thresholds are chosen.

    A row is flagged where score d is at or above threshold d for any d (rule ``"or"``), or for every d (``"and"``).
    Rows come in chunks, in any order; the frontiers of several machines are merged, saved and loaded. Results have the
    same bits whatever the order.

    Parameters
    ----------
    n_scores : int
        The number of classifiers, 1 to 64.
    rule : {"or", "and"}
    rated_from : float or array-like of shape (n_scores,), optional
        The score of each classifier below which nothing was labelled (``-inf``: no such score): no threshold goes
        below it, and the number of all positives is unknown.
    names : iterable of length n_scores, optional
        Of the scores. Default: the columns of the first data frame that is fed.

    Raises
    ------
    ArgumentError
        For arguments outside of these ranges.

    Notes
    -----
    After Robles, Zaidouni, Mavromoustaki and Refael (2020), repaired; ``docs/thresholds.md`` has what differs.
    Functions that only read may use one frontier from many threads together; feeding waits for them.

    Examples
    --------
    >>> frontier = ThresholdFrontier().feed([0.9, 0.8, 0.3, 0.2], [1, 0, 1, 0])
    >>> frontier.choose("f1").thresholds
    array([0.3])
    """

    __slots__ = ("_n_scores", "_rule", "names")
    _noun = "frontier"
    _n_scores: int
    _rule: Rule
    names: tuple[Hashable, ...] | None

    def __init__(
        self,
        n_scores: int = 1,
        *,
        rule: Rule = "or",
        rated_from: ArrayLike | None = None,
        names: Iterable[Hashable] | None = None,
    ) -> None:
        count = integer(n_scores, "n_scores")
        cut = None
        if rated_from is not None:
            cut = np.ascontiguousarray(np.atleast_1d(np.asarray(rated_from, np.float64)))
            if cut.shape != (count,):
                raise ArgumentError(f"rated_from has shape {cut.shape}: must have one number a score, {count}")
        out = frontier_p()
        check(
            lib.wald_frontier_create(
                count, one_of(rule, "rule", RULES), None if cut is None else at(c_double, cut), byref(out)
            )
        )
        self._adopt(out, names)

    def _adopt(self, pointer: Any, names: Iterable[Hashable] | None) -> None:
        self._hold(pointer, lib.wald_frontier_destroy)
        count, rule = c_int64(), c_int32()
        self._read(lib.wald_frontier_n_scores, byref(count))
        self._read(lib.wald_frontier_rule, byref(rule))
        self._n_scores, self._rule = count.value, RULE_NAMES[rule.value]
        self.names = None if names is None else tuple(names)
        if self.names is not None and len(self.names) != self._n_scores:
            raise ArgumentError(f"names has {len(self.names)} elements: must have one a score, {self._n_scores}")

    @classmethod
    def _of(cls, pointer: Any, names: tuple[Hashable, ...] | None) -> ThresholdFrontier:
        made = cls.__new__(cls)
        made._adopt(pointer, names)
        return made

    # ---- Rows ------------------------------------------------------------------------------------

    def feed(self, scores: Any, labels: Any, weights: ArrayLike | None = None) -> ThresholdFrontier:
        """Adds rows. How they are ordered and split over calls does not show; a call that fails adds none.

        Parameters
        ----------
        scores : array-like or data frame of shape (n_rows, n_scores); (n_rows,) for one classifier
            No NaN. float32 and float64 are read in place. Of a data frame the columns are taken by `names`.
        labels : array-like of shape (n_rows,)
            1, 0, or not rated: NaN, None, a missing value, -1 or 2.
        weights : array-like of shape (n_rows,), optional
            Finite and >= 0: a row drawn with probability p has the weight 1/p. Default: 1 each.

        Returns
        -------
        ThresholdFrontier
            Itself.
        """
        table, source = score_table(scores, self.names, self._n_scores)
        rated = ratings(labels)
        if rated.shape != (len(table),):
            raise ArgumentError(f"labels has shape {rated.shape}: must have one a row of scores, {len(table)}")
        kept, where, kind, stride = weights_of(weights, len(table))
        self._write(
            lib.wald_frontier_feed,
            address(table),
            float_type(table),
            *table.shape,
            *strides_of(table),
            at(c_uint8, rated),
            strides_of(rated)[0] if rated.size else 1,
            where,
            kind,
            stride,
        )
        del kept
        if self.names is None and source.columns is not None:
            self.names = tuple(source.columns)
        return self

    def merge(self, other: ThresholdFrontier) -> ThresholdFrontier:
        """Adds the rows of another frontier with the same number of scores, rule and rated_from. Returns itself."""
        if not isinstance(other, ThresholdFrontier):
            raise TypeError(f"other must be a ThresholdFrontier: found {other!r}")
        if self.names is not None and other.names is not None and self.names != other.names:
            raise ArgumentError(f"other has the scores {list(other.names)}: must have {list(self.names)}")
        # A copy: `other` may be this one, or be merging this one in another thread, which would wait for each other.
        theirs = other.copy()._open()
        self._write(lib.wald_frontier_merge, theirs.pointer)
        if self.names is None:
            self.names = other.names
        return self

    def clear(self) -> ThresholdFrontier:
        """Back to no rows. Returns itself."""
        self._write(lib.wald_frontier_clear)
        return self

    def copy(self) -> ThresholdFrontier:
        """A frontier of its own with the same rows."""
        out = frontier_p()
        self._read(lib.wald_frontier_copy, byref(out))
        return ThresholdFrontier._of(out, self.names)

    # ---- Facts -----------------------------------------------------------------------------------

    @property
    def n_scores(self) -> int:
        """The number of classifiers."""
        return self._n_scores

    @property
    def rule(self) -> Rule:
        """``"or"`` or ``"and"``."""
        return self._rule

    @property
    def rated_from(self) -> Floats:
        """Of shape (n_scores,); ``-inf`` where there is no cut."""
        return self._filled(lib.wald_frontier_rated_from)

    @property
    def totals(self) -> Totals:
        """The number of rows, and their weights by label."""
        rows, positives, negatives, unrated = c_int64(), c_double(), c_double(), c_double()
        self._read(lib.wald_frontier_totals, byref(rows), byref(positives), byref(negatives), byref(unrated))
        return Totals(rows.value, positives.value, negatives.value, unrated.value)

    def __len__(self) -> int:
        return self.totals.n_rows

    def count(self, thresholds: ArrayLike) -> Counts:
        """The weights that any thresholds flag.

        Parameters
        ----------
        thresholds : float or array-like of shape (n_scores,)
            No NaN.
        """
        levels = np.ascontiguousarray(np.atleast_1d(np.asarray(thresholds, np.float64)))
        if levels.ndim != 1:
            raise ArgumentError(f"thresholds has {levels.ndim} dimensions: must have 1")
        tp, fp, unrated = c_double(), c_double(), c_double()
        where = at(c_double, levels)
        self._read(lib.wald_frontier_count, where, len(levels), byref(tp), byref(fp), byref(unrated))
        return Counts(tp.value, fp.value, unrated.value)

    def auc(self, score: int = 0) -> float:
        """The area under the ROC curve of one classifier alone: the share of the pairs of a positive and a negative
        that it ranks rightly, ties by half. NaN without both labels."""
        value = c_double()
        self._read(lib.wald_frontier_auc, integer(score, "score"), byref(value))
        return value.value

    # ---- Choosing --------------------------------------------------------------------------------

    def choose(
        self,
        metric: str | Metric | None = None,
        *,
        cost_ratio: float | None = None,
        marginal_precision: float | None = None,
        min_precision: float | None = None,
        confidence: float | None = None,
        min_recall: float | None = None,
        max_fp: float | None = None,
        max_alerts: float | None = None,
        positives: float | None = None,
        goal: Goal | None = None,
        method: Method | None = None,
        smoothing: Smoothing | None = None,
        smoothing_rounds: int | None = None,
        dropout: float | None = None,
        grid: int | None = None,
        bootstrap: int | None = None,
        bootstrap_cells: int | None = None,
        level: float | None = None,
        folds: int | None = None,
        seed: int | None = None,
        baselines: bool | None = None,
        lattice_cells: int | None = None,
        pair_cells: int | None = None,
        ascent_levels: int | None = None,
        threads: int | None = None,
        progress: Progress | None = None,
    ) -> Thresholds:
        """Chooses thresholds. Limits may be combined, and set beside a metric or a cost ratio.

        Parameters
        ----------
        metric : str or Metric, optional
            To be greatest: one with a name that rises with TP and falls with FP. Default ``"f1"`` where nothing else
            is asked.
        cost_ratio : float, optional
            Maximises ``TP - FP/cost_ratio``: the false positives that one more true positive is worth; > 0.
        marginal_precision : float, optional
            q in (0, 1), the same as a cost ratio of (1-q)/q: an alert pays as long as it is right with probability q.
        min_precision : float, optional
            Precision at least this, in [0, 1]: its lower Clopper-Pearson limit at `confidence`.
        confidence : float or "point", optional
            In [0, 1); ``"point"`` or 0 for the point estimate, which breaks its promise on new data about every second
            time. Default 0.9 for one classifier, 0.975 for several.
        min_recall : float, optional
            Recall at least this, in [0, 1]; with it alone the fewest false positives are sought.
        max_fp, max_alerts : float, optional
            Weight of false positives, or of all that is flagged, at most this.
        positives : float, optional
            Weight of all positives, known from elsewhere: recall and F need it where some rows were not rated.
        goal : {"auto", "metric", "net_benefit", "most_tp", "fewest_fp"}, optional
            Default ``"auto"``: what was given says it.
        method : {"direct", "path", "path-equal", "analytic", "stacked", "best-single"}, optional
            Default ``"direct"``, the best of all thresholds.
        smoothing : {"bagged", "dropout"}, optional
            Against overfitting: the median of the thresholds of many rounds; ``"bagged"`` with ``"direct"``,
            ``"dropout"`` with the paths.
        smoothing_rounds, dropout, grid
            Rounds (25), share of edges that a round leaves out (0.2), levels of ``"path-equal"`` and ``"analytic"``
            (100).
        bootstrap : int, optional
            Samples drawn anew, in each of which thresholds are chosen: for limits of the thresholds. Default 0: none.
            Numbers without exact limits have theirs from as many samples, or 1000.
        bootstrap_cells, level
            Cells that samples are drawn on (10000), level of all intervals (0.95).
        folds : int, optional
            Of the cross-fitted estimate, at least 2.
        seed : int, optional
            Of bootstrap, folds and smoothing; in [0, 2**64). Default 0.
        baselines : bool, optional
            Whether the best single classifier and a stacked score are computed beside. Default True.
        lattice_cells, pair_cells, ascent_levels : int, optional
            Sizes above which quantiles stand for all scores of positives; the answer's flags say so.
        threads : int, optional
            Of bootstrap and smoothing; 0 means all of the machine's. Default 1.
        progress : callable, optional
            ``progress(fraction)``; returning False cancels.

        Returns
        -------
        Thresholds

        Raises
        ------
        ArgumentError
            Where no row is positive, an argument is outside of its range, or what is asked does not fit together.
        UnsupportedError
            Where recall or F is asked and the number of positives is unknown.

        Notes
        -----
        To flag nothing meets every limit on precision, false positives and alerts; only a recall can be out of reach,
        and then `Thresholds.feasible` is False. Of equally good points the one with fewest alerts is taken; where
        false positives are the goal, the one with most true positives.
        """
        arguments = locals()
        return self._choose({name: arguments[name] for name in KEYWORDS})

    def _choose(self, settings: dict[str, Any]) -> Thresholds:
        options = threshold_options(**settings)
        out = thresholds_p()
        handle = self._begin()
        try:
            call(lib.wald_frontier_choose, handle.pointer, options.pointer, byref(out))
        finally:
            self._gate.end_read()
        return read_thresholds(Handle(out, lib.wald_thresholds_destroy), self._rule, self.names)

    def curve(self, **settings: Any) -> OperatingPoints:
        """Every operating point that no other thresholds beat in both true and false positives.

        Parameters
        ----------
        **settings
            ``method``, ``positives``, ``max_alerts`` ... as for `choose`.

        Returns
        -------
        OperatingPoints
        """
        options = threshold_options(**settings)
        out = operating_points_p()
        handle = self._begin()
        try:
            call(lib.wald_operating_points_create, handle.pointer, options.pointer, byref(out))
        finally:
            self._gate.end_read()
        return read_operating_points(Handle(out, lib.wald_operating_points_destroy), self.names)

    def abstention_zone(
        self, *, false_positive_cost: float = 1.0, false_negative_cost: float = 1.0, abstention_cost: float
    ) -> AbstentionZone:
        """Two thresholds on one score, between which a row is left to a human, at the least sum of costs.

        Parameters
        ----------
        false_positive_cost, false_negative_cost, abstention_cost : float
            Of a row of weight 1; finite and >= 0.

        Raises
        ------
        UnsupportedError
            Where some rows are not rated.
        """
        out = [c_double() for _ in range(7)]
        costs = (
            real(false_positive_cost, "false_positive_cost"),
            real(false_negative_cost, "false_negative_cost"),
            real(abstention_cost, "abstention_cost"),
        )
        self._read(lib.wald_frontier_abstention_zone, *costs, *map(byref, out))
        return AbstentionZone(*(number.value for number in out))

    # ---- Saving ----------------------------------------------------------------------------------

    def save(self) -> str:
        """The rows as text (JSON, versioned), the same for every order of feeding. It does not hold the names."""
        return self._saved(lib.wald_frontier_save)

    @classmethod
    def load(cls, text: str | bytes, *, names: Iterable[Hashable] | None = None) -> ThresholdFrontier:
        """Reads what `save` wrote, to the same bits.

        Raises
        ------
        FormatError
            For any other text; the message says what is wrong with it.
        """
        raw = saved_bytes(text)
        out = frontier_p()
        check(lib.wald_frontier_load(raw, len(raw), byref(out)))
        return cls._of(out, None if names is None else tuple(names))

    def __reduce__(self) -> Any:
        return _load_again, (self.save(), self.names)

    def __repr__(self) -> str:
        if self.closed:
            return "<ThresholdFrontier, closed>"
        rows, positives, negatives, unrated = self.totals
        scores = "1 score" if self._n_scores == 1 else f"{self._n_scores} scores ({self._rule})"
        unseen = f", {unrated:.6g} not rated" if unrated else ""
        return (
            f"<ThresholdFrontier: {scores}, {rows} rows, {positives:.6g} positive, {negatives:.6g} negative{unseen}>"
        )


def _load_again(text: str, names: tuple[Hashable, ...] | None) -> ThresholdFrontier:
    return ThresholdFrontier.load(text, names=names)
