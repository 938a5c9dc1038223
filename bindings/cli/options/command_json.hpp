// The text of command.json, which lists the commands and their own options.
#ifndef WALD_CLI_OPTIONS_COMMAND_JSON_HPP
#define WALD_CLI_OPTIONS_COMMAND_JSON_HPP

namespace wald::cli {

extern const char *const command_json;

}  // namespace wald::cli

#endif
