// A calibration of its own, outside a learner, with the kind of numbers that it takes: probabilities or scores.
//
// Of probabilities Platt's and beta calibration take the log-odds, from -40 to 40, so that 0 and 1 are finite: beta
// calibration of log-odds is that of ln p and -ln(1 - p) (Kull, Silva Filho, Flach, 2017). Isotonic regression takes
// either as they are.
//
// A table has a column per exclusive class: probabilities that sum to 1 in each row, whose logarithms are taken, from
// -40 up, or logits.
#pragma once

#include <string>
#include <string_view>

#include "core/base/arrays.hpp"
#include "core/learners/calibration.hpp"
#include "core/learners/class_calibration.hpp"

namespace wald::core::learners {

class InputCalibration {
 public:
  // Throws Error(argument) that names the value and its bound. weights.data may be null: 1 each.
  InputCalibration(Calibrator calibrator, CalibrationInput input, const Reals &values,
                   const Strided<const uint8_t> &labels, const Reals &weights, Monitor &monitor);
  // values: rows by classes, of which there are at least two; classes: of each row.
  InputCalibration(Calibrator calibrator, CalibrationInput input, const RealTable &values,
                   const Strided<const int64_t> &classes, const Reals &weights, Monitor &monitor);

  CalibrationInput input() const { return input_; }
  int64_t n_classes() const { return classes_.n_classes(); }  // 0: values are vectors
  double temperature() const;                                 // NaN of other kinds
  // `values` must be of the kind and the number of columns that the calibration was fitted to. out: their shape.
  void apply(CalibrationInput input, const RealTable &values, double *out) const;
  void apply(CalibrationInput input, const Reals &values, double *out) const {
    apply(input, RealTable{values.data, values.is_float, values.n, 1, values.stride, 1}, out);
  }

  std::string save() const;
  static InputCalibration load(std::string_view text);

 private:
  InputCalibration() = default;
  CalibrationInput input_ = CalibrationInput::probabilities;
  Calibration calibration_;   // of vectors
  ClassCalibration classes_;  // of tables
};

}  // namespace wald::core::learners
