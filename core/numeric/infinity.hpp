// The two ends of a double's range.
#pragma once

#include <limits>

namespace wald::core {

inline constexpr double infinity = std::numeric_limits<double>::infinity();
inline constexpr double largest_double = std::numeric_limits<double>::max();

}  // namespace wald::core
