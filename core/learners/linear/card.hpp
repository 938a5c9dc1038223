// Marginals given a learned distribution of the number of labels.
//
// With marginals p and independent labels, P(y_i = 1 | s) follows for each s; a multinomial learns q(s | x); so
// P[i][s] = P(y_i = 1 | s) q(s). That corrects the independent model where it is wrong, in the number of labels, and
// keeps sum_i P[i][s] = s q(s), which belongs to a distribution. Marginals may come from any model.
#pragma once

#include <memory>
#include <vector>

#include "core/estimators/counts.hpp"
#include "core/learners/model.hpp"
#include "core/learners/learner_options.hpp"

namespace wald::core::learners {

// q holds P(s) for s = 0 ... max_s <= m; marginals are cut to [1e-6, 1 - 1e-6]. O(m max_s^2).
std::unique_ptr<Counts> counts_given_sizes(const double *p, int64_t m, const double *q, int64_t max_s);

}  // namespace wald::core::learners
