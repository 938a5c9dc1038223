#include "command_line.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <limits>
#include <map>
#include <string>
#include <vector>

#include "check_settings.hpp"
#include "errors.hpp"
#include "help.hpp"
#include "option_table.hpp"
#include "output.hpp"
#include "suggest.hpp"
#include "text.hpp"

namespace wald::cli {
namespace {

constexpr const char *file_key = "FILE";

const OptionSpec &spec_of(const std::string &name) {
  return *std::find_if(option_table.begin(), option_table.end(),
                       [&](const OptionSpec &option) { return long_name(option) == name; });
}

/// CLI11 tells options, values and commands apart. What they may be is checked after it, for then an unknown option is
/// named first even when another is missing or wrong.
class Parser {
 public:
  Parser() : app_("", "wald") {
    app_.allow_extras();
    app_.set_help_flag("-h,--help", "");
    app_.set_version_flag("--version", std::string("wald ") + wald_version() + "\n");
    for (const CommandSpec &command : command_table) add(command);
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
      const std::string text = error.what();  // "--metric: 1 required NAME missing"
      throw UsageError(text.substr(0, text.find(':')) + " needs a value\nTry 'wald --help'.");
    } catch (const CLI::ParseError &error) {
      throw UsageError(error.what());
    }
    return &command();
  }

  const std::vector<std::string> &values(const std::string &option) { return values_[option]; }

 private:
  void add(const CommandSpec &command) {
    CLI::App *sub = app_.add_subcommand(command.name);
    sub->allow_extras();
    sub->set_help_flag("-h,--help", "");
    for (const char *name : command.options)
      sub->add_option_function<std::string>(spec_of(name).names,
                                            [this, name](const std::string &value) { values_[name].push_back(value); })
          ->trigger_on_parse();
    if (command.file != nullptr)
      sub->add_option_function<std::string>(file_key,
                                            [this](const std::string &value) { values_[file_key].push_back(value); });
  }

  const CommandSpec &used_command() const {
    const std::string name = app_.get_subcommands()[0]->get_name();
    return *std::find_if(command_table.begin(), command_table.end(),
                         [&](const CommandSpec &known) { return known.name == name; });
  }

  static void show(const std::string &text) {
    Output output("-");
    output.write(text);
    output.finish();
  }

  const CommandSpec &command() {
    std::vector<std::string> commands;
    commands.reserve(command_table.size());
    for (const CommandSpec &known : command_table) commands.emplace_back(known.name);
    const auto used = app_.get_subcommands();
    for (const std::string &extra : app_.remaining()) {
      if (extra[0] == '-' && extra.size() > 1)
        throw UsageError("unknown option " + extra + (used.empty() ? suggestion(extra, {"--help", "--version"}) : "") +
                         "\nTry 'wald --help'.");
      throw UsageError("unknown command " + shown(extra) + suggestion(extra, commands) + "\nTry 'wald --help'.");
    }
    if (used.empty()) throw UsageError("a command is needed\nTry 'wald --help'.");
    const CommandSpec &spec = used_command();
    refuse_extras(spec, used[0]->remaining());
    for (const char *name : spec.options)
      if (values_[name].size() > 1 && !may_repeat(spec, name)) wrong(spec, std::string(name) + " is given twice");
    for (const char *name : spec.required)
      if (values_[name].empty()) wrong(spec, std::string(name) + " is needed");
    return spec;
  }

  static void refuse_extras(const CommandSpec &spec, const std::vector<std::string> &extras) {
    std::vector<std::string> known = {"--help"};
    for (const char *name : spec.options) known.emplace_back(name);
    for (const std::string &extra : extras) {
      if (extra.size() < 2 || extra[0] != '-') continue;
      const std::string name = extra.substr(0, extra.find('='));
      const bool elsewhere = std::any_of(option_table.begin(), option_table.end(),
                                         [&](const OptionSpec &option) { return long_name(option) == name; });
      wrong(spec, elsewhere ? name + " is no option of 'wald " + spec.name + "'"
                            : "unknown option " + name + suggestion(name, known));
    }
    if (!extras.empty()) wrong(spec, "unexpected argument " + shown(extras[0]));
  }

  static bool may_repeat(const CommandSpec &spec, const std::string &name) {
    const bool one_metric = std::string_view(spec.name) != "evaluate" && std::string_view(spec.name) != "expected";
    return spec_of(name).repeatable && !(name == "--metric" && one_metric);
  }

  [[noreturn]] static void wrong(const CommandSpec &spec, const std::string &message) {
    throw UsageError(message + "\nTry 'wald " + spec.name + " --help'.");
  }

  CLI::App app_;
  std::map<std::string, std::vector<std::string>> values_;
};

/// Typed values of options, each with what is said where it is wrong.
class Values {
 public:
  explicit Values(Parser &parser) : parser_(parser) {}

  bool has(const char *option) const { return !parser_.values(option).empty(); }
  const std::vector<std::string> &all(const char *option) const { return parser_.values(option); }
  const std::string &text(const char *option) const { return parser_.values(option)[0]; }

  std::int64_t integer(const char *option, std::int64_t lowest, std::int64_t highest) const {
    std::int64_t value = 0;
    if (!parse_integer(text(option), value) || value < lowest || value > highest)
      wrong(option, highest == most
                        ? "a whole number >= " + std::to_string(lowest)
                        : "a whole number in " + std::to_string(lowest) + " ... " + std::to_string(highest));
    return value;
  }
  std::optional<std::int64_t> optional_integer(const char *option, std::int64_t lowest, std::int64_t highest) const {
    if (!has(option)) return std::nullopt;
    return integer(option, lowest, highest);
  }

  double number(const char *option, const std::string &item, double lowest, double highest, const char *what) const {
    double value = 0;
    if (!parse_number(item, value) || !(value >= lowest && value <= highest))
      throw UsageError(std::string(option) + " " + shown(item) + ": " + what + " is needed");
    return value;
  }

  /// Values of all occurrences, each of which may be a list with commas.
  std::vector<std::string> list(const char *option) const {
    std::vector<std::string> items;
    for (const std::string &list : all(option)) {
      std::size_t begin = 0;
      for (std::size_t end = list.find(','); end != std::string::npos; end = list.find(',', begin)) {
        items.push_back(list.substr(begin, end - begin));
        begin = end + 1;
      }
      items.push_back(list.substr(begin));
    }
    for (const std::string &item : items)
      if (item.empty()) throw UsageError(std::string(option) + ": an empty item in the list");
    return items;
  }

  /// The place of the value among the words it may be.
  std::size_t choice(const char *option, const std::vector<std::string> &words) const {
    const auto found = std::find(words.begin(), words.end(), text(option));
    if (found != words.end()) return static_cast<std::size_t>(found - words.begin());
    std::string known;
    for (const std::string &word : words) known += (known.empty() ? "" : &word == &words.back() ? " or " : ", ") + word;
    throw UsageError(std::string(option) + " " + shown(text(option)) + suggestion(text(option), words) + "\nIt is " +
                     known + ".");
  }

  static constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();

 private:
  [[noreturn]] void wrong(const char *option, const std::string &needed) const {
    throw UsageError(std::string(option) + " " + shown(text(option)) + ": " + needed + " is needed");
  }

  Parser &parser_;
};

Settings typed(const CommandSpec &command, const Values &values) {
  constexpr std::int64_t most_labels = std::numeric_limits<std::int32_t>::max();
  const double infinity = std::numeric_limits<double>::infinity();
  Settings settings;
  settings.command = command.name;
  if (values.has(file_key)) settings.file = values.text(file_key);
  if (values.has("--output")) settings.output = values.text("--output");
  settings.metrics = values.all("--metric");
  if (values.has("--zero-division"))
    settings.zero_division = static_cast<int>(values.choice("--zero-division", {"0", "1"}));
  if (values.has("--given"))
    settings.given =
        static_cast<wald_kind>(values.choice("--given", {"independent", "categorical", "joint", "counts"}));
  if (values.has("--average"))
    settings.average = static_cast<wald_average>(values.choice("--average", {"instance", "macro", "micro"}));
  settings.exactly = values.optional_integer("--exactly", 0, Values::most);
  settings.at_least = values.optional_integer("--at-least", 0, Values::most);
  settings.at_most = values.optional_integer("--at-most", 0, Values::most);
  if (values.has("--abstain"))
    settings.abstain = values.number("--abstain", values.text("--abstain"), std::numeric_limits<double>::lowest(),
                                     std::numeric_limits<double>::max(), "a finite number");
  if (values.has("--algorithm")) settings.algorithm = algorithm_names[values.choice("--algorithm", algorithm_names)];
  if (values.has("--threads")) settings.threads = static_cast<int>(values.integer("--threads", 0, 1024));
  if (values.has("--format"))
    settings.format = values.choice("--format", {"csv", "jsonl"}) == 0 ? Format::csv : Format::jsonl;
  else if (settings.command == "metrics")
    settings.format = Format::text;
  if (values.has("--id")) settings.id = values.text("--id");
  settings.labels = values.list("--labels");
  settings.libsvm =
      values.has("--input") ? values.choice("--input", {"csv", "libsvm"}) == 1 : named_libsvm(settings.file);
  settings.n_labels = values.optional_integer("--n-labels", 1, most_labels);
  if (values.has("--prediction")) settings.prediction = values.text("--prediction");
  if (values.has("--truth")) settings.truth = values.text("--truth");
  if (values.has("--weights")) settings.weights = values.text("--weights");
  for (const std::string &item : values.list("--quantiles"))
    settings.quantiles.push_back(values.number("--quantiles", item, 0, 1, "a number in [0, 1]"));
  for (const std::string &item : values.list("--probability-at-least"))
    settings.probability_at_least.push_back(
        values.number("--probability-at-least", item, -infinity, infinity, "a number"));
  if (values.has("--seed")) settings.seed = static_cast<std::uint64_t>(values.integer("--seed", 0, Values::most));
  if (values.has("--draws")) settings.draws = values.integer("--draws", 2, Values::most);
  if (values.has("--plot")) settings.plot = values.text("--plot");
  settings.simulation_named = values.has("--seed") || values.has("--draws");
  settings.file_named = values.has(file_key);
  return settings;
}

}  // namespace

std::optional<Settings> parse_command_line(int argc, char **argv) {
  Parser parser;
  const CommandSpec *command = parser.parse(argc, argv);
  if (command == nullptr) return std::nullopt;
  Settings settings = typed(*command, Values(parser));
  check_settings(settings);
  return settings;
}

}  // namespace wald::cli
