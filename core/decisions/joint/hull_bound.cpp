// A limit by lines over U for each k, for metrics of which no formula is known.
#include "core/numeric/contraction.hpp"  // first

#include "core/decisions/joint/hull_bound.hpp"

#include <algorithm>
#include <map>

#include "core/decisions/joint/gfm.hpp"
#include "core/numeric/hull_corners.hpp"
#include "core/numeric/infinity.hpp"

namespace wald::core::decisions {
namespace {

// A line over tp -> U(tp, k, s) that is nowhere below it and touches its upper concave hull near `reference`.
LinearForm majorant(const Metric &metric, int64_t k, int64_t s, int64_t n, double reference) {
  const int64_t low = lowest_tp(k, s, n), high = highest_tp(k, s);
  if (low == high) return {0, metric.utility(low, k, s, n)};
  struct Point {
    double tp, u;
  };
  std::vector<Point> hull;
  for (int64_t tp = low; tp <= high; ++tp)
    add_corner(hull, {static_cast<double>(tp), metric.utility(tp, k, s, n)},
               [](const Point &a, const Point &b, const Point &c) {
                 return (b.u - a.u) * (c.tp - a.tp) > (c.u - a.u) * (b.tp - a.tp);
               });
  std::size_t edge = 0;
  while (edge + 2 < hull.size() && hull[edge + 1].tp < reference) ++edge;
  const Point &a = hull[edge], &b = hull[edge + 1];
  const double slope = (b.u - a.u) / (b.tp - a.tp);
  return {slope, a.u - slope * a.tp};
}

}  // namespace

double bound_by_hulls(const Problem &problem, const std::vector<int64_t> &best_tp, int64_t k_of_best) {
  const Metric &metric = problem.metric;
  const KRange range = problem.range;
  const int64_t n = problem.n_labels();
  const CountTable table = CountTable::of(problem.belief.joint(), needs_all_labels(metric, n));
  const std::vector<Joint::Vector> &vectors = *problem.belief.vectors;
  struct Sums {
    double tp = 0, weight = 0;
  };
  std::map<int64_t, Sums> of_size;
  for (std::size_t v = 0; v < vectors.size(); ++v) {
    Sums &sums = of_size[vectors[v].size()];
    sums.tp += vectors[v].probability * static_cast<double>(best_tp[v]);
    sums.weight += vectors[v].probability;
  }
  const double best_k = static_cast<double>(std::max<int64_t>(1, k_of_best));
  const LinearForms majorants = [&](int64_t k, const std::vector<int64_t> &sizes, LinearForm *out) {
    for (int64_t s : sizes) {
      const auto at = of_size.find(s);
      const double mean_tp = at == of_size.end() || at->second.weight == 0 ? 0 : at->second.tp / at->second.weight;
      *out++ = majorant(metric, k, s, n, mean_tp * static_cast<double>(k) / best_k);
    }
  };
  const int64_t highest = metric.proves(falls_in_k, n)
                              ? std::min(range.high, std::max(range.low, static_cast<int64_t>(table.labels.size())))
                              : range.high;
  Curve &curve = problem.work.curve;
  gfm_curve(majorants, table, {range.low, highest}, curve, problem.monitor);
  double limit = -infinity;
  for (std::size_t j = 0; j < curve.value.size(); ++j) limit = std::max(limit, curve.value[j] + curve.error[j]);
  return metric.is_custom() ? limit : std::min(limit, metric.range(n).high);
}

}  // namespace wald::core::decisions
