#include "core/numeric/contraction.hpp"  // first

#include "core/numeric/dispatch.hpp"

WALD_VECTOR_MATH

#include <algorithm>
#include <cstring>

#include "core/numeric/power_sums.hpp"

namespace wald::core {
namespace {

// Eight lanes, which the compiler makes of whatever registers the instruction set has: the same operations on each.
constexpr int32_t lanes = 8;
typedef double Lanes __attribute__((vector_size(lanes * sizeof(double))));

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

template <int32_t powers>
WALD_ALWAYS_INLINE void powers_of(const double *__restrict p, int32_t count, double *__restrict out) {
  Lanes s[powers] = {};
  const auto add = [&s](const Lanes &x) {
    Lanes power = x;
#pragma GCC unroll 12
    for (int32_t j = 0; j < powers; ++j) {
      s[j] += power;
      power *= x;
    }
  };
  int32_t i = 0;
  Lanes x;
  for (; i + lanes <= count; i += lanes) {
    load(p + i, x);
    add(x);
  }
  if (i < count) {
    load_some(p + i, count - i, 0, x);
    add(x);
  }
  for (int32_t j = 0; j < powers; ++j) out[j] = across(s[j]);
}

}  // namespace

const double *Blocks::read(int64_t begin, int32_t count, double *buffer) const {
  if (straight_) return static_cast<const double *>(table_.data) + begin;
  int64_t i = begin / table_.cols, j = begin % table_.cols;
  for (int32_t at = 0; at < count;) {
    const Reals row = table_.row(i);
    const int32_t here = static_cast<int32_t>(std::min<int64_t>(count - at, table_.cols - j));
    for (int32_t c = 0; c < here; ++c) buffer[at + c] = row[j + c];
    at += here;
    j = 0;
    ++i;
  }
  return buffer;
}

double Blocks::at(int64_t i) const { return table_.row(i / table_.cols)[i % table_.cols]; }

WALD_CLONES ThresholdSums threshold_sums(const double *__restrict p, int32_t count, double threshold) {
  const Lanes none = {}, one = none + 1, least = none + threshold;
  Lanes all = {}, squares = {}, above = {}, sum = {}, squares_above = {}, positive = {}, largest = {};
  const auto add = [&](const Lanes &x) {
    const auto over = x > least;
    const Lanes kept = over ? x : none;
    all += x;
    squares += x * x;
    above += over ? one : none;
    sum += kept;
    squares_above += kept * kept;
    positive += x > none ? one : none;
    largest = x > largest ? x : largest;
  };
  int32_t i = 0;
  Lanes x;
  for (; i + lanes <= count; i += lanes) {
    load(p + i, x);
    add(x);
  }
  if (i < count) {
    load_some(p + i, count - i, 0, x);
    add(x);
  }
  double greatest = 0;
  for (int32_t l = 0; l < lanes; ++l) greatest = std::max(greatest, largest[l]);
  return {across(all), across(squares), across(above), across(sum), across(squares_above), across(positive), greatest};
}

WALD_CLONES static void four_powers(const double *__restrict p, int32_t count, double *__restrict out) {
  powers_of<4>(p, count, out);
}
WALD_CLONES static void eight_powers(const double *__restrict p, int32_t count, double *__restrict out) {
  powers_of<8>(p, count, out);
}
WALD_CLONES static void twelve_powers(const double *__restrict p, int32_t count, double *__restrict out) {
  powers_of<12>(p, count, out);
}

void power_sums(const double *p, int32_t count, int32_t powers, double *out) {
  if (powers == 4) return four_powers(p, count, out);
  if (powers == 8) return eight_powers(p, count, out);
  twelve_powers(p, count, out);
}

WALD_CLONES Split split(const double *__restrict p, int32_t count, double low, double high, double *__restrict above,
                        double *__restrict below) {
  const Lanes none = {}, one = none + 1, least = none + low, most = none + high;
  Lanes over = {}, outside = {};
  int32_t i = 0;
  Lanes x;
  for (; i + lanes <= count; i += lanes) {
    load(p + i, x);
    const auto is_above = x > most, is_below = x < least;
    const Lanes kept_above = is_above ? x : none, kept_below = is_below ? x : none;
    std::memcpy(above + i, &kept_above, sizeof kept_above);
    std::memcpy(below + i, &kept_below, sizeof kept_below);
    over += is_above ? one : none;
    outside += is_below ? one : none;
  }
  double count_above = across(over), count_outside = across(outside);
  for (; i < count; ++i) {
    const bool is_above = p[i] > high, is_below = p[i] < low;
    above[i] = is_above ? p[i] : 0;
    below[i] = is_below ? p[i] : 0;
    count_above += is_above ? 1 : 0;
    count_outside += is_below ? 1 : 0;
  }
  return {count_above, count_above + count_outside < static_cast<double>(count)};
}

WALD_CLONES double product_of_complements(const double *__restrict p, int32_t count) {
  Lanes product = Lanes{} + 1, x;
  int32_t i = 0;
  for (; i + lanes <= count; i += lanes) {
    load(p + i, x);
    product *= 1 - x;
  }
  if (i < count) {
    load_some(p + i, count - i, 0, x);
    product *= 1 - x;
  }
  return ((product[0] * product[4]) * (product[1] * product[5])) *
         ((product[2] * product[6]) * (product[3] * product[7]));
}

}  // namespace wald::core
