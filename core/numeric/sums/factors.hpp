// Products over many independent items as functions of one number z: prod (1 - p_i z) and sum p_i / (1 - p_i z), from
// power sums S_j = sum p_i^j, without a pass over the items for each z:
//   log prod = -sum_j z^j S_j / j,    sum p/(1-pz) = sum_j z^(j-1) S_j.
// Items with p z too large for that are few where it matters, and are listed.
#pragma once

#include <cstdint>
#include <vector>

#include "core/numeric/sums/double_double.hpp"
#include "core/numeric/sums/power_sums.hpp"
#include "core/numeric/sums/tally.hpp"

namespace wald::core {

// z = 1 - exp(-x), x >= 0, and its complement.
struct Complement {
  double z, e;
  explicit Complement(double x);
};

// How to take items whose probabilities are at most `largest` at any z up to `largest_z`.
struct FactorPlan {
  int32_t powers;
  double listed_above;  // items of greater p are listed
  double largest_kept;  // of those that are not

  static FactorPlan make(double largest, double largest_z);
};

// log(1 - p z), which is at most 0; relative error at most log_complement_roundings * 2^-53, or that much absolute.
double log_complement(double p, const Complement &c);
constexpr double log_complement_roundings = 24;

class Factors {
 public:
  void start(FactorPlan plan);

  void add(const double *p, int64_t count);
  // At most sum_block items, none to be listed; zeros do nothing.
  void add_block(const double *p, int32_t count);
  // Power sums of a block, instead of the block; none of its items is to be listed.
  void add_powers(const double *sums);
  void add(const Run *runs, int64_t count);
  void add(const Factors &other);
  // Power sums of items none of which is to be listed, known except for an error of at most `blur` times
  // largest_kept^(j-1).
  void add_sums(const DoubleDouble *sums, double blur);
  // Of the items times 2^exponent, none of which is to be listed then either.
  void scale(int exponent);
  // Sum of p and of p^2.
  DoubleDouble sum() const;
  DoubleDouble sum_of_squares() const;

  // Log of the product, the sum, and limits of their errors: absolute of the log, relative of the sum.
  struct At {
    double log_product, sum, log_error, sum_error;
  };
  At operator()(const Complement &c) const;

 private:
  FactorPlan plan_{4, 1, 1};
  DoubleDouble power_[most_powers];
  std::vector<double> listed_;
  double blur_ = 0;
};

}  // namespace wald::core
