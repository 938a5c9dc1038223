// wald threshold apply: flags rows by known thresholds. wald threshold select: flags rows of a batch at a false discovery rate,
// beside rows that are known.
#include <optional>
#include <string_view>
#include <unordered_map>

#include "base/errors.hpp"
#include "base/output.hpp"
#include "base/suggest.hpp"
#include "base/text.hpp"
#include "base/warnings.hpp"
#include "commands.hpp"
#include "input/cells.hpp"
#include "input/csv_scanner.hpp"
#include "input/masks.hpp"
#include "input/source.hpp"
#include "thresholds/apply_rule.hpp"
#include "thresholds/score_table.hpp"

namespace wald::cli {
namespace {

/// Passes a table through, a batch of rows at a time, and adds the columns of a rule.
class Applier : public TableHandler {
 public:
  Applier(const Source &source, const RowRule &rule, Output &output)
      : TableHandler(source), rule_(rule), output_(output), row_(rule.scores.size()) {}

  void header(const std::vector<std::string> &names) override {
    names_ = names;
    slots_.assign(names.size(), not_a_score);
    std::unordered_map<std::string_view, std::size_t> columns;  // of several of a name, the first
    for (std::size_t column = 0; column < names.size(); ++column) columns.emplace(names[column], column);
    for (std::size_t slot = 0; slot < rule_.scores.size(); ++slot) {
      const auto exact = columns.find(rule_.scores[slot]);
      std::optional<std::size_t> found;
      if (exact != columns.end())
        found = exact->second;
      else if (rule_.patterns)
        found = position_of(rule_.scores[slot], names);
      if (!found)
        position.fail("no column " + shown(rule_.scores[slot]) + ", which " + rule_.source + " asks for" +
                      suggestion(rule_.scores[slot], names));
      if (slots_[*found] != not_a_score)
        position.fail("column " + shown(names[*found]) + " is named twice by " + rule_.source);
      slots_[*found] = slot;
    }
    std::string line;
    for (const std::string &name : names) {
      append_csv(line, name);
      line += ',';
    }
    for (const std::string &name : rule_.added) {
      if (columns.count(name) > 0)
        position.fail("a column is named " + shown(name) + ", as one that the output adds: rename it");
      append_csv(line, name);
      line += ',';
    }
    line.back() = '\n';
    output_.write(line);
  }

  void cell(std::size_t column, std::string_view text) override {
    const std::size_t slot = slots_[column];
    if (slot == not_a_score)
      require_utf8(position, in_column(names_[column]), text);
    else if (rule_.probabilities ? !is_probability(text, row_[slot]) : !is_score(text, row_[slot]))
      bad_cell(position, in_column(names_[column]), text, rule_.probabilities ? probability_rule : score_rule);
    append_csv(text_, text);
    text_ += ',';
  }

  void end_row() override {
    ends_.push_back(text_.size());
    scores_.insert(scores_.end(), row_.begin(), row_.end());
    if (!rule_.whole && ends_.size() == batch) flush();
  }

  void flush() {
    const auto rows = static_cast<std::int64_t>(ends_.size());
    const std::vector<std::string> cells =
        rule_.cells(Table<const double>(scores_.data(), rows, static_cast<std::int64_t>(rule_.scores.size())));
    std::string line;
    std::size_t begin = 0;
    for (std::size_t row = 0; row < ends_.size(); ++row) {
      line.assign(text_, begin, ends_[row] - begin);
      begin = ends_[row];
      for (std::size_t i = 0; i < rule_.added.size(); ++i) {
        append_csv(line, cells[row * rule_.added.size() + i]);
        line += ',';
      }
      line.back() = '\n';
      output_.write(line);
    }
    text_.clear();
    ends_.clear();
    scores_.clear();
  }

 private:
  static constexpr std::size_t batch = 4096;
  static constexpr std::size_t not_a_score = static_cast<std::size_t>(-1);

  const RowRule &rule_;
  Output &output_;
  std::vector<std::string> names_;
  std::vector<std::size_t> slots_;  // of each column: which score it is
  std::vector<double> row_;
  // The present batch: its lines one after the other, where each ends, and its scores.
  std::string text_;
  std::vector<std::size_t> ends_;
  std::vector<double> scores_;
};

ScoreTable known_rows(const Settings &settings, Progress &progress) {
  Settings known = settings;
  known.threshold.files = {settings.threshold.known};
  ScoreTable table = read_scores(known, progress);
  if (table.score_names.size() != 1)
    throw UsageError("--scores selects " + counted(std::to_string(table.score_names.size()), "column") +
                     ", and rows are selected by one");
  if (table.truth_names.empty()) table.labels.assign(table.scores.size(), 0);
  return table;
}

std::vector<std::string> selected_cells(const ScoreTable &known, Table<const double> batch, const ThresholdOptions &options,
                                  Warnings &warnings) {
  std::vector<double> scores = known.scores;
  std::vector<std::uint8_t> labels = known.labels;
  for (std::int64_t row = 0; row < batch.rows; ++row) scores.push_back(batch.data[row * batch.row_stride]);
  labels.resize(scores.size(), WALD_NOT_RATED);
  const Thresholds found = choose_threshold(labels, scores, options);
  warnings.note(found.warning());
  const std::vector<std::uint8_t> flagged = found.apply(batch);
  const std::vector<double> p_values = found.p_values();
  std::vector<std::string> out;
  for (std::size_t row = 0; row < flagged.size(); ++row) {
    out.emplace_back(flagged[row] != 0 ? "1" : "0");
    out.push_back(shortest(p_values[row]));
  }
  return out;
}

}  // namespace

void apply_rule(const RowRule &rule, const Settings &settings, Progress &progress) {
  Output output(settings.output);
  Source source(settings.threshold.files[0], progress);
  Applier applier(source, rule, output);
  scan_csv(source, applier);
  applier.flush();
  progress.clear();
  output.finish();
}

void threshold_apply(const Settings &settings) {
  Progress progress;
  apply_rule(read_row_rule(settings.threshold, progress), settings, progress);
}

void threshold_select(const Settings &settings) {
  Progress progress;
  const ScoreTable known = known_rows(settings, progress);
  const ThresholdOptions options = make_threshold_options(settings, "select");
  Warnings warnings;
  RowRule rule;
  rule.source = "--scores";
  rule.scores = known.score_names;
  rule.whole = true;
  rule.added = {flag_column(), "p_value"};
  rule.cells = [&](Table<const double> batch) { return selected_cells(known, batch, options, warnings); };
  apply_rule(rule, settings, progress);
  warnings.say();
}

}  // namespace wald::cli
