// JSON lines as a table: each line an object, whose members are the cells of a row.
#ifndef WALD_CLI_INPUT_JSON_LINES_HPP
#define WALD_CLI_INPUT_JSON_LINES_HPP

#include <string_view>

#include "input/source.hpp"
#include "input/table_handler.hpp"

namespace wald::cli {

/// Whether a file that begins so holds JSON.
bool begins_json(std::string_view text);

/// Reads all of `source`. The names of the first line are the header; a member that a later line lacks, or that is
/// null, is an empty cell. A list is a cell for each of its items where the handler takes it so.
void scan_json_lines(Source &source, TableHandler &handler);

}  // namespace wald::cli

#endif
