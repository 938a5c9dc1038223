// Gamma draws from our own streams, with the same bits on every machine.
#pragma once

#include <cmath>

#include "core/numeric/random/random.hpp"
#include "core/numeric/special/logarithm.hpp"

namespace wald::core {

// Of scale 1 and a shape of 0, if every draw is 0, or at least 1: G. Marsaglia and W. W. Tsang, "A simple method for
// generating gamma variables", ACM Transactions on Mathematical Software 26 (2000).
class Gamma {
 public:
  explicit Gamma(double shape) : d_(shape > 0 ? shape - 1.0 / 3 : 0), c_(shape > 0 ? 1 / std::sqrt(9 * d_) : 0) {}

  double operator()(Random &random) const {
    if (!(d_ > 0)) return 0;
    for (;;) {
      const double x = normal(random), root = 1 + c_ * x;
      if (root <= 0) continue;
      const double v = root * root * root, u = random.uniform(), x2 = x * x;
      if (u < 1 - 0.0331 * x2 * x2 || logarithm(u) < x2 / 2 + d_ * (1 - v + logarithm(v))) return d_ * v;
    }
  }

 private:
  // Marsaglia's polar method.
  static double normal(Random &random) {
    for (;;) {
      const double x = 2 * random.uniform() - 1, y = 2 * random.uniform() - 1, square = x * x + y * y;
      if (square > 0 && square < 1) return x * std::sqrt(-2 * logarithm(square) / square);
    }
  }

  double d_, c_;
};

}  // namespace wald::core
