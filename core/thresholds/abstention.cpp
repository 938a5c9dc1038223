// The cost is a sum of a part that depends on the upper threshold and one that depends on the lower one:
//   A FP(high) + B FN(low) + C (n(low) - n(high)),  n(t) = weight of the rows with s >= t.
// Both need trying at the distinct scores only; one pass from the top keeps the best upper threshold so far.
#include "core/numeric/contraction.hpp"  // first

#include "core/thresholds/abstention.hpp"

#include <algorithm>
#include <cmath>
#include <tuple>

#include "core/numeric/infinity.hpp"
#include "core/thresholds/sample/weights.hpp"

namespace wald::core::thresholds {

namespace {

// Replaces the counts by those of the weights as they were fed: the search adds up rounded ones (Sample::exact).
void state_zone_as_fed(const Sample &fed, const AbstentionCosts &costs, AbstentionZone &zone) {
  double cleared[2], abstained[2];
  const RowSet *const sets[] = {&fed.positives(), &fed.negatives()};
  for (int k = 0; k < 2; ++k) {
    RoundedOnce below(sets[k]->largest_weight(), sets[k]->size()), between = below;
    for (int64_t i = 0; i < sets[k]->size(); ++i) {
      const double s = sets[k]->row(i)[0];
      if (s < zone.low)
        below.add(sets[k]->weight(i));
      else if (s < zone.high)
        between.add(sets[k]->weight(i));
    }
    cleared[k] = below.total();
    abstained[k] = between.total();
  }
  zone.flagged = fed.count({zone.high});
  zone.false_negatives = cleared[0];
  zone.abstained = abstained[0] + abstained[1];
  zone.cost = costs.false_positive * zone.flagged.fp + costs.false_negative * zone.false_negatives +
              costs.abstained * zone.abstained;
}

}  // namespace

AbstentionZone choose_abstention_zone(const Sample &fed, const AbstentionCosts &costs) {
  if (fed.dims() != 1) fail(Status::argument, "n_scores is ", fed.dims(), ": must be 1 for a zone");
  if (fed.narrow()) return choose_abstention_zone(fed.widened(), costs);
  for (const auto &[name, cost] :
       {std::pair("false_positive_cost", costs.false_positive), std::pair("false_negative_cost", costs.false_negative),
        std::pair("abstention_cost", costs.abstained)})
    if (!(cost >= 0 && std::isfinite(cost)))
      fail(Status::argument, name, " is ", cost, ": must be finite and at least 0");
  if (fed.n_fed() == 0) fail(Status::argument, "rows is 0: no row of a weight above 0 was fed");
  if (fed.partial())
    fail(Status::unsupported,
         "rated_from is set: must not be set for a zone, which would clear rows without a label at an unknown cost");
  const Sample sample = fed.exact();

  struct Row {
    double score, positive, negative;
  };
  std::vector<Row> rows;
  for (int64_t i = 0; i < sample.positives().size(); ++i)
    rows.push_back({sample.positives().row(i)[0], sample.positives().weight(i), 0});
  for (int64_t i = 0; i < sample.negatives().size(); ++i)
    rows.push_back({sample.negatives().row(i)[0], 0, sample.negatives().weight(i)});
  std::sort(rows.begin(), rows.end(), [](const Row &a, const Row &b) {
    return std::tie(b.score, a.positive, a.negative) < std::tie(a.score, b.positive, b.negative);
  });
  const double positives = sample.positives().total();

  // State at a threshold: what lies at or above it.
  struct At {
    double threshold, tp, fp;
  };
  AbstentionZone best;
  best.cost = infinity;
  At now{infinity, 0, 0}, upper = now;
  double upper_cost = 0;
  for (std::size_t i = 0;;) {
    const double own = costs.false_positive * now.fp - costs.abstained * (now.tp + now.fp);
    // Of equal costs the lowest upper threshold, which leaves fewer rows between.
    if (own <= upper_cost) {
      upper = now;
      upper_cost = own;
    }
    const double missed = positives - now.tp;
    const double abstained = (now.tp + now.fp) - (upper.tp + upper.fp);
    const double cost = costs.false_positive * upper.fp + costs.false_negative * missed + costs.abstained * abstained;
    if (cost < best.cost || (cost == best.cost && abstained < best.abstained))
      best = {now.threshold, upper.threshold, {upper.tp, upper.fp}, missed, abstained, cost};
    if (i == rows.size()) break;
    now.threshold = rows[i].score;
    for (; i < rows.size() && rows[i].score == now.threshold; ++i) {
      now.tp += rows[i].positive;
      now.fp += rows[i].negative;
    }
  }
  if (!fed.whole()) state_zone_as_fed(fed, costs, best);
  return best;
}

}  // namespace wald::core::thresholds
