/* Metrics: named, by callback, by table. */
#include <stdlib.h>

#include "groups.h"

static double number_of_metric(const wald_metric *metric, wald_fact fact) {
  double value = -1;
  OK(wald_number(metric, fact, 0, &value));
  return value;
}
static wald_properties properties_of(const wald_metric *metric) {
  return (wald_properties)number_of_metric(metric, WALD_METRIC_PROPERTIES);
}
static const char *name_of_metric(const wald_metric *metric) {
  const char *name = "";
  OK(wald_text(metric, WALD_METRIC_NAME, 0, &name));
  return name;
}

static void test_named(void) {
  wald_metric *metric = metric_named("fbeta:2");
  const wald_metric *none = NULL;
  int32_t zero = -1;
  wald_properties properties = -1;
  double value = -1;
  const char *text;

  properties = properties_of(metric);
  zero = (int32_t)number_of_metric(metric, WALD_METRIC_ZERO_DIVISION);
  EQUAL(zero, 1);
  EQUAL(properties, WALD_RISES_IN_TP | WALD_FALLS_IN_K | WALD_RISES_IN_TP_AND_K | WALD_LINEAR_IN_TP);
  OK(wald_metric_utility(metric, 1, 2, 3, 5, &value));
  EQUAL(value, 5.0 / 14);
  OK(wald_number(metric, WALD_METRIC_LOSS_OF_ZERO, 0, &value));
  EQUAL(value, 1);

  TEXT(name_of_metric(metric), "fbeta:2");
  BAD_ARGUMENT("text is NULL", wald_text(metric, WALD_METRIC_NAME, 0, NULL));
  FAILS(WALD_ERROR_ARGUMENT, "fact is 2001 (properties): it is a number, which wald_number reads, not a text",
        wald_text(metric, WALD_METRIC_PROPERTIES, 0, &text));
  BAD_ARGUMENT("metric is NULL", wald_metric_utility(none, 0, 0, 0, 1, &value));
  BAD_ARGUMENT("utility is NULL", wald_metric_utility(metric, 0, 0, 0, 1, NULL));

  /* Cells that do not exist. */
  value = -7;
  BAD_ARGUMENT("n is 0: must be at least 1", wald_metric_utility(metric, 0, 0, 0, 0, &value));
  BAD_ARGUMENT("n is -3: must be at least 1", wald_metric_utility(metric, 0, 0, 0, -3, &value));
  BAD_ARGUMENT("k is 6: must lie in [0, n = 5]", wald_metric_utility(metric, 0, 6, 0, 5, &value));
  BAD_ARGUMENT("k is -1: must lie in [0, n = 5]", wald_metric_utility(metric, 0, -1, 0, 5, &value));
  BAD_ARGUMENT("s is 6: must lie in [0, n = 5]", wald_metric_utility(metric, 0, 0, 6, 5, &value));
  BAD_ARGUMENT("s is -1: must lie in [0, n = 5]", wald_metric_utility(metric, 0, 0, -1, 5, &value));
  BAD_ARGUMENT("tp is 3: with k = 2, s = 4, n = 5 it must lie in [1, 2]",
               wald_metric_utility(metric, 3, 2, 4, 5, &value));
  BAD_ARGUMENT("tp is 0: with k = 2, s = 4, n = 5 it must lie in [1, 2]",
               wald_metric_utility(metric, 0, 2, 4, 5, &value));
  EQUAL(value, -7);
  wald_destroy(metric);
}

static void test_create(void) {
  wald_metric *metric = UNTOUCHED;
  wald_metric *zero = NULL;
  int32_t z = -1;
  double value = -1;

  BAD_ARGUMENT("name is NULL", wald_metric_create(NULL, 1, &metric));
  BAD_ARGUMENT("out is NULL", wald_metric_create("f1", 1, NULL));
  BAD_ARGUMENT("zero_division is 2: must be 0 or 1", wald_metric_create("f1", 2, &metric));
  FAILS(WALD_ERROR_FORMAT, "metric \"fbeta:x\": \"x\" is not a finite number",
        wald_metric_create("fbeta:x", 1, &metric));
  FAILS(WALD_ERROR_FORMAT, "metric \"fbeta:0\": beta is 0: must be above 0", wald_metric_create("fbeta:0", 1, &metric));
  CHECK(metric == UNTOUCHED);

  OK(wald_metric_create("f1", 0, &zero));
  z = (int32_t)number_of_metric(zero, WALD_METRIC_ZERO_DIVISION);
  EQUAL(z, 0);
  OK(wald_metric_utility(zero, 0, 0, 0, 3, &value));
  EQUAL(value, 0);
  wald_destroy(zero);
}

/* Each entry of the list can be made, by its name and by its aliases, with numbers in the place of letters. */
static void make_both_ways(const char *pattern, const wald_metric_row *row) {
  wald_metric *metric = NULL;
  wald_properties own = -1;
  const int is_lf = strncmp(pattern, "lf:", 3) == 0;
  char name[64];
  size_t c;
  CHECK(strlen(pattern) < sizeof name);
  strcpy(name, is_lf ? "lf:0:2:0:0/0:0:1:1" : pattern);
  for (c = 0; name[c]; ++c)
    if (name[c] == 'A' || name[c] == 'B') name[c] = name[c] == 'A' ? '1' : '3';
  OK(wald_metric_create(name, 1, &metric));
  own = properties_of(metric);
  if (!is_lf) EQUAL(own, row->properties);
  wald_destroy(metric);
}

static void test_list(void) {
  wald_metric_row row = {sizeof row, NULL, NULL, NULL, NULL, 0}, small = {4, NULL, NULL, NULL, NULL, 0};
  char aliases[256], *alias;
  int64_t index;
  for (index = 0; index < 20; ++index) {
    OK(wald_metric_list(index, &row));
    CHECK(strlen(row.name) > 0 && strlen(row.formula) > 0 && strlen(row.sentence) > 0);
    make_both_ways(row.name, &row);
    CHECK(strlen(row.aliases) < sizeof aliases);
    strcpy(aliases, row.aliases);
    for (alias = strtok(aliases, " "); alias; alias = strtok(NULL, " ")) make_both_ways(alias, &row);
  }
  row.name = "unchanged";
  BAD_ARGUMENT("index is 21: must lie in [0, 20]", wald_metric_list(21, &row));
  BAD_ARGUMENT("index is -1: must lie in [0, 20]", wald_metric_list(-1, &row));
  BAD_ARGUMENT("row is NULL", wald_metric_list(0, NULL));
  CHECK(wald_metric_list(0, &small) == WALD_ERROR_ARGUMENT && small.name == NULL);
  TEXT(row.name, "unchanged");
}

void test_metrics(void) {
  test_named();
  test_create();
  test_list();
}

/* ---- Callbacks ---- */

struct call_log {
  int64_t calls;
  double fault; /* what is returned at tp = fault_at */
  int64_t fault_at;
};

static double f1_cell(int64_t tp, int64_t k, int64_t s, int64_t n, void *user) {
  struct call_log *log = user;
  (void)n;
  if (log) ++log->calls;
  if (log && log->fault_at == tp) return log->fault;
  return k + s > 0 ? 2.0 * (double)tp / (double)(k + s) : 1.0;
}
EACH_CELL(f1_callback, f1_cell)

static double wrong_detections_cell(int64_t tp, int64_t k, int64_t s, int64_t n, void *user) {
  (void)s, (void)n, (void)user;
  return (double)(k - tp);
}
EACH_CELL(wrong_detections, wrong_detections_cell)

/* Neither linear in tp nor rising in it. */
static double parity_cell(int64_t tp, int64_t k, int64_t s, int64_t n, void *user) {
  (void)n, (void)user;
  return (double)(tp % 2) - 0.125 * (double)k + 0.25 * (double)(s == 2);
}
EACH_CELL(parity, parity_cell)

static void test_callbacks(void) {
  static const double p[] = {0.9, 0.2, 0.6, 0.4};
  wald_estimator *estimator = independent(p, 4);
  wald_decision *decision = new_decision();
  wald_options *options = new_options("decisions");
  wald_metric *named = metric_named("f1"), *metric = NULL, *none = UNTOUCHED;
  struct call_log log = {0, 0, -1};
  char name[300], long_name[300];
  int64_t needed = 0, k = -1, many;
  double by_name = 0, by_callback = 0;
  wald_properties properties = 0;
  double wide[100];
  const char *algorithm = "";

  BAD_ARGUMENT("function is NULL", wald_metric_create_callback(NULL, NULL, "mine", 0, &none));
  BAD_ARGUMENT("name is NULL", wald_metric_create_callback(f1_callback, NULL, NULL, 0, &none));
  BAD_ARGUMENT("out is NULL", wald_metric_create_callback(f1_callback, NULL, "mine", 0, NULL));
  BAD_ARGUMENT("declared is 64: it has bits that cannot be declared (those that can make 63)",
               wald_metric_create_callback(f1_callback, NULL, "mine", WALD_DEGENERATE, &none));
  CHECK(none == UNTOUCHED);
  memset(long_name, 'n', sizeof long_name);
  long_name[256] = '\0';
  OK(wald_metric_create_callback(f1_callback, NULL, long_name, 0, &metric));
  wald_destroy(metric);

  /* The same as by name, once it is declared. The name is copied. */
  strcpy(name, "my f1");
  OK(wald_metric_create_callback(f1_callback, &log, name, WALD_RISES_IN_TP | WALD_FALLS_IN_K | WALD_LINEAR_IN_TP,
                                 &metric));
  strcpy(name, "overwritten");
  TEXT(name_of_metric(metric), "my f1");
  properties = properties_of(metric);
  EQUAL(properties, WALD_RISES_IN_TP | WALD_FALLS_IN_K | WALD_LINEAR_IN_TP);
  OK(wald_number(metric, WALD_METRIC_LOSS_OF_ZERO, 0, &by_name));
  EQUAL(by_name, 0);
  OK(wald_decide(named, estimator, NULL, decision));
  by_name = decision_number(decision, 0, WALD_DECISION_EXPECTED);
  OK(wald_decide(metric, estimator, NULL, decision));
  by_callback = decision_number(decision, 0, WALD_DECISION_EXPECTED);
  NEAR(by_callback, by_name);
  CHECK(log.calls > 0);

  /* Values that are not finite, and a contradicted declaration, wherever they come up. */
  log.fault_at = 2;
  log.fault = NAN;
  FAILS(WALD_ERROR_CALLBACK, "metric \"my f1\" gave nan at (tp=2, k=2, s=2, n=3): it must be finite",
        wald_metric_utility(metric, 2, 2, 2, 3, &by_name));
  log.fault = INFINITY;
  FAILS(WALD_ERROR_CALLBACK, "metric \"my f1\" gave inf at (tp=2, k=2, s=2, n=2): it must be finite",
        wald_metric_utility(metric, 2, 2, 2, 2, &by_name));
  wald_destroy(metric);
  OK(wald_metric_create_callback(f1_callback, &log, "my f1", WALD_RISES_IN_TP, &metric));
  log.fault = -0.5;
  FAILS(WALD_ERROR_CALLBACK,
        "metric \"my f1\" was declared to rise in tp but its utility is -0.5 at (tp=2, k=2, s=2, n=4) against 0.5 at "
        "(tp=1, k=2, s=2, n=4)",
        wald_decide(metric, estimator, NULL, decision));
  needed = decision_number(decision, 0, WALD_DECISION_N_ANSWERS);
  EQUAL(needed, 0);
  for (many = 0; many < 100; ++many) wide[many] = 0.3;
  {
    wald_estimator *large = independent(wide, 100); /* beyond the whole test of declarations */
    wald_options *one_thread = new_options("decisions");
    CHECK(wald_decide(metric, large, one_thread, decision) == WALD_ERROR_CALLBACK);
    CHECK(strstr(wald_last_error(), "was declared to rise in tp") != NULL);
    wald_destroy(one_thread);
    wald_destroy(large);
  }
  wald_destroy(metric);

  /* Nothing declared: enumeration for few labels, refusal with the reason beyond. */
  OK(wald_metric_create_callback(parity, NULL, "parity", 0, &metric));
  OK(wald_decide(metric, estimator, NULL, decision));
  OK(wald_text(decision, WALD_DECISION_ALGORITHM, 0, &algorithm));
  TEXT(algorithm, "enumeration");
  {
    wald_estimator *large = independent(wide, 17);
    FAILS(
        WALD_ERROR_UNSUPPORTED,
        "metric \"parity\" given 17 independent labels: it is not known to rise in tp at fixed k and s, so no theorem "
        "narrows the search, and there are too many labels for enumeration (at most 16); declare the properties that it has",
        wald_decide(metric, large, NULL, decision));
    wald_destroy(large);
  }
  wald_destroy(metric);

  /* A loss is minimised; its expected loss is the mean of what the callback gives. */
  OK(wald_metric_create_callback(wrong_detections, NULL, "wrong", WALD_LOSS | WALD_RISES_IN_TP | WALD_THREAD_SAFE,
                                 &metric));
  set_k(options, 2, -1);
  OK(wald_decide(metric, estimator, options, decision));
  k = decision_number(decision, 0, WALD_DECISION_K);
  EQUAL(k, 2);
  by_callback = decision_number(decision, 0, WALD_DECISION_LOSS);
  NEAR(by_callback, 0.1 + 0.4);
  by_callback = decision_number(decision, 0, WALD_DECISION_EXPECTED);
  NEAR(by_callback, -0.5);
  OK(wald_metric_utility(metric, 1, 3, 2, 5, &by_callback));
  EQUAL(by_callback, -2);
  wald_destroy(metric);

  wald_destroy(named);
  wald_destroy(options);
  wald_destroy(decision);
  wald_destroy(estimator);
}

/* ---- Tables ---- */

static void test_table_metrics(void) {
  static const double p[] = {0.5, 0.75};
  wald_estimator *estimator = independent(p, 2), *other = independent(p, 1);
  wald_decision *decision = new_decision();
  wald_metric *metric = UNTOUCHED;
  double values[27], value = 0;
  wald_properties properties = 0;
  int64_t tp, k, s;

  for (tp = 0; tp < 3; ++tp)
    for (k = 0; k < 3; ++k)
      for (s = 0; s < 3; ++s) /* what no cell reads may be anything */
        values[(tp * 3 + k) * 3 + s] = tp > k || tp > s || tp < k + s - 2 ? NAN : (double)tp - 0.25 * (double)k;

  BAD_ARGUMENT("values is NULL", wald_metric_create_table(NULL, 27, 2, "t", 0, &metric));
  BAD_ARGUMENT("name is NULL", wald_metric_create_table(values, 27, 2, NULL, 0, &metric));
  BAD_ARGUMENT("out is NULL", wald_metric_create_table(values, 27, 2, "t", 0, NULL));
  BAD_ARGUMENT("length is 26: a table for 2 items has 27 values",
               wald_metric_create_table(values, 26, 2, "t", 0, &metric));
  BAD_ARGUMENT("length is 28: a table for 2 items has 27 values",
               wald_metric_create_table(values, 28, 2, "t", 0, &metric));
  BAD_ARGUMENT("n is 0: a table serves 1 to 1000 items", wald_metric_create_table(values, 1, 0, "t", 0, &metric));
  BAD_ARGUMENT("n is -1: a table serves 1 to 1000 items", wald_metric_create_table(values, 0, -1, "t", 0, &metric));
  BAD_ARGUMENT("n is 1001: a table serves 1 to 1000 items",
               wald_metric_create_table(values, 27, 1001, "t", 0, &metric));
  BAD_ARGUMENT("declared is 128: it has bits that cannot be declared (those that can make 63)",
               wald_metric_create_table(values, 27, 2, "t", 128, &metric));
  CHECK(metric == UNTOUCHED);

  OK(wald_metric_create_table(values, 27, 2, "t", WALD_RISES_IN_TP, &metric));
  properties = properties_of(metric);
  EQUAL(properties, WALD_RISES_IN_TP | WALD_FALLS_IN_K | WALD_RISES_IN_TP_AND_K | WALD_LINEAR_IN_TP | WALD_THREAD_SAFE);
  TEXT(name_of_metric(metric), "t");
  OK(wald_metric_utility(metric, 1, 2, 1, 2, &value));
  EQUAL(value, 0.5);
  BAD_ARGUMENT("metric \"t\" is a table for 2 items: the problem has 3",
               wald_metric_utility(metric, 1, 2, 1, 3, &value));
  values[0] = 99; /* the table was copied */
  OK(wald_metric_utility(metric, 0, 0, 0, 2, &value));
  EQUAL(value, 0);
  OK(wald_decide(metric, estimator, NULL, decision));
  value = decision_number(decision, 0, WALD_DECISION_EXPECTED);
  NEAR(value, 0.5 + 0.75 - 0.5);
  BAD_ARGUMENT("metric \"t\" is a table for 2 items: the problem has 1", wald_decide(metric, other, NULL, decision));
  wald_destroy(metric);

  /* Contradictions of what is declared, a value that is not finite. */
  values[0] = 0;
  metric = UNTOUCHED;
  values[(1 * 3 + 1) * 3 + 1] = -3;
  FAILS(
      WALD_ERROR_CALLBACK,
      "metric \"t\" was declared to rise in tp but its utility is -3 at (tp=1, k=1, s=1, n=2) against -0.25 at (tp=0, "
      "k=1, s=1, n=2)",
      wald_metric_create_table(values, 27, 2, "t", WALD_RISES_IN_TP, &metric));
  FAILS(WALD_ERROR_CALLBACK,
        "metric \"t\" was declared to fall in k but its utility is -3 at (tp=1, k=1, s=1, n=2) against 0.5 at (tp=1, "
        "k=2, "
        "s=1, n=2)",
        wald_metric_create_table(values, 27, 2, "t", WALD_FALLS_IN_K, &metric));
  FAILS(WALD_ERROR_CALLBACK,
        "metric \"t\" was declared to rise when tp and k grow together but its utility is -3 at (tp=1, k=1, s=1, n=2) "
        "against 0 at (tp=0, k=0, s=1, n=2)",
        wald_metric_create_table(values, 27, 2, "t", WALD_RISES_IN_TP_AND_K, &metric));
  values[0] = INFINITY;
  FAILS(WALD_ERROR_CALLBACK, "metric \"t\" gave inf at (tp=0, k=0, s=0, n=2): it must be finite",
        wald_metric_create_table(values, 27, 2, "t", 0, &metric));
  CHECK(metric == UNTOUCHED);

  wald_destroy(decision);
  wald_destroy(estimator);
  wald_destroy(other);
}

void test_custom_metrics(void) {
  test_callbacks();
  test_table_metrics();
}
