// A CSV of probabilities: a row an instance, a column a label.
#ifndef WALD_CLI_INPUT_BELIEFS_PROBABILITIES_HPP
#define WALD_CLI_INPUT_BELIEFS_PROBABILITIES_HPP

#include "base/errors.hpp"
#include "input/beliefs/beliefs.hpp"
#include "input/source.hpp"
#include "options/settings.hpp"

namespace wald::cli {

void read_probabilities_csv(Source &source, const Settings &settings, Beliefs &beliefs);

/// Fails unless these can be probabilities of exclusive labels.
void require_exclusive(const Position &position, double sum);

}  // namespace wald::cli

#endif
