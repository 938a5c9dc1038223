// The names of a table's classes and segments, which the library numbers.
#ifndef WALD_CLI_ROUTES_ROUTE_NAMES_HPP
#define WALD_CLI_ROUTES_ROUTE_NAMES_HPP

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "input/numbering.hpp"

namespace wald::cli {

/// Names are whole numbers from 0, which stand for themselves, or words, which are numbered as they first appear. Which
/// of them they are shows once all were read.
class Names {
 public:
  Names() = default;
  /// Those of something saved: words or, where there are none, numbers.
  explicit Names(const std::vector<std::string> &words);

  /// The number of a name, or what settle() makes it from; false if whole numbers are needed and this is none.
  bool read(std::string_view name, std::int32_t &number);

  /// Says what the names are, and makes the numbers of what was read so far.
  void settle(std::initializer_list<std::vector<std::int32_t> *> read_so_far);

  bool are_words() const { return words_; }
  const std::vector<std::string> &words() const { return numbering_.names(); }
  /// The number of a name that is known: of one of the words, or of any number.
  std::optional<std::int32_t> find(const std::string &name) const;
  std::string name(std::int32_t number) const;

 private:
  bool settled_ = false, words_ = false;
  Numbering numbering_;
  std::vector<std::int32_t> whole_;  // of each name so far; -1 if it is no whole number
};

struct RouteNames {
  Names classes, segments;
};

/// A saved state with its words beside, which every interface of the library passes over.
std::string with_names(std::string saved, const RouteNames &names);

/// The words of a saved state; `source` is its name.
RouteNames saved_names(const std::string &saved, const std::string &source);

}  // namespace wald::cli

#endif
