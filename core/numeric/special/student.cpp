#include "core/numeric/contraction.hpp"  // first

#include "core/numeric/special/student.hpp"

#include <cmath>

#include "core/numeric/special/beta.hpp"
#include "core/numeric/special/exponential.hpp"

namespace wald::core {

// P(X <= x) - 1/2 = density(x) (x + x^3/3 + x^5/(3*5) + ...), a sum of terms of one sign.
double normal_distribution(double x) {
  constexpr double far = 9;  // beyond it there is less than 1e-18
  if (x > far) return 1;
  if (x < -far) return 0;
  double sum = x, term = x;
  for (int i = 3; std::fabs(term) > 1e-17 * std::fabs(sum); i += 2) sum += term *= x * x / i;
  constexpr double inverse_root_two_pi = 0.39894228040143267794;
  return 0.5 + sum * (inverse_root_two_pi * exponential(-x * x / 2));
}

// T^2 / (degrees + T^2) has the distribution Beta(1/2, degrees/2); what it lacks to 1 is found itself where it is
// small.
double student_limit(double level, double degrees) {
  const double y = BetaDistribution(0.5, degrees / 2).quantile(1 - level, false);
  if (y < 0.5) return std::sqrt(degrees * (y / (1 - y)));
  const double rest = BetaDistribution(degrees / 2, 0.5).quantile(1 - level, true);
  return std::sqrt(degrees * ((1 - rest) / rest));
}

}  // namespace wald::core
