// Quantiles of the standard normal distribution. M. J. Wichura, "Algorithm AS 241: the percentage points of the normal
// distribution", Applied Statistics 37 (1988), PPND16: relative error about 1e-16.
#pragma once

#include <cmath>

#include "core/numeric/special/logarithm.hpp"

namespace wald::core {

namespace detail {
template <int N>
double polynomial(const double (&coefficients)[N], double x) {  // the highest power first
  double sum = 0;
  for (const double c : coefficients) sum = sum * x + c;
  return sum;
}
}  // namespace detail

// p in (0, 1).
inline double normal_quantile(double p) {
  constexpr double above_centre[] = {2509.0809287301226727, 33430.575583588128105, 67265.770927008700853,
                                     45921.953931549871457, 13731.693765509461125, 1971.5909503065514427,
                                     133.14166789178437745, 3.3871328727963666080};
  constexpr double below_centre[] = {
      5226.4952788528545610, 28729.085735721942674, 39307.895800092710610, 21213.794301586595867,
      5394.1960214247511077, 687.18700749205790830, 42.313330701600911252, 1.0};
  constexpr double above_middle[] = {7.74545014278341407640e-4, 0.0227238449892691845833, 0.241780725177450611770,
                                     1.27045825245236838258,    3.64784832476320460504,   5.76949722146069140550,
                                     4.63033784615654529590,    1.42343711074968357734};
  constexpr double below_middle[] = {
      1.05075007164441684324e-9, 5.47593808499534494600e-4, 0.0151986665636164571966, 0.148103976427480074590,
      0.689767334985100004550,   1.67638483018380384940,    2.05319162663775882187,   1.0};
  constexpr double above_tail[] = {2.01033439929228813265e-7, 2.71155556874348757815e-5, 0.00124266094738807843860,
                                   0.0265321895265761230930,  0.296560571828504891230,   1.78482653991729133580,
                                   5.46378491116411436990,    6.65790464350110377720};
  constexpr double below_tail[] = {
      2.04426310338993978564e-15, 1.42151175831644588870e-7, 1.84631831751005468180e-5, 7.86869131145613259100e-4,
      0.0148753612908506148525,   0.136929880922735805310,   0.599832206555887937690,   1.0};
  const double q = p - 0.5;
  if (std::fabs(q) <= 0.425) {
    const double r = 0.180625 - q * q;
    return q * detail::polynomial(above_centre, r) / detail::polynomial(below_centre, r);
  }
  const double r = std::sqrt(-logarithm(q < 0 ? p : 1 - p));
  const double size = r <= 5 ? detail::polynomial(above_middle, r - 1.6) / detail::polynomial(below_middle, r - 1.6)
                             : detail::polynomial(above_tail, r - 5) / detail::polynomial(below_tail, r - 5);
  return q < 0 ? -size : size;
}

}  // namespace wald::core
