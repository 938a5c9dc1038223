// The one exception of the core, and how its messages are composed.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>

#include "core/base/word.hpp"

namespace wald::core {

#define WALD_STATUS_WORDS(WORD)                                                                            \
  WORD(ok, 0, "ok", "", "The call succeeded.")                                                             \
  WORD(argument, 1, "error_argument", "", "An argument is outside its domain.")                            \
  WORD(memory, 2, "error_memory", "", "An allocation failed; the call may be repeated.")                   \
  WORD(capacity, 3, "error_capacity", "", "The caller's buffer is too small; *needed is the size that it needs.") \
  WORD(unsupported, 4, "error_unsupported", "",                                                            \
       "There is no exact method for this pair of metric and estimator; the message has the reason.")            \
  WORD(format, 5, "error_format", "", "Text that cannot be read: a metric's name, a saved state.")         \
  WORD(callback, 6, "error_callback", "",                                                                  \
       "A custom metric gave a value that is not finite, or contradicts its declaration.")                 \
  WORD(cancelled, 7, "cancelled", "", "The progress callback cancelled the call.")                              \
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
std::string number(double value);

// The same for people, in messages and names: 100000 and 1e8 where C++ writes 1e+05 and 1e+08.
// bindings/generate/spellings.py has the same rule.
std::string written(double value);

// A text or a number of a message. Messages are put together out of line: there are many, and they are seldom needed.
class MessagePart {
 public:
  template <class T>
  MessagePart(const T &part) {
    if constexpr (std::is_floating_point_v<T>) {
      kind_ = Kind::real;
      real_ = static_cast<double>(part);
    } else if constexpr (std::is_integral_v<T> && std::is_signed_v<T>) {
      kind_ = Kind::whole;
      whole_ = part;
    } else if constexpr (std::is_integral_v<T>) {
      kind_ = Kind::count;
      count_ = part;
    } else {
      kind_ = Kind::text;
      text_ = std::string_view(part);
    }
  }
  void append_to(std::string &out) const;

 private:
  enum class Kind { text, real, whole, count } kind_;
  std::string_view text_;
  union {
    double real_ = 0;
    int64_t whole_;
    uint64_t count_;
  };
};
std::string message_of(std::initializer_list<MessagePart> parts);
[[noreturn]] void fail_with(Status status, std::initializer_list<MessagePart> parts);

// text("p[", 3, "] is ", 1.2) == "p[3] is 1.2"
template <class... Parts>
std::string text(const Parts &...parts) {
  return message_of({parts...});
}

// A caller's own text as messages show it: in quotes, and cut where it would hide the rest.
std::string in_quotes(std::string_view name);

template <class... Parts>
[[noreturn]] void fail(Status status, const Parts &...parts) {
  fail_with(status, {parts...});
}

}  // namespace wald::core
