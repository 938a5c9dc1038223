// Neighbours as a learner: the label vectors of the nearest training rows, weighted, are the joint distribution of a
// new row's labels ([W14] 7.1). What is not given is chosen by leave-one-out: number of neighbours, metric, weights and
// scaling, by the mean utility of the decisions that they lead to.
#pragma once

#include "core/learners/model.hpp"
#include "core/learners/learner_options.hpp"

namespace wald::core::learners {

ModelPointer fit_neighbours(const Dataset &data, std::string_view argument, const ModelShape &shape,
                            const LearnerOptions &options, Monitor &monitor);
ModelPointer load_neighbours(const SavedText &text, const SavedValue &object, const ModelShape &shape);

}  // namespace wald::core::learners
