// The greatest gains of one row; of equal ones those of the first columns.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <vector>

namespace wald::core::decisions {

class TopGains {
 public:
  struct Entry {
    double gain, p;
    int64_t column;
    bool before(const Entry &other) const { return gain > other.gain || (gain == other.gain && column < other.column); }
  };

  // Keeps the `room` greatest, and the greatest gain beyond them.
  void start(int64_t room) {
    room_ = static_cast<std::size_t>(room);
    sorted_ = room_ <= most_inserted;
    least_ = next_ = -std::numeric_limits<double>::infinity();
    entries_.clear();
  }
  // Whether they are few, and kept in order as they come.
  bool few() const { return sorted_; }
  // Below it, an offer changes nothing.
  double least() const { return least_; }
  void offer(double gain, double p, int64_t column) {
    const Entry entry{gain, p, column};
    if (!sorted_) return entries_.push_back(entry);
    if (entries_.size() == room_) {
      if (room_ == 0 || !entry.before(entries_.back())) {
        next_ = std::max(next_, gain);
        least_ = next_;
        return;
      }
      next_ = std::max(next_, entries_.back().gain);
      entries_.pop_back();
    }
    entries_.push_back(entry);
    for (std::size_t place = entries_.size() - 1; place > 0 && entry.before(entries_[place - 1]); --place)
      std::swap(entries_[place], entries_[place - 1]);
    if (entries_.size() == room_) least_ = next_;
  }
  // Sorts what is kept; more may then come.
  void finish() {
    if (sorted_) return;
    const auto before = [](const Entry &a, const Entry &b) { return a.before(b); };
    if (entries_.size() > room_) {
      const auto middle = entries_.begin() + static_cast<std::ptrdiff_t>(room_);
      std::nth_element(entries_.begin(), middle, entries_.end(), before);
      next_ = middle->gain;
      entries_.resize(room_);
    }
    std::sort(entries_.begin(), entries_.end(), before);
    sorted_ = true;
  }

  // Whether a column is among the first `count`.
  bool has(int64_t column, std::size_t count) const {
    return std::any_of(entries_.begin(), entries_.begin() + static_cast<std::ptrdiff_t>(count),
                       [&](const Entry &entry) { return entry.column == column; });
  }
  const std::vector<Entry> &entries() const { return entries_; }
  // The greatest gain that found no room; -inf if there is none.
  double next() const { return next_; }

 private:
  static constexpr std::size_t most_inserted = 24;

  std::vector<Entry> entries_;
  std::size_t room_ = 0;
  bool sorted_ = true;
  double least_ = 0, next_ = 0;
};

}  // namespace wald::core::decisions
