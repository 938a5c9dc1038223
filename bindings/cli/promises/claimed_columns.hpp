// What each column of a table is for, of which options name some.
#ifndef WALD_CLI_PROMISES_CLAIMED_COLUMNS_HPP
#define WALD_CLI_PROMISES_CLAIMED_COLUMNS_HPP

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "base/errors.hpp"
#include "base/suggest.hpp"
#include "base/text.hpp"
#include "input/cells.hpp"

namespace wald::cli {

/// Use: an enumeration, in which `ignored` is the use of columns that no option names.
template <class Use>
class ClaimedColumns {
 public:
  explicit ClaimedColumns(const Position &position) : position_(position) {}

  void begin(const std::vector<std::string> &names) {
    names_ = names;
    uses_.assign(names.size(), Use::ignored);
    places_.clear();
    for (const std::string &name : names) places_.push_back(in_column(name));
  }

  /// Whether there is a column `name`; fails if it is needed and is not there, or has a use.
  bool claim(const std::string &name, const char *option, Use use, bool needed = true) {
    const std::optional<std::size_t> found = position_of(name, names_);
    if (!found && !needed) return false;
    if (!found) position_.fail(std::string(option) + " " + shown(name) + ": no such column" + suggestion(name, names_));
    if (uses_[*found] != Use::ignored) position_.fail("column " + shown(name) + " is named twice");
    uses_[*found] = use;
    return true;
  }

  Use use(std::size_t column) const { return uses_[column]; }
  /// How messages name a cell of that column.
  const std::string &place(std::size_t column) const { return places_[column]; }

 private:
  const Position &position_;
  std::vector<std::string> names_, places_;
  std::vector<Use> uses_;
};

}  // namespace wald::cli

#endif
