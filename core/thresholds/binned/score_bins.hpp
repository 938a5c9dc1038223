// Rows of one score in bins that adapt to them: weights by label, least and greatest score of each bin. A bin holds the
// scores whose ordered bits (BucketMap::ordered_bits) agree but for the last `shift` ones, counted within a window of
// scores. The shift is the least that leaves no more bins than the limit, so it depends on which scores there are and
// not on the order in which they came or were merged; weights are whole numbers of units. So equal rows give equal
// bins.
#pragma once

#include <cstdint>
#include <vector>

namespace wald::core {

// A whole number of 128 bits: a sum of squares.
struct Wide {
  uint64_t high = 0, low = 0;

  void add(const Wide &o) {
    low += o.low;
    high += o.high + (low < o.low ? 1 : 0);
  }
  void add_product(uint64_t x, uint64_t y);
  bool operator==(const Wide &o) const { return high == o.high && low == o.low; }
};

// Weights are multiples of 2^-20.
constexpr double weight_of_unit = 0x1p-20;
constexpr uint64_t units_of_one = uint64_t{1} << 20;

// Rows between two scores. Labels index arrays: 0, 1, not rated.
struct ScoreBin {
  uint64_t least = 0, greatest = 0;  // ordered bits
  uint64_t units[3] = {0, 0, 0};
  Wide squares[2];  // of the weights of rows labelled 0 and 1

  bool exact() const { return least == greatest; }  // all rows have one score
  void add(const ScoreBin &o);
};

struct ScoreWindow {
  uint64_t low, high;  // ordered bits, both within
  bool operator==(const ScoreWindow &o) const { return low == o.low && high == o.high; }
};

class ScoreBins {
 public:
  // Adding fails only for want of memory, and not where it was reserved. Windows ascend and do not overlap; `most`:
  // bins, or four times as many as windows, if that is more: so that each pass parts some of them.
  ScoreBins(std::vector<ScoreWindow> windows, std::size_t most);

  void reserve(std::size_t more);
  // One row, which counts for nothing where it lies in no window.
  void add(uint64_t ordered, int label, uint64_t units);
  void add(const ScoreBin &bin);       // which lies in one window
  void merge(const ScoreBins &other);  // another one, of the same windows

  int shift() const { return shift_; }
  std::size_t size() const { return bins_.size(); }
  std::vector<ScoreBin> ascending() const;
  // As if these had been added, at this shift or a greater one.
  void restore(int shift, const std::vector<ScoreBin> &bins);

 private:
  // The window of a score; windows_.size() where there is none.
  std::size_t window_of(uint64_t ordered) const;
  uint64_t key_of(uint64_t ordered, std::size_t window) const {
    const uint64_t low = windows_[window].low;
    return low + ((ordered - low) >> shift_ << shift_);
  }
  std::size_t place_of(uint64_t key) const;  // of the bin in table_, or where it belongs
  ScoreBin &bin_at(uint64_t key, uint64_t ordered);
  void coarsen(int shift);
  void keep_to_limit();

  std::vector<ScoreWindow> windows_;
  std::size_t most_;
  int shift_ = 0;
  std::vector<ScoreBin> bins_;
  std::vector<uint64_t> keys_;   // of each bin
  std::vector<uint32_t> table_;  // 1 + index of a bin, by a hash of its key; 0: none
};

}  // namespace wald::core
