#include "core/numeric/contraction.hpp"  // first

#include "core/thresholds/outcome.hpp"

namespace wald::core {

Outcome outcome_of(const Criterion &criterion, const Flagged &counts) {
  Outcome out;
  out.counts = counts;
  out.positives = criterion.positives();
  if (counts.alerts() > 0) out.precision = counts.tp / counts.alerts();
  if (out.positives > 0) out.recall = counts.tp / out.positives;
  out.value = criterion.reported(counts.tp, counts.fp);
  return out;
}

}  // namespace wald::core
