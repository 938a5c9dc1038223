// I_p by its continued fraction.
#include "core/numeric/contraction.hpp"  // first

#include "core/numeric/special/beta.hpp"

#include <algorithm>
#include <cmath>

#include "core/numeric/special/deviance.hpp"

namespace wald::core {
namespace {

// I_p(a, b) B(a, b) / (p^a q^b) for p + q = 1, p <= a/(a+b): in about as many steps as the square root of the smaller
// of a and b. The fraction's even part, in p and q (DiDonato and Morris 1992, BFRAC), by Lentz's method: nothing
// cancels where p or q is small.
double beta_fraction(double a, double b, double p, double q) {
  constexpr double tiny = 1e-300;
  const double lambda = a * q - b * p;
  const auto not_zero = [](double x) { return std::fabs(x) < tiny ? tiny : x; };
  double c = not_zero(a / (a + 1) * (lambda + 1)), d = 0, out = c;
  for (double m = 1;; m += 1) {
    const double s = a + 2 * m, product = m * (b - m) * p;
    const double numerator = (a + m - 1) / (s - 1) * ((a + b + m - 1) / (s - 1)) * (product * p);
    const double denominator = m + product / (s - 1) + (a + m) / (s + 1) * (lambda + 1 + m * (1 + q));
    d = 1 / not_zero(denominator + numerator * d);
    c = not_zero(denominator + numerator / c);
    const double change = c * d;
    out *= change;
    if (!(std::fabs(change - 1) > 0x1p-51)) return 1 / out;
  }
}

}  // namespace

BetaDistribution::BetaDistribution(double a, double b) : a_(a), b_(b), constant_(binomial_constant(a, b)) {}

BetaDistribution::At BetaDistribution::operator()(double p) const {
  const double q = 1 - p;
  const double scale = binomial_mass(constant_, a_, b_, p) * (a_ * (b_ / (a_ + b_)));  // p^a q^b / B(a, b)
  const bool left = p < a_ / (a_ + b_);
  const double tail = std::min(1.0, scale * (left ? beta_fraction(a_, b_, p, q) : beta_fraction(b_, a_, q, p)));
  return {left ? tail : 1 - tail, left ? 1 - tail : tail, scale / (p * q)};
}

// Newton's method on the tail's logarithm, which far out is nearly straight, inside a bracket.
double BetaDistribution::quantile(double tail, bool lower) const {
  double low = 0, high = 1, p = a_ / (a_ + b_);
  constexpr int most_steps = 200;
  for (int step = 0; step < most_steps; ++step) {
    const At at = (*this)(p);
    const double value = lower ? at.lower : at.upper;
    if (value == tail) return p;
    ((value > tail) == lower ? high : low) = p;
    const double change = value * logarithm(value / tail) / at.density;
    double next = lower ? p - change : p + change;
    // Outside of the bracket, or no number: its middle, by ratio while it spans orders of magnitude.
    if (!(next > low && next < high))
      next = low > 0 && high > 4 * low ? std::sqrt(low) * std::sqrt(high) : low / 2 + high / 2;
    if (!(std::fabs(next - p) > 1e-15 * p) || !(next > low && next < high)) return next;
    p = next;
  }
  return p;
}

}  // namespace wald::core
