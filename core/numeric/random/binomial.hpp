// Binomial draws from our own streams, with the same bits on every machine.
#pragma once

#include <algorithm>
#include <cmath>

#include "core/numeric/random/random.hpp"
#include "core/numeric/special/deviance.hpp"

namespace wald::core {

// Where few successes are expected by inversion, else by transformed rejection: W. Hörmann, "The generation of binomial
// random variates", Journal of Statistical Computation and Simulation 46 (1993), algorithm BTRS.
class Binomial {
 public:
  Binomial(double trials, double p) : n_(trials), p_(std::min(p, 1 - p)), mirrored_(p > 0.5) {
    const double mean = n_ * p_;
    if (mean < smallest_rejected) {
      first_ = exponential(n_ * logarithm_1p(-p_));
      return;
    }
    const double deviation = std::sqrt(mean * (1 - p_));
    b_ = 1.15 + 2.53 * deviation;
    a_ = -0.0873 + 0.0248 * b_ + 0.01 * p_;
    inside_ = 0.92 - 4.2 / b_;
    alpha_ = (2.83 + 5.1 / b_) * deviation;
    mode_mass_ = log_binomial_mass(std::floor((n_ + 1) * p_), n_, p_);
  }

  double operator()(Random &random) const {
    const double k = n_ * p_ < smallest_rejected ? inverted(random) : rejected(random);
    return mirrored_ ? n_ - k : k;
  }

 private:
  static constexpr double smallest_rejected = 12;

  double inverted(Random &random) const {
    double u = random.uniform(), mass = first_, k = 0;
    while (u >= mass && k < n_) {
      u -= mass;
      mass *= (n_ - k) * p_ / ((k + 1) * (1 - p_));
      k += 1;
      if (!(mass > 0)) break;  // rounding left the masses short of u
    }
    return k;
  }

  double rejected(Random &random) const {
    for (;;) {
      const double u = random.uniform() - 0.5, v = random.uniform();
      const double edge = 0.5 - std::fabs(u);
      const double k = std::floor((2 * a_ / edge + b_) * u + n_ * p_ + 0.5);
      if (edge >= 0.07 && v <= inside_) return k;
      if (!(k >= 0 && k <= n_)) continue;
      if (logarithm(v * alpha_ / (a_ / (edge * edge) + b_)) <= log_binomial_mass(k, n_, p_) - mode_mass_) return k;
    }
  }

  double n_, p_;
  bool mirrored_;
  double first_ = 0;  // P(0)
  double a_ = 0, b_ = 0, inside_ = 0, alpha_ = 0, mode_mass_ = 0;
};

}  // namespace wald::core
