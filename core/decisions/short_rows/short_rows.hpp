// F_beta and Jaccard of independent labels, one row or many, up to some ten thousand labels: rows side by side in
// vectors, one a lane. Few labels: every k by recursion. More: limits leave a few k, which are evaluated by exponential
// sums. They run where choose_algorithm.hpp gives an algorithm for Layout::lanes.
#pragma once

#include <functional>
#include <vector>

#include "core/base/arrays.hpp"
#include "core/decisions/answers.hpp"
#include "core/decisions/independent/ranked_labels.hpp"
#include "core/decisions/short_rows/short_rows_level.hpp"
#include "core/metrics/metric.hpp"
#include "core/numeric/monitor.hpp"

namespace wald::core::decisions {

// The levels that this processor has, the plainest first.
std::vector<const ShortLevel *> short_levels();

// One problem, ranked: fills answer (all but the warning) and work.items. False: left to other algorithms.
bool decide_short_row(const Metric &metric, KRange range, Workspace &work, Answer &answer);

// The same for one problem of so many labels that it is not worth ranking; false if they are fewer.
bool decide_unranked_row(const Metric &metric, const std::vector<double> &p, KRange range, Workspace &work,
                         Answer &answer);

// What decides a row that lanes leave, which is ranked: fills answer and work.items.
using RowDecider = std::function<void(KRange range, Workspace &work, Monitor &monitor, Answer &answer)>;

// Each row of the table is one problem, checked before; mask as the table. The same bits as decide_short_row.
void decide_short_rows(const Metric &metric, const RealTable &rows, const DecisionOptions &options, Answers answers,
                       const RowDecider &otherwise, const ShortLevel *level = nullptr);

// Whether all of the numbers lie in [0, 1].
bool all_in_unit(const Reals &row);

}  // namespace wald::core::decisions
