// Trees as bit vectors, vectors of 16 bytes: those of every processor, and on 64-bit ARM with its lookups of bytes.
#include "core/numeric/contraction.hpp"  // first

#include "core/trees/bits/level.hpp"
#include "core/trees/bits/moves.hpp"

#if defined(__aarch64__) && defined(__ARM_NEON) && !defined(WALD_PLAIN)
#include <arm_neon.h>

namespace wald::core::trees::bits::baseline {
namespace {

WALD_VECTOR(Byte, uint8_t, 16, 16);

WALD_ALWAYS_INLINE uint8x16_t raw(Byte x) { return reinterpret_cast<uint8x16_t>(x); }
WALD_ALWAYS_INLINE uint16x8_t raw16(Byte x) { return vreinterpretq_u16_u8(raw(x)); }
WALD_ALWAYS_INLINE uint32x4_t raw32(Byte x) { return vreinterpretq_u32_u8(raw(x)); }
WALD_ALWAYS_INLINE Byte bytes(uint8x16_t x) { return reinterpret_cast<Byte>(x); }

WALD_ALWAYS_INLINE Byte table_of(const uint8_t *table) { return bytes(vld1q_u8(table)); }
WALD_ALWAYS_INLINE Byte lookup16(Byte table, Byte index) { return bytes(vqtbl1q_u8(raw(table), raw(index))); }
WALD_ALWAYS_INLINE Byte index_of(Byte x) { return x; }
WALD_ALWAYS_INLINE Byte lookup32(Byte low, Byte high, Byte index) {
  return bytes(vqtbl2q_u8({{raw(low), raw(high)}}, raw(index)));
}

WALD_ALWAYS_INLINE Byte zip8_low(Byte a, Byte b) { return bytes(vzip1q_u8(raw(a), raw(b))); }
WALD_ALWAYS_INLINE Byte zip8_high(Byte a, Byte b) { return bytes(vzip2q_u8(raw(a), raw(b))); }
WALD_ALWAYS_INLINE Byte zip16_low(Byte a, Byte b) {
  return bytes(vreinterpretq_u8_u16(vzip1q_u16(raw16(a), raw16(b))));
}
WALD_ALWAYS_INLINE Byte zip16_high(Byte a, Byte b) {
  return bytes(vreinterpretq_u8_u16(vzip2q_u16(raw16(a), raw16(b))));
}
WALD_ALWAYS_INLINE Byte zip32_low(Byte a, Byte b) {
  return bytes(vreinterpretq_u8_u32(vzip1q_u32(raw32(a), raw32(b))));
}
WALD_ALWAYS_INLINE Byte zip32_high(Byte a, Byte b) {
  return bytes(vreinterpretq_u8_u32(vzip2q_u32(raw32(a), raw32(b))));
}
WALD_ALWAYS_INLINE Byte order4(Byte x) { return x; }
WALD_ALWAYS_INLINE Byte order8(Byte x) { return x; }

WALD_ALWAYS_INLINE uint32_t below8(const float *numbers, float x) {
  const float32x4_t own = vdupq_n_f32(x);
  const uint32x4_t below = vaddq_u32(vcltq_f32(vld1q_f32(numbers), own), vcltq_f32(vld1q_f32(numbers + 4), own));
  return 0 - vaddvq_u32(below);
}
WALD_ALWAYS_INLINE uint32_t below8(const double *numbers, double x) {
  const float64x2_t own = vdupq_n_f64(x);
  uint64x2_t below = vdupq_n_u64(0);
  for (int i = 0; i < 8; i += 2) below = vaddq_u64(below, vcltq_f64(vld1q_f64(numbers + i), own));
  return static_cast<uint32_t>(0 - vaddvq_u64(below));
}

WALD_ALWAYS_INLINE int keep8(const int8_t *from, uint8_t mask, int8_t *to) {
  vst1_s8(to, vtbl1_s8(vld1_s8(from), vreinterpret_s8_u8(vld1_u8(moves.from[mask]))));
  return ones_in(uint32_t{mask});
}

}  // namespace
}  // namespace wald::core::trees::bits::baseline

#define WALD_SHUFFLES
#endif

namespace wald::core::trees::bits::baseline {
constexpr Costs costs{0.04, 0.3, 1.5, 0.3, 0.5};
}

#define WALD_LEVEL baseline
#define WALD_NAME "baseline"
#define WALD_BYTES 16
#define WALD_HERE true
#include "core/trees/bits/bit_kernels.hpp"
