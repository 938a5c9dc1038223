// Sets options of the library from a command line, and puts its messages in the words of the command.
#include "options/library_options.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <sstream>

#include "base/errors.hpp"
#include "base/text.hpp"
#include "options/library_words.hpp"

namespace wald::cli {
namespace {

/// Throws UsageError if there is no value: the library takes an empty text and NaN for "not set".
void require_value(const OptionSpec &option, const std::string &text) {
  double value = 0;
  const bool is_nan = option.is_number && parse_number(text, value) && std::isnan(value);
  if (option.sets.empty() && (text.empty() || is_nan))
    throw UsageError(option.name + " is " + shown(text) + ": a " + (option.is_number ? "number" : "value") +
                     " is needed");
  constexpr std::int64_t largest = std::int64_t{1} << 53;  // whole numbers pass through doubles
  std::int64_t whole = 0;
  if (option.is_number && option.value == "N" && parse_integer(text, whole) && whole > largest)
    throw UsageError(option.name + " is " + text + ": must be at most " + std::to_string(largest));
}

bool is_option(const std::string &family, const std::string &word) {
  wald_option_row row = {};
  row.size = sizeof row;
  for (std::int64_t i = 0; detail::is_row(wald_option_list(family.c_str(), i, &row)); ++i)
    if (word == row.name) return true;
  return false;
}

/// What the library says of an option that is not read, in which words are called by the options that bring them in.
std::string in_command(const std::string &family, std::string message) {
  static const std::map<std::string, std::string> named = {
      {"calibration", "--calibrate"}, {"learners", "--model"}, {"learner", "--learner"}, {"exclusive", "--classes exclusive"}};
  const std::string call = "this call", before = " reads it with ";
  if (const std::size_t at = message.find(call); at != std::string::npos) message.replace(at, call.size(), "this command");
  const std::size_t begin = message.find(before);
  if (begin == std::string::npos) return message;
  std::istringstream words(message.substr(begin + before.size()));
  std::string out = message.substr(0, begin + before.size() - 1);
  for (std::string word; words >> word;) {
    const bool comma = word.back() == ',';
    if (comma) word.pop_back();
    const auto found = named.find(word);
    out += " " + (found != named.end()                                ? found->second
                  : family != "learners" && is_option(family, word) ? option_name(word)  // neighbours is a learner
                                                                      : word);
    if (comma) out += ",";
  }
  return out;
}

void set(wald_options *options, const std::string &row, const std::string &text) {
  if (wald_options_set_text(options, row.c_str(), text.c_str()) != WALD_OK)
    throw UsageError(in_options(wald_last_error()));
}

/// The occurrences of an option, of which those of a list are one list.
std::string joined_by_commas(const std::vector<std::string> &texts) {
  std::string out;
  for (const std::string &text : texts) out += (out.empty() ? "" : ",") + text;
  return out;
}

}  // namespace

LibraryOptions::LibraryOptions(const CommandSpec &command, const OptionValues &values) : family_(command.family) {
  wald_options *made = nullptr;
  if (wald_options_create(family_.c_str(), &made) != WALD_OK) throw Failure(wald_last_error());
  options_ = Handle(made, wald_destroy);
  for (const OptionSpec &option : command.options) {
    if (option.row.empty()) continue;
    const auto own = command.defaults.find(option.row);
    if (values.has(option.name)) {
      for (const std::string &text : values.all(option.name)) require_value(option, text);
      given_.insert(option.row);
      set_.emplace_back(option.row, option.sets.empty() ? joined_by_commas(values.all(option.name)) : option.sets);
    } else if (own != command.defaults.end()) {
      set_.emplace_back(*own);
    }
  }
  for (const auto &[row, text] : set_) set(made, row, text);
}

bool LibraryOptions::given(const std::string &row) const { return given_.count(row) > 0; }

std::string LibraryOptions::text(const std::string &row) const {
  std::int64_t needed = 0;
  if (wald_options_get(options_.get(), row.c_str(), nullptr, 0, &needed) != WALD_OK) throw Failure(wald_last_error());
  std::string out(static_cast<std::size_t>(needed), '\0');
  if (wald_options_get(options_.get(), row.c_str(), out.data(), needed, &needed) != WALD_OK)
    throw Failure(wald_last_error());
  return out;
}

double LibraryOptions::number(const std::string &row) const {
  double value = 0;
  return parse_number(text(row), value) ? value : std::numeric_limits<double>::quiet_NaN();
}

std::int64_t LibraryOptions::integer(const std::string &row) const {
  std::int64_t value = 0;  // from its digits: a double holds those of up to 2^53 alone
  parse_integer(text(row), value);
  return value;
}

void LibraryOptions::refuse_unread(const std::string &calls) const {
  if (wald_options_check(options_.get(), calls.c_str(), 0) != WALD_OK)
    throw UsageError(in_command(family_, in_options(wald_last_error())));
}

void refuse_idle(const CommandSpec &command, const OptionValues &values, const char *setting,
                 const std::set<std::string> &at_work) {
  for (const OptionSpec &option : command.options) {
    if (option.concerns.empty() || !values.has(option.name)) continue;
    std::istringstream in(option.concerns);
    std::vector<std::string> concerned;
    for (std::string word; in >> word;) concerned.push_back(word);
    if (std::any_of(concerned.begin(), concerned.end(), [&](const auto &word) { return at_work.count(word) > 0; }))
      continue;
    std::string all;
    for (const std::string &word : concerned) all += (all.empty() ? "" : &word == &concerned.back() ? " or " : ", ") + word;
    throw UsageError(option.name + " is read with " + setting + " " + all + " only");
  }
}

std::string in_options(std::string message, const std::function<bool(const std::string &row)> &given) {
  const std::string letters = "abcdefghijklmnopqrstuvwxyz_";
  std::set<std::string> rows = {"rated_from"};
  for (const char *family : {"decisions", "thresholds", "cascades", "learners", "routes", "promises", "performance"}) {
    wald_option_row row = {};
    row.size = sizeof row;
    for (std::int64_t i = 0; detail::is_row(wald_option_list(family, i, &row)); ++i)
      if (std::string(row.type) != "metric") rows.insert(row.name);  // "metric "f1": ..." is about the metric itself
  }
  // A message begins with its argument. Further on, a word is an option where no other word is written so, or where it
  // is to be given.
  std::string out;
  for (std::size_t begin = 0; begin < message.size();) {
    const std::size_t end = std::min(message.find_first_not_of(letters, begin), message.size());
    const std::string word = message.substr(begin, end - begin);
    const std::string equals = " = ";  // "goal = quality" is --goal quality, and "at_most = 2" a value that was given
    if (rows.count(word) > 0 && message.compare(end, equals.size(), equals) == 0 && end + equals.size() < message.size() &&
        letters.find(message[end + equals.size()]) != std::string::npos) {
      out += option_name(word) + ' ';
      begin = end + equals.size();
      continue;
    }
    const bool meant = (begin == 0 && (!given || given(word))) || word.find('_') != std::string::npos ||
                       (begin >= 5 && message.compare(begin - 5, 5, "give ") == 0);
    out += meant && rows.count(word) > 0 ? option_name(word) : word;
    if (end < message.size()) out += message[end];
    begin = end + 1;
  }
  return out;
}

}  // namespace wald::cli
