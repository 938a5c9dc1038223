// Finds the best sum over segments whose rates lie within a tolerance.
#include "core/numeric/contraction.hpp"  // first

#include "core/thresholds/segments/windows.hpp"

#include <algorithm>
#include <cmath>

namespace wald::core::thresholds {

namespace {

// Sums of one number per segment: one is changed, or all but one are asked for, in O(log segments). Each sum is made of
// the same parts whatever was changed before.
class SumTree {
 public:
  explicit SumTree(std::size_t n) {
    while (leaves_ < n) leaves_ *= 2;
    sums_.assign(2 * leaves_, 0);
  }
  void set(std::size_t i, double x) {
    i += leaves_;
    if (sums_[i] == x) return;
    sums_[i] = x;
    for (i /= 2; i > 0; i /= 2) sums_[i] = sums_[2 * i] + sums_[2 * i + 1];
  }
  double all() const { return sums_[1]; }
  double but(std::size_t i) const {
    double out = 0;
    for (i += leaves_; i > 1; i /= 2) out += sums_[i ^ 1];
    return out;
  }

 private:
  std::size_t leaves_ = 1;
  std::vector<double> sums_;
};

struct NoCounts {
  explicit NoCounts(std::size_t) {}
  void set(std::size_t, const SegmentPoint &) {}
  SegmentPoint all() const { return {}; }
  SegmentPoint with(std::size_t, const SegmentPoint &) const { return {}; }
};

// What the best points of a window come to.
struct WindowCounts {
  SumTree tp, fp, gain;
  explicit WindowCounts(std::size_t n) : tp(n), fp(n), gain(n) {}
  void set(std::size_t i, const SegmentPoint &p) {
    tp.set(i, p.tp);
    fp.set(i, p.fp);
    gain.set(i, p.gain);
  }
  SegmentPoint all() const { return {tp.all(), fp.all(), gain.all(), unset, unset}; }
  SegmentPoint with(std::size_t i, const SegmentPoint &p) const {
    return {tp.but(i) + p.tp, fp.but(i) + p.fp, gain.but(i) + p.gain, unset, unset};
  }
};

// The places of a segment within the window that no later one is better than; their values fall.
struct Queue {
  std::vector<int32_t> places;
  std::size_t front = 0;
  bool empty() const { return front == places.size(); }
};

}  // namespace

RateWindows::RateWindows(const std::vector<SegmentCurve> &curves, std::size_t every)
    : curves_(curves),
      positions_(curves.size()),
      free_(curves.size()),
      best_free_point_(curves.size(), -1),
      best_free_(curves.size(), -infinite) {
  std::vector<std::size_t> runs{0};
  const auto by_rate = [](const Place &a, const Place &b) { return a.rate < b.rate; };
  for (std::size_t g = 0; g < curves.size(); ++g) {
    const std::vector<SegmentPoint> &points = curves[g].points;
    for (std::size_t i = 0; i < points.size(); ++i) {
      if (i % every > 0 && i + 1 < points.size()) continue;
      if (std::isnan(points[i].rate))
        free_[g].push_back(static_cast<int32_t>(i));
      else
        order_.push_back({points[i].rate, static_cast<int32_t>(g), static_cast<int32_t>(i)});
    }
    const auto run = order_.begin() + static_cast<std::ptrdiff_t>(runs.back());
    if (!std::is_sorted(run, order_.end(), by_rate)) std::stable_sort(run, order_.end(), by_rate);
    runs.push_back(order_.size());
  }
  for (std::size_t width = 1; width + 1 < runs.size(); width *= 2)
    for (std::size_t r = 0; r + width + 1 < runs.size(); r += 2 * width) {
      const auto at = [&](std::size_t i) {
        return order_.begin() + static_cast<std::ptrdiff_t>(runs[std::min(i, runs.size() - 1)]);
      };
      std::inplace_merge(at(r), at(r + width), at(r + 2 * width), by_rate);
    }
  may_own_.assign(order_.size(), 1);
  index_places();
}

void RateWindows::index_places() {
  for (std::vector<int32_t> &own : positions_) own.clear();
  for (std::size_t i = 0; i < order_.size(); ++i)
    positions_[static_cast<std::size_t>(order_[i].segment)].push_back(static_cast<int32_t>(i));
  values_.resize(order_.size());
}

void RateWindows::drop_below(double least, double tolerance) {
  std::vector<char> stay(order_.size(), 0);
  bool free_stays = false;
  sweep<NoCounts>(tolerance, [&](int64_t owner, double sum, const auto &) {
    if (sum < least) return;
    if (owner < 0)
      free_stays = true;
    else
      stay[static_cast<std::size_t>(owner)] = 1;
  });
  may_be_free_ = free_stays;
  std::size_t kept = 0, end = 0;
  for (std::size_t i = 0; i < order_.size(); ++i) {
    if (stay[i])
      while (end < order_.size() && within(order_[i].rate, order_[end].rate, tolerance)) ++end;
    if (!stay[i] && i >= end) continue;
    order_[kept] = order_[i];
    may_own_[kept++] = stay[i];
  }
  order_.resize(kept);
  may_own_.resize(kept);
  index_places();
}

void RateWindows::value_by(const LinearValue &value) {
  value_ = value;
  for (std::size_t i = 0; i < order_.size(); ++i)
    values_[i] = value.of(
        curves_[static_cast<std::size_t>(order_[i].segment)].points[static_cast<std::size_t>(order_[i].point)]);
  for (std::size_t g = 0; g < curves_.size(); ++g) {
    best_free_[g] = -infinite;
    best_free_point_[g] = -1;
    for (int32_t i : free_[g])
      if (const double own = value.of(curves_[g].points[static_cast<std::size_t>(i)]); own > best_free_[g]) {
        best_free_[g] = own;
        best_free_point_[g] = i;
      }
  }
}

// Counts: what is kept of the points beside their values.
template <class Counts, class Visitor>
void RateWindows::sweep(double tolerance, const Visitor &visitor) const {
  SumTree sums(curves_.size());
  Counts counts(curves_.size());
  std::vector<Queue> queues(curves_.size());
  std::size_t end = 0;
  const auto value = [&](int32_t place) { return values_[static_cast<std::size_t>(place)]; };
  const auto refresh = [&](std::size_t g) {
    const Queue &q = queues[g];
    const bool free = q.empty() || !(value(q.places[q.front]) > best_free_[g]);
    sums.set(g, free ? best_free_[g] : value(q.places[q.front]));
    const int32_t point = free ? best_free_point_[g] : order_[static_cast<std::size_t>(q.places[q.front])].point;
    if (point >= 0) counts.set(g, curves_[g].points[static_cast<std::size_t>(point)]);
  };
  for (std::size_t g = 0; g < curves_.size(); ++g) refresh(g);
  if (may_be_free_ && sums.all() > -infinite) visitor(no_owner, sums.all(), [&] { return counts.all(); });
  for (std::size_t owner = 0; owner < order_.size(); ++owner) {
    for (; end < order_.size() && within(order_[owner].rate, order_[end].rate, tolerance); ++end) {
      const auto g = static_cast<std::size_t>(order_[end].segment);
      Queue &q = queues[g];
      while (!q.empty() && value(q.places.back()) < values_[end]) q.places.pop_back();
      const bool first = q.empty();
      q.places.push_back(static_cast<int32_t>(end));
      if (first) refresh(g);
    }
    const auto g = static_cast<std::size_t>(order_[owner].segment);
    const double others = sums.but(g);
    if (may_own_[owner] && others > -infinite)
      visitor(static_cast<int64_t>(owner), values_[owner] + others,
              [&] { return counts.with(g, curves_[g].points[static_cast<std::size_t>(order_[owner].point)]); });
    Queue &q = queues[g];
    if (q.places[q.front] == static_cast<int32_t>(owner)) {
      if (++q.front == q.places.size()) {
        q.places.clear();
        q.front = 0;
      }
      refresh(g);
    }
  }
}

RateWindows::Best RateWindows::best(double tolerance) const {
  Best out;
  sweep<NoCounts>(tolerance, [&](int64_t owner, double sum, const auto &) {
    if (sum > out.sum) out = {owner, sum};
  });
  return out;
}

void RateWindows::each_window(double tolerance, const Visit &visit) const {
  sweep<WindowCounts>(tolerance, [&](int64_t owner, double sum, const auto &counts) { visit(owner, sum, counts()); });
}

std::size_t RateWindows::end_of(int64_t owner, double tolerance) const {
  const double rate = order_[static_cast<std::size_t>(owner)].rate;
  const auto end = std::partition_point(order_.begin() + owner, order_.end(),
                                        [&](const Place &p) { return within(rate, p.rate, tolerance); });
  return static_cast<std::size_t>(end - order_.begin());
}

std::vector<RateWindows::Candidate> RateWindows::candidates(int64_t owner, double tolerance, std::size_t segment,
                                                            double most, int64_t &steps) const {
  std::vector<Candidate> out;
  const std::vector<SegmentPoint> &points = curves_[segment].points;
  if (owner >= 0 && static_cast<std::size_t>(order_[static_cast<std::size_t>(owner)].segment) == segment)
    return {{0, order_[static_cast<std::size_t>(owner)].point}};
  double best = best_free_[segment];
  std::vector<int32_t>::const_iterator from, to;
  if (owner >= 0) {
    const std::vector<int32_t> &own = positions_[segment];
    from = std::lower_bound(own.begin(), own.end(), static_cast<int32_t>(owner));
    to = std::lower_bound(from, own.end(), static_cast<int32_t>(end_of(owner, tolerance)));
    for (auto at = from; at != to; ++at) best = std::max(best, values_[static_cast<std::size_t>(*at)]);
    for (auto at = from; at != to; ++at)
      if (const double loss = best - values_[static_cast<std::size_t>(*at)]; loss <= most)
        out.push_back({loss, order_[static_cast<std::size_t>(*at)].point});
    steps += to - from;
  }
  for (int32_t i : free_[segment])
    if (const double loss = best - value_.of(points[static_cast<std::size_t>(i)]); loss <= most)
      out.push_back({loss, i});
  steps += static_cast<int64_t>(free_[segment].size());
  // Of equal losses the one with the fewest alerts first.
  std::sort(out.begin(), out.end(), [](const Candidate &a, const Candidate &b) {
    return a.loss != b.loss ? a.loss < b.loss : a.point < b.point;
  });
  return out;
}

std::vector<int32_t> RateWindows::picks(int64_t owner, double tolerance) const {
  std::vector<int32_t> out;
  int64_t steps = 0;
  for (std::size_t g = 0; g < curves_.size(); ++g) out.push_back(candidates(owner, tolerance, g, 0, steps)[0].point);
  return out;
}

}  // namespace wald::core::thresholds
