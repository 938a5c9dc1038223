// Sums of weights and of their squares with the same bits whatever their order: weights are multiples of a power of two
// (Sample::exact makes them so), and multiples are summed as whole numbers.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace wald::core::thresholds {

// A power of two of which n weights of at most `largest` add up to no more than 2^52.
inline double weight_unit(double largest, int64_t n) {
  const auto ceiling_of_log2 = [](double x) {
    int k;
    return std::frexp(x, &k) == 0.5 ? k - 1 : k;
  };
  constexpr int smallest = -1074;  // of all doubles
  return std::ldexp(1.0, std::max(smallest, ceiling_of_log2(largest) + ceiling_of_log2(static_cast<double>(n)) - 52));
}

// The sum of numbers of at least 0, as they are, rounded once: what exact addition gives. Its
// bits do not depend on their order: each is split in two, of which all sums are exact.
class RoundedOnce {
 public:
  // n numbers of at most `largest`.
  RoundedOnce(double largest, int64_t n) {
    const double unit = weight_unit(largest, n), rest_unit = weight_unit(unit / 2, n);
    split_ = {0x1.8p52 * unit, 0x1.8p52 * rest_unit};
    if (!std::isfinite(split_.whole)) split_ = {0, 0};  // a sum beyond all doubles
  }
  void add(double x) {
    // Adding and taking away 1.5 * 2^52 units leaves a multiple of the unit, the nearest.
    const double whole = (x + split_.whole) - split_.whole;
    whole_ += whole;
    rest_ += ((x - whole) + split_.rest) - split_.rest;
  }
  void operator+=(const RoundedOnce &o) {  // of the same numbers' limits
    whole_ += o.whole_;
    rest_ += o.rest_;
  }
  double total() const { return whole_ + rest_; }

 private:
  struct Split {
    double whole, rest;
  } split_;
  double whole_ = 0, rest_ = 0;
};

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

}  // namespace wald::core::thresholds
