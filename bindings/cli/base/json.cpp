// JSON by nlohmann::json, which is included here alone.
#include "base/json.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <nlohmann/json.hpp>

#include "base/text.hpp"

namespace wald::cli {
namespace {

using Library = nlohmann::ordered_json;  // members keep the order of the text

/// Builds a value from what the library's parser, which is iterative, hands over piece by piece.
class JsonBuilder : public nlohmann::json_sax<Library> {
 public:
  using Skipped = std::function<bool(const std::string &name)>;
  explicit JsonBuilder(const Skipped &skipped) : skipped_(skipped) {}

  Json take() { return std::move(root_); }
  bool too_deep() const { return too_deep_; }
  std::size_t wrong_at() const { return wrong_at_; }  // bytes to what is no JSON

  bool null() override { return put(nullptr); }
  bool boolean(bool value) override { return put(value); }
  bool number_integer(number_integer_t value) override { return put(std::int64_t{value}); }
  bool number_unsigned(number_unsigned_t value) override {
    if (value > INT64_MAX) return put(static_cast<double>(value));
    return put(static_cast<std::int64_t>(value));
  }
  bool number_float(number_float_t value, const string_t &) override { return put(value); }
  bool string(string_t &value) override { return put(std::move(value)); }
  bool binary(binary_t &) override { return false; }
  bool start_object(std::size_t) override { return open(Json::object()); }
  bool start_array(std::size_t) override { return open(Json::array()); }
  bool end_object() override { return close(); }
  bool end_array() override { return close(); }
  bool key(string_t &name) override {
    if (skipping_) return true;
    skipping_ = depth_ == 1 && skipped_ && skipped_(name);
    if (!skipping_) member_ = &(*open_.back())[name];
    return true;
  }
  bool parse_error(std::size_t at, const std::string &, const nlohmann::json::exception &) override {
    wrong_at_ = at;
    return false;
  }

 private:
  bool put(Json value) {
    if (skipping_)
      skipping_ = depth_ > 1;  // a value of the outermost object ends what is skipped
    else
      place() = std::move(value);
    return true;
  }
  bool open(Json empty) {
    too_deep_ = depth_ == deepest_json;
    if (too_deep_) return false;
    ++depth_;
    if (skipping_) return true;
    Json &here = place();
    here = std::move(empty);
    open_.push_back(&here);
    return true;
  }
  bool close() {
    --depth_;
    if (skipping_)
      skipping_ = depth_ > 1;
    else
      open_.pop_back();
    return true;
  }
  /// Where the next value goes. Containers that are open do not move: only the innermost one grows.
  Json &place() {
    if (open_.empty()) return root_;
    if (open_.back()->is(Json::Kind::object)) return *member_;
    return open_.back()->add(nullptr);
  }

  const Skipped &skipped_;
  Json root_;
  std::vector<Json *> open_;
  Json *member_ = nullptr;  // of the innermost open object
  std::size_t depth_ = 0, wrong_at_ = 0;
  bool skipping_ = false, too_deep_ = false;
};

/// In which line of a text, counted from 0, the first value is that is nested too deep.
std::int64_t line_of_too_deep(std::string_view text) {
  std::size_t depth = 0;
  std::int64_t line = 0;
  bool in_text = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '\n') ++line;
    if (in_text) {
      if (c == '\\') ++i;
      if (c == '"') in_text = false;
    } else if (c == '"') {
      in_text = true;
    } else if (c == '[' || c == '{') {
      if (++depth > deepest_json) break;
    } else if (c == ']' || c == '}') {
      --depth;
    }
  }
  return line;
}

std::string quoted(const std::string &text) {
  return Library(text).dump(-1, ' ', false, Library::error_handler_t::replace);
}

void append(std::string &out, const Json &value) {
  const bool object = value.is(Json::Kind::object);
  switch (value.kind()) {
    case Json::Kind::null: out += "null"; break;
    case Json::Kind::boolean: out += value.integer() != 0 ? "true" : "false"; break;
    case Json::Kind::integer: append_integer(out, value.integer()); break;
    case Json::Kind::number:
      if (std::isfinite(value.number()))
        append_number(out, value.number());
      else
        out += "null";
      break;
    case Json::Kind::text: out += quoted(value.text()); break;
    case Json::Kind::array:
    case Json::Kind::object:
      out += object ? '{' : '[';
      for (std::size_t i = 0; i < value.items().size(); ++i) {
        if (i > 0) out += ',';
        if (object) out += quoted(value.names()[i]) + ':';
        append(out, value.items()[i]);
      }
      out += object ? '}' : ']';
  }
}

}  // namespace

Json::Json(std::initializer_list<Member> members) : kind_(Kind::object) {
  for (const auto &[name, value] : members) (*this)[name] = value;
}

std::size_t Json::slot_of(std::string_view name) const {
  const std::size_t mask = slots_.size() - 1;
  std::size_t slot = std::hash<std::string_view>()(name) & mask;
  while (slots_[slot] != 0 && names_[slots_[slot] - 1] != name) slot = (slot + 1) & mask;
  return slot;
}

std::size_t Json::place_of(std::string_view name) const {
  if (slots_.empty()) return static_cast<std::size_t>(std::find(names_.begin(), names_.end(), name) - names_.begin());
  const std::uint32_t place = slots_[slot_of(name)];
  return place == 0 ? names_.size() : place - 1;
}

void Json::index_last() {
  constexpr std::size_t few = 16;  // found sooner one by one
  if (names_.size() <= few) return;
  if (2 * names_.size() <= slots_.size()) {
    slots_[slot_of(names_.back())] = static_cast<std::uint32_t>(names_.size());
    return;
  }
  slots_.assign(slots_.empty() ? 4 * few : 2 * slots_.size(), 0);
  for (std::size_t i = 0; i < names_.size(); ++i) slots_[slot_of(names_[i])] = static_cast<std::uint32_t>(i + 1);
}

const Json *Json::find(std::string_view name) const {
  const std::size_t place = place_of(name);
  return place == names_.size() ? nullptr : &items_[place];
}

Json &Json::add(Json item) {
  items_.push_back(std::move(item));
  return items_.back();
}

Json &Json::operator[](std::string_view name) {
  kind_ = Kind::object;
  const std::size_t place = place_of(name);
  if (place < names_.size()) return items_[place];
  names_.emplace_back(name);
  index_last();
  return add(nullptr);
}

std::optional<Json> parse_json(std::string_view text, const Position &position,
                               const std::function<bool(const std::string &name)> &skipped) {
  JsonBuilder builder(skipped);
  if (Library::sax_parse(text.begin(), text.end(), &builder)) return builder.take();
  if (!builder.too_deep()) return std::nullopt;
  Position here = position;
  here.line += line_of_too_deep(text);
  here.fail("the JSON is nested deeper than " + std::to_string(deepest_json) + " levels");
}

Json require_json(std::string_view text, const Position &position) {
  if (std::optional<Json> found = parse_json(text, position)) return std::move(*found);
  const JsonBuilder::Skipped nothing;
  JsonBuilder builder(nothing);
  Library::sax_parse(text.begin(), text.end(), &builder);
  Position here = position;
  const std::string_view before = text.substr(0, builder.wrong_at());
  here.line += std::count(before.begin(), before.end() - (!before.empty() && before.back() == '\n' ? 1 : 0), '\n');
  here.fail("this is no JSON");
}

Json with_infinities(double value) {
  if (std::isinf(value)) return value > 0 ? "inf" : "-inf";
  return value;
}

std::string json_text(const Json &document) {
  std::string out;
  append(out, document);
  return out;
}

}  // namespace wald::cli
