// Metrics not linear in tp under a joint distribution: no efficient exact method is known (Jaccard median). Ascent over
// numbers of labels that the same vectors hold, and an upper bound, which few such groups bring down to rounding.
#pragma once

#include "core/decisions/problem.hpp"

namespace wald::core::decisions {

// Fills answer and work.items from the listed vectors; answer.bound is the distance to the upper bound.
void decide_by_ascent(const Problem &problem, Answer &answer);

// E U of a prediction (ascending items) on weighted vectors, with a limit on its rounding error.
struct JointValue {
  double value, error;
};
JointValue value_on_vectors(const Metric &metric, const std::vector<Joint::Vector> &vectors, int64_t n,
                            const std::vector<int64_t> &items);

}  // namespace wald::core::decisions
