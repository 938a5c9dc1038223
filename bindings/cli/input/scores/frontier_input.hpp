// A frontier from tables and from frontiers that were saved.
#ifndef WALD_CLI_INPUT_SCORES_FRONTIER_INPUT_HPP
#define WALD_CLI_INPUT_SCORES_FRONTIER_INPUT_HPP

#include <string>
#include <vector>

#include "base/progress.hpp"
#include "options/settings.hpp"

namespace wald::cli {

struct NamedFrontier {
  std::vector<std::string> scores;  // their names
  Frontier frontier;
};

/// The rows of every FILE and of every saved frontier that the settings name.
NamedFrontier read_frontier(const Settings &settings, Progress &progress);

/// The frontier as text that every interface of the library loads, with the names of the scores beside.
std::string save_frontier(const NamedFrontier &frontier);

}  // namespace wald::cli

#endif
