// The cost of each decision for each true class, as a CSV: one row per true class, whose name comes first; one column per
// decision.
#ifndef WALD_CLI_THRESHOLDS_CLASS_COSTS_HPP
#define WALD_CLI_THRESHOLDS_CLASS_COSTS_HPP

#include <string>
#include <vector>

#include "base/progress.hpp"

namespace wald::cli {

/// By truth * classes + decision, in the order of the classes; the table may have another one.
std::vector<double> read_class_costs(const std::string &path, const std::vector<std::string> &classes,
                                     Progress &progress);

}  // namespace wald::cli

#endif
