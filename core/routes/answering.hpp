// What a route does with a row of a table.
#pragma once

#include "core/routes/route.hpp"
#include "core/routes/row_sums.hpp"
#include "core/routes/stages.hpp"

namespace wald::core::routes {

// Throws Error(argument) if the rows do not have what the route reads.
void check_rows(const Route &route, const Stages &stages);
// The stage that answers. asked: the stages asked, in their order, if given.
int64_t answering_stage(const Route &route, const Stages &stages, int64_t row, std::vector<int64_t> *asked);

}  // namespace wald::core::routes
