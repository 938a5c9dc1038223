// Probabilities from anywhere: an error, or a decision that no other prediction beats by more than its bound.
#include <vector>

#include "fuzz.hpp"

namespace {

constexpr const char *names[] = {"f1",
                                 "fbeta:0.5",
                                 "fbeta:1.3",
                                 "jaccard",
                                 "balanced_accuracy",
                                 "gmean",
                                 "hmean",
                                 "mcc",
                                 "fowlkes_mallows",
                                 "noisy_or",
                                 "hamming",
                                 "subset_accuracy",
                                 "recall",
                                 "precision",
                                 "npv",
                                 "kappa",
                                 "markedness",
                                 "cost:1:5",
                                 "informedness",
                                 "specificity",
                                 "lf:0:2:0:0/0.25:-0.5:1:1",
                                 "lf:1:-1:0:0/1:0:0:0"};
constexpr const char *algorithms[] = {
    "auto",   "enumeration", "chai", "jansche", "jansche-approx", "ye",     "lewis",     "n16",      "n16-first-rise",
    "window", "categorical", "gfm",  "mode",    "marginal-modes", "ascent", "bisection", "separable"};

// Feeds an estimator of the kind; false if what the bytes say is refused.
bool feed(Bytes &bytes, wald_kind kind, int64_t n, wald_estimator *estimator) {
  if (kind == WALD_JOINT) {
    const int64_t rows = 1 + bytes.below(12);
    std::vector<uint8_t> cells;
    std::vector<double> weights;
    for (int64_t r = 0; r < rows; ++r) {
      const uint8_t vector = bytes.byte();
      for (int64_t i = 0; i < n; ++i) cells.push_back(vector >> i & 1);
      weights.push_back(bytes.number());
    }
    return went_well(
        wald_estimator_feed_vectors(estimator, DENSE(MASK(cells.data(), rows, n)), DOUBLES(weights.data(), rows)));
  }
  std::vector<double> p;
  for (int64_t i = 0; i < n; ++i) p.push_back(bytes.number() / (kind == WALD_CATEGORICAL ? static_cast<double>(n) : 1));
  return went_well(wald_estimator_feed_probabilities(estimator, DOUBLES(p.data(), n)));
}

void check(const wald_metric *metric, const wald_estimator *estimator, const wald_options *options, int64_t n,
           int64_t at_least, int64_t at_most, const wald_decision *decision) {
  double value = 0, regret = 0;
  std::vector<uint8_t> mask(static_cast<std::size_t>(n));
  const double expected = number<double>(decision, WALD_DECISION_EXPECTED, 0);
  const double bound = number<double>(decision, WALD_DECISION_BOUND, 0);
  const int64_t k = number<int64_t>(decision, WALD_DECISION_K, 0);
  REQUIRE(wald_decision_mask(decision, 0, mask.data(), n, nullptr) == WALD_OK);
  REQUIRE(std::isfinite(expected) && bound >= 0);
  REQUIRE(k >= at_least && (at_most < 0 || k <= at_most));
  double error = 0;
  REQUIRE(expected_of(metric, estimator, BYTES(mask.data(), n), nullptr, &value, &error, nullptr, nullptr) ==
          WALD_OK);
  REQUIRE(std::fabs(value - expected) <= 1e-12 + error);
  REQUIRE(expected_of(metric, estimator, BYTES(mask.data(), n), options, nullptr, nullptr, &regret, nullptr) ==
          WALD_OK);
  REQUIRE(regret >= 0 && regret <= bound + 1e-12);

  for (int64_t h = 0; h < int64_t{1} << n; ++h) {
    int64_t ones = 0;
    for (int64_t i = 0; i < n; ++i) ones += mask[static_cast<std::size_t>(i)] = h >> i & 1;
    if (ones < at_least || (at_most >= 0 && ones > at_most)) continue;
    REQUIRE(expected_of(metric, estimator, BYTES(mask.data(), n), nullptr, &value, &error, nullptr, nullptr) ==
            WALD_OK);
    REQUIRE(value - error <= expected + bound + 1e-15);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, std::size_t size) {
  Bytes bytes(data, size);
  const char *name = names[bytes.byte() % (sizeof names / sizeof *names)];
  const uint8_t how = bytes.byte();
  const wald_kind kind = bytes.byte() % 4;
  const int64_t n = 1 + bytes.below(6);
  wald_metric *metric = nullptr;
  wald_options *options = nullptr;
  wald_estimator *estimator = nullptr;
  wald_decision *decision = nullptr;
  REQUIRE(wald_metric_create(name, how & 1, &metric) == WALD_OK);
  REQUIRE(wald_options_create("decisions", &options) == WALD_OK);
  REQUIRE(wald_decision_create(&decision) == WALD_OK);
  const bool counts = kind == WALD_COUNTS, of_vectors = kind == WALD_JOINT || counts;
  const wald_kind fed = counts ? wald_kind{WALD_JOINT} : kind;
  REQUIRE(wald_estimator_create(fed, of_vectors ? n : 0, &estimator) == WALD_OK);
  int64_t at_least = 0, at_most = -1;  // -1: not set
  if (how & 2) at_least = bytes.below(n + 1);
  REQUIRE(wald_options_set_integer(options, "at_least", at_least) == WALD_OK);
  if (how & 4) at_most = at_least + bytes.below(n + 1);
  if (at_most >= 0) REQUIRE(wald_options_set_integer(options, "at_most", at_most) == WALD_OK);
  if (how & 8)
    REQUIRE(wald_options_set_text(options, "algorithm",
                                  algorithms[bytes.byte() % (sizeof algorithms / sizeof *algorithms)]) == WALD_OK);
  if (feed(bytes, fed, n, estimator)) {
    if (counts) {
      wald_estimator *converted = nullptr;
      if (went_well(wald_estimator_to_counts(estimator, &converted))) {
        wald_destroy(estimator);
        estimator = converted;
      }
    }
    if (went_well(wald_decide(metric, estimator, options, decision)))
      check(metric, estimator, options, n, at_least, at_most, decision);
  }
  wald_destroy(decision);
  wald_destroy(options);
  wald_destroy(estimator);
  wald_destroy(metric);
  return 0;
}
