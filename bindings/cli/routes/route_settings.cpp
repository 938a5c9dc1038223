// Types the options of routes, and refuses contradictions.
#include "routes/route_settings.hpp"

#include <algorithm>
#include <set>

#include "base/errors.hpp"
#include "base/output.hpp"
#include "base/text.hpp"

namespace wald::cli {
namespace {

/// The options that say what the columns of FILE are.
constexpr const char *column_options[] = {"--confidences", "--answers",           "--right",   "--truth", "--costs",
                                          "--weights",     "--label-probability", "--segment", "--score"};

void read_columns(const OptionValues &values, RouteSettings &settings) {
  settings.confidences = values.list("--confidences");
  settings.answers = values.list("--answers");
  settings.right = values.list("--right");
  settings.costs = values.list("--costs");
  settings.truth = values.optional_text("--truth");
  settings.weights = values.optional_text("--weights");
  settings.label_probability = values.optional_text("--label-probability");
  settings.segment = values.optional_text("--segment");
  settings.score = values.optional_text("--score");
}

/// Standard input is read once, and no output is an input.
void check_route_files(const OptionValues &values, const RouteSettings &settings) {
  std::vector<std::string> inputs = settings.files;
  for (const std::string &file : {settings.load, settings.labelled, settings.test, settings.policy})
    if (!file.empty()) inputs.push_back(file);
  refuse_if(std::count(inputs.begin(), inputs.end(), "-") > 1, "standard input is named twice");
  for (const char *option : {"--output", "--plot", "--save"}) {
    if (!values.has(option)) continue;
    for (const std::string &input : inputs) {
      const bool renewed = std::string(option) == "--save" && input == settings.load;  // all that it held is in it
      if (!renewed) keep_input(option, values.text(option), input);
    }
  }
  for (const auto &[a, b] : {std::pair("--save", "--output"), std::pair("--plot", "--output")})
    refuse_if(values.has(a) && values.has(b) && same_output(values.text(a), values.text(b)),
              std::string(a) + " and " + b + " name the same file");
}

// `wald route fit` and `wald route ask`.

/// Where the rows come from, and what their columns are.
void read_row_options(const CommandSpec &command, const OptionValues &values, RouteSettings &settings) {
  settings.load = values.optional_text("--load").value_or("");
  settings.labelled = values.optional_text("--labelled").value_or("");
  settings.test = values.optional_text("--test").value_or("");
  settings.files = values.all("FILE");
  read_columns(values, settings);
  const std::string hint = "\nTry 'wald " + command.name + " --help'.";
  refuse_if(!settings.load.empty() && !settings.files.empty(), "--load takes the place of FILE: give one of them");
  if (settings.load.empty() && settings.files.empty()) settings.files = {"-"};
  refuse_if(settings.load.empty() && !settings.labelled.empty(),
            "--labelled goes with --load: it has the labels of rows that were asked for");
  if (!settings.load.empty() && settings.test.empty()) {
    const bool labels = !settings.labelled.empty();
    for (const char *option : column_options) {
      const std::string name = option;
      refuse_if(values.has(name) && !(labels && (name == "--truth" || name == "--right")),
                name + " names columns of FILE, and --load takes its place");
    }
    refuse_if(settings.truth && !settings.right.empty(), "--right says what --truth would: give one of them");
    return;
  }
  refuse_if(settings.confidences.empty() && !settings.score, "--confidences is needed" + hint);
  refuse_if(settings.answers.empty() && settings.right.empty(),
            "--answers or --right is needed: what the stages answer, or how right they are" + hint);
  refuse_if(!settings.answers.empty() && !settings.right.empty(),
            "--answers and --right do not go together: with --truth answers say what is right");
  refuse_if(settings.truth && !settings.right.empty(), "--right says what --truth would: give one of them");
}

void check_choice(const OptionValues &values, const RouteSettings &settings, const LibraryOptions &library) {
  const bool router = library.given("router"), by_segment = library.text("by") == "segment";
  if (settings.load.empty() || !settings.test.empty()) {
    refuse_if(router && !settings.score, "--router needs --score: the column of the router's score");
    refuse_if(by_segment && !settings.segment, "--by segment needs --segment: the column of the segments");
    refuse_if(library.text("by") == "class" && settings.answers.empty(),
              "--by class needs --answers: a class is what the first stage answers");
  }
  if (settings.save.empty()) {  // what is kept may be used later
    refuse_if(settings.score && !router, "--score goes with --router, and says nothing here");
    refuse_if(settings.segment && !by_segment, "--segment goes with --by segment, and says nothing here");
  }
  refuse_if(router && library.text("by") == "class",
            "--router does not go with --by class: a router decides before any answer");
  refuse_if(library.text("goal") == "quality" && !library.given("budget"),
            "--goal quality needs --budget: the mean cost of a row is at most this");
  refuse_if(values.has("--positive") && values.text("--positive").empty(), "--positive is \"\": a value is needed");
}

RouteSettings route_fit_settings(const CommandSpec &command, const OptionValues &values, const LibraryOptions &library) {
  RouteSettings settings;
  read_row_options(command, values, settings);
  settings.positive = values.optional_text("--positive");
  settings.text = !values.has("--format") || values.text("--format") == "text";
  library.refuse_unread("choose evaluate");
  refuse_idle(command, values, "--measure", {library.text("measure")});
  check_choice(values, settings, library);
  refuse_if(values.has("--output") && values.text("--output") == "-",
            "--output -: standard output has what was found; the policy needs a file");
  check_route_files(values, settings);
  return settings;
}

RouteSettings ask_settings(const CommandSpec &command, const OptionValues &values, const LibraryOptions &library) {
  RouteSettings settings;
  read_row_options(command, values, settings);
  settings.save = values.text("--save");
  settings.positive = values.optional_text("--positive");
  settings.jsonl = values.asks_for_json();
  refuse_if(settings.save == "-", "--save -: standard output has the rows to label; the table needs a file");
  library.refuse_unread("ask");
  refuse_idle(command, values, "--measure", {library.text("measure")});
  check_choice(values, settings, library);
  check_route_files(values, settings);
  return settings;
}

// `wald route apply`.

RouteSettings route_apply_settings(const OptionValues &values) {
  RouteSettings settings;
  const std::vector<std::string> files = values.all("FILE");
  refuse_if(files.empty(), "POLICY is needed: the file that 'wald route fit -o' wrote");
  refuse_if(files.size() > 2, "one FILE is needed, and here are several: each is a table of its own");
  settings.policy = files[0];
  settings.files = {files.size() > 1 ? files[1] : "-"};
  read_columns(values, settings);
  settings.jsonl = values.asks_for_json();
  check_route_files(values, settings);
  return settings;
}

}  // namespace

RouteSettings route_settings(const CommandSpec &command, const OptionValues &values, const LibraryOptions &library) {
  return command.name == "route fit"   ? route_fit_settings(command, values, library)
         : command.name == "route ask" ? ask_settings(command, values, library)
                                       : route_apply_settings(values);
}

}  // namespace wald::cli
