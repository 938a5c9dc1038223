// Saved frontiers from anywhere: an error that says what is wrong, or rows that thresholds can be chosen from.
#include <string>
#include <vector>

#include "fuzz.hpp"

namespace {

void use(const wald_frontier *frontier) {
  int64_t n_rows = 0, n_scores = 0;
  double positives = 0, negatives = 0, tp = -1, fp = -1, value = 0;
  if (!went_well(wald_frontier_totals(frontier, &n_rows, &positives, &negatives, nullptr))) return;
  REQUIRE(wald_frontier_n_scores(frontier, &n_scores) == WALD_OK);
  if (n_rows > 200 || n_scores > 4) return;
  wald_thresholds *thresholds = nullptr;
  if (!went_well(wald_frontier_choose(frontier, nullptr, &thresholds))) return;
  std::vector<double> at(static_cast<std::size_t>(n_scores));
  REQUIRE(wald_thresholds_array(thresholds, 0, WALD_ARRAY_THRESHOLDS, at.data(), n_scores, nullptr) == WALD_OK);
  REQUIRE(wald_frontier_count(frontier, at.data(), n_scores, &tp, &fp, nullptr) == WALD_OK);
  REQUIRE(tp >= 0 && tp <= positives && fp >= 0 && fp <= negatives);
  REQUIRE(wald_thresholds_fact(thresholds, 0, WALD_THRESHOLD_TP, &value) == WALD_OK && value == tp);
  REQUIRE(wald_thresholds_fact(thresholds, 0, WALD_THRESHOLD_VALUE, &value) == WALD_OK && value >= 0 && value <= 1);
  wald_thresholds_destroy(thresholds);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, std::size_t size) {
  try_out<wald_frontier>(reinterpret_cast<const char *>(data), static_cast<int64_t>(size), wald_frontier_load,
                       wald_frontier_save, wald_frontier_destroy, "saved frontier: ", use);
  return 0;
}
