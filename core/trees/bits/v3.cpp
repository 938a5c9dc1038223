// Trees as bit vectors, x86-64-v3: vectors of 32 bytes.
#include "core/numeric/contraction.hpp"  // first

#include "core/trees/bits/level.hpp"
#include "core/trees/bits/moves.hpp"

#ifdef WALD_X86_LEVELS
#include <immintrin.h>

WALD_BEGIN_V3

namespace wald::core::trees::bits::v3 {
namespace {

constexpr Costs costs{0.01, 0.03, 0.1, 0.15, 0.1};

WALD_VECTOR(Byte, uint8_t, 32, 32);

WALD_ALWAYS_INLINE __m256i raw(Byte x) { return reinterpret_cast<__m256i>(x); }
WALD_ALWAYS_INLINE Byte bytes(__m256i x) { return reinterpret_cast<Byte>(x); }

WALD_ALWAYS_INLINE Byte table_of(const uint8_t *table) {
  return bytes(_mm256_broadcastsi128_si256(_mm_loadu_si128(reinterpret_cast<const __m128i *>(table))));
}
// index: 0 to 15.
WALD_ALWAYS_INLINE Byte lookup16(Byte table, Byte index) { return bytes(_mm256_shuffle_epi8(raw(table), raw(index))); }

WALD_ALWAYS_INLINE Byte zip8_low(Byte a, Byte b) { return bytes(_mm256_unpacklo_epi8(raw(a), raw(b))); }
WALD_ALWAYS_INLINE Byte zip8_high(Byte a, Byte b) { return bytes(_mm256_unpackhi_epi8(raw(a), raw(b))); }
WALD_ALWAYS_INLINE Byte zip16_low(Byte a, Byte b) { return bytes(_mm256_unpacklo_epi16(raw(a), raw(b))); }
WALD_ALWAYS_INLINE Byte zip16_high(Byte a, Byte b) { return bytes(_mm256_unpackhi_epi16(raw(a), raw(b))); }
WALD_ALWAYS_INLINE Byte zip32_low(Byte a, Byte b) { return bytes(_mm256_unpacklo_epi32(raw(a), raw(b))); }
WALD_ALWAYS_INLINE Byte zip32_high(Byte a, Byte b) { return bytes(_mm256_unpackhi_epi32(raw(a), raw(b))); }

// The order of lanes from which zips within halves, two of them or three, make numbers in the lanes' own order.
WALD_ALWAYS_INLINE Byte order4(Byte x) {
  return bytes(_mm256_permutevar8x32_epi32(raw(x), _mm256_setr_epi32(0, 2, 4, 6, 1, 3, 5, 7)));
}
WALD_ALWAYS_INLINE Byte order8(Byte x) {
  const __m256i apart = _mm256_setr_epi8(0, 1, 4, 5, 8, 9, 12, 13, 2, 3, 6, 7, 10, 11, 14, 15,  //
                                         0, 1, 4, 5, 8, 9, 12, 13, 2, 3, 6, 7, 10, 11, 14, 15);
  return bytes(_mm256_permute4x64_epi64(_mm256_shuffle_epi8(raw(x), apart), 0xD8));
}

#include "core/trees/bits/shuffles.inc"

}  // namespace
}  // namespace wald::core::trees::bits::v3

#define WALD_LEVEL v3
#define WALD_NAME "v3"
#define WALD_BYTES 32
#define WALD_SHUFFLES
#define WALD_HERE (::wald::core::x86_level >= ::wald::core::X86Level::v3)
#include "core/trees/bits/bit_kernels.hpp"
WALD_END_LEVEL
#endif
