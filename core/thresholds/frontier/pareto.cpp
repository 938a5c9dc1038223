// Collects and merges the points of exact frontiers.
#include "core/numeric/contraction.hpp"  // first

#include "core/thresholds/frontier/pareto.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/numeric/hull_corners.hpp"
#include "core/numeric/infinity.hpp"

namespace wald::core::thresholds {

namespace {
constexpr double largest_table = 1 << 24;
constexpr std::size_t first_limit = std::size_t{1} << 20;
}  // namespace

ParetoBuilder::ParetoBuilder(CostAxis cost_axis, bool whole, double most_tp, bool largest_cell_wins)
    : alerts_(cost_axis == CostAxis::alerts),
      table_(whole && most_tp <= largest_table),
      largest_cell_wins_(largest_cell_wins),
      limit_(first_limit) {
  if (table_) best_.assign(static_cast<std::size_t>(most_tp) + 1, {infinity, 0});
}

void ParetoBuilder::reduce() {
  std::sort(pending_.begin(), pending_.end(), [this](const FrontierPoint &a, const FrontierPoint &b) {
    if (a.fp != b.fp) return a.fp < b.fp;
    if (a.tp != b.tp) return a.tp > b.tp;
    return largest_cell_wins_ ? a.cell > b.cell : a.cell < b.cell;
  });
  std::size_t kept = 0;
  double most = -infinity;
  for (const FrontierPoint &p : pending_)
    if (p.tp > most) {
      most = p.tp;
      pending_[kept++] = p;
    }
  pending_.resize(kept);
  limit_ = std::max(first_limit, 2 * kept);
}

ParetoFrontier ParetoBuilder::take() {
  ParetoFrontier out;
  if (!table_) {
    reduce();
    out = std::move(pending_);
  } else {
    double lowest = infinity;
    for (std::size_t tp = best_.size(); tp-- > 0;)
      if (best_[tp].fp < lowest) {
        lowest = best_[tp].fp;
        out.push_back({static_cast<double>(tp), best_[tp].fp, best_[tp].cell});
      }
    std::reverse(out.begin(), out.end());
  }
  if (alerts_)
    for (FrontierPoint &p : out) p.fp -= p.tp;
  // To flag nothing is always possible, and where choosing falls back to, though a point with FP = 0 may beat it.
  if (out.empty() || out.front().tp > 0 || out.front().fp > 0) out.insert(out.begin(), FrontierPoint{0, 0, 0});
  return out;
}

std::vector<int64_t> concave_hull(const ParetoFrontier &points) {
  std::vector<int64_t> hull;
  const auto point = [&](int64_t i) -> const FrontierPoint & { return points[static_cast<std::size_t>(i)]; };
  const auto add = [&](int64_t i) {
    add_corner(hull, i, [&](int64_t a, int64_t b, int64_t c) { return above_chord(point(a), point(b), point(c)); });
  };
  const auto count = static_cast<int64_t>(points.size());
  const auto fp = [&](int64_t i) { return points[static_cast<std::size_t>(i)].fp; };
  bool ascending = true;
  for (int64_t i = 2; i < count; ++i) ascending &= fp(i - 1) < fp(i);
  if (ascending) {
    for (int64_t i = 0; i < count; ++i) add(i);
    return hull;
  }
  // Points that others beat in (TP, FP) lie inside; without them FP ascends.
  std::vector<int64_t> frontier;
  double lowest = infinity;
  for (int64_t i = count; i-- > 0;)
    if (i == 0 || fp(i) < lowest) {
      lowest = fp(i);
      frontier.push_back(i);
    }
  std::reverse(frontier.begin(), frontier.end());
  for (int64_t i : frontier) add(i);
  return hull;
}

int64_t nearest_in_fp(const ParetoFrontier &points, double fp) {
  int64_t out = 0;
  double nearest = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < points.size(); ++i) {
    const double distance = std::fabs(points[i].fp - fp);
    if (distance > nearest) continue;
    nearest = distance;
    out = static_cast<int64_t>(i);
  }
  return out;
}

Areas areas(const ParetoFrontier &points, const std::vector<int64_t> &hull, double end) {
  Areas out{0, 0};
  if (points.empty()) return out;
  const auto stop = [&](double fp) { return std::min(fp, end); };
  for (std::size_t i = 0; i < points.size(); ++i) {
    const double next = i + 1 < points.size() ? points[i + 1].fp : end;
    out.steps += points[i].tp * std::max(0.0, stop(next) - stop(points[i].fp));
  }
  for (std::size_t i = 0; i < hull.size(); ++i) {
    const FrontierPoint &a = points[static_cast<std::size_t>(hull[i])];
    if (a.fp >= end) break;
    if (i + 1 == hull.size()) {
      out.hull += a.tp * (end - a.fp);
      break;
    }
    const FrontierPoint &b = points[static_cast<std::size_t>(hull[i + 1])];
    const double width = stop(b.fp) - a.fp;
    if (!(width > 0)) continue;
    const double at_end = a.tp + (b.tp - a.tp) * (width / (b.fp - a.fp));
    out.hull += 0.5 * (a.tp + at_end) * width;
  }
  return out;
}

}  // namespace wald::core::thresholds
