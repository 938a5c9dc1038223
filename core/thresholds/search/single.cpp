#include "core/numeric/contraction.hpp"  // first

#include "core/thresholds/search/single.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <memory>
#include <numeric>
#include <utility>

namespace wald::core {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

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

// Levels and what lies between them, from the rows that come by descending score, of equal ones the positives first.
class LevelCounter {
 public:
  explicit LevelCounter(std::size_t most_levels) {
    out_.levels.at.reserve(most_levels + 2);
    for (std::vector<double> *of_level : {&out_.positives, &out_.negatives, &out_.tied}) {
      of_level->reserve(most_levels + 3);
      of_level->push_back(0);
    }
    out_.levels.at.push_back(infinity);
  }
  void positive(double score, double weight) {
    if (any_ && out_.levels.at.back() == score) {
      out_.positives.back() += weight;
      return;
    }
    any_ = true;
    add_level(score, weight, 0);
  }
  void negative(double score, double weight) {
    if (any_ && out_.levels.at.back() == score) {
      out_.negatives.back() += weight;
      out_.tied.back() += weight;
    } else {
      more_negatives_ += weight;
    }
  }
  struct Level {
    uint64_t score;  // as rows are packed
    uint32_t positives, tied, behind;
  };
  void add(double score, const Level &level) {
    add_level(score, level.positives, level.tied);
    out_.negatives.back() += level.tied;
    more_negatives_ = level.behind;
    any_ = true;
  }
  void negatives_below(double weight) { more_negatives_ += weight; }
  // Those that are left are below every level; `cut` may be one, too.
  SingleCounts finish(double more_positives, double cut, bool keep_off) {
    if (keep_off && out_.levels.at.back() > cut) {
      add_level(cut, more_positives, 0);
      more_positives = 0;
    }
    out_.positives.push_back(more_positives);
    out_.negatives.push_back(more_negatives_);
    out_.tied.push_back(0);
    return std::move(out_);
  }

 private:
  void add_level(double score, double positives, double tied) {
    out_.levels.at.push_back(score);
    out_.positives.push_back(positives);
    out_.negatives.push_back(more_negatives_);
    out_.tied.push_back(tied);
    more_negatives_ = 0;
  }

  SingleCounts out_;
  double more_negatives_ = 0;
  bool any_ = false;  // a level that is some positive's score
};

// How rows lie in memory while they are sorted: by ascending `key()`, which of equal scores is greatest for positives.
// Where all weights are 1 and scores span less than half of all doubles, a row is one number, with the label in bit 0.
struct Packed {
  using Row = uint64_t;
  uint64_t base;  // of the lowest level

  Row pack(double score, bool positive, double) const {
    return (BucketMap::ordered_bits(score) - base) << 1 | static_cast<uint64_t>(positive);
  }
  static uint64_t key(Row row) { return row; }
  static bool before(Row a, Row b) { return a < b; }
  static constexpr bool key_is_all = true;
  double score(Row row) const { return BucketMap::score_of((row >> 1) + base); }
};
struct Loose {
  struct Row {
    double score, weight;  // below 0 for negatives
  };

  static Row pack(double score, bool positive, double weight) { return {score + 0.0, positive ? weight : -weight}; }
  static uint64_t key(const Row &row) { return BucketMap::ordered_bits(row.score); }
  static bool before(const Row &a, const Row &b) {
    return a.score < b.score || (a.score == b.score && a.weight < b.weight);
  }
  static constexpr bool key_is_all = false;
};

// Sorts the rows of one bucket: spread over twice as many places by their key they are nearly in order. `room` is as
// long as they are.
template <class Form>
void sort_bucket(typename Form::Row *rows, std::size_t n, std::vector<typename Form::Row> &room) {
  using Row = typename Form::Row;
  constexpr std::size_t few = 24, places = 512, most = 4 * places;
  if (n > few) {
    uint64_t low = Form::key(rows[0]), high = low;
    for (std::size_t i = 1; i < n; ++i)
      low = std::min(low, Form::key(rows[i])), high = std::max(high, Form::key(rows[i]));
    int shift = 0;
    while (((high - low) >> shift) >= places) ++shift;
    std::array<uint32_t, places + 1> place{};
    uint32_t fullest = 0;
    for (std::size_t i = 0; i < n; ++i) {
      uint32_t &count = place[static_cast<std::size_t>((Form::key(rows[i]) - low) >> shift) + 1];
      fullest = std::max(fullest, ++count);
    }
    const bool sorts = Form::key_is_all && shift == 0;
    if (!sorts && (n > most || fullest > few)) {
      std::sort(rows, rows + n, Form::before);
      return;
    }
    for (std::size_t p = 1; p <= places; ++p) place[p] += place[p - 1];
    if (room.size() < n) room.resize(n);
    for (std::size_t i = 0; i < n; ++i)
      room[place[static_cast<std::size_t>((Form::key(rows[i]) - low) >> shift)]++] = rows[i];
    std::copy(room.data(), room.data() + n, rows);
    if (sorts) return;
  }
  for (std::size_t i = 1; i < n; ++i) {
    const Row row = rows[i];
    std::size_t at = i;
    for (; at > 0 && Form::before(row, rows[at - 1]); --at) rows[at] = rows[at - 1];
    rows[at] = row;
  }
}

void add_levels(const Loose &, const Loose::Row *rows, std::size_t n, LevelCounter &counter) {
  for (std::size_t i = n; i-- > 0;)
    rows[i].weight > 0 ? counter.positive(rows[i].score, rows[i].weight)
                       : counter.negative(rows[i].score, -rows[i].weight);
}

// Without branches: labels cannot be guessed. Each row writes the level that it belongs to or lies behind, and a row
// that is none of its own leaves the place to the next.
void add_levels(const Packed &form, const uint64_t *rows, std::size_t n, LevelCounter &counter) {
  constexpr std::size_t most = 256;
  std::array<LevelCounter::Level, most + 1> levels;
  for (std::size_t end = n; end > 0;) {
    // Scores are not split: what is left over of the last one comes along.
    std::size_t begin = end > most ? end - most : 0;
    while (begin > 0 && rows[begin - 1] >> 1 == rows[begin] >> 1) --begin;
    if (end - begin > most) {
      for (std::size_t i = end; i-- > begin;)
        rows[i] & 1 ? counter.positive(form.score(rows[i]), 1) : counter.negative(form.score(rows[i]), 1);
      end = begin;
      continue;
    }
    std::size_t level = 0;  // levels[0]: what lies above the first
    uint64_t score = ~uint64_t{0};
    levels[0] = {0, 0, 0, 0};
    for (std::size_t i = end; i-- > begin;) {
      const bool positive = rows[i] & 1, same = rows[i] >> 1 == score, next = positive && !same;
      score = next ? rows[i] >> 1 : score;
      level += next;
      LevelCounter::Level &at = levels[level];
      at.score = score;
      at.positives = (next ? 0 : at.positives) + positive;
      at.tied = (next ? 0 : at.tied) + (!positive && same);
      at.behind = (next ? 0 : at.behind) + (!positive && !same);
    }
    counter.negatives_below(static_cast<double>(levels[0].behind));
    for (std::size_t l = 1; l <= level; ++l) counter.add(BucketMap::score_of(levels[l].score + form.base), levels[l]);
    end = begin;
  }
}

// By a bucket sort of the rows in buckets that hold a level; of the others the weight is enough.
template <class Form>
SingleCounts count_by_buckets(const Sample &sample, int64_t d, double cut, bool keep_off,
                              const std::vector<double> &some, const Form &form) {
  const RowSet &positives = sample.positives(), &negatives = sample.negatives();
  const auto rows = static_cast<std::size_t>(positives.size() + negatives.size());
  // Among rare positives most buckets shall hold none. Else so many that a bucket is sorted within the first cache, and
  // that the places where the next row of each goes stay in the second.
  const bool rare = positives.size() * 16 < negatives.size();
  const BucketMap map = bucket_map(some, rare ? std::clamp<std::size_t>(rows / 24, 256, std::size_t{1} << 16)
                                              : std::clamp<std::size_t>(rows / 128, 256, std::size_t{1} << 12));
  const std::size_t buckets = std::size_t{map.below} + 1;
  struct Counts {
    std::vector<uint32_t> rows;
    std::vector<double> weight;
  };
  const auto counted = [&](const RowSet &of) {
    Counts out{std::vector<uint32_t>(buckets), {}};
    if (!of.weights.empty()) out.weight.resize(buckets);
    for_buckets(map, of, d, [&](int64_t first, int64_t n, const uint32_t *bucket) {
      for (int64_t i = 0; i < n; ++i) {
        ++out.rows[bucket[i]];
        if (!of.weights.empty()) out.weight[bucket[i]] += of.weight(first + i);
      }
    });
    return out;
  };
  const Counts right = counted(positives), wrong = counted(negatives);
  std::vector<uint8_t> holds_level(buckets);
  for (std::size_t b = 0; b < map.below; ++b) holds_level[b] = right.rows[b] > 0;
  std::vector<std::size_t> start(buckets + 1);
  std::size_t levels = 0;
  for (std::size_t b = 0; b < buckets; ++b) {
    start[b + 1] = start[b] + (holds_level[b] ? right.rows[b] + wrong.rows[b] : 0);
    levels += holds_level[b] ? right.rows[b] : 0;
  }
  using Row = typename Form::Row;
  const std::unique_ptr<Row[]> dealt(new Row[start[buckets]]);  // not set to 0 first
  std::vector<Row> room;
  std::vector<std::size_t> at(start.begin(), start.end() - 1);
  const auto deal = [&](const RowSet &of, bool positive) {
    for_buckets(map, of, d, [&](int64_t first, int64_t n, const uint32_t *bucket) {
      for (int64_t i = 0; i < n; ++i)
        if (holds_level[bucket[i]])
          dealt[at[bucket[i]]++] = form.pack(of.row(first + i)[d], positive, of.weight(first + i));
    });
  };
  deal(positives, true);
  deal(negatives, false);
  LevelCounter counter(levels);
  const auto weight_of = [&](const Counts &of, std::size_t b) {
    return of.weight.empty() ? static_cast<double>(of.rows[b]) : of.weight[b];
  };
  for (std::size_t b = map.below; b-- > 0;) {
    if (!holds_level[b]) {
      counter.negatives_below(weight_of(wrong, b));
      continue;
    }
    sort_bucket<Form>(dealt.get() + start[b], start[b + 1] - start[b], room);
    add_levels(form, dealt.get() + start[b], start[b + 1] - start[b], counter);
  }
  counter.negatives_below(weight_of(wrong, map.below));
  return counter.finish(weight_of(right, map.below), cut, keep_off);
}

}  // namespace

SingleCounts count_single(const Sample &sample, int64_t d, double cut, bool keep_off) {
  const RowSet &positives = sample.positives(), &negatives = sample.negatives();
  const std::vector<double> some = some_levels(positives, d, cut);
  if (some.size() == 1) {
    LevelCounter none(0);
    none.negatives_below(negatives.total());
    return none.finish(positives.total(), cut, keep_off);
  }
  const uint64_t base = BucketMap::ordered_bits(some.back());
  const bool weighted = !positives.weights.empty() || !negatives.weights.empty();
  // A row above every level belongs to the highest bucket, and is packed as well.
  if (!weighted && BucketMap::ordered_bits(infinity) - base < uint64_t{1} << 63)
    return count_by_buckets(sample, d, cut, keep_off, some, Packed{base});
  return count_by_buckets(sample, d, cut, keep_off, some, Loose{});
}

ThresholdFrontier single_frontier(const SingleCounts &counts, const Sample &sample, CostAxis cost_axis) {
  // Points come by TP, and FP falls nowhere. Of equal points "and" takes the lowest threshold.
  const bool last_wins = sample.rule() == Rule::all;
  const std::vector<double> &at = counts.levels.at;
  ThresholdFrontier out;
  out.points.push_back({0, 0, 0});
  out.thresholds.push_back(at[0]);
  double tp = 0, fp = 0;
  for (std::size_t k = 1; k < at.size(); ++k) {
    tp += counts.positives[k];
    fp += counts.negatives[k];
    FrontierPoint &before = out.points.back();
    if (tp == before.tp && (fp > before.fp || !last_wins || out.points.size() == 1)) continue;
    const bool beaten = tp == before.tp || (cost_axis == CostAxis::fp && fp == before.fp && out.points.size() > 1);
    if (beaten) {
      before.tp = tp;
      *out.thresholds.row(out.points.size() - 1) = at[k];
      continue;
    }
    out.points.push_back({tp, fp, out.points.size()});
    out.thresholds.push_back(at[k]);
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
