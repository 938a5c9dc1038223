// What the library is asked when it fits a cascade, from the settings.
#ifndef WALD_CLI_COMMANDS_CASCADE_OPTIONS_HPP
#define WALD_CLI_COMMANDS_CASCADE_OPTIONS_HPP

#include "input/scores/cascade_input.hpp"
#include "options/settings.hpp"

namespace wald::cli {

/// All but what tells one method from another: the order, the thresholds, the schedule and alpha.
CascadeOptions make_cascade_options(const Settings &settings, const EnsembleScores &input);

/// Folds of the estimate where nobody asked for a number: 5 or, of fewer rows, as many as there are.
std::int64_t usual_folds(const EnsembleScores &input, bool halves);

/// A refusal of the library, with its arguments called as the options are that set them.
std::string in_cascade_options(std::string message);

}  // namespace wald::cli

#endif
