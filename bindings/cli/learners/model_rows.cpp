// Reads rows for a learner from CSV or libsvm form.
#include "learners/model_rows.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string_view>
#include <unordered_map>

#include "base/places.hpp"
#include "base/suggest.hpp"
#include "base/text.hpp"
#include "input/cells.hpp"
#include "input/columns.hpp"
#include "input/csv_scanner.hpp"
#include "input/source.hpp"
#include "learners/given_marginals.hpp"
#include "learners/labelled_lines.hpp"
#include "learners/model_columns.hpp"
#include "learners/targets.hpp"
#include "learners/training_rows.hpp"

namespace wald::cli {
namespace {

constexpr std::size_t absent = static_cast<std::size_t>(-1);

/// Rows of words have few features that are not 0: from this many features a column on, only these are kept.
constexpr std::int64_t features_of_column = 16;
/// A word that is missing makes all levels of its column missing: this many features, and more for each row.
constexpr std::size_t most_missing = std::size_t{1} << 24, missing_of_row = 64;

/// The truth of a row, by the names that the model has.
class TruthRow {
 public:
  explicit TruthRow(const SavedLearner &model)
      : model_(model), places_(places_of(model.label_names)), row_(model.label_names.size()) {}

  bool classes() const { return model_.learner.task() == WALD_TASK_CLASSES; }
  void set(std::size_t label, std::uint8_t value) { row_[label] = value; }
  /// One by its name in the model.
  void name(std::string_view text, const std::string &place, const Position &position) {
    auto found = places_.find(text);
    if (found == places_.end()) found = places_.find(canonical(text));
    if (found == places_.end())
      position.fail(place + " is " + shown(text) + ", which is no " + (classes() ? "class" : "label") + " of " +
                    model_.source + suggestion(text, model_.label_names));
    row_[found->second] = 1;
  }
  void append_to(std::vector<std::uint8_t> &cells) {
    cells.insert(cells.end(), row_.begin(), row_.end());
    std::fill(row_.begin(), row_.end(), std::uint8_t{0});
  }

 private:
  const SavedLearner &model_;
  const Places places_;
  std::vector<std::uint8_t> row_;
};

class RowReader : public TableHandler {
 public:
  RowReader(const Source &source, const Settings &settings, const SavedLearner &model, bool truth, ModelRows &out)
      : TableHandler(source), settings_(settings), model_(model), out_(out) {
    if (truth) truth_.emplace(model);
  }

  void header(const std::vector<std::string> &names) override {
    names_ = names;
    label_.assign(names.size(), absent);
    marginal_.assign(names.size(), absent);
    std::vector<bool> taken(names.size(), false);
    const auto one = [&](const std::optional<std::string> &name, const char *option, std::size_t &column) {
      if (!name) return;
      column = select_columns(names, position, {*name}, option)[0];
      taken[column] = true;
    };
    one(settings_.id, "--id", id_);
    one(settings_.weights, "--weights", weight_);
    if (settings_.id) out_.name_column = *settings_.id;
    choose_marginals(taken);
    if (truth_) choose_truth(taken);
    columns_.emplace(model_, names, taken, settings_.learner.unknown_levels_are_zeros, position);
    if (truth_)
      for (std::size_t column = 0; column < names.size(); ++column)
        if (label_[column] != absent && columns_->used(column))
          position.fail("column " + shown(names[column]) + " is a feature of " + model_.source + ", and no target");
    out_.features.columns = model_.learner.n_features();
    out_.features.by_rows = true;
    out_.features.sparse = out_.features.columns > features_of_column * static_cast<std::int64_t>(names.size());
    marginals_.assign(model_.label_names.size(), 0);
  }

  void cell(std::size_t column, std::string_view text) override {
    const auto place = [&] { return in_column(names_[column]); };
    bool read = columns_->used(column);
    if (read) columns_->put(column, text, position, row_);
    if (marginal_[column] != absent) {
      if (!is_probability(text, marginals_[marginal_[column]])) bad_cell(position, place(), text, probability_rule);
      read = true;
    }
    if (label_[column] != absent) {
      take_truth(column, text);
      read = true;
    }
    if (column == weight_) {
      double weight = 0;
      if (!is_weight(text, weight)) bad_cell(position, place(), text, weight_rule);
      out_.weights.push_back(weight);
      read = true;
    }
    if (!read || column == id_) require_utf8(position, place(), text);
    if (column == id_) out_.names.emplace_back(text);
  }

  void end_row() override {
    FeatureRows &features = out_.features;
    if (features.sparse) {
      add_sparse_row();
    } else {
      features.values.resize(features.values.size() + static_cast<std::size_t>(features.columns), 0);
      double *const row = features.values.data() + features.rows * features.columns;
      for (const auto &[feature, value] : row_) row[feature] = value;
    }
    row_.clear();
    if (truth_) truth_->append_to(out_.truth);
    if (has_marginals_) out_.marginals.insert(out_.marginals.end(), marginals_.begin(), marginals_.end());
    ++features.rows;
  }

 private:
  void add_sparse_row() {
    std::sort(row_.begin(), row_.end(), [](const auto &a, const auto &b) { return a.first < b.first; });
    FeatureRows &features = out_.features;
    for (const auto &[feature, value] : row_) {
      features.indices.push_back(feature);
      features.values.push_back(value);
      missing_ += std::isnan(value);
    }
    features.indptr.push_back(static_cast<std::int64_t>(features.indices.size()));
    if (missing_ > most_missing + missing_of_row * static_cast<std::size_t>(features.rows))
      position.fail("missing words make " + std::to_string(missing_) + " features missing so far: at most " +
                    std::to_string(most_missing) + " and " + std::to_string(missing_of_row) +
                    " for each row; fill them in, or give fewer rows at a time");
  }

  void choose_marginals(std::vector<bool> &taken) {
    const std::vector<std::string> &patterns = settings_.learner.marginals;
    has_marginals_ = !patterns.empty();
    if (!has_marginals_) return;
    const std::vector<std::size_t> columns = select_columns(names_, position, patterns, "--marginals");
    std::vector<std::string> found;
    for (const std::size_t column : columns) found.push_back(names_[column]);
    const std::vector<std::size_t> own = columns_of_labels(found, patterns, model_.label_names, position.name);
    for (std::size_t label = 0; label < own.size(); ++label) {
      marginal_[columns[own[label]]] = label;
      taken[columns[own[label]]] = true;
    }
  }

  /// Labels are columns of the labels' names; the class is the column of --targets.
  void choose_truth(std::vector<bool> &taken) {
    const std::vector<std::string> &asked = settings_.learner.targets;
    if (truth_->classes()) {
      if (asked.empty())
        position.fail("--targets is needed: it names the column of the class, which " + model_.source +
                      " does not know");
      const std::vector<std::size_t> columns = select_columns(names_, position, asked, "--targets");
      if (columns.size() != 1)
        position.fail("--targets selects " + std::to_string(columns.size()) + " columns, where a row has one class");
      label_[columns[0]] = 0;
      taken[columns[0]] = true;
      return;
    }
    const Places columns = places_of(names_);
    for (std::size_t label = 0; label < model_.label_names.size(); ++label) {
      const std::string &name = model_.label_names[label];
      const auto found = columns.find(name);
      if (found == columns.end())
        position.fail("no column " + shown(name) + ", a label of " + model_.source + " whose truth is needed" +
                      suggestion(name, names_));
      label_[found->second] = label;
      taken[found->second] = true;
    }
  }

  void take_truth(std::size_t column, std::string_view text) {
    require_utf8(position, in_column(names_[column]), text);
    if (truth_->classes()) {
      truth_->name(text, in_column(names_[column]), position);
      return;
    }
    std::uint8_t value = 0;
    if (!is_zero_or_one(text, value)) bad_cell(position, in_column(names_[column]), text, zero_or_one_rule);
    truth_->set(label_[column], value);
  }

  const Settings &settings_;
  const SavedLearner &model_;
  ModelRows &out_;
  std::optional<TruthRow> truth_;
  std::vector<std::string> names_;
  std::optional<ModelColumns> columns_;
  std::vector<std::size_t> label_, marginal_;  // of each column: which it is, or `absent`
  std::size_t id_ = absent, weight_ = absent;
  bool has_marginals_ = false;
  FeatureRow row_;
  std::size_t missing_ = 0;  // features
  std::vector<double> marginals_;
};

/// Features by the numbers of the file: those are their names, or the lines of --feature-names, or their places.
class NumberedFeatures {
 public:
  NumberedFeatures(const Settings &settings, const SavedLearner &model, Progress &progress) {
    const std::string &file = settings.learner.feature_names;
    std::vector<std::string> lines;
    if (!file.empty()) lines = read_names(file, progress);
    std::unordered_map<std::string, std::int64_t> numbers;
    for (std::size_t i = 0; i < lines.size(); ++i) numbers.emplace(lines[i], static_cast<std::int64_t>(i) + 1);
    for (std::int64_t feature = 0; feature < model.learner.n_features(); ++feature) {
      std::int64_t number = feature + 1;
      if (!model.feature_names.empty()) {
        const std::string &name = model.feature_names[static_cast<std::size_t>(feature)];
        const auto found = numbers.find(name);
        if (found != numbers.end())
          number = found->second;
        else if (!file.empty())
          throw InputError(file + ": no line " + shown(name) + ", which " + model.source + " asks for");
        else if (!parse_integer(name, number) || number < 0)
          throw InputError(model.source + ": it has a feature " + shown(name) +
                           ", and libsvm input has numbers alone: --feature-names lists their names");
      }
      places_.emplace(number, feature);
    }
  }

  /// -1 if the model has no such feature.
  std::int64_t find(std::int64_t number) const {
    const auto found = places_.find(number);
    return found == places_.end() ? -1 : found->second;
  }

 private:
  std::unordered_map<std::int64_t, std::int64_t> places_;
};

void read_libsvm(Source &source, const Settings &settings, const SavedLearner &model, bool truth, ModelRows &out,
                 Progress &progress) {
  const NumberedFeatures numbered(settings, model, progress);
  const std::string &names_file = settings.learner.label_names;
  const std::vector<std::string> names =
      names_file.empty() ? std::vector<std::string>() : read_names(names_file, progress);
  const bool one_label = model.learner.task() == WALD_TASK_LABELS && model.learner.n_labels() == 1;
  TruthRow row(model);
  FeatureRows &features = out.features;
  features.sparse = true;
  features.columns = model.learner.n_features();
  std::vector<std::pair<std::int64_t, double>> found;
  Position position;
  const auto take_target = [&](std::string_view text) {
    std::int64_t number = 0;
    if (!names.empty()) {
      if (!parse_integer(canonical(text), number) || number < 0 || number >= static_cast<std::int64_t>(names.size()))
        position.fail("label " + shown(text) + ": --label-names has " + std::to_string(names.size()) +
                      " lines, which are counted from 0");
      row.name(names[static_cast<std::size_t>(number)], "a label", position);
    } else if (const auto value = binary(text); one_label && value) {
      row.set(0, *value);
    } else {
      row.name(text, "a label", position);
    }
  };
  scan_labelled_lines(source, position, [&](const LabelledLine &line) {
    if (truth) {
      for (const std::string_view target : line.targets) take_target(target);
      if (row.classes() && line.targets.size() != 1)
        position.fail(std::to_string(line.targets.size()) + " labels, where a row has one class");
      if (one_label && line.targets.size() > 1)
        position.fail(std::to_string(line.targets.size()) + " labels, where " + model.source + " knows one");
      row.append_to(out.truth);
    }
    found.clear();
    for (const auto &[number, value] : line.features)
      if (const std::int64_t feature = numbered.find(number); feature >= 0) found.emplace_back(feature, value);
    std::sort(found.begin(), found.end());
    for (const auto &[feature, value] : found) {
      features.indices.push_back(feature);
      features.values.push_back(value);
    }
    features.indptr.push_back(static_cast<std::int64_t>(features.indices.size()));
    ++features.rows;
  });
}

}  // namespace

Dataset ModelRows::dataset(const SavedLearner &model) const {
  Dataset out = features.dataset();
  if (!marginals.empty()) out.marginals(Table<const double>(marginals.data(), features.rows, model.learner.n_labels()));
  return out;
}

ModelRows read_model_rows(const Settings &settings, const SavedLearner &model, bool truth, Progress &progress) {
  const LearnerSettings &asked = settings.learner;
  const bool given = !asked.marginals.empty() || !asked.marginals_file.empty();
  if (given && !model.takes_marginals())
    throw InputError(model.source + ": its learner " + std::string(model.learner.name()) + " takes no --marginals");
  if (!given && model.takes_marginals())
    throw InputError(model.source + ": its learner " + std::string(model.learner.name()) +
                     " needs --marginals: columns of another model's probabilities, or a table of them");
  ModelRows out;
  Source source(settings.file, progress);
  out.source = source.name();
  if (settings.libsvm) {
    read_libsvm(source, settings, model, truth, out, progress);
  } else {
    RowReader reader(source, settings, model, truth, out);
    scan_csv(source, reader);
  }
  if (!asked.marginals_file.empty())
    out.marginals =
        read_marginals(asked.marginals_file, model.label_names, static_cast<std::size_t>(out.features.rows), progress);
  return out;
}

}  // namespace wald::cli
