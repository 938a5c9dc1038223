#include "options/library_rows.hpp"

#include <algorithm>
#include <cmath>
#include <sstream>

#include "base/text.hpp"
#include "wald.h"

namespace wald::cli {
namespace {

constexpr std::size_t widest_value = 24;  // a longer list of words stands in the explanation

std::vector<std::string> words_of(const std::string &list) {
  std::istringstream in(list);
  std::vector<std::string> out;
  for (std::string word; in >> word;) out.push_back(word);
  return out;
}

/// "a, b or c".
std::string listed(const std::vector<std::string> &words, const char *last) {
  std::string out;
  for (std::size_t i = 0; i < words.size(); ++i)
    out += (i == 0 ? "" : i + 1 == words.size() ? std::string(" ") + last + " " : ", ") + words[i];
  return out;
}

std::string number(double value) {
  std::string out;
  append_number(out, value);
  return out;
}

/// "0 to 1", "above 0"; "" where a value may be anything, or anything from 0 on.
std::string bounds_of(const wald_option_row &row) {
  constexpr double many = 2147483647;  // limits from here on are there for the machine
  const bool from = std::isfinite(row.low), to = std::isfinite(row.high) && row.high < many;
  if (from && to && row.open_low == 0 && row.open_high == 0) return number(row.low) + " to " + number(row.high);
  if (from && to)
    return (row.open_low != 0 ? "above " : "at least ") + number(row.low) +
           (row.open_high != 0 ? " and below " : " and at most ") + number(row.high);
  if (from && (row.low > 0 || row.open_low != 0)) return (row.open_low != 0 ? "above " : "at least ") + number(row.low);
  return "";
}

/// The library's sentence, and in brackets what else there is to know.
std::string help_of(const wald_option_row &row, const std::string &initial, const std::vector<std::string> &words,
                    bool words_in_value) {
  const std::string type = row.type;
  std::vector<std::string> more;
  if (*row.concerns != '\0') more.push_back("with " + listed(words_of(row.concerns), "or"));
  if (!words.empty() && !words_in_value) more.push_back(listed(words, "or"));
  if (type == "number" || type == "integer" || type == "numbers" || type == "integers")
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

OptionSpec option_of(const wald_option_row &row, const std::string &group, const std::string &initial) {
  const std::string type = row.type;
  OptionSpec option;
  option.row = row.name;
  option.name = option_name(row.name);
  option.group = group;
  option.concerns = row.concerns;
  option.is_number = type == "number" || type == "integer";
  option.repeatable = type == "numbers" || type == "integers" || type == "texts";
  const std::vector<std::string> words = words_of(row.choices);
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
  option.help = help_of(row, initial, words, short_list);
  return option;
}

}  // namespace

std::string option_name(std::string row) {
  std::replace(row.begin(), row.end(), '_', '-');
  return "--" + row;
}

std::vector<OptionSpec> library_rows(const std::string &family, const std::map<std::string, std::string> &defaults) {
  const std::map<std::string, const char *> groups = {{"decisions", "Deciding"},
                                                      {"thresholds", "Deciding"},
                                                      {"cascades", "Fitting"},
                                                      {"learners", "Learner"}};
  std::vector<OptionSpec> out;
  wald_option_row row = {};
  row.size = sizeof row;
  for (std::int64_t i = 0; wald_option_list(family.c_str(), i, &row) == WALD_OK; ++i) {
    const std::string type = row.type;
    if (type == "metric" || type == "progress") continue;
    const auto own = defaults.find(row.name);
    out.push_back(option_of(row, groups.at(family), own == defaults.end() ? row.initial : own->second));
  }
  return out;
}

std::vector<Word> library_words(const std::string &list) {
  std::vector<Word> out;
  wald_name_row row = {};
  row.size = sizeof row;
  for (std::int64_t i = 0; wald_name_list(list.c_str(), i, &row) == WALD_OK; ++i) out.push_back({row.name, row.alias});
  return out;
}

}  // namespace wald::cli
