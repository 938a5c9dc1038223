// wald evaluate: the value of predictions, or of a learner's decisions, on known truth.
#include <functional>
#include <numeric>

#include "base/errors.hpp"
#include "base/follow.hpp"
#include "base/json.hpp"
#include "base/output.hpp"
#include "base/text.hpp"
#include "commands.hpp"
#include "decide/beliefs/read_beliefs.hpp"
#include "input/cells.hpp"
#include "input/masks.hpp"
#include "learners/model_rows.hpp"

namespace wald::cli {
namespace {

Array or_none(const std::vector<double> &weights) { return weights.empty() ? Array() : Array(weights); }

void write_value(Output &output, const Metric &metric, wald_average average, double value, std::int64_t undecided,
                 const double *expected) {
  Json line = {{"metric", metric.name()}, {"average", name_of(average)}, {"value", value}};
  if (expected != nullptr) line["expected"] = *expected;
  if (undecided > 0) line["n_undecided"] = undecided;
  output.write(json_text(line) + '\n');
}

/// Evaluates each metric. One that cannot be computed is reported at the end, when the others are written.
void of_each(const std::vector<Metric> &metrics, Output &output,
             const std::function<void(const Metric &metric)> &evaluate_one) {
  std::string failed;
  for (const Metric &metric : metrics) {
    try {
      evaluate_one(metric);
    } catch (const Error &error) {
      if (metrics.size() == 1 || (error.status() != WALD_ERROR_ARGUMENT && error.status() != WALD_ERROR_UNSUPPORTED))
        throw;
      failed += (failed.empty() ? "" : "\nwald: ") + ("--metric " + metric.name() + ": " + in_options(error.what()));
    }
  }
  output.finish();
  if (!failed.empty()) throw Failure(failed);
}

/// The mean of what was expected of the answers, by the weights of the rows where each answers for one.
double mean(const std::vector<double> &expected, const std::vector<double> &weights) {
  if (expected.size() != weights.size())
    return std::accumulate(expected.begin(), expected.end(), 0.0) / static_cast<double>(expected.size());
  return std::inner_product(expected.begin(), expected.end(), weights.begin(), 0.0) /
         std::accumulate(weights.begin(), weights.end(), 0.0);
}

/// Asks a learner about rows whose truth is known, once for each metric.
void evaluate_model(const Settings &settings, const std::vector<Metric> &metrics) {
  Output output(settings.output);
  Progress progress;
  const SavedLearner model = read_learner(settings.learner.model, progress);
  const ModelRows rows = read_model_rows(settings, model, true, progress);
  const std::int64_t n = model.learner.n_labels();
  Beliefs beliefs;
  beliefs.source = rows.source;
  beliefs.labels = model.label_names;
  beliefs.rows = rows.features.rows;
  check_beliefs(settings, beliefs);
  require_weight(rows.source, rows.weights);
  const Dataset dataset = rows.dataset(model);
  std::vector<std::uint8_t> mask(rows.truth.size());
  of_each(metrics, output, [&](const Metric &metric) {
    DecisionOptions options = make_options(settings, "decide tables learners");
    follow(options, progress, "deciding");
    const Decision decision =
        model.learner.decide(dataset, metric, options, Table<std::uint8_t>(mask.data(), beliefs.rows, n));
    progress.clear();
    std::int64_t undecided = 0;
    const double value =
        wald::evaluate(metric, Table<const std::uint8_t>(rows.truth.data(), beliefs.rows, n),
                       Table<const std::uint8_t>(mask.data(), beliefs.rows, n), make_options(settings, "evaluate tables"),
                       or_none(rows.weights), &undecided);
    const double expected = mean(decision.numbers(WALD_DECISION_EXPECTED), rows.weights);
    // A decision down the rows knows nothing of their weights; rows that are left undecided have no value.
    const bool comparable = undecided == 0 && (settings.average == WALD_INSTANCE || rows.weights.empty());
    write_value(output, metric, settings.average, value, undecided, comparable ? &expected : nullptr);
  });
}

}  // namespace

void evaluate(const Settings &settings) {
  const std::vector<Metric> metrics = make_metrics(settings);
  if (!settings.learner.model.empty()) {
    evaluate_model(settings, metrics);
    return;
  }
  Output output(settings.output);
  Progress progress;
  const MaskTable truth = read_truth(settings, progress);
  const MaskTable prediction = read_prediction(settings.file, settings.libsvm, settings,
                                               {truth.source, truth.labels, truth.rows, truth.names}, progress);
  const Table<const std::uint8_t> truth_cells(truth.cells.data(), truth.rows, truth.n_labels());
  const Table<const std::uint8_t> predicted_cells(prediction.cells.data(), prediction.rows, prediction.n_labels());
  const DecisionOptions options = make_options(settings, "evaluate tables");
  warn_of_truth(truth, prediction);
  warn_of_shape(settings, truth.n_labels(), truth.rows);
  of_each(metrics, output, [&](const Metric &metric) {
    std::int64_t undecided = 0;
    const double value =
        wald::evaluate(metric, truth_cells, predicted_cells, options, or_none(truth.weights), &undecided);
    write_value(output, metric, settings.average, value, undecided, nullptr);
  });
}

}  // namespace wald::cli
