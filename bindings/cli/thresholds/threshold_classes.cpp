// wald threshold with classes: multipliers of the scores of several classes.
#include <optional>

#include "base/follow.hpp"
#include "base/json.hpp"
#include "base/output.hpp"
#include "base/text.hpp"
#include "commands.hpp"
#include "thresholds/class_costs.hpp"
#include "thresholds/score_table.hpp"
#include "thresholds/threshold_report.hpp"

namespace wald::cli {
namespace {

std::string class_json(const Settings &settings, const std::vector<std::string> &scores,
                 const std::vector<std::string> &classes, const ClassMultipliers &chosen) {
  Json out;
  if (settings.threshold.costs.empty()) {
    out["objective"] = objective_in_words(settings);
    out["average"] = name_of(settings.average);
  } else {
    out["objective"] = "least mean cost";
  }
  out["value"] = chosen.value();
  out["start"] = chosen.start();
  Json &members = out["classes"] = Json::object();
  const std::size_t n = classes.size();
  const std::vector<double> multipliers = chosen.multipliers(), confusion = chosen.confusion();
  for (std::size_t truth = 0; truth < n; ++truth) {
    Json &member = members[classes[truth]] = {{"score", scores[truth]}, {"multiplier", multipliers[truth]}};
    Json &decided = member["decided"] = Json::object();
    for (std::size_t decision = 0; decision < n; ++decision)
      decided[classes[decision]] = confusion[truth * n + decision];
  }
  return json_text(out) + '\n';
}

std::string class_text(const std::vector<std::string> &classes, const ClassMultipliers &chosen) {
  std::string out;
  const std::vector<double> multipliers = chosen.multipliers();
  for (std::size_t i = 0; i < classes.size(); ++i)
    out += printable(classes[i]) + ": times " + rounded(multipliers[i]) + '\n';
  return out + "value: " + rounded(chosen.value()) + ", by the greatest score alone " + rounded(chosen.start()) + '\n';
}

}  // namespace

void threshold_classes(const Settings &settings) {
  const ThresholdSettings &asked = settings.threshold;
  ThresholdOptions options = make_threshold_options(settings, "classes");
  Output output(settings.output);
  Progress progress;
  const ScoreTable table = read_scores(settings, progress);
  const std::vector<std::string> classes = class_names(table, asked);
  const std::vector<std::int64_t> truth = numbered(table, asked, classes);
  follow(options, progress, "choosing");
  std::vector<double> costs;
  if (!asked.costs.empty()) costs = read_class_costs(asked.costs, classes, progress);
  const ClassMultipliers chosen =
      class_multipliers(truth, table.score_cells(), options, costs, table.weights_or_none());
  progress.clear();
  output.write(asked.text ? class_text(classes, chosen) : class_json(settings, table.score_names, classes, chosen));
  output.finish();
}

}  // namespace wald::cli
