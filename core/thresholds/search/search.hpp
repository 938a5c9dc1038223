// The frontier of thresholds by each of the methods.
#pragma once

#include "core/numeric/monitor.hpp"
#include "core/thresholds/criterion.hpp"
#include "core/thresholds/threshold_options.hpp"
#include "core/thresholds/search/search_result.hpp"

namespace wald::core::thresholds {

// sample: with exact sums, Sample::exact. whole_frontier: not only where the criterion's best point lies.
SearchResult search(const Sample &sample, const Criterion &criterion, const ThresholdSearch &options,
                    bool whole_frontier, Monitor &monitor);

// What the methods path and path-equal go through: the positives' scores, or equally spaced levels, as many as fit.
std::vector<Levels> path_levels(const Sample &sample, const ThresholdSearch &options);

}  // namespace wald::core::thresholds
