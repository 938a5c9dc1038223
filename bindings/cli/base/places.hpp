// Finds names in a list by hashing, where a search per name would take quadratic time.
#ifndef WALD_CLI_BASE_PLACES_HPP
#define WALD_CLI_BASE_PLACES_HPP

#include <cstddef>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace wald::cli {

using Places = std::unordered_map<std::string_view, std::size_t>;

/// Where each name stands; of several of a name, the first. The names must outlive the result.
inline Places places_of(const std::vector<std::string> &names) {
  Places out;
  for (std::size_t place = 0; place < names.size(); ++place) out.emplace(names[place], place);
  return out;
}
Places places_of(std::vector<std::string> &&) = delete;

}  // namespace wald::cli

#endif
