// [L95] Lewis, SIGIR 1995: the expected F_beta of a top-k prediction approximated by F_beta of the expected counts,
// (1 + b) A / (k + b mu) with A = sum_{i <= k} p_i and mu = sum_i p_i.
//
// The error is proved (docs/developers/algorithms.md): with Vt, Vf the variances of tp and fn, for k >= 1
//   (1+b) [A/D - b Vt/D^2]  <=  E F_k  <=  (1+b) A/D [1 + b^2 Vf/((k + b A) D)],  D = k + b mu.
// For k = 0, if the ratio says 0, the exact z P(s = 0) is as cheap and taken instead.
#include "core/numeric/contraction.hpp"  // first

#include <algorithm>
#include <limits>

#include "core/decisions/reference/reference.hpp"

namespace wald::core::decisions {

void lewis_curve(const Problem &problem) {
  const Ranked &labels = problem.labels();
  const KRange range = problem.range;
  const int64_t m = labels.size();
  const double b = *problem.metric.f_beta_squared();
  Curve &curve = problem.work.curve;
  curve.start(range);
  problem.monitor.at(0);

  std::vector<double> v_after(static_cast<std::size_t>(m + 1), 0.0);  // v_after[k] = sum of p(1-p) beyond the first k
  double mu = 0;
  for (int64_t i = m - 1; i >= 0; --i) {
    const double p = labels.p[static_cast<std::size_t>(i)];
    v_after[static_cast<std::size_t>(i)] = v_after[static_cast<std::size_t>(i + 1)] + p * (1 - p);
    mu += p;
  }
  // Each sum is of positive terms: this many roundings, relative.
  const double rounding = 1.01 * static_cast<double>(6 * m + 32) * unit_roundoff;
  double a = 0, v_top = 0;
  for (int64_t k = 0; k <= range.high; ++k) {
    if (k > 0 && k <= m) {
      const double p = labels.p[static_cast<std::size_t>(k - 1)];
      a += p;
      v_top += p * (1 - p);
    }
    if (k < range.low) continue;
    if (k == 0) {
      const double value = problem.metric.zero_division() == 1 ? labels.p_zero() : 0;
      curve.set(0, value, rounding * value + std::numeric_limits<double>::min());
      continue;
    }
    const double v_rest = v_after[static_cast<std::size_t>(std::min(k, m))];
    const double d = static_cast<double>(k) + b * mu;
    const double value = (1 + b) * a / d;
    const double above = value * b * b * v_rest / ((static_cast<double>(k) + b * a) * d);
    const double below = (1 + b) * b * v_top / (d * d);
    // E F_k lies in [0, 1] too.
    const double error = std::max(std::min(above, 1 - value), std::min(below, value));
    curve.set(k, value, error + rounding * (value + error) + std::numeric_limits<double>::min());
  }
}

}  // namespace wald::core::decisions
