// P(X >= x) for X ~ Binomial(n, p) is I_p(x, n-x+1), which rises in p: a limit is its inverse, and asking whether a
// limit lies above p needs no inverse.
#include "core/numeric/contraction.hpp"  // first

#include "core/numeric/special/binomial_interval.hpp"

#include "core/numeric/special/beta.hpp"

namespace wald::core {

Interval binomial_limits(const Trials &below, const Trials &above, double confidence) {
  const double tail = (1 - confidence) / 2;
  const auto lower = [](const Trials &of) { return BetaDistribution(of.successes, of.failures() + 1); };
  const auto upper = [](const Trials &of) { return BetaDistribution(of.successes + 1, of.failures()); };
  const bool any_low = below.number > 0 && below.successes > 0, any_high = above.number > 0 && above.failures() > 0;
  if (any_low && any_high) {
    const auto limits = BetaDistribution::quantiles(lower(below), upper(above), tail);
    return {limits.lower, limits.upper};
  }
  return {any_low ? lower(below).quantile(tail, true) : 0, any_high ? upper(above).quantile(tail, false) : 1};
}

Interval binomial_interval(double successes, double trials, double confidence) {
  return binomial_limits({successes, trials}, {successes, trials}, confidence);
}

bool proportion_at_least(double p, double successes, double trials, double confidence) {
  if (p <= 0) return true;
  if (!(successes > 0)) return false;
  if (p >= 1) return false;
  return BetaDistribution(successes, trials - successes + 1)(p).lower <= 1 - confidence;
}

}  // namespace wald::core
