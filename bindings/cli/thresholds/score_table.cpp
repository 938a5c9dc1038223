// Reads scores, and labels, classes, segments and weights beside them.
#include "thresholds/score_table.hpp"

#include <algorithm>
#include <cmath>
#include <tuple>

#include "base/suggest.hpp"
#include "base/text.hpp"
#include "input/cells.hpp"
#include "input/columns.hpp"
#include "input/csv_scanner.hpp"
#include "input/source.hpp"

namespace wald::cli {
namespace {

const char *truth_option(ThresholdTask task) {
  return task == ThresholdTask::classes ? "--class" : task == ThresholdTask::labels ? "--labels" : "--label";
}

class ScoreReader : public TableHandler {
 public:
  ScoreReader(const Source &source, const Settings &settings, std::int64_t most, ScoreTable &table,
              const std::function<void(const ScoreTable &rows)> &take)
      : TableHandler(source),
        settings_(settings),
        all_rated_(settings.command == "decision-curve" || settings.command == "reliability" || settings.command == "prevalence" ||
                   settings.threshold.task == ThresholdTask::evaluate ||
                   settings.threshold.task == ThresholdTask::select),
        takes_probabilities_(settings.threshold.probabilities),
        most_(most),
        table_(table),
        take_(take) {}

  void header(const std::vector<std::string> &names) override {
    names_ = names;
    uses_.assign(names.size(), Use{Kind::ignored, 0});
    const ThresholdTask task = settings_.threshold.task;
    const bool calibrated = settings_.command.rfind("calibrate", 0) == 0;
    claim(settings_.threshold.scores,
          calibrated && settings_.threshold.probabilities ? "--probabilities" : "--scores", Kind::score,
          table_.score_names);
    claim(settings_.threshold.truth, truth_option(task), task == ThresholdTask::classes ? Kind::name : Kind::label,
          table_.truth_names);
    std::vector<std::string> weight_names;
    if (settings_.weights) claim({*settings_.weights}, "--weights", Kind::weight, weight_names);
    std::vector<std::string> group_names;
    if (settings_.groups) claim({*settings_.groups}, "--groups", Kind::group, group_names);
    const ThresholdSettings &asked = settings_.threshold;
    std::vector<std::string> one;
    for (const auto &[column, option, kind] :
         {std::tuple(asked.segment, "--segment", Kind::segment), std::tuple(asked.benefit, "--benefit", Kind::benefit),
          std::tuple(asked.cost, "--cost", Kind::cost)}) {
      one.clear();
      if (!column.empty()) claim({column}, option, kind, one);
    }
    scores_.resize(table_.score_names.size());
    labels_.resize(table_.truth_names.size());
  }

  void cell(std::size_t column, std::string_view text) override {
    const auto [kind, slot] = uses_[column];
    const auto refuse = [&](const char *rule) { bad_cell(position, in_column(names_[column]), text, rule); };
    switch (kind) {
      case Kind::score:
        if (takes_probabilities_ ? !is_probability(text, scores_[slot]) : !is_score(text, scores_[slot]))
          refuse(takes_probabilities_ ? probability_rule : score_rule);
        break;
      case Kind::label:
        if (is_missing(text) && !all_rated_)
          labels_[slot] = WALD_NOT_RATED;
        else if (!is_zero_or_one(text, labels_[slot]))
          refuse(all_rated_ ? zero_or_one_rule : rated_rule);
        break;
      case Kind::weight:
        if (!is_weight(text, weight_)) refuse(weight_rule);
        break;
      case Kind::name:
        require_utf8(position, in_column(names_[column]), text);
        if (is_missing(text)) refuse("every row has a class");
        table_.classes.emplace_back(text);
        break;
      case Kind::segment:
        require_utf8(position, in_column(names_[column]), text);
        if (is_missing(text)) refuse("every row has a segment");
        table_.segments.emplace_back(text);
        break;
      case Kind::group:
        require_utf8(position, in_column(names_[column]), text);
        if (is_missing(text)) refuse("every row has a group");
        table_.groups.push_back(
            table_.group_numbers.emplace(text, static_cast<std::int64_t>(table_.group_numbers.size())).first->second);
        break;
      case Kind::benefit:
      case Kind::cost: {
        double amount = 0;
        if (!is_score(text, amount) || !std::isfinite(amount)) refuse("an amount is a finite number");
        (kind == Kind::benefit ? table_.benefits : table_.costs).push_back(amount);
        break;
      }
      case Kind::ignored: require_utf8(position, in_column(names_[column]), text);
    }
  }

  void end_row() override {
    table_.scores.insert(table_.scores.end(), scores_.begin(), scores_.end());
    if (table_.classes.empty()) table_.labels.insert(table_.labels.end(), labels_.begin(), labels_.end());
    if (settings_.weights) table_.weights.push_back(weight_);
    if (++table_.rows == most_) hand_over();
  }

  void hand_over() {
    if (table_.rows == 0) return;
    take_(table_);
    table_.rows = 0;
    table_.scores.clear();
    table_.labels.clear();
    table_.classes.clear();
    table_.segments.clear();
    table_.groups.clear();
    table_.benefits.clear();
    table_.costs.clear();
    table_.weights.clear();
  }

 private:
  enum class Kind : std::uint8_t { ignored, score, label, name, weight, segment, group, benefit, cost };
  struct Use {
    Kind kind;
    std::size_t slot;  // which of its kind
  };

  /// Gives the columns of an option their use; their names must be those of the files before.
  void claim(const std::vector<std::string> &patterns, const char *option, Kind kind, std::vector<std::string> &known) {
    std::vector<std::string> found;
    for (const std::size_t column : select_columns(names_, position, patterns, option)) {
      if (uses_[column].kind != Kind::ignored)
        position.fail("column " + shown(names_[column]) + " is named by " + option + ", but has another use already");
      uses_[column] = {kind, found.size()};
      found.push_back(names_[column]);
    }
    if (!known.empty() && found != known)
      position.fail(std::string(option) + " selects other columns here than in " + settings_.threshold.files[0]);
    known = found;
  }

  const Settings &settings_;
  const bool all_rated_;  // where every row has a label
  const bool takes_probabilities_;
  const std::int64_t most_;
  ScoreTable &table_;
  const std::function<void(const ScoreTable &rows)> &take_;
  std::vector<std::string> names_;
  std::vector<Use> uses_;
  // The present row, whose columns may stand in any order.
  std::vector<double> scores_;
  std::vector<std::uint8_t> labels_;
  double weight_ = 1;
};

}  // namespace

void read_scores(const Settings &settings, std::int64_t most, Progress &progress,
                 const std::function<void(const ScoreTable &rows)> &take) {
  ScoreTable table;
  for (const std::string &file : settings.threshold.files) {
    Source source(file, progress);
    ScoreReader reader(source, settings, most, table, take);
    scan_csv(source, reader);
    reader.hand_over();
  }
}

ScoreTable read_scores(const Settings &settings, Progress &progress) {
  ScoreTable all;
  read_scores(settings, std::int64_t{1} << 16, progress, [&](const ScoreTable &rows) {
    all.score_names = rows.score_names;
    all.truth_names = rows.truth_names;
    all.rows += rows.rows;
    all.scores.insert(all.scores.end(), rows.scores.begin(), rows.scores.end());
    all.labels.insert(all.labels.end(), rows.labels.begin(), rows.labels.end());
    all.classes.insert(all.classes.end(), rows.classes.begin(), rows.classes.end());
    all.segments.insert(all.segments.end(), rows.segments.begin(), rows.segments.end());
    all.groups.insert(all.groups.end(), rows.groups.begin(), rows.groups.end());
    all.benefits.insert(all.benefits.end(), rows.benefits.begin(), rows.benefits.end());
    all.costs.insert(all.costs.end(), rows.costs.begin(), rows.costs.end());
    all.weights.insert(all.weights.end(), rows.weights.begin(), rows.weights.end());
  });
  return all;
}

std::vector<std::string> class_names(const ScoreTable &table, const ThresholdSettings &asked) {
  const auto is_class = [&](const std::string &name) {
    return std::find(table.score_names.begin(), table.score_names.end(), name) != table.score_names.end();
  };
  if (asked.scores.size() != 1 || std::all_of(table.classes.begin(), table.classes.end(), is_class))
    return table.score_names;
  std::vector<std::string> out;
  for (const std::string &name : table.score_names) {
    std::string own;
    out.push_back(starred(asked.scores[0], name, own) ? own : name);
  }
  return out;
}

std::vector<std::int64_t> numbered(const ScoreTable &table, const ThresholdSettings &asked,
                                   const std::vector<std::string> &classes) {
  std::vector<std::int64_t> out;
  for (const std::string &name : table.classes) {
    const auto found = std::find(classes.begin(), classes.end(), name);
    if (found == classes.end())
      throw InputError((asked.files.size() == 1 && asked.files[0] != "-" ? asked.files[0] + ": " : "") + "column " +
                       shown(table.truth_names[0]) + " names the class " + shown(name) +
                       ", which no column of " +
                       (asked.probabilities ? "--probabilities" : "--scores") + " is for" + suggestion(name, classes));
    out.push_back(found - classes.begin());
  }
  return out;
}

}  // namespace wald::cli
