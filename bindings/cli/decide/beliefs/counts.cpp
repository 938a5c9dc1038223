// Reads P(label, s) cell by cell, and gathers the cells by instance.
#include "decide/beliefs/counts.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <tuple>
#include <vector>

#include "base/suggest.hpp"
#include "base/text.hpp"
#include "input/cells.hpp"
#include "input/csv_scanner.hpp"
#include "input/numbering.hpp"

namespace wald::cli {
namespace {

/// Of an instance's table of labels by sizes, which is in memory whole: a short line of the file stands for many cells.
constexpr std::int64_t most_cells = 40'000'000;
constexpr std::int32_t most_labels = std::numeric_limits<std::int32_t>::max();

class CountsReader : public TableHandler {
 public:
  CountsReader(const Source &source, const Settings &settings, Beliefs &beliefs)
      : TableHandler(source), beliefs_(beliefs), labels_fixed_(!settings.labels.empty()) {
    for (const std::string &label : settings.labels) labels_.number(label);
  }

  void header(const std::vector<std::string> &names) override {
    const std::vector<std::string> known = {"instance", "label", "s", "p"};
    bool has[4] = {};
    for (const std::string &name : names) {
      const auto field = std::find(known.begin(), known.end(), name) - known.begin();
      if (field == 4)
        position.fail("column " + shown(name) + ": a table of counts has the columns instance, label, s and p" +
                      suggestion(name, known));
      fields_.push_back(static_cast<Field>(field));
      has[field] = true;
    }
    for (std::size_t field = 1; field < known.size(); ++field)
      if (!has[field])
        position.fail("no column " + shown(known[field]) +
                      ": a table of counts has the columns instance, label, s and p");
    if (has[0]) beliefs_.name_column = "instance";
  }

  void cell(std::size_t column, std::string_view text) override {
    switch (fields_[column]) {
      case Field::instance:
        require_utf8(position, "column \"instance\"", text);
        row_.instance = instances_.number(text);
        break;
      case Field::label:
        row_.cell.label = CountTable::no_label;
        if (!text.empty()) row_.cell.label = number_of_label(text);
        break;
      case Field::s: {
        double number = 0;
        if (!parse_number(text, number) || !(number >= 0 && number < most_labels) || number != std::floor(number))
          bad_cell(position, "column \"s\"", text, "a number of labels is a whole number >= 0");
        row_.cell.s = static_cast<std::int32_t>(number);
        break;
      }
      case Field::p:
        if (!is_probability(text, row_.cell.probability)) bad_cell(position, "column \"p\"", text, probability_rule);
    }
  }

  void end_row() override {
    if (row_.cell.label != CountTable::no_label && row_.cell.s == 0)
      position.fail("column \"s\" is 0 beside a label: with that label there is at least 1");
    row_.line = position.line;
    rows_.push_back(row_);
  }

  void finish() {
    beliefs_.labels = labels_.names();
    if (beliefs_.labels.empty()) throw InputError(position.name + ": no label in the column \"label\"");
    for (const Row &row : rows_)
      if (row.cell.s > beliefs_.n_labels())
        at(row).fail(
            "column \"s\" is " + std::to_string(row.cell.s) + ", but there " +
            (beliefs_.n_labels() == 1 ? "is 1 label" : "are " + std::to_string(beliefs_.n_labels()) + " labels") +
            (labels_fixed_ ? "" : ": --labels lists those that have no cell of their own"));
    for (const Row &row : rows_)
      if (row.cell.s * beliefs_.n_labels() > most_cells)
        at(row).fail("column \"s\" is " + std::to_string(row.cell.s) + ": times " +
                     std::to_string(beliefs_.n_labels()) + " labels it must be at most " + std::to_string(most_cells));
    beliefs_.rows = beliefs_.name_column.empty() ? 1 : instances_.count();
    beliefs_.names = instances_.names();

    const auto key = [](const Row &row) { return std::make_tuple(row.instance, row.cell.label, row.cell.s); };
    std::stable_sort(rows_.begin(), rows_.end(), [&](const Row &a, const Row &b) { return key(a) < key(b); });
    const auto twice =
        std::adjacent_find(rows_.begin(), rows_.end(), [&](const Row &a, const Row &b) { return key(a) == key(b); });
    if (twice != rows_.end())
      at(twice[1]).fail("this cell was given on line " + std::to_string(twice[0].line) + " already");

    CountTable table;
    table.first.assign(static_cast<std::size_t>(beliefs_.rows) + 1, 0);
    table.cells.reserve(rows_.size());
    for (const Row &row : rows_) {
      ++table.first[static_cast<std::size_t>(row.instance) + 1];
      table.cells.push_back(row.cell);
    }
    std::partial_sum(table.first.begin(), table.first.end(), table.first.begin());
    beliefs_.what = std::move(table);
  }

 private:
  enum class Field : std::uint8_t { instance, label, s, p };
  struct Row {
    std::int64_t instance = 0;
    CountTable::Cell cell = {};
    std::int64_t line = 0;
  };

  std::int32_t number_of_label(std::string_view text) {
    require_utf8(position, "column \"label\"", text);
    const std::int64_t known = labels_.count();
    const std::int64_t number = labels_.number(text);
    if (labels_fixed_ && number == known)
      position.fail("column \"label\" is " + shown(text) + ", which is not among those of --labels");
    return static_cast<std::int32_t>(number);
  }

  const Position &at(const Row &row) {
    position.line = row.line;
    return position;
  }

  Beliefs &beliefs_;
  const bool labels_fixed_;
  Numbering instances_, labels_;
  std::vector<Field> fields_;
  std::vector<Row> rows_;
  Row row_;
};

}  // namespace

void read_counts_csv(Source &source, const Settings &settings, Beliefs &beliefs) {
  CountsReader reader(source, settings, beliefs);
  scan_csv(source, reader);
  reader.finish();
}

}  // namespace wald::cli
