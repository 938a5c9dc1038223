// Runs the innermost loops of fitting, over the sums and one model's scores of many rows.
#include "core/numeric/contraction.hpp"  // first

#include "core/cascades/planning/extremes.hpp"

#include <algorithm>
#include <limits>

#include "core/numeric/compiler.hpp"

WALD_VECTOR_MATH

namespace wald::core::cascades {

namespace {
constexpr int32_t least = std::numeric_limits<int32_t>::min(), largest = std::numeric_limits<int32_t>::max();
// Counted in 32 bits, so that as many lanes count as compare.
constexpr int64_t rows_of_count = int64_t{1} << 30;
}  // namespace

WALD_LEVELS(int32_t, least_sum, (const int32_t *g, const int32_t *f, int64_t n), (g, f, n)) {
  int32_t out = largest;
  for (int64_t i = 0; i < n; ++i) {
    const int32_t s = g[i] + f[i];
    out = s < out ? s : out;
  }
  return out;
}

WALD_LEVELS(int64_t, count_below, (const int32_t *g, const int32_t *f, int64_t n, int32_t bound), (g, f, n, bound)) {
  int64_t out = 0;
  for (int64_t begin = 0; begin < n; begin += rows_of_count) {
    const int64_t end = n - begin < rows_of_count ? n : begin + rows_of_count;
    int32_t count = 0;
    for (int64_t i = begin; i < end; ++i) count += g[i] + f[i] < bound;
    out += count;
  }
  return out;
}

WALD_LEVELS(int64_t, count_above, (const int32_t *g, const int32_t *f, int64_t n, int32_t bound), (g, f, n, bound)) {
  int64_t out = 0;
  for (int64_t begin = 0; begin < n; begin += rows_of_count) {
    const int64_t end = n - begin < rows_of_count ? n : begin + rows_of_count;
    int32_t count = 0;
    for (int64_t i = begin; i < end; ++i) count += g[i] + f[i] > bound;
    out += count;
  }
  return out;
}

WALD_LEVELS(int64_t, weight_below, (const int32_t *g, const int32_t *f, const int64_t *w, int64_t n, int32_t bound),
            (g, f, w, n, bound)) {
  int64_t out = 0;
  for (int64_t i = 0; i < n; ++i) out += g[i] + f[i] < bound ? w[i] : 0;
  return out;
}

WALD_LEVELS(int64_t, weight_above, (const int32_t *g, const int32_t *f, const int64_t *w, int64_t n, int32_t bound),
            (g, f, w, n, bound)) {
  int64_t out = 0;
  for (int64_t i = 0; i < n; ++i) out += g[i] + f[i] > bound ? w[i] : 0;
  return out;
}

WALD_LEVELS(Tail, count_below_and_largest, (const int32_t *g, const int32_t *f, int64_t n, int32_t bound),
            (g, f, n, bound)) {
  Tail out{0, least};
  for (int64_t begin = 0; begin < n; begin += rows_of_count) {
    const int64_t end = n - begin < rows_of_count ? n : begin + rows_of_count;
    int32_t count = 0, most = least;
    for (int64_t i = begin; i < end; ++i) {
      const int32_t s = g[i] + f[i];
      count += s < bound;
      most = s > most ? s : most;
    }
    out.below += count;
    out.largest = most > out.largest ? most : out.largest;
  }
  return out;
}

WALD_LEVELS(void, least_of_runs, (const int32_t *g, const int32_t *f, int64_t n, int32_t *out), (g, f, n, out)) {
  const int64_t whole = n / rows_of_extreme;
  for (int64_t b = 0; b < whole; ++b, g += rows_of_extreme, f += rows_of_extreme) {
    int32_t least_here = largest;
    for (int64_t i = 0; i < rows_of_extreme; ++i) {
      const int32_t s = g[i] + f[i];
      least_here = s < least_here ? s : least_here;
    }
    out[b] = least_here;
  }
  if (n % rows_of_extreme == 0) return;
  out[whole] = largest;
  for (int64_t i = 0; i < n % rows_of_extreme; ++i) out[whole] = std::min(out[whole], g[i] + f[i]);
}

WALD_LEVELS(void, largest_of_runs, (const int32_t *g, const int32_t *f, int64_t n, int32_t *out), (g, f, n, out)) {
  const int64_t whole = n / rows_of_extreme;
  for (int64_t b = 0; b < whole; ++b, g += rows_of_extreme, f += rows_of_extreme) {
    int32_t largest_here = least;
    for (int64_t i = 0; i < rows_of_extreme; ++i) {
      const int32_t s = g[i] + f[i];
      largest_here = s > largest_here ? s : largest_here;
    }
    out[b] = largest_here;
  }
  if (n % rows_of_extreme == 0) return;
  out[whole] = least;
  for (int64_t i = 0; i < n % rows_of_extreme; ++i) out[whole] = std::max(out[whole], g[i] + f[i]);
}

}  // namespace wald::core::cascades
