// Mixtures: the weighted mean of the distributions that several learners give for a row's labels. Means are taken of the
// counts P[i][s], P(s) and P(0), which every estimator has; the mean of marginals would lose the dependence between
// the labels of a row. Learners that err in different ways, such as card and a forest, are better together than either.
#pragma once

#include "core/learners/model.hpp"
#include "core/learners/learner_options.hpp"

namespace wald::core::learners {

// argument: the learners' names, parted by commas: "card,forest". options.mixture_weights: one each, or none.
ModelPointer fit_mixture(const Dataset &data, std::string_view argument, const ModelShape &shape,
                         const LearnerOptions &options, Monitor &monitor);
ModelPointer load_mixture(const SavedText &text, const SavedValue &object, const ModelShape &shape);

// The weighted mean of estimators of one problem; weights above 0. Categorical where all are; of one label its
// probability; counts else, with P(s) where all have it.
std::unique_ptr<Estimator> mean_of_estimators(const std::vector<const Estimator *> &parts,
                                              const std::vector<double> &weights);

}  // namespace wald::core::learners
