// What a cascade is fitted to: the scores of an ensemble, the costs of its models, and an order of them.
#ifndef WALD_CLI_CASCADES_CASCADE_INPUT_HPP
#define WALD_CLI_CASCADES_CASCADE_INPUT_HPP

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/progress.hpp"
#include "cascades/cascade_settings.hpp"
#include "cascades/feature_columns.hpp"
#include "wald.hpp"

namespace wald::cli {

struct EnsembleScores {
  std::vector<std::string> models;  // their names
  CascadeScores scores;
  std::int64_t rows = 0;                // of a weight above 0
  std::optional<CascadeScores> others;  // of the rows that are set aside
  std::vector<double> costs;            // of the models, or none
  std::vector<std::int64_t> order;      // from a file, or none
  std::optional<Trees> trees;           // whose scores these are
  NamedFeatures features;               // of the trees
};

/// Everything that the settings name.
EnsembleScores read_ensemble_scores(const CascadeSettings &settings, Progress &progress);

}  // namespace wald::cli

#endif
