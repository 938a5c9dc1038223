// Reading saved states: JSON that may come from anyone, so every value is checked. Saved states are written by hand,
// which keeps them easy to read and to compare.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "core/base/error.hpp"
#include "core/saved/saved_value.hpp"

namespace wald::core {

// What is read, for messages: "saved cascade: \"order\"[3] is ...".
class SavedText {
 public:
  // Parses the text of the state `what`, or the same in binary. A member says that it is one, of a version up to the
  // one known.
  SavedText(std::string_view text, const char *what, int64_t version);
  // The value of a text that this library wrote.
  static SavedValue parsed(std::string_view text);

  const SavedValue &root() const { return root_; }
  [[noreturn]] void malformed(const std::string &message) const;

  // Throws if an object does not say that it is a state of this kind, of a version up to the one known.
  void check_kind(const SavedValue &object, const char *kind, int64_t version) const;
  // Throws if an object has another member than these.
  void allow(const SavedValue &object, const std::vector<std::string_view> &members, const std::string &where) const;
  const SavedValue &member(const SavedValue &object, const char *key) const;
  const SavedValue *find(const SavedValue &object, const char *key) const;

  double real(const SavedValue &value, const std::string &where) const;
  // Throws if it is outside [low, high].
  double real_in(const SavedValue &value, const std::string &where, double low, double high) const;
  // null stands for `absent`, "inf" for infinity.
  double real_or(const SavedValue &value, double absent, const std::string &where) const;
  int64_t integer(const SavedValue &value, const std::string &where, int64_t low, int64_t high) const;
  bool boolean(const SavedValue &value, const std::string &where) const;
  const std::string &string(const SavedValue &value, const std::string &where) const;
  const std::vector<SavedValue> &array(const SavedValue &value, const std::string &where) const;
  std::vector<std::string> strings(const SavedValue &value, const std::string &where) const;
  bool is_null(const SavedValue &value) const { return std::holds_alternative<std::nullptr_t>(value.value); }

 private:
  explicit SavedText(const char *what) : what_(what) {}
  SavedValue parse(std::string_view text) const;
  const char *what_;
  SavedValue root_;
};

// The state of a text in binary.
std::string packed(std::string_view text);

// What nlohmann says of a text that is no JSON, without its code: "[json.exception.parse_error.101] parse error at
// ...".
std::string parse_message(std::string_view what);

// "name"[3]
std::string saved_at(const std::string &name, std::size_t i);
// A text in quotes, with what JSON wants escaped. Bytes that are no UTF-8 become U+FFFD.
std::string saved_string(std::string_view text);
// A number; null if it is NaN, "inf" where it is infinite.
std::string saved_number(double value);

}  // namespace wald::core
