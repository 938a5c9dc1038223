/* Decisions on one problem, and what a given prediction is worth. */
#include <stdlib.h>

#include "groups.h"

static const double p4[] = {0.9, 0.2, 0.6, 0.4};

void test_decisions(void) {
  wald_metric *f1 = metric_named("f1"), *recall = metric_named("recall");
  wald_estimator *e = independent(p4, 4), *small = independent(p4, 2), *nothing = empty(WALD_JOINT, 3);
  wald_options *options = new_options();
  wald_decision *d = new_decision(), *none = NULL;
  int64_t count = -1, n = -1, k = -1, low = -7, high = -7, needed = -1, indices[5] = {-7, -7, -7, -7, -7};
  uint8_t mask[5] = {7, 7, 7, 7, 7};
  double x = -1, curve[6];
  int32_t abstained = -1;
  const char *text = NULL;

  BAD_ARGUMENT("out is NULL", wald_decision_create(NULL));
  wald_decision_destroy(NULL);

  /* Empty until a call fills it. */
  OK(wald_decision_count(d, &count));
  EQUAL(count, 0);
  OK(wald_decision_n(d, &n));
  EQUAL(n, 0);
  BAD_ARGUMENT("decision is empty: no call has filled it", wald_decision_k(d, 0, &k));

  OK(wald_decide(f1, e, NULL, d));
  OK(wald_decision_count(d, &count));
  OK(wald_decision_n(d, &n));
  EQUAL(count, 1);
  EQUAL(n, 4);
  OK(wald_decision_k(d, 0, &k));
  EQUAL(k, 3);
  OK(wald_decision_indices(d, 0, NULL, 0, &needed));
  EQUAL(needed, 3);
  OK(wald_decision_indices(d, 0, indices, 5, &needed));
  CHECK(indices[0] == 0 && indices[1] == 2 && indices[2] == 3 && indices[3] == -7);
  OK(wald_decision_mask(d, 0, NULL, 0, &needed));
  EQUAL(needed, 4);
  OK(wald_decision_mask(d, 0, mask, 4, NULL));
  CHECK(mask[0] == 1 && mask[1] == 0 && mask[2] == 1 && mask[3] == 1 && mask[4] == 7);
  OK(wald_decision_expected(d, 0, &x));
  OK(wald_curve(f1, e, NULL, curve, 5, &needed));
  EQUAL(needed, 5);
  NEAR(x, curve[3]);
  CHECK(x > curve[0] && x > curve[1] && x > curve[2] && x > curve[4]);
  NEAR(curve[0], 0.1 * 0.8 * 0.4 * 0.6);
  OK(wald_decision_loss(d, 0, &x));
  NEAR(x, 1 - curve[3]);
  OK(wald_decision_bound(d, 0, &x));
  CHECK(x >= 0 && x < 1e-13);
  OK(wald_decision_k_range(d, 0, &low, &high));
  CHECK(low <= 3 && 3 <= high);
  OK(wald_decision_next_best(d, 0, &x));
  NEAR(x, curve[2]);
  OK(wald_decision_p_zero(d, 0, &x));
  NEAR(x, curve[0]);
  OK(wald_decision_abstained(d, 0, &abstained));
  EQUAL(abstained, 0);
  OK(wald_decision_algorithm(d, 0, &text));
  TEXT(text, "ye");
  OK(wald_decision_warning(d, 0, &text));
  TEXT(text, "");

  /* Too small, out of range, NULL: for each. */
  indices[0] = mask[0] = 77;
  FAILS(WALD_ERROR_CAPACITY, "capacity is 2: out takes 3", wald_decision_indices(d, 0, indices, 2, &needed));
  EQUAL(needed, 3);
  FAILS(WALD_ERROR_CAPACITY, "capacity is 3: out takes 4", wald_decision_mask(d, 0, mask, 3, &needed));
  EQUAL(needed, 4);
  CHECK(indices[0] == 77 && mask[0] == 77);
  BAD_ARGUMENT("answer is 1: must lie in [0, 0]", wald_decision_k(d, 1, &k));
  BAD_ARGUMENT("answer is -1: must lie in [0, 0]", wald_decision_k(d, -1, &k));
  BAD_ARGUMENT("decision is NULL", wald_decision_count(none, &count));
  BAD_ARGUMENT("count is NULL", wald_decision_count(d, NULL));
  BAD_ARGUMENT("decision is NULL", wald_decision_n(none, &n));
  BAD_ARGUMENT("n is NULL", wald_decision_n(d, NULL));
  BAD_ARGUMENT("decision is NULL", wald_decision_indices(none, 0, indices, 5, &needed));
  BAD_ARGUMENT("out is NULL", wald_decision_indices(d, 0, NULL, 5, &needed));
  BAD_ARGUMENT("needed is NULL", wald_decision_indices(d, 0, NULL, 0, NULL));
  BAD_ARGUMENT("capacity is -5: must be at least 0", wald_decision_indices(d, 0, indices, -5, &needed));
  BAD_ARGUMENT("decision is NULL", wald_decision_mask(none, 0, mask, 5, &needed));
  BAD_ARGUMENT("out is NULL", wald_decision_mask(d, 0, NULL, 5, &needed));
  BAD_ARGUMENT("answer is 2: must lie in [0, 0]", wald_decision_mask(d, 2, mask, 5, &needed));
  BAD_ARGUMENT("decision is NULL", wald_decision_k(none, 0, &k));
  BAD_ARGUMENT("k is NULL", wald_decision_k(d, 0, NULL));
  BAD_ARGUMENT("decision is NULL", wald_decision_expected(none, 0, &x));
  BAD_ARGUMENT("expected is NULL", wald_decision_expected(d, 0, NULL));
  BAD_ARGUMENT("decision is NULL", wald_decision_loss(none, 0, &x));
  BAD_ARGUMENT("loss is NULL", wald_decision_loss(d, 0, NULL));
  BAD_ARGUMENT("decision is NULL", wald_decision_bound(none, 0, &x));
  BAD_ARGUMENT("bound is NULL", wald_decision_bound(d, 0, NULL));
  BAD_ARGUMENT("decision is NULL", wald_decision_k_range(none, 0, &low, &high));
  low = high = -7;
  BAD_ARGUMENT("lowest is NULL", wald_decision_k_range(d, 0, NULL, &high));
  BAD_ARGUMENT("highest is NULL", wald_decision_k_range(d, 0, &low, NULL));
  CHECK(low == -7 && high == -7);
  BAD_ARGUMENT("decision is NULL", wald_decision_next_best(none, 0, &x));
  BAD_ARGUMENT("value is NULL", wald_decision_next_best(d, 0, NULL));
  BAD_ARGUMENT("decision is NULL", wald_decision_p_zero(none, 0, &x));
  BAD_ARGUMENT("probability is NULL", wald_decision_p_zero(d, 0, NULL));
  BAD_ARGUMENT("decision is NULL", wald_decision_abstained(none, 0, &abstained));
  BAD_ARGUMENT("abstained is NULL", wald_decision_abstained(d, 0, NULL));
  BAD_ARGUMENT("decision is NULL", wald_decision_algorithm(none, 0, &text));
  BAD_ARGUMENT("name is NULL", wald_decision_algorithm(d, 0, NULL));
  BAD_ARGUMENT("decision is NULL", wald_decision_warning(none, 0, &text));
  BAD_ARGUMENT("text is NULL", wald_decision_warning(d, 0, NULL));

  /* Every failed decide leaves the decision empty, and the next one fills it again. */
#define EMPTIES(...) \
  do { \
    OK(wald_decide(f1, e, NULL, d)); \
    __VA_ARGS__; \
    OK(wald_decision_count(d, &count)); \
    EQUAL(count, 0); \
    BAD_ARGUMENT("decision is empty: no call has filled it", wald_decision_expected(d, 0, &x)); \
  } while (0)
  EMPTIES(BAD_ARGUMENT("metric is NULL", wald_decide(NULL, e, NULL, d)));
  EMPTIES(BAD_ARGUMENT("estimator is NULL", wald_decide(f1, NULL, NULL, d)));
  EMPTIES(BAD_ARGUMENT("estimator is empty: feed it at least one label vector", wald_decide(f1, nothing, NULL, d)));
  OK(wald_options_set_k(options, 5, -1));
  EMPTIES(BAD_ARGUMENT("at_least is 5: the problem has 4 items", wald_decide(f1, e, options, d)));
  OK(wald_options_set_k(options, 0, -1));
  OK(wald_options_set_average(options, WALD_MICRO));
  EMPTIES(BAD_ARGUMENT("average is micro: one estimator is one instance; tables take macro and micro",
                       wald_decide(f1, e, options, d)));
  OK(wald_options_set_average(options, WALD_INSTANCE));
  BAD_ARGUMENT("decision is NULL", wald_decide(f1, e, NULL, NULL));

  /* Reused from call to call, over problems of other sizes. */
  OK(wald_decide(f1, small, NULL, d));
  OK(wald_decision_n(d, &n));
  EQUAL(n, 2);
  OK(wald_options_set_k(options, 2, 2));
  OK(wald_decide(f1, e, options, d));
  OK(wald_decision_k(d, 0, &k));
  EQUAL(k, 2);
  OK(wald_options_set_k(options, 0, 0));
  OK(wald_decide(f1, e, options, d));
  OK(wald_decision_indices(d, 0, NULL, 0, &needed));
  EQUAL(needed, 0);
  OK(wald_decision_indices(d, 0, indices, 0, &needed));

  /* A degenerate metric warns, unless k is bounded. */
  OK(wald_decide(recall, e, NULL, d));
  OK(wald_decision_warning(d, 0, &text));
  TEXT(text, "this metric is trivially optimal at k = 0 or k = n whatever is known of the labels: constrain k");
  OK(wald_options_set_k(options, 1, 2));
  OK(wald_decide(recall, e, options, d));
  OK(wald_decision_warning(d, 0, &text));
  TEXT(text, "");

  /* Abstention: expected and loss remain those of the optimum. */
  OK(wald_options_set_k(options, 0, -1));
  OK(wald_options_set_abstain(options, 0.05));
  OK(wald_decide(f1, e, options, d));
  OK(wald_decision_abstained(d, 0, &abstained));
  EQUAL(abstained, 1);
  OK(wald_decision_k(d, 0, &k));
  EQUAL(k, 0);
  OK(wald_decision_mask(d, 0, mask, 5, &needed));
  CHECK(mask[0] == WALD_UNDECIDED && mask[1] == WALD_UNDECIDED && mask[2] == WALD_UNDECIDED && mask[3] == WALD_UNDECIDED);
  OK(wald_decision_expected(d, 0, &x));
  NEAR(x, curve[3]);
  OK(wald_options_set_abstain(options, NAN));
  OK(wald_decide(f1, e, options, d));
  OK(wald_decision_abstained(d, 0, &abstained));
  EQUAL(abstained, 0);

  wald_decision_destroy(d);
  wald_options_destroy(options);
  wald_estimator_destroy(nothing);
  wald_estimator_destroy(small);
  wald_estimator_destroy(e);
  wald_metric_destroy(recall);
  wald_metric_destroy(f1);
}

void test_expectations(void) {
  static const uint8_t chosen[] = {1, 0, 1, 0}, strided[] = {0, 9, 1, 9, 0, 9, 1}, bad[] = {0, 0, 3, 0};
  wald_metric *f1 = metric_named("f1"), *jaccard = metric_named("jaccard");
  wald_estimator *e = independent(p4, 4), *nothing = empty(WALD_INDEPENDENT, 0), *counts = NULL;
  wald_options *options = new_options();
  double curve[6], x = -1, y = -1;
  int64_t needed = -1;

  OK(wald_estimator_to_counts(e, &counts));

  /* The curve: query, room, constraints. */
  OK(wald_curve(f1, e, NULL, NULL, 0, &needed));
  EQUAL(needed, 5);
  curve[0] = 77;
  FAILS(WALD_ERROR_CAPACITY, "capacity is 4: out takes 5", wald_curve(f1, e, NULL, curve, 4, &needed));
  EQUAL(curve[0], 77);
  OK(wald_options_set_k(options, 2, 3));
  OK(wald_curve(f1, e, options, curve, 6, NULL));
  CHECK(isnan(curve[0]) && isnan(curve[1]) && !isnan(curve[2]) && !isnan(curve[3]) && isnan(curve[4]));
  BAD_ARGUMENT("metric is NULL", wald_curve(NULL, e, NULL, curve, 6, &needed));
  BAD_ARGUMENT("estimator is NULL", wald_curve(f1, NULL, NULL, curve, 6, &needed));
  BAD_ARGUMENT("out is NULL", wald_curve(f1, e, NULL, NULL, 6, &needed));
  BAD_ARGUMENT("needed is NULL", wald_curve(f1, e, NULL, NULL, 0, NULL));
  BAD_ARGUMENT("estimator is empty: feed it the probability of at least one label",
               wald_curve(f1, nothing, NULL, NULL, 0, &needed));
  FAILS(WALD_ERROR_UNSUPPORTED,
        "metric \"jaccard\" given counts: P[i][s] and P(0) determine the expectation of metrics linear in tp alone, and "
        "this one is not: feed a joint estimator",
        wald_curve(jaccard, counts, NULL, curve, 6, &needed));
  OK(wald_options_set_average(options, WALD_MACRO));
  BAD_ARGUMENT("average is macro: one estimator is one instance; tables take macro and micro",
               wald_curve(f1, e, options, curve, 6, &needed));
  OK(wald_options_set_average(options, WALD_INSTANCE));

  /* Expected: at the best 2 it is the curve's value; strides; the error limit. */
  OK(wald_expected(f1, e, chosen, 4, 1, NULL, &x, &y));
  NEAR(x, curve[2]);
  CHECK(y >= 0 && y < 1e-13);
  OK(wald_expected(f1, e, strided + 6, 4, -2, NULL, &y, NULL));
  EQUAL(y, x);
  BAD_ARGUMENT("metric is NULL", wald_expected(NULL, e, chosen, 4, 1, NULL, &x, NULL));
  BAD_ARGUMENT("estimator is NULL", wald_expected(f1, NULL, chosen, 4, 1, NULL, &x, NULL));
  BAD_ARGUMENT("mask is NULL", wald_expected(f1, e, NULL, 4, 1, NULL, &x, NULL));
  BAD_ARGUMENT("expected is NULL", wald_expected(f1, e, chosen, 4, 1, NULL, NULL, &y));
  BAD_ARGUMENT("n is 3: the estimator has 4 labels", wald_expected(f1, e, chosen, 3, 1, NULL, &x, NULL));
  BAD_ARGUMENT("n is -4: must be at least 0", wald_expected(f1, e, chosen, -4, 1, NULL, &x, NULL));
  BAD_ARGUMENT("mask[2] is 3: must be 0 or 1", wald_expected(f1, e, bad, 4, 1, NULL, &x, NULL));
  BAD_ARGUMENT("estimator is empty: feed it the probability of at least one label",
               wald_expected(f1, nothing, NULL, 0, 1, NULL, &x, NULL));

  /* Regret: against the optimum within the constraints. */
  OK(wald_regret(f1, e, chosen, 4, 1, options, &x, &y));
  NEAR(x, curve[3] - curve[2]);
  CHECK(y >= 0 && y < 1e-13);
  OK(wald_options_set_k(options, 2, 2));
  OK(wald_regret(f1, e, chosen, 4, 1, options, &x, NULL));
  EQUAL(x, 0);
  x = -7;
  BAD_ARGUMENT("metric is NULL", wald_regret(NULL, e, chosen, 4, 1, NULL, &x, NULL));
  BAD_ARGUMENT("estimator is NULL", wald_regret(f1, NULL, chosen, 4, 1, NULL, &x, NULL));
  BAD_ARGUMENT("mask is NULL", wald_regret(f1, e, NULL, 4, 1, NULL, &x, NULL));
  BAD_ARGUMENT("regret is NULL", wald_regret(f1, e, chosen, 4, 1, NULL, NULL, &y));
  BAD_ARGUMENT("n is 5: the estimator has 4 labels", wald_regret(f1, e, chosen, 5, 1, NULL, &x, NULL));
  EQUAL(x, -7);

  wald_options_destroy(options);
  wald_estimator_destroy(counts);
  wald_estimator_destroy(nothing);
  wald_estimator_destroy(e);
  wald_metric_destroy(jaccard);
  wald_metric_destroy(f1);
}

void test_distributions(void) {
  static const uint8_t chosen[] = {1, 0, 1, 0}, bad[] = {0, 0, 3, 0};
  wald_metric *hamming = metric_named("hamming"), *gmean = metric_named("gmean");
  wald_estimator *e = independent(p4, 4), *counts = NULL, *large;
  wald_options *options = new_options();
  wald_distribution *d = NULL, *none = NULL;
  double mean = -1, sd = -1, error = -1, x = -1, values[6], probabilities[6];
  int64_t needed = -1, draws = -1;
  static double wide[5000];
  static uint8_t half[5000];
  int i;

  OK(wald_estimator_to_counts(e, &counts));
  BAD_ARGUMENT("out is NULL", wald_distribution_create(NULL));
  OK(wald_distribution_create(&d));
  wald_distribution_destroy(NULL);
  BAD_ARGUMENT("distribution is empty: compute it first", wald_distribution_moments(d, &mean, &sd, &error));
  BAD_ARGUMENT("distribution is empty: compute it first", wald_distribution_draws(d, &draws));
  BAD_ARGUMENT("distribution is empty: compute it first", wald_distribution_quantile(d, 0.5, &x));
  BAD_ARGUMENT("distribution is empty: compute it first", wald_distribution_at_least(d, 0.5, &x, NULL));
  BAD_ARGUMENT("distribution is empty: compute it first", wald_distribution_atoms(d, NULL, NULL, 0, &needed));

  OK(wald_distribution_compute(d, hamming, e, chosen, 4, 1, NULL));
  OK(wald_distribution_moments(d, &mean, &sd, &error));
  NEAR(mean, (0.9 + 0.8 + 0.6 + 0.6) / 4);
  NEAR(sd, sqrt(0.09 + 0.16 + 0.24 + 0.24) / 4);
  EQUAL(error, 0);
  OK(wald_distribution_moments(d, NULL, NULL, NULL));
  OK(wald_distribution_draws(d, &draws));
  EQUAL(draws, 0);
  OK(wald_distribution_atoms(d, NULL, NULL, 0, &needed));
  EQUAL(needed, 5);
  OK(wald_distribution_atoms(d, values, probabilities, 6, &needed));
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

  BAD_ARGUMENT("distribution is NULL", wald_distribution_moments(none, &mean, NULL, NULL));
  BAD_ARGUMENT("distribution is NULL", wald_distribution_draws(none, &draws));
  BAD_ARGUMENT("draws is NULL", wald_distribution_draws(d, NULL));
  BAD_ARGUMENT("distribution is NULL", wald_distribution_quantile(none, 0.5, &x));
  BAD_ARGUMENT("u is NULL", wald_distribution_quantile(d, 0.5, NULL));
  BAD_ARGUMENT("q is -0.1: must lie in [0, 1]", wald_distribution_quantile(d, -0.1, &x));
  BAD_ARGUMENT("q is 1.5: must lie in [0, 1]", wald_distribution_quantile(d, 1.5, &x));
  BAD_ARGUMENT("q is nan: must lie in [0, 1]", wald_distribution_quantile(d, NAN, &x));
  BAD_ARGUMENT("q is nan: must lie in [0, 1]", wald_distribution_quantile(d, copysign(NAN, -1), &x));
  BAD_ARGUMENT("distribution is NULL", wald_distribution_at_least(none, 0.5, &x, NULL));
  BAD_ARGUMENT("probability is NULL", wald_distribution_at_least(d, 0.5, NULL, &error));
  BAD_ARGUMENT("u is nan: must be a number", wald_distribution_at_least(d, NAN, &x, NULL));
  BAD_ARGUMENT("distribution is NULL", wald_distribution_atoms(none, values, probabilities, 6, &needed));
  BAD_ARGUMENT("values is NULL", wald_distribution_atoms(d, NULL, probabilities, 6, &needed));
  BAD_ARGUMENT("probabilities is NULL", wald_distribution_atoms(d, values, NULL, 6, &needed));
  FAILS(WALD_ERROR_CAPACITY, "capacity is 4: values takes 5",
        wald_distribution_atoms(d, values, probabilities, 4, &needed));
  BAD_ARGUMENT("distribution is NULL", wald_distribution_compute(none, hamming, e, chosen, 4, 1, NULL));
  BAD_ARGUMENT("metric is NULL", wald_distribution_compute(d, NULL, e, chosen, 4, 1, NULL));
  BAD_ARGUMENT("estimator is NULL", wald_distribution_compute(d, hamming, NULL, chosen, 4, 1, NULL));
  BAD_ARGUMENT("mask is NULL", wald_distribution_compute(d, hamming, e, NULL, 4, 1, NULL));
  BAD_ARGUMENT("n is 3: the estimator has 4 labels", wald_distribution_compute(d, hamming, e, chosen, 3, 1, NULL));
  BAD_ARGUMENT("mask[2] is 3: must be 0 or 1", wald_distribution_compute(d, hamming, e, bad, 4, 1, NULL));
  FAILS(WALD_ERROR_UNSUPPORTED,
        "the distribution of metric \"hamming\" given counts: P[i][s] and P(0) determine its mean alone; feed a joint "
        "estimator",
        wald_distribution_compute(d, hamming, counts, chosen, 4, 1, NULL));
  OK(wald_distribution_atoms(d, NULL, NULL, 0, &needed)); /* still the one before */
  EQUAL(needed, 5);

  /* Too many cells to list: seeded draws, with their standard error. */
  for (i = 0; i < 5000; ++i) {
    wide[i] = 0.1 + 0.8 * ((i * 7) % 11) / 11.0;
    half[i] = (uint8_t)(i % 2);
  }
  large = independent(wide, 5000);
  OK(wald_options_set_draws(options, 42, 3000));
  OK(wald_distribution_compute(d, gmean, large, half, 5000, 1, options));
  OK(wald_distribution_draws(d, &draws));
  if (draws > 0) {
    double again = -1;
    EQUAL(draws, 3000);
    OK(wald_distribution_moments(d, &mean, &sd, &error));
    CHECK(error > 0 && near(error, sd / sqrt(3000.0), 1e-12));
    OK(wald_expected(gmean, large, half, 5000, 1, NULL, &x, NULL));
    CHECK(fabs(mean - x) < 6 * error);
    OK(wald_distribution_at_least(d, mean, &x, &error));
    CHECK(near(error, sqrt(x * (1 - x) / 3000), 1e-12));
    OK(wald_distribution_compute(d, gmean, large, half, 5000, 1, options)); /* the same seed: the same */
    OK(wald_distribution_moments(d, &again, NULL, NULL));
    EQUAL(again, mean);
    OK(wald_options_set_draws(options, 43, 3000));
    OK(wald_distribution_compute(d, gmean, large, half, 5000, 1, options));
    OK(wald_distribution_moments(d, &again, NULL, NULL));
    CHECK(again != mean);
  }
  wald_estimator_destroy(large);
  wald_distribution_destroy(d);
  wald_options_destroy(options);
  wald_estimator_destroy(counts);
  wald_estimator_destroy(e);
  wald_metric_destroy(gmean);
  wald_metric_destroy(hamming);
}
