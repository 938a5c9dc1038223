// The general F-maximiser on linear majorants of U: an upper limit of the best expected utility for any metric, used where no
// plane over a box is known (majorants.hpp).
#pragma once

#include <vector>

#include "core/decisions/problem.hpp"

namespace wald::core::decisions {

// The lines touch U where the best known prediction has its tp of each vector, scaled from its k.
double bound_by_hulls(const Problem &problem, const std::vector<int64_t> &best_tp, int64_t k_of_best);

}  // namespace wald::core::decisions
