// wald curve: the expected utility of the best prediction for every number of labels.
#include <cmath>

#include "base/errors.hpp"
#include "base/text.hpp"
#include "commands.hpp"
#include "decide/answer_json.hpp"
#include "decide/beliefs/read_beliefs.hpp"
#include "decide/curve_plot.hpp"
#include "decide/each.hpp"

namespace wald::cli {
namespace {

/// The cells that say which problem a row is about, each followed by a comma.
std::string problem_cells(const Beliefs &beliefs, wald_average average, std::int64_t problem) {
  std::string cells;
  if (average == WALD_MICRO) return cells;
  append_integer(cells, problem);
  cells += ',';
  if (average == WALD_MACRO) {
    append_csv(cells, beliefs.labels[static_cast<std::size_t>(problem)]);
    cells += ',';
  } else if (beliefs.named()) {
    append_csv(cells, beliefs.names[static_cast<std::size_t>(problem)]);
    cells += ',';
  }
  return cells;
}

std::string header(const Beliefs &beliefs, wald_average average) {
  std::string cells = average == WALD_MICRO ? "" : average == WALD_MACRO ? "column,label," : "row,";
  if (average == WALD_INSTANCE && beliefs.named()) {
    if (beliefs.name_column == "row" || beliefs.name_column == "k" || beliefs.name_column == "expected")
      throw InputError(beliefs.source + ": the column of names is called " + shown(beliefs.name_column) +
                       ", as one that the output adds: rename it");
    append_csv(cells, beliefs.name_column);
    cells += ',';
  }
  return cells + "k,expected\n";
}

std::string title(const Beliefs &beliefs, wald_average average, std::int64_t problem) {
  if (average == WALD_MICRO) return "all";
  if (average == WALD_MACRO) return beliefs.labels[static_cast<std::size_t>(problem)];
  return beliefs.named() ? beliefs.names[static_cast<std::size_t>(problem)] : "row " + std::to_string(problem);
}

}  // namespace

void curve(const Settings &settings) {
  const Metric metric = make_metric(settings, settings.metrics[0]);
  Output output(settings.output);
  Progress progress;
  std::optional<CurvePlot> plot;
  if (!settings.plot.empty()) plot.emplace(settings.plot, metric.name());
  const Beliefs beliefs = read_beliefs(settings, progress);
  const Problems problems(beliefs, settings.average);
  if (plot) plot->reserve(problems.count());
  DecisionOptions options = make_options_of_one(settings, "curve tables");
  follow_each(options, problems, progress);
  const bool json = settings.format == Format::jsonl;
  if (!json) output.write(header(beliefs, settings.average));
  for_each_problem(problems, settings.threads, progress, output, [&](std::int64_t problem, std::string &text) {
    const std::vector<double> values = wald::curve(metric, problems.estimator(problem), options);
    const std::string cells = json ? "" : problem_cells(beliefs, settings.average, problem);
    for (std::size_t k = 0; k < values.size(); ++k) {
      if (std::isnan(values[k])) continue;  // ruled out by the bounds on k
      if (json) {
        Json line = problem_json(beliefs, settings.average, problem);
        line["k"] = k;
        line["expected"] = values[k];
        text += json_text(line) + '\n';
        continue;
      }
      text += cells;
      append_integer(text, static_cast<std::int64_t>(k));
      text += ',';
      append_number(text, values[k]);
      text += '\n';
    }
    if (plot) plot->set(problem, title(beliefs, settings.average, problem), values);
  });
  progress.clear();
  if (plot) plot->draw();
  output.finish();
}

}  // namespace wald::cli
