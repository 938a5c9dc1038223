// What a body of core/saved/saved_binary.hpp may be made of: whole numbers of as many bytes as they need, doubles and texts.
// It may come from anyone, so that every value is checked as it is read.
#pragma once

#include <cstdint>
#include <cstring>
#include <limits>
#include <string>
#include <string_view>

#include "core/base/error.hpp"

namespace wald::core {

class ByteWriter {
 public:
  void whole(uint64_t x) {
    for (; x >= 0x80; x >>= 7) bytes_ += static_cast<char>(x | 0x80);
    bytes_ += static_cast<char>(x);
  }
  void fixed(uint64_t x) {
    for (int i = 0; i < 8; ++i) bytes_ += static_cast<char>(x >> (8 * i));
  }
  void real(double x) {
    uint64_t bits;
    std::memcpy(&bits, &x, sizeof bits);
    fixed(bits);
  }
  void text(std::string_view x) {
    whole(x.size());
    bytes_ += x;
  }
  const std::string &bytes() const { return bytes_; }

 private:
  std::string bytes_;
};

class ByteReader {
 public:
  // Of a body that ByteWriter wrote. `what` is for messages: "saved binned rows".
  ByteReader(std::string_view body, const char *what) : what_(what), rest_(body) {}
  uint64_t whole(uint64_t most = std::numeric_limits<uint64_t>::max()) {
    uint64_t out = 0;
    for (int shift = 0;; shift += 7) {
      const auto byte = static_cast<uint8_t>(take(1)[0]);
      const uint64_t part = byte & 0x7fu;
      if (shift > 63 || part << shift >> shift != part) malformed("a whole number has too many bytes");
      out |= part << shift;
      if (byte < 0x80) break;
    }
    if (out > most) malformed(core::text("a whole number is ", out, ": must be at most ", most));
    return out;
  }
  uint64_t fixed() {
    const std::string_view bytes = take(8);
    uint64_t out = 0;
    for (std::size_t i = 8; i-- > 0;) out = out << 8 | static_cast<uint8_t>(bytes[i]);
    return out;
  }
  double real() {
    const uint64_t bits = fixed();
    double out;
    std::memcpy(&out, &bits, sizeof out);
    return out;
  }
  std::string_view text() { return take(whole()); }
  // How many entries follow, of at least this many bytes each: memory for them is bounded by that of the bytes.
  std::size_t count(std::size_t least_bytes) { return static_cast<std::size_t>(whole(rest_.size() / least_bytes)); }
  std::string_view rest() const { return rest_; }
  void finish() const {
    if (!rest_.empty()) malformed(core::text(rest_.size(), " bytes too many"));
  }
  [[noreturn]] void malformed(const std::string &message) const { fail(Status::format, what_, ": ", message); }

 private:
  std::string_view take(uint64_t count) {
    if (count > rest_.size()) malformed("ends too early");
    const std::string_view out = rest_.substr(0, static_cast<std::size_t>(count));
    rest_.remove_prefix(static_cast<std::size_t>(count));
    return out;
  }
  const char *what_;
  std::string_view rest_;
};

}  // namespace wald::core
