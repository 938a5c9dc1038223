// The long CSV of counts: instance,label,s,p.
#ifndef WALD_CLI_INPUT_BELIEFS_COUNTS_HPP
#define WALD_CLI_INPUT_BELIEFS_COUNTS_HPP

#include "input/beliefs/beliefs.hpp"
#include "input/source.hpp"
#include "options/settings.hpp"

namespace wald::cli {

void read_counts_csv(Source &source, const Settings &settings, Beliefs &beliefs);

}  // namespace wald::cli

#endif
