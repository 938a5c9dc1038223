// What fitting gives: a model, which is immutable and can be saved, and gives an estimator for each row of features.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/estimators/estimator.hpp"
#include "core/learners/dataset.hpp"
#include "core/numeric/monitor.hpp"
#include "core/saved/saved_text.hpp"

namespace wald::core::learners {

// What every model keeps of the data that it was fitted to.
struct ModelShape {
  std::string learner;  // as it was asked for: "lfp", "mixture:card,forest"
  int64_t features = 0;
  Task task = Task::labels;
  int64_t labels = 0;  // or classes
  // Labels that a prediction holds at least, where the question does not say: 1 if no training row was empty.
  int64_t at_least = 0;
  std::vector<std::string> feature_names, label_names;
};

// One thing that fitting chose, for people to read.
struct FittingChoice {
  std::string part;  // "label 3", "sizes"
  std::string what;  // "C", "neighbours"
  double value = 0;
  double loss = 0;                              // that it was chosen by: mean log-loss of a row, out of fold
  std::vector<std::pair<double, double>> path;  // (value, loss) of all that were tried
};

// How estimators are made from a model: matters to sampling learners alone.
struct EstimateOptions {
  int threads = 1;
  uint64_t seed = 0;
  int64_t draws = 0;  // 0: as the model was fitted
};

class RuleModel;  // rules/rule_learner.hpp

class Model {
 public:
  virtual ~Model() = default;

  const ModelShape &shape() const { return shape_; }
  // Of the estimators that it gives.
  virtual Kind kind() const = 0;
  virtual std::vector<FittingChoice> choices() const { return {}; }

  // One for each row; the same for a row whatever rows stand beside it, and for any number of threads.
  std::vector<std::unique_ptr<Estimator>> estimators(const FeatureTable &rows, const EstimateOptions &options,
                                                     Monitor &monitor) const;
  // P(y_j = 1) for each row, row by row.
  void probabilities(const FeatureTable &rows, const EstimateOptions &options, Monitor &monitor, double *out) const;

  std::string save() const;

  // Itself, if it predicts by a rule that was fitted for one metric and average; else null.
  virtual const RuleModel *by_rule() const { return nullptr; }

  // Whether a feature may be missing (NaN).
  virtual bool takes_missing() const { return false; }

  // A block of rows, as they were given: not yet scaled.
  struct Block {
    const Features &features;
    const double *given;  // rows by labels: marginals of another model, in [0, 1]; null: none
    const EstimateOptions &options;
  };
  // This many rows at most are asked at once: few, as an estimator is held for each.
  virtual int64_t most_of_block() const { return 512; }
  // out: one for each row of the block. Blocks run side by side on several threads.
  virtual void estimate(const Block &block, std::unique_ptr<Estimator> *out, Monitor &monitor) const = 0;
  // out: rows by labels. By way of estimators, where a learner knows no shorter one.
  virtual void marginals(const Block &block, double *out, Monitor &monitor) const;
  // The likeliest vector of at least this many labels, where a learner finds it exactly and not from samples; it does so
  // where it says that it finds modes.
  virtual bool finds_modes() const { return false; }
  virtual void modes(const Block &block, int64_t at_least, Estimator::Mode *out, Monitor &monitor) const;
  // Members of a JSON object, each ",\n\"name\":value".
  virtual void save_members(std::string &out) const = 0;

 protected:
  explicit Model(ModelShape shape) : shape_(std::move(shape)) {}

 private:
  ModelShape shape_;
};

using ModelPointer = std::shared_ptr<const Model>;

// This many label vectors may be drawn for a row.
void check_draws(int64_t draws);

// ---- For learners ---------------------------------------------------------------------------------

// body(block, first row, monitor) over blocks of the rows, checked, on several threads.
void each_block(const Model &model, const FeatureTable &rows, const EstimateOptions &options, Monitor &monitor,
                const std::function<void(const Model::Block &, int64_t, Monitor &)> &body);

// A model as an object within another's text.
void save_part(const Model &model, std::string &out);
// What every model's object holds.
ModelShape load_shape(const SavedText &text, const SavedValue &object);
// Throws if a model's object has other members than these and those of every model.
void allow_members(const SavedText &text, const SavedValue &object, std::vector<std::string_view> own);

}  // namespace wald::core::learners
