// What the library is asked, from the settings.
#ifndef WALD_CLI_OPTIONS_THRESHOLD_OPTIONS_HPP
#define WALD_CLI_OPTIONS_THRESHOLD_OPTIONS_HPP

#include "options/settings.hpp"

namespace wald::cli {

inline constexpr double default_level = 0.95;  // of intervals

ThresholdOptions make_threshold_options(const Settings &settings);

}  // namespace wald::cli

#endif
