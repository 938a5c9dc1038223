/* Decisions on one problem, and what a given prediction is worth. */
#include <stdlib.h>

#include "groups.h"

static const double p4[] = {0.9, 0.2, 0.6, 0.4};

void test_decisions(void) {
  static const uint8_t no_labels[] = {0, 0, 0, 0};
  wald_metric *f1 = metric_named("f1"), *recall = metric_named("recall");
  wald_estimator *e = independent(p4, 4), *small = independent(p4, 2), *nothing = empty(WALD_JOINT, 3);
  wald_options *options = new_options("decisions");
  wald_decision *d = new_decision(), *none = NULL;
  int64_t count = -1, n = -1, k = -1, low = -7, high = -7, needed = -1, indices[5] = {-7, -7, -7, -7, -7};
  uint8_t mask[5] = {7, 7, 7, 7, 7};
  double x = -1, curve[6];
  int32_t abstained = -1;
  const char *text = NULL;

  BAD_ARGUMENT("out is NULL", wald_decision_create(NULL));
  wald_destroy(NULL);

  /* Empty until a call fills it. */
  count = decision_number(d, 0, WALD_DECISION_N_ANSWERS);
  EQUAL(count, 0);
  n = decision_number(d, 0, WALD_DECISION_N_ITEMS);
  EQUAL(n, 0);
  BAD_ARGUMENT("decision is empty: no call has filled it", wald_number(d, WALD_DECISION_K, 0, &x));

  OK(wald_decide(f1, e, NULL, d));
  count = decision_number(d, 0, WALD_DECISION_N_ANSWERS);
  n = decision_number(d, 0, WALD_DECISION_N_ITEMS);
  EQUAL(count, 1);
  EQUAL(n, 4);
  k = decision_number(d, 0, WALD_DECISION_K);
  EQUAL(k, 3);
  OK(wald_decision_items(d, 0, 1, NULL, NULL, 0, &needed));
  EQUAL(needed, 3);
  OK(wald_decision_items(d, 0, 1, NULL, indices, 5, &needed));
  CHECK(indices[0] == 0 && indices[1] == 2 && indices[2] == 3 && indices[3] == -7);
  OK(wald_decision_mask(d, 0, NULL, 0, &needed));
  EQUAL(needed, 4);
  OK(wald_decision_mask(d, 0, mask, 4, NULL));
  CHECK(mask[0] == 1 && mask[1] == 0 && mask[2] == 1 && mask[3] == 1 && mask[4] == 7);
  x = decision_number(d, 0, WALD_DECISION_EXPECTED);
  OK(wald_curve(f1, e, NULL, curve, 5, &needed));
  EQUAL(needed, 5);
  NEAR(x, curve[3]);
  CHECK(x > curve[0] && x > curve[1] && x > curve[2] && x > curve[4]);
  NEAR(curve[0], 0.1 * 0.8 * 0.4 * 0.6);
  x = decision_number(d, 0, WALD_DECISION_LOSS);
  NEAR(x, 1 - curve[3]);
  x = decision_number(d, 0, WALD_DECISION_BOUND);
  CHECK(x >= 0 && x < 1e-13);
  low = decision_number(d, 0, WALD_DECISION_K_LOWEST);
  high = decision_number(d, 0, WALD_DECISION_K_HIGHEST);
  CHECK(low <= 3 && 3 <= high);
  x = decision_number(d, 0, WALD_DECISION_NEXT_BEST);
  NEAR(x, curve[2]);
  x = decision_number(d, 0, WALD_DECISION_P_ZERO);
  NEAR(x, curve[0]);
  abstained = decision_number(d, 0, WALD_DECISION_ABSTAINED);
  EQUAL(abstained, 0);
  OK(wald_text(d, WALD_DECISION_ALGORITHM, 0, &text));
  TEXT(text, "ye");
  OK(wald_text(d, WALD_DECISION_WARNING, 0, &text));
  TEXT(text, "");

  /* Too small, out of range, NULL: for each. */
  indices[0] = mask[0] = 77;
  FAILS(WALD_ERROR_CAPACITY, "capacity is 2: indices takes 3", wald_decision_items(d, 0, 1, NULL, indices, 2, &needed));
  EQUAL(needed, 3);
  FAILS(WALD_ERROR_CAPACITY, "capacity is 3: out takes 4", wald_decision_mask(d, 0, mask, 3, &needed));
  EQUAL(needed, 4);
  CHECK(indices[0] == 77 && mask[0] == 77);
  BAD_ARGUMENT("answer is 1: must lie in [0, 0]", wald_number(d, WALD_DECISION_K, 1, &x));
  BAD_ARGUMENT("answer is -1: must lie in [0, 0]", wald_number(d, WALD_DECISION_K, -1, &x));
  BAD_ARGUMENT("decision is NULL", wald_decision_items(none, 0, 1, NULL, indices, 5, &needed));
  BAD_ARGUMENT("mark is 0: must be 1 or WALD_UNDECIDED (2)", wald_decision_items(d, 0, 0, NULL, indices, 5, &needed));
  BAD_ARGUMENT("indices is NULL", wald_decision_items(d, 0, 1, NULL, NULL, 5, &needed));
  BAD_ARGUMENT("needed is NULL", wald_decision_items(d, 0, 1, NULL, NULL, 0, NULL));
  BAD_ARGUMENT("capacity is -5: must be at least 0", wald_decision_items(d, 0, 1, NULL, indices, -5, &needed));
  BAD_ARGUMENT("decision is NULL", wald_decision_mask(none, 0, mask, 5, &needed));
  BAD_ARGUMENT("out is NULL", wald_decision_mask(d, 0, NULL, 5, &needed));
  BAD_ARGUMENT("answer is 2: must lie in [0, 0]", wald_decision_mask(d, 2, mask, 5, &needed));
  low = high = -7;
  CHECK(low == -7 && high == -7);

  /* Every failed decide leaves the decision empty, and the next one fills it again. */
#define EMPTIES(...)                                                                                                  \
  do {                                                                                                                \
    OK(wald_decide(f1, e, NULL, d));                                                                                  \
    __VA_ARGS__;                                                                                                      \
    count = decision_number(d, 0, WALD_DECISION_N_ANSWERS);                                                             \
    EQUAL(count, 0);                                                                                                  \
    BAD_ARGUMENT("decision is empty: no call has filled it", wald_number(d, WALD_DECISION_EXPECTED, 0, &x)); \
  } while (0)
  EMPTIES(BAD_ARGUMENT("metric is NULL", wald_decide(NULL, e, NULL, d)));
  EMPTIES(BAD_ARGUMENT("estimator is NULL", wald_decide(f1, NULL, NULL, d)));
  EMPTIES(BAD_ARGUMENT("estimator is empty: feed it at least one label vector", wald_decide(f1, nothing, NULL, d)));
  set_k(options, 5, -1);
  EMPTIES(BAD_ARGUMENT("at_least is 5: the problem has 4 items", wald_decide(f1, e, options, d)));
  set_k(options, 0, -1);
  set(options, "average", "micro");
  EMPTIES(BAD_ARGUMENT("average is micro: deciding reads it with tables only",
                       wald_decide(f1, e, options, d)));
  OK(wald_options_set_text(options, "average", NULL));
  BAD_ARGUMENT("decision is NULL", wald_decide(f1, e, NULL, NULL));

  /* Reused from call to call, over problems of other sizes. */
  OK(wald_decide(f1, small, NULL, d));
  n = decision_number(d, 0, WALD_DECISION_N_ITEMS);
  EQUAL(n, 2);
  set_k(options, 2, 2);
  OK(wald_decide(f1, e, options, d));
  k = decision_number(d, 0, WALD_DECISION_K);
  EQUAL(k, 2);
  set_k(options, 0, 0);
  OK(wald_decide(f1, e, options, d));
  OK(wald_decision_items(d, 0, 1, NULL, NULL, 0, &needed));
  EQUAL(needed, 0);
  OK(wald_decision_items(d, 0, 1, NULL, indices, 0, &needed));

  /* A degenerate metric warns, unless k is bounded. */
  OK(wald_decide(recall, e, NULL, d));
  OK(wald_text(d, WALD_DECISION_WARNING, 0, &text));
  TEXT(text, "this metric is trivially optimal at k = 0 or k = n whatever is known of the labels: constrain k");
  set_k(options, 1, 2);
  OK(wald_decide(recall, e, options, d));
  OK(wald_text(d, WALD_DECISION_WARNING, 0, &text));
  TEXT(text, "");

  /* Abstention: expected and loss remain those of the optimum. */
  set_k(options, 0, -1);
  OK(wald_options_set_number(options, "abstain", 0.05));
  OK(wald_decide(f1, e, options, d));
  abstained = decision_number(d, 0, WALD_DECISION_ABSTAINED);
  EQUAL(abstained, 1);
  k = decision_number(d, 0, WALD_DECISION_K);
  EQUAL(k, 0);
  OK(wald_decision_mask(d, 0, mask, 5, &needed));
  CHECK(mask[0] == WALD_UNDECIDED && mask[1] == WALD_UNDECIDED && mask[2] == WALD_UNDECIDED &&
        mask[3] == WALD_UNDECIDED);
  x = decision_number(d, 0, WALD_DECISION_EXPECTED);
  NEAR(x, curve[3]);
  BAD_ARGUMENT("abstain_label is -1: must be finite and at least 0",
               wald_options_set_number(options, "abstain_label", -1));
  OK(wald_options_set_number(options, "abstain_label", 0.05));
  BAD_ARGUMENT("abstain is 0.05 and abstain_label is 0.05: either whole instances are left undecided, or single labels",
               wald_decide(f1, e, options, d));
  OK(wald_options_set_text(options, "abstain", NULL));

  /* Single labels: one that is certain to cost less undecided. */
  OK(wald_decide(f1, e, options, d));
  abstained = decision_number(d, 0, WALD_DECISION_ABSTAINED);
  EQUAL(abstained, 0);
  {
    int64_t left[4] = {-1, -1, -1, -1}, chosen[4] = {-1, -1, -1, -1}, i, count = 0, positive = 0;
    const double n_left = decision_number(d, 0, WALD_DECISION_N_UNDECIDED);
    CHECK(n_left > 0);
    OK(wald_decision_items(d, 0, WALD_UNDECIDED, NULL, NULL, 0, &needed));
    CHECK((double)needed == n_left);
    OK(wald_decision_items(d, 0, WALD_UNDECIDED, NULL, left, 4, &needed));
    OK(wald_decision_items(d, 0, 1, NULL, chosen, 4, &needed));
    k = decision_number(d, 0, WALD_DECISION_K);
    EQUAL(k, needed);
    OK(wald_decision_mask(d, 0, mask, 5, &needed));
    for (i = 0; i < 4; ++i) {
      if (mask[i] == 1) CHECK(chosen[positive++] == i);
      if (mask[i] == WALD_UNDECIDED) CHECK(left[count++] == i);
    }
    CHECK((double)count == n_left && (double)positive == (double)k);
    x = decision_number(d, 0, WALD_DECISION_EXPECTED);
    CHECK(x > curve[3]);
    OK(wald_text(d, WALD_DECISION_ALGORITHM, 0, &text));
    TEXT(text, "partial");
  }
  BAD_ARGUMENT("decision is NULL", wald_decision_items(NULL, 0, WALD_UNDECIDED, NULL, NULL, 0, &needed));
  BAD_ARGUMENT("answer is 1: must lie in [0, 0]", wald_decision_items(d, 1, WALD_UNDECIDED, NULL, NULL, 0, &needed));
  UNREAD("abstain_label is 0.05: a curve does not read it (decide and evaluate do)",
         wald_curve(f1, e, options, curve, 6, &needed));
  OK(wald_options_set_text(options, "at_least", NULL));
  OK(wald_options_set_text(options, "at_most", NULL));
  UNREAD("abstain_label is 0.05: an expectation does not read it (decide and evaluate do)",
         expected_of(f1, e, VECTOR(no_labels, WALD_UINT8, 4, 1), options, &x, NULL, NULL, NULL));
  OK(wald_options_set_text(options, "abstain_label", NULL));
  OK(wald_decide(f1, e, options, d));
  abstained = decision_number(d, 0, WALD_DECISION_ABSTAINED);
  EQUAL(abstained, 0);

  wald_destroy(d);
  wald_destroy(options);
  wald_destroy(nothing);
  wald_destroy(small);
  wald_destroy(e);
  wald_destroy(recall);
  wald_destroy(f1);
}

void test_expectations(void) {
  static const uint8_t chosen[] = {1, 0, 1, 0}, strided[] = {0, 9, 1, 9, 0, 9, 1}, bad[] = {0, 0, 3, 0};
  wald_metric *f1 = metric_named("f1"), *jaccard = metric_named("jaccard");
  wald_estimator *e = independent(p4, 4), *nothing = empty(WALD_INDEPENDENT, 0), *counts = NULL;
  wald_options *options = new_options("decisions");
  double curve[6], x = -1, y = -1;
  int64_t needed = -1;

  OK(wald_estimator_to_counts(e, &counts));

  /* The curve: query, room, constraints. */
  OK(wald_curve(f1, e, NULL, NULL, 0, &needed));
  EQUAL(needed, 5);
  curve[0] = 77;
  FAILS(WALD_ERROR_CAPACITY, "capacity is 4: out takes 5", wald_curve(f1, e, NULL, curve, 4, &needed));
  EQUAL(curve[0], 77);
  set_k(options, 2, 3);
  OK(wald_curve(f1, e, options, curve, 6, NULL));
  CHECK(isnan(curve[0]) && isnan(curve[1]) && !isnan(curve[2]) && !isnan(curve[3]) && isnan(curve[4]));
  BAD_ARGUMENT("metric is NULL", wald_curve(NULL, e, NULL, curve, 6, &needed));
  BAD_ARGUMENT("estimator is NULL", wald_curve(f1, NULL, NULL, curve, 6, &needed));
  BAD_ARGUMENT("out is NULL", wald_curve(f1, e, NULL, NULL, 6, &needed));
  BAD_ARGUMENT("needed is NULL", wald_curve(f1, e, NULL, NULL, 0, NULL));
  BAD_ARGUMENT("n_labels is 0: must be at least 1; an estimator must be fed the probability of each label",
               wald_curve(f1, nothing, NULL, NULL, 0, &needed));
  FAILS(
      WALD_ERROR_UNSUPPORTED,
      "metric \"jaccard\" given counts: P[i][s] and P(0) determine the expectation of metrics linear in tp alone, and "
      "this one is not: feed a joint estimator",
      wald_curve(jaccard, counts, NULL, curve, 6, &needed));
  set(options, "average", "macro");
  UNREAD("average is macro: a curve does not read it (decide, expected, ", wald_curve(f1, e, options, curve, 6, &needed));
  OK(wald_options_set_text(options, "average", NULL));

  /* Expected: at the best 2 it is the curve's value; strides; the error limit. */
  OK(expected_of(f1, e, BYTES(chosen, 4), NULL, &x, &y, NULL, NULL));
  NEAR(x, curve[2]);
  CHECK(y >= 0 && y < 1e-13);
  OK(expected_of(f1, e, VECTOR(strided + 6, WALD_UINT8, 4, -2), NULL, &y, NULL, NULL, NULL));
  EQUAL(y, x);
  BAD_ARGUMENT("metric is NULL", expected_of(NULL, e, BYTES(chosen, 4), NULL, &x, NULL, NULL, NULL));
  BAD_ARGUMENT("known->estimator and known->probabilities are both NULL", expected_of(f1, NULL, BYTES(chosen, 4), NULL, &x, NULL, NULL, NULL));
  BAD_ARGUMENT("mask->data is NULL", expected_of(f1, e, BYTES(NULL, 4), NULL, &x, NULL, NULL, NULL));
  OK(expected_of(f1, e, BYTES(chosen, 4), NULL, NULL, NULL, NULL, NULL));
  BAD_ARGUMENT("mask has 3 rows: the estimator has 4 labels",
               expected_of(f1, e, BYTES(chosen, 3), NULL, &x, NULL, NULL, NULL));
  BAD_ARGUMENT("mask has -4 rows: must have at least 0",
               expected_of(f1, e, BYTES(chosen, -4), NULL, &x, NULL, NULL, NULL));
  BAD_ARGUMENT("mask[2] is 3: must be 0 or 1", expected_of(f1, e, BYTES(bad, 4), NULL, &x, NULL, NULL, NULL));
  BAD_ARGUMENT("n_labels is 0: must be at least 1; an estimator must be fed the probability of each label",
               expected_of(f1, nothing, BYTES(NULL, 0), NULL, &x, NULL, NULL, NULL));

  /* Regret: against the optimum within the constraints. */
  OK(expected_of(f1, e, BYTES(chosen, 4), options, NULL, NULL, &x, &y));
  NEAR(x, curve[3] - curve[2]);
  CHECK(y >= 0 && y < 1e-13);
  set_k(options, 2, 2);
  OK(expected_of(f1, e, BYTES(chosen, 4), options, NULL, NULL, &x, NULL));
  EQUAL(x, 0);
  x = -7;
  BAD_ARGUMENT("metric is NULL", expected_of(NULL, e, BYTES(chosen, 4), NULL, NULL, NULL, &x, NULL));
  BAD_ARGUMENT("known->estimator and known->probabilities are both NULL", expected_of(f1, NULL, BYTES(chosen, 4), NULL, NULL, NULL, &x, NULL));
  BAD_ARGUMENT("mask->data is NULL", expected_of(f1, e, BYTES(NULL, 4), NULL, NULL, NULL, &x, NULL));
  BAD_ARGUMENT("mask has 5 rows: the estimator has 4 labels",
               expected_of(f1, e, BYTES(chosen, 5), NULL, NULL, NULL, &x, NULL));
  EQUAL(x, -7);

  wald_destroy(options);
  wald_destroy(counts);
  wald_destroy(nothing);
  wald_destroy(e);
  wald_destroy(jaccard);
  wald_destroy(f1);
}

void test_distributions(void) {
  static const uint8_t chosen[] = {1, 0, 1, 0}, bad[] = {0, 0, 3, 0};
  wald_metric *hamming = metric_named("hamming"), *gmean = metric_named("gmean");
  wald_estimator *e = independent(p4, 4), *counts = NULL, *large;
  wald_options *options = new_options("decisions");
  wald_distribution *d = NULL, *none = NULL, *failed = UNTOUCHED;
  double mean = -1, sd = -1, error = -1, x = -1, values[6], probabilities[6];
  int64_t needed = -1, draws = -1;
  static double wide[5000];
  static uint8_t half[5000];
  int i;

  OK(wald_estimator_to_counts(e, &counts));
  BAD_ARGUMENT("out is NULL", wald_distribution_create(hamming, e, BYTES(chosen, 4), NULL, NULL));
  wald_destroy(NULL);

  OK(wald_distribution_create(hamming, e, BYTES(chosen, 4), NULL, &d));
  mean = distribution_number(d, WALD_DISTRIBUTION_MEAN);
  sd = distribution_number(d, WALD_DISTRIBUTION_SD);
  error = distribution_number(d, WALD_DISTRIBUTION_STANDARD_ERROR);
  NEAR(mean, (0.9 + 0.8 + 0.6 + 0.6) / 4);
  NEAR(sd, sqrt(0.09 + 0.16 + 0.24 + 0.24) / 4);
  EQUAL(error, 0);

  draws = distribution_number(d, WALD_DISTRIBUTION_N_SAMPLES);
  EQUAL(draws, 0);
  OK(wald_numbers(d, WALD_DISTRIBUTION_VALUES, 0, NULL, 0, &needed));
  EQUAL(needed, 5);
  OK(wald_numbers(d, WALD_DISTRIBUTION_VALUES, 0, values, 6, &needed));
  OK(wald_numbers(d, WALD_DISTRIBUTION_PROBABILITIES, 0, probabilities, 6, &needed));
  CHECK(values[0] == 0 && values[1] == 0.25 && values[4] == 1);
  NEAR(probabilities[4], 0.9 * 0.8 * 0.6 * 0.6);
  NEAR(probabilities[0], 0.1 * 0.2 * 0.4 * 0.4);
  OK(wald_distribution_quantile(d, 1, &x));
  EQUAL(x, 1);
  OK(wald_distribution_quantile(d, 0, &x));
  EQUAL(x, 0);
  OK(wald_distribution_at_least(d, 1, &x, &error));
  NEAR(x, probabilities[4]);
  EQUAL(error, 0);
  OK(wald_distribution_at_least(d, -5, &x, NULL));
  EQUAL(x, 1);
  OK(wald_distribution_at_least(d, INFINITY, &x, NULL));
  EQUAL(x, 0);

  BAD_ARGUMENT("distribution is NULL", wald_distribution_quantile(none, 0.5, &x));
  BAD_ARGUMENT("u is NULL", wald_distribution_quantile(d, 0.5, NULL));
  BAD_ARGUMENT("q is -0.1: must lie in [0, 1]", wald_distribution_quantile(d, -0.1, &x));
  BAD_ARGUMENT("q is 1.5: must lie in [0, 1]", wald_distribution_quantile(d, 1.5, &x));
  BAD_ARGUMENT("q is nan: must lie in [0, 1]", wald_distribution_quantile(d, NAN, &x));
  BAD_ARGUMENT("q is nan: must lie in [0, 1]", wald_distribution_quantile(d, copysign(NAN, -1), &x));
  BAD_ARGUMENT("distribution is NULL", wald_distribution_at_least(none, 0.5, &x, NULL));
  BAD_ARGUMENT("probability is NULL", wald_distribution_at_least(d, 0.5, NULL, &error));
  BAD_ARGUMENT("u is nan: must be a number", wald_distribution_at_least(d, NAN, &x, NULL));
  FAILS(WALD_ERROR_CAPACITY, "capacity is 4: out takes 5",
        wald_numbers(d, WALD_DISTRIBUTION_VALUES, 0, values, 4, &needed));
  BAD_ARGUMENT("metric is NULL", wald_distribution_create(NULL, e, BYTES(chosen, 4), NULL, &failed));
  BAD_ARGUMENT("estimator is NULL", wald_distribution_create(hamming, NULL, BYTES(chosen, 4), NULL, &failed));
  BAD_ARGUMENT("mask->data is NULL", wald_distribution_create(hamming, e, BYTES(NULL, 4), NULL, &failed));
  BAD_ARGUMENT("mask has 3 rows: the estimator has 4 labels",
               wald_distribution_create(hamming, e, BYTES(chosen, 3), NULL, &failed));
  BAD_ARGUMENT("mask[2] is 3: must be 0 or 1", wald_distribution_create(hamming, e, BYTES(bad, 4), NULL, &failed));
  FAILS(WALD_ERROR_UNSUPPORTED,
        "the distribution of metric \"hamming\" given counts: P[i][s] and P(0) determine its mean alone; feed a joint "
        "estimator",
        wald_distribution_create(hamming, counts, BYTES(chosen, 4), NULL, &failed));
  CHECK(failed == UNTOUCHED);

  /* Too many cells to list: seeded draws, with their standard error. */
  for (i = 0; i < 5000; ++i) {
    wide[i] = 0.1 + 0.8 * ((i * 7) % 11) / 11.0;
    half[i] = (uint8_t)(i % 2);
  }
  large = independent(wide, 5000);
  set(options, "seed", "42");
  set(options, "samples", "3000");
  wald_destroy(d);
  OK(wald_distribution_create(gmean, large, BYTES(half, 5000), options, &d));
  draws = distribution_number(d, WALD_DISTRIBUTION_N_SAMPLES);
  if (draws > 0) {
    double again = -1;
    EQUAL(draws, 3000);
    mean = distribution_number(d, WALD_DISTRIBUTION_MEAN);
    sd = distribution_number(d, WALD_DISTRIBUTION_SD);
    error = distribution_number(d, WALD_DISTRIBUTION_STANDARD_ERROR);
    CHECK(error > 0 && near(error, sd / sqrt(3000.0), 1e-12));
    OK(expected_of(gmean, large, BYTES(half, 5000), NULL, &x, NULL, NULL, NULL));
    CHECK(fabs(mean - x) < 6 * error);
    OK(wald_distribution_at_least(d, mean, &x, &error));
    CHECK(near(error, sqrt(x * (1 - x) / 3000), 1e-12));
    wald_destroy(d);
    OK(wald_distribution_create(gmean, large, BYTES(half, 5000), options, &d)); /* the same seed: the same */
    again = distribution_number(d, WALD_DISTRIBUTION_MEAN);
    EQUAL(again, mean);
    set(options, "seed", "43");
    wald_destroy(d);
    OK(wald_distribution_create(gmean, large, BYTES(half, 5000), options, &d));
    again = distribution_number(d, WALD_DISTRIBUTION_MEAN);
    CHECK(again != mean);
  }
  wald_destroy(large);
  wald_destroy(d);
  wald_destroy(options);
  wald_destroy(counts);
  wald_destroy(e);
  wald_destroy(gmean);
  wald_destroy(hamming);
}
