// Fits and applies a calibration outside a learner, of probabilities or of scores.
#include "core/numeric/contraction.hpp"  // first

#include "core/learners/input_calibration.hpp"

#include <algorithm>
#include <cmath>

#include "core/base/error.hpp"

namespace wald::core::learners {

namespace {

double checked_calibration_input(CalibrationInput input, const Reals &values, int64_t i) {
  const double value = values[i];
  if (input == CalibrationInput::scores) {
    if (!std::isfinite(value)) fail(Status::argument, "scores[", i, "] is ", value, ": must be finite");
    return value;
  }
  if (!(value >= 0 && value <= one_rounded(values.is_float)))
    fail(Status::argument, "probabilities[", i, "] is ", value, ": must lie in [0, 1]",
         std::isfinite(value) ? "; log-odds and other scores are given as scores" : "");
  return std::min(value, 1.0);
}

}  // namespace

InputCalibration::InputCalibration(Calibrator calibrator, CalibrationInput input, const Reals &values,
                                   const Strided<const uint8_t> &labels, const Reals &weights, Monitor &monitor)
    : input_(input) {
  if (calibrator == Calibrator::automatic || calibrator == Calibrator::none)
    fail(Status::argument, "name is ", in_quotes(calibration_words[static_cast<int32_t>(calibrator)].name),
         ": must be platt, isotonic or beta");
  std::vector<double> margins, own_weights;
  std::vector<uint8_t> cells;
  margins.reserve(static_cast<std::size_t>(values.n));
  cells.reserve(static_cast<std::size_t>(values.n));
  own_weights.reserve(static_cast<std::size_t>(values.n));
  bool seen[2] = {false, false};
  for (int64_t i = 0; i < values.n; ++i) {
    const uint8_t label = labels[i];
    const double value = checked_calibration_input(input, values, i), weight = weights.data ? weights[i] : 1;
    if (label > 1) fail(Status::argument, "truth[", i, "] is ", int32_t{label}, ": must be 0 or 1");
    if (!(weight >= 0) || std::isinf(weight))
      fail(Status::argument, "weights[", i, "] is ", weight, ": must be finite and at least 0");
    if (weight > 1e100) fail(Status::argument, "weights[", i, "] is ", weight, ": must be at most 1e100");
    if (weight == 0) continue;
    seen[label] = true;
    margins.push_back(value);
    cells.push_back(label);
    own_weights.push_back(weight);
  }
  if (!seen[0] || !seen[1])
    fail(Status::argument, "truth has no ", seen[0] ? 1 : 0, " of a weight above 0: both must occur");
  if (input == CalibrationInput::probabilities && calibrator != Calibrator::isotonic) clip_to_log_odds(margins);
  calibration_ = calibrate_margins(calibrator, margins, cells, own_weights, monitor);
}

void InputCalibration::apply(CalibrationInput input, const Reals &values, double *out) const {
  if (input != input_)
    fail(Status::argument, input_name(input), " are given: the calibration was fitted to ", input_name(input_));
  for (int64_t i = 0; i < values.n; ++i) {
    const double value = checked_calibration_input(input, values, i);
    if (input == CalibrationInput::scores)
      out[i] = calibration_.probability(value);
    else if (calibration_.kind() == Calibrator::isotonic)
      out[i] = calibration_.isotonic(value, value);
    else
      out[i] = calibration_.probability(clipped_log_odds(value));
  }
}

std::string InputCalibration::save() const {
  std::string out = text("{\"wald\":\"calibration\",\"version\":1,\"input\":\"", input_name(input_),
                         "\",\"calibration\":");
  calibration_.save(out);
  return out + "}\n";
}

InputCalibration InputCalibration::load(std::string_view text) {
  const SavedText saved(text, "calibration", 1);
  saved.allow(saved.root(), {"wald", "version", "input", "calibration"}, "a saved calibration");
  InputCalibration out;
  // Without it the text was written when calibrations took scores alone.
  out.input_ = CalibrationInput::scores;
  if (const SavedValue *const input = saved.find(saved.root(), "input")) {
    const std::string &name = saved.string(*input, "\"input\"");
    const auto known = std::find_if(std::begin(calibration_input_words), std::end(calibration_input_words),
                                    [&](const Word &word) { return name == word.name; });
    if (known == std::end(calibration_input_words))
      saved.malformed(core::text("\"input\" is ", in_quotes(name), ", which is unknown"));
    out.input_ = static_cast<CalibrationInput>(known->value);
  }
  out.calibration_ = Calibration::load(saved, saved.member(saved.root(), "calibration"));
  return out;
}

}  // namespace wald::core::learners
