// The settings of `wald watch`, checked and typed.
#ifndef WALD_CLI_PROMISES_WATCH_SETTINGS_HPP
#define WALD_CLI_PROMISES_WATCH_SETTINGS_HPP

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "options/option_values.hpp"

namespace wald::cli {

struct WatchSettings {
  std::string promise;  // "precision>=0.95"; empty if it is loaded
  std::string load, save;
  std::int64_t batch = 1000;  // rows between two lines of output
  bool text = false;          // for people, instead of JSON lines
  // Columns. Those without a value are taken by their usual names, where the table has them.
  std::string flagged = "flagged", label = "label";
  std::optional<std::string> label_probability, time, segment;
  std::vector<std::string> segments;  // the names that the column of segments may hold
};

/// Throws UsageError with the reason: nothing that was asked for is ever ignored in silence.
WatchSettings watch_settings(const OptionValues &values);

}  // namespace wald::cli

#endif
