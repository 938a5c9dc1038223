// The simplex search of Nelder and Mead (1965), with the coefficients of Lagarias et al. (1998). For few variables and
// functions without derivatives; finds a local minimum.
#pragma once

#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <vector>

namespace wald::core {

// Starts from `start` and its neighbours at `step` along each axis; ends when the values of all corners are within
// `tolerance` of each other, relatively, or after `most` evaluations.
template <class Function>
Eigen::VectorXd nelder_mead(const Function &f, const Eigen::VectorXd &start, double step, double tolerance, int most) {
  struct Corner {
    Eigen::VectorXd x;
    double value;
  };
  const Eigen::Index n = start.size();
  std::vector<Corner> simplex;
  simplex.push_back({start, f(start)});
  for (Eigen::Index i = 0; i < n; ++i) {
    Eigen::VectorXd x = start;
    x[i] += step;
    simplex.push_back({x, f(x)});
  }
  const auto by_value = [](const Corner &a, const Corner &b) { return a.value < b.value; };
  int used = static_cast<int>(n) + 1;
  std::stable_sort(simplex.begin(), simplex.end(), by_value);
  while (used < most) {
    const double best = simplex.front().value, worst = simplex.back().value;
    if (worst - best <= tolerance * (std::fabs(best) + std::fabs(worst))) break;
    Eigen::VectorXd centre = Eigen::VectorXd::Zero(n);
    for (Eigen::Index i = 0; i < n; ++i) centre += simplex[static_cast<std::size_t>(i)].x;
    centre /= static_cast<double>(n);
    const auto along = [&](double t) {
      const Eigen::VectorXd x = centre + t * (simplex.back().x - centre);
      ++used;
      return Corner{x, f(x)};
    };
    Corner next = along(-1);
    const double second = simplex[static_cast<std::size_t>(n - 1)].value;
    if (next.value < best) {
      const Corner further = along(-2);
      if (further.value < next.value) next = further;
    } else if (!(next.value < second)) {
      const Corner inside = next.value < worst ? along(-0.5) : along(0.5);
      if (inside.value < std::min(next.value, worst)) {
        next = inside;
      } else {
        for (std::size_t i = 1; i < simplex.size(); ++i) {
          simplex[i].x = simplex[0].x + 0.5 * (simplex[i].x - simplex[0].x);
          simplex[i].value = f(simplex[i].x);
          ++used;
        }
        std::stable_sort(simplex.begin(), simplex.end(), by_value);
        continue;
      }
    }
    simplex.back() = next;
    std::stable_sort(simplex.begin(), simplex.end(), by_value);
  }
  return simplex.front().x;
}

}  // namespace wald::core
