// Numbers for names, in the order in which the names first appear.
#ifndef WALD_CLI_INPUT_NUMBERING_HPP
#define WALD_CLI_INPUT_NUMBERING_HPP

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace wald::cli {

class Numbering {
 public:
  std::int64_t number(std::string_view name) {
    if (last_ >= 0 && names_[static_cast<std::size_t>(last_)] == name) return last_;
    const auto [place, is_new] = numbers_.try_emplace(std::string(name), count());
    if (is_new) names_.emplace_back(name);
    return last_ = place->second;
  }
  std::int64_t count() const { return static_cast<std::int64_t>(names_.size()); }
  const std::vector<std::string> &names() const { return names_; }

 private:
  std::unordered_map<std::string, std::int64_t> numbers_;
  std::vector<std::string> names_;
  std::int64_t last_ = -1;  // the rows of one instance mostly follow each other
};

}  // namespace wald::cli

#endif
