// The area under a ROC curve, of sums that are rounded.
#pragma once

#include <algorithm>
#include <limits>

namespace wald::core::thresholds {

// NaN: unknown.
struct AreaBounds {
  double low = std::numeric_limits<double>::quiet_NaN(), high = low;
};

// Of weights of (positive, negative) pairs: those ranked rightly, wrongly, and not known how. The area is 1 if and only
// if no pair is ranked wrongly, however the others' sum was rounded.
inline AreaBounds area_bounds(double rightly, double wrongly, double unsure, double pairs) {
  constexpr double below_1 = 1 - std::numeric_limits<double>::epsilon() / 2;
  const auto share = [&](double right, bool all) { return all ? 1 : std::min(right / pairs, below_1); };
  return {share(rightly, wrongly == 0 && unsure == 0), share(rightly + unsure, wrongly == 0)};
}

}  // namespace wald::core::thresholds
