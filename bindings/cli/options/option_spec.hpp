// An option of a command, its own or the library's.
#ifndef WALD_CLI_OPTIONS_OPTION_SPEC_HPP
#define WALD_CLI_OPTIONS_OPTION_SPEC_HPP

#include <string>
#include <vector>

namespace wald::cli {

struct OptionSpec {
  std::string name;                // "--max-nodes"
  std::string letter;              // "-m", or ""
  std::string value;               // what stands for the value in help; "" for a flag
  std::string help;                // one sentence
  std::string group;               // under which heading help shows it
  std::vector<std::string> words;  // what the value may be; none: anything
  std::string concerns;            // of the command's own: learners and measures that read it, space-separated; "": all
  std::vector<std::string> calls;  // of the library's: the calls that read it; none: all
  bool repeatable = false;
  bool is_file = false;    // whether the value names a file
  std::string row;         // the library's name of the option: "max_nodes"; "" where it is the command's own
  bool is_number = false;  // of the library, too
  std::string sets;        // what a flag of the library sets: "on" or "off"
};

}  // namespace wald::cli

#endif
