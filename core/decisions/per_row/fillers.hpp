// The columns in the order of what a row would add that cannot have them: for rows that list fewer columns than they
// must have. A tree of winners over all columns.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

namespace wald::core::decisions {

class Fillers {
 public:
  bool ready() const { return !winners_.empty(); }
  template <class GainOf>
  void build(int64_t columns, const GainOf &gain_of) {
    leaves_ = 1;
    while (leaves_ < columns) leaves_ *= 2;
    gains_.assign(static_cast<std::size_t>(leaves_), -std::numeric_limits<double>::infinity());
    for (int64_t j = 0; j < columns; ++j) gains_[static_cast<std::size_t>(j)] = gain_of(j);
    winners_.resize(static_cast<std::size_t>(2 * leaves_));
    for (int64_t j = 0; j < leaves_; ++j) winners_[static_cast<std::size_t>(leaves_ + j)] = j;
    for (int64_t node = leaves_ - 1; node >= 1; --node) play(node);
  }
  void set(int64_t column, double gain) {
    gains_[static_cast<std::size_t>(column)] = gain;
    for (int64_t node = (leaves_ + column) / 2; node >= 1; node /= 2) play(node);
  }
  double gain(int64_t column) const { return gains_[static_cast<std::size_t>(column)]; }
  int64_t best() const { return winners_[1]; }

 private:
  // Of equal ones the first column wins.
  void play(int64_t node) {
    const int64_t left = winners_[static_cast<std::size_t>(2 * node)],
                  right = winners_[static_cast<std::size_t>(2 * node + 1)];
    winners_[static_cast<std::size_t>(node)] = gain(right) > gain(left) ? right : left;
  }

  int64_t leaves_ = 0;
  std::vector<double> gains_;
  std::vector<int64_t> winners_;
};

}  // namespace wald::core::decisions
