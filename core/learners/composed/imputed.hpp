// Missing values: what stands for them is learned from the training rows and kept with the model, so that a row gets
// the same numbers whenever it is asked. A model on filled-in features within one that takes features as they come.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/learners/model.hpp"
#include "core/learners/learner_options.hpp"

namespace wald::core::learners {

// What stands for a missing value (NaN) of each feature, and which features get a further one that says where it was.
class Imputer {
 public:
  Imputer() = default;
  // The weighted mean or the most frequent value (the least of several) of the rows where a feature is known; 0 if
  // it never is. Features named "column=level" are the levels of one column, of which the most frequent one stands.
  // indicators: one for each feature that some row lacks.
  Imputer(Imputation imputation, bool indicators, const Features &features, const std::vector<double> &weights,
          const std::vector<std::string> &names);

  int64_t columns() const { return static_cast<int64_t>(fill_.size() + indicators_.size()); }
  Features filled(const Features &features) const;
  // Those of the filled features: indicators are called "missing:" and their feature.
  std::vector<std::string> filled_names(const std::vector<std::string> &names) const;

  void save(std::string &out) const;  // a JSON object
  static Imputer load(const SavedText &text, const SavedValue &object, int64_t n_features);

 private:
  std::vector<double> fill_;
  std::vector<int32_t> indicators_;  // features, ascending
};

// As fit_on does for options.missing other than error.
ModelPointer fit_imputed(std::string_view learner, const Dataset &data, const ModelShape &shape,
                         const LearnerOptions &options, Monitor &monitor);
// `object` is a model's that has the member "missing".
ModelPointer load_imputed(const SavedText &text, const SavedValue &object, const ModelShape &shape);

}  // namespace wald::core::learners
