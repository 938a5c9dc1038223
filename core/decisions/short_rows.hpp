// F_beta and Jaccard of independent labels, one row or many, up to some ten thousand labels: rows side by side in
// vectors, one a lane. Few labels: every k by recursion. More: limits leave a few k, which are evaluated by exponential
// sums.
#pragma once

#include <vector>

#include "core/decisions/rows.hpp"
#include "core/decisions/short_rows_level.hpp"

namespace wald::core {

// The levels that this processor has, the plainest first.
std::vector<const ShortLevel *> short_levels();

// Whether rows of n labels are decided here.
bool short_rows_serve(const Metric &metric, int64_t n);

// One problem, ranked: fills answer (all but the warning) and work.items. False: left to other algorithms.
bool decide_short_row(const Metric &metric, KRange range, Workspace &work, Answer &answer);

// The same for one problem of so many labels that it is not worth ranking; false where they are fewer.
bool decide_unranked_row(const Metric &metric, const std::vector<double> &p, KRange range, Workspace &work,
                         Answer &answer);

// Each row of the table is one problem, checked before; mask as the table. The same bits as decide_short_row.
void decide_short_rows(const Metric &metric, const RealTable &rows, const Options &options, Answers answers,
                       const ShortLevel *level = nullptr);

// Whether all of the numbers lie in [0, 1].
bool all_in_unit(const Reals &row);

}  // namespace wald::core
