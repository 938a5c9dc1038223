// Widens halves by shifts: exponent and mantissa move to their places, a product mends the exponent.
#include "core/numeric/contraction.hpp"  // first

#include "core/numeric/vectors/halves.hpp"

#include <cstring>

#include "core/numeric/compiler.hpp"

WALD_VECTOR_MATH

namespace wald::core {
namespace {

WALD_ALWAYS_INLINE float float_of(uint32_t bits) {
  float x;
  std::memcpy(&x, &bits, sizeof x);
  return x;
}

WALD_ALWAYS_INLINE float widened(uint16_t half) {
  const uint32_t sign = static_cast<uint32_t>(half & 0x8000) << 16, rest = static_cast<uint32_t>(half & 0x7fff) << 13;
  // The exponents' biases differ by 112. Infinity and NaN keep their exponent of ones.
  const float scaled = float_of(rest) * 0x1p112f;
  uint32_t bits;
  std::memcpy(&bits, &scaled, sizeof bits);
  bits = rest >= 0x0f800000u ? rest | 0x7f800000u : bits;
  return float_of(bits | sign);
}

WALD_LEVELS(void, widen_in_a_row, (const uint16_t *WALD_RESTRICT from, int64_t n, float *WALD_RESTRICT to),
            (from, n, to)) {
  for (int64_t i = 0; i < n; ++i) to[i] = widened(from[i]);
}

}  // namespace

void widen_halves(const uint16_t *from, int64_t stride, int64_t n, float *to) {
  if (stride == 1) return widen_in_a_row(from, n, to);
  for (int64_t i = 0; i < n; ++i) to[i] = widened(from[i * stride]);
}

}  // namespace wald::core
