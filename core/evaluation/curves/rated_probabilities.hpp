// What curves of probabilities require of their rows: labels 0 and 1 without exception, weights, probabilities in [0, 1].
#pragma once

#include <vector>

#include "core/base/arrays.hpp"

namespace wald::core::evaluation {

// A row's label and weight, of a weight above 0.
struct RatedRow {
  int64_t row;
  bool positive;
  double weight;
};

// The rows of a weight above 0. Throws Error(argument) if a label is neither 0 nor 1, a weight is negative or not
// finite, or no row is left; the probabilities of rows without weight are not looked at.
std::vector<RatedRow> rated_rows(Strided<const uint8_t> labels, const Reals &weights, int64_t n);

// The power of two that weights may be multiplied by, at least 1, so that the squares of small ones are numbers, too.
int enlarging_exponent(double largest_weight);

// A probability, 1 if it is 1 except for rounding. Throws Error(argument) if it is none. column: -1 for a vector.
double checked_probability(double p, bool is_float, int64_t row, int64_t column);

}  // namespace wald::core::evaluation
