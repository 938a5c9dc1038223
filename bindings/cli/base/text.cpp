// Numbers read and written exactly, UTF-8 checked, patterns matched, cells quoted.
#include "base/text.hpp"

#include <fast_float/fast_float.h>
#include <algorithm>
#include <charconv>
#include <cmath>

namespace wald::cli {

bool is_utf8(std::string_view text) {
  const auto *p = reinterpret_cast<const unsigned char *>(text.data());
  const auto *end = p + text.size();
  while (p != end) {
    if (*p < 0x80) {
      ++p;
      continue;
    }
    int more = 0;
    unsigned low = 0x80, high = 0xBF;  // of the second byte: excludes overlong forms, surrogates and > U+10FFFF
    if (*p >= 0xC2 && *p <= 0xDF) {
      more = 1;
    } else if (*p >= 0xE0 && *p <= 0xEF) {
      more = 2;
      if (*p == 0xE0) low = 0xA0;
      if (*p == 0xED) high = 0x9F;
    } else if (*p >= 0xF0 && *p <= 0xF4) {
      more = 3;
      if (*p == 0xF0) low = 0x90;
      if (*p == 0xF4) high = 0x8F;
    } else {
      return false;
    }
    for (++p; more > 0; --more, ++p, low = 0x80, high = 0xBF)
      if (p == end || *p < low || *p > high) return false;
  }
  return true;
}

namespace {

/// Control characters are those of ASCII, of Latin-1, which terminals obey too, and those that turn the direction of
/// writing, which hide what follows. With `lines`, line breaks stay.
std::string escaped(std::string_view text, bool lines) {
  constexpr char digits[] = "0123456789abcdef";
  const bool readable = is_utf8(text);
  const auto byte_at = [&](std::size_t i) { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U; };
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const unsigned byte = byte_at(i);
    unsigned code = 0;  // of a character that is escaped
    std::size_t size = 1;
    if ((byte < 0x20 && !(lines && byte == 0x0A)) || byte == 0x7F || (byte >= 0x80 && !readable)) {
      out += "\\x";
      out += digits[byte >> 4];
      out += digits[byte & 15];
      continue;
    }
    if (byte == 0xC2 && byte_at(i + 1) < 0xA0) {
      code = byte_at(i + 1);
      size = 2;
    } else if (byte == 0xE2 && (byte_at(i + 1) == 0x80 || byte_at(i + 1) == 0x81)) {
      const unsigned point = 0x2000 + ((byte_at(i + 1) & 0x3F) << 6) + (byte_at(i + 2) & 0x3F);
      if ((point >= 0x2028 && point <= 0x202E) || (point >= 0x2066 && point <= 0x2069)) code = point;
      size = 3;
    }
    if (code == 0) {
      out += text[i];
      continue;
    }
    out += "\\u";
    for (const unsigned shift : {12U, 8U, 4U, 0U}) out += digits[code >> shift & 15];
    i += size - 1;
  }
  return out;
}

}  // namespace

std::string printable(std::string_view text) { return escaped(text, false); }

std::string printable_lines(std::string_view text) { return escaped(text, true); }

std::string shown(std::string_view text) {
  constexpr std::size_t longest = 60;
  bool cut = false;
  if (text.size() > longest) {
    cut = true;
    std::size_t size = longest;
    while (size > 0 && (static_cast<unsigned char>(text[size]) & 0xC0) == 0x80) --size;  // not within a character
    text = text.substr(0, size);
  }
  return '"' + printable(text) + (cut ? "...\"" : "\"");
}

bool parse_number(std::string_view text, double &value) {
  const char *end = text.data() + text.size();
  const auto result = fast_float::from_chars(text.data(), end, value);
  return result.ec == std::errc() && result.ptr == end && !text.empty();
}

bool parse_integer(std::string_view text, std::int64_t &value) {
  const char *end = text.data() + text.size();
  const auto result = std::from_chars(text.data(), end, value);
  return result.ec == std::errc() && result.ptr == end && !text.empty();
}

bool glob_matches(std::string_view pattern, std::string_view text) {
  // On a mismatch only the last * need take one character more: linear in practice, never exponential.
  std::size_t p = 0, t = 0, star = std::string_view::npos, resume = 0;
  while (t < text.size()) {
    if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      resume = t;
    } else if (p < pattern.size() && (pattern[p] == '?' || pattern[p] == text[t])) {
      const bool whole_character = pattern[p] == '?';
      ++p;
      ++t;
      while (whole_character && t < text.size() && (static_cast<unsigned char>(text[t]) & 0xC0) == 0x80) ++t;
    } else if (star != std::string_view::npos) {
      p = star + 1;
      t = ++resume;
    } else {
      return false;
    }
  }
  while (p < pattern.size() && pattern[p] == '*') ++p;
  return p == pattern.size();
}

std::optional<std::size_t> position_of(const std::string &name, const std::vector<std::string> &names) {
  const auto same = std::find(names.begin(), names.end(), name);
  if (same != names.end()) return static_cast<std::size_t>(same - names.begin());
  const auto matches = [&](const std::string &other) { return glob_matches(name, other); };
  const auto first = std::find_if(names.begin(), names.end(), matches);
  if (first == names.end() || std::find_if(first + 1, names.end(), matches) != names.end()) return std::nullopt;
  return static_cast<std::size_t>(first - names.begin());
}

bool starred(std::string_view pattern, std::string_view text, std::string &part) {
  const std::size_t star = pattern.find('*');
  if (star == std::string_view::npos || pattern.find_first_of("*?", star + 1) != std::string_view::npos ||
      pattern.find('?') != std::string_view::npos || !glob_matches(pattern, text))
    return false;
  part = text.substr(star, text.size() + 1 - pattern.size());
  return true;
}

void append_number(std::string &out, double value) {
  char buffer[32];
  const auto result = std::to_chars(buffer, buffer + sizeof buffer, value);
  out.append(buffer, result.ptr);
}

std::string shortest(double value) {
  std::string out;
  append_number(out, value);
  return out;
}

void append_integer(std::string &out, std::int64_t value) {
  char buffer[24];
  const auto result = std::to_chars(buffer, buffer + sizeof buffer, value);
  out.append(buffer, result.ptr);
}

std::string rounded(double value) {
  if (!std::isfinite(value)) return std::isnan(value) ? "unknown" : value > 0 ? "inf" : "-inf";
  char buffer[64];
  const bool whole = value == std::floor(value) && std::fabs(value) < 1e15;
  const auto end = whole ? std::to_chars(buffer, buffer + sizeof buffer, static_cast<std::int64_t>(value))
                         : std::to_chars(buffer, buffer + sizeof buffer, value, std::chars_format::general, 4);
  return {buffer, end.ptr};
}

std::string counted(const std::string &number, const std::string &of) {
  return number + " " + of + (number == "1" ? "" : "s");
}

std::string padded(std::string text, std::size_t width) {
  text.resize(std::max(text.size() + 1, width), ' ');
  return text;
}

void append_csv(std::string &out, std::string_view text) {
  // Readers trim the spaces around a bare cell, so those are kept by quotes too.
  const bool bare =
      text.find_first_of("\",\r\n") == std::string_view::npos &&
      (text.empty() || (text.front() != ' ' && text.front() != '\t' && text.back() != ' ' && text.back() != '\t'));
  if (bare) {
    out += text;
    return;
  }
  out += '"';
  for (const char c : text) {
    if (c == '"') out += '"';
    out += c;
  }
  out += '"';
}

}  // namespace wald::cli
