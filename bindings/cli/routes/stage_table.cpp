// Reads confidences, answers and costs of stages, and the truth beside them.
#include "routes/stage_table.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>
#include <utility>

#include "base/text.hpp"
#include "input/cells.hpp"
#include "input/columns.hpp"
#include "input/csv_scanner.hpp"
#include "input/source.hpp"

namespace wald::cli {
namespace {

constexpr std::int64_t most_stages = 12;
constexpr double missing = std::numeric_limits<double>::quiet_NaN();

class StageReader : public TableHandler {
 public:
  StageReader(const Source &source, const RouteSettings &asked, const StagesKnown &known, RouteNames &names,
              StageTable &table)
      : TableHandler(source), asked_(asked), known_(known), called_(names), table_(table) {}

  bool spreads_lists() const override { return true; }

  void header(const std::vector<std::string> &names) override {
    names_ = names;
    uses_.assign(names.size(), Use{Kind::ignored, 0});
    const std::size_t confidences = claim(asked_.confidences, "--confidences", Kind::confidence);
    const std::size_t answers = claim(asked_.answers, "--answers", Kind::answer);
    const std::size_t rights = claim(asked_.right, "--right", Kind::right);
    count_stages(confidences, answers, rights);
    claim_costs();
    for (const auto &[column, option, kind] :
         {std::tuple(&asked_.truth, "--truth", Kind::truth), std::tuple(&asked_.weights, "--weights", Kind::weight),
          std::tuple(&asked_.label_probability, "--label-probability", Kind::probability),
          std::tuple(&asked_.segment, "--segment", Kind::segment), std::tuple(&asked_.score, "--score", Kind::score)})
      if (*column) claim({**column}, option, kind);
    const auto k = static_cast<std::size_t>(table_.stages);
    confidences_.assign(k, missing);  // of the last stage, which may have none
    answers_.resize(answers);
    right_.resize(rights);
  }

  void cell(std::size_t column, std::string_view text) override {
    const auto [kind, slot] = uses_[column];
    const auto refuse = [&](const char *rule) { bad_cell(position, in_column(names_[column]), text, rule); };
    double value = 0;
    const bool is_empty = kind != Kind::ignored && is_missing(text);
    switch (kind) {
      case Kind::confidence:
        if (is_empty)
          value = missing;
        else if (!parse_number(text, value) || !std::isfinite(value))
          refuse("a confidence is a finite number, or empty if there is none");
        confidences_[slot] = value;
        break;
      case Kind::answer:
        if (is_empty && (known_.running ? known_.must == slot : slot + 1 < static_cast<std::size_t>(table_.stages)))
          refuse(known_.running ? "the route asks this stage first, and its answer tells the group"
                                : "the answer of the last stage alone may be not known");
        answers_[slot] = is_empty ? -1 : numbered(called_.classes, column, text, "class");
        break;
      case Kind::truth: table_.truth.push_back(is_empty ? -1 : numbered(called_.classes, column, text, "class")); break;
      case Kind::right:
        if (is_empty)
          value = missing;
        else if (!parse_number(text, value) || !(value >= 0 && value <= 1))
          refuse("how right a stage is lies in [0, 1]; empty if the row is not labelled");
        right_[slot] = value;
        break;
      case Kind::cost:
        if (!parse_number(text, value) || !(value >= 0) || std::isinf(value)) refuse("a cost is a finite number >= 0");
        costs_[slot] = value;
        break;
      case Kind::weight:
        if (!is_weight(text, value)) refuse(weight_rule);
        table_.weights.push_back(value);
        break;
      case Kind::probability:
        if (is_empty)
          value = missing;
        else if (!is_probability(text, value) || value == 0)
          refuse("the probability of being labelled lies in (0, 1]; empty if a row was not considered");
        table_.label_probabilities.push_back(value);
        break;
      case Kind::segment:
        if (is_empty) refuse("every row has a segment");
        table_.segments.push_back(numbered(called_.segments, column, text, "segment"));
        break;
      case Kind::score:
        if (!parse_number(text, value) || !std::isfinite(value)) refuse("a router's score is a finite number");
        table_.scores.push_back(value);
        break;
      case Kind::ignored: require_utf8(position, in_column(names_[column]), text);
    }
  }

  void end_row() override {
    if (asked_.label_probability && std::isnan(table_.label_probabilities.back()) && is_labelled())
      position.fail(in_column(*asked_.label_probability) +
                    " is empty: a row with a label needs the probability with which it was labelled");
    const auto add = [](auto &to, const auto &from) { to.insert(to.end(), from.begin(), from.end()); };
    add(table_.confidences, confidences_);
    add(table_.answers, answers_);
    add(table_.right, right_);
    add(table_.costs, costs_);
    ++table_.rows;
  }

 private:
  enum class Kind : std::uint8_t {
    ignored,
    confidence,
    answer,
    right,
    cost,
    truth,
    weight,
    probability,
    segment,
    score
  };
  struct Use {
    Kind kind;
    std::size_t slot;  // of which stage
  };

  // Whether the present row has a label, by what says so: the truth, how right stages are, or the last stage's answer.
  bool is_labelled() const {
    if (asked_.truth) return table_.truth.back() >= 0;
    return right_.empty() ? answers_.back() >= 0 : !std::isnan(right_.front());
  }

  void use(std::size_t column, const char *option, Kind kind, std::size_t slot) {
    if (uses_[column].kind != Kind::ignored)
      position.fail("column " + shown(names_[column]) + " is named by " + option + ", but has another use already");
    uses_[column] = {kind, slot};
  }

  /// The columns of an option. The name of a list of JSON lines stands for its items.
  std::vector<std::size_t> columns(std::vector<std::string> patterns, const char *option) const {
    const auto has = [&](const std::string &name) {
      return std::find(names_.begin(), names_.end(), name) != names_.end();
    };
    for (std::string &pattern : patterns)
      if (!has(pattern) && has(pattern + ".0")) pattern += ".*";
    return select_columns(names_, position, patterns, option);
  }

  std::size_t claim(const std::vector<std::string> &patterns, const char *option, Kind kind) {
    const std::vector<std::size_t> found = columns(patterns, option);
    for (std::size_t slot = 0; slot < found.size(); ++slot) use(found[slot], option, kind, slot);
    if (found.size() > 1 && kind != Kind::confidence && kind != Kind::answer && kind != Kind::right)
      position.fail(std::string(option) + " names " + counted(found.size(), "column") + ", where one is needed");
    return found.size();
  }

  void count_stages(std::size_t confidences, std::size_t answers, std::size_t rights) {
    const std::size_t of_answers = answers > 0 ? answers : rights;
    const char *option = answers > 0 ? "--answers" : rights > 0 ? "--right" : "--confidences";
    std::size_t k = static_cast<std::size_t>(known_.stages);
    if (k == 0) k = of_answers > 0 ? of_answers : confidences;
    if (k < 2 || k > static_cast<std::size_t>(most_stages))
      position.fail(std::string(option) + " selects " + counted(k, "column") + ": 2 to " + std::to_string(most_stages) +
                    " stages are needed, from the cheap one to the expensive one");
    if (of_answers > 0 && of_answers != k)
      position.fail(std::string(option) + " selects " + counted(of_answers, "column") + ", where there are " +
                    counted(k, "stage"));
    if (confidences > 0 && confidences != k && confidences + 1 != k)
      position.fail("--confidences selects " + counted(confidences, "column") + ", where there are " +
                    counted(k, "stage"));
    if (table_.stages > 0 && table_.stages != static_cast<std::int64_t>(k))
      position.fail(std::string(option) + " selects " + counted(k, "column") + ", and " +
                    std::to_string(table_.stages) + " in " + asked_.files[0]);
    table_.stages = static_cast<std::int64_t>(k);
  }

  void claim_costs() {
    costs_.clear();
    for (const std::string &item : asked_.costs) {
      double value = 0;
      if (std::find(names_.begin(), names_.end(), item) == names_.end() && parse_number(item, value)) {
        if (!(value >= 0) || std::isinf(value))
          throw UsageError("--costs " + shown(item) + ": a cost is a finite number >= 0");
        costs_.push_back(value);
        continue;
      }
      for (const std::size_t column : columns({item}, "--costs")) {
        use(column, "--costs", Kind::cost, costs_.size());
        costs_.push_back(0);
      }
    }
    if (!costs_.empty() && costs_.size() != static_cast<std::size_t>(table_.stages))
      position.fail("--costs has " + counted(costs_.size(), "item") + ", where there are " +
                    counted(static_cast<std::size_t>(table_.stages), "stage"));
  }

  std::int32_t numbered(Names &names, std::size_t column, std::string_view text, const char *what) const {
    require_utf8(position, in_column(names_[column]), text);
    std::int32_t out = 0;
    if (!names.read(text, out))
      position.fail(in_column(names_[column]) + " is " + shown(text) + ": a " + what +
                    " is a whole number from 0 here, as in the rows before");
    return out;
  }

  const RouteSettings &asked_;
  const StagesKnown &known_;
  RouteNames &called_;
  StageTable &table_;
  std::vector<std::string> names_;
  std::vector<Use> uses_;
  // The present row, whose columns may stand in any order.
  std::vector<double> confidences_, right_, costs_;
  std::vector<std::int32_t> answers_;
};

}  // namespace

std::string counted(std::size_t n, const char *what) { return std::to_string(n) + " " + what + (n == 1 ? "" : "s"); }

StageTable read_stage_table(const std::vector<std::string> &files, const RouteSettings &settings,
                            const StagesKnown &known, RouteNames &names, Progress &progress) {
  StageTable out;
  for (const std::string &file : files) {
    Source source(file, progress);
    StageReader reader(source, settings, known, names, out);
    scan_csv(source, reader);
  }
  names.classes.settle({&out.answers, &out.truth});
  names.segments.settle({&out.segments});
  return out;
}

Stages make_stages(const StageTable &table) {
  const auto some = [](const std::vector<double> &values) { return values.empty() ? Array() : Array(values); };
  Stages::Rows rows;
  rows.confidences = table.table(table.confidences);
  rows.answers = table.answers;
  rows.truth = table.truth;
  rows.right = table.table(table.right);
  rows.costs = table.table(table.costs);
  rows.weights = some(table.weights);
  rows.label_probabilities = some(table.label_probabilities);
  rows.segments = table.segments;
  rows.scores = some(table.scores);
  Stages out(table.stages);
  out.feed(rows);
  return out;
}

}  // namespace wald::cli
