// Saved states of passes over distributed rows from anywhere: an error that says what is wrong, or a state that is
// fed, merged and asked for what comes next.
#include <cmath>
#include <string>
#include <vector>

#include "fuzz.hpp"

namespace {

const double scores[] = {0.25, 0.5, 0.5, 0.75, 1, 0};
const uint8_t labels[] = {0, 1, 0, 1, 1, 0};

void use(wald_threshold_pass *binned) {
  wald_thresholds *thresholds = nullptr;
  if (went_well(wald_merge(binned, binned))) went_well(wald_threshold_pass_feed(binned, BYTES(labels, 6), DOUBLES(scores, 6), nullptr));
  for (int pass = 0; pass < 8 && !thresholds; ++pass)
    if (!went_well(wald_threshold_pass_next(binned, &thresholds))) return;
  if (!thresholds) return;
  double tp = 0, fp = 0;
  REQUIRE(wald_number(thresholds, WALD_THRESHOLDS_TP, 0, &tp) == WALD_OK && tp >= 0);
  REQUIRE(wald_number(thresholds, WALD_THRESHOLDS_FP, 0, &fp) == WALD_OK && fp >= 0);
  wald_destroy(thresholds);
}

void use(wald_table_pass *micro) {
  int32_t decided = 0;
  if (went_well(wald_merge(micro, micro))) went_well(wald_table_pass_feed(micro, DENSE(TABLE(scores, 2, 3))));
  for (int pass = 0; pass < 8 && !decided; ++pass)
    if (!went_well(wald_table_pass_next(micro, &decided))) return;
  if (!decided) return;
  const double expected = number<double>(micro, WALD_TABLE_PASS_EXPECTED);
  const double bound = number<double>(micro, WALD_TABLE_PASS_BOUND);
  REQUIRE(std::isfinite(expected) && bound >= 0);
}

template <class State>
void seeds(const State &give) {
  for (int kind = 0; kind < 2; ++kind) {
    wald_threshold_pass *binned = nullptr;
    wald_table_pass *micro = nullptr;
    wald_metric *metric = nullptr;
    wald_thresholds *thresholds = nullptr;
    int32_t decided = 0;
    REQUIRE(wald_metric_create(kind ? "jaccard" : "f1", 1, &metric) == WALD_OK);
    REQUIRE(wald_threshold_pass_create(nullptr, &binned) == WALD_OK && wald_table_pass_create(metric, nullptr, &micro) == WALD_OK);
    for (int fed = 0; fed < 3; ++fed) {
      give(saved(binned, WALD_BINARY));
      give(saved(micro, WALD_BINARY));
      if (fed == 1 && kind && (wald_threshold_pass_next(binned, &thresholds) != WALD_OK || thresholds)) break;
      if (fed == 1 && kind && (wald_table_pass_next(micro, &decided) != WALD_OK || decided)) break;
      REQUIRE(wald_threshold_pass_feed(binned, BYTES(labels, 6), DOUBLES(scores, 6), nullptr) == WALD_OK);
      REQUIRE(wald_table_pass_feed(micro, DENSE(TABLE(scores, 2, 3))) == WALD_OK);
    }
    wald_destroy(thresholds);
    wald_destroy(metric);
    wald_destroy(binned);
    wald_destroy(micro);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, std::size_t size) {
  const char *const text = reinterpret_cast<const char *>(data);
  const auto length = static_cast<int64_t>(size);
  // The corpus holds no state in binary: these are the first.
  if (size == 0) seeds(found_state);
  try_out<wald_threshold_pass>(WALD_OBJECT_THRESHOLD_PASS, text, length, "", [](auto *made) { use(made); });
  try_out<wald_table_pass>(WALD_OBJECT_TABLE_PASS, text, length, "", [](auto *made) { use(made); });
  return 0;
}
