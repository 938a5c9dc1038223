// Many problems on several threads, their text written in order.
#ifndef WALD_CLI_DECIDE_EACH_HPP
#define WALD_CLI_DECIDE_EACH_HPP

#include <cstdint>
#include <functional>
#include <string>

#include "base/follow.hpp"
#include "base/output.hpp"
#include "base/progress.hpp"
#include "decide/beliefs/problems.hpp"

namespace wald::cli {

/// Calls `work(i, text)` for each problem and writes the texts in the order of the problems. `threads` 0 means all.
/// An error of the library is said of the problem that it comes from.
void for_each_problem(const Problems &problems, int threads, Progress &progress, Output &output,
                      const std::function<void(std::int64_t i, std::string &text)> &work);

/// The same for the work of for_each_problem. Of several problems each only listens to Ctrl-C: the bar counts them.
void follow_each(DecisionOptions &options, const Problems &problems, Progress &progress);

}  // namespace wald::cli

#endif
