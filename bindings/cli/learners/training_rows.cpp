// Reads rows to fit a learner to, and turns columns of words into levels.
#include "learners/training_rows.hpp"

#include <algorithm>
#include <limits>
#include <optional>
#include <set>
#include <unordered_map>
#include <unordered_set>

#include "base/text.hpp"
#include "input/cells.hpp"
#include "input/columns.hpp"
#include "input/csv_scanner.hpp"
#include "input/lines.hpp"
#include "input/numbering.hpp"
#include "input/source.hpp"
#include "learners/given_marginals.hpp"
#include "learners/labelled_lines.hpp"

namespace wald::cli {
namespace {

/// More words in one column are no levels, unless that is asked for: names, texts, days.
constexpr std::int64_t most_levels = 1000;

/// Rows times levels of columns of words that were not asked for: this many, and more for each cell with a word. A short
/// table of many different words would fill the memory else.
constexpr std::size_t most_level_cells = std::size_t{1} << 22, level_cells_of_word = 32;

/// Features by their indices alone: this many, and more for each number, since each gets a name.
constexpr std::int64_t most_columns = std::int64_t{1} << 20, columns_of_number = 16;

/// A column of features. Its first cell says whether it holds numbers or words.
class FeatureColumn {
 public:
  /// `asked`: its values are levels. `missing`: one may be missing.
  FeatureColumn(std::string name, bool asked, bool missing)
      : name_(std::move(name)), words_(asked), asked_(asked), begun_(asked), missing_(missing) {}

  void add(std::string_view text, const Position &position) {
    if (missing_ && is_missing(text)) {
      // Of which kind the column is may not be known yet.
      if (!begun_ || !words_) numbers_.push_back(not_known);
      if (!begun_ || words_) cells_.push_back(no_level);
      return;
    }
    require_known(position, in_column(name_), text, advice_to_fit);
    double value = 0;
    const bool number = is_feature(text, value);
    if (!begun_) words_ = !is_number(text);
    begun_ = true;
    if (words_) {
      add_word(text, position);
    } else {
      if (!number) refuse(text, position);
      numbers_.push_back(value);
    }
  }

  /// Puts the column, or one of 0 and 1 for each level, at the end of the features, and gives up its own memory.
  void append_to(std::vector<std::string> &names, FeatureRows &features) {
    if (!words_) {
      names.push_back(name_);
      features.values.insert(features.values.end(), numbers_.begin(), numbers_.end());
      ++features.columns;
    } else {
      std::vector<std::string> sorted = levels_.names();
      std::sort(sorted.begin(), sorted.end());
      for (const std::string &level : sorted) {
        names.push_back(level_feature(name_, level));
        const std::int64_t number = levels_.number(level);
        for (const std::int32_t cell : cells_)
          features.values.push_back(cell == no_level ? not_known : cell == number ? 1 : 0);
        ++features.columns;
      }
    }
    numbers_ = {};
    cells_ = {};
  }

  bool words() const { return words_; }
  /// Whether --categorical names it.
  bool asked() const { return asked_; }
  /// How many features it is.
  std::size_t width() const { return words_ ? levels_.names().size() : 1; }
  const std::string &name() const { return name_; }

 private:
  static constexpr double not_known = std::numeric_limits<double>::quiet_NaN();
  static constexpr std::int32_t no_level = -1;

  static bool is_number(std::string_view text) {
    double value = 0;
    return parse_number(text, value);
  }

  void add_word(std::string_view text, const Position &position) {
    require_utf8(position, in_column(name_), text);
    if (!asked_ && is_number(text)) mixed(text, "words", position);
    cells_.push_back(static_cast<std::int32_t>(levels_.number(text)));
    if (!asked_ && levels_.count() > most_levels)
      position.fail(in_column(name_) + " holds more than " + std::to_string(most_levels) +
                    " words: --ignore leaves it out, --categorical makes each a level of it all the same");
  }

  [[noreturn]] void refuse(std::string_view text, const Position &position) const {
    if (!is_number(text)) mixed(text, "numbers", position);
    bad_cell(position, in_column(name_), text, feature_rule);
  }

  [[noreturn]] void mixed(std::string_view text, const char *before, const Position &position) const {
    require_utf8(position, in_column(name_), text);
    position.fail(
        in_column(name_) + " is " + shown(text) + ", after rows with " + before +
        ": --categorical makes levels of all its values; else fill it in, or leave the row or the column out");
  }

  std::string name_;
  bool words_, asked_, begun_, missing_;
  std::vector<double> numbers_;
  Numbering levels_;
  std::vector<std::int32_t> cells_;
};

class TrainingReader : public TableHandler {
 public:
  TrainingReader(const Source &source, const Settings &settings, TrainingRows &out)
      : TableHandler(source), settings_(settings), out_(out) {}

  void header(const std::vector<std::string> &names) override {
    const LearnerSettings &asked = settings_.learner;
    names_ = names;
    uses_.assign(names.size(), Use{Kind::feature, 0});
    target_names_ = claim(asked.targets, "--targets", Kind::target);
    targets_.emplace(target_names_, asked.task);
    if (asked.task == WALD_TASK_CLASSES && target_names_.size() > 1)
      position.fail("--targets selects " + std::to_string(target_names_.size()) +
                    " columns, where --task classes takes one");
    claim_one(settings_.weights, "--weights", Kind::weight);
    group_column_ = claim_one(asked.groups, "--groups", Kind::group);
    marginal_names_ = claim(asked.marginals, "--marginals", Kind::marginal);
    marginals_.resize(marginal_names_.size());
    if (settings_.id) claim({*settings_.id}, "--id", Kind::ignored);
    claim(asked.ignored, "--ignore", Kind::ignored);
    std::unordered_set<std::size_t> categorical;
    for (const std::size_t column : select_columns(names, position, asked.categorical, "--categorical")) {
      if (uses_[column].kind != Kind::feature) used(column, "--categorical");
      categorical.insert(column);
    }
    for (std::size_t column = 0; column < names.size(); ++column) {
      if (uses_[column].kind != Kind::feature) continue;
      if (names[column].empty())
        position.fail("column " + std::to_string(column + 1) +
                      " has no name: name it, or write the table without it (index=False in pandas)");
      uses_[column].slot = columns_.size();
      columns_.emplace_back(names[column], categorical.count(column) > 0, settings_.library.text("missing") != "error");
    }
    if (columns_.empty() && asked.learner != "rule" && asked.learner != "given")  // which need marginals alone
      position.fail("no column of a feature");
  }

  void cell(std::size_t column, std::string_view text) override {
    const auto [kind, slot] = uses_[column];
    switch (kind) {
      case Kind::feature: columns_[slot].add(text, position); break;
      case Kind::target: targets_->add(slot, text, position); break;
      case Kind::marginal:
        if (!is_probability(text, marginals_[slot])) refuse(column, text, probability_rule);
        break;
      case Kind::weight: {
        double weight = 0;
        if (!is_weight(text, weight)) refuse(column, text, weight_rule);
        out_.weights.push_back(weight);
        break;
      }
      case Kind::group: add_group(column, text); break;
      case Kind::ignored: require_utf8(position, in_column(names_[column]), text);
    }
  }

  void end_row() override {
    targets_->end_row();
    out_.marginals.insert(out_.marginals.end(), marginals_.begin(), marginals_.end());
    ++out_.features.rows;
  }

  void finish() {
    out_.targets = targets_->take(position.name);
    check_groups();
    check_levels();
    std::size_t width = 0;
    for (const FeatureColumn &column : columns_) width += column.width();
    out_.features.values.reserve(width * static_cast<std::size_t>(out_.features.rows));
    for (FeatureColumn &column : columns_) column.append_to(out_.feature_names, out_.features);
    check_feature_names();
    if (!marginal_names_.empty()) order_marginals();
  }

 private:
  enum class Kind : std::uint8_t { feature, target, marginal, weight, group, ignored };
  struct Use {
    Kind kind;
    std::size_t slot;  // which of its kind
  };

  [[noreturn]] void refuse(std::size_t column, std::string_view text, const char *rule) const {
    bad_cell(position, in_column(names_[column]), text, rule);
  }
  [[noreturn]] void used(std::size_t column, const char *option) const {
    position.fail("column " + shown(names_[column]) + " is named by " + option + ", but has another use already");
  }

  std::vector<std::string> claim(const std::vector<std::string> &patterns, const char *option, Kind kind) {
    std::vector<std::string> found;
    for (const std::size_t column : select_columns(names_, position, patterns, option)) {
      if (uses_[column].kind != Kind::feature) used(column, option);
      uses_[column] = {kind, found.size()};
      found.push_back(names_[column]);
    }
    return found;
  }

  /// The name of the column; "" where none is asked for.
  std::string claim_one(const std::optional<std::string> &name, const char *option, Kind kind) {
    if (!name) return "";
    const std::vector<std::string> found = claim({*name}, option, kind);
    if (found.size() > 1)
      position.fail(std::string(option) + " selects " + std::to_string(found.size()) + " columns, where it takes one");
    return found[0];
  }

  void add_group(std::size_t column, std::string_view text) {
    require_group(position, names_[column], text);
    out_.groups.push_back(groups_.number(text));
  }

  /// The library would call a group by its number here.
  void check_groups() const {
    std::optional<std::int64_t> only;
    bool weightless = false;
    for (std::size_t row = 0; row < out_.groups.size(); ++row) {
      const bool counts = out_.weights.empty() || out_.weights[row] > 0;
      if (counts && only.value_or(out_.groups[row]) != out_.groups[row]) return;
      if (counts) only = out_.groups[row];
      weightless = weightless || !counts;
    }
    if (!only) return;
    const std::string &group = groups_.names()[static_cast<std::size_t>(*only)];
    throw InputError(position.name + ": " + in_column(group_column_) + " holds " + shown(group) + " alone" +
                     (weightless ? " where weights are above 0" : "") +
                     ": two groups or more are needed, to leave one out");
  }

  void check_levels() const {
    const auto rows = static_cast<std::size_t>(out_.features.rows);
    std::size_t levels = 0, columns = 0;
    for (const FeatureColumn &column : columns_)
      if (column.words() && !column.asked()) {
        levels += column.width();
        ++columns;
      }
    const std::size_t most = most_level_cells + level_cells_of_word * rows * columns;
    if (rows > 0 && levels > most / rows)
      throw InputError(position.name + ": " + std::to_string(columns) +
                       (columns == 1 ? " column of words has " : " columns of words have ") + std::to_string(levels) +
                       " levels, and each is a feature of " + std::to_string(rows) + " rows: at most " +
                       std::to_string(most / rows) +
                       "; --ignore leaves a column out, --categorical takes any number of levels");
  }

  /// A model's features are found by their names, so these must tell which column and level each is.
  void check_feature_names() const {
    std::unordered_set<std::string> seen;
    for (const std::string &name : out_.feature_names)
      if (!seen.insert(name).second)
        throw InputError(position.name + ": two features are named " + shown(name) +
                         ", a column and a level of another: rename a column");
    std::set<std::string> words;
    for (const FeatureColumn &column : columns_)
      if (column.words()) words.insert(column.name());
    for (const std::string &name : words) {
      const auto next = words.lower_bound(name + "=");
      if (next != words.end() && next->compare(0, name.size() + 1, name + "=") == 0)
        throw InputError(position.name + ": columns " + shown(name) + " and " + shown(*next) +
                         " both hold words, and their levels could not be told apart: rename one");
    }
  }

  void order_marginals() {
    const std::vector<std::size_t> own =
        columns_of_labels(marginal_names_, settings_.learner.marginals, out_.targets.names, position.name);
    for (std::size_t row = 0; row < out_.marginals.size(); row += own.size()) {
      for (std::size_t label = 0; label < own.size(); ++label) marginals_[label] = out_.marginals[row + own[label]];
      std::copy(marginals_.begin(), marginals_.end(), out_.marginals.begin() + static_cast<std::ptrdiff_t>(row));
    }
  }

  const Settings &settings_;
  TrainingRows &out_;
  std::vector<std::string> names_, target_names_, marginal_names_;
  std::vector<Use> uses_;
  std::optional<TargetCells> targets_;
  std::vector<FeatureColumn> columns_;
  std::string group_column_;
  Numbering groups_;
  std::vector<double> marginals_;  // of the present row
};

/// Features are called as the file numbers them, unless names are given for 1, 2, ...
void read_training_libsvm(Source &source, const Settings &settings, TrainingRows &out, Progress &progress) {
  const LearnerSettings &asked = settings.learner;
  if (!asked.feature_names.empty()) out.feature_names = read_names(asked.feature_names, progress);
  TargetLists targets(asked.label_names.empty() ? std::vector<std::string>() : read_names(asked.label_names, progress),
                      asked.task);
  const auto named = static_cast<std::int64_t>(out.feature_names.size());
  FeatureRows &features = out.features;
  features.sparse = true;
  std::int64_t least = 1, most = 0;
  Position position;
  scan_labelled_lines(source, position, [&](const LabelledLine &line) {
    targets.add(line.targets, position);
    for (const auto &[index, value] : line.features) {
      if (named > 0 && (index < 1 || index > named))
        position.fail("index " + std::to_string(index) + ": --feature-names has " + std::to_string(named) +
                      " lines, which are counted from 1");
      if (index >= std::int64_t{1} << 31)
        position.fail("index " + std::to_string(index) + ": must be below 2147483648");
      least = std::min(least, index);
      most = std::max(most, index);
      features.indices.push_back(index);
      features.values.push_back(value);
    }
    features.indptr.push_back(static_cast<std::int64_t>(features.indices.size()));
    ++features.rows;
  });
  if (features.indices.empty()) throw InputError(source.name() + ": no row has a feature");
  const std::int64_t range = most - least + 1;
  const std::int64_t at_most = most_columns + columns_of_number * static_cast<std::int64_t>(features.indices.size());
  if (named == 0 && range > at_most)
    throw InputError(source.name() + ": indices from " + std::to_string(least) + " to " + std::to_string(most) + " are " +
                     std::to_string(range) + " features: " + std::to_string(features.indices.size()) +
                     " numbers may have " + std::to_string(at_most) + "; --feature-names lists more");
  for (std::int64_t &index : features.indices) index -= least;
  if (named == 0)
    for (std::int64_t index = least; index <= most; ++index) out.feature_names.push_back(std::to_string(index));
  features.columns = static_cast<std::int64_t>(out.feature_names.size());
  out.targets = targets.take(source.name());
}

}  // namespace

TrainingRows read_training_rows(const Settings &settings, Progress &progress) {
  TrainingRows out;
  Source source(settings.file, progress);
  out.source = source.name();
  if (settings.libsvm) {
    read_training_libsvm(source, settings, out, progress);
  } else {
    TrainingReader reader(source, settings, out);
    scan_csv(source, reader);
    reader.finish();
  }
  if (!settings.learner.marginals_file.empty())
    out.marginals = read_marginals(settings.learner.marginals_file, out.targets.names,
                                   static_cast<std::size_t>(out.features.rows), progress);
  return out;
}

std::vector<std::string> read_names(const std::string &path, Progress &progress) {
  Source source(path, progress);
  Position position;
  std::vector<std::string> out;
  std::unordered_set<std::string> seen;
  scan_lines(source, position, [&](std::string_view line) {
    require_utf8(position, "the line", line);
    if (line.empty()) position.fail("an empty line, where each is a name");
    if (!seen.emplace(line).second) position.fail(shown(line) + " is there twice");
    out.emplace_back(line);
  });
  return out;
}

std::string level_feature(const std::string &column, const std::string &level) { return column + "=" + level; }

}  // namespace wald::cli
