#include "core/numeric/contraction.hpp"  // first

#include "core/numeric/dispatch.hpp"

WALD_VECTOR_MATH

#include <algorithm>
#include <limits>

#include "core/numeric/vectors/greatest_below.hpp"

namespace wald::core {

// Several maxima side by side, since each waits for the one before it.
WALD_CLONES double greatest_below(const double *x, int64_t n, int64_t stride, double t) {
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

}  // namespace wald::core
