#include "options/settings.hpp"

#include "base/errors.hpp"
#include "base/suggest.hpp"
#include "base/text.hpp"

namespace wald::cli {
namespace {

bool ends_with(std::string_view text, std::string_view end) {
  return text.size() >= end.size() && text.substr(text.size() - end.size()) == end;
}

/// Of "fbeta:B" the part that is typed as it stands.
std::string stem(std::string_view pattern) { return std::string(pattern.substr(0, pattern.find(':'))); }

}  // namespace

bool named_libsvm(const std::string &path) { return ends_with(path, ".svm") || ends_with(path, ".libsvm"); }

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
    std::vector<std::string> known;
    for (const Metric::Info &info : Metric::list()) {
      known.push_back(stem(info.name));
      if (known.back() == stem(name)) throw UsageError("--metric " + shown(name) + ": " + error.what());
    }
    throw UsageError("unknown metric " + shown(name) + suggestion(stem(name), known) +
                     "\n'wald metrics' lists them all.");
  }
}

std::vector<Metric> make_metrics(const Settings &settings) {
  std::vector<Metric> metrics;
  for (const std::string &name : settings.metrics) metrics.push_back(make_metric(settings, name));
  return metrics;
}

Options make_options(const Settings &settings) {
  auto options = settings.library.options<Options>();
  if (settings.exactly) options.exactly(*settings.exactly);
  return options;
}

Options make_options_of_one(const Settings &settings) {
  Options options = make_options(settings);
  options.reset("average");
  return options;
}

ThresholdOptions make_threshold_options(const Settings &settings) {
  auto options = settings.library.options<ThresholdOptions>();
  if (!settings.metrics.empty()) options.metric(make_metric(settings, settings.metrics[0]));
  return options;
}

}  // namespace wald::cli
