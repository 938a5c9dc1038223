// Adds rows to bins of scores.
#include "core/numeric/contraction.hpp"  // first

#include "core/thresholds/pass/score_bins.hpp"

#include <algorithm>

namespace wald::core::thresholds {

void ScoreBin::add(const ScoreBin &o) {
  least = std::min(least, o.least);
  greatest = std::max(greatest, o.greatest);
  for (int label = 0; label < 3; ++label) units[label] += o.units[label];
  for (int label = 0; label < 2; ++label) squares[label].add(o.squares[label]);
}

}  // namespace wald::core::thresholds
