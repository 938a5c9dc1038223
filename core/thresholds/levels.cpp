// Levels by sorting the positives; ranks by a table over the leading bits of the ordered bit pattern, then bisection
// inside a bucket. The bit pattern spreads scores near 0 as a logarithm would.
#include "core/numeric/contraction.hpp"  // first

#include "core/numeric/dispatch.hpp"

WALD_VECTOR_MATH

#include "core/thresholds/levels.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace wald::core {

namespace {
constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double largest = std::numeric_limits<double>::max();
}  // namespace

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
      if (!(std::fabs(s) < largest)) continue;
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

Ranker::Ranker(const Levels &levels) : n_(levels.count()) {
  keys_.reserve(levels.at.size());
  for (double t : levels.at) keys_.push_back(ordered_key(t));
  if (n_ < 2) {
    base_ = std::numeric_limits<uint64_t>::max();  // every score is below
    start_.assign(2, n_);
    holds_level_.assign(1, 0);
    return;
  }
  // Buckets over [lowest, highest finite level].
  base_ = keys_.back();
  top_ = keys_[1];
  const uint64_t span = top_ - base_;
  std::size_t wanted = 1024;
  // Most buckets then hold no level, and most rows need no bisection.
  while (wanted < 32 * levels.at.size() && wanted < (std::size_t{1} << 20)) wanted *= 2;
  while ((span >> shift_) >= wanted) ++shift_;
  const std::size_t buckets = static_cast<std::size_t>(span >> shift_) + 1;
  start_.resize(buckets + 3);
  int32_t k = n_ - 1;
  for (std::size_t b = 0; b < buckets; ++b) {
    const uint64_t floor = base_ + (static_cast<uint64_t>(b) << shift_);
    while (k > 1 && keys_[static_cast<std::size_t>(k - 1)] <= floor) --k;
    start_[b] = k;
  }
  holds_level_.resize(start_.size() - 1);
  for (std::size_t level = 1; level < keys_.size(); ++level)
    holds_level_[static_cast<std::size_t>((keys_[level] - base_) >> shift_)] = 1;
  start_[buckets] = 1;  // above the last bucket
  below_ = buckets + 1;
  start_[below_] = start_[below_ + 1] = n_;
}

namespace {

// Ranker::bucket_of of each.
WALD_CLONES void find_all(const double *__restrict s, int64_t n, int64_t stride, uint64_t base, uint64_t top, int shift,
                          uint64_t below, uint32_t *__restrict out) {
  const auto find = [&](double x) {
    const uint64_t key = ordered_key(x), inside = (key < top ? key : top) - base;
    return static_cast<uint32_t>(key < base ? below : inside >> shift);
  };
  if (stride == 1)
    for (int64_t i = 0; i < n; ++i) out[i] = find(s[i]);
  else
    for (int64_t i = 0; i < n; ++i) out[i] = find(s[i * stride]);
}

}  // namespace

void Ranker::find_buckets(const double *s, int64_t n, int64_t stride, uint32_t *out) const {
  find_all(s, n, stride, base_, top_, shift_, below_, out);
}

}  // namespace wald::core
