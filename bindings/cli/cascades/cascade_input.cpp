// Reads scores of models, or scores trees on features.
#include "cascades/cascade_input.hpp"

#include <algorithm>
#include <unordered_map>

#include "base/text.hpp"
#include "cascades/cascade_columns.hpp"
#include "cascades/model_lists.hpp"
#include "cascades/number_table.hpp"
#include "input/columns.hpp"
#include "input/source.hpp"

namespace wald::cli {
namespace {

std::size_t column_of(const std::vector<std::string> &header, const Position &position, const std::string &name,
                      const char *option) {
  return select_columns(header, position, {name}, option)[0];
}

/// What messages call the first FILE.
std::string first_source(const CascadeSettings &settings) {
  return settings.files[0] == "-" ? "stdin" : settings.files[0];
}

/// The columns that are scores: those that are asked for, or all that have no other use.
std::vector<std::size_t> score_columns(const std::vector<std::string> &header, const Position &position,
                                       const CascadeSettings &settings, const NumberColumns &others) {
  const auto used = [&](std::size_t column) { return column == others.target || column == others.weight; };
  std::vector<std::size_t> out;
  if (!settings.columns.empty()) {
    out = select_columns(header, position, settings.columns, "--columns");
    for (const std::size_t column : out)
      if (used(column))
        position.fail("column " + shown(header[column]) + " is named by --columns, but has another use already");
    return out;
  }
  for (std::size_t column = 0; column < header.size(); ++column)
    if (!used(column)) out.push_back(column);
  if (out.empty()) position.fail("no column of scores");
  return out;
}

CascadeScores empty_scores(const std::vector<std::string> &models, const CascadeSettings &settings) {
  return CascadeScores(static_cast<std::int64_t>(models.size()),
                       settings.classes.empty() ? 1 : static_cast<std::int64_t>(settings.classes.size()));
}

void feed(CascadeScores &scores, const NumberRows &rows) {
  scores.feed(rows.table(), rows.weights_or_none(), rows.targets_or_none());
}

/// How many rows have a weight above 0.
std::int64_t rows_of_weight(const NumberRows &rows) {
  return rows.table().rows - std::count(rows.weights.begin(), rows.weights.end(), 0.0);
}

/// The rows of every FILE; the models are those of the first one's header. `counted`: rows of a weight above 0.
CascadeScores read_rows(const CascadeSettings &settings, std::vector<std::string> &models, std::int64_t &counted,
                        Progress &progress) {
  std::optional<CascadeScores> out;
  NumberReader reader;
  reader.classes = settings.classes;
  reader.choose = [&](const std::vector<std::string> &header, const Position &position) {
    NumberColumns columns;
    if (settings.label) columns.target = column_of(header, position, *settings.label, "--label");
    if (settings.weights) columns.weight = column_of(header, position, *settings.weights, "--weights");
    EnsembleColumns found =
        models_of(header, position, score_columns(header, position, settings, columns), settings.classes);
    if (!out) {
      models = found.models;
      out = empty_scores(models, settings);
    } else if (found.models != models) {
      position.fail("the columns of scores are others here than in " + first_source(settings));
    }
    columns.numbers = std::move(found.columns);
    return columns;
  };
  for (const std::string &file : settings.files)
    reader.read(file, progress, [&](const NumberRows &rows) {
      feed(*out, rows);
      counted += rows_of_weight(rows);
    });
  return std::move(*out);
}

/// Other rows of the same models. They have no part in fitting, so targets are not asked for.
CascadeScores read_other_rows(const CascadeSettings &settings, const std::vector<std::string> &models,
                              Progress &progress) {
  CascadeScores out = empty_scores(models, settings);
  NumberReader reader;
  reader.choose = [&](const std::vector<std::string> &header, const Position &position) {
    NumberColumns columns;
    if (settings.weights) columns.weight = column_of(header, position, *settings.weights, "--weights");
    columns.numbers =
        columns_of(header, position, models, settings.classes, "which " + first_source(settings) + " has");
    return columns;
  };
  reader.read(settings.calibrate, progress, [&](const NumberRows &rows) { feed(out, rows); });
  return out;
}

// ---- Scores of trees -----------------------------------------------------------------------------

struct Model {
  std::string source;  // what messages call it
  Trees trees;
};

Model read_model(const CascadeSettings &settings, Progress &progress) {
  Source source(settings.trees, progress);
  const std::string bytes = source.all();
  try {
    Trees trees = Trees::from_model(bytes, settings.iterations);
    if (trees.n_models() == 0) throw InputError(source.name() + ": the model has no trees");
    return {source.name(), std::move(trees)};
  } catch (const Error &error) {
    source.refuse(error);
  }
}

/// The columns of features: by name where the model names them, else those of --columns, or all without another use.
NumberColumns feature_columns(const std::vector<std::string> &header, const Position &position,
                              const CascadeSettings &settings, const Model &model, const NamedFeatures &features,
                              bool with_target) {
  NumberColumns out;
  if (settings.columns.empty() && !features.names.empty())
    out = columns_of_features(header, position, features, model.source);
  if (with_target && settings.label) out.target = column_of(header, position, *settings.label, "--label");
  if (settings.weights) out.weight = column_of(header, position, *settings.weights, "--weights");
  for (const std::size_t column : out.numbers)
    if (column == out.target || column == out.weight)
      position.fail("column " + shown(header[column]) + " is a feature of " + model.source + ", and has another use");
  if (out.numbers.empty()) out.numbers = score_columns(header, position, settings, out);
  const auto needed = static_cast<std::size_t>(model.trees.n_features());
  if (out.numbers.size() != needed)
    position.fail(std::to_string(out.numbers.size()) + (out.numbers.size() == 1 ? " column" : " columns") + ", where " +
                  model.source + " takes " + std::to_string(needed) +
                  " features by their places; --columns selects them");
  return out;
}

EnsembleScores read_tree_scores(const CascadeSettings &settings, Progress &progress) {
  Model model = read_model(settings, progress);
  const NamedFeatures features = named_features(model.trees);
  const std::int64_t outputs = model.trees.n_outputs();
  if (!settings.classes.empty() && static_cast<std::int64_t>(settings.classes.size()) != outputs)
    throw InputError(model.source + ": it has " + (outputs == 1 ? "one sum" : std::to_string(outputs) + " classes") +
                     ", where --classes names " + std::to_string(settings.classes.size()));
  std::vector<std::string> names;
  for (std::int64_t t = 1; t <= model.trees.n_models(); ++t) names.push_back("round_" + std::to_string(t));
  const auto read = [&](const std::vector<std::string> &files, bool with_target, std::int64_t &counted) {
    CascadeScores scores(model.trees.n_models(), outputs);
    NumberReader reader;
    reader.may_be_missing = true;
    if (with_target) reader.classes = settings.classes;
    reader.choose = [&](const std::vector<std::string> &header, const Position &position) {
      return feature_columns(header, position, settings, model, features, with_target);
    };
    for (const std::string &file : files)
      reader.read(file, progress, [&](const NumberRows &rows) {
        scores.feed(model.trees, rows.table(), rows.weights_or_none(), rows.targets_or_none());
        counted += rows_of_weight(rows);
      });
    return scores;
  };
  std::int64_t rows = 0, others = 0;
  CascadeScores scores = read(settings.files, true, rows);
  EnsembleScores out{std::move(names), std::move(scores), rows, std::nullopt, {}, {}, std::nullopt, features};
  if (!settings.calibrate.empty()) out.others = read({settings.calibrate}, false, others);
  if (!settings.costs.empty()) out.costs = read_costs(settings.costs, out.models, progress);
  if (!settings.order_file.empty()) out.order = read_order(settings.order_file, out.models, progress);
  out.trees = std::move(model.trees);
  return out;
}

}  // namespace

EnsembleScores read_ensemble_scores(const CascadeSettings &settings, Progress &progress) {
  if (!settings.trees.empty()) return read_tree_scores(settings, progress);
  std::vector<std::string> models;
  std::int64_t rows = 0;
  CascadeScores scores = read_rows(settings, models, rows, progress);
  EnsembleScores out{std::move(models), std::move(scores), rows, std::nullopt, {}, {}, std::nullopt, {}};
  if (!settings.calibrate.empty()) out.others = read_other_rows(settings, out.models, progress);
  if (!settings.costs.empty()) out.costs = read_costs(settings.costs, out.models, progress);
  if (!settings.order_file.empty()) out.order = read_order(settings.order_file, out.models, progress);
  return out;
}

}  // namespace wald::cli
