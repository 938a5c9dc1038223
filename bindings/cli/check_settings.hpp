// Refuses options that contradict each other.
#ifndef WALD_CLI_CHECK_SETTINGS_HPP
#define WALD_CLI_CHECK_SETTINGS_HPP

#include "settings.hpp"

namespace wald::cli {

/// Throws UsageError with the reason: nothing that was asked for is ever ignored in silence.
void check_settings(const Settings &settings);

}  // namespace wald::cli

#endif
