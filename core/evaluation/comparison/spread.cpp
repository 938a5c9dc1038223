// Computes the jackknife's standard error.
#include "core/numeric/contraction.hpp"  // first

#include "core/evaluation/comparison/spread.hpp"

#include <algorithm>
#include <cmath>

#include "core/numeric/special/student.hpp"

namespace wald::core::evaluation {

Spread spread_of(const std::vector<LeftOut> &left_out) {
  double n = 0, sum = 0;
  for (const LeftOut &one : left_out) {
    n += one.count;
    sum += one.count * one.estimate;
  }
  const double mean = sum / n;
  double second = 0, fourth = 0;
  for (const LeftOut &one : left_out) {
    const double d = mean - one.estimate, d2 = d * d;
    second += one.count * d2;
    fourth += one.count * d2 * d2;
  }
  Spread out{std::sqrt((n - 1) / n * second), n - 1};
  if (!(second > 0 && fourth > 0)) return out;
  const double kurtosis = n * fourth / (second * second);
  if (kurtosis > 1) out.degrees = std::clamp(2 * n / (kurtosis - 1), 1.0, n - 1);
  return out;
}

Interval student_interval(double estimate, const Spread &spread, double differing, double level) {
  if (!(spread.standard_error > 0)) return {estimate, estimate};
  const double width = student_limit(level, spread.degrees) * spread.standard_error * std::sqrt(1 + 2 / differing);
  return {estimate - width, estimate + width};
}

}  // namespace wald::core::evaluation
