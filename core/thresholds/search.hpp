// The frontier of thresholds by each of the methods.
#pragma once

#include "core/models/logistic.hpp"
#include "core/numeric/monitor.hpp"
#include "core/thresholds/criterion.hpp"
#include "core/thresholds/options.hpp"
#include "core/thresholds/threshold_frontier.hpp"

namespace wald::core {

struct SearchResult {
  ThresholdFrontier frontier;
  bool quantiles = false;      // quantiles of the positives' scores stood for all of them
  bool local_optimum = false;  // of the choice on the frontier; false: none is better
  // Of one classifier, where the search has ranked all rows.
  double ranking_area = std::numeric_limits<double>::quiet_NaN();
  std::vector<std::vector<double>> path;  // of the methods path and path-equal: the thresholds along it
  Logistic stack;                         // with the method stacked; the frontier's thresholds are one number each then
};

// sample: with exact sums, Sample::exact. whole_frontier: not only where the criterion's best point lies.
SearchResult search(const Sample &sample, const Criterion &criterion, const ThresholdOptions &options,
                    bool whole_frontier, Monitor &monitor);

// What the methods path and path-equal go through: the positives' scores, or equally spaced levels, as many as fit.
std::vector<Levels> path_levels(const Sample &sample, const ThresholdOptions &options);

}  // namespace wald::core
