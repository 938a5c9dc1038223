// Pseudo-random numbers that depend on their index alone.
#pragma once

#include <cstdint>

namespace wald::core {

// The finaliser of splitmix64: neighbouring numbers give unrelated ones.
inline uint64_t mix_bits(uint64_t x) {
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return x ^ (x >> 31);
}

}  // namespace wald::core
