// Every prediction, one after the other: the oracle, and the only method where no theorem narrows the search.
#pragma once

#include <functional>

#include "core/decisions/decision.hpp"

namespace wald::core::decisions {

constexpr int64_t enumeration_limit = 16;

// value(items) = E U of a prediction and its error; least_scale is rounding_scale(metric, n). Fills answer and items:
// of predictions whose values differ by less than rounding the one with fewest positives, then with the smallest
// indices.
struct Valued {
  double value, error;
};
using PredictionValue = std::function<Valued(const std::vector<int64_t> &items)>;
void decide_by_enumeration(int64_t n, KRange range, double least_scale, const PredictionValue &value, Monitor &monitor,
                           Answer &answer, std::vector<int64_t> &items);

// The best value at each k.
struct Curve;
void enumeration_curve(int64_t n, KRange range, const PredictionValue &value, Monitor &monitor, Curve &curve);

}  // namespace wald::core::decisions
