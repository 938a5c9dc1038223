// Makes the table of the options of performance.
#include "core/numeric/contraction.hpp"  // first

#include "core/performance/performance_options.hpp"

#include <iterator>

namespace wald::core::performance {

OptionTable rows_of(const PerformanceOptions *) {
#define WALD_STRUCT PerformanceOptions
#define WALD_ROWS "core/performance/performance_options.def"
  static const OptionRow rows[] = {
#include "core/described/rows.inc"
  };
#undef WALD_STRUCT
  return {rows, std::size(rows)};
}

void check_ranges(const PerformanceOptions &options) { check_bounds(options); }

}  // namespace wald::core::performance
