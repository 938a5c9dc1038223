// A sum kept to twice the digits of a double, so that its value rounded to a double does not depend on the order in
// which parts were added (Dekker, Knuth).
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
