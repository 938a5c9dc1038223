#include "options/threshold_settings.hpp"

#include <algorithm>
#include <limits>

#include "base/errors.hpp"
#include "base/text.hpp"
#include "options/option_table.hpp"

namespace wald::cli {
namespace {

constexpr double largest = std::numeric_limits<double>::max();
constexpr double least = std::numeric_limits<double>::min();

using Names = std::vector<std::string>;

void refuse_if(bool wrong, const std::string &message) {
  if (wrong) throw UsageError(message);
}

/// The option that sets the task, which messages name.
struct Task {
  ThresholdTask task;
  const char *option;
  Names others;  // the options that go with it
};

const Names goals = {"--metric",     "--zero-division", "--cost-ratio", "--marginal-precision", "--min-precision",
                     "--confidence", "--max-fp",        "--max-alerts", "--min-recall"};
const Names everywhere = {"FILE", "--scores", "--weights"};

Names with(Names names, const Names &more) {
  names.insert(names.end(), more.begin(), more.end());
  return names;
}

/// In the order in which they are looked for: the first one whose option is given is the task.
const std::vector<Task> &tasks() {
  static const std::vector<Task> all = {
      {ThresholdTask::save, "--save", {"--label", "--rule", "--rated-from", "--load"}},
      {ThresholdTask::classes,
       "--class",
       {"--metric", "--zero-division", "--average", "--costs", "--format", "--output"}},
      {ThresholdTask::labels, "--labels", with({"--average", "--threads", "--format", "--output"}, goals)},
      {ThresholdTask::zone,
       "--abstain-cost",
       {"--label", "--rated-from", "--load", "--fp-cost", "--fn-cost", "--format", "--output"}},
      {ThresholdTask::choose, "--label",
       with({"--rule", "--method", "--smoothing", "--positives", "--rated-from", "--bootstrap", "--folds", "--level",
             "--seed", "--threads", "--plot", "--load", "--format", "--output"},
            goals)}};
  return all;
}

const Task &task_of(const OptionValues &values) {
  const auto given =
      std::find_if(tasks().begin(), tasks().end(), [&](const Task &task) { return values.has(task.option); });
  return given == tasks().end() ? tasks().back() : *given;  // from a saved frontier, without a --label
}

void check_options_of(const Task &task, const OptionValues &values) {
  for (const char *cost : {"--fp-cost", "--fn-cost"})
    refuse_if(values.has(cost) && !values.has("--abstain-cost"),
              std::string(cost) + " goes with --abstain-cost: without it, --cost-ratio says what errors cost");
  refuse_if(values.has("--costs") && !values.has("--class"), "--costs goes with --class");
  refuse_if(values.has("--average") && !values.has("--labels") && !values.has("--class"),
            "--average goes with --labels or --class: here there is one label");
  for (const std::string &name : values.names()) {
    const auto among = [&](const Names &known) { return std::find(known.begin(), known.end(), name) != known.end(); };
    refuse_if(name != task.option && !among(task.others) && !among(everywhere),
              name + " does not go with " + task.option);
  }
}

void check_truth(const ThresholdSettings &settings, const OptionValues &values) {
  const bool truth = values.has("--label") || values.has("--labels") || values.has("--class");
  const bool rows = settings.load.empty() || values.has("FILE");
  refuse_if(rows && !truth, "the truth is needed: --label, or --labels or --class for several");
  refuse_if(!rows && truth, "--label names a column, and with --load and no FILE no table is read");
  refuse_if(!rows && values.has("--weights"), "--weights names a column, and with --load and no FILE no table is read");
  for (const std::string &score : settings.scores)
    refuse_if(!rows && score.find_first_of("*?") != std::string::npos,
              "--scores " + shown(score) +
                  ": a saved frontier holds no names: list those of its scores, in the order that they had");
}

void check_goal(const OptionValues &values) {
  std::string first;
  for (const char *name : {"--metric", "--cost-ratio", "--marginal-precision", "--costs"}) {
    if (!values.has(name)) continue;
    refuse_if(!first.empty(), first + " and " + name + " each say what is to be best: give one");
    first = name;
  }
  refuse_if(values.has("--confidence") && !values.has("--min-precision"),
            "--confidence goes with --min-precision: it is that of its lower limit");
  refuse_if(values.has("--zero-division") && !values.has("--metric"), "--zero-division goes with --metric");
}

void check_search(const ThresholdSettings &settings, const OptionValues &values) {
  const bool path = settings.method == "path" || settings.method == "path-equal";
  refuse_if(settings.smoothing == WALD_SMOOTHING_BAGGED && settings.method != "direct",
            "--smoothing bagged goes with --method direct");
  refuse_if(settings.smoothing == WALD_SMOOTHING_DROPOUT && !path,
            "--smoothing dropout leaves out edges of a path: it goes with --method path or path-equal");
  refuse_if(values.has("--seed") && settings.bootstrap == 0 && settings.folds == 0 &&
                settings.smoothing == WALD_SMOOTHING_NONE,
            "--seed goes with --bootstrap, --folds or --smoothing: without them nothing is drawn");
}

void check_files(const ThresholdSettings &settings) {
  std::vector<std::string> inputs = settings.files;
  inputs.insert(inputs.end(), settings.load.begin(), settings.load.end());
  inputs.push_back(settings.costs);
  inputs.push_back(settings.answer);
  refuse_if(std::count(inputs.begin(), inputs.end(), "-") > 1, "standard input is named twice");
}

double amount(const OptionValues &values, const char *option, double otherwise) {
  return values.optional_number(option, 0, largest, "a finite number >= 0").value_or(otherwise);
}

void read_goal(const OptionValues &values, ThresholdSettings &settings) {
  constexpr const char *share = "a number in [0, 1]", *budget = "a number >= 0";
  const double infinity = std::numeric_limits<double>::infinity();
  const double below_one = 1 - std::numeric_limits<double>::epsilon() / 2;
  settings.cost_ratio = values.optional_number("--cost-ratio", least, largest, "a finite number above 0");
  settings.marginal_precision =
      values.optional_number("--marginal-precision", least, below_one, "a number between 0 and 1");
  settings.min_precision = values.optional_number("--min-precision", 0, 1, share);
  if (values.has("--confidence"))
    settings.confidence = values.text("--confidence") == "point"
                              ? 0
                              : values.number("--confidence", values.text("--confidence"), least, below_one,
                                              "a number between 0 and 1, or the word point,");
  settings.max_fp = values.optional_number("--max-fp", 0, infinity, budget);
  settings.max_alerts = values.optional_number("--max-alerts", 0, infinity, budget);
  settings.min_recall = values.optional_number("--min-recall", 0, 1, share);
  settings.positives = values.optional_number("--positives", 0, largest, "a finite number >= 0");
  settings.level = values.optional_number("--level", least, below_one, "a number between 0 and 1");
}

}  // namespace

ThresholdSettings threshold_settings(const std::string &command, const OptionValues &values) {
  ThresholdSettings settings;
  settings.files = values.all("FILE");
  if (values.has("--rule")) settings.rule = static_cast<wald_rule>(values.choice("--rule", {"or", "and"}));
  if (command == "threshold apply") {
    settings.task = ThresholdTask::apply;
    settings.answer = values.optional_text("--answer").value_or("");
    settings.thresholds = values.numbers_by_name("--thresholds");
    refuse_if(values.has("--answer") == values.has("--thresholds"),
              "one of --answer and --thresholds is needed: what is a row flagged by?");
    refuse_if(values.has("--rule") && values.has("--answer"), "--rule goes with --thresholds: an answer has its own");
    refuse_if(settings.files.size() > 1, "one FILE is needed, and here are several: each is a table of its own");
    if (settings.files.empty()) settings.files = {"-"};
    check_files(settings);
    return settings;
  }
  const Task &task = task_of(values);
  settings.task = task.task;
  settings.scores = values.list("--scores");
  for (const char *name : {"--label", "--class"})
    if (values.has(name)) settings.truth = {values.text(name)};
  if (values.has("--labels")) settings.truth = values.list("--labels");
  settings.rated_from = values.numbers_by_name("--rated-from");
  read_goal(values, settings);
  if (values.has("--method")) settings.method = method_names[values.choice("--method", method_names)];
  if (values.has("--smoothing"))
    settings.smoothing = static_cast<wald_smoothing>(values.choice("--smoothing", {"none", "bagged", "dropout"}));
  if (values.has("--bootstrap")) settings.bootstrap = values.integer("--bootstrap", 0, OptionValues::most);
  if (values.has("--folds")) settings.folds = values.integer("--folds", 2, OptionValues::most);
  if (values.has("--seed")) settings.seed = static_cast<std::uint64_t>(values.integer("--seed", 0, OptionValues::most));
  if (values.has("--average"))
    settings.average = values.choice("--average", {"macro", "micro"}) == 0 ? WALD_MACRO : WALD_MICRO;
  settings.text = values.has("--format") && values.choice("--format", {"json", "text"}) == 1;
  settings.save = values.optional_text("--save").value_or("");
  settings.load = values.all("--load");
  settings.abstain_cost = amount(values, "--abstain-cost", 0);
  settings.fp_cost = amount(values, "--fp-cost", 1);
  settings.fn_cost = amount(values, "--fn-cost", 1);
  settings.costs = values.optional_text("--costs").value_or("");
  check_options_of(task, values);
  check_truth(settings, values);
  check_goal(values);
  check_search(settings, values);
  if (settings.files.empty() && settings.load.empty()) settings.files = {"-"};
  check_files(settings);
  return settings;
}

}  // namespace wald::cli
