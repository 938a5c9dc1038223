/* Performance without labels: values by hand, chunks and segments, labels that are known, and each error. */
#include "groups.h"

static double chunk_number(const wald_performance *of, wald_performance_fact fact, int64_t chunk) {
  double values[8];
  OK(wald_numbers(of, fact, 0, values, 8, NULL));
  return values[chunk];
}

static void test_values_of_performance(const wald_metric *precision) {
  const double p[] = {0.9, 0.8, 0.2, 0.6};
  const uint8_t flagged[] = {1, 1, 0, 1}, labels[] = {1, 0, WALD_NOT_RATED, 1};
  const double asked[] = {1, 1, 0, 1};
  const int64_t of[] = {0, 1, 1, 1};
  wald_performance *made = NULL;
  double rows[4], count = 0;
  const char *name = NULL;
  OK(wald_performance_create(precision, NULL, NULL, NULL, with("performance", "n_segments", "2", "chunk_rows", "3", NULL), &made));
  OK(wald_performance_feed(made, DOUBLES(p, 4), BYTES(flagged, 4), NULL, NULL, NULL, INTEGERS(of, 4)));
  OK(wald_number(made, WALD_PERFORMANCE_N_CHUNKS, 0, &count));
  EQUAL(count, 2);
  NEAR(chunk_number(made, WALD_PERFORMANCE_VALUE, 0), 0.85);
  NEAR(chunk_number(made, WALD_PERFORMANCE_VALUE, 1), 0.6);
  EQUAL(chunk_number(made, WALD_PERFORMANCE_LOW, 0), 0.5);
  EQUAL(chunk_number(made, WALD_PERFORMANCE_HIGH, 0), 1);
  OK(wald_numbers(made, WALD_PERFORMANCE_N_SEGMENT_ROWS, 0, rows, 4, NULL));
  CHECK(rows[0] == 1 && rows[1] == 2 && rows[2] == 0 && rows[3] == 1);
  CHECK(isnan(chunk_number(made, WALD_PERFORMANCE_SEGMENT_VALUE, 2)));
  OK(wald_text(made, WALD_PERFORMANCE_METRIC, 0, &name));
  CHECK(strcmp(name, "precision") == 0);
  OK(wald_clear(made));
  OK(wald_number(made, WALD_PERFORMANCE_N_CHUNKS, 0, &count));
  EQUAL(count, 0);
  OK(wald_performance_feed(made, DOUBLES(p, 3), BYTES(flagged, 3), BYTES(labels, 3), DOUBLES(asked, 3), NULL, INTEGERS(of, 3)));
  EQUAL(chunk_number(made, WALD_PERFORMANCE_VALUE, 0), 0.5); /* the labels decide it */
  EQUAL(chunk_number(made, WALD_PERFORMANCE_LOW, 0), 0.5);
  EQUAL(chunk_number(made, WALD_PERFORMANCE_N_LABELS, 0), 2);
  wald_destroy(made);
}

static void twice_precision(const int64_t *tp, const int64_t *k, const int64_t *s, int64_t count, int64_t n, double *values,
                            void *calls) {
  (void)s, (void)n;
  for (int64_t i = 0; i < count; ++i) values[i] = k[i] ? 2.0 * (double)tp[i] / (double)k[i] : 0;
  ++*(int *)calls;
}

static void test_performance_by_a_function(void) {
  const double p[] = {0.9, 0.8, 0.2}, two[] = {2, 2, 2}, asked[] = {0.5, 1, 0};
  const uint8_t flagged[] = {1, 1, 0}, labels[] = {1, 0, WALD_NOT_RATED};
  int calls = 0;
  const char *name = NULL;
  wald_metric *mine = NULL;
  wald_performance *made = NULL;
  OK(wald_metric_create_callback(twice_precision, &calls, "mine", 0, &mine));
  OK(wald_performance_create(mine, NULL, NULL, NULL, NULL, &made));
  wald_destroy(mine); /* the function stays */
  OK(wald_performance_feed(made, DOUBLES(p, 3), BYTES(flagged, 3), NULL, NULL, NULL, NULL));
  NEAR(chunk_number(made, WALD_PERFORMANCE_VALUE, 0), 1.7);
  EQUAL(chunk_number(made, WALD_PERFORMANCE_LOW, 0), 1);
  EQUAL(chunk_number(made, WALD_PERFORMANCE_HIGH, 0), 2);
  CHECK(calls > 0 && calls < 10); /* many cells in each */
  CHECK(wald_performance_feed(made, DOUBLES(p, 3), BYTES(flagged, 3), NULL, NULL, DOUBLES(two, 3), NULL) ==
        WALD_ERROR_UNSUPPORTED);
  /* 0.9 + (1 - 0.9)/0.5 true positives: between 1 and 2 */
  OK(wald_performance_feed(made, DOUBLES(p, 3), BYTES(flagged, 3), BYTES(labels, 3), DOUBLES(asked, 3), NULL, NULL));
  NEAR(chunk_number(made, WALD_PERFORMANCE_VALUE, 1), 1.1);
  OK(wald_text(made, WALD_PERFORMANCE_METRIC, 0, &name));
  CHECK(strcmp(name, "mine") == 0);
  wald_destroy(made);
}

static void test_calibrated_performance(const wald_metric *precision) {
  enum { n = 400 };
  double p[n];
  uint8_t truth[n], flagged[n];
  wald_performance *made = NULL;
  for (int i = 0; i < n; ++i) {
    p[i] = i % 2 ? 0.9 : 0.1;
    truth[i] = i % 10 < 5 ? i % 2 : 1 - i % 2; /* 4 of 10 that are flagged are right */
    flagged[i] = i % 2;
  }
  OK(wald_performance_create(precision, BYTES(truth, n), DOUBLES(p, n), NULL, NULL, &made));
  OK(wald_performance_feed(made, DOUBLES(p, n), BYTES(flagged, n), NULL, NULL, NULL, NULL));
  CHECK(fabs(chunk_number(made, WALD_PERFORMANCE_VALUE, 0) - 0.4) < 0.05);
  CHECK(chunk_number(made, WALD_PERFORMANCE_CALIBRATION_ERROR, 0) > 0.01);
  wald_destroy(made);
}

static void test_refusals_of_performance(const wald_metric *precision) {
  const double p[] = {0.5}, high[] = {1.5}, two[] = {0.5, 0.5};
  const uint8_t one[] = {1}, both[] = {1, 0}, wrong[] = {3};
  wald_performance *made = UNTOUCHED;
  CHECK(wald_performance_create(NULL, NULL, NULL, NULL, NULL, &made) == WALD_ERROR_ARGUMENT);
  BAD_ARGUMENT("out is NULL", wald_performance_create(precision, NULL, NULL, NULL, NULL, NULL));
  BAD_ARGUMENT("calibration_probabilities is NULL",
               wald_performance_create(precision, BYTES(both, 2), NULL, NULL, NULL, &made));
  BAD_ARGUMENT("calibration_truth has no 0 in column 0: both must occur",
               wald_performance_create(precision, BYTES(one, 1), DOUBLES(p, 1), NULL, NULL, &made));
  CHECK(made == UNTOUCHED);
  OK(wald_performance_create(precision, NULL, NULL, NULL, NULL, &made));
  BAD_ARGUMENT("performance is NULL", wald_performance_feed(NULL, DOUBLES(p, 1), BYTES(one, 1), NULL, NULL, NULL, NULL));
  BAD_ARGUMENT("probabilities[0][0] is 1.5: must lie in [0, 1]",
               wald_performance_feed(made, DOUBLES(high, 1), BYTES(one, 1), NULL, NULL, NULL, NULL));
  BAD_ARGUMENT("flagged has 1 rows: must have 2",
               wald_performance_feed(made, DOUBLES(two, 2), BYTES(one, 1), NULL, NULL, NULL, NULL));
  BAD_ARGUMENT("flagged[0][0] is 3: must be 0 or 1",
               wald_performance_feed(made, DOUBLES(p, 1), BYTES(wrong, 1), NULL, NULL, NULL, NULL));
  BAD_ARGUMENT("label_probabilities is NULL",
               wald_performance_feed(made, DOUBLES(p, 1), BYTES(one, 1), BYTES(one, 1), NULL, NULL, NULL));
  double chunks = 1;
  OK(wald_number(made, WALD_PERFORMANCE_N_CHUNKS, 0, &chunks));
  EQUAL(chunks, 0); /* nothing was kept */
  wald_destroy(made);
}

void test_performance(void) {
  wald_metric *precision = NULL;
  OK(wald_metric_create("precision", 1, &precision));
  test_values_of_performance(precision);
  test_performance_by_a_function();
  test_calibrated_performance(precision);
  test_refusals_of_performance(precision);
  wald_destroy(precision);
}
