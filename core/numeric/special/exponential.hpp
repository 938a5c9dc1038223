// exp(x) by the same operations on every machine: the C library's differs between instruction sets in the last bit.
// Relative error at most exponential_ulps * 2^-53 for x in [-708, 708]; 0 below -745, smallest numbers between.
#pragma once

#include <cmath>
#include <cstdint>
#include <cstring>

#include "core/numeric/compiler.hpp"

namespace wald::core {

constexpr double exponential_ulps = 6;

// x in [-745, 709]. Without branches, and inlined for the level of the loop that it is in.
WALD_ALWAYS_INLINE double exponential_in_range(double x) {
  constexpr double log2_e = 1.4426950408889634;
  constexpr double ln2_high = 0.693147180369123816490, ln2_low = 1.90821492927058770002e-10;
  const double whole = std::floor(x * log2_e + 0.5);
  const double r = (x - whole * ln2_high) - whole * ln2_low;  // |r| <= 0.35; the first product is exact
  double sum = 1.0 / 6227020800.0;
  constexpr double inverse_factorials[] = {
      1.0 / 479001600.0, 1.0 / 39916800.0, 1.0 / 3628800.0, 1.0 / 362880.0, 1.0 / 40320.0, 1.0 / 5040.0,
      1.0 / 720.0,       1.0 / 120.0,      1.0 / 24.0,      1.0 / 6.0,      0.5,           1.0};
  for (double c : inverse_factorials) sum = sum * r + c;
  const double value = 1 + sum * r;
  // In two steps, so that the smallest results are made right.
  const int32_t e = static_cast<int32_t>(whole), half = e / 2;
  const uint64_t first = static_cast<uint64_t>(half + 1023) << 52, second = static_cast<uint64_t>(e - half + 1023) << 52;
  double powers[2];
  std::memcpy(&powers[0], &first, sizeof first);
  std::memcpy(&powers[1], &second, sizeof second);
  return value * powers[0] * powers[1];
}

// Of x <= 0, without branches.
WALD_ALWAYS_INLINE double exponential_of_negative(double x) {
  const double value = exponential_in_range(x < -745 ? -745 : x);
  return x < -745 ? 0 : value;
}

inline double exponential(double x) {
  if (x < -745) return 0;
  if (!(x <= 709)) return x + HUGE_VAL;  // NaN stays NaN
  return exponential_in_range(x);
}

}  // namespace wald::core
