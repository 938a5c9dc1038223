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

// Finds the smallest k with at[k] <= s, count() if there is none, in constant time for scores that spread.
class Ranker {
 public:
  explicit Ranker(const Levels &levels);
  int32_t operator()(double s) const {
    // Without branches up to the bisection, which few scores need: where a score lies cannot be guessed.
    const uint64_t key = ordered(s), inside = std::min(key, top_) - base_;
    const std::size_t bucket = key < base_ ? below_ : static_cast<std::size_t>(inside >> shift_);
    int32_t low = start_[bucket + 1], high = start_[bucket];  // the answer lies in [low, high]
    while (low < high) {
      const int32_t middle = (low + high) / 2;
      if (keys_[static_cast<std::size_t>(middle)] <= key)
        high = middle;
      else
        low = middle + 1;
    }
    return low;
  }

 private:
  // Unsigned integers in the order of the doubles; both zeros are one.
  static uint64_t ordered(double x) {
    x += 0.0;  // -0 becomes +0
    uint64_t bits;
    static_assert(sizeof bits == sizeof x);
    std::memcpy(&bits, &x, sizeof bits);
    return bits ^ ((uint64_t{0} - (bits >> 63)) | (uint64_t{1} << 63));
  }
  uint64_t base_ = 0, top_ = 0;
  int shift_ = 0;
  int32_t n_;
  std::size_t below_ = 0;  // the bucket of scores below all levels
  std::vector<uint64_t> keys_;
  std::vector<int32_t> start_;  // of bucket b: the smallest k with key(at[k]) <= the bucket's lowest key
};

}  // namespace wald::core
