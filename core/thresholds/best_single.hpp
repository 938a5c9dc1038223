// The best of the classifiers alone: a baseline.
#pragma once

#include "core/thresholds/search.hpp"

namespace wald::core {

// The best of the classifiers at each point of the frontier; the choice among them follows.
SearchResult search_best_single(const Sample &sample, const Criterion &criterion, const SearchLimits &limits,
                                Monitor &monitor);

}  // namespace wald::core
