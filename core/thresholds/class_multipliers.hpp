// Exclusive classes: a multiplier for each class, so that a row is given the class with the greatest p_j m_j. To divide
// the probabilities by thresholds 1/m_j is the same.
#pragma once

#include <memory>
#include <vector>

#include "core/metrics/metric.hpp"
#include "core/numeric/monitor.hpp"
#include "core/thresholds/label_thresholds.hpp"
#include "core/thresholds/threshold_options.hpp"

namespace wald::core::thresholds {

// Plain data, for K classes. Either a metric of the catalogue, averaged over the classes or pooled, or costs: [K][K],
// of a row of weight 1 by truth and decision, finite. The other is empty.
struct ClassObjective {
  std::shared_ptr<const Metric> metric;
  LabelAverage average = LabelAverage::macro;
  std::vector<double> costs;
};

// Plain data.
struct ClassMultipliers {
  std::vector<double> multipliers;  // [K]; their geometric mean lies between 1/2 and 4
  double value = 0;                 // the metric, or the mean cost
  double start = 0;                 // of the plain argmax
  std::vector<double> confusion;    // [K][K] weight of the rows by truth and decision
};

// Ascent over one multiplier at a time, each of them exactly, from all equal and from the classes' inverse shares: a
// local optimum, never worse than all equal. scores: [n][K], finite, at least 0; truth: [n], in [0, K); weights: none
// (all 1), or [n], finite, at least 0. Throws Error(argument), Error(unsupported) for a custom metric,
// Error(cancelled).
ClassMultipliers choose_class_multipliers(const RealTable &scores, const Integers &truth, const Reals &weights,
                                          const ClassObjective &goal, Monitor &monitor);

// out: [n], the class of each row; of equal products the smallest index. multipliers: [K], finite, at least 0.
void apply_multipliers(const RealTable &scores, const std::vector<double> &multipliers, int64_t *out);

// The class of least expected cost, sum_i p_i costs[i][j], of equal ones the smallest index: needs no multipliers where
// the scores are probabilities.
void least_cost_classes(const RealTable &probabilities, const std::vector<double> &costs, int64_t *out);

}  // namespace wald::core::thresholds
