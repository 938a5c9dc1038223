// A learner that was saved, with the names by which a table's columns are found.
#ifndef WALD_CLI_LEARNERS_SAVED_LEARNER_HPP
#define WALD_CLI_LEARNERS_SAVED_LEARNER_HPP

#include <string>
#include <vector>

#include "base/progress.hpp"
#include "wald.hpp"

namespace wald::cli {

struct SavedLearner {
  std::string source;  // what messages call the file
  Learner learner;
  std::vector<std::string> feature_names;  // or none: features go by their places
  std::vector<std::string> label_names;    // 1, 2, ... where the learner has none

  bool takes_missing = false;  // a feature may be NaN

  bool takes_marginals() const;
};

SavedLearner read_learner(const std::string &path, Progress &progress);

}  // namespace wald::cli

#endif
