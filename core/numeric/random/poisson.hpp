// Poisson draws from our own streams, with the same bits on every machine.
#pragma once

#include <cmath>
#include <cstdint>

#include "core/numeric/random/random.hpp"
#include "core/numeric/special/deviance.hpp"

namespace wald::core {

// Below 12 by inversion, else by transformed rejection: W. Hörmann, "The transformed rejection method for generating
// Poisson random variables", Insurance: Mathematics and Economics 12 (1993), algorithm PTRS.
class Poisson {
 public:
  explicit Poisson(double mean) : mean_(mean) {
    if (mean < smallest_rejected) {
      first_ = exponential(-mean);
    } else {
      b_ = 0.931 + 2.53 * std::sqrt(mean);
      a_ = -0.059 + 0.02483 * b_;
      inverse_alpha_ = 1.1239 + 1.1328 / (b_ - 3.4);
      inside_ = 0.9277 - 3.6224 / (b_ - 2);
    }
  }

  double operator()(Random &random) const { return mean_ < smallest_rejected ? inverted(random) : rejected(random); }

 private:
  static constexpr double smallest_rejected = 12;

  double inverted(Random &random) const {
    double u = random.uniform(), mass = first_;
    double k = 0;
    // The bound only matters where rounding leaves the masses short of u.
    while (u >= mass && k < 200) {
      u -= mass;
      k += 1;
      mass *= mean_ / k;
    }
    return k;
  }

  double rejected(Random &random) const {
    for (;;) {
      const double u = random.uniform() - 0.5, v = random.uniform();
      const double edge = 0.5 - std::fabs(u);
      const double k = std::floor((2 * a_ / edge + b_) * u + mean_ + 0.43);
      if (edge >= 0.07 && v <= inside_) return k;
      if (k < 0 || (edge < 0.013 && v > edge)) continue;
      if (logarithm(v * inverse_alpha_ / (a_ / (edge * edge) + b_)) <= log_poisson_mass(k, mean_)) return k;
    }
  }

  double mean_;
  double first_ = 0;  // P(0)
  double a_ = 0, b_ = 0, inverse_alpha_ = 0, inside_ = 0;
};

}  // namespace wald::core
