// Nearness of words by edits: letters that are wrong, missing, too many or exchanged.
#include "base/suggest.hpp"

#include <algorithm>

#include "base/text.hpp"

namespace wald::cli {
namespace {

/// Insertions, deletions, substitutions and swaps of neighbours between two words.
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before(b.size() + 1), last(b.size() + 1), row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) last[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1)});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) row[j] = std::min(row[j], before[j - 2] + 1);
    }
    before.swap(last);
    last.swap(row);
  }
  return last[b.size()];
}

}  // namespace

std::string suggestion(std::string_view word, const std::vector<std::string> &known) {
  if (word.size() > 100) return "";
  const std::string *nearest = nullptr;
  // One slip in a short word, more in a longer one; beyond that the resemblance is chance.
  std::size_t limit = word.size() <= 3 ? 2 : word.size() / 3 + 2;
  for (const std::string &candidate : known) {
    // A part of a word, as --zero-div or svm, is one slip however much is missing.
    const bool part = word.size() >= 3 && word.find_first_not_of('-') != std::string_view::npos &&
                      candidate.find(word) != std::string::npos;
    const std::size_t distance = part ? 1 : edit_distance(word, candidate);
    if (distance < limit && distance < std::max(word.size(), candidate.size())) {
      limit = distance;
      nearest = &candidate;
    }
  }
  return nearest == nullptr ? "" : "; did you mean " + printable(*nearest) + "?";
}

}  // namespace wald::cli
