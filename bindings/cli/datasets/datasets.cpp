// wald datasets: the tables for examples, by name or as a list.
#include "datasets/datasets.hpp"

#include "base/errors.hpp"
#include "base/json.hpp"
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

void append_record(std::string &out, const ExampleTable &table, bool json) {
  Json line = Json::object();
  std::string cells;
  for (const auto &[name, value] : {std::pair{"name", table.name}, {"rows", table.rows}, {"columns", table.columns},
                                    {"kind", table.kind}, {"description", table.description}, {"source", table.source},
                                    {"licence", table.licence}}) {
    std::int64_t whole = 0;
    if (!cells.empty()) cells += ',';
    append_csv(cells, std::string(value));
    line[name] = parse_integer(std::string(value), whole) ? Json(whole) : Json(value);
  }
  out += (json ? json_text(line) : cells) + '\n';
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
    if (settings.format == Format::csv) text = "name,rows,columns,kind,description,source,licence\n";
    for (const ExampleTable &table : example_tables()) {
      if (settings.format == Format::text)
        append_table(text, table);
      else
        append_record(text, table, settings.format == Format::jsonl);
    }
    output.write(text);
  } else {
    if (settings.format == Format::jsonl) throw UsageError("--format goes with the list: a table is written as CSV");
    for (const std::string_view piece : named(settings.name).pieces) output.write(piece);
  }
  output.finish();
}

}  // namespace wald::cli
