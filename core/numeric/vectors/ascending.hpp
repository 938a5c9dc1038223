// The order of many numbers by size, without comparing them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "core/numeric/large_memory.hpp"

namespace wald::core {

// Unsigned integers in the order of the doubles, which are not NaN; both zeros are one.
inline uint64_t ordered_bits(double x) {
  x += 0.0;  // -0 becomes +0
  uint64_t bits;
  static_assert(sizeof bits == sizeof x);
  std::memcpy(&bits, &x, sizeof bits);
  return bits ^ ((uint64_t{0} - (bits >> 63)) | (uint64_t{1} << 63));
}

// The double of such an integer.
inline double number_of(uint64_t ordered) {
  const uint64_t bits = ordered >> 63 ? ordered ^ (uint64_t{1} << 63) : ~ordered;
  double out;
  std::memcpy(&out, &bits, sizeof out);
  return out;
}

// A number by its ordered bits, and where it stands.
struct PlacedNumber {
  uint64_t bits;
  int64_t at;
};

void sort_by_bits(PlacedNumber *numbers, std::size_t n);
void sort_by_bits(uint64_t *numbers, std::size_t n);  // where the places do not matter

// All places by ascending number(place), place = 0 ... count-1; of equal ones the first comes first.
class Ascending {
 public:
  template <class Number>
  Ascending(int64_t count, const Number &number) : count_(static_cast<std::size_t>(count)), numbers_(count_) {
    for (int64_t i = 0; i < count; ++i) numbers_.data()[i] = {ordered_bits(number(i)), i};
    sort_by_bits(numbers_.data(), count_);
  }
  std::size_t size() const { return count_; }
  const PlacedNumber &operator[](std::size_t i) const { return numbers_[i]; }

 private:
  std::size_t count_;
  LargeMemory<PlacedNumber> numbers_;
};

}  // namespace wald::core
