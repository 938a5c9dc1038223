// Warnings about a table: its rows look like exclusive classes, or it has one column.
//
// Rows that sum to 1 are the probabilities of exclusive classes, such as predict_proba of scikit-learn gives, which are
// wrong as those of independent labels. A row counts if its sum differs from 1 by at most 1e-6, which rounding of
// float32 stays below. At least two rows are needed: a single row of independent probabilities, rounded to two decimals,
// sums to 1 by chance in about one of a hundred cases, two rows in one of ten thousand. Rows of zeros and ones alone do
// not count: without doubt about the labels both views give the same answers.
//
// One column is the table of a binary classifier. By the default average each of its rows is a problem of one label, for
// which every metric of sets comes down to a cut.
#pragma once

#include "core/base/arrays.hpp"
#include "core/decisions/decision.hpp"
#include "core/decisions/sparse_table.hpp"
#include "core/estimators/estimator.hpp"
#include "core/metrics/metric.hpp"

namespace wald::core::decisions {

// That rows of a table that is taken as independent labels look exclusive; else "". Only if that changes answers: not
// with average macro, whose problems are columns, not for metrics that are sums over the labels, and not for custom
// metrics. Probabilities are not checked.
const char *exclusive_warning(const Metric &metric, Kind kind, const RealTable &table, Average average);
const char *exclusive_warning(const Metric &metric, Kind kind, const SparseTable &table, Average average);

// That a table of this shape has one column, without an average that was chosen; else "". Only if the average changes
// what the metric judges: not for sums over the labels, not for subset_accuracy, and not for custom metrics.
const char *one_column_warning(const Metric &metric, int64_t rows, int64_t cols, const DecisionOptions &options);

// Both.
const char *table_warning(const Metric &metric, Kind kind, const RealTable &table, const DecisionOptions &options);
const char *table_warning(const Metric &metric, Kind kind, const SparseTable &table, const DecisionOptions &options);

}  // namespace wald::core::decisions
