// A logistic regression of the scores, and one threshold on what it gives: a baseline that is often as good as several
// thresholds.
#pragma once

#include "core/thresholds/search/search_result.hpp"

namespace wald::core::thresholds {

// Throws if the sample has one label only, or a rating cut, below which a combined score would reach.
bool search_stacked(const SearchProblem &problem, SearchRun &run);

}  // namespace wald::core::thresholds
