// Expectations of smooth functions over many masses from a few points: the function is interpolated in Chebyshev points
// of the window, and the interpolating polynomial's expectation is a sum of the masses' Chebyshev moments.
#pragma once

#include <cstdint>
#include <vector>

namespace wald::core {

constexpr int most_chebyshev_points = 40;

// E f(S) = sum_i weight[i] f(point[i]), except for what interpolating f costs, where P(S = first + j) = mass[j].
struct PointWeights {
  std::vector<double> point, weight;
  double size = 0;   // sum_i |weight[i]|
  double error = 0;  // rounding: sum_i |weight[i] - the exact one for these masses| is at most this
};

// count >= 2 masses that sum to at most 1, 2 <= points <= most_chebyshev_points.
void chebyshev_weights(const double *mass, int64_t first, int64_t count, int points, PointWeights &out);

// How far an interpolating polynomial is from f at most, anywhere between the ends, where |f| <= limit in the ellipse
// whose half axes sum to rho times half the distance of the ends ([T13] Theorem 8.2, for Chebyshev points).
double interpolation_error(double limit, double rho, int points);

// The least number of points for which that is at most `error`; may exceed most_chebyshev_points.
int points_needed(double limit, double rho, double error);

}  // namespace wald::core
