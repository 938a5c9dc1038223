// wald threshold apply: flags rows by known thresholds.
#include <optional>
#include <string_view>
#include <unordered_map>

#include "base/output.hpp"
#include "base/suggest.hpp"
#include "base/text.hpp"
#include "commands.hpp"
#include "input/cells.hpp"
#include "input/csv_scanner.hpp"
#include "input/source.hpp"
#include "thresholds/apply_rule.hpp"

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
    if (ends_.size() == batch) flush();
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

}  // namespace wald::cli
