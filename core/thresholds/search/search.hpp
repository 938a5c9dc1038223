// The frontier of thresholds by each of the methods.
#pragma once

#include "core/thresholds/search/search_result.hpp"

namespace wald::core::thresholds {

// By the first search of the table that serves the method and this many classifiers, and does not decline.
SearchResult search(const SearchProblem &problem);

}  // namespace wald::core::thresholds
