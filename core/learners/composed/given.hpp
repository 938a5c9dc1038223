// The marginals of another model, which come with the rows: as they are, or calibrated by what the training rows' own
// marginals, out of fold, say of them. Estimators are independent, or categorical.
#pragma once

#include "core/learners/model.hpp"
#include "core/learners/learner_options.hpp"

namespace wald::core::learners {

ModelPointer fit_given(const Dataset &data, std::string_view argument, const ModelShape &shape,
                       const LearnerOptions &options, Monitor &monitor);
ModelPointer load_given(const SavedText &text, const SavedValue &object, const ModelShape &shape);

}  // namespace wald::core::learners
