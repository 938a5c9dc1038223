// Instance averages: the difference is a weighted mean of rows' differences.
#pragma once

#include "core/evaluation/comparison/comparison.hpp"
#include "core/evaluation/comparison/paired_rows.hpp"

namespace wald::core::evaluation {

// Fills interval and p-value of a comparison whose values are known.
void compare_row_means(const Metric &metric, const decisions::DecisionOptions &options, const PairedRows &rows,
                       int workers, Monitor &monitor, Comparison &out);

}  // namespace wald::core::evaluation
