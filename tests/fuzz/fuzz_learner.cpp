// Saved learners and calibrations from anywhere: an error that says what is wrong, or one that answers.
#include <cmath>
#include <string>
#include <vector>

#include "fuzz.hpp"

namespace {

void use(const wald_learner *learner) {
  const int64_t n_features = number<int64_t>(learner, WALD_LEARNER_N_FEATURES, 0);
  const int64_t n_labels = number<int64_t>(learner, WALD_LEARNER_N_LABELS, 0);
  const int64_t at_least = number<int64_t>(learner, WALD_LEARNER_AT_LEAST, 0);
  REQUIRE(n_labels >= 1 && at_least >= 0 && at_least <= n_labels);
  const int64_t choices = number<int64_t>(learner, WALD_LEARNER_N_CHOICES, 0);
  for (int64_t i = 0; i < choices; ++i)
    REQUIRE(std::isfinite(number<double>(learner, WALD_LEARNER_CHOICE_VALUE, i)));
  if (n_features < 1 || n_features > 1000 || n_labels > 12) return;
  const std::vector<double> row(static_cast<std::size_t>(n_features), 0.5),
      given(static_cast<std::size_t>(n_labels), 0.25);
  wald_dataset *dataset = nullptr;
  REQUIRE(wald_dataset_create(DENSE(TABLE(row.data(), 1, n_features)), &dataset) == WALD_OK);
  REQUIRE(SET_MARGINALS(dataset, TABLE(given.data(), 1, n_labels)) == WALD_OK);
  std::vector<double> p(static_cast<std::size_t>(n_labels));
  if (went_well(wald_learner_probabilities(learner, dataset, nullptr, p.data())))
    for (const double x : p) REQUIRE(x >= 0 && x <= 1);
  wald_metric *f1 = nullptr;
  REQUIRE(wald_metric_create("f1", 1, &f1) == WALD_OK);
  std::vector<uint8_t> mask(static_cast<std::size_t>(n_labels));
  double expected = 0;
  if (went_well(wald_learner_decide(learner, dataset, f1, nullptr, MASK(mask.data(), 1, n_labels), &expected, nullptr)))
    REQUIRE(std::isfinite(expected));
  wald_destroy(f1);
  wald_destroy(dataset);
}

void use(const wald_calibration *calibration) {
  const double scores[] = {-1e300, -2, -0.5, 0, 0.25, 3, 1e300};
  const double probabilities[] = {0, 1e-300, 0.25, 0.5, 0.75, 1 - 1e-16, 1};
  double p[7];
  const auto input = number<wald_calibration_input>(calibration, WALD_CALIBRATION_INPUT);
  const double *const values = input == WALD_CALIBRATION_INPUT_SCORES ? scores : probabilities;
  REQUIRE(wald_calibration_apply(calibration, input, DOUBLES(values, 7), p) == WALD_OK);
  REQUIRE(wald_calibration_apply(calibration, 1 - input, DOUBLES(values, 7), p) == WALD_ERROR_ARGUMENT);
  for (int i = 0; i < 7; ++i) REQUIRE(p[i] >= 0 && p[i] <= 1 && (i == 0 || p[i] >= p[i - 1]));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, std::size_t size) {
  const char *const text = reinterpret_cast<const char *>(data);
  const auto length = static_cast<int64_t>(size);
  try_out<wald_learner>(WALD_OBJECT_LEARNER, text, length, "saved learner: ", [](const auto *made) { use(made); });
  try_out<wald_calibration>(WALD_OBJECT_CALIBRATION, text, length, "saved calibration: ", [](const auto *made) { use(made); });
  return 0;
}
