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

int32_t positions_of_rest(const double *p, int32_t i, int32_t count, double low, double high, int64_t first,
                          int64_t *out, int32_t kept) {
  for (; i < count; ++i) {
    out[kept] = first + i;
    kept += (p[i] >= low) & (p[i] <= high);
  }
  return kept;
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
  return positions_of_rest(p, 0, count, low, high, first, out, 0);
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
  return positions_of_rest(p, i, count, low, high, first, out, kept);
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
  return positions_of_rest(p, i, count, low, high, first, out, kept);
}

int32_t keep(const double *p, int32_t count, double low, double high, double *out) {
  return WALD_CALL_LEVEL(keep, (p, count, low, high, out));
}

int32_t positions(const double *p, int32_t count, double low, double high, int64_t first, int64_t *out) {
  return WALD_CALL_LEVEL(positions, (p, count, low, high, first, out));
}

#else

int32_t keep(const double *p, int32_t count, double low, double high, double *out) {
  return keep_rest(p, 0, count, low, high, out, 0);
}

int32_t positions(const double *p, int32_t count, double low, double high, int64_t first, int64_t *out) {
  return positions_of_rest(p, 0, count, low, high, first, out, 0);
}

#endif

}  // namespace

int32_t keep_within(const double *p, int32_t count, double low, double high, double *out) {
  return keep(p, count, low, high, out);
}

int32_t positions_within(const double *p, int32_t count, double low, double high, int64_t first, int64_t *out) {
  return positions(p, count, low, high, first, out);
}

WALD_LEVELS(int32_t, count_equal, (const double *WALD_RESTRICT p, int32_t count, double x), (p, count, x)) {
  int64_t equal = 0;
  for (int32_t i = 0; i < count; ++i) equal += p[i] == x ? 1 : 0;
  return static_cast<int32_t>(equal);
}

}  // namespace wald::core
