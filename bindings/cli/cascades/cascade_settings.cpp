// Types the options of cascades, and refuses contradictions.
#include "cascades/cascade_settings.hpp"

#include <algorithm>
#include <set>

#include "base/errors.hpp"
#include "base/text.hpp"

namespace wald::cli {
namespace {

// What every command that fits takes.

void read_table_options(const OptionValues &values, CascadeSettings &settings) {
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
  settings.costs = values.optional_text("--costs").value_or("");
  settings.order_file = values.optional_text("--fixed-order").value_or("");
}

/// The library's words for what is fitted.
std::string fitting_calls(const CascadeSettings &settings) {
  return std::string("fit") + (settings.classes.empty() ? " two-classes" : "") +
         (settings.calibrate.empty() ? "" : " calibration");
}

void check_inputs(const CascadeSettings &settings) {
  std::vector<std::string> inputs = settings.files;
  for (const std::string &file :
       {settings.calibrate, settings.costs, settings.order_file, settings.policy, settings.trees})
    inputs.push_back(file);
  refuse_if(std::count(inputs.begin(), inputs.end(), "-") > 1, "standard input is named twice");
}

// `wald cascade fit`.

CascadeSettings cascade_fit_settings(const OptionValues &values, const LibraryOptions &library) {
  CascadeSettings settings;
  read_table_options(values, settings);
  read_ensemble(values, settings);
  settings.calibrate = values.optional_text("--calibrate").value_or("");
  settings.text = values.has("--format") && values.text("--format") == "text";
  settings.trees = values.optional_text("--trees").value_or("");
  refuse_if(values.has("--trees") && settings.trees.empty(), "--trees is empty: it takes the file of a model");
  refuse_if(values.has("--iterations") && settings.trees.empty(), "--iterations goes with --trees");
  if (values.has("--iterations"))
    settings.iterations = values.integer("--iterations", 1, std::int64_t{1} << 20);
  library.refuse_unread(fitting_calls(settings));
  refuse_if(values.has("--closest") && !settings.order_file.empty(),
            "--closest goes with --order joint, not with --fixed-order");
  const std::string order = settings.order_file.empty() ? library.text("order") : "";
  refuse_if(values.has("--order") && !settings.order_file.empty(),
            "--fixed-order and --order each say in which order models run: give one");
  refuse_if(values.has("--halves") && (order.empty() || order == "natural" || order == "random"),
            "--halves goes with orders that rows choose: joint, mse and greedy");
  refuse_if(values.has("--spend") && library.text("algorithm") == "votes",
            "--spend does not go with --algorithm votes, which have no schedule");
  refuse_if(values.has("--spend") && values.has("--bins") && order != "joint",
            "--spend does not go with --bins, which spend nothing, unless with the joint order");
  refuse_if(values.has("--alpha") && values.has("--gamma") && order != "joint",
            "--alpha and --gamma each say how wide the bands of --bins are: give one");
  refuse_if(library.given("folds") && library.integer("folds") > 0 && !settings.calibrate.empty(),
            "--folds does not go with --calibrate");
  refuse_if(values.has("--output") && values.text("--output") == "-",
            "--output -: standard output has what was found; the policy needs a file");
  check_inputs(settings);
  return settings;
}

// `wald cascade compare`.

CascadeSettings compare_settings(const OptionValues &values, const LibraryOptions &library) {
  CascadeSettings settings;
  read_table_options(values, settings);
  read_ensemble(values, settings);
  for (const std::string &item : values.list("--alpha"))
    settings.alphas.push_back(values.number("--alpha", item, 0, 1, "a number in [0, 1]"));
  if (settings.alphas.empty()) settings.alphas = {0.001, 0.002, 0.005, 0.01, 0.02};
  settings.calibrate = values.optional_text("--test").value_or("");
  settings.jsonl = values.asks_for_json();
  // Every method is compared, but bins hold one sum.
  library.refuse_unread(fitting_calls(settings) + " joint" + (settings.classes.empty() ? " bins" : ""));
  refuse_if(library.given("folds") && !settings.calibrate.empty(),
            "--folds does not go with --test: the comparison is made on its rows");
  refuse_if(library.given("folds") && library.integer("folds") == 0,
            "--folds 0: without folds and --test nothing is known of other rows");
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
  settings.sums = values.has("--sums");
  settings.jsonl = values.asks_for_json();
  refuse_if(settings.features && !settings.classes.empty(),
            "--classes does not go with --features: it names columns of scores");
  refuse_if(!settings.columns.empty() && !settings.classes.empty(),
            "--classes does not go with --columns, whose order says of which model and class each is");
  check_inputs(settings);
  return settings;
}

}  // namespace

CascadeSettings cascade_settings(const CommandSpec &command, const OptionValues &values,
                                 const LibraryOptions &library) {
  return command.name == "cascade fit"       ? cascade_fit_settings(values, library)
         : command.name == "cascade compare" ? compare_settings(values, library)
                                             : apply_settings(values);
}

}  // namespace wald::cli
