// A calibration of its own, outside a learner, with the kind of numbers that it takes: probabilities or scores.
//
// Of probabilities Platt's and beta calibration take the log-odds, from -40 to 40, so that 0 and 1 are finite: beta
// calibration of log-odds is that of ln p and -ln(1 - p) (Kull, Silva Filho, Flach, 2017). Isotonic regression takes
// either as they are.
#pragma once

#include <string>
#include <string_view>

#include "core/base/arrays.hpp"
#include "core/learners/calibration.hpp"

namespace wald::core::learners {

class InputCalibration {
 public:
  // Throws Error(argument) that names the value and its bound. weights.data may be null: 1 each.
  InputCalibration(Calibrator calibrator, CalibrationInput input, const Reals &values,
                   const Strided<const uint8_t> &labels, const Reals &weights, Monitor &monitor);

  CalibrationInput input() const { return input_; }
  // `values` must be of the kind that the calibration was fitted to.
  void apply(CalibrationInput input, const Reals &values, double *out) const;

  std::string save() const;
  static InputCalibration load(std::string_view text);

 private:
  InputCalibration() = default;
  CalibrationInput input_ = CalibrationInput::probabilities;
  Calibration calibration_;
};

}  // namespace wald::core::learners
