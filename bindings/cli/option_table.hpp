// Every option and every command, as data: help, parsing and suggestions all read these tables.
#ifndef WALD_CLI_OPTION_TABLE_HPP
#define WALD_CLI_OPTION_TABLE_HPP

#include <string>
#include <vector>

namespace wald::cli {

struct OptionSpec {
  const char *names;  // as CLI11 takes them: "-o,--output"
  const char *value;  // what stands for the value in help
  const char *help;
  bool repeatable = false;
};

struct CommandSpec {
  const char *name;
  const char *help;
  std::vector<const char *> options;   // long names
  std::vector<const char *> required;  // long names
  const char *file;                    // what FILE is, or nullptr where the command reads none
  const char *example;
};

extern const std::vector<OptionSpec> option_table;
extern const std::vector<CommandSpec> command_table;

/// The long name among the names of an option.
std::string long_name(const OptionSpec &option);

/// The algorithms that --algorithm may name.
extern const std::vector<std::string> algorithm_names;

}  // namespace wald::cli

#endif
