// Edits of saved states that know their structure: the values of a text in JSON, and the head of a state in binary.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <iterator>
#include <random>
#include <string>
#include <vector>

using Random = std::mt19937_64;
inline std::size_t below(Random &random, std::size_t end) { return end == 0 ? 0 : random() % end; }

// Numbers that whoever computes with them stumbles over, instead of those that a saved state has.
inline const std::string extremes[] = {"1e308",   "-1e308",           "1.7976931348623157e308", "5e-324",
                                       "-5e-324", "1e-310",           "2.2250738585072014e-308", "-0",
                                       "0",       "-1",               "1",                       "1e100",
                                       "-1e100",  "1e16",             "1e-17",                   "9007199254740993",
                                       "1e999",   "0.49999999999999994", "\"nan\"",              "\"inf\"",
                                       "\"-inf\"", "null"};
// Sizes that are promised and not kept.
inline const std::string promises[] = {"0",     "1",          "2",          "3",          "7",           "64",
                                       "255",   "65536",      "1000000",    "2147483647", "2147483648",  "4294967296",
                                       "1e9",   "9007199254740992", "9223372036854775807", "9223372036854775808"};
inline const std::string others[] = {"null", "true", "false", "{}", "[]", "[[]]", "\"\"", "\"or\"", "0", "[0]", "{\"a\":1}"};

class Structure {
 public:
  explicit Structure(const std::string &text) : text_(text) { find(); }

  bool empty() const { return values_.empty(); }

  // The text with one of its values changed.
  std::string edited(Random &random) const {
    const Span &one = values_[below(random, values_.size())], &other = values_[below(random, values_.size())];
    switch (below(random, 16)) {
      case 0:
      case 1:
      case 2:
      case 3: return numbers_.empty() ? text_ : with(number(random), any(random, extremes));
      case 4: return numbers_.empty() ? text_ : with(number(random), any(random, promises));
      case 5: return numbers_.empty() ? text_ : with(number(random), changed(of(number(random)), random));
      case 6: return all_numbers(one, random);
      case 7: return without(one);
      case 8: return with({one.key, one.end}, part(one) + "," + part(one));  // again: an item more, or a key twice
      case 9: return with(one, of(other));
      case 10: return swapped(one, other);
      case 11: return nested(one, below(random, 40) == 0 ? 1 + below(random, 4000) : 1 + below(random, 40), random);
      case 12: return text_.substr(0, below(random, 2) ? one.end : below(random, text_.size()));
      case 13: return with(one, any(random, others));
      case 14: return below(random, 60) == 0 ? repeated(one, random) : with(one, any(random, extremes));
      default: return with({one.key, one.end}, "\"unknown\":1," + part(one));
    }
  }

 private:
  struct Span {
    std::size_t begin, end, key;  // key: where its member begins; else begin
    Span(std::size_t from, std::size_t to) : begin(from), end(to), key(from) {}
    Span(std::size_t from, std::size_t to, std::size_t member) : begin(from), end(to), key(member) {}
  };

  template <std::size_t n>
  static const std::string &any(Random &random, const std::string (&list)[n]) {
    return list[below(random, n)];
  }

  // Values, with what they hold before them; of a text that is no JSON those that can be seen.
  void find() {
    struct Open {
      std::size_t begin, key;
    };
    std::vector<Open> open;
    constexpr std::size_t none = std::string::npos;
    std::size_t key = none;
    const auto add = [&](std::size_t begin, std::size_t end, std::size_t member) {
      values_.emplace_back(begin, end, member == none ? begin : member);
    };
    for (std::size_t i = 0; i < text_.size() && values_.size() < 20000;) {
      const char c = text_[i];
      if (c == '{' || c == '[') {
        open.push_back({i++, key});
        key = none;
      } else if (c == '}' || c == ']') {
        ++i;
        if (open.empty()) continue;
        add(open.back().begin, i, open.back().key);
        open.pop_back();
        key = none;
      } else if (c == '"') {
        std::size_t end = i + 1;
        while (end < text_.size() && text_[end] != '"') end += text_[end] == '\\' ? 2 : 1;
        end = std::min(end + 1, text_.size());
        if (end < text_.size() && text_[end] == ':') {
          key = i;
          ++end;
        } else {
          add(i, end, key);
          key = none;
        }
        i = end;
      } else if (std::strchr("-0123456789tfn", c) != nullptr && c != '\0') {
        std::size_t end = i + 1;
        while (end < text_.size() && std::strchr(",:]} \n\"[{", text_[end]) == nullptr) ++end;
        if (c == '-' || (c >= '0' && c <= '9')) numbers_.push_back(values_.size());
        add(i, end, key);
        key = none;
        i = end;
      } else {
        ++i;
      }
    }
  }

  const Span &number(Random &random) const { return values_[numbers_[below(random, numbers_.size())]]; }
  std::string of(const Span &span) const { return text_.substr(span.begin, span.end - span.begin); }
  std::string part(const Span &span) const { return text_.substr(span.key, span.end - span.key); }
  std::string with(const Span &span, const std::string &by) const {
    return text_.substr(0, span.begin) + by + text_.substr(span.end);
  }
  std::string without(const Span &span) const {
    std::size_t begin = span.key, end = span.end;
    if (end < text_.size() && text_[end] == ',')
      ++end;
    else if (begin > 0 && text_[begin - 1] == ',')
      --begin;
    return text_.substr(0, begin) + text_.substr(end);
  }
  std::string swapped(const Span &one, const Span &other) const {
    const Span &a = one.begin < other.begin ? one : other, &b = one.begin < other.begin ? other : one;
    if (a.end > b.begin) return text_;
    return text_.substr(0, a.begin) + of(b) + text_.substr(a.end, b.begin - a.end) + of(a) + text_.substr(b.end);
  }
  static std::string changed(const std::string &number, Random &random) {
    switch (below(random, 5)) {
      case 0: return number + "1";
      case 1: return number[0] == '-' ? number.substr(1) : "-" + number;
      case 2: return number + "e10";
      case 3: return number + "e-10";
      default: return number + ".5";
    }
  }
  std::string all_numbers(const Span &within, Random &random) const {
    const std::string &by = any(random, extremes);
    std::string out;
    std::size_t at = 0;
    for (const std::size_t i : numbers_) {
      const Span &one = values_[i];
      if (one.begin < within.begin || one.end > within.end) continue;
      out += text_.substr(at, one.begin - at) + by;
      at = one.end;
    }
    return out + text_.substr(at);
  }
  std::string nested(const Span &span, std::size_t depth, Random &random) const {
    const bool lists = below(random, 2) == 0;
    std::string open, close;
    for (std::size_t i = 0; i < depth; ++i) {
      open += lists ? "[" : "{\"a\":";
      close += lists ? "]" : "}";
    }
    return with(span, open + of(span) + close);
  }
  // So often that work which is not in proportion to the text shows; members by keys of their own, or all by one.
  std::string repeated(const Span &span, Random &random) const {
    const std::size_t most = std::size_t{1} << (10 + below(random, 8)), times = most / (part(span).size() + 1);
    const bool own_keys = span.key != span.begin && below(random, 2) == 0;
    std::string out;
    for (std::size_t i = 0; i < times; ++i)
      out += own_keys ? "\"k" + std::to_string(i) + "\":" + of(span) + "," : part(span) + ",";
    return with({span.key, span.end}, out + part(span));
  }

  const std::string &text_;
  std::vector<Span> values_;
  std::vector<std::size_t> numbers_;  // of the values, those that are numbers
};

// A state in binary (core/saved/saved_binary.hpp): eight bytes by which it is known, two numbers of 32 bits, the length and
// the sum of the body, the body.
inline bool is_binary_state(const std::string &state) {
  return state.size() >= 32 && std::memcmp(state.data(), "\x89WALD\r\n\x1a", 8) == 0;
}

// Length and sum made right, so that the reader goes on to what the body says.
inline void repair(std::string &state) {
  const std::size_t size = state.size() - 32;
  uint64_t sum = 0x9e3779b97f4a7c15u ^ size;
  for (std::size_t i = 0; i <= size - size % 8; i += 8) {
    uint64_t word = 0;
    std::memcpy(&word, state.data() + 32 + i, std::min<std::size_t>(8, size - i));
    sum = (sum ^ word) * 0xff51afd7ed558ccdu;
    sum ^= sum >> 32;
  }
  const uint64_t length = size;
  std::memcpy(&state[16], &length, 8);
  std::memcpy(&state[24], &sum, 8);
}

inline void edit_binary(std::string &state, Random &random) {
  static const double numbers[] = {1e308, -1e308, 5e-324, -5e-324, 1e-310, -0.0, 0, -1, 1, 1e100, 1e16};
  static const uint64_t bits[] = {0x7FF0000000000000u, 0xFFF0000000000000u, 0x7FF8000000000001u, ~uint64_t{0},
                                  0x7FFFFFFFFFFFFFFFu, 0xFFFFFFFFu,         0x80000000u,         1000000};
  const std::size_t size = state.size(), body = size - 32;
  if (body == 0) return;
  const std::size_t at = 32 + below(random, body), aligned = 32 + (at - 32) / 8 * 8;
  switch (below(random, 6)) {
    case 0: state[at] = static_cast<char>(state[at] ^ (1 << below(random, 8))); break;
    case 1: state[at] = static_cast<char>(below(random, 256)); break;
    case 2: {
      const double number = numbers[below(random, std::size(numbers))];
      const std::size_t to = below(random, 2) ? at : aligned;
      if (to + 8 <= size) std::memcpy(&state[to], &number, 8);
      break;
    }
    case 3: {
      const uint64_t number = bits[below(random, std::size(bits))];
      const std::size_t to = below(random, 2) ? at : aligned;
      if (to + 8 <= size) std::memcpy(&state[to], &number, 8);
      break;
    }
    case 4: state.erase(at, 1 + below(random, 16)); break;
    default: state.insert(at, state.substr(at, 1 + below(random, 24)));
  }
  if (below(random, 8) > 0) repair(state);
}
