// Saved stages and routes from anywhere: an error that says what is wrong, or rows that a route can be chosen from, and
// one that sends rows to stages.
#include <cmath>
#include <string>
#include <vector>

#include "fuzz.hpp"

namespace {

void use(const wald_route *route) {
  const int64_t stages = number<int64_t>(route, WALD_ROUTE_N_STAGES);
  const int64_t groups = number<int64_t>(route, WALD_ROUTE_N_GROUPS);
  if (stages > 100 || groups > 1000) return;
  for (const double confidence : {-1e300, 0.25, 0.5, 1.0, 1e300, std::nan("")})
    for (int64_t group = 0; group <= groups; ++group) {
      int64_t stage = -1, next = -1;
      for (int64_t steps = 0;; ++steps) {
        REQUIRE(steps <= stages);
        if (!went_well(wald_route_next(route, group, stage, confidence, &next)) || next < 0) break;
        REQUIRE(next > stage && next < stages);
        stage = next;
      }
    }
}

void use(const wald_stages *stages) {
  const int64_t rows = number<int64_t>(stages, WALD_STAGES_N_ROWS);
  const int64_t count = number<int64_t>(stages, WALD_STAGES_N_STAGES);
  if (rows > 100 || count > 3) return;
  wald_route *route = nullptr;
  if (!went_well(wald_route_choose(stages, nullptr, &route))) return;
  double cost = 0, quality = 0;
  REQUIRE(route_evaluation_of(route, stages, nullptr, &cost, &quality, nullptr) == WALD_OK);
  REQUIRE(cost >= 0 && quality >= 0 && quality <= 1 + 1e-9);
  use(route);
  wald_destroy(route);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, std::size_t size) {
  const char *const text = reinterpret_cast<const char *>(data);
  const auto length = static_cast<int64_t>(size);
  try_out<wald_stages>(WALD_OBJECT_STAGES, text, length, "saved stages: ", [](const auto *made) { use(made); });
  try_out<wald_route>(WALD_OBJECT_ROUTE, text, length, "saved route: ", [](const auto *made) { use(made); });
  return 0;
}
