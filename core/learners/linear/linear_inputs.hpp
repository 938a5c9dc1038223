// What the linear learners' models share: how they take rows.
#pragma once

#include "core/learners/linear/linear_fit.hpp"
#include "core/learners/model.hpp"
#include "core/learners/learner_options.hpp"

namespace wald::core::learners {

// A dense table of which less than this is not 0 is treated as a sparse one, where its scaling keeps zeros.
constexpr double sparse_density = 0.2;

// Features scaled for a linear model, and the scaler. `root`: standardised ones are divided by the root of their
// number.
struct LinearInputs {
  Scaler scaler;
  Features features;
};
LinearInputs linear_inputs(const Dataset &data, const LearnerOptions &options, bool root);

// What marginals are learned from: one problem per label, or one of all classes.
std::vector<LinearProblem> marginal_problems(const Targets &targets);

// Rows as the model's scaler wants them.
Features scaled(const Features &features, const Scaler &scaler);

void save_scaler(std::string &out, const Scaler &scaler);  // a member
Scaler load_scaler(const SavedText &text, const SavedValue &object, int64_t n_features);

std::string label_name(const ModelShape &shape, int64_t label);
// Throws Error(unsupported) if targets are classes.
void require_labels(const ModelShape &shape, const char *learner, const char *why);

}  // namespace wald::core::learners
