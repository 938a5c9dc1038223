// Metrics and options of the library, from the settings.
#include "settings.hpp"

#include "base/errors.hpp"

namespace wald::cli {
namespace {

bool ends_with(std::string_view text, std::string_view end) {
  return text.size() >= end.size() && text.substr(text.size() - end.size()) == end;
}

}  // namespace

bool named_libsvm(const std::string &path) {
  for (const char *end : {".svm", ".libsvm", ".svm.gz", ".libsvm.gz"})
    if (ends_with(path, end)) return true;
  return false;
}

const char *name_of(wald_average average) {
  return average == WALD_MACRO ? "macro" : average == WALD_MICRO ? "micro" : "instance";
}

wald_average average_of(const std::string &name) {
  return name == "macro" ? WALD_MACRO : name == "micro" ? WALD_MICRO : WALD_INSTANCE;
}

const char *rule_name(wald_rule rule) { return rule == WALD_RULE_AND ? "and" : "or"; }

Metric make_metric(const Settings &settings, const std::string &name) {
  try {
    return Metric(name, settings.zero_division);
  } catch (const Error &error) {
    if (error.status() != WALD_ERROR_FORMAT && error.status() != WALD_ERROR_ARGUMENT) throw;
    std::string said = std::string("--") + error.what();  // "metric "auc" is unknown: ..."
    for (const char *list : {" The metrics are ", ": the metrics are "})
      if (const std::size_t begin = said.find(list); begin != std::string::npos)
        said = said.substr(0, begin) + "\n'wald metrics' lists them all.";
    throw UsageError(said);
  }
}

std::vector<Metric> make_metrics(const Settings &settings) {
  std::vector<Metric> metrics;
  for (const std::string &name : settings.metrics) metrics.push_back(make_metric(settings, name));
  return metrics;
}

DecisionOptions make_options(const Settings &settings, const std::string &calls) {
  auto options = settings.library.options<DecisionOptions>(calls);
  if (settings.exactly) options.exactly(*settings.exactly).reset_unread(calls);
  return options;
}

DecisionOptions make_options_of_one(const Settings &settings, const std::string &calls) {
  DecisionOptions options = make_options(settings, calls);
  options.reset("average");
  return options;
}

ThresholdOptions make_threshold_options(const Settings &settings, const std::string &calls) {
  auto options = settings.library.options<ThresholdOptions>(calls);
  if (!settings.metrics.empty() && settings.threshold.task != ThresholdTask::evaluate)
    options.metric(make_metric(settings, settings.metrics[0]));
  return options;
}

}  // namespace wald::cli
