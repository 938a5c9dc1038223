// What is the same for every answer, whichever algorithm gave it.
#pragma once

#include <vector>

#include "core/decisions/decision.hpp"
#include "core/estimators/estimator.hpp"
#include "core/metrics/metric.hpp"

namespace wald::core::decisions {

// What is the same for every answer once its algorithm has run: the value kept within the metric's range, which
// rounding may leave; the warning; whether the instance is left undecided (which empties items).
void finish(Kind kind, const Metric &metric, const DecisionOptions &options, KRange range, int64_t n, Answer &answer,
            std::vector<int64_t> &items);

// Brings a value back that only rounding took out of the metric's range.
double within_range(const Metric &metric, double value, int64_t n);

}  // namespace wald::core::decisions
