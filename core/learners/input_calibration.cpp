// Fits and applies a calibration outside a learner: of probabilities or of scores, of one column or of classes.
#include "core/numeric/contraction.hpp"  // first

#include "core/learners/input_calibration.hpp"

#include <algorithm>
#include <cmath>

#include "core/base/error.hpp"
#include "core/numeric/special/logarithm.hpp"

namespace wald::core::learners {

namespace {

// A row of exclusive probabilities that misses 1 by more is of other probabilities.
constexpr double rounding_of_classes = 1e-3;
constexpr double least_log = -40;
// Differences of larger logits, and their squares, may be more than a double holds.
constexpr double greatest_logit = 1e100;

// row -1: of a vector.
double checked_value(CalibrationInput input, const Reals &values, int64_t i, int64_t row = -1) {
  const double value = values[i];
  const auto place = [&] {
    return row < 0 ? text(input_name(input), "[", i, "]") : text(input_name(input), "[", row, "][", i, "]");
  };
  if (input == CalibrationInput::scores) {
    if (!std::isfinite(value)) fail(Status::argument, place(), " is ", value, ": must be finite");
    if (row >= 0 && !(std::abs(value) <= greatest_logit))
      fail(Status::argument, place(), " is ", value, ": logits must lie in [-1e100, 1e100]");
    return value;
  }
  if (!(value >= 0 && value <= one_rounded(values.is_float)))
    fail(Status::argument, place(), " is ", value, ": must lie in [0, 1]",
         std::isfinite(value) ? "; log-odds and other scores are given as scores" : "");
  return std::min(value, 1.0);
}

double checked_weight(const Reals &weights, int64_t i) {
  const double weight = weights.data ? weights[i] : 1;
  if (!(weight >= 0) || std::isinf(weight))
    fail(Status::argument, "weights[", i, "] is ", weight, ": must be finite and at least 0");
  if (weight > 1e100) fail(Status::argument, "weights[", i, "] is ", weight, ": must be at most 1e100");
  return weight;
}

void check_calibrator(Calibrator calibrator, bool of_classes) {
  const bool none = calibrator == Calibrator::automatic || calibrator == Calibrator::none;
  if (none || (calibrator == Calibrator::vector && !of_classes))
    fail(Status::argument, "name is ", in_quotes(calibration_words[static_cast<int32_t>(calibrator)].name),
         none ? ": must be platt, isotonic, beta, temperature or, of a table of classes, vector"
              : ": needs a table of classes; of one probability platt is the same");
}

// As ClassCalibration takes them: the margins of the classes, or of two classes that of the second.
void class_margins_of(CalibrationInput input, const RealTable &values, int64_t row, double *out) {
  const Reals own = values.row(row);
  const int64_t n = values.cols;
  std::vector<double> margins(static_cast<std::size_t>(n));
  double sum = 0;
  for (int64_t k = 0; k < n; ++k) sum += margins[static_cast<std::size_t>(k)] = checked_value(input, own, k, row);
  if (input == CalibrationInput::probabilities) {
    if (!(std::abs(sum - 1) <= rounding_of_classes))
      fail(Status::argument, "probabilities[", row, "] sum to ", sum, ": must sum to 1 for exclusive classes");
    for (double &m : margins) m = m > 0 ? std::max(logarithm(m), least_log) : least_log;
  }
  if (n == 2)
    *out = margins[1] - margins[0];
  else
    std::copy(margins.begin(), margins.end(), out);
}

int64_t margins_of(int64_t n_classes) { return n_classes == 2 ? 1 : n_classes; }

}  // namespace

InputCalibration::InputCalibration(Calibrator calibrator, CalibrationInput input, const Reals &values,
                                   const Strided<const uint8_t> &labels, const Reals &weights, Monitor &monitor)
    : input_(input) {
  check_calibrator(calibrator, false);
  std::vector<double> margins, own_weights;
  std::vector<uint8_t> cells;
  margins.reserve(static_cast<std::size_t>(values.n));
  cells.reserve(static_cast<std::size_t>(values.n));
  own_weights.reserve(static_cast<std::size_t>(values.n));
  bool seen[2] = {false, false};
  for (int64_t i = 0; i < values.n; ++i) {
    const uint8_t label = labels[i];
    const double value = checked_value(input, values, i);
    if (label > 1) fail(Status::argument, "truth[", i, "] is ", int32_t{label}, ": must be 0 or 1");
    const double weight = checked_weight(weights, i);
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

InputCalibration::InputCalibration(Calibrator calibrator, CalibrationInput input, const RealTable &values,
                                   const Strided<const int64_t> &classes, const Reals &weights, Monitor &monitor)
    : input_(input) {
  check_calibrator(calibrator, true);
  const int64_t n_classes = values.cols;
  const auto width = static_cast<std::size_t>(margins_of(n_classes));
  std::vector<double> margins, own_weights;
  std::vector<int64_t> own_classes;
  std::vector<bool> seen(static_cast<std::size_t>(n_classes), false);
  for (int64_t i = 0; i < values.rows; ++i) {
    const int64_t own = classes[i];
    if (own < 0 || own >= n_classes)
      fail(Status::argument, "truth[", i, "] is ", own, ": must be from 0 to ", n_classes - 1);
    margins.resize(margins.size() + width);
    class_margins_of(input, values, i, margins.data() + margins.size() - width);
    const double weight = checked_weight(weights, i);
    if (weight == 0) {
      margins.resize(margins.size() - width);
      continue;
    }
    seen[static_cast<std::size_t>(own)] = true;
    own_classes.push_back(own);
    own_weights.push_back(weight);
  }
  if (own_classes.empty()) fail(Status::argument, "truth has no row of a weight above 0");
  const auto absent = std::find(seen.begin(), seen.end(), false);
  if (absent != seen.end() && calibrator != Calibrator::temperature)
    fail(Status::argument, "class ", absent - seen.begin(), " has no row of a weight above 0: ",
         calibration_words[static_cast<int32_t>(calibrator)].name, " needs rows of each class; temperature does not");
  classes_ = ClassCalibration(calibrator, margins, own_classes, n_classes, own_weights, monitor);
}

double InputCalibration::temperature() const {
  if (n_classes() > 0) return classes_.temperature();
  return calibration_.kind() == Calibrator::temperature ? 1 / calibration_.slope() : NAN;
}

void InputCalibration::apply(CalibrationInput input, const RealTable &values, double *out) const {
  if (input != input_)
    fail(Status::argument, input_name(input), " are given: the calibration was fitted to ", input_name(input_));
  const int64_t columns = std::max<int64_t>(n_classes(), 1);
  if (values.cols != columns)
    fail(Status::argument, input_name(input), " has ", values.cols, " columns: the calibration was fitted to ", columns);
  if (n_classes() > 0) {
    std::vector<double> margins(static_cast<std::size_t>(margins_of(columns)));
    for (int64_t i = 0; i < values.rows; ++i) {
      class_margins_of(input, values, i, margins.data());
      classes_.probabilities(margins.data(), columns, out + i * columns);
    }
    return;
  }
  const Reals column = values.col(0);
  for (int64_t i = 0; i < values.rows; ++i) {
    const double value = checked_value(input, column, i);
    if (input == CalibrationInput::scores)
      out[i] = calibration_.probability(value);
    else if (calibration_.kind() == Calibrator::isotonic)
      out[i] = calibration_.isotonic(value, value);
    else
      out[i] = calibration_.probability(clipped_log_odds(value));
  }
}

std::string InputCalibration::save() const {
  std::string out = text("{\"wald\":\"calibration\",\"version\":1,\"input\":\"", input_name(input_), "\",");
  if (n_classes() == 0) {
    out += "\"calibration\":";
    calibration_.save(out);
    return out + "}\n";
  }
  out += "\"calibrations\":[";
  classes_.save(out);
  return out + "]}\n";
}

InputCalibration InputCalibration::load(std::string_view text) {
  const SavedText saved(text, "calibration", 1);
  saved.allow(saved.root(), {"wald", "version", "input", "calibration", "calibrations"}, "a saved calibration");
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
  if (const SavedValue *const of_classes = saved.find(saved.root(), "calibrations")) {
    const std::vector<SavedValue> &list = saved.array(*of_classes, "\"calibrations\"");
    if (list.empty()) saved.malformed("\"calibrations\" is empty");
    out.classes_ = ClassCalibration::load(saved, list, static_cast<int64_t>(list.size()));
    return out;
  }
  out.calibration_ = Calibration::load(saved, saved.member(saved.root(), "calibration"));
  return out;
}

}  // namespace wald::core::learners
