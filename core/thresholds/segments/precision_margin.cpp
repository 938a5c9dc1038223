// Computes the margin of a binomial test of precision.
#include "core/numeric/contraction.hpp"  // first

#include "core/thresholds/segments/precision_margin.hpp"

#include <algorithm>
#include <cmath>

#include "core/numeric/special/normal_quantile.hpp"

namespace wald::core::thresholds {

double least_margin(double p, double tail, double least) {
  if (!(p > 0 && p < 1 && least > 0)) return 0;
  constexpr double of_sums = 0.4748, roundings = 1 - 0x1p-40;
  const double spread = p * (1 - p);
  const auto margin = [&](double n) {
    if (!(n >= 1)) return 0.0;
    const double error = of_sums * (p * p + (1 - p) * (1 - p)) / std::sqrt(n * spread);
    const double all = tail + error;
    return all < 0.5 ? -normal_quantile(all) * std::sqrt(n * spread) : 0;
  };
  return roundings * std::max(0.0, margin((least - margin(least / p)) / p));
}

}  // namespace wald::core::thresholds
