// Sums of weights and of their squares with the same bits whatever their order: weights are multiples of a power of two
// (Sample::exact makes them so), and multiples are summed as whole numbers.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace wald::core {

// A power of two of which n weights of at most `largest` add up to no more than 2^52.
inline double weight_unit(double largest, int64_t n) {
  const auto ceiling_of_log2 = [](double x) {
    int k;
    return std::frexp(x, &k) == 0.5 ? k - 1 : k;
  };
  constexpr int smallest = -1074;  // of all doubles
  return std::ldexp(1.0, std::max(smallest, ceiling_of_log2(largest) + ceiling_of_log2(static_cast<double>(n)) - 52));
}

// The number of rows of weight above 0 need not be known: only sums over them are kept, in units.
class WeightMoments {
 public:
  // `units` copies of the unit; at most 2^52 of them in all.
  void add(uint64_t units) {
    sum_ += units;
    const uint64_t a = units >> 32, b = units & 0xffffffffu;  // units^2 = a^2 2^64 + 2ab 2^32 + b^2
    const uint64_t middle = 2 * a * b;
    add_square(a * a + (middle >> 32), b * b);
    add_square(0, middle << 32);
  }
  // Takes away what was added before.
  WeightMoments operator-(const WeightMoments &o) const {
    WeightMoments out = *this;
    out.sum_ -= o.sum_;
    out.low_ -= o.low_;
    out.high_ -= o.high_ + (low_ < o.low_ ? 1 : 0);
    return out;
  }
  bool empty() const { return sum_ == 0; }
  double total(double unit) const { return static_cast<double>(sum_) * unit; }
  // The sum of squares over the sum (Kish): the weight of equal rows of which the total has the same relative variance.
  double effective(double unit) const {
    if (sum_ == 0) return 0;
    return (static_cast<double>(high_) * 0x1p64 + static_cast<double>(low_)) / static_cast<double>(sum_) * unit;
  }

 private:
  void add_square(uint64_t high, uint64_t low) {
    low_ += low;
    high_ += high + (low_ < low ? 1 : 0);
  }
  uint64_t sum_ = 0, high_ = 0, low_ = 0;
};

}  // namespace wald::core
