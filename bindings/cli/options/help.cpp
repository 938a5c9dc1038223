#include "options/help.hpp"

#include <algorithm>

namespace wald::cli {
namespace {

constexpr std::size_t column = 30;  // where explanations begin
constexpr std::size_t width = 100;

/// "  term      explanation", the explanation wrapped under itself.
void append_entry(std::string &out, const std::string &term, const std::string &explanation) {
  std::string line = "  " + term;
  if (line.size() + 2 > column) {
    out += line + '\n';
    line.clear();
  }
  line.resize(column, ' ');
  std::size_t begin = 0;
  while (begin < explanation.size()) {
    const std::size_t end = std::min(explanation.find(' ', begin), explanation.size());
    if (line.size() > column && line.size() + 1 + end - begin > width) {
      out += line + '\n';
      line.assign(column, ' ');
    }
    if (line.size() > column) line += ' ';
    line.append(explanation, begin, end - begin);
    begin = end + 1;
  }
  out += line + '\n';
}

std::string term(const OptionSpec &option) {
  std::string names = option.names;
  if (const std::size_t comma = names.find(','); comma != std::string::npos)
    names.insert(comma + 1, 1, ' ');
  else
    names.insert(0, "    ");  // long names stand under each other
  return option.value == nullptr ? names : names + ' ' + option.value;
}

/// What follows the name of a command that is but a group of commands.
std::string group_help(const CommandSpec &group) {
  std::string out = " COMMAND [OPTIONS] [FILE]\n\nCommands:\n";
  const std::string begin = std::string(group.name) + " ";
  for (const CommandSpec &command : command_table)
    if (std::string_view(command.name).substr(0, begin.size()) == begin) append_entry(out, command.name, command.help);
  return out + '\n' + group.example + '\n';
}

}  // namespace

std::string help() {
  std::string out =
      "Wald: from what a model believes to the decision that is optimal for the metric one is judged by.\n\n"
      "Usage: wald COMMAND [OPTIONS] [FILE]\n\nCommands:\n";
  for (const CommandSpec &command : command_table)
    if (!command.group) append_entry(out, command.name, command.help);
  out += "\nOptions:\n";
  append_entry(out, "-h, --help", "show this help; 'wald COMMAND --help' tells the options of a command");
  append_entry(out, "    --version", "show the version");
  return out +
         "\nExit code: 0 success, 1 failure, 2 wrong usage.\n\n"
         "Example:\n  wald predict --metric f1 probabilities.csv\n";
}

std::string help(const CommandSpec &command) {
  std::string out = std::string(command.help) + "\n\nUsage: wald " + command.name;
  if (command.group) return out + group_help(command);
  if (command.first != nullptr) out += std::string(" ") + command.first;
  for (const char *name : command.required) out += std::string(" ") + name + ' ' + option_of(command, name).value;
  out += command.file == nullptr                          ? " [OPTIONS]\n"
         : command.many_files && command.first == nullptr ? " [OPTIONS] [FILE ...]\n"
                                                          : " [OPTIONS] [FILE]\n";
  if (command.file != nullptr) out += '\n';
  if (command.first != nullptr) append_entry(out, command.first, command.first_help);
  if (command.file != nullptr) append_entry(out, "FILE", command.file);
  out += "\nOptions:\n";
  for (const OptionSpec &option : option_table)
    if (std::any_of(command.options.begin(), command.options.end(), [&](const char *name) {
          return long_name(option) == name && &option_of(command, name) == &option;
        }))
      append_entry(out, term(option), option.help);
  append_entry(out, "-h, --help", "show this help");
  return out + '\n' + command.example + '\n';
}

}  // namespace wald::cli
