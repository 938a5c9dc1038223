// Orders of the models that are chosen before any threshold.
#pragma once

#include <cstdint>
#include <vector>

#include "core/cascades/fixed_scores.hpp"
#include "core/numeric/monitor.hpp"

namespace wald::core::cascades {

std::vector<int32_t> natural_order(int64_t models);

// By the squared error of each model alone, and by that of the sum as one after the other is added: against the
// targets, or where there are none against the full sum. Several classes: of the K sums, against the class as 0 and 1.
std::vector<int32_t> individual_error_order(const FixedScores &scores, int threads, Monitor &monitor);
std::vector<int32_t> greedy_error_order(const FixedScores &scores, int threads, Monitor &monitor);

}  // namespace wald::core::cascades
