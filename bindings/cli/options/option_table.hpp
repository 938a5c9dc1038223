// Every command and its options, those of the command itself and those of the library. Help, parsing and suggestions all
// read this table; bindings/generate/command.py writes it, as it does the completions and the manual page.
#ifndef WALD_CLI_OPTIONS_OPTION_TABLE_HPP
#define WALD_CLI_OPTIONS_OPTION_TABLE_HPP

#include <map>
#include <string>
#include <vector>

#include "options/option_spec.hpp"

namespace wald::cli {

struct CommandSpec {
  std::string name;                             // "predict", or "threshold apply": a command of a command
  std::string help;                             // one sentence
  std::string topic;                            // under which heading help shows it
  std::string family;                           // of the library's options, or ""
  std::vector<OptionSpec> options;              // in the order in which help shows them
  std::vector<std::string> required;            // names
  std::map<std::string, std::string> unless;    // a required option, and the other one beside which it is not
  std::map<std::string, std::string> defaults;  // of options of the library, where the command has its own
  std::string file;                             // what FILE is, or "" where the command reads none
  std::string argument;  // what `file` is called where it is no file
  bool many_files = false;
  std::string first, first_help;  // what stands before FILE, or ""
  std::vector<std::string> examples;
  bool group = false;  // of commands, and none itself

  /// The option of this name or letter, or null.
  const OptionSpec *option(const std::string &name) const;
};

/// The command of this name, or null. A run reads its own command alone: reading all would take most of a short run.
const CommandSpec *find_command(const std::string &name);
std::vector<std::string> command_names();
std::vector<const CommandSpec *> all_commands();

}  // namespace wald::cli

#endif
