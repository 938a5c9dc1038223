// Whether one system's predictions are better than another's on the same rows: the difference of a metric, how far it
// may be from the truth, and whether chance explains it.
#pragma once

#include <vector>

#include "core/decisions/decision.hpp"
#include "core/evaluation/comparison/comparison.hpp"
#include "core/evaluation/comparison/paired_rows.hpp"

namespace wald::core::evaluation {

// By the options' average, label weights, level, samples, seed and threads. a and b are of truth's shape. weights.data
// may be null; groups.data too: then each row is a group of its own. Rows that either leaves undecided are left out.
Comparison compare(const Metric &metric, const decisions::DecisionOptions &options, Grid<const uint8_t> truth,
                   Grid<const uint8_t> a, Grid<const uint8_t> b, Reals weights, Strided<const int64_t> groups);

// One label by several metrics, whose rows are read once. Everything but value_a, value_b and difference.
std::vector<Comparison> compare_label(const std::vector<const Metric *> &metrics,
                                      const decisions::DecisionOptions &options, const PairedRows &rows,
                                      Monitor &monitor);

}  // namespace wald::core::evaluation
