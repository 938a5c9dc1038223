// Tails of the standard normal distribution, in operations that have the same bits on every machine: the power series
// of the middle, and Laplace's continued fraction beyond it.
#pragma once

#include <cmath>

#include "core/numeric/special/exponential.hpp"

namespace wald::core {

// P(|Z| >= z) for z >= 0, to about 1e-13 of itself; NaN stays NaN.
inline double two_sided_tail(double z) {
  constexpr double root_2_over_pi = 0.79788456080286535588;
  const double density = root_2_over_pi * exponential(-0.5 * z * z);  // twice that of Z
  if (z < 3) {
    // 2 phi(z) (z + z^3/3 + z^5/(3*5) + ...): terms shrink from z^2 < 2k+1 on.
    double term = z, sum = z;
    for (int odd = 3; odd < 120; odd += 2) sum += term *= z * z / odd;
    return 1 - density * sum;
  }
  if (z > 38.5) return 0;
  double fraction = z;
  for (int k = 120; k > 0; --k) fraction = z + k / fraction;
  return density / fraction;
}

}  // namespace wald::core
