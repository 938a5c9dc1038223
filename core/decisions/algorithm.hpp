// The algorithms by name.
#pragma once

#include <cstdint>
#include <string_view>

namespace wald::core {

enum class Algorithm : int32_t {
  automatic,
  enumeration,
  chai,
  jansche,
  jansche_approx,
  ye,
  lewis,
  n16,
  n16_first_rise,
  window,
  categorical,
  gfm,
  mode,
  marginal_modes,
  ascent,
  bisection,
  separable
};

const char *algorithm_name(Algorithm algorithm);
// Throws Error(argument) that lists the names.
Algorithm parse_algorithm(std::string_view name);

}  // namespace wald::core
