// The options of the library as options of the command.
#ifndef WALD_CLI_OPTIONS_LIBRARY_ROWS_HPP
#define WALD_CLI_OPTIONS_LIBRARY_ROWS_HPP

#include <map>
#include <string>
#include <vector>

#include "options/option_spec.hpp"

namespace wald::cli {

/// The name of a command's option for an option of the library: "--max-nodes" for "max_nodes".
std::string option_name(std::string row);

/// Those of a family that one of the calls reads, and those named `also`, in the library's order; `defaults` are the
/// command's own. What can only be handed over in a program (a metric's object, progress) is left out.
std::vector<OptionSpec> library_rows(const std::string &family, const std::vector<std::string> &calls,
                                     const std::vector<std::string> &also,
                                     const std::map<std::string, std::string> &defaults);

/// Names of a vocabulary of the library, as "learner" is; with the names, other words accepted in their place.
struct Word {
  std::string name, alias;
};
std::vector<Word> library_words(const std::string &list);

/// The name of a number of a vocabulary of the library: "pays" of "worth_verdict"; empty where it has none.
std::string library_word(const char *list, double number);

}  // namespace wald::cli

#endif
