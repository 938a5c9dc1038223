// The long CSV of counts: instance,label,s,p.
#ifndef WALD_CLI_COUNTS_HPP
#define WALD_CLI_COUNTS_HPP

#include "beliefs.hpp"
#include "source.hpp"

namespace wald::cli {

void read_counts_csv(Source &source, const Settings &settings, Beliefs &beliefs);

}  // namespace wald::cli

#endif
