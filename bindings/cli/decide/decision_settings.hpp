// The settings of the commands that decide on labels and evaluate decisions, checked and typed.
#ifndef WALD_CLI_DECIDE_DECISION_SETTINGS_HPP
#define WALD_CLI_DECIDE_DECISION_SETTINGS_HPP

#include "options/option_table.hpp"
#include "options/option_values.hpp"
#include "settings.hpp"

namespace wald::cli {

/// Adds to the settings what these commands take beside what all take. Throws UsageError with the reason: nothing that
/// was asked for is ever ignored in silence.
void type_decisions(const CommandSpec &command, const OptionValues &values, Settings &settings);

}  // namespace wald::cli

#endif
