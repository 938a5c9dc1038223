// Makes the table of the options of routes, and checks them.
#include "core/numeric/contraction.hpp"  // first

#include "core/routes/route_options.hpp"

#include <iterator>

namespace wald::core::routes {

OptionTable rows_of(const RouteOptions *) {
#define WALD_STRUCT RouteOptions
#define WALD_ROWS "core/routes/route_options.def"
  static const OptionRow rows[] = {
#include "core/described/rows.inc"
  };
#undef WALD_STRUCT
  return {rows, std::size(rows)};
}

void check_ranges(const RouteOptions &options) { check_bounds(options); }

}  // namespace wald::core::routes
