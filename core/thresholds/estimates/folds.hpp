// Parts of a sample, for estimates on rows that had no say in the choice.
#pragma once

#include <optional>
#include <vector>

#include "core/numeric/large_memory.hpp"
#include "core/thresholds/sample/sample.hpp"
#include "core/thresholds/search/one_score.hpp"

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

// The same parts of rows with one score, under "or", that weigh 1 each: the rows of a part lie together, and no sample
// is made of them.
class ScoreFolds {
 public:
  static bool serves(const Sample &sample);
  ScoreFolds(const Sample &sample, int64_t folds, uint64_t seed);
  ScoredRows without(int64_t fold) const;
  Flagged count(int64_t fold, double threshold) const;

 private:
  struct OfLabel {
    std::optional<LargeMemory<double>> scores;  // part by part, ascending in each
    std::vector<std::size_t> offsets;           // where each part begins, and the end
  };
  OfLabel labels_[2];
};

}  // namespace wald::core::thresholds
