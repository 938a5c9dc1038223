// The texts of command_table.json: the commands and their options, written from command.json and the rows of the core.
#ifndef WALD_CLI_OPTIONS_COMMAND_TABLE_HPP
#define WALD_CLI_OPTIONS_COMMAND_TABLE_HPP

#include <vector>

namespace wald::cli {

struct CommandText {
  const char *name;
  const char *json;
};

const std::vector<CommandText> &command_texts();

}  // namespace wald::cli

#endif
