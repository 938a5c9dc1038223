// The analytic method of [R20], for comparison: the thresholds of all classifiers follow one parameter, the first
// linearly and each other by a power of it; the powers are those with the greatest area, found by Nelder and Mead.
#pragma once

#include "core/thresholds/search/search_result.hpp"

namespace wald::core::thresholds {

// options.grid: equally spaced levels of each classifier, between which counts are interpolated; at least 2. Never
// declines.
bool search_analytic(const SearchProblem &problem, SearchRun &run);

}  // namespace wald::core::thresholds
