// Computes expectations of smooth functions from a few Chebyshev points.
#include "core/numeric/contraction.hpp"  // first

#include "core/numeric/special/chebyshev.hpp"

#include "core/numeric/compiler.hpp"

WALD_VECTOR_MATH

#include <array>
#include <cmath>

namespace wald::core {
namespace {

constexpr double unit = 1.1102230246251565e-16;  // 2^-53

// moments[j] = sum_x mass[x] T_j(2 x / (count - 1) - 1), j = 0 ... points-1, in eight interleaved partial sums.
WALD_LEVELS(void, chebyshev_moments,
            (const double *WALD_RESTRICT mass, int64_t count, int points, double *WALD_RESTRICT moments),
            (mass, count, points, moments)) {
  double sums[most_chebyshev_points][8] = {};
  const double last = static_cast<double>(count - 1);
  for (int64_t begin = 0; begin < count; begin += 8) {
    double m[8], x[8], before[8], now[8];
    for (int lane = 0; lane < 8; ++lane) {
      const int64_t at = begin + lane < count ? begin + lane : count - 1;
      m[lane] = begin + lane < count ? mass[at] : 0;
      x[lane] = static_cast<double>(2 * at - (count - 1)) / last;
    }
    for (int lane = 0; lane < 8; ++lane) {
      before[lane] = 1;
      now[lane] = x[lane];
      x[lane] *= 2;
      sums[0][lane] += m[lane];
      sums[1][lane] += m[lane] * now[lane];
    }
    for (int j = 2; j < points; ++j)
      for (int lane = 0; lane < 8; ++lane) {
        const double next = x[lane] * now[lane] - before[lane];
        before[lane] = now[lane];
        now[lane] = next;
        sums[j][lane] += m[lane] * next;
      }
  }
  for (int j = 0; j < points; ++j) {
    const double *const s = sums[j];
    moments[j] = ((s[0] + s[4]) + (s[1] + s[5])) + ((s[2] + s[6]) + (s[3] + s[7]));
  }
}

// cosines[k] = cos(k pi / (2 points)), k = 0 ... 4 points - 1: T_j of point i is cosines[j (2i+1) mod 4 points].
struct Cosines {
  std::array<std::array<double, 4 * most_chebyshev_points>, most_chebyshev_points + 1> of{};
  Cosines() {
    const long double pi = std::acos(-1.0L);
    for (int points = 1; points <= most_chebyshev_points; ++points)
      for (int k = 0; k < 4 * points; ++k)
        of[static_cast<std::size_t>(points)][static_cast<std::size_t>(k)] =
            static_cast<double>(std::cos(static_cast<long double>(k) * pi / (2 * points)));
  }
};

}  // namespace

void chebyshev_weights(const double *mass, int64_t first, int64_t count, int points, PointWeights &out) {
  static const Cosines cosines;
  const double *cosine = cosines.of[static_cast<std::size_t>(points)].data();
  double moments[most_chebyshev_points];
  chebyshev_moments(mass, count, points, moments);
  const double half = static_cast<double>(count - 1) / 2, centre = static_cast<double>(first) + half;
  out.point.resize(static_cast<std::size_t>(points));
  out.weight.resize(static_cast<std::size_t>(points));
  out.size = 0;
  for (int i = 0; i < points; ++i) {
    double sum = 0;
    for (int j = 1; j < points; ++j) sum += moments[j] * cosine[j * (2 * i + 1) % (4 * points)];
    const double weight = (moments[0] + 2 * sum) / points;
    out.point[static_cast<std::size_t>(i)] = centre + half * cosine[2 * i + 1];
    out.weight[static_cast<std::size_t>(i)] = weight;
    out.size += std::fabs(weight);
  }
  // T_j by its recurrence is within 2.5 j^2 u (x is rounded, |T_j'| <= j^2; each step adds 3u, which grows with the
  // steps that follow); a moment adds count/8 + 5 roundings, a weight one a term and a few.
  const double n = points;
  out.error = 1.01 * unit * n * (static_cast<double>(count) / 4 + 3 * n * n + 2 * n + 18);
}

double interpolation_error(double limit, double rho, int points) {
  return 4 * limit * std::pow(rho, 1 - points) / (rho - 1);
}

int points_needed(double limit, double rho, double error) {
  const double needed = 1 + std::log(4 * limit / ((rho - 1) * error)) / std::log(rho);
  return needed <= 2 ? 2 : needed > 1e6 ? 1000000 : static_cast<int>(std::ceil(needed));
}

}  // namespace wald::core
