// Lays out help: terms in a column, explanations wrapped beside them.
#include "options/help.hpp"

#include <algorithm>

namespace wald::cli {
namespace {

constexpr std::size_t help_column = 30;  // where explanations begin
constexpr std::size_t help_width = 100;

/// "  term      explanation", the explanation wrapped under itself.
void append_entry(std::string &out, const std::string &term, const std::string &explanation) {
  std::string line = "  " + term;
  if (line.size() + 2 > help_column) {
    out += line + '\n';
    line.clear();
  }
  line.resize(help_column, ' ');
  std::size_t begin = 0;
  while (begin < explanation.size()) {
    const std::size_t end = std::min(explanation.find(' ', begin), explanation.size());
    if (line.size() > help_column && line.size() + 1 + end - begin > help_width) {
      out += line + '\n';
      line.assign(help_column, ' ');
    }
    if (line.size() > help_column) line += ' ';
    line.append(explanation, begin, end - begin);
    begin = end + 1;
  }
  out += line + '\n';
}

std::string term(const OptionSpec &option) {
  // Long names stand under each other.
  const std::string names = (option.letter.empty() ? "    " : option.letter + ", ") + option.name;
  return option.value.empty() ? names : names + ' ' + option.value;
}

void append_examples(std::string &out, const CommandSpec &command) {
  out += "\nExample:\n";
  for (const std::string &example : command.examples) out += "  " + example + '\n';
}

/// The options under their headings, in the order in which these first come up.
void append_options(std::string &out, const CommandSpec &command) {
  std::vector<std::string> groups;
  for (const OptionSpec &option : command.options)
    if (std::find(groups.begin(), groups.end(), option.group) == groups.end()) groups.push_back(option.group);
  for (const std::string &group : groups) {
    out += '\n' + group + ":\n";
    for (const OptionSpec &option : command.options)
      if (option.group == group) append_entry(out, term(option), option.help);
  }
  out += "\nOther:\n";
  append_entry(out, "-h, --help", "Show this help.");
}

}  // namespace

std::string help() {
  std::string out =
      "Wald turns predicted probabilities into the decisions that maximise the expected value of your\n"
      "metric.\n\n"
      "Usage: wald COMMAND [OPTIONS] [FILE]\n";
  std::string topic;
  for (const CommandSpec *command : all_commands()) {
    if (command->topic != topic) out += '\n' + command->topic + ":\n";
    topic = command->topic;
    if (!command->group) append_entry(out, command->name, command->help);
  }
  append_entry(out, "help [COMMAND]", "Show the options of a command, as 'wald COMMAND --help' does.");
  out += "\nOptions:\n";
  append_entry(out, "-h, --help", "Show this help.");
  append_entry(out, "-V, --version", "Show the version.");
  return out +
         "\nExit code: 0 success, 1 failure, 2 wrong usage.\n\n"
         "Example:\n  wald predict --metric f1 probabilities.csv\n";
}

std::string help(const CommandSpec &command) {
  std::string out = command.help + "\n\nUsage: wald " + command.name;
  if (command.group) {
    out += " COMMAND [OPTIONS] [FILE]\n\nCommands:\n";
    for (const CommandSpec *other : all_commands())
      if (other->name.rfind(command.name + " ", 0) == 0) append_entry(out, other->name, other->help);
    append_examples(out, command);
    return out;
  }
  if (!command.first.empty()) out += ' ' + command.first;
  for (const std::string &name : command.required) out += ' ' + name + ' ' + command.option(name)->value;
  const bool several = command.many_files && command.first.empty();
  const std::string argument = command.argument.empty() ? "FILE" : command.argument;
  out += command.file.empty() ? " [OPTIONS]\n" : " [OPTIONS] [" + argument + (several ? " ...]\n" : "]\n");
  if (!command.file.empty() || !command.first.empty()) out += '\n';
  if (!command.first.empty()) append_entry(out, command.first, command.first_help);
  if (!command.file.empty()) append_entry(out, argument, command.file);
  append_options(out, command);
  append_examples(out, command);
  return out;
}

}  // namespace wald::cli
