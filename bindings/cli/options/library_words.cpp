// Vocabularies of the library, and how the command spells its options.
#include "options/library_words.hpp"

#include <algorithm>

#include "wald.hpp"

namespace wald::cli {

std::string option_name(std::string row) {
  std::replace(row.begin(), row.end(), '_', '-');
  return "--" + row;
}

std::vector<Word> library_words(const std::string &list) {
  std::vector<Word> out;
  wald_name_row row = {};
  row.size = sizeof row;
  for (std::int64_t i = 0; detail::is_row(wald_name_list(list.c_str(), i, &row)); ++i)
    out.push_back({row.name, row.alias});
  return out;
}

std::string library_word(const char *list, double number) {
  wald_name_row row = {};
  row.size = sizeof row;
  for (std::int64_t i = 0; detail::is_row(wald_name_list(list, i, &row)); ++i)
    if (row.value == number) return row.name;
  return "";
}

std::string word_with_meaning(const char *list, std::string_view word) {
  wald_name_row row = {};
  row.size = sizeof row;
  for (std::int64_t i = 0; detail::is_row(wald_name_list(list, i, &row)); ++i) {
    if (word != row.name) continue;
    std::string sentence = row.sentence;
    if (!sentence.empty() && sentence.back() == '.') sentence.pop_back();
    const auto is = [&](std::size_t at, char from, char to) {
      return at < sentence.size() && sentence[at] >= from && sentence[at] <= to;
    };
    if (is(0, 'A', 'Z') && (is(1, 'a', 'z') || is(1, ' ', ' '))) sentence[0] = static_cast<char>(sentence[0] - 'A' + 'a');
    return std::string(word) + ": " + sentence;
  }
  return std::string(word);
}

}  // namespace wald::cli
