// Model files of other libraries from anywhere: an error that says what is wrong, or trees that are saved and
// evaluated.
#include <string>
#include <vector>

#include "fuzz.hpp"

namespace {

void use(const wald_trees *trees) {
  const auto features = number<int64_t>(trees, WALD_TREES_N_FEATURES);
  const auto outputs = number<int64_t>(trees, WALD_TREES_N_OUTPUTS);
  const auto categories = number<int64_t>(trees, WALD_TREES_N_CATEGORIES);
  const char *text = nullptr;
  REQUIRE(wald_text(trees, WALD_TREES_FEATURE_NAME, features - 1, &text) == WALD_OK);
  if (categories > 0) REQUIRE(wald_text(trees, WALD_TREES_CATEGORY, categories - 1, &text) == WALD_OK);
  if (features > 4096 || outputs > 256) return;
  const auto width = static_cast<std::size_t>(features);
  std::vector<double> rows(4 * width), out(static_cast<std::size_t>(4 * outputs));
  for (std::size_t j = 0; j < width; ++j) {
    rows[width + j] = std::nan("");
    rows[2 * width + j] = static_cast<double>(j) - 1.5;
    rows[3 * width + j] = 16777216;
  }
  REQUIRE(wald_trees_evaluate(trees, TABLE(rows.data(), 4, features), nullptr, out.data()) == WALD_OK);
}

bool begins_with(const char *text, const char *start) { return std::strncmp(text, start, std::strlen(start)) == 0; }

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, std::size_t size) {
  wald_trees *trees = nullptr, *again = nullptr;
  if (!went_well(wald_trees_import(reinterpret_cast<const char *>(data), static_cast<int64_t>(size), 0, &trees))) {
    REQUIRE(trees == nullptr &&
            (begins_with(wald_last_error(), "model") || begins_with(wald_last_error(), "saved trees: ")));
    return 0;
  }
  const std::string own = saved(trees);
  REQUIRE(wald_load(WALD_OBJECT_TREES, own.data(), static_cast<int64_t>(own.size()), &again) == WALD_OK);
  REQUIRE(saved(again) == own);
  use(trees);
  wald_destroy(again);
  wald_destroy(trees);
  return 0;
}
