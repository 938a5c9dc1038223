// The test by betting of "the mean of z is at most 0" (Waudby-Smith and Ramdas 2024): the capital of a gambler who bets, row
// by row, that it is above reaches 1/delta ever with probability at most delta where it is not.
#pragma once

#include <algorithm>

namespace wald::core::certify {

// Numbers of rows before those that bet, from which the first bets follow.
struct Seen {
  double sum = 0, squares;  // of z; squares above 0: a lost row is taken for granted
};

class Gambler {
 public:
  // first, most: bets as shares of the capital, below 1, as z is at least -1.
  Gambler(double delta, const Seen &seen, double first, double most)
      : goal_(1 / delta), bet_(first), most_(most), sum_(seen.sum), squares_(seen.squares) {}

  // The bet is made before the row is seen, and so multiplies the capital by 1 on average at most, where the mean is.
  void row(double z) {
    capital_ *= 1 + bet_ * z;
    won_ = won_ || capital_ >= goal_;
    sum_ += z;
    squares_ += z * z;
    bet_ = best(sum_, squares_, most_);
  }
  bool won() const { return won_; }

  // The best bet, to second order, for rows like those that were seen.
  static double best(double sum, double squares, double most) { return std::clamp(sum / squares, 0.0, most); }

 private:
  double goal_, capital_ = 1, bet_, most_, sum_, squares_;
  bool won_ = false;
};

}  // namespace wald::core::certify
