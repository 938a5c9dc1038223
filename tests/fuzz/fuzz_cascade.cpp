// Saved cascades and trees from anywhere: an error that says what is wrong, or one that decides.
#include <string>
#include <vector>

#include "fuzz.hpp"

namespace {

void use(const wald_trees *trees) {
  const int64_t n_features = number<int64_t>(trees, WALD_TREES_N_FEATURES);
  const int64_t n_outputs = number<int64_t>(trees, WALD_TREES_N_OUTPUTS);
  if (n_features > 1000 || n_outputs > 1000) return;
  std::vector<double> row(static_cast<std::size_t>(n_features), 0.5), out(static_cast<std::size_t>(n_outputs));
  went_well(wald_trees_evaluate(trees, TABLE(row.data(), 1, n_features), nullptr, out.data()));
}

void use(const wald_cascade *cascade) {
  double models = 0, classes = 0;
  REQUIRE(wald_number(cascade, WALD_CASCADE_N_MODELS, 0, &models) == WALD_OK);
  REQUIRE(wald_number(cascade, WALD_CASCADE_N_CLASSES, 0, &classes) == WALD_OK);
  if (models * classes > 1000) return;
  const auto columns = static_cast<int64_t>(models * classes);
  std::vector<double> row;
  for (int64_t j = 0; j < columns; ++j) row.push_back(0.25 * static_cast<double>(j % 5) - 0.5);
  int32_t decision = -1, count = -1, again = -1;
  REQUIRE(wald_cascade_apply(cascade, TABLE(row.data(), 1, columns), nullptr, &decision, &count, nullptr) == WALD_OK);
  REQUIRE(decision >= 0 && decision < (classes == 1 ? 2 : classes) && count >= 1 && count <= models);
  wald_cascade_run *run = nullptr;
  REQUIRE(wald_cascade_run_create(cascade, &run) == WALD_OK);
  int64_t model = -1;
  REQUIRE(wald_cascade_run_feed(run, nullptr, 0, &model, nullptr, nullptr, nullptr) == WALD_OK);
  const auto k = static_cast<int64_t>(classes);
  while (model >= 0) REQUIRE(wald_cascade_run_feed(run, row.data() + model * k, k, &model, &again, nullptr, nullptr) == WALD_OK);
  REQUIRE(again == decision);
  wald_destroy(run);
  const int64_t n_features = number<int64_t>(cascade, WALD_CASCADE_N_FEATURES);
  if (n_features == 0 || n_features > 1000) return;
  const std::vector<double> features(static_cast<std::size_t>(n_features), 0.5);
  REQUIRE(wald_cascade_apply_trees(cascade, TABLE(features.data(), 1, n_features), nullptr, &decision, &count, nullptr) ==
          WALD_OK);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, std::size_t size) {
  const char *const text = reinterpret_cast<const char *>(data);
  const auto length = static_cast<int64_t>(size);
  try_out<wald_cascade>(WALD_OBJECT_CASCADE, text, length, "saved cascade: ", [](const auto *made) { use(made); });
  try_out<wald_trees>(WALD_OBJECT_TREES, text, length, "saved trees: ", [](const auto *made) { use(made); });
  return 0;
}
