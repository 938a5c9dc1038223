// The probabilities of a system whose truth is known.
#ifndef WALD_CLI_DECIDE_SYSTEM_HPP
#define WALD_CLI_DECIDE_SYSTEM_HPP

#include <string>
#include <vector>

#include "base/progress.hpp"
#include "input/masks.hpp"
#include "settings.hpp"

namespace wald::cli {

/// A system's probabilities, rows by the labels of the truth.
std::vector<double> read_system(const std::string &path, const Settings &settings, const MaskTable &truth,
                                Progress &progress);

}  // namespace wald::cli

#endif
