// One threshold for all labels, such that the label sets of future rows hold a limit on the mean of a metric of each
// row.
//
// Decisions lie along one path: the labels of at least the probability t, for t on a grid that no row has a part in.
// Rows are independent draws, or groups of rows are: then the promise is of the mean over the rows of a future group, on
// average over groups (Lee, Barber and Willett, Distribution-free inference with hierarchical data, 2023).
// With certify the limit holds with that probability: points of the path are tested in a fixed order by betting, up to
// the first that fails (Angelopoulos et al., Learn then test, 2021), so that all points before it hold the limit
// together. Without it the mean recall holds its limit in expectation: recall never rises with t (Angelopoulos et al.,
// Conformal risk control, 2022). The proof: docs/developers/algorithms-thresholds.md.
#pragma once

#include "core/thresholds/label_thresholds.hpp"

namespace wald::core::thresholds {

// groups: of the rows; data may be null. Of min_recall, min_precision and min_value (of the objective's metric, F1 by default) exactly one must be set. scores
// are probabilities, or -inf for a label that no threshold takes. Of points that hold the limit recall takes that of the fewest labels, precision that of the most,
// and any other metric that of the greatest mean. If none does, nothing is flagged, and the answer is not feasible.
// Of the options seed and pilot are read.
LabelThresholds choose_label_sets(const RealTable &scores, const Grid<const uint8_t> &labels,
                                  const Strided<const int64_t> &groups, const Objective &objective,
                                  const ThresholdSearch &options, Monitor &monitor);

}  // namespace wald::core::thresholds
