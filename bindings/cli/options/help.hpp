// What --help shows.
#ifndef WALD_CLI_OPTIONS_HELP_HPP
#define WALD_CLI_OPTIONS_HELP_HPP

#include <string>

#include "options/option_table.hpp"

namespace wald::cli {

std::string help();
std::string help(const CommandSpec &command);

}  // namespace wald::cli

#endif
