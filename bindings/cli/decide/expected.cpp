// wald expected: the expected utility of given predictions, and its distribution.
#include "base/text.hpp"
#include "commands.hpp"
#include "decide/answer_json.hpp"
#include "decide/beliefs/read_beliefs.hpp"
#include "decide/each.hpp"

namespace wald::cli {
namespace {

/// Beside sd, what the settings ask to know of the distribution of the utility.
void add_distribution(Json &out, const Settings &settings, const Distribution &distribution) {
  out["sd"] = distribution.sd();
  if (!settings.quantiles.empty()) {
    Json &quantiles = out["quantiles"] = Json::array();
    for (const double q : settings.quantiles) quantiles.add(distribution.quantile(q));
  }
  const bool simulated = distribution.n_samples() > 0;
  if (!settings.probability_at_least.empty()) {
    std::vector<double> values, errors;
    for (const double u : settings.probability_at_least) {
      errors.push_back(0);
      values.push_back(distribution.at_least(u, &errors.back()));
    }
    out["probability_at_least"] = values;
    if (simulated) out["probability_standard_error"] = errors;
  }
  if (!simulated) return;
  out["n_samples"] = distribution.n_samples();
  out["standard_error"] = distribution.standard_error();
}

class Judge {
 public:
  Judge(const Settings &settings, const std::vector<Metric> &metrics, const Beliefs &beliefs,
        const DecisionOptions &regret, const DecisionOptions &distribution)
      : settings_(settings), metrics_(metrics), beliefs_(beliefs), regret_(regret), distribution_(distribution) {}

  /// A line for each metric.
  void append(std::string &out, std::int64_t problem, const Problems &problems, const MaskTable &prediction) const {
    const bool undecided = settings_.average == WALD_INSTANCE && prediction.undecided(problem);
    const Estimator estimator = problems.estimator(problem);
    const std::vector<std::uint8_t> mask = problems.answer(prediction, problem);
    for (const Metric &metric : metrics_) {
      Json line = problem_json(beliefs_, settings_.average, problem);
      line["metric"] = metric.name();
      if (undecided) {
        line["abstained"] = true;
        for (const char *key : {"expected", "loss", "regret", "sd"}) line[key] = nullptr;
      } else {
        add_values(line, metric, estimator, mask);
      }
      out += json_text(line) + '\n';
    }
  }

 private:
  void add_values(Json &line, const Metric &metric, const Estimator &estimator,
                  const std::vector<std::uint8_t> &mask) const {
    const double value = wald::expected(metric, estimator, mask);
    line["expected"] = value;
    line["loss"] = metric.loss(value);
    line["regret"] = wald::regret(metric, estimator, mask, regret_);
    if (beliefs_.kind == WALD_COUNTS && settings_.average == WALD_INSTANCE)
      line["sd"] = nullptr;  // counts fix the expectation, not the distribution
    else
      add_distribution(line, settings_, Distribution(metric, estimator, mask, distribution_));
  }

  const Settings &settings_;
  const std::vector<Metric> &metrics_;
  const Beliefs &beliefs_;
  const DecisionOptions &regret_, &distribution_;
};

}  // namespace

void expected(const Settings &settings) {
  const std::vector<Metric> metrics = make_metrics(settings);
  Output output(settings.output);
  Progress progress;
  const Beliefs beliefs = read_beliefs(settings, progress);
  const Problems problems(beliefs, settings.average);
  const MaskTable prediction = read_prediction_of(beliefs, settings, progress);
  DecisionOptions regret = make_options_of_one(settings, "regret tables"),
          distribution = make_options_of_one(settings, "distribution tables");
  follow_each(regret, problems, progress);
  follow_each(distribution, problems, progress);
  const Judge judge(settings, metrics, beliefs, regret, distribution);
  for_each_problem(problems, settings.threads, progress, output,
                   [&](std::int64_t problem, std::string &text) { judge.append(text, problem, problems, prediction); });
  output.finish();
}

}  // namespace wald::cli
