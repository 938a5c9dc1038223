// E U of a prediction of labels that are ranked: of independent ones, and of exclusive ones.
#pragma once

#include <vector>

#include "core/decisions/independent/independent.hpp"
#include "core/metrics/metric.hpp"

namespace wald::core::decisions {

// Independent labels: a prediction by its items (ascending), or the first k of the ranking.
Expectation expected_independent(const Metric &metric, const Ranked &labels, const std::vector<int64_t> &items,
                                 Workspace &work);
Expectation expected_top_k(const Metric &metric, const Ranked &labels, int64_t k, Workspace &work);

// Exclusive labels of the given sum.
Expectation expected_categorical(const Metric &metric, const Ranked &labels, double sum,
                                 const std::vector<int64_t> &items);

// What a prediction gives away, where both values come from different sums: less than rounding is nothing.
double given_away(double best, double given, int64_t n);

}  // namespace wald::core::decisions
