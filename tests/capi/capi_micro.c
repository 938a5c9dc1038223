/* A micro average over rows in many places: a table by hand, passes over parts, and each error. Many tables are tried by
 * tests/core. */
#include <stdlib.h>
#include <string.h>

#include "groups.h"

static const double table[6] = {0.9, 0.2, 0.6, 0.1, 0.7, 0.3};

static double fact(const wald_micro *micro, wald_micro_fact which) {
  double out = -1;
  OK(wald_micro_number(micro, which, &out));
  return out;
}
static char *bytes_of(const wald_micro *micro, int64_t *length) {
  char *out;
  OK(wald_micro_to_bytes(micro, NULL, 0, length));
  out = malloc((size_t)*length);
  OK(wald_micro_to_bytes(micro, out, *length, length));
  return out;
}

static void test_parts(void) {
  wald_metric *metric = NULL;
  wald_micro *plan = NULL, *parts[2] = {NULL, NULL};
  wald_decision *decision = NULL;
  wald_estimator *sorted = NULL;
  static const double falling[6] = {0.9, 0.7, 0.6, 0.3, 0.2, 0.1}, cells[] = {0.7, 0.3};
  static const int64_t indptr[] = {0, 2}, indices[] = {0, 1};
  wald_sparse last = {sizeof last, indptr, indices, cells, 1, 2, WALD_INT64, WALD_FLOAT64};
  int64_t length = 0, other = 0;
  int32_t decided = -1;
  double value = 0;
  char *bytes, *again;
  OK(wald_metric_create("f1", 1, &metric));
  OK(wald_micro_create(metric, NULL, &plan));
  bytes = bytes_of(plan, &length);
  OK(wald_micro_from_bytes(bytes, length, &parts[0]));
  OK(wald_micro_from_bytes(bytes, length, &parts[1]));
  free(bytes);
  OK(wald_micro_feed(parts[0], TABLE(table, 2, 2)));
  OK(wald_micro_feed_csr(parts[1], &last));
  OK(wald_micro_merge(plan, parts[1]));
  OK(wald_micro_merge(plan, parts[0]));
  OK(wald_micro_merge(parts[0], parts[1]));
  bytes = bytes_of(plan, &length);
  again = bytes_of(parts[0], &other);
  CHECK(length == other && memcmp(bytes, again, (size_t)length) == 0);
  free(bytes);
  free(again);
  EQUAL(fact(plan, WALD_MICRO_PASS_NUMBER), 1);
  EQUAL(fact(plan, WALD_MICRO_N_ITEMS), 6);
  EQUAL(fact(plan, WALD_MICRO_BINS), 6);
  EQUAL(fact(plan, WALD_MICRO_DECIDED), 0);
  EQUAL(fact(plan, WALD_MICRO_K), -1);
  OK(wald_micro_next(plan, &decided));
  EQUAL(decided, 1);
  EQUAL(fact(plan, WALD_MICRO_DECIDED), 1);
  EQUAL(fact(plan, WALD_MICRO_K), 3);
  EQUAL(fact(plan, WALD_MICRO_THRESHOLD), 0.6);
  EQUAL(fact(plan, WALD_MICRO_TIES), 0);
  OK(wald_estimator_create(WALD_INDEPENDENT, 0, &sorted));
  OK(wald_estimator_feed_probabilities(sorted, DOUBLES(falling, 6)));
  OK(wald_decision_create(&decision));
  OK(wald_decide(metric, sorted, NULL, decision));
  OK(wald_decision_number(decision, 0, WALD_DECISION_EXPECTED, &value));
  EQUAL(fact(plan, WALD_MICRO_EXPECTED), value);
  EQUAL(fact(plan, WALD_MICRO_LOSS), 1 - value);
  OK(wald_decision_number(decision, 0, WALD_DECISION_BOUND, &value));
  EQUAL(fact(plan, WALD_MICRO_BOUND), value);
  wald_decision_destroy(decision);
  wald_estimator_destroy(sorted);
  wald_micro_destroy(parts[0]);
  wald_micro_destroy(parts[1]);
  wald_micro_destroy(plan);
  wald_metric_destroy(metric);
}

static void test_errors(void) {
  wald_metric *metric = NULL, *mcc = NULL;
  wald_micro *micro = NULL, *jaccard = NULL, *none = UNTOUCHED;
  int32_t decided = 5;
  int64_t length = 0;
  double value = 0;
  char *bytes;
  OK(wald_metric_create("f1", 1, &metric));
  OK(wald_metric_create("mcc", 1, &mcc));
  OK(wald_micro_create(metric, NULL, &micro));
  BAD_ARGUMENT("metric is NULL", wald_micro_create(NULL, NULL, &none));
  BAD_ARGUMENT("out is NULL", wald_micro_create(metric, NULL, NULL));
  BAD_ARGUMENT("abstain is 0.5: is of no use for a table in bins",
               wald_micro_create(metric, with("decisions", "abstain", "0.5", NULL), &none));
  FAILS(WALD_ERROR_UNSUPPORTED,
        "metric \"mcc\" over a table in bins: only F_beta, Jaccard, fowlkes_mallows, balanced_accuracy, informedness, recall, "
        "specificity, precision, npv and markedness are decided so; others need all items on one machine",
        wald_micro_create(mcc, NULL, &none));
  BAD_ARGUMENT("micro is NULL", wald_micro_feed(NULL, DOUBLES(table, 6)));
  BAD_ARGUMENT("other is NULL", wald_micro_merge(micro, NULL));
  BAD_ARGUMENT("items is 0: no probability was fed", wald_micro_next(micro, &decided));
  BAD_ARGUMENT("decided is NULL", wald_micro_next(micro, NULL));
  BAD_ARGUMENT("value is NULL", wald_micro_number(micro, WALD_MICRO_K, NULL));
  CHECK(wald_micro_number(micro, 99, &value) == WALD_ERROR_ARGUMENT);
  FAILS(WALD_ERROR_FORMAT, "saved table in bins: is no state in binary", wald_micro_from_bytes("{}", 2, &none));
  OK(wald_micro_create(metric, with("decisions", "at_most", "3", NULL), &jaccard));
  BAD_ARGUMENT("other has another metric or other options: must be the same", wald_micro_merge(micro, jaccard));
  OK(wald_micro_feed(micro, TABLE(table, 3, 2)));
  bytes = bytes_of(micro, &length);
  bytes[length / 2] ^= 1;
  FAILS(WALD_ERROR_FORMAT, "saved table in bins: was changed: its check sum does not hold",
        wald_micro_from_bytes(bytes, length, &none));
  CHECK(none == UNTOUCHED && decided == 5);
  free(bytes);
  wald_micro_destroy(micro);
  wald_micro_destroy(jaccard);
  wald_micro_destroy(NULL);
  wald_metric_destroy(metric);
  wald_metric_destroy(mcc);
}

void test_micro(void) {
  test_parts();
  test_errors();
}
