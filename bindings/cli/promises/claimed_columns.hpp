// What each column of a table is for, of which options name some.
#ifndef WALD_CLI_PROMISES_CLAIMED_COLUMNS_HPP
#define WALD_CLI_PROMISES_CLAIMED_COLUMNS_HPP

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "base/errors.hpp"
#include "base/suggest.hpp"
#include "base/text.hpp"
#include "input/cells.hpp"
#include "input/columns.hpp"

namespace wald::cli {

/// Use: an enumeration, in which `ignored` is the use of columns that no option names.
template <class Use>
class ClaimedColumns {
 public:
  explicit ClaimedColumns(const Position &position) : position_(position) {}

  void begin(const std::vector<std::string> &names) {
    names_ = names;
    uses_.assign(names.size(), Use::ignored);
    slots_.assign(names.size(), 0);
    places_.clear();
    for (const std::string &name : names) places_.push_back(in_column(name));
  }

  /// Whether there is a column `name`; fails if it is needed and is not there, or has a use.
  bool claim(const std::string &name, const char *option, Use use, bool needed = true) {
    const std::optional<std::size_t> found = position_of(name, names_);
    if (!found && !needed) return false;
    if (!found) position_.fail(std::string(option) + " " + shown(name) + ": no such column" + suggestion(name, names_));
    take(*found, use);
    return true;
  }
  /// The names of the columns that names and patterns select; a pattern leaves out columns that have a use. Fails as
  /// above.
  std::vector<std::string> claim_list(const std::vector<std::string> &patterns, const char *option, Use use) {
    std::vector<std::string> out;
    for (const std::size_t column : select_columns(names_, position_, patterns, option)) {
      const bool by_name = std::find(patterns.begin(), patterns.end(), names_[column]) != patterns.end();
      if (!by_name && uses_[column] != Use::ignored) continue;
      take(column, use);
      slots_[column] = out.size();
      out.push_back(names_[column]);
    }
    if (out.empty()) position_.fail("the columns of " + std::string(option) + " all have another use");
    return out;
  }

  /// Names and patterns, where the name of a list of JSON lines stands for its items.
  std::vector<std::string> with_lists(std::vector<std::string> patterns) const {
    const auto has = [&](const std::string &name) {
      return std::find(names_.begin(), names_.end(), name) != names_.end();
    };
    for (std::string &pattern : patterns)
      if (!has(pattern) && has(pattern + ".0")) pattern += ".*";
    return patterns;
  }

  /// Whether one of the names and patterns selects a column that has no use.
  bool any(const std::vector<std::string> &patterns) const {
    for (std::size_t column = 0; column < names_.size(); ++column)
      for (const std::string &pattern : patterns)
        if (uses_[column] == Use::ignored && glob_matches(pattern, names_[column])) return true;
    return false;
  }

  Use use(std::size_t column) const { return uses_[column]; }
  /// Which column it is of those that claim_list gave.
  std::size_t slot(std::size_t column) const { return slots_[column]; }
  /// How messages name a cell of that column.
  const std::string &place(std::size_t column) const { return places_[column]; }

 private:
  void take(std::size_t column, Use use) {
    if (uses_[column] != Use::ignored) position_.fail("column " + shown(names_[column]) + " is named twice");
    uses_[column] = use;
  }

  const Position &position_;
  std::vector<std::string> names_, places_;
  std::vector<Use> uses_;
  std::vector<std::size_t> slots_;
};

}  // namespace wald::cli

#endif
