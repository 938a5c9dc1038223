// Computes what follows from the counts of chosen thresholds.
#include "core/numeric/contraction.hpp"  // first

#include "core/thresholds/outcome.hpp"

namespace wald::core::thresholds {

double reported_value(const Criterion &criterion, double tp, double fp) {
  constexpr double roundings = 8 * 0x1p-52;
  const double value = criterion.reported(tp, fp);
  return criterion.goal() == Goal::metric && value > 1 && value <= 1 + roundings ? 1 : value;
}

Outcome outcome_of(const Criterion &criterion, const Flagged &counts) {
  Outcome out;
  out.counts = counts;
  out.positives = criterion.positives();
  if (counts.alerts() > 0) out.precision = counts.tp / counts.alerts();
  if (out.positives > 0) out.recall = counts.tp / out.positives;
  out.value = reported_value(criterion, counts.tp, counts.fp);
  return out;
}

}  // namespace wald::core::thresholds
