// Attaches thresholds to the points of a frontier, and merges frontiers.
#include "core/numeric/contraction.hpp"  // first

#include "core/thresholds/frontier/threshold_frontier.hpp"

#include <algorithm>

namespace wald::core::thresholds {

ThresholdFrontier merged(const ThresholdFrontier &a, const ThresholdFrontier &b, CostAxis cost_axis) {
  ParetoBuilder builder(cost_axis, false, 0);
  for (const FrontierPoint &p : a.points) builder.add(p.tp, p.fp, p.cell);
  for (const FrontierPoint &p : b.points) builder.add(p.tp, p.fp, a.points.size() + p.cell);
  ThresholdFrontier out;
  out.exact = a.exact && b.exact;
  for (const FrontierPoint &p : builder.take()) {
    const std::size_t i = static_cast<std::size_t>(p.cell), n = a.points.size();
    i < n ? out.thresholds.push_back(a.thresholds, i) : out.thresholds.push_back(b.thresholds, i - n);
    out.points.push_back({p.tp, p.fp, out.points.size()});
  }
  return out;
}

ThresholdFrontier chain_frontier(const Sample &sample, const std::vector<std::vector<double>> &chain,
                                 CostAxis cost_axis) {
  // A row is flagged from the step on where its first classifier ("or") or its last ("and") is.
  const auto dims = static_cast<std::size_t>(sample.dims());
  std::vector<Ranker> rankers;
  for (std::size_t d = 0; d < dims; ++d) {
    Levels levels;
    for (const auto &t : chain) levels.at.push_back(t[d]);
    rankers.emplace_back(levels);
  }
  std::vector<double> tp(chain.size() + 1), fp(chain.size() + 1);
  const auto add = [&](const RowSet &rows, std::vector<double> &to) {
    for (int64_t i = 0; i < rows.size(); ++i) {
      const double *s = rows.row(i);
      int32_t step = rankers[0](s[0]);
      for (std::size_t d = 1; d < dims; ++d) {
        const int32_t other = rankers[d](s[d]);
        step = sample.rule() == Rule::any ? std::min(step, other) : std::max(step, other);
      }
      to[static_cast<std::size_t>(step)] += rows.weight(i);
    }
  };
  add(sample.positives(), tp);
  add(sample.negatives(), fp);
  ParetoBuilder builder(cost_axis, false, 0);
  double tp_sum = 0, fp_sum = 0;
  for (std::size_t k = 0; k < chain.size(); ++k) {
    tp_sum += tp[k];
    fp_sum += fp[k];
    builder.add(tp_sum, fp_sum, k);
  }
  ThresholdFrontier out;
  out.exact = false;
  for (const FrontierPoint &p : builder.take()) {
    out.thresholds.push_back(chain[static_cast<std::size_t>(p.cell)]);
    out.points.push_back({p.tp, p.fp, out.points.size()});
  }
  return out;
}

}  // namespace wald::core::thresholds
