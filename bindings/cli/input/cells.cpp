// Checks one cell: a probability, a score, a weight, 0 or 1, text.
#include "input/cells.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>

#include "base/text.hpp"

namespace wald::cli {
namespace {

/// Whether a text is a word of small letters, however spelt.
bool same_word(std::string_view text, std::string_view word) {
  return text.size() == word.size() && std::equal(text.begin(), text.end(), word.begin(), [](char a, char b) {
           return std::tolower(static_cast<unsigned char>(a)) == b;
         });
}

}  // namespace

bool is_probability(std::string_view text, double &value) {
  constexpr double one_rounded = 1 + 4 * 0x1p-52;  // what the library takes for 1, too
  if (!parse_number(text, value) || !(value >= 0 && value <= one_rounded)) return false;  // NaN passes no comparison
  if (value > 1) value = 1;
  return true;
}

bool is_zero_or_one(std::string_view text, std::uint8_t &value) {
  if (text.size() == 1 && (text[0] == '0' || text[0] == '1')) {
    value = static_cast<std::uint8_t>(text[0] - '0');
    return true;
  }
  for (const auto &[word, meaning] :
       {std::pair("false", 0), std::pair("true", 1), std::pair("no", 0), std::pair("yes", 1)})
    if (same_word(text, word)) {
      value = static_cast<std::uint8_t>(meaning);
      return true;
    }
  double number = 0;  // many tools write labels as 0.0 and 1.0
  if (!parse_number(text, number) || (number != 0 && number != 1)) return false;
  value = static_cast<std::uint8_t>(number);
  return true;
}

bool is_weight(std::string_view text, double &value) {
  return parse_number(text, value) && value >= 0 && std::isfinite(value);
}

bool is_score(std::string_view text, double &value) { return parse_number(text, value) && !std::isnan(value); }

bool is_feature(std::string_view text, double &value) { return parse_number(text, value) && std::fabs(value) <= 1e100; }

bool is_missing(std::string_view text) {
  if (text.empty()) return true;
  const auto words = {"na", "n/a", "nan", "null"};
  return std::any_of(words.begin(), words.end(), [&](const char *word) { return same_word(text, word); });
}

std::string in_column(std::string_view name) { return "column " + shown(name); }

void bad_cell(const Position &position, const std::string &place, std::string_view text, const char *rule) {
  require_utf8(position, place, text);
  double number = 0;
  std::string point(text);  // of a number whose decimals stand behind a comma
  std::replace(point.begin(), point.end(), ',', '.');
  if (point != text && parse_number(point, number))
    position.fail(place + " is " + shown(text) + ": decimals stand behind a point, not a comma");
  const std::string fault = text.empty()                 ? "is empty"
                            : parse_number(text, number) ? "is " + std::string(text)
                                                         : "is " + shown(text) + ", not a number";
  position.fail(place + " " + fault + ": " + rule);
}

void require_known(const Position &position, const std::string &place, std::string_view text, const char *advice) {
  if (is_missing(text))
    position.fail(place + (text.empty() ? " is empty: " : " is " + std::string(text) + ": ") + advice);
}

void require_group(const Position &position, std::string_view column, std::string_view text) {
  if (is_missing(text))
    position.fail(in_column(column) + (text.empty() ? " is empty" : " is " + std::string(text)) +
                  ": every row has a group; one that belongs to no other has its own");
  require_utf8(position, in_column(column), text);
}

void require_utf8(const Position &position, const std::string &place, std::string_view text) {
  if (!is_utf8(text)) position.fail(place + " is not UTF-8 text: " + shown(text));
}

void require_weight(const std::string &source, const std::vector<double> &weights) {
  const bool some = std::any_of(weights.begin(), weights.end(), [](double weight) { return weight > 0; });
  if (!weights.empty() && !some) throw InputError(source + ": the weights are all 0");
}

}  // namespace wald::cli
