// Computes the sums of columns, and their largest entries.
#include "core/numeric/contraction.hpp"  // first

#include "core/numeric/vectors/largest.hpp"

#include <algorithm>
#include <cstring>

#include "core/numeric/compiler.hpp"

WALD_VECTOR_MATH

namespace wald::core {
namespace {

uint64_t bits_of(double x) {
  uint64_t bits;
  std::memcpy(&bits, &x, sizeof bits);
  return bits;
}

WALD_LEVELS(void, extremes, (const double *x, int64_t count, double &least, double &greatest),
            (x, count, least, greatest)) {
  double low = x[0], high = x[0];
  for (int64_t i = 1; i < count; ++i) {
    low = x[i] < low ? x[i] : low;
    high = x[i] > high ? x[i] : high;
  }
  least = low;
  greatest = high;
}

void insertion(double *x, int64_t count) {
  for (int64_t i = 1; i < count; ++i) {
    const double moved = x[i];
    int64_t j = i;
    for (; j > 0 && x[j - 1] < moved; --j) x[j] = x[j - 1];
    x[j] = moved;
  }
}

// Numbers that are not negative compare as their bits do. Buckets of equal width in these bits hold few each where the
// numbers are spread over a range; a full one is spread again over its own.
void spread(double *x, int64_t count, int64_t wanted, double *scratch) {
  constexpr int64_t few = 16;
  if (count <= few) return insertion(x, count);
  double least, greatest;
  extremes(x, count, least, greatest);
  if (least == greatest) return;
  constexpr int most_bits = 11;
  int bucket_bits = 5;
  while (bucket_bits < most_bits && (int64_t{1} << bucket_bits) < count) ++bucket_bits;
  const uint64_t top = bits_of(greatest), range = top - bits_of(least);
  int shift = 0;
  while (range >> shift >> bucket_bits) ++shift;
  int32_t ends[(1 << most_bits) + 1] = {};
  const int64_t buckets = static_cast<int64_t>(range >> shift) + 1;
  for (int64_t i = 0; i < count; ++i) ++ends[((top - bits_of(x[i])) >> shift) + 1];
  for (int64_t b = 1; b <= buckets; ++b) ends[b] += ends[b - 1];
  for (int64_t i = 0; i < count; ++i) scratch[ends[(top - bits_of(x[i])) >> shift]++] = x[i];
  std::memcpy(x, scratch, static_cast<std::size_t>(count) * sizeof(double));
  for (int64_t b = 0, begin = 0; b < buckets && begin < wanted; begin = ends[b++])
    if (ends[b] - begin > 1) spread(x + begin, ends[b] - begin, wanted - begin, scratch);
}

}  // namespace

WALD_LEVELS(void, combine_columns,
            (const double *WALD_RESTRICT columns, int64_t rows, const double *WALD_RESTRICT a, int64_t count,
             double *WALD_RESTRICT out),
            (columns, rows, a, count, out)) {
  // A block of rows at a time, four columns at a time, so that what is written stays close.
  constexpr int64_t block = 512;
  for (int64_t begin = 0; begin < rows; begin += block) {
    const int64_t size = rows - begin < block ? rows - begin : block;
    double *const y = out + begin;
    for (int64_t i = 0; i < size; ++i) y[i] = 0;
    int64_t j = 0;
    for (; j + 4 <= count; j += 4) {
      const double *const x0 = columns + j * rows + begin, *const x1 = x0 + rows, *const x2 = x1 + rows,
                          *const x3 = x2 + rows;
      const double a0 = a[j], a1 = a[j + 1], a2 = a[j + 2], a3 = a[j + 3];
      for (int64_t i = 0; i < size; ++i) y[i] = (((y[i] + a0 * x0[i]) + a1 * x1[i]) + a2 * x2[i]) + a3 * x3[i];
    }
    for (; j < count; ++j) {
      const double *const x = columns + j * rows + begin;
      const double b = a[j];
      for (int64_t i = 0; i < size; ++i) y[i] += b * x[i];
    }
  }
}

WALD_LEVELS(double, sum, (const double *WALD_RESTRICT x, int64_t count), (x, count)) {
  double sums[8] = {0, 0, 0, 0, 0, 0, 0, 0};
  int64_t i = 0;
  for (; i + 8 <= count; i += 8)
    for (int lane = 0; lane < 8; ++lane) sums[lane] += x[i + lane];
  for (int lane = 0; i < count; ++i, ++lane) sums[lane] += x[i];
  return ((sums[0] + sums[4]) + (sums[1] + sums[5])) + ((sums[2] + sums[6]) + (sums[3] + sums[7]));
}

void descending(std::vector<double> &x, int64_t wanted, std::vector<double> &scratch) {
  scratch.resize(x.size());
  spread(x.data(), static_cast<int64_t>(x.size()), wanted, scratch.data());
}

}  // namespace wald::core
