// How far an estimate may be from the truth, by what it is where each unit is left out in turn (the jackknife).
#pragma once

#include <cstdint>
#include <vector>

#include "core/numeric/special/binomial_interval.hpp"

namespace wald::core::evaluation {

// An estimate without one unit, and how many units that holds for.
struct LeftOut {
  double estimate;
  double count;
};

struct Spread {
  double standard_error;
  double degrees;  // of freedom of the standard error
};
// Of 2 units or more. The degrees of freedom are 2n/(kurtosis - 1), those of a chi-square as variable as the squared
// standard error is; at least 1, at most n - 1. Of normal differences these are n - 1 except for rounding; where few units
// differ, fewer.
Spread spread_of(const std::vector<LeftOut> &left_out);

// By Student's t, with two units more that differ, one in favour of each side, as much as those that do differ (as
// Agresti and Min add pairs, 2005): they widen it by sqrt(1 + 2/differing), which matters where few units differ.
Interval student_interval(double estimate, const Spread &spread, double differing, double level);

}  // namespace wald::core::evaluation
