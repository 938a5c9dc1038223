// Ordered numbers in bins that adapt to them. A bin holds the numbers that agree except for the last `shift` bits, counted
// within a window of numbers. The shift is the least that leaves no more bins than the limit, so it depends on which
// numbers there are and not on the order in which they came or were merged. So equal numbers give equal bins, as long
// as what a bin holds of them is a sum of whole numbers, or a least or greatest one.
//
// A Bin begins with `least` and `greatest`, both 64 bits without a sign, has `add(const Bin &)`, and is empty of all
// else when made of those two.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

namespace wald::core {

struct NumberWindow {
  uint64_t low, high;  // both within
};

template <class Bin>
class WindowBins {
 public:
  // Adding fails only for want of memory, and not where it was reserved. Windows ascend and do not overlap; `most`:
  // bins, or four times as many as windows, if that is more: so that each pass parts some of them.
  WindowBins(std::vector<NumberWindow> windows, std::size_t most)
      : windows_(std::move(windows)), most_(std::max(most, 4 * windows_.size())), table_(1024) {}

  // Room for so many bins more, so that adding them cannot fail.
  void reserve(std::size_t more) {
    const std::size_t bins = std::min(bins_.size() + more, most_ + 1);
    bins_.reserve(bins);
    keys_.reserve(bins);
    std::size_t places = table_.size();
    while (places < 2 * bins) places *= 2;
    if (places == table_.size()) return;
    std::vector<uint32_t> larger(places);
    table_.swap(larger);
    for (std::size_t i = 0; i < keys_.size(); ++i) table_[place_of(keys_[i])] = static_cast<uint32_t>(i + 1);
  }
  // One number; update(bin) adds what else it stands for. It counts for nothing where it lies in no window.
  template <class Update>
  void add_number(uint64_t number, const Update &update) {
    const std::size_t window = window_of(number);
    if (window == windows_.size()) return;
    Bin &bin = bin_at(key_of(number, window), number);
    bin.least = std::min(bin.least, number);
    bin.greatest = std::max(bin.greatest, number);
    update(bin);
    keep_to_limit();
  }
  void add(const Bin &bin) {  // which lies in one window
    bin_at(key_of(bin.least, window_of(bin.least)), bin.least).add(bin);
    keep_to_limit();
  }
  void merge(const WindowBins &other) {  // of the same windows
    reserve(other.bins_.size());
    if (other.shift_ > shift_) coarsen(other.shift_);
    for (const Bin &bin : other.bins_) add(bin);
  }

  int shift() const { return shift_; }
  std::size_t size() const { return bins_.size(); }
  const std::vector<NumberWindow> &windows() const { return windows_; }
  std::vector<Bin> ascending() const {
    std::vector<Bin> out = bins_;
    std::sort(out.begin(), out.end(), [](const Bin &a, const Bin &b) { return a.least < b.least; });
    return out;
  }
  // As if these had been added, at this shift or a greater one.
  void restore(int shift, const std::vector<Bin> &bins) {
    shift_ = shift;
    reserve(bins.size());
    for (const Bin &bin : bins) add(bin);
  }

 private:
  // The window of a number; windows_.size() where there is none.
  std::size_t window_of(uint64_t number) const {
    std::size_t low = 0, high = windows_.size();  // the first window that ends at it or above
    while (low < high) {
      const std::size_t middle = (low + high) / 2;
      if (windows_[middle].high < number)
        low = middle + 1;
      else
        high = middle;
    }
    return low < windows_.size() && windows_[low].low <= number ? low : windows_.size();
  }
  uint64_t key_of(uint64_t number, std::size_t window) const {
    const uint64_t low = windows_[window].low;
    return low + ((number - low) >> shift_ << shift_);
  }
  // Of the bin in table_, or where it belongs.
  std::size_t place_of(uint64_t key) const {
    const std::size_t mask = table_.size() - 1;
    std::size_t at = static_cast<std::size_t>((key * 0x9e3779b97f4a7c15u) >> 32) & mask;
    while (table_[at] != 0 && keys_[table_[at] - 1] != key) at = (at + 1) & mask;
    return at;
  }
  Bin &bin_at(uint64_t key, uint64_t number) {
    const std::size_t at = place_of(key);
    if (table_[at] != 0) return bins_[table_[at] - 1];
    Bin made{};
    made.least = made.greatest = number;
    keys_.push_back(key);
    bins_.push_back(made);
    table_[at] = static_cast<uint32_t>(bins_.size());
    return bins_.back();
  }
  // In place: without memory of its own.
  void coarsen(int shift) {
    shift_ = shift;
    std::fill(table_.begin(), table_.end(), 0);
    std::size_t kept = 0;
    for (std::size_t i = 0; i < bins_.size(); ++i) {
      const Bin bin = bins_[i];
      const uint64_t key = key_of(bin.least, window_of(bin.least));
      const std::size_t at = place_of(key);
      if (table_[at] != 0) {
        bins_[table_[at] - 1].add(bin);
        continue;
      }
      bins_[kept] = bin;
      keys_[kept] = key;
      table_[at] = static_cast<uint32_t>(++kept);
    }
    bins_.resize(kept, Bin{});
    keys_.resize(kept);
  }
  void keep_to_limit() {
    while (bins_.size() > most_ && shift_ < 63) coarsen(shift_ + 1);
  }

  std::vector<NumberWindow> windows_;
  std::size_t most_;
  int shift_ = 0;
  std::vector<Bin> bins_;
  std::vector<uint64_t> keys_;   // of each bin
  std::vector<uint32_t> table_;  // 1 + index of a bin, by a hash of its key; 0: none
};

}  // namespace wald::core
