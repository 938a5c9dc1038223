// Moves probabilities to another prevalence of the labels.
#pragma once

#include "core/base/arrays.hpp"
#include "core/estimators/estimator.hpp"

namespace wald::core::learners {

// Writes the table row by row. Kinds are independent and categorical; the priors have one number per column. Throws
// Error(argument) that names the value and its bound.
void move_prior(Kind kind, const RealTable &probabilities, const Reals &training_prior, const Reals &prior, double *out);

}  // namespace wald::core::learners
