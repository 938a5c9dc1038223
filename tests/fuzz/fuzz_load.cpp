// Saved state from anywhere: an error that says what is wrong, or an estimator that works.
#include <string>
#include <vector>

#include "fuzz.hpp"

namespace {

void use(const wald_estimator *estimator) {
  static wald_metric *metrics[3] = {nullptr, nullptr, nullptr};
  static wald_decision *decision = nullptr;
  if (!decision) {
    REQUIRE(wald_metric_create("f1", 1, &metrics[0]) == WALD_OK);
    REQUIRE(wald_metric_create("balanced_accuracy", 0, &metrics[1]) == WALD_OK);
    REQUIRE(wald_metric_create("jaccard", 1, &metrics[2]) == WALD_OK);
    REQUIRE(wald_decision_create(&decision) == WALD_OK);
  }
  const int64_t n = number<int64_t>(estimator, WALD_ESTIMATOR_N_LABELS);
  for (int m = 0; m < 3; ++m) {
    if (n > 2000 || (m == 2 && n > 10)) continue;
    if (!went_well(wald_decide(metrics[m], estimator, nullptr, decision))) continue;
    const double expected = number<double>(decision, WALD_DECISION_EXPECTED, 0);
    const double bound = number<double>(decision, WALD_DECISION_BOUND, 0);
    // Predicted counts need not be consistent: what the metric cannot reach may come out, but a number it is.
    REQUIRE(std::isfinite(expected) && bound >= 0);
  }
  if (n == 0 || n > 2000) return;
  std::vector<double> out(static_cast<std::size_t>(n) + 1);
  if (went_well(wald_numbers(estimator, WALD_ESTIMATOR_MARGINALS, 0, out.data(), n, nullptr)))
    for (int64_t i = 0; i < n; ++i)
      REQUIRE(out[static_cast<std::size_t>(i)] >= 0 && out[static_cast<std::size_t>(i)] <= 1);
  if (went_well(wald_numbers(estimator, WALD_ESTIMATOR_SIZE_DISTRIBUTION, 0, out.data(), n + 1, nullptr))) {
    double sum = 0;
    for (double p : out) sum += p;
    REQUIRE(std::fabs(sum - 1) < 1e-5);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, std::size_t size) {
  try_out<wald_estimator>(WALD_OBJECT_ESTIMATOR, reinterpret_cast<const char *>(data), static_cast<int64_t>(size), "saved estimator: ", use);
  return 0;
}
