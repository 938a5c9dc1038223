#include "core/numeric/contraction.hpp"  // first

#include "core/described/words.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include "core/error.hpp"

namespace wald::core {
namespace {

// Levenshtein's distance.
std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t substituted = diagonal + (a[i - 1] != b[j - 1]);
      diagonal = row[j];
      row[j] = std::min({substituted, row[j] + 1, row[j - 1] + 1});
    }
  }
  return row[b.size()];
}

}  // namespace

void Suggestion::consider(const char *candidate) {
  constexpr std::size_t longest = 64;  // nobody misspells more, and the distance is quadratic
  if (word_.size() > longest) return;
  const std::size_t d = distance(word_, candidate);
  if (3 * d <= std::string_view(candidate).size() + 1 && d < distance_) {
    best_ = candidate;
    distance_ = d;
  }
}

const char *word_of(const Vocabulary &vocabulary, int32_t value) {
  for (const Word &word : vocabulary)
    if (word.value == value) return word.name;
  return "";
}

int32_t value_of(const Vocabulary &vocabulary, std::string_view word, const char *argument) {
  Suggestion nearest(word);
  std::string all;
  for (const Word &known : vocabulary) {
    if (word == known.name || (*known.alias && word == known.alias)) return known.value;
    nearest.consider(known.name);
    if (*known.alias) nearest.consider(known.alias);
    all += text(all.empty() ? "" : ", ", known.name);
  }
  if (*nearest.best())
    fail(Status::argument, argument, " is ", in_quotes(word), ": did you mean \"", nearest.best(),
         "\"? It must be one of ", all);
  fail(Status::argument, argument, " is ", in_quotes(word), ": must be one of ", all);
}

}  // namespace wald::core
