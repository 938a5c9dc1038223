// Metrics whose expectation is a sum over the predicted items of a number each, of items in any order: balanced
// accuracy and informedness, and the Fowlkes-Mallows index. separable_rates.cpp
#pragma once

#include <optional>

#include "core/arrays.hpp"
#include "core/decisions/independent/ranked.hpp"
#include "core/decisions/separable/unsorted.hpp"
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

// The Fowlkes-Mallows index of a window that holds the last item of every k that may be best or second-best, from
// factors of all items that serve any z up to `z`: decided, or the z that is needed. mu: the mean of the sum of all;
// at_zero: the value of k = 0. Fills all of the answer but p_zero.
struct RootVerdict {
  bool decided;
  double z;
};
RootVerdict decide_root_window(const Window &window, const Factors &all, double mu, double z, KRange range,
                               Estimate at_zero, Workspace &work, Answer &answer);
// The z that it needs, and what the greatest c(p)/p is at most, beside the least.
double root_z(double mu);
double root_slopes(double mu);

}  // namespace wald::core
