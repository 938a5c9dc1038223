#include "../answer_json.hpp"
#include "../each.hpp"
#include "../text.hpp"
#include "commands.hpp"

namespace wald::cli {

void regret(const Settings &settings) {
  const Metric metric = make_metric(settings, settings.metrics[0]);
  Output output(settings.output);
  Progress progress;
  const std::string name = metric.name();
  const Beliefs beliefs = read_beliefs(settings, progress);
  const Problems problems(beliefs, settings.average);
  const MaskTable prediction = read_prediction_of(beliefs, settings, progress);
  Options options = make_options(settings);
  follow_each(options, problems, progress);
  for_each_problem(problems, settings.threads, progress, output, [&](std::int64_t problem, std::string &text) {
    text += '{';
    append_problem(text, beliefs, settings.average, problem);
    text += "\"metric\":";
    append_json(text, std::string_view(name));
    if (settings.average == WALD_INSTANCE && prediction.undecided(problem)) {
      text += ",\"abstained\":true,\"regret\":null,\"bound\":null}\n";
      return;
    }
    double bound = 0;
    const double value =
        wald::regret(metric, problems.estimator(problem), problems.answer(prediction, problem), options, &bound);
    append_key(text, "regret");
    append_json(text, value);
    append_key(text, "bound");
    append_json(text, bound);
    text += "}\n";
  });
  output.finish();
}

}  // namespace wald::cli
