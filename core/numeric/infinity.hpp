#pragma once

#include <limits>

namespace wald::core {

inline constexpr double infinity = std::numeric_limits<double>::infinity();

}  // namespace wald::core
