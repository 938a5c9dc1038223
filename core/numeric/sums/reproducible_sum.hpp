// Sums of real numbers with the same bits whatever their order: each term is parted into multiples of two powers of two
// so large that all sums of either are exact (J. Demmel and H. D. Nguyen, "Fast reproducible floating-point summation",
// 2013). Of n terms of at most `most` each, the sum errs by about n^3 most 2^-100 before its last rounding.
#pragma once

#include <cmath>
#include <cstdint>

namespace wald::core {

class ReproducibleSum {
 public:
  // No term is larger than `most` in absolute value, and there are at most n of them.
  ReproducibleSum(double most, int64_t n) {
    int of_most, of_n;
    std::frexp(most, &of_most);
    std::frexp(static_cast<double>(n), &of_n);
    // To add 3/2 2^e and take it away again rounds a term to a multiple of 2^(e-52); n such terms of at most 2^(e-k),
    // with n < 2^k, add up to no more than 2^52 of them. What is left over is at most 2^(e-53).
    const int e = of_most + of_n;
    high_shift = std::ldexp(1.5, e);
    low_shift = std::ldexp(1.5, e - 53 + of_n);
  }
  void add(double term) {
    const double part = (term + high_shift) - high_shift;
    high += part;
    low += ((term - part) + low_shift) - low_shift;
  }
  double sum() const { return high + low; }

  // For loops that keep several pairs of sums side by side.
  double high_shift, low_shift;
  double high = 0, low = 0;
};

}  // namespace wald::core
