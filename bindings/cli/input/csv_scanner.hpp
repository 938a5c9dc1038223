// Tables, cell by cell, with the line of each: CSV, or JSON lines. libcsv does the splitting, this keeps count of lines
// and cells.
#ifndef WALD_CLI_INPUT_CSV_SCANNER_HPP
#define WALD_CLI_INPUT_CSV_SCANNER_HPP

#include "input/source.hpp"
#include "input/table_handler.hpp"

namespace wald::cli {

/// Reads all of `source`. Fails if it is neither CSV with a header and at least one row nor JSON lines.
void scan_csv(Source &source, TableHandler &handler);

/// What separates the cells of every CSV that is read from now on, where its first line holds it; else a comma does.
void set_delimiter(char delimiter);

}  // namespace wald::cli

#endif
