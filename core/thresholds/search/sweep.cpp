// As classifier a's level i grows, rows with rank i there are flagged whatever b says ("or"), or come into reach of b
// ("and"). Between the two kinds a row adds its weight to one cell of a column over b's levels, so that the column's
// running sums are the counts of all pairs (i, j).
#include "core/numeric/contraction.hpp"  // first

#include "core/thresholds/search/sweep.hpp"

namespace wald::core::thresholds {

namespace {

// Rows that the other classifiers do not decide: under "or" those they do not flag, under "and" those they all flag.
struct UndecidedRows {
  std::vector<int32_t> a, b;
  std::vector<double> weight;
  double decided = 0;  // weight of the rows that the others flag
};

UndecidedRows undecided_rows(const RankedSample &rows, const RankedRows &set, const std::vector<int16_t> &votes,
                             std::size_t a, std::size_t b, const std::vector<int32_t> &level) {
  UndecidedRows out;
  const auto others = static_cast<int>(level.size()) - (a == b ? 1 : 2);
  const int undecided = rows.rule == Rule::any ? 0 : others;  // votes of the others
  for (int64_t i = 0; i < set.size(); ++i) {
    const int32_t *rank = set.row(i);
    int of_others = votes[static_cast<std::size_t>(i)] - (rank[a] <= level[a]);
    if (a != b) of_others -= rank[b] <= level[b];
    if (of_others != undecided) {
      if (rows.rule == Rule::any) out.decided += set.weight(i);
      continue;
    }
    out.a.push_back(rank[a]);
    out.b.push_back(rank[b]);
    out.weight.push_back(set.weight(i));
  }
  return out;
}

// Rows in the order of their rank a; begin[i] is the first with rank i.
struct ByRank {
  std::vector<int64_t> begin;
  std::vector<int32_t> b;
  std::vector<double> weight;
};

ByRank by_rank(const UndecidedRows &rows, int32_t levels) {
  ByRank out;
  out.begin.assign(static_cast<std::size_t>(levels) + 2, 0);
  for (int32_t r : rows.a) ++out.begin[static_cast<std::size_t>(r) + 1];
  for (std::size_t i = 1; i < out.begin.size(); ++i) out.begin[i] += out.begin[i - 1];
  out.b.resize(rows.b.size());
  out.weight.resize(rows.b.size());
  std::vector<int64_t> next = out.begin;
  for (std::size_t i = 0; i < rows.a.size(); ++i) {
    const auto at = static_cast<std::size_t>(next[static_cast<std::size_t>(rows.a[i])]++);
    out.b[at] = rows.b[i];
    out.weight[at] = rows.weight[i];
  }
  return out;
}

struct SweepCell {
  double tp = 0, fp = 0;
};

}  // namespace

Votes count_votes(const RankedSample &rows, const std::vector<int32_t> &level) {
  const auto of = [&](const RankedRows &set) {
    std::vector<int16_t> out(static_cast<std::size_t>(set.size()));
    for (int64_t i = 0; i < set.size(); ++i)
      for (std::size_t d = 0; d < level.size(); ++d)
        out[static_cast<std::size_t>(i)] =
            static_cast<int16_t>(out[static_cast<std::size_t>(i)] + (set.row(i)[d] <= level[d]));
    return out;
  };
  return {of(rows.positives), of(rows.negatives)};
}

ParetoFrontier sweep_one(const RankedSample &rows, std::size_t a, const std::vector<int32_t> &level) {
  return sweep_one(rows, a, level, count_votes(rows, level));
}

ParetoFrontier sweep_two(const RankedSample &rows, std::size_t a, std::size_t b, const std::vector<int32_t> &level,
                         Monitor &monitor) {
  return sweep_two(rows, a, b, level, count_votes(rows, level), monitor);
}

ParetoFrontier sweep_one(const RankedSample &rows, std::size_t a, const std::vector<int32_t> &level,
                         const Votes &votes) {
  const int32_t levels = rows.levels[a].count();
  std::vector<SweepCell> cells(static_cast<std::size_t>(levels) + 1);
  const UndecidedRows positives = undecided_rows(rows, rows.positives, votes.positives, a, a, level);
  const UndecidedRows negatives = undecided_rows(rows, rows.negatives, votes.negatives, a, a, level);
  for (std::size_t i = 0; i < positives.a.size(); ++i)
    cells[static_cast<std::size_t>(positives.a[i])].tp += positives.weight[i];
  for (std::size_t i = 0; i < negatives.a.size(); ++i)
    cells[static_cast<std::size_t>(negatives.a[i])].fp += negatives.weight[i];
  ParetoBuilder builder(rows.cost_axis, rows.whole, rows.most_tp, rows.rule == Rule::all);
  double tp = positives.decided, fp = negatives.decided;
  for (int32_t i = 0; i < levels; ++i) {
    tp += cells[static_cast<std::size_t>(i)].tp;
    fp += cells[static_cast<std::size_t>(i)].fp;
    builder.add(tp, fp, static_cast<uint64_t>(i));
  }
  return builder.take();
}

ParetoFrontier sweep_two(const RankedSample &rows, std::size_t a, std::size_t b, const std::vector<int32_t> &level,
                         const Votes &votes, Monitor &monitor) {
  const int32_t levels_a = rows.levels[a].count(), levels_b = rows.levels[b].count();
  const bool any = rows.rule == Rule::any;
  const UndecidedRows free_positives = undecided_rows(rows, rows.positives, votes.positives, a, b, level);
  const UndecidedRows free_negatives = undecided_rows(rows, rows.negatives, votes.negatives, a, b, level);
  const ByRank positives = by_rank(free_positives, levels_a), negatives = by_rank(free_negatives, levels_a);
  std::vector<SweepCell> column(static_cast<std::size_t>(levels_b) + 1);
  if (any) {
    for (std::size_t i = 0; i < positives.b.size(); ++i)
      column[static_cast<std::size_t>(positives.b[i])].tp += positives.weight[i];
    for (std::size_t i = 0; i < negatives.b.size(); ++i)
      column[static_cast<std::size_t>(negatives.b[i])].fp += negatives.weight[i];
  }
  double base_tp = free_positives.decided, base_fp = free_negatives.decided;
  const double sign = any ? -1 : 1;
  ParetoBuilder builder(rows.cost_axis, rows.whole, rows.most_tp, !any);
  for (int32_t i = 0; i < levels_a; ++i) {
    for (int64_t r = positives.begin[static_cast<std::size_t>(i)]; r < positives.begin[static_cast<std::size_t>(i) + 1];
         ++r) {
      const double w = positives.weight[static_cast<std::size_t>(r)];
      column[static_cast<std::size_t>(positives.b[static_cast<std::size_t>(r)])].tp += sign * w;
      if (any) base_tp += w;
    }
    for (int64_t r = negatives.begin[static_cast<std::size_t>(i)]; r < negatives.begin[static_cast<std::size_t>(i) + 1];
         ++r) {
      const double w = negatives.weight[static_cast<std::size_t>(r)];
      column[static_cast<std::size_t>(negatives.b[static_cast<std::size_t>(r)])].fp += sign * w;
      if (any) base_fp += w;
    }
    double tp = base_tp, fp = base_fp;
    const uint64_t first = static_cast<uint64_t>(i) * static_cast<uint64_t>(levels_b);
    for (int32_t j = 0; j < levels_b; ++j) {
      const SweepCell &c = column[static_cast<std::size_t>(j)];
      tp += c.tp;
      fp += c.fp;
      builder.add(tp, fp, first + static_cast<uint64_t>(j));
    }
    if (i % 64 == 0) monitor.at(static_cast<double>(i) / levels_a);
  }
  return builder.take();
}

}  // namespace wald::core::thresholds
