// The long CSV of counts: instance,label,s,p.
#ifndef WALD_CLI_DECIDE_BELIEFS_COUNTS_HPP
#define WALD_CLI_DECIDE_BELIEFS_COUNTS_HPP

#include "decide/beliefs/beliefs.hpp"
#include "input/source.hpp"
#include "settings.hpp"

namespace wald::cli {

void read_counts_csv(Source &source, const Settings &settings, Beliefs &beliefs);

}  // namespace wald::cli

#endif
