// The reader of a table, cell by cell, for every form of its text.
#ifndef WALD_CLI_INPUT_TABLE_HANDLER_HPP
#define WALD_CLI_INPUT_TABLE_HANDLER_HPP

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "base/errors.hpp"
#include "input/source.hpp"

namespace wald::cli {

/// What is made of a table; each call may throw.
class TableHandler {
 public:
  explicit TableHandler(const Source &source) : position{source.name(), 1} {}
  virtual ~TableHandler() = default;

  /// Whether the first row, whose cells are UTF-8, is a header; else header() is told these cells, and they follow as a
  /// row like the others.
  virtual bool is_header(const std::vector<std::string> & /*cells*/) const { return true; }
  /// Whether a list in JSON lines is a cell for each of its items, in columns NAME.0, NAME.1, ...; else it is refused.
  virtual bool spreads_lists() const { return false; }
  /// Names that are UTF-8 and, in a header, differ.
  virtual void header(const std::vector<std::string> &names) = 0;
  virtual void cell(std::size_t column, std::string_view text) = 0;
  /// Every row has a cell for each name.
  virtual void end_row() = 0;

  Position position;  ///< The line on which the present cell begins; kept by what scans.
};

}  // namespace wald::cli

#endif
