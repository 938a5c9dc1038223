// Keeps the numbers within a range, or their positions.
#include "core/numeric/contraction.hpp"  // first

#include "core/numeric/compiler.hpp"

WALD_VECTOR_MATH

#include "core/numeric/vectors/compress.hpp"

#ifdef WALD_X86_LEVELS
#include <immintrin.h>
#endif

namespace wald::core {
namespace {

// One number after the other, without a branch.
int32_t keep_rest(const double *p, int32_t i, int32_t count, double low, double high, double *out, int32_t kept) {
  for (; i < count; ++i) {
    const double x = p[i];
    out[kept] = x;
    kept += (x >= low) & (x <= high);
  }
  return kept;
}

// How many it keeps.
int32_t positions_of_rest(const double *p, int32_t i, int32_t count, double low, double high, int64_t first,
                          int64_t *out) {
  int32_t kept = 0;
  for (; i < count; ++i) {
    out[kept] = first + i;
    kept += (p[i] >= low) & (p[i] <= high);
  }
  return kept;
}

// A number within is one that is at most high - low above low, without a sign.
int32_t places_of_rest(const uint16_t *x, int32_t i, int32_t count, uint16_t low, uint16_t high, int32_t *out,
                       int32_t kept) {
  for (; i < count; ++i) {
    out[kept] = i;
    kept += static_cast<uint16_t>(x[i] - low) <= static_cast<uint16_t>(high - low);
  }
  return kept;
}

// Where most of so many numbers together hold none that is within.
int32_t places_by_groups(const uint16_t *x, int32_t count, uint16_t low, uint16_t high, int32_t *out) {
  constexpr int32_t group = 32;
  int32_t kept = 0, i = 0;
  for (; i + group <= count; i += group) {
    uint16_t any = 0;
    for (int32_t j = i; j < i + group; ++j)
      any = static_cast<uint16_t>(any |
                                  (static_cast<uint16_t>(x[j] - low) <= static_cast<uint16_t>(high - low) ? 1 : 0));
    if (any != 0) kept = places_of_rest(x, i, i + group, low, high, out, kept);
  }
  return places_of_rest(x, i, count, low, high, out, kept);
}

#ifdef WALD_X86_LEVELS

// Of a mask of four numbers, the halves of those kept first.
struct Halves {
  int32_t of[16][8];
};
constexpr Halves halves_kept() {
  Halves out{};
  for (int mask = 0; mask < 16; ++mask) {
    int at = 0;
    for (int i = 0; i < 4; ++i)
      if (mask >> i & 1) {
        out.of[mask][2 * at] = 2 * i;
        out.of[mask][2 * at + 1] = 2 * i + 1;
        ++at;
      }
  }
  return out;
}
alignas(32) constexpr Halves halves = halves_kept();

WALD_V1 int32_t keep_v1(const double *p, int32_t count, double low, double high, double *out) {
  return keep_rest(p, 0, count, low, high, out, 0);
}

WALD_V3 int32_t keep_v3(const double *p, int32_t count, double low, double high, double *out) {
  const __m256d least = _mm256_set1_pd(low), most = _mm256_set1_pd(high);
  int32_t kept = 0, i = 0;
  for (; i + 4 <= count; i += 4) {
    const __m256d x = _mm256_loadu_pd(p + i);
    const int mask =
        _mm256_movemask_pd(_mm256_and_pd(_mm256_cmp_pd(x, least, _CMP_GE_OQ), _mm256_cmp_pd(x, most, _CMP_LE_OQ)));
    const __m256i order = _mm256_load_si256(reinterpret_cast<const __m256i *>(halves.of[mask]));
    _mm256_storeu_si256(reinterpret_cast<__m256i *>(out + kept),
                        _mm256_permutevar8x32_epi32(_mm256_castpd_si256(x), order));
    kept += ones_in(static_cast<uint32_t>(mask));
  }
  return keep_rest(p, i, count, low, high, out, kept);
}

WALD_V4 int32_t keep_v4(const double *p, int32_t count, double low, double high, double *out) {
  const __m512d least = _mm512_set1_pd(low), most = _mm512_set1_pd(high);
  int32_t kept = 0, i = 0;
  for (; i + 8 <= count; i += 8) {
    const __m512d x = _mm512_loadu_pd(p + i);
    const __mmask8 mask = _mm512_mask_cmp_pd_mask(_mm512_cmp_pd_mask(x, least, _CMP_GE_OQ), x, most, _CMP_LE_OQ);
    _mm512_storeu_pd(out + kept, _mm512_maskz_compress_pd(mask, x));
    kept += ones_in(uint32_t{mask});
  }
  return keep_rest(p, i, count, low, high, out, kept);
}

WALD_V1 int32_t positions_v1(const double *p, int32_t count, double low, double high, int64_t first, int64_t *out) {
  return positions_of_rest(p, 0, count, low, high, first, out);
}

WALD_V3 int32_t positions_v3(const double *p, int32_t count, double low, double high, int64_t first, int64_t *out) {
  const __m256d least = _mm256_set1_pd(low), most = _mm256_set1_pd(high);
  __m256i position = _mm256_add_epi64(_mm256_set1_epi64x(first), _mm256_setr_epi64x(0, 1, 2, 3));
  const __m256i step = _mm256_set1_epi64x(4);
  int32_t kept = 0, i = 0;
  for (; i + 4 <= count; i += 4) {
    const __m256d x = _mm256_loadu_pd(p + i);
    const int mask =
        _mm256_movemask_pd(_mm256_and_pd(_mm256_cmp_pd(x, least, _CMP_GE_OQ), _mm256_cmp_pd(x, most, _CMP_LE_OQ)));
    const __m256i order = _mm256_load_si256(reinterpret_cast<const __m256i *>(halves.of[mask]));
    _mm256_storeu_si256(reinterpret_cast<__m256i *>(out + kept), _mm256_permutevar8x32_epi32(position, order));
    kept += ones_in(static_cast<uint32_t>(mask));
    position = _mm256_add_epi64(position, step);
  }
  return kept + positions_of_rest(p, i, count, low, high, first, out + kept);
}

WALD_V4 int32_t positions_v4(const double *p, int32_t count, double low, double high, int64_t first, int64_t *out) {
  const __m512d least = _mm512_set1_pd(low), most = _mm512_set1_pd(high);
  __m512i position = _mm512_add_epi64(_mm512_set1_epi64(first), _mm512_setr_epi64(0, 1, 2, 3, 4, 5, 6, 7));
  const __m512i step = _mm512_set1_epi64(8);
  int32_t kept = 0, i = 0;
  for (; i + 8 <= count; i += 8) {
    const __m512d x = _mm512_loadu_pd(p + i);
    const __mmask8 mask = _mm512_mask_cmp_pd_mask(_mm512_cmp_pd_mask(x, least, _CMP_GE_OQ), x, most, _CMP_LE_OQ);
    _mm512_storeu_si512(out + kept, _mm512_maskz_compress_epi64(mask, position));
    kept += ones_in(uint32_t{mask});
    position = _mm512_add_epi64(position, step);
  }
  return kept + positions_of_rest(p, i, count, low, high, first, out + kept);
}

WALD_ALWAYS_INLINE int32_t add_places(uint32_t mask, int32_t first, int32_t *out, int32_t kept) {
  for (; mask != 0; mask &= mask - 1) out[kept++] = first + trailing_zeros(uint64_t{mask});
  return kept;
}

WALD_V1 int32_t places_v1(const uint16_t *x, int32_t count, uint16_t low, uint16_t high, int32_t *out) {
  return places_by_groups(x, count, low, high, out);
}

WALD_V3 int32_t places_v3(const uint16_t *x, int32_t count, uint16_t low, uint16_t high, int32_t *out) {
  const __m256i least = _mm256_set1_epi16(static_cast<int16_t>(low)),
                span = _mm256_set1_epi16(static_cast<int16_t>(high - low));
  int32_t kept = 0, i = 0;
  for (; i + 32 <= count; i += 32) {
    const __m256i *const at = reinterpret_cast<const __m256i *>(x + i);
    const __m256i first = _mm256_sub_epi16(_mm256_loadu_si256(at), least),
                  second = _mm256_sub_epi16(_mm256_loadu_si256(at + 1), least);
    // A byte for each, in their order again.
    const __m256i both = _mm256_permute4x64_epi64(
        _mm256_packs_epi16(_mm256_cmpeq_epi16(_mm256_min_epu16(first, span), first),
                           _mm256_cmpeq_epi16(_mm256_min_epu16(second, span), second)),
        0xd8);
    kept = add_places(static_cast<uint32_t>(_mm256_movemask_epi8(both)), i, out, kept);
  }
  return places_of_rest(x, i, count, low, high, out, kept);
}

WALD_V4 int32_t places_v4(const uint16_t *x, int32_t count, uint16_t low, uint16_t high, int32_t *out) {
  const __m512i least = _mm512_set1_epi16(static_cast<int16_t>(low)),
                span = _mm512_set1_epi16(static_cast<int16_t>(high - low));
  int32_t kept = 0, i = 0;
  for (; i + 32 <= count; i += 32) {
    const __m512i above = _mm512_sub_epi16(_mm512_loadu_si512(x + i), least);
    kept = add_places(_mm512_cmple_epu16_mask(above, span), i, out, kept);
  }
  return places_of_rest(x, i, count, low, high, out, kept);
}

int32_t places(const uint16_t *x, int32_t count, uint16_t low, uint16_t high, int32_t *out) {
  return WALD_CALL_LEVEL(places, (x, count, low, high, out));
}

int32_t keep(const double *p, int32_t count, double low, double high, double *out) {
  return WALD_CALL_LEVEL(keep, (p, count, low, high, out));
}

int32_t positions(const double *p, int32_t count, double low, double high, int64_t first, int64_t *out) {
  return WALD_CALL_LEVEL(positions, (p, count, low, high, first, out));
}

#else

int32_t places(const uint16_t *x, int32_t count, uint16_t low, uint16_t high, int32_t *out) {
  return places_by_groups(x, count, low, high, out);
}

int32_t keep(const double *p, int32_t count, double low, double high, double *out) {
  return keep_rest(p, 0, count, low, high, out, 0);
}

int32_t positions(const double *p, int32_t count, double low, double high, int64_t first, int64_t *out) {
  return positions_of_rest(p, 0, count, low, high, first, out);
}

#endif

}  // namespace

int32_t keep_within(const double *p, int32_t count, double low, double high, double *out) {
  return keep(p, count, low, high, out);
}

int32_t positions_within(const double *p, int32_t count, double low, double high, int64_t first, int64_t *out) {
  return positions(p, count, low, high, first, out);
}

int32_t positions_within(const uint16_t *x, int32_t count, uint16_t low, uint16_t high, int32_t *out) {
  return places(x, count, low, high, out);
}

WALD_LEVELS(int32_t, count_equal, (const double *WALD_RESTRICT p, int32_t count, double x), (p, count, x)) {
  int64_t equal = 0;
  for (int32_t i = 0; i < count; ++i) equal += p[i] == x ? 1 : 0;
  return static_cast<int32_t>(equal);
}

}  // namespace wald::core
