// exp(x) by the same operations on every machine: the C library's differs between instruction sets in the last bit.
// Relative error at most exponential_ulps * 2^-53 for x in [-708, 708]; 0 below -745, smallest numbers between.
#pragma once

#include <cmath>
#include <cstdint>
#include <cstring>

namespace wald::core {

constexpr double exponential_ulps = 6;

inline double exponential(double x) {
  if (x < -745) return 0;
  if (x > 709) return HUGE_VAL;
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
  const int64_t e = static_cast<int64_t>(whole), half = e / 2;
  const auto power_of_two = [](int64_t exponent) {
    const uint64_t bits = static_cast<uint64_t>(exponent + 1023) << 52;
    double out;
    std::memcpy(&out, &bits, sizeof out);
    return out;
  };
  return value * power_of_two(half) * power_of_two(e - half);
}

}  // namespace wald::core
