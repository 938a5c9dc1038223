// Metrics whose expectation is a sum over the predicted items of a number each, of items in any order: balanced
// accuracy and informedness, and the Fowlkes-Mallows index. separable_rates.cpp
#pragma once

#include <optional>

#include "core/arrays.hpp"
#include "core/decisions/independent/ranked.hpp"
#include "core/metrics/metric.hpp"

namespace wald::core {

// weight * (TPR + TNR) + shift.
struct RatesMetric {
  double weight, shift;
};
std::optional<RatesMetric> rates_of(const Metric &metric);

// Both: false where ranked labels are needed after all.
bool decide_rates_unsorted(const Metric &metric, RatesMetric rates, const RealTable &items, KRange range,
                           Workspace &work, Monitor &monitor, Answer &answer);
bool decide_root_unsorted(const Metric &metric, const RealTable &items, KRange range, Workspace &work, Monitor &monitor,
                          Answer &answer);

}  // namespace wald::core
