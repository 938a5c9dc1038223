// The best of the classifiers alone: a baseline.
#pragma once

#include "core/thresholds/search/search_result.hpp"

namespace wald::core::thresholds {

// The best of the classifiers at each point of the frontier; the choice among them follows.
bool search_best_single(const SearchProblem &problem, SearchRun &run);

}  // namespace wald::core::thresholds
