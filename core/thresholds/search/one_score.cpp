// Finds the best threshold of one score from a histogram of its buckets.
#include "core/numeric/contraction.hpp"  // first

#include "core/numeric/compiler.hpp"

WALD_VECTOR_MATH

#include <algorithm>
#include <cmath>
#include <cstring>
#include <functional>
#include <limits>
#include <memory>

#include "core/numeric/infinity.hpp"
#include "core/numeric/vectors/compress.hpp"
#include "core/thresholds/frontier/pieces.hpp"
#include "core/thresholds/sample/levels.hpp"
#include "core/thresholds/search/area_bounds.hpp"
#include "core/thresholds/search/one_score.hpp"

namespace wald::core::thresholds {

namespace {

constexpr int64_t rows_of_look = 512;  // rows that are looked at together

// ---- Scores to buckets ---------------------------------------------------------------------------

// Finite numbers in the order of the scores, equally far apart where doubles are next to each other: they spread scores
// next to 0 as a logarithm would. Rounding to 53 bits keeps the order.
double spread(double score) {
  return static_cast<double>(static_cast<int64_t>(ordered_bits(score) ^ (uint64_t{1} << 63)));
}

// Coarse buckets over all scores, and fine ones over a window: the sum of two monotone maps, which stays monotone when
// it is rounded.
struct BucketGrid {
  static constexpr int coarse = 512, fine = 1536, buckets = coarse + fine;
  bool spread = false;  // of spread(score) instead of the score
  double low = 0, high = 0, window_low = 0, window_high = 0;
  double scale = 0, window_scale = 0;
};

double scale_of(double low, double high, int buckets) {
  const double scale = (buckets - 1) / (high - low);
  return scale > 0 && scale < infinity ? scale : 0;
}

// Without branches, so that the compiler uses vectors. True if a score is NaN; its bucket means nothing.
WALD_LEVELS(bool, find_buckets,
            (const BucketGrid grid, const double *WALD_RESTRICT x, int64_t n, uint16_t *WALD_RESTRICT out),
            (grid, x, n, out)) {
  int64_t nan = 0;
  for (int64_t i = 0; i < n; ++i) {
    double a = x[i] > grid.low ? x[i] : grid.low;
    a = a < grid.high ? a : grid.high;
    double b = x[i] > grid.window_low ? x[i] : grid.window_low;
    b = b < grid.window_high ? b : grid.window_high;
    const double at = (a - grid.low) * grid.scale + (b - grid.window_low) * grid.window_scale;
    out[i] = static_cast<uint16_t>(static_cast<int32_t>(at));
    nan |= x[i] != x[i];
  }
  return nan != 0;
}

// spread() of each. True if a score is NaN.
WALD_LEVELS(bool, spread_all, (const double *WALD_RESTRICT x, int64_t n, double *WALD_RESTRICT keys), (x, n, keys)) {
  int64_t nan = 0;
  for (int64_t i = 0; i < n; ++i) {
    keys[i] = spread(x[i]);
    nan |= x[i] != x[i];
  }
  return nan != 0;
}

// A row as one number: its bucket, and its label in bit 0.
WALD_LEVELS(void, add_labels, (const uint8_t *WALD_RESTRICT labels, int64_t n, uint16_t *WALD_RESTRICT rows),
            (labels, n, rows)) {
  for (int64_t i = 0; i < n; ++i) rows[i] = static_cast<uint16_t>(2 * rows[i] + labels[i]);
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

void ask_for_score(const ScoredRun &run, int64_t i) {
  const Reals &s = run.scores;
  if (i >= s.n) return;
  if (s.is_float)
    prefetch(static_cast<const float *>(s.data) + i * s.stride);
  else
    prefetch(static_cast<const double *>(s.data) + i * s.stride);
}

// Calls body(run, first, n, the row's number among all) for every block of rows.
template <class Body>
void for_blocks(const ScoredRows &rows, const Body &body) {
  int64_t number = 0;
  for (const ScoredRun &run : rows.runs)
    for (int64_t first = 0; first < run.scores.n; first += rows_of_look) {
      const int64_t n = std::min(rows_of_look, run.scores.n - first);
      body(run, first, n, number);
      number += n;
    }
}

// True if a score is NaN.
bool buckets_of(const BucketGrid &grid, const double *scores, int64_t n, uint16_t *out) {
  if (!grid.spread) return find_buckets(grid, scores, n, out);
  double keys[rows_of_look];
  const bool nan = spread_all(scores, n, keys);
  find_buckets(grid, keys, n, out);
  return nan;
}

// Rows as numbers, 2 * bucket + label. True if a score is NaN.
bool number_rows(const BucketGrid &grid, const ScoredRun &run, int64_t first, int64_t n, uint16_t *out) {
  double room[rows_of_look];
  const bool nan = buckets_of(grid, load(run, first, n, room), n, out);
  const Strided<const uint8_t> labels = run.labels;
  if (!labels.data || labels.stride != 1) {
    uint8_t gathered[rows_of_look];
    for (int64_t i = 0; i < n; ++i) gathered[i] = labels.data ? labels[first + i] : run.label;
    add_labels(gathered, n, out);
  } else {
    add_labels(labels.data + first, n, out);
  }
  return nan;
}

// The first of them.
[[noreturn]] void refuse_nan(const ScoredRows &rows) {
  for (const ScoredRun &run : rows.runs)
    for (int64_t i = 0; i < run.scores.n; ++i)
      if (std::isnan(run.scores[i])) fail(Status::argument, "scores[", i, "][0] is nan: must be a number");
  fail(Status::internal, "scores: a nan is gone");
}

// ---- The grid, from a few rows -------------------------------------------------------------------

struct ScoreRow {
  double score, weight;  // the weight of a negative is below 0
};
// Of equal scores by weight, so that sums do not depend on the C++ library.
bool higher(const ScoreRow &a, const ScoreRow &b) { return a.score > b.score || (a.score == b.score && a.weight > b.weight); }

// The first row from `from` on with this label; -1 if there is none before `end`.
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
std::vector<ScoreRow> some_rows(const ScoredRows &rows) {
  std::vector<ScoreRow> out;
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
        out.push_back({run.scores[i] > largest_double ? largest_double : run.scores[i], label ? weight : -weight});
      }
    }
  }
  double found[2] = {0, 0};
  for (const ScoreRow &r : out) {
    if (std::isnan(r.score)) refuse_nan(rows);
    (r.weight > 0 ? found[1] : found[0]) += std::fabs(r.weight);
  }
  for (ScoreRow &r : out) r.weight *= r.weight > 0 ? rows.positives / found[1] : rows.negatives / found[0];
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
  const std::vector<ScoreRow> few = some_rows(rows);
  double tp = 0, fp = 0, best = -infinity;
  double best_tp = 0;
  for (const ScoreRow &r : few) {
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
  for (const ScoreRow &r : few) {
    if (tp <= best_tp - around * rows.positives) window_high = r.score;
    if (r.weight > 0) tp += r.weight;
    if (tp >= best_tp + around * rows.positives) {
      window_low = r.score;
      break;
    }
  }
  std::vector<double> plain, spread_out;
  for (const ScoreRow &r : few) {
    if (r.score == -infinity) continue;
    plain.push_back(r.score);
    spread_out.push_back(spread(r.score));
  }
  if (plain.empty()) return {};
  window_low = std::max(window_low, -largest_double);
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

// Nonempty ones, from the highest scores down. kept: if not null, each row as a number.
Bucketed pieces_of(const ScoredRows &rows, const BucketGrid &grid, uint16_t *kept) {
  constexpr std::size_t counters = 2 * BucketGrid::buckets;
  std::vector<double> sums(counters, 0.0);
  // Two tables by turns, so that one row's addition does not wait for that of the row before.
  std::vector<uint32_t> counts(2 * counters);
  const auto flush = [&] {
    for (std::size_t c = 0; c < counters; ++c) sums[c] += static_cast<double>(counts[c]) + counts[counters + c];
    std::fill(counts.begin(), counts.end(), 0);
  };
  constexpr int64_t most_in_counter = int64_t{1} << 31, at_once = 8;
  int64_t counted = 0;
  uint16_t room[rows_of_look];
  for_blocks(rows, [&](const ScoredRun &run, int64_t first, int64_t n, int64_t number) {
    uint16_t *const numbers = kept ? kept + number : room;
    if (number_rows(grid, run, first, n, numbers)) refuse_nan(rows);
    if (run.weights) {
      for (int64_t i = 0; i < n; ++i) sums[numbers[i]] += run.weights[first + i];
      return;
    }
    uint32_t *const even = counts.data(), *const odd = even + counters;
    int64_t i = 0;
    for (; i + at_once <= n; i += at_once) {
      ask_for_score(run, first + n + i);  // of the next block, while the processor does not wait for memory
      for (int64_t j = i; j < i + at_once; j += 2) {
        ++even[numbers[j]];
        ++odd[numbers[j + 1]];
      }
    }
    for (; i < n; ++i) ++even[numbers[i]];
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

std::size_t row_count(const ScoredRows &rows) {
  int64_t out = 0;
  for (const ScoredRun &run : rows.runs) out += run.scores.n;
  return static_cast<std::size_t>(out);
}

class OneScore {
 public:
  OneScore(const ScoredRows &rows, const Criterion &criterion, bool keep)
      : rows_(rows),
        criterion_(criterion),
        grid_(grid_of(rows, criterion)),
        kept_(keep ? new uint16_t[row_count(rows)] : nullptr),
        search_(criterion, rows.positives, rows.negatives) {
    Bucketed found = pieces_of(rows, grid_, kept_.get());
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

  // The greatest score below that of a row, or below +inf; -inf if there is none.
  double highest_below(double threshold) const {
    for (std::size_t i = 0; i < search_.points.size(); ++i)
      if (search_.points[i].score == threshold && next_[i] > -infinity) return next_[i];
    uint16_t bucket = BucketGrid::buckets - 1;
    if (threshold < infinity) buckets_of(grid_, &threshold, 1, &bucket);
    // In the bucket of the threshold, or else in the next one that holds a row.
    std::size_t first = 0;
    while (bucket_[first] > bucket) ++first;
    double out = -infinity;
    for_range(bucket_[std::min(first + 1, bucket_.size() - 1)], bucket, [&](double score, uint16_t, double) {
      if (score < threshold) out = std::max(out, score);
    });
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
    const bool weighted =
        std::any_of(rows_.runs.begin(), rows_.runs.end(), [](const ScoredRun &run) { return run.weights != nullptr; });
    if (weighted)
      open_weighted(take, lowest, highest);
    else
      open_counted(take, lowest, highest);
  }

  // Calls body(score, its number, weight) for the rows of the buckets from `lowest` to `highest`.
  template <class Body>
  void for_range(int lowest, int highest, const Body &body) const {
    const auto low = static_cast<uint16_t>(2 * lowest), high = static_cast<uint16_t>(2 * highest + 1);
    for_blocks(rows_, [&](const ScoredRun &run, int64_t first, int64_t n, int64_t number) {
      uint16_t room[rows_of_look];
      int32_t at[rows_of_look + compress_spare];
      if (!kept_) number_rows(grid_, run, first, n, room);
      const uint16_t *const numbers = kept_ ? kept_.get() + number : room;
      const int32_t found = positions_within(numbers, static_cast<int32_t>(n), low, high, at);
      for (int32_t c = 0; c < found; ++c) {
        const int64_t i = first + at[c];
        body(std::min(run.scores[i], largest_double) + 0.0, numbers[at[c]], run.weights ? run.weights[i] : 1.0);
      }
    });
  }

  // Calls body(score, whether it is positive, its bucket, its weight) for the rows of these buckets.
  template <class Body>
  void for_taken(const std::vector<uint8_t> &take, int lowest, int highest, const Body &body) const {
    for_range(lowest, highest, [&](double score, uint16_t number, double weight) {
      const auto bucket = static_cast<uint16_t>(number / 2);
      if (take[bucket]) body(score, number % 2 != 0, bucket, weight);
    });
  }

  // Where every weight is 1, pieces say how many rows of each label they have: scores alone are kept, each in its
  // place.
  void open_counted(const std::vector<uint8_t> &take, int lowest, int highest) {
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
    for_taken(take, lowest, highest, [&](double score, bool positive, uint16_t bucket, double) {
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
        next_.push_back(std::max(positive != middle ? *positive : -infinity, negative != end ? *negative : -infinity));
      }
      p.last = search_.points.size();
    }
  }

  void open_weighted(const std::vector<uint8_t> &take, int lowest, int highest) {
    std::vector<ScoreRow> taken;
    std::vector<uint16_t> bucket_of;
    std::vector<uint32_t> place(BucketGrid::buckets, 0);
    for_taken(take, lowest, highest, [&](double score, bool positive, uint16_t bucket, double weight) {
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
    std::vector<ScoreRow> grouped(taken.size());
    for (std::size_t i = 0; i < taken.size(); ++i) grouped[place[bucket_of[i]]++] = taken[i];
    std::size_t begin = 0;
    for (std::size_t i = 0; i < search_.pieces.size(); ++i) {
      Piece &p = search_.pieces[i];
      if (!take[bucket_[i]]) continue;
      const std::size_t end = place[bucket_[i]];
      const auto from = grouped.begin() + static_cast<std::ptrdiff_t>(begin),
                 to = grouped.begin() + static_cast<std::ptrdiff_t>(end);
      begin = end;
      if (std::any_of(from, to, [&](const ScoreRow &r) { return r.score != from->score; })) std::sort(from, to, higher);
      p.opened = true;
      p.first = search_.points.size();
      double tp = p.tp, fp = p.fp;
      for (auto r = from; r != to;) {
        const double score = r->score;
        double more = 0;
        for (; r != to && r->score == score; ++r) (r->weight > 0 ? more : fp) += std::fabs(r->weight);
        tp += more;
        if (!(more > 0)) continue;
        search_.points.push_back({tp, fp, score});
        next_.push_back(r != to ? r->score : -infinity);
      }
      p.last = search_.points.size();
    }
  }

  // Mann and Whitney's: the pairs of rows in one bucket may all be ranked wrongly, or all rightly.
  AreaBounds ranking_area() const {
    double rightly = 0, wrongly = 0, within = 0;
    for (const Piece &p : search_.pieces) {
      rightly += p.more_tp * (rows_.negatives - p.end_fp());
      wrongly += p.more_tp * (p.end_fp() - p.more_fp);
      within += p.more_tp * p.more_fp;
    }
    return area_bounds(rightly, wrongly, within, rows_.positives * rows_.negatives);
  }

  const ScoredRows &rows_;
  const Criterion &criterion_;
  BucketGrid grid_;
  std::unique_ptr<uint16_t[]> kept_;  // each row as a number; not kept of a sample, which is to take little memory
  PieceSearch search_;
  std::vector<uint16_t> bucket_;  // of each piece
  std::vector<double> next_;      // of each point, the next lower score of its piece; -inf if there is none
};

}  // namespace

std::optional<SearchResult> best_of_one_score(const ScoredRows &rows, const Criterion &criterion, Beside beside) {
  return OneScore(rows, criterion, false).best(beside);
}

std::optional<BestAndNext> best_and_next_lower(const ScoredRows &rows, const Criterion &criterion) {
  OneScore search(rows, criterion, true);
  auto found = search.best(Beside::hull);
  if (!found) return {};
  const auto index = static_cast<std::size_t>(criterion.choose(found->frontier.points).index);
  const double next_lower = search.highest_below(*found->frontier.thresholds.row(index));
  return BestAndNext{std::move(*found), next_lower};
}

}  // namespace wald::core::thresholds
