#include <algorithm>
#include <optional>

#include "../answer_json.hpp"
#include "../class_costs.hpp"
#include "../errors.hpp"
#include "../interrupt.hpp"
#include "../output.hpp"
#include "../score_table.hpp"
#include "../suggest.hpp"
#include "../text.hpp"
#include "../threshold_text.hpp"
#include "commands.hpp"

namespace wald::cli {
namespace {

/// The classes that the scores are of: the names of their columns or, where some row's class is none of those, what
/// the * of a pattern stands for.
std::vector<std::string> class_names(const ScoreTable &table, const ThresholdSettings &asked) {
  const auto is_class = [&](const std::string &name) {
    return std::find(table.score_names.begin(), table.score_names.end(), name) != table.score_names.end();
  };
  if (asked.scores.size() != 1 || std::all_of(table.classes.begin(), table.classes.end(), is_class))
    return table.score_names;
  std::vector<std::string> out;
  for (const std::string &name : table.score_names) {
    std::string own;
    out.push_back(starred(asked.scores[0], name, own) ? own : name);
  }
  return out;
}

std::vector<std::int64_t> numbered(const ScoreTable &table, const ThresholdSettings &asked,
                                   const std::vector<std::string> &classes) {
  std::vector<std::int64_t> out;
  for (const std::string &name : table.classes) {
    const auto found = std::find(classes.begin(), classes.end(), name);
    if (found == classes.end())
      throw InputError((asked.files.size() == 1 && asked.files[0] != "-" ? asked.files[0] + ": " : "") + "column " +
                       shown(table.truth_names[0]) + " names the class " + shown(name) +
                       ", which no column of --scores is for" + suggestion(name, classes));
    out.push_back(found - classes.begin());
  }
  return out;
}

std::string json(const Settings &settings, const std::vector<std::string> &scores,
                 const std::vector<std::string> &classes, const ClassMultipliers &chosen) {
  std::string out = "{\"objective\":";
  if (settings.threshold.costs.empty()) {
    append_json(out, std::string_view(objective_in_words(settings)));
    append_key(out, "average");
    append_json(out, std::string_view(name_of(settings.threshold.average)));
  } else {
    append_json(out, std::string_view("least mean cost"));
  }
  append_key(out, "value");
  append_json(out, chosen.value);
  append_key(out, "start");
  append_json(out, chosen.start);
  append_key(out, "classes");
  out += '{';
  const std::size_t n = classes.size();
  for (std::size_t truth = 0; truth < n; ++truth) {
    if (truth > 0) out += ',';
    append_json(out, std::string_view(classes[truth]));
    out += ":{\"score\":";
    append_json(out, std::string_view(scores[truth]));
    append_key(out, "multiplier");
    append_json(out, chosen.multipliers[truth]);
    append_key(out, "decided");
    out += '{';
    for (std::size_t decision = 0; decision < n; ++decision) {
      if (decision > 0) out += ',';
      append_json(out, std::string_view(classes[decision]));
      out += ':';
      append_json(out, chosen.confusion[truth * n + decision]);
    }
    out += "}}";
  }
  return out + "}}\n";
}

std::string text(const std::vector<std::string> &classes, const ClassMultipliers &chosen) {
  std::string out;
  for (std::size_t i = 0; i < classes.size(); ++i)
    out += classes[i] + ": times " + rounded(chosen.multipliers[i]) + '\n';
  return out + "value: " + rounded(chosen.value) + ", by the greatest score alone " + rounded(chosen.start) + '\n';
}

}  // namespace

void threshold_classes(const Settings &settings) {
  const ThresholdSettings &asked = settings.threshold;
  const Metric metric = make_metric(settings, settings.metrics.empty() ? "f1" : settings.metrics[0]);
  Output output(settings.output);
  Progress progress;
  const ScoreTable table = read_scores(settings, progress);
  const std::vector<std::string> classes = class_names(table, asked);
  const std::vector<std::int64_t> truth = numbered(table, asked, classes);
  const Options::Progress follow = [&progress](double fraction) {
    progress.update("choosing", fraction);
    return !interrupted();
  };
  const ClassMultipliers chosen =
      asked.costs.empty()
          ? class_multipliers(metric, asked.average, table.score_cells(), truth, table.weights_or_null(), follow)
          : class_multipliers(read_class_costs(asked.costs, classes, progress), table.score_cells(), truth,
                              table.weights_or_null(), follow);
  progress.clear();
  output.write(asked.text ? text(classes, chosen) : json(settings, table.score_names, classes, chosen));
  output.finish();
}

}  // namespace wald::cli
