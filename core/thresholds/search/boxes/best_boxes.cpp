// Searches boxes of thresholds by branch and bound.
#include "core/numeric/contraction.hpp"  // first

#include "core/thresholds/search/boxes/best_boxes.hpp"

#include <algorithm>
#include <cmath>

#include "core/numeric/infinity.hpp"
#include "core/thresholds/search/boxes/box_cells.hpp"
#include "core/thresholds/search/boxes/upper_hull.hpp"

namespace wald::core::thresholds {

namespace {

// Into this many parts each classifier's thresholds in a box are cut, or nearly.
constexpr int32_t most_parts(int dims) { return dims == 2 ? 16 : dims == 3 ? 8 : dims == 4 ? 4 : 2; }

// Thresholds with ranks in (low, high] of each classifier; of one of the cells, low is the cell.
template <int dims>
struct Box {
  Place<dims> low, high;
  double least_tp, most_tp, least_fp;
  double bound;    // of the value
  int32_t parent;  // whose rows hold those of this box; -1: the cells
};

template <int dims>
struct Point {
  double tp, fp;
  Place<dims> rank;
};

template <int dims>
class Search {
 public:
  Search(const Sample &sample, const Criterion &criterion, int64_t work, Monitor &monitor)
      : rule_(sample.rule()),
        criterion_(criterion),
        alerts_(criterion.cost_axis() == CostAxis::alerts),
        work_(work),
        monitor_(monitor),
        cells_(sample),
        parts_(sample.rule(), {}) {
    const double all_tp = sample.positives().total(), all_fp = sample.negatives().total();
    scale_ = std::max({1.0, std::fabs(criterion.value(all_tp, 0)), std::fabs(criterion.value(0, all_fp))});
    work_left_ = work;
  }

  BoxesResult find() {
    BoxesResult out;
    if (criterion_.allowed(0, 0)) reach({0, 0, {}}, criterion_.value(0, 0));
    cut_into_cells();
    found_ = look_for_best();
    if (!reached_) return out;
    const bool proved = found_;
    // What was reached is a pair of ranks only if boxes were looked into.
    const Point<dims> chosen = proved ? choose() : best_exact_;
    out.proved = proved && look_for_hull({chosen.tp, chosen.fp});
    out.found.frontier = frontier(chosen);
    out.found.ranking_areas = cells_.ranking_areas();
    return out;
  }
  bool anything_allowed() const { return reached_; }

 private:
  using Boxes = std::vector<Box<dims>>;

  // ---- What is known ----

  void reach(const Point<dims> &p, double value) {
    if (reached_ && !(value > best_value_) && !(value == best_value_ && dominates(p, best_))) return;
    reached_ = true;
    best_ = p;
    best_value_ = value;
    // Values of several roundings err by some units of the greatest term.
    constexpr double roundings = 0x1p-40;
    const double scale = std::max(scale_, std::fabs(value));
    at_least_ = value - roundings * (std::isfinite(scale) ? scale : 1);
  }
  double cost(double tp, double fp) const { return alerts_ ? tp + fp : fp; }
  bool dominates(const Point<dims> &a, const Point<dims> &b) const {
    return a.tp >= b.tp && cost(a.tp, a.fp) <= cost(b.tp, b.fp);
  }
  // No point with at most this many true positives, at least this many, and at least this many false ones is on the frontier.
  bool beaten(double most_tp, double least_tp, double least_fp) const {
    if (most_tp <= 0) return true;
    if (!reached_ || most_tp > best_.tp) return false;
    const double least = cost(least_tp, least_fp), best = cost(best_.tp, best_.fp);
    return least > best || (least == best && most_tp < best_.tp);
  }
  // Bounds the value of the box's points; -inf if none can be the answer.
  double bound(double least_tp, double most_tp, double least_fp) const {
    if (beaten(most_tp, least_tp, least_fp)) return -infinity;
    return criterion_.most_within(least_tp, most_tp, least_fp, at_least_);
  }
  // A pair that was counted.
  void look_at(const Point<dims> &p, bool is_last, const UpperHull::Part &hull) {
    if (!hull.above(p.tp, p.fp) && p.tp > 0) {
      fresh_.push_back({p.tp, p.fp});
      if (is_last) on_hull_.push_back(p);
    }
    if (beaten(p.tp, p.tp, p.fp)) return;
    const double v = criterion_.value(p.tp, p.fp);
    if (!(v >= at_least_) || !criterion_.allowed(p.tp, p.fp)) return;
    if (!exact_ || !(v < best_exact_value_)) {
      exact_ = true;
      best_exact_ = p;
      best_exact_value_ = v;
    }
    reach(p, v);
    if (!is_last) return;
    candidates_.push_back(p);
    if (candidates_.size() >= most_candidates_) thin_out();
  }
  bool before(const Point<dims> &a, const Point<dims> &b) const {
    if (a.tp != b.tp) return a.tp < b.tp;
    if (a.fp != b.fp) return a.fp < b.fp;
    return rule_ == Rule::all ? a.rank > b.rank : a.rank < b.rank;
  }
  // Of equal points the one that is kept.
  void unique(std::vector<Point<dims>> &points) const {
    std::sort(points.begin(), points.end(), [&](const auto &a, const auto &b) { return before(a, b); });
    const auto same = [](const auto &a, const auto &b) { return a.tp == b.tp && a.fp == b.fp; };
    points.erase(std::unique(points.begin(), points.end(), same), points.end());
  }
  void thin_out() {
    const auto worse = [&](const Point<dims> &p) {
      return beaten(p.tp, p.tp, p.fp) || !(criterion_.value(p.tp, p.fp) >= at_least_);
    };
    candidates_.erase(std::remove_if(candidates_.begin(), candidates_.end(), worse), candidates_.end());
    unique(candidates_);
    most_candidates_ = std::max(most_candidates_, 2 * candidates_.size());
  }
  void add_fresh() {
    hull_.add(std::move(fresh_));
    fresh_.clear();
  }
  template <class Hull>
  void keep(const Box<dims> &box, const Hull &hull) {
    if (box.bound > -infinity && !found_) {
      open_.push_back(box);
      std::push_heap(open_.begin(), open_.end(), worse);
    } else if (box.most_tp > 0 && !hull.above(box.most_tp, box.least_fp)) {
      later_.push_back(box);
    }
  }
  static bool worse(const Box<dims> &a, const Box<dims> &b) { return a.bound < b.bound; }

  // ---- Boxes ----

  // Calls visit(cell, corner, corner before) for all cells with numbers up to `last`.
  template <class Visit>
  void each_cell(const Corners<dims> &corners, int32_t first, const Place<dims> &last, const Visit &visit) const {
    Place<dims> cell;
    cell.fill(first);
    for (;;) {
      Place<dims> before;
      for (std::size_t d = 0; d < cell.size(); ++d) before[d] = std::max(cell[d] - 1, 0);
      visit(cell, corners.index(cell), corners.index(before));
      std::size_t d = cell.size();
      while (d-- > 0)
        if (++cell[d] <= last[d])
          break;
        else
          cell[d] = first;
      if (d > cell.size()) break;
    }
  }

  void cut_into_cells() {
    Place<dims> last;
    for (std::size_t d = 0; d < last.size(); ++d) last[d] = cells_.axis(d).cells - 1;
    const Corners<dims> &corners = cells_.corners();
    spend(static_cast<int64_t>(corners.size()));
    // Corners are reached, or something better is: the next positives above each flag as many, and no more negatives.
    // Under "all" +inf flags nothing.
    const int32_t first = rule_ == Rule::all ? 1 : 0;
    std::vector<HullPoint> points;
    each_cell(corners, first, last, [&](const Place<dims> &, std::size_t at, std::size_t) {
      const double tp = corners.tp(at), fp = corners.fp(at);
      points.push_back({tp, fp});
      if (beaten(tp, tp, fp)) return;
      const double v = criterion_.value(tp, fp);
      if ((!reached_ || v >= best_value_) && criterion_.allowed(tp, fp)) reach({tp, fp, {}}, v);
    });
    hull_.add(std::move(points));
    const UpperHull::Neighbours lines = hull_.neighbours({best_.tp, best_.fp});
    std::vector<Place<dims>> wanted;
    each_cell(corners, first, last, [&](const Place<dims> &cell, std::size_t at, std::size_t before) {
      Box<dims> box{cell, cell, corners.tp(before), corners.tp(at), corners.fp(before), 0, -1};
      box.bound = bound(box.least_tp, box.most_tp, box.least_fp);
      if (box.bound > -infinity || (box.most_tp > 0 && !lines.settle(box.most_tp, box.least_fp)))
        wanted.push_back(cell);
      keep(box, hull_);
    });
    cells_.open(wanted);
  }

  bool spend(int64_t work) {
    work_left_ -= work;
    return work_left_ >= 0;
  }

  // Cuts a box into parts.
  void cut(Box<dims> box) {
    std::vector<RankedRow<dims>> &rows = undecided_;  // the first `undecided` of them; never less, so as not to be reset
    std::size_t undecided = 0;
    const bool of_cells = box.parent < 0;
    if (of_cells) {
      const Place<dims> cell = box.low;
      for (std::size_t d = 0; d < cell.size(); ++d) {
        box.low[d] = cells_.axis(d).low(cell[d]);
        box.high[d] = cells_.axis(d).high(cell[d]);
      }
      cells_.each_undecided(cell, [&](const RankedRow<dims> &row) {
        if (undecided == rows.size()) rows.resize(std::max<std::size_t>(1024, 2 * rows.size()));
        rows[undecided++] = row;
      });
      spend(static_cast<int64_t>(undecided));
    } else {
      const std::vector<RankedRow<dims>> &all = rows_of_[static_cast<std::size_t>(box.parent)];
      spend(static_cast<int64_t>(all.size()));
      // Without branches, as below.
      if (rows.size() < all.size()) rows.resize(all.size());
      for (const RankedRow<dims> &row : all) {
        rows[undecided] = row;
        undecided += is_undecided(row, box);
      }
    }
    const RankedRow<dims> *const first = rows.data(), *const end = first + undecided;
    Place<dims> sides, shift;
    bool last = true;
    for (std::size_t d = 0; d < sides.size(); ++d) {
      const int32_t levels = box.high[d] - box.low[d];
      shift[d] = 0;
      while (((levels - 1) >> shift[d]) >= most_parts(dims)) ++shift[d];
      sides[d] = ((levels - 1) >> shift[d]) + 1;
      last = last && shift[d] == 0;
    }
    parts_.clear(sides);
    spend(4 * static_cast<int64_t>(parts_.size()));
    for (const RankedRow<dims> *r = first; r != end; ++r) {
      const RankedRow<dims> &row = *r;
      // Without branches: where a row lies cannot be guessed.
      Place<dims> part;
      for (std::size_t d = 0; d < part.size(); ++d) {
        const int32_t within = ((row.rank[d] - box.low[d] - 1) >> shift[d]) + 1, least = std::max(within, 0);
        part[d] = row.rank[d] > box.high[d] ? sides[d] + 1 : least;
      }
      parts_.add(parts_.index(part), row.weight);
    }
    parts_.sum_up();
    const int32_t node = static_cast<int32_t>(rows_of_.size());
    if (!last) {
      constexpr int64_t cost_of_keeping = 8;  // so that the rows of all boxes take no more than some hundred megabytes
      spend(cost_of_keeping * static_cast<int64_t>(undecided));
      rows_of_.emplace_back(first, end);
    }
    const Corners<dims> &parts = parts_;
    const UpperHull::Part hull(hull_, box.least_fp, box.least_fp + parts.fp(parts.index(sides)));
    each_cell(parts, 1, sides, [&](const Place<dims> &part, std::size_t at, std::size_t before) {
      Box<dims> inner;
      for (std::size_t d = 0; d < part.size(); ++d) {
        inner.low[d] = box.low[d] + ((part[d] - 1) << shift[d]);
        inner.high[d] = std::min(box.high[d], box.low[d] + (part[d] << shift[d]));
      }
      inner.most_tp = box.least_tp + parts.tp(at);
      look_at({inner.most_tp, box.least_fp + parts.fp(at), inner.high}, last, hull);
      if (last) return;
      inner.least_tp = box.least_tp + parts.tp(before);
      inner.least_fp = box.least_fp + parts.fp(before);
      inner.parent = node;
      inner.bound = bound(inner.least_tp, inner.most_tp, inner.least_fp);
      keep(inner, hull);
    });
    constexpr std::size_t many = 256;
    if (fresh_.size() > many) add_fresh();
  }

  bool is_undecided(const RankedRow<dims> &row, const Box<dims> &box) const {
    bool some_low = false, all_low = true, some_high = false, all_high = true;
    for (std::size_t d = 0; d < box.low.size(); ++d) {
      const bool low = row.rank[d] <= box.low[d], high = row.rank[d] > box.high[d];
      some_low |= low;
      all_low &= low;
      some_high |= high;
      all_high &= high;
    }
    // Where none is low, and not all are high, some lie within; likewise the other way round.
    return rule_ == Rule::any ? !some_low & !all_high : !some_high & !all_low;
  }

  // Until no box may hold anything better; false if that would take too much.
  bool look_for_best() {
    int64_t done = 0;
    while (!open_.empty()) {
      std::pop_heap(open_.begin(), open_.end(), worse);
      Box<dims> box = open_.back();
      open_.pop_back();
      box.bound = bound(box.least_tp, box.most_tp, box.least_fp);
      if (box.bound == -infinity) {
        keep(box, hull_);
        continue;
      }
      cut(box);
      if (work_left_ < 0) return false;
      if (done++ % 64 == 0) monitor_.at(1 - static_cast<double>(work_left_) / static_cast<double>(work_));
    }
    return true;
  }

  // ---- The answer ----

  Point<dims> choose() {
    thin_out();
    std::vector<Point<dims>> points = candidates_;
    const ParetoFrontier front = pareto(points);
    const FrontierPoint &p = front[static_cast<std::size_t>(criterion_.choose(front).index)];
    return p.tp == 0 && p.fp == 0 ? Point<dims>{0, 0, {}} : points[static_cast<std::size_t>(p.cell)];
  }

  ParetoFrontier pareto(std::vector<Point<dims>> &points) const {
    unique(points);
    ParetoBuilder builder(criterion_.cost_axis(), false, 0);
    for (std::size_t i = 0; i < points.size(); ++i) builder.add(points[i].tp, points[i].fp, i);
    return builder.take();
  }

  // Until no box may hold an end of the hull's segments next to the point; false if that would take too much.
  bool look_for_hull(const HullPoint &chosen) {
    for (;;) {
      add_fresh();
      const UpperHull::Neighbours lines = hull_.neighbours(chosen);
      Boxes wanted, rest;
      std::vector<Place<dims>> closed;
      for (const Box<dims> &box : later_) {
        if (hull_.above(box.most_tp, box.least_fp)) continue;
        if (lines.settle(box.most_tp, box.least_fp)) {
          rest.push_back(box);
          continue;
        }
        wanted.push_back(box);
        if (box.parent < 0 && !cells_.opened(box.low)) closed.push_back(box.low);
      }
      later_ = std::move(rest);
      if (wanted.empty()) return true;
      if (!closed.empty()) cells_.open(closed);
      for (const Box<dims> &box : wanted) {
        cut(box);
        if (work_left_ < 0) return false;
      }
    }
  }

  ThresholdFrontier frontier(const Point<dims> &chosen) {
    const UpperHull::Neighbours lines = hull_.neighbours({chosen.tp, chosen.fp});
    std::vector<Point<dims>> points = candidates_;
    for (const Point<dims> &p : on_hull_)
      for (const HullPoint &end : {lines.left, lines.right})
        if (p.tp == end.tp && p.fp == end.fp) points.push_back(p);
    if (chosen.tp > 0) points.push_back(chosen);
    ThresholdFrontier out;
    out.exact = false;
    for (const FrontierPoint &p : pareto(points)) {
      const bool none = p.tp == 0 && p.fp == 0;
      out.thresholds.push_back(none ? std::vector<double>(dims, infinity)
                                    : cells_.thresholds(points[static_cast<std::size_t>(p.cell)].rank));
      out.points.push_back({p.tp, p.fp, out.points.size()});
    }
    return out;
  }

  Rule rule_;
  const Criterion &criterion_;
  bool alerts_;
  int64_t work_, work_left_ = 0;
  Monitor &monitor_;
  BoxCells<dims> cells_;
  Corners<dims> parts_;
  double scale_ = 1;
  bool reached_ = false, exact_ = false, found_ = false;
  Point<dims> best_{}, best_exact_{};
  double best_value_ = -infinity, best_exact_value_ = -infinity, at_least_ = -infinity;
  UpperHull hull_;
  std::vector<HullPoint> fresh_;                   // not below the hull
  std::vector<Point<dims>> on_hull_, candidates_;  // pairs of thresholds: maybe its corners; maybe the best
  std::size_t most_candidates_ = 4096;
  Boxes open_, later_;                                 // a heap by bounds; those that only the hull may need
  std::vector<std::vector<RankedRow<dims>>> rows_of_;  // of boxes that were cut: those they do not decide
  std::vector<RankedRow<dims>> undecided_;             // of the box that is cut
};

template <int dims>
BoxesResult search(const Sample &sample, const Criterion &criterion, int64_t work, Monitor &monitor) {
  Search<dims> plain(sample, criterion, work, monitor);
  BoxesResult out = plain.find();
  if (plain.anything_allowed()) return out;
  // The recall is out of reach: the nearest point.
  const Criterion nearest = criterion.nearest();
  return Search<dims>(sample, nearest, work, monitor).find();
}

}  // namespace

BoxesResult best_of_boxes(const Sample &sample, const Criterion &criterion, int64_t work, Monitor &monitor) {
  switch (sample.dims()) {
    case 2: return search<2>(sample, criterion, work, monitor);
    case 3: return search<3>(sample, criterion, work, monitor);
    case 4: return search<4>(sample, criterion, work, monitor);
    case 5: return search<5>(sample, criterion, work, monitor);
    default: return {};
  }
}

}  // namespace wald::core::thresholds
