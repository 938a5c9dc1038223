// Beliefs from the file that the settings name.
#ifndef WALD_CLI_INPUT_BELIEFS_READ_BELIEFS_HPP
#define WALD_CLI_INPUT_BELIEFS_READ_BELIEFS_HPP

#include "base/progress.hpp"
#include "input/beliefs/beliefs.hpp"
#include "options/settings.hpp"

namespace wald::cli {

/// Says on standard error that a column of instances is decided row by row, where a metric has more to say of the
/// column as a whole.
void warn_of_one_column(const Settings &settings, std::int64_t labels, std::int64_t rows);

/// Fails where an answer is asked to have more positives than it has items, and warns of one column.
void check_beliefs(const Settings &settings, const Beliefs &beliefs);

Beliefs read_beliefs(const Settings &settings, Progress &progress);

}  // namespace wald::cli

#endif
