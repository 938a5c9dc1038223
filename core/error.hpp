// The one exception of the core, and how its messages are put together.
#pragma once

#include <charconv>
#include <cmath>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>

namespace wald::core {

// The values are those of wald_status in capi/wald.h.
enum class Status : int32_t {
  argument = 1,
  memory = 2,
  capacity = 3,
  unsupported = 4,
  format = 5,
  callback = 6,
  cancelled = 7,
  internal = 8
};

class Error : public std::runtime_error {
 public:
  Error(Status status, const std::string &message) : std::runtime_error(message), status_(status) {}
  Status status() const noexcept { return status_; }

 private:
  Status status_;
};

// The shortest text that reads back to the same bits, whatever the locale. The sign of a NaN, which languages set
// differently, says nothing.
inline std::string number(double value) {
  if (std::isnan(value)) return "nan";
  char buffer[40];
  return std::string(buffer, std::to_chars(buffer, buffer + sizeof buffer, value).ptr);
}

namespace detail {
template <class T>
void append(std::string &out, const T &part) {
  if constexpr (std::is_floating_point_v<T>)
    out += number(static_cast<double>(part));
  else if constexpr (std::is_integral_v<T>)
    out += std::to_string(part);
  else
    out += std::string_view(part);
}
}  // namespace detail

// text("p[", 3, "] is ", 1.2) == "p[3] is 1.2"
template <class... Parts>
std::string text(const Parts &...parts) {
  std::string out;
  (detail::append(out, parts), ...);
  return out;
}

// A caller's own text as messages show it: in quotes, and cut where it would hide the rest.
inline std::string in_quotes(std::string_view name) {
  constexpr std::size_t longest = 64;
  if (name.size() <= longest) return text("\"", name, "\"");
  return text("\"", name.substr(0, longest), "...\"");
}

template <class... Parts>
[[noreturn]] void fail(Status status, const Parts &...parts) {
  throw Error(status, text(parts...));
}

}  // namespace wald::core
