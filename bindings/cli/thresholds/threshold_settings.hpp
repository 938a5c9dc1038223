// The settings of `wald threshold`, its `apply`, `evaluate` and `select`, `wald calibrate`, `wald decision-curve`,
// `wald reliability` and `wald prevalence`, checked and typed.
#ifndef WALD_CLI_THRESHOLDS_THRESHOLD_SETTINGS_HPP
#define WALD_CLI_THRESHOLDS_THRESHOLD_SETTINGS_HPP

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "options/library_options.hpp"
#include "wald.h"

namespace wald::cli {

/// What becomes of the rows.
enum class ThresholdTask {
  choose,    // thresholds on one score or several
  save,      // a sample for later
  zone,      // two thresholds on one score
  labels,    // a threshold for each label
  classes,   // a multiplier for each class
  segments,  // a threshold for each segment of the rows
  apply,     // rows are flagged by thresholds that are known
  evaluate,  // models are evaluated at thresholds that are known
  select     // rows are flagged at a false discovery rate
};

/// A limit of one segment alone.
struct SegmentLimit {
  std::string segment;  // empty: of each
  std::size_t limit;    // its column in the limits of a wald_segment_rows
  double value;
  std::string given;  // for messages
};

struct ThresholdSettings {
  ThresholdTask task = ThresholdTask::choose;
  std::vector<std::string> files;   // parts of one sample
  std::vector<std::string> scores;  // names and patterns
  bool probabilities = false;       // of the scores: each lies in [0, 1]
  std::vector<std::string> truth;   // of the column of labels or classes, or of several: names and patterns

  std::optional<wald_rule> rule;
  std::vector<std::pair<std::string, double>> rated_from;
  bool text = false;  // for people, instead of JSON

  std::string segment, benefit, cost;  // columns
  std::vector<SegmentLimit> segment_limits;

  std::string save;
  std::vector<std::string> load;
  std::string costs;

  std::string answer;       // or a calibration
  std::string known;        // a file of rows that a batch is compared with
  std::string calibration;  // the method of one that is fitted, or a file of rows to calibrate on
  std::vector<std::pair<std::string, double>> thresholds;

  std::vector<double> at;  // threshold probabilities of a decision curve; empty: each hundredth. Or shares in training
  std::string reference;   // the model that its differences, or those of an evaluation, are to
  std::string table;       // the format of an evaluation: json, markdown or latex
};

/// Each throws UsageError with the reason: nothing that was asked for is ever ignored in silence.
ThresholdSettings calibrate_settings(const CommandSpec &command, const OptionValues &values);
ThresholdSettings score_curve_settings(const CommandSpec &command, const OptionValues &values,
                                       const LibraryOptions &library);
ThresholdSettings prevalence_settings(const OptionValues &values, const LibraryOptions &library);
ThresholdSettings threshold_settings(const CommandSpec &command, const OptionValues &values,
                                     const LibraryOptions &library);

}  // namespace wald::cli

#endif
