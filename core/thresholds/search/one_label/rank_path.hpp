// Thresholds from rows of one label alone: the path on which all scores' thresholds descend together.
//
// From nothing flagged the thresholds are lowered in turn, each to the score of the next row in its own order, so that
// the rows at or above all thresholds weigh alike, except for one row. Without ties each step flags at most
// one row more, so the path has a point for every number of rows that limits may allow. Of one score it has every
// threshold. Rows of one label cannot tell which of many thresholds that flag equally many rows are best.
#pragma once

#include "core/thresholds/search/search_result.hpp"

namespace wald::core::thresholds {

// The points of the path that flag more rows than those before them; from (0, 0), up to where the criterion's choice is
// known unless whole_path. sample: of one label, with exact sums. O(n D log n).
SearchResult search_rank_path(const Sample &sample, const Criterion &criterion, bool whole_path);

}  // namespace wald::core::thresholds
