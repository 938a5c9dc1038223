// Predictive values of independent items: precision, NPV and markedness, which depend on the sum A of the k greatest
// probabilities alone. separable_predictive.cpp
#pragma once

#include <algorithm>
#include <optional>

#include "core/decisions/curve.hpp"
#include "core/decisions/separable/unsorted.hpp"
#include "core/metrics/metric.hpp"
#include "core/numeric/sums/double_double.hpp"

namespace wald::core::decisions {

// precision * Prec + npv * NPV + shift; z where one of them is 0/0.
struct PredictiveMetric {
  double precision, npv, shift, z;

  static std::optional<PredictiveMetric> of(const Metric &metric);
  // At k of n items, 0 < k < n, of which the k chosen have the sum a and the others `rest`.
  double value(double k, double n, double a, double rest) const {
    return precision * (a / k) + npv * ((n - k - rest) / (n - k)) + shift;
  }
  double at_none(double n, double mu) const { return precision * z + npv * ((n - mu) / n) + shift; }
  double at_all(double n, double mu) const { return precision * (mu / n) + npv * z + shift; }
};

// Values that differ by less tie. Sums are exact: rounding does not grow with ever more items.
inline double predictive_tie(const Metric &metric, double positive, int64_t n) {
  return tie_tolerance(static_cast<int64_t>(std::min(positive, 0x1p26)), metric.range(n).magnitude());
}

// Sums of probabilities to twice the digits of a double, made of at most `additions`: if few items are left, their sum
// is a small difference of large sums.
struct PredictiveSums {
  DoubleDouble above, all;  // of the items above the window, and of all items
  double blur;              // what they err by beside additions
  double additions;
};

// The best k, from a window that holds the last item of every k that may be best or second-best, except for k = 0 and n.
// Fills all of the answer but p_zero.
void decide_predictive_window(const WindowProblem &problem, const PredictiveMetric &form, const Window &window,
                              const PredictiveSums &sums, Answer &answer);

}  // namespace wald::core::decisions
