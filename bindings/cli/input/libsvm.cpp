// Parses rows in libsvm form, token by token.
#include "input/libsvm.hpp"

#include <algorithm>
#include <string>

#include "base/text.hpp"
#include "input/cells.hpp"
#include "input/lines.hpp"

namespace wald::cli {
namespace {

class LineParser {
 public:
  LineParser(std::int64_t n_labels, LibsvmValue value, bool prefixes, const Position &position)
      : n_labels_(n_labels),
        value_(value),
        prefixes_(prefixes),
        position_(position),
        last_line_(static_cast<std::size_t>(n_labels), 0) {}

  const LibsvmRow &parse(std::string_view line) {
    row_.indices.clear();
    row_.values.clear();
    row_.has_instance = false;
    row_.weight = 1;
    has_weight_ = false;
    token_ = 0;
    std::size_t at = 0;
    while ((at = line.find_first_not_of(" \t", at)) != std::string_view::npos) {
      const std::size_t end = std::min(line.find_first_of(" \t", at), line.size());
      ++token_;
      parse_token(line.substr(at, end - at));
      at = end;
    }
    return row_;
  }

 private:
  std::string place() const { return "token " + std::to_string(token_); }

  void parse_token(std::string_view token) {
    const std::size_t colon = token.find(':');
    if (colon == std::string_view::npos) malformed(token);
    const std::string_view key = token.substr(0, colon), text = token.substr(colon + 1);
    if (prefixes_ && (key == "instance" || key == "weight")) {
      parse_prefix(token, key, text);
      return;
    }
    std::int64_t index = 0;
    if (!parse_integer(key, index)) malformed(token);
    if (index < 1 || index > n_labels_)
      position_.fail(place() + ": index " + std::to_string(index) + ": indices lie in 1 ... " +
                     std::to_string(n_labels_) + " (--n-labels)");
    auto &last = last_line_[static_cast<std::size_t>(index - 1)];
    if (last == position_.line) position_.fail(place() + ": index " + std::to_string(index) + " is given twice");
    last = position_.line;

    double number = 0;
    if (value_ == LibsvmValue::probability) {
      if (!is_probability(text, number)) bad_cell(position_, place() + ": " + shown(key), text, probability_rule);
    } else {
      std::uint8_t present = 0;
      if (!is_zero_or_one(text, present)) bad_cell(position_, place() + ": " + shown(key), text, zero_or_one_rule);
      number = present;
    }
    if (number == 0) return;
    row_.indices.push_back(index - 1);
    row_.values.push_back(number);
  }

  void parse_prefix(std::string_view token, std::string_view key, std::string_view text) {
    const bool is_instance = key == "instance";
    bool &has = is_instance ? row_.has_instance : has_weight_;
    if (has || token_ != 1 + (is_instance ? has_weight_ : row_.has_instance))
      position_.fail(place() + " is " + shown(token) + ": instance and weight come once, before the labels");
    has = true;
    if (is_instance) {
      require_utf8(position_, place(), text);
      row_.instance = text;
    } else if (!is_weight(text, row_.weight)) {
      bad_cell(position_, place() + ": " + shown(key), text, weight_rule);
    }
  }

  [[noreturn]] void malformed(std::string_view token) const {
    position_.fail(place() + " is " + shown(token) + ": index:value is needed");
  }

  const std::int64_t n_labels_;
  const LibsvmValue value_;
  const bool prefixes_;
  const Position &position_;
  std::vector<std::int64_t> last_line_;  // by label: the line that last held it
  LibsvmRow row_;
  bool has_weight_ = false;
  std::int64_t token_ = 0;
};

}  // namespace

void scan_libsvm(Source &source, std::int64_t n_labels, LibsvmValue value, bool prefixes, Position &position,
                 const std::function<void(const LibsvmRow &)> &row) {
  LineParser parser(n_labels, value, prefixes, position);
  scan_lines(source, position, [&](std::string_view line) { row(parser.parse(line)); });
}

std::vector<std::string> numbered_labels(std::int64_t n_labels) {
  std::vector<std::string> labels;
  labels.reserve(static_cast<std::size_t>(n_labels));
  for (std::int64_t label = 1; label <= n_labels; ++label) labels.push_back(std::to_string(label));
  return labels;
}

}  // namespace wald::cli
