// A test set at fixed thresholds: every metric of each model with limits, and paired differences between models.
//
// Idea: proportions of rows have mid-P or exact binomial limits; F1 and the Jaccard index are functions of one proportion,
// TP of TP + FP + FN; balanced accuracy has limits from those of recall and specificity; the area under the ROC curve has
// DeLong's. Whatever has none of these, and with groups all but the area, is left to the jackknife, or on demand to the
// bootstrap. P-values of differences are those of the comparison of two systems, and of DeLong's test for areas,
// corrected for all comparisons together: S. Holm, "A simple sequentially rejective multiple test procedure",
// Scandinavian Journal of Statistics 6 (1979).
// Cost: a sort of the rows for each model; for each bootstrap sample a pass over the rows of each.
#pragma once

#include <vector>

#include "core/base/arrays.hpp"
#include "core/evaluation/fixed/threshold_evaluation.hpp"
#include "core/thresholds/threshold_options.hpp"

namespace wald::core::evaluation {

// thresholds.data may be null if only the area is asked for; groups.data and weights.data may be. Throws
// Error(argument), Error(format) if a metric is none, Error(cancelled).
struct FixedInput {
  Strided<const uint8_t> truth;
  RealTable scores;
  Reals thresholds, weights;
  Strided<const int64_t> groups;
};
ThresholdEvaluation evaluate_thresholds(const FixedInput &input, const thresholds::ThresholdSearch &options);

// Holm's correction of the p-values that are known.
std::vector<double> holm(const std::vector<double> &p_values);

}  // namespace wald::core::evaluation
