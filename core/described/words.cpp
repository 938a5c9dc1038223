// Looks words up in a vocabulary, and names those that an unknown one may mean.
#include "core/numeric/contraction.hpp"  // first

#include "core/described/words.hpp"

#include "core/base/error.hpp"
#include "core/described/nearest_name.hpp"

namespace wald::core {

const char *word_of(const Vocabulary &vocabulary, int32_t value) {
  for (const Word &word : vocabulary)
    if (word.value == value) return word.name;
  return "";
}

int32_t value_of(const Vocabulary &vocabulary, std::string_view word, const char *argument) {
  std::vector<std::string_view> names;
  for (const Word &known : vocabulary) {
    if (word == known.name || (*known.alias && word == known.alias)) return known.value;
    names.push_back(known.name);
  }
  fail(Status::argument, argument, " is ", in_quotes(word), ": ", must_be_one_of(word, names));
}

std::string must_be_one_of(std::string_view asked, const std::vector<std::string_view> &known) {
  const std::string_view nearest = nearest_name(asked, known);
  std::string out = nearest.empty() || nearest == asked ? "must be one of "
                                                        : text("did you mean \"", nearest, "\"? It must be one of ");
  for (std::size_t i = 0; i < known.size(); ++i) out += text(i ? ", " : "", known[i]);
  return out;
}

}  // namespace wald::core
