// Words of the library: its vocabularies, and its options as the command spells them.
#ifndef WALD_CLI_OPTIONS_LIBRARY_WORDS_HPP
#define WALD_CLI_OPTIONS_LIBRARY_WORDS_HPP

#include <string>
#include <string_view>
#include <vector>

namespace wald::cli {

/// The name of a command's option for an option of the library: "--max-nodes" for "max_nodes".
std::string option_name(std::string row);

/// Names of a vocabulary of the library, as "learner" is; with the names, other words accepted in their place.
struct Word {
  std::string name, alias;
};
std::vector<Word> library_words(const std::string &list);

/// The name of a number of a vocabulary of the library: "pays" of "worth_verdict"; empty if it has none.
std::string library_word(const char *list, double number);

/// A word of a list for people: "direct: the best of all thresholds", by the library's sentence on it.
std::string word_with_meaning(const char *list, std::string_view word);

}  // namespace wald::cli

#endif
