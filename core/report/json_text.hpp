// JSON that may stand in a page: what could end or open an element is written as \u003c and the like.
#pragma once

#include <charconv>
#include <cmath>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.hpp"

namespace wald::core::report {

class JsonText {
 public:
  JsonText &open(char bracket) {
    separate();
    out_ += bracket;
    fresh_ = true;
    return *this;
  }
  JsonText &close(char bracket) {
    out_ += bracket;
    fresh_ = false;
    return *this;
  }
  JsonText &key(std::string_view name) {
    separate();
    quote(name);
    out_ += ':';
    fresh_ = true;
    return *this;
  }
  void value(std::string_view text) {
    separate();
    quote(text);
  }
  void value(const char *text) { value(std::string_view(text)); }
  void value(bool yes) {
    separate();
    out_ += yes ? "true" : "false";
  }
  void value(int64_t whole) {
    separate();
    out_ += std::to_string(whole);
  }
  // Significant digits; what is not finite is null.
  void value(double number, int digits = 12) {
    separate();
    if (!std::isfinite(number)) {
      out_ += "null";
      return;
    }
    char buffer[40];
    out_.append(buffer, std::to_chars(buffer, buffer + sizeof buffer, number, std::chars_format::general, digits).ptr);
  }
  template <class Value>
  JsonText &field(std::string_view name, const Value &what) {
    key(name).value(what);
    return *this;
  }
  // A list for pictures, in digits enough for them.
  JsonText &drawn(std::string_view name, const std::vector<double> &numbers) {
    key(name).open('[');
    for (double one : numbers) value(one, 5);
    return close(']');
  }
  JsonText &range(std::string_view name, double low, double high) {
    key(name).open('[');
    value(low);
    value(high);
    return close(']');
  }
  const std::string &text() const { return out_; }

 private:
  void separate() {
    if (!fresh_) out_ += ',';
    fresh_ = false;
  }
  void quote(std::string_view text) {
    static constexpr char hex[] = "0123456789abcdef";
    out_ += '"';
    for (std::size_t i = 0; i < text.size(); ++i) {
      const auto c = static_cast<unsigned char>(text[i]);
      if (c < 0x20 || c == 0x7f || c == '"' || c == '\\' || c == '<' || c == '>' || c == '&' || c == '\'') {
        out_ += "\\u00";
        out_ += hex[c >> 4];
        out_ += hex[c & 15];
      } else
        out_ += static_cast<char>(c);
    }
    out_ += '"';
  }

  std::string out_;
  bool fresh_ = true;
};

}  // namespace wald::core::report
