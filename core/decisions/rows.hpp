// Decisions for a table of N instances by m labels, by average: instance (one problem per row), macro (one problem per
// column: one label over N independent instances), micro (the table as one problem of N*m items).
#pragma once

#include "core/base/arrays.hpp"
#include "core/decisions/answers.hpp"
#include "core/decisions/sparse_table.hpp"
#include "core/estimators/estimator.hpp"
#include "core/metrics/metric.hpp"

namespace wald::core::decisions {

int64_t answer_count(Average average, int64_t rows, int64_t cols);

void decide_rows(const Metric &metric, Kind kind, const RealTable &table, const DecisionOptions &options, Answers answers);
void decide_rows(const Metric &metric, Kind kind, const SparseTable &table, const DecisionOptions &options, Answers answers);

// Expected utility and regret of the predictions in a mask; either array may be null.
void expected_rows(const Metric &metric, Kind kind, const RealTable &table, Grid<const uint8_t> mask,
                   const DecisionOptions &options, double *expected, double *regret);

}  // namespace wald::core::decisions
