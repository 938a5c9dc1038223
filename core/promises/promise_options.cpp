// Makes the table of the options of promises, and checks them.
#include "core/numeric/contraction.hpp"  // first

#include "core/promises/promise_options.hpp"

#include <iterator>

namespace wald::core::promises {

OptionTable rows_of(const PromiseOptions *) {
#define WALD_STRUCT PromiseOptions
#define WALD_ROWS "core/promises/promise_options.def"
  static const OptionRow rows[] = {
#include "core/described/rows.inc"
  };
#undef WALD_STRUCT
  return {rows, std::size(rows)};
}

void check_ranges(const PromiseOptions &options) { check_bounds(options); }

}  // namespace wald::core::promises
