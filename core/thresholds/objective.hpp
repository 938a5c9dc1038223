// What is asked of thresholds: a goal, and constraints on where it may be reached.
#pragma once

#include <cmath>
#include <limits>
#include <memory>

#include "core/error.hpp"
#include "core/metrics/metric.hpp"

namespace wald::core {

enum class Goal : int32_t {
  automatic = 0,    // fewest_fp with min_recall, most_tp with any other constraint, else a metric
  metric = 1,       // greatest value of `metric`
  net_benefit = 2,  // greatest TP - FP/cost_ratio
  most_tp = 3,      // needs min_precision, max_fp or max_alerts
  fewest_fp = 4     // needs min_recall
};

const char *goal_name(Goal goal);  // "most_tp", ...

// Plain data. A number that is NaN is not given. TP, FP, alerts and positives are sums of the rows' weights.
struct Objective {
  static constexpr double unset = std::numeric_limits<double>::quiet_NaN();
  Goal goal = Goal::automatic;
  std::shared_ptr<const Metric> metric;  // of the catalogue, rising in TP and falling in FP; none: F1
  double cost_ratio = unset;             // false positives that one more true positive is worth; finite, above 0
  double min_precision = unset;          // in [0, 1]
  double confidence = unset;  // in [0, 1): of the lower limit of the precision that min_precision bounds; 0: the point
                              // estimate; unset: 0.9 for one classifier, 0.975 for several
  double max_fp = unset;      // at least 0
  double max_alerts = unset;  // at least 0: TP + FP
  double min_recall = unset;  // in [0, 1]
  double positives = unset;   // at least the positives that were fed: how many there are, known from elsewhere
};

// A further alert pays as long as it is right with probability q, in (0, 1): the cost ratio (1-q)/q.
double cost_ratio_of(double marginal_precision);

// Throws Error(argument) where a number is outside its range.
void check_ranges(const Objective &objective);

// The same, and where goal and constraints do not fit.
void check_objective(const Objective &objective);

}  // namespace wald::core
