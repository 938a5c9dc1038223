// The settings of `wald route fit`, `apply` and `ask`, checked and typed.
#ifndef WALD_CLI_ROUTES_ROUTE_SETTINGS_HPP
#define WALD_CLI_ROUTES_ROUTE_SETTINGS_HPP

#include <optional>
#include <string>
#include <vector>

#include "options/library_options.hpp"

namespace wald::cli {

struct RouteSettings {
  std::vector<std::string> files;  // rows, parts of one table; none if they are loaded
  std::string load;                // rows that were saved
  std::string save;                // where rows go
  std::string labelled;            // labels of rows that were asked for
  std::string test;                // rows that the route is not chosen on
  std::string policy;              // the route to apply

  // Columns, by names and patterns: of each stage one.
  std::vector<std::string> confidences, answers, right;
  std::vector<std::string> costs;  // columns or numbers
  // Columns of which there is one.
  std::optional<std::string> truth, weights, label_probability, segment, score;

  std::optional<std::string> positive;  // the positive class, as the table has it

  bool text = false;   // for people
  bool jsonl = false;  // instead of CSV
};

/// Throws UsageError with the reason: nothing that was asked for is ever ignored in silence.
RouteSettings route_settings(const CommandSpec &command, const OptionValues &values, const LibraryOptions &library);

}  // namespace wald::cli

#endif
