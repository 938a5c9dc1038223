// Vocabularies: the words that a user can say or read for one thing, each a row with its number, its sentence and, where
// the literature has another word, an alias. A vocabulary is one macro list beside the enumeration that it fills:
//
//   #define WALD_RULE_WORDS(WORD)                                              \
//     WORD(any, 0, "or", "", "A row is flagged where any score reaches its threshold.") \
//     WORD(all, 1, "and", "", "A row is flagged where every score does.")
//   enum class Rule : int32_t { WALD_RULE_WORDS(WALD_ENUMERATOR) };
//   constexpr Word rule_words[] = {WALD_RULE_WORDS(WALD_WORD)};
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace wald::core {

struct Word {
  const char *name;
  const char *alias;  // accepted beside the name; "" where there is none
  int32_t value;
  const char *sentence;
};

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

// The candidate that is most like a misspelt word: at most a third of its letters differ. Else "".
class Suggestion {
 public:
  explicit Suggestion(std::string_view word) : word_(word) {}
  void consider(const char *candidate);
  const char *best() const { return best_; }

 private:
  std::string_view word_;
  const char *best_ = "";
  std::size_t distance_ = static_cast<std::size_t>(-1);
};

}  // namespace wald::core

#define WALD_ENUMERATOR(id, value, name, alias, sentence) id = value,
#define WALD_WORD(id, value, name, alias, sentence) {name, alias, static_cast<int32_t>(value), sentence},
