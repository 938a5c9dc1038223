// Written by bindings/generate from the rows of the core: do not edit.
//
// Wald for C++: what can be read of each object, as members of the base class of its class.
#ifndef WALD_FACTS_HPP
#define WALD_FACTS_HPP

#include "../wald.h"
#include "core.hpp"

namespace wald {
namespace facts {

template <class Self>
class OfEstimator {
 public:
  /// What is known of the labels: one of the kinds.
  wald_kind kind() const { return detail::number<wald_kind>(self(), WALD_ESTIMATOR_KIND); }
  /// The number of labels.
  int64_t n_labels() const { return detail::number<int64_t>(self(), WALD_ESTIMATOR_N_LABELS); }
  /// The number of weighted vectors or tables fed; of the other kinds 1, or 0 while empty.
  int64_t n_fed() const { return detail::number<int64_t>(self(), WALD_ESTIMATOR_N_FED); }
  /// The sum of the weights fed to a joint or counts estimator; of the others 1, or 0 while empty.
  double total_weight() const { return detail::number<double>(self(), WALD_ESTIMATOR_TOTAL_WEIGHT); }
  /// The greatest s with a nonzero P[i][s]. Counts only.
  int64_t max_s() const { return detail::number<int64_t>(self(), WALD_ESTIMATOR_MAX_S); }
  /// P(no label).
  double p_zero() const { return detail::number<double>(self(), WALD_ESTIMATOR_P_ZERO); }
  /// P(y_i = 1) for each label.
  std::vector<double> marginals() const { return detail::numbers(self(), WALD_ESTIMATOR_MARGINALS); }
  /// P(s) for s = 0 ... n_labels.
  std::vector<double> size_distribution() const { return detail::numbers(self(), WALD_ESTIMATOR_SIZE_DISTRIBUTION); }
  /// P[i][s] for s = 1 ... max_s, label by label: n_labels*max_s numbers. Counts only.
  std::vector<double> table() const { return detail::numbers(self(), WALD_ESTIMATOR_TABLE); }
  /// The likeliest label vector; of tied ones that with fewest ones, then with the smallest indices. Not for counts.
  std::vector<double> mode() const { return detail::numbers(self(), WALD_ESTIMATOR_MODE); }
  /// The probability of the mode. Not for counts.
  double mode_probability() const { return detail::number<double>(self(), WALD_ESTIMATOR_MODE_PROBABILITY); }

 private:
  const wald_estimator *self() const { return static_cast<const Self *>(this)->get(); }
};

template <class Self>
class OfDecision {
 public:
  /// The number of answers: one, or one for each row or column.
  int64_t n_answers() const { return detail::number<int64_t>(self(), WALD_DECISION_N_ANSWERS); }
  /// The number of items of each answer: labels; rows for macro; row*n_labels + column counts them for micro.
  int64_t n_items() const { return detail::number<int64_t>(self(), WALD_DECISION_N_ITEMS); }
  /// The number of positives.
  int64_t k(int64_t answer = 0) const { return detail::number<int64_t>(self(), WALD_DECISION_K, answer); }
  /// The expected utility of the answer, even if the instance is left undecided.
  double expected(int64_t answer = 0) const { return detail::number<double>(self(), WALD_DECISION_EXPECTED, answer); }
  /// The expected loss of the answer.
  double loss(int64_t answer = 0) const { return detail::number<double>(self(), WALD_DECISION_LOSS, answer); }
  /// A proved upper limit on (optimal expected utility - expected utility of the answer), rounding included. For an
  /// algorithm requested by name that proves nothing, it follows from the metric's range. With per_row, a limit on how
  /// far the weighted mean over the labels is from its optimum: the same number for every label.
  double bound(int64_t answer = 0) const { return detail::number<double>(self(), WALD_DECISION_BOUND, answer); }
  /// The least k that values and errors do not exclude from being optimal; -1 if it was not computed.
  int64_t k_lowest(int64_t answer = 0) const { return detail::number<int64_t>(self(), WALD_DECISION_K_LOWEST, answer); }
  /// The greatest such k; -1 if it was not computed.
  int64_t k_highest(int64_t answer = 0) const {
    return detail::number<int64_t>(self(), WALD_DECISION_K_HIGHEST, answer);
  }
  /// The best expected utility at any other k; NaN if it was not computed.
  double next_best(int64_t answer = 0) const { return detail::number<double>(self(), WALD_DECISION_NEXT_BEST, answer); }
  /// P(no positive at all), on which undefined cells of rare problems depend.
  double p_zero(int64_t answer = 0) const { return detail::number<double>(self(), WALD_DECISION_P_ZERO, answer); }
  /// Whether the instance was left undecided.
  bool abstained(int64_t answer = 0) const { return detail::number<bool>(self(), WALD_DECISION_ABSTAINED, answer); }
  /// Whether there is a warning.
  bool warned(int64_t answer = 0) const { return detail::number<bool>(self(), WALD_DECISION_WARNED, answer); }
  /// The name of the algorithm that ran.
  std::string_view algorithm(int64_t answer = 0) const { return detail::text(self(), WALD_DECISION_ALGORITHM, answer); }
  /// A warning about the answer; empty if there is none. A warning about the whole table is at its first answer.
  std::string_view warning(int64_t answer = 0) const { return detail::text(self(), WALD_DECISION_WARNING, answer); }
  /// The number of items left undecided one by one (abstain_label); none of an instance that abstained.
  int64_t n_undecided(int64_t answer = 0) const {
    return detail::number<int64_t>(self(), WALD_DECISION_N_UNDECIDED, answer);
  }
  /// The smallest probability of a positive: another program that takes this and greater ones has the answer, ties
  /// apart. Infinite if no item is positive. NaN if no threshold makes the answer: of labels that are not independent,
  /// or with per_row.
  double threshold(int64_t answer = 0) const { return detail::number<double>(self(), WALD_DECISION_THRESHOLD, answer); }

 private:
  const wald_decision *self() const { return static_cast<const Self *>(this)->get(); }
};

template <class Self>
class OfDistribution {
 public:
  /// The mean of the utility.
  double mean() const { return detail::number<double>(self(), WALD_DISTRIBUTION_MEAN); }
  /// Its standard deviation.
  double sd() const { return detail::number<double>(self(), WALD_DISTRIBUTION_SD); }
  /// The standard error of the mean; 0 if the distribution is exact.
  double standard_error() const { return detail::number<double>(self(), WALD_DISTRIBUTION_STANDARD_ERROR); }
  /// The number of samples; 0 if the distribution is exact.
  int64_t n_samples() const { return detail::number<int64_t>(self(), WALD_DISTRIBUTION_N_SAMPLES); }
  /// The values that the utility takes, ascending.
  std::vector<double> values() const { return detail::numbers(self(), WALD_DISTRIBUTION_VALUES); }
  /// The probability of each of these values.
  std::vector<double> probabilities() const { return detail::numbers(self(), WALD_DISTRIBUTION_PROBABILITIES); }

 private:
  const wald_distribution *self() const { return static_cast<const Self *>(this)->get(); }
};

template <class Self>
class OfComparison {
 public:
  /// The metric's value of A.
  double value_a() const { return detail::number<double>(self(), WALD_COMPARISON_VALUE_A); }
  /// The metric's value of B.
  double value_b() const { return detail::number<double>(self(), WALD_COMPARISON_VALUE_B); }
  /// B - A: above 0 if B has the higher value.
  double difference() const { return detail::number<double>(self(), WALD_COMPARISON_DIFFERENCE); }
  /// The lower limit of the difference, at the requested level.
  double low() const { return detail::number<double>(self(), WALD_COMPARISON_LOW); }
  /// The upper limit of the difference.
  double high() const { return detail::number<double>(self(), WALD_COMPARISON_HIGH); }
  /// The two-sided p-value of the paired permutation test: how often the difference is as large if the two predictions
  /// of each row, or of each group, are swapped at random.
  double p_value() const { return detail::number<double>(self(), WALD_COMPARISON_P_VALUE); }
  /// The standard error of the difference, by the jackknife over rows or groups.
  double standard_error() const { return detail::number<double>(self(), WALD_COMPARISON_STANDARD_ERROR); }
  /// The degrees of freedom of the standard error, from the kurtosis of its terms; at most units - 1.
  double df() const { return detail::number<double>(self(), WALD_COMPARISON_DF); }
  /// The number of rows, or of groups, of a weight above 0 that both systems decide.
  int64_t n_units() const { return detail::number<int64_t>(self(), WALD_COMPARISON_N_UNITS); }
  /// How many of these the systems predict differently.
  int64_t n_differing() const { return detail::number<int64_t>(self(), WALD_COMPARISON_N_DIFFERING); }
  /// The number of rows that a system leaves undecided; they are left out for both.
  int64_t n_undecided() const { return detail::number<int64_t>(self(), WALD_COMPARISON_N_UNDECIDED); }
  /// The number of random swaps behind the p-value; 0 if all of them were counted.
  int64_t n_swaps() const { return detail::number<int64_t>(self(), WALD_COMPARISON_N_SWAPS); }

 private:
  const wald_comparison *self() const { return static_cast<const Self *>(this)->get(); }
};

template <class Self>
class OfWorth {
 public:
  /// Whether deciding for the metric pays, as one word.
  wald_worth_verdict verdict() const { return detail::number<wald_worth_verdict>(self(), WALD_WORTH_VERDICT); }
  /// How much more utility the optimal predictions are expected to have than those cut at 1/2.
  double gain() const { return detail::number<double>(self(), WALD_WORTH_GAIN); }
  /// The standard error of the realised gain on a new sample of as many rows: rows and labels are random. NaN for a
  /// single row.
  double standard_error() const { return detail::number<double>(self(), WALD_WORTH_STANDARD_ERROR); }
  /// The standard error of the realised gain on these rows: only their labels are random.
  double truth_error() const { return detail::number<double>(self(), WALD_WORTH_TRUTH_ERROR); }
  /// The expected utility of the predictions cut at 1/2.
  double expected_cut() const { return detail::number<double>(self(), WALD_WORTH_EXPECTED_CUT); }
  /// The expected utility of the optimal predictions.
  double expected_optimum() const { return detail::number<double>(self(), WALD_WORTH_EXPECTED_OPTIMUM); }
  /// About how many rows of this kind would make two standard errors as small as gain - least_gain; NaN if the gain is
  /// not above least_gain.
  double rows_needed() const { return detail::number<double>(self(), WALD_WORTH_ROWS_NEEDED); }
  /// The share of the rows, by weight, that are predicted differently.
  double changed_row_share() const { return detail::number<double>(self(), WALD_WORTH_CHANGED_ROW_SHARE); }
  /// The share of the cells that are predicted differently.
  double changed_cell_share() const { return detail::number<double>(self(), WALD_WORTH_CHANGED_CELL_SHARE); }
  /// The number of rows of a weight above 0.
  int64_t n_rows() const { return detail::number<int64_t>(self(), WALD_WORTH_N_ROWS); }
  /// The number of draws behind each variance that was simulated; 0 if all of them are exact.
  int64_t n_samples() const { return detail::number<int64_t>(self(), WALD_WORTH_N_SAMPLES); }
  /// Whether each row of the table sums to 1, as probabilities of exclusive classes do, although its labels were taken
  /// as independent and that changes the answers.
  bool exclusive() const { return detail::number<bool>(self(), WALD_WORTH_EXCLUSIVE); }
  /// The utility of the predictions cut at 1/2 on the truth; NaN, as all facts below, without truth.
  double realised_cut() const { return detail::number<double>(self(), WALD_WORTH_REALISED_CUT); }
  /// That of the optimal predictions.
  double realised_optimum() const { return detail::number<double>(self(), WALD_WORTH_REALISED_OPTIMUM); }
  /// The difference of these two.
  double realised_gain() const { return detail::number<double>(self(), WALD_WORTH_REALISED_GAIN); }
  /// Its standard error, by the jackknife over rows.
  double realised_gain_error() const { return detail::number<double>(self(), WALD_WORTH_REALISED_GAIN_ERROR); }
  /// The mean over all cells of probability minus truth: above 0 if probabilities are too high.
  double excess() const { return detail::number<double>(self(), WALD_WORTH_EXCESS); }
  /// Its standard error; the cells of a row may vary together.
  double excess_error() const { return detail::number<double>(self(), WALD_WORTH_EXCESS_ERROR); }
  /// The same over the cells that the optimal predictions contain; NaN if there are none.
  double predicted_excess() const { return detail::number<double>(self(), WALD_WORTH_PREDICTED_EXCESS); }
  /// Its standard error.
  double predicted_excess_error() const { return detail::number<double>(self(), WALD_WORTH_PREDICTED_EXCESS_ERROR); }
  /// The utility on the truth of decisions from probabilities that are calibrated in 5 folds, per label, by the mean of
  /// Platt's, isotonic and beta calibration; NaN for a single row.
  double calibrated_optimum() const { return detail::number<double>(self(), WALD_WORTH_CALIBRATED_OPTIMUM); }
  /// calibrated_optimum - realised_optimum.
  double calibration_gain() const { return detail::number<double>(self(), WALD_WORTH_CALIBRATION_GAIN); }
  /// Its standard error, by the jackknife over rows.
  double calibration_gain_error() const { return detail::number<double>(self(), WALD_WORTH_CALIBRATION_GAIN_ERROR); }
  /// The variance of the number of true labels in a row about the sum of its probabilities, over that of independent
  /// labels; NaN for a single row.
  double design_effect() const { return detail::number<double>(self(), WALD_WORTH_DESIGN_EFFECT); }
  /// A warning about the table; empty if there is none.
  /// Valid as long as this object is.
  std::string_view warning() const { return detail::text(self(), WALD_WORTH_WARNING); }

 private:
  const wald_worth *self() const { return static_cast<const Self *>(this)->get(); }
};

template <class Self>
class OfSample {
 public:
  /// The number of classifiers.
  int64_t n_scores() const { return detail::number<int64_t>(self(), WALD_SAMPLE_N_SCORES); }
  /// How several classifiers flag a row: one of the rules.
  wald_rule rule() const { return detail::number<wald_rule>(self(), WALD_SAMPLE_RULE); }
  /// The number of rows of a weight above 0.
  int64_t n_rows() const { return detail::number<int64_t>(self(), WALD_SAMPLE_N_ROWS); }
  /// The weight of the rows labelled 1.
  double positives() const { return detail::number<double>(self(), WALD_SAMPLE_POSITIVES); }
  /// The weight of the rows labelled 0.
  double negatives() const { return detail::number<double>(self(), WALD_SAMPLE_NEGATIVES); }
  /// The weight of the rows that are not rated, or lie below every rated_from.
  double unrated() const { return detail::number<double>(self(), WALD_SAMPLE_UNRATED); }
  /// The score of each classifier below which nothing was labelled; -inf if there is no cut.
  std::vector<double> rated_from() const { return detail::numbers(self(), WALD_SAMPLE_RATED_FROM); }
  /// The area under each classifier's own ROC curve: the share of the pairs of a positive and a negative that it ranks
  /// rightly, ties by half. NaN without both labels.
  std::vector<double> roc_area() const { return detail::numbers(self(), WALD_SAMPLE_ROC_AREA); }
  /// Truth of detections as COCO matches them: 1, 0, or NaN (a crowd's). Option "positives" is the number of other
  /// truths: docs/guides/detections.md. @param truths columns place (number of image and class), x, y, width, height;
  /// or place, start, end. @param crowds 1 or 0. @param detections likewise. @param scores one per detection. @param
  /// min_overlap in (0, 1].
  static std::vector<double> match_detections(const Array &truths, const Array &crowds, const Array &detections,
                                              const Array &scores, double min_overlap) {
    std::vector<double> out(detail::size(scores.rows()));
    detail::check(wald_sample_match_detections(truths.get(), crowds.get(), detections.get(), scores.get(), min_overlap, out.data()));
    return out;
  }

 private:
  const wald_sample *self() const { return static_cast<const Self *>(this)->get(); }
};

template <class Self>
class OfTablePass {
 public:
  /// The number of this pass, from 1.
  int64_t pass_number() const { return detail::number<int64_t>(self(), WALD_TABLE_PASS_PASS_NUMBER); }
  /// The number of items that were fed in this pass: rows times labels.
  int64_t n_items() const { return detail::number<int64_t>(self(), WALD_TABLE_PASS_N_ITEMS); }
  /// The number of nonempty bins.
  int64_t n_bins() const { return detail::number<int64_t>(self(), WALD_TABLE_PASS_N_BINS); }
  /// The number of ranges of probabilities that this pass divides into bins; the first pass has one range.
  int64_t n_windows() const { return detail::number<int64_t>(self(), WALD_TABLE_PASS_N_WINDOWS); }
  /// Whether the passes have found the answer; until then the facts about it are NaN or -1.
  bool decided() const { return detail::number<bool>(self(), WALD_TABLE_PASS_DECIDED); }
  /// The number of positives, over all rows and labels.
  int64_t k() const { return detail::number<int64_t>(self(), WALD_TABLE_PASS_K); }
  /// The least probability of a positive: all items above it are positives; inf if there is none.
  double threshold() const { return detail::number<double>(self(), WALD_TABLE_PASS_THRESHOLD); }
  /// The number of items at the threshold, if only some of them are positives; else 0, and all of them are.
  int64_t n_ties() const { return detail::number<int64_t>(self(), WALD_TABLE_PASS_N_TIES); }
  /// How many of these are positives; any choice of that many is equally good.
  int64_t n_ties_chosen() const { return detail::number<int64_t>(self(), WALD_TABLE_PASS_N_TIES_CHOSEN); }
  /// The expected utility of the answer.
  double expected() const { return detail::number<double>(self(), WALD_TABLE_PASS_EXPECTED); }
  /// The expected loss of the answer.
  double loss() const { return detail::number<double>(self(), WALD_TABLE_PASS_LOSS); }
  /// A proved upper limit on (optimal expected utility - expected utility of the answer), rounding included.
  double bound() const { return detail::number<double>(self(), WALD_TABLE_PASS_BOUND); }
  /// The least k that values and errors do not exclude from being optimal; -1 if it was not computed.
  int64_t k_lowest() const { return detail::number<int64_t>(self(), WALD_TABLE_PASS_K_LOWEST); }
  /// The greatest such k; -1 if it was not computed.
  int64_t k_highest() const { return detail::number<int64_t>(self(), WALD_TABLE_PASS_K_HIGHEST); }
  /// The best expected utility at any other k; NaN if it was not computed.
  double next_best() const { return detail::number<double>(self(), WALD_TABLE_PASS_NEXT_BEST); }
  /// P(no positive at all).
  double p_zero() const { return detail::number<double>(self(), WALD_TABLE_PASS_P_ZERO); }

 private:
  const wald_table_pass *self() const { return static_cast<const Self *>(this)->get(); }
};

template <class Self>
class OfThresholdPass {
 public:
  /// The number of this pass, from 1.
  int64_t pass_number() const { return detail::number<int64_t>(self(), WALD_THRESHOLD_PASS_PASS_NUMBER); }
  /// The number of rows of a weight above 0 that were fed in this pass.
  int64_t n_rows() const { return detail::number<int64_t>(self(), WALD_THRESHOLD_PASS_N_ROWS); }
  /// The number of nonempty bins.
  int64_t n_bins() const { return detail::number<int64_t>(self(), WALD_THRESHOLD_PASS_N_BINS); }
  /// The number of ranges of scores that this pass divides into bins; the first pass has one range.
  int64_t n_windows() const { return detail::number<int64_t>(self(), WALD_THRESHOLD_PASS_N_WINDOWS); }

 private:
  const wald_threshold_pass *self() const { return static_cast<const Self *>(this)->get(); }
};

template <class Self>
class OfThresholds {
 public:
  /// Whether every limit is attained: not if a recall is out of reach (the nearest point is the answer), no alert has
  /// the precision (nothing is flagged), or smoothed thresholds break a limit.
  bool feasible(int64_t answer = 0) const { return detail::number<bool>(self(), WALD_THRESHOLDS_FEASIBLE, answer); }
  /// The weight of the positives that are flagged.
  double tp(int64_t answer = 0) const { return detail::number<double>(self(), WALD_THRESHOLDS_TP, answer); }
  /// The weight of the negatives that are flagged.
  double fp(int64_t answer = 0) const { return detail::number<double>(self(), WALD_THRESHOLDS_FP, answer); }
  /// The weight of the flagged rows that are not rated; they count for nothing else.
  double unrated(int64_t answer = 0) const { return detail::number<double>(self(), WALD_THRESHOLDS_UNRATED, answer); }
  /// The weight of all positives.
  double positives(int64_t answer = 0) const {
    return detail::number<double>(self(), WALD_THRESHOLDS_POSITIVES, answer);
  }
  /// TP/(TP + FP).
  double precision(int64_t answer = 0) const {
    return detail::number<double>(self(), WALD_THRESHOLDS_PRECISION, answer);
  }
  /// TP/positives.
  double recall(int64_t answer = 0) const { return detail::number<double>(self(), WALD_THRESHOLDS_RECALL, answer); }
  /// The value of the goal: the metric, TP - FP/cost_ratio, TP, or FP.
  double value(int64_t answer = 0) const { return detail::number<double>(self(), WALD_THRESHOLDS_VALUE, answer); }
  /// The share of true positives among the alerts gained last, on the concave hull of the frontier.
  double marginal_precision(int64_t answer = 0) const {
    return detail::number<double>(self(), WALD_THRESHOLDS_MARGINAL_PRECISION, answer);
  }
  /// The share of true positives among the next alerts.
  double next_marginal_precision(int64_t answer = 0) const {
    return detail::number<double>(self(), WALD_THRESHOLDS_NEXT_MARGINAL_PRECISION, answer);
  }
  /// TP, each row counted at thresholds that were chosen without it; NaN without folds.
  double cross_tp(int64_t answer = 0) const { return detail::number<double>(self(), WALD_THRESHOLDS_CROSS_TP, answer); }
  /// FP, cross-fitted.
  double cross_fp(int64_t answer = 0) const { return detail::number<double>(self(), WALD_THRESHOLDS_CROSS_FP, answer); }
  /// Precision, cross-fitted.
  double cross_precision(int64_t answer = 0) const {
    return detail::number<double>(self(), WALD_THRESHOLDS_CROSS_PRECISION, answer);
  }
  /// Recall, cross-fitted.
  double cross_recall(int64_t answer = 0) const {
    return detail::number<double>(self(), WALD_THRESHOLDS_CROSS_RECALL, answer);
  }
  /// The value of the goal, cross-fitted.
  double cross_value(int64_t answer = 0) const {
    return detail::number<double>(self(), WALD_THRESHOLDS_CROSS_VALUE, answer);
  }
  /// "stacked" flags a row where intercept + sum_d coefficients[d]*score[d] is at least stacked_threshold; NaN for the
  /// other methods.
  double intercept(int64_t answer = 0) const {
    return detail::number<double>(self(), WALD_THRESHOLDS_INTERCEPT, answer);
  }
  /// The threshold of "stacked"; NaN for the other methods.
  double stacked_threshold(int64_t answer = 0) const {
    return detail::number<double>(self(), WALD_THRESHOLDS_STACKED_THRESHOLD, answer);
  }
  /// Warnings, as flags.
  wald_threshold_flags flags(int64_t answer = 0) const {
    return detail::number<wald_threshold_flags>(self(), WALD_THRESHOLDS_FLAGS, answer);
  }
  /// The number of answers: answer 0 is the requested one, the others are the baselines.
  int64_t n_answers() const { return detail::number<int64_t>(self(), WALD_THRESHOLDS_N_ANSWERS); }
  /// The threshold of each classifier; +inf (rule "or", or nothing flagged) or -inf ("and") switches one off; NaN for
  /// "stacked".
  std::vector<double> thresholds(int64_t answer = 0) const {
    return detail::numbers(self(), WALD_THRESHOLDS_THRESHOLDS, answer);
  }
  /// Thresholds above these, up to the chosen ones, flag the same rows.
  std::vector<double> next_lower(int64_t answer = 0) const {
    return detail::numbers(self(), WALD_THRESHOLDS_NEXT_LOWER, answer);
  }
  /// The lower limits of the thresholds by bootstrap; empty without one.
  std::vector<double> low(int64_t answer = 0) const { return detail::numbers(self(), WALD_THRESHOLDS_LOW, answer); }
  /// The upper limits of the thresholds by bootstrap; empty without one.
  std::vector<double> high(int64_t answer = 0) const { return detail::numbers(self(), WALD_THRESHOLDS_HIGH, answer); }
  /// The coefficients of "stacked"; empty for the other methods.
  std::vector<double> coefficients(int64_t answer = 0) const {
    return detail::numbers(self(), WALD_THRESHOLDS_COEFFICIENTS, answer);
  }
  /// The name of the method.
  /// Valid as long as this object is.
  std::string_view method(int64_t answer = 0) const { return detail::text(self(), WALD_THRESHOLDS_METHOD, answer); }
  /// The request, in words: "most true positives with fp <= 20".
  /// Valid as long as this object is.
  std::string_view objective(int64_t answer = 0) const {
    return detail::text(self(), WALD_THRESHOLDS_OBJECTIVE, answer);
  }
  /// The limits that are not attained, in a sentence; empty if all are.
  /// Valid as long as this object is.
  std::string_view warning(int64_t answer = 0) const { return detail::text(self(), WALD_THRESHOLDS_WARNING, answer); }
  /// Whether the limits hold for all future rows with the probability certify; not without certify.
  bool certified(int64_t answer = 0) const { return detail::number<bool>(self(), WALD_THRESHOLDS_CERTIFIED, answer); }
  /// Rows more that would certify the limits in about four of five samples, if the frontier stays as it is: 0 if they
  /// are certified, infinite if no number would suffice, NaN without certify.
  double rows_needed(int64_t answer = 0) const {
    return detail::number<double>(self(), WALD_THRESHOLDS_ROWS_NEEDED, answer);
  }
  /// The name of the theorem that a certificate stands on; "none" without certify.
  /// Valid as long as this object is.
  std::string_view theorem(int64_t answer = 0) const { return detail::text(self(), WALD_THRESHOLDS_THEOREM, answer); }
  /// What can be promised of the thresholds in use: the first limit that was set of min_precision, min_recall, max_fpr
  /// and max_alert_rate, as "precision>=0.95"; without one the metric alone, else empty.
  /// Valid as long as this object is.
  std::string_view claim(int64_t answer = 0) const { return detail::text(self(), WALD_THRESHOLDS_CLAIM, answer); }
  /// With max_fdr the share of negatives in the batch that is counted on: Storey's estimate, which may be above 1, or
  /// 1; else NaN.
  double null_share(int64_t answer = 0) const {
    return detail::number<double>(self(), WALD_THRESHOLDS_NULL_SHARE, answer);
  }
  /// With max_fdr the conformal p-value of each unrated row in the order of feeding, by score once loaded; else empty.
  std::vector<double> p_values(int64_t answer = 0) const {
    return detail::numbers(self(), WALD_THRESHOLDS_P_VALUES, answer);
  }

 private:
  const wald_thresholds *self() const { return static_cast<const Self *>(this)->get(); }
};

template <class Self>
class OfFrontier {
 public:
  /// Whether the points are proved: no thresholds reach a better one.
  bool exact() const { return detail::number<bool>(self(), WALD_FRONTIER_EXACT); }
  /// Whether quantiles replaced the scores of positives.
  bool quantiles() const { return detail::number<bool>(self(), WALD_FRONTIER_QUANTILES); }
  /// Whether the points are not proved to be the best.
  bool local_optimum() const { return detail::number<bool>(self(), WALD_FRONTIER_LOCAL_OPTIMUM); }
  /// The weight of all positives.
  double positives() const { return detail::number<double>(self(), WALD_FRONTIER_POSITIVES); }
  /// The weight of all negatives; NaN if rows below rated_from were not fed.
  double negatives() const { return detail::number<double>(self(), WALD_FRONTIER_NEGATIVES); }
  /// The area under TP against FP, up to the FP that thresholds can reach.
  double pn_area() const { return detail::number<double>(self(), WALD_FRONTIER_PN_AREA); }
  /// The same under the concave hull.
  double pn_hull_area() const { return detail::number<double>(self(), WALD_FRONTIER_PN_HULL_AREA); }
  /// The area under recall against FP/negatives.
  double roc_area() const { return detail::number<double>(self(), WALD_FRONTIER_ROC_AREA); }
  /// The same under the concave hull.
  double roc_hull_area() const { return detail::number<double>(self(), WALD_FRONTIER_ROC_HULL_AREA); }
  /// Precision times the gain in recall, summed over the points; at least the average precision, which counts all
  /// thresholds.
  double pr_area() const { return detail::number<double>(self(), WALD_FRONTIER_PR_AREA); }
  /// The weight of the flagged positives at each point, from (0, 0) up.
  std::vector<double> tp() const { return detail::numbers(self(), WALD_FRONTIER_TP); }
  /// The weight of the flagged negatives at each point.
  std::vector<double> fp() const { return detail::numbers(self(), WALD_FRONTIER_FP); }
  /// Whether the point is a vertex of the concave hull.
  std::vector<double> on_hull() const { return detail::numbers(self(), WALD_FRONTIER_ON_HULL); }
  /// The thresholds of each point, point by point: points*n_scores numbers.
  std::vector<double> thresholds() const { return detail::numbers(self(), WALD_FRONTIER_THRESHOLDS); }
  /// The thresholds along the path of the methods path and path-equal, from flagging nothing on, step by step:
  /// steps*n_scores numbers; empty for the other methods.
  std::vector<double> path() const { return detail::numbers(self(), WALD_FRONTIER_PATH); }
  /// The lower limit of the recall at each point, all points together: with certify, else empty.
  std::vector<double> recall_low() const { return detail::numbers(self(), WALD_FRONTIER_RECALL_LOW); }
  /// The upper limit of the recall, likewise.
  std::vector<double> recall_high() const { return detail::numbers(self(), WALD_FRONTIER_RECALL_HIGH); }
  /// The lower limit of the FPR, likewise.
  std::vector<double> fpr_low() const { return detail::numbers(self(), WALD_FRONTIER_FPR_LOW); }
  /// The upper limit of the FPR, likewise.
  std::vector<double> fpr_high() const { return detail::numbers(self(), WALD_FRONTIER_FPR_HIGH); }
  /// The lower limit of the precision, likewise.
  std::vector<double> precision_low() const { return detail::numbers(self(), WALD_FRONTIER_PRECISION_LOW); }
  /// The upper limit of the precision, likewise.
  std::vector<double> precision_high() const { return detail::numbers(self(), WALD_FRONTIER_PRECISION_HIGH); }

 private:
  const wald_frontier *self() const { return static_cast<const Self *>(this)->get(); }
};

template <class Self>
class OfCascadeScores {
 public:
  /// The number of rows.
  int64_t n_rows() const { return detail::number<int64_t>(self(), WALD_CASCADE_SCORES_N_ROWS); }
  /// The number of models.
  int64_t n_models() const { return detail::number<int64_t>(self(), WALD_CASCADE_SCORES_N_MODELS); }
  /// 1 for a sum and a threshold, else the number of classes.
  int64_t n_classes() const { return detail::number<int64_t>(self(), WALD_CASCADE_SCORES_N_CLASSES); }

 private:
  const wald_cascade_scores *self() const { return static_cast<const Self *>(this)->get(); }
};

template <class Self>
class OfCascade {
 public:
  /// The number of models.
  int64_t n_models() const { return detail::number<int64_t>(self(), WALD_CASCADE_N_MODELS); }
  /// 1 for a sum and a threshold, else the number of classes.
  int64_t n_classes() const { return detail::number<int64_t>(self(), WALD_CASCADE_N_CLASSES); }
  /// The sum of scores from which a row is positive.
  double threshold() const { return detail::number<double>(self(), WALD_CASCADE_THRESHOLD); }
  /// Whether rows leave early only as negatives.
  bool negatives_only() const { return detail::number<bool>(self(), WALD_CASCADE_NEGATIVES_ONLY); }
  /// The disagreement that was allowed.
  double alpha() const { return detail::number<double>(self(), WALD_CASCADE_ALPHA); }
  /// The cost of all models.
  double full_cost() const { return detail::number<double>(self(), WALD_CASCADE_FULL_COST); }
  /// The number of fitted rows.
  double n_rows() const { return detail::number<double>(self(), WALD_CASCADE_N_ROWS); }
  /// The share of these rows that the cascade decides differently from all models, recounted; optimistic for a joint
  /// order.
  double disagreement() const { return detail::number<double>(self(), WALD_CASCADE_DISAGREEMENT); }
  /// The mean number of models run on these rows.
  double mean_models() const { return detail::number<double>(self(), WALD_CASCADE_MEAN_MODELS); }
  /// The mean cost per row.
  double mean_cost() const { return detail::number<double>(self(), WALD_CASCADE_MEAN_COST); }
  /// full_cost/mean_cost.
  double speedup() const { return detail::number<double>(self(), WALD_CASCADE_SPEEDUP); }
  /// The disagreement, each fold decided by a cascade that was fitted without it.
  double cross_disagreement() const { return detail::number<double>(self(), WALD_CASCADE_CROSS_DISAGREEMENT); }
  /// The mean number of models, cross-fitted.
  double cross_mean_models() const { return detail::number<double>(self(), WALD_CASCADE_CROSS_MEAN_MODELS); }
  /// The mean cost, cross-fitted.
  double cross_mean_cost() const { return detail::number<double>(self(), WALD_CASCADE_CROSS_MEAN_COST); }
  /// The number of calibration rows of a weight above 0.
  double n_held_out_rows() const { return detail::number<double>(self(), WALD_CASCADE_N_HELD_OUT_ROWS); }
  /// The disagreement on the calibration rows.
  double held_out_disagreement() const { return detail::number<double>(self(), WALD_CASCADE_HELD_OUT_DISAGREEMENT); }
  /// The mean number of models on the calibration rows.
  double held_out_mean_models() const { return detail::number<double>(self(), WALD_CASCADE_HELD_OUT_MEAN_MODELS); }
  /// The mean cost on the calibration rows.
  double held_out_mean_cost() const { return detail::number<double>(self(), WALD_CASCADE_HELD_OUT_MEAN_COST); }
  /// The disagreement is at most this with the confidence: the target, or 0 if no row leaves early because nothing can
  /// be certified.
  double certified_disagreement() const { return detail::number<double>(self(), WALD_CASCADE_CERTIFIED_DISAGREEMENT); }
  /// The probability with which the certificate holds.
  double certify() const { return detail::number<double>(self(), WALD_CASCADE_CERTIFY); }
  /// By how many spreads calibration moved the thresholds apart; inf if no row leaves early.
  double spreads() const { return detail::number<double>(self(), WALD_CASCADE_SPREADS); }
  /// The width of a bin's thresholds in deviations; NaN without bins.
  double gamma() const { return detail::number<double>(self(), WALD_CASCADE_GAMMA); }
  /// The width of a bin; NaN without bins.
  double bin_width() const { return detail::number<double>(self(), WALD_CASCADE_BIN_WIDTH); }
  /// Scores are rounded to multiples of this.
  double unit() const { return detail::number<double>(self(), WALD_CASCADE_UNIT); }
  /// The number of fitted rows that unrounded sums decide differently.
  double n_rounded_rows() const { return detail::number<double>(self(), WALD_CASCADE_N_ROUNDED_ROWS); }
  /// The number of features of its trees; without trees, of named features.
  int64_t n_features() const { return detail::number<int64_t>(self(), WALD_CASCADE_N_FEATURES); }
  /// The model run at each position, counted from 0.
  std::vector<double> order() const { return detail::numbers(self(), WALD_CASCADE_ORDER); }
  /// A sum below it decides for 0; -inf: none does. NaN with bins or several classes.
  std::vector<double> low() const { return detail::numbers(self(), WALD_CASCADE_LOW); }
  /// A sum at or above it decides for 1; inf: none does. With several classes, how far the largest sum must be ahead.
  /// NaN with bins.
  std::vector<double> high() const { return detail::numbers(self(), WALD_CASCADE_HIGH); }
  /// The standard deviation of the sum of the scores of later models.
  std::vector<double> spread() const { return detail::numbers(self(), WALD_CASCADE_SPREAD); }
  /// The share of the fitted rows decided at each position.
  std::vector<double> stops() const { return detail::numbers(self(), WALD_CASCADE_STOPS); }
  /// The same, cross-fitted; empty if not known.
  std::vector<double> cross_stops() const { return detail::numbers(self(), WALD_CASCADE_CROSS_STOPS); }
  /// The same of the calibration rows; empty if not known.
  std::vector<double> held_out_stops() const { return detail::numbers(self(), WALD_CASCADE_HELD_OUT_STOPS); }
  /// The name of a model; empty if none were set.
  /// Valid as long as this object is.
  std::string_view name(int64_t model) const { return detail::text(self(), WALD_CASCADE_NAME, model); }
  /// The name of a feature; empty if none were set.
  /// Valid as long as this object is.
  std::string_view feature_name(int64_t feature) const {
    return detail::text(self(), WALD_CASCADE_FEATURE_NAME, feature);
  }
  /// The number of categories that were named, of all features.
  int64_t n_categories() const { return detail::number<int64_t>(self(), WALD_CASCADE_N_CATEGORIES); }
  /// "feature=category"; those of a feature in the order of their codes 0, 1, 2, ...
  /// Valid as long as this object is.
  std::string_view category(int64_t category) const { return detail::text(self(), WALD_CASCADE_CATEGORY, category); }
  /// The stopping rule: sums or votes; with cheaper, the one that was chosen.
  /// Valid as long as this object is.
  std::string_view algorithm() const { return detail::text(self(), WALD_CASCADE_ALGORITHM); }
  /// With votes: the price of an error, in models, for which the stopping rule is optimal.
  double price() const { return detail::number<double>(self(), WALD_CASCADE_PRICE); }
  /// With votes: the expected disagreement on new rows, over all orders of the models.
  double expected_disagreement() const { return detail::number<double>(self(), WALD_CASCADE_EXPECTED_DISAGREEMENT); }
  /// With votes: the expected number of models per new row, over all orders.
  double expected_mean_models() const { return detail::number<double>(self(), WALD_CASCADE_EXPECTED_MEAN_MODELS); }
  /// The mean cost on the calibration rows of the algorithm that was not chosen; NaN except with cheaper.
  double other_mean_cost() const { return detail::number<double>(self(), WALD_CASCADE_OTHER_MEAN_COST); }

 private:
  const wald_cascade *self() const { return static_cast<const Self *>(this)->get(); }
};

template <class Self>
class OfLabelling {
 public:
  /// Whether the target holds at the given confidence: no more rows need labels.
  bool certified() const { return detail::number<bool>(self(), WALD_LABELLING_CERTIFIED); }
  /// The number of rows of the table.
  int64_t n_rows() const { return detail::number<int64_t>(self(), WALD_LABELLING_N_ROWS); }
  /// The number of rows whose labels were given.
  int64_t n_labelled() const { return detail::number<int64_t>(self(), WALD_LABELLING_N_LABELLED); }
  /// The number of these that were drawn.
  int64_t n_drawn() const { return detail::number<int64_t>(self(), WALD_LABELLING_N_DRAWN); }
  /// The number of events among the labelled rows.
  int64_t n_events() const { return detail::number<int64_t>(self(), WALD_LABELLING_N_EVENTS); }
  /// The number of events that may remain among the unlabelled rows.
  int64_t n_allowed() const { return detail::number<int64_t>(self(), WALD_LABELLING_N_ALLOWED); }
  /// An upper bound, at the given confidence, on the events among the unlabelled rows.
  int64_t max_events() const { return detail::number<int64_t>(self(), WALD_LABELLING_MAX_EVENTS); }
  /// All rows of a higher chance are labelled; 1 if none was labelled in order.
  double cutoff() const { return detail::number<double>(self(), WALD_LABELLING_CUTOFF); }

 private:
  const wald_labelling *self() const { return static_cast<const Self *>(this)->get(); }
};

template <class Self>
class OfTrees {
 public:
  /// The number of trees.
  int64_t n_trees() const { return detail::number<int64_t>(self(), WALD_TREES_N_TREES); }
  /// The number of models of a cascade: trees/trees_per_model, rounded down.
  int64_t n_models() const { return detail::number<int64_t>(self(), WALD_TREES_N_MODELS); }
  /// The number of features.
  int64_t n_features() const { return detail::number<int64_t>(self(), WALD_TREES_N_FEATURES); }
  /// The number of outputs.
  int64_t n_outputs() const { return detail::number<int64_t>(self(), WALD_TREES_N_OUTPUTS); }
  /// The number of values of a leaf.
  int64_t leaf_width() const { return detail::number<int64_t>(self(), WALD_TREES_LEAF_WIDTH); }
  /// The name of a feature; empty if the model file has none.
  /// Valid as long as this object is.
  std::string_view feature_name(int64_t feature) const {
    return detail::text(self(), WALD_TREES_FEATURE_NAME, feature);
  }
  /// The number of categories that the model file names, of all features.
  int64_t n_categories() const { return detail::number<int64_t>(self(), WALD_TREES_N_CATEGORIES); }
  /// "feature=category"; those of a feature in the order of their codes 0, 1, 2, ...
  /// Valid as long as this object is.
  std::string_view category(int64_t category) const { return detail::text(self(), WALD_TREES_CATEGORY, category); }
  /// The number of columns whose categories the file names without the columns they belong to.
  int64_t n_unplaced_columns() const { return detail::number<int64_t>(self(), WALD_TREES_N_UNPLACED_COLUMNS); }
  /// Whether a category that the file does not name is an error (XGBoost), rather than missing.
  bool unseen_is_error() const { return detail::number<bool>(self(), WALD_TREES_UNSEEN_IS_ERROR); }

 private:
  const wald_trees *self() const { return static_cast<const Self *>(this)->get(); }
};

template <class Self>
class OfDataset {
 public:
  /// The number of rows.
  int64_t n_rows() const { return detail::number<int64_t>(self(), WALD_DATASET_N_ROWS); }
  /// The number of features.
  int64_t n_features() const { return detail::number<int64_t>(self(), WALD_DATASET_N_FEATURES); }
  /// The number of labels or classes; 0 without.
  int64_t n_labels() const { return detail::number<int64_t>(self(), WALD_DATASET_N_LABELS); }
  /// The task of the rows.
  wald_task task() const { return detail::number<wald_task>(self(), WALD_DATASET_TASK); }

 private:
  const wald_dataset *self() const { return static_cast<const Self *>(this)->get(); }
};

template <class Self>
class OfLearner {
 public:
  /// The number of features.
  int64_t n_features() const { return detail::number<int64_t>(self(), WALD_LEARNER_N_FEATURES); }
  /// The number of labels or classes.
  int64_t n_labels() const { return detail::number<int64_t>(self(), WALD_LEARNER_N_LABELS); }
  /// The task that it was fitted to.
  wald_task task() const { return detail::number<wald_task>(self(), WALD_LEARNER_TASK); }
  /// The least number of labels of a prediction, unless the options set it or the metric is a sum over the labels (such
  /// as hamming).
  int64_t at_least() const { return detail::number<int64_t>(self(), WALD_LEARNER_AT_LEAST); }
  /// The kind of the estimators that it gives.
  wald_kind kind() const { return detail::number<wald_kind>(self(), WALD_LEARNER_KIND); }
  /// The number of choices that fitting made: values of C, numbers of neighbours, and the like.
  int64_t n_choices() const { return detail::number<int64_t>(self(), WALD_LEARNER_N_CHOICES); }
  /// The value that was chosen.
  double choice_value(int64_t choice) const {
    return detail::number<double>(self(), WALD_LEARNER_CHOICE_VALUE, choice);
  }
  /// The out-of-fold loss of the chosen value.
  double choice_loss(int64_t choice) const { return detail::number<double>(self(), WALD_LEARNER_CHOICE_LOSS, choice); }
  /// All values that were tried for a choice.
  std::vector<double> path_values(int64_t choice) const {
    return detail::numbers(self(), WALD_LEARNER_PATH_VALUES, choice);
  }
  /// Their losses.
  std::vector<double> path_losses(int64_t choice) const {
    return detail::numbers(self(), WALD_LEARNER_PATH_LOSSES, choice);
  }
  /// The name that it was fitted by.
  /// Valid as long as this object is.
  std::string_view name() const { return detail::text(self(), WALD_LEARNER_NAME); }
  /// The name of a feature; empty if none were set.
  /// Valid as long as this object is.
  std::string_view feature_name(int64_t feature) const {
    return detail::text(self(), WALD_LEARNER_FEATURE_NAME, feature);
  }
  /// The name of a label or class; empty if none were set.
  /// Valid as long as this object is.
  std::string_view label_name(int64_t label) const { return detail::text(self(), WALD_LEARNER_LABEL_NAME, label); }
  /// The part that the choice is for: "label 3".
  /// Valid as long as this object is.
  std::string_view choice_part(int64_t choice) const { return detail::text(self(), WALD_LEARNER_CHOICE_PART, choice); }
  /// What was chosen: "C".
  /// Valid as long as this object is.
  std::string_view choice_what(int64_t choice) const { return detail::text(self(), WALD_LEARNER_CHOICE_WHAT, choice); }
  /// The rule that the learner rule chose, or that was set; empty for other learners.
  /// Valid as long as this object is.
  std::string_view rule() const { return detail::text(self(), WALD_LEARNER_RULE); }
  /// Why the learner rule chose it.
  /// Valid as long as this object is.
  std::string_view rule_reason() const { return detail::text(self(), WALD_LEARNER_RULE_REASON); }
  /// The names of the rules that were compared out of fold, with spaces between; empty if none were.
  /// Valid as long as this object is.
  std::string_view candidates() const { return detail::text(self(), WALD_LEARNER_CANDIDATES); }
  /// Of each candidate the value out of fold: the mean over bootstrap samples of the rows.
  std::vector<double> candidate_values() const { return detail::numbers(self(), WALD_LEARNER_CANDIDATE_VALUES); }
  /// Of each candidate the gain over the first choice.
  std::vector<double> candidate_gains() const { return detail::numbers(self(), WALD_LEARNER_CANDIDATE_GAINS); }
  /// Of each candidate the standard error of this gain, paired, with that of fitting.
  std::vector<double> candidate_errors() const { return detail::numbers(self(), WALD_LEARNER_CANDIDATE_ERRORS); }
  /// The candidate that the learner rule keeps unless another is better beyond chance; empty if none were compared.
  /// Valid as long as this object is.
  std::string_view first_choice() const { return detail::text(self(), WALD_LEARNER_FIRST_CHOICE); }

 private:
  const wald_learner *self() const { return static_cast<const Self *>(this)->get(); }
};

template <class Self>
class OfStages {
 public:
  /// The number of rows.
  int64_t n_rows() const { return detail::number<int64_t>(self(), WALD_STAGES_N_ROWS); }
  /// The number of stages.
  int64_t n_stages() const { return detail::number<int64_t>(self(), WALD_STAGES_N_STAGES); }
  /// The number of rows that are labelled.
  int64_t n_labelled() const { return detail::number<int64_t>(self(), WALD_STAGES_N_LABELLED); }
  /// The number of rows that could have been drawn to be labelled.
  int64_t n_considered() const { return detail::number<int64_t>(self(), WALD_STAGES_N_CONSIDERED); }
  /// The number of requested rows that have no label yet.
  int64_t n_waiting() const { return detail::number<int64_t>(self(), WALD_STAGES_N_WAITING); }
  /// How often rows to label were requested.
  int64_t n_batches() const { return detail::number<int64_t>(self(), WALD_STAGES_N_BATCHES); }
  /// 1 more than the largest class answered; 0 if only `right` was fed.
  int64_t n_classes() const { return detail::number<int64_t>(self(), WALD_STAGES_N_CLASSES); }
  /// 1 more than the largest segment.
  int64_t n_segments() const { return detail::number<int64_t>(self(), WALD_STAGES_N_SEGMENTS); }

 private:
  const wald_stages *self() const { return static_cast<const Self *>(this)->get(); }
};

template <class Self>
class OfRoute {
 public:
  /// The number of stages.
  int64_t n_stages() const { return detail::number<int64_t>(self(), WALD_ROUTE_N_STAGES); }
  /// The number of groups of rows that have thresholds of their own.
  int64_t n_groups() const { return detail::number<int64_t>(self(), WALD_ROUTE_N_GROUPS); }
  /// Whether a score sends each row to one stage before any answer.
  bool router() const { return detail::number<bool>(self(), WALD_ROUTE_ROUTER); }
  /// Which rows have thresholds of their own.
  wald_route_by by() const { return detail::number<wald_route_by>(self(), WALD_ROUTE_BY); }
  /// What was minimised or maximised.
  wald_route_goal goal() const { return detail::number<wald_route_goal>(self(), WALD_ROUTE_GOAL); }
  /// The measure of quality.
  wald_route_measure measure() const { return detail::number<wald_route_measure>(self(), WALD_ROUTE_MEASURE); }
  /// The number of rows of a weight above 0 that the route was chosen on.
  double n_rows() const { return detail::number<double>(self(), WALD_ROUTE_N_ROWS); }
  /// The number of these rows whose right answer is known.
  double n_labelled() const { return detail::number<double>(self(), WALD_ROUTE_N_LABELLED); }
  /// The mean cost per row, over all stages that are called.
  double cost() const { return detail::number<double>(self(), WALD_ROUTE_COST); }
  /// The quality on these rows; optimistic for the rows chosen on.
  double quality() const { return detail::number<double>(self(), WALD_ROUTE_QUALITY); }
  /// The mean cost of the last stage alone.
  double full_cost() const { return detail::number<double>(self(), WALD_ROUTE_FULL_COST); }
  /// The quality of the last stage alone.
  double full_quality() const { return detail::number<double>(self(), WALD_ROUTE_FULL_QUALITY); }
  /// Whether the limit of the goal is met on these rows; else the route is the one that comes nearest.
  bool feasible() const { return detail::number<bool>(self(), WALD_ROUTE_FEASIBLE); }
  /// Whether all thresholds of all chains were compared; else levels of them, and finer ones around the best.
  bool exact() const { return detail::number<bool>(self(), WALD_ROUTE_EXACT); }
  /// The requested confidence of the certificate.
  double certify() const { return detail::number<double>(self(), WALD_ROUTE_CERTIFY); }
  /// Whether the quality is at least min_quality for future rows, with this probability.
  bool certified() const { return detail::number<bool>(self(), WALD_ROUTE_CERTIFIED); }
  /// The theorem that the certificate uses.
  int32_t theorem() const { return detail::number<int32_t>(self(), WALD_ROUTE_THEOREM); }
  /// About how many more labels would certify a route that is cheaper than the last stage: 0 if one is certified,
  /// infinity if no number would.
  double labels_needed() const { return detail::number<double>(self(), WALD_ROUTE_LABELS_NEEDED); }
  /// By groups and in them by stages: a stage answers where its confidence, or a router's score, is at least this. NaN:
  /// the stage is not called; -inf: it answers all rows.
  std::vector<double> thresholds() const { return detail::numbers(self(), WALD_ROUTE_THRESHOLDS); }
  /// The share of these rows that each stage answers.
  std::vector<double> shares() const { return detail::numbers(self(), WALD_ROUTE_SHARES); }
  /// The mean costs of the routes that no other is better than, ascending; thinned to some 1,000.
  std::vector<double> envelope_cost() const { return detail::numbers(self(), WALD_ROUTE_ENVELOPE_COST); }
  /// The qualities of these routes.
  std::vector<double> envelope_quality() const { return detail::numbers(self(), WALD_ROUTE_ENVELOPE_QUALITY); }
  /// Whether each lies on the upper-left hull, which mixtures of routes reach.
  std::vector<double> envelope_hull() const { return detail::numbers(self(), WALD_ROUTE_ENVELOPE_HULL); }

 private:
  const wald_route *self() const { return static_cast<const Self *>(this)->get(); }
};

template <class Self>
class OfAbstentionZone {
 public:
  /// Rows below are cleared.
  double low() const { return detail::number<double>(self(), WALD_ZONE_LOW); }
  /// Rows from here on are flagged.
  double high() const { return detail::number<double>(self(), WALD_ZONE_HIGH); }
  /// The weight of the flagged positives.
  double tp() const { return detail::number<double>(self(), WALD_ZONE_TP); }
  /// The weight of the flagged negatives.
  double fp() const { return detail::number<double>(self(), WALD_ZONE_FP); }
  /// The weight of the cleared positives.
  double fn() const { return detail::number<double>(self(), WALD_ZONE_FN); }
  /// The weight of the rows between.
  double abstained() const { return detail::number<double>(self(), WALD_ZONE_ABSTAINED); }
  /// The cost of all rows.
  double cost() const { return detail::number<double>(self(), WALD_ZONE_COST); }

 private:
  const wald_zone *self() const { return static_cast<const Self *>(this)->get(); }
};

template <class Self>
class OfClassMultipliers {
 public:
  /// The metric or mean cost reached.
  double value() const { return detail::number<double>(self(), WALD_MULTIPLIERS_VALUE); }
  /// That of equal multipliers.
  double start() const { return detail::number<double>(self(), WALD_MULTIPLIERS_START); }
  /// The multiplier of each class.
  std::vector<double> multipliers() const { return detail::numbers(self(), WALD_MULTIPLIERS_MULTIPLIERS); }
  /// The weight of the rows by truth and decision, truth by truth: n_classes*n_classes numbers.
  std::vector<double> confusion() const { return detail::numbers(self(), WALD_MULTIPLIERS_CONFUSION); }

 private:
  const wald_multipliers *self() const { return static_cast<const Self *>(this)->get(); }
};

template <class Self>
class OfLabelThresholds {
 public:
  /// The value of the goal; with macro the mean over labels, with instance that over rows.
  double value() const { return detail::number<double>(self(), WALD_LABELS_VALUE); }
  /// Whether every limit is attained.
  bool feasible() const { return detail::number<bool>(self(), WALD_LABELS_FEASIBLE); }
  /// Whether the thresholds are proved to be the best: not if there are too many labels.
  bool exact() const { return detail::number<bool>(self(), WALD_LABELS_EXACT); }
  /// The mean number of flagged labels of a row, with average instance; else NaN.
  double labels_per_row() const { return detail::number<double>(self(), WALD_LABELS_LABELS_PER_ROW); }
  /// The threshold; +inf if nothing is flagged.
  double threshold(int64_t label) const { return detail::number<double>(self(), WALD_LABELS_THRESHOLD, label); }
  /// The weight of the flagged positives.
  double tp(int64_t label) const { return detail::number<double>(self(), WALD_LABELS_TP, label); }
  /// The weight of the flagged negatives.
  double fp(int64_t label) const { return detail::number<double>(self(), WALD_LABELS_FP, label); }
  /// The weight of all positives.
  double positives(int64_t label) const { return detail::number<double>(self(), WALD_LABELS_POSITIVES, label); }
  /// TP/(TP + FP); NaN if nothing is flagged.
  double precision(int64_t label) const { return detail::number<double>(self(), WALD_LABELS_PRECISION, label); }
  /// TP/positives; NaN without positives.
  double recall(int64_t label) const { return detail::number<double>(self(), WALD_LABELS_RECALL, label); }
  /// The value of the goal, with macro.
  double label_value(int64_t label) const { return detail::number<double>(self(), WALD_LABELS_LABEL_VALUE, label); }
  /// Whether the label attains every limit; with micro, whether all labels together do.
  bool attained(int64_t label) const { return detail::number<bool>(self(), WALD_LABELS_ATTAINED, label); }
  /// Warnings, as flags.
  wald_threshold_flags flags(int64_t label) const {
    return detail::number<wald_threshold_flags>(self(), WALD_LABELS_FLAGS, label);
  }
  /// Whether the label misses a limit; none does with micro, which limits all labels together.
  bool missed(int64_t label) const { return detail::number<bool>(self(), WALD_LABELS_MISSED, label); }
  /// Whether every rated row is flagged, more than ten for each positive: the scores do not separate the label's few
  /// positives.
  bool flags_all(int64_t label) const { return detail::number<bool>(self(), WALD_LABELS_FLAGS_ALL, label); }

 private:
  const wald_labels *self() const { return static_cast<const Self *>(this)->get(); }
};

template <class Self>
class OfDecisionCurve {
 public:
  /// The net benefit: TP/n - FP/n*t/(1-t) at the threshold probability t, where rows of a probability of at least t are
  /// flagged.
  std::vector<double> net_benefit(int64_t model) const {
    return detail::numbers(self(), WALD_DECISION_CURVE_NET_BENEFIT, model);
  }
  /// The lower limit of the net benefit.
  std::vector<double> low(int64_t model) const { return detail::numbers(self(), WALD_DECISION_CURVE_LOW, model); }
  /// The upper limit of the net benefit.
  std::vector<double> high(int64_t model) const { return detail::numbers(self(), WALD_DECISION_CURVE_HIGH, model); }
  /// TP/n: the share of all rows that are flagged and positive.
  std::vector<double> tp_rate(int64_t model) const {
    return detail::numbers(self(), WALD_DECISION_CURVE_TP_RATE, model);
  }
  /// FP/n: the share of all rows that are flagged and negative.
  std::vector<double> fp_rate(int64_t model) const {
    return detail::numbers(self(), WALD_DECISION_CURVE_FP_RATE, model);
  }
  /// The net benefit less that of the reference, on the same rows.
  std::vector<double> difference(int64_t model) const {
    return detail::numbers(self(), WALD_DECISION_CURVE_DIFFERENCE, model);
  }
  /// The lower limit of the difference.
  std::vector<double> difference_low(int64_t model) const {
    return detail::numbers(self(), WALD_DECISION_CURVE_DIFFERENCE_LOW, model);
  }
  /// The upper limit of the difference.
  std::vector<double> difference_high(int64_t model) const {
    return detail::numbers(self(), WALD_DECISION_CURVE_DIFFERENCE_HIGH, model);
  }
  /// The net interventions avoided, a row: how many alerts fewer than by flagging every row, at no loss of true
  /// positives; the difference of net benefits times (1-t)/t.
  std::vector<double> interventions_avoided(int64_t model) const {
    return detail::numbers(self(), WALD_DECISION_CURVE_INTERVENTIONS_AVOIDED, model);
  }

 private:
  const wald_decision_curve *self() const { return static_cast<const Self *>(this)->get(); }
};

template <class Self>
class OfReliability {
 public:
  /// The Brier score: the mean of (p - y)^2.
  double brier() const { return detail::number<double>(self(), WALD_RELIABILITY_BRIER); }
  /// The Brier score of predicting the share of positives for every row: share*(1 - share).
  double uncertainty() const { return detail::number<double>(self(), WALD_RELIABILITY_UNCERTAINTY); }
  /// By how much the monotone fit improves the Brier score. The score is miscalibration - discrimination + uncertainty.
  double miscalibration() const { return detail::number<double>(self(), WALD_RELIABILITY_MISCALIBRATION); }
  /// By how much the Brier score of the monotone fit is below the uncertainty.
  double discrimination() const { return detail::number<double>(self(), WALD_RELIABILITY_DISCRIMINATION); }
  /// The mean of (mean probability - share of positives)^2 of the bins. The score is binned_reliability -
  /// binned_resolution + uncertainty + within_bins.
  double binned_reliability() const { return detail::number<double>(self(), WALD_RELIABILITY_BINNED_RELIABILITY); }
  /// The mean of (share of positives - that of all rows)^2 of the bins.
  double binned_resolution() const { return detail::number<double>(self(), WALD_RELIABILITY_BINNED_RESOLUTION); }
  /// The loss of information by bins: the variance of probabilities within bins, less twice their covariance with the
  /// labels.
  double within_bins() const { return detail::number<double>(self(), WALD_RELIABILITY_WITHIN_BINS); }
  /// The expected calibration error of the bins: the mean of |mean probability - share of positives|.
  double calibration_error() const { return detail::number<double>(self(), WALD_RELIABILITY_CALIBRATION_ERROR); }
  /// The mean of the probabilities.
  double mean() const { return detail::number<double>(self(), WALD_RELIABILITY_MEAN); }
  /// The share of positives.
  double prevalence() const { return detail::number<double>(self(), WALD_RELIABILITY_PREVALENCE); }
  /// The weight of the rows of each bin; 0, and NaN for the rest, where ties leave it none.
  std::vector<double> bin_weight() const { return detail::numbers(self(), WALD_RELIABILITY_BIN_WEIGHT); }
  /// The least probability of each bin.
  std::vector<double> bin_lowest() const { return detail::numbers(self(), WALD_RELIABILITY_BIN_LOWEST); }
  /// The greatest probability of each bin.
  std::vector<double> bin_highest() const { return detail::numbers(self(), WALD_RELIABILITY_BIN_HIGHEST); }
  /// The mean of the probabilities of each bin.
  std::vector<double> bin_mean() const { return detail::numbers(self(), WALD_RELIABILITY_BIN_MEAN); }
  /// The share of positives of each bin.
  std::vector<double> bin_share() const { return detail::numbers(self(), WALD_RELIABILITY_BIN_SHARE); }
  /// The lower limit of the share: Clopper and Pearson's, of unequal weights at the effective number of rows.
  std::vector<double> bin_low() const { return detail::numbers(self(), WALD_RELIABILITY_BIN_LOW); }
  /// The upper limit of the share.
  std::vector<double> bin_high() const { return detail::numbers(self(), WALD_RELIABILITY_BIN_HIGH); }
  /// The monotone fit at each row; NaN if its weight is 0.
  std::vector<double> fitted() const { return detail::numbers(self(), WALD_RELIABILITY_FITTED); }

 private:
  const wald_reliability *self() const { return static_cast<const Self *>(this)->get(); }
};

template <class Self>
class OfPrevalence {
 public:
  /// The likeliest share of each label or class among the rows.
  std::vector<double> prior() const { return detail::numbers(self(), WALD_PREVALENCE_PRIOR); }
  /// The lower limit of the share. Without `bootstrap` of the profile likelihood: it covers that the rows are a sample,
  /// and takes the probabilities as calibrated and the training prior as known. With it a percentile, which also covers
  /// that the calibration rows, if given, are a sample.
  std::vector<double> low() const { return detail::numbers(self(), WALD_PREVALENCE_LOW); }
  /// The upper limit of the share.
  std::vector<double> high() const { return detail::numbers(self(), WALD_PREVALENCE_HIGH); }
  /// The share of each label or class in training.
  std::vector<double> training_prior() const { return detail::numbers(self(), WALD_PREVALENCE_TRAINING_PRIOR); }
  /// The p-value of label shift: small if rows of a label do not look as in training, or probabilities are not
  /// calibrated. One test of all classes; NaN without calibration rows or `bootstrap`.
  std::vector<double> p_value() const { return detail::numbers(self(), WALD_PREVALENCE_P_VALUE); }
  /// The number of rows.
  int64_t n_rows() const { return detail::number<int64_t>(self(), WALD_PREVALENCE_N_ROWS); }
  /// The number of calibration rows.
  int64_t n_calibration_rows() const { return detail::number<int64_t>(self(), WALD_PREVALENCE_N_CALIBRATION_ROWS); }

 private:
  const wald_prevalence *self() const { return static_cast<const Self *>(this)->get(); }
};

template <class Self>
class OfThresholdEvaluation {
 public:
  /// The number of rows of a weight above 0.
  int64_t n_rows() const { return detail::number<int64_t>(self(), WALD_THRESHOLD_EVALUATION_N_ROWS); }
  /// The number of groups of these rows, or of rows.
  int64_t n_units() const { return detail::number<int64_t>(self(), WALD_THRESHOLD_EVALUATION_N_UNITS); }
  /// The weight of all positives.
  double positives() const { return detail::number<double>(self(), WALD_THRESHOLD_EVALUATION_POSITIVES); }
  /// The weight of all negatives.
  double negatives() const { return detail::number<double>(self(), WALD_THRESHOLD_EVALUATION_NEGATIVES); }
  /// The number of models.
  int64_t n_models() const { return detail::number<int64_t>(self(), WALD_THRESHOLD_EVALUATION_N_MODELS); }
  /// The number of metrics.
  int64_t n_metrics() const { return detail::number<int64_t>(self(), WALD_THRESHOLD_EVALUATION_N_METRICS); }
  /// The weight of the flagged positives of each model; empty without thresholds, as the next three.
  std::vector<double> tp() const { return detail::numbers(self(), WALD_THRESHOLD_EVALUATION_TP); }
  /// The weight of the flagged negatives of each model.
  std::vector<double> fp() const { return detail::numbers(self(), WALD_THRESHOLD_EVALUATION_FP); }
  /// The weight of the missed positives of each model.
  std::vector<double> fn() const { return detail::numbers(self(), WALD_THRESHOLD_EVALUATION_FN); }
  /// The weight of the negatives that each model does not flag.
  std::vector<double> tn() const { return detail::numbers(self(), WALD_THRESHOLD_EVALUATION_TN); }
  /// The model of each estimate, counted from 0; estimates are metric by metric of each model.
  std::vector<double> model() const { return detail::numbers(self(), WALD_THRESHOLD_EVALUATION_MODEL); }
  /// The metric of each estimate, counted from 0.
  std::vector<double> metric() const { return detail::numbers(self(), WALD_THRESHOLD_EVALUATION_METRIC); }
  /// The value of the metric; NaN if it is 0/0.
  std::vector<double> value() const { return detail::numbers(self(), WALD_THRESHOLD_EVALUATION_VALUE); }
  /// The lower limit of the value.
  std::vector<double> low() const { return detail::numbers(self(), WALD_THRESHOLD_EVALUATION_LOW); }
  /// The upper limit of the value.
  std::vector<double> high() const { return detail::numbers(self(), WALD_THRESHOLD_EVALUATION_HIGH); }
  /// The standard error of the value.
  std::vector<double> standard_error() const {
    return detail::numbers(self(), WALD_THRESHOLD_EVALUATION_STANDARD_ERROR);
  }
  /// Whether the limits are Clopper and Pearson's, of rows that weigh the same.
  std::vector<double> exact() const { return detail::numbers(self(), WALD_THRESHOLD_EVALUATION_EXACT); }
  /// The first model of each comparison; comparisons are metric by metric of each pair of models.
  std::vector<double> pair_first() const { return detail::numbers(self(), WALD_THRESHOLD_EVALUATION_PAIR_FIRST); }
  /// The second model of each comparison.
  std::vector<double> pair_second() const { return detail::numbers(self(), WALD_THRESHOLD_EVALUATION_PAIR_SECOND); }
  /// The metric of each comparison.
  std::vector<double> pair_metric() const { return detail::numbers(self(), WALD_THRESHOLD_EVALUATION_PAIR_METRIC); }
  /// The second model's value less the first one's, on the same rows.
  std::vector<double> pair_difference() const {
    return detail::numbers(self(), WALD_THRESHOLD_EVALUATION_PAIR_DIFFERENCE);
  }
  /// The lower limit of the difference.
  std::vector<double> pair_low() const { return detail::numbers(self(), WALD_THRESHOLD_EVALUATION_PAIR_LOW); }
  /// The upper limit of the difference.
  std::vector<double> pair_high() const { return detail::numbers(self(), WALD_THRESHOLD_EVALUATION_PAIR_HIGH); }
  /// The standard error of the difference.
  std::vector<double> pair_standard_error() const {
    return detail::numbers(self(), WALD_THRESHOLD_EVALUATION_PAIR_STANDARD_ERROR);
  }
  /// The two-sided p-value: DeLong's test of auc, the paired permutation test of other metrics.
  std::vector<double> pair_p_value() const { return detail::numbers(self(), WALD_THRESHOLD_EVALUATION_PAIR_P_VALUE); }
  /// The p-value by Holm's correction for all comparisons of this evaluation, of all metrics.
  std::vector<double> pair_p_adjusted() const {
    return detail::numbers(self(), WALD_THRESHOLD_EVALUATION_PAIR_P_ADJUSTED);
  }
  /// The name of a metric, as requested.
  /// Valid as long as this object is.
  std::string_view metric_name(int64_t metric) const {
    return detail::text(self(), WALD_THRESHOLD_EVALUATION_METRIC_NAME, metric);
  }
  /// What is unknown, and why; empty if everything is known.
  /// Valid as long as this object is.
  std::string_view warning() const { return detail::text(self(), WALD_THRESHOLD_EVALUATION_WARNING); }
  /// A table of metrics by model as Markdown, and one of comparisons.
  /// Valid as long as this object is.
  std::string_view markdown() const { return detail::text(self(), WALD_THRESHOLD_EVALUATION_MARKDOWN); }
  /// The same tables for LaTeX, with the package booktabs.
  /// Valid as long as this object is.
  std::string_view latex() const { return detail::text(self(), WALD_THRESHOLD_EVALUATION_LATEX); }

 private:
  const wald_threshold_evaluation *self() const { return static_cast<const Self *>(this)->get(); }
};

template <class Self>
class OfPromise {
 public:
  /// Whether the promise is kept, by the rows so far.
  wald_promise_state state() const { return detail::number<wald_promise_state>(self(), WALD_PROMISE_STATE); }
  /// The bound of the metric.
  double bound() const { return detail::number<double>(self(), WALD_PROMISE_BOUND); }
  /// Whether the metric is promised to be at least the bound; else at most.
  bool at_least() const { return detail::number<bool>(self(), WALD_PROMISE_AT_LEAST); }
  /// The metric of the rows so far; NaN if none counts.
  double value() const { return detail::number<double>(self(), WALD_PROMISE_VALUE); }
  /// The metric is never below this, over all looks, with probability 1 - delta.
  double low() const { return detail::number<double>(self(), WALD_PROMISE_LOW); }
  /// The metric is never above this, over all looks, with probability 1 - delta.
  double high() const { return detail::number<double>(self(), WALD_PROMISE_HIGH); }
  /// The evidence that the promise is broken; at 1/delta it is called broken.
  double evidence() const { return detail::number<double>(self(), WALD_PROMISE_EVIDENCE); }
  /// The evidence that the promise is kept; enough at 1/delta.
  double evidence_kept() const { return detail::number<double>(self(), WALD_PROMISE_EVIDENCE_KEPT); }
  /// How often recent rows were found to break the promise, with `average_run`.
  int64_t n_alarms() const { return detail::number<int64_t>(self(), WALD_PROMISE_N_ALARMS); }
  /// The likeliest row, or time, of the change; NaN if the promise is not called broken, or if that is unknown.
  double broken_since() const { return detail::number<double>(self(), WALD_PROMISE_BROKEN_SINCE); }
  /// The row, or time, at which the promise was called broken.
  double broken_at() const { return detail::number<double>(self(), WALD_PROMISE_BROKEN_AT); }
  /// About this many more labels would prove that the promise is kept, or broken, if the metric stays where it is;
  /// rows, if no label is needed. 0 if one of them is proved, infinity if no number would suffice.
  double labels_needed() const { return detail::number<double>(self(), WALD_PROMISE_LABELS_NEEDED); }
  /// The number of rows of a weight above 0.
  int64_t n_rows() const { return detail::number<int64_t>(self(), WALD_PROMISE_N_ROWS); }
  /// The number of these rows whose label was needed and is known.
  int64_t n_labels() const { return detail::number<int64_t>(self(), WALD_PROMISE_N_LABELS); }
  /// The number of segments.
  int64_t n_segments() const { return detail::number<int64_t>(self(), WALD_PROMISE_N_SEGMENTS); }
  /// Whether the promise is kept in each segment: 0 open, 1 kept, 2 broken.
  std::vector<double> segment_state() const { return detail::numbers(self(), WALD_PROMISE_SEGMENT_STATE); }
  /// The metric of each segment's rows; NaN if none counts.
  std::vector<double> segment_value() const { return detail::numbers(self(), WALD_PROMISE_SEGMENT_VALUE); }
  /// The lower limits of the metric; those of all segments hold together.
  std::vector<double> segment_low() const { return detail::numbers(self(), WALD_PROMISE_SEGMENT_LOW); }
  /// The upper limits of the metric; those of all segments hold together.
  std::vector<double> segment_high() const { return detail::numbers(self(), WALD_PROMISE_SEGMENT_HIGH); }
  /// The evidence that the promise is broken in each segment, corrected for the number of segments.
  std::vector<double> segment_evidence() const { return detail::numbers(self(), WALD_PROMISE_SEGMENT_EVIDENCE); }
  /// The likeliest row, or time, of each segment's change; NaN as broken_since.
  std::vector<double> segment_broken_since() const {
    return detail::numbers(self(), WALD_PROMISE_SEGMENT_BROKEN_SINCE);
  }
  /// As labels_needed, of each segment.
  std::vector<double> segment_labels_needed() const {
    return detail::numbers(self(), WALD_PROMISE_SEGMENT_LABELS_NEEDED);
  }
  /// The number of each segment's rows of a weight above 0.
  std::vector<double> n_segment_rows() const { return detail::numbers(self(), WALD_PROMISE_N_SEGMENT_ROWS); }
  /// The promise, with the metric's name in full.
  /// Valid as long as this object is.
  std::string_view claim() const { return detail::text(self(), WALD_PROMISE_CLAIM); }
  /// The name of the metric.
  /// Valid as long as this object is.
  std::string_view metric() const { return detail::text(self(), WALD_PROMISE_METRIC); }
  /// The option of this name.
  double delta() const { return detail::number<double>(self(), WALD_PROMISE_DELTA); }
  /// The option of this name; NaN if it is not set.
  double average_run() const { return detail::number<double>(self(), WALD_PROMISE_AVERAGE_RUN); }
  /// Probabilities with which to ask for labels. About n_labels are requested, where they are most informative: in
  /// proportion to the root mean square of a row's term, between min_label_probability and 1; 0 if no label is needed.
  /// Draw with these and feed them. @param flagged 0 and 1. @param probabilities in [0, 1]: predictions that the label
  /// is 1; wrong ones cost labels alone. @param n_labels above 0.
  std::vector<double> label_probabilities(const Array &flagged, const Array &probabilities, double n_labels) const {
    std::vector<double> out(detail::size(flagged.rows()));
    detail::check(wald_promise_label_probabilities(self(), flagged.get(), probabilities.get(), n_labels, out.data()));
    return out;
  }

 private:
  const wald_promise *self() const { return static_cast<const Self *>(this)->get(); }
};

template <class Self>
class OfPerformance {
 public:
  /// The number of chunks.
  int64_t n_chunks() const { return detail::number<int64_t>(self(), WALD_PERFORMANCE_N_CHUNKS); }
  /// The number of segments.
  int64_t n_segments() const { return detail::number<int64_t>(self(), WALD_PERFORMANCE_N_SEGMENTS); }
  /// The estimated metric of each chunk; NaN if no row counts.
  std::vector<double> value() const { return detail::numbers(self(), WALD_PERFORMANCE_VALUE); }
  /// The lower ends of the bands.
  std::vector<double> low() const { return detail::numbers(self(), WALD_PERFORMANCE_LOW); }
  /// The upper ends of the bands.
  std::vector<double> high() const { return detail::numbers(self(), WALD_PERFORMANCE_HIGH); }
  /// The standard deviation that the band is made of: of labels and calibration together.
  std::vector<double> standard_error() const { return detail::numbers(self(), WALD_PERFORMANCE_STANDARD_ERROR); }
  /// The standard error that the calibration alone causes; 0 without calibration rows.
  std::vector<double> calibration_error() const { return detail::numbers(self(), WALD_PERFORMANCE_CALIBRATION_ERROR); }
  /// The number of rows of a weight above 0 in each chunk.
  std::vector<double> n_rows() const { return detail::numbers(self(), WALD_PERFORMANCE_N_ROWS); }
  /// The number of these rows whose labels are known.
  std::vector<double> n_labels() const { return detail::numbers(self(), WALD_PERFORMANCE_N_LABELS); }
  /// The estimated metric of each segment of each chunk, by chunk and then segment; NaN if no row counts.
  std::vector<double> segment_value() const { return detail::numbers(self(), WALD_PERFORMANCE_SEGMENT_VALUE); }
  /// The lower ends of the bands of segments.
  std::vector<double> segment_low() const { return detail::numbers(self(), WALD_PERFORMANCE_SEGMENT_LOW); }
  /// The upper ends of the bands of segments.
  std::vector<double> segment_high() const { return detail::numbers(self(), WALD_PERFORMANCE_SEGMENT_HIGH); }
  /// The number of rows of a weight above 0 of each segment in each chunk.
  std::vector<double> n_segment_rows() const { return detail::numbers(self(), WALD_PERFORMANCE_N_SEGMENT_ROWS); }
  /// The name of the metric.
  /// Valid as long as this object is.
  std::string_view metric() const { return detail::text(self(), WALD_PERFORMANCE_METRIC); }

 private:
  const wald_performance *self() const { return static_cast<const Self *>(this)->get(); }
};

}  // namespace facts
}  // namespace wald

#endif  // WALD_FACTS_HPP
