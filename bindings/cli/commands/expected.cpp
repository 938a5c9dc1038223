#include "../answer_json.hpp"
#include "../each.hpp"
#include "../text.hpp"
#include "commands.hpp"

namespace wald::cli {
namespace {

void append_list(std::string &out, std::string_view key, const std::vector<double> &values) {
  append_key(out, key);
  out += '[';
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (i > 0) out += ',';
    append_json(out, values[i]);
  }
  out += ']';
}

/// Beside sd, what the settings ask to know of the distribution of the utility.
void append_distribution(std::string &out, const Settings &settings, const Distribution &distribution) {
  append_key(out, "sd");
  append_json(out, distribution.sd());
  if (!settings.quantiles.empty()) {
    std::vector<double> values;
    for (const double q : settings.quantiles) values.push_back(distribution.quantile(q));
    append_list(out, "quantiles", values);
  }
  const bool simulated = distribution.draws() > 0;
  if (!settings.probability_at_least.empty()) {
    std::vector<double> values, errors;
    for (const double u : settings.probability_at_least) {
      errors.push_back(0);
      values.push_back(distribution.at_least(u, &errors.back()));
    }
    append_list(out, "probability_at_least", values);
    if (simulated) append_list(out, "probability_standard_error", errors);
  }
  if (!simulated) return;
  append_key(out, "draws");
  append_integer(out, distribution.draws());
  append_key(out, "standard_error");
  append_json(out, distribution.standard_error());
}

class Judge {
 public:
  Judge(const Settings &settings, const std::vector<Metric> &metrics, const Beliefs &beliefs, const Options &options)
      : settings_(settings), metrics_(metrics), beliefs_(beliefs), options_(options) {}

  /// A line for each metric.
  void append(std::string &out, std::int64_t problem, const Problems &problems, const MaskTable &prediction) const {
    const bool undecided = settings_.average == WALD_INSTANCE && prediction.undecided(problem);
    const Estimator estimator = problems.estimator(problem);
    const std::vector<std::uint8_t> mask = problems.answer(prediction, problem);
    for (const Metric &metric : metrics_) {
      out += '{';
      append_problem(out, beliefs_, settings_.average, problem);
      out += "\"metric\":";
      append_json(out, std::string_view(metric.name()));
      if (undecided)
        out += ",\"abstained\":true,\"expected\":null,\"loss\":null,\"regret\":null,\"sd\":null";
      else
        append_values(out, metric, estimator, mask);
      out += "}\n";
    }
  }

 private:
  void append_values(std::string &out, const Metric &metric, const Estimator &estimator,
                     const std::vector<std::uint8_t> &mask) const {
    const double value = wald::expected(metric, estimator, mask, options_);
    append_key(out, "expected");
    append_json(out, value);
    append_key(out, "loss");
    append_json(out, metric.loss(value));
    append_key(out, "regret");
    append_json(out, wald::regret(metric, estimator, mask, options_));
    if (beliefs_.kind == WALD_COUNTS && settings_.average == WALD_INSTANCE)
      out += ",\"sd\":null";  // counts fix the expectation, not the distribution
    else
      append_distribution(out, settings_, Distribution(metric, estimator, mask, options_));
  }

  const Settings &settings_;
  const std::vector<Metric> &metrics_;
  const Beliefs &beliefs_;
  const Options &options_;
};

}  // namespace

void expected(const Settings &settings) {
  const std::vector<Metric> metrics = make_metrics(settings);
  Output output(settings.output);
  Progress progress;
  const Beliefs beliefs = read_beliefs(settings, progress);
  const Problems problems(beliefs, settings.average);
  const MaskTable prediction = read_prediction_of(beliefs, settings, progress);
  Options options = make_options(settings);
  follow_each(options, problems, progress);
  const Judge judge(settings, metrics, beliefs, options);
  for_each_problem(problems, settings.threads, progress, output,
                   [&](std::int64_t problem, std::string &text) { judge.append(text, problem, problems, prediction); });
  output.finish();
}

}  // namespace wald::cli
