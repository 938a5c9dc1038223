#include "options/learner_settings.hpp"

#include <algorithm>

#include "base/errors.hpp"
#include "base/suggest.hpp"
#include "base/text.hpp"

namespace wald::cli {
namespace {

using Words = std::vector<std::string>;

void refuse_if(bool wrong, const std::string &message) {
  if (wrong) throw UsageError(message);
}

bool holds(const Words &words, const std::string &word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

// Which options concern which learners.
const Words regressions = {"br", "lfp", "efp", "pcc", "card"};
const Words calibrated = {"br", "lfp"};
// What is scaled is what leaves rows out to choose: all but trees.
const Words scaled = {"br", "lfp", "efp", "pcc", "card", "neighbours", "kernel"};
const Words &leaving_out = scaled;
const Words chains = {"pcc"}, neighbours = {"neighbours"}, forests = {"forest"}, trees = {"forest", "tree"};
const Words kernels = {"kernel"}, mixtures = {"mixture"}, given = {"given"};

struct MethodOption {
  const char *name;
  wald_learner_method method;
  Words known;
  const Words &concerned;
};
const std::vector<MethodOption> method_options = {
    {"--scaling",
     WALD_LEARNER_METHOD_SCALING,
     {"automatic", "none", "minmax", "standard", "unit", "standard-root"},
     scaled},
    {"--calibration", WALD_LEARNER_METHOD_CALIBRATION, {"automatic", "none", "platt", "isotonic", "beta"}, calibrated},
    {"--neighbour-metric", WALD_LEARNER_METHOD_NEIGHBOUR_METRIC, {"automatic", "euclidean", "cosine"}, neighbours},
    {"--neighbour-weights", WALD_LEARNER_METHOD_NEIGHBOUR_WEIGHTS, {"automatic", "uniform", "dudani"}, neighbours},
    {"--forest-kind", WALD_LEARNER_METHOD_FOREST_KIND, {"extra-trees", "random-forest"}, forests},
    {"--criterion", WALD_LEARNER_METHOD_FOREST_CRITERION, {"gini", "f"}, trees},
};

/// The words of a learner's name, and those that it stands for: "card:pcc" is card and pcc, "card" card and lfp.
Words parts_of(const std::string &learner) {
  const Words known = {"br", "lfp", "efp", "pcc", "card", "neighbours", "forest", "tree", "kernel", "mixture", "given"};
  Words out;
  for (std::size_t begin = 0; begin <= learner.size();) {
    const std::size_t end = std::min(learner.find_first_of(":,", begin), learner.size());
    const std::string word = learner.substr(begin, end - begin);
    const bool misplaced = word == "given" && (out.empty() || out.back() != "card" || learner[begin - 1] != ':');
    if (!holds(known, word) || misplaced)
      throw UsageError("--learner " + shown(learner) + ": no learner " + shown(word) +
                       (misplaced ? "" : suggestion(word, known)) +
                       "\nIt is br, lfp, efp, pcc, card[:LEARNER], card:given, neighbours, forest, tree, "
                       "kernel[:LEARNER] or mixture:LEARNER,LEARNER...");
    out.push_back(word);
    const bool alone = end == learner.size() || learner[end] == ',';
    if (alone && (word == "card" || word == "kernel")) out.emplace_back("lfp");
    begin = end + 1;
  }
  return out;
}

/// Reads the options that concern some learners alone.
class PartOptions {
 public:
  PartOptions(const OptionValues &values, const std::string &learner)
      : values_(values), learner_(learner), parts_(parts_of(learner)) {}

  /// Whether an option was given. Fails where it was, but says nothing to this learner.
  bool has(const char *name, const Words &concerned) const {
    if (!values_.has(name)) return false;
    const bool useful =
        std::any_of(parts_.begin(), parts_.end(), [&](const std::string &part) { return holds(concerned, part); });
    if (useful) return true;
    std::string whom;
    for (const std::string &word : concerned)
      whom += (whom.empty()                 ? ""
               : &word == &concerned.back() ? " and "
                                            : ", ") +
              (word == "given" ? "card:given" : word);
    throw UsageError(std::string(name) + " goes with " + whom + ", and says nothing to --learner " + learner_);
  }

  std::vector<double> numbers(const char *name, const Words &concerned) const {
    std::vector<double> out;
    if (!has(name, concerned)) return out;
    constexpr double least = std::numeric_limits<double>::min(), most = std::numeric_limits<double>::max();
    for (const std::string &item : values_.list(name))
      out.push_back(values_.number(name, item, least, most, "a finite number above 0"));
    return out;
  }

 private:
  const OptionValues &values_;
  const std::string &learner_;
  Words parts_;
};

void read_marginals(const OptionValues &values, LearnerSettings &settings) {
  const std::string end = ".csv";
  settings.marginals = values.list("--marginals");
  if (settings.marginals.size() != 1) return;
  const std::string &only = settings.marginals[0];
  if (only.size() <= end.size() || only.compare(only.size() - end.size(), end.size(), end) != 0) return;
  settings.marginals_file = only;
  settings.marginals.clear();
}

void read_how(const OptionValues &values, LearnerSettings &settings) {
  constexpr std::int64_t many = std::int64_t{1} << 31;
  const PartOptions parts(values, settings.learner);
  for (const auto &[name, setting, lowest, concerned] : number_options)
    if (parts.has(name.c_str(), concerned))
      settings.numbers.emplace_back(setting, static_cast<double>(values.integer(name, lowest, many)));
  if (const auto at_least = values.optional_integer("--at-least", 0, many))
    settings.numbers.emplace_back(WALD_LEARNER_SETTING_AT_LEAST, static_cast<double>(*at_least));
  if (parts.has("--gamma", kernels))
    settings.numbers.emplace_back(WALD_LEARNER_SETTING_GAMMA,
                                  *values.optional_number("--gamma", 0, 1e100, "a number in [0, 1e100]"));
  for (const auto &[name, method, known, concerned] : method_options)
    if (parts.has(name, concerned)) settings.methods.emplace_back(method, known[values.choice(name, known)]);
  // The name itself is looked at when metrics are.
  if (parts.has("--metric", neighbours))
    settings.methods.emplace_back(WALD_LEARNER_METHOD_NEIGHBOUR_UTILITY, values.text("--metric"));
  settings.penalties = parts.numbers("--penalties", regressions);
  settings.mixture_weights = parts.numbers("--mixture-weights", mixtures);
  if (parts.has("--chain-order", chains))
    for (const std::string &order : values.all("--chain-order")) {
      OptionValues one;
      one.add("--chain-order", order);
      settings.chain_orders.push_back(one.list("--chain-order"));
    }
  if (values.has("--seed")) settings.seed = static_cast<std::uint64_t>(values.integer("--seed", 0, OptionValues::most));
  if (parts.has("--groups", leaving_out)) settings.groups = values.text("--groups");
  const bool takes_marginals = parts.has("--marginals", given);
  refuse_if(!takes_marginals && holds(parts_of(settings.learner), "given"),
            "card:given needs --marginals: columns of another model's probabilities, or a table of them");
}

}  // namespace

const std::vector<NumberOption> number_options = {
    {"--folds", WALD_LEARNER_SETTING_FOLDS, 2, regressions},
    {"--worse-steps", WALD_LEARNER_SETTING_WORSE_STEPS, 1, regressions},
    {"--chains", WALD_LEARNER_SETTING_CHAINS, 1, chains},
    {"--draws", WALD_LEARNER_SETTING_DRAWS, 1, chains},
    {"--most-nodes", WALD_LEARNER_SETTING_MOST_NODES, 1, chains},
    {"--neighbours", WALD_LEARNER_SETTING_NEIGHBOURS, 0, neighbours},
    {"--trees", WALD_LEARNER_SETTING_TREES, 0, forests},
    {"--max-features", WALD_LEARNER_SETTING_MAX_FEATURES, 0, trees},
    {"--min-leaf", WALD_LEARNER_SETTING_MIN_LEAF, 0, trees},
    {"--max-depth", WALD_LEARNER_SETTING_MAX_DEPTH, 0, trees},
    {"--landmarks", WALD_LEARNER_SETTING_LANDMARKS, 0, kernels},
    {"--exact-rows", WALD_LEARNER_SETTING_EXACT_ROWS, 0, kernels},
};

bool LearnerSettings::asks(wald_learner_setting setting) const {
  return std::any_of(numbers.begin(), numbers.end(), [&](const auto &number) { return number.first == setting; });
}

LearnerSettings fit_settings(const OptionValues &values) {
  LearnerSettings settings;
  settings.learner = values.text("--learner");
  settings.targets = values.list("--targets");
  settings.ignored = values.list("--ignore");
  settings.categorical = values.list("--categorical");
  if (values.has("--task"))
    settings.task = values.choice("--task", {"labels", "classes"}) == 0 ? WALD_TASK_LABELS : WALD_TASK_CLASSES;
  settings.feature_names = values.optional_text("--feature-names").value_or("");
  settings.label_names = values.optional_text("--label-names").value_or("");
  settings.json = values.has("--format") && values.choice("--format", {"text", "json"}) == 1;
  read_marginals(values, settings);
  read_how(values, settings);
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
  for (const char *name : {"--given", "--labels", "--n-labels", "--truth"})
    refuse_if(values.has(name), std::string(name) + " does not go with --model: " +
                                    (name == std::string("--truth") ? "FILE holds the truth beside the features"
                                                                    : "the model knows its labels"));
  settings.model = values.text("--model");
  settings.targets = values.list("--targets");
  settings.probabilities = values.has("--probabilities");
  settings.unknown_levels_are_zeros =
      values.has("--unknown-levels") && values.choice("--unknown-levels", {"refuse", "zero"}) == 1;
  settings.feature_names = values.optional_text("--feature-names").value_or("");
  settings.label_names = values.optional_text("--label-names").value_or("");
  read_marginals(values, settings);
  if (settings.probabilities && !values.has("--metric"))
    for (const char *name :
         {"--zero-division", "--average", "--exactly", "--at-least", "--at-most", "--abstain", "--algorithm"})
      refuse_if(values.has(name), std::string(name) + " is about decisions, and without --metric none are made");
  return settings;
}

}  // namespace wald::cli
