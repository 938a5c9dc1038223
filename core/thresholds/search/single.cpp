// Counts one classifier's rows between its levels.
#include "core/numeric/contraction.hpp"  // first

#include "core/thresholds/search/single.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <numeric>
#include <type_traits>
#include <utility>

#include "core/numeric/compiler.hpp"
#include "core/numeric/infinity.hpp"
#include "core/thresholds/search/area_bounds.hpp"

namespace wald::core::thresholds {

namespace {

// The scores of some positives that are evenly spread over the array, and the least and greatest of all from the cut
// on, descending below +inf.
std::vector<double> some_levels(const RowSet &rows, int64_t d, double cut) {
  constexpr int64_t most = 1024;
  const int64_t step = std::max<int64_t>(1, rows.size() / most);
  std::vector<double> out{infinity};
  for (int64_t i = 0; i < rows.size(); i += step)
    if (const double s = rows.row(i)[d]; s >= cut) out.push_back(s);
  // Several at a time, so that one does not wait for the one before.
  constexpr int64_t at_once = 4;
  double lows[at_once], highs[at_once];
  std::fill(lows, lows + at_once, infinity);
  std::fill(highs, highs + at_once, -infinity);
  const double *s = rows.scores.data() + d;
  int64_t i = 0;
  for (; i + at_once <= rows.size(); i += at_once)
    for (int64_t k = 0; k < at_once; ++k, s += rows.dims) {
      const double at_least = *s >= cut ? *s : infinity, at_most = *s >= cut ? *s : -infinity;
      lows[k] = at_least < lows[k] ? at_least : lows[k];
      highs[k] = at_most > highs[k] ? at_most : highs[k];
    }
  double low = *std::min_element(lows, lows + at_once), high = *std::max_element(highs, highs + at_once);
  for (; i < rows.size(); ++i, s += rows.dims) {
    if (!(*s >= cut)) continue;
    low = std::min(low, *s);
    high = std::max(high, *s);
  }
  if (low > high) return out;
  out.insert(out.end(), {low, high});
  std::sort(out.begin(), out.end(), std::greater<>());
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

constexpr int64_t rows_of_block = 256;

// Calls body(first, n, buckets) for some rows after the other.
template <class Body>
void for_buckets(const BucketMap &map, const RowSet &rows, int64_t d, const Body &body) {
  uint32_t bucket[rows_of_block];
  for (int64_t first = 0; first < rows.size(); first += rows_of_block) {
    const int64_t n = std::min(rows_of_block, rows.size() - first);
    find_buckets(map, rows.scores.data() + first * rows.dims + d, n, rows.dims, bucket);
    body(first, n, bucket);
  }
}

// Levels and what lies between them, from the rows that come by descending score, of equal ones the positives first.
class LevelCounter {
 public:
  void expect(std::size_t most_levels) {
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
    return (ordered_bits(score) - base) << 1 | static_cast<uint64_t>(positive);
  }
  static uint64_t key(Row row) { return row; }
  static bool before(Row a, Row b) { return a < b; }
  static constexpr bool key_is_all = true;
  double score(Row row) const { return number_of((row >> 1) + base); }
};
struct Loose {
  struct Row {
    double score, weight;  // below 0 for negatives
  };

  static Row pack(double score, bool positive, double weight) { return {score + 0.0, positive ? weight : -weight}; }
  static uint64_t key(const Row &row) { return ordered_bits(row.score); }
  static bool before(const Row &a, const Row &b) {
    return a.score < b.score || (a.score == b.score && a.weight < b.weight);
  }
  static constexpr bool key_is_all = false;
};

// The least and the greatest key.
struct KeyEnds {
  uint64_t low, high;
};
// Vectors compare whole numbers with a sign: with the highest bit turned these are in the same order.
WALD_LEVELS(KeyEnds, ends_of_packed, (const uint64_t *rows, std::size_t n), (rows, n)) {
  constexpr uint64_t highest_bit = uint64_t{1} << 63;
  int64_t low = std::numeric_limits<int64_t>::max(), high = std::numeric_limits<int64_t>::min();
  for (std::size_t i = 0; i < n; ++i) {
    const auto row = static_cast<int64_t>(rows[i] ^ highest_bit);
    low = row < low ? row : low;
    high = row > high ? row : high;
  }
  return {static_cast<uint64_t>(low) ^ highest_bit, static_cast<uint64_t>(high) ^ highest_bit};
}
template <class Form>
KeyEnds ends_of(const typename Form::Row *rows, std::size_t n) {
  if constexpr (Form::key_is_all) {
    return ends_of_packed(rows, n);
  } else {
    KeyEnds out{~uint64_t{0}, 0};
    for (std::size_t i = 0; i < n; ++i) {
      const uint64_t key = Form::key(rows[i]);
      out = {std::min(out.low, key), std::max(out.high, key)};
    }
    return out;
  }
}

// Sorts n rows, with as much `room`; what is returned holds them, one of both. Spread over twice as many places by
// their key they are nearly in order; where many share a place, they are spread again.
template <class Form>
typename Form::Row *sort_bucket(typename Form::Row *rows, std::size_t n, typename Form::Row *room) {
  using Row = typename Form::Row;
  constexpr std::size_t few = 24, fewest_places = 64, most_places = 4096;
  const auto insert = [](Row *of, std::size_t count) {
    for (std::size_t i = 1; i < count; ++i) {
      const Row row = of[i];
      std::size_t at = i;
      for (; at > 0 && Form::before(row, of[at - 1]); --at) of[at] = of[at - 1];
      of[at] = row;
    }
  };
  if (n <= few) {
    insert(rows, n);
    return rows;
  }
  const auto [low, high] = ends_of<Form>(rows, n);
  std::size_t places = fewest_places;
  while (places < 2 * n && places < most_places) places *= 2;
  int shift = 0;
  while (((high - low) >> shift) >= places) ++shift;
  places = static_cast<std::size_t>((high - low) >> shift) + 1;  // those that are used
  std::array<uint32_t, most_places + 1> place;
  std::fill(place.begin(), place.begin() + static_cast<std::ptrdiff_t>(places) + 1, 0);
  uint32_t fullest = 0;
  for (std::size_t i = 0; i < n; ++i) {
    uint32_t &count = place[static_cast<std::size_t>((Form::key(rows[i]) - low) >> shift) + 1];
    fullest = std::max(fullest, ++count);
  }
  // Equal keys are not told apart by their places.
  if (shift == 0 && !Form::key_is_all && fullest > few) {
    std::sort(rows, rows + n, Form::before);
    return rows;
  }
  for (std::size_t p = 1; p <= places; ++p) place[p] += place[p - 1];
  for (std::size_t i = 0; i < n; ++i)
    room[place[static_cast<std::size_t>((Form::key(rows[i]) - low) >> shift)]++] = rows[i];
  if (shift == 0 && Form::key_is_all) return room;
  if (fullest <= few) {
    insert(room, n);
    return room;
  }
  for (std::size_t p = 0, begin = 0; p < places; begin = place[p++]) {
    const std::size_t count = place[p] - begin;
    const Row *const sorted = sort_bucket<Form>(room + begin, count, rows + begin);
    if (sorted != room + begin) std::copy(sorted, sorted + count, room + begin);
  }
  return room;
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
    for (std::size_t l = 1; l <= level; ++l) counter.add(number_of(levels[l].score + form.base), levels[l]);
    end = begin;
  }
}

// Rows of one label, as they are sorted.
template <class Form>
void pack_rows(const Form &form, const RowSet &of, int64_t d, int64_t first, int64_t n, bool positive,
               typename Form::Row *out) {
  const double *const s = of.scores.data() + first * of.dims + d;
  if (of.dims == 1 && of.weights.empty()) {
    for (int64_t i = 0; i < n; ++i) out[i] = form.pack(s[i], positive, 1);
  } else {
    for (int64_t i = 0; i < n; ++i) out[i] = form.pack(s[i * of.dims], positive, of.weight(first + i));
  }
}

// A bucket sort of the rows in buckets that hold a level, from the highest down; of the others the weight is enough.
// `to` is told how many levels to expect at most, then rows and weights of negatives behind them. Returns the weight of
// the positives that are left.
template <class Form, class To>
double deal_by_buckets(const Sample &sample, int64_t d, const std::vector<double> &some, const Form &form, To &to) {
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
  const LargeMemory<Row> dealt(start[buckets] + 1);  // not set to 0 first
  std::vector<Row> room;
  // Rows of buckets without a level all go to the place behind the last: a branch less.
  const auto deal = [&](auto &at, const RowSet &of, bool positive) {
    for_buckets(map, of, d, [&](int64_t first, int64_t n, const uint32_t *bucket) {
      Row packed[rows_of_block];
      pack_rows(form, of, d, first, n, positive, packed);
      for (int64_t i = 0; i < n; ++i) {
        dealt[at[bucket[i]]] = packed[i];
        at[bucket[i]] += holds_level[bucket[i]];
      }
    });
  };
  const auto deal_both = [&](auto at) {
    for (std::size_t b = 0; b < buckets; ++b)
      if (!holds_level[b]) at[b] = static_cast<std::decay_t<decltype(at[b])>>(start[buckets]);
    deal(at, positives, true);
    deal(at, negatives, false);
  };
  // Where the next row of each bucket goes; half as much of the first cache where 32 bits do.
  if (start[buckets] < std::numeric_limits<uint32_t>::max())
    deal_both(std::vector<uint32_t>(start.begin(), start.end() - 1));
  else
    deal_both(std::vector<std::size_t>(start.begin(), start.end() - 1));
  to.expect(levels);
  const auto weight_of = [&](const Counts &of, std::size_t b) {
    return of.weight.empty() ? static_cast<double>(of.rows[b]) : of.weight[b];
  };
  for (std::size_t b = map.below; b-- > 0;) {
    if (!holds_level[b]) {
      to.negatives_below(weight_of(wrong, b));
      continue;
    }
    const std::size_t n = start[b + 1] - start[b];
    if (room.size() < n) room.resize(n);
    to.add(form, sort_bucket<Form>(dealt.data() + start[b], n, room.data()), n);
  }
  to.negatives_below(weight_of(wrong, map.below));
  return weight_of(right, map.below);
}

// Levels and counts between them.
struct ToLevels {
  LevelCounter counter;
  void expect(std::size_t levels) { counter.expect(levels); }
  void negatives_below(double weight) { counter.negatives_below(weight); }
  template <class Form>
  void add(const Form &form, const typename Form::Row *rows, std::size_t n) {
    add_levels(form, rows, n, counter);
  }
};

// The labels of some rows that are sorted, packed, and of which the last have the highest scores.
constexpr std::size_t rows_of_word = 64;
struct LabelWord {
  uint64_t positive;  // the last row's label in the highest bit
  uint64_t tied;      // 0 if no row has the score of another row, of the same word or of the ones next to it
};

// Of rows [begin, end) of n, as many words as it takes, from the last row down.
WALD_LEVELS(void, read_labels,
            (const uint64_t *rows, std::size_t begin, std::size_t end, std::size_t n, LabelWord *out),
            (rows, begin, end, n, out)) {
  for (; end > begin; ++out) {
    const std::size_t count = end - begin < rows_of_word ? end - begin : rows_of_word, first = end - count;
    uint64_t positive = 0, tied = 0;
    if (count == rows_of_word && first > 0) {
      const uint64_t *const of = rows + first, *const before = of - 1;
      for (std::size_t i = 0; i < rows_of_word; ++i) {
        positive |= (of[i] & 1) << i;
        tied |= (of[i] ^ before[i]) < 2;
      }
    } else {
      for (std::size_t i = first; i < end; ++i) {
        positive |= (rows[i] & 1) << (rows_of_word - (end - i));
        tied |= i > 0 && (rows[i] ^ rows[i - 1]) < 2;
      }
    }
    if (end < n) tied |= (rows[end] ^ rows[end - 1]) < 2;
    *out = {positive, tied};
    end = first;
  }
}

// The frontier's points and the area at once, of rows that weigh 1 each under "or".
class ToFrontier {
 public:
  explicit ToFrontier(CostAxis cost_axis) : by_fp_(cost_axis == CostAxis::fp) {
    points_[0] = {0, 0, 0};
    thresholds_[0] = infinity;
  }
  void expect(std::size_t levels) {
    out_.points.reserve(levels + 1);
    out_.thresholds.reserve(levels + 1, 1);
  }
  void negatives_below(double weight) {
    const auto rows = static_cast<int64_t>(weight);
    fp_ += rows;
    twice_area_ += 2 * rows * tp_;
  }
  void add(const Packed &form, const uint64_t *rows, std::size_t n) {
    std::array<LabelWord, words_at_once> words;
    for (std::size_t end = n; end > 0;) {
      const std::size_t begin = end > rows_at_once ? end - rows_at_once : 0;
      read_labels(rows, begin, end, n, words.data());
      for (std::size_t w = 0; end > begin; ++w) {
        const std::size_t first = end - begin > rows_of_word ? end - rows_of_word : begin;
        if (by_fp_ && !words[w].tied)
          add_runs(form, rows, first, end, words[w].positive);
        else
          add_some(form, rows, first, end);
        if (count_ > most_kept) flush();
        end = first;
      }
    }
  }
  SingleCurve finish(double positives, double negatives) {
    keep(count_);
    return {std::move(out_), 0.5 * static_cast<double>(twice_area_) / (positives * negatives)};
  }

 private:
  static constexpr std::size_t words_at_once = 8, rows_at_once = words_at_once * rows_of_word;
  static constexpr std::size_t most_kept = 448;  // points, before a word adds its own

  // Rows of scores that all differ: of each run of positives the last makes a point, and each negative lies below all
  // positives so far. `positive`: the labels, the highest score's in the highest bit.
  void add_runs(const Packed &form, const uint64_t *rows, std::size_t begin, std::size_t end, uint64_t positive) {
    int64_t tp = tp_, fp = fp_, twice_area = 0;
    std::size_t count = count_;
    const std::size_t kept = out_.points.size();
    while (positive != 0) {
      const int negatives = leading_zeros(positive);
      positive <<= negatives;
      const int positives = ~positive != 0 ? leading_zeros(~positive) : static_cast<int>(rows_of_word);
      positive = positive << (positives - 1) << 1;
      end -= static_cast<std::size_t>(negatives + positives);
      fp += negatives;
      twice_area += negatives * tp;
      tp += positives;
      const std::size_t at = count - (fp == last_fp_);
      points_[at] = {static_cast<double>(tp), static_cast<double>(fp), kept + at};
      thresholds_[at] = form.score(rows[end]);
      count = at + 1;
      last_fp_ = fp;
    }
    const auto negatives = static_cast<int64_t>(end - begin);
    fp_ = fp + negatives;
    twice_area_ += 2 * (twice_area + negatives * tp);
    tp_ = last_tp_ = higher_tp_ = tp;
    count_ = count;
  }
  // Without branches: labels cannot be guessed. Each row writes the point that its score would make, and one that makes
  // none leaves the place to the next. A point that more true positives beat at the same false ones is written over.
  void add_some(const Packed &form, const uint64_t *rows, std::size_t begin, std::size_t end) {
    int64_t tp = tp_, fp = fp_, last_tp = last_tp_, last_fp = last_fp_, higher_tp = higher_tp_, twice_area = 0;
    std::size_t count = count_;
    const std::size_t kept = out_.points.size();
    for (std::size_t i = end; i-- > begin;) {
      const uint64_t row = rows[i], score = row >> 1, next = i > 0 ? rows[i - 1] >> 1 : ~uint64_t{0};
      const auto positive = static_cast<int64_t>(row & 1);
      const bool last_of_score = score != next;
      tp += positive;
      fp += 1 - positive;
      // A negative row lies below the positives of higher scores, and half below those of its own, which come first.
      twice_area += (positive - 1) & (higher_tp + tp);
      const bool makes = last_of_score & (tp > last_tp), beats = makes & (fp == last_fp);
      const std::size_t at = count - beats;
      points_[at] = {static_cast<double>(tp), static_cast<double>(fp), kept + at};
      thresholds_[at] = number_of(score + form.base);
      count += makes & !beats;
      last_tp = makes ? tp : last_tp;
      last_fp = (makes & by_fp_) ? fp : last_fp;
      higher_tp = last_of_score ? tp : higher_tp;
    }
    tp_ = tp;
    fp_ = fp;
    last_tp_ = last_tp;
    last_fp_ = last_fp;
    higher_tp_ = higher_tp;
    twice_area_ += twice_area;
    count_ = count;
  }
  // But the last point, which may be written over.
  void flush() {
    keep(count_ - 1);
    points_[0] = points_[count_ - 1];
    thresholds_[0] = thresholds_[count_ - 1];
    count_ = 1;
  }
  void keep(std::size_t points) {
    out_.points.insert(out_.points.end(), points_.begin(), points_.begin() + static_cast<std::ptrdiff_t>(points));
    out_.thresholds.append(thresholds_.data(), points);
  }

  bool by_fp_;
  ThresholdFrontier out_;
  int64_t tp_ = 0, fp_ = 0, twice_area_ = 0;
  int64_t last_tp_ = 0, last_fp_ = -1;  // of the last point that some score makes
  int64_t higher_tp_ = 0;               // before the score that rows are read of
  std::size_t count_ = 1;               // points that are not kept yet, of which the last may be written over
  std::array<FrontierPoint, most_kept + rows_of_word + 2> points_;
  std::array<double, most_kept + rows_of_word + 2> thresholds_;
};

// Where all weights are 1 and the scores, of which these are some, span less than half of all doubles.
bool can_be_packed(const Sample &sample, const std::vector<double> &some) {
  return sample.positives().weights.empty() && sample.negatives().weights.empty() &&
         ordered_bits(infinity) - ordered_bits(some.back()) < uint64_t{1} << 63;
}

}  // namespace

SingleCounts count_single(const Sample &sample, int64_t d, double cut, bool keep_off) {
  const std::vector<double> some = some_levels(sample.positives(), d, cut);
  ToLevels to;
  double more_positives;
  if (some.size() == 1) {
    to.expect(0);
    to.negatives_below(sample.negatives().total());
    more_positives = sample.positives().total();
  } else if (can_be_packed(sample, some)) {
    // A row above every level belongs to the highest bucket, and is packed as well.
    more_positives = deal_by_buckets(sample, d, some, Packed{ordered_bits(some.back())}, to);
  } else {
    more_positives = deal_by_buckets(sample, d, some, Loose{}, to);
  }
  return to.counter.finish(more_positives, cut, keep_off);
}

SingleCurve single_curve(const Sample &sample, CostAxis cost_axis) {
  const double cut = sample.rated_from()[0];
  const double positives = sample.positives().total(), negatives = sample.negatives().total();
  constexpr double exact_area = 0x1p51;  // sums of halves up to it are exact, whatever their order
  if (sample.rule() == Rule::any && positives * negatives > 0 && positives * negatives < exact_area) {
    const std::vector<double> some = some_levels(sample.positives(), 0, cut);
    if (some.size() > 1 && can_be_packed(sample, some)) {
      ToFrontier to(cost_axis);
      deal_by_buckets(sample, 0, some, Packed{ordered_bits(some.back())}, to);
      return to.finish(positives, negatives);
    }
  }
  const SingleCounts counts = count_single(sample, 0, cut, sample.rule() == Rule::all);
  return {single_frontier(counts, sample, cost_axis), ranking_area(counts)};
}

ThresholdFrontier single_frontier(const SingleCounts &counts, const Sample &sample, CostAxis cost_axis) {
  // Points come by TP, and FP falls nowhere. Of equal points "and" takes the lowest threshold.
  const bool last_wins = sample.rule() == Rule::all;
  const std::vector<double> &at = counts.levels.at;
  ThresholdFrontier out;
  out.points.reserve(at.size());
  out.thresholds.reserve(at.size(), 1);
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
  double higher = 0, rightly = 0, wrongly = 0;
  for (std::size_t k = 0; k < counts.levels.at.size(); ++k) {
    higher += counts.negatives[k];
    rightly += counts.positives[k] * (negatives - higher + 0.5 * counts.tied[k]);
    wrongly += counts.positives[k] * (higher - 0.5 * counts.tied[k]);
  }
  return area_bounds(rightly, wrongly, 0, positives * negatives).low;
}

double ranking_area(const Sample &sample, int64_t d) {
  if (sample.narrow()) return ranking_area(sample.widened(), d);
  return ranking_area(count_single(sample, d, -std::numeric_limits<double>::infinity(), false));
}

}  // namespace wald::core::thresholds
