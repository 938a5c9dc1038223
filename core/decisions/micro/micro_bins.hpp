// Probabilities in bins, and the sums of the items of a pass.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>

#include "core/numeric/bins/wide.hpp"

namespace wald::core::decisions {

inline uint64_t bits_of(double p) {
  uint64_t out;
  std::memcpy(&out, &p, sizeof out);
  return out;
}
inline double number_of(uint64_t bits) {
  double out;
  std::memcpy(&out, &bits, sizeof out);
  return out;
}

// Items above 0 by the bits of their probability, which ascend with it.
struct MicroBin {
  uint64_t least = 0, greatest = 0;
  uint64_t count = 0;
  Wide sum;  // of the bits: within a factor of two probabilities are a line in their bits

  bool exact() const { return least == greatest; }
  void add(const MicroBin &o) {
    least = std::min(least, o.least);
    greatest = std::max(greatest, o.greatest);
    count += o.count;
    sum.add(o.sum);
  }
};

// What the items of a pass come to.
struct MicroTotals {
  uint64_t items = 0, positive = 0;  // positive: above 0
  uint64_t largest = 0;              // bits
  uint64_t print = 0;                // sum of all bits, modulo 2^64

  void add(const MicroTotals &o) {
    items += o.items;
    positive += o.positive;
    largest = std::max(largest, o.largest);
    print += o.print;
  }
  bool operator==(const MicroTotals &o) const {
    return items == o.items && positive == o.positive && largest == o.largest && print == o.print;
  }
};

struct MicroLimits {
  static constexpr uint64_t most = uint64_t{1} << 24;
  std::size_t first = std::size_t{1} << 15, later = std::size_t{1} << 17;  // bins of a state
  int64_t few = 16383;  // this many items are decided as one machine decides them in falling order
};

}  // namespace wald::core::decisions
