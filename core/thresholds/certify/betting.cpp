// Tests limits on weighted rows by betting.
#include "core/numeric/contraction.hpp"  // first

#include "core/thresholds/certify/betting.hpp"

#include <algorithm>
#include <cmath>

namespace wald::core::thresholds {

namespace {

// z in units of c W, at least -1.
class Gambler {
 public:
  explicit Gambler(double delta) : goal_(1 / delta) {}
  void row(double z) {
    capital_ *= 1 + bet_ * z;
    won_ = won_ || capital_ >= goal_;
    // The bet that is best, to second order, for rows like those before: one row of each sign is taken for granted.
    ++rows_;
    sum_ += z;
    squares_ += z * z;
    const double mean = sum_ / (rows_ + 1), square = (squares_ + 0.25) / (rows_ + 1);
    constexpr double most = 0.9;
    bet_ = std::clamp(mean / square, 0.0, most);
  }
  bool won() const { return won_; }

 private:
  double goal_, capital_ = 1, bet_ = 0.25, rows_ = 0, sum_ = 0, squares_ = 0;
  bool won_ = false;
};

}  // namespace

bool bets_pass(const std::vector<WeightedRow> &rows, const std::vector<uint8_t> &flagged, const PopulationLimits &q,
               double max_weight, double delta) {
  // take: whether a row takes part, and its z where it does.
  const auto passes = [&](double limit, double most_lost, const auto &takes, const auto &z_of) {
    if (std::isnan(limit)) return true;
    const double unit = 1 / (most_lost * max_weight);
    if (!std::isfinite(unit)) return true;  // a share is always within [0, 1]
    Gambler gambler(delta);
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
