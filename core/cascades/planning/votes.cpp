// That the best rule has two thresholds: let q be the probability of a positive in a state, V the least cost from there
// on and F = V - price q. Stopping as negative gives F = 0, as positive price (1 - 2q), asking on 1 + E[F of the next
// state], since q is a martingale. By induction from n = T down F does not rise in k: q rises in k, and a state with
// one vote more has next states at or above those of the other. So stopping as negative is best for a range of k from
// 0 on, and by symmetry stopping as positive for one up to n.
#include "core/numeric/contraction.hpp"  // first

#include "core/cascades/planning/votes.hpp"

#include <algorithm>
#include <cmath>

#include "core/base/error.hpp"

namespace wald::core::cascades {

namespace {

// At this price a state that may turn out to be wrong is as good as never left.
constexpr double dearest = 0x1p1000;

}  // namespace

VoteLaw::VoteLaw(std::vector<double> counts, int64_t needed) : counts_(std::move(counts)), needed_(needed) {
  double sum = 0;
  for (const double c : counts_) sum += c;
  for (double &c : counts_) c /= sum;
}

VoteRule VoteLaw::best(double price, bool negatives_only) const {
  const int64_t models = this->models();
  VoteRule out;
  out.low.assign(static_cast<std::size_t>(std::max<int64_t>(models - 1, 0)), 0);
  out.high = out.low;
  // Of each k: the probability of the state with a full ensemble that is negative (against) or positive (in_favour),
  // if no row stopped before; and, times the probability of the state, the cost, errors and models from there on.
  std::vector<double> against(counts_.size(), 0.0), in_favour(counts_.size(), 0.0), cost(counts_.size(), 0.0),
      errors(counts_.size(), 0.0), asked(counts_.size(), 0.0);
  for (int64_t k = 0; k <= models; ++k)
    (k < needed_ ? against : in_favour)[static_cast<std::size_t>(k)] = counts_[static_cast<std::size_t>(k)];
  constexpr uint8_t ask = 0, negative = 1, positive = 2, never_met = negative | positive;
  std::vector<uint8_t> action(counts_.size());
  for (int64_t n = models - 1; n >= 1; --n) {
    // One of n + 1 votes, each alike, was the last: with k + 1 of them for b it was one of those.
    const double inverse = 1 / static_cast<double>(n + 1);
    for (int64_t k = 0; k <= n; ++k) {
      const auto i = static_cast<std::size_t>(k);
      const double other = static_cast<double>(n + 1 - k) * inverse, one = static_cast<double>(k + 1) * inverse;
      const double a = against[i] * other + against[i + 1] * one;
      const double f = in_favour[i] * other + in_favour[i + 1] * one;
      double c = a + f + (cost[i] * other + cost[i + 1] * one);
      double e = errors[i] * other + errors[i + 1] * one;
      double m = a + f + (asked[i] * other + asked[i + 1] * one);
      uint8_t what = a + f > 0 ? ask : never_met;
      if (what == ask && price * f <= c && (f <= a || negatives_only)) {
        what = negative;
        c = price * f;
        e = f;
        m = 0;
      } else if (what == ask && price * a <= c && !negatives_only) {
        what = positive;
        c = price * a;
        e = a;
        m = 0;
      }
      against[i] = a;
      in_favour[i] = f;
      cost[i] = c;
      errors[i] = e;
      asked[i] = m;
      action[i] = what;
    }
    // What the votes left cannot change needs no law; states that no row meets lie with those beyond which they are.
    int64_t low = std::clamp<int64_t>(needed_ - (models - n), 0, n + 1), high = std::clamp<int64_t>(needed_, 0, n + 1);
    if (negatives_only) high = n + 1;
    for (int64_t k = 0; k <= n && (action[static_cast<std::size_t>(k)] & negative) != 0; ++k)
      if (action[static_cast<std::size_t>(k)] == negative) low = std::max(low, k + 1);
    for (int64_t k = n; k >= 0 && (action[static_cast<std::size_t>(k)] & positive) != 0; --k)
      if (action[static_cast<std::size_t>(k)] == positive) high = std::min(high, k);
    out.low[static_cast<std::size_t>(n - 1)] = low;
    out.high[static_cast<std::size_t>(n - 1)] = high;
  }
  out.models = 1;
  if (models > 1) {
    out.models += asked[0] + asked[1];
    out.disagreement = errors[0] + errors[1];
  }
  return out;
}

double VoteLaw::price_of(double disagreement, bool negatives_only, Monitor &monitor) const {
  const auto fits = [&](double price) {
    monitor.at(0);
    return best(price, negatives_only).disagreement <= disagreement * (1 + 1e-12);
  };
  double low = 0, high = 1;
  if (fits(0)) return 0;
  while (!fits(high)) {
    if (high >= dearest) return dearest;
    low = high;
    high = high < 0x1p60 ? 2 * high : dearest;
  }
  if (high >= dearest) return dearest;
  while (high - low > 0x1p-20 * high) {
    const double middle = low + (high - low) / 2;
    (fits(middle) ? high : low) = middle;
  }
  return high;
}

std::vector<double> law_of_new_rows(const std::vector<double> &counts) {
  const auto models = static_cast<int64_t>(counts.size()) - 1;
  const auto all = static_cast<double>(models);
  std::vector<double> out(counts.size(), 0.0), own(counts.size());
  for (int64_t seen = 0; seen <= models; ++seen) {
    const double weight = counts[static_cast<std::size_t>(seen)];
    if (weight == 0) continue;
    // From the number that was seen outward, by ratios of neighbours.
    const double a = static_cast<double>(seen) + 0.5, b = static_cast<double>(models - seen) + 0.5;
    double sum = own[static_cast<std::size_t>(seen)] = 1;
    for (int64_t k = seen; k < models; ++k) {
      const auto x = static_cast<double>(k);
      const double next = own[static_cast<std::size_t>(k)] * ((all - x) * (a + x)) / ((x + 1) * (b + all - x - 1));
      own[static_cast<std::size_t>(k) + 1] = next;
      sum += next;
    }
    for (int64_t k = seen; k > 0; --k) {
      const auto x = static_cast<double>(k);
      const double next = own[static_cast<std::size_t>(k)] * (x * (b + all - x)) / ((all - x + 1) * (a + x - 1));
      own[static_cast<std::size_t>(k) - 1] = next;
      sum += next;
    }
    for (std::size_t k = 0; k < out.size(); ++k) out[k] += weight * (own[k] / sum);
  }
  return out;
}

VotesCast votes_of(const FixedScores &scores) {
  VotesCast out;
  const auto [least, most] = std::minmax_element(scores.scores.begin(), scores.scores.end());
  const int64_t a = *least, b = *most;
  out.against = a;
  out.step = std::max<int64_t>(1, b - a);
  std::vector<int32_t> in_favour(static_cast<std::size_t>(scores.n), 0);
  for (int64_t t = 0; t < scores.models; ++t) {
    const int32_t *const own = scores.column(t);
    for (int64_t i = 0; i < scores.n; ++i) {
      if (own[i] != a && own[i] != b)
        fail(Status::argument, "a score of model ", t, " is ", static_cast<double>(own[i]) * scores.fixed.unit(),
             ": must be one of two values with votes, here ", static_cast<double>(a) * scores.fixed.unit(), " and ",
             static_cast<double>(b) * scores.fixed.unit());
      in_favour[static_cast<std::size_t>(i)] += own[i] != a;
    }
  }
  out.counts.assign(static_cast<std::size_t>(scores.models) + 1, 0.0);
  for (int64_t i = 0; i < scores.n; ++i)
    out.counts[static_cast<std::size_t>(in_favour[static_cast<std::size_t>(i)])] +=
        static_cast<double>(scores.weight(i));
  const int64_t above = scores.cut - scores.models * a;  // as sums of the full ensemble are compared
  out.needed = above <= 0 ? 0 : std::min(scores.models + 1, (above + out.step - 1) / out.step);
  return out;
}

std::vector<Position> vote_positions(const VoteRule &rule, const VotesCast &votes, const std::vector<int32_t> &order) {
  std::vector<Position> out(order.size());
  for (std::size_t r = 0; r < out.size(); ++r) {
    out[r].model = order[r];
    if (r + 1 == out.size()) continue;
    const auto n = static_cast<int64_t>(r) + 1;
    const auto between = [&](int64_t k) { return n * votes.against + k * votes.step - votes.step / 2; };
    if (rule.low[r] > 0) out[r].low = between(rule.low[r]);
    if (rule.high[r] <= n) out[r].high = between(rule.high[r]);
  }
  return out;
}

}  // namespace wald::core::cascades
