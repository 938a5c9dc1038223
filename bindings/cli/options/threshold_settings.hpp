// What was asked of `wald threshold` and `wald threshold apply`, checked and typed.
#ifndef WALD_CLI_OPTIONS_THRESHOLD_SETTINGS_HPP
#define WALD_CLI_OPTIONS_THRESHOLD_SETTINGS_HPP

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "options/option_values.hpp"
#include "wald.h"

namespace wald::cli {

/// What becomes of the rows.
enum class ThresholdTask {
  choose,   // thresholds on one score or several
  save,     // a frontier for later
  zone,     // two thresholds on one score
  labels,   // a threshold for each label
  classes,  // a multiplier for each class
  apply     // rows are flagged by thresholds that are known
};

struct ThresholdSettings {
  ThresholdTask task = ThresholdTask::choose;
  std::vector<std::string> files;   // parts of one sample
  std::vector<std::string> scores;  // names and patterns
  std::vector<std::string> truth;   // of the column of labels or classes, or of several: names and patterns

  std::optional<wald_rule> rule;
  std::vector<std::pair<std::string, double>> rated_from;
  std::optional<double> cost_ratio, marginal_precision, min_precision, confidence, max_fp, max_alerts, min_recall;
  std::optional<double> positives, level;
  std::string method = "direct";
  wald_smoothing smoothing = WALD_SMOOTHING_NONE;
  std::int64_t bootstrap = 0, folds = 0;
  std::uint64_t seed = 0;
  wald_average average = WALD_MACRO;
  bool text = false;  // for people, in place of JSON

  std::string save;
  std::vector<std::string> load;
  double abstain_cost = 0, fp_cost = 1, fn_cost = 1;
  std::string costs;

  std::string answer;
  std::vector<std::pair<std::string, double>> thresholds;
};

/// Throws UsageError with the reason: nothing that was asked for is ever ignored in silence.
ThresholdSettings threshold_settings(const std::string &command, const OptionValues &values);

}  // namespace wald::cli

#endif
