// Sums powers of many probabilities in one pass, with the rounding of one block.
#include "core/numeric/contraction.hpp"  // first

#include "core/numeric/compiler.hpp"

WALD_VECTOR_MATH

#include <algorithm>
#include <cstring>

#include "core/numeric/sums/power_sums.hpp"

namespace wald::core {
namespace {

// Eight lanes, which the compiler makes of whatever registers the instruction set has: the same operations on each.
constexpr int32_t lanes = 8;
WALD_VECTOR(Lanes, double, lanes * sizeof(double), lanes * sizeof(double));

WALD_ALWAYS_INLINE double across(const Lanes &s) {
  return ((s[0] + s[4]) + (s[1] + s[5])) + ((s[2] + s[6]) + (s[3] + s[7]));
}

WALD_ALWAYS_INLINE void load(const double *p, Lanes &out) { std::memcpy(&out, p, sizeof out); }
WALD_ALWAYS_INLINE void load_some(const double *p, int32_t count, double rest, Lanes &out) {
  double some[lanes];
  std::fill(some, some + lanes, rest);
  std::copy(p, p + count, some);
  load(some, out);
}

// add(vector) for each eight numbers; the last ones are filled up with `rest`.
template <class Add>
WALD_ALWAYS_INLINE void for_lanes(const double *p, int32_t count, double rest, const Add &add) {
  Lanes x;
  int32_t i = 0;
  for (; i + lanes <= count; i += lanes) {
    load(p + i, x);
    add(x);
  }
  if (i < count) {
    load_some(p + i, count - i, rest, x);
    add(x);
  }
}

// s[j] += x^(j+1)
template <int32_t powers>
WALD_ALWAYS_INLINE void add_powers(const Lanes &x, Lanes *s) {
  Lanes power = x;
  WALD_UNROLL(12)
  for (int32_t j = 0; j < powers; ++j) {
    s[j] += power;
    power *= x;
  }
}

template <int32_t powers>
WALD_ALWAYS_INLINE void powers_of(const double *WALD_RESTRICT p, int32_t count, double *WALD_RESTRICT out) {
  Lanes s[powers] = {};
  for_lanes(p, count, 0, [&s](const Lanes &x) { add_powers<powers>(x, s); });
  for (int32_t j = 0; j < powers; ++j) out[j] = across(s[j]);
}

template <int32_t powers, bool with_below>
WALD_ALWAYS_INLINE void sides_of(const double *WALD_RESTRICT p, int32_t count, double low, double high,
                                 SideSums &WALD_RESTRICT out) {
  const Lanes none = {}, one = none + 1, least = none + low, most = none + high;
  Lanes over = {}, under = {}, positive = {}, largest = {}, above[powers] = {}, below[powers] = {};
  // What fills up the last eight is neither above nor below.
  const double filled = low > 0 ? (lanes - count % lanes) % lanes : 0;
  for_lanes(p, count, low, [&](const Lanes &x) {
    const auto is_above = x > most, is_below = x < least;
    over += WALD_PICK(is_above, one, none);
    under += WALD_PICK(is_below, one, none);
    positive += WALD_PICK(x > none, one, none);
    largest = WALD_PICK(x > largest, x, largest);
    add_powers<powers>(WALD_PICK(is_above, x, none), above);
    if (with_below) add_powers<powers>(WALD_PICK(is_below, x, none), below);
  });
  out.count_above = across(over);
  out.count_below = across(under);
  out.positive = across(positive) - filled;
  out.largest = 0;
  for (int32_t l = 0; l < lanes; ++l) out.largest = std::max(out.largest, largest[l]);
  for (int32_t j = 0; j < powers; ++j) out.above[j] = across(above[j]);
  if (with_below)
    for (int32_t j = 0; j < powers; ++j) out.below[j] = across(below[j]);
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

WALD_LEVELS(ThresholdSums, threshold_sums, (const double *WALD_RESTRICT p, int32_t count, double threshold),
            (p, count, threshold)) {
  const Lanes none = {}, one = none + 1, least = none + threshold;
  Lanes all = {}, squares = {}, above = {}, sum = {}, squares_above = {}, positive = {}, largest = {};
  for_lanes(p, count, 0, [&](const Lanes &x) {
    const auto over = x > least;
    const Lanes kept = WALD_PICK(over, x, none);
    all += x;
    squares += x * x;
    above += WALD_PICK(over, one, none);
    sum += kept;
    squares_above += kept * kept;
    positive += WALD_PICK(x > none, one, none);
    largest = WALD_PICK(x > largest, x, largest);
  });
  double greatest = 0;
  for (int32_t l = 0; l < lanes; ++l) greatest = std::max(greatest, largest[l]);
  return {across(all), across(squares), across(above), across(sum), across(squares_above), across(positive), greatest};
}

static WALD_LEVELS(void, four_powers, (const double *WALD_RESTRICT p, int32_t count, double *WALD_RESTRICT out),
                   (p, count, out)) {
  powers_of<4>(p, count, out);
}
static WALD_LEVELS(void, eight_powers, (const double *WALD_RESTRICT p, int32_t count, double *WALD_RESTRICT out),
                   (p, count, out)) {
  powers_of<8>(p, count, out);
}
static WALD_LEVELS(void, twelve_powers, (const double *WALD_RESTRICT p, int32_t count, double *WALD_RESTRICT out),
                   (p, count, out)) {
  powers_of<12>(p, count, out);
}

void power_sums(const double *p, int32_t count, int32_t powers, double *out) {
  if (powers == 4) return four_powers(p, count, out);
  if (powers == 8) return eight_powers(p, count, out);
  twelve_powers(p, count, out);
}

#define WALD_SIDES(name, powers, with_below)                                                                \
  static WALD_LEVELS(                                                                                       \
      void, name,                                                                                           \
      (const double *WALD_RESTRICT p, int32_t count, double low, double high, SideSums &WALD_RESTRICT out), \
      (p, count, low, high, out)) {                                                                         \
    sides_of<powers, with_below>(p, count, low, high, out);                                                 \
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

WALD_LEVELS(double, product_of_complements, (const double *WALD_RESTRICT p, int32_t count), (p, count)) {
  Lanes product = Lanes{} + 1;
  for_lanes(p, count, 0, [&product](const Lanes &x) { product *= 1 - x; });
  return ((product[0] * product[4]) * (product[1] * product[5])) *
         ((product[2] * product[6]) * (product[3] * product[7]));
}

}  // namespace wald::core
