// wald datasets: the tables for examples, by name or as a list.
#include "datasets/datasets.hpp"

#include "base/errors.hpp"
#include "base/output.hpp"
#include "base/suggest.hpp"
#include "base/text.hpp"
#include "commands.hpp"

namespace wald::cli {
namespace {

void append_table(std::string &out, const ExampleTable &table) {
  for (const std::string_view part : {table.name, std::string_view(" ("), table.rows, std::string_view(" x "),
                                      table.columns, std::string_view(", "), table.kind, std::string_view(")\n    "),
                                      table.description, std::string_view("\n    "), table.source,
                                      std::string_view(", "), table.licence, std::string_view("\n")})
    out += part;
}

const ExampleTable &named(const std::string &name) {
  std::vector<std::string> names;
  for (const ExampleTable &table : example_tables()) {
    if (table.name == name) return table;
    names.emplace_back(table.name);
  }
  throw Failure("no table is called " + shown(name) + suggestion(name, names) + "\n'wald datasets' lists them.");
}

}  // namespace

void datasets(const Settings &settings) {
  Output output(settings.output);
  if (settings.name.empty()) {
    std::string text;
    for (const ExampleTable &table : example_tables()) append_table(text, table);
    output.write(text);
  } else {
    for (const std::string_view piece : named(settings.name).pieces) output.write(piece);
  }
  output.finish();
}

}  // namespace wald::cli
