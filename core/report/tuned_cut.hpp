// The rival of deciding: one threshold for all labels, tuned for the metric. Each row is cut at the threshold that is
// best for the rows of the other folds, so that its value is what tuning gives on future rows.
//
// Idea: 200 thresholds at quantiles of the probabilities; what each fold contributes at each of them is summed once,
// and the rows without a fold are all less that fold. Cost: cells, and 200 utilities a row (average instance), or a
// label.
#pragma once

#include <vector>

#include "core/report/input.hpp"

namespace wald::core::report {

struct TunedCut {
  std::vector<double> of_fold;  // the threshold by which a fold's rows are cut
  double of_all;                // the best for all rows
  std::vector<uint8_t> mask;    // a row after the other
};

// Empty mask: fewer than two rows or groups of a weight above 0. weight: a row, as whole numbers where weighted.
TunedCut tuned_cut(const ReportInput &input, const RealTable &table, const std::vector<double> &weight, bool weighted);

}  // namespace wald::core::report
