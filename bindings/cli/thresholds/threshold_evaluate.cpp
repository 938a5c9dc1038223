// wald threshold evaluate: models on a test set at known thresholds.
#include <algorithm>
#include <limits>

#include "base/errors.hpp"
#include "base/follow.hpp"
#include "base/json.hpp"
#include "base/output.hpp"
#include "base/text.hpp"
#include "base/warnings.hpp"
#include "commands.hpp"
#include "thresholds/row_rule.hpp"
#include "thresholds/score_table.hpp"

namespace wald::cli {
namespace {

/// One per column of the scores; none if none were given.
std::vector<double> thresholds_by_column(const ThresholdSettings &asked, const std::vector<std::string> &models,
                                         Progress &progress) {
  const std::string option = asked.answer.empty() ? "--thresholds" : "--answer";
  auto thresholds = asked.thresholds;
  if (!asked.answer.empty()) thresholds.push_back(read_threshold(asked.answer, progress));
  std::vector<double> out(thresholds.empty() ? 0 : models.size(), std::numeric_limits<double>::quiet_NaN());
  for (const auto &[name, threshold] : thresholds) {
    const auto found = std::find(models.begin(), models.end(), name);
    if (found == models.end()) throw UsageError(option + ' ' + shown(name) + ": names no column of --scores");
    out[static_cast<std::size_t>(found - models.begin())] = threshold;
  }
  for (std::size_t m = 0; m < out.size(); ++m)
    if (!(out[m] == out[m])) throw UsageError(option + " names none for " + shown(models[m]));
  return out;
}

class Lists {
 public:
  Lists(const ThresholdEvaluation &found, const std::vector<std::string> &models) : found_(found), models_(models) {
    wald_fact_row row{};
    row.size = sizeof row;
    for (std::int64_t i = 0; detail::is_row(wald_fact_list("threshold_evaluation", i, &row)); ++i)
      if (std::string(row.type) == "numbers") lists_.push_back({row.name, row.per, found.numbers(row.value)});
  }
  /// What facts of a kind say of one of them, by their names without `prefix`; models and metrics by their names.
  Json of(std::string_view per, std::size_t at, std::string_view prefix = "") const {
    Json out = Json::object();
    for (const List &list : lists_) {
      if (list.per != per) continue;
      const std::string name = list.name.substr(prefix.size());
      const auto item = [&] { return static_cast<std::int64_t>(list.values[at]); };  // others may be NaN
      if (name == "metric")
        out[name] = found_.text(WALD_THRESHOLD_EVALUATION_METRIC_NAME, item());
      else if (name == "model" || name == "first" || name == "second")
        out[name] = models_[static_cast<std::size_t>(item())];
      else if (name == "exact")
        out[name] = list.values[at] != 0;
      else
        out[name] = list.values[at];
    }
    return out;
  }
  std::size_t count(std::string_view per) const {
    const auto found = std::find_if(lists_.begin(), lists_.end(), [&](const List &list) { return list.per == per; });
    return found->values.size();
  }

 private:
  struct List {
    std::string name, per;
    std::vector<double> values;
  };
  const ThresholdEvaluation &found_;
  const std::vector<std::string> &models_;
  std::vector<List> lists_;
};

std::string evaluation_json(const ThresholdEvaluation &found, const std::vector<std::string> &models,
                            const std::vector<double> &thresholds, double level) {
  const Lists lists(found, models);
  Json out = {{"n_rows", found.n_rows()},       {"n_units", found.n_units()}, {"positives", found.positives()},
              {"negatives", found.negatives()}, {"level", level}};
  const std::string warning(found.warning());
  if (!warning.empty()) out["warning"] = warning;
  Json of_models = Json::array(), estimates = Json::array(), comparisons = Json::array();
  for (std::size_t m = 0; m < models.size(); ++m) {
    Json model = thresholds.empty() ? Json::object() : lists.of("model", m);
    Json line = {{"model", models[m]}};
    if (!thresholds.empty()) {
      line["threshold"] = thresholds[m];
      line["counts"] = model;
    }
    of_models.add(line);
  }
  for (std::size_t i = 0; i < lists.count("estimate"); ++i) estimates.add(lists.of("estimate", i));
  for (std::size_t i = 0; i < lists.count("pair"); ++i) comparisons.add(lists.of("pair", i, "pair_"));
  out["models"] = of_models;
  out["estimates"] = estimates;
  out["comparisons"] = comparisons;
  return json_text(out) + '\n';
}

}  // namespace

void threshold_evaluate(const Settings &settings) {
  Output output(settings.output);
  Progress progress;
  const ScoreTable table = read_scores(settings, progress);
  const std::vector<double> thresholds = thresholds_by_column(settings.threshold, table.score_names, progress);
  ThresholdOptions options = make_threshold_options(settings, "evaluation");
  options.names(table.score_names);
  for (const std::string &name : settings.metrics)
    if (name != "auc" && name != "roc_auc") make_metric(settings, name);  // says what is wrong with it
  if (!settings.metrics.empty()) options.metrics(settings.metrics);
  const std::string &reference = settings.threshold.reference;
  if (!reference.empty()) {
    const auto found = std::find(table.score_names.begin(), table.score_names.end(), reference);
    if (found == table.score_names.end())
      throw UsageError("--reference " + shown(reference) + ": names no column of --scores");
    options.reference(found - table.score_names.begin());
  }
  follow(options, progress, "computing");
  const ThresholdEvaluation found(table.labels, table.score_cells(), thresholds, options, table.weights_or_none(),
                                  table.groups.empty() ? Array() : Array(table.groups));
  progress.clear();
  Warnings warnings;
  warnings.note(found.warning());
  warnings.say();
  const std::string &format = settings.threshold.table;
  output.write(format == "markdown" ? std::string(found.markdown())
               : format == "latex"  ? std::string(found.latex())
                                    : evaluation_json(found, table.score_names, thresholds,
                                                      settings.library.number("level")));
  output.finish();
}

}  // namespace wald::cli
