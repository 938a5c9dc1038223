#include "options/cascade_settings.hpp"

#include <algorithm>
#include <limits>

#include "base/errors.hpp"
#include "base/text.hpp"
#include "options/option_table.hpp"
#include "wald.hpp"

namespace wald::cli {
namespace {

constexpr double largest = std::numeric_limits<double>::max();
constexpr double least = std::numeric_limits<double>::min();
constexpr double below_one = 1 - std::numeric_limits<double>::epsilon() / 2;

void refuse_if(bool wrong, const std::string &message) {
  if (wrong) throw UsageError(message);
}

bool known_order(const std::string &name) {
  return std::find(order_names.begin(), order_names.end(), name) != order_names.end();
}

// What every command that fits takes.

void read_table(const OptionValues &values, CascadeSettings &settings) {
  settings.files = values.all("FILE");
  if (settings.files.empty()) settings.files = {"-"};
  settings.columns = values.list("--columns");
  settings.label = values.optional_text("--label");
  settings.weights = values.optional_text("--weights");
  settings.classes = values.list("--classes");
  refuse_if(settings.label && settings.weights && *settings.label == *settings.weights,
            "--label and --weights name the same column");
  refuse_if(settings.classes.size() == 1, "--classes names one class: two or more are needed");
  for (std::size_t i = 0; i < settings.classes.size(); ++i)
    refuse_if(std::count(settings.classes.begin(), settings.classes.end(), settings.classes[i]) > 1,
              "--classes: " + shown(settings.classes[i]) + " is given twice");
}

void read_ensemble(const OptionValues &values, CascadeSettings &settings) {
  settings.threshold = values.optional_number("--threshold", -largest, largest, "a finite number").value_or(0);
  settings.negatives_only = values.has("--negatives-only");
  settings.costs = values.optional_text("--costs").value_or("");
  settings.bin_width = values.optional_number("--bin-width", least, largest, "a finite number above 0");
  settings.closest = values.has("--closest");
  if (values.has("--seed")) settings.seed = static_cast<std::uint64_t>(values.integer("--seed", 0, OptionValues::most));
  if (values.has("--folds")) {
    settings.folds = values.integer("--folds", 0, 1000);
    refuse_if(*settings.folds == 1, "--folds 1: 0, for none, or 2 ... 1000 is needed");
  }
  if (settings.classes.empty()) return;
  refuse_if(values.has("--threshold"),
            "--threshold does not go with --classes: the class of the largest sum is chosen");
  refuse_if(settings.negatives_only,
            "--negatives-only does not go with --classes: of several none is the negative one");
}

void check_inputs(const CascadeSettings &settings) {
  std::vector<std::string> inputs = settings.files;
  for (const std::string &file : {settings.calibrate, settings.costs, settings.order_file, settings.policy})
    inputs.push_back(file);
  refuse_if(std::count(inputs.begin(), inputs.end(), "-") > 1, "standard input is named twice");
}

// `wald cascade fit`.

void read_method(const OptionValues &values, CascadeSettings &settings) {
  const bool ordered = values.has("--order");
  const std::string order = values.optional_text("--order").value_or("");
  if (values.has("--method"))
    settings.method = static_cast<CascadeMethod>(values.choice("--method", {"qwyc", "fixed", "fan"}));
  else if (ordered && order != "joint")
    settings.method = CascadeMethod::fixed;
  if (!ordered)
    settings.order = settings.method == CascadeMethod::qwyc ? "joint" : "natural";
  else if (known_order(order))
    settings.order = order;
  else
    settings.order.clear(), settings.order_file = order;
  const bool joint = settings.order == "joint", bins = settings.method == CascadeMethod::fan;
  refuse_if(settings.method == CascadeMethod::qwyc && !joint,
            "--order goes with --method fixed or fan: qwyc chooses its own");
  refuse_if(settings.method == CascadeMethod::fixed && joint,
            "--order joint goes with --method qwyc, which chooses it, or fan");
  refuse_if(bins && !settings.classes.empty(), "--method fan does not go with --classes: its bins hold one sum");
  for (const char *name : {"--gamma", "--bin-width"})
    refuse_if(values.has(name) && !bins, std::string(name) + " goes with --method fan: it is of its bins");
  refuse_if(values.has("--spend") && bins && !joint,
            "--spend does not go with --method fan, whose bins spend nothing, unless with --order joint");
  refuse_if(values.has("--alpha") && values.has("--gamma") && !joint,
            "--alpha and --gamma each say how wide the bands of --method fan are: give one");
  refuse_if(settings.closest && !joint, "--closest goes with the joint order: it is about how that is chosen");
  refuse_if(settings.halves &&
                (settings.order_file.empty() ? settings.order == "natural" || settings.order == "random" : true),
            "--halves goes with orders that rows choose: joint, mse and greedy");
}

void read_spend(const OptionValues &values, CascadeSettings &settings) {
  settings.spend = values.optional_text("--spend");
  if (!settings.spend) return;
  try {
    CascadeOptions().spend(settings.spend->empty() ? "nothing" : *settings.spend);
  } catch (const Error &error) {
    if (error.status() != WALD_ERROR_ARGUMENT) throw;
    throw UsageError("--spend " + shown(*settings.spend) + ": power:P with P >= 0, all or proportional is needed");
  }
}

CascadeSettings fit_settings(const OptionValues &values) {
  CascadeSettings settings;
  read_table(values, settings);
  read_ensemble(values, settings);
  settings.alphas = {values.optional_number("--alpha", 0, largest, "a finite number >= 0").value_or(0.005)};
  settings.gamma = values.optional_number("--gamma", 0, largest, "a finite number >= 0");
  settings.calibrate = values.optional_text("--calibrate").value_or("");
  settings.target = values.optional_number("--target", least, below_one, "a number between 0 and 1");
  settings.confidence = values.optional_number("--confidence", least, below_one, "a number between 0 and 1");
  settings.halves = values.has("--halves");
  settings.text = values.has("--format") && values.choice("--format", {"json", "text"}) == 1;
  read_spend(values, settings);
  read_method(values, settings);
  for (const char *name : {"--target", "--confidence"})
    refuse_if(values.has(name) && settings.calibrate.empty(),
              std::string(name) + " goes with --calibrate: without rows that are set aside nothing is certified");
  refuse_if(settings.folds.value_or(0) > 0 && !settings.calibrate.empty(),
            "--folds does not go with --calibrate: rows that are set aside say more");
  refuse_if(values.has("--output") && values.text("--output") == "-",
            "--output -: standard output has what was found; the policy needs a file");
  check_inputs(settings);
  return settings;
}

// `wald cascade compare`.

CascadeSettings compare_settings(const OptionValues &values) {
  CascadeSettings settings;
  read_table(values, settings);
  read_ensemble(values, settings);
  for (const std::string &item : values.list("--alpha"))
    settings.alphas.push_back(values.number("--alpha", item, 0, largest, "a finite number >= 0"));
  if (settings.alphas.empty()) settings.alphas = {0.001, 0.002, 0.005, 0.01, 0.02};
  settings.order_file = values.optional_text("--order").value_or("");
  refuse_if(known_order(settings.order_file),
            "--order " + shown(settings.order_file) + ": every order by name is compared; a file is needed");
  settings.calibrate = values.optional_text("--test").value_or("");
  settings.jsonl = values.has("--format") && values.choice("--format", {"csv", "jsonl"}) == 1;
  refuse_if(settings.folds && !settings.calibrate.empty(),
            "--folds does not go with --test: the comparison is made on its rows");
  refuse_if(settings.folds == 0, "--folds 0: without folds and --test nothing is known of other rows");
  refuse_if(settings.bin_width && !settings.classes.empty(),
            "--bin-width does not go with --classes: bins hold one sum");
  check_inputs(settings);
  return settings;
}

// `wald cascade apply`.

CascadeSettings apply_settings(const OptionValues &values) {
  CascadeSettings settings;
  const std::vector<std::string> files = values.all("FILE");
  refuse_if(files.empty(), "POLICY is needed: the file that 'wald cascade fit -o' wrote");
  refuse_if(files.size() > 2, "one FILE is needed, and here are several: each is a table of its own");
  settings.policy = files[0];
  settings.files = {files.size() > 1 ? files[1] : "-"};
  settings.columns = values.list("--columns");
  settings.classes = values.list("--classes");
  settings.features = values.has("--features");
  settings.jsonl = values.has("--format") && values.choice("--format", {"csv", "jsonl"}) == 1;
  refuse_if(settings.features && !settings.classes.empty(),
            "--classes does not go with --features: it names columns of scores");
  refuse_if(!settings.columns.empty() && !settings.classes.empty(),
            "--classes does not go with --columns, whose order says of which model and class each is");
  check_inputs(settings);
  return settings;
}

}  // namespace

CascadeSettings cascade_settings(const std::string &command, const OptionValues &values) {
  return command == "cascade fit"       ? fit_settings(values)
         : command == "cascade compare" ? compare_settings(values)
                                        : apply_settings(values);
}

}  // namespace wald::cli
