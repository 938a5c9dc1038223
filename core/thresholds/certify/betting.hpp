// Tests of limits on weighted rows by betting that they hold (core/certify/gambler.hpp).
//
// Each limit says that the mean of a number z of a row, as its weight w has it, is above 0:
//   precision >= p    w (y - p)         of flagged rows that are rated
//   recall >= r       w ([flagged] - r) of positives
//   FPR <= a          w (a - [flagged]) of negatives
//   alert rate <= b   w (b - [flagged]) of all rows
// Weights are at most a number W that holds for all rows there may be, so that -z <= c W with c = p, r, 1-a or 1-b. A
// bet of lambda <= 1/(c W) multiplies the capital by 1 + lambda z >= 0, the mean of which is at most 1 if that of z
// is at most 0. lambda depends on the rows before alone.
#pragma once

#include <vector>

#include "core/thresholds/certify/population_limits.hpp"

namespace wald::core::thresholds {

struct WeightedRow {
  double weight;
  uint8_t label;  // 0, 1 or not_rated
};

// flagged[i]: whether the thresholds that are tested flag row i. rows: in an order that is random given all else.
bool bets_pass(const std::vector<WeightedRow> &rows, const std::vector<uint8_t> &flagged,
               const PopulationLimits &limits, double max_weight, double delta);

}  // namespace wald::core::thresholds
