// Makes the table of the options of learners, and checks them.
#include "core/numeric/contraction.hpp"  // first

#include "core/learners/learner_options.hpp"

#include <iterator>

#include "core/base/error.hpp"
#include "core/metrics/metric.hpp"

namespace wald::core::learners {

OptionTable rows_of(const LearnerOptions *) {
#define WALD_STRUCT LearnerOptions
#define WALD_ROWS "core/learners/learner_options.def"
  static const OptionRow rows[] = {
#include "core/described/rows.inc"
  };
#undef WALD_STRUCT
  return {rows, std::size(rows)};
}

void check_options(const LearnerOptions &options) {
  check_bounds(options);
  for (std::size_t i = 1; i < options.c_values.size(); ++i)
    if (!(options.c_values[i] > options.c_values[i - 1]))
      fail(Status::argument, "c_values[", i, "] is ", options.c_values[i], ": must be above c_values[", i - 1,
           "] = ", options.c_values[i - 1]);
  // These throw if there is no such metric.
  parse_metric(options.neighbour_utility, 1);
  parse_metric(options.metric, 1);
}

}  // namespace wald::core::learners
