// Sums powers of many probabilities in one pass, with the rounding of one block.
#include "core/numeric/contraction.hpp"  // first

#include "core/numeric/compiler.hpp"

WALD_VECTOR_MATH

#include <algorithm>
#include <cstring>

#include "core/numeric/sums/power_sums.hpp"

namespace wald::core {
namespace {

constexpr int32_t lanes = 8;

WALD_ALWAYS_INLINE double across(const double *s) {
  return ((s[0] + s[4]) + (s[1] + s[5])) + ((s[2] + s[6]) + (s[3] + s[7]));
}

// The eight lanes as vectors of a register: `parts` of them.
template <int bytes>
struct Part {
  static constexpr int32_t width = bytes / static_cast<int32_t>(sizeof(double));
  static constexpr int32_t parts = lanes / width;
  WALD_VECTOR(Vector, double, bytes, bytes);
};
template <class Vector>
WALD_ALWAYS_INLINE void load(const double *p, Vector &out) {
  std::memcpy(&out, p, sizeof out);
}
template <class Vector>
WALD_ALWAYS_INLINE void store(const Vector &x, double *out) {
  std::memcpy(out, &x, sizeof x);
}

// add(vector) for this part of each eight numbers; the last ones are filled up with `rest`. A pass for each part keeps the
// sums of many powers in registers.
template <int bytes, class Add>
WALD_ALWAYS_INLINE void for_lanes(const double *p, int32_t count, int32_t part, double rest, const Add &add) {
  typename Part<bytes>::Vector x;
  const int32_t at = part * Part<bytes>::width;
  int32_t i = 0;
  for (; i + lanes <= count; i += lanes) {
    load(p + i + at, x);
    add(x);
  }
  if (i < count) {
    double some[lanes];
    std::fill(some, some + lanes, rest);
    std::copy(p + i, p + count, some);
    load(some + at, x);
    add(x);
  }
}

// s[j] += x^(j+1)
template <int32_t powers, class Vector>
WALD_ALWAYS_INLINE void add_powers(const Vector &x, Vector *s) {
  Vector power = x;
  WALD_UNROLL(12)
  for (int32_t j = 0; j < powers; ++j) {
    s[j] += power;
    power *= x;
  }
}
template <int bytes, int32_t powers>
WALD_ALWAYS_INLINE void store_powers(const typename Part<bytes>::Vector *s, int32_t part, double (*out)[lanes]) {
  for (int32_t j = 0; j < powers; ++j) store(s[j], out[j] + part * Part<bytes>::width);
}

template <int bytes, int32_t powers>
WALD_ALWAYS_INLINE void powers_of(const double *WALD_RESTRICT p, int32_t count, double *WALD_RESTRICT out) {
  double sums[powers][lanes];
  for (int32_t part = 0; part < Part<bytes>::parts; ++part) {
    typename Part<bytes>::Vector s[powers] = {};
    for_lanes<bytes>(p, count, part, 0, [&s](const auto &x) { add_powers<powers>(x, s); });
    store_powers<bytes, powers>(s, part, sums);
  }
  for (int32_t j = 0; j < powers; ++j) out[j] = across(sums[j]);
}

template <int bytes, int32_t powers, bool with_below>
WALD_ALWAYS_INLINE void sides_of(const double *WALD_RESTRICT p, int32_t count, double low, double high,
                                 SideSums &WALD_RESTRICT out) {
  using Vector = typename Part<bytes>::Vector;
  const Vector none = {}, one = none + 1, least = none + low, most = none + high;
  double over_all[lanes], under_all[lanes], positive_all[lanes], largest_all[lanes];
  double sums[powers][lanes], sums_below[powers][lanes];
  for (int32_t part = 0; part < Part<bytes>::parts; ++part) {
    Vector over = {}, under = {}, positive = {}, largest = {}, above[powers] = {}, below[powers] = {};
    for_lanes<bytes>(p, count, part, low, [&](const Vector &x) {
      const auto is_above = x > most, is_below = x < least;
      over += WALD_PICK(is_above, one, none);
      under += WALD_PICK(is_below, one, none);
      positive += WALD_PICK(x > none, one, none);
      largest = WALD_PICK(x > largest, x, largest);
      add_powers<powers>(WALD_PICK(is_above, x, none), above);
      if (with_below) add_powers<powers>(WALD_PICK(is_below, x, none), below);
    });
    const int32_t at = part * Part<bytes>::width;
    store(over, over_all + at);
    store(under, under_all + at);
    store(positive, positive_all + at);
    store(largest, largest_all + at);
    store_powers<bytes, powers>(above, part, sums);
    if (with_below) store_powers<bytes, powers>(below, part, sums_below);
  }
  // What fills up the last eight is neither above nor below.
  const double filled = low > 0 ? (lanes - count % lanes) % lanes : 0;
  out.count_above = across(over_all);
  out.count_below = across(under_all);
  out.positive = across(positive_all) - filled;
  out.largest = *std::max_element(largest_all, largest_all + lanes);
  for (int32_t j = 0; j < powers; ++j) out.above[j] = across(sums[j]);
  if (with_below)
    for (int32_t j = 0; j < powers; ++j) out.below[j] = across(sums_below[j]);
}

}  // namespace

WALD_LEVELS(void, widen_floats, (const float *WALD_RESTRICT from, int32_t count, double *WALD_RESTRICT to),
            (from, count, to)) {
  for (int32_t i = 0; i < count; ++i) to[i] = static_cast<double>(from[i]);
}

const double *Blocks::read(int64_t begin, int32_t count, double *buffer) const {
  if (straight_) return static_cast<const double *>(table_.data) + begin;
  int64_t i = begin / table_.cols, j = begin % table_.cols;
  for (int32_t at = 0; at < count;) {
    const Reals row = table_.row(i);
    const int32_t here = static_cast<int32_t>(std::min<int64_t>(count - at, table_.cols - j));
    if (row.is_float && row.stride == 1)
      widen_floats(static_cast<const float *>(row.data) + j, here, buffer + at);
    else
      for (int32_t c = 0; c < here; ++c) buffer[at + c] = row[j + c];
    at += here;
    j = 0;
    ++i;
  }
  return buffer;
}

double Blocks::at(int64_t i) const { return table_.row(i / table_.cols)[i % table_.cols]; }

WALD_LEVELS_BY_REGISTER(ThresholdSums, threshold_sums, (const double *WALD_RESTRICT p, int32_t count, double threshold),
                        (p, count, threshold)) {
  using Vector = typename Part<bytes>::Vector;
  const Vector none = {}, one = none + 1, least = none + threshold;
  constexpr int32_t sums = 6;  // all, squares, above, sum, squares above, positive
  double all[sums][lanes], largest_all[lanes];
  for (int32_t part = 0; part < Part<bytes>::parts; ++part) {
    Vector s[sums] = {}, largest = {};
    for_lanes<bytes>(p, count, part, 0, [&](const Vector &x) {
      const auto over = x > least;
      const Vector kept = WALD_PICK(over, x, none);
      s[0] += x;
      s[1] += x * x;
      s[2] += WALD_PICK(over, one, none);
      s[3] += kept;
      s[4] += kept * kept;
      s[5] += WALD_PICK(x > none, one, none);
      largest = WALD_PICK(x > largest, x, largest);
    });
    store_powers<bytes, sums>(s, part, all);
    store(largest, largest_all + part * Part<bytes>::width);
  }
  return {across(all[0]), across(all[1]), across(all[2]), across(all[3]), across(all[4]), across(all[5]),
          *std::max_element(largest_all, largest_all + lanes)};
}

#define WALD_POWERS(name, powers)                                                                                 \
  static WALD_LEVELS_BY_REGISTER(                                                                                 \
      void, name, (const double *WALD_RESTRICT p, int32_t count, double *WALD_RESTRICT out), (p, count, out)) { \
    powers_of<bytes, powers>(p, count, out);                                                                      \
  }
WALD_POWERS(four_powers, 4)
WALD_POWERS(eight_powers, 8)
WALD_POWERS(twelve_powers, 12)
#undef WALD_POWERS

void power_sums(const double *p, int32_t count, int32_t powers, double *out) {
  if (powers == 4) return four_powers(p, count, out);
  if (powers == 8) return eight_powers(p, count, out);
  twelve_powers(p, count, out);
}

#define WALD_SIDES(name, powers, with_below)                                                                \
  static WALD_LEVELS_BY_REGISTER(                                                                           \
      void, name,                                                                                           \
      (const double *WALD_RESTRICT p, int32_t count, double low, double high, SideSums &WALD_RESTRICT out), \
      (p, count, low, high, out)) {                                                                         \
    sides_of<bytes, powers, with_below>(p, count, low, high, out);                                          \
  }
WALD_SIDES(four_sides, 4, true)
WALD_SIDES(eight_sides, 8, true)
WALD_SIDES(twelve_sides, 12, true)
WALD_SIDES(four_above, 4, false)
WALD_SIDES(eight_above, 8, false)
WALD_SIDES(twelve_above, 12, false)
#undef WALD_SIDES

void side_sums(const double *p, int32_t count, double low, double high, int32_t powers, bool with_below,
               SideSums &out) {
  if (powers == 4) return (with_below ? four_sides : four_above)(p, count, low, high, out);
  if (powers == 8) return (with_below ? eight_sides : eight_above)(p, count, low, high, out);
  (with_below ? twelve_sides : twelve_above)(p, count, low, high, out);
}

WALD_LEVELS_BY_REGISTER(double, product_of_complements, (const double *WALD_RESTRICT p, int32_t count), (p, count)) {
  using Vector = typename Part<bytes>::Vector;
  double all[lanes];
  for (int32_t part = 0; part < Part<bytes>::parts; ++part) {
    Vector product = Vector{} + 1;
    for_lanes<bytes>(p, count, part, 0, [&product](const Vector &x) { product *= 1 - x; });
    store(product, all + part * Part<bytes>::width);
  }
  return ((all[0] * all[4]) * (all[1] * all[5])) * ((all[2] * all[6]) * (all[3] * all[7]));
}

}  // namespace wald::core
