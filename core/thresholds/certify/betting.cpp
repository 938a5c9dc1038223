// Tests limits on weighted rows by betting.
#include "core/numeric/contraction.hpp"  // first

#include "core/thresholds/certify/betting.hpp"

#include <cmath>

#include "core/certify/gambler.hpp"

namespace wald::core::thresholds {

bool bets_pass(const std::vector<WeightedRow> &rows, const std::vector<uint8_t> &flagged, const PopulationLimits &q,
               double max_weight, double delta) {
  // take: whether a row takes part, and its z where it does.
  const auto passes = [&](double limit, double most_lost, const auto &takes, const auto &z_of) {
    if (std::isnan(limit)) return true;
    const double unit = 1 / (most_lost * max_weight);
    if (!std::isfinite(unit)) return true;  // a share is always within [0, 1]
    // z in units of c W, at least -1. One row of each sign is taken for granted.
    certify::Gambler gambler(delta, {0, 0.25}, 0.25, 0.9);
    for (std::size_t i = 0; i < rows.size() && !gambler.won(); ++i)
      if (takes(i)) gambler.row(rows[i].weight * z_of(i) * unit);
    return gambler.won();
  };
  return passes(
             q.precision, q.precision, [&](std::size_t i) { return flagged[i] && rows[i].label != not_rated; },
             [&](std::size_t i) { return rows[i].label - q.precision; }) &&
         passes(
             q.recall, q.recall, [&](std::size_t i) { return rows[i].label == 1; },
             [&](std::size_t i) { return flagged[i] - q.recall; }) &&
         passes(
             q.fpr, 1 - q.fpr, [&](std::size_t i) { return rows[i].label == 0; },
             [&](std::size_t i) { return q.fpr - flagged[i]; }) &&
         passes(
             q.alert_rate, 1 - q.alert_rate, [](std::size_t) { return true; },
             [&](std::size_t i) { return q.alert_rate - flagged[i]; });
}

}  // namespace wald::core::thresholds
