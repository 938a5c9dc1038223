// Ranks rows among levels and counts what they flag.
#include "core/numeric/contraction.hpp"  // first

#include "core/thresholds/frontier/ranked.hpp"

#include <algorithm>
#include <limits>

namespace wald::core::thresholds {

bool RankedSample::uses_quantiles() const {
  for (const Levels &l : levels)
    if (l.quantiles) return true;
  return false;
}

int64_t RankedSample::cells() const {
  int64_t product = 1;
  for (const Levels &l : levels) {
    if (product > std::numeric_limits<int64_t>::max() / l.count()) return std::numeric_limits<int64_t>::max();
    product *= l.count();
  }
  return product;
}

std::vector<double> RankedSample::thresholds(const std::vector<int32_t> &level) const {
  std::vector<double> out;
  for (std::size_t d = 0; d < levels.size(); ++d) {
    if (rule == Rule::all && level[d] == 0) return nothing();
    out.push_back(levels[d].at[static_cast<std::size_t>(level[d])]);
  }
  return out;
}

std::vector<double> RankedSample::nothing() const {
  return std::vector<double>(levels.size(), std::numeric_limits<double>::infinity());
}

namespace {

void rank_set(const RowSet &rows, const std::vector<Ranker> &rankers, const std::vector<Levels> &levels, Rule rule,
              RankedRows &out) {
  const std::size_t dims = rankers.size();
  out.dims = static_cast<int64_t>(dims);
  std::vector<int32_t> rank(dims);
  for (int64_t i = 0; i < rows.size(); ++i) {
    const double *s = rows.row(i);
    std::size_t never = 0;
    for (std::size_t d = 0; d < dims; ++d) {
      rank[d] = rankers[d](s[d]);
      never += rank[d] == levels[d].count();
    }
    if (rule == Rule::any ? never == dims : never > 0) continue;
    out.ranks.insert(out.ranks.end(), rank.begin(), rank.end());
    if (!rows.weights.empty()) out.weights.push_back(rows.weight(i));
  }
}

}  // namespace

RankedSample rank_rows(const Sample &sample, std::vector<Levels> levels, CostAxis cost_axis) {
  RankedSample out;
  out.cost_axis = cost_axis;
  out.rule = sample.rule();
  out.whole = sample.whole();
  out.most_tp = sample.positives().total();
  std::vector<Ranker> rankers;
  for (const Levels &l : levels) rankers.emplace_back(l);
  rank_set(sample.positives(), rankers, levels, out.rule, out.positives);
  rank_set(sample.negatives(), rankers, levels, out.rule, out.negatives);
  out.levels = std::move(levels);
  return out;
}

bool flagged(const int32_t *ranks, const std::vector<int32_t> &level, Rule rule) {
  const std::size_t dims = level.size();
  if (rule == Rule::any) {
    for (std::size_t d = 0; d < dims; ++d)
      if (ranks[d] <= level[d]) return true;
    return false;
  }
  for (std::size_t d = 0; d < dims; ++d)
    if (ranks[d] > level[d]) return false;
  return true;
}

Flagged count(const RankedSample &rows, const std::vector<int32_t> &level) {
  const auto sum = [&](const RankedRows &set) {
    double total = 0;
    for (int64_t i = 0; i < set.size(); ++i)
      if (flagged(set.row(i), level, rows.rule)) total += set.weight(i);
    return total;
  };
  return {sum(rows.positives), sum(rows.negatives)};
}

}  // namespace wald::core::thresholds
