// Finds the pieces of one score's rows that may hold the best point.
#include "core/numeric/contraction.hpp"  // first

#include "core/thresholds/frontier/pieces.hpp"

#include <algorithm>
#include <cmath>

#include "core/numeric/hull_corners.hpp"
#include "core/numeric/infinity.hpp"

namespace wald::core::thresholds {

bool PieceSearch::choose_pieces() {
  double reach = criterion_.allowed(0, 0) ? criterion_.value(0, 0) : -infinity;
  // The last positive of a piece is reached at no more false positives than its end.
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    const Piece &p = pieces[i];
    if (p.more_tp == 0) continue;
    const double value = criterion_.value(p.end_tp(), p.end_fp());
    if (!(value > reach) || !criterion_.allowed(p.end_tp(), p.end_fp())) continue;
    reach = value;
    reached_ = {p.end_tp(), p.end_fp()};
  }
  // Values of several roundings err by some units of the greatest term.
  constexpr double roundings = 0x1p-40;
  const double scale = std::max(
      {1.0, std::fabs(reach), std::fabs(criterion_.value(positives_, 0)), std::fabs(criterion_.value(0, negatives_))});
  at_least_ = reach - roundings * (std::isfinite(scale) ? scale : 1);
  bool any = reach > -infinity;
  wanted.assign(pieces.size(), 0);
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    const Piece &p = pieces[i];
    if (p.more_tp == 0 || criterion_.most_within(p.tp, p.end_tp(), p.fp, at_least_) == -infinity) continue;
    wanted[i] = any = true;
  }
  return any;
}

// The best point is a vertex as a rule, and the vertices next to it are where the lines through it that pass over all
// others touch: no hull has to be built, whose branches nobody foretells.
std::optional<PieceSearch::Neighbours> PieceSearch::touched_from(const FrontierPoint &point) const {
  const double tp = point.tp, fp = point.fp;
  if (!(tp > 0)) return {};
  FrontierPoint left{0, 0, 0}, right = point;
  bool beaten = false, any_right = false;
  const auto look_at = [&](double other_tp, double other_fp) {
    if (other_tp < tp) {
      // The flattest line; of equal ones the farthest point, which comes first.
      if ((tp - other_tp) * (fp - left.fp) < (tp - left.tp) * (fp - other_fp)) left = {other_tp, other_fp, 0};
    } else if (other_tp > tp) {
      // The steepest; of equal ones the farthest, which comes last.
      if (any_right && (other_tp - tp) * (right.fp - fp) < (right.tp - tp) * (other_fp - fp)) return;
      right = {other_tp, other_fp, 0};
      any_right = true;
    } else {
      beaten |= other_fp < fp;
    }
  };
  for (const Piece &p : pieces) {
    if (p.opened)
      for (std::size_t i = p.first; i < p.last; ++i) look_at(points[i].tp, points[i].fp);
    else if (p.more_tp > 0)
      look_at(p.end_tp(), p.end_fp());
  }
  if (beaten || (any_right && (tp - left.tp) * (right.fp - fp) <= (right.tp - tp) * (fp - left.fp))) return {};
  return Neighbours{left, right, true};
}

PieceSearch::Neighbours PieceSearch::neighbours(const FrontierPoint &point) const {
  if (const auto found = touched_from(point)) return *found;
  // Upper hull of what is known for sure: of a piece that was not opened, its end.
  std::vector<FrontierPoint> hull(1, {0, 0, 0});
  const auto add = [&](double tp, double fp) {
    if (tp <= hull.back().tp) return;
    if (fp == hull.back().fp && hull.size() > 1) hull.pop_back();
    add_corner<FrontierPoint>(hull, {tp, fp, 0}, above_chord<FrontierPoint>);
  };
  for (const Piece &p : pieces) {
    if (p.opened)
      for (std::size_t i = p.first; i < p.last; ++i) add(points[i].tp, points[i].fp);
    else if (p.more_tp > 0)
      add(p.end_tp(), p.end_fp());
  }
  Neighbours out{hull.front(), hull.back(), false};
  for (const FrontierPoint &v : hull) {
    if (v.tp < point.tp) out.left = v;
    if (v.tp == point.tp && v.fp == point.fp) out.on_hull = true;
    if (v.tp > point.tp) {
      out.right = v;
      break;
    }
  }
  return out;
}

bool PieceSearch::mark_hull(const FrontierPoint &point) {
  next_ = neighbours(point);
  const Neighbours &next = next_;
  bool any = false;
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    const Piece &p = pieces[i];
    if (p.opened || p.more_tp == 0) continue;
    // No point of the piece lies above or left of this corner.
    const double tp = p.end_tp(), fp = p.fp;
    const bool left = tp <= point.tp;
    const FrontierPoint &a = left || !next.on_hull ? next.left : point;
    const FrontierPoint &b = left && next.on_hull ? point : next.right;
    if ((b.tp - a.tp) * (fp - a.fp) > (tp - a.tp) * (b.fp - a.fp)) continue;
    wanted[i] = any = true;
  }
  return any;
}

bool PieceSearch::choose_points(ThresholdFrontier &out) const {
  constexpr double roundings = 64 * 0x1p-52;
  std::vector<double> values(points.size());
  double most = criterion_.allowed(0, 0) ? criterion_.value(0, 0) : -infinity;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const Point &p = points[i];
    values[i] = criterion_.value(p.tp, p.fp);
    if (!(values[i] >= at_least_) || !(values[i] >= most - roundings * std::fabs(most))) continue;
    if (criterion_.allowed(p.tp, p.fp))
      most = std::max(most, values[i]);
    else
      values[i] = -infinity;
  }
  if (most == -infinity) return false;
  out.points.push_back({0, 0, 0});
  out.thresholds.push_back(infinity);
  const bool by_alerts = criterion_.cost_axis() == CostAxis::alerts;
  for (const Piece &p : pieces)
    for (std::size_t i = p.first; i < p.last; ++i) {
      if (!(values[i] >= most - roundings * std::fabs(most))) continue;
      // More true positives at the same false positives beat the point before, except for its alerts.
      if (!by_alerts && out.points.size() > 1 && out.points.back().fp == points[i].fp) {
        out.points.pop_back();
        out.thresholds.pop_back();
      }
      out.points.push_back({points[i].tp, points[i].fp, out.points.size()});
      out.thresholds.push_back(points[i].score);
    }
  return true;
}

void PieceSearch::add_hull(const FrontierPoint &chosen, ThresholdFrontier &frontier) const {
  ThresholdFrontier ends;
  for (const FrontierPoint &end : {next_.left, next_.right}) {
    if (end.tp == chosen.tp || end.tp == 0) continue;
    for (const Point &p : points)
      if (p.tp == end.tp && p.fp == end.fp) {
        ends.points.push_back({p.tp, p.fp, ends.points.size()});
        ends.thresholds.push_back(p.score);
      }
  }
  frontier = merged(frontier, ends, criterion_.cost_axis());
}

}  // namespace wald::core::thresholds
