// The simplex search of Nelder and Mead (1965), with the coefficients of Lagarias et al. (1998). For few variables and
// functions without derivatives; finds a local minimum.
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

namespace wald::core {

// Starts from `start` and its neighbours at `step` along each axis; ends when the values of all corners are within
// `tolerance` of each other, relatively, or after `most` evaluations.
template <class Function>
std::vector<double> nelder_mead(const Function &f, const std::vector<double> &start, double step, double tolerance,
                                int most) {
  struct Corner {
    std::vector<double> x;
    double value;
  };
  const std::size_t n = start.size();
  std::vector<Corner> simplex;
  simplex.push_back({start, f(start)});
  for (std::size_t i = 0; i < n; ++i) {
    std::vector<double> x = start;
    x[i] += step;
    simplex.push_back({x, f(x)});
  }
  const auto by_value = [](const Corner &a, const Corner &b) { return a.value < b.value; };
  int used = static_cast<int>(n) + 1;
  std::stable_sort(simplex.begin(), simplex.end(), by_value);
  while (used < most) {
    const double best = simplex.front().value, worst = simplex.back().value;
    if (worst - best <= tolerance * (std::fabs(best) + std::fabs(worst))) break;
    std::vector<double> centre(n);  // of all corners but the worst
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t d = 0; d < n; ++d) centre[d] += simplex[i].x[d] / static_cast<double>(n);
    const auto between = [&](const std::vector<double> &a, const std::vector<double> &b, double t) {
      std::vector<double> x(n);
      for (std::size_t d = 0; d < n; ++d) x[d] = a[d] + t * (b[d] - a[d]);
      ++used;
      const double value = f(x);
      return Corner{std::move(x), value};
    };
    const auto along = [&](double t) { return between(centre, simplex.back().x, t); };
    Corner next = along(-1);
    const double second = simplex[n - 1].value;
    if (next.value < best) {
      Corner further = along(-2);
      if (further.value < next.value) next = std::move(further);
    } else if (!(next.value < second)) {
      Corner inside = next.value < worst ? along(-0.5) : along(0.5);
      if (inside.value < std::min(next.value, worst)) {
        next = std::move(inside);
      } else {
        for (std::size_t i = 1; i <= n; ++i) simplex[i] = between(simplex[0].x, simplex[i].x, 0.5);
        std::stable_sort(simplex.begin(), simplex.end(), by_value);
        continue;
      }
    }
    simplex.back() = std::move(next);
    std::stable_sort(simplex.begin(), simplex.end(), by_value);
  }
  return simplex.front().x;
}

}  // namespace wald::core
