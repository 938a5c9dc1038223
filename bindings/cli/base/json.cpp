#include "base/json.hpp"

#include <cmath>

#include "base/text.hpp"

namespace wald::cli {
namespace {

// dump() of the library writes 1 as 1.0, and now and then a digit more than a number needs.
void append(std::string &out, const Json &value) {
  switch (value.type()) {
    case Json::value_t::object: {
      char separator = '{';
      for (const auto &item : value.items()) {
        out += separator;
        append(out, item.key());
        out += ':';
        append(out, item.value());
        separator = ',';
      }
      out += value.empty() ? "{}" : "}";
      break;
    }
    case Json::value_t::array: {
      char separator = '[';
      for (const Json &item : value) {
        out += separator;
        append(out, item);
        separator = ',';
      }
      out += value.empty() ? "[]" : "]";
      break;
    }
    case Json::value_t::number_float:
      if (const double number = value; std::isfinite(number))
        append_number(out, number);
      else
        out += "null";
      break;
    default: out += value.dump(-1, ' ', false, Json::error_handler_t::replace);
  }
}

}  // namespace

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
