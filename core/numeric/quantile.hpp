// Quantiles of values in memory.
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

namespace wald::core {

// The value at rank q (m-1) of m sorted values, between neighbours interpolated where both are finite.
inline double sorted_quantile(const std::vector<double> &values, double q) {
  const double rank = q * static_cast<double>(values.size() - 1);
  const auto low = static_cast<std::size_t>(rank);
  const double part = rank - std::floor(rank);
  if (part == 0 || low + 1 >= values.size()) return values[low];
  const double a = values[low], b = values[low + 1];
  if (!std::isfinite(a) || !std::isfinite(b)) return part < 0.5 ? a : b;
  return a * (1 - part) + b * part;
}

inline double quantile(std::vector<double> values, double q) {
  std::sort(values.begin(), values.end());
  return sorted_quantile(values, q);
}

}  // namespace wald::core
