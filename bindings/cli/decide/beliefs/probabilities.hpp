// Tables of probabilities: one row per instance, one column per label.
#ifndef WALD_CLI_DECIDE_BELIEFS_PROBABILITIES_HPP
#define WALD_CLI_DECIDE_BELIEFS_PROBABILITIES_HPP

#include "base/errors.hpp"
#include "decide/beliefs/beliefs.hpp"
#include "input/source.hpp"
#include "settings.hpp"

namespace wald::cli {

void read_probabilities_csv(Source &source, const Settings &settings, Beliefs &beliefs);
void read_probabilities_libsvm(Source &source, Beliefs &beliefs);

/// Fails unless these can be probabilities of exclusive labels.
void require_exclusive(const Position &position, double sum);

}  // namespace wald::cli

#endif
