// A sum kept to about twice the digits of a double (Dekker, Knuth): rounded to a double it does not depend on the order
// in which parts were added, but where the sum lies within 2^-100 or so of the middle between two doubles.
#pragma once

#include <cmath>

namespace wald::core {

struct DoubleDouble {
  double high = 0, low = 0;

  double value() const { return high + low; }

  void add(DoubleDouble x) {
    const double s = high + x.high, t = s - high;
    const double e = (high - (s - t)) + (x.high - t) + low + x.low;
    high = s + e;
    low = e - (high - s);
  }
  // Without the last digits, which do depend on the order; for text that shall not.
  DoubleDouble shortened() const {
    if (low == 0) return *this;
    const double grid = std::ldexp(1.0, std::ilogb(high) - 53 - 40);
    return {high, std::nearbyint(low / grid) * grid};
  }
  static DoubleDouble product(double a, double b) {
    const double p = a * b;
    return {p, std::fma(a, b, -p)};
  }
  // this / d, rounded to a double.
  double over(DoubleDouble d) const {
    const double q = high / d.high;
    const double remainder = std::fma(-q, d.high, high) + low - q * d.low;
    return q + remainder / d.high;
  }
};

}  // namespace wald::core
