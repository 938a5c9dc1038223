"""Rows with truth, scores and weights, and the thresholds and frontiers that follow from them."""

from __future__ import annotations

from ctypes import byref, c_double
from typing import TYPE_CHECKING, Any, Hashable, Iterable, NamedTuple, cast

import numpy as np
from numpy.typing import ArrayLike

from .._core.arrays import integer, one_of, view, weights_of
from .._core.calls import call
from .._core.errors import ArgumentError
from .._core.facts import SampleFacts
from .._core.files import Path, Saved
from .._core.forms import same_rows
from .._core.handles import Handle, Mergeable, at, numbers_of
from .._core.library import check, lib
from .._core.metric import Metric
from .._core.options import options, pointer, takes
from .._core.rows import WORDS
from .._core.table import frontier_p, sample_p, thresholds_p, zone_p
from .abstention_zone import AbstentionZone
from .frontier import Frontier, read_frontier
from .own_metric import CountsMetric, OwnMetric, choose_own, is_own
from .score_arrays import RULE_NAMES, Rule, score_table, truth_of
from .thresholds import Thresholds, read_thresholds, threshold_options

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from .._core.keywords import ThresholdOptions

ABSTENTION = ("false_positive_cost", "false_negative_cost", "abstention_cost")


class Totals(NamedTuple):
    """What a sample holds."""

    n_rows: int
    """Rows of a weight above 0."""
    positives: float
    """Weight of the rows labelled 1,"""
    negatives: float
    """of those labelled 0,"""
    unrated: float
    """and of those that are not rated, or lie below every ``rated_from``."""


class Counts(NamedTuple):
    """The weights that thresholds flag, by label."""

    tp: float
    fp: float
    unrated: float


class Sample(Mergeable, Saved, SampleFacts):
    """Rows with the scores of one classifier or several, from which thresholds are chosen.

    A row is flagged where score d is at or above threshold d for any d (rule ``"or"``), or for every d (``"and"``).
    Rows come in chunks, in any order; the samples of several machines are merged, saved and loaded. Results have the
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
    After Robles, Zaidouni, Mavromoustaki and Refael (2020), repaired; ``docs/guides/thresholds.md`` has what differs.
    Functions that only read may use one sample from many threads together; feeding waits for them.

    Examples
    --------
    >>> sample = Sample().feed([1, 0, 1, 0], [0.9, 0.8, 0.3, 0.2])
    >>> sample.choose("f1").thresholds
    array([0.3])
    """

    __slots__ = ("_n_scores", "_rule", "names")
    _noun = _object = "sample"
    _pointer = sample_p
    _named = "scores"
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
                raise ArgumentError(f"rated_from has shape {cut.shape}: must have one number per score, {count}")
        out, number = sample_p(), one_of(rule, "rule", WORDS["rule"])
        check(lib.wald_sample_create(count, number, None if cut is None else at(c_double, cut), byref(out)))
        self._adopt(out, names)

    def _adopt(self, pointer: Any, names: Iterable[Hashable] | None) -> None:
        self._hold(pointer)
        self._n_scores, self._rule = int(self._fact("n_scores")), RULE_NAMES[int(self._fact("rule"))]
        self.names = None if names is None else tuple(names)
        if self.names is not None and len(self.names) != self._n_scores:
            raise ArgumentError(f"names has {len(self.names)} elements: must have one per score, {self._n_scores}")

    @classmethod
    def _of(cls, pointer: Any, names: Iterable[Hashable] | None = None) -> Sample:
        made = cls.__new__(cls)
        made._adopt(pointer, names)
        return made

    # ---- Rows ------------------------------------------------------------------------------------

    def feed(self, truth: Any, scores: Any, weights: ArrayLike | None = None) -> Sample:
        """Adds rows. How they are ordered and split over calls does not show; a call that fails adds none.

        Parameters
        ----------
        truth : array-like of shape (n_rows,)
            1, 0, or not rated: NaN, None, a missing value, -1 or 2.
        scores : array-like or data frame of shape (n_rows, n_scores); (n_rows,) for one classifier
            No NaN. float32 and float64 are read in place. Of a data frame the columns are taken by `names`.
        weights : array-like of shape (n_rows,), optional
            Finite and >= 0: a row drawn with probability p has the weight 1/p. Default: 1 each.

        Returns
        -------
        Sample
            Itself.
        """
        same_rows("scores", scores, truth=truth, weights=weights)
        table, source = score_table(scores, self.names, self._n_scores)
        rated = truth_of(truth, (len(table),))
        self._write(lib.wald_sample_feed, view(rated), view(table), weights_of(weights, len(table)))
        if self.names is None and source.columns is not None:
            self.names = tuple(source.columns)
        return self

    # ---- Facts -----------------------------------------------------------------------------------

    @property
    def rule(self) -> Rule:
        """``"or"`` or ``"and"``."""
        return self._rule

    @property
    def totals(self) -> Totals:
        """The number of rows, and their weights by label."""
        return Totals(self.n_rows, self.positives, self.negatives, self.unrated)

    def __len__(self) -> int:
        return self.n_rows

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
        self._read(lib.wald_sample_count, where, len(levels), byref(tp), byref(fp), byref(unrated))
        return Counts(tp.value, fp.value, unrated.value)

    # ---- Choosing --------------------------------------------------------------------------------

    @takes("thresholds", "choose", but=("metric",))
    def choose(self, metric: OwnMetric | None = None, **options: Unpack[ThresholdOptions]) -> Thresholds:
        """Chooses thresholds. Limits may be combined, and set beside a metric or a cost ratio.

        Parameters
        ----------
        metric : str, Metric or callable, optional
            To be greatest: one with a name that rises with TP and falls with FP. Default ``"f1"`` where nothing else
            is asked. Or any function ``metric(tp, fp, fn, tn)`` that does so; it is called once, with arrays of a number
            for every operating point. Beside it the limits of FP, alerts and recall are read.
        <options>

        Returns
        -------
        Thresholds

        Raises
        ------
        ArgumentError
            Where no row is positive and the goal needs one, an argument is outside of its range, or what is asked does not fit together.
        UnsupportedError
            Where recall or F is asked and the number of positives is unknown.

        Notes
        -----
        Where what is asked is not attained `Thresholds.feasible` is False, and a `DecisionWarning` says so. Of equally
        good points the one with fewest alerts is taken; where false positives are the goal, the one with most true
        positives.
        """
        if is_own(metric):
            return choose_own(self, cast("CountsMetric", metric), options)
        out, held = thresholds_p(), threshold_options(metric, options)
        with self._reading() as handle:
            call(lib.wald_sample_choose, handle.pointer, pointer(held), byref(out))
        return read_thresholds(out, self._rule, self.names, metric)

    @takes("thresholds", "frontier", but=("metric",))
    def frontier(self, metric: str | Metric | None = None, **options: Unpack[ThresholdOptions]) -> Frontier:
        """Every operating point that no other thresholds beat in both true and false positives.

        Parameters
        ----------
        metric, **options
            As for `choose`; ``method``, ``positives`` and ``max_alerts`` count.
        <options>

        Returns
        -------
        Frontier
        """
        out, held = frontier_p(), threshold_options(metric, options)
        with self._reading() as handle:
            call(lib.wald_frontier_create, handle.pointer, pointer(held), byref(out))
        return read_frontier(Handle(out), self.names)

    def abstention_zone(
        self,
        *,
        false_positive_cost: float | None = None,
        false_negative_cost: float | None = None,
        abstention_cost: float | None = None,
    ) -> AbstentionZone:
        """Two thresholds on one score, between which a row is left to a person, at the least sum of costs.

        Parameters
        ----------
        false_positive_cost, false_negative_cost, abstention_cost : float, optional
            Of a row of weight 1; finite and at least 0, default 1.

        Raises
        ------
        UnsupportedError
            Where some rows are not rated.
        """
        costs = dict(zip(ABSTENTION, (false_positive_cost, false_negative_cost, abstention_cost)))
        held, out = options("thresholds", costs, watch=False), zone_p()
        self._read(lib.wald_zone_create, pointer(held), byref(out))
        made = Handle(out)
        return AbstentionZone(**numbers_of("zone", made.pointer))

    # ---- Saving ----------------------------------------------------------------------------------

    @classmethod
    def load(cls, text: str | bytes | Path, *, names: Iterable[Hashable] | None = None) -> Sample:
        """As every `load`. The text does not hold the scores' names."""
        return cls._load(text, names)

    @classmethod
    def _load(cls, text: Any, names: Iterable[Hashable] | None) -> Sample:
        return cls._of(cls._loaded(text), names)

    def __reduce__(self) -> Any:
        return type(self)._load, (self.save(binary=True), self.names)

    def __repr__(self) -> str:
        if self.closed:
            return "<Sample, closed>"
        rows, positives, negatives, unrated = self.totals
        scores = "1 score" if self._n_scores == 1 else f"{self._n_scores} scores ({self._rule})"
        unseen = f", {unrated:.6g} not rated" if unrated else ""
        return (
            f"<Sample: {scores}, {rows} rows, {positives:.6g} positive, {negatives:.6g} negative{unseen}>"
        )
