// The classes of columns of scores, and those of rows by their places.
#ifndef WALD_CLI_THRESHOLDS_CLASS_NAMES_HPP
#define WALD_CLI_THRESHOLDS_CLASS_NAMES_HPP

#include <cstdint>
#include <string>
#include <vector>

#include "thresholds/score_table.hpp"
#include "thresholds/threshold_settings.hpp"

namespace wald::cli {

/// The classes that the scores are of: the names of their columns or, where some row's class is none of those, what
/// the * of a pattern stands for.
std::vector<std::string> class_names(const ScoreTable &table, const ThresholdSettings &asked);

/// The place of each row's class among them.
std::vector<std::int64_t> numbered(const ScoreTable &table, const ThresholdSettings &asked,
                                   const std::vector<std::string> &classes);

}  // namespace wald::cli

#endif
