// [C05] Chai, SIGIR 2005: the exact expectation of F_beta of one prediction from the coefficients of polynomials, in
// O(n^2).
//
// With P(x) = prod_i (1 - p_i + p_i x) the coefficient of x^s is P(S = s); with tp's mean beside it,
// Q(x) = sum_{i <= k} p_i x prod_{j != i} (1 - p_j + p_j x) has the coefficients E[tp; S = s], and
// E F_k = (1 + b) sum_{s >= 1} Q_s / (b s + k). The paper writes the same sums over (tp, fn); grouped by s they are
// O(n) once the coefficients are there. Both polynomials are multiplied out one factor at a time, anew for every k, as
// published: O(n^3) for all predictions.
#include "core/numeric/contraction.hpp"  // first

#include <algorithm>
#include <limits>

#include "core/decisions/reference/reference.hpp"

namespace wald::core::decisions {

void chai_curve(const Problem &problem) {
  const Ranked &labels = problem.labels();
  const KRange range = problem.range;
  const int64_t m = labels.size();
  const double b = *problem.metric.f_beta_squared();
  Curve &curve = problem.work.curve;
  curve.start(range);
  std::vector<double> p_of_s(static_cast<std::size_t>(m + 1)), tp_of_s(static_cast<std::size_t>(m + 1));

  for (int64_t k = range.low; k <= range.high; ++k) {
    problem.monitor.at(static_cast<double>(k - range.low) / static_cast<double>(range.high - range.low + 1));
    std::fill(p_of_s.begin(), p_of_s.end(), 0.0);
    std::fill(tp_of_s.begin(), tp_of_s.end(), 0.0);
    p_of_s[0] = 1;
    for (int64_t i = 0; i < m; ++i) {
      const double p = labels.p[static_cast<std::size_t>(i)], q = 1 - p;
      const double counted = i < k ? 1 : 0;
      double *const P = p_of_s.data(), *const Q = tp_of_s.data();
      for (int64_t s = i + 1; s > 0; --s) {
        Q[s] = q * Q[s] + p * (Q[s - 1] + counted * P[s - 1]);
        P[s] = q * P[s] + p * P[s - 1];
      }
      P[0] *= q;
    }

    double value = 0;
    if (k == 0) {
      value = problem.metric.zero_division() == 1 ? p_of_s[0] : 0;
    } else {
      for (int64_t s = 1; s <= m; ++s)
        value += tp_of_s[static_cast<std::size_t>(s)] / (b * static_cast<double>(s) + static_cast<double>(k));
      value *= 1 + b;
    }
    // All terms are positive: at most four roundings for each factor, one for each term of the sum, a few at the ends.
    // What underflows is far below the smallest normal number.
    const double roundings = static_cast<double>(4 * m + m + 24);
    curve.set(k, value, 1.01 * roundings * unit_roundoff * value + std::numeric_limits<double>::min());
  }
}

}  // namespace wald::core::decisions
