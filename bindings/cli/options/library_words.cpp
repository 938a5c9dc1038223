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

}  // namespace wald::cli
