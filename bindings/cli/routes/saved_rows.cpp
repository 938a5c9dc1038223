// Rows that were saved, and the labels that are added to them.
#include <algorithm>
#include <utility>

#include "base/text.hpp"
#include "input/cells.hpp"
#include "input/columns.hpp"
#include "input/csv_scanner.hpp"
#include "input/source.hpp"
#include "routes/stage_table.hpp"

namespace wald::cli {
namespace {

/// Labels of rows: a column of the rows' numbers, and one of the truth or one per stage of what is right.
class LabelReader : public TableHandler {
 public:
  LabelReader(const Source &source, const RouteSettings &asked, bool answered, std::int64_t stages, Names &classes)
      : TableHandler(source), asked_(asked), answered_(answered), classes_(classes), stages_(stages) {}

  bool spreads_lists() const override { return true; }

  void header(const std::vector<std::string> &names) override {
    names_ = names;
    slots_.assign(names.size(), ignored);
    const std::size_t own = select_columns(names, position, {"row"}, "--labelled")[0];
    if (answered_ && !asked_.right.empty())
      position.fail("--right is given, and the saved rows have answers: --truth labels them");
    if (!answered_ && asked_.truth)
      position.fail("--truth is given, and the saved rows have no answers: --right labels them");
    std::vector<std::string> wanted = asked_.right;
    if (answered_) wanted = {asked_.truth.value_or("truth")};
    if (wanted.empty())
      for (const std::string &name : names)
        if (name != "row" && name != "probability") wanted.push_back(name);
    const std::vector<std::size_t> found =
        select_columns(names, position, wanted, answered_ ? "--labelled" : "--right");
    if (std::find(found.begin(), found.end(), own) != found.end())
      position.fail("the column \"row\" holds the rows' numbers, and is no label");
    const std::size_t needed = answered_ ? 1 : static_cast<std::size_t>(stages_);
    if (found.size() != needed)
      position.fail(counted(found.size(), "column") + " of labels, where " + counted(needed, "column") +
                    (needed == 1 ? " is" : " are") + " needed beside \"row\"");
    for (std::size_t slot = 0; slot < found.size(); ++slot) slots_[found[slot]] = slot;
    slots_[own] = row_number;
    row_.resize(needed);
  }

  void cell(std::size_t column, std::string_view text) override {
    const auto refuse = [&](const char *rule) { bad_cell(position, in_column(names_[column]), text, rule); };
    const std::size_t slot = slots_[column];
    double value = 0;
    if (slot == ignored) {
      require_utf8(position, in_column(names_[column]), text);
    } else if (slot == row_number) {
      std::int64_t row = 0;
      if (!parse_integer(text, row) || row < 0) refuse("a row is its number, from 0");
      rows.push_back(row);
    } else if (answered_) {
      std::int32_t number = 0;
      require_utf8(position, in_column(names_[column]), text);
      if (is_missing(text)) refuse("every row that was asked for has a label");
      if (!classes_.read(text, number)) refuse("a class is a whole number from 0 here, as in the saved rows");
      truth.push_back(number);
    } else {
      if (!parse_number(text, value) || !(value >= 0 && value <= 1)) refuse("how right a stage is lies in [0, 1]");
      row_[slot] = value;
    }
  }

  void end_row() override {
    if (!answered_) right.insert(right.end(), row_.begin(), row_.end());
  }

  std::vector<std::int64_t> rows;
  std::vector<std::int32_t> truth;
  std::vector<double> right;

 private:
  static constexpr std::size_t ignored = static_cast<std::size_t>(-1), row_number = ignored - 1;

  const RouteSettings &asked_;
  const bool answered_;
  Names &classes_;
  const std::int64_t stages_;
  std::vector<std::string> names_;
  std::vector<std::size_t> slots_;
  std::vector<double> row_;
};

void add_labels(const RouteSettings &settings, NamedStages &to, Progress &progress) {
  Source source(settings.labelled, progress);
  const bool answered = to.stages.n_classes() > 0;
  LabelReader labels(source, settings, answered, to.stages.n_stages(), to.names.classes);
  scan_csv(source, labels);
  try {
    if (answered)
      to.stages.label(labels.rows, labels.truth);
    else
      to.stages.label(labels.rows,
                      Array(Table<const double>(labels.right.data(), static_cast<std::int64_t>(labels.rows.size()),
                                                to.stages.n_stages())));
  } catch (const Error &error) {
    source.refuse(error);
  }
}

NamedStages load_stages(const RouteSettings &settings, Progress &progress) {
  Source source(settings.load, progress);
  const std::string text = source.all();
  try {
    Stages stages = Stages::load(text);
    return {saved_names(text, source.name()), std::move(stages)};
  } catch (const Error &error) {
    source.refuse(error);
  }
}

}  // namespace

NamedStages read_stages(const RouteSettings &settings, Progress &progress) {
  if (settings.load.empty()) {
    RouteNames names;
    const StageTable table = read_stage_table(settings.files, settings, {}, names, progress);
    return {std::move(names), make_stages(table)};
  }
  NamedStages out = load_stages(settings, progress);
  if (!settings.labelled.empty()) add_labels(settings, out, progress);
  return out;
}

}  // namespace wald::cli
