#include "core/numeric/contraction.hpp"  // first

#include "core/thresholds/search/single.hpp"

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
  // Counted by buckets; rows next to a level are set aside, and ranked one by one.
  const std::size_t buckets = rank.buckets();
  constexpr std::size_t sets = 8;  // of the counter below all levels, where most rows go: additions wait for the last
  std::vector<uint32_t> in_bucket(buckets + sets);
  constexpr int64_t most_in_counter = int64_t{1} << 31, at_once = 256;
  const auto below = static_cast<uint32_t>(rank.below()), extra = static_cast<uint32_t>(buckets);
  for (int64_t first = 0; first < n; first += most_in_counter) {
    const int64_t last = std::min(n, first + most_in_counter);
    uint32_t bucket[at_once];
    uint16_t near[at_once];
    for (int64_t from = first; from < last; from += at_once) {
      const int64_t rows = std::min(at_once, last - from);
      const double *const s = score + from * dims;
      rank.find_buckets(s, rows, dims, bucket);
      std::size_t count_near = 0;
      for (int64_t i = 0; i < rows; ++i) {
        const uint32_t b = bucket[i];
        near[count_near] = static_cast<uint16_t>(i);
        count_near += rank.holds_level(b);
        ++in_bucket[b == below ? extra + static_cast<uint32_t>(i) % sets : b];
      }
      for (std::size_t c = 0; c < count_near; ++c) {
        const double x = s[near[c] * dims];
        const auto k = static_cast<std::size_t>(rank(x));
        out.negatives[k] += 1;
        if (x == at[k]) out.tied[k] += 1;
      }
    }
    for (std::size_t b = 0; b < buckets; ++b) {
      if (!rank.holds_level(b)) out.negatives[static_cast<std::size_t>(rank.rank_of_bucket(b))] += in_bucket[b];
      in_bucket[b] = 0;
    }
    for (std::size_t set = 0; set < sets; ++set) {
      out.negatives[count] += in_bucket[buckets + set];
      in_bucket[buckets + set] = 0;
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
