// From argv to settings.
#ifndef WALD_CLI_COMMAND_LINE_HPP
#define WALD_CLI_COMMAND_LINE_HPP

#include <optional>

#include "settings.hpp"

namespace wald::cli {

/// Throws UsageError; gives nothing where help or the version was asked for, and shown.
std::optional<Settings> parse_command_line(int argc, char **argv);

}  // namespace wald::cli

#endif
