// The problem and the result of a search for thresholds, by any method.
#pragma once

#include <vector>

#include "core/numeric/logistic.hpp"
#include "core/numeric/monitor.hpp"
#include "core/thresholds/criterion.hpp"
#include "core/thresholds/frontier/threshold_frontier.hpp"
#include "core/thresholds/search/area_bounds.hpp"
#include "core/thresholds/threshold_options.hpp"

namespace wald::core::thresholds {

struct SearchProblem {
  const Sample &sample;  // with exact sums, Sample::exact
  const Criterion &criterion;
  const ThresholdSearch &options;
  bool whole_frontier;  // not only if the criterion's best point lies
  Monitor &monitor;
};

struct SearchResult {
  ThresholdFrontier frontier;
  bool quantiles = false;                 // quantiles of the positives' scores stood for all of them
  bool local_optimum = false;             // of the choice on the frontier; false: none is better
  std::vector<AreaBounds> ranking_areas;  // of each classifier, where the search has counted all rows; or empty
  std::vector<std::vector<double>> path;  // of the methods path and path-equal: the thresholds along it
  Logistic stack;                 // with the method stacked; the frontier's thresholds are one number each then
};

// A search, and what those that declined have reached for those after them.
struct SearchRun {
  SearchResult out;
  ThresholdFrontier in_boxes;
};

}  // namespace wald::core::thresholds
