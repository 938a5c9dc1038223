// A whole number of 128 bits, for sums of whole numbers of 64 bits.
#pragma once

#include <cstdint>

namespace wald::core {

struct Wide {
  uint64_t high = 0, low = 0;

  void add(const Wide &o) {
    low += o.low;
    high += o.high + (low < o.low ? 1 : 0);
  }
  void add_product(uint64_t x, uint64_t y) {
    const uint64_t a = x >> 32, b = x & 0xffffffffu, c = y >> 32, d = y & 0xffffffffu;
    const uint64_t lowest = b * d, first = a * d + (lowest >> 32), second = b * c + (first & 0xffffffffu);
    add({a * c + (first >> 32) + (second >> 32), second << 32 | (lowest & 0xffffffffu)});
  }
  // This less a number that is not greater.
  Wide less(const Wide &o) const { return {high - o.high - (low < o.low ? 1 : 0), low - o.low}; }
  double value() const { return static_cast<double>(high) * 0x1p64 + static_cast<double>(low); }
  bool operator==(const Wide &o) const { return high == o.high && low == o.low; }
  bool operator<(const Wide &o) const { return high != o.high ? high < o.high : low < o.low; }
};

}  // namespace wald::core
