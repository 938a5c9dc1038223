#include "core/numeric/contraction.hpp"  // first

#include <algorithm>
#include <iterator>

#include "core/decisions/decision.hpp"
#include "core/error.hpp"

namespace wald::core {

OptionTable rows_of(const Options *) {
#define WALD_STRUCT Options
#define WALD_ROWS "core/decisions/options.def"
  static const OptionRow rows[] = {
#include "core/described/rows.inc"
  };
#undef WALD_STRUCT
  return {rows, std::size(rows)};
}

KRange Options::k_range(int64_t n) const {
  const int64_t high = at_most < 0 ? n : std::min(at_most, n), low = std::max<int64_t>(at_least, 0);
  if (at_most >= 0 && low > at_most)
    fail(Status::argument, "at_least is ", low, ": must be at most at_most = ", at_most);
  if (low > n) fail(Status::argument, "at_least is ", at_least, ": the problem has ", n, " items");
  return {low, high};
}

void check_ranges(const Options &options) { check_bounds(options); }

}  // namespace wald::core
