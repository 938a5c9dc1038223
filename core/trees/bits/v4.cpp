// Trees as bit vectors, x86-64-v4: vectors of 64 bytes.
#include "core/numeric/contraction.hpp"  // first

#include "core/trees/bits/level.hpp"
#include "core/trees/bits/moves.hpp"

#ifdef WALD_X86_LEVELS
#include <immintrin.h>

WALD_BEGIN_V4

namespace wald::core::trees::bits::v4 {
namespace {

// As in v3.cpp, with four quarters instead of two halves.
constexpr Costs costs{0.005, 0.02, 0.05, 0.1, 0.1};  // not measured

WALD_VECTOR(Byte, uint8_t, 64, 64);

WALD_ALWAYS_INLINE __m512i raw(Byte x) { return reinterpret_cast<__m512i>(x); }
WALD_ALWAYS_INLINE Byte bytes(__m512i x) { return reinterpret_cast<Byte>(x); }

// Where some intrinsics of GCC 12 pass on a vector that was not set, of which nothing is taken, and are warned of: with
// a mask of all lanes they are the same instruction.
constexpr __mmask16 every_lane = 0xffff;

WALD_ALWAYS_INLINE Byte table_of(const uint8_t *table) {
  return bytes(_mm512_maskz_broadcast_i32x4(every_lane, _mm_loadu_si128(reinterpret_cast<const __m128i *>(table))));
}
WALD_ALWAYS_INLINE Byte lookup16(Byte table, Byte index) { return bytes(_mm512_shuffle_epi8(raw(table), raw(index))); }

WALD_ALWAYS_INLINE Byte zip8_low(Byte a, Byte b) { return bytes(_mm512_unpacklo_epi8(raw(a), raw(b))); }
WALD_ALWAYS_INLINE Byte zip8_high(Byte a, Byte b) { return bytes(_mm512_unpackhi_epi8(raw(a), raw(b))); }
WALD_ALWAYS_INLINE Byte zip16_low(Byte a, Byte b) { return bytes(_mm512_unpacklo_epi16(raw(a), raw(b))); }
WALD_ALWAYS_INLINE Byte zip16_high(Byte a, Byte b) { return bytes(_mm512_unpackhi_epi16(raw(a), raw(b))); }
WALD_ALWAYS_INLINE Byte zip32_low(Byte a, Byte b) {
  return bytes(_mm512_maskz_unpacklo_epi32(every_lane, raw(a), raw(b)));
}
WALD_ALWAYS_INLINE Byte zip32_high(Byte a, Byte b) {
  return bytes(_mm512_maskz_unpackhi_epi32(every_lane, raw(a), raw(b)));
}

// Quarter q takes the groups q, q + 4, q + 8, ... of four lanes, or of two.
alignas(64) constexpr int32_t fours[16] = {0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15};
alignas(64) constexpr int16_t twos[32] = {0, 4, 8,  12, 16, 20, 24, 28, 1, 5, 9,  13, 17, 21, 25, 29,
                                          2, 6, 10, 14, 18, 22, 26, 30, 3, 7, 11, 15, 19, 23, 27, 31};
WALD_ALWAYS_INLINE Byte order4(Byte x) {
  return bytes(_mm512_maskz_permutexvar_epi32(every_lane, _mm512_load_si512(fours), raw(x)));
}
WALD_ALWAYS_INLINE Byte order8(Byte x) { return bytes(_mm512_permutexvar_epi16(_mm512_load_si512(twos), raw(x))); }

#include "core/trees/bits/shuffles.inc"

}  // namespace
}  // namespace wald::core::trees::bits::v4

#define WALD_LEVEL v4
#define WALD_NAME "v4"
#define WALD_BYTES 64
#define WALD_SHUFFLES
#define WALD_HERE (::wald::core::x86_level >= ::wald::core::X86Level::v4)
#include "core/trees/bits/bit_kernels.hpp"
WALD_END_LEVEL
#endif
