// Chooses k from a curve of expected utilities, with the bound that the values' errors leave.
#include "core/numeric/contraction.hpp"  // first

#include "core/decisions/curve.hpp"

#include <algorithm>
#include <cmath>

namespace wald::core::decisions {

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
  const double *const value = curve.value.data(), *const error = curve.error.data();
  const int64_t count = static_cast<int64_t>(curve.value.size());
  const Estimate zero = at_zero ? *at_zero : Estimate{none, 0};

  double best = zero.value;
  for (int64_t j = 0; j < count; ++j) best = std::max(best, value[j]);
  int64_t c = at_zero && !(zero.value < best - tie) ? -1 : 0;
  if (c == 0)
    while (value[c] < best - tie) ++c;
  const Estimate chosen = c < 0 ? zero : Estimate{value[c], error[c]};
  const auto k_of = [&](int64_t j) { return j < 0 ? 0 : curve.k_of(static_cast<std::size_t>(j)); };
  answer.k = k_of(c);
  answer.expected = chosen.value;

  const double surely = chosen.value - chosen.error;
  double at_most = std::max(chosen.value + chosen.error, zero.value + zero.error);
  double best_low = std::max(surely, zero.value - zero.error);
  double next = c < 0 ? none : zero.value;
  const auto look_at = [&](int64_t begin, int64_t end) {
    for (int64_t j = begin; j < end; ++j) {
      at_most = std::max(at_most, value[j] + error[j]);
      best_low = std::max(best_low, value[j] - error[j]);
      next = std::max(next, value[j]);
    }
  };
  look_at(0, c);
  look_at(c + 1, count);
  answer.bound = at_most - surely;
  if (count + (at_zero ? 1 : 0) > 1) answer.next_best = next;

  // The chosen one is within, also if it was chosen as tied with a better one.
  const auto excluded = [&](int64_t j) { return value[j] + error[j] < best_low; };
  int64_t first = 0, last = count - 1;
  while (first < count && excluded(first)) ++first;
  while (last > first && excluded(last)) --last;
  answer.not_excluded = {answer.k, answer.k};
  if (first < count) answer.not_excluded = {std::min(answer.k, k_of(first)), std::max(answer.k, k_of(last))};
  if (at_zero && !(zero.value + zero.error < best_low)) answer.not_excluded.low = 0;
}

}  // namespace wald::core::decisions
