#include "core/numeric/contraction.hpp"  // first

#include "core/thresholds/single.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

namespace wald::core {

SingleCounts count_single(const Sample &sample, int64_t d, double cut, bool keep_off) {
  SingleCounts out;
  const RowSet &positives = sample.positives(), &negatives = sample.negatives();
  const int64_t dims = sample.dims();
  out.levels = positive_levels(positives.scores.data() + d, positives.size(), dims, cut, keep_off,
                               std::numeric_limits<int32_t>::max());
  const Ranker rank(out.levels);
  const auto count = static_cast<std::size_t>(out.levels.count());
  out.positives.assign(count + 1, 0);
  out.negatives.assign(count + 1, 0);
  out.tied.assign(count + 1, 0);
  std::vector<double> at = out.levels.at;
  at.push_back(std::numeric_limits<double>::quiet_NaN());  // what no level flags ties with none
  for (int64_t i = 0; i < positives.size(); ++i)
    out.positives[static_cast<std::size_t>(rank(positives.row(i)[d]))] += positives.weight(i);
  const double *score = negatives.scores.data() + d;
  const int64_t n = negatives.size();
  if (!negatives.weights.empty()) {
    for (int64_t i = 0; i < n; ++i) {
      const double s = score[i * dims], w = negatives.weights[static_cast<std::size_t>(i)];
      const auto k = static_cast<std::size_t>(rank(s));
      out.negatives[k] += w;
      if (s == at[k]) out.tied[k] += w;
    }
    return out;
  }
  // Several sets of counters in turn: most rows fall below the levels, and each addition to one counter waits for the
  // last.
  constexpr int64_t sets = 4;
  std::vector<uint32_t> counts[sets], tied(count + 1);
  for (std::vector<uint32_t> &c : counts) c.resize(count + 1);
  constexpr int64_t block = int64_t{1} << 31;  // so that no count overflows
  for (int64_t first = 0; first < n; first += block) {
    const int64_t last = std::min(n, first + block);
    const auto add = [&](int64_t i, std::vector<uint32_t> &to) {
      const double s = score[i * dims];
      const auto k = static_cast<std::size_t>(rank(s));
      ++to[k];
      if (s == at[k]) ++tied[k];
    };
    int64_t i = first;
    for (; i + sets <= last; i += sets)
      for (int64_t set = 0; set < sets; ++set) add(i + set, counts[set]);
    for (; i < last; ++i) add(i, counts[0]);
    for (std::size_t k = 0; k <= count; ++k) {
      for (std::vector<uint32_t> &c : counts) {
        out.negatives[k] += c[k];
        c[k] = 0;
      }
      out.tied[k] += tied[k];
      tied[k] = 0;
    }
  }
  return out;
}

ThresholdFrontier single_frontier(const SingleCounts &counts, const Sample &sample, CostAxis cost_axis) {
  ParetoBuilder builder(cost_axis, sample.whole(), sample.positives().total(), sample.rule() == Rule::all);
  double tp = 0, fp = 0;
  const std::vector<double> &at = counts.levels.at;
  for (std::size_t k = 0; k < at.size(); ++k) {
    tp += counts.positives[k];
    fp += counts.negatives[k];
    builder.add(tp, fp, k);
  }
  ThresholdFrontier out;
  for (const FrontierPoint &p : builder.take()) {
    out.thresholds.push_back({p.tp == 0 && p.fp == 0 ? at[0] : at[static_cast<std::size_t>(p.cell)]});
    out.points.push_back({p.tp, p.fp, out.points.size()});
  }
  return out;
}

double ranking_area(const SingleCounts &counts) {
  const double positives = std::accumulate(counts.positives.begin(), counts.positives.end(), 0.0);
  const double negatives = std::accumulate(counts.negatives.begin(), counts.negatives.end(), 0.0);
  if (!(positives > 0) || !(negatives > 0)) return std::numeric_limits<double>::quiet_NaN();
  double higher = 0, area = 0;
  for (std::size_t k = 0; k < counts.levels.at.size(); ++k) {
    higher += counts.negatives[k];
    area += counts.positives[k] * (negatives - higher + 0.5 * counts.tied[k]);
  }
  return area / (positives * negatives);
}

double ranking_area(const Sample &sample, int64_t d) {
  return ranking_area(count_single(sample, d, -std::numeric_limits<double>::infinity(), false));
}

}  // namespace wald::core
