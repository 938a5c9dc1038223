#include "core/numeric/contraction.hpp"  // first

#include "core/numeric/compiler.hpp"

WALD_VECTOR_MATH

#include <algorithm>
#include <cmath>
#include <cstring>
#include <functional>
#include <limits>

#include "core/numeric/vectors/compress.hpp"
#include "core/numeric/vectors/greatest_below.hpp"
#include "core/thresholds/frontier/pieces.hpp"
#include "core/thresholds/sample/levels.hpp"
#include "core/thresholds/search/one_score.hpp"

namespace wald::core {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double largest = std::numeric_limits<double>::max();
constexpr int64_t block = 512;  // rows that are looked at together

// ---- Scores to buckets ---------------------------------------------------------------------------

// Finite numbers in the order of the scores, equally far apart where doubles are next to each other: they spread scores
// next to 0 as a logarithm would. Rounding to 53 bits keeps the order.
double spread(double score) {
  return static_cast<double>(static_cast<int64_t>(BucketMap::ordered_bits(score) ^ (uint64_t{1} << 63)));
}

// Coarse buckets over all scores, and fine ones over a window: the sum of two monotone maps, which stays monotone when
// it is rounded.
struct BucketGrid {
  static constexpr int coarse = 512, fine = 1536, buckets = coarse + fine;
  bool spread = false;  // of spread(score) in place of the score
  double low = 0, high = 0, window_low = 0, window_high = 0;
  double scale = 0, window_scale = 0;
};

double scale_of(double low, double high, int buckets) {
  const double scale = (buckets - 1) / (high - low);
  return scale > 0 && scale < infinity ? scale : 0;
}

// Without branches, so that the compiler uses vectors.
WALD_LEVELS(void, find_buckets,
            (const BucketGrid grid, const double *WALD_RESTRICT x, int64_t n, uint16_t *WALD_RESTRICT out),
            (grid, x, n, out)) {
  for (int64_t i = 0; i < n; ++i) {
    double a = x[i] > grid.low ? x[i] : grid.low;
    a = a < grid.high ? a : grid.high;
    double b = x[i] > grid.window_low ? x[i] : grid.window_low;
    b = b < grid.window_high ? b : grid.window_high;
    const double at = (a - grid.low) * grid.scale + (b - grid.window_low) * grid.window_scale;
    out[i] = static_cast<uint16_t>(static_cast<int32_t>(at));
  }
}

WALD_LEVELS(bool, any_nan, (const double *x, int64_t n), (x, n)) {
  int64_t out = 0;
  for (int64_t i = 0; i < n; ++i) out |= x[i] != x[i];
  return out != 0;
}

WALD_LEVELS(void, widen, (const float *WALD_RESTRICT from, int64_t n, double *WALD_RESTRICT to), (from, n, to)) {
  for (int64_t i = 0; i < n; ++i) to[i] = static_cast<double>(from[i]);
}

// The scores of some rows, in `room` where they are not doubles next to each other.
const double *load(const ScoredRun &run, int64_t first, int64_t n, double *room) {
  const Reals &s = run.scores;
  if (s.stride == 1 && !s.is_float) return static_cast<const double *>(s.data) + first;
  if (s.stride == 1)
    widen(static_cast<const float *>(s.data) + first, n, room);
  else
    for (int64_t i = 0; i < n; ++i) room[i] = s[first + i];
  return room;
}

// Calls body(run, first, n, scores) for every block of rows.
template <class Body>
void for_blocks(const ScoredRows &rows, const Body &body) {
  double room[block];
  for (const ScoredRun &run : rows.runs)
    for (int64_t first = 0; first < run.scores.n; first += block) {
      const int64_t n = std::min(block, run.scores.n - first);
      body(run, first, n, load(run, first, n, room));
    }
}

void buckets_of(const BucketGrid &grid, const double *scores, int64_t n, uint16_t *out) {
  double keys[block];
  if (grid.spread)
    for (int64_t i = 0; i < n; ++i) keys[i] = spread(scores[i]);
  find_buckets(grid, grid.spread ? keys : scores, n, out);
}

// The lowest score in this bucket or a higher one; +inf where there is none.
double lowest_score(const BucketGrid &grid, int bucket) {
  uint64_t low = BucketMap::ordered_bits(-infinity), high = BucketMap::ordered_bits(infinity);
  while (low < high) {
    const uint64_t middle = low + (high - low) / 2;
    const double score = BucketMap::score_of(middle);
    uint16_t found;
    buckets_of(grid, &score, 1, &found);
    if (found < bucket)
      low = middle + 1;
    else
      high = middle;
  }
  return BucketMap::score_of(low);
}

// The first of them.
[[noreturn]] void refuse_nan(const ScoredRows &rows) {
  for (const ScoredRun &run : rows.runs)
    for (int64_t i = 0; i < run.scores.n; ++i)
      if (std::isnan(run.scores[i])) fail(Status::argument, "scores[", i, "][0] is nan: must be a number");
  fail(Status::internal, "scores: a nan is gone");
}

// ---- The grid, from a few rows -------------------------------------------------------------------

struct Row {
  double score, weight;  // the weight of a negative is below 0
};
// Of equal scores by weight, so that sums do not depend on the C++ library.
bool higher(const Row &a, const Row &b) { return a.score > b.score || (a.score == b.score && a.weight > b.weight); }

// The first row from `from` on with this label; -1 where there is none before `end`.
int64_t next_of(Strided<const uint8_t> labels, uint8_t label, int64_t from, int64_t end) {
  if (labels.stride == 1) {
    const void *const found = std::memchr(labels.data + from, label, static_cast<std::size_t>(end - from));
    return found ? static_cast<const uint8_t *>(found) - labels.data : -1;
  }
  for (int64_t i = from; i < end; ++i)
    if (labels[i] == label) return i;
  return -1;
}

// Some rows of both labels, evenly spread over the arrays; their weights are those of the rows they stand for.
std::vector<Row> some_rows(const ScoredRows &rows) {
  std::vector<Row> out;
  for (const ScoredRun &run : rows.runs) {
    // So many of each label that sorting them takes little beside the passes over all.
    const int64_t n = run.scores.n, of_label = std::clamp<int64_t>(n / 64, 64, 1024),
                  step = std::max<int64_t>(1, n / of_label);
    for (uint8_t label : {0, 1}) {
      if (!run.labels.data && run.label != label) continue;
      // Of the rare label the next one behind each place; as a whole no more steps than there are rows.
      for (int64_t from = 0; from < n; from += step) {
        const int64_t i = run.labels.data ? next_of(run.labels, label, from, std::min(n, from + step)) : from;
        if (i < 0) continue;
        const double weight = run.weights ? run.weights[i] : 1.0;
        out.push_back({run.scores[i] > largest ? largest : run.scores[i], label ? weight : -weight});
      }
    }
  }
  double found[2] = {0, 0};
  for (const Row &r : out) {
    if (std::isnan(r.score)) refuse_nan(rows);
    (r.weight > 0 ? found[1] : found[0]) += std::fabs(r.weight);
  }
  for (Row &r : out) r.weight *= r.weight > 0 ? rows.positives / found[1] : rows.negatives / found[0];
  std::sort(out.begin(), out.end(), higher);
  return out;
}

// How many buckets hold one of these scores.
int64_t filled(const BucketGrid &grid, const std::vector<double> &x) {
  std::vector<uint16_t> bucket(x.size());
  find_buckets(grid, x.data(), static_cast<int64_t>(x.size()), bucket.data());
  int64_t out = 1;
  for (std::size_t i = 1; i < x.size(); ++i) out += bucket[i] != bucket[i - 1];
  return out;
}

// x: descending.
BucketGrid grid_over(const std::vector<double> &x, bool spread_out, double window_low, double window_high) {
  BucketGrid out;
  out.spread = spread_out;
  out.high = x.front();
  out.low = x.back();
  out.window_low = window_low;
  out.window_high = window_high;
  out.scale = scale_of(out.low, out.high, BucketGrid::coarse);
  out.window_scale = scale_of(window_low, window_high, BucketGrid::fine);
  if (out.scale == 0) out.high = out.low;  // inf * 0 is never reached
  if (out.window_scale == 0) out.window_high = out.window_low;
  return out;
}

// Fine buckets around the best threshold of a few rows.
BucketGrid grid_of(const ScoredRows &rows, const Criterion &criterion) {
  const std::vector<Row> few = some_rows(rows);
  double tp = 0, fp = 0, best = -infinity;
  double best_tp = 0;
  for (const Row &r : few) {
    (r.weight > 0 ? tp : fp) += std::fabs(r.weight);
    if (r.weight < 0) continue;
    const double v = criterion.value(tp, fp);
    if (!(v > best) || !criterion.allowed(tp, fp)) continue;
    best = v;
    best_tp = tp;
  }
  // The rows around it that hold so much of the positives, which a few rows misjudge by less.
  constexpr double around = 0.11;
  double window_high = few.front().score, window_low = few.back().score;
  tp = 0;
  for (const Row &r : few) {
    if (tp <= best_tp - around * rows.positives) window_high = r.score;
    if (r.weight > 0) tp += r.weight;
    if (tp >= best_tp + around * rows.positives) {
      window_low = r.score;
      break;
    }
  }
  std::vector<double> plain, spread_out;
  for (const Row &r : few) {
    if (r.score == -infinity) continue;
    plain.push_back(r.score);
    spread_out.push_back(spread(r.score));
  }
  if (plain.empty()) return {};
  window_low = std::max(window_low, -largest);
  const BucketGrid by_value = grid_over(plain, false, window_low, window_high);
  const BucketGrid by_bits = grid_over(spread_out, true, spread(window_low), spread(window_high));
  // What tells more scores apart; the value where it hardly matters, which takes less.
  return 4 * filled(by_value, plain) >= 3 * filled(by_bits, spread_out) ? by_value : by_bits;
}

// ---- Buckets -------------------------------------------------------------------------------------

struct Bucketed {
  std::vector<Piece> pieces;
  std::vector<uint16_t> bucket;  // of each piece
};

// Nonempty ones, from the highest scores down.
Bucketed pieces_of(const ScoredRows &rows, const BucketGrid &grid) {
  constexpr std::size_t counters = 2 * BucketGrid::buckets;
  std::vector<double> sums(counters, 0.0);
  // Two tables by turns, so that one row's addition does not wait for that of the row before.
  std::vector<uint32_t> counts(2 * counters);
  const auto flush = [&] {
    for (std::size_t c = 0; c < counters; ++c) sums[c] += static_cast<double>(counts[c]) + counts[counters + c];
    std::fill(counts.begin(), counts.end(), 0);
  };
  constexpr int64_t most_in_counter = int64_t{1} << 31;
  int64_t counted = 0;
  for_blocks(rows, [&](const ScoredRun &run, int64_t first, int64_t n, const double *scores) {
    if (any_nan(scores, n)) refuse_nan(rows);
    uint16_t bucket[block];
    buckets_of(grid, scores, n, bucket);
    if (run.weights) {
      for (int64_t i = 0; i < n; ++i) {
        const std::size_t label = run.labels.data ? run.labels[first + i] : run.label;
        sums[2u * bucket[i] + label] += run.weights[first + i];
      }
      return;
    }
    uint32_t *const even = counts.data(), *const odd = even + counters;
    const auto add = [&](const auto &label_of) {
      int64_t i = 0;
      for (; i + 1 < n; i += 2) {
        ++even[2u * bucket[i] + label_of(i)];
        ++odd[2u * bucket[i + 1] + label_of(i + 1)];
      }
      if (i < n) ++even[2u * bucket[i] + label_of(i)];
    };
    const uint8_t *const labels = run.labels.data ? &run.labels[first] : nullptr;
    const uint32_t label = run.label;
    if (!labels)
      add([&](int64_t) { return label; });
    else if (run.labels.stride == 1)
      add([&](int64_t i) { return uint32_t{labels[i]}; });
    else
      add([&](int64_t i) { return uint32_t{labels[i * run.labels.stride]}; });
    if ((counted += n) < most_in_counter) return;
    flush();
    counted = 0;
  });
  flush();
  Bucketed out;
  double tp = 0, fp = 0;
  for (int b = BucketGrid::buckets; b-- > 0;) {
    const double more_fp = sums[2 * static_cast<std::size_t>(b)], more_tp = sums[2 * static_cast<std::size_t>(b) + 1];
    if (more_tp + more_fp == 0) continue;
    out.pieces.push_back({false, tp, fp, more_tp, more_fp});
    out.bucket.push_back(static_cast<uint16_t>(b));
    tp += more_tp;
    fp += more_fp;
  }
  return out;
}

// ---- The search ----------------------------------------------------------------------------------

class OneScore {
 public:
  OneScore(const ScoredRows &rows, const Criterion &criterion)
      : rows_(rows),
        criterion_(criterion),
        grid_(grid_of(rows, criterion)),
        search_(criterion, rows.positives, rows.negatives) {
    Bucketed found = pieces_of(rows, grid_);
    search_.pieces = std::move(found.pieces);
    bucket_ = std::move(found.bucket);
  }

  std::optional<SearchResult> best(Beside beside) {
    if (!search_.choose_pieces()) return {};
    if (beside == Beside::hull) search_.mark_hull();
    open();
    SearchResult out;
    if (!search_.choose_points(out.frontier)) return {};
    if (beside == Beside::nothing) return out;
    const auto index = static_cast<std::size_t>(criterion_.choose(out.frontier.points).index);
    const FrontierPoint chosen = out.frontier.points[index];
    while (search_.mark_hull(chosen)) open();
    search_.add_hull(chosen, out.frontier);
    out.ranking_areas = {ranking_area()};
    return out;
  }

 private:
  // Looks at the rows of the pieces that are wanted.
  void open() {
    std::vector<uint8_t> take(BucketGrid::buckets, 0);
    int highest = 0, lowest = BucketGrid::buckets;
    for (std::size_t i = 0; i < search_.pieces.size(); ++i) {
      if (!search_.wanted[i] || search_.pieces[i].opened) continue;
      const int bucket = bucket_[i];
      take[static_cast<std::size_t>(bucket)] = 1;
      highest = std::max(highest, bucket);
      lowest = std::min(lowest, bucket);
    }
    const double low = lowest_score(grid_, lowest), high = lowest_score(grid_, highest + 1);
    const bool weighted =
        std::any_of(rows_.runs.begin(), rows_.runs.end(), [](const ScoredRun &run) { return run.weights != nullptr; });
    if (weighted)
      open_weighted(take, low, high);
    else
      open_counted(take, low, high);
  }

  // Calls body(score, whether it is positive, its bucket, its weight) for the rows of these buckets.
  template <class Body>
  void for_taken(const std::vector<uint8_t> &take, double low, double high, const Body &body) const {
    for_blocks(rows_, [&](const ScoredRun &run, int64_t first, int64_t n, const double *scores) {
      int64_t at[block + compress_spare];
      double within[block];
      uint16_t bucket[block];
      const int32_t found = positions_within(scores, static_cast<int32_t>(n), low, high, 0, at);
      for (int32_t c = 0; c < found; ++c) within[c] = scores[at[c]];
      buckets_of(grid_, within, found, bucket);
      for (int32_t c = 0; c < found; ++c) {
        if (!take[bucket[c]]) continue;
        const int64_t i = first + at[c];
        const bool positive = run.labels.data ? run.labels[i] != 0 : run.label != 0;
        body(std::min(within[c], largest) + 0.0, positive, bucket[c], run.weights ? run.weights[i] : 1.0);
      }
    });
  }

  // Where every weight is 1, pieces say how many rows of each label they have: scores alone are kept, each in its
  // place.
  void open_counted(const std::vector<uint8_t> &take, double low, double high) {
    std::vector<std::size_t> place(2 * BucketGrid::buckets, 0);
    std::size_t sum = 0;
    for (std::size_t i = 0; i < search_.pieces.size(); ++i) {
      if (!take[bucket_[i]]) continue;
      const Piece &p = search_.pieces[i];
      place[2u * bucket_[i] + 1] = sum;
      place[2u * bucket_[i]] = sum + static_cast<std::size_t>(p.more_tp);
      sum += static_cast<std::size_t>(p.more_tp) + static_cast<std::size_t>(p.more_fp);
    }
    std::vector<double> scores(sum);
    for_taken(take, low, high, [&](double score, bool positive, uint16_t bucket, double) {
      scores[place[2u * bucket + positive]++] = score;
    });
    const auto descending = [](auto from, auto to) {
      if (std::any_of(from, to, [&](double s) { return s != *from; })) std::sort(from, to, std::greater<>());
    };
    for (std::size_t i = 0; i < search_.pieces.size(); ++i) {
      if (!take[bucket_[i]]) continue;
      Piece &p = search_.pieces[i];
      const auto middle = scores.begin() + static_cast<std::ptrdiff_t>(place[2u * bucket_[i] + 1]),
                 end = scores.begin() + static_cast<std::ptrdiff_t>(place[2u * bucket_[i]]);
      auto positive = middle - static_cast<std::ptrdiff_t>(p.more_tp), negative = middle;
      descending(positive, middle);
      descending(middle, end);
      p.opened = true;
      p.first = search_.points.size();
      double tp = p.tp, fp = p.fp;
      while (positive != middle) {
        const double score = *positive;
        for (; positive != middle && *positive == score; ++positive) tp += 1;
        for (; negative != end && *negative >= score; ++negative) fp += 1;
        search_.points.push_back({tp, fp, score});
      }
      p.last = search_.points.size();
    }
  }

  void open_weighted(const std::vector<uint8_t> &take, double low, double high) {
    std::vector<Row> taken;
    std::vector<uint16_t> bucket_of;
    std::vector<uint32_t> place(BucketGrid::buckets, 0);
    for_taken(take, low, high, [&](double score, bool positive, uint16_t bucket, double weight) {
      taken.push_back({score, positive ? weight : -weight});
      bucket_of.push_back(bucket);
      ++place[bucket];
    });
    // By buckets, from the highest down, then by score within each.
    uint32_t sum = 0;
    for (int b = BucketGrid::buckets; b-- > 0;) {
      const uint32_t n = place[static_cast<std::size_t>(b)];
      place[static_cast<std::size_t>(b)] = sum;
      sum += n;
    }
    std::vector<Row> grouped(taken.size());
    for (std::size_t i = 0; i < taken.size(); ++i) grouped[place[bucket_of[i]]++] = taken[i];
    std::size_t begin = 0;
    for (std::size_t i = 0; i < search_.pieces.size(); ++i) {
      Piece &p = search_.pieces[i];
      if (!take[bucket_[i]]) continue;
      const std::size_t end = place[bucket_[i]];
      const auto from = grouped.begin() + static_cast<std::ptrdiff_t>(begin),
                 to = grouped.begin() + static_cast<std::ptrdiff_t>(end);
      begin = end;
      if (std::any_of(from, to, [&](const Row &r) { return r.score != from->score; })) std::sort(from, to, higher);
      p.opened = true;
      p.first = search_.points.size();
      double tp = p.tp, fp = p.fp;
      for (auto r = from; r != to;) {
        const double score = r->score;
        double more = 0;
        for (; r != to && r->score == score; ++r) (r->weight > 0 ? more : fp) += std::fabs(r->weight);
        tp += more;
        if (more > 0) search_.points.push_back({tp, fp, score});
      }
      p.last = search_.points.size();
    }
  }

  // Mann and Whitney's: the pairs of rows in one bucket may all be ranked wrongly, or all rightly.
  AreaBounds ranking_area() const {
    double low = 0, within = 0;
    for (const Piece &p : search_.pieces) {
      low += p.more_tp * (rows_.negatives - p.end_fp());
      within += p.more_tp * p.more_fp;
    }
    const double pairs = rows_.positives * rows_.negatives;
    return {low / pairs, (low + within) / pairs};
  }

  const ScoredRows &rows_;
  const Criterion &criterion_;
  BucketGrid grid_;
  PieceSearch search_;
  std::vector<uint16_t> bucket_;  // of each piece
};

}  // namespace

std::optional<SearchResult> best_of_one_score(const ScoredRows &rows, const Criterion &criterion, Beside beside) {
  return OneScore(rows, criterion).best(beside);
}

double highest_below(const ScoredRows &rows, double threshold) {
  double out = -infinity;
  for_blocks(rows, [&](const ScoredRun &, int64_t, int64_t n, const double *scores) {
    out = std::max(out, greatest_below(scores, n, 1, threshold));
    // Infinite scores count as the largest finite one.
    if (threshold == infinity && std::find(scores, scores + n, infinity) != scores + n) out = largest;
  });
  return out + 0.0;
}

}  // namespace wald::core
