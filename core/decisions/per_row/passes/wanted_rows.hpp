// The rows that a label may want at prices, and what they are worth to it.
#pragma once

#include <cstdint>
#include <vector>

#include "core/decisions/per_row/passes/columns.hpp"

namespace wald::core::decisions {

class WantedRows {
 public:
  // The rows for which slope * p - price is above 0 at the slope `steepest`, and so those that are worth it at any lower
  // slope less a cost.
  WantedRows(const Columns &columns, int64_t label, const std::vector<float> &prices, float steepest);

  // The sum of max(0, slope * p - cost - price) over all rows, or a number that exceeds it by rounding. The slope is at
  // most the steepest, the cost at least 0.
  double worth(LabelOffer offer) const;
  // A cost at which about `count` rows are worth it; 0 if fewer are without a cost.
  float cost_of(float slope, double count) const;

 private:
  int64_t count(LabelOffer offer) const;

  std::vector<float> p_;
  std::vector<float> price_;  // lowered by more than the rounding of a difference
  int64_t rows_;              // of the table
  float dearest_ = 0;
};

}  // namespace wald::core::decisions
