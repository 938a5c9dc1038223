// The objective of thresholds: a goal, and constraints within which it is reached.
#pragma once

#include <cmath>
#include <limits>
#include <memory>

#include "core/base/error.hpp"
#include "core/described/option_rows.hpp"
#include "core/metrics/metric.hpp"

namespace wald::core::thresholds {

#define WALD_GOAL_WORDS(WORD)                                                                                        \
  WORD(automatic, 0, "auto", "",                                                                                     \
       "By the options that are set: a metric, a cost ratio, a recall (fewest FP), another limit (most TP); else F1.") \
  WORD(metric, 1, "metric", "", "The greatest value of the metric; F1 where none is set.")                           \
  WORD(net_benefit, 2, "net_benefit", "", "The greatest TP - FP/cost_ratio.")                                        \
  WORD(most_tp, 3, "most_tp", "",                                                                                    \
       "The most true positives; needs a limit on precision, FP or alerts. If no row is positive, the most alerts.") \
  WORD(fewest_fp, 4, "fewest_fp", "",                                                                                \
       "The fewest false positives; needs a limit on recall. If no row is negative, the fewest alerts.")
enum class Goal : int32_t { WALD_GOAL_WORDS(WALD_ENUMERATOR) };
constexpr Word goal_words[] = {WALD_GOAL_WORDS(WALD_WORD)};
inline const char *goal_name(Goal goal) { return word_of(vocabulary("goal", goal_words), static_cast<int32_t>(goal)); }

// Whether a number is set, or known: NaN stands for what is not.
inline bool given(double x) { return !std::isnan(x); }

// Plain data. A number that is NaN is not set. TP, FP, alerts and positives are sums of the rows' weights.
struct Objective {
  static constexpr double unset = core::unset;
#define WALD_ROWS "core/thresholds/objective.def"
#include "core/described/members.inc"

  // The cost ratio that was set, or that marginal_precision stands for; NaN if neither was.
  double cost() const {
    return std::isnan(marginal_precision) ? cost_ratio : (1 - marginal_precision) / marginal_precision;
  }
  // Whether a limit, as a weight or as a share, is set.
  bool limits_fp() const { return !std::isnan(max_fp) || !std::isnan(max_fpr); }
  bool limits_alerts() const { return !std::isnan(max_alerts) || !std::isnan(max_alert_rate); }
};
OptionTable rows_of(const Objective *);

// Whether rows labelled 0 alone can serve: limits on false positives or alerts, within which most rows are flagged.
bool served_by_negatives(const Objective &objective);
constexpr const char *what_serves_negatives =
    "; without them max_fp, max_alerts, max_fpr and max_alert_rate can be set, and no metric, cost_ratio, "
    "min_precision or min_recall";

// Throws Error(argument) if a number is outside its range.
void check_ranges(const Objective &objective);

// The same, and where goal and constraints do not fit.
void check_objective(const Objective &objective);

}  // namespace wald::core::thresholds
