// The one exception of the core, and how its messages are put together.
#pragma once

#include <charconv>
#include <cmath>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>

#include "core/described/word.hpp"

namespace wald::core {

#define WALD_STATUS_WORDS(WORD)                                                                            \
  WORD(ok, 0, "ok", "", "The call succeeded.")                                                             \
  WORD(argument, 1, "error_argument", "", "An argument is outside its domain.")                            \
  WORD(memory, 2, "error_memory", "", "An allocation failed; the call may be repeated.")                   \
  WORD(capacity, 3, "error_capacity", "", "The caller's buffer is too small; *needed says what it takes.") \
  WORD(unsupported, 4, "error_unsupported", "",                                                            \
       "There is no exact method for this pair of metric and estimator; the message says why.")            \
  WORD(format, 5, "error_format", "", "Text that cannot be read: a metric's name, a saved state.")         \
  WORD(callback, 6, "error_callback", "",                                                                  \
       "A custom metric gave a value that is not finite, or contradicts its declaration.")                 \
  WORD(cancelled, 7, "cancelled", "", "The progress callback asked to stop.")                              \
  WORD(internal, 8, "error_internal", "", "A defect of the library: please report the message.")
enum class Status : int32_t { WALD_STATUS_WORDS(WALD_ENUMERATOR) };
constexpr Word status_words[] = {WALD_STATUS_WORDS(WALD_WORD)};

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

// The same for people, in messages and names: 100000 and 1e8 where C++ writes 1e+05 and 1e+08.
// bindings/generate/spellings.py has the same rule.
inline std::string written(double value) {
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

namespace detail {
template <class T>
void append(std::string &out, const T &part) {
  if constexpr (std::is_floating_point_v<T>)
    out += written(static_cast<double>(part));
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
