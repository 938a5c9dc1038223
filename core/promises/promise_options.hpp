// The options of promises.
#pragma once

#include "core/described/option_rows.hpp"

namespace wald::core::promises {

struct PromiseOptions {
#define WALD_ROWS "core/promises/promise_options.def"
#include "core/described/members.inc"
};
OptionTable rows_of(const PromiseOptions *);
void check_ranges(const PromiseOptions &options);

}  // namespace wald::core::promises
