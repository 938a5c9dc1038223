// The options of performance that is estimated without labels.
#pragma once

#include "core/decisions/decision.hpp"
#include "core/described/option_rows.hpp"
#include "core/learners/learner_options.hpp"

namespace wald::core::performance {

struct PerformanceOptions {
#define WALD_ROWS "core/performance/performance_options.def"
#include "core/described/members.inc"
};
OptionTable rows_of(const PerformanceOptions *);
void check_ranges(const PerformanceOptions &options);

}  // namespace wald::core::performance
