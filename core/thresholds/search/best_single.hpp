// The best of the classifiers alone: a baseline.
#pragma once

#include "core/numeric/monitor.hpp"
#include "core/thresholds/criterion.hpp"
#include "core/thresholds/threshold_options.hpp"
#include "core/thresholds/search/search_result.hpp"

namespace wald::core::thresholds {

// The best of the classifiers at each point of the frontier; the choice among them follows.
SearchResult search_best_single(const Sample &sample, const Criterion &criterion, const SearchLimits &limits,
                                Monitor &monitor);

}  // namespace wald::core::thresholds
