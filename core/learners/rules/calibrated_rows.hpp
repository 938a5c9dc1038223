// Probabilities calibrated out of fold, by the calibration that the learner "rule" decides from at first.
#pragma once

#include <cstdint>
#include <vector>

#include "core/learners/dataset.hpp"
#include "core/numeric/monitor.hpp"

namespace wald::core::learners {

// data.marginals, each row's by the mean of Platt's, isotonic and beta calibration per label of the other folds. Two rows
// at least.
std::vector<double> calibrated_out_of_fold(const Dataset &data, uint64_t seed, int64_t threads, Monitor &monitor);

}  // namespace wald::core::learners
