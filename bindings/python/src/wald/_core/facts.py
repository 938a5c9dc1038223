# Written by bindings/generate from the rows of the core: do not edit.
"""The facts of the library's objects as properties."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from .methods import PromiseMethods


class _Facts:
    __slots__ = ()

    def _fact(self, name: str) -> Any:
        """A fact by its name."""
        raise NotImplementedError


class MetricFacts(_Facts):
    __slots__ = ()

    @property
    def name(self) -> str:
        """The canonical name, by which the same metric can be made again."""
        return str(self._fact("name"))

    @property
    def properties(self) -> int:
        """What the metric is, as far as known: the sum of its properties."""
        return int(self._fact("properties"))

    @property
    def zero_division(self) -> int:
        """The value of a rate that is 0/0: 0 or 1."""
        return int(self._fact("zero_division"))

    @property
    def loss_of_zero(self) -> float:
        """The loss of a utility of 0, 1 for a named metric and 0 for cost and custom ones: a loss is this less the
        utility."""
        return float(self._fact("loss_of_zero"))


class EstimatorFacts(_Facts):
    __slots__ = ()

    @property
    def n_labels(self) -> int:
        """The number of labels."""
        return int(self._fact("n_labels"))

    @property
    def n_fed(self) -> int:
        """The number of weighted vectors or tables fed; of the other kinds 1, or 0 while empty."""
        return int(self._fact("n_fed"))

    @property
    def total_weight(self) -> float:
        """The sum of the weights fed to a joint or counts estimator; of the others 1, or 0 while empty."""
        return float(self._fact("total_weight"))

    @property
    def max_s(self) -> int:
        """The greatest s with a nonzero P[i][s]. Counts only."""
        return int(self._fact("max_s"))


class DecisionFacts(_Facts):
    __slots__ = ()

    @property
    def k(self) -> int:
        """The number of positives."""
        return int(self._fact("k"))

    @property
    def expected(self) -> float:
        """The expected utility of the answer, even if the instance is left undecided."""
        return float(self._fact("expected"))

    @property
    def loss(self) -> float:
        """The expected loss of the answer."""
        return float(self._fact("loss"))

    @property
    def bound(self) -> float:
        """A proved upper limit on (optimal expected utility - expected utility of the answer), rounding included. For
        an algorithm requested by name that proves nothing, it follows from the metric's range. With per_row, a limit on
        how far the weighted mean over the labels is from its optimum: the same number for every label."""
        return float(self._fact("bound"))

    @property
    def next_best(self) -> float:
        """The best expected utility at any other k; NaN if it was not computed."""
        return float(self._fact("next_best"))

    @property
    def p_zero(self) -> float:
        """P(no positive at all), on which undefined cells of rare problems depend."""
        return float(self._fact("p_zero"))

    @property
    def abstained(self) -> bool:
        """Whether the instance was left undecided."""
        return bool(self._fact("abstained"))

    @property
    def algorithm(self) -> str:
        """The name of the algorithm that ran."""
        return str(self._fact("algorithm"))

    @property
    def warning(self) -> str:
        """A warning about the answer; empty if there is none. A warning about the whole table is at its first
        answer."""
        return str(self._fact("warning"))

    @property
    def n_undecided(self) -> int:
        """The number of items left undecided one by one (abstain_label); none of an instance that abstained."""
        return int(self._fact("n_undecided"))

    @property
    def threshold(self) -> float:
        """The smallest probability of a positive: another program that takes this and greater ones has the answer, ties
        apart. Infinite if no item is positive. NaN if no threshold makes the answer: of labels that are not
        independent, or with per_row."""
        return float(self._fact("threshold"))


class DecisionsFacts(_Facts):
    __slots__ = ()

    @property
    def k(self) -> NDArray[np.int64]:
        """The number of positives."""
        found: NDArray[np.int64] = self._fact("k")
        return found

    @property
    def expected(self) -> NDArray[np.float64]:
        """The expected utility of the answer, even if the instance is left undecided."""
        found: NDArray[np.float64] = self._fact("expected")
        return found

    @property
    def loss(self) -> NDArray[np.float64]:
        """The expected loss of the answer."""
        found: NDArray[np.float64] = self._fact("loss")
        return found

    @property
    def bound(self) -> NDArray[np.float64]:
        """A proved upper limit on (optimal expected utility - expected utility of the answer), rounding included. For
        an algorithm requested by name that proves nothing, it follows from the metric's range. With per_row, a limit on
        how far the weighted mean over the labels is from its optimum: the same number for every label."""
        found: NDArray[np.float64] = self._fact("bound")
        return found

    @property
    def next_best(self) -> NDArray[np.float64]:
        """The best expected utility at any other k; NaN if it was not computed."""
        found: NDArray[np.float64] = self._fact("next_best")
        return found

    @property
    def p_zero(self) -> NDArray[np.float64]:
        """P(no positive at all), on which undefined cells of rare problems depend."""
        found: NDArray[np.float64] = self._fact("p_zero")
        return found

    @property
    def abstained(self) -> NDArray[np.bool_]:
        """Whether the instance was left undecided."""
        found: NDArray[np.bool_] = self._fact("abstained")
        return found

    @property
    def n_undecided(self) -> NDArray[np.int64]:
        """The number of items left undecided one by one (abstain_label); none of an instance that abstained."""
        found: NDArray[np.int64] = self._fact("n_undecided")
        return found

    @property
    def threshold(self) -> NDArray[np.float64]:
        """The smallest probability of a positive: another program that takes this and greater ones has the answer, ties
        apart. Infinite if no item is positive. NaN if no threshold makes the answer: of labels that are not
        independent, or with per_row."""
        found: NDArray[np.float64] = self._fact("threshold")
        return found


class DistributionFacts(_Facts):
    __slots__ = ()

    @property
    def mean(self) -> float:
        """The mean of the utility."""
        return float(self._fact("mean"))

    @property
    def sd(self) -> float:
        """Its standard deviation."""
        return float(self._fact("sd"))

    @property
    def standard_error(self) -> float:
        """The standard error of the mean; 0 if the distribution is exact."""
        return float(self._fact("standard_error"))

    @property
    def n_samples(self) -> int:
        """The number of samples; 0 if the distribution is exact."""
        return int(self._fact("n_samples"))


class TablePassFacts(_Facts):
    __slots__ = ()

    @property
    def pass_number(self) -> int:
        """The number of this pass, from 1."""
        return int(self._fact("pass_number"))

    @property
    def n_items(self) -> int:
        """The number of items that were fed in this pass: rows times labels."""
        return int(self._fact("n_items"))

    @property
    def n_bins(self) -> int:
        """The number of nonempty bins."""
        return int(self._fact("n_bins"))

    @property
    def n_windows(self) -> int:
        """The number of ranges of probabilities that this pass divides into bins; the first pass has one range."""
        return int(self._fact("n_windows"))

    @property
    def decided(self) -> bool:
        """Whether the passes have found the answer; until then the facts about it are NaN or -1."""
        return bool(self._fact("decided"))

    @property
    def k(self) -> int:
        """The number of positives, over all rows and labels."""
        return int(self._fact("k"))

    @property
    def threshold(self) -> float:
        """The least probability of a positive: all items above it are positives; inf if there is none."""
        return float(self._fact("threshold"))

    @property
    def n_ties(self) -> int:
        """The number of items at the threshold, if only some of them are positives; else 0, and all of them are."""
        return int(self._fact("n_ties"))

    @property
    def n_ties_chosen(self) -> int:
        """How many of these are positives; any choice of that many is equally good."""
        return int(self._fact("n_ties_chosen"))

    @property
    def expected(self) -> float:
        """The expected utility of the answer."""
        return float(self._fact("expected"))

    @property
    def loss(self) -> float:
        """The expected loss of the answer."""
        return float(self._fact("loss"))

    @property
    def bound(self) -> float:
        """A proved upper limit on (optimal expected utility - expected utility of the answer), rounding included."""
        return float(self._fact("bound"))

    @property
    def k_lowest(self) -> int:
        """The least k that values and errors do not exclude from being optimal; -1 if it was not computed."""
        return int(self._fact("k_lowest"))

    @property
    def k_highest(self) -> int:
        """The greatest such k; -1 if it was not computed."""
        return int(self._fact("k_highest"))

    @property
    def next_best(self) -> float:
        """The best expected utility at any other k; NaN if it was not computed."""
        return float(self._fact("next_best"))

    @property
    def p_zero(self) -> float:
        """P(no positive at all)."""
        return float(self._fact("p_zero"))


class ComparisonFacts(_Facts):
    __slots__ = ()

    @property
    def value_a(self) -> float:
        """The metric's value of A."""
        return float(self._fact("value_a"))

    @property
    def value_b(self) -> float:
        """The metric's value of B."""
        return float(self._fact("value_b"))

    @property
    def difference(self) -> float:
        """B - A: above 0 if B has the higher value."""
        return float(self._fact("difference"))

    @property
    def low(self) -> float:
        """The lower limit of the difference, at the requested level."""
        return float(self._fact("low"))

    @property
    def high(self) -> float:
        """The upper limit of the difference."""
        return float(self._fact("high"))

    @property
    def p_value(self) -> float:
        """The two-sided p-value of the paired permutation test: how often the difference is as large if the two
        predictions of each row, or of each group, are swapped at random."""
        return float(self._fact("p_value"))

    @property
    def standard_error(self) -> float:
        """The standard error of the difference, by the jackknife over rows or groups."""
        return float(self._fact("standard_error"))

    @property
    def df(self) -> float:
        """The degrees of freedom of the standard error, from the kurtosis of its terms; at most units - 1."""
        return float(self._fact("df"))

    @property
    def n_units(self) -> int:
        """The number of rows, or of groups, of a weight above 0 that both systems decide."""
        return int(self._fact("n_units"))

    @property
    def n_differing(self) -> int:
        """How many of these the systems predict differently."""
        return int(self._fact("n_differing"))

    @property
    def n_undecided(self) -> int:
        """The number of rows that a system leaves undecided; they are left out for both."""
        return int(self._fact("n_undecided"))

    @property
    def n_swaps(self) -> int:
        """The number of random swaps behind the p-value; 0 if all of them were counted."""
        return int(self._fact("n_swaps"))


class WorthFacts(_Facts):
    __slots__ = ()

    @property
    def gain(self) -> float:
        """How much more utility the optimal predictions are expected to have than those cut at 1/2."""
        return float(self._fact("gain"))

    @property
    def standard_error(self) -> float:
        """The standard error of the realised gain on a new sample of as many rows: rows and labels are random. NaN for
        a single row."""
        return float(self._fact("standard_error"))

    @property
    def truth_error(self) -> float:
        """The standard error of the realised gain on these rows: only their labels are random."""
        return float(self._fact("truth_error"))

    @property
    def expected_cut(self) -> float:
        """The expected utility of the predictions cut at 1/2."""
        return float(self._fact("expected_cut"))

    @property
    def expected_optimum(self) -> float:
        """The expected utility of the optimal predictions."""
        return float(self._fact("expected_optimum"))

    @property
    def rows_needed(self) -> float:
        """About how many rows of this kind would make two standard errors as small as gain - least_gain; NaN if the
        gain is not above least_gain."""
        return float(self._fact("rows_needed"))

    @property
    def changed_row_share(self) -> float:
        """The share of the rows, by weight, that are predicted differently."""
        return float(self._fact("changed_row_share"))

    @property
    def changed_cell_share(self) -> float:
        """The share of the cells that are predicted differently."""
        return float(self._fact("changed_cell_share"))

    @property
    def n_rows(self) -> int:
        """The number of rows of a weight above 0."""
        return int(self._fact("n_rows"))

    @property
    def n_samples(self) -> int:
        """The number of draws behind each variance that was simulated; 0 if all of them are exact."""
        return int(self._fact("n_samples"))

    @property
    def exclusive(self) -> bool:
        """Whether each row of the table sums to 1, as probabilities of exclusive classes do, although its labels were
        taken as independent and that changes the answers."""
        return bool(self._fact("exclusive"))

    @property
    def realised_cut(self) -> float:
        """The utility of the predictions cut at 1/2 on the truth; NaN, as all facts below, without truth."""
        return float(self._fact("realised_cut"))

    @property
    def realised_optimum(self) -> float:
        """That of the optimal predictions."""
        return float(self._fact("realised_optimum"))

    @property
    def realised_gain(self) -> float:
        """The difference of these two."""
        return float(self._fact("realised_gain"))

    @property
    def realised_gain_error(self) -> float:
        """Its standard error, by the jackknife over rows."""
        return float(self._fact("realised_gain_error"))

    @property
    def excess(self) -> float:
        """The mean over all cells of probability minus truth: above 0 if probabilities are too high."""
        return float(self._fact("excess"))

    @property
    def excess_error(self) -> float:
        """Its standard error; the cells of a row may vary together."""
        return float(self._fact("excess_error"))

    @property
    def predicted_excess(self) -> float:
        """The same over the cells that the optimal predictions contain; NaN if there are none."""
        return float(self._fact("predicted_excess"))

    @property
    def predicted_excess_error(self) -> float:
        """Its standard error."""
        return float(self._fact("predicted_excess_error"))

    @property
    def calibrated_optimum(self) -> float:
        """The utility on the truth of decisions from probabilities that are calibrated in 5 folds, per label, by the
        mean of Platt's, isotonic and beta calibration; NaN for a single row."""
        return float(self._fact("calibrated_optimum"))

    @property
    def calibration_gain(self) -> float:
        """calibrated_optimum - realised_optimum."""
        return float(self._fact("calibration_gain"))

    @property
    def calibration_gain_error(self) -> float:
        """Its standard error, by the jackknife over rows."""
        return float(self._fact("calibration_gain_error"))

    @property
    def design_effect(self) -> float:
        """The variance of the number of true labels in a row about the sum of its probabilities, over that of
        independent labels; NaN for a single row."""
        return float(self._fact("design_effect"))


class ReportFacts(_Facts):
    __slots__ = ()

    @property
    def page(self) -> str:
        """The report as an HTML page that needs nothing else."""
        return str(self._fact("page"))

    @property
    def data(self) -> str:
        """The numbers of the page, as JSON."""
        return str(self._fact("data"))


class SampleFacts(_Facts):
    __slots__ = ()

    @property
    def n_scores(self) -> int:
        """The number of classifiers."""
        return int(self._fact("n_scores"))

    @property
    def n_rows(self) -> int:
        """The number of rows of a weight above 0."""
        return int(self._fact("n_rows"))

    @property
    def positives(self) -> float:
        """The weight of the rows labelled 1."""
        return float(self._fact("positives"))

    @property
    def negatives(self) -> float:
        """The weight of the rows labelled 0."""
        return float(self._fact("negatives"))

    @property
    def unrated(self) -> float:
        """The weight of the rows that are not rated, or lie below every rated_from."""
        return float(self._fact("unrated"))

    @property
    def rated_from(self) -> NDArray[np.float64]:
        """The score of each classifier below which nothing was labelled; -inf if there is no cut."""
        found: NDArray[np.float64] = self._fact("rated_from")
        return found

    @property
    def roc_area(self) -> NDArray[np.float64]:
        """The area under each classifier's own ROC curve: the share of the pairs of a positive and a negative that it
        ranks rightly, ties by half. NaN without both labels."""
        found: NDArray[np.float64] = self._fact("roc_area")
        return found


class ThresholdPassFacts(_Facts):
    __slots__ = ()

    @property
    def pass_number(self) -> int:
        """The number of this pass, from 1."""
        return int(self._fact("pass_number"))

    @property
    def n_rows(self) -> int:
        """The number of rows of a weight above 0 that were fed in this pass."""
        return int(self._fact("n_rows"))

    @property
    def n_bins(self) -> int:
        """The number of nonempty bins."""
        return int(self._fact("n_bins"))

    @property
    def n_windows(self) -> int:
        """The number of ranges of scores that this pass divides into bins; the first pass has one range."""
        return int(self._fact("n_windows"))


class ThresholdsFacts(_Facts):
    __slots__ = ()

    @property
    def feasible(self) -> bool:
        """Whether every limit is attained: not if a recall is out of reach (the nearest point is the answer), no alert
        has the precision (nothing is flagged), or smoothed thresholds break a limit."""
        return bool(self._fact("feasible"))

    @property
    def tp(self) -> float:
        """The weight of the positives that are flagged."""
        return float(self._fact("tp"))

    @property
    def fp(self) -> float:
        """The weight of the negatives that are flagged."""
        return float(self._fact("fp"))

    @property
    def unrated(self) -> float:
        """The weight of the flagged rows that are not rated; they count for nothing else."""
        return float(self._fact("unrated"))

    @property
    def positives(self) -> float:
        """The weight of all positives."""
        return float(self._fact("positives"))

    @property
    def precision(self) -> float:
        """TP/(TP + FP)."""
        return float(self._fact("precision"))

    @property
    def recall(self) -> float:
        """TP/positives."""
        return float(self._fact("recall"))

    @property
    def value(self) -> float:
        """The value of the goal: the metric, TP - FP/cost_ratio, TP, or FP."""
        return float(self._fact("value"))

    @property
    def marginal_precision(self) -> float:
        """The share of true positives among the alerts gained last, on the concave hull of the frontier."""
        return float(self._fact("marginal_precision"))

    @property
    def next_marginal_precision(self) -> float:
        """The share of true positives among the next alerts."""
        return float(self._fact("next_marginal_precision"))

    @property
    def intercept(self) -> float:
        """"stacked" flags a row where intercept + sum_d coefficients[d]*score[d] is at least stacked_threshold; NaN for
        the other methods."""
        return float(self._fact("intercept"))

    @property
    def stacked_threshold(self) -> float:
        """The threshold of "stacked"; NaN for the other methods."""
        return float(self._fact("stacked_threshold"))

    @property
    def certified(self) -> bool:
        """Whether the limits hold for all future rows with the probability certify; not without certify."""
        return bool(self._fact("certified"))

    @property
    def rows_needed(self) -> float:
        """Rows more that would certify the limits in about four of five samples, if the frontier stays as it is: 0 if
        they are certified, infinite if no number would suffice, NaN without certify."""
        return float(self._fact("rows_needed"))

    @property
    def null_share(self) -> float:
        """With max_fdr the share of negatives in the batch that is counted on: Storey's estimate, which may be above 1,
        or 1; else NaN."""
        return float(self._fact("null_share"))


class FrontierFacts(_Facts):
    __slots__ = ()

    @property
    def exact(self) -> bool:
        """Whether the points are proved: no thresholds reach a better one."""
        return bool(self._fact("exact"))

    @property
    def quantiles(self) -> bool:
        """Whether quantiles replaced the scores of positives."""
        return bool(self._fact("quantiles"))

    @property
    def local_optimum(self) -> bool:
        """Whether the points are not proved to be the best."""
        return bool(self._fact("local_optimum"))

    @property
    def positives(self) -> float:
        """The weight of all positives."""
        return float(self._fact("positives"))

    @property
    def negatives(self) -> float:
        """The weight of all negatives; NaN if rows below rated_from were not fed."""
        return float(self._fact("negatives"))

    @property
    def pn_area(self) -> float:
        """The area under TP against FP, up to the FP that thresholds can reach."""
        return float(self._fact("pn_area"))

    @property
    def pn_hull_area(self) -> float:
        """The same under the concave hull."""
        return float(self._fact("pn_hull_area"))

    @property
    def roc_area(self) -> float:
        """The area under recall against FP/negatives."""
        return float(self._fact("roc_area"))

    @property
    def roc_hull_area(self) -> float:
        """The same under the concave hull."""
        return float(self._fact("roc_hull_area"))

    @property
    def pr_area(self) -> float:
        """Precision times the gain in recall, summed over the points; at least the average precision, which counts all
        thresholds."""
        return float(self._fact("pr_area"))

    @property
    def tp(self) -> NDArray[np.float64]:
        """The weight of the flagged positives at each point, from (0, 0) up."""
        found: NDArray[np.float64] = self._fact("tp")
        return found

    @property
    def fp(self) -> NDArray[np.float64]:
        """The weight of the flagged negatives at each point."""
        found: NDArray[np.float64] = self._fact("fp")
        return found

    @property
    def on_hull(self) -> NDArray[np.bool_]:
        """Whether the point is a vertex of the concave hull."""
        found: NDArray[np.bool_] = self._fact("on_hull")
        return found

    @property
    def recall_low(self) -> NDArray[np.float64]:
        """The lower limit of the recall at each point, all points together: with certify, else empty."""
        found: NDArray[np.float64] = self._fact("recall_low")
        return found

    @property
    def recall_high(self) -> NDArray[np.float64]:
        """The upper limit of the recall, likewise."""
        found: NDArray[np.float64] = self._fact("recall_high")
        return found

    @property
    def fpr_low(self) -> NDArray[np.float64]:
        """The lower limit of the FPR, likewise."""
        found: NDArray[np.float64] = self._fact("fpr_low")
        return found

    @property
    def fpr_high(self) -> NDArray[np.float64]:
        """The upper limit of the FPR, likewise."""
        found: NDArray[np.float64] = self._fact("fpr_high")
        return found

    @property
    def precision_low(self) -> NDArray[np.float64]:
        """The lower limit of the precision, likewise."""
        found: NDArray[np.float64] = self._fact("precision_low")
        return found

    @property
    def precision_high(self) -> NDArray[np.float64]:
        """The upper limit of the precision, likewise."""
        found: NDArray[np.float64] = self._fact("precision_high")
        return found


class DecisionCurveFacts(_Facts):
    __slots__ = ()

    @property
    def net_benefit(self) -> NDArray[np.float64]:
        """The net benefit: TP/n - FP/n*t/(1-t) at the threshold probability t, where rows of a probability of at least
        t are flagged."""
        found: NDArray[np.float64] = self._fact("net_benefit")
        return found

    @property
    def low(self) -> NDArray[np.float64]:
        """The lower limit of the net benefit."""
        found: NDArray[np.float64] = self._fact("low")
        return found

    @property
    def high(self) -> NDArray[np.float64]:
        """The upper limit of the net benefit."""
        found: NDArray[np.float64] = self._fact("high")
        return found

    @property
    def tp_rate(self) -> NDArray[np.float64]:
        """TP/n: the share of all rows that are flagged and positive."""
        found: NDArray[np.float64] = self._fact("tp_rate")
        return found

    @property
    def fp_rate(self) -> NDArray[np.float64]:
        """FP/n: the share of all rows that are flagged and negative."""
        found: NDArray[np.float64] = self._fact("fp_rate")
        return found

    @property
    def difference(self) -> NDArray[np.float64]:
        """The net benefit less that of the reference, on the same rows."""
        found: NDArray[np.float64] = self._fact("difference")
        return found

    @property
    def difference_low(self) -> NDArray[np.float64]:
        """The lower limit of the difference."""
        found: NDArray[np.float64] = self._fact("difference_low")
        return found

    @property
    def difference_high(self) -> NDArray[np.float64]:
        """The upper limit of the difference."""
        found: NDArray[np.float64] = self._fact("difference_high")
        return found

    @property
    def interventions_avoided(self) -> NDArray[np.float64]:
        """The net interventions avoided, a row: how many alerts fewer than by flagging every row, at no loss of true
        positives; the difference of net benefits times (1-t)/t."""
        found: NDArray[np.float64] = self._fact("interventions_avoided")
        return found


class ReliabilityFacts(_Facts):
    __slots__ = ()

    @property
    def brier(self) -> float:
        """The Brier score: the mean of (p - y)^2."""
        return float(self._fact("brier"))

    @property
    def uncertainty(self) -> float:
        """The Brier score of predicting the share of positives for every row: share*(1 - share)."""
        return float(self._fact("uncertainty"))

    @property
    def miscalibration(self) -> float:
        """By how much the monotone fit improves the Brier score. The score is miscalibration - discrimination +
        uncertainty."""
        return float(self._fact("miscalibration"))

    @property
    def discrimination(self) -> float:
        """By how much the Brier score of the monotone fit is below the uncertainty."""
        return float(self._fact("discrimination"))

    @property
    def binned_reliability(self) -> float:
        """The mean of (mean probability - share of positives)^2 of the bins. The score is binned_reliability -
        binned_resolution + uncertainty + within_bins."""
        return float(self._fact("binned_reliability"))

    @property
    def binned_resolution(self) -> float:
        """The mean of (share of positives - that of all rows)^2 of the bins."""
        return float(self._fact("binned_resolution"))

    @property
    def within_bins(self) -> float:
        """The loss of information by bins: the variance of probabilities within bins, less twice their covariance with
        the labels."""
        return float(self._fact("within_bins"))

    @property
    def calibration_error(self) -> float:
        """The expected calibration error of the bins: the mean of |mean probability - share of positives|."""
        return float(self._fact("calibration_error"))

    @property
    def mean(self) -> float:
        """The mean of the probabilities."""
        return float(self._fact("mean"))

    @property
    def prevalence(self) -> float:
        """The share of positives."""
        return float(self._fact("prevalence"))

    @property
    def fitted(self) -> NDArray[np.float64]:
        """The monotone fit at each row; NaN if its weight is 0."""
        found: NDArray[np.float64] = self._fact("fitted")
        return found


class ReliabilityBinFacts(_Facts):
    __slots__ = ()

    @property
    def weight(self) -> NDArray[np.float64]:
        """The weight of the rows of each bin; 0, and NaN for the rest, where ties leave it none."""
        found: NDArray[np.float64] = self._fact("weight")
        return found

    @property
    def lowest(self) -> NDArray[np.float64]:
        """The least probability of each bin."""
        found: NDArray[np.float64] = self._fact("lowest")
        return found

    @property
    def highest(self) -> NDArray[np.float64]:
        """The greatest probability of each bin."""
        found: NDArray[np.float64] = self._fact("highest")
        return found

    @property
    def mean(self) -> NDArray[np.float64]:
        """The mean of the probabilities of each bin."""
        found: NDArray[np.float64] = self._fact("mean")
        return found

    @property
    def share(self) -> NDArray[np.float64]:
        """The share of positives of each bin."""
        found: NDArray[np.float64] = self._fact("share")
        return found

    @property
    def low(self) -> NDArray[np.float64]:
        """The lower limit of the share: Clopper and Pearson's, of unequal weights at the effective number of rows."""
        found: NDArray[np.float64] = self._fact("low")
        return found

    @property
    def high(self) -> NDArray[np.float64]:
        """The upper limit of the share."""
        found: NDArray[np.float64] = self._fact("high")
        return found


class PrevalenceFacts(_Facts):
    __slots__ = ()

    @property
    def prior(self) -> NDArray[np.float64]:
        """The likeliest share of each label or class among the rows."""
        found: NDArray[np.float64] = self._fact("prior")
        return found

    @property
    def low(self) -> NDArray[np.float64]:
        """The lower limit of the share. Without `bootstrap` of the profile likelihood: it covers that the rows are a
        sample, and takes the probabilities as calibrated and the training prior as known. With it a percentile, which
        also covers that the calibration rows, if given, are a sample."""
        found: NDArray[np.float64] = self._fact("low")
        return found

    @property
    def high(self) -> NDArray[np.float64]:
        """The upper limit of the share."""
        found: NDArray[np.float64] = self._fact("high")
        return found

    @property
    def training_prior(self) -> NDArray[np.float64]:
        """The share of each label or class in training."""
        found: NDArray[np.float64] = self._fact("training_prior")
        return found

    @property
    def p_value(self) -> NDArray[np.float64]:
        """The p-value of label shift: small if rows of a label do not look as in training, or probabilities are not
        calibrated. One test of all classes; NaN without calibration rows or `bootstrap`."""
        found: NDArray[np.float64] = self._fact("p_value")
        return found

    @property
    def n_rows(self) -> int:
        """The number of rows."""
        return int(self._fact("n_rows"))

    @property
    def n_calibration_rows(self) -> int:
        """The number of calibration rows."""
        return int(self._fact("n_calibration_rows"))


class ThresholdEvaluationFacts(_Facts):
    __slots__ = ()

    @property
    def n_rows(self) -> int:
        """The number of rows of a weight above 0."""
        return int(self._fact("n_rows"))

    @property
    def n_units(self) -> int:
        """The number of groups of these rows, or of rows."""
        return int(self._fact("n_units"))

    @property
    def positives(self) -> float:
        """The weight of all positives."""
        return float(self._fact("positives"))

    @property
    def negatives(self) -> float:
        """The weight of all negatives."""
        return float(self._fact("negatives"))

    @property
    def n_models(self) -> int:
        """The number of models."""
        return int(self._fact("n_models"))

    @property
    def n_metrics(self) -> int:
        """The number of metrics."""
        return int(self._fact("n_metrics"))

    @property
    def tp(self) -> NDArray[np.float64]:
        """The weight of the flagged positives of each model; empty without thresholds, as the next three."""
        found: NDArray[np.float64] = self._fact("tp")
        return found

    @property
    def fp(self) -> NDArray[np.float64]:
        """The weight of the flagged negatives of each model."""
        found: NDArray[np.float64] = self._fact("fp")
        return found

    @property
    def fn(self) -> NDArray[np.float64]:
        """The weight of the missed positives of each model."""
        found: NDArray[np.float64] = self._fact("fn")
        return found

    @property
    def tn(self) -> NDArray[np.float64]:
        """The weight of the negatives that each model does not flag."""
        found: NDArray[np.float64] = self._fact("tn")
        return found

    @property
    def model(self) -> NDArray[np.int64]:
        """The model of each estimate, counted from 0; estimates are metric by metric of each model."""
        found: NDArray[np.int64] = self._fact("model")
        return found

    @property
    def metric(self) -> NDArray[np.int64]:
        """The metric of each estimate, counted from 0."""
        found: NDArray[np.int64] = self._fact("metric")
        return found

    @property
    def value(self) -> NDArray[np.float64]:
        """The value of the metric; NaN if it is 0/0."""
        found: NDArray[np.float64] = self._fact("value")
        return found

    @property
    def low(self) -> NDArray[np.float64]:
        """The lower limit of the value."""
        found: NDArray[np.float64] = self._fact("low")
        return found

    @property
    def high(self) -> NDArray[np.float64]:
        """The upper limit of the value."""
        found: NDArray[np.float64] = self._fact("high")
        return found

    @property
    def standard_error(self) -> NDArray[np.float64]:
        """The standard error of the value."""
        found: NDArray[np.float64] = self._fact("standard_error")
        return found

    @property
    def exact(self) -> NDArray[np.bool_]:
        """Whether the limits are Clopper and Pearson's, of rows that weigh the same."""
        found: NDArray[np.bool_] = self._fact("exact")
        return found

    @property
    def pair_first(self) -> NDArray[np.int64]:
        """The first model of each comparison; comparisons are metric by metric of each pair of models."""
        found: NDArray[np.int64] = self._fact("pair_first")
        return found

    @property
    def pair_second(self) -> NDArray[np.int64]:
        """The second model of each comparison."""
        found: NDArray[np.int64] = self._fact("pair_second")
        return found

    @property
    def pair_metric(self) -> NDArray[np.int64]:
        """The metric of each comparison."""
        found: NDArray[np.int64] = self._fact("pair_metric")
        return found

    @property
    def pair_difference(self) -> NDArray[np.float64]:
        """The second model's value less the first one's, on the same rows."""
        found: NDArray[np.float64] = self._fact("pair_difference")
        return found

    @property
    def pair_low(self) -> NDArray[np.float64]:
        """The lower limit of the difference."""
        found: NDArray[np.float64] = self._fact("pair_low")
        return found

    @property
    def pair_high(self) -> NDArray[np.float64]:
        """The upper limit of the difference."""
        found: NDArray[np.float64] = self._fact("pair_high")
        return found

    @property
    def pair_standard_error(self) -> NDArray[np.float64]:
        """The standard error of the difference."""
        found: NDArray[np.float64] = self._fact("pair_standard_error")
        return found

    @property
    def pair_p_value(self) -> NDArray[np.float64]:
        """The two-sided p-value: DeLong's test of auc, the paired permutation test of other metrics."""
        found: NDArray[np.float64] = self._fact("pair_p_value")
        return found

    @property
    def pair_p_adjusted(self) -> NDArray[np.float64]:
        """The p-value by Holm's correction for all comparisons of this evaluation, of all metrics."""
        found: NDArray[np.float64] = self._fact("pair_p_adjusted")
        return found

    @property
    def warning(self) -> str:
        """What is unknown, and why; empty if everything is known."""
        return str(self._fact("warning"))

    @property
    def markdown(self) -> str:
        """A table of metrics by model as Markdown, and one of comparisons."""
        return str(self._fact("markdown"))

    @property
    def latex(self) -> str:
        """The same tables for LaTeX, with the package booktabs."""
        return str(self._fact("latex"))


class ZoneFacts(_Facts):
    __slots__ = ()

    @property
    def low(self) -> float:
        """Rows below are cleared."""
        return float(self._fact("low"))

    @property
    def high(self) -> float:
        """Rows from here on are flagged."""
        return float(self._fact("high"))

    @property
    def tp(self) -> float:
        """The weight of the flagged positives."""
        return float(self._fact("tp"))

    @property
    def fp(self) -> float:
        """The weight of the flagged negatives."""
        return float(self._fact("fp"))

    @property
    def fn(self) -> float:
        """The weight of the cleared positives."""
        return float(self._fact("fn"))

    @property
    def abstained(self) -> float:
        """The weight of the rows between."""
        return float(self._fact("abstained"))

    @property
    def cost(self) -> float:
        """The cost of all rows."""
        return float(self._fact("cost"))


class MultipliersFacts(_Facts):
    __slots__ = ()

    @property
    def value(self) -> float:
        """The metric or mean cost reached."""
        return float(self._fact("value"))

    @property
    def start(self) -> float:
        """That of equal multipliers."""
        return float(self._fact("start"))

    @property
    def multipliers(self) -> NDArray[np.float64]:
        """The multiplier of each class."""
        found: NDArray[np.float64] = self._fact("multipliers")
        return found

    @property
    def confusion(self) -> NDArray[np.float64]:
        """The weight of the rows by truth and decision, truth by truth: n_classes*n_classes numbers."""
        found: NDArray[np.float64] = self._fact("confusion")
        return found


class LabelsFacts(_Facts):
    __slots__ = ()

    @property
    def value(self) -> float:
        """The value of the goal; with macro the mean over labels, with instance that over rows."""
        return float(self._fact("value"))

    @property
    def feasible(self) -> bool:
        """Whether every limit is attained."""
        return bool(self._fact("feasible"))

    @property
    def exact(self) -> bool:
        """Whether the thresholds are proved to be the best: not if there are too many labels."""
        return bool(self._fact("exact"))

    @property
    def labels_per_row(self) -> float:
        """The mean number of flagged labels of a row, with average instance; else NaN."""
        return float(self._fact("labels_per_row"))

    @property
    def threshold(self) -> float:
        """The threshold; +inf if nothing is flagged."""
        return float(self._fact("threshold"))

    @property
    def tp(self) -> float:
        """The weight of the flagged positives."""
        return float(self._fact("tp"))

    @property
    def fp(self) -> float:
        """The weight of the flagged negatives."""
        return float(self._fact("fp"))

    @property
    def positives(self) -> float:
        """The weight of all positives."""
        return float(self._fact("positives"))

    @property
    def precision(self) -> float:
        """TP/(TP + FP); NaN if nothing is flagged."""
        return float(self._fact("precision"))

    @property
    def recall(self) -> float:
        """TP/positives; NaN without positives."""
        return float(self._fact("recall"))

    @property
    def label_value(self) -> float:
        """The value of the goal, with macro."""
        return float(self._fact("label_value"))

    @property
    def attained(self) -> bool:
        """Whether the label attains every limit; with micro, whether all labels together do."""
        return bool(self._fact("attained"))

    @property
    def flags(self) -> float:
        """Warnings, as flags."""
        return float(self._fact("flags"))

    @property
    def missed(self) -> bool:
        """Whether the label misses a limit; none does with micro, which limits all labels together."""
        return bool(self._fact("missed"))

    @property
    def flags_all(self) -> bool:
        """Whether every rated row is flagged, more than ten for each positive: the scores do not separate the label's
        few positives."""
        return bool(self._fact("flags_all"))


class SegmentsFacts(_Facts):
    __slots__ = ()

    @property
    def tolerance(self) -> float:
        """The requested tolerance; NaN if no rates are compared."""
        return float(self._fact("tolerance"))

    @property
    def value(self) -> float:
        """The value of the goal: the metric, TP - FP/cost_ratio, TP, FP, or the gain."""
        return float(self._fact("value"))

    @property
    def bound(self) -> float:
        """No thresholds within all limits have a better value; the value itself if exact."""
        return float(self._fact("bound"))

    @property
    def feasible(self) -> bool:
        """Whether all limits are kept. If a recall is out of reach the answer is the nearest; else nothing is
        flagged."""
        return bool(self._fact("feasible"))

    @property
    def exact(self) -> bool:
        """Whether the answer is proved to be the best, or none to be feasible."""
        return bool(self._fact("exact"))

    @property
    def difference(self) -> float:
        """The largest difference of the compared rate between segments; NaN if none is compared."""
        return float(self._fact("difference"))


class CascadeScoresFacts(_Facts):
    __slots__ = ()

    @property
    def n_rows(self) -> int:
        """The number of rows."""
        return int(self._fact("n_rows"))

    @property
    def n_models(self) -> int:
        """The number of models."""
        return int(self._fact("n_models"))

    @property
    def n_classes(self) -> int:
        """1 for a sum and a threshold, else the number of classes."""
        return int(self._fact("n_classes"))


class CascadeFacts(_Facts):
    __slots__ = ()

    @property
    def n_models(self) -> int:
        """The number of models."""
        return int(self._fact("n_models"))

    @property
    def n_classes(self) -> int:
        """1 for a sum and a threshold, else the number of classes."""
        return int(self._fact("n_classes"))

    @property
    def threshold(self) -> float:
        """The sum of scores from which a row is positive."""
        return float(self._fact("threshold"))

    @property
    def negatives_only(self) -> bool:
        """Whether rows leave early only as negatives."""
        return bool(self._fact("negatives_only"))

    @property
    def alpha(self) -> float:
        """The disagreement that was allowed."""
        return float(self._fact("alpha"))

    @property
    def full_cost(self) -> float:
        """The cost of all models."""
        return float(self._fact("full_cost"))

    @property
    def n_rows(self) -> float:
        """The number of fitted rows."""
        return float(self._fact("n_rows"))

    @property
    def disagreement(self) -> float:
        """The share of these rows that the cascade decides differently from all models, recounted; optimistic for a
        joint order."""
        return float(self._fact("disagreement"))

    @property
    def mean_models(self) -> float:
        """The mean number of models run on these rows."""
        return float(self._fact("mean_models"))

    @property
    def mean_cost(self) -> float:
        """The mean cost per row."""
        return float(self._fact("mean_cost"))

    @property
    def speedup(self) -> float:
        """full_cost/mean_cost."""
        return float(self._fact("speedup"))

    @property
    def cross_disagreement(self) -> float:
        """The disagreement, each fold decided by a cascade that was fitted without it."""
        return float(self._fact("cross_disagreement"))

    @property
    def cross_mean_models(self) -> float:
        """The mean number of models, cross-fitted."""
        return float(self._fact("cross_mean_models"))

    @property
    def cross_mean_cost(self) -> float:
        """The mean cost, cross-fitted."""
        return float(self._fact("cross_mean_cost"))

    @property
    def n_held_out_rows(self) -> float:
        """The number of calibration rows of a weight above 0."""
        return float(self._fact("n_held_out_rows"))

    @property
    def held_out_disagreement(self) -> float:
        """The disagreement on the calibration rows."""
        return float(self._fact("held_out_disagreement"))

    @property
    def held_out_mean_models(self) -> float:
        """The mean number of models on the calibration rows."""
        return float(self._fact("held_out_mean_models"))

    @property
    def held_out_mean_cost(self) -> float:
        """The mean cost on the calibration rows."""
        return float(self._fact("held_out_mean_cost"))

    @property
    def certified_disagreement(self) -> float:
        """The disagreement is at most this with the confidence: the target, or 0 if no row leaves early because nothing
        can be certified."""
        return float(self._fact("certified_disagreement"))

    @property
    def certify(self) -> float:
        """The probability with which the certificate holds."""
        return float(self._fact("certify"))

    @property
    def spreads(self) -> float:
        """By how many spreads calibration moved the thresholds apart; inf if no row leaves early."""
        return float(self._fact("spreads"))

    @property
    def gamma(self) -> float:
        """The width of a bin's thresholds in deviations; NaN without bins."""
        return float(self._fact("gamma"))

    @property
    def bin_width(self) -> float:
        """The width of a bin; NaN without bins."""
        return float(self._fact("bin_width"))

    @property
    def unit(self) -> float:
        """Scores are rounded to multiples of this."""
        return float(self._fact("unit"))

    @property
    def n_rounded_rows(self) -> float:
        """The number of fitted rows that unrounded sums decide differently."""
        return float(self._fact("n_rounded_rows"))

    @property
    def n_features(self) -> int:
        """The number of features of its trees; without trees, of named features."""
        return int(self._fact("n_features"))

    @property
    def order(self) -> NDArray[np.int64]:
        """The model run at each position, counted from 0."""
        found: NDArray[np.int64] = self._fact("order")
        return found

    @property
    def low(self) -> NDArray[np.float64]:
        """A sum below it decides for 0; -inf: none does. NaN with bins or several classes."""
        found: NDArray[np.float64] = self._fact("low")
        return found

    @property
    def high(self) -> NDArray[np.float64]:
        """A sum at or above it decides for 1; inf: none does. With several classes, how far the largest sum must be
        ahead. NaN with bins."""
        found: NDArray[np.float64] = self._fact("high")
        return found

    @property
    def spread(self) -> NDArray[np.float64]:
        """The standard deviation of the sum of the scores of later models."""
        found: NDArray[np.float64] = self._fact("spread")
        return found

    @property
    def stops(self) -> NDArray[np.float64]:
        """The share of the fitted rows decided at each position."""
        found: NDArray[np.float64] = self._fact("stops")
        return found

    @property
    def cross_stops(self) -> NDArray[np.float64]:
        """The same, cross-fitted; empty if not known."""
        found: NDArray[np.float64] = self._fact("cross_stops")
        return found

    @property
    def held_out_stops(self) -> NDArray[np.float64]:
        """The same of the calibration rows; empty if not known."""
        found: NDArray[np.float64] = self._fact("held_out_stops")
        return found

    @property
    def algorithm(self) -> str:
        """The stopping rule: sums or votes; with cheaper, the one that was chosen."""
        return str(self._fact("algorithm"))

    @property
    def price(self) -> float:
        """With votes: the price of an error, in models, for which the stopping rule is optimal."""
        return float(self._fact("price"))

    @property
    def expected_disagreement(self) -> float:
        """With votes: the expected disagreement on new rows, over all orders of the models."""
        return float(self._fact("expected_disagreement"))

    @property
    def expected_mean_models(self) -> float:
        """With votes: the expected number of models per new row, over all orders."""
        return float(self._fact("expected_mean_models"))

    @property
    def other_mean_cost(self) -> float:
        """The mean cost on the calibration rows of the algorithm that was not chosen; NaN except with cheaper."""
        return float(self._fact("other_mean_cost"))


class LabellingFacts(_Facts):
    __slots__ = ()

    @property
    def certified(self) -> bool:
        """Whether the target holds at the given confidence: no more rows need labels."""
        return bool(self._fact("certified"))

    @property
    def n_rows(self) -> int:
        """The number of rows of the table."""
        return int(self._fact("n_rows"))

    @property
    def n_labelled(self) -> int:
        """The number of rows whose labels were given."""
        return int(self._fact("n_labelled"))

    @property
    def n_drawn(self) -> int:
        """The number of these that were drawn."""
        return int(self._fact("n_drawn"))

    @property
    def n_events(self) -> int:
        """The number of events among the labelled rows."""
        return int(self._fact("n_events"))

    @property
    def n_allowed(self) -> int:
        """The number of events that may remain among the unlabelled rows."""
        return int(self._fact("n_allowed"))

    @property
    def max_events(self) -> int:
        """An upper bound, at the given confidence, on the events among the unlabelled rows."""
        return int(self._fact("max_events"))

    @property
    def cutoff(self) -> float:
        """All rows of a higher chance are labelled; 1 if none was labelled in order."""
        return float(self._fact("cutoff"))


class TreesFacts(_Facts):
    __slots__ = ()

    @property
    def n_trees(self) -> int:
        """The number of trees."""
        return int(self._fact("n_trees"))

    @property
    def n_models(self) -> int:
        """The number of models of a cascade: trees/trees_per_model, rounded down."""
        return int(self._fact("n_models"))

    @property
    def n_features(self) -> int:
        """The number of features."""
        return int(self._fact("n_features"))

    @property
    def n_outputs(self) -> int:
        """The number of outputs."""
        return int(self._fact("n_outputs"))

    @property
    def leaf_width(self) -> int:
        """The number of values of a leaf."""
        return int(self._fact("leaf_width"))

    @property
    def n_unplaced_columns(self) -> int:
        """The number of columns whose categories the file names without the columns they belong to."""
        return int(self._fact("n_unplaced_columns"))

    @property
    def unseen_is_error(self) -> bool:
        """Whether a category that the file does not name is an error (XGBoost), rather than missing."""
        return bool(self._fact("unseen_is_error"))


class StagesFacts(_Facts):
    __slots__ = ()

    @property
    def n_rows(self) -> int:
        """The number of rows."""
        return int(self._fact("n_rows"))

    @property
    def n_stages(self) -> int:
        """The number of stages."""
        return int(self._fact("n_stages"))

    @property
    def n_labelled(self) -> int:
        """The number of rows that are labelled."""
        return int(self._fact("n_labelled"))

    @property
    def n_considered(self) -> int:
        """The number of rows that could have been drawn to be labelled."""
        return int(self._fact("n_considered"))

    @property
    def n_waiting(self) -> int:
        """The number of requested rows that have no label yet."""
        return int(self._fact("n_waiting"))

    @property
    def n_batches(self) -> int:
        """How often rows to label were requested."""
        return int(self._fact("n_batches"))

    @property
    def n_classes(self) -> int:
        """1 more than the largest class answered; 0 if only `right` was fed."""
        return int(self._fact("n_classes"))

    @property
    def n_segments(self) -> int:
        """1 more than the largest segment."""
        return int(self._fact("n_segments"))


class RouteFacts(_Facts):
    __slots__ = ()

    @property
    def n_stages(self) -> int:
        """The number of stages."""
        return int(self._fact("n_stages"))

    @property
    def n_groups(self) -> int:
        """The number of groups of rows that have thresholds of their own."""
        return int(self._fact("n_groups"))

    @property
    def router(self) -> bool:
        """Whether a score sends each row to one stage before any answer."""
        return bool(self._fact("router"))

    @property
    def n_rows(self) -> float:
        """The number of rows of a weight above 0 that the route was chosen on."""
        return float(self._fact("n_rows"))

    @property
    def n_labelled(self) -> float:
        """The number of these rows whose right answer is known."""
        return float(self._fact("n_labelled"))

    @property
    def cost(self) -> float:
        """The mean cost per row, over all stages that are called."""
        return float(self._fact("cost"))

    @property
    def quality(self) -> float:
        """The quality on these rows; optimistic for the rows chosen on."""
        return float(self._fact("quality"))

    @property
    def full_cost(self) -> float:
        """The mean cost of the last stage alone."""
        return float(self._fact("full_cost"))

    @property
    def full_quality(self) -> float:
        """The quality of the last stage alone."""
        return float(self._fact("full_quality"))

    @property
    def feasible(self) -> bool:
        """Whether the limit of the goal is met on these rows; else the route is the one that comes nearest."""
        return bool(self._fact("feasible"))

    @property
    def exact(self) -> bool:
        """Whether all thresholds of all chains were compared; else levels of them, and finer ones around the best."""
        return bool(self._fact("exact"))

    @property
    def certify(self) -> float:
        """The requested confidence of the certificate."""
        return float(self._fact("certify"))

    @property
    def certified(self) -> bool:
        """Whether the quality is at least min_quality for future rows, with this probability."""
        return bool(self._fact("certified"))

    @property
    def labels_needed(self) -> float:
        """About how many more labels would certify a route that is cheaper than the last stage: 0 if one is certified,
        infinity if no number would."""
        return float(self._fact("labels_needed"))

    @property
    def shares(self) -> NDArray[np.float64]:
        """The share of these rows that each stage answers."""
        found: NDArray[np.float64] = self._fact("shares")
        return found

    @property
    def envelope_cost(self) -> NDArray[np.float64]:
        """The mean costs of the routes that no other is better than, ascending; thinned to some 1,000."""
        found: NDArray[np.float64] = self._fact("envelope_cost")
        return found

    @property
    def envelope_quality(self) -> NDArray[np.float64]:
        """The qualities of these routes."""
        found: NDArray[np.float64] = self._fact("envelope_quality")
        return found

    @property
    def envelope_hull(self) -> NDArray[np.bool_]:
        """Whether each lies on the upper-left hull, which mixtures of routes reach."""
        found: NDArray[np.bool_] = self._fact("envelope_hull")
        return found


class PromiseFacts(PromiseMethods, _Facts):
    __slots__ = ()

    @property
    def bound(self) -> float:
        """The bound of the metric."""
        return float(self._fact("bound"))

    @property
    def at_least(self) -> bool:
        """Whether the metric is promised to be at least the bound; else at most."""
        return bool(self._fact("at_least"))

    @property
    def value(self) -> float:
        """The metric of the rows so far; NaN if none counts."""
        return float(self._fact("value"))

    @property
    def low(self) -> float:
        """The metric is never below this, over all looks, with probability 1 - delta."""
        return float(self._fact("low"))

    @property
    def high(self) -> float:
        """The metric is never above this, over all looks, with probability 1 - delta."""
        return float(self._fact("high"))

    @property
    def evidence(self) -> float:
        """The evidence that the promise is broken; at 1/delta it is called broken."""
        return float(self._fact("evidence"))

    @property
    def evidence_kept(self) -> float:
        """The evidence that the promise is kept; enough at 1/delta."""
        return float(self._fact("evidence_kept"))

    @property
    def n_alarms(self) -> int:
        """How often recent rows were found to break the promise, with `average_run`."""
        return int(self._fact("n_alarms"))

    @property
    def broken_since(self) -> float:
        """The likeliest row, or time, of the change; NaN if the promise is not called broken, or if that is unknown."""
        return float(self._fact("broken_since"))

    @property
    def broken_at(self) -> float:
        """The row, or time, at which the promise was called broken."""
        return float(self._fact("broken_at"))

    @property
    def labels_needed(self) -> float:
        """About this many more labels would prove that the promise is kept, or broken, if the metric stays where it is;
        rows, if no label is needed. 0 if one of them is proved, infinity if no number would suffice."""
        return float(self._fact("labels_needed"))

    @property
    def n_rows(self) -> int:
        """The number of rows of a weight above 0."""
        return int(self._fact("n_rows"))

    @property
    def n_labels(self) -> int:
        """The number of these rows whose label was needed and is known."""
        return int(self._fact("n_labels"))

    @property
    def n_segments(self) -> int:
        """The number of segments."""
        return int(self._fact("n_segments"))

    @property
    def segment_value(self) -> NDArray[np.float64]:
        """The metric of each segment's rows; NaN if none counts."""
        found: NDArray[np.float64] = self._fact("segment_value")
        return found

    @property
    def segment_low(self) -> NDArray[np.float64]:
        """The lower limits of the metric; those of all segments hold together."""
        found: NDArray[np.float64] = self._fact("segment_low")
        return found

    @property
    def segment_high(self) -> NDArray[np.float64]:
        """The upper limits of the metric; those of all segments hold together."""
        found: NDArray[np.float64] = self._fact("segment_high")
        return found

    @property
    def segment_evidence(self) -> NDArray[np.float64]:
        """The evidence that the promise is broken in each segment, corrected for the number of segments."""
        found: NDArray[np.float64] = self._fact("segment_evidence")
        return found

    @property
    def segment_broken_since(self) -> NDArray[np.float64]:
        """The likeliest row, or time, of each segment's change; NaN as broken_since."""
        found: NDArray[np.float64] = self._fact("segment_broken_since")
        return found

    @property
    def segment_labels_needed(self) -> NDArray[np.float64]:
        """As labels_needed, of each segment."""
        found: NDArray[np.float64] = self._fact("segment_labels_needed")
        return found

    @property
    def n_segment_rows(self) -> NDArray[np.int64]:
        """The number of each segment's rows of a weight above 0."""
        found: NDArray[np.int64] = self._fact("n_segment_rows")
        return found

    @property
    def claim(self) -> str:
        """The promise, with the metric's name in full."""
        return str(self._fact("claim"))

    @property
    def metric(self) -> str:
        """The name of the metric."""
        return str(self._fact("metric"))

    @property
    def delta(self) -> float:
        """The option of this name."""
        return float(self._fact("delta"))

    @property
    def average_run(self) -> float:
        """The option of this name; NaN if it is not set."""
        return float(self._fact("average_run"))


class PerformanceFacts(_Facts):
    __slots__ = ()

    @property
    def n_chunks(self) -> int:
        """The number of chunks."""
        return int(self._fact("n_chunks"))

    @property
    def n_segments(self) -> int:
        """The number of segments."""
        return int(self._fact("n_segments"))

    @property
    def value(self) -> NDArray[np.float64]:
        """The estimated metric of each chunk; NaN if no row counts."""
        found: NDArray[np.float64] = self._fact("value")
        return found

    @property
    def low(self) -> NDArray[np.float64]:
        """The lower ends of the bands."""
        found: NDArray[np.float64] = self._fact("low")
        return found

    @property
    def high(self) -> NDArray[np.float64]:
        """The upper ends of the bands."""
        found: NDArray[np.float64] = self._fact("high")
        return found

    @property
    def standard_error(self) -> NDArray[np.float64]:
        """The standard deviation that the band is made of: of labels and calibration together."""
        found: NDArray[np.float64] = self._fact("standard_error")
        return found

    @property
    def calibration_error(self) -> NDArray[np.float64]:
        """The standard error that the calibration alone causes; 0 without calibration rows."""
        found: NDArray[np.float64] = self._fact("calibration_error")
        return found

    @property
    def n_rows(self) -> NDArray[np.int64]:
        """The number of rows of a weight above 0 in each chunk."""
        found: NDArray[np.int64] = self._fact("n_rows")
        return found

    @property
    def n_labels(self) -> NDArray[np.int64]:
        """The number of these rows whose labels are known."""
        found: NDArray[np.int64] = self._fact("n_labels")
        return found

    @property
    def segment_value(self) -> NDArray[np.float64]:
        """The estimated metric of each segment of each chunk, by chunk and then segment; NaN if no row counts."""
        found: NDArray[np.float64] = self._fact("segment_value")
        return found

    @property
    def segment_low(self) -> NDArray[np.float64]:
        """The lower ends of the bands of segments."""
        found: NDArray[np.float64] = self._fact("segment_low")
        return found

    @property
    def segment_high(self) -> NDArray[np.float64]:
        """The upper ends of the bands of segments."""
        found: NDArray[np.float64] = self._fact("segment_high")
        return found

    @property
    def n_segment_rows(self) -> NDArray[np.int64]:
        """The number of rows of a weight above 0 of each segment in each chunk."""
        found: NDArray[np.int64] = self._fact("n_segment_rows")
        return found

    @property
    def metric(self) -> str:
        """The name of the metric."""
        return str(self._fact("metric"))


class DatasetFacts(_Facts):
    __slots__ = ()

    @property
    def n_rows(self) -> int:
        """The number of rows."""
        return int(self._fact("n_rows"))

    @property
    def n_features(self) -> int:
        """The number of features."""
        return int(self._fact("n_features"))

    @property
    def n_labels(self) -> int:
        """The number of labels or classes; 0 without."""
        return int(self._fact("n_labels"))


class LearnerFacts(_Facts):
    __slots__ = ()

    @property
    def n_features(self) -> int:
        """The number of features."""
        return int(self._fact("n_features"))

    @property
    def n_labels(self) -> int:
        """The number of labels or classes."""
        return int(self._fact("n_labels"))

    @property
    def at_least(self) -> int:
        """The least number of labels of a prediction, unless the options set it or the metric is a sum over the labels
        (such as hamming)."""
        return int(self._fact("at_least"))

    @property
    def rule(self) -> str:
        """The rule that the learner rule chose, or that was set; empty for other learners."""
        return str(self._fact("rule"))

    @property
    def rule_reason(self) -> str:
        """Why the learner rule chose it."""
        return str(self._fact("rule_reason"))

    @property
    def candidates(self) -> str:
        """The names of the rules that were compared out of fold, with spaces between; empty if none were."""
        return str(self._fact("candidates"))

    @property
    def candidate_values(self) -> NDArray[np.float64]:
        """Of each candidate the value out of fold: the mean over bootstrap samples of the rows."""
        found: NDArray[np.float64] = self._fact("candidate_values")
        return found

    @property
    def candidate_gains(self) -> NDArray[np.float64]:
        """Of each candidate the gain over the first choice."""
        found: NDArray[np.float64] = self._fact("candidate_gains")
        return found

    @property
    def candidate_errors(self) -> NDArray[np.float64]:
        """Of each candidate the standard error of this gain, paired, with that of fitting."""
        found: NDArray[np.float64] = self._fact("candidate_errors")
        return found

    @property
    def first_choice(self) -> str:
        """The candidate that the learner rule keeps unless another is better beyond chance; empty if none were
        compared."""
        return str(self._fact("first_choice"))


class CalibrationFacts(_Facts):
    __slots__ = ()

    @property
    def input(self) -> float:
        """Its input, in fitting and in use: probabilities or scores."""
        return float(self._fact("input"))

    @property
    def n_classes(self) -> int:
        """The number of classes; 0 for vectors."""
        return int(self._fact("n_classes"))

    @property
    def temperature(self) -> float:
        """What logits are divided by: above 1 for overconfident models; else NaN."""
        return float(self._fact("temperature"))
