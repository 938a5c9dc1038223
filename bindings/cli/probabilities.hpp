// A CSV of probabilities: a row an instance, a column a label.
#ifndef WALD_CLI_PROBABILITIES_HPP
#define WALD_CLI_PROBABILITIES_HPP

#include "beliefs.hpp"
#include "errors.hpp"
#include "source.hpp"

namespace wald::cli {

void read_probabilities_csv(Source &source, const Settings &settings, Beliefs &beliefs);

/// Fails unless these can be probabilities of exclusive labels.
void require_exclusive(const Position &position, double sum);

}  // namespace wald::cli

#endif
