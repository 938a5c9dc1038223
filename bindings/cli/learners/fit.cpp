// wald fit: fits a learner to features and labels, and saves it.
#include <algorithm>
#include <optional>

#include "base/errors.hpp"
#include "base/follow.hpp"
#include "base/output.hpp"
#include "base/suggest.hpp"
#include "base/text.hpp"
#include "commands.hpp"
#include "input/cells.hpp"
#include "input/masks.hpp"
#include "learners/candidate_plot.hpp"
#include "learners/fit_report.hpp"
#include "learners/training_rows.hpp"

namespace wald::cli {
namespace {

/// The labels of an order by their places.
std::vector<std::int64_t> chain_order(const std::vector<std::string> &order, const std::vector<std::string> &labels) {
  std::vector<std::int64_t> out;
  for (const std::string &name : order) {
    const std::optional<std::size_t> label = position_of(name, labels);
    if (!label) throw Failure("--chain-orders: no label " + shown(name) + suggestion(name, labels));
    out.push_back(static_cast<std::int64_t>(*label));
  }
  std::vector<std::int64_t> sorted = out;
  std::sort(sorted.begin(), sorted.end());
  sorted.erase(std::unique(sorted.begin(), sorted.end()), sorted.end());
  if (out.size() != labels.size() || sorted.size() != labels.size())
    throw Failure("--chain-orders hold " + std::to_string(sorted.size()) + " of the " + std::to_string(labels.size()) +
                  " labels: each of them is needed, once");
  return out;
}

LearnerOptions options_of(const Settings &settings, const TrainingRows &rows) {
  LearnerOptions options = settings.library.options<LearnerOptions>();
  std::vector<std::int64_t> orders;
  for (const auto &order : settings.learner.chain_orders) {
    const std::vector<std::int64_t> labels = chain_order(order, rows.targets.names);
    orders.insert(orders.end(), labels.begin(), labels.end());
  }
  if (!orders.empty()) options.chain_orders(orders);
  if (!orders.empty() && !settings.library.given("chains"))
    options.chains(static_cast<std::int64_t>(settings.learner.chain_orders.size()));
  options.feature_names(rows.feature_names);
  options.label_names(rows.targets.names);
  return options;
}

/// The rows as the library takes them, which has a copy then.
Dataset dataset_of(TrainingRows &rows) {
  Dataset dataset = rows.features.dataset();
  rows.features.values = {};
  rows.features.indices = {};
  const Targets &targets = rows.targets;
  if (targets.task == WALD_TASK_CLASSES)
    dataset.classes(targets.classes, targets.n());
  else
    dataset.labels(Table<const std::uint8_t>(targets.labels.data(), rows.features.rows, targets.n()));
  if (!rows.weights.empty()) dataset.weights(rows.weights);
  if (!rows.groups.empty()) dataset.groups(rows.groups);
  if (!rows.marginals.empty())
    dataset.marginals(Table<const double>(rows.marginals.data(), rows.features.rows, targets.n()));
  return dataset;
}

/// Tells a refusal of the library: of an option, or else of the file.
[[noreturn]] void refused(const std::string &message, const std::string &source) {
  const std::string said = in_options(message);
  if (said != message) throw Failure(said);
  throw InputError(source + ": " + message);
}

}  // namespace

void fit(const Settings &settings) {
  make_metrics(settings);  // a name that is none is refused before a long wait
  const std::string rule = settings.library.text("rule");
  if (!settings.plot.empty() && !rule.empty() && rule != "auto")
    throw Failure("--plot draws the rules that were compared, and --rule sets the rule");
  Output model(settings.output);
  std::optional<CandidatePlot> plot;
  if (!settings.plot.empty()) plot.emplace(settings.plot);
  Progress progress;
  TrainingRows rows = read_training_rows(settings, progress);
  require_weight(rows.source, rows.weights);
  try {
    LearnerOptions options = options_of(settings, rows);
    follow(options, progress, "fitting");
    const Learner learner = Learner::fit(settings.learner.learner, dataset_of(rows), options);
    progress.clear();
    model.write(learner.save());
    model.finish();
    if (plot) plot->draw(learner);
    Output found("-");
    found.write(settings.learner.json ? fit_json(rows, learner) : fit_text(rows, learner));
    found.finish();
  } catch (const Error &error) {
    if (error.status() != WALD_ERROR_ARGUMENT && error.status() != WALD_ERROR_UNSUPPORTED) throw;
    refused(error.what(), rows.source);
  }
}

}  // namespace wald::cli
