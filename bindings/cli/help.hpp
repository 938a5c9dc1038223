// What --help shows.
#ifndef WALD_CLI_HELP_HPP
#define WALD_CLI_HELP_HPP

#include <string>

#include "option_table.hpp"

namespace wald::cli {

std::string help();
std::string help(const CommandSpec &command);

}  // namespace wald::cli

#endif
