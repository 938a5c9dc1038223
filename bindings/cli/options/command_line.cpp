#include "options/command_line.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <limits>
#include <set>
#include <string>
#include <vector>

#include "base/errors.hpp"
#include "base/output.hpp"
#include "base/suggest.hpp"
#include "base/text.hpp"
#include "options/check_settings.hpp"
#include "options/help.hpp"
#include "options/option_table.hpp"
#include "options/option_values.hpp"

namespace wald::cli {
namespace {

constexpr const char *file_key = "FILE";

/// CLI11 tells options, values and commands apart. What they may be is checked after it, for then an unknown option is
/// named first even when another is missing or wrong.
class Parser {
 public:
  Parser() : app_("", "wald") {
    app_.allow_extras();
    app_.set_help_flag("-h,--help", "");
    app_.set_version_flag("--version", std::string("wald ") + wald_version() + "\n");
    for (const CommandSpec &command : command_table()) add(command);
  }

  /// The command, or nothing where help was shown.
  const CommandSpec *parse(int argc, char **argv) {
    try {
      app_.parse(argc, argv);
    } catch (const CLI::CallForHelp &) {
      show(app_.get_subcommands().empty() ? help() : help(used_command()));
      return nullptr;
    } catch (const CLI::CallForVersion &version) {
      show(version.what());
      return nullptr;
    } catch (const CLI::ArgumentMismatch &error) {
      const std::string text =
          error.what();  // "--metric: 1 required NAME missing", "halves was given a disallowed ..."
      const std::string name = text.substr(0, text.find_first_of(": "));
      const bool flag = text.find("flag override") != std::string::npos;
      throw UsageError((flag ? "--" + name + " takes no value" : name + " needs a value") + "\nTry 'wald --help'.");
    } catch (const CLI::ParseError &error) {
      throw UsageError(error.what());
    }
    return &command();
  }

  const OptionValues &values() const { return values_; }

 private:
  void add(const CommandSpec &command) {
    const std::string words = command.name;
    const std::size_t space = words.find(' ');
    CLI::App *parent = space == std::string::npos ? &app_ : app_.get_subcommand(words.substr(0, space));
    CLI::App *sub = parent->add_subcommand(words.substr(space + 1));  // the whole name where there is no space
    sub->allow_extras();
    sub->set_help_flag("-h,--help", "");
    for (const OptionSpec &option : command.options) {
      const std::string name = option.name, names = option.letter.empty() ? name : option.letter + "," + name;
      if (option.value.empty())
        sub->add_flag_function(names,
                               [this, name](std::int64_t times) {
                                 for (; times > 0; --times) values_.add(name, "");
                               })
            ->disable_flag_override();
      else
        sub->add_option_function<std::string>(names,
                                              [this, name](const std::string &value) { values_.add(name, value); })
            ->trigger_on_parse();
    }
    if (command.many_files)
      sub->add_option_function<std::vector<std::string>>(file_key, [this](const std::vector<std::string> &files) {
        for (const std::string &file : files) values_.add(file_key, file);
      });
    else if (!command.file.empty())
      sub->add_option_function<std::string>(file_key,
                                            [this](const std::string &value) { values_.add(file_key, value); });
  }

  /// The innermost command that was named.
  const CLI::App &used() const {
    const CLI::App *app = app_.get_subcommands()[0];
    while (!app->get_subcommands().empty()) app = app->get_subcommands()[0];
    return *app;
  }

  const CommandSpec &used_command() const {
    const CLI::App &app = used();
    const std::string name = (app.get_parent() == &app_ ? "" : app.get_parent()->get_name() + " ") + app.get_name();
    return *std::find_if(command_table().begin(), command_table().end(),
                         [&](const CommandSpec &known) { return known.name == name; });
  }

  static void show(const std::string &text) {
    Output output("-");
    output.write(text);
    output.finish();
  }

  const CommandSpec &command() {
    std::vector<std::string> commands;
    for (const CommandSpec &known : command_table()) commands.push_back(known.name);
    const bool none = app_.get_subcommands().empty();
    for (const std::string &extra : app_.remaining()) {
      if (extra[0] == '-' && extra.size() > 1)
        throw UsageError("unknown option " + extra + (none ? suggestion(extra, {"--help", "--version"}) : "") +
                         "\nTry 'wald --help'.");
      throw UsageError("unknown command " + shown(extra) + suggestion(extra, commands) + "\nTry 'wald --help'.");
    }
    if (none) throw UsageError("a command is needed\nTry 'wald --help'.");
    const CommandSpec &spec = used_command();
    if (spec.group) need_command(spec);
    for (const CLI::App *app = &used(); app != &app_; app = app->get_parent()) refuse_extras(spec, app->remaining());
    // What stands before the command of a command is read as that of the outer one.
    for (const std::string &name : values_.names())
      if (name != file_key && spec.option(name) == nullptr)
        wrong(spec, name + " is no option of 'wald " + spec.name + "'");
    for (const OptionSpec &option : spec.options)
      if (values_.count(option.name) > 1 && !option.repeatable) wrong(spec, option.name + " is given twice");
    for (const std::string &name : spec.required)
      if (!values_.has(name) && !excused(spec, name)) wrong(spec, name + " is needed");
    for (const OptionSpec &option : spec.options)
      if (!option.words.empty() && values_.has(option.name)) values_.choice(option.name, option.words);
    return spec;
  }

  /// Of a group that was named without one.
  [[noreturn]] void need_command(const CommandSpec &group) const {
    const std::string begin = group.name + " ";
    std::vector<std::string> known;
    for (const CommandSpec &command : command_table())
      if (command.name.rfind(begin, 0) == 0) known.push_back(command.name.substr(begin.size()));
    for (const std::string &extra : used().remaining())
      if (extra[0] != '-') wrong(group, "unknown command " + shown(begin + extra) + suggestion(extra, known));
    refuse_extras(group, used().remaining());
    std::string all;
    for (const std::string &name : known)
      all += (all.empty() ? "" : &name == &known.back() ? " or " : ", ") + begin + name;
    wrong(group, "a command is needed: " + all);
  }

  static void refuse_extras(const CommandSpec &spec, const std::vector<std::string> &extras) {
    std::vector<std::string> known = {"--help"};
    for (const OptionSpec &option : spec.options) known.push_back(option.name);
    for (const std::string &extra : extras) {
      if (extra.size() < 2 || extra[0] != '-') continue;
      const std::string name = extra.substr(0, extra.find('='));
      const bool elsewhere =
          std::any_of(command_table().begin(), command_table().end(),
                      [&](const CommandSpec &command) { return command.option(name) != nullptr; });
      wrong(spec, elsewhere ? name + " is no option of 'wald " + spec.name + "'"
                            : "unknown option " + name + suggestion(name, known));
    }
    if (!extras.empty()) wrong(spec, "unexpected argument " + shown(extras[0]));
  }

  /// Whether an option that is needed elsewhere is not where another was given.
  bool excused(const CommandSpec &spec, const std::string &name) const {
    const auto other = spec.unless.find(name);
    return other != spec.unless.end() && values_.has(other->second);
  }

  [[noreturn]] static void wrong(const CommandSpec &spec, const std::string &message) {
    throw UsageError(message + "\nTry 'wald " + spec.name + " --help'.");
  }

  CLI::App app_;
  OptionValues values_;
};

bool is_libsvm(const OptionValues &values, const Settings &settings) {
  return values.has("--input") ? values.text("--input") == "libsvm" : named_libsvm(settings.file);
}

/// What the commands that decide on labels take beside what all take.
void type_decisions(const OptionValues &values, Settings &settings) {
  constexpr std::int64_t most_labels = std::numeric_limits<std::int32_t>::max();
  const double infinity = std::numeric_limits<double>::infinity();
  if (values.has("--given"))
    settings.given =
        static_cast<wald_kind>(values.choice("--given", {"independent", "categorical", "joint", "counts"}));
  settings.exactly = values.optional_integer("--exactly", 0, OptionValues::most);
  if (values.has("--format"))
    settings.format = values.text("--format") == "csv" ? Format::csv : Format::jsonl;
  else if (settings.command == "metrics")
    settings.format = Format::text;
  settings.labels = values.list("--labels");
  settings.libsvm = is_libsvm(values, settings);
  settings.n_labels = values.optional_integer("--n-labels", 1, most_labels);
  settings.prediction = values.optional_text("--prediction").value_or("");
  settings.truth = values.optional_text("--truth").value_or("");
  for (const std::string &item : values.list("--quantiles"))
    settings.quantiles.push_back(values.number("--quantiles", item, 0, 1, "a number in [0, 1]"));
  for (const std::string &item : values.list("--probability-at-least"))
    settings.probability_at_least.push_back(
        values.number("--probability-at-least", item, -infinity, infinity, "a number"));
  if (settings.command == "predict" || settings.command == "evaluate")
    settings.learner = model_settings(settings.command, values);
}

/// What decisions are about, in the words in which the library says what an option concerns.
std::set<std::string> at_work(const Settings &settings) {
  std::set<std::string> out = settings.library.at_work();
  if (!settings.learner.model.empty()) out.insert("learners");
  if (settings.command == "expected") out.insert("distributions");
  out.insert("tables");
  return out;
}

Settings typed(const CommandSpec &command, const OptionValues &values) {
  Settings settings;
  settings.command = command.name;
  if (values.has(file_key)) settings.file = values.text(file_key);
  settings.file_named = values.count(file_key) > (command.first.empty() ? 0U : 1U) || values.has("--load");
  if (values.has("--output")) settings.output = values.text("--output");
  settings.metrics = values.all("--metric");
  if (values.has("--zero-division")) settings.zero_division = values.text("--zero-division") == "0" ? 0 : 1;
  settings.weights = values.optional_text("--weights");
  settings.id = values.optional_text("--id");
  settings.plot = values.optional_text("--plot").value_or("");
  if (!command.family.empty()) {
    settings.library = LibraryOptions(command, values);
    settings.threads = static_cast<int>(settings.library.integer("threads"));
  }
  if (command.family == "decisions" || command.family == "thresholds")
    settings.average = average_of(settings.library.text("average"));
  if (settings.command.rfind("threshold", 0) == 0) {
    settings.threshold = threshold_settings(command, values, settings.library);
  } else if (settings.command.rfind("cascade", 0) == 0) {
    settings.cascade = cascade_settings(command, values, settings.library);
  } else if (settings.command == "fit") {
    settings.libsvm = is_libsvm(values, settings);
    settings.learner = fit_settings(command, values);
  } else {
    type_decisions(values, settings);
    refuse_idle(command, values, at_work(settings));
  }
  return settings;
}

}  // namespace

std::optional<Settings> parse_command_line(int argc, char **argv) {
  Parser parser;
  const CommandSpec *command = parser.parse(argc, argv);
  if (command == nullptr) return std::nullopt;
  Settings settings = typed(*command, parser.values());
  check_settings(settings);
  return settings;
}

}  // namespace wald::cli
