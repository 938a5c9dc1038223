// The rows for a fitted learner: features found by their names, and the truth if it is known.
#ifndef WALD_CLI_LEARNERS_MODEL_ROWS_HPP
#define WALD_CLI_LEARNERS_MODEL_ROWS_HPP

#include <cstdint>
#include <string>
#include <vector>

#include "base/progress.hpp"
#include "learners/feature_rows.hpp"
#include "learners/saved_learner.hpp"
#include "settings.hpp"

namespace wald::cli {

struct ModelRows {
  std::string source;  // what messages call the file
  FeatureRows features;
  std::string name_column;
  std::vector<std::string> names;   // of the rows, or none
  std::vector<double> marginals;    // rows by labels, or none
  std::vector<std::uint8_t> truth;  // rows by labels or classes, or none
  std::vector<double> weights;      // or none

  /// All that the learner looks at.
  Dataset dataset(const SavedLearner &model) const;
};

/// `truth`: the file holds the targets as well, of which all must be known.
ModelRows read_model_rows(const Settings &settings, const SavedLearner &model, bool truth, Progress &progress);

}  // namespace wald::cli

#endif
