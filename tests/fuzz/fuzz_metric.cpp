// Names of metrics from anywhere: an error, or a metric whose name reads back and whose values are what its properties
// say.
#include <algorithm>
#include <string>

#include "fuzz.hpp"

namespace {

double slack(double x, double y) { return 1e-11 * std::max({1.0, std::fabs(x), std::fabs(y)}); }

void check_properties(const wald_metric *metric) {
  const auto properties = number<wald_properties>(metric, WALD_METRIC_PROPERTIES);
  for (int64_t n = 1; n <= 5; ++n) {
    const auto utility = [&](int64_t tp, int64_t k, int64_t s) {
      double u = 0;
      REQUIRE(wald_metric_utility(metric, tp, k, s, n, &u) == WALD_OK);
      REQUIRE(std::isfinite(u));
      return u;
    };
    const auto lowest = [n](int64_t k, int64_t s) { return std::max<int64_t>(0, k + s - n); };
    const auto at_least = [](double x, double y) { return x >= y - slack(x, y); };
    for (int64_t k = 0; k <= n; ++k)
      for (int64_t s = 0; s <= n; ++s)
        for (int64_t tp = lowest(k, s); tp <= std::min(k, s); ++tp) {
          const double u = utility(tp, k, s);
          if (tp > lowest(k, s)) {
            const double before = utility(tp - 1, k, s);
            if (properties & WALD_RISES_IN_TP) REQUIRE(at_least(u, before));
            if ((properties & WALD_LINEAR_IN_TP) && tp > lowest(k, s) + 1)
              REQUIRE(std::fabs((u - before) - (before - utility(tp - 2, k, s))) <= 4 * slack(u, before));
          }
          if (k < n && (properties & WALD_FALLS_IN_K) && tp >= lowest(k + 1, s))
            REQUIRE(at_least(u, utility(tp, k + 1, s)));
          if (k < n && (properties & WALD_RISES_IN_TP_AND_K) && tp < s) REQUIRE(at_least(utility(tp + 1, k + 1, s), u));
        }
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, std::size_t size) {
  const std::string name(reinterpret_cast<const char *>(data), size);
  wald_metric *metric = nullptr, *again = nullptr;
  const int32_t zero_division = size % 2;
  if (!went_well(wald_metric_create(name.c_str(), zero_division, &metric))) {
    REQUIRE(metric == nullptr);
    return 0;
  }
  const char *canonical = nullptr, *second = nullptr;
  REQUIRE(wald_text(metric, WALD_METRIC_NAME, 0, &canonical) == WALD_OK);
  REQUIRE(wald_metric_create(canonical, zero_division, &again) == WALD_OK);
  REQUIRE(wald_text(again, WALD_METRIC_NAME, 0, &second) == WALD_OK);
  REQUIRE(std::strcmp(canonical, second) == 0);
  check_properties(metric);
  wald_destroy(again);
  wald_destroy(metric);
  return 0;
}
