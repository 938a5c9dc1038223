// Reads commands from their JSON.
#include "options/option_table.hpp"

#include <algorithm>
#include <memory>

#include "base/json.hpp"
#include "options/command_table.hpp"

namespace wald::cli {
namespace {

using Texts = std::vector<std::string>;
using ByName = std::map<std::string, std::string>;

/// A member of an object; null if there is none.
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

const std::string &text_of(const Json &object, const char *key) { return member(object, key).text(); }

bool flag(const Json &object, const char *key) { return member(object, key).integer() != 0; }

OptionSpec option_of(const Json &object) {
  OptionSpec option;
  option.name = "--" + text_of(object, "name");
  if (object.find("short") != nullptr) option.letter = "-" + text_of(object, "short");
  option.value = text_of(object, "value");
  option.words = texts(object, "words");
  option.help = text_of(object, "help");
  option.group = text_of(object, "group");
  option.concerns = text_of(object, "concerns");
  option.calls = texts(object, "calls");
  option.repeatable = flag(object, "repeat");
  option.is_file = flag(object, "file");
  option.row = text_of(object, "row");
  option.is_number = flag(object, "number");
  option.sets = text_of(object, "sets");
  return option;
}

CommandSpec command_of(const Json &object) {
  CommandSpec command;
  command.name = text_of(object, "name");
  command.help = text_of(object, "help");
  command.topic = text_of(object, "topic");
  command.family = text_of(object, "family");
  command.file = text_of(object, "file");
  command.argument = text_of(object, "argument");
  command.many_files = flag(object, "many_files");
  command.first = text_of(object, "first");
  command.first_help = text_of(object, "first_help");
  command.examples = texts(object, "examples");
  command.group = flag(object, "group");
  for (const std::string &name : texts(object, "required")) command.required.push_back("--" + name);
  for (const auto &[name, other] : by_name(object, "unless")) command.unless["--" + name] = "--" + other;
  command.defaults = by_name(object, "defaults");
  for (const Json &option : member(object, "options").items()) command.options.push_back(option_of(option));
  return command;
}

/// The command of one text of the table, read when it is first asked for.
const CommandSpec &command_of_text(std::size_t i) {
  static std::vector<std::unique_ptr<const CommandSpec>> read(command_texts().size());
  if (read[i] == nullptr) {
    const Json object = parse_json(command_texts()[i].json, {"command_table.json"}).value();
    read[i] = std::make_unique<const CommandSpec>(command_of(object));
  }
  return *read[i];
}

}  // namespace

const OptionSpec *CommandSpec::option(const std::string &wanted) const {
  const auto found = std::find_if(options.begin(), options.end(), [&](const OptionSpec &option) {
    return option.name == wanted || (!option.letter.empty() && option.letter == wanted);
  });
  return found == options.end() ? nullptr : &*found;
}

const CommandSpec *find_command(const std::string &name) {
  const std::vector<CommandText> &texts = command_texts();
  for (std::size_t i = 0; i < texts.size(); ++i)
    if (texts[i].name == name) return &command_of_text(i);
  return nullptr;
}

std::vector<std::string> command_names() {
  std::vector<std::string> out;
  for (const CommandText &text : command_texts()) out.emplace_back(text.name);
  return out;
}

std::vector<const CommandSpec *> all_commands() {
  std::vector<const CommandSpec *> out;
  for (std::size_t i = 0; i < command_texts().size(); ++i) out.push_back(&command_of_text(i));
  return out;
}

}  // namespace wald::cli
