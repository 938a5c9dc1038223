// How thresholds are searched for, and what is reported of them.
#pragma once

#include <cstdint>
#include <vector>

#include "core/described/option_rows.hpp"
#include "core/thresholds/sample/sample.hpp"

namespace wald::core::thresholds {

#define WALD_METHOD_WORDS(WORD)                                                                                        \
  WORD(direct, 0, "direct", "", "The best of all thresholds.")                                                         \
  WORD(path, 1, "path", "",                                                                                            \
       "The best point on the longest path through the lattice of the positives' scores: that of greatest area under " \
       "true positives over false ones.")                                                                              \
  WORD(path_equal, 2, "path-equal", "", "The same on equally spaced thresholds.")                                      \
  WORD(analytic, 3, "analytic", "",                                                                                    \
       "The best point on one curve, t = low + (high - low) (1 - x)^p with a power p for each classifier, chosen for " \
       "the greatest area.")                                                                                           \
  WORD(stacked, 4, "stacked", "", "One threshold on a logistic regression of all scores.")                             \
  WORD(best_single, 5, "best-single", "", "One threshold on the best classifier alone.")
enum class Method : int32_t { WALD_METHOD_WORDS(WALD_ENUMERATOR) };
constexpr Word method_words[] = {WALD_METHOD_WORDS(WALD_WORD)};
inline const char *method_name(Method method) {
  return word_of(vocabulary("method", method_words), static_cast<int32_t>(method));
}

// Over what thresholds of several labels or classes are judged: numbered as Average is.
#define WALD_LABEL_AVERAGE_WORDS(WORD)                                        \
  WORD(instance, 0, "instance", "",                                           \
       "One threshold for all labels, such that a metric of each row's label set has at least its limit on average " \
       "over rows.")                                                          \
  WORD(macro, 1, "macro", "", "Each label or class is a problem of its own.") \
  WORD(micro, 2, "micro", "", "The counts of all labels or classes are added.")
enum class LabelAverage : int32_t { WALD_LABEL_AVERAGE_WORDS(WALD_ENUMERATOR) };
constexpr Word label_average_words[] = {WALD_LABEL_AVERAGE_WORDS(WALD_WORD)};

// Which rate has to be equal between segments of the rows.
#define WALD_PARITY_WORDS(WORD)                                                                       \
  WORD(none, 0, "none", "", "No rate.")                                                               \
  WORD(tpr, 1, "tpr", "", "The true positive rate, TP/positives: equal opportunity.")                 \
  WORD(fpr, 2, "fpr", "", "The false positive rate, FP/negatives: predictive equality.")              \
  WORD(selection_rate, 3, "selection_rate", "", "The flagged share of all rows: demographic parity.") \
  WORD(precision, 4, "precision", "", "TP/(TP + FP): predictive parity.")
enum class Parity : int32_t { WALD_PARITY_WORDS(WALD_ENUMERATOR) };
constexpr Word parity_words[] = {WALD_PARITY_WORDS(WALD_WORD)};

// Against overfitting: thresholds of many rounds together.
#define WALD_SMOOTHING_WORDS(WORD)                                                           \
  WORD(none, 0, "none", "", "No smoothing.")                                                 \
  WORD(bagged, 1, "bagged", "", "Thresholds of bootstrap samples; with the method direct.") \
  WORD(dropout, 2, "dropout", "", "Paths through lattices that lost edges; with the methods path and path-equal.")
enum class Smoothing : int32_t { WALD_SMOOTHING_WORDS(WALD_ENUMERATOR) };
constexpr Word smoothing_words[] = {WALD_SMOOTHING_WORDS(WALD_WORD)};

// Limits of proportions of an evaluation.
#define WALD_PROPORTION_LIMITS_WORDS(WORD)                                                       \
  WORD(mid_p, 0, "mid_p", "", "Mid-P limits, which hold the level on average over proportions.") \
  WORD(exact, 1, "exact", "", "Clopper and Pearson's limits, which hold at least the level, mostly more.")
enum class ProportionLimits : int32_t { WALD_PROPORTION_LIMITS_WORDS(WALD_ENUMERATOR) };
constexpr Word proportion_limits_words[] = {WALD_PROPORTION_LIMITS_WORDS(WALD_WORD)};

// Limits of areas under the ROC curve.
#define WALD_AUC_LIMITS_WORDS(WORD)                                                    \
  WORD(delong, 0, "delong", "", "DeLong's normal limits, for many rows of both labels.") \
  WORD(logit, 1, "logit", "", "DeLong's variance on the log-odds of the area, with Student's t: for few positives, and areas near 1.")
enum class AucLimits : int32_t { WALD_AUC_LIMITS_WORDS(WALD_ENUMERATOR) };
constexpr Word auc_limits_words[] = {WALD_AUC_LIMITS_WORDS(WALD_WORD)};

struct SearchLimits {
#define WALD_ROWS "core/thresholds/limits.def"
#include "core/described/members.inc"
  int64_t tried_pairs = int64_t{1} << 26;    // above it a pair is found without trying all, where the goal lets
  int64_t work_in_boxes = int64_t{1} << 27;  // rows and cells that may be looked at to prove which thresholds are best
};
OptionTable rows_of(const SearchLimits *);

// Plain data.
struct ThresholdSearch {
#define WALD_ROWS "core/thresholds/threshold_options.def"
#include "core/described/members.inc"
  double ridge = 1e-6;  // at least 0: of stacked
  // The prevalence to which the rows have been weighted, NaN if none: their own share of positives tells nothing then.
  double weighted_to = unset;
  SearchLimits limits;

  // The prevalence of rows of one label, NaN if none is set. Throws Error(argument) where there are several.
  double one_prevalence() const;
};
OptionTable rows_of(const ThresholdSearch *);

// Throws Error(argument) if an option is outside its range.
void check_ranges(const ThresholdSearch &options);

// The same, and where smoothing does not go with the method.
void check_options(const ThresholdSearch &options);

// For a sample that is rated by options.rated_rule already.
inline ThresholdSearch by_own_rule(ThresholdSearch options) {
  options.rated_rule = RatedRule::same;
  return options;
}

// Throws if rated_rule needs the cuts of a sample, or does not go with the method.
void check_rated_rule(const ThresholdSearch &options, bool has_cut);

}  // namespace wald::core::thresholds
