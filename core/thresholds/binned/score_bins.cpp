#include "core/thresholds/binned/score_bins.hpp"

#include <algorithm>
#include <numeric>

namespace wald::core {

void Wide::add_product(uint64_t x, uint64_t y) {
  const uint64_t a = x >> 32, b = x & 0xffffffffu, c = y >> 32, d = y & 0xffffffffu;
  const uint64_t lowest = b * d, first = a * d + (lowest >> 32), second = b * c + (first & 0xffffffffu);
  add({a * c + (first >> 32) + (second >> 32), second << 32 | (lowest & 0xffffffffu)});
}

void ScoreBin::add(const ScoreBin &o) {
  least = std::min(least, o.least);
  greatest = std::max(greatest, o.greatest);
  for (int label = 0; label < 3; ++label) units[label] += o.units[label];
  for (int label = 0; label < 2; ++label) squares[label].add(o.squares[label]);
}

ScoreBins::ScoreBins(std::vector<ScoreWindow> windows, std::size_t most)
    : windows_(std::move(windows)), most_(std::max(most, 4 * windows_.size())), table_(1024) {}

std::size_t ScoreBins::window_of(uint64_t ordered) const {
  std::size_t low = 0, high = windows_.size();  // the first window that ends at `ordered` or above
  while (low < high) {
    const std::size_t middle = (low + high) / 2;
    if (windows_[middle].high < ordered)
      low = middle + 1;
    else
      high = middle;
  }
  return low < windows_.size() && windows_[low].low <= ordered ? low : windows_.size();
}

std::size_t ScoreBins::place_of(uint64_t key) const {
  const std::size_t mask = table_.size() - 1;
  std::size_t at = static_cast<std::size_t>((key * 0x9e3779b97f4a7c15u) >> 32) & mask;
  while (table_[at] != 0 && keys_[table_[at] - 1] != key) at = (at + 1) & mask;
  return at;
}

// Room for so many rows more, so that adding them cannot fail.
void ScoreBins::reserve(std::size_t more) {
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

ScoreBin &ScoreBins::bin_at(uint64_t key, uint64_t ordered) {
  const std::size_t at = place_of(key);
  if (table_[at] != 0) return bins_[table_[at] - 1];
  keys_.push_back(key);
  bins_.push_back({ordered, ordered, {0, 0, 0}, {}});
  table_[at] = static_cast<uint32_t>(bins_.size());
  return bins_.back();
}

// In place: without memory of its own.
void ScoreBins::coarsen(int shift) {
  shift_ = shift;
  std::fill(table_.begin(), table_.end(), 0);
  std::size_t kept = 0;
  for (std::size_t i = 0; i < bins_.size(); ++i) {
    const ScoreBin bin = bins_[i];
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
  bins_.resize(kept, ScoreBin{});
  keys_.resize(kept);
}

void ScoreBins::keep_to_limit() {
  while (bins_.size() > most_ && shift_ < 63) coarsen(shift_ + 1);
}

void ScoreBins::add(uint64_t ordered, int label, uint64_t units) {
  const std::size_t window = window_of(ordered);
  if (window == windows_.size()) return;
  ScoreBin &bin = bin_at(key_of(ordered, window), ordered);
  bin.least = std::min(bin.least, ordered);
  bin.greatest = std::max(bin.greatest, ordered);
  bin.units[label] += units;
  if (label < 2) bin.squares[label].add_product(units, units);
  keep_to_limit();
}

void ScoreBins::add(const ScoreBin &bin) {
  bin_at(key_of(bin.least, window_of(bin.least)), bin.least).add(bin);
  keep_to_limit();
}

void ScoreBins::merge(const ScoreBins &other) {
  reserve(other.bins_.size());
  if (other.shift_ > shift_) coarsen(other.shift_);
  for (const ScoreBin &bin : other.bins_) add(bin);
}

std::vector<ScoreBin> ScoreBins::ascending() const {
  std::vector<ScoreBin> out = bins_;
  std::sort(out.begin(), out.end(), [](const ScoreBin &a, const ScoreBin &b) { return a.least < b.least; });
  return out;
}

void ScoreBins::restore(int shift, const std::vector<ScoreBin> &bins) {
  shift_ = shift;
  reserve(bins.size());
  for (const ScoreBin &bin : bins) add(bin);
}

}  // namespace wald::core
