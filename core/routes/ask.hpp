// Which rows to label next. Each batch takes rows that no batch has considered, in random order, and draws each with a
// probability that is known and kept: the first batch is the pilot and takes rows alike; later ones draw rows where the
// route that they lead to is likely wrong with a greater probability (its square root, which makes the estimate of the
// error surest, Neyman 1934), by strata of the answering stage and its confidence, and at least with min_probability.
#pragma once

#include <cstdint>
#include <vector>

#include "core/numeric/monitor.hpp"
#include "core/routes/route_options.hpp"
#include "core/routes/stages.hpp"

namespace wald::core::routes {

// The rows, ascending, which the table remembers; fewer than asked for, or none, if all rows were considered.
std::vector<int64_t> next_labels(Stages &stages, const RouteOptions &options, Monitor &monitor);

}  // namespace wald::core::routes
