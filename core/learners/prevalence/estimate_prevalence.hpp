// The shares of labels or classes among rows without labels, by maximum likelihood, if rows of a label look the same as
// in training (label shift).
#pragma once

#include <cstdint>
#include <vector>

#include "core/base/arrays.hpp"
#include "core/estimators/estimator.hpp"
#include "core/numeric/monitor.hpp"

namespace wald::core::learners {

// Rows as frequent as in training, with their labels: probabilities are calibrated on them.
struct CalibrationRows {
  Grid<const uint8_t> truth;  // one column per label or class
  RealTable probabilities;    // the same columns
};

struct PrevalenceOptions {
  double level = 0.95;
  int64_t bootstrap = 0;  // 0: profile likelihood, and no test
  uint64_t seed = 0;
  int threads = 1;
};

// Plain data; one number per label or class.
struct PrevalenceEstimate {
  std::vector<double> prior, low, high, training_prior;
  std::vector<double> p_value;  // NaN without calibration rows or bootstrap
  int64_t n_rows = 0, n_calibration_rows = 0;
};

// training_prior: one number per column; data null: the shares of the calibration rows. calibration: null without such
// rows.
// Throws Error(argument) that names the value and its bound.
PrevalenceEstimate estimate_prevalence(Kind kind, const RealTable &probabilities, const Reals &training_prior,
                                       const CalibrationRows *calibration, const PrevalenceOptions &options,
                                       Monitor &monitor);

}  // namespace wald::core::learners
