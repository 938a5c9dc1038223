// The role of each column of a CSV table.
#ifndef WALD_CLI_INPUT_COLUMNS_HPP
#define WALD_CLI_INPUT_COLUMNS_HPP

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "base/errors.hpp"

namespace wald::cli {

enum class Role : std::uint8_t { ignored, label, name, weight, group };

/// The columns that names and patterns select: in the order of the list and, for a pattern, of the table. Fails if
/// one of them selects none, or where a column is selected twice. The position is that of the header.
std::vector<std::size_t> select_columns(const std::vector<std::string> &header, const Position &position,
                                        const std::vector<std::string> &patterns, const char *option);

/// The columns that an option selects.
struct SelectedColumns {
  const char *option;
  const std::vector<std::string> &patterns;
  std::vector<std::string> names;
};

/// Of each label the place of its column among `others`. If both options are one pattern, it is the column for which the
/// * stands for the same, otherwise the one in the same place. Fails if not every label has one.
std::vector<std::size_t> columns_of_labels(const SelectedColumns &labels, const SelectedColumns &others,
                                           const Position &position);

class Columns {
 public:
  /// The position is that of the header, and must outlive this.
  Columns(const std::vector<std::string> &header, const Position &position);

  /// Gives the column of that name a role; false if there is none.
  bool take(const std::string &name, Role role);

  /// The same for a column that an option asks for: fails if there is none.
  void require(const std::string &name, Role role, const char *option);

  /// Makes labels of the columns that the patterns name, or of all that are left where there are no patterns.
  void choose_labels(const std::vector<std::string> &patterns);

  /// Makes labels of the columns with these names, in this order; `owner` is the file that has them all.
  void match_labels(const std::vector<std::string> &names, const std::string &owner);

  std::size_t size() const { return roles_.size(); }
  Role role(std::size_t column) const { return roles_[column]; }
  std::size_t label(std::size_t column) const { return label_[column]; }
  const std::string &name(std::size_t column) const { return header_[column]; }
  const std::vector<std::string> &labels() const { return labels_; }

 private:
  std::size_t find(const std::string &name) const;
  [[noreturn]] void missing(const std::string &name, const std::string &why) const;
  void make_label(std::size_t column);

  std::vector<std::string> header_;
  const Position &position_;
  std::vector<Role> roles_;
  std::vector<std::size_t> label_;
  std::vector<std::string> labels_;
};

}  // namespace wald::cli

#endif
