// The test by betting of "the mean of z is at most 0" (Waudby-Smith and Ramdas 2024): the capital of a gambler who bets, row
// by row, that it is above reaches 1/delta ever with probability at most delta where it is not.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "core/numeric/special/logarithm.hpp"

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

// The same for a known number of rows: bets of the size that is best against a mean that so many rows can only just
// tell from the bound with this delta. Constants are those of the paper, for confidence intervals.
class GamblerOfRows {
 public:
  GamblerOfRows(double delta, int64_t rows)
      : goal_(1 / delta), variance_of_bet_(-2 * logarithm(delta) / static_cast<double>(rows)) {}

  // z = x - bound, where x and bound lie in [0, 1]: above -1, as bets are at most 1.
  void row(double x, double bound) {
    capital_ *= 1 + std::min(1.0, std::sqrt(variance_of_bet_ * rows_ / squares_)) * (x - bound);
    won_ = won_ || capital_ >= goal_;
    rows_ += 1;
    sum_ += x;
    const double from_mean = x - sum_ / rows_;
    squares_ += from_mean * from_mean;
  }
  bool won() const { return won_; }

 private:
  double goal_, variance_of_bet_, capital_ = 1;
  double rows_ = 1, sum_ = 0.5, squares_ = 0.25;  // of x; one row is taken for granted
  bool won_ = false;
};

}  // namespace wald::core::certify
