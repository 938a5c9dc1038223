// Metrics whose expectation is a sum over the predicted items of a number each, of items in any order: balanced
// accuracy, informedness and the rates alone, and the Fowlkes-Mallows index. separable_rates.cpp
#pragma once

#include <optional>
#include <vector>

#include "core/base/arrays.hpp"
#include "core/decisions/problem.hpp"
#include "core/decisions/separable/unsorted.hpp"
#include "core/metrics/metric.hpp"

namespace wald::core::decisions {

// tpr TPR + tnr TNR + shift.
struct RatesMetric {
  double tpr, tnr, shift;
  bool alike() const { return tpr == tnr; }
};
std::optional<RatesMetric> rates_of(const Metric &metric);

// Both: false if ranked labels are needed after all.
bool decide_rates_unsorted(RatesMetric rates, const RealTable &items, const Problem &problem, Answer &answer);
bool decide_root_unsorted(const RealTable &items, const Problem &problem, Answer &answer);

// Rates of a window that holds what of the items may be the last that is chosen, with factors of the complements of
// those above: decided, or why not. Fills all of the answer but p_zero.
struct RatesSums {
  const Factors &items, &complements;  // of all items, which serve any z up to these
  double z, z_complements;
  double mu, others;  // means of the sums of both
  Estimate none_true, none_false;
};
struct RatesVerdict {
  bool decided, wider_left, wider_right;  // towards the greater and the smaller probabilities
  double z, z_complements;                // that are needed
};
RatesVerdict decide_rates_window(const WindowProblem &problem, RatesMetric rates, const Window &window,
                                 const Factors &above_complements, const RatesSums &of, Answer &answer);
// The z that it needs, by the mean of the sum.
double rates_z(double mean);

// Where the threshold is and what each item of a run is worth, by runs that stand for items roughly, and factors of the
// others.
struct RatesGuess {
  double threshold;
  std::vector<double> gains;
  RatesGuess(RatesMetric rates, const std::vector<Run> &runs, const Factors &items, const Factors &complements,
             double mu, double others);
};

// The Fowlkes-Mallows index of a window that holds the last item of every k that may be best or second-best, from
// factors of all items that serve any z up to `z`: decided, or the z that is needed. mu: the mean of the sum of all;
// at_zero: the value of k = 0. Fills all of the answer but p_zero.
struct RootVerdict {
  bool decided;
  double z;
};
RootVerdict decide_root_window(const WindowProblem &problem, const Window &window, const Factors &all, double mu,
                               double z, Estimate at_zero, Answer &answer);
// The z that it needs, and what the greatest c(p)/p is at most, beside the least.
double root_z(double mu);
double root_slopes(double mu);

}  // namespace wald::core::decisions
