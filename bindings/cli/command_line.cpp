// Parses the words of a command line by the table of options, then types them with the help of each topic.
#include "command_line.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include "base/errors.hpp"
#include "base/output.hpp"
#include "base/suggest.hpp"
#include "base/text.hpp"
#include "check_settings.hpp"
#include "decide/decision_settings.hpp"
#include "options/help.hpp"
#include "options/option_table.hpp"
#include "options/option_values.hpp"
#include "system/system.hpp"

namespace wald::cli {
namespace {

/// Tells commands, options and files apart: all that is left for a library to do, since help, completions, suggestions
/// and checks come from the table of options. What they may be is checked after it, for then an unknown option is named
/// first even when another is missing or wrong.
class Parser {
 public:
  /// The command, or nothing where help or the version was shown.
  const CommandSpec *parse(const std::vector<std::string> &words) {
    if (!words.empty() && words[0] == "help") {
      show(help_of({words.begin() + 1, words.end()}));
      return nullptr;
    }
    bool all_files = false;
    for (std::size_t i = 0; i < words.size(); ++i) {
      const std::string &word = words[i];
      if (all_files || word.size() < 2 || word[0] != '-')
        add_word(word);
      else if (word == "--")
        all_files = true;
      else if (word == "-h" || word == "--help")
        asks_help_ = true;
      else if (spec_ == nullptr && (word == "-V" || word == "--version"))
        asks_version_ = true;
      else
        i += add_option(word, i + 1 < words.size() ? &words[i + 1] : nullptr) ? 1 : 0;
    }
    if (asks_help_ || asks_version_) {
      show(asks_version_ ? std::string("wald ") + wald_version() + "\n" : spec_ == nullptr ? help() : help(*spec_));
      return nullptr;
    }
    check();
    return spec_;
  }

  const OptionValues &values() const { return values_; }

 private:
  [[noreturn]] static void no_command(const std::string &name) {
    throw UsageError("unknown command " + shown(name) + suggestion(name, command_names()) + "\nTry 'wald --help'.");
  }

  static std::string help_of(const std::vector<std::string> &words) {
    std::string name;
    for (const std::string &word : words) name += (name.empty() ? "" : " ") + word;
    if (name.empty()) return help();
    const CommandSpec *spec = find_command(name);
    if (spec == nullptr) no_command(name);
    return help(*spec);
  }

  /// The command, the command of a command, or a file.
  void add_word(const std::string &word) {
    const CommandSpec *inner = spec_ == nullptr        ? find_command(word)
                               : values_.has(file_key) ? nullptr
                                                       : find_command(spec_->name + " " + word);
    if (inner != nullptr)
      spec_ = inner;
    else if (spec_ == nullptr || spec_->group || (spec_->file.empty() && spec_->first.empty()) ||
             (!spec_->many_files && values_.has(file_key)))
      extras_.push_back(word);
    else
      values_.add(file_key, word);
  }

  /// Whether the next word is the option's value.
  bool add_option(const std::string &word, const std::string *next) {
    const bool is_long = word[1] == '-';
    const std::size_t end = is_long ? std::min(word.find('='), word.size()) : 2;
    const OptionSpec *option = spec_ == nullptr ? nullptr : spec_->option(word.substr(0, end));
    if (option == nullptr) {
      extras_.push_back(word);
      return false;
    }
    const bool within = end < word.size();
    if (option->value.empty()) {
      if (within) wrong(*spec_, option->name + " takes no value");
      values_.add(option->name, "");
      return false;
    }
    if (!within && (next == nullptr || spec_->option(*next) != nullptr)) wrong(*spec_, option->name + " needs a value");
    values_.add(option->name, within ? word.substr(is_long ? end + 1 : end) : *next);
    return !within;
  }

  static void show(const std::string &text) {
    Output output("-");
    output.write(text);
    output.finish();
  }

  void check() const {
    if (spec_ == nullptr) {
      if (extras_.empty()) throw UsageError("a command is needed\nTry 'wald --help'.");
      if (extras_[0][0] != '-') no_command(extras_[0]);
      throw UsageError("unknown option " + printable(extras_[0]) + suggestion(extras_[0], {"--help", "--version"}) +
                       "\nTry 'wald --help'.");
    }
    const CommandSpec &spec = *spec_;
    if (spec.group) need_command(spec);
    refuse_extras(spec);
    // What stands before the command of a command is read as that of the outer one.
    for (const std::string &name : values_.names())
      if (name != file_key && spec.option(name) == nullptr)
        wrong(spec, name + " is no option of 'wald " + spec.name + "'");
    for (const OptionSpec &option : spec.options)
      if (values_.count(option.name) > 1 && !option.repeatable) wrong(spec, option.name + " is given twice");
    // An empty name is a variable that was not set, never "no file": the result would be lost without a word.
    for (const OptionSpec &option : spec.options)
      if (option.is_file && holds_empty(option.name)) wrong(spec, option.name + " is empty: a file name is needed");
    if (holds_empty(file_key)) wrong(spec, "FILE is empty: a file name is needed");
    for (const std::string &name : spec.required)
      if (!values_.has(name) && !excused(spec, name)) wrong(spec, name + " is needed");
    for (const OptionSpec &option : spec.options)
      if (!option.words.empty() && values_.has(option.name)) values_.choice(option.name, option.words);
  }

  bool holds_empty(const std::string &name) const {
    const std::vector<std::string> all = values_.all(name);
    return std::find(all.begin(), all.end(), "") != all.end();
  }

  /// Of a group that was named without one.
  [[noreturn]] void need_command(const CommandSpec &group) const {
    const std::string begin = group.name + " ";
    std::vector<std::string> known;
    for (const std::string &name : command_names())
      if (name.rfind(begin, 0) == 0) known.push_back(name.substr(begin.size()));
    for (const std::string &extra : extras_)
      if (extra[0] != '-') wrong(group, "unknown command " + shown(begin + extra) + suggestion(extra, known));
    refuse_extras(group);
    std::string all;
    for (const std::string &name : known)
      all += (all.empty() ? "" : &name == &known.back() ? " or " : ", ") + begin + name;
    wrong(group, "a command is needed: " + all);
  }

  void refuse_extras(const CommandSpec &spec) const {
    std::vector<std::string> known = {"--help"};
    for (const OptionSpec &option : spec.options) known.push_back(option.name);
    for (const std::string &extra : extras_) {
      if (extra.size() < 2 || extra[0] != '-') continue;
      const std::string name = extra.substr(0, extra.find('='));
      const std::vector<const CommandSpec *> all = all_commands();
      const bool elsewhere = std::any_of(all.begin(), all.end(),
                                         [&](const CommandSpec *command) { return command->option(name) != nullptr; });
      wrong(spec, elsewhere ? name + " is no option of 'wald " + spec.name + "'"
                            : "unknown option " + printable(name) + suggestion(name, known));
    }
    if (!extras_.empty()) wrong(spec, "unexpected argument " + shown(extras_[0]));
  }

  /// Whether an option that is needed elsewhere is not where another was given.
  bool excused(const CommandSpec &spec, const std::string &name) const {
    const auto other = spec.unless.find(name);
    return other != spec.unless.end() && values_.has(other->second);
  }

  [[noreturn]] static void wrong(const CommandSpec &spec, const std::string &message) {
    throw UsageError(message + "\nTry 'wald " + spec.name + " --help'.");
  }

  const CommandSpec *spec_ = nullptr;
  OptionValues values_;
  std::vector<std::string> extras_;  // options and words that nothing is known of
  bool asks_help_ = false, asks_version_ = false;
};

char delimiter_option(const std::string &text) {
  if (text == "tab" || text == "\\t") return '\t';
  if (text.size() == 1 && text != "\"" && text != "\n" && text != "\r") return text[0];
  throw UsageError("--delimiter " + shown(text) + ": one character, or tab, is needed");
}

Settings typed(const CommandSpec &command, const OptionValues &values) {
  Settings settings;
  settings.command = command.name;
  if (command.argument.empty() && values.has(file_key)) settings.file = values.text(file_key);
  if (!command.argument.empty() && values.has(file_key)) settings.name = values.text(file_key);
  settings.file_named = values.count(file_key) > (command.first.empty() ? 0U : 1U) || values.has("--load");
  if (command.option("--input") != nullptr)
    settings.libsvm = values.has("--input") ? values.text("--input") == "libsvm" : named_libsvm(settings.file);
  if (values.has("--delimiter")) settings.delimiter = delimiter_option(values.text("--delimiter"));
  if (values.has("--output")) settings.output = values.text("--output");
  settings.metrics = values.all("--metric");
  if (values.has("--zero-division")) settings.zero_division = values.text("--zero-division") == "0" ? 0 : 1;
  settings.weights = values.optional_text("--weights");
  settings.groups = values.optional_text("--groups");
  settings.id = values.optional_text("--id");
  settings.plot = values.optional_text("--plot").value_or("");
  if (!command.family.empty()) {
    settings.library = LibraryOptions(command, values);
    settings.threads = static_cast<int>(settings.library.integer("threads"));
  }
  if (settings.command != "masks" && (command.family == "decisions" || command.family == "thresholds"))
    settings.average = average_of(settings.library.text("average"));
  if (settings.command.rfind("calibrate", 0) == 0) {
    settings.threshold = calibrate_settings(command, values);
  } else if (settings.command.rfind("threshold", 0) == 0) {
    settings.threshold = threshold_settings(command, values, settings.library);
  } else if (settings.command == "decision-curve" || settings.command == "reliability") {
    settings.threshold = score_curve_settings(command, values, settings.library);
    if (values.asks_for_json()) settings.format = Format::jsonl;
  } else if (settings.command == "prevalence") {
    settings.threshold = prevalence_settings(values, settings.library);
    if (values.has("--kind") && values.text("--kind") == "categorical") settings.kind = WALD_CATEGORICAL;
  } else if (settings.command.rfind("cascade", 0) == 0) {
    settings.cascade = cascade_settings(command, values, settings.library);
  } else if (settings.command.rfind("route", 0) == 0) {
    settings.route = route_settings(command, values, settings.library);
  } else if (settings.command == "watch") {
    settings.watch = watch_settings(values);
  } else if (settings.command == "estimate") {
    settings.estimate = estimate_settings(values);
  } else if (settings.command == "masks") {
    settings.masks = mask_settings(values, settings.library);
    settings.output = values.optional_text("--output").value_or("");
    if (values.asks_for_json()) settings.format = Format::jsonl;
  } else if (settings.command == "detections") {
    settings.detections = detection_settings(values, settings.library);
  } else if (settings.command == "fit") {
    settings.learner = fit_settings(command, values, settings.library);
  } else {
    type_decisions(command, values, settings);
  }
  return settings;
}

}  // namespace

std::optional<Settings> parse_command_line(int argc, char **argv) {
  Parser parser;
  const CommandSpec *command = parser.parse(system::words(argc, argv));
  if (command == nullptr) return std::nullopt;
  Settings settings = typed(*command, parser.values());
  check_settings(settings);
  return settings;
}

}  // namespace wald::cli
