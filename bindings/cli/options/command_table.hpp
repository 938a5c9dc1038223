// The text of command_table.json: the commands and their options, written from command.json and the rows of the core.
#ifndef WALD_CLI_OPTIONS_COMMAND_TABLE_HPP
#define WALD_CLI_OPTIONS_COMMAND_TABLE_HPP

#include <string>

namespace wald::cli {

std::string command_table_json();

}  // namespace wald::cli

#endif
