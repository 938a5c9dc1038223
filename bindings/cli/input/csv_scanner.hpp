// Tables, cell by cell, with the line of each: CSV, or JSON lines. libcsv does the splitting, this keeps count of lines
// and cells.
#ifndef WALD_CLI_INPUT_CSV_SCANNER_HPP
#define WALD_CLI_INPUT_CSV_SCANNER_HPP

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "base/errors.hpp"
#include "input/source.hpp"

namespace wald::cli {

/// What is made of a table; each call may throw.
class CsvHandler {
 public:
  explicit CsvHandler(const Source &source) : position{source.name(), 1} {}
  virtual ~CsvHandler() = default;

  /// Whether the first row, whose cells are UTF-8, is a header; else header() is told these cells, and they follow as a
  /// row like the others.
  virtual bool is_header(const std::vector<std::string> & /*cells*/) const { return true; }
  /// Names that are UTF-8 and, in a header, differ.
  virtual void header(const std::vector<std::string> &names) = 0;
  virtual void cell(std::size_t column, std::string_view text) = 0;
  /// Every row has a cell for each name.
  virtual void end_row() = 0;

  Position position;  ///< The line on which the present cell begins; kept by scan_csv.
};

/// Reads all of `source`. Fails where it is neither CSV with a header and at least one row nor JSON lines.
void scan_csv(Source &source, CsvHandler &handler);

/// What separates the cells of every CSV that is read from now on, where its first line holds it; else a comma does.
void set_delimiter(char delimiter);

}  // namespace wald::cli

#endif
