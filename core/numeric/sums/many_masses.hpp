// Masses of a sum of very many independent 0/1 variables, to an absolute error: from some fifty values of its
// characteristic function, which power sums of the probabilities give.
#pragma once

#include <vector>

#include "core/numeric/special/poisson_binomial.hpp"

namespace wald::core {

// The sum of these items. Of few items, or a small variance, by adding one item after the other with that cut; else each
// mass has an absolute error below 1e-15, and those below 1e-17 are cut off.
Masses masses_of(const std::vector<double> &p, double cut);

}  // namespace wald::core
