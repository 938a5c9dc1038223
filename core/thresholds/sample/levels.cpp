// Levels by sorting the positives; ranks by a table of buckets, then bisection inside one.
#include "core/numeric/contraction.hpp"  // first

#include "core/numeric/compiler.hpp"

WALD_VECTOR_MATH

#include "core/thresholds/sample/levels.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>

#include "core/numeric/infinity.hpp"

namespace wald::core::thresholds {

Levels positive_levels(const double *scores, int64_t n, int64_t stride, double cut, bool keep_off, int64_t cap) {
  std::vector<double> sorted;
  sorted.reserve(static_cast<std::size_t>(n));
  for (int64_t i = 0; i < n; ++i)
    if (scores[i * stride] >= cut) sorted.push_back(scores[i * stride] + 0.0);
  std::sort(sorted.begin(), sorted.end(), std::greater<>());
  Levels out;
  out.at.push_back(infinity);
  std::vector<double> distinct;
  std::unique_copy(sorted.begin(), sorted.end(), std::back_inserter(distinct));
  const int64_t room = std::max<int64_t>(1, cap - 1 - (keep_off ? 1 : 0));
  if (static_cast<int64_t>(distinct.size()) <= room) {
    out.at.insert(out.at.end(), distinct.begin(), distinct.end());
  } else {
    // Quantiles of the positives, repeated scores counted as often as they occur; the lowest is always there.
    out.quantiles = true;
    const auto m = static_cast<int64_t>(sorted.size());
    for (int64_t q = 1; q <= room; ++q) {
      const double s = sorted[static_cast<std::size_t>(q * m / room - 1)];
      if (s < out.at.back()) out.at.push_back(s);
    }
  }
  if (keep_off && out.at.back() > cut) out.at.push_back(cut);
  return out;
}

std::vector<Levels> levels_of(const Sample &sample, int64_t cap) {
  std::vector<Levels> out;
  const RowSet &positives = sample.positives();
  for (int64_t d = 0; d < sample.dims(); ++d)
    out.push_back(positive_levels(positives.scores.data() + d, positives.size(), sample.dims(),
                                  sample.rated_from()[static_cast<std::size_t>(d)], sample.rule() == Rule::all, cap));
  return out;
}

std::vector<Levels> lattice_levels(const Sample &sample, int64_t cells) {
  std::vector<Levels> out = levels_of(sample, std::numeric_limits<int32_t>::max());
  // Classifiers with few levels leave their room to the others: the caps are raised to the greatest that fits.
  const auto product = [&](int64_t cap) {
    int64_t so_far = 1;
    for (const Levels &l : out) {
      const int64_t n = std::min<int64_t>(l.count(), cap);
      if (so_far > cells / n) return cells + 1;
      so_far *= n;
    }
    return so_far;
  };
  const int64_t least = sample.rule() == Rule::all ? 3 : 2;
  if (product(least) > cells)
    fail(Status::unsupported, "n_scores is ", sample.dims(), ": a lattice of ", least, " levels each has more than ",
         cells, " cells");
  int64_t low = least, high = cells + 1;
  while (high - low > 1) {
    const int64_t middle = low + (high - low) / 2;
    (product(middle) <= cells ? low : high) = middle;
  }
  const RowSet &positives = sample.positives();
  for (int64_t d = 0; d < sample.dims(); ++d) {
    Levels &l = out[static_cast<std::size_t>(d)];
    if (l.count() > low)
      l = positive_levels(positives.scores.data() + d, positives.size(), sample.dims(),
                          sample.rated_from()[static_cast<std::size_t>(d)], sample.rule() == Rule::all, low);
  }
  return out;
}

int64_t lattice_cells_of(int64_t count, int64_t dims) {
  int64_t cells = 1;
  for (int64_t d = 0; d < dims; ++d) {
    if (cells > std::numeric_limits<int64_t>::max() / count) return std::numeric_limits<int64_t>::max();
    cells *= count;
  }
  return cells;
}

Levels equal_levels(const Sample &sample, int64_t d, int64_t count) {
  double low = infinity, high = -infinity;
  for (const RowSet *set : {&sample.positives(), &sample.negatives()})
    for (int64_t i = 0; i < set->size(); ++i) {
      const double s = set->row(i)[d];
      if (!(std::fabs(s) < largest_double)) continue;
      low = std::min(low, s);
      high = std::max(high, s);
    }
  low = std::max(low, sample.rated_from()[static_cast<std::size_t>(d)]);
  Levels out;
  out.quantiles = true;
  out.at.push_back(infinity);
  if (low <= high)
    for (int64_t k = 0; k < count; ++k) {
      const double share = count == 1 ? 1 : static_cast<double>(k) / static_cast<double>(count - 1);
      const double t = k == count - 1 ? low : high * (1 - share) + low * share;
      if (t < out.at.back()) out.at.push_back(t);
    }
  const double cut = sample.rated_from()[static_cast<std::size_t>(d)];
  if (sample.rule() == Rule::all && out.at.back() > cut) out.at.push_back(cut);
  return out;
}

namespace {

// Over the levels at[1] > ... > at[n-1], in about `wanted` buckets.
BucketMap by_value(const std::vector<double> &at, std::size_t wanted) {
  BucketMap out;
  out.by_value = true;
  out.low = at.back();
  out.scale = static_cast<double>(wanted) / (at[1] - at.back());
  out.last = static_cast<uint32_t>(wanted);
  return out;
}
BucketMap by_bits(const std::vector<double> &at, std::size_t wanted) {
  BucketMap out;
  out.low = at.back();
  out.base = ordered_bits(at.back());
  const uint64_t span = ordered_bits(at[1]) - out.base;
  while ((span >> out.shift) >= wanted) ++out.shift;
  out.last = static_cast<uint32_t>(span >> out.shift);
  return out;
}

int64_t buckets_with_levels(const BucketMap &map, const std::vector<double> &at) {
  int64_t out = 1;
  for (std::size_t k = 2; k < at.size(); ++k) out += map(at[k]) != map(at[k - 1]);
  return out;
}

WALD_LEVELS(void, find_by_value,
            (const BucketMap map, const double *WALD_RESTRICT s, int64_t n, uint32_t *WALD_RESTRICT out),
            (map, s, n, out)) {
  for (int64_t i = 0; i < n; ++i) out[i] = s[i] < map.low ? map.below : map.of_value(s[i]);
}
WALD_LEVELS(void, find_by_bits,
            (const BucketMap map, const double *WALD_RESTRICT s, int64_t n, uint32_t *WALD_RESTRICT out),
            (map, s, n, out)) {
  for (int64_t i = 0; i < n; ++i) out[i] = s[i] < map.low ? map.below : map.of_bits(s[i]);
}

}  // namespace

BucketMap bucket_map(const std::vector<double> &at, std::size_t wanted) {
  BucketMap out = by_bits(at, wanted);
  const double span = at[1] - at.back();
  if (span > 0 && span < infinity && static_cast<double>(wanted) / span < infinity) {
    const BucketMap other = by_value(at, wanted);
    if (buckets_with_levels(other, at) > buckets_with_levels(out, at)) out = other;
  }
  out.below = out.last + 1;
  return out;
}

void find_buckets(const BucketMap &map, const double *s, int64_t n, int64_t stride, uint32_t *out) {
  if (stride != 1) {
    for (int64_t i = 0; i < n; ++i) out[i] = map(s[i * stride]);
    return;
  }
  map.by_value ? find_by_value(map, s, n, out) : find_by_bits(map, s, n, out);
}

Ranker::Ranker(const Levels &levels) : at_(levels.at) {
  const auto n = static_cast<int32_t>(at_.size());
  if (n < 2) {
    map_.low = infinity;  // every score is below
    start_.assign(2, n);
    return;
  }
  std::size_t wanted = 1024;
  // Most buckets then hold no level, and most rows need no bisection.
  while (wanted < 32 * at_.size() && wanted < (std::size_t{1} << 20)) wanted *= 2;
  map_ = bucket_map(at_, wanted);
  // Bucket b: levels in higher buckets lie above its scores, those in lower ones below.
  const std::size_t buckets = static_cast<std::size_t>(map_.last) + 1;
  start_.resize(buckets + 3);
  start_[0] = n - 1;
  int32_t k = n;  // the smallest with at[k] in buckets 0 ... b
  for (std::size_t b = 0; b < buckets; ++b) {
    while (k > 1 && map_(at_[static_cast<std::size_t>(k - 1)]) <= b) --k;
    start_[b + 1] = k;
  }
  map_.below = static_cast<uint32_t>(buckets) + 1;
  start_[map_.below] = start_[map_.below + 1] = n;
}

}  // namespace wald::core::thresholds
