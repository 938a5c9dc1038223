// Runs the loops over columns of floats for each instruction set with the same bits.
#include "core/numeric/contraction.hpp"  // first

#include "core/decisions/per_row/passes/column_kernels.hpp"

#include "core/numeric/compiler.hpp"

WALD_VECTOR_MATH

namespace wald::core::decisions {
namespace {

constexpr int64_t lanes = 16;

WALD_ALWAYS_INLINE double sum_of_lanes(const float *sums) {
  double sum = 0;
  for (int64_t lane = 0; lane < lanes; ++lane) sum += static_cast<double>(sums[lane]);
  return sum;
}

}  // namespace

WALD_LEVELS(void, take_better,
            (const float *WALD_RESTRICT p, float slope, float cost, int32_t label, int64_t n, float *WALD_RESTRICT best,
             int32_t *WALD_RESTRICT of),
            (p, slope, cost, label, n, best, of)) {
  for (int64_t i = 0; i < n; ++i) {
    const float offer = slope * p[i] - cost, before = best[i];
    best[i] = offer > before ? offer : before;
    of[i] = offer > before ? label : of[i];
  }
}

WALD_LEVELS(void, part_own,
            (const float *WALD_RESTRICT p, float slope, float cost, int32_t label, int64_t n,
             const int32_t *WALD_RESTRICT of, float *WALD_RESTRICT own, float *WALD_RESTRICT other),
            (p, slope, cost, label, n, of, own, other)) {
  for (int64_t i = 0; i < n; ++i) {
    const float offer = slope * p[i] - cost, greater = offer > other[i] ? offer : other[i];
    own[i] = of[i] == label ? offer : own[i];
    other[i] = of[i] == label ? other[i] : greater;
  }
}

// A product instead of a choice between p and 0: GCC 12 loads p under a mask for AVX2, and drops addends of the second
// half of the lanes.
WALD_LEVELS(double, sum_of_label,
            (const float *WALD_RESTRICT p, const int32_t *WALD_RESTRICT of, int32_t label, int64_t n), (p, of, label, n)) {
  float sums[lanes] = {};
  int64_t i = 0;
  for (; i + lanes <= n; i += lanes)
    for (int64_t lane = 0; lane < lanes; ++lane) sums[lane] += (of[i + lane] == label ? 1.0f : 0.0f) * p[i + lane];
  for (int64_t lane = 0; i < n; ++i, ++lane) sums[lane] += (of[i] == label ? 1.0f : 0.0f) * p[i];
  return sum_of_lanes(sums);
}

WALD_LEVELS(int64_t, count_of_label, (const int32_t *WALD_RESTRICT of, int32_t label, int64_t n), (of, label, n)) {
  int32_t count = 0;
  for (int64_t i = 0; i < n; ++i) count += of[i] == label ? 1 : 0;
  return count;
}

WALD_LEVELS(double, sum_of_worths,
            (const float *WALD_RESTRICT p, float slope, float cost, const float *WALD_RESTRICT price, int64_t n),
            (p, slope, cost, price, n)) {
  float sums[lanes] = {};
  int64_t i = 0;
  for (; i + lanes <= n; i += lanes)
    for (int64_t lane = 0; lane < lanes; ++lane) {
      const float worth = slope * p[i + lane] - cost - price[i + lane];
      sums[lane] += worth > 0 ? worth : 0.0f;
    }
  for (int64_t lane = 0; i < n; ++i, ++lane) {
    const float worth = slope * p[i] - cost - price[i];
    sums[lane] += worth > 0 ? worth : 0.0f;
  }
  return sum_of_lanes(sums);
}

WALD_LEVELS(int64_t, count_of_worths,
            (const float *WALD_RESTRICT p, float slope, float cost, const float *WALD_RESTRICT price, int64_t n),
            (p, slope, cost, price, n)) {
  int32_t count = 0;
  for (int64_t i = 0; i < n; ++i) count += slope * p[i] - cost - price[i] > 0 ? 1 : 0;
  return count;
}

}  // namespace wald::core::decisions
