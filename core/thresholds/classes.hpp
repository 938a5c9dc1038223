// Exclusive classes: a multiplier for each class, so that a row is given the class with the greatest p_j m_j. To divide
// the probabilities by thresholds 1/m_j is the same.
#pragma once

#include <memory>
#include <vector>

#include "core/metrics/metric.hpp"
#include "core/numeric/monitor.hpp"
#include "core/thresholds/labels.hpp"

namespace wald::core {

// Either a metric, averaged over the classes or pooled, or a matrix of costs[truth * classes + decision].
struct ClassGoal {
  std::shared_ptr<const Metric> metric;
  LabelAverage average = LabelAverage::macro;
  std::vector<double> costs;
};

struct ClassMultipliers {
  std::vector<double> multipliers;  // their geometric mean lies between 1/2 and 2
  double value = 0;                 // the metric, or the mean cost
  double start = 0;                 // of the plain argmax
  std::vector<double> confusion;    // weight of the rows by truth * classes + decision
};

// Ascent over one multiplier at a time, each of them exactly, from all equal and from the classes' inverse shares: a
// local optimum. scores: rows by classes, at least 0; truth[i] in [0, classes).
ClassMultipliers choose_class_multipliers(const RealTable &scores, const Integers &truth, const Reals &weights,
                                          const ClassGoal &goal, Monitor &monitor);

// The class of each row; of equal products the smallest index.
void apply_multipliers(const RealTable &scores, const std::vector<double> &multipliers, int64_t *out);

// The class of least expected cost, sum_i p_i costs[i][j], of equal ones the smallest index: needs no multipliers where
// the scores are probabilities.
void least_cost_classes(const RealTable &probabilities, const std::vector<double> &costs, int64_t *out);

}  // namespace wald::core
