// E U of a prediction of labels that are ranked: of independent ones, and of exclusive ones.
#pragma once

#include <vector>

#include "core/decisions/independent/independent.hpp"
#include "core/metrics/metric.hpp"

namespace wald::core::decisions {

// Independent labels: a prediction by its items (ascending), or the first k of the ranking.
Expectation expected_independent(const Metric &metric, const Ranked &labels, const std::vector<int64_t> &items,
                                 Workspace &work);
Expectation expected_independent(const Metric &metric, const std::vector<double> &probabilities,
                                 const std::vector<int64_t> &items, Workspace &work);
Expectation expected_top_k(const Metric &metric, const Ranked &labels, int64_t k, Workspace &work);

// F_beta and Jaccard of that many independent labels are sums of exponentials, which need neither masses nor an order:
// by the probabilities of the k items that are predicted positive, and of the others, zeros left out or not.
bool needs_no_ranking(const Metric &metric, std::size_t labels);
Expectation expected_unranked(const Metric &metric, const std::vector<double> &chosen, const std::vector<double> &others,
                              int64_t k, Workspace &work);

// Exclusive labels of the given sum.
Expectation expected_categorical(const Metric &metric, const Ranked &labels, double sum,
                                 const std::vector<int64_t> &items);

// What a prediction gives away, where both values come from different sums: less than rounding is nothing.
double given_away(double best, double given, int64_t n);

}  // namespace wald::core::decisions
