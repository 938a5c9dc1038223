// A detector of changes that forgets a good past: gamblers of which a new one begins at each row (Shiryaev 1963,
// Roberts 1966; as e-detectors Shin, Ramdas and Rinaldo 2023). R = (1 + R)(1 + b Z) is the capital of all of them, and
// R less the number of rows is a supermartingale while the promise is kept: R reaches A after A rows at least, on
// average. The mean over fixed bets has the same property. The likeliest row of the change is where the capital from
// there on is largest (Page 1954).
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

#include "core/promises/evidence.hpp"

namespace wald::core::promises {

// Rows that count, in order: each has the number of its kind, of which there are the factors 1 + b Z of the bets, and the
// position that is told back.
struct CountedRows {
  const uint8_t *kinds;
  const double *positions;
  int64_t n;
  const double *const *factors;
};

class Detector {
 public:
  // Adds rows up to the first one at which the mean of R is at least `average_run`, and returns how many were added. For
  // recent rows, which an alarm begins anew, numbers stay small: the best capital is one of those that R adds up.
  int64_t add_recent(const CountedRows &rows, double average_run);
  // Adds all rows; where no alarms are wanted, R is not kept.
  void add_all(const CountedRows &rows);
  // The mean of R, in the order of sums of all processors.
  double capital(const Bets &shares) const;
  // The position of the row from which on the rows look worst.
  double since() const {
    return since_[static_cast<std::size_t>(std::max_element(best_.begin(), best_.end()) - best_.begin())];
  }
  // The position of the last row; NaN before the first.
  double last() const { return last_; }
  bool is_new() const { return std::isnan(last_); }
  // Where a capital is so large, it was noticed long ago.
  static constexpr double most = 1e200;

  Bets capital_{}, best_{}, since_{};  // saved
  double last_ = std::numeric_limits<double>::quiet_NaN();
};

}  // namespace wald::core::promises
