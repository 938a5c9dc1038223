// Numbers classes and segments, and keeps their names with a route.
#include "routes/route_names.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include "base/errors.hpp"
#include "base/json.hpp"
#include "base/text.hpp"

namespace wald::cli {
namespace {

constexpr double largest = 2147483646;  // of a class in the library

/// 3, and 3.0 as tables with missing values have it.
std::optional<std::int32_t> whole(std::string_view text) {
  double value = 0;
  if (!parse_number(text, value) || !(value >= 0 && value <= largest) || value != std::floor(value)) return {};
  return static_cast<std::int32_t>(value);
}

std::vector<std::string> words_of(const Json &names, const char *key, const std::string &source) {
  std::vector<std::string> out;
  const Json *found = names.find(key);
  if (found == nullptr) return out;
  std::set<std::string> seen;
  bool fine = found->is(Json::Kind::array);
  for (const Json &word : found->items()) {
    fine = fine && word.is(Json::Kind::text) && seen.insert(word.text()).second;
    if (fine) out.push_back(word.text());
  }
  if (!fine) throw InputError(source + ": its names of " + key + " are no list of different texts");
  return out;
}

}  // namespace

Names::Names(const std::vector<std::string> &words) : settled_(true), words_(!words.empty()) {
  for (const std::string &word : words) numbering_.number(word);
}

bool Names::read(std::string_view name, std::int32_t &number) {
  if (settled_ && !words_) {
    const std::optional<std::int32_t> found = whole(name);
    if (found) number = *found;
    return found.has_value();
  }
  number = static_cast<std::int32_t>(numbering_.number(name));
  if (!settled_ && numbering_.count() > static_cast<std::int64_t>(whole_.size()))
    whole_.push_back(whole(name).value_or(-1));
  return true;
}

void Names::settle(std::initializer_list<std::vector<std::int32_t> *> read_so_far) {
  if (settled_) return;
  settled_ = true;
  words_ = std::find(whole_.begin(), whole_.end(), -1) != whole_.end();
  if (words_) return;
  for (std::vector<std::int32_t> *numbers : read_so_far)
    for (std::int32_t &number : *numbers)
      if (number >= 0) number = whole_[static_cast<std::size_t>(number)];
}

std::optional<std::int32_t> Names::find(const std::string &name) const {
  if (!words_) return whole(name);
  const auto found = std::find(words().begin(), words().end(), name);
  if (found == words().end()) return {};
  return static_cast<std::int32_t>(found - words().begin());
}

std::string Names::name(std::int32_t number) const {
  const auto at = static_cast<std::size_t>(number);
  return words_ && at < words().size() ? words()[at] : std::to_string(number);
}

std::string with_names(std::string saved, const RouteNames &names) {
  Json own;
  if (names.classes.are_words()) own["classes"] = names.classes.words();
  if (names.segments.are_words()) own["segments"] = names.segments.words();
  if (own.is(Json::Kind::object)) saved.insert(saved.find("\"stages\":"), "\"names\":" + json_text(own) + ",\n");
  return saved;
}

RouteNames saved_names(const std::string &saved, const std::string &source) {
  const std::optional<Json> state = parse_json(saved, {source}, [](const std::string &name) { return name != "names"; });
  const Json *names = state ? state->find("names") : nullptr;
  const Json none;
  if (names == nullptr) names = &none;
  return {Names(words_of(*names, "classes", source)), Names(words_of(*names, "segments", source))};
}

}  // namespace wald::cli
