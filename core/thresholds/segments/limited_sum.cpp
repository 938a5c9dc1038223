// Finds the greatest sum over segments within limits on all of them.
#include "core/numeric/contraction.hpp"  // first

#include "core/thresholds/segments/limited_sum.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numeric>

namespace wald::core::thresholds {

namespace {

constexpr int64_t most_steps = int64_t{1} << 24;  // of what is searched behind the bound
// Sums of values are compared except for rounding.
constexpr double sum_rounding = 0x1p-44;
double slack_of(double sum) { return std::isfinite(sum) ? sum_rounding * (1 + std::fabs(sum)) : 0; }

bool is_whole(double x) { return x == std::floor(x); }

}  // namespace

LimitedSum::LimitedSum(const std::vector<SegmentCurve> &curves, const RateWindows &windows, const Criterion &criterion,
                       std::vector<SharedLimit> limits, bool whole)
    : curves_(curves), windows_(windows), criterion_(criterion), limits_(std::move(limits)), whole_(whole) {
  for (const SharedLimit &limit : limits_) loose_.push_back(limit.most);
}

// The precision is tested last, and once for all sums that are as good: it holds with more TP or fewer FP, too.
bool LimitedSum::allowed(double tp, double fp) const {
  if (!criterion_.within_budget(tp, fp) || !criterion_.recalls_enough(tp)) return false;
  if (!criterion_.limits_precision() || tp + fp == 0) return true;
  const auto passed = precise_.upper_bound(tp);  // behind the last with no more TP, which has the most FP of these
  if (passed != precise_.begin() && fp <= std::prev(passed)->second) return true;
  const auto failed = imprecise_.lower_bound(tp);
  if (failed != imprecise_.end() && fp >= failed->second) return false;
  const bool pass = criterion_.precise_enough(tp, fp);
  auto at = (pass ? precise_ : imprecise_).insert_or_assign(tp, fp).first;
  if (pass) {
    for (++at; at != precise_.end() && at->second <= fp;) at = precise_.erase(at);
  } else {
    while (at != imprecise_.begin() && std::prev(at)->second >= fp) imprecise_.erase(std::prev(at));
  }
  return pass;
}

// What a better sum is greater by, at least.
double LimitedSum::step(const LinearValue &value, double sum) const {
  const bool whole = whole_ && value.gain == 0 && is_whole(value.tp) && is_whole(value.fp);
  return whole && std::isfinite(sum) ? 1 - slack_of(sum) : slack_of(sum);
}

SegmentPicks LimitedSum::sum_up(std::vector<int32_t> points) const {
  SegmentPicks out{std::move(points), {}};
  for (std::size_t g = 0; g < curves_.size(); ++g) {
    const SegmentPoint &p = curves_[g].points[static_cast<std::size_t>(out.points[g])];
    out.sums.tp += p.tp;
    out.sums.fp += p.fp;
    out.sums.gain += p.gain;
  }
  return out;
}

// The value less what the multipliers ask for the limits' counts; returns what they add to each sum of it.
double LimitedSum::penalised(const LinearValue &value, LinearValue &out) const {
  out = value;
  double added = 0;
  for (std::size_t k = 0; k < limits_.size(); ++k) {
    out.tp -= multipliers_[k] * limits_[k].counts.tp;
    out.fp -= multipliers_[k] * limits_[k].counts.fp;
    added += multipliers_[k] * limits_[k].most;
  }
  return added;
}

// Limits as they are for sums of at least this value.
void LimitedSum::tighten(const LinearValue &value, double least) {
  const bool bounded = value.tp > 0 && value.fp <= 0 && value.gain == 0;
  constexpr double roundings = 1 - 0x1p-40;
  for (std::size_t k = 0; k < limits_.size(); ++k) {
    limits_[k].most = loose_[k];
    if (bounded && limits_[k].most_from)
      limits_[k].most = std::min(loose_[k], limits_[k].most_from(roundings * least / value.tp));
  }
}

// Leaves the windows that may hold something no worse than `least`.
void LimitedSum::narrow(const LinearValue &value, double tolerance, double least) {
  LinearValue by;
  const double added = penalised(value, by);
  windows_.value_by(by);
  windows_.drop_below(least - added - slack_of(least) - slack_of(added), tolerance);
}

// The best at these multipliers: a bound, and where it is allowed an answer. Returns false if there is no window.
// slack: what each limit leaves there.
bool LimitedSum::look(const LinearValue &value, double tolerance, std::vector<double> &slack, Answer &answer) {
  LinearValue by;
  const double added = penalised(value, by);
  windows_.value_by(by);
  const RateWindows::Best found = windows_.best(tolerance);
  if (found.owner == RateWindows::no_window) return false;
  height_ = found.sum + added;
  if (found.sum + added < answer.bound) {
    answer.bound = found.sum + added;
    best_multipliers_ = multipliers_;
  }
  SegmentPicks picks = sum_up(windows_.picks(found.owner, tolerance));
  slack.clear();
  for (const SharedLimit &limit : limits_) slack.push_back(limit.most - limit.counts.of(picks.sums));
  const double sum = value.of(picks.sums);
  if (sum > answer.sum && allowed(picks)) {
    answer.sum = sum;
    answer.best = std::move(picks);
  }
  return true;
}

// The bound is convex in each multiplier: between one at which the limit is broken and one at which it is kept, the
// lines of both answers meet where the next is tried.
void LimitedSum::lower_bound(const LinearValue &value, double tolerance, Answer &answer) {
  constexpr int rounds = 3, doublings = 40, tries = 40;
  std::vector<double> slack;
  for (int round = 0; round < rounds; ++round) {
    const double before = answer.bound;
    for (std::size_t k = 0; k < limits_.size(); ++k) {
      double &multiplier = multipliers_[k];
      const double from = multiplier;
      multiplier = 0;
      if (!look(value, tolerance, slack, answer)) return;
      if (slack[k] >= 0) continue;
      struct Line {
        double at, slope, height;  // of the bound
      };
      const auto line = [&] { return Line{multiplier, slack[k], height_}; };
      Line low = line(), high = low;
      multiplier = from > 0 ? from : 1e-3 * (std::fabs(value.tp) + std::fabs(value.fp) + std::fabs(value.gain));
      bool kept = false;
      for (int i = 0; i < doublings && !kept; ++i, multiplier *= 4) {
        look(value, tolerance, slack, answer);
        (slack[k] >= 0 ? high : low) = line();
        kept = slack[k] >= 0;
        if (kept) break;
      }
      for (int i = 0; i < tries && kept; ++i) {
        const double meet =
            (low.height - high.height + high.slope * high.at - low.slope * low.at) / (high.slope - low.slope);
        if (!(meet > low.at && meet < high.at)) break;
        multiplier = meet;
        look(value, tolerance, slack, answer);
        const Line next = line();
        const double under = low.height + low.slope * (meet - low.at);
        if (next.height <= under + slack_of(under)) break;
        (next.slope >= 0 ? high : low) = next;
      }
      multiplier = best_multipliers_.empty() ? multiplier : best_multipliers_[k];
    }
    if (limits_.size() == 1 || !(answer.bound < before - slack_of(before))) break;
  }
}

// The best allowed of all windows at the best multipliers, or at somewhat greater ones, where more is allowed, and what
// is better beside it.
void LimitedSum::try_windows(const LinearValue &value, double tolerance, double multiplied, Answer &answer) {
  for (std::size_t k = 0; k < limits_.size(); ++k) multipliers_[k] = best_multipliers_[k] * multiplied;
  LinearValue by;
  penalised(value, by);
  windows_.value_by(by);
  // The allowed windows of the greatest value, and of the greatest penalised one.
  RateWindows::Best best[2];
  windows_.each_window(tolerance, [&](int64_t owner, double penalised_sum, const SegmentPoint &counts) {
    const double sum = value.of(counts);
    if (!(sum > best[0].sum || penalised_sum > best[1].sum) || !allowed(counts.tp, counts.fp)) return;
    if (sum > best[0].sum) best[0] = {owner, sum};
    if (penalised_sum > best[1].sum) best[1] = {owner, penalised_sum};
  });
  for (const RateWindows::Best &from : best) {
    if (from.owner == RateWindows::no_window) continue;
    Answer own;
    own.best = sum_up(windows_.picks(from.owner, tolerance));
    own.sum = value.of(own.best->sums);
    if (!allowed(*own.best)) continue;
    improve(value, tolerance, by, answer.bound, own);
    if (own.sum > answer.sum) {
      answer.sum = own.sum;
      answer.best = std::move(own.best);
    }
  }
}

// Steps that lose nothing of `kept` first, then those that lose more of it.
void LimitedSum::improve(const LinearValue &value, double tolerance, const LinearValue &kept, double bound,
                         Answer &answer) const {
  const double gap = bound - answer.sum;
  for (double share : {0.0, 0.01, 0.1, infinite})
    if (bound > answer.sum + step(value, answer.sum))
      exchange(value, tolerance, kept, share > 0 ? share * gap : slack_of(answer.sum), answer);
}

// Better points of single segments beside those of the others, until there are none. Of `kept`, the value less what the
// multipliers ask, no step may lose more than so much.
void LimitedSum::exchange(const LinearValue &value, double tolerance, const LinearValue &kept, double may_lose,
                          Answer &answer) const {
  constexpr int rounds = 20;
  bool changed = answer.best.has_value();
  for (int round = 0; round < rounds && changed; ++round) {
    changed = false;
    for (std::size_t g = 0; g < curves_.size(); ++g) {
      SegmentPicks &picks = *answer.best;
      double lowest = infinite, highest = -infinite;
      SegmentPoint others;
      for (std::size_t h = 0; h < curves_.size(); ++h) {
        if (h == g) continue;
        const SegmentPoint &p = curves_[h].points[static_cast<std::size_t>(picks.points[h])];
        others.tp += p.tp;
        others.fp += p.fp;
        others.gain += p.gain;
        if (std::isnan(p.rate)) continue;
        lowest = std::min(lowest, p.rate);
        highest = std::max(highest, p.rate);
      }
      const double rest = value.of(others);
      const double least_kept = kept.of(curves_[g].points[static_cast<std::size_t>(picks.points[g])]) - may_lose;
      constexpr double roundings = 0x1p-50;  // more than windows allow
      windows_.each_within(g, highest - tolerance - roundings, lowest + tolerance + roundings, [&](int32_t i) {
        const SegmentPoint &p = curves_[g].points[static_cast<std::size_t>(i)];
        const double sum = rest + value.of(p);
        if (!(sum > answer.sum + slack_of(answer.sum)) || kept.of(p) < least_kept) return;
        const double low = std::isnan(p.rate) ? lowest : std::min(lowest, p.rate);
        const double high = std::isnan(p.rate) ? highest : std::max(highest, p.rate);
        if (high > low && !RateWindows::within(low, high, tolerance)) return;
        if (!allowed(others.tp + p.tp, others.fp + p.fp)) return;
        picks.points[g] = i;
        picks = sum_up(std::move(picks.points));
        answer.sum = sum;
        changed = true;
      });
    }
  }
}

// All that may be better than what was found: window by window, the one of the greatest bound first.
void LimitedSum::search(const LinearValue &value, double tolerance, Answer &answer, Monitor &monitor) {
  multipliers_ = best_multipliers_;
  LinearValue by;
  const double added = penalised(value, by);
  windows_.value_by(by);
  // By owner; behind them that of none.
  std::vector<double> bounds(static_cast<std::size_t>(windows_.owners()) + 1, -infinite);
  windows_.each_window(tolerance, [&](int64_t owner, double sum, const SegmentPoint &) {
    (owner < 0 ? bounds.back() : bounds[static_cast<std::size_t>(owner)]) = sum;
  });
  const auto may_be_better = [&](double bound) { return bound + added > answer.sum + step(value, answer.sum); };
  std::vector<int64_t> owners;
  for (std::size_t i = 0; i < bounds.size(); ++i)
    if (bounds[i] > -infinite && may_be_better(bounds[i])) owners.push_back(static_cast<int64_t>(i));
  std::stable_sort(owners.begin(), owners.end(), [&](int64_t a, int64_t b) {
    return bounds[static_cast<std::size_t>(a)] > bounds[static_cast<std::size_t>(b)];
  });
  int64_t steps = 0;
  const std::size_t n = curves_.size();
  for (int64_t i : owners) {
    const double bound = bounds[static_cast<std::size_t>(i)];
    if (!may_be_better(bound)) break;
    const int64_t owner = i == windows_.owners() ? RateWindows::no_owner : i;
    std::vector<std::vector<RateWindows::Candidate>> candidates;
    for (std::size_t g = 0; g < n; ++g)
      candidates.push_back(windows_.candidates(owner, tolerance, g, bound + added - answer.sum, steps));
    std::vector<std::size_t> order(n);
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return candidates[a].size() < candidates[b].size(); });
    std::vector<int32_t> points(n);
    const std::function<void(std::size_t, double, SegmentPoint)> choose = [&](std::size_t depth, double loss,
                                                                              const SegmentPoint &sums) {
      if (depth == n) {
        const double sum = value.of(sums);
        if (sum > answer.sum + slack_of(answer.sum) && allowed(sums.tp, sums.fp)) {
          answer.best = sum_up(points);
          answer.sum = sum;
        }
        return;
      }
      const std::size_t g = order[depth];
      for (const RateWindows::Candidate &c : candidates[g]) {
        if (!may_be_better(bound - loss - c.loss) || ++steps > most_steps) return;
        const SegmentPoint &p = curves_[g].points[static_cast<std::size_t>(c.point)];
        points[g] = c.point;
        choose(depth + 1, loss + c.loss, {sums.tp + p.tp, sums.fp + p.fp, sums.gain + p.gain});
      }
    };
    choose(0, 0, SegmentPoint());
    monitor.at(static_cast<double>(std::min(steps, most_steps)) / most_steps);
    if (steps > most_steps) {
      answer.bound = std::max(answer.sum, std::min(answer.bound, bound + added));
      return;
    }
  }
  answer.exact = true;
  answer.bound = answer.sum;
}

LimitedSum::Answer LimitedSum::greatest(const LinearValue &value, double tolerance, const SegmentPicks *known,
                                        bool whole_search, Monitor &monitor) {
  Answer answer;
  if (known) {
    answer.best = *known;
    answer.sum = value.of(known->sums);
  }
  tighten(value, answer.sum);
  best_multipliers_.resize(limits_.size(), 0);
  multipliers_ = best_multipliers_;
  // Of a ratio, what is no better than the known one at its value is so at every greater value.
  if (known && !limits_.empty()) narrow(value, tolerance, answer.sum);
  std::vector<double> slack;
  if (!look(value, tolerance, slack, answer)) {
    answer.exact = true;  // no window holds a point of each segment, or something better
    if (known) answer.bound = answer.sum;
    return answer;
  }
  const auto done = [&] { return answer.best && !(answer.bound > answer.sum + step(value, answer.sum)); };
  if (!done() && !limits_.empty()) lower_bound(value, tolerance, answer);
  for (double multiplied : {1.0, 1.0 + 0x1p-20, 1.02, 1.2})
    if (!limits_.empty() && !done()) try_windows(value, tolerance, multiplied, answer);
  if (!done() && answer.best) improve(value, tolerance, value, answer.bound, answer);
  answer.exact = done();
  if (answer.exact) answer.bound = answer.sum;
  if (!answer.exact && whole_search) search(value, tolerance, answer, monitor);
  return answer;
}

}  // namespace wald::core::thresholds
