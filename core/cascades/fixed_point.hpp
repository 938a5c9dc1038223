// Scores as whole numbers of a unit that is a power of two. Sums of whole numbers do not depend on their order, so what
// a cascade has added up in its order equals the full sum exactly, ties are ties, and fitting and serving agree.
//
// While a cascade is fitted, sums are 32 bits wide: three times the largest sum of |scores| of a row fits, which leaves
// room for rows that have gone to be marked by sums beyond every live one (active.hpp). While it runs they are 64 bits
// wide, and a score that is out of all proportion counts as the largest one that cannot overflow them.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

namespace wald::core::cascades {

constexpr int64_t max_models = int64_t{1} << 20;
constexpr int64_t max_fixed_sum = std::numeric_limits<int32_t>::max() / 3;  // of |scores| of a row that is fitted
constexpr int64_t max_fixed_score = int64_t{1} << 40;                       // 2^20 of them fit 64 bits
constexpr int max_exponent = 1000;

// The unit is 2^-exponent.
struct FixedPoint {
  int exponent = 0;

  double scale() const { return std::ldexp(1.0, exponent); }
  double unit() const { return std::ldexp(1.0, -exponent); }
};

// Rounds to the nearest whole number, halves to the even one. Adding 1.5 2^52 leaves no bits behind the point.
inline int64_t to_fixed(double score, double scale) {
  constexpr auto limit = static_cast<double>(max_fixed_score);
  constexpr double shift = 0x1.8p52;
  const double scaled = std::min(std::max(score * scale, -limit), limit);
  return static_cast<int64_t>((scaled + shift) - shift);
}

// The smallest whole number at or above a threshold: sum >= it is the same as sum / scale >= threshold.
inline int64_t threshold_to_fixed(double threshold, double scale) {
  constexpr auto limit = 0x1p62;
  return static_cast<int64_t>(std::min(std::max(std::ceil(threshold * scale), -limit), limit));
}

// The finest unit with which sums of |scores| up to `largest`, of this many models, can be fitted.
inline FixedPoint finest(double largest, int64_t models) {
  if (!(largest > 0)) return {};
  // Each rounding adds at most a half; the sum itself was rounded too.
  const double room = static_cast<double>(max_fixed_sum - models) * (1 - 1e-9);
  const double exponent = std::floor(std::log2(room) - std::log2(largest));
  FixedPoint out{static_cast<int>(std::clamp(exponent, -1.0 * max_exponent, 1.0 * max_exponent))};
  while (out.exponent > -max_exponent && largest * out.scale() > room) --out.exponent;
  return out;
}

}  // namespace wald::core::cascades
