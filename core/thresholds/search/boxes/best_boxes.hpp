// The best thresholds of two to five classifiers, proved by branch and bound: a box of thresholds is looked into only
// if the most true positives and the fewest false ones of all its corners, taken together, might beat what is
// reached. The proof is in docs/developers/algorithms.md.
#pragma once

#include <optional>

#include "core/numeric/monitor.hpp"
#include "core/thresholds/criterion.hpp"
#include "core/thresholds/search/search_result.hpp"

namespace wald::core::thresholds {

constexpr std::size_t most_classifiers_in_boxes = 5;

struct BoxesResult {
  // Where proved: the point that the criterion chooses, and the ends of the hull's segments next to it, the same as of
  // all thresholds. Else what was reached, if anything was allowed.
  SearchResult found;
  bool proved = false;
};

// sample: with exact sums, of two to five classifiers. work: how many rows and cells may be looked at.
BoxesResult best_of_boxes(const Sample &sample, const Criterion &criterion, int64_t work, Monitor &monitor);

}  // namespace wald::core::thresholds
