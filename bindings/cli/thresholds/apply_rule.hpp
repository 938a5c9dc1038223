// A table again, with the columns that a rule adds.
#ifndef WALD_CLI_THRESHOLDS_APPLY_RULE_HPP
#define WALD_CLI_THRESHOLDS_APPLY_RULE_HPP

#include "base/progress.hpp"
#include "settings.hpp"
#include "thresholds/row_rule.hpp"

namespace wald::cli {

/// Reads the first FILE of the threshold settings, a batch of rows at a time or as a whole, and writes it.
void apply_rule(const RowRule &rule, const Settings &settings, Progress &progress);

}  // namespace wald::cli

#endif
