#include "core/numeric/contraction.hpp"  // first

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

void choose_k(const Curve &curve, double tie, Answer &answer, const Estimate *at_zero) {
  constexpr double none = -std::numeric_limits<double>::infinity();
  const int64_t first = at_zero ? -1 : 0, count = static_cast<int64_t>(curve.value.size());
  const auto value = [&](int64_t j) { return j < 0 ? at_zero->value : curve.value[static_cast<std::size_t>(j)]; };
  const auto error = [&](int64_t j) { return j < 0 ? at_zero->error : curve.error[static_cast<std::size_t>(j)]; };
  const auto k_of = [&](int64_t j) { return j < 0 ? 0 : curve.low + j; };

  double best = none;
  for (int64_t j = first; j < count; ++j) best = std::max(best, value(j));
  int64_t c = first;
  while (value(c) < best - tie) ++c;
  answer.k = k_of(c);
  answer.expected = value(c);

  const double surely = value(c) - error(c);
  double at_most = surely, next = none, best_low = none;
  for (int64_t j = first; j < count; ++j) {
    at_most = std::max(at_most, value(j) + error(j));
    best_low = std::max(best_low, value(j) - error(j));
    if (j != c) next = std::max(next, value(j));
  }
  answer.bound = at_most - surely;
  if (count - first > 1) answer.next_best = next;

  answer.not_excluded = {answer.k, answer.k};  // also where it was chosen as tied with a better one
  for (int64_t j = first; j < count; ++j) {
    if (value(j) + error(j) < best_low) continue;
    answer.not_excluded = {std::min(answer.not_excluded.low, k_of(j)), std::max(answer.not_excluded.high, k_of(j))};
  }
}

}  // namespace wald::core
