// The learners that are made of logistic regressions.
#pragma once

#include "core/learners/model.hpp"
#include "core/learners/learner_options.hpp"

namespace wald::core::learners {

// br and lfp: one logistic regression per label; of classes, one multinomial. Estimators are independent, or categorical.
ModelPointer fit_binary_relevance(const Dataset &data, std::string_view argument, const ModelShape &shape,
                                  const LearnerOptions &options, Monitor &monitor);
ModelPointer load_binary_relevance(const SavedText &text, const SavedValue &object, const ModelShape &shape);

// efp: one multinomial per label over y_i s, and one over s. Estimators are counts.
ModelPointer fit_efp(const Dataset &data, std::string_view argument, const ModelShape &shape,
                     const LearnerOptions &options, Monitor &monitor);
ModelPointer load_efp(const SavedText &text, const SavedValue &object, const ModelShape &shape);

// pcc: chains of logistic regressions. Estimators are joint: samples.
ModelPointer fit_chains(const Dataset &data, std::string_view argument, const ModelShape &shape,
                        const LearnerOptions &options, Monitor &monitor);
ModelPointer load_chains(const SavedText &text, const SavedValue &object, const ModelShape &shape);

// card, card:LEARNER: the marginals of lfp, or of another learner, given a learned P(s). Estimators are counts.
ModelPointer fit_card(const Dataset &data, std::string_view argument, const ModelShape &shape,
                      const LearnerOptions &options, Monitor &monitor);
ModelPointer load_card(const SavedText &text, const SavedValue &object, const ModelShape &shape);

}  // namespace wald::core::learners
