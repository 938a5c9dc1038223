// Counts of chosen thresholds, and what follows from them.
#pragma once

#include "core/thresholds/criterion.hpp"

namespace wald::core::thresholds {

// Plain data. NaN: unknown.
struct Outcome {
  Flagged counts;                       // weights of the flagged positives and negatives
  double positives = Objective::unset;  // weight of all positives; NaN where it is unknown
  double precision = Objective::unset;  // NaN where nothing is flagged
  double recall = Objective::unset;     // NaN where the number of positives is unknown, or 0
  double value = Objective::unset;      // of the goal: the metric, TP - FP/cost_ratio, TP, or FP
};

// Criterion::reported, but 1 where rounding alone has put a metric above it.
double reported_value(const Criterion &criterion, double tp, double fp);

Outcome outcome_of(const Criterion &criterion, const Flagged &counts);

}  // namespace wald::core::thresholds
