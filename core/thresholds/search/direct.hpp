// The best thresholds by searching all of them: exactly for one and two classifiers, and for more where the lattice of
// the positives' scores fits; else from quantiles, improved pair by pair.
#pragma once

#include "core/thresholds/search/search_result.hpp"

namespace wald::core::thresholds {

// The rows of search.cpp for the method direct. Each gives false if it declines. For at most five classifiers the
// frontier serves any objective; for more, or where the lattice does not fit, it was improved for this objective.

// One classifier: the best point without sorting the rows; all of its levels.
bool search_one_score(const SearchProblem &problem, SearchRun &run);
bool search_levels(const SearchProblem &problem, SearchRun &run);
// Two to five: the best point, proved by branch and bound; what is reached without a proof is kept for those after it.
bool search_boxes(const SearchProblem &problem, SearchRun &run);
// Two: the best point, where there are too many levels to try all pairs of them; all pairs.
bool search_best_pair(const SearchProblem &problem, SearchRun &run);
bool search_all_pairs(const SearchProblem &problem, SearchRun &run);
// More: every cell of a lattice; ascent pair by pair from the best cell, and from what boxes have reached; ascent from
// classifiers alone and together.
bool search_lattice(const SearchProblem &problem, SearchRun &run);
bool ascend_from_lattice(const SearchProblem &problem, SearchRun &run);
bool ascend_from_starts(const SearchProblem &problem, SearchRun &run);

// All levels of one classifier.
SearchResult levels_frontier(const Sample &sample, CostAxis cost_axis);

// Of one classifier, with the point that the criterion chooses among others or alone.
SearchResult search_best_point(const Sample &sample, const Criterion &criterion);

}  // namespace wald::core::thresholds
