// The thresholds that need trying for one classifier, and where a score stands among them.
//
// Raising a threshold past a negative only removes a false positive, so some optimum has every threshold at the score
// of a positive, or at +inf (switched off; under "all", nothing flagged). For rare positives these levels are few, and
// exact. Where they are too many, quantiles of the positives' scores stand for them.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <vector>

#include "core/thresholds/sample.hpp"

namespace wald::core {

struct Levels {
  std::vector<double> at;  // descending, from +inf
  bool quantiles = false;  // quantiles, not every score of a positive

  int32_t count() const { return static_cast<int32_t>(at.size()); }
};

// Of positives with scores[i*stride], those at least `cut`. With keep_off the cut itself is a level, at which the
// classifier restricts nothing (rule "all"). At most `cap` levels, at least 2.
Levels positive_levels(const double *scores, int64_t n, int64_t stride, double cut, bool keep_off, int64_t cap);

// `count` equally spaced thresholds between the smallest and largest finite score of all rows, below +inf.
Levels equal_levels(const Sample &sample, int64_t d, int64_t count);

// count^dims; INT64_MAX where it does not fit.
int64_t lattice_cells_of(int64_t count, int64_t dims);

// Unsigned integers in the order of the doubles; both zeros are one.
inline uint64_t ordered_key(double x) {
  x += 0.0;  // -0 becomes +0
  uint64_t bits;
  static_assert(sizeof bits == sizeof x);
  std::memcpy(&bits, &x, sizeof bits);
  return bits ^ ((uint64_t{0} - (bits >> 63)) | (uint64_t{1} << 63));
}

// Finds the smallest k with at[k] <= s, count() if there is none, in constant time for scores that spread.
class Ranker {
 public:
  explicit Ranker(const Levels &levels);
  int32_t operator()(double s) const { return in_bucket(s, bucket_of(s)); }

  // Scores between the same levels mostly share a bucket, so that many of them are counted by buckets first. Buckets
  // are numbered from 0 to buckets()-1.
  std::size_t buckets() const { return start_.size() - 1; }
  void find_buckets(const double *s, int64_t n, int64_t stride, uint32_t *out) const;
  // Whether a level lies in the bucket; where none does, all of its scores have the same rank.
  bool holds_level(std::size_t bucket) const { return holds_level_[bucket] != 0; }
  int32_t rank_of_bucket(std::size_t bucket) const { return start_[bucket]; }
  std::size_t below() const { return below_; }  // the bucket of scores below all levels

 private:
  // Without branches: where a score lies cannot be guessed.
  uint32_t bucket_of(double s) const {
    const uint64_t key = ordered_key(s), inside = std::min(key, top_) - base_;
    return static_cast<uint32_t>(key < base_ ? below_ : inside >> shift_);
  }
  int32_t in_bucket(double s, std::size_t bucket) const {
    int32_t low = start_[bucket + 1], high = start_[bucket];  // the answer lies in [low, high]
    if (low == high) return low;                              // most buckets hold no level
    const uint64_t key = ordered_key(s);
    while (low < high) {
      const int32_t middle = (low + high) / 2;
      if (keys_[static_cast<std::size_t>(middle)] <= key)
        high = middle;
      else
        low = middle + 1;
    }
    return low;
  }
  uint64_t base_ = 0, top_ = 0;
  int shift_ = 0;
  int32_t n_;
  uint64_t below_ = 0;  // the bucket of scores below all levels
  std::vector<uint64_t> keys_;
  std::vector<uint8_t> holds_level_;
  std::vector<int32_t> start_;  // of bucket b: the smallest k with key(at[k]) <= the bucket's lowest key
};

}  // namespace wald::core
