// What a row gets by known thresholds: flags, a class, or nothing if a person must decide.
#ifndef WALD_CLI_THRESHOLDS_ROW_RULE_HPP
#define WALD_CLI_THRESHOLDS_ROW_RULE_HPP

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "base/progress.hpp"
#include "thresholds/threshold_settings.hpp"
#include "wald.hpp"

namespace wald::cli {

struct RowRule {
  std::string source;               // what messages call the place that asks for the scores
  std::vector<std::string> scores;  // columns that it needs
  bool patterns = false;            // ? and * may stand in their names
  bool probabilities = false;       // each lies in [0, 1]
  bool whole = false;               // all rows of the table decide on each
  std::vector<std::string> added;   // columns that it adds
  /// The cells of the added columns, row by row.
  std::function<std::vector<std::string>(Table<const double> scores)> cells;
};

/// By the thresholds of the settings, or by what `wald threshold` wrote.
RowRule read_row_rule(const ThresholdSettings &settings, Progress &progress);

/// The threshold of one score, with the score's name, in what `wald threshold` wrote.
std::pair<std::string, double> read_threshold(const std::string &answer, Progress &progress);

}  // namespace wald::cli

#endif
