// Vocabularies: the words that a user can write or read for one thing, each a row with its number, its sentence and,
// where the literature has another word, an alias. A vocabulary is one macro list beside the enumeration that it fills,
// of rows WORD(identifier, number, "word", "alias", "sentence"); see WALD_RULE_WORDS in
// core/thresholds/sample/sample.hpp.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/word.hpp"

namespace wald::core {

// A vocabulary by its name, as messages call it: "algorithm".
struct Vocabulary {
  const char *name;
  const Word *words;
  std::size_t size;

  const Word *begin() const { return words; }
  const Word *end() const { return words + size; }
};

template <std::size_t N>
constexpr Vocabulary vocabulary(const char *name, const Word (&words)[N]) {
  return {name, words, N};
}

// The word for a number; "" where there is none.
const char *word_of(const Vocabulary &vocabulary, int32_t value);
// The number of a word or alias. Throws Error(argument), which suggests the nearest word and lists all: `argument` is
// what the caller's argument is called.
int32_t value_of(const Vocabulary &vocabulary, std::string_view word, const char *argument);

// The end of a message on a name that is not known: the nearest of those that are, and all of them.
std::string must_be_one_of(std::string_view asked, const std::vector<std::string_view> &known);

}  // namespace wald::core
