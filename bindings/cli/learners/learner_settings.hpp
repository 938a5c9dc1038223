// The settings of `wald fit`, and of `wald predict` and `wald evaluate` with --model, checked and typed.
#ifndef WALD_CLI_LEARNERS_LEARNER_SETTINGS_HPP
#define WALD_CLI_LEARNERS_LEARNER_SETTINGS_HPP

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "options/library_options.hpp"
#include "wald.hpp"

namespace wald::cli {

struct LearnerSettings {
  std::string learner;                                 // its name: "mixture:card,forest"
  std::vector<std::vector<std::string>> chain_orders;  // of labels, by name or by a pattern that matches one

  std::vector<std::string> targets;  // names and patterns
  std::optional<wald_task> task;     // what the targets are; none: as they look
  std::vector<std::string> ignored, categorical;
  std::optional<std::string> groups;       // the column that says which rows belong together
  std::vector<std::string> marginals;      // columns, or
  std::string marginals_file;              // a table
  std::string feature_names, label_names;  // files of names for libsvm input
  bool json = false;                       // what was found, for programs

  std::string model;  // the file of a learner; "": FILE says what is believed
  bool probabilities = false;
  bool unknown_levels_are_zeros = false;
};

/// Each throws UsageError with the reason: nothing that was asked for is ever ignored in silence.
LearnerSettings fit_settings(const CommandSpec &command, const OptionValues &values, const LibraryOptions &library);
LearnerSettings model_settings(const std::string &command, const OptionValues &values);

}  // namespace wald::cli

#endif
