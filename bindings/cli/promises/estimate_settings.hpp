// The settings of `wald estimate`, checked and typed.
#ifndef WALD_CLI_PROMISES_ESTIMATE_SETTINGS_HPP
#define WALD_CLI_PROMISES_ESTIMATE_SETTINGS_HPP

#include <optional>
#include <string>
#include <vector>

#include "options/option_values.hpp"

namespace wald::cli {

enum class EstimateFormat { jsonl, csv, text };

struct EstimateSettings {
  std::vector<std::string> probabilities, flagged, labels;  // columns, by name or pattern: one per label
  bool labels_given = false;
  // Columns. The probability is taken by its usual name, where the table has it.
  std::optional<std::string> label_probability, chunk, segment;
  std::string calibration;  // a file; empty for none
  EstimateFormat format = EstimateFormat::jsonl;
};

/// Throws UsageError with the reason: nothing that was asked for is ever ignored in silence.
EstimateSettings estimate_settings(const OptionValues &values);

}  // namespace wald::cli

#endif
