// wald calibrate fit and apply: calibrated probabilities of one column, or of one column per class.
#include <algorithm>

#include "base/errors.hpp"
#include "base/json.hpp"
#include "base/output.hpp"
#include "base/text.hpp"
#include "commands.hpp"
#include "input/source.hpp"
#include "thresholds/apply_rule.hpp"
#include "thresholds/score_table.hpp"

namespace wald::cli {
namespace {

/// Keeps the rows that are rated: the others say nothing of what a score means.
void drop_unrated(ScoreTable &table) {
  std::size_t kept = 0;
  for (std::size_t row = 0; row < table.labels.size(); ++row) {
    if (table.labels[row] == WALD_NOT_RATED) continue;
    table.scores[kept] = table.scores[row];
    table.labels[kept] = table.labels[row];
    if (!table.weights.empty()) table.weights[kept] = table.weights[row];
    ++kept;
  }
  table.scores.resize(kept);
  table.labels.resize(kept);
  if (!table.weights.empty()) table.weights.resize(kept);
}

void calibrate_classes(const ScoreTable &table, const ThresholdSettings &asked, Output &output, Progress &progress) {
  const std::vector<std::string> classes = class_names(table, asked);
  const std::vector<std::int64_t> truth = numbered(table, asked, classes);
  const auto fit = asked.probabilities ? Calibration::fit_classes : Calibration::fit_class_scores;
  const Calibration calibration = fit(asked.calibration, truth, table.score_cells(), table.weights_or_none());
  progress.clear();
  output.write(calibration.save());
  output.finish();
  Json found = {{"method", asked.calibration}, {"classes", classes}, {"n_rows", table.rows}};
  if (asked.calibration == "temperature") found["temperature"] = calibration.temperature();
  Output shown("-");
  shown.write(json_text(found) + '\n');
  shown.finish();
}

}  // namespace

void calibrate_fit(const Settings &settings) {
  const ThresholdSettings &asked = settings.threshold;
  Output output(settings.output);
  Progress progress;
  ScoreTable table = read_scores(settings, progress);
  if (asked.task == ThresholdTask::classes) return calibrate_classes(table, asked, output, progress);
  if (table.score_names.size() != 1)
    throw UsageError(std::string(asked.probabilities ? "--probabilities" : "--scores") + " selects " +
                     std::to_string(table.score_names.size()) + " columns: with --label a calibration is of one; with --class of one per class");
  drop_unrated(table);
  const auto fit = asked.probabilities ? Calibration::fit : Calibration::fit_scores;
  const Calibration calibration = fit(asked.calibration, table.labels, table.scores, table.weights_or_none());
  progress.clear();
  output.write(calibration.save());
  output.finish();
  Output found("-");
  found.write(json_text({{"method", asked.calibration},
                         {asked.probabilities ? "probability" : "score", table.score_names[0]},
                         {"n_rows", table.labels.size()},
                         {"positives", std::count(table.labels.begin(), table.labels.end(), std::uint8_t{1})}}) +
              '\n');
  found.finish();
}

void calibrate_apply(const Settings &settings) {
  const ThresholdSettings &asked = settings.threshold;
  Progress progress;
  Source source(asked.answer, progress);
  const std::string text = source.all();
  RowRule rule;
  rule.source = asked.probabilities ? "--probabilities" : "--scores";
  rule.scores = asked.scores;
  rule.patterns = true;
  rule.probabilities = asked.probabilities;
  rule.added = {"probability"};
  try {
    const auto calibration = std::make_shared<Calibration>(Calibration::load(text));
    if (calibration->n_classes() > 0) rule.added.clear();
    for (std::int64_t k = 1; k <= calibration->n_classes(); ++k)
      rule.added.push_back("probability_" + std::to_string(k));
    const bool of_probabilities = calibration->input() == WALD_CALIBRATION_INPUT_PROBABILITIES;
    if (of_probabilities != asked.probabilities)
      throw InputError(source.name() + ": the calibration was fitted to " +
                       (of_probabilities ? "probabilities: name their column by --probabilities"
                                         : "scores: name their column by --scores"));
    rule.cells = [calibration, of_probabilities](Table<const double> scores) {
      const Array given(scores);
      const std::vector<double> probabilities =
          of_probabilities ? calibration->apply(given) : calibration->apply_scores(given);
      std::vector<std::string> cells(probabilities.size());
      for (std::size_t at = 0; at < cells.size(); ++at) append_number(cells[at], probabilities[at]);
      return cells;
    };
  } catch (const Error &error) {
    source.refuse(error);
  }
  apply_rule(rule, settings, progress);
}

}  // namespace wald::cli
