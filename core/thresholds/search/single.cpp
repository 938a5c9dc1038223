#include "core/numeric/contraction.hpp"  // first

#include "core/thresholds/search/single.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <type_traits>

namespace wald::core {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

// A row's score, and what it weighs.
struct Plain {
  double score;
  double weight() const { return 1; }
};
struct Weighted {
  double score, of_row;
  double weight() const { return of_row; }
};
template <class Row>
Row row_of(const RowSet &rows, int64_t i, int64_t d) {
  if constexpr (std::is_same_v<Row, Plain>)
    return {rows.row(i)[d]};
  else
    return {rows.row(i)[d], rows.weight(i)};
}

// The scores of some positives that are evenly spread over the array, and the least and greatest of all from the cut
// on, descending below +inf.
std::vector<double> some_levels(const RowSet &rows, int64_t d, double cut) {
  constexpr int64_t most = 1024;
  const int64_t step = std::max<int64_t>(1, rows.size() / most);
  double low = infinity, high = -infinity;
  std::vector<double> out{infinity};
  for (int64_t i = 0; i < rows.size(); ++i) {
    const double s = rows.row(i)[d];
    if (!(s >= cut)) continue;
    low = std::min(low, s);
    high = std::max(high, s);
    if (i % step == 0) out.push_back(s);
  }
  if (low > high) return out;
  out.insert(out.end(), {low, high});
  std::sort(out.begin(), out.end(), std::greater<>());
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

// The rows of one label by buckets.
template <class Row>
struct Dealt {
  std::vector<double> weight;      // of all rows of each bucket
  std::vector<std::size_t> start;  // where a bucket's rows begin, those of the next behind them
  std::vector<Row> rows;           // of the buckets that are wanted
};

constexpr int64_t at_once = 256;

// Calls body(first, n, buckets) for some rows after the other.
template <class Body>
void for_buckets(const BucketMap &map, const RowSet &rows, int64_t d, const Body &body) {
  uint32_t bucket[at_once];
  for (int64_t first = 0; first < rows.size(); first += at_once) {
    const int64_t n = std::min(at_once, rows.size() - first);
    find_buckets(map, rows.scores.data() + first * rows.dims + d, n, rows.dims, bucket);
    body(first, n, bucket);
  }
}

// wanted(b): whether the rows of bucket b are dealt.
template <class Row, class Wanted>
Dealt<Row> deal(const BucketMap &map, std::size_t buckets, const RowSet &rows, int64_t d, const Wanted &wanted) {
  Dealt<Row> out;
  std::vector<std::size_t> count(buckets);
  out.weight.resize(buckets);
  for_buckets(map, rows, d, [&](int64_t first, int64_t n, const uint32_t *bucket) {
    for (int64_t i = 0; i < n; ++i) {
      ++count[bucket[i]];
      if constexpr (std::is_same_v<Row, Weighted>) out.weight[bucket[i]] += rows.weight(first + i);
    }
  });
  if constexpr (std::is_same_v<Row, Plain>) out.weight.assign(count.begin(), count.end());
  out.start.resize(buckets + 1);
  std::size_t sum = 0;
  for (std::size_t b = 0; b < buckets; ++b) {
    out.start[b] = sum;
    if (wanted(static_cast<uint32_t>(b))) sum += count[b];
  }
  out.start[buckets] = sum;
  out.rows.resize(sum);
  std::vector<std::size_t> at = out.start;
  for_buckets(map, rows, d, [&](int64_t first, int64_t n, const uint32_t *bucket) {
    for (int64_t i = 0; i < n; ++i)
      if (wanted(bucket[i])) out.rows[at[bucket[i]]++] = row_of<Row>(rows, first + i, d);
  });
  return out;
}

// By a bucket sort of the rows in buckets that hold a level; of the others the number is enough.
template <class Row>
SingleCounts count_by_buckets(const Sample &sample, int64_t d, double cut, bool keep_off) {
  const RowSet &positives = sample.positives(), &negatives = sample.negatives();
  SingleCounts out;
  out.levels.at = {infinity};
  out.positives = out.negatives = out.tied = {0};
  const std::vector<double> some = some_levels(positives, d, cut);
  double more_positives = 0, more_negatives = 0;  // below the last level so far
  if (some.size() > 1) {
    // Few rows a bucket, and no more buckets than the caches serve.
    const auto rows = static_cast<std::size_t>(positives.size() + negatives.size());
    const BucketMap map = bucket_map(some, std::clamp<std::size_t>(rows / 24, 256, std::size_t{1} << 16));
    const std::size_t buckets = std::size_t{map.below} + 1;
    Dealt<Row> right = deal<Row>(map, buckets, positives, d, [&](uint32_t b) { return b != map.below; });
    const auto holds_level = [&](uint32_t b) { return right.start[b + 1] > right.start[b]; };
    Dealt<Row> wrong = deal<Row>(map, buckets, negatives, d, holds_level);
    for (std::vector<double> *of_level : {&out.levels.at, &out.positives, &out.negatives, &out.tied})
      of_level->reserve(right.rows.size() + 3);
    // Of equal scores by weight, so that sums do not depend on the C++ library.
    const auto descending = [](const Row &a, const Row &b) {
      return a.score > b.score || (a.score == b.score && a.weight() > b.weight());
    };
    for (std::size_t b = map.below; b-- > 0;) {
      if (!holds_level(static_cast<uint32_t>(b))) {
        more_negatives += wrong.weight[b];
        continue;
      }
      const auto begin = right.rows.begin() + right.start[b], end = right.rows.begin() + right.start[b + 1];
      auto n = wrong.rows.begin() + wrong.start[b];
      const auto last = wrong.rows.begin() + wrong.start[b + 1];
      std::sort(begin, end, descending);
      std::sort(n, last, descending);
      for (auto p = begin; p != end;) {
        const double score = p->score;
        double weight = 0, tied = 0;
        for (; p != end && p->score == score; ++p) weight += p->weight();
        for (; n != last && n->score > score; ++n) more_negatives += n->weight();
        for (; n != last && n->score == score; ++n) tied += n->weight();
        out.levels.at.push_back(score);
        out.positives.push_back(weight);
        out.negatives.push_back(more_negatives + tied);
        out.tied.push_back(tied);
        more_negatives = 0;
      }
      for (; n != last; ++n) more_negatives += n->weight();
    }
    more_positives += right.weight[map.below];
    more_negatives += wrong.weight[map.below];
  } else {
    more_positives = positives.total();
    more_negatives = negatives.total();
  }
  const auto add_level = [&](double positive, double negative) {
    out.positives.push_back(positive);
    out.negatives.push_back(negative);
    out.tied.push_back(0);
  };
  if (keep_off && out.levels.at.back() > cut) {
    out.levels.at.push_back(cut);
    add_level(more_positives, more_negatives);
    more_positives = more_negatives = 0;
  }
  add_level(more_positives, more_negatives);
  return out;
}

}  // namespace

SingleCounts count_single(const Sample &sample, int64_t d, double cut, bool keep_off) {
  const bool weighted = !sample.positives().weights.empty() || !sample.negatives().weights.empty();
  return weighted ? count_by_buckets<Weighted>(sample, d, cut, keep_off)
                  : count_by_buckets<Plain>(sample, d, cut, keep_off);
}

ThresholdFrontier single_frontier(const SingleCounts &counts, const Sample &sample, CostAxis cost_axis) {
  // Points come by TP, and FP falls nowhere. Of equal points "and" takes the lowest threshold.
  const bool last_wins = sample.rule() == Rule::all;
  const std::vector<double> &at = counts.levels.at;
  ThresholdFrontier out;
  out.points.push_back({0, 0, 0});
  out.thresholds.push_back({at[0]});
  double tp = 0, fp = 0;
  for (std::size_t k = 1; k < at.size(); ++k) {
    tp += counts.positives[k];
    fp += counts.negatives[k];
    const FrontierPoint &before = out.points.back();
    if (tp == before.tp && (fp > before.fp || !last_wins || out.points.size() == 1)) continue;
    const bool beaten = tp == before.tp || (cost_axis == CostAxis::fp && fp == before.fp && out.points.size() > 1);
    if (beaten) {
      out.points.back().tp = tp;
      out.thresholds.back()[0] = at[k];
      continue;
    }
    out.points.push_back({tp, fp, out.points.size()});
    out.thresholds.push_back({at[k]});
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
