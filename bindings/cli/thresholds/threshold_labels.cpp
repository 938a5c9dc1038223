// wald threshold with labels: a threshold for each label.
#include <algorithm>
#include <cmath>

#include "base/errors.hpp"
#include "base/follow.hpp"
#include "base/json.hpp"
#include "base/output.hpp"
#include "base/text.hpp"
#include "base/warnings.hpp"
#include "commands.hpp"
#include "input/columns.hpp"
#include "thresholds/score_table.hpp"
#include "thresholds/threshold_report.hpp"

namespace wald::cli {
namespace {

/// The columns of a table in another order.
std::vector<double> rearranged(const std::vector<double> &cells, const std::vector<std::size_t> &columns) {
  std::vector<double> out;
  out.reserve(cells.size());
  for (std::size_t row = 0; row < cells.size(); row += columns.size())
    for (const std::size_t column : columns) out.push_back(cells[row + column]);
  return out;
}

double precision(double tp, double fp) { return tp / (tp + fp); }

/// What is said where not every label attains what was asked.
const char *label_shortfall(const Settings &settings) {
  if (settings.average == WALD_INSTANCE) return "no threshold can be proved to hold the limit: nothing is flagged";
  return settings.library.given("certify") ? "not every label can be certified: those that cannot flag nothing"
                                           : "what was asked for is out of reach: these are the nearest points";
}

/// The first of some labels, by name.
std::string listed_labels(const std::vector<int64_t> &labels, const ScoreTable &table) {
  constexpr std::size_t most = 5;
  std::string out = labels.size() == 1 ? "label " : "labels ";
  for (std::size_t i = 0; i < std::min(most, labels.size()); ++i)
    out += (i > 0 ? ", " : "") + printable(table.truth_names[static_cast<std::size_t>(labels[i])]);
  return labels.size() > most ? out + " and " + std::to_string(labels.size() - most) + " more" : out;
}

/// What the answer was chosen for; of label sets a limit on a mean over rows.
std::string goal_of_labels(const Settings &settings) {
  if (settings.average != WALD_INSTANCE) return objective_in_words(settings);
  const LibraryOptions &asked = settings.library;
  const char *const limit =
      asked.given("min_recall") ? "min_recall" : asked.given("min_precision") ? "min_precision" : "min_value";
  const std::string own = settings.metrics.empty() ? "f1" : make_metric(settings, settings.metrics[0]).name();
  return "mean " + (std::string(limit) == "min_value" ? own : std::string(limit + 4)) + (settings.groups ? " of groups >= " : " of rows >= ") +
         shortest(asked.number(limit)) +
         (asked.given("certify") ? ", certified at " + shortest(asked.number("certify")) : ", in expectation");
}

std::string label_json(const ScoreTable &table, const Settings &settings, const LabelThresholds &chosen) {
  Json out = {{"objective", goal_of_labels(settings)},
              {"average", name_of(settings.average)},
              {"feasible", chosen.feasible()},
              {"exact", chosen.exact()},
              {"value", chosen.value()}};
  if (settings.average == WALD_INSTANCE) out["labels_per_row"] = chosen.labels_per_row();
  if (settings.library.given("certify")) out["certified"] = chosen.feasible();
  Json &labels = out["labels"] = Json::object();
  for (std::size_t label = 0; label < table.truth_names.size(); ++label) {
    const auto at = static_cast<int64_t>(label);
    const double tp = chosen.tp(at), fp = chosen.fp(at);
    labels[table.truth_names[label]] = {{"score", table.score_names[label]},
                                        {"threshold", with_infinities(chosen.threshold(at))},
                                        {"tp", tp},
                                        {"fp", fp},
                                        {"precision", precision(tp, fp)},
                                        {"recall", chosen.recall(at)},
                                        {"feasible", chosen.attained(at)},
                                        {"flags", chosen.flag_names(at)}};
  }
  return json_text(out) + '\n';
}

std::string label_text(const ScoreTable &table, const Settings &settings, const LabelThresholds &chosen) {
  std::string out;
  for (std::size_t label = 0; label < table.truth_names.size(); ++label) {
    const auto at = static_cast<int64_t>(label);
    const double tp = chosen.tp(at), fp = chosen.fp(at);
    out += printable(table.truth_names[label]) + ": " +
           rule_in_words({table.score_names[label]}, WALD_RULE_OR, {chosen.threshold(at)}) + " (tp " + rounded(tp) +
           ", fp " + rounded(fp) + ", precision " + rounded(precision(tp, fp)) + ")";
    for (const std::string_view flag : chosen.flag_names(at))
      if (flag != "few_positives") out += ", " + std::string(flag);
    out += '\n';
  }
  out += std::string("value, ") + name_of(settings.average) + ": " + rounded(chosen.value()) + '\n';
  if (settings.average == WALD_INSTANCE) out += "labels per row: " + rounded(chosen.labels_per_row()) + '\n';
  if (!chosen.feasible()) out += std::string(label_shortfall(settings)) + '\n';
  if (!chosen.exact()) out += "not proved optimal: too many labels to search them all exactly\n";
  return out;
}

}  // namespace

void threshold_labels(const Settings &settings) {
  const ThresholdSettings &asked = settings.threshold;
  ThresholdOptions options = make_threshold_options(settings, "labels");
  Output output(settings.output);
  Progress progress;
  ScoreTable table = read_scores(settings, progress);
  const std::vector<std::size_t> own =
      columns_of_labels({"--labels", asked.truth, table.truth_names}, {"--scores", asked.scores, table.score_names},
                        {asked.files[0]});
  table.scores = rearranged(table.scores, own);
  std::vector<std::string> names;
  for (const std::size_t score : own) names.push_back(table.score_names[score]);
  table.score_names = names;
  follow(options, progress, "choosing");
  const LabelThresholds chosen =
      label_thresholds(table.label_cells(), table.score_cells(), options, table.weights_or_none(),
                       table.groups.empty() ? Array() : Array(table.groups));
  progress.clear();
  output.write(asked.text ? label_text(table, settings, chosen) : label_json(table, settings, chosen));
  output.finish();
  Warnings warnings;
  if (!chosen.feasible() && settings.average == WALD_MACRO && !settings.library.given("certify"))
    warnings.note("what was asked for is out of reach for " + listed_labels(chosen.missed(), table) +
                  ": these are the nearest points");
  else if (!chosen.feasible())
    warnings.note(label_shortfall(settings));
  const std::vector<int64_t> every = chosen.flags_all();
  if (!every.empty())
    warnings.note("every row is flagged for " + listed_labels(every, table) +
                  ": the scores do not separate the label's few positives");
  warnings.say();
}

}  // namespace wald::cli
