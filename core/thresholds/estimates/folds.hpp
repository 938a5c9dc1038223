// Parts of a sample, for estimates on rows that had no say in the choice.
#pragma once

#include <vector>

#include "core/thresholds/sample/sample.hpp"

namespace wald::core::thresholds {

// Rows of each label are put in order of their scores and dealt out in turn, every hand in an order of its own: each
// part has its share of every label and of every range of scores, whatever the order of feeding.
class Folds {
 public:
  Folds(const Sample &sample, int64_t folds, uint64_t seed);
  Sample only(int64_t fold) const { return sorted_.part(parts_, static_cast<int32_t>(fold), true); }
  Sample without(int64_t fold) const { return sorted_.part(parts_, static_cast<int32_t>(fold), false); }

 private:
  Sample sorted_;
  std::vector<int32_t> parts_[3];  // of the rows of each label
};

}  // namespace wald::core::thresholds
