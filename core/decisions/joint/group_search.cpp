// Climbs over numbers of labels of each group.
#include "core/numeric/contraction.hpp"  // first

#include "core/decisions/joint/group_search.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>

#include "core/numeric/infinity.hpp"

namespace wald::core::decisions {
namespace {

constexpr std::size_t looked_at = 512;  // groups on a path before the best of them is refined

// Ascends where the number descends.
uint32_t descending_key(double x) {
  const float narrow = static_cast<float>(x);
  uint32_t bits;
  std::memcpy(&bits, &narrow, sizeof bits);
  return bits >> 31 ? bits : ~bits & 0x7fffffffu;
}

// By the upper half, keeping the order of equal ones.
void sort_by_upper_half(std::vector<uint64_t> &x, std::vector<uint64_t> &spare) {
  constexpr int bits = 11;
  spare.resize(x.size());
  for (int shift = 32; shift < 64; shift += bits) {
    std::array<std::size_t, (std::size_t{1} << bits) + 1> ends{};
    const auto digit = [&](uint64_t key) { return static_cast<std::size_t>(key >> shift & ((1u << bits) - 1)); };
    for (uint64_t key : x) ++ends[digit(key) + 1];
    for (std::size_t d = 1; d < ends.size(); ++d) ends[d] += ends[d - 1];
    for (uint64_t key : x) spare[ends[digit(key)]++] = key;
    x.swap(spare);
  }
}

}  // namespace

GroupSearch::GroupSearch(const Metric &metric, const std::vector<Joint::Vector> &vectors, const LabelGroups &groups,
                         int64_t n, KRange range)
    : metric_(metric),
      vectors_(vectors),
      groups_(groups),
      n_(n),
      range_(range),
      jaccard_(metric.is_jaccard() && !metric.is_custom()),
      zero_division_(metric.zero_division()),
      in_removed_(vectors.size(), 0) {}

double GroupSearch::value(const std::vector<int64_t> &tp, int64_t k) const {
  double sum = 0;
  for (std::size_t v = 0; v < vectors_.size(); ++v)
    sum += vectors_[v].probability * utility(tp[v], k, vectors_[v].size());
  return sum;
}

GroupSearch::Point GroupSearch::at(std::vector<int64_t> numbers) const {
  Point point;
  groups_.sum_over_groups(numbers, point.tp);
  for (int64_t number : numbers) point.k += number;
  point.numbers = std::move(numbers);
  point.value = value(point.tp, point.k);
  return point;
}

// ---- Prefixes --------------------------------------------------------------------------------------

void GroupSearch::order_by(const std::vector<double> &score) {
  order_.resize(score.size());
  for (std::size_t g = 0; g < score.size(); ++g) order_[g] = uint64_t{descending_key(score[g])} << 32 | g;
  if (order_.size() < 2048)
    std::sort(order_.begin(), order_.end());
  else
    sort_by_upper_half(order_, spare_);
  for (uint64_t &g : order_) g &= UINT32_MAX;
}

void GroupSearch::take(Step &step, std::size_t group, int64_t count) const {
  step.k += count;
  for (uint32_t v : groups_.holders(group)) step.tp[v] += count;
}

// How many labels of the group lead to an allowed k.
KRange GroupSearch::allowed(const Step &step, std::size_t group) const {
  return {std::max<int64_t>(0, range_.low - step.k), std::min(groups_.sizes()[group], range_.high - step.k)};
}

double GroupSearch::value_with(const Step &step, std::size_t group, int64_t count) {
  tried_ = step.tp;
  for (uint32_t v : groups_.holders(group)) tried_[v] += count;
  return value(tried_, step.k + count);
}

// By thirds, as if the value had one maximum; both ends are among what is looked at.
std::pair<int64_t, double> GroupSearch::best_count(const Step &step, std::size_t group) {
  KRange open = allowed(step, group);
  std::pair<int64_t, double> best{open.low, -infinity};
  const auto look_at = [&](int64_t count) {
    const double v = value_with(step, group, count);
    if (v > best.second) best = {count, v};
    return v;
  };
  if (open.low > open.high) return best;
  look_at(open.low);
  if (open.high > open.low) look_at(open.high);
  while (open.high - open.low > 8) {
    const int64_t third = (open.high - open.low) / 3, left = open.low + third, right = open.high - third;
    if (look_at(left) < look_at(right))
      open.low = left;
    else
      open.high = right;
  }
  for (int64_t count = open.low + 1; count < open.high; ++count) look_at(count);
  return best;
}

GroupSearch::Point GroupSearch::best_on_path(const std::vector<double> &score_of_vector) {
  groups_.sum_over_holders(score_of_vector, 0, scores_);
  order_by(scores_);
  const std::size_t count = order_.size(), stride = std::max<std::size_t>(1, count / looked_at);
  double best = -infinity;
  std::size_t best_at = 0;
  Step step{0, std::vector<int64_t>(vectors_.size(), 0)};
  // The step from which the window around the best begins, and its place.
  Step before = step, window = step;
  std::size_t before_at = 0, window_at = 0;
  const auto walk = [&](std::size_t from, std::size_t to, std::size_t every) {
    for (std::size_t j = from; j < to && step.k <= range_.high; ++j) {
      const KRange here = allowed(step, order_[j]);
      const bool edge = here.low > 0 && here.low <= here.high;
      if (here.low <= here.high && (edge || j % every == 0 || j + 1 == count)) {
        const double v = edge ? value_with(step, order_[j], here.low) : value(step.tp, step.k);
        if (v > best) {
          best = v;
          best_at = j;
          window = before;
          window_at = before_at;
        }
      }
      if (j % every == 0) {
        before = step;
        before_at = j;
      }
      take(step, order_[j], groups_.sizes()[order_[j]]);
    }
  };
  walk(0, count, stride);
  // Group by group around the best, and then within the two groups that meet there.
  step = window;
  before = window;
  before_at = window_at;
  const std::size_t from = window_at;
  if (stride > 1) walk(from, std::min(count, best_at + stride + 1), 1);
  step = window;
  for (std::size_t j = window_at; j + 1 < best_at; ++j) take(step, order_[j], groups_.sizes()[order_[j]]);
  best = -infinity;
  std::size_t partial = best_at;
  int64_t of_partial = 0;
  for (std::size_t j = std::max<std::size_t>(best_at, 1) - 1; j < std::min(count, best_at + 2); ++j) {
    if (j < window_at) continue;
    const auto [taken, v] = best_count(step, order_[j]);
    if (v > best) {
      best = v;
      partial = j;
      of_partial = taken;
    }
    take(step, order_[j], groups_.sizes()[order_[j]]);
  }
  std::vector<int64_t> numbers(count, 0);
  for (std::size_t j = 0; j < partial; ++j) numbers[order_[j]] = groups_.sizes()[order_[j]];
  numbers[order_[partial]] = of_partial;
  return at(std::move(numbers));
}

void GroupSearch::reorder(Point &point, double least, Monitor &monitor) {
  constexpr int most_passes = 16;
  for (int pass = 0; pass < most_passes; ++pass) {
    monitor.at(static_cast<double>(pass) / most_passes);
    slopes_.resize(vectors_.size());
    for (std::size_t v = 0; v < vectors_.size(); ++v) {
      const int64_t s = vectors_[v].size();
      const int64_t low = std::max(lowest_tp(point.k, s, n_), point.tp[v] - 1);
      const int64_t high = std::min(highest_tp(point.k, s), point.tp[v] + 1);
      slopes_[v] = low < high ? vectors_[v].probability *
                                    (utility(high, point.k, s) - utility(low, point.k, s)) /
                                    static_cast<double>(high - low)
                              : 0;
    }
    Point next = best_on_path(slopes_);
    if (!(next.value > point.value + least)) return;
    point = std::move(next);
  }
}

// ---- Moves -----------------------------------------------------------------------------------------

// What changes in each vector where one more (or one less) of its positives is predicted, at k positives in all. Cells
// that do not exist count as 0: such changes only ever cancel.
void GroupSearch::changes(const Point &point, int64_t k, int64_t by, std::vector<double> &out) const {
  out.resize(vectors_.size());
  const auto u = [&](int64_t tp, int64_t s) {
    return tp >= lowest_tp(k, s, n_) && tp <= highest_tp(k, s) ? utility(tp, k, s) : 0.0;
  };
  for (std::size_t v = 0; v < vectors_.size(); ++v) {
    const int64_t s = vectors_[v].size();
    out[v] = vectors_[v].probability * (u(point.tp[v] + by, s) - u(point.tp[v], s));
  }
}

GroupSearch::Move GroupSearch::best_move(const Point &point, double least) {
  Move best{least, no_group, no_group};
  const auto total = [&](int64_t k) {
    double sum = 0;
    for (std::size_t v = 0; v < vectors_.size(); ++v) {
      const int64_t s = vectors_[v].size();
      if (point.tp[v] >= lowest_tp(k, s, n_) && point.tp[v] <= highest_tp(k, s))
        sum += vectors_[v].probability * utility(point.tp[v], k, s);
    }
    return sum;
  };
  if (point.k < range_.high) {
    const double base = total(point.k + 1) - point.value;
    changes(point, point.k + 1, 1, more_);
    groups_.sum_over_holders(more_, 0, gains_more_);
    for (std::size_t g = 0; g < groups_.count(); ++g)
      if (point.numbers[g] < groups_.sizes()[g] && base + gains_more_[g] > best.gain)
        best = {base + gains_more_[g], no_group, g};
  }
  if (point.k > range_.low) {
    const double base = total(point.k - 1) - point.value;
    changes(point, point.k - 1, -1, less_);
    groups_.sum_over_holders(less_, 0, gains_less_);
    for (std::size_t g = 0; g < groups_.count(); ++g)
      if (point.numbers[g] > 0 && base + gains_less_[g] > best.gain) best = {base + gains_less_[g], g, no_group};
  }
  best_exchange(point, best);
  return best;
}

// An exchange gains what the addition and the removal gain at the same k, less what vectors that hold both groups count
// in each, since their tp stays. That correction is at most the sum of its positive parts over the vectors of either
// group, so most pairs are excluded by sums of single groups.
void GroupSearch::best_exchange(const Point &point, Move &best) {
  changes(point, point.k, 1, more_);
  changes(point, point.k, -1, less_);
  kept_.resize(vectors_.size());
  regained_.resize(vectors_.size());
  for (std::size_t v = 0; v < vectors_.size(); ++v) {
    kept_[v] = more_[v] + less_[v];
    regained_[v] = std::max(0.0, -kept_[v]);
  }
  groups_.sum_over_holders(more_, 0, gains_more_);
  groups_.sum_over_holders(less_, 0, gains_less_);
  groups_.sum_over_holders(regained_, 0, gains_regained_);
  struct Side {
    double limit, gain, regained;
    std::size_t group;
  };
  constexpr double slack = 1 + 1e-9;  // rounding, as a share of what is summed: far below what a climb takes for a gain
  double most_in = -infinity, most_out = most_in;
  for (std::size_t g = 0; g < groups_.count(); ++g) {
    if (point.numbers[g] < groups_.sizes()[g])
      most_in = std::max(most_in, gains_more_[g] + gains_regained_[g] * slack);
    if (point.numbers[g] > 0) most_out = std::max(most_out, gains_less_[g]);
  }
  std::vector<Side> in, out;
  for (std::size_t g = 0; g < groups_.count(); ++g) {
    const double limit = gains_more_[g] + gains_regained_[g] * slack;
    if (point.numbers[g] < groups_.sizes()[g] && limit + most_out >= best.gain)
      in.push_back({limit, gains_more_[g], gains_regained_[g], g});
    if (point.numbers[g] > 0 && gains_less_[g] + most_in >= best.gain)
      out.push_back({0, gains_less_[g], gains_regained_[g], g});
  }
  std::sort(in.begin(), in.end(), [](const Side &x, const Side &y) {
    return x.limit > y.limit || (x.limit == y.limit && x.group < y.group);
  });
  std::sort(out.begin(), out.end(),
            [](const Side &x, const Side &y) { return x.gain > y.gain || (x.gain == y.gain && x.group < y.group); });
  for (const Side &i : out) {
    if (in.empty() || i.gain + in.front().limit < best.gain) break;
    bool marked = false;
    for (const Side &j : in) {
      if (i.gain + j.limit < best.gain) break;
      if (i.gain + j.gain + i.regained * slack < best.gain || i.group == j.group) continue;
      if (!marked)
        for (uint32_t v : groups_.holders(i.group)) in_removed_[v] = 1;
      marked = true;
      double both = 0;
      for (uint32_t v : groups_.holders(j.group)) both += in_removed_[v] ? kept_[v] : 0.0;
      const double gain = j.gain + i.gain - both;
      // Of equal exchanges that of the first groups.
      const bool tied = gain == best.gain && best.removed != no_group && best.added != no_group &&
                        std::make_pair(i.group, j.group) < std::make_pair(best.removed, best.added);
      if (gain > best.gain || tied) best = {gain, i.group, j.group};
    }
    if (marked)
      for (uint32_t v : groups_.holders(i.group)) in_removed_[v] = 0;
  }
}

void GroupSearch::shift(Point &point, const Move &move, int64_t count) const {
  const auto change = [&](std::size_t group, int64_t by) {
    if (group == no_group) return;
    point.numbers[group] += by;
    point.k += by;
    for (uint32_t v : groups_.holders(group)) point.tp[v] += by;
  };
  change(move.removed, -count);
  change(move.added, count);
  point.value = value(point.tp, point.k);
}

// One label, then twice as many at a time while that gains. The value itself must rise too: a gain is a sum of
// differences, and rounding could lead in a circle.
bool GroupSearch::advance(Point &point, const Move &move, double least) const {
  int64_t most = std::numeric_limits<int64_t>::max();
  if (move.removed != no_group) most = std::min(most, point.numbers[move.removed]);
  if (move.added != no_group) most = std::min(most, groups_.sizes()[move.added] - point.numbers[move.added]);
  if (move.removed == no_group) most = std::min(most, range_.high - point.k);
  if (move.added == no_group) most = std::min(most, point.k - range_.low);
  const double before = point.value;
  shift(point, move, 1);
  if (!(point.value > before)) {
    shift(point, move, -1);
    return false;
  }
  --most;
  for (int64_t count = 1; count > 0;) {
    const double now = point.value;
    const int64_t step = std::min(count, most);
    if (step == 0) break;
    shift(point, move, step);
    if (point.value > now + least) {
      most -= step;
      count *= 2;
    } else {
      shift(point, move, -step);
      count = step / 2;
    }
  }
  return true;
}

bool GroupSearch::polish(Point &point, double least, Monitor &monitor) {
  // Each step of a large problem adds next to nothing.
  constexpr std::size_t fewest_steps = 16, most_work = std::size_t{1} << 27;
  const int64_t most_steps = static_cast<int64_t>(
      std::max(fewest_steps, most_work / ((groups_.links() + 1) * (groups_.links() / 4096 + 1))));
  for (int64_t step = 0; step < most_steps; ++step) {
    monitor.at(static_cast<double>(step) / static_cast<double>(step + 16));
    const Move move = best_move(point, least);
    if (move.removed == no_group && move.added == no_group) return true;
    if (!advance(point, move, least)) return true;
  }
  return false;
}

}  // namespace wald::core::decisions
