// The probability that all order statistics of n uniform numbers lie within the limits of Clopper and Pearson at a
// local level: by the recursion of Moscovich and Nadler (2017) over a Poisson process of rate n, given that it has n
// points.
#pragma once

#include <algorithm>
#include <boost/math/special_functions/beta.hpp>
#include <cmath>
#include <vector>

namespace order_statistics {

inline double all_within(int n, double level) {
  std::vector<double> low, high;  // of the k-th smallest
  for (int k = 1; k <= n; ++k) {
    low.push_back(boost::math::ibeta_inv(double(k), double(n - k + 1), level / 2));
    high.push_back(boost::math::ibetac_inv(double(k), double(n - k + 1), level / 2));
  }
  std::vector<double> mass{1}, next;  // of first, first + 1, ... points so far
  std::size_t first = 0;
  double now = 0;
  const auto advance = [&](double to) {
    const double mean = n * (to - now);
    now = to;
    if (!(mean > 0)) return;
    std::vector<double> points;
    double term = std::exp(-mean);
    for (int j = 0; j <= mean || term > 1e-18; term *= mean / ++j) points.push_back(term);
    next.assign(mass.size() + points.size() - 1, 0);
    for (std::size_t i = 0; i < mass.size(); ++i)
      for (std::size_t j = 0; j < points.size(); ++j) next[i + j] += mass[i] * points[j];
    mass.swap(next);
  };
  for (std::size_t l = 0, h = 0; l < low.size() || h < high.size();) {
    if (l < low.size() && (h == high.size() || low[l] <= high[h])) {
      advance(low[l++]);  // at most l - 1 points lie below
      mass.resize(std::min(mass.size(), l > first ? l - first : 0));
    } else {
      advance(high[h++]);  // at least h do
      if (h > first) {
        if (h - first >= mass.size()) return 0;
        mass.erase(mass.begin(), mass.begin() + static_cast<std::ptrdiff_t>(h - first));
        first = h;
      }
    }
  }
  advance(1);
  const std::size_t at = static_cast<std::size_t>(n) - first;
  return at < mass.size() ? mass[at] / std::exp(-n + n * std::log(n) - std::lgamma(n + 1.0)) : 0;
}

}  // namespace order_statistics
