// F_beta and Jaccard: the optimum from limits and a bracket of k. separable_ratio.cpp
#pragma once

#include <optional>
#include <vector>

#include "core/base/arrays.hpp"
#include "core/decisions/independent/bounds.hpp"
#include "core/decisions/problem.hpp"
#include "core/decisions/separable/unsorted.hpp"
#include "core/metrics/metric.hpp"

namespace wald::core::decisions {

// F_beta with b = beta^2, or Jaccard with b = 1.
struct RatioMetric {
  bool jaccard;
  double b;
  int zero_division;

  static std::optional<RatioMetric> of(const Metric &metric);
  Limits limits(const TopSums &t) const { return jaccard ? jaccard_limits(t) : f_beta_limits(b, t); }
  // l and the last term of the exclusion by distance.
  double level(double value) const { return jaccard ? value / (1 + value) : value / (1 + b); }
  double slack(double k, double f, double vf, double mu) const {
    return jaccard ? vf / (k + f) : b * b / (1 + b) * vf / (k + b * mu);
  }
  // Exclusion by distance: whether a value of level `l` cannot be reached.
  bool excludes(const TopSums &t, double mu, double l) const {
    return t.a + slack(t.k, t.f, t.vf, mu) < l * (t.k + b * mu);
  }
  double most_slack() const { return jaccard ? distance_constant_jaccard() : distance_constant_f_beta(b); }
};

// metric: that of the problem.
void decide_ratio(const RatioMetric &metric, const Problem &problem, Answer &answer);
bool decide_ratio_unsorted(const RatioMetric &metric, const RealTable &items, const Problem &problem, Answer &answer);

// The greatest z at which factors are asked for, where the least denominator of F or Jaccard is about that of these.
double largest_z(const RatioMetric &metric, const TopSums &top, double v);

// The same from a window, whose factors serve any z up to `z`, of n items: decided, or why not.
struct WindowVerdict {
  bool decided, wider_left, wider_right;  // towards the greater and the smaller probabilities
  double z;                               // that is needed
};
WindowVerdict decide_ratio_window(const RatioMetric &metric, const WindowProblem &problem, Window &window, double z,
                                  Estimate p_zero, Answer &answer);

// The value of any prediction of k items, by the probabilities of those and of the others in any order; zeros may be
// left out. Reads them twice.
Estimate expected_ratio(const RatioMetric &metric, const std::vector<double> &chosen, const std::vector<double> &others,
                        int64_t k, Workspace &work);

}  // namespace wald::core::decisions
