// Tables of few labels and many rows, each of which gets exactly one label, or at most one: the masks of an image with
// exclusive classes are such a table. A fixed point finds the labels, prices of the rows prove how far they are from
// the best. docs/developers/algorithms.md, "One label for each of many rows".
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/decisions/decision.hpp"
#include "core/decisions/per_row/passes/columns.hpp"
#include "core/decisions/per_row/passes/ratio_form.hpp"
#include "core/decisions/per_row/forms.hpp"
#include "core/metrics/metric.hpp"
#include "core/numeric/monitor.hpp"

namespace wald::core::decisions {

// The metric's ratio for a label; nothing if it is none.
std::optional<RatioForm> ratio_form(const Metric &metric, const Label &label);

// Why the search is not for a table, or null: it is for whole tables of at least 4096 rows, and 64 rows per label, with
// at most one label per row, and for F_beta (beta > 0) and Jaccard.
const char *no_fixed_point(const Metric &metric, const Cells &cells, KRange per_row);

struct FixedPoint {
  std::vector<int32_t> label;  // of each row; -1 for none
  double limit = 0;            // no choice is worth more, the rounding of the utilities apart
};
// `enough_of_gap`: the part of the value that the limit may exceed it by; infinite: there is no limit.
FixedPoint find_fixed_point(const Metric &metric, const Cells &cells, KRange per_row, const std::vector<Label> &labels,
                            double enough_of_gap, int threads, Monitor &monitor);

}  // namespace wald::core::decisions
