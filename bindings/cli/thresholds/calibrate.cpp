// wald calibrate fit and apply: probabilities from scores of one column.
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

}  // namespace

void calibrate_fit(const Settings &settings) {
  const ThresholdSettings &asked = settings.threshold;
  Output output(settings.output);
  Progress progress;
  ScoreTable table = read_scores(settings, progress);
  if (table.score_names.size() != 1)
    throw UsageError(std::string(asked.probabilities ? "--probabilities" : "--scores") + " selects " +
                     std::to_string(table.score_names.size()) + " columns, and a calibration is of one column");
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
    const bool of_probabilities = calibration->input() == WALD_CALIBRATION_INPUT_PROBABILITIES;
    if (of_probabilities != asked.probabilities)
      throw InputError(source.name() + ": the calibration was fitted to " +
                       (of_probabilities ? "probabilities: name their column by --probabilities"
                                         : "scores: name their column by --scores"));
    rule.cells = [calibration, of_probabilities](Table<const double> scores) {
      std::vector<std::string> cells(static_cast<std::size_t>(scores.rows));
      const Array given(scores.data, scores.rows, scores.row_stride);
      const std::vector<double> probabilities =
          of_probabilities ? calibration->apply(given) : calibration->apply_scores(given);
      for (std::size_t row = 0; row < cells.size(); ++row) append_number(cells[row], probabilities[row]);
      return cells;
    };
  } catch (const Error &error) {
    if (error.status() == WALD_ERROR_MEMORY) throw;
    throw InputError(source.name() + ": " + error.what());
  }
  apply_rule(rule, settings, progress);
}

}  // namespace wald::cli
