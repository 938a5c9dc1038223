// Rows of an evaluation at fixed thresholds, and which of them belong together.
#pragma once

#include <vector>

#include "core/base/arrays.hpp"

namespace wald::core::evaluation {

struct EvaluatedRow {
  int64_t row;
  bool positive;
  double weight;    // a whole number: with weights a multiple of 2^-52 or so of their sum, so that all sums are exact
  std::size_t unit;
};

struct EvaluatedRows {
  std::vector<EvaluatedRow> rows;  // of a weight above 0
  std::size_t units = 0;           // rows, or groups
  bool grouped = false, equal = true;  // equal: one weight for all
  double weight_of[2] = {0, 0};    // of the negatives and the positives, as they were given
  double total_of[2] = {0, 0};     // the same of whole weights
};

// Throws Error(argument) if a label is neither 0 nor 1, a weight is none, or no row is left.
EvaluatedRows evaluated_rows(Strided<const uint8_t> labels, const Reals &weights, Strided<const int64_t> groups);

}  // namespace wald::core::evaluation
