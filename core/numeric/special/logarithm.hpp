// log(x) and log(1 + x) by the same operations on every machine: the C library's differ between instruction sets in the
// last bit. Relative errors below 2^-50.
#pragma once

#include <cmath>
#include <cstdint>
#include <cstring>

#include "core/numeric/compiler.hpp"

namespace wald::core {

namespace detail {

// log(1 + f) = 2 artanh(s), s = f/(2+f), for |s| <= 0.1716, which is 1 + f in [1/sqrt(2), sqrt(2)]. What the series
// leaves out is below s^24/25 < 2e-20 of it.
WALD_ALWAYS_INLINE double logarithm_of_ratio(double s) {
  const double z = s * s;
  double sum = 1.0 / 23;
  constexpr double coefficients[] = {1.0 / 21, 1.0 / 19, 1.0 / 17, 1.0 / 15, 1.0 / 13,
                                     1.0 / 11, 1.0 / 9,  1.0 / 7,  1.0 / 5,  1.0 / 3};
  for (double c : coefficients) sum = sum * z + c;
  return 2 * s + 2 * s * (z * sum);
}

}  // namespace detail

// x > 0 and finite; -inf at 0.
inline double logarithm(double x) {
  if (x == 0) return -HUGE_VAL;
  constexpr double ln2_high = 0.693147180369123816490, ln2_low = 1.90821492927058770002e-10;
  int exponent;
  double mantissa = std::frexp(x, &exponent);  // in [1/2, 1)
  if (mantissa < 0.70710678118654752) {
    mantissa *= 2;
    --exponent;
  }
  const double f = mantissa - 1;
  const double k = exponent;
  return k * ln2_high + (detail::logarithm_of_ratio(f / (2 + f)) + k * ln2_low);
}

// The same of normal numbers above 0, without branches.
WALD_ALWAYS_INLINE double logarithm_of_normal(double x) {
  constexpr double ln2_high = 0.693147180369123816490, ln2_low = 1.90821492927058770002e-10;
  constexpr uint64_t two_to_52 = 0x4330000000000000;
  uint64_t bits;
  std::memcpy(&bits, &x, sizeof bits);
  const uint64_t exponent_bits = bits >> 52 | two_to_52, half_bits = (bits & 0x000fffffffffffff) | 0x3fe0000000000000;
  double exponent, half;
  std::memcpy(&exponent, &exponent_bits, sizeof exponent);
  std::memcpy(&half, &half_bits, sizeof half);
  exponent -= 0x1p52 + 1022;
  const bool low = half < 0.70710678118654752;
  const double f = (low ? 2 * half : half) - 1, k = low ? exponent - 1 : exponent;
  return k * ln2_high + (detail::logarithm_of_ratio(f / (2 + f)) + k * ln2_low);
}

// x > -1 and finite; -inf at -1.
inline double logarithm_1p(double x) {
  if (x > -0.29 && x < 0.41) return detail::logarithm_of_ratio(x / (2 + x));
  return logarithm(1 + x);
}

// The same for x in [0, 1], without branches.
WALD_ALWAYS_INLINE double logarithm_1p_within_1(double x) {
  constexpr double ln2_high = 0.693147180369123816490, ln2_low = 1.90821492927058770002e-10;
  const double above = 1 + x, half = above / 2;
  const bool small = x < 0.41, low = half < 0.70710678118654752;
  const double k = low ? 0 : 1, f = small ? x : (low ? above : half) - 1;
  const double ratio = detail::logarithm_of_ratio(f / (2 + f));
  return small ? ratio : k * ln2_high + (ratio + k * ln2_low);
}

}  // namespace wald::core
