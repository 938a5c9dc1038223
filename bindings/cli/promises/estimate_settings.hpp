// The settings of `wald estimate`, checked and typed.
#ifndef WALD_CLI_PROMISES_ESTIMATE_SETTINGS_HPP
#define WALD_CLI_PROMISES_ESTIMATE_SETTINGS_HPP

#include <optional>
#include <string>

#include "options/option_values.hpp"

namespace wald::cli {

enum class EstimateFormat { jsonl, csv, text };

struct EstimateSettings {
  // Columns. Those without a value are taken by their usual names, where the table has them.
  std::string probability = "probability", flagged = "flagged", label = "label";
  std::optional<std::string> label_probability, chunk, segment;
  std::string calibration;  // a file; empty for none
  EstimateFormat format = EstimateFormat::jsonl;
};

/// Throws UsageError with the reason: nothing that was asked for is ever ignored in silence.
EstimateSettings estimate_settings(const OptionValues &values);

}  // namespace wald::cli

#endif
