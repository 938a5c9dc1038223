// Computes quantiles and tails of Student's distribution with the same bits on every machine.
#include "core/numeric/contraction.hpp"  // first

#include "core/numeric/special/student.hpp"

#include <cmath>

#include "core/numeric/special/beta.hpp"

namespace wald::core {

// T^2 / (degrees + T^2) has the distribution Beta(1/2, degrees/2); what it lacks to 1 is found itself where it is
// small.
double student_limit(double level, double degrees) {
  const double y = BetaDistribution(0.5, degrees / 2).quantile(1 - level, false);
  if (y < 0.5) return std::sqrt(degrees * (y / (1 - y)));
  const double rest = BetaDistribution(degrees / 2, 0.5).quantile(1 - level, true);
  return std::sqrt(degrees * ((1 - rest) / rest));
}

}  // namespace wald::core
