#include "base/json.hpp"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "base/text.hpp"

namespace wald::cli {
namespace {

using Library = nlohmann::ordered_json;  // members keep the order of the text

Json from_library(const Library &value) {
  switch (value.type()) {
    case Library::value_t::boolean: return value.get<bool>();
    case Library::value_t::number_integer: return value.get<std::int64_t>();
    case Library::value_t::number_unsigned: {
      const auto number = value.get<std::uint64_t>();
      if (number > INT64_MAX) return static_cast<double>(number);
      return static_cast<std::int64_t>(number);
    }
    case Library::value_t::number_float: return value.get<double>();
    case Library::value_t::string: return value.get_ref<const std::string &>();
    case Library::value_t::array: {
      Json out = Json::array();
      for (const Library &item : value) out.add(from_library(item));
      return out;
    }
    case Library::value_t::object: {
      Json out = Json::object();
      for (const auto &item : value.items()) out[item.key()] = from_library(item.value());
      return out;
    }
    default: return nullptr;
  }
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

const Json *Json::find(std::string_view name) const {
  const auto found = std::find(names_.begin(), names_.end(), name);
  return found == names_.end() ? nullptr : &items_[static_cast<std::size_t>(found - names_.begin())];
}

Json &Json::add(Json item) {
  items_.push_back(std::move(item));
  return items_.back();
}

Json &Json::operator[](std::string_view name) {
  kind_ = Kind::object;
  const auto found = std::find(names_.begin(), names_.end(), name);
  if (found != names_.end()) return items_[static_cast<std::size_t>(found - names_.begin())];
  names_.emplace_back(name);
  return add(nullptr);
}

std::optional<Json> parse_json(std::string_view text, const std::function<bool(const std::string &name)> &skipped) {
  const auto kept = [&](int depth, Library::parse_event_t event, Library &parsed) {
    return depth != 1 || event != Library::parse_event_t::key || !skipped(parsed.get_ref<const std::string &>());
  };
  const Library::parser_callback_t filter = skipped ? Library::parser_callback_t(kept) : nullptr;
  const Library parsed = Library::parse(text.begin(), text.end(), filter, false);
  if (parsed.is_discarded()) return std::nullopt;
  return from_library(parsed);
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
