// Takes targets as labels or as classes, and numbers the classes.
#include "learners/targets.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <tuple>
#include <utility>

#include "base/text.hpp"
#include "input/cells.hpp"

namespace wald::cli {
namespace {

bool number_of(std::string_view text, double &value) {
  if (!text.empty() && text[0] == '+') text.remove_prefix(1);
  return parse_number(text, value) && std::isfinite(value);
}

/// By number where all are numbers, else by their bytes.
bool name_before(const std::string &a, const std::string &b) {
  double x = 0, y = 0;
  const bool numbers = number_of(a, x) && number_of(b, y);
  return numbers && x != y ? x < y : a < b;
}

/// The names in order, each once, and the place in them of each old name.
std::pair<std::vector<std::string>, std::vector<std::int64_t>> sorted(std::vector<std::string> old) {
  double value = 0;
  const bool numbers = std::all_of(old.begin(), old.end(), [&](const auto &name) { return number_of(name, value); });
  std::vector<std::string> names = old;
  if (numbers)
    std::sort(names.begin(), names.end(), name_before);
  else
    std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  Numbering order;
  for (const std::string &name : names) order.number(name);
  std::vector<std::int64_t> places;
  for (const std::string &name : old) places.push_back(order.number(name));
  return {std::move(names), std::move(places)};
}

std::vector<std::string> canonical_names(const std::vector<std::string> &names) {
  std::vector<std::string> out;
  for (const std::string &name : names) out.push_back(canonical(name));
  return out;
}

/// Fails if a class is a number with a fraction, or where there is only one.
void require_classes(const std::vector<std::string> &names, const std::string &source, const std::string &what) {
  for (const std::string &name : names) {
    double value = 0;
    if (parse_number(name, value) && value != std::floor(value))
      throw InputError(source + ": " + what + " holds " + name +
                       ": a target is 0 or 1, or a whole number or word that names a class");
  }
  if (names.size() < 2)
    throw InputError(source + ": " + what + " holds " + shown(names[0]) + " alone: two classes or more are needed");
}

}  // namespace

std::string canonical(std::string_view text) {
  double value = 0;
  if (!number_of(text, value) || value != std::floor(value) || std::fabs(value) >= 1e15) return std::string(text);
  std::string out;
  append_integer(out, static_cast<std::int64_t>(value));
  return out;
}

std::optional<std::uint8_t> binary(std::string_view text) {
  double value = 0;
  if (!number_of(text, value) || (value != 1 && value != 0 && value != -1)) return std::nullopt;
  return value == 1 ? std::uint8_t{1} : std::uint8_t{0};
}

TargetCells::TargetCells(std::vector<std::string> columns, std::optional<wald_task> task)
    : columns_(std::move(columns)), task_(task), one_(columns_.size() == 1), row_(columns_.size()) {}

void TargetCells::add(std::size_t column, std::string_view text, const Position &position) {
  const std::string place = in_column(columns_[column]);
  if (is_missing(text))
    position.fail(place + (text.empty() ? " is empty" : " is " + std::string(text)) +
                  ": rows to learn from have every target; leave the row out");
  require_utf8(position, place, text);
  if (one_ && task_ != WALD_TASK_LABELS) {
    cells_.push_back(static_cast<std::int32_t>(texts_.number(text)));
    return;
  }
  if (!is_zero_or_one(text, row_[column]))
    bad_cell(position, place, text,
             one_ ? zero_or_one_rule : "a label is 0 or 1; of several --targets each is a label, and classes are one");
}

void TargetCells::end_row() {
  if (!one_ || task_ == WALD_TASK_LABELS) out_.labels.insert(out_.labels.end(), row_.begin(), row_.end());
}

Targets TargetCells::take(const std::string &source) {
  out_.names = columns_;
  if (!one_ || task_ == WALD_TASK_LABELS) return std::move(out_);
  std::vector<std::uint8_t> values(texts_.names().size());
  bool label = !task_;
  for (std::size_t i = 0; i < values.size(); ++i) label = label && is_zero_or_one(texts_.names()[i], values[i]);
  if (label) {
    for (const std::int32_t cell : cells_) out_.labels.push_back(values[static_cast<std::size_t>(cell)]);
    return std::move(out_);
  }
  auto [names, places] = sorted(canonical_names(texts_.names()));
  require_classes(names, source, in_column(columns_[0]));
  out_.task = WALD_TASK_CLASSES;
  out_.names = std::move(names);
  for (const std::int32_t cell : cells_) out_.classes.push_back(places[static_cast<std::size_t>(cell)]);
  return std::move(out_);
}

TargetLists::TargetLists(std::vector<std::string> names, std::optional<wald_task> task)
    : names_(std::move(names)), task_(task) {}

void TargetLists::add(const std::vector<std::string_view> &targets, const Position &position) {
  const auto line = static_cast<std::int64_t>(first_.size());
  for (const std::string_view target : targets) {
    const std::string name = canonical(target);
    std::int64_t place = 0;
    if (!names_.empty() &&
        (!parse_integer(name, place) || place < 0 || place >= static_cast<std::int64_t>(names_.size())))
      position.fail("label " + shown(target) + ": --label-names has " + std::to_string(names_.size()) +
                    " lines, which are counted from 0");
    const std::int64_t number = names_.empty() ? texts_.number(name) : place;
    if (number >= static_cast<std::int64_t>(last_line_.size())) last_line_.resize(static_cast<std::size_t>(number) + 1);
    std::int64_t &last = last_line_[static_cast<std::size_t>(number)];
    if (last == line) position.fail("label " + shown(target) + " is given twice");
    last = line;
    targets_.push_back(number);
  }
  first_.push_back(static_cast<std::int64_t>(targets_.size()));
  single_ = single_ && targets.size() == 1;
  if (task_ == WALD_TASK_CLASSES && targets.size() != 1)
    position.fail(std::to_string(targets.size()) + " labels, where --task classes needs one class");
}

Targets TargetLists::take(const std::string &source) {
  Targets out;
  const std::vector<std::string> &known = names_.empty() ? texts_.names() : names_;
  if (known.empty()) throw InputError(source + ": no row has a label: a line begins with its labels, as \"1,5 3:0.5\"");
  const bool numbers = names_.empty() && std::all_of(known.begin(), known.end(),
                                                     [](const std::string &name) { return binary(name).has_value(); });
  if (single_ && numbers && !task_) {
    out.names = {"1"};
    for (const std::int64_t target : targets_) out.labels.push_back(*binary(known[static_cast<std::size_t>(target)]));
    return out;
  }
  std::vector<std::int64_t> places(known.size());
  std::iota(places.begin(), places.end(), 0);
  out.names = known;
  if (names_.empty()) std::tie(out.names, places) = sorted(known);
  if (task_ ? task_ == WALD_TASK_CLASSES : single_) {
    require_classes(out.names, source, "the target");
    out.task = WALD_TASK_CLASSES;
    for (const std::int64_t target : targets_) out.classes.push_back(places[static_cast<std::size_t>(target)]);
    return out;
  }
  constexpr std::size_t most_cells = 500'000'000;
  if ((first_.size() - 1) * out.names.size() > most_cells)
    throw InputError(source + ": " + std::to_string(first_.size() - 1) + " rows of " + std::to_string(out.names.size()) +
                     " labels: more than " + std::to_string(most_cells) + " cells");
  out.labels.resize((first_.size() - 1) * out.names.size());
  for (std::size_t row = 0; row + 1 < first_.size(); ++row)
    for (std::int64_t i = first_[row]; i < first_[row + 1]; ++i) {
      const std::int64_t label = places[static_cast<std::size_t>(targets_[static_cast<std::size_t>(i)])];
      out.labels[row * out.names.size() + static_cast<std::size_t>(label)] = 1;
    }
  return out;
}

}  // namespace wald::cli
