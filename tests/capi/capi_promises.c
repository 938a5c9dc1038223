/* Promises that are watched: states by labels that a hand follows, states and merging, segments, and each error. */
#include "groups.h"

enum { n = 1000 };

static uint8_t flagged[n], labels[n];

static double promise_number(const wald_promise *of, wald_promise_fact fact) {
  double value = NAN;
  OK(wald_number(of, fact, 0, &value));
  return value;
}

static wald_promise *fed(const char *claim, const wald_options *options) {
  wald_promise *out = NULL;
  OK(wald_promise_create(claim, options, &out));
  OK(wald_promise_feed(out, BYTES(flagged, n), BYTES(labels, n), NULL, NULL, NULL, NULL));
  return out;
}

static void test_states(void) {
  const wald_options *recent = with("promises", "average_run", "20000", NULL);
  wald_promise *broken = fed("precision >= 0.9", recent), *kept = fed("precision>=0.7", NULL), *copy = NULL;
  const char *claim = NULL;
  EQUAL(promise_number(broken, WALD_PROMISE_STATE), WALD_PROMISE_STATE_BROKEN);
  EQUAL(promise_number(broken, WALD_PROMISE_DELTA), 0.05);
  EQUAL(promise_number(broken, WALD_PROMISE_AVERAGE_RUN), 20000);
  CHECK(isnan(promise_number(kept, WALD_PROMISE_AVERAGE_RUN)));
  EQUAL(promise_number(kept, WALD_PROMISE_STATE), WALD_PROMISE_STATE_KEPT);
  EQUAL(promise_number(broken, WALD_PROMISE_VALUE), 0.8);
  CHECK(promise_number(broken, WALD_PROMISE_HIGH) < 0.9 && promise_number(kept, WALD_PROMISE_LOW) > 0.7);
  CHECK(promise_number(broken, WALD_PROMISE_EVIDENCE) >= 20 && promise_number(broken, WALD_PROMISE_N_ALARMS) >= 1);
  CHECK(isnan(promise_number(kept, WALD_PROMISE_BROKEN_SINCE)));
  OK(wald_text(broken, WALD_PROMISE_CLAIM, 0, &claim));
  CHECK(strcmp(claim, "precision>=0.9") == 0);
  OK(wald_copy(kept, (void **)&copy));
  OK(wald_merge(copy, kept));
  EQUAL(promise_number(copy, WALD_PROMISE_N_ROWS), 2 * n);
  EQUAL(promise_number(copy, WALD_PROMISE_VALUE), 0.8);
  OK(wald_clear(copy));
  EQUAL(promise_number(copy, WALD_PROMISE_EVIDENCE), 1);
  wald_destroy(copy);
  wald_destroy(broken);
  wald_destroy(kept);
}

static void test_segments_of_promises(void) {
  const int64_t of[] = {0, 1, 1};
  const uint8_t one[] = {1, 1, 1};
  wald_promise *promise = NULL;
  double rows[2];
  OK(wald_promise_create("alert_rate<=0.5", with("promises", "n_segments", "2", NULL), &promise));
  OK(wald_promise_feed(promise, BYTES(one, 3), NULL, NULL, NULL, NULL, INTEGERS(of, 3)));
  OK(wald_numbers(promise, WALD_PROMISE_N_SEGMENT_ROWS, 0, rows, 2, NULL));
  EQUAL(rows[0], 1);
  EQUAL(rows[1], 2);
  wald_destroy(promise);
}

static void test_which_labels_to_ask_for(void) {
  const double rule[] = {0, 0, 0, 0, 1}, predicted[] = {0.9, 0.09, 0.001, 0, 0.5}, short_by_one[] = {0, 0, 0, 0};
  double out[5];
  wald_promise *promise = NULL;
  OK(wald_promise_create("recall>=0.8", with("promises", "min_label_probability", "0.1", NULL), &promise));
  OK(wald_promise_label_probabilities(promise, DOUBLES(rule, 5), DOUBLES(predicted, 5), 2, out));
  CHECK(out[0] > out[1] && out[1] > out[2] && out[2] >= out[3] && out[3] == 0.1 && out[0] <= 1);
  CHECK(out[0] + out[1] + out[2] + out[3] + out[4] <= 2);
  BAD_ARGUMENT("promise is NULL", wald_promise_label_probabilities(NULL, DOUBLES(rule, 5), DOUBLES(predicted, 5), 2, out));
  BAD_ARGUMENT("out is NULL", wald_promise_label_probabilities(promise, DOUBLES(rule, 5), DOUBLES(predicted, 5), 2, NULL));
  CHECK(wald_promise_label_probabilities(promise, DOUBLES(rule, 5), DOUBLES(short_by_one, 4), 2, out) ==
        WALD_ERROR_ARGUMENT);
  CHECK(wald_promise_label_probabilities(promise, NULL, DOUBLES(predicted, 5), 2, out) == WALD_ERROR_ARGUMENT);
  CHECK(wald_promise_label_probabilities(promise, DOUBLES(predicted, 5), DOUBLES(predicted, 5), 2, out) ==
        WALD_ERROR_ARGUMENT);
  CHECK(wald_promise_label_probabilities(promise, DOUBLES(rule, 5), DOUBLES(predicted, 5), NAN, out) ==
        WALD_ERROR_ARGUMENT);
  wald_destroy(promise);
}

static void test_refusals_of_promises(void) {
  const uint8_t one[] = {1}, unknown[] = {WALD_NOT_RATED}, two[] = {1, 1}, wrong[] = {3};
  const double half[] = {0.5};
  wald_promise *promise = UNTOUCHED;
  CHECK(wald_promise_create("precision>0.9", NULL, &promise) == WALD_ERROR_FORMAT);
  CHECK(wald_promise_create("mcc>=0.9", NULL, &promise) == WALD_ERROR_UNSUPPORTED);
  BAD_ARGUMENT("claim is NULL", wald_promise_create(NULL, NULL, &promise));
  BAD_ARGUMENT("out is NULL", wald_promise_create("precision>=0.9", NULL, NULL));
  CHECK(promise == UNTOUCHED);
  OK(wald_promise_create("precision>=0.9", NULL, &promise));
  BAD_ARGUMENT("promise is NULL", wald_promise_feed(NULL, BYTES(one, 1), NULL, NULL, NULL, NULL, NULL));
  CHECK(wald_promise_feed(promise, NULL, NULL, NULL, NULL, NULL, NULL) == WALD_ERROR_ARGUMENT);
  CHECK(wald_promise_feed(promise, BYTES(one, 1), BYTES(two, 2), NULL, NULL, NULL, NULL) == WALD_ERROR_ARGUMENT);
  CHECK(wald_promise_feed(promise, BYTES(one, 1), BYTES(wrong, 1), NULL, NULL, NULL, NULL) == WALD_ERROR_ARGUMENT);
  CHECK(wald_promise_feed(promise, BYTES(one, 1), BYTES(unknown, 1), NULL, NULL, NULL, NULL) == WALD_ERROR_ARGUMENT);
  CHECK(wald_promise_feed(promise, BYTES(one, 1), BYTES(one, 1), DOUBLES(half, 1), NULL, NULL, NULL) ==
        WALD_ERROR_ARGUMENT);
  EQUAL(promise_number(promise, WALD_PROMISE_N_ROWS), 0); /* nothing was kept */
  wald_destroy(promise);
}

void test_promises(void) {
  for (int i = 0; i < n; ++i) {
    flagged[i] = 1;
    labels[i] = i % 5 != 0;
  }
  test_states();
  test_segments_of_promises();
  test_which_labels_to_ask_for();
  test_refusals_of_promises();
}
