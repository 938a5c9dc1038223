// Models within models: what learners that hold other learners (mixture, card, kernel) fit and load these by.
// learner.cpp, which knows all learners, has the functions.
#pragma once

#include <string_view>

#include "core/learners/model.hpp"
#include "core/learners/learner_options.hpp"

namespace wald::core::learners {

// On data that are checked already: what parts of other learners (mixtures, card) are fitted by.
ModelPointer fit_on(std::string_view learner, const Dataset &data, const LearnerOptions &options, Monitor &monitor);
// What save_part wrote.
ModelPointer load_part(const SavedText &text, const SavedValue &object);

}  // namespace wald::core::learners
