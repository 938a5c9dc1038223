#include "core/numeric/contraction.hpp"  // first

#include "core/decisions/comparison/spread.hpp"

#include <algorithm>
#include <cmath>

#include "core/numeric/quantile.hpp"
#include "core/numeric/special/normal_quantile.hpp"
#include "core/numeric/special/student.hpp"

namespace wald::core {

Spread spread_of(const std::vector<LeftOut> &left_out) {
  double n = 0, sum = 0;
  for (const LeftOut &one : left_out) {
    n += one.count;
    sum += one.count * one.estimate;
  }
  const double mean = sum / n;
  double second = 0, third = 0, fourth = 0;
  for (const LeftOut &one : left_out) {
    const double d = mean - one.estimate, d2 = d * d;
    second += one.count * d2;
    third += one.count * d2 * d;
    fourth += one.count * d2 * d2;
  }
  Spread out{std::sqrt((n - 1) / n * second), n - 1, 0};
  if (!(second > 0 && fourth > 0)) return out;
  const double kurtosis = n * fourth / (second * second);
  if (kurtosis > 1) out.degrees = std::clamp(2 * n / (kurtosis - 1), 1.0, n - 1);
  out.acceleration = third / (6 * second * std::sqrt(second));
  return out;
}

Interval student_interval(double estimate, const Spread &spread, double level) {
  if (!(spread.standard_error > 0)) return {estimate, estimate};
  const double width = student_limit(level, spread.degrees) * spread.standard_error;
  return {estimate - width, estimate + width};
}

Interval bca_interval(double estimate, const Spread &spread, std::vector<double> replicates, double tie, double units,
                      double level) {
  std::sort(replicates.begin(), replicates.end());
  const auto below = [&](double x) {
    return static_cast<double>(std::lower_bound(replicates.begin(), replicates.end(), x) - replicates.begin());
  };
  // Those that tie count by half; one of all is the least that a share can tell from 0.
  const auto all = static_cast<double>(replicates.size());
  const double share = (below(estimate - tie) + below(estimate + tie)) / (2 * all);
  const double bias = normal_quantile(std::clamp(share, 0.5 / all, 1 - 0.5 / all));
  const double reach = std::sqrt(units / (units - 1)) * student_limit(level, spread.degrees);
  const auto limit = [&](double z) {
    const double divisor = 1 - spread.acceleration * (bias + z);
    const double at = divisor > 0 ? bias + (bias + z) / divisor : std::copysign(HUGE_VAL, z);
    return sorted_quantile(replicates, normal_distribution(at));
  };
  return {limit(-reach), limit(reach)};
}

}  // namespace wald::core
