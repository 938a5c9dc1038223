// Computes products over many independent items from their power sums.
#include "core/numeric/contraction.hpp"  // first

#include "core/numeric/compiler.hpp"

WALD_VECTOR_MATH

#include "core/numeric/sums/factors.hpp"

#include <algorithm>
#include <cmath>

#include "core/numeric/special/exponential.hpp"

namespace wald::core {
namespace {

constexpr double u = 1.1102230246251565e-16;  // 2^-53

// log x by the same operations on every machine, x in (0, 1]; absolute error at most u (4 + 2 |log x|).
double logarithm_of_fraction(double x) {
  int exponent;
  double m = std::frexp(x, &exponent);  // [1/2, 1)
  if (m < 0.70710678118654752) {
    m *= 2;
    --exponent;
  }
  // log m = 2 atanh(t), t = (m-1)/(m+1), |t| <= 0.1716
  const double t = (m - 1) / (m + 1), tt = t * t;
  double sum = 0;
  for (int j = 23; j >= 3; j -= 2) sum = sum * tt + 1.0 / j;
  return static_cast<double>(exponent) * 0.69314718055994531 + (2 * t + 2 * t * tt * sum);
}

}  // namespace

double log_complement(double p, const Complement &c) {
  const double pz = p * c.z;
  if (pz > 0x1p-5) return logarithm_of_fraction((1 - p) + p * c.e);
  double sum = 0;
  for (int32_t j = most_powers; j >= 1; --j) sum = sum * pz + 1.0 / j;
  return -sum * pz;
}

Complement::Complement(double x) {
  e = exponential(-x);
  if (x > 0.5) {
    z = 1 - e;
    return;
  }
  // x - x^2/2! + x^3/3! - ...
  double sum = 0;
  for (int j = 16; j >= 1; --j) sum = (1 - sum) * x / j;
  z = sum;
}

FactorPlan FactorPlan::make(double largest, double largest_z) {
  // What the series leaves out of the logarithm is (p z)^J / (J+1) of its first term, which is at most 40 or so where
  // the product matters.
  const double pz = largest * largest_z;
  if (pz <= 0x1p-13) return {4, 1, largest};
  if (pz <= 0x1p-7) return {8, 1, largest};
  const double listed_above = std::min(1.0, 0x1p-5 / largest_z);
  return {12, listed_above, std::min(largest, listed_above)};
}

void Factors::start(FactorPlan plan) {
  plan_ = plan;
  std::fill(std::begin(power_), std::end(power_), DoubleDouble());
  listed_.clear();
  blur_ = 0;
}

void Factors::add_block(const double *p, int32_t count) {
  double sums[most_powers];
  power_sums(p, count, plan_.powers, sums);
  add_powers(sums);
}

void Factors::add_powers(const double *sums) {
  for (int32_t j = 0; j < plan_.powers; ++j) power_[j].add({sums[j], 0});
}

void Factors::add(const Run *runs, int64_t count) {
  double single[sum_block];
  int32_t singles = 0;
  for (const Run *run = runs; run != runs + count; ++run) {
    if (run->count == 1 || run->p > plan_.listed_above) {
      for (int64_t i = 0; i < run->count; ++i) {
        single[singles++] = run->p;
        if (singles < sum_block) continue;
        add(single, singles);
        singles = 0;
      }
      continue;
    }
    double power = run->p;
    for (int32_t j = 0; j < plan_.powers; ++j) {
      power_[j].add(DoubleDouble::product(power, static_cast<double>(run->count)));
      power *= run->p;
    }
  }
  add(single, singles);
}

void Factors::add(const double *p, int64_t count) {
  double kept[sum_block];
  for (int64_t begin = 0; begin < count; begin += sum_block) {
    const int32_t size = static_cast<int32_t>(std::min<int64_t>(sum_block, count - begin));
    const double *block = p + begin;
    if (plan_.listed_above < 1) {
      int32_t few = 0;
      for (int32_t i = 0; i < size; ++i) {
        if (block[i] > plan_.listed_above)
          listed_.push_back(block[i]);
        else
          kept[few++] = block[i];
      }
      add_block(kept, few);
    } else {
      add_block(block, size);
    }
  }
}

void Factors::add(const Factors &other) {
  for (int32_t j = 0; j < plan_.powers; ++j) power_[j].add(other.power_[j]);
  listed_.insert(listed_.end(), other.listed_.begin(), other.listed_.end());
  blur_ += other.blur_;
}

void Factors::add_sums(const DoubleDouble *sums, double blur) {
  for (int32_t j = 0; j < plan_.powers; ++j) power_[j].add(sums[j]);
  blur_ += blur;
}

void Factors::scale(int exponent) {
  int scale = 0;
  for (DoubleDouble &power : power_) {
    scale += exponent;
    power = {std::ldexp(power.high, scale), std::ldexp(power.low, scale)};
  }
  for (double &p : listed_) p = std::ldexp(p, exponent);
  plan_.largest_kept = std::ldexp(plan_.largest_kept, exponent);
  blur_ = std::ldexp(blur_, exponent);
}

DoubleDouble Factors::sum() const {
  DoubleDouble out = power_[0];
  for (double p : listed_) out.add({p, 0});
  return out;
}

DoubleDouble Factors::sum_of_squares() const {
  DoubleDouble out = power_[1];
  for (double p : listed_) out.add({p * p, 0});
  return out;
}

Factors::At Factors::operator()(const Complement &c) const {
  const int32_t powers = plan_.powers;
  double log_sum = 0, sum = 0;
  for (int32_t j = powers; j >= 1; --j) {
    const double s = power_[j - 1].value();
    log_sum = log_sum * c.z + s / j;
    sum = sum * c.z + s;
  }
  log_sum *= c.z;
  // Roundings of the sums, of z and of Horner's rule; and what the series leaves out.
  double last = power_[powers - 1].value();
  for (int32_t j = 1; j < powers; ++j) last *= c.z;  // z^(J-1) S_J
  const double reach = plan_.largest_kept * c.z, left_out = last * reach / std::max(1 - reach, 0.5);
  const double roundings = block_roundings + 6 * powers + 8;
  At out{-log_sum, sum, log_sum * roundings * u + left_out * c.z / (powers + 1), 0};
  double sum_error = sum * roundings * u + left_out;
  // sum_j (p z)^(j-1) is below 1.1: no more than 2^-5 is kept.
  out.log_error += 1.1 * blur_ * c.z;
  sum_error += 1.1 * blur_;
  // Eight factors at a time, whose logarithm is taken.
  double product = 1;
  int32_t factors = 0;
  DoubleDouble logs;  // rounded each time, thousands of them would add up to more than all other errors
  const auto close = [&] {
    if (factors == 0) return;
    const double log = product > 0 ? logarithm_of_fraction(product) : -1e300;
    out.log_error += u * (4.0 + 3 * factors - 4 * log);
    logs.add({log, 0});
    product = 1;
    factors = 0;
  };
  DoubleDouble listed_sum;
  for (double p : listed_) {
    const double factor = (1 - p) + p * c.e;
    product *= factor;
    listed_sum.add({p / factor, 0});
    if (++factors == 8) close();
  }
  close();
  out.log_product += logs.value();
  out.sum += listed_sum.value();
  sum_error += listed_sum.value() * 8 * u;
  out.sum_error = out.sum > 0 ? sum_error / out.sum : 0;
  out.log_error += u * std::fabs(out.log_product) * 2;
  return out;
}

}  // namespace wald::core
