// Beliefs from the file that the settings name.
#ifndef WALD_CLI_DECIDE_BELIEFS_READ_BELIEFS_HPP
#define WALD_CLI_DECIDE_BELIEFS_READ_BELIEFS_HPP

#include "base/progress.hpp"
#include "decide/beliefs/beliefs.hpp"
#include "settings.hpp"

namespace wald::cli {

/// Writes the library's warning of a table of this shape to standard error, where there is one.
void warn_of_shape(const Settings &settings, std::int64_t labels, std::int64_t rows);

/// Fails if an answer is asked to have more positives than it has items, and writes the library's
/// warning of the table to standard error, where there is one.
void check_beliefs(const Settings &settings, const Beliefs &beliefs);

Beliefs read_beliefs(const Settings &settings, Progress &progress);

}  // namespace wald::cli

#endif
