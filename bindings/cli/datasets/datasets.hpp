// The tables for examples that the command holds.
#ifndef WALD_CLI_DATASETS_DATASETS_HPP
#define WALD_CLI_DATASETS_DATASETS_HPP

#include <string_view>
#include <vector>

namespace wald::cli {

/// A table of docs/examples/datasets.tsv: the name of its file without .csv, what the list says of it, and its text in
/// pieces.
struct ExampleTable {
  std::string_view name, kind, rows, columns, description, source, licence;
  std::vector<std::string_view> pieces;
};

const std::vector<ExampleTable> &example_tables();

}  // namespace wald::cli

#endif
