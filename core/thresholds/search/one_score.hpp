// The best threshold of one score without sorting the rows: a histogram bounds what each of its buckets can hold, and
// only the rows of the buckets that can hold the best point, or what lies next to it on the hull, are looked at. The
// proof is in docs/developers/algorithms.md.
#pragma once

#include <optional>
#include <vector>

#include "core/base/arrays.hpp"
#include "core/thresholds/criterion.hpp"
#include "core/thresholds/search/search_result.hpp"

namespace wald::core::thresholds {

// Rows with one score, as they lie in memory: every weight is above 0, and all sums of weights are exact.
struct ScoredRun {
  Reals scores;
  Strided<const uint8_t> labels;  // 0 or 1; without data every row has `label`
  uint8_t label = 0;
  const double *weights = nullptr;  // null: 1 each
};
struct ScoredRows {
  std::vector<ScoredRun> runs;
  double positives = 0, negatives = 0;  // sums of their weights
};

constexpr int64_t few_rows = 4096;  // this many are sorted as fast

// What is found beside the best point: the ends of the hull's segments next to it, and bounds of the area, or neither.
enum class Beside { nothing, hull };

// Of rows with a positive among them. The frontier holds the point that the criterion chooses, and what is asked for
// beside it: the same as of the whole frontier. None if nothing is allowed. Throws
// Error(argument) if a score is NaN.
std::optional<SearchResult> best_of_one_score(const ScoredRows &rows, const Criterion &criterion,
                                              Beside beside = Beside::hull);

// The same with the greatest score below the threshold of the chosen point, -inf if there is none. Takes two bytes a
// row.
struct BestAndNext {
  SearchResult found;
  double next_lower;
};
std::optional<BestAndNext> best_and_next_lower(const ScoredRows &rows, const Criterion &criterion);

}  // namespace wald::core::thresholds
