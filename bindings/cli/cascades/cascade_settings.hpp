// The settings of `wald cascade fit`, `apply` and `compare`, checked and typed.
#ifndef WALD_CLI_CASCADES_CASCADE_SETTINGS_HPP
#define WALD_CLI_CASCADES_CASCADE_SETTINGS_HPP

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "options/library_options.hpp"

namespace wald::cli {

struct CascadeSettings {
  std::vector<std::string> files;      // scores, parts of one table
  std::vector<std::string> columns;    // of scores or features: names and patterns; empty: all that have no other use
  std::optional<std::string> label;    // the column of targets
  std::optional<std::string> weights;  // the column of the rows' weights
  std::vector<std::string> classes;    // of which the largest sum decides; empty: one sum and a threshold

  std::string order_file;      // lists the models in an order from elsewhere
  std::vector<double> alphas;  // of a comparison
  std::string costs;

  std::string calibrate;  // a file of rows that are set aside, or of those a comparison is made on

  std::string trees;           // a model whose trees are the ensemble; the table then holds features
  std::int64_t iterations = 0;  // of it, from the first on; 0: all

  std::string policy;     // the one to apply
  bool features = false;  // the table holds features of the policy's trees
  bool sums = false;      // whether the sums of rows that were asked in full are shown

  bool text = false;   // for people
  bool jsonl = false;  // instead of CSV
};

/// Throws UsageError with the reason: nothing that was asked for is ever ignored in silence.
CascadeSettings cascade_settings(const CommandSpec &command, const OptionValues &values, const LibraryOptions &library);

}  // namespace wald::cli

#endif
