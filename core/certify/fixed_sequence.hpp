// Fixed-sequence testing (Angelopoulos et al. 2022): hypotheses are tested in an order that was fixed in advance, each at the
// whole level, up to the first that is not refused. Each test is made only after all before it have refused, so that a true
// hypothesis is refused with at most the probability of the first true one, whatever their number.
#pragma once

#include <algorithm>
#include <cstddef>

#include "core/numeric/monitor.hpp"

namespace wald::core::certify {

// How many of `count` pass before the first that does not. passes(k): the k-th test, made after all before it have passed.
template <class Passes>
std::size_t passed_in_order(std::size_t count, Monitor &monitor, const Passes &passes) {
  for (std::size_t k = 0; k < count; ++k) {
    monitor.at(static_cast<double>(k) / static_cast<double>(count));
    if (!passes(k)) return k;
  }
  return count;
}

// A path of points 0 to `last`, of which both ends and others at even distances are tested where there are many.
class ThinnedPath {
 public:
  ThinnedPath(std::size_t last, std::size_t most_steps) : last_(last), steps_(std::min(last, most_steps)) {}
  std::size_t count() const { return steps_ + 1; }
  std::size_t point(std::size_t k) const { return steps_ > 0 ? last_ * k / steps_ : 0; }

 private:
  std::size_t last_, steps_;
};

}  // namespace wald::core::certify
