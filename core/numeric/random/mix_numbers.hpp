// Pseudo-random numbers that depend on lists of numbers.
#pragma once

#include <cstdint>
#include <cstring>

#include "core/numeric/random/mix.hpp"

namespace wald::core {

constexpr uint64_t odd_number = 0x9e3779b97f4a7c15u;

// Of a list, number by number: what its first numbers gave, and the next.
inline uint64_t mix_number(uint64_t before, double x) {
  uint64_t bits = 0;
  const double number = x == 0 ? 0 : x;  // -0 is 0
  std::memcpy(&bits, &number, sizeof bits);
  return mix_bits(before * odd_number + bits);
}

}  // namespace wald::core
