// An upper limit of the best expected utility over numbers of labels of each group, and better numbers met on the way.
#pragma once

#include "core/decisions/joint/group_search.hpp"

namespace wald::core::decisions {

// Whether the metric has a formula by which bound_by_groups can limit it.
bool bounded_by_groups(const Metric &metric, int64_t n);

// Lowers the limit until it is within `tie` of the best value, or the work is no longer worth it. `best` is replaced by
// a better prediction where one is met.
double bound_by_groups(const Problem &problem, const LabelGroups &groups, GroupSearch &search, double tie,
                       GroupSearch::Point &best);

}  // namespace wald::core::decisions
