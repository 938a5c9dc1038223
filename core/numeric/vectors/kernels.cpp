// Runs the innermost loops over doubles for each instruction set with the same bits.
#include "core/numeric/contraction.hpp"  // first

#include "core/numeric/vectors/kernels.hpp"

#include "core/numeric/compiler.hpp"

WALD_VECTOR_MATH

namespace wald::core {

WALD_LEVELS(void, mix, (const double *WALD_RESTRICT x, double q, double p, int64_t count, double *WALD_RESTRICT out),
            (x, q, p, count, out)) {
  for (int64_t j = 0; j < count; ++j) out[j] = q * x[j + 1] + p * x[j];
}

// Reads run ahead of writes. With the offset known to the compiler it sees that whole vectors may be loaded before
// they are stored; with any other it checks at run time.
static WALD_LEVELS(void, mix_ahead_by_1, (double *x, double q, double p, int64_t count), (x, q, p, count)) {
  for (int64_t j = 0; j < count; ++j) x[j] = q * x[j] + p * x[j + 1];
}
static WALD_LEVELS(void, mix_ahead_by_4, (double *x, double q, double p, int64_t count), (x, q, p, count)) {
  for (int64_t j = 0; j < count; ++j) x[j] = q * x[j] + p * x[j + 4];
}
static WALD_LEVELS(void, mix_ahead_by_any, (double *x, double q, double p, int64_t offset, int64_t count),
                   (x, q, p, offset, count)) {
  for (int64_t j = 0; j < count; ++j) x[j] = q * x[j] + p * x[j + offset];
}
void mix_ahead(double *x, double q, double p, int64_t offset, int64_t count) {
  if (offset == 1) return mix_ahead_by_1(x, q, p, count);
  if (offset == 4) return mix_ahead_by_4(x, q, p, count);
  mix_ahead_by_any(x, q, p, offset, count);
}

WALD_LEVELS(double, dot, (const double *WALD_RESTRICT x, const double *WALD_RESTRICT y, int64_t count), (x, y, count)) {
  double sums[8] = {0, 0, 0, 0, 0, 0, 0, 0};
  int64_t j = 0;
  for (; j + 8 <= count; j += 8)
    for (int lane = 0; lane < 8; ++lane) sums[lane] += x[j + lane] * y[j + lane];
  for (int lane = 0; j < count; ++j, ++lane) sums[lane] += x[j] * y[j];
  return ((sums[0] + sums[4]) + (sums[1] + sums[5])) + ((sums[2] + sums[6]) + (sums[3] + sums[7]));
}

WALD_LEVELS(void, add_multiple, (const double *WALD_RESTRICT x, double factor, int64_t count, double *WALD_RESTRICT y),
            (x, factor, count, y)) {
  for (int64_t j = 0; j < count; ++j) y[j] += factor * x[j];
}

static WALD_LEVELS(double, sum_of_products_1,
                   (const double *WALD_RESTRICT x, double first, const double *WALD_RESTRICT y, int64_t count),
                   (x, first, y, count)) {
  constexpr int64_t block = 128;
  double values[block], sums[8] = {0, 0, 0, 0, 0, 0, 0, 0};
  for (int64_t begin = 0; begin < count; begin += block) {
    const int32_t size = static_cast<int32_t>(count - begin < block ? count - begin : block);
    const double *const u = x + begin, *const v = y + begin;
    const double from = first + static_cast<double>(begin);
    for (int32_t j = 0; j < size; ++j) values[j] = u[j] * (from + static_cast<double>(j)) * v[j];
    int32_t j = 0;
    for (; j + 8 <= size; j += 8)
      for (int32_t lane = 0; lane < 8; ++lane) sums[lane] += values[j + lane];
    for (int32_t lane = 0; j < size; ++j, ++lane) sums[lane] += values[j];
  }
  return ((sums[0] + sums[4]) + (sums[1] + sums[5])) + ((sums[2] + sums[6]) + (sums[3] + sums[7]));
}
double sum_of_products(const double *x, int64_t first, const double *y, int64_t stride, int64_t count) {
  if (first == 0 && count > 0) {
    ++first;
    ++x;
    y += stride;
    --count;
  }
  if (stride == 1) return sum_of_products_1(x, static_cast<double>(first), y, count);
  double sums[8] = {0, 0, 0, 0, 0, 0, 0, 0};
  for (int64_t j = 0; j < count; ++j) sums[j & 7] += x[j] * static_cast<double>(first + j) * y[j * stride];
  return ((sums[0] + sums[4]) + (sums[1] + sums[5])) + ((sums[2] + sums[6]) + (sums[3] + sums[7]));
}

WALD_LEVELS(void, descending_ranks, (const double *WALD_RESTRICT x, int32_t count, int32_t *WALD_RESTRICT rank),
            (x, count, rank)) {
  for (int32_t i = 0; i < count; ++i) {
    const double at = x[i];
    int64_t before = 0;
    for (int32_t j = 0; j < i; ++j) before += x[j] >= at ? 1 : 0;
    for (int32_t j = i + 1; j < count; ++j) before += x[j] > at ? 1 : 0;
    rank[i] = static_cast<int32_t>(before);
  }
}

WALD_LEVELS(void, lower_to_ratios,
            (const double *WALD_RESTRICT x, double top, double bottom, int64_t first, int64_t count,
             double *WALD_RESTRICT out),
            (x, top, bottom, first, count, out)) {
  for (int64_t j = 0; j < count; ++j) {
    const double ratio = x[j] * top / (bottom + static_cast<double>(first + j));
    out[j] = ratio < out[j] ? ratio : out[j];
  }
}

WALD_LEVELS(void, lower_to_chords,
            (const double *WALD_RESTRICT x, const double *WALD_RESTRICT y, int64_t left, int64_t right, int64_t first,
             int64_t count, double *WALD_RESTRICT out),
            (x, y, left, right, first, count, out)) {
  const double width = static_cast<double>(right - left);
  for (int64_t j = 0; j < count; ++j) {
    const double to_left = static_cast<double>(first + j - left), to_right = static_cast<double>(right - first - j);
    const double at = (x[j] * to_right + y[j] * to_left) / width;
    out[j] = at < out[j] ? at : out[j];
  }
}

}  // namespace wald::core
