// Saved samples from anywhere: an error that says what is wrong, or rows that thresholds can be chosen from.
#include <string>
#include <vector>

#include "fuzz.hpp"

namespace {

void use(const wald_sample *sample) {
  double n_rows = 0, positives = 0, negatives = 0, tp = -1, fp = -1, value = 0;
  // Weights may be so large that they cannot be summed.
  if (!went_well(wald_number(sample, WALD_SAMPLE_N_ROWS, 0, &n_rows)) ||
      !went_well(wald_number(sample, WALD_SAMPLE_POSITIVES, 0, &positives)) ||
      !went_well(wald_number(sample, WALD_SAMPLE_NEGATIVES, 0, &negatives)))
    return;
  const int64_t n_scores = number<int64_t>(sample, WALD_SAMPLE_N_SCORES);
  if (n_rows > 200 || n_scores > 4) return;
  wald_thresholds *thresholds = nullptr;
  if (!went_well(wald_sample_choose(sample, nullptr, &thresholds))) return;
  std::vector<double> at(static_cast<std::size_t>(n_scores));
  REQUIRE(wald_numbers(thresholds, WALD_THRESHOLDS_THRESHOLDS, 0, at.data(), n_scores, nullptr) == WALD_OK);
  REQUIRE(wald_sample_count(sample, at.data(), n_scores, &tp, &fp, nullptr) == WALD_OK);
  REQUIRE(tp >= 0 && tp <= positives && fp >= 0 && fp <= negatives);
  REQUIRE(wald_number(thresholds, WALD_THRESHOLDS_TP, 0, &value) == WALD_OK && value == tp);
  REQUIRE(wald_number(thresholds, WALD_THRESHOLDS_VALUE, 0, &value) == WALD_OK && value >= 0 && value <= 1);
  wald_destroy(thresholds);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, std::size_t size) {
  try_out<wald_sample>(WALD_OBJECT_SAMPLE, reinterpret_cast<const char *>(data), static_cast<int64_t>(size), "saved sample: ", use);
  return 0;
}
