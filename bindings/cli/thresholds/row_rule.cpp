// Makes a rule from thresholds on the command line or in JSON.
#include "thresholds/row_rule.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/errors.hpp"
#include "base/json.hpp"
#include "base/text.hpp"
#include "input/masks.hpp"
#include "input/source.hpp"

namespace wald::cli {
namespace {

std::vector<std::string> as_cells(const std::vector<std::uint8_t> &flags) {
  std::vector<std::string> out;
  out.reserve(flags.size());
  for (const std::uint8_t flag : flags) out.emplace_back(flag != 0 ? "1" : "0");
  return out;
}

Table<const double> column(Table<const double> scores, std::size_t number) {
  return {scores.data + static_cast<std::int64_t>(number) * scores.col_stride, scores.rows, 1, scores.row_stride, 1};
}

RowRule by_thresholds(std::vector<std::string> names, std::vector<double> thresholds, wald_rule rule) {
  RowRule out;
  out.scores = std::move(names);
  out.added = {flag_column()};
  out.cells = [thresholds = std::move(thresholds), rule](Table<const double> scores) {
    return as_cells(apply_thresholds(thresholds, rule, scores));
  };
  return out;
}

/// Reads an answer; everything in it may be wrong, since people edit files.
class AnswerReader {
 public:
  AnswerReader(const std::string &path, Progress &progress) {
    Source source(path, progress);
    name_ = source.name();
    const std::string text = source.all();
    answer_ = parse_json(text, {name_}).value_or(nullptr);
    if (!answer_.is(Json::Kind::object)) fail("no answer of 'wald threshold': a JSON object is needed");
  }

  RowRule rule() const {
    RowRule out = has("labels")         ? of_labels()
                  : has("classes")      ? of_classes()
                  : has("coefficients") ? of_stack()
                  : has("low")          ? of_zone()
                                        : of_thresholds();
    out.source = name_;
    return out;
  }

  std::pair<std::string, double> threshold() const {
    for (const char *other : {"labels", "classes", "coefficients", "low"})
      if (has(other)) fail("the answer has " + shown(other) + ": one threshold of one score is needed");
    const Json &thresholds = object_at(answer_, "thresholds");
    if (thresholds.names().size() != 1)
      fail("the answer has thresholds of " + std::to_string(thresholds.names().size()) +
           " scores, which flag a row together: one is needed");
    const std::string name = thresholds.names().front();
    return {name, number(thresholds, name)};
  }

 private:
  [[noreturn]] void fail(const std::string &message) const { throw InputError(name_ + ": " + message); }

  bool has(const char *key) const { return answer_.find(key) != nullptr; }

  const Json &member(const Json &object, const std::string &key) const {
    const Json *found = object.find(key);
    if (found == nullptr) fail("no answer of 'wald threshold': " + shown(key) + " is missing");
    return *found;
  }
  const Json &object_at(const Json &object, const std::string &key) const {
    const Json &value = member(object, key);
    if (!value.is(Json::Kind::object) || value.empty()) fail(shown(key) + " is no object with members");
    return value;
  }
  std::string text(const Json &object, const std::string &key) const {
    const Json &value = member(object, key);
    if (!value.is(Json::Kind::text)) fail(shown(key) + " is " + shown(json_text(value)) + ": a text is needed");
    return value.text();
  }
  double number(const Json &object, const std::string &key) const {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    const Json &value = member(object, key);
    if (value.text() == "inf") return infinity;
    if (value.text() == "-inf") return -infinity;
    if (!value.is_number()) fail(shown(key) + " is " + json_text(value) + R"(: a number, "inf" or "-inf" is needed)");
    return value.number();
  }
  std::vector<double> numbers(const Json &object) const {
    std::vector<double> out;
    for (const std::string &name : object.names()) out.push_back(number(object, name));
    return out;
  }

  RowRule of_thresholds() const {
    const Json &thresholds = object_at(answer_, "thresholds");
    const std::string rule = text(answer_, "rule");
    if (rule != "or" && rule != "and") fail("\"rule\" is " + shown(rule) + ": or, or and, is needed");
    return by_thresholds(thresholds.names(), numbers(thresholds), rule == "or" ? WALD_RULE_OR : WALD_RULE_AND);
  }

  RowRule of_stack() const {
    const Json &members = object_at(answer_, "coefficients");
    const std::vector<double> coefficients = numbers(members);
    const double intercept = number(answer_, "intercept"), threshold = number(answer_, "threshold");
    RowRule out;
    out.scores = members.names();
    out.added = {flag_column()};
    out.cells = [=](Table<const double> scores) {
      constexpr double most = 0.5 * std::numeric_limits<double>::max();
      std::vector<double> combined(static_cast<std::size_t>(scores.rows), intercept);
      // In the library's order of operations; a product that overflows still counts on its side.
      for (std::int64_t row = 0; row < scores.rows; ++row)
        for (std::size_t d = 0; d < coefficients.size(); ++d) {
          const double score = scores.data[row * scores.row_stride + static_cast<std::int64_t>(d) * scores.col_stride];
          const double term = coefficients[d] * std::clamp(score, -2 * most, 2 * most);
          double &sum = combined[static_cast<std::size_t>(row)];
          sum = std::clamp(sum + std::clamp(term, -most, most), -most, most);
        }
      return as_cells(
          apply_thresholds({threshold}, WALD_RULE_OR, Table<const double>(combined.data(), scores.rows, 1)));
    };
    return out;
  }

  RowRule of_zone() const {
    const double low = number(answer_, "low"), high = number(answer_, "high");
    RowRule out;
    out.scores = {text(answer_, "score")};
    out.added = {flag_column()};
    out.cells = [=](Table<const double> scores) {
      const std::vector<std::uint8_t> kept = apply_thresholds({low}, WALD_RULE_OR, scores);
      std::vector<std::string> cells = as_cells(apply_thresholds({high}, WALD_RULE_OR, scores));
      for (std::size_t row = 0; row < cells.size(); ++row)
        if (cells[row] == "0" && kept[row] != 0) cells[row].clear();  // left to a person
      return cells;
    };
    return out;
  }

  RowRule of_labels() const {
    const Json &labels = object_at(answer_, "labels");
    RowRule out;
    std::vector<double> thresholds;
    for (const std::string &name : labels.names()) {
      const Json &label = member(labels, name);
      out.scores.push_back(text(label, "score"));
      out.added.push_back(flag_column(name));
      thresholds.push_back(number(label, "threshold"));
    }
    out.cells = [=](Table<const double> scores) {
      std::vector<std::string> cells(static_cast<std::size_t>(scores.rows) * thresholds.size());
      for (std::size_t label = 0; label < thresholds.size(); ++label) {
        const auto flags = apply_thresholds({thresholds[label]}, WALD_RULE_OR, column(scores, label));
        for (std::size_t row = 0; row < flags.size(); ++row)
          cells[row * thresholds.size() + label] = flags[row] != 0 ? "1" : "0";
      }
      return cells;
    };
    return out;
  }

  RowRule of_classes() const {
    const Json &classes = object_at(answer_, "classes");
    RowRule out;
    std::vector<double> multipliers;
    for (const Json &item : classes.items()) {
      out.scores.push_back(text(item, "score"));
      multipliers.push_back(number(item, "multiplier"));
    }
    out.added = {"class"};
    out.cells = [multipliers, names = classes.names()](Table<const double> scores) {
      std::vector<std::string> cells;
      for (const std::int64_t decision : apply_multipliers(multipliers, scores))
        cells.push_back(names[static_cast<std::size_t>(decision)]);
      return cells;
    };
    return out;
  }

  std::string name_;
  Json answer_;
};

}  // namespace

std::pair<std::string, double> read_threshold(const std::string &answer, Progress &progress) {
  return AnswerReader(answer, progress).threshold();
}

RowRule read_row_rule(const ThresholdSettings &settings, Progress &progress) {
  if (!settings.answer.empty()) return AnswerReader(settings.answer, progress).rule();
  std::vector<std::string> names;
  std::vector<double> thresholds;
  for (const auto &[name, threshold] : settings.thresholds) {
    names.push_back(name);
    thresholds.push_back(threshold);
  }
  RowRule out = by_thresholds(std::move(names), std::move(thresholds), settings.rule.value_or(WALD_RULE_OR));
  out.source = "--thresholds";
  out.patterns = true;
  return out;
}

}  // namespace wald::cli
