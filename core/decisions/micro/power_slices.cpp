// Sums powers of probabilities exactly, as whole numbers.
#include "core/numeric/contraction.hpp"  // first

#include "core/numeric/compiler.hpp"

WALD_VECTOR_MATH

#include "core/decisions/micro/power_slices.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace wald::core::decisions {
namespace {

constexpr int32_t slice_lanes = 8;

// A sum of one lane: at most 64 multiples of a unit, each of at most 2^46 units (a slice begins 46 bits above its
// unit).
constexpr int slice_bits = 46;
static_assert(sum_block / slice_lanes <= 64, "sums of a lane are exact");

Wide signed_wide(int64_t x) { return {x < 0 ? ~uint64_t{0} : 0, static_cast<uint64_t>(x)}; }

DoubleDouble real_of(Wide x, int exponent) {
  const bool negative = x.high >> 63 != 0;
  if (negative) x = Wide{}.less(x);
  DoubleDouble out{std::ldexp(static_cast<double>(x.high), exponent + 64), 0};
  out.add({std::ldexp(static_cast<double>(x.low >> 32), exponent + 32), 0});
  out.add({std::ldexp(static_cast<double>(x.low & 0xffffffffu), exponent), 0});
  return negative ? DoubleDouble{-out.high, -out.low} : out;
}

}  // namespace

// power: the items, and afterwards their next power. Adds each lane's slices of them.
static WALD_LEVELS_BY_REGISTER(void, slice_power,
                               (const double *WALD_RESTRICT items, int32_t count, double coarse, double fine,
                                double *WALD_RESTRICT power, double *WALD_RESTRICT high, double *WALD_RESTRICT low),
                               (items, count, coarse, fine, power, high, low)) {
  constexpr int32_t width = bytes / static_cast<int32_t>(sizeof(double)), parts = slice_lanes / width;
  WALD_VECTOR(Lanes, double, bytes, bytes);
  const Lanes none = {}, to_coarse = none + coarse, to_fine = none + fine;
  Lanes sum[parts] = {}, rest[parts] = {}, x, p;
  for (int32_t i = 0; i < count; i += slice_lanes) {
    WALD_UNROLL(4)
    for (int32_t v = 0; v < parts; ++v) {
      const int32_t at = i + v * width;
      std::memcpy(&x, items + at, sizeof x);
      std::memcpy(&p, power + at, sizeof p);
      const Lanes part = (p + to_coarse) - to_coarse;
      sum[v] += part;
      rest[v] += ((p - part) + to_fine) - to_fine;
      p *= x;
      std::memcpy(power + at, &p, sizeof p);
    }
  }
  std::memcpy(high, &sum, sizeof sum);
  std::memcpy(low, &rest, sizeof rest);
}

PowerGrid PowerGrid::make(double largest, int32_t powers) {
  constexpr int least = -1074;  // the exponent of the smallest number: what is finer is not there
  PowerGrid out;
  out.powers = powers;
  out.largest = largest;
  double power = largest;
  for (int32_t j = 0; j < powers; ++j) {
    const int above = power > 0 ? std::ilogb(power) + 1 : least;
    out.coarse[j] = std::max(above - slice_bits, least);
    out.fine[j] = std::max(above - 2 * slice_bits, least);
    power *= largest;
  }
  return out;
}

void PowerSlices::add(double *items, int32_t size, const PowerGrid &grid) {
  if (size == 0) return;
  count += static_cast<uint64_t>(size);
  const int32_t whole = (size + slice_lanes - 1) / slice_lanes * slice_lanes;
  std::fill(items + size, items + whole, 0.0);
  double power[sum_block + slice_lanes], high[slice_lanes], low[slice_lanes];
  std::copy(items, items + whole, power);
  for (int32_t j = 0; j < grid.powers; ++j) {
    slice_power(items, whole, std::ldexp(1.5, 52 + grid.coarse[j]), std::ldexp(1.5, 52 + grid.fine[j]), power, high,
                low);
    int64_t units = 0, rest = 0;  // of eight lanes
    for (int32_t l = 0; l < slice_lanes; ++l) {
      units += static_cast<int64_t>(std::ldexp(high[l], -grid.coarse[j]));
      rest += static_cast<int64_t>(std::ldexp(low[l], -grid.fine[j]));
    }
    coarse[j].add(signed_wide(units));
    fine[j].add(signed_wide(rest));
  }
}

void PowerSlices::add(const PowerSlices &other) {
  count += other.count;
  for (int32_t j = 0; j < most_powers; ++j) {
    coarse[j].add(other.coarse[j]);
    fine[j].add(other.fine[j]);
  }
}

void PowerSlices::sums(const PowerGrid &grid, DoubleDouble *out) const {
  for (int32_t j = 0; j < grid.powers; ++j) {
    out[j] = real_of(coarse[j], grid.coarse[j]);
    out[j].add(real_of(fine[j], grid.fine[j]));
  }
}

}  // namespace wald::core::decisions
