// The result of a comparison of two systems.
#pragma once

#include <cstdint>
#include <limits>

namespace wald::core::evaluation {

struct Comparison {
  static constexpr double unknown = std::numeric_limits<double>::quiet_NaN();
  double value_a = unknown, value_b = unknown, difference = unknown;
  double low = unknown, high = unknown, p_value = unknown, standard_error = unknown, degrees = unknown;
  int64_t units = 0, differing = 0, undecided = 0, swaps = 0;
};

}  // namespace wald::core::evaluation
