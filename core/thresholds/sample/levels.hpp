// The thresholds that need trying for one classifier, and where a score stands among them.
//
// Raising a threshold past a negative only removes a false positive, so some optimum has every threshold at the score
// of a positive, or at +inf (switched off; under "all", nothing flagged). For rare positives these levels are few, and
// exact. Where they are too many, quantiles of the positives' scores stand for them.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "core/numeric/vectors/ascending.hpp"
#include "core/thresholds/sample/sample.hpp"

namespace wald::core::thresholds {

struct Levels {
  std::vector<double> at;  // descending, from +inf
  bool quantiles = false;  // quantiles, not every score of a positive

  int32_t count() const { return static_cast<int32_t>(at.size()); }
};

// Of positives with scores[i*stride], those at least `cut`. With keep_off the cut itself is a level, at which the
// classifier restricts nothing (rule "all"). At most `cap` levels, at least 2.
Levels positive_levels(const double *scores, int64_t n, int64_t stride, double cut, bool keep_off, int64_t cap);

// Levels at the positives' scores, at most `cap` for each classifier.
std::vector<Levels> levels_of(const Sample &sample, int64_t cap);

// The same, so that their lattice has at most `cells` cells. Throws if not even two levels each fit.
std::vector<Levels> lattice_levels(const Sample &sample, int64_t cells);

// `count` equally spaced thresholds between the smallest and largest finite score of all rows, below +inf.
Levels equal_levels(const Sample &sample, int64_t d, int64_t count);

// count^dims; INT64_MAX where it does not fit.
int64_t lattice_cells_of(int64_t count, int64_t dims);

// Where a score falls among buckets that are numbered upwards from the lowest level. Equally wide ones, or equally wide
// in the ordered bit pattern, which spreads scores next to 0 as a logarithm would.
struct BucketMap {
  double low = 0;         // the lowest level; scores below it have a bucket of their own
  bool by_value = false;  // equally wide
  double scale = 0;       // buckets for each unit, where they are
  uint64_t base = 0;      // else the bit pattern of the lowest level, and how many of its bits are left out
  int shift = 0;
  uint32_t last = 0, below = 0;

  // Without branches except for by_value: where a score lies cannot be guessed.
  uint32_t operator()(double s) const {
    if (by_value) return s < low ? below : of_value(s);
    return s < low ? below : of_bits(s);
  }
  uint32_t of_value(double s) const {
    const double position = (s - low) * scale;  // rises with s, rounded or not
    return position < last ? static_cast<uint32_t>(static_cast<int32_t>(position)) : last;
  }
  uint32_t of_bits(double s) const {
    const uint64_t bucket = (ordered_bits(s) - base) >> shift;
    return bucket < last ? static_cast<uint32_t>(bucket) : last;
  }
};

// About `wanted` buckets over the levels at[1] > ... > at[n-1], n >= 2, of the kind that tells more of them apart.
// Scores below the lowest level have the bucket behind all others.
BucketMap bucket_map(const std::vector<double> &at, std::size_t wanted);
void find_buckets(const BucketMap &map, const double *s, int64_t n, int64_t stride, uint32_t *out);

// Finds the smallest k with at[k] <= s, count() if there is none, in constant time for scores that spread.
class Ranker {
 public:
  explicit Ranker(const Levels &levels);
  int32_t operator()(double s) const {
    const std::size_t bucket = map_(s);
    int32_t low = start_[bucket + 1], high = start_[bucket];  // the answer lies in [low, high]; mostly low = high
    while (low < high) {
      const int32_t middle = (low + high) / 2;
      if (at_[static_cast<std::size_t>(middle)] <= s)
        high = middle;
      else
        low = middle + 1;
    }
    return low;
  }

 private:
  BucketMap map_;
  std::vector<double> at_;
  std::vector<int32_t> start_;  // of bucket b: the smallest k with at[k] in a lower bucket
};

}  // namespace wald::core::thresholds
