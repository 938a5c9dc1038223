// Searches short columns of scores by buckets.
#include "core/numeric/contraction.hpp"  // first

#include "core/numeric/compiler.hpp"

WALD_VECTOR_MATH

#include "core/thresholds/labels/column_search.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <type_traits>

namespace wald::core::thresholds {

namespace {

constexpr std::size_t buckets_of_group = 16;  // buckets that are bounded together first

// Integers in the order of the numbers, negative ones for those below 0; NaN lies beyond both infinities. -0 lies
// directly below 0.
template <class T>
struct Bits;
template <>
struct Bits<float> {
  using Signed = int32_t;
  using Unsigned = uint32_t;
};
template <>
struct Bits<double> {
  using Signed = int64_t;
  using Unsigned = uint64_t;
};
template <class T>
WALD_ALWAYS_INLINE typename Bits<T>::Signed ordered(T x) {
  using Signed = typename Bits<T>::Signed;
  Signed bits;
  std::memcpy(&bits, &x, sizeof bits);
  return bits ^ ((bits >> (8 * sizeof bits - 1)) & std::numeric_limits<Signed>::max());
}
template <class T>
T of_ordered(int64_t key) {
  using Signed = typename Bits<T>::Signed;
  Signed bits = static_cast<Signed>(key);
  bits ^= (bits >> (8 * sizeof bits - 1)) & std::numeric_limits<Signed>::max();
  T out;
  std::memcpy(&out, &bits, sizeof out);
  return out;
}

struct KeyRange {
  int64_t low, high;
};
template <class T>
WALD_ALWAYS_INLINE KeyRange range_of_keys(const T *WALD_RESTRICT x, int64_t n) {
  typename Bits<T>::Signed low = ordered(x[0]), high = low;
  for (int64_t i = 0; i < n; ++i) {
    const auto key = ordered(x[i]);
    low = key < low ? key : low;
    high = key > high ? key : high;
  }
  return {low, high};
}
WALD_LEVELS(KeyRange, key_range, (const float *x, int64_t n), (x, n)) { return range_of_keys(x, n); }
WALD_LEVELS(KeyRange, key_range_wide, (const double *x, int64_t n), (x, n)) { return range_of_keys(x, n); }
KeyRange key_range(const double *x, int64_t n) { return key_range_wide(x, n); }

// Of labels: how many are 1, and the bits that occur in some.
struct LabelBits {
  int64_t ones;
  uint8_t any;
  uint8_t both;  // the two lowest bits of some label together
};
WALD_LEVELS(LabelBits, label_bits, (const uint8_t *WALD_RESTRICT labels, int64_t n), (labels, n)) {
  LabelBits out{0, 0, 0};
  constexpr int64_t most_in_byte = 255;
  for (int64_t first = 0; first < n; first += most_in_byte) {
    const int64_t end = n < first + most_in_byte ? n : first + most_in_byte;
    uint8_t ones = 0, any = 0, both = 0;
    for (int64_t i = first; i < end; ++i) {
      ones = static_cast<uint8_t>(ones + (labels[i] & 1));
      any = static_cast<uint8_t>(any | labels[i]);
      both = static_cast<uint8_t>(both | (labels[i] & (labels[i] >> 1)));
    }
    out.ones += ones;
    out.any = static_cast<uint8_t>(out.any | any);
    out.both = static_cast<uint8_t>(out.both | both);
  }
  return out;
}

// Buckets of equal width, by value or by the ordered bits; both are monotone, rounded or not.
template <class T>
struct ColumnGrid {
  bool by_bits;
  T low, scale;
  int64_t base;
  int shift;
};

template <class T>
WALD_ALWAYS_INLINE void column_buckets(const ColumnGrid<T> &grid, const T *WALD_RESTRICT x, int64_t n,
                                       uint16_t *WALD_RESTRICT out) {
  using Signed = typename Bits<T>::Signed;
  using Unsigned = typename Bits<T>::Unsigned;
  if (grid.by_bits) {
    const auto base = static_cast<Unsigned>(static_cast<Signed>(grid.base));
    for (int64_t i = 0; i < n; ++i)
      out[i] = static_cast<uint16_t>((static_cast<Unsigned>(ordered(x[i] + T{0})) - base) >> grid.shift);
    return;
  }
  const T low = grid.low, scale = grid.scale;
  for (int64_t i = 0; i < n; ++i) out[i] = static_cast<uint16_t>(static_cast<int32_t>((x[i] - low) * scale));
}
WALD_LEVELS(void, buckets_of_column, (const ColumnGrid<float> &grid, const float *x, int64_t n, uint16_t *out),
            (grid, x, n, out)) {
  column_buckets(grid, x, n, out);
}
WALD_LEVELS(void, buckets_of_wide_column, (const ColumnGrid<double> &grid, const double *x, int64_t n, uint16_t *out),
            (grid, x, n, out)) {
  column_buckets(grid, x, n, out);
}
void buckets_of_column(const ColumnGrid<double> &grid, const double *x, int64_t n, uint16_t *out) {
  buckets_of_wide_column(grid, x, n, out);
}

// How many buckets hold one of some evenly spread scores.
template <class T>
int filled_buckets(const ColumnGrid<T> &grid, const T *scores, int64_t n, std::vector<uint32_t> &marks) {
  constexpr int64_t looked_at = 96;
  T some[looked_at];
  uint16_t bucket[looked_at];
  for (int64_t i = 0; i < looked_at; ++i) some[i] = scores[i * n / looked_at];
  buckets_of_column(grid, some, looked_at, bucket);
  int out = 0;
  for (const uint16_t b : bucket) {
    out += marks[b] == 0;
    marks[b] = 1;
  }
  for (const uint16_t b : bucket) marks[b] = 0;
  return out;
}

// By value where that tells scores apart nearly as well as the bits do.
template <class T>
ColumnGrid<T> column_grid(const T *scores, int64_t n, int64_t low_key, int64_t high_key, std::size_t buckets,
                          std::vector<uint32_t> &marks) {
  const T low = of_ordered<T>(low_key) + T{0}, high = of_ordered<T>(high_key) + T{0};
  ColumnGrid<T> value{false, low, 0, 0, 0}, bits{true, low, 0, ordered(low), 0};
  const T scale = static_cast<T>(buckets - 1) / (high - low);
  const auto span = static_cast<uint64_t>(ordered(high)) - static_cast<uint64_t>(bits.base);
  while ((span >> bits.shift) >= buckets) ++bits.shift;
  if (!(scale > 0 && scale < std::numeric_limits<T>::infinity() && high - low < std::numeric_limits<T>::infinity()))
    return bits;
  value.scale = scale;
  return 4 * filled_buckets(value, scores, n, marks) >= 3 * filled_buckets(bits, scores, n, marks) ? value : bits;
}

// Those of n buckets that lie in [low, high]: their places. Writes one place beyond what is kept.
WALD_LEVELS(int64_t, places_within,
            (const uint16_t *WALD_RESTRICT bucket, int64_t n, uint16_t low, uint16_t high, int32_t *WALD_RESTRICT out),
            (bucket, n, low, high, out)) {
  constexpr int64_t at_once = 32;
  const auto span = static_cast<uint16_t>(high - low);
  int64_t kept = 0;
  for (int64_t first = 0; first < n; first += at_once) {
    const int64_t end = n < first + at_once ? n : first + at_once;
    uint16_t any = 0;
    for (int64_t i = first; i < end; ++i)
      any = static_cast<uint16_t>(any | (static_cast<uint16_t>(bucket[i] - low) <= span));
    if (!any) continue;
    for (int64_t i = first; i < end; ++i) {
      out[kept] = static_cast<int32_t>(i);
      kept += static_cast<uint16_t>(bucket[i] - low) <= span;
    }
  }
  return kept;
}

}  // namespace

template <class T>
ColumnRows ColumnSearch<T>::look_at(const T *scores, const uint8_t *labels, int64_t n) {
  scores_ = scores;
  labels_ = labels;
  n_ = n;
  const KeyRange range = key_range(scores, n);
  low_ = range.low;
  high_ = range.high;
  const int64_t top = ordered(std::numeric_limits<T>::infinity()),
                bottom = ordered(-std::numeric_limits<T>::infinity());
  const LabelBits bits = label_bits(labels, n);
  found_ = {};
  found_.nan = low_ < bottom || high_ > top;
  found_.infinite = low_ <= bottom || high_ >= top;
  found_.bad_label = bits.any > not_rated + 1 || bits.both != 0;
  found_.unrated = bits.any > 1;
  found_.positives = static_cast<double>(bits.ones);
  found_.negatives = static_cast<double>(n - bits.ones);
  return found_;
}

template <class T>
void ColumnSearch<T>::count() {
  constexpr std::size_t rows_of_bucket = 4, most_buckets = 4096;
  buckets_ =
      std::clamp<std::size_t>(static_cast<std::size_t>(n_) / rows_of_bucket / buckets_of_group * buckets_of_group,
                              buckets_of_group, most_buckets);
  counters_.assign(2 * buckets_, 0);
  if (bucket_.size() < static_cast<std::size_t>(n_)) bucket_.resize(static_cast<std::size_t>(n_));
  const ColumnGrid<T> grid = column_grid(scores_, n_, low_, high_, buckets_, counters_);
  // In blocks, whose buckets are in the first cache when they are counted. Two tables by turns, so that one row's
  // addition does not wait for that of the row before.
  constexpr int64_t block = 1024;
  uint32_t *const even = counters_.data(), *const odd = even + buckets_;
  const auto counter_of = [this](int64_t i) { return 1u + (uint32_t{labels_[i]} << 16); };
  for (int64_t first = 0; first < n_; first += block) {
    const int64_t end = std::min(n_, first + block);
    buckets_of_column(grid, scores_ + first, end - first, bucket_.data() + first);
    const uint16_t *const bucket = bucket_.data();
    int64_t i = first;
    for (; i + 1 < end; i += 2) {
      even[bucket[i]] += counter_of(i);
      odd[bucket[i + 1]] += counter_of(i + 1);
    }
    if (i < end) even[bucket[i]] += counter_of(i);
  }
  for (std::size_t b = 0; b < buckets_; ++b) even[b] += odd[b];
}

// The points of the pieces that are wanted, each a bucket.
template <class T>
void ColumnSearch<T>::open(PieceSearch &search, const std::vector<uint16_t> &bucket_of) {
  start_.resize(buckets_);
  std::size_t rows = 0;
  uint16_t low = std::numeric_limits<uint16_t>::max(), high = 0;
  constexpr uint32_t closed = ~uint32_t{0};
  std::vector<Piece> &pieces = search.pieces;
  for (std::size_t p = 0; p < pieces.size(); ++p) {
    if (!search.wanted[p]) continue;
    low = std::min(low, bucket_of[p]);
    high = std::max(high, bucket_of[p]);
  }
  if (low > high) return;
  std::fill(start_.begin() + low, start_.begin() + high + 1, closed);
  for (std::size_t p = 0; p < pieces.size(); ++p) {
    if (!search.wanted[p]) continue;
    start_[bucket_of[p]] = static_cast<uint32_t>(rows);
    rows += static_cast<std::size_t>(pieces[p].more_tp + pieces[p].more_fp);
  }
  if (rows_.size() < rows) rows_.resize(rows);
  if (at_.size() < static_cast<std::size_t>(n_) + 1) at_.resize(static_cast<std::size_t>(n_) + 1);
  const int64_t kept = places_within(bucket_.data(), n_, low, high, at_.data());
  for (int64_t k = 0; k < kept; ++k) {
    const int32_t i = at_[static_cast<std::size_t>(k)];
    uint32_t &to = start_[bucket_[static_cast<std::size_t>(i)]];
    if (to != closed) rows_[to++] = {scores_[i] + T{0}, labels_[i]};
  }
  const auto higher = [](const Row &a, const Row &b) { return a.score > b.score; };
  for (std::size_t p = 0; p < pieces.size(); ++p) {
    if (!search.wanted[p]) continue;
    Piece &piece = pieces[p];
    Row *const end = rows_.data() + start_[bucket_of[p]];
    Row *const begin = end - static_cast<std::ptrdiff_t>(piece.more_tp + piece.more_fp);
    constexpr std::ptrdiff_t few = 24;
    if (end - begin > few) {
      std::sort(begin, end, higher);
    } else {
      for (Row *r = begin; r < end; ++r) {
        const Row row = *r;
        Row *to = r;
        for (; to > begin && row.score > to[-1].score; --to) *to = to[-1];
        *to = row;
      }
    }
    piece.opened = true;
    piece.first = search.points.size();
    double tp = piece.tp, fp = piece.fp;
    for (const Row *r = begin; r < end;) {
      const T score = r->score;
      uint32_t of_score = 0, more = 0;
      for (; r < end && r->score == score; ++r, ++of_score) more += r->positive;
      tp += more;
      fp += of_score - more;
      if (more > 0) search.points.push_back({tp, fp, static_cast<double>(score)});
    }
    piece.last = search.points.size();
  }
}

template <class T>
std::optional<ThresholdFrontier> ColumnSearch<T>::best(const Criterion &criterion) {
  count();
  const auto positives_of = [](uint32_t counter) { return static_cast<double>(counter >> 16); };
  const auto negatives_of = [](uint32_t counter) { return static_cast<double>((counter & 0xffff) - (counter >> 16)); };
  PieceSearch groups(criterion, found_.positives, found_.negatives);
  std::vector<uint16_t> first_of;  // the lowest bucket of each group
  double tp = 0, fp = 0;
  for (std::size_t g = buckets_; g > 0; g -= buckets_of_group) {
    uint32_t sum = 0;
    for (std::size_t b = g - buckets_of_group; b < g; ++b) sum += counters_[b];
    if (sum == 0) continue;
    groups.pieces.push_back({false, tp, fp, positives_of(sum), negatives_of(sum)});
    first_of.push_back(static_cast<uint16_t>(g - buckets_of_group));
    tp += positives_of(sum);
    fp += negatives_of(sum);
  }
  if (!groups.choose_pieces()) return {};
  // A bucket of another group reaches nothing that these do not.
  PieceSearch buckets(criterion, found_.positives, found_.negatives);
  std::vector<uint16_t> bucket_of;
  for (std::size_t p = 0; p < groups.pieces.size(); ++p) {
    if (!groups.wanted[p]) continue;
    tp = groups.pieces[p].tp;
    fp = groups.pieces[p].fp;
    for (std::size_t b = first_of[p] + buckets_of_group; b-- > first_of[p];) {
      const uint32_t own = counters_[b];
      if (own == 0) continue;
      buckets.pieces.push_back({false, tp, fp, positives_of(own), negatives_of(own)});
      bucket_of.push_back(static_cast<uint16_t>(b));
      tp += positives_of(own);
      fp += negatives_of(own);
    }
  }
  if (!buckets.choose_pieces()) return {};
  open(buckets, bucket_of);
  ThresholdFrontier out;
  if (!buckets.choose_points(out)) return {};
  return out;
}

template class ColumnSearch<float>;
template class ColumnSearch<double>;

}  // namespace wald::core::thresholds
