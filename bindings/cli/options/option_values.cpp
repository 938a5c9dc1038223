// Types values of options, and reports what is wrong with them.
#include "options/option_values.hpp"

#include <algorithm>

#include "base/errors.hpp"
#include "base/suggest.hpp"
#include "base/text.hpp"

namespace wald::cli {

std::vector<std::string> OptionValues::names() const {
  std::vector<std::string> out;
  for (const auto &[name, values] : values_) out.push_back(name);
  return out;
}

std::optional<std::string> OptionValues::optional_text(const std::string &option) const {
  if (!has(option)) return std::nullopt;
  return text(option);
}

std::vector<std::string> OptionValues::all(const std::string &option) const {
  return has(option) ? values_.at(option) : std::vector<std::string>();
}

std::vector<std::string> OptionValues::list(const std::string &option) const {
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
    if (item.empty()) throw UsageError(option + ": an empty item in the list");
  return items;
}

std::vector<std::pair<std::string, double>> OptionValues::numbers_by_name(const std::string &option) const {
  std::vector<std::pair<std::string, double>> out;
  for (const std::string &item : list(option)) {
    const std::size_t sign = item.rfind('=');
    double value = 0;
    if (sign == std::string::npos || sign == 0 || !parse_number(item.substr(sign + 1), value) || !(value == value))
      throw UsageError(option + " " + shown(item) + ": name=number is needed");
    const std::string name = item.substr(0, sign);
    if (std::any_of(out.begin(), out.end(), [&](const auto &known) { return known.first == name; }))
      throw UsageError(option + ": " + shown(name) + " is given twice");
    out.emplace_back(name, value);
  }
  return out;
}

std::int64_t OptionValues::integer(const std::string &option, std::int64_t lowest, std::int64_t highest) const {
  std::int64_t value = 0;
  if (!parse_integer(text(option), value) || value < lowest || value > highest)
    wrong(option, highest == most ? "a whole number >= " + std::to_string(lowest)
                                  : "a whole number in " + std::to_string(lowest) + " ... " + std::to_string(highest));
  return value;
}

std::optional<std::int64_t> OptionValues::optional_integer(const std::string &option, std::int64_t lowest,
                                                           std::int64_t highest) const {
  if (!has(option)) return std::nullopt;
  return integer(option, lowest, highest);
}

double OptionValues::number(const std::string &option, const std::string &item, double lowest, double highest,
                            const char *what) const {
  double value = 0;
  if (!parse_number(item, value) || !(value >= lowest && value <= highest))
    throw UsageError(option + " " + shown(item) + ": " + what + " is needed");
  return value;
}

std::size_t OptionValues::choice(const std::string &option, const std::vector<std::string> &words) const {
  const auto found = std::find(words.begin(), words.end(), text(option));
  if (found != words.end()) return static_cast<std::size_t>(found - words.begin());
  std::string known;
  for (const std::string &word : words) known += (known.empty() ? "" : &word == &words.back() ? " or " : ", ") + word;
  throw UsageError(option + " " + shown(text(option)) + suggestion(text(option), words) + "\nIt is " + known + ".");
}

void OptionValues::wrong(const std::string &option, const std::string &needed) const {
  throw UsageError(option + " " + shown(text(option)) + ": " + needed + " is needed");
}

}  // namespace wald::cli
