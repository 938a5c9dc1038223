#include <algorithm>

#include "base/errors.hpp"
#include "base/follow.hpp"
#include "base/output.hpp"
#include "base/suggest.hpp"
#include "base/text.hpp"
#include "commands/commands.hpp"
#include "input/beliefs/masks.hpp"
#include "input/learning/training_rows.hpp"
#include "output/fit_report.hpp"

namespace wald::cli {
namespace {

/// The labels of an order by their places.
std::vector<std::int64_t> chain_order(const std::vector<std::string> &order, const std::vector<std::string> &labels) {
  std::vector<std::int64_t> out;
  for (const std::string &name : order) {
    const std::optional<std::size_t> label = position_of(name, labels);
    if (!label) throw Failure("--chain-order: no label " + shown(name) + suggestion(name, labels));
    out.push_back(static_cast<std::int64_t>(*label));
  }
  std::vector<std::int64_t> sorted = out;
  std::sort(sorted.begin(), sorted.end());
  sorted.erase(std::unique(sorted.begin(), sorted.end()), sorted.end());
  if (out.size() != labels.size() || sorted.size() != labels.size())
    throw Failure("--chain-order holds " + std::to_string(sorted.size()) + " of the " + std::to_string(labels.size()) +
                  " labels: each of them is needed, once");
  return out;
}

LearnerOptions options_of(const Settings &settings, const TrainingRows &rows) {
  const LearnerSettings &asked = settings.learner;
  LearnerOptions options;
  for (const auto &[setting, value] : asked.numbers) options.set(setting, value);
  for (const auto &[method, name] : asked.methods) options.method(method, name);
  options.set(WALD_LEARNER_SETTING_THREADS, settings.threads);
  if (!asked.penalties.empty()) options.penalties(asked.penalties);
  if (!asked.mixture_weights.empty()) options.mixture_weights(asked.mixture_weights);
  std::vector<std::vector<std::int64_t>> orders;
  for (const auto &order : asked.chain_orders) orders.push_back(chain_order(order, rows.targets.names));
  if (!orders.empty()) options.chain_orders(orders);
  if (!orders.empty() && !asked.asks(WALD_LEARNER_SETTING_CHAINS))
    options.set(WALD_LEARNER_SETTING_CHAINS, static_cast<double>(orders.size()));
  options.feature_names(rows.feature_names);
  options.label_names(rows.targets.names);
  options.seed(asked.seed);
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

/// Tells a refusal of the library: what is wrong with an option, which it calls after its own argument, or with the
/// file.
[[noreturn]] void refused(const std::string &message, const std::string &source) {
  const std::size_t end = std::min({message.find(" is "), message.find(" has "), message.find('['), message.size()});
  std::string name = message.substr(0, end);
  if (name == "count") name = "neighbours";
  std::replace(name.begin(), name.end(), '_', '-');
  for (const NumberOption &option : number_options)
    if (option.name == "--" + name) throw Failure(option.name + message.substr(end));
  for (const char *option : {"penalties", "mixture-weights", "at-least", "gamma"})
    if (option == name) throw Failure("--" + name + message.substr(end));
  throw InputError(source + ": " + message);
}

}  // namespace

void fit(const Settings &settings) {
  make_metrics(settings);  // a name that is none is refused before a long wait
  Output model(settings.output);
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
    Output found("-");
    found.write(settings.learner.json ? fit_json(rows, learner) : fit_text(rows, learner));
    found.finish();
  } catch (const Error &error) {
    if (error.status() != WALD_ERROR_ARGUMENT && error.status() != WALD_ERROR_UNSUPPORTED) throw;
    refused(error.what(), rows.source);
  }
}

}  // namespace wald::cli
