// The rows that a learner is fitted to, from CSV or libsvm form.
#ifndef WALD_CLI_LEARNERS_TRAINING_ROWS_HPP
#define WALD_CLI_LEARNERS_TRAINING_ROWS_HPP

#include <cstdint>
#include <string>
#include <vector>

#include "base/progress.hpp"
#include "learners/feature_rows.hpp"
#include "learners/targets.hpp"
#include "settings.hpp"

namespace wald::cli {

struct TrainingRows {
  std::string source;                      // what messages call the file
  std::vector<std::string> feature_names;  // "column", or "column=level" of a column of words
  FeatureRows features;
  Targets targets;
  std::vector<double> weights;       // or none
  std::vector<std::int64_t> groups;  // or none: numbers for the texts of the column
  std::vector<double> marginals;     // or none
};

TrainingRows read_training_rows(const Settings &settings, Progress &progress);

/// The lines of a file of names; each is there once.
std::vector<std::string> read_names(const std::string &path, Progress &progress);

/// The feature of a column of words that is 1 if the cell is this level.
std::string level_feature(const std::string &column, const std::string &level);

}  // namespace wald::cli

#endif
