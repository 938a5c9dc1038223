// What was asked of `wald cascade fit`, `apply` and `compare`, checked and typed.
#ifndef WALD_CLI_OPTIONS_CASCADE_SETTINGS_HPP
#define WALD_CLI_OPTIONS_CASCADE_SETTINGS_HPP

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "options/option_values.hpp"

namespace wald::cli {

/// How thresholds are found, and for the first the order with them.
enum class CascadeMethod { qwyc, fixed, fan };

struct CascadeSettings {
  std::vector<std::string> files;      // scores, parts of one table
  std::vector<std::string> columns;    // of scores or features: names and patterns; empty: all that have no other use
  std::optional<std::string> label;    // the column of targets
  std::optional<std::string> weights;  // the column of the rows' weights
  std::vector<std::string> classes;    // of which the largest sum decides; empty: one sum and a threshold

  CascadeMethod method = CascadeMethod::qwyc;
  std::string order = "joint";  // a name that the library knows, or "" where
  std::string order_file;       // this file lists the models
  std::optional<std::string> spend;
  bool closest = false;
  std::vector<double> alphas;  // one but for a comparison
  double threshold = 0;
  bool negatives_only = false;
  std::string costs;
  std::optional<double> gamma, bin_width;

  std::string calibrate;  // a file of rows that are set aside, or of those a comparison is made on
  std::optional<double> target, confidence;
  std::optional<std::int64_t> folds;
  bool halves = false;
  std::uint64_t seed = 0;

  std::string policy;     // the one to apply
  bool features = false;  // the table holds features of the policy's trees

  bool text = false;   // for people
  bool jsonl = false;  // in place of CSV
};

/// Throws UsageError with the reason: nothing that was asked for is ever ignored in silence.
CascadeSettings cascade_settings(const std::string &command, const OptionValues &values);

}  // namespace wald::cli

#endif
