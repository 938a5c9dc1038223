// Searches many numbers for the greatest below one.
#include "core/numeric/contraction.hpp"  // first

#include "core/numeric/compiler.hpp"

WALD_VECTOR_MATH

#include <algorithm>
#include <limits>

#include "core/numeric/vectors/greatest_below.hpp"

namespace wald::core {

// Several maxima side by side, since each waits for the one before it.
WALD_LEVELS(double, greatest_below, (const double *x, int64_t n, int64_t stride, double t), (x, n, stride, t)) {
  constexpr int64_t lanes = 32;
  constexpr double none = -std::numeric_limits<double>::infinity();
  double most[lanes];
  for (double &m : most) m = none;
  int64_t i = 0;
  if (stride == 1)
    for (; i + lanes <= n; i += lanes)
      for (int64_t lane = 0; lane < lanes; ++lane) {
        const double below = x[i + lane] < t ? x[i + lane] : none;
        most[lane] = below > most[lane] ? below : most[lane];
      }
  double out = none;
  for (; i < n; ++i)
    if (x[i * stride] < t) out = std::max(out, x[i * stride]);
  for (double m : most) out = std::max(out, m);
  return out;
}

WALD_LEVELS(void, greatest_below_of_pairs, (const double *x, int64_t n, const double t[2], double out[2]),
            (x, n, t, out)) {
  constexpr int64_t lanes = 32;
  constexpr double none = -std::numeric_limits<double>::infinity();
  double most[lanes], limit[lanes];
  for (int64_t lane = 0; lane < lanes; ++lane) {
    most[lane] = none;
    limit[lane] = t[lane % 2];
  }
  int64_t i = 0;
  for (; i + lanes <= 2 * n; i += lanes)
    for (int64_t lane = 0; lane < lanes; ++lane) {
      const double below = x[i + lane] < limit[lane] ? x[i + lane] : none;
      most[lane] = below > most[lane] ? below : most[lane];
    }
  for (; i < 2 * n; ++i)
    if (x[i] < limit[i % 2]) most[i % 2] = std::max(most[i % 2], x[i]);
  out[0] = out[1] = none;
  for (int64_t lane = 0; lane < lanes; ++lane) out[lane % 2] = std::max(out[lane % 2], most[lane]);
}

}  // namespace wald::core
