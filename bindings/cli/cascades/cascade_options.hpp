// The options of a fit of a cascade, from the settings.
#ifndef WALD_CLI_CASCADES_CASCADE_OPTIONS_HPP
#define WALD_CLI_CASCADES_CASCADE_OPTIONS_HPP

#include "cascades/cascade_input.hpp"
#include "settings.hpp"

namespace wald::cli {

/// What the settings say, and what is known of the models.
CascadeOptions make_cascade_options(const Settings &settings, const EnsembleScores &input);

/// Folds of the estimate where no number was asked for: the default or, of fewer rows, as many as there are.
std::int64_t usual_folds(const EnsembleScores &input, const Settings &settings);

}  // namespace wald::cli

#endif
