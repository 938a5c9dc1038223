// Every option and every command, as data: help, parsing and suggestions all read these tables.
#ifndef WALD_CLI_OPTIONS_OPTION_TABLE_HPP
#define WALD_CLI_OPTIONS_OPTION_TABLE_HPP

#include <string>
#include <utility>
#include <vector>

namespace wald::cli {

struct OptionSpec {
  const char *names;  // as CLI11 takes them: "-o,--output"
  const char *value;  // what stands for the value in help; nullptr for an option that takes none
  const char *help;
  bool repeatable = false;
  const char *command = nullptr;  // the command, or family, that this entry is for; nullptr: those without their own
};

struct CommandSpec {
  const char *name;  // "predict", or "threshold apply": a command of a command
  const char *help;
  std::vector<const char *> options;   // long names
  std::vector<const char *> required;  // long names
  const char *file;                    // what FILE is, or nullptr where the command reads none
  const char *example;
  bool many_files = false;
  const char *first = nullptr;  // what stands before FILE, or nullptr: its name in help, and
  const char *first_help = nullptr;
  bool group = false;                                               // of commands, and none itself
  std::vector<std::pair<const char *, const char *>> excuses = {};  // an option that is needed, but for this other
};

extern const std::vector<OptionSpec> option_table;
extern const std::vector<CommandSpec> command_table;

/// What an option with this long name is to a command.
const OptionSpec &option_of(const CommandSpec &command, const std::string &name);

/// The long name among the names of an option.
std::string long_name(const OptionSpec &option);

/// The algorithms that --algorithm may name, and the methods that --method may.
extern const std::vector<std::string> algorithm_names;
extern const std::vector<std::string> method_names;

/// The orders of models that --order may name.
extern const std::vector<std::string> order_names;

}  // namespace wald::cli

#endif
