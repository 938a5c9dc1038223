#include "options/option_table.hpp"

#include <algorithm>

#include "base/json.hpp"
#include "options/command_json.hpp"
#include "options/library_rows.hpp"

namespace wald::cli {
namespace {

using Texts = std::vector<std::string>;
using ByName = std::map<std::string, std::string>;

Texts texts(const Json &object, const char *key) { return object.value(key, Texts()); }

bool holds(const Texts &names, const std::string &name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

std::string text(const Json &object, const char *key) { return object.value(key, ""); }

std::string joined(const Texts &words) {
  std::string out;
  for (const std::string &word : words) out += (out.empty() ? "" : "|") + word;
  return out;
}

/// One of the command's own options. A text stands for one of those that commands share.
OptionSpec own_option(const Json &entry, const Json &shared) {
  const Json &object = entry.is_string() ? shared.at(entry.get<std::string>()) : entry;
  OptionSpec option;
  option.name = "--" + (object.contains("name") ? text(object, "name") : entry.get<std::string>());
  if (object.contains("short")) option.letter = "-" + text(object, "short");
  option.words = texts(object, "words");
  option.value = option.words.empty() ? text(object, "value") : joined(option.words);
  option.help = text(object, "help");
  option.group = text(object, "group");
  option.concerns = text(object, "concerns");
  option.repeatable = object.value("repeat", false);
  return option;
}

CommandSpec command_of(const Json &object, const Json &table) {
  CommandSpec command;
  command.name = text(object, "name");
  command.help = text(object, "help");
  command.family = text(object, "family");
  command.file = text(object, "file");
  command.many_files = object.value("many_files", false);
  command.first = text(object, "first");
  command.first_help = text(object, "first_help");
  command.examples = texts(object, "examples");
  command.group = object.value("group", false);
  for (const std::string &name : texts(object, "required")) command.required.push_back("--" + name);
  for (const auto &[name, other] : object.value("unless", ByName())) command.unless["--" + name] = "--" + other;
  for (const auto &item : object.at("options")) command.options.push_back(own_option(item, table.at("options")));
  if (command.family.empty()) return command;
  command.defaults = object.value("defaults", ByName());
  command.defaults.merge(table.at("defaults").get<ByName>());
  const Texts without = texts(object, "without"), only = texts(object, "only");
  for (OptionSpec &option : library_rows(command.family, command.defaults))
    if (command.option(option.name) == nullptr && !holds(without, option.row) &&
        (only.empty() || holds(only, option.row)))
      command.options.push_back(std::move(option));
  return command;
}

std::vector<CommandSpec> read_table() {
  const Json table = Json::parse(command_json);
  std::vector<CommandSpec> out;
  for (const Json &command : table.at("commands")) out.push_back(command_of(command, table));
  return out;
}

}  // namespace

const OptionSpec *CommandSpec::option(const std::string &wanted) const {
  const auto found =
      std::find_if(options.begin(), options.end(), [&](const OptionSpec &option) { return option.name == wanted; });
  return found == options.end() ? nullptr : &*found;
}

const std::vector<CommandSpec> &command_table() {
  static const std::vector<CommandSpec> table = read_table();
  return table;
}

}  // namespace wald::cli
