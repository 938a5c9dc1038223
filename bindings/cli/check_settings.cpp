// Checks combinations of options that several commands share: bounds, averages, columns, files.
#include "check_settings.hpp"

#include <utility>
#include <vector>

#include "base/errors.hpp"
#include "base/output.hpp"
#include "base/text.hpp"
#include "system/system.hpp"

namespace wald::cli {
namespace {

void check_bounds(const Settings &settings) {
  refuse_if(settings.exactly && (settings.library.given("at_least") || settings.library.given("at_most")),
            "--exactly leaves nothing to --at-least and --at-most: give one or the other");
  if (settings.library.given("at_least") && settings.library.given("at_most")) {
    const std::int64_t low = settings.library.integer("at_least"), high = settings.library.integer("at_most");
    refuse_if(low > high && high >= 0,
              "--at-least is " + std::to_string(low) + ": must be at most --at-most = " + std::to_string(high));
  }
}

void check_average(const Settings &settings) {
  const bool one_table = settings.average == WALD_MICRO;
  refuse_if(
      one_table && settings.kind != WALD_INDEPENDENT,
      "--average micro needs --kind independent: the table is decided as one vector of independent items, and the "
      "labels of one instance here depend on each other");
  refuse_if(settings.library.given("abstain") && settings.average != WALD_INSTANCE,
            std::string("--abstain leaves whole instances undecided, and with --average ") + name_of(settings.average) +
                " a decision is not about one instance");
  refuse_if(settings.library.given("abstain_label") && settings.average != WALD_INSTANCE,
            std::string("--abstain-label leaves single labels of instances undecided, and with --average ") +
                name_of(settings.average) + " a decision is not about one instance");
  refuse_if(settings.command == "worth" && settings.weights && settings.average != WALD_INSTANCE,
            std::string("--weights with --average ") + name_of(settings.average) +
                ": require average instance; leave rows out of the table instead");
  refuse_if(settings.library.given("nonempty") && settings.average != WALD_INSTANCE,
            std::string("--nonempty with --average ") + name_of(settings.average) +
                ": requires average instance");
  refuse_if(settings.library.given("abstain_label") && settings.library.given("abstain"),
            "--abstain leaves whole instances undecided, --abstain-label single labels: ask for one of them");
}

/// Of `wald fit`, and where a learner is asked: FILE holds features.
void check_features(const Settings &settings) {
  const LearnerSettings &asked = settings.learner;
  const bool fits = settings.command == "fit";
  refuse_if(fits && !settings.libsvm && asked.targets.empty(), "--targets is needed\nTry 'wald fit --help'.");
  const std::pair<const char *, bool> of_columns[] = {{"--targets", !asked.targets.empty()},
                                                      {"--ignore", !asked.ignored.empty()},
                                                      {"--categorical", !asked.categorical.empty()},
                                                      {"--marginals", !asked.marginals.empty()},
                                                      {"--id", settings.id.has_value()},
                                                      {"--weights", settings.weights.has_value()},
                                                      {"--groups", asked.groups.has_value()}};
  for (const auto &[name, given] : of_columns)
    refuse_if(settings.libsvm && given, std::string(name) + " names columns, and libsvm input has none");
  for (const auto &[name, file] :
       {std::pair("--feature-names", &asked.feature_names), std::pair("--label-names", &asked.label_names)})
    refuse_if(!settings.libsvm && !file->empty(), std::string(name) + " goes with libsvm input: a CSV has a header");
  refuse_if(asked.model == "-" && settings.file == "-", "FILE and --model cannot both be standard input");
}

void check_input(const Settings &settings) {
  if (settings.command == "fit" || !settings.learner.model.empty()) {
    check_features(settings);
    return;
  }
  const bool other_libsvm = named_libsvm(settings.prediction) || named_libsvm(settings.truth);
  refuse_if((settings.libsvm || other_libsvm) && !settings.n_labels,
            "libsvm input needs --n-labels: the file does not say how many labels there are");
  refuse_if(settings.n_labels && !settings.libsvm && !other_libsvm,
            "--n-labels goes with libsvm input, and this is CSV, whose header says it (--input libsvm changes that)");
  refuse_if(settings.libsvm && settings.kind == WALD_COUNTS, "--kind counts is read from CSV alone");
  // The names are those of the table that says which labels there are: the truth, or what is believed.
  const bool of_truth = settings.command == "evaluate" || settings.command == "compare" || settings.command == "report" ||
                        (settings.command == "worth" && !settings.truth.empty());
  const bool nameless = of_truth ? named_libsvm(settings.truth) : settings.libsvm;
  refuse_if(nameless && settings.id, "--id names a column, and libsvm input has none");
  refuse_if(nameless && !settings.labels.empty(), "--labels names columns, and libsvm input has none");
  refuse_if(nameless && settings.weights, "--weights names a column, and libsvm input has none");
  refuse_if(nameless && settings.groups && of_truth, "--groups names a column, and libsvm input has none");
  refuse_if(settings.id && settings.weights && *settings.id == *settings.weights,
            "--id and --weights name the same column");
  refuse_if(settings.id && settings.groups && *settings.id == *settings.groups,
            "--id and --groups name the same column");
  refuse_if(settings.weights && settings.groups && *settings.weights == *settings.groups,
            "--weights and --groups name the same column");
  refuse_if(settings.id && (settings.kind == WALD_JOINT || settings.kind == WALD_COUNTS),
            std::string("--id does not go with --kind ") + (settings.kind == WALD_JOINT ? "joint" : "counts") +
                ": there the column \"instance\" names the instances");
}

void check_distribution(const Settings &settings) {
  const bool asked = !settings.quantiles.empty() || !settings.probability_at_least.empty() ||
                     settings.library.given("seed") || settings.library.given("samples");
  refuse_if(settings.kind == WALD_COUNTS && settings.average == WALD_INSTANCE && asked,
            "--quantiles, --probability-at-least, --seed and --samples do not go with --kind counts: counts fix the "
            "expected utility, not its distribution");
}

void check_files(const Settings &settings) {
  refuse_if(settings.file == "-" && settings.prediction == "-", "FILE and --prediction cannot both be standard input");
  refuse_if(settings.file == "-" && settings.truth == "-", "FILE and --truth cannot both be standard input");
  const bool reads = settings.command != "metrics" && settings.command != "version" && settings.command != "datasets";
  refuse_if(reads && !settings.file_named && system::is_terminal(system::standard_input),
            "a FILE is needed (or - for standard input, which is the terminal)");
  const auto ends_in = [&](const std::string &end) {
    return settings.plot.size() > end.size() &&
           settings.plot.compare(settings.plot.size() - end.size(), end.size(), end) == 0;
  };
  refuse_if(!settings.plot.empty() && !ends_in(".svg") && !ends_in(".png"),
            "--plot " + shown(settings.plot) + ": a name that ends in .svg or .png is needed");
  refuse_if(same_output(settings.plot, settings.output), "--plot and --output name the same file");
  const LearnerSettings &asked = settings.learner;
  for (const auto &[name, system] : {std::pair("A", &settings.file), std::pair("B", &settings.prediction)})
    refuse_if(settings.command == "report" && same_file(settings.truth, *system),
              std::string("TRUTH and ") + name + " are the same file: the truth cannot be judged by itself");
  refuse_if(settings.command == "worth" && same_file(settings.truth, settings.file),
            "--truth and FILE are the same file: the truth cannot be judged by itself");
  refuse_if(settings.command == "worth" && !settings.truth.empty() && settings.library.given("prevalence"),
            "--prevalence does not go with --truth: the realised gain is that of the rows as they are");
  const ThresholdSettings &of_scores = settings.threshold;
  std::vector<std::string> inputs = {settings.file,        settings.prediction,  settings.truth,    asked.model,
                                     asked.marginals_file, asked.feature_names,  asked.label_names, of_scores.costs,
                                     of_scores.answer,     of_scores.known};
  inputs.insert(inputs.end(), of_scores.files.begin(), of_scores.files.end());
  for (const std::string &input : inputs) keep_input("--save", of_scores.save, input);  // a sample may be added to
  inputs.insert(inputs.end(), of_scores.load.begin(), of_scores.load.end());
  for (const std::string &input : inputs) {
    keep_input("--output", settings.output, input);
    keep_input("--plot", settings.plot, input);
  }
}

}  // namespace

void check_settings(const Settings &settings) {
  check_bounds(settings);
  if (settings.command.rfind("threshold", 0) != 0) check_average(settings);
  check_input(settings);
  check_distribution(settings);
  check_files(settings);
}

}  // namespace wald::cli
