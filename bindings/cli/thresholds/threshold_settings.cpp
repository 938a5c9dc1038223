// Types the options of thresholds, and refuses contradictions.
#include "thresholds/threshold_settings.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include "base/errors.hpp"
#include "base/text.hpp"

namespace wald::cli {
namespace {

using Names = std::vector<std::string>;

/// The option that sets the task, which messages name.
struct Task {
  ThresholdTask task;
  const char *option;
  const char *word;  // the library's call
  Names own;         // the command's own options that go with it
};

const Names everywhere = {"--scores", "--weights", "--delimiter"};

/// In the order in which they are looked for: the first one whose option is given is the task.
const std::vector<Task> &tasks() {
  const Names of_segments = {"--label", "--metric", "--zero-division", "--benefit", "--cost", "--format", "--output",
                             "--segment-limit"};
  static const std::vector<Task> all = {
      {ThresholdTask::segments, "--segment", "segments", of_segments},
      {ThresholdTask::segments, "--benefit", "segments", of_segments},
      {ThresholdTask::segments, "--cost", "segments", of_segments},
      {ThresholdTask::save, "--save", "save", {"--label", "--rule", "--rated-from", "--load"}},
      {ThresholdTask::classes,
       "--class",
       "classes",
       {"--metric", "--zero-division", "--costs", "--format", "--output"}},
      {ThresholdTask::labels,
       "--labels",
       "labels",
       {"--metric", "--zero-division", "--groups", "--format", "--output"}},
      {ThresholdTask::zone,
       "--abstention-cost",
       "abstention",
       {"--label", "--rated-from", "--load", "--format", "--output"}},
      {ThresholdTask::choose,
       "--label",
       "choose",
       {"--rule", "--metric", "--zero-division", "--rated-from", "--plot", "--load", "--format", "--output"}}};
  return all;
}

const Task &task_of(const OptionValues &values) {
  const auto given =
      std::find_if(tasks().begin(), tasks().end(), [&](const Task &task) { return values.has(task.option); });
  return given == tasks().end() ? tasks().back() : *given;  // from a saved sample, without a --label
}

void check_options_of(const Task &task, const CommandSpec &command, const OptionValues &values) {
  const auto among = [](const Names &known, const std::string &name) {
    return std::find(known.begin(), known.end(), name) != known.end();
  };
  for (const OptionSpec &option : command.options) {
    if (!values.has(option.name) || option.name == task.option || among(everywhere, option.name)) continue;
    const bool goes = option.row.empty()                  ? among(task.own, option.name)
                      : task.task == ThresholdTask::save ? false
                                                          : option.calls.empty() || among(option.calls, task.word);
    refuse_if(!goes, option.name + " does not go with " + task.option);
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
                  ": a saved sample holds no names: list those of its scores, in the order that they had");
}

void check_goal(const OptionValues &values) {
  std::string first;
  for (const char *name : {"--metric", "--cost-ratio", "--marginal-precision", "--costs"}) {
    if (!values.has(name)) continue;
    refuse_if(!first.empty(), first + " and " + name + " each say what is to be best: give one");
    first = name;
  }
  refuse_if(values.has("--zero-division") && !values.has("--metric"), "--zero-division goes with --metric");
}

/// LIMIT=NUMBER or SEGMENT:LIMIT=NUMBER.
std::vector<SegmentLimit> segment_limits(const OptionValues &values) {
  static const Names limits = {"min_precision", "min_recall", "max_fp", "max_alerts", "max_fpr", "max_alert_rate"};
  std::vector<SegmentLimit> out;
  for (const std::string &given : values.all("--segment-limit")) {
    const std::size_t sign = std::min(given.rfind('='), given.size()), colon = given.rfind(':', sign);
    const std::size_t begin = colon == std::string::npos ? 0 : colon + 1;
    const auto limit = std::find(limits.begin(), limits.end(), given.substr(begin, sign - begin));
    refuse_if(sign == given.size() || limit == limits.end() || colon == 0,
              "--segment-limit " + shown(given) +
                  ": LIMIT=NUMBER or SEGMENT:LIMIT=NUMBER is needed, of LIMITs there are min_precision, min_recall, "
                  "max_fp, max_alerts, max_fpr, max_alert_rate");
    const bool weight = *limit == "max_fp" || *limit == "max_alerts";
    const double value = values.number("--segment-limit", given.substr(sign + 1), 0, weight ? HUGE_VAL : 1,
                                       weight ? "a number of at least 0" : "a number in [0, 1]");
    out.push_back({colon == std::string::npos ? "" : given.substr(0, colon),
                   static_cast<std::size_t>(limit - limits.begin()), value, given});
  }
  refuse_if(!out.empty() && !values.has("--segment"), "--segment-limit goes with --segment");
  return out;
}

void check_threshold_files(const ThresholdSettings &settings) {
  std::vector<std::string> inputs = settings.files;
  inputs.insert(inputs.end(), settings.load.begin(), settings.load.end());
  inputs.push_back(settings.costs);
  inputs.push_back(settings.answer);
  inputs.push_back(settings.known);
  refuse_if(std::count(inputs.begin(), inputs.end(), "-") > 1, "standard input is named twice");
}

}  // namespace

ThresholdSettings calibrate_settings(const CommandSpec &command, const OptionValues &values) {
  ThresholdSettings settings;
  settings.files = values.all("FILE");
  settings.probabilities = values.has("--probabilities");
  refuse_if(settings.probabilities && values.has("--scores"),
            "--probabilities and --scores exclude each other: a calibration is of one of them");
  refuse_if(!settings.probabilities && !values.has("--scores"),
            "--probabilities is needed: the column of the probabilities (--scores: of log-odds or other scores)");
  settings.scores = values.list(settings.probabilities ? "--probabilities" : "--scores");
  if (command.name == "calibrate fit") {
    refuse_if(values.has("--label") == values.has("--class"), "one of --label and --class is needed: the truth");
    settings.truth = {values.text(values.has("--class") ? "--class" : "--label")};
    if (values.has("--class")) settings.task = ThresholdTask::classes;
    settings.calibration = values.optional_text("--method").value_or("platt");
    refuse_if(values.text("--output") == "-",
              "--output -: standard output has what was found; the calibration needs a file");
  } else {
    refuse_if(settings.files.empty(), "CALIBRATION is needed: the file that 'wald calibrate fit -o' wrote");
    refuse_if(settings.files.size() > 2, "one FILE is needed, and here are several: each is a table of its own");
    settings.answer = settings.files[0];
    settings.files.erase(settings.files.begin());
  }
  if (settings.files.empty()) settings.files = {"-"};
  check_threshold_files(settings);
  return settings;
}

ThresholdSettings score_curve_settings(const CommandSpec &command, const OptionValues &values,
                                       const LibraryOptions &library) {
  ThresholdSettings settings;
  settings.files = values.all("FILE");
  if (settings.files.empty()) settings.files = {"-"};
  settings.scores = values.list("--scores");
  settings.probabilities = true;
  settings.truth = {values.text("--label")};
  settings.text = values.has("--format") && values.text("--format") == "text";
  settings.reference = values.optional_text("--reference").value_or("");
  for (const std::string &item : values.list("--thresholds"))
    settings.at.push_back(values.number("--thresholds", item, 0, 1, "numbers in (0, 1)"));
  library.refuse_unread(command.name == "reliability" ? "reliability" : "decision_curve");
  check_threshold_files(settings);
  return settings;
}

ThresholdSettings prevalence_settings(const OptionValues &values, const LibraryOptions &library) {
  ThresholdSettings settings;
  settings.files = values.all("FILE");
  if (settings.files.empty()) settings.files = {"-"};
  settings.scores = values.list("--scores");
  settings.probabilities = true;
  settings.truth = values.list("--label");
  settings.calibration = values.optional_text("--calibrate").value_or("");
  settings.text = values.has("--format") && values.text("--format") == "text";
  for (const std::string &item : values.list("--training-prior"))
    settings.at.push_back(values.number("--training-prior", item, 0, 1, "numbers in (0, 1)"));
  refuse_if(settings.calibration.empty() && settings.at.empty(),
            "--training-prior is needed, or --calibrate with labelled rows");
  refuse_if(settings.calibration.empty() != settings.truth.empty(),
            "--calibrate and --label go together: labelled rows, and the columns of their truth");
  settings.answer = settings.calibration;  // an input, too
  library.refuse_unread("prevalence");
  check_threshold_files(settings);
  return settings;
}

ThresholdSettings threshold_settings(const CommandSpec &command, const OptionValues &values,
                                     const LibraryOptions &library) {
  ThresholdSettings settings;
  settings.files = values.all("FILE");
  if (values.has("--rule")) settings.rule = values.text("--rule") == "and" ? WALD_RULE_AND : WALD_RULE_OR;
  if (command.name == "threshold apply") {
    settings.task = ThresholdTask::apply;
    settings.answer = values.optional_text("--answer").value_or("");
    settings.thresholds = values.numbers_by_name("--thresholds");
    refuse_if(values.has("--answer") == values.has("--thresholds"),
              "one of --answer and --thresholds is needed: what is a row flagged by?");
    refuse_if(values.has("--rule") && values.has("--answer"), "--rule goes with --thresholds: an answer has its own");
    if (settings.files.empty()) settings.files = {"-"};
    check_threshold_files(settings);
    return settings;
  }
  if (command.name == "threshold evaluate") {
    settings.task = ThresholdTask::evaluate;
    settings.scores = values.list("--scores");
    settings.truth = {values.text("--label")};
    settings.thresholds = values.numbers_by_name("--thresholds");
    settings.answer = values.optional_text("--answer").value_or("");
    refuse_if(values.has("--answer") && values.has("--thresholds"),
              "--answer and --thresholds exclude each other: each gives the thresholds");
    settings.reference = values.optional_text("--reference").value_or("");
    settings.table = !values.has("--format") || values.asks_for_json() ? "json" : values.text("--format");
    if (settings.table == "text") settings.table = "markdown";
    if (settings.files.empty()) settings.files = {"-"};
    library.refuse_unread("evaluation");
    check_threshold_files(settings);
    return settings;
  }
  if (command.name == "threshold select") {
    settings.task = ThresholdTask::select;
    settings.scores = values.list("--scores");
    settings.known = values.text("--known");
    if (values.has("--label")) settings.truth = {values.text("--label")};
    refuse_if(!values.has("--max-fdr"), "--max-fdr is needed: the false discovery rate");
    if (settings.files.empty()) settings.files = {"-"};
    library.refuse_unread("select");
    check_threshold_files(settings);
    return settings;
  }
  const Task &task = task_of(values);
  settings.task = task.task;
  settings.scores = values.list("--scores");
  for (const char *name : {"--label", "--class"})
    if (values.has(name)) settings.truth = {values.text(name)};
  if (values.has("--labels")) settings.truth = values.list("--labels");
  settings.rated_from = values.numbers_by_name("--rated-from");
  settings.text = values.has("--format") && values.text("--format") == "text";
  settings.save = values.optional_text("--save").value_or("");
  settings.load = values.all("--load");
  settings.costs = values.optional_text("--costs").value_or("");
  settings.segment = values.optional_text("--segment").value_or("");
  settings.benefit = values.optional_text("--benefit").value_or("");
  settings.cost = values.optional_text("--cost").value_or("");
  settings.segment_limits = segment_limits(values);
  check_options_of(task, command, values);
  library.refuse_unread(task.word);
  refuse_if(values.has("--groups") && library.text("average") != "instance", "--groups goes with --average instance");
  check_truth(settings, values);
  check_goal(values);
  if (settings.files.empty() && settings.load.empty()) settings.files = {"-"};
  check_threshold_files(settings);
  return settings;
}

}  // namespace wald::cli
