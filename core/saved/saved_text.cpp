// Reads and writes states as JSON text; nlohmann's parser is iterative and hands over one value at a time.
#include "core/numeric/contraction.hpp"  // first

#include "core/saved/saved_text.hpp"

#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "core/saved/saved_binary.hpp"

namespace wald::core {

namespace {

// Nothing that is saved is nested deeper than this: learners within learners are (core/learners/learner.cpp).
constexpr std::size_t deepest = 32;
// Nor has it more members, which are told apart one by one.
constexpr std::size_t most_members = 64;

class Builder : public nlohmann::json_sax<nlohmann::json> {
 public:
  explicit Builder(const SavedText &text) : text_(text) {}
  SavedValue take() { return std::move(root_); }

  bool null() override { return put(nullptr); }
  bool boolean(bool v) override { return put(v); }
  bool number_integer(number_integer_t v) override { return put(int64_t{v}); }
  bool number_unsigned(number_unsigned_t v) override {
    if (v > static_cast<uint64_t>(std::numeric_limits<int64_t>::max())) return put(static_cast<double>(v));
    return put(static_cast<int64_t>(v));
  }
  bool number_float(number_float_t v, const string_t &) override { return put(v); }
  bool string(string_t &v) override { return put(std::move(v)); }
  bool binary(binary_t &) override { return false; }
  bool start_object(std::size_t) override { return open(SavedValue::Members()); }
  bool start_array(std::size_t) override { return open(std::vector<SavedValue>()); }
  bool end_object() override { return close(); }
  bool end_array() override { return close(); }
  bool key(string_t &name) override {
    auto &members = std::get<SavedValue::Members>(open_.back()->value);
    for (const auto &[known, value] : members)
      if (known == name) text_.malformed(text(in_quotes(name), " stands twice"));
    if (members.size() == most_members) text_.malformed(text("has an object of more than ", most_members, " members"));
    members.emplace_back(name, SavedValue());
    return true;
  }
  bool parse_error(std::size_t, const std::string &, const nlohmann::json::exception &e) override {
    text_.malformed(parse_message(e.what()));
  }

 private:
  template <class T>
  bool put(T &&v) {
    place().value = std::forward<T>(v);
    return true;
  }
  template <class T>
  bool open(T &&empty) {
    if (open_.size() == deepest) text_.malformed(text("is nested deeper than ", deepest, " levels"));
    SavedValue &here = place();
    here.value = std::forward<T>(empty);
    open_.push_back(&here);
    return true;
  }
  bool close() {
    open_.pop_back();
    return true;
  }
  // Where the next value goes. Containers that are open do not move: only the innermost one grows.
  SavedValue &place() {
    if (open_.empty()) return root_;
    if (auto *members = std::get_if<SavedValue::Members>(&open_.back()->value)) return members->back().second;
    return std::get<std::vector<SavedValue>>(open_.back()->value).emplace_back();
  }
  const SavedText &text_;
  SavedValue root_;
  std::vector<SavedValue *> open_;
};

}  // namespace

SavedText::SavedText(std::string_view saved, const char *what, int64_t version) : what_(what) {
  root_ = is_binary(saved) ? unpacked(saved, what) : parse(saved);
  if (!std::holds_alternative<SavedValue::Members>(root_.value)) malformed("is not an object");
  check_kind(root_, what, version);
}

SavedValue SavedText::parse(std::string_view saved) const {
  Builder builder(*this);
  if (!nlohmann::json::sax_parse(saved.begin(), saved.end(), &builder)) malformed("it cannot be read");
  return builder.take();
}

SavedValue SavedText::parsed(std::string_view saved) { return SavedText("state").parse(saved); }

std::string packed(std::string_view saved) { return packed(SavedText::parsed(saved)); }

void SavedText::check_kind(const SavedValue &object, const char *kind, int64_t version) const {
  const std::string &own_kind = string(member(object, "wald"), "\"wald\"");
  if (own_kind != kind) malformed(text("\"wald\" is ", in_quotes(own_kind), ": must be \"", kind, "\""));
  const int64_t own = integer(member(object, "version"), "\"version\"", 1, std::numeric_limits<int64_t>::max());
  if (own > version) malformed(text("\"version\" is ", own, ": this library reads versions up to ", version));
}

void SavedText::malformed(const std::string &message) const { fail(Status::format, "saved ", what_, ": ", message); }

void SavedText::allow(const SavedValue &object, const std::vector<std::string_view> &members,
                      const std::string &where) const {
  if (!std::holds_alternative<SavedValue::Members>(object.value)) malformed(text(where, " is not an object"));
  for (const auto &[name, value] : std::get<SavedValue::Members>(object.value)) {
    bool known = false;
    for (const std::string_view m : members) known = known || m == name;
    if (!known) malformed(text(in_quotes(name), " is not a member of ", where));
  }
}

const SavedValue *SavedText::find(const SavedValue &object, const char *key) const {
  if (!std::holds_alternative<SavedValue::Members>(object.value)) malformed("an object is missing");
  for (const auto &[name, value] : std::get<SavedValue::Members>(object.value))
    if (name == key) return &value;
  return nullptr;
}

const SavedValue &SavedText::member(const SavedValue &object, const char *key) const {
  const SavedValue *found = find(object, key);
  if (!found) malformed(text("\"", key, "\" is missing"));
  return *found;
}

double SavedText::real(const SavedValue &value, const std::string &where) const {
  double x = 0;
  if (const auto *whole = std::get_if<int64_t>(&value.value))
    x = static_cast<double>(*whole);
  else if (const auto *real = std::get_if<double>(&value.value))
    x = *real;
  else
    malformed(text(where, " is not a number"));
  if (!std::isfinite(x)) malformed(text(where, " is not finite"));
  return x;
}

double SavedText::real_in(const SavedValue &value, const std::string &where, double low, double high) const {
  const double x = real(value, where);
  if (!(x >= low && x <= high))
    malformed(text(where, " is ", x, ": must lie in [", low, ", ", high, std::isfinite(high) ? "]" : ")"));
  return x;
}

double SavedText::real_or(const SavedValue &value, double absent, const std::string &where) const {
  if (is_null(value)) return absent;
  if (const auto *word = std::get_if<std::string>(&value.value); word && *word == "inf")
    return std::numeric_limits<double>::infinity();
  return real(value, where);
}

int64_t SavedText::integer(const SavedValue &value, const std::string &where, int64_t low, int64_t high) const {
  const auto *x = std::get_if<int64_t>(&value.value);
  if (!x) malformed(text(where, " is not a whole number"));
  if (*x < low || *x > high) malformed(text(where, " is ", *x, ": must lie in [", low, ", ", high, "]"));
  return *x;
}

bool SavedText::boolean(const SavedValue &value, const std::string &where) const {
  const auto *x = std::get_if<bool>(&value.value);
  if (!x) malformed(text(where, " is neither true nor false"));
  return *x;
}

const std::string &SavedText::string(const SavedValue &value, const std::string &where) const {
  const auto *x = std::get_if<std::string>(&value.value);
  if (!x) malformed(text(where, " is not a text"));
  return *x;
}

const std::vector<SavedValue> &SavedText::array(const SavedValue &value, const std::string &where) const {
  const auto *x = std::get_if<std::vector<SavedValue>>(&value.value);
  if (!x) malformed(text(where, " is not an array"));
  return *x;
}

std::vector<std::string> SavedText::strings(const SavedValue &value, const std::string &where) const {
  std::vector<std::string> out;
  for (const SavedValue &item : array(value, where)) out.push_back(string(item, saved_at(where, out.size())));
  return out;
}

std::string parse_message(std::string_view what) {
  const std::size_t end = what.find("] ");
  return std::string(what.substr(end == std::string_view::npos ? 0 : end + 2));
}

std::string saved_at(const std::string &name, std::size_t i) { return text(name, "[", i, "]"); }

std::string saved_string(std::string_view text) {
  return nlohmann::json(std::string(text)).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

std::string saved_number(double value) {
  if (std::isnan(value)) return "null";
  if (std::isinf(value)) return value > 0 ? "\"inf\"" : "\"-inf\"";
  // Readers take -0 for the whole number 0.
  if (value == 0 && std::signbit(value)) return "-0.0";
  return number(value);
}

}  // namespace wald::core
