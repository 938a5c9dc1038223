// Reads the table of commands from its JSON.
#include "options/option_table.hpp"

#include <algorithm>

#include "base/json.hpp"
#include "options/command_json.hpp"
#include "options/library_rows.hpp"

namespace wald::cli {
namespace {

using Texts = std::vector<std::string>;
using ByName = std::map<std::string, std::string>;

/// A member of an object; null where there is none.
const Json &member(const Json &object, const char *key) {
  static const Json none;
  const Json *found = object.find(key);
  return found == nullptr ? none : *found;
}

Texts texts(const Json &object, const char *key) {
  Texts out;
  for (const Json &item : member(object, key).items()) out.push_back(item.text());
  return out;
}

ByName by_name(const Json &object, const char *key) {
  ByName out;
  const Json &members = member(object, key);
  for (std::size_t i = 0; i < members.items().size(); ++i) out.emplace(members.names()[i], members.items()[i].text());
  return out;
}

bool holds(const Texts &names, const std::string &name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

const std::string &text_of(const Json &object, const char *key) { return member(object, key).text(); }

bool flag(const Json &object, const char *key) { return member(object, key).integer() != 0; }

std::string joined_words(const Texts &words) {
  std::string out;
  for (const std::string &word : words) out += (out.empty() ? "" : "|") + word;
  return out;
}

/// One of the command's own options. A text stands for one of those that commands share.
OptionSpec own_option(const Json &entry, const Json &shared) {
  const bool named = entry.is(Json::Kind::text);
  const Json &object = named ? member(shared, entry.text().c_str()) : entry;
  OptionSpec option;
  option.name = "--" + (object.find("name") != nullptr ? text_of(object, "name") : entry.text());
  if (object.find("short") != nullptr) option.letter = "-" + text_of(object, "short");
  option.words = texts(object, "words");
  option.value = option.words.empty() ? text_of(object, "value") : joined_words(option.words);
  option.help = text_of(object, "help");
  option.group = text_of(object, "group");
  option.concerns = text_of(object, "concerns");
  option.repeatable = flag(object, "repeat");
  option.is_file = text_of(object, "complete") == "file";
  return option;
}

CommandSpec command_of(const Json &object, const Json &table) {
  CommandSpec command;
  command.name = text_of(object, "name");
  command.help = text_of(object, "help");
  command.topic = text_of(object, "topic");
  command.family = text_of(object, "family");
  command.file = text_of(object, "file");
  command.many_files = flag(object, "many_files");
  command.first = text_of(object, "first");
  command.first_help = text_of(object, "first_help");
  command.examples = texts(object, "examples");
  command.group = flag(object, "group");
  for (const std::string &name : texts(object, "required")) command.required.push_back("--" + name);
  for (const auto &[name, other] : by_name(object, "unless")) command.unless["--" + name] = "--" + other;
  for (const auto &item : member(object, "options").items())
    command.options.push_back(own_option(item, member(table, "options")));
  if (command.family.empty()) return command;
  command.defaults = by_name(object, "defaults");
  command.defaults.merge(by_name(table, "defaults"));
  const Texts without = texts(object, "without"), also = texts(object, "also");
  for (OptionSpec &option : library_rows(command.family, texts(object, "calls"), also, command.defaults))
    if (command.option(option.name) == nullptr && !holds(without, option.row)) command.options.push_back(std::move(option));
  return command;
}

std::vector<CommandSpec> read_table() {
  const Json table = parse_json(command_json, {"command.json"}).value();
  std::vector<CommandSpec> out;
  for (const Json &command : member(table, "commands").items()) out.push_back(command_of(command, table));
  return out;
}

}  // namespace

const OptionSpec *CommandSpec::option(const std::string &wanted) const {
  const auto found = std::find_if(options.begin(), options.end(), [&](const OptionSpec &option) {
    return option.name == wanted || (!option.letter.empty() && option.letter == wanted);
  });
  return found == options.end() ? nullptr : &*found;
}

const std::vector<CommandSpec> &command_table() {
  static const std::vector<CommandSpec> table = read_table();
  return table;
}

}  // namespace wald::cli
