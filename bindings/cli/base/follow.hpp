// Long work of the library moves the bar, and Ctrl-C stops it.
#ifndef WALD_CLI_BASE_FOLLOW_HPP
#define WALD_CLI_BASE_FOLLOW_HPP

#include "base/interrupt.hpp"
#include "base/progress.hpp"

namespace wald::cli {

/// For work on this thread. `what` is being done, in at most 8 letters; it must stay, as the bar must.
template <class AnyOptions>
void follow(AnyOptions &options, Progress &progress, const char *what) {
  options.progress([&progress, what](double fraction) {
    progress.update(what, fraction);
    return !interrupted();
  });
}

}  // namespace wald::cli

#endif
