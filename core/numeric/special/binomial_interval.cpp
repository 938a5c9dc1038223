// P(X >= x) for X ~ Binomial(n, p) is I_p(x, n-x+1), which rises in p: a limit is its inverse, and asking whether a
// limit lies above p needs no inverse. I_p by its continued fraction, in operations that have the same
// bits on every machine; relative errors of 1e-13 and below for a million trials.
#include "core/numeric/contraction.hpp"  // first

#include "core/numeric/special/binomial_interval.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

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

// I_p(a, b) as a function of p; a, b > 0.
class BetaDistribution {
 public:
  BetaDistribution(double a, double b) : a_(a), b_(b), constant_(binomial_constant(a, b)) {}

  struct At {
    double lower, upper;  // tails, the smaller of them without cancellation
    double density;
  };
  At operator()(double p) const {
    const double q = 1 - p;
    const double scale = binomial_mass(constant_, a_, b_, p) * (a_ * (b_ / (a_ + b_)));  // p^a q^b / B(a, b)
    const bool left = p < a_ / (a_ + b_);
    const double tail = std::min(1.0, scale * (left ? beta_fraction(a_, b_, p, q) : beta_fraction(b_, a_, q, p)));
    return {left ? tail : 1 - tail, left ? 1 - tail : tail, scale / (p * q)};
  }
  // The p at which the lower tail (or the upper one) is `tail`: Newton's method on the tail's logarithm, which far out
  // is nearly straight, inside a bracket.
  double quantile(double tail, bool lower) const {
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

 private:
  double a_, b_, constant_;
};

}  // namespace

Interval binomial_interval(double successes, double trials, double confidence) {
  const double tail = (1 - confidence) / 2;
  Interval out{0, 1};
  if (!(trials > 0)) return out;
  const double failures = trials - successes;
  if (successes > 0) out.low = BetaDistribution(successes, failures + 1).quantile(tail, true);
  if (failures > 0) out.high = BetaDistribution(successes + 1, failures).quantile(tail, false);
  return out;
}

bool proportion_at_least(double p, double successes, double trials, double confidence) {
  if (p <= 0) return true;
  if (!(successes > 0)) return false;
  if (p >= 1) return false;
  return BetaDistribution(successes, trials - successes + 1)(p).lower <= 1 - confidence;
}

}  // namespace wald::core
