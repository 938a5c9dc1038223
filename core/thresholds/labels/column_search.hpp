// The best threshold of a short column of scores, one of many, without a copy of its rows or a sort of them all:
// buckets over the range that the scores have, in groups, of which bounds leave a few to look into. The proof is that
// of one_score.hpp, in docs/developers/algorithms.md.
#pragma once

#include <optional>
#include <vector>

#include "core/thresholds/frontier/pieces.hpp"

namespace wald::core::thresholds {

// What a column holds, where it may be searched.
struct ColumnRows {
  bool nan = false;        // some score is NaN
  bool bad_label = false;  // some label is neither 0 nor 1 nor not_rated
  bool unrated = false;
  bool infinite = false;
  double positives = 0, negatives = 0;
};

// A column after the other, in memory that is kept from one to the next.
template <class T>
class ColumnSearch {
 public:
  // Numbers of rows that are worth it, and that the counters hold.
  static constexpr int64_t fewest = 128, most = 65535;

  // Looks at n scores and labels, each next to the one before, which stay where they are for best().
  ColumnRows look_at(const T *scores, const uint8_t *labels, int64_t n);
  // Of a column of finite scores and rated rows: the frontier's points that may be best, the criterion's choice among
  // them. None if nothing is allowed.
  std::optional<ThresholdFrontier> best(const Criterion &criterion);

 private:
  struct Row {
    T score;
    uint32_t positive;
  };
  void count();
  double rows_of(uint32_t counter) const { return counter & 0xffff; }
  void open(PieceSearch &search, const std::vector<uint16_t> &bucket_of);

  const T *scores_ = nullptr;
  const uint8_t *labels_ = nullptr;
  int64_t n_ = 0;
  ColumnRows found_;
  int64_t low_ = 0, high_ = 0;      // the range of the scores' bits
  std::size_t buckets_ = 0;         // a multiple of a group's
  std::vector<uint16_t> bucket_;    // of each row
  std::vector<uint32_t> counters_;  // of each bucket twice: rows in the low half, positives in the high half
  std::vector<uint32_t> start_;
  std::vector<int32_t> at_;
  std::vector<Row> rows_;
};

extern template class ColumnSearch<float>;
extern template class ColumnSearch<double>;

}  // namespace wald::core::thresholds
