// An option of the command from each row of the library: name, value, help.
#include "options/library_rows.hpp"

#include <algorithm>
#include <cmath>
#include <sstream>

#include "base/text.hpp"
#include "wald.hpp"

namespace wald::cli {
namespace {

constexpr std::size_t widest_value = 24;  // a longer list of words stands in the explanation

std::vector<std::string> words_of_row(const std::string &list) {
  std::istringstream in(list);
  std::vector<std::string> out;
  for (std::string word; in >> word;) out.push_back(word);
  return out;
}

/// "a, b or c".
std::string rows_listed(const std::vector<std::string> &words, const char *last) {
  std::string out;
  for (std::size_t i = 0; i < words.size(); ++i)
    out += (i == 0 ? "" : i + 1 == words.size() ? std::string(" ") + last + " " : ", ") + words[i];
  return out;
}

/// A bound as the library's messages have it: 100000 and 1e8 where C++ writes 1e+05 and 1e+08.
std::string number(double value) {
  std::string out;
  append_number(out, value);
  const std::size_t e = out.find('e');
  if (e == std::string::npos) return out;
  if (std::fabs(value) >= 1 && std::fabs(value) < 1e7) return std::to_string(static_cast<std::int64_t>(value));
  return out.substr(0, e + 1) + (value < 1 ? "-" : "") + out.substr(out.find_first_of("123456789", e));
}

/// "in [0, 1)", "finite and above 0", "each at least 2"; "" where a value may be anything.
std::string bounds_of(const wald_option_row &row) {
  const std::string type = row.type;
  const bool whole = type == "integer" || type == "integers", list = type == "numbers" || type == "integers";
  if (!whole && !list && type != "number") return "";
  const double many = whole ? 2147483647 : 1e100;  // limits from here on are there for the machine
  const bool from = std::isfinite(row.low), to = std::isfinite(row.high) && row.high < many;
  std::string out = std::isinf(row.high) && row.open_high != 0 ? "finite" : "";
  if (from && to)
    out = (row.open_low != 0 ? "in (" : "in [") + number(row.low) + ", " + number(row.high) +
          (row.open_high != 0 ? ")" : "]");
  else if (to)
    out = (row.open_high != 0 ? "below " : "at most ") + number(row.high);
  else if (from)
    out += (out.empty() ? "" : " and ") + std::string(row.open_low != 0 ? "above " : "at least ") + number(row.low);
  return list && !out.empty() ? "each " + out : out;
}

bool holds_word(const std::vector<std::string> &words, const std::string &word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

/// What an option goes with: some of a command's calls, where the first of them does not read it, or what else must be
/// at work; empty where nothing.
std::vector<std::string> goes_with(const wald_option_row &row, const std::vector<std::string> &calls) {
  const std::vector<std::string> readers = words_of_row(row.calls);
  std::vector<std::string> out;
  if (!readers.empty() && !holds_word(readers, calls.front()))
    for (const std::string &call : calls)
      if (holds_word(readers, call)) out.push_back(call);
  if (!out.empty()) return out;
  for (const std::string &word : words_of_row(row.concerns)) {
    if (holds_word(calls, word)) return {};
    if (!holds_word(readers, word)) out.push_back(word);
  }
  return out;
}

/// The library's sentence, and in brackets what else there is to know.
std::string help_of(const wald_option_row &row, const std::string &initial, const std::vector<std::string> &with,
                    const std::vector<std::string> &words, bool words_in_value) {
  const std::string type = row.type;
  std::vector<std::string> more;
  if (!with.empty()) more.push_back("with " + rows_listed(with, "or"));
  if (!words.empty() && !words_in_value) more.push_back(rows_listed(words, "or"));
  if (const std::string bounds = bounds_of(row); !bounds.empty()) more.push_back(bounds);
  if (!initial.empty() && type != "switch") more.push_back("default " + initial);
  if (type == "switch" && initial == "on") more.push_back("it is, unless this option is given");
  std::string out = row.sentence;
  if (more.empty()) return out;
  if (out.back() == '.') out.pop_back();
  out += " (";
  for (std::size_t i = 0; i < more.size(); ++i) out += (i == 0 ? "" : "; ") + more[i];
  return out + ").";
}

OptionSpec option_of(const wald_option_row &row, const std::vector<std::string> &calls, const std::string &group,
                     const std::string &initial) {
  const std::string type = row.type;
  OptionSpec option;
  option.row = row.name;
  option.name = option_name(row.name);
  option.calls = words_of_row(row.calls);
  const std::vector<std::string> with = goes_with(row, calls);
  option.group = with.empty() ? group : group + ", for " + rows_listed(with, "or");
  option.is_number = type == "number" || type == "integer";
  option.repeatable = type == "numbers" || type == "integers" || type == "texts";
  const std::vector<std::string> words = words_of_row(row.choices);
  std::string alternatives;
  for (const std::string &word : words) alternatives += (alternatives.empty() ? "" : "|") + word;
  const bool short_list = alternatives.size() <= widest_value;
  if (type == "switch") {
    option.sets = initial == "on" ? "off" : "on";
    if (initial == "on") option.name = "--no-" + option.name.substr(2);
  } else {
    option.value = type == "number"                      ? "X"
                   : type == "integer" || type == "seed" ? "N"
                   : option.repeatable                   ? "LIST"
                   : type == "choice" && short_list      ? alternatives
                   : type == "choice"                    ? "WORD"
                                                         : "TEXT";
  }
  option.help = help_of(row, initial, with, words, short_list);
  return option;
}

}  // namespace

std::string option_name(std::string row) {
  std::replace(row.begin(), row.end(), '_', '-');
  return "--" + row;
}

std::vector<OptionSpec> library_rows(const std::string &family, const std::vector<std::string> &calls,
                                     const std::vector<std::string> &also,
                                     const std::map<std::string, std::string> &defaults) {
  const std::map<std::string, const char *> groups = {
      {"decisions", "Deciding"}, {"thresholds", "Deciding"}, {"cascades", "Fitting"}, {"learners", "Learner"},
      {"routes", "Choosing"}};
  std::vector<OptionSpec> out;
  wald_option_row row = {};
  row.size = sizeof row;
  for (std::int64_t i = 0; detail::is_row(wald_option_list(family.c_str(), i, &row)); ++i) {
    const std::string type = row.type;
    if (type == "metric" || type == "progress") continue;
    const std::vector<std::string> readers = words_of_row(row.calls);
    const bool is_read = std::any_of(calls.begin(), calls.end(),
                                     [&](const std::string &call) { return holds_word(readers, call); });
    if (!readers.empty() && !is_read && !holds_word(also, row.name)) continue;
    const auto own = defaults.find(row.name);
    out.push_back(option_of(row, calls, groups.at(family), own == defaults.end() ? row.initial : own->second));
  }
  return out;
}

std::vector<Word> library_words(const std::string &list) {
  std::vector<Word> out;
  wald_name_row row = {};
  row.size = sizeof row;
  for (std::int64_t i = 0; detail::is_row(wald_name_list(list.c_str(), i, &row)); ++i)
    out.push_back({row.name, row.alias});
  return out;
}

std::string library_word(const char *list, double number) {
  wald_name_row row = {};
  row.size = sizeof row;
  for (std::int64_t i = 0; detail::is_row(wald_name_list(list, i, &row)); ++i)
    if (row.value == number) return row.name;
  return "";
}

}  // namespace wald::cli
