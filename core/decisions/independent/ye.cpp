// [Y12] Ye, Chai, Lee, Chieu, ICML 2012: expected F_beta of every top-k prediction in O(n^2).
//
// With beta^2 = q/r, E F_k = (1 + q/r) r sum_tp tp P(S_1..k = tp) s_k(r k + q tp), where
// s_k(a) = E[1 / (a + q S_k+1..n)] obeys s_{k-1}(a) = (1-p_k) s_k(a) + p_k s_k(a + q). The recursion runs in place over
// one array, from k = n down; the masses of S_1..k come from checkpoints, so memory is O(n).
#include "core/numeric/contraction.hpp"  // first

#include <cmath>

#include "core/decisions/independent/independent.hpp"
#include "core/numeric/vectors/kernels.hpp"

namespace wald::core::decisions {

std::optional<Rational> small_rational(double x) {
  // Convergents of the continued fraction.
  constexpr int64_t limit = 128;
  double rest = x;
  int64_t p0 = 0, q0 = 1, p1 = 1, q1 = 0;
  for (int step = 0; step < 32; ++step) {
    const double whole = std::floor(rest);
    if (whole > limit) return std::nullopt;
    const int64_t a = static_cast<int64_t>(whole);
    const int64_t p2 = a * p1 + p0, q2 = a * q1 + q0;
    if (p2 + q2 > limit) return std::nullopt;
    p0 = p1, q0 = q1, p1 = p2, q1 = q2;
    if (p1 > 0 && std::fabs(static_cast<double>(p1) / static_cast<double>(q1) - x) <= 4 * unit_roundoff * x)
      return Rational{p1, q1};
    if (rest == whole) return std::nullopt;
    rest = 1 / (rest - whole);
  }
  return std::nullopt;
}

void ye_curve(const Problem &problem) {
  const Ranked &labels = problem.labels();
  const KRange range = problem.range;
  Workspace &work = problem.work;
  const auto [q, r] = *small_rational(*problem.metric.f_beta_squared());
  const int64_t m = labels.size();  // labels beyond have probability 0 and never are true
  Curve &curve = work.curve;
  curve.start(range);
  work.top.start(labels.p.data(), m);

  // A prediction of k > m positives adds labels that are surely wrong: s_k(a) = 1/a there.
  const int64_t highest = std::max(range.high, m);
  const int64_t base = std::max<int64_t>(1, r * range.low);
  std::vector<double> &s = work.tail;
  const int64_t span = (r + q) * highest + q + 1 - base;
  s.resize(static_cast<std::size_t>(std::max<int64_t>(span, 1)));
  for (int64_t a = 0; a < span; ++a) s[static_cast<std::size_t>(a)] = 1 / static_cast<double>(base + a);

  const double scale = static_cast<double>(r + q);
  for (int64_t k = highest; k >= range.low; --k) {
    if (k <= range.high) {
      const Masses &top = work.top.first_items(std::min(k, m));
      if (k == 0) {
        const double value = problem.metric.zero_division() == 1 ? labels.p_zero() : 0;
        curve.set(0, value, value * static_cast<double>(2 * m + 2) * unit_roundoff);
      } else {
        const double sum =
            sum_of_products(top.mass.data(), top.first, s.data() + (r * k + q * top.first - base), q, top.size());
        const double value = scale * sum;
        // All terms are positive: three roundings for each item in a mass and in s, one for each term of the sum, a
        // few at the ends, and beta^2 itself.
        const double roundings = static_cast<double>(3 * m + top.size() + 24);
        curve.set(k, value, 1.01 * roundings * unit_roundoff * value + top.dropped);
      }
    }
    if (k <= m && k > range.low) {
      const double p = labels.p[static_cast<std::size_t>(k - 1)];
      mix_ahead(s.data(), 1 - p, p, q, (r + q) * (k - 1) - base + 1);
    }
    if ((k & 63) == 0) {
      const double done = static_cast<double>(highest - k) / static_cast<double>(highest + 1);
      problem.monitor.at(done * (2 - done));
    }
  }
}

}  // namespace wald::core::decisions
