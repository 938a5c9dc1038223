// Passes rows to the linear learners' models.
#include "core/numeric/contraction.hpp"  // first

#include "core/learners/linear/linear_inputs.hpp"

#include "core/base/error.hpp"

namespace wald::core::learners {

LinearInputs linear_inputs(const Dataset &data, const LearnerOptions &options, bool root) {
  const Scaling scaling =
      options.scaling == Scaling::automatic ? automatic_scaling(data.features, root) : options.scaling;
  LinearInputs out;
  out.scaler = Scaler(scaling, data.features, data.weights);
  const bool keeps_zeros = scaling == Scaling::none || scaling == Scaling::unit;
  out.features = keeps_zeros && density(data.features) < sparse_density ? as_sparse(data.features) : data.features;
  out.scaler.apply(out.features);
  return out;
}

std::vector<LinearProblem> marginal_problems(const Targets &targets) {
  if (targets.task == Task::classes) return {{{targets.classes.begin(), targets.classes.end()}, {}}};
  std::vector<LinearProblem> out(static_cast<std::size_t>(targets.labels));
  for (int64_t j = 0; j < targets.labels; ++j)
    for (int64_t i = 0; i < targets.rows; ++i) out[static_cast<std::size_t>(j)].targets.push_back(targets.at(i, j));
  return out;
}

Features scaled(const Features &features, const Scaler &scaler) {
  Features out = features;
  scaler.apply(out);
  return out;
}

void save_scaler(std::string &out, const Scaler &scaler) {
  out += ",\n\"scaler\":";
  scaler.save(out);
}

Scaler load_scaler(const SavedText &text, const SavedValue &object, int64_t n_features) {
  return Scaler::load(text, text.member(object, "scaler"), n_features);
}

std::string label_name(const ModelShape &shape, int64_t label) {
  if (!shape.label_names.empty()) return shape.label_names[static_cast<std::size_t>(label)];
  return text("label ", label);
}

void require_labels(const ModelShape &shape, const char *learner, const char *why) {
  if (shape.task == Task::classes)
    fail(Status::unsupported, "learner \"", learner, "\" given classes: ", why, "; use \"br\", which gives classes");
}

}  // namespace wald::core::learners
