// Expected utilities over a range of k, and the choice of k among them.
#pragma once

#include <vector>

#include "core/decisions/decision.hpp"

namespace wald::core::decisions {

constexpr double unit_roundoff = 1.1102230246251565e-16;  // 2^-53

// value[k - low] = E U of the best known prediction of k positives, true within error[k - low]. Where `listed` is not
// empty, value[j] is that of k = listed[j], ascending, and what lies between cannot matter.
struct Curve {
  int64_t low = 0;
  std::vector<double> value, error;
  std::vector<int64_t> listed;

  void start(KRange range, double values = 0) {
    listed.clear();
    low = range.low;
    value.assign(static_cast<std::size_t>(range.high - range.low + 1), values);
    error.assign(value.size(), 0.0);
  }
  void start() {
    listed.clear();
    value.clear();
    error.clear();
  }
  void append(int64_t k, double v, double e) {
    if (listed.empty()) low = k;
    listed.push_back(k);
    value.push_back(v);
    error.push_back(e);
  }
  int64_t k_of(std::size_t j) const { return listed.empty() ? low + static_cast<int64_t>(j) : listed[j]; }
  int64_t high() const { return k_of(value.size() - 1); }
  void set(int64_t k, double v, double e) {
    value[static_cast<std::size_t>(k - low)] = v;
    error[static_cast<std::size_t>(k - low)] = e;
  }
};

// Values of the expected utility that differ by less than this differ by rounding alone: what n operations do in
// practice, where Curve::error is what they can do at worst.
double tie_tolerance(int64_t n, double scale);

// The scale of the values' rounding: the values themselves where U >= 0, since nothing cancels; else the metric's
// range, which is not known of a custom one (0).
double rounding_scale(const Metric &metric, int64_t n);
double rounding_scale(const Metric &metric, int64_t n, const std::vector<double> &values);

// A value that is true within its error.
struct Estimate {
  double value, error;
};

// Fills k, expected, bound, not_excluded and next_best of an answer: the smallest k whose value is within `tie` of the
// greatest. The bound allows for the errors of all values. `at_zero` is the value at k = 0 if the curve starts
// later, and what lies between cannot matter.
void choose_k(const Curve &curve, double tie, Answer &answer, const Estimate *at_zero = nullptr);

}  // namespace wald::core::decisions
