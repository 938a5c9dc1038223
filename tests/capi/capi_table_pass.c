/* A micro average over distributed rows: a table by hand, passes over parts, and each error. Many tables are tried by
 * tests/core. */
#include <stdlib.h>
#include <string.h>

#include "groups.h"

static const double table[6] = {0.9, 0.2, 0.6, 0.1, 0.7, 0.3};

static double fact(const wald_table_pass *micro, wald_table_pass_fact which) {
  double out = -1;
  OK(wald_number(micro, which, 0, &out));
  return out;
}
static char *bytes_of(const wald_table_pass *micro, int64_t *length) {
  char *out;
  OK(wald_save(micro, WALD_BINARY, NULL, 0, length));
  out = malloc((size_t)*length);
  OK(wald_save(micro, WALD_BINARY, out, *length, length));
  return out;
}

static void test_parts(void) {
  wald_metric *metric = NULL;
  wald_table_pass *plan = NULL, *parts[2] = {NULL, NULL};
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
  OK(wald_table_pass_create(metric, NULL, &plan));
  bytes = bytes_of(plan, &length);
  OK(wald_load(WALD_OBJECT_TABLE_PASS, bytes, length, &parts[0]));
  OK(wald_load(WALD_OBJECT_TABLE_PASS, bytes, length, &parts[1]));
  free(bytes);
  OK(wald_table_pass_feed(parts[0], DENSE(TABLE(table, 2, 2))));
  OK(wald_table_pass_feed(parts[1], COMPRESSED(&last)));
  OK(wald_merge(plan, parts[1]));
  OK(wald_merge(plan, parts[0]));
  OK(wald_merge(parts[0], parts[1]));
  bytes = bytes_of(plan, &length);
  again = bytes_of(parts[0], &other);
  CHECK(length == other && memcmp(bytes, again, (size_t)length) == 0);
  free(bytes);
  free(again);
  EQUAL(fact(plan, WALD_TABLE_PASS_PASS_NUMBER), 1);
  EQUAL(fact(plan, WALD_TABLE_PASS_N_ITEMS), 6);
  EQUAL(fact(plan, WALD_TABLE_PASS_N_BINS), 6);
  EQUAL(fact(plan, WALD_TABLE_PASS_DECIDED), 0);
  EQUAL(fact(plan, WALD_TABLE_PASS_K), -1);
  OK(wald_table_pass_next(plan, &decided));
  EQUAL(decided, 1);
  EQUAL(fact(plan, WALD_TABLE_PASS_DECIDED), 1);
  EQUAL(fact(plan, WALD_TABLE_PASS_K), 3);
  EQUAL(fact(plan, WALD_TABLE_PASS_THRESHOLD), 0.6);
  EQUAL(fact(plan, WALD_TABLE_PASS_N_TIES), 0);
  OK(wald_estimator_create(WALD_INDEPENDENT, 0, &sorted));
  OK(wald_estimator_feed_probabilities(sorted, DOUBLES(falling, 6)));
  OK(wald_decision_create(&decision));
  OK(wald_decide(metric, sorted, NULL, decision));
  OK(wald_number(decision, WALD_DECISION_EXPECTED, 0, &value));
  EQUAL(fact(plan, WALD_TABLE_PASS_EXPECTED), value);
  EQUAL(fact(plan, WALD_TABLE_PASS_LOSS), 1 - value);
  OK(wald_number(decision, WALD_DECISION_BOUND, 0, &value));
  EQUAL(fact(plan, WALD_TABLE_PASS_BOUND), value);
  wald_destroy(decision);
  wald_destroy(sorted);
  wald_destroy(parts[0]);
  wald_destroy(parts[1]);
  wald_destroy(plan);
  wald_destroy(metric);
}

static void test_errors(void) {
  wald_metric *metric = NULL, *mcc = NULL;
  wald_table_pass *micro = NULL, *jaccard = NULL, *none = UNTOUCHED;
  int32_t decided = 5;
  int64_t length = 0;
  double value = 0;
  char *bytes;
  OK(wald_metric_create("f1", 1, &metric));
  OK(wald_metric_create("mcc", 1, &mcc));
  OK(wald_table_pass_create(metric, NULL, &micro));
  BAD_ARGUMENT("metric is NULL", wald_table_pass_create(NULL, NULL, &none));
  BAD_ARGUMENT("out is NULL", wald_table_pass_create(metric, NULL, NULL));
  BAD_ARGUMENT("abstain is 0.5: not supported for a table in bins",
               wald_table_pass_create(metric, with("decisions", "abstain", "0.5", NULL), &none));
  FAILS(WALD_ERROR_UNSUPPORTED,
        "metric \"mcc\" over a table in bins: only F_beta, Jaccard, fowlkes_mallows, balanced_accuracy, informedness, recall, "
        "specificity, precision, npv and markedness are decided so; others need all items on one machine",
        wald_table_pass_create(mcc, NULL, &none));
  BAD_ARGUMENT("table_pass is NULL", wald_table_pass_feed(NULL, DENSE(DOUBLES(table, 6))));
  BAD_ARGUMENT("other is NULL", wald_merge(micro, NULL));
  BAD_ARGUMENT("items is 0: no probability was fed", wald_table_pass_next(micro, &decided));
  BAD_ARGUMENT("decided is NULL", wald_table_pass_next(micro, NULL));
  BAD_ARGUMENT("value is NULL", wald_number(micro, WALD_TABLE_PASS_K, 0, NULL));
  CHECK(wald_number(micro, 99, 0, &value) == WALD_ERROR_ARGUMENT);
  FAILS(WALD_ERROR_FORMAT, "saved table in bins: is no state in binary", wald_load(WALD_OBJECT_TABLE_PASS, "{}", 2, &none));
  OK(wald_table_pass_create(metric, with("decisions", "at_most", "3", NULL), &jaccard));
  BAD_ARGUMENT("other has another metric or other options: must be the same", wald_merge(micro, jaccard));
  OK(wald_table_pass_feed(micro, DENSE(TABLE(table, 3, 2))));
  bytes = bytes_of(micro, &length);
  bytes[length / 2] ^= 1;
  FAILS(WALD_ERROR_FORMAT, "saved table in bins: is corrupt: its checksum does not match",
        wald_load(WALD_OBJECT_TABLE_PASS, bytes, length, &none));
  CHECK(none == UNTOUCHED && decided == 5);
  free(bytes);
  wald_destroy(micro);
  wald_destroy(jaccard);
  wald_destroy(NULL);
  wald_destroy(metric);
  wald_destroy(mcc);
}

void test_table_pass(void) {
  test_parts();
  test_errors();
}
