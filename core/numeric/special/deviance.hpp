// Binomial and Poisson masses without cancellation: C. Loader, "Fast and accurate computation of binomial
// probabilities", 2000. The logarithm of a mass is a sum of small terms, each accurate, where the one of gamma
// functions and powers loses as many digits as the counts have.
#pragma once

#include <cmath>

#include "core/numeric/special/exponential.hpp"
#include "core/numeric/special/logarithm.hpp"

namespace wald::core {

// x log(x/m) + m - x >= 0 for x >= 0, m > 0: half the deviance of a Poisson count x of mean m.
inline double half_deviance(double x, double m) {
  if (x == 0) return m;
  const double v = (x - m) / (x + m);
  // x/m = (1+v)/(1-v), whose logarithm is 2 artanh(v).
  if (std::fabs(v) > 0.1) return x * (x / m < 0.5 || x / m > 2 ? logarithm(x / m) : logarithm_1p((x - m) / m)) + m - x;
  double sum = (x - m) * v, term = 2 * x * v;
  constexpr int most = 21;  // what is left out is below 0.1^20 of it
  for (int j = 3; j <= most; j += 2) {
    term *= v * v;
    sum += term / j;
  }
  return sum;
}

// log Gamma(z+1) - (z+1/2) log z + z - log(2 pi)/2 for z > 0: the error of Stirling's formula.
inline double stirling_error(double z) {
  double sum = 0;
  // The error at z exceeds that at z+1 by (z+1/2) log(1+1/z) - 1.
  for (; z < 16; z += 1) sum += (z + 0.5) * logarithm_1p(1 / z) - 1;
  const double q = 1 / (z * z);
  return sum +
         (1.0 / 12 - (1.0 / 360 - (1.0 / 1260 - (1.0 / 1680 - (1.0 / 1188 - 691.0 / 360360 * q) * q) * q) * q) * q) / z;
}

// Gamma(a+b+1) / (Gamma(a+1) Gamma(b+1)) p^a (1-p)^b for a, b > 0 and p in (0, 1): the binomial mass at a of a + b.
// constant: binomial_constant(a, b), the part that does not depend on p.
inline double binomial_constant(double a, double b) {
  constexpr double two_pi = 6.2831853071795865;
  const double e = stirling_error(a + b) - stirling_error(a) - stirling_error(b);
  return std::sqrt((a + b) / a / b / two_pi) * exponential(e);
}
inline double binomial_mass(double constant, double a, double b, double p) {
  const double n = a + b;
  return constant * exponential(-half_deviance(a, n * p) - half_deviance(b, n * (1 - p)));
}

// log of the binomial mass at the whole number k of n trials, 0 <= k <= n, for p in (0, 1).
inline double log_binomial_mass(double k, double n, double p) {
  if (k == 0) return n * logarithm_1p(-p);
  if (k == n) return n * logarithm(p);
  constexpr double log_two_pi = 1.8378770664093455;
  return stirling_error(n) - stirling_error(k) - stirling_error(n - k) - half_deviance(k, n * p) -
         half_deviance(n - k, n * (1 - p)) + 0.5 * (logarithm(n / k / (n - k)) - log_two_pi);
}

// log of the Poisson mass at the whole number k >= 0 of mean m > 0.
inline double log_poisson_mass(double k, double m) {
  if (k == 0) return -m;
  constexpr double log_two_pi = 1.8378770664093455;
  return -stirling_error(k) - half_deviance(k, m) - 0.5 * (log_two_pi + logarithm(k));
}

}  // namespace wald::core
