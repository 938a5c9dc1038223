// Tables whose rows sum to 1: the probabilities of exclusive classes, such as predict_proba of scikit-learn gives,
// which are wrong as those of independent labels.
//
// A row counts if its sum differs from 1 by at most 1e-6, which rounding of float32 stays below. At least two rows are
// needed: a single row of independent probabilities, rounded to two decimals, sums to 1 by chance in about one of a
// hundred cases, two rows in one of ten thousand. Rows of zeros and ones alone do not count: without doubt about the
// labels both views give the same answers.
#pragma once

#include "core/arrays.hpp"
#include "core/decisions/decision.hpp"
#include "core/decisions/sparse_table.hpp"
#include "core/estimators/estimator.hpp"
#include "core/metrics/metric.hpp"

namespace wald::core::decisions {

// What the caller should know of a table that is taken as independent labels though its rows look exclusive; else "".
// Only where that changes answers: not with average macro, whose problems are columns, not for metrics that are sums
// over the labels, and not for custom metrics. Probabilities are not checked.
const char *exclusive_warning(const Metric &metric, Kind kind, const RealTable &table, Average average);
const char *exclusive_warning(const Metric &metric, Kind kind, const SparseTable &table, Average average);

}  // namespace wald::core::decisions
