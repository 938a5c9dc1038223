// P(X >= x) for X ~ Binomial(n, p) is I_p(x, n-x+1), which rises in p: a limit is its inverse, and asking whether a
// limit lies above p needs no inverse.
#include "core/numeric/contraction.hpp"  // first

#include "core/numeric/special/binomial_interval.hpp"

#include <cmath>
#include <limits>

#include "core/numeric/special/beta.hpp"
#include "core/numeric/special/logarithm.hpp"
#include "core/numeric/special/normal_quantile.hpp"

namespace wald::core {
namespace {

// So many successes and failures that the fraction of beta.cpp would take millions of steps, and that the first terms
// of Cornish and Fisher (1938) are exact to rounding: what they leave out is a 1/many of the standard deviation.
constexpr double many = 1e12;
bool are_many(double a, double b) { return a > many && b > many; }
double quantile_of_many(double a, double b, double tail, bool lower) {
  const double n = a + b, z = normal_quantile(tail) * (lower ? 1 : -1);
  const double deviation = std::sqrt(a / n) * std::sqrt(b / n) / std::sqrt(n + 1);
  const double skew = 2 * ((b - a) / n) / std::sqrt(a) / std::sqrt(b / n);
  return a / n + deviation * (z + skew * (z * z - 1) / 6);
}

// Where the limit of so few successes or failures is 0 or 1 to rounding. The lower limit is below tail^(1/successes),
// since P(X >= successes) is at least p^successes; the other one by symmetry.
bool rounds_to_zero(double successes, double tail) { return logarithm(tail) < -746 * successes; }
bool rounds_to_one(double failures, double tail) { return logarithm(tail) < -38 * failures; }

}  // namespace

Interval binomial_limits(const Trials &below, const Trials &above, double confidence) {
  const double tail = (1 - confidence) / 2;
  const auto lower = [](const Trials &of) { return BetaDistribution(of.successes, of.failures() + 1); };
  const auto upper = [](const Trials &of) { return BetaDistribution(of.successes + 1, of.failures()); };
  const bool any_low = below.number > 0 && below.successes > 0 && !rounds_to_zero(below.successes, tail);
  const bool any_high = above.number > 0 && above.failures() > 0 && !rounds_to_one(above.failures(), tail);
  const bool many_low = are_many(below.successes, below.failures());
  const bool many_high = are_many(above.successes, above.failures());
  if (any_low && any_high && !many_low && !many_high) {
    const auto limits = BetaDistribution::quantiles(lower(below), upper(above), tail);
    return {limits.lower, limits.upper};
  }
  return {many_low   ? quantile_of_many(below.successes, below.failures() + 1, tail, true)
          : any_low  ? lower(below).quantile(tail, true)
                     : 0,
          many_high  ? quantile_of_many(above.successes + 1, above.failures(), tail, false)
          : any_high ? upper(above).quantile(tail, false)
                     : 1};
}

Interval binomial_interval(double successes, double trials, double confidence) {
  return binomial_limits({successes, trials}, {successes, trials}, confidence);
}

Interval mid_p_interval(double successes, double trials, double confidence) {
  const double tail = (1 - confidence) / 2, failures = trials - successes;
  const bool any_low = successes > 0 && !rounds_to_zero(successes, 2 * tail);
  const bool any_high = failures > 0 && !rounds_to_one(failures, 2 * tail);
  // P(X > x) + P(X = x)/2 is the mean of P(X >= x) and P(X > x), of which the latter is 0 where all succeed.
  const auto limit = [&](bool lower) {
    if (are_many(successes, failures)) return quantile_of_many(successes + 0.5, failures + 0.5, tail, lower);
    constexpr double least = std::numeric_limits<double>::min();  // below it the density has no number
    if (failures < least) return BetaDistribution(successes, 1).quantile(2 * tail, lower);
    if (successes < least) return BetaDistribution(1, failures).quantile(2 * tail, lower);
    const BetaDistribution with(successes, failures + 1), without(successes + 1, failures);
    return lower ? BetaDistribution::mean_quantile(with, without, tail, true)
                 : BetaDistribution::mean_quantile(without, with, tail, false);
  };
  return {any_low ? limit(true) : 0, any_high ? limit(false) : 1};
}

bool proportion_at_least(double p, double successes, double trials, double confidence) {
  if (p <= 0) return true;
  if (!(successes > 0)) return false;
  if (p >= 1) return false;
  const double tail = 1 - confidence, failures = trials - successes;
  if (rounds_to_zero(successes, tail)) return false;
  if (are_many(successes, failures)) return p <= quantile_of_many(successes, failures + 1, tail, true);
  return BetaDistribution(successes, failures + 1)(p).lower <= tail;
}

}  // namespace wald::core
