// Finds the name that a misspelt one probably means.
#include "core/described/nearest_name.hpp"

#include <algorithm>
#include <cstddef>

namespace wald::core {
namespace {

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

// Optimal string alignment: the distance of Levenshtein, and 1 for two neighbours that are swapped.
std::size_t distance(std::string_view x, std::string_view y) {
  std::vector<std::size_t> before(y.size() + 1), last(y.size() + 1), row(y.size() + 1);
  for (std::size_t j = 0; j <= y.size(); ++j) last[j] = j;
  for (std::size_t i = 1; i <= x.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= y.size(); ++j) {
      const bool same = lower(x[i - 1]) == lower(y[j - 1]);
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + (same ? 0 : 1)});
      const bool swapped = i > 1 && j > 1 && lower(x[i - 1]) == lower(y[j - 2]) && lower(x[i - 2]) == lower(y[j - 1]);
      if (swapped) row[j] = std::min(row[j], before[j - 2] + 1);
    }
    before.swap(last);
    last.swap(row);
  }
  return last[y.size()];
}

}  // namespace

std::string_view nearest_name(std::string_view asked, const std::vector<std::string_view> &known) {
  constexpr std::size_t longest = 64;  // what is longer is no misspelt name
  std::string_view nearest;
  if (asked.empty() || asked.size() > longest) return nearest;
  std::size_t least = std::max<std::size_t>(1, asked.size() / 3) + 1;
  for (std::string_view name : known) {
    const std::size_t found = distance(asked, name);
    if (found >= least || found >= name.size()) continue;
    least = found;
    nearest = name;
  }
  return nearest;
}

}  // namespace wald::core
