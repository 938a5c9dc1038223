// Macro averages with a number of labels for each row: which labels each row gets, so that the weighted mean over the
// labels of U(E tp, k, E s, n) is greatest. Labels compete for rows, so that they are one problem, solved to a proved
// gap; its answers are the labels', as always with macro.
#pragma once

#include "core/decisions/answers.hpp"
#include "core/decisions/sparse_table.hpp"

namespace wald::core::decisions {

// Where options.per_row is set. The tables hold probabilities.
void decide_per_row(const Metric &metric, const RealTable &table, const DecisionOptions &options, Answers answers);
void decide_per_row(const Metric &metric, const SparseTable &table, const DecisionOptions &options, Answers answers);

// The utility of each label under a mask, from expected counts: what decide_per_row makes greatest.
void expected_per_row(const Metric &metric, const RealTable &table, Grid<const uint8_t> mask, const DecisionOptions &options,
                      double *expected);

}  // namespace wald::core::decisions
