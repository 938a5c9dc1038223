// The best thresholds by searching all of them: exactly for one and two classifiers, and for more where the lattice of
// the positives' scores fits; else from quantiles, improved pair by pair.
#pragma once

#include "core/numeric/monitor.hpp"
#include "core/thresholds/criterion.hpp"
#include "core/thresholds/threshold_options.hpp"
#include "core/thresholds/search/search_result.hpp"

namespace wald::core::thresholds {

// sample: with exact sums. The frontier that serves any objective for at most five classifiers; for more, or where the
// lattice does not fit, one that was improved for this objective. Where the whole frontier is not wanted, and two
// classifiers have too many levels to try all pairs, the best point and what lies next to it on the hull.
SearchResult search_direct(const Sample &sample, const Criterion &criterion, const SearchLimits &limits,
                           bool whole_frontier, Monitor &monitor);

// Of one classifier, with the point that the criterion chooses among others or alone.
SearchResult search_best_point(const Sample &sample, const Criterion &criterion, Monitor &monitor);

}  // namespace wald::core::thresholds
