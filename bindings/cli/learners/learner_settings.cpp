// Types the options about learners, and refuses those that the learner at work does not read.
#include "learners/learner_settings.hpp"

#include <algorithm>
#include <set>

#include "base/errors.hpp"
#include "base/suggest.hpp"
#include "base/text.hpp"
#include "options/library_words.hpp"

namespace wald::cli {
namespace {

using Words = std::vector<std::string>;

/// The learners of a name, and those that they stand on: "cardinality:pcc" is cardinality and pcc, "cardinality" is
/// cardinality and lfp. Throws UsageError if a word is no learner.
std::set<std::string> parts_of(const std::string &learner) {
  const std::vector<Word> known = library_words("learner");
  Words names;
  for (const Word &word : known) names.push_back(word.name);
  std::set<std::string> out;
  std::string last;
  for (std::size_t begin = 0; begin <= learner.size();) {
    const std::size_t end = std::min(learner.find_first_of(":,", begin), learner.size());
    const std::string said = learner.substr(begin, end - begin);
    const auto found = std::find_if(known.begin(), known.end(), [&](const Word &word) {
      return said == word.name || (!word.alias.empty() && said == word.alias);
    });
    const bool given = said == "given" && last == "cardinality" && learner[begin - 1] == ':';
    if (found == known.end() && !given)
      throw UsageError("--learner " + shown(learner) + ": no learner " + shown(said) + suggestion(said, names) +
                       "\n'wald fit --help' lists them all.");
    last = given ? said : found->name;
    out.insert(last);
    const bool alone = end == learner.size() || learner[end] == ',';
    if (alone && (last == "cardinality" || last == "kernel")) out.insert("lfp");
    begin = end + 1;
  }
  return out;
}

void read_marginals(const OptionValues &values, LearnerSettings &settings) {
  const std::string end = ".csv";
  settings.marginals = values.list("--marginals");
  if (settings.marginals.size() != 1) return;
  const std::string &only = settings.marginals[0];
  if (only.size() <= end.size() || only.compare(only.size() - end.size(), end.size(), end) != 0) return;
  settings.marginals_file = only;
  settings.marginals.clear();
}

}  // namespace

LearnerSettings fit_settings(const CommandSpec &command, const OptionValues &values, const LibraryOptions &library) {
  LearnerSettings settings;
  settings.learner = values.text("--learner");
  settings.targets = values.list("--targets");
  settings.ignored = values.list("--ignore");
  settings.categorical = values.list("--categorical");
  if (values.has("--task")) settings.task = values.text("--task") == "labels" ? WALD_TASK_LABELS : WALD_TASK_CLASSES;
  settings.feature_names = values.optional_text("--feature-names").value_or("");
  settings.label_names = values.optional_text("--label-names").value_or("");
  settings.json = values.asks_for_json();
  settings.groups = values.optional_text("--groups");
  read_marginals(values, settings);
  for (const std::string &order : values.all("--chain-orders")) {
    OptionValues one;
    one.add("--chain-orders", order);
    settings.chain_orders.push_back(one.list("--chain-orders"));
  }
  const std::set<std::string> parts = parts_of(settings.learner);
  refuse_idle(command, values, "--learner", parts);
  std::string words;
  for (const std::string &part : parts) words += part + " ";
  library.refuse_unread(words);
  refuse_if(parts.count("given") + parts.count("rule") > 0 && !values.has("--marginals"),
            settings.learner + " needs --marginals: columns of another model's probabilities, or a table of them");
  refuse_if(values.text("--output") == "-", "--output -: standard output has what was found; the model needs a file");
  return settings;
}

LearnerSettings model_settings(const std::string &command, const OptionValues &values) {
  LearnerSettings settings;
  if (!values.has("--model")) {
    Words own = {"--marginals", "--unknown-levels", "--feature-names"};
    if (command == "predict") own.insert(own.end(), {"--probabilities", "--seed"});
    if (command == "evaluate")
      own.insert(own.end(),
                 {"--targets", "--label-names", "--seed", "--exactly", "--at-least", "--at-most", "--threads"});
    for (const std::string &name : own)
      refuse_if(values.has(name), name + " goes with --model: there FILE holds features");
    return settings;
  }
  for (const char *name : {"--kind", "--labels", "--n-labels", "--truth"})
    refuse_if(values.has(name), std::string(name) + " does not go with --model: " +
                                    (name == std::string("--truth") ? "FILE holds the truth beside the features"
                                                                    : "the model knows its labels"));
  settings.model = values.text("--model");
  settings.targets = values.list("--targets");
  settings.probabilities = values.has("--probabilities");
  settings.unknown_levels_are_zeros = values.has("--unknown-levels") && values.text("--unknown-levels") == "zero";
  settings.feature_names = values.optional_text("--feature-names").value_or("");
  settings.label_names = values.optional_text("--label-names").value_or("");
  read_marginals(values, settings);
  if (settings.probabilities && !values.has("--metric"))
    for (const char *name : {"--zero-division", "--average", "--exactly", "--at-least", "--at-most", "--abstain",
                             "--abstain-label", "--algorithm"})
      refuse_if(values.has(name), std::string(name) + " is about decisions, and without --metric none are made");
  return settings;
}

}  // namespace wald::cli
