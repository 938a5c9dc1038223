// Types the options about decisions, and refuses those that their calls do not read.
#include "decide/decision_settings.hpp"

#include <algorithm>
#include <limits>
#include <string>
#include <vector>

#include "base/errors.hpp"

namespace wald::cli {
namespace {

/// The three files of `wald compare`.
void type_compared(const OptionValues &values, Settings &settings) {
  const std::vector<std::string> files = values.all(file_key);
  if (files.size() != 3)
    throw UsageError("three files are needed, TRUTH, A and B: here " +
                     (files.size() == 1 ? std::string("is 1") : "are " + std::to_string(files.size())) +
                     "\nTry 'wald compare --help'.");
  if (std::count(files.begin(), files.end(), "-") > 1) throw UsageError("standard input is named twice");
  settings.truth = files[0];
  settings.prediction = files[1];
  settings.file = files[2];
  settings.libsvm = named_libsvm(settings.file);
}

/// The files of `wald report`: B, the second system's, may be absent.
void type_reported(const OptionValues &values, Settings &settings) {
  const std::vector<std::string> files = values.all(file_key);
  if (files.size() != 2 && files.size() != 3)
    throw UsageError("two files are needed, TRUTH and A, or three, TRUTH, A and B: here " +
                     (files.size() == 1 ? std::string("is 1") : "are " + std::to_string(files.size())) +
                     "\nTry 'wald report --help'.");
  if (std::count(files.begin(), files.end(), "-") > 1) throw UsageError("standard input is named twice");
  settings.truth = files[0];
  settings.file = files[1];
  settings.prediction = files.size() == 3 ? files[2] : "";
  settings.libsvm = named_libsvm(settings.file);
  settings.title = values.optional_text("--title").value_or("");
  settings.format = values.asks_for_json() ? Format::jsonl : Format::text;
}

/// The calls of a command about decisions, in the library's words.
std::string decision_calls(const Settings &settings) {
  const bool by_model = !settings.learner.model.empty();
  const std::string command = settings.command;
  const std::string calls = command == "predict"    ? by_model ? "decide learners" : "decide"
                            : command == "evaluate" ? by_model ? "evaluate decide learners" : "evaluate"
                            : command == "expected" ? "expected regret distribution"
                            : command == "curve"    ? "curve expected"  // which reads average
                                                    : command;
  return calls + " tables";
}

/// Throws UsageError for an option that only what a model is asked for reads.
void refuse_options_of_models(const CommandSpec &command, const OptionValues &values, const std::string &calls) {
  const std::string words = " " + calls + " ";
  for (const OptionSpec &option : command.options)
    refuse_if(values.has(option.name) && !option.calls.empty() &&
                  std::none_of(option.calls.begin(), option.calls.end(),
                               [&](const std::string &call) { return words.find(" " + call + " ") != std::string::npos; }),
              option.name + " goes with --model only");
}

}  // namespace

void type_decisions(const CommandSpec &command, const OptionValues &values, Settings &settings) {
  constexpr std::int64_t most_labels = 10'000'000;  // each has a name and a column of the output
  const double infinity = std::numeric_limits<double>::infinity();
  if (values.has("--kind"))
    settings.kind = static_cast<wald_kind>(values.choice("--kind", {"independent", "categorical", "joint", "counts"}));
  settings.exactly = values.optional_integer("--exactly", 0, OptionValues::most);
  if (settings.command == "compare" || settings.command == "worth")
    settings.format = values.asks_for_json() ? Format::jsonl : Format::text;
  else if (settings.command == "metrics" || settings.command == "datasets")
    settings.format = !values.has("--format") || values.text("--format") == "text" ? Format::text
                      : values.asks_for_json()                                     ? Format::jsonl
                                                                                   : Format::csv;
  else if (values.asks_for_json())
    settings.format = Format::jsonl;
  settings.labels = values.list("--labels");
  settings.n_labels = values.optional_integer("--n-labels", 1, most_labels);
  settings.prediction = values.optional_text("--prediction").value_or("");
  settings.truth = values.optional_text("--truth").value_or("");
  for (const std::string &item : values.list("--quantiles"))
    settings.quantiles.push_back(values.number("--quantiles", item, 0, 1, "a number in [0, 1]"));
  for (const std::string &item : values.list("--probability-at-least"))
    settings.probability_at_least.push_back(
        values.number("--probability-at-least", item, -infinity, infinity, "a number"));
  if (settings.command == "compare") type_compared(values, settings);
  if (settings.command == "report") type_reported(values, settings);
  if (settings.command == "predict" || settings.command == "evaluate")
    settings.learner = model_settings(settings.command, values);
  if (command.family.empty()) return;
  if (settings.learner.model.empty()) refuse_options_of_models(command, values, decision_calls(settings));
  settings.library.refuse_unread(decision_calls(settings));
}

}  // namespace wald::cli
