// Tables of scores with the known truth of their rows.
#ifndef WALD_CLI_THRESHOLDS_SCORE_TABLE_HPP
#define WALD_CLI_THRESHOLDS_SCORE_TABLE_HPP

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "base/progress.hpp"
#include "settings.hpp"

namespace wald::cli {

struct ScoreTable {
  std::vector<std::string> score_names, truth_names;
  std::int64_t rows = 0;
  std::vector<double> scores;           // rows by scores
  std::vector<std::uint8_t> labels;     // rows by truths: 0, 1 or WALD_NOT_RATED; or
  std::vector<std::string> classes;     // the name of each row's class
  std::vector<double> weights;          // of the rows, or none
  std::vector<std::string> segments;    // of the rows, or none
  std::vector<std::int64_t> groups;     // of the rows, or none
  std::map<std::string, std::int64_t, std::less<>> group_numbers;  // by the text of a group, of all files
  std::vector<double> benefits, costs;  // of the rows, or none

  Table<const double> score_cells() const { return {scores.data(), rows, count(score_names)}; }
  Table<const std::uint8_t> label_cells() const { return {labels.data(), rows, count(truth_names)}; }
  Array weights_or_none() const { return weights.empty() ? Array() : Array(weights); }

 private:
  static std::int64_t count(const std::vector<std::string> &names) { return static_cast<std::int64_t>(names.size()); }
};

/// Reads every FILE of the settings and hands over its rows, `most` or fewer at a time; the files must have the same
/// columns of scores and truth. The table is emptied of its rows after each call.
void read_scores(const Settings &settings, std::int64_t most, Progress &progress,
                 const std::function<void(const ScoreTable &rows)> &take);

/// The same, all rows in one table.
ScoreTable read_scores(const Settings &settings, Progress &progress);

/// The classes that the scores are of: the names of their columns or, where some row's class is none of those, what
/// the * of a pattern stands for.
std::vector<std::string> class_names(const ScoreTable &table, const ThresholdSettings &asked);

/// The place of each row's class among them.
std::vector<std::int64_t> numbered(const ScoreTable &table, const ThresholdSettings &asked,
                                   const std::vector<std::string> &classes);

}  // namespace wald::cli

#endif
