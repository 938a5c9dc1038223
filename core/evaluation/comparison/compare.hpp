// Whether one system's predictions are better than another's on the same rows: the difference of a metric, how far it
// may be from the truth, and whether chance explains it.
#pragma once

#include "core/decisions/decision.hpp"
#include "core/evaluation/comparison/comparison.hpp"

namespace wald::core::evaluation {

// By the options' average, label weights, level, samples, seed and threads. a and b are of truth's shape. weights.data
// may be null; groups.data too: then each row is a group of its own. Rows that either leaves undecided are left out.
Comparison compare(const Metric &metric, const decisions::DecisionOptions &options, Grid<const uint8_t> truth,
                   Grid<const uint8_t> a, Grid<const uint8_t> b, Reals weights, Strided<const int64_t> groups);

}  // namespace wald::core::evaluation
