// wald regret: how much expected utility given predictions lose.
#include "base/text.hpp"
#include "commands.hpp"
#include "decide/answer_json.hpp"
#include "decide/beliefs/read_beliefs.hpp"
#include "decide/each.hpp"

namespace wald::cli {

void regret(const Settings &settings) {
  const Metric metric = make_metric(settings, settings.metrics[0]);
  Output output(settings.output);
  Progress progress;
  const std::string name = metric.name();
  const Beliefs beliefs = read_beliefs(settings, progress);
  const Problems problems(beliefs, settings.average);
  const MaskTable prediction = read_prediction_of(beliefs, settings, progress);
  DecisionOptions options = make_options_of_one(settings, "regret tables");
  follow_each(options, problems, progress);
  for_each_problem(problems, settings.threads, progress, output, [&](std::int64_t problem, std::string &text) {
    Json line = problem_json(beliefs, settings.average, problem);
    line["metric"] = name;
    if (settings.average == WALD_INSTANCE && prediction.undecided(problem)) {
      line["abstained"] = true;
      line["regret"] = nullptr;
      line["bound"] = nullptr;
    } else {
      double bound = 0;
      line["regret"] =
          wald::regret(metric, problems.estimator(problem), problems.answer(prediction, problem), options, &bound);
      line["bound"] = bound;
    }
    text += json_text(line) + '\n';
  });
  output.finish();
}

}  // namespace wald::cli
