// From features to estimators: fit(name, data) gives a model; a model gives an estimator for each row of features, from
// which any metric can be decided.
#pragma once

#include <string>
#include <string_view>

#include "core/learners/model.hpp"
#include "core/learners/learner_options.hpp"
#include "core/learners/predict.hpp"

namespace wald::core::learners {

// Fits the learner of this name ("br", "lfp", "efp", "pcc", "card", "neighbours", "forest", "mixture:card,forest",
// ...).
ModelPointer fit_learner(std::string_view learner, const FeatureTable &features, const Targets &targets,
                         const RowRoles &roles, const LearnerOptions &options, Monitor &monitor);
// The words of all learners that a name holds, space-separated: "mixture cardinality lfp forest". Throws if the first
// is not known.
std::string learners_in(std::string_view learner);
// The same text as save() wrote gives the same bits.
ModelPointer load_model(std::string_view text);

}  // namespace wald::core::learners
