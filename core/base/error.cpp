// Composes error messages.
#include "core/base/error.hpp"

#include <charconv>
#include <cmath>

namespace wald::core {

std::string number(double value) {
  if (std::isnan(value)) return "nan";
  char buffer[40];
  return std::string(buffer, std::to_chars(buffer, buffer + sizeof buffer, value).ptr);
}

std::string written(double value) {
  std::string out = number(value);
  const std::size_t e = out.find('e');
  if (e == std::string::npos) return out;
  if (const double size = std::fabs(value); size >= 1e-4 && size < 1e7) {
    char buffer[40];
    return std::string(buffer, std::to_chars(buffer, buffer + sizeof buffer, value, std::chars_format::fixed).ptr);
  }
  const std::size_t first = out.find_first_of("123456789", e);
  return out.substr(0, e + 1) + (out[e + 1] == '-' ? "-" : "") + out.substr(first);
}

void MessagePart::append_to(std::string &out) const {
  switch (kind_) {
    case Kind::text: out += text_; break;
    case Kind::real: out += written(real_); break;
    case Kind::whole: out += std::to_string(whole_); break;
    case Kind::count: out += std::to_string(count_); break;
  }
}

std::string message_of(std::initializer_list<MessagePart> parts) {
  std::string out;
  for (const MessagePart &part : parts) part.append_to(out);
  return out;
}

std::string in_quotes(std::string_view name) {
  constexpr std::size_t longest = 64;
  if (name.size() <= longest) return text("\"", name, "\"");
  return text("\"", name.substr(0, longest), "...\"");
}

void fail_with(Status status, std::initializer_list<MessagePart> parts) { throw Error(status, message_of(parts)); }

}  // namespace wald::core
