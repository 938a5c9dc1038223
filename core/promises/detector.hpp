// A detector of changes that forgets a good past: gamblers of which a new one begins at each row (Shiryaev 1963,
// Roberts 1966; as e-detectors Shin, Ramdas and Rinaldo 2023). R = (1 + R)(1 + b Z) is the capital of all of them, and
// R less the number of rows is a supermartingale while the promise is kept: R reaches A after A rows at least, on
// average. The mean over fixed bets has the same property. The likeliest row of the change is where the capital from
// there on is largest (Page 1954).
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/promises/evidence.hpp"

namespace wald::core::promises {

class Detector {
 public:
  // A row that counts, by the factors 1 + b Z of the bets, at a position that is told back. For recent rows, which an
  // alarm begins anew, numbers stay small: the best capital is one of those that R adds up.
  void row_of_recent(const Bets &factors, double position) {
    last_ = position;
    for (std::size_t j = 0; j < n_bets; ++j) {
      capital_[j] = (1 + capital_[j]) * factors[j];
      since_[j] = best_[j] > 1 ? since_[j] : position;
      best_[j] = std::max(best_[j], 1.0) * factors[j];
    }
  }
  // Where no alarms are wanted: R is not kept.
  void row_of_all(const Bets &factors, double position) {
    last_ = position;
    for (std::size_t j = 0; j < n_bets; ++j) {
      since_[j] = best_[j] > 1 ? since_[j] : position;
      best_[j] = std::min(std::max(best_[j], 1.0) * factors[j], most);
    }
  }
  // The mean of R.
  double capital(const Bets &shares) const {
    double even = 0, odd = 0;
    for (std::size_t j = 0; j < n_bets; j += 2) even += shares[j] * capital_[j], odd += shares[j + 1] * capital_[j + 1];
    return even + odd;
  }
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
