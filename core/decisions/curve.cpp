#include "core/decisions/curve.hpp"

#include <algorithm>
#include <cmath>

namespace wald::core {

double tie_tolerance(int64_t n, double scale) {
  return unit_roundoff * (16 + 2 * std::sqrt(static_cast<double>(n))) * scale;
}

double rounding_scale(const Metric &metric, int64_t n) {
  if (metric.is_custom() || metric.range(n).low >= 0) return 0;
  return metric.range(n).magnitude();
}

double rounding_scale(const Metric &metric, int64_t n, const std::vector<double> &values) {
  double scale = rounding_scale(metric, n);
  for (double v : values) scale = std::max(scale, std::fabs(v));
  return scale;
}

void choose_k(const Curve &curve, double tie, Answer &answer) {
  const auto best = std::max_element(curve.value.begin(), curve.value.end());
  const auto chosen = std::find_if(curve.value.begin(), curve.value.end(), [&](double v) { return v >= *best - tie; });
  const std::size_t c = static_cast<std::size_t>(chosen - curve.value.begin());
  answer.k = curve.low + static_cast<int64_t>(c);
  answer.expected = curve.value[c];

  const double surely = curve.value[c] - curve.error[c];
  double at_most = surely, next = -std::numeric_limits<double>::infinity();
  for (std::size_t j = 0; j < curve.value.size(); ++j) {
    at_most = std::max(at_most, curve.value[j] + curve.error[j]);
    if (j != c) next = std::max(next, curve.value[j]);
  }
  answer.bound = at_most - surely;
  if (curve.value.size() > 1) answer.next_best = next;

  double best_low = -std::numeric_limits<double>::infinity();
  for (std::size_t j = 0; j < curve.value.size(); ++j) best_low = std::max(best_low, curve.value[j] - curve.error[j]);
  answer.not_excluded = {answer.k, answer.k};  // also where it was chosen as tied with a better one
  for (std::size_t j = 0; j < curve.value.size(); ++j) {
    if (curve.value[j] + curve.error[j] < best_low) continue;
    const int64_t k = curve.low + static_cast<int64_t>(j);
    answer.not_excluded = {std::min(answer.not_excluded.low, k), std::max(answer.not_excluded.high, k)};
  }
}

}  // namespace wald::core
