// P(X >= x) for X ~ Binomial(n, p) is I_p(x, n-x+1), which rises in p: a limit is its inverse, and asking whether a
// limit lies above p needs no inverse.
#include "core/numeric/contraction.hpp"  // first

#include "core/numeric/special/binomial_interval.hpp"

#include "core/numeric/special/beta.hpp"

namespace wald::core {

Interval binomial_interval(double successes, double trials, double confidence) {
  const double tail = (1 - confidence) / 2;
  Interval out{0, 1};
  if (!(trials > 0)) return out;
  const double failures = trials - successes;
  if (successes > 0 && failures > 0) {
    const auto limits = BetaDistribution::quantiles({successes, failures + 1}, {successes + 1, failures}, tail);
    return {limits.lower, limits.upper};
  }
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
