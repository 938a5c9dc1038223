// Parses targets and features of one line.
#include "learners/labelled_lines.hpp"

#include <algorithm>
#include <string>

#include "base/text.hpp"
#include "input/cells.hpp"
#include "input/lines.hpp"

namespace wald::cli {
namespace {

class LabelledParser {
 public:
  explicit LabelledParser(const Position &position) : position_(position) {}

  const LabelledLine &parse(std::string_view line) {
    line_.targets.clear();
    line_.features.clear();
    token_ = 0;
    for (std::size_t at = 0; (at = line.find_first_not_of(" \t", at)) != std::string_view::npos;) {
      const std::size_t end = std::min(line.find_first_of(" \t", at), line.size());
      const std::string_view token = line.substr(at, end - at);
      ++token_;
      if (token_ == 1 && token.find(':') == std::string_view::npos)
        split_targets(token);
      else
        add_feature(token);
      at = end;
    }
    sort_features();
    return line_;
  }

 private:
  std::string place() const { return "token " + std::to_string(token_); }

  void split_targets(std::string_view token) {
    require_utf8(position_, place(), token);
    for (std::size_t begin = 0; begin <= token.size();) {
      const std::size_t end = std::min(token.find(',', begin), token.size());
      const std::string_view target = token.substr(begin, end - begin);
      if (target.empty()) position_.fail(place() + " is " + shown(token) + ": an empty item in the list of labels");
      line_.targets.push_back(target);
      begin = end + 1;
    }
  }

  void add_feature(std::string_view token) {
    const std::size_t colon = token.find(':');
    std::int64_t index = 0;
    if (colon == std::string_view::npos || !parse_integer(token.substr(0, colon), index) || index < 0)
      position_.fail(place() + " is " + shown(token) + ": index:value is needed");
    const std::string_view text = token.substr(colon + 1);
    require_known(position_, place() + ": " + std::to_string(index), text,
                  "a feature that is left out is 0; leave the row out where it is missing");
    double value = 0;
    if (!is_feature(text, value)) bad_cell(position_, place() + ": " + std::to_string(index), text, feature_rule);
    line_.features.emplace_back(index, value);
  }

  void sort_features() {
    auto &features = line_.features;
    const auto before = [](const auto &a, const auto &b) { return a.first < b.first; };
    if (!std::is_sorted(features.begin(), features.end(), before)) std::sort(features.begin(), features.end(), before);
    const auto twice = std::adjacent_find(features.begin(), features.end(),
                                          [](const auto &a, const auto &b) { return a.first == b.first; });
    if (twice != features.end()) position_.fail("index " + std::to_string(twice->first) + " is given twice");
    features.erase(std::remove_if(features.begin(), features.end(), [](const auto &item) { return item.second == 0; }),
                   features.end());
  }

  const Position &position_;
  LabelledLine line_;
  std::int64_t token_ = 0;
};

}  // namespace

void scan_labelled_lines(Source &source, Position &position, const std::function<void(const LabelledLine &)> &line) {
  LabelledParser parser(position);
  scan_lines(source, position, [&](std::string_view text) {
    const std::size_t comment = text.find('#');
    if (comment != 0) line(parser.parse(text.substr(0, comment)));
  });
}

}  // namespace wald::cli
