// Writes core/thresholds/certify/band_levels.inc: make_band_levels > band_levels.inc, in about an hour.
#include <cstdio>

#include "../order_statistics.hpp"

int main() {
  std::puts("// Local levels of equal-local-level bounds: made by tests/core/nodes/make_band_levels.cpp");
  for (int n = 1; n <= 1 << 15; n *= 2) {
    std::printf("{");
    for (double alpha : {0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.3, 0.5}) {
      double low = alpha / (2 * n), high = alpha;  // of which the union bound holds, and one order statistic alone
      while (high / low > 1 + 1e-8) {
        const double middle = std::sqrt(low * high);
        (order_statistics::all_within(n, middle) >= 1 - alpha ? low : high) = middle;
      }
      std::printf("%s%.7g", alpha == 0.001 ? "" : ", ", low);
    }
    std::puts("},");
  }
}
