// A logistic regression of the scores, and one threshold on what it gives: a baseline that is often as good as several
// thresholds.
#pragma once

#include "core/numeric/monitor.hpp"
#include "core/thresholds/criterion.hpp"
#include "core/thresholds/threshold_options.hpp"
#include "core/thresholds/search/search_result.hpp"

namespace wald::core::thresholds {

// Throws where the sample has one label only, or a rating cut, below which a combined score would reach.
SearchResult search_stacked(const Sample &sample, const Criterion &criterion, const ThresholdSearch &options,
                            Monitor &monitor);

}  // namespace wald::core::thresholds
