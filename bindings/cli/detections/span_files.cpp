// Spans in CSV, and tagged tokens.
#include <array>
#include <cmath>
#include <utility>

#include "base/errors.hpp"
#include "base/text.hpp"
#include "detections/detection_files.hpp"
#include "input/cells.hpp"
#include "input/csv_scanner.hpp"
#include "input/lines.hpp"

namespace wald::cli {
namespace {

constexpr const char *finite_rule = "a finite number is needed";

/// Columns document, start, end, label and, of detections, score, in any order.
class SpanReader : public TableHandler {
 public:
  SpanReader(const Source &source, DetectionRows &rows, bool scored)
      : TableHandler(source), rows_(rows), to_(scored ? rows.detections : rows.truths), scored_(scored) {}

  void header(const std::vector<std::string> &names) override {
    uses_.assign(names.size(), names_.size());
    for (std::size_t use = 0; use < names_.size() - (scored_ ? 0 : 1); ++use) {
      const std::optional<std::size_t> found = position_of(names_[use], names);
      if (!found) position.fail(std::string("there is no column ") + names_[use]);
      uses_[*found] = use;
    }
  }

  void cell(std::size_t column, std::string_view text) override {
    const std::size_t use = uses_[column];
    if (use == names_.size()) return;
    const std::string place = in_column(names_[use]);
    if (text.empty()) position.fail(place + " is empty");
    if (use < 2)
      require_utf8(position, place, text);
    if (use == 0)
      document_ = rows_.images.number(text);
    else if (use == 1)
      label_ = rows_.classes.number(text);
    else if (!parse_number(text, numbers_[use - 2]) || !std::isfinite(numbers_[use - 2]))
      bad_cell(position, place, text, finite_rule);
  }

  void end_row() override {
    if (numbers_[1] < numbers_[0])
      position.fail("end is " + shortest(numbers_[1]) + ": must be at least start = " + shortest(numbers_[0]));
    to_.images.push_back(document_);
    to_.classes.push_back(label_);
    to_.sides.insert(to_.sides.end(), {numbers_[0], numbers_[1]});
    (scored_ ? to_.scores : to_.crowds).push_back(scored_ ? numbers_[2] : 0);
  }

 private:
  static constexpr std::array<const char *, 5> names_ = {"document", "label", "start", "end", "score"};
  DetectionRows &rows_;
  Regions &to_;
  const bool scored_;
  std::vector<std::size_t> uses_;  // of each column: its place in names_
  std::int64_t document_ = 0, label_ = 0;
  std::array<double, 3> numbers_ = {0, 0, 0};
};

/// Lines of a token, other columns, a tag and, of detections, a score; sentences are separated by empty lines. The score
/// of an entity is the least of its tokens'.
class TagReader {
 public:
  TagReader(DetectionRows &rows, bool scored) : rows_(rows), to_(scored ? rows.detections : rows.truths), scored_(scored) {}

  void line(const Position &position, std::string_view text) {
    std::vector<std::string_view> cells;
    constexpr std::string_view blanks = " \t\r";
    for (std::size_t from = 0; (from = text.find_first_not_of(blanks, from)) != std::string_view::npos;) {
      const std::size_t end = std::min(text.find_first_of(blanks, from), text.size());
      cells.push_back(text.substr(from, end - from));
      from = end;
    }
    if (cells.empty() || cells[0] == "-DOCSTART-") {
      sentence_ += at_ > 0 ? 1 : 0;
      at_ = 0;
      open_.clear();
      return;
    }
    const std::size_t after = scored_ ? 1 : 0;
    if (cells.size() < 2 + after)
      position.fail(counted(std::to_string(cells.size()), "column") + ": a token, a tag" + (scored_ ? " and a score are needed" : " are needed"));
    rows_.images.number(std::to_string(sentence_));  // also of a sentence without entities
    double score = 0;
    if (scored_ && (!parse_number(cells.back(), score) || !std::isfinite(score)))
      position.fail("the score is " + shown(cells.back()) + ": " + finite_rule);
    tag(position, cells[cells.size() - 1 - after], score);
    tokens.emplace_back(sentence_, cells[0]);
    lines.push_back(position.line);
    ++at_;
  }

  std::vector<std::pair<std::int64_t, std::string>> tokens;  // with their sentences
  std::vector<std::int64_t> lines;

 private:
  void tag(const Position &position, std::string_view tag, double score) {
    const bool begins = tag.substr(0, 2) == "B-", inside = tag.substr(0, 2) == "I-";
    if (tag != "O" && (!(begins || inside) || tag.size() < 3))
      position.fail("the tag is " + shown(tag) + ": must be O, B-NAME or I-NAME");
    const std::string name(tag == "O" ? "" : tag.substr(2));
    if (inside && name != open_)
      position.fail("the tag is " + shown(tag) + " after " + (open_.empty() ? "O" : "an entity " + shown(open_)) +
                    ": an entity begins with B-" + name);
    open_ = name;
    const auto at = static_cast<double>(at_);
    if (begins) {
      require_utf8(position, "the tag", tag);
      to_.images.push_back(rows_.images.number(std::to_string(sentence_)));
      to_.classes.push_back(rows_.classes.number(name));
      to_.sides.insert(to_.sides.end(), {at, at + 1});
      (scored_ ? to_.scores : to_.crowds).push_back(score);
    } else if (inside) {
      to_.sides.back() = at + 1;
      if (scored_) to_.scores.back() = std::min(to_.scores.back(), score);
    }
  }

  DetectionRows &rows_;
  Regions &to_;
  const bool scored_;
  std::int64_t sentence_ = 0, at_ = 0;
  std::string open_;  // the name of the entity of the token before
};

}  // namespace

DetectionRows read_spans(const std::string &results, const std::string &truth, Progress &progress) {
  DetectionRows out;
  out.sides = 2;
  for (const bool scored : {false, true}) {
    Source source(scored ? results : truth, progress);
    (scored ? out.detections : out.truths).file = source.name();
    SpanReader reader(source, out, scored);
    scan_csv(source, reader);
  }
  return out;
}

DetectionRows read_bio(const std::string &results, const std::string &truth, Progress &progress) {
  DetectionRows out;
  out.sides = 2;
  TagReader known(out, false), found(out, true);
  Position position;
  for (TagReader *reader : {&known, &found}) {
    Source source(reader == &found ? results : truth, progress);
    (reader == &found ? out.detections : out.truths).file = source.name();
    position = {source.name()};
    scan_lines(source, position, [&](std::string_view line) { reader->line(position, line); });
  }
  for (std::size_t i = 0; i < std::min(known.tokens.size(), found.tokens.size()); ++i)
    if (known.tokens[i] != found.tokens[i]) {
      position.line = found.lines[i];
      if (known.tokens[i].second == found.tokens[i].second)
        position.fail("token " + shown(found.tokens[i].second) + " is in sentence " + std::to_string(found.tokens[i].first) +
                      ": that of --truth in line " + std::to_string(known.lines[i]) + " is in sentence " +
                      std::to_string(known.tokens[i].first));
      position.fail("token " + shown(found.tokens[i].second) + " is not the one of --truth in line " +
                    std::to_string(known.lines[i]) + ", " + shown(known.tokens[i].second));
    }
  if (known.tokens.size() != found.tokens.size())
    throw InputError(position.name + ": " + std::to_string(found.tokens.size()) + " tokens, --truth has " +
                     std::to_string(known.tokens.size()));
  return out;
}

}  // namespace wald::cli
