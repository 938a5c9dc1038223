// One classifier: counts between its levels, by a bucket sort of the rows that lie among them.
#pragma once

#include <vector>

#include "core/thresholds/frontier/threshold_frontier.hpp"

namespace wald::core::thresholds {

// Weight of the rows between one level and the next higher one.
struct SingleCounts {
  Levels levels;
  std::vector<double> positives;  // of each level; those that no level flags at the end
  std::vector<double> negatives;
  std::vector<double> tied;  // of them, those whose score is the level itself
};

// keep_off: of a sample with one classifier, the cut is a level, too.
SingleCounts count_single(const Sample &sample, int64_t d, double cut, bool keep_off);

// The exact frontier of a sample with one classifier.
ThresholdFrontier single_frontier(const SingleCounts &counts, const Sample &sample, CostAxis cost_axis);

// Both at once: the frontier, and ranking_area, which is that of all rows where the sample has no cut.
struct SingleCurve {
  ThresholdFrontier frontier;
  double area;
};
SingleCurve single_curve(const Sample &sample, CostAxis cost_axis);

// Mann and Whitney's area: the share of (positive, negative) pairs that a classifier ranks rightly, ties by half. NaN
// without both labels. Of counts that were made without a cut, or of classifier d.
double ranking_area(const SingleCounts &counts);
double ranking_area(const Sample &sample, int64_t d);

}  // namespace wald::core::thresholds
