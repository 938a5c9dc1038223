// Reads the truth and predictions from CSV or libsvm form, and puts them beside each other.
#include "input/masks.hpp"

#include <algorithm>
#include <cstdio>
#include <optional>
#include <string_view>
#include <unordered_set>

#include "base/errors.hpp"
#include "base/output.hpp"
#include "base/text.hpp"
#include "input/cells.hpp"
#include "input/columns.hpp"
#include "input/csv_scanner.hpp"
#include "input/libsvm.hpp"
#include "input/numbering.hpp"
#include "input/source.hpp"

namespace wald::cli {
namespace {

class TruthReader : public TableHandler {
 public:
  TruthReader(const Source &source, const Settings &settings, MaskTable &table)
      : TableHandler(source), settings_(settings), table_(table) {}

  void header(const std::vector<std::string> &names) override {
    columns_.emplace(names, position);
    if (settings_.id) columns_->require(*settings_.id, Role::name, "--id");
    if (settings_.weights) columns_->require(*settings_.weights, Role::weight, "--weights");
    if (settings_.groups) columns_->require(*settings_.groups, Role::group, "--groups");
    columns_->choose_labels(settings_.labels);
    table_.labels = columns_->labels();
    for (std::size_t column = 0; column < names.size(); ++column)
      if (columns_->role(column) == Role::ignored) table_.others.push_back(names[column]);
  }

  void cell(std::size_t column, std::string_view text) override {
    const auto place = [&] { return in_column(columns_->name(column)); };
    switch (columns_->role(column)) {
      case Role::label: {
        std::uint8_t value = 0;
        if (!is_zero_or_one(text, value)) bad_cell(position, place(), text, zero_or_one_rule);
        table_.cells.push_back(value);
        break;
      }
      case Role::weight: {
        double weight = 0;
        if (!is_weight(text, weight)) bad_cell(position, place(), text, weight_rule);
        table_.weights.push_back(weight);
        break;
      }
      case Role::name:
        require_utf8(position, place(), text);
        table_.names.emplace_back(text);
        break;
      case Role::group:
        require_group(position, columns_->name(column), text);
        table_.groups.push_back(groups_.number(text));
        break;
      case Role::ignored: require_utf8(position, place(), text);
    }
  }

  void end_row() override { ++table_.rows; }

 private:
  const Settings &settings_;
  MaskTable &table_;
  std::optional<Columns> columns_;
  Numbering groups_;
};

class PredictionReader : public TableHandler {
 public:
  /// `is_truth`: whether it is the file of the truth, too.
  PredictionReader(const Source &source, const Settings &settings, const Reference &reference, bool is_truth,
                   MaskTable &table)
      : TableHandler(source),
        settings_(settings),
        reference_(reference),
        is_truth_(is_truth),
        table_(table),
        labels_(reference.labels.begin(), reference.labels.end()) {
    for (const std::string &label : reference.labels) probabilities_.insert(probability_column(label));
  }

  void header(const std::vector<std::string> &names) override {
    columns_.emplace(names, position);
    const std::vector<std::string> own = predicted_columns(names);
    columns_->match_labels(own, reference_.source);
    // Beside the labels stands what `wald predict` adds, or the truth beside its flags; anything else is a sign of the
    // wrong file.
    const bool added_name = names[0] == "instance" || names[0] == "row";
    if (settings_.id && columns_->take(*settings_.id, Role::name)) {
      named_ = true;
    } else if (added_name && columns_->role(0) == Role::ignored) {
      columns_->take(names[0], Role::name);
      named_ = names[0] == "instance";
    }
    for (std::size_t column = 0; column < columns_->size(); ++column)
      if (columns_->role(column) == Role::ignored) table_.others.push_back(names[column]);
    if (!settings_.labels.empty()) return;
    for (std::size_t column = 0; column < columns_->size(); ++column)
      if (columns_->role(column) == Role::ignored && names[column] != "expected" &&
          !of_probabilities(names[column]) && !is_label(names[column]))
        position.fail("column " + shown(names[column]) + " is not in " + reference_.source +
                      ": --id names a column of names, --labels the labels to compare");
  }

  void cell(std::size_t column, std::string_view text) override {
    const Role role = columns_->role(column);
    if (role == Role::label && !expected_row_) {
      label_cell(column, text);
      return;
    }
    require_utf8(position, in_column(columns_->name(column)), text);
    if (role != Role::name) return;
    if (after_expected_row_) position.fail("a row after the row \"expected\", which is the last one");
    expected_row_ = column == 0 && text == "expected";
    if (named_ && !expected_row_) table_.names.emplace_back(text);
  }

  void end_row() override {
    if (expected_row_) {
      expected_row_ = false;
      after_expected_row_ = true;
      return;
    }
    if (empty_ > 0 && empty_ < columns_->labels().size() && !settings_.library.given("abstain_label"))
      bad_cell(position, in_column(first_empty_), "",
               settings_.command == "evaluate"
                   ? "a row is left undecided as a whole or not at all, unless --abstain-label says what a label costs"
                   : "a row is left undecided as a whole or not at all");
    empty_ = 0;
    ++table_.rows;
    table_.cells.resize(static_cast<std::size_t>(table_.rows) * columns_->labels().size());
  }

 private:
  bool is_label(const std::string &name) const {
    return labels_.count(name) > 0;
  }

  /// Where the prediction of each label stands.
  std::vector<std::string> predicted_columns(const std::vector<std::string> &names) const {
    std::vector<std::string> out;
    const std::unordered_set<std::string_view> columns(names.begin(), names.end());
    for (const std::string &label : reference_.labels) {
      const auto flags = [&](const std::string &name) { return !is_label(name) && columns.count(name) > 0; };
      if (flags(flag_column(label)))
        out.push_back(flag_column(label));
      else if (reference_.labels.size() == 1 && flags(flag_column()))
        out.push_back(flag_column());
      else
        out.push_back(label);
      if (out.back() == label && is_truth_ && columns.count(label) > 0)
        position.fail("column " + shown(label) + " is the truth itself: the file of the truth has no prediction of it");
    }
    return out;
  }

  bool of_probabilities(const std::string &name) const { return probabilities_.count(name) > 0; }

  void label_cell(std::size_t column, std::string_view text) {
    std::uint8_t value = WALD_UNDECIDED;
    if (is_missing(text)) {
      if (empty_++ == 0) first_empty_ = columns_->name(column);
    } else if (!is_zero_or_one(text, value)) {
      bad_cell(position, in_column(columns_->name(column)), text, zero_or_one_rule);
    }
    const std::size_t n_labels = columns_->labels().size();
    const auto begin = static_cast<std::size_t>(table_.rows) * n_labels;
    if (table_.cells.size() < begin + n_labels) table_.cells.resize(begin + n_labels);
    table_.cells[begin + columns_->label(column)] = value;
  }

  const Settings &settings_;
  const Reference &reference_;
  const bool is_truth_;
  MaskTable &table_;
  const std::unordered_set<std::string_view> labels_;  // of the reference
  std::unordered_set<std::string> probabilities_;      // the columns of their probabilities
  std::optional<Columns> columns_;
  bool named_ = false;
  bool expected_row_ = false, after_expected_row_ = false;
  std::size_t empty_ = 0;  // cells of the present row
  std::string first_empty_;
};

/// A table of answers has all its cells in memory, and a short line of libsvm form stands for many.
constexpr std::int64_t most_joint_cells = 500'000'000;

void read_masks_libsvm(Source &source, std::int64_t n_labels, MaskTable &table) {
  table.labels = numbered_labels(n_labels);
  Position position;
  scan_libsvm(source, n_labels, LibsvmValue::zero_or_one, false, position, [&](const LibsvmRow &row) {
    if ((table.rows + 1) * n_labels > most_joint_cells)
      position.fail("more than " + std::to_string(most_joint_cells) + " cells, which are rows times --n-labels");
    const std::size_t begin = table.cells.size();
    table.cells.resize(begin + static_cast<std::size_t>(n_labels));
    for (const std::int64_t index : row.indices) table.cells[begin + static_cast<std::size_t>(index)] = 1;
    ++table.rows;
  });
}

void require_match(const MaskTable &table, const Reference &reference) {
  if (table.rows != reference.rows)
    throw InputError(table.source + ": " + std::to_string(table.rows) + (table.rows == 1 ? " row" : " rows") +
                     ", where " + reference.source + " has " + std::to_string(reference.rows));
  if (table.names.empty() || reference.names.empty()) return;
  const auto [mine, theirs] = std::mismatch(table.names.begin(), table.names.end(), reference.names.begin());
  if (mine != table.names.end())
    throw InputError(table.source + ": row " + std::to_string(mine - table.names.begin()) + " is named " +
                     shown(*mine) + ", in " + reference.source + " it is " + shown(*theirs));
}

}  // namespace

std::string probability_column(const std::string &label) { return "p_" + label; }

std::string flag_column(const std::string &label) { return label.empty() ? "flagged" : "flagged_" + label; }

MaskTable read_truth(const Settings &settings, Progress &progress) {
  MaskTable table;
  Source source(settings.truth, progress);
  table.source = source.name();
  if (named_libsvm(settings.truth)) {
    read_masks_libsvm(source, *settings.n_labels, table);
  } else {
    TruthReader reader(source, settings, table);
    scan_csv(source, reader);
  }
  require_weight(table.source, table.weights);
  return table;
}

MaskTable read_prediction(const std::string &path, bool libsvm, const Settings &settings, const Reference &reference,
                          Progress &progress) {
  MaskTable table;
  Source source(path, progress);
  table.source = source.name();
  if (libsvm) {
    read_masks_libsvm(source, *settings.n_labels, table);
    if (table.labels != reference.labels)
      throw InputError(table.source + ": libsvm form has the labels 1 ... " + std::to_string(*settings.n_labels) +
                       ", which are not those of " + reference.source);
  } else {
    const bool is_truth = same_file(path, settings.truth);
    PredictionReader reader(source, settings, reference, is_truth, table);
    scan_csv(source, reader);
    table.labels = reference.labels;
  }
  require_match(table, reference);
  return table;
}

void warn_of_truth(const MaskTable &truth, const MaskTable &prediction) {
  const bool related =
      std::any_of(truth.others.begin(), truth.others.end(), [&](const std::string &name) {
        return std::find(prediction.others.begin(), prediction.others.end(), name) != prediction.others.end();
      });
  if (!related || truth.rows < 2 || truth.cells != prediction.cells) return;
  std::fprintf(stderr,
               "wald: warning: %s equals the truth in every row, and has other columns of %s too: "
               "its column of the label may be the truth itself\n",
               prediction.source.c_str(), truth.source.c_str());
}

}  // namespace wald::cli
