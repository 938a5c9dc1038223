// P(X >= x) for X ~ Binomial(n, p) is I_p(x, n-x+1), which rises in p: a limit is its inverse, and asking whether a
// limit lies above p needs no inverse.
#include "core/numeric/contraction.hpp"  // first

#include "core/numeric/binomial_interval.hpp"

#include <boost/math/special_functions/beta.hpp>

namespace wald::core {

namespace {
using Policy =
    boost::math::policies::policy<boost::math::policies::promote_double<false>,
                                  boost::math::policies::overflow_error<boost::math::policies::ignore_error>,
                                  boost::math::policies::evaluation_error<boost::math::policies::ignore_error>>;
}

Interval binomial_interval(double successes, double trials, double confidence) {
  const double tail = (1 - confidence) / 2;
  Interval out{0, 1};
  if (!(trials > 0)) return out;
  const double failures = trials - successes;
  if (successes > 0) out.low = boost::math::ibeta_inv(successes, failures + 1, tail, Policy());
  if (failures > 0) out.high = boost::math::ibetac_inv(successes + 1, failures, tail, Policy());
  return out;
}

bool proportion_at_least(double p, double successes, double trials, double confidence) {
  if (p <= 0) return true;
  if (!(successes > 0)) return false;
  if (p >= 1) return false;
  return boost::math::ibeta(successes, trials - successes + 1, p, Policy()) <= 1 - confidence;
}

}  // namespace wald::core
