// Macro and micro averages: the difference is a function of the labels' counts, to which each row or group contributes.
#pragma once

#include "core/evaluation/comparison/comparison.hpp"
#include "core/evaluation/comparison/contributions.hpp"
#include "core/evaluation/comparison/paired_rows.hpp"

namespace wald::core::evaluation {

// What counts the same for every metric.
struct TableCounts {
  Contributions all;
  bool weighted;
  double differing;  // units that the systems predict differently
};
// By the options' average and prevalence.
TableCounts table_counts(const decisions::DecisionOptions &options, const PairedRows &rows, double differing);
// Fills interval and p-value of a comparison whose values are known. options: as of the counts.
void compare_counts(const Metric &metric, const decisions::DecisionOptions &options, const TableCounts &counts,
                    int workers, Monitor &monitor, Comparison &out);

}  // namespace wald::core::evaluation
