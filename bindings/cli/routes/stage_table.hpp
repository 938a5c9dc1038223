// Tables of what stages answered to rows.
#ifndef WALD_CLI_ROUTES_STAGE_TABLE_HPP
#define WALD_CLI_ROUTES_STAGE_TABLE_HPP

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/progress.hpp"
#include "routes/route_names.hpp"
#include "routes/route_settings.hpp"
#include "wald.hpp"

namespace wald::cli {

struct StageTable {
  std::int64_t rows = 0, stages = 0;
  std::vector<double> confidences, right, costs;  // rows by stages, or none
  std::vector<std::int32_t> answers;              // rows by stages, or none; -1: not known
  std::vector<std::int32_t> truth, segments;      // of the rows, or none; -1: not labelled
  std::vector<double> weights, label_probabilities, scores;

  Array table(const std::vector<double> &cells) const {
    return cells.empty() ? Array() : Array(Table<const double>(cells.data(), rows, stages));
  }
};

/// What is known of the stages before a table is read.
struct StagesKnown {
  std::int64_t stages = 0;          // their number; 0: the columns tell
  bool running = false;             // answers are those that were given: any of them may be missing
  std::optional<std::size_t> must;  // but the answer of this stage
};

/// "1 column", "2 columns".
std::string counted(std::size_t n, const char *what);

/// Reads files as the settings name their columns, and adds to the names.
StageTable read_stage_table(const std::vector<std::string> &files, const RouteSettings &settings,
                            const StagesKnown &known, RouteNames &names, Progress &progress);

/// The same as rows of the library.
Stages make_stages(const StageTable &table);

struct NamedStages {
  RouteNames names;
  Stages stages;
};

/// The rows that the settings name, from tables or from what was saved, with the labels that are given beside.
NamedStages read_stages(const RouteSettings &settings, Progress &progress);

}  // namespace wald::cli

#endif
