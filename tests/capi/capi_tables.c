/* Tables of probabilities: decisions and expectations by average, dense and sparse; evaluation on known truth. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "groups.h"

static const double table[3][4] = {{0.9, 0.25, 0.5, 0}, {0.125, 0.0625, 0.03125, 0}, {0.75, 0.6, 0.3, 1}};

/* What is read of all answers at once is what is read of each. */
static void check_integer(const wald_decision *d, int64_t count) {
  static const wald_decision_fact numbers[] = {WALD_DECISION_K,      WALD_DECISION_EXPECTED,  WALD_DECISION_LOSS,
                                               WALD_DECISION_BOUND,  WALD_DECISION_K_LOWEST,  WALD_DECISION_K_HIGHEST,
                                               WALD_DECISION_P_ZERO, WALD_DECISION_NEXT_BEST, WALD_DECISION_ABSTAINED,
                                               WALD_DECISION_WARNED};
  double facts[8], x = -1;
  int64_t indptr[9], indices[64], alone[16], needed = -1, k = -1, answer, i;
  const char *text = NULL;
  size_t f;

  CHECK(count <= 8);
  EQUAL(decision_number(d, 0, WALD_DECISION_N_ANSWERS), count);
  for (f = 0; f < sizeof numbers / sizeof *numbers; ++f) {
    OK(wald_numbers(d, numbers[f], 0, facts, 8, &needed));
    EQUAL(needed, count);
    for (answer = 0; answer < count; ++answer) {
      x = decision_number(d, answer, numbers[f]);
      CHECK(x == facts[answer] || (isnan(x) && isnan(facts[answer])));
    }
  }
  OK(wald_decision_items(d, -1, 1, indptr, indices, 64, &needed));
  EQUAL(indptr[0], 0);
  EQUAL(indptr[count], needed);
  for (answer = 0; answer < count; ++answer) {
    k = (int64_t)decision_number(d, answer, WALD_DECISION_K);
    EQUAL(indptr[answer + 1] - indptr[answer], k);
    OK(wald_decision_items(d, answer, 1, NULL, alone, 16, NULL));
    for (i = 0; i < k; ++i) EQUAL(indices[indptr[answer] + i], alone[i]);
    OK(wald_text(d, WALD_DECISION_WARNING, answer, &text));
    EQUAL(decision_number(d, answer, WALD_DECISION_WARNED), *text != 0);
  }
}

static void test_reading_all_answers(void) {
  wald_metric *f1 = metric_named("f1"), *recall = metric_named("recall");
  wald_options *options = new_options("decisions");
  wald_decision *d = new_decision();
  double out[3] = {77, 77, 77};
  int64_t indptr[4] = {7, 7, 7, 7}, indices[12] = {77}, needed = -1;

  /* An empty decision has no answers. */
  OK(wald_numbers(d, WALD_DECISION_K, 0, NULL, 0, &needed));
  EQUAL(needed, 0);
  OK(wald_decision_items(d, -1, 1, indptr, NULL, 0, &needed));
  CHECK(needed == 0 && indptr[0] == 0 && indptr[1] == 7);

  OK(wald_options_set_number(options, "abstain", 0.25)); /* leaves the first row undecided */
  OK(wald_decide_table(f1, WALD_INDEPENDENT, DENSE(TABLE(table, 3, 4)), options, NULL, NULL, d));
  check_integer(d, 3);
  OK(wald_numbers(d, WALD_DECISION_ABSTAINED, 0, out, 3, NULL));
  CHECK(out[0] == 1 && out[1] == 0 && out[2] == 0);
  OK(wald_decide_table(recall, WALD_INDEPENDENT, DENSE(TABLE(table, 3, 4)), NULL, NULL, NULL, d));
  check_integer(d, 3); /* a degenerate metric warns where all are taken */
  OK(wald_numbers(d, WALD_DECISION_WARNED, 0, out, 3, NULL));
  CHECK(out[0] == 0 && out[1] == 0 && out[2] == 1);

  OK(wald_decide_table(f1, WALD_INDEPENDENT, DENSE(TABLE(table, 3, 4)), NULL, NULL, NULL, d));
  OK(wald_decision_items(d, -1, 1, indptr, NULL, 0, &needed)); /* a query gives the row pointers too */
  EQUAL(indptr[3], needed);
  OK(wald_decision_items(d, -1, 1, NULL, indices, needed, NULL));
  CHECK(indices[0] == 0);
  indices[0] = out[0] = 77;
  FAILS(WALD_ERROR_CAPACITY, "capacity is 1: indices takes 5", wald_decision_items(d, -1, 1, indptr, indices, 1, &needed));
  FAILS(WALD_ERROR_CAPACITY, "capacity is 2: out takes 3", wald_numbers(d, WALD_DECISION_K, 0, out, 2, &needed));
  CHECK(indices[0] == 77 && out[0] == 77);
  BAD_ARGUMENT("capacity is -1: must be at least 0", wald_numbers(d, WALD_DECISION_K, 0, out, -1, NULL));
  BAD_ARGUMENT("needed is NULL", wald_numbers(d, WALD_DECISION_K, 0, NULL, 0, NULL));
  BAD_ARGUMENT("out is NULL", wald_numbers(d, WALD_DECISION_K, 0, NULL, 3, &needed));
  BAD_ARGUMENT("indices is NULL", wald_decision_items(d, -1, 1, indptr, NULL, 12, &needed));
  BAD_ARGUMENT("fact is -1: must lie in [4000, 4015]", wald_numbers(d, -1, 0, out, 3, &needed));
  BAD_ARGUMENT("fact is 4016: must lie in [4000, 4015]", wald_numbers(d, 4016, 0, out, 3, &needed));
  BAD_ARGUMENT("object is NULL", wald_numbers(NULL, WALD_DECISION_K, 0, out, 3, &needed));
  BAD_ARGUMENT("decision is NULL", wald_decision_items(NULL, -1, 1, indptr, indices, 12, &needed));

  wald_destroy(d);
  wald_destroy(options);
  wald_destroy(recall);
  wald_destroy(f1);
}

static void test_decide_rows(void) {
  wald_metric *f1 = metric_named("f1");
  wald_options *options = new_options("decisions");
  wald_decision *d = new_decision(), *one = new_decision();
  double expected[4], first[4], x = -1;
  float narrow[3][4];
  double turned[4][3];
  uint8_t mask[12], again[12], transposed[12];
  int64_t count = -1, n = -1;
  int i, j;

  OK(wald_decide_table(f1, WALD_INDEPENDENT, DENSE(TABLE(table, 3, 4)), NULL, MASK(mask, 3, 4), first, d));
  count = decision_number(d, 0, WALD_DECISION_N_ANSWERS);
  n = decision_number(d, 0, WALD_DECISION_N_ITEMS);
  EQUAL(count, 3);
  EQUAL(n, 4);
  for (i = 0; i < 3; ++i) { /* each row as decided alone */
    wald_estimator *e = independent(table[i], 4);
    uint8_t alone[4], of_decision[4];
    OK(wald_decide(f1, e, NULL, one));
    x = decision_number(one, 0, WALD_DECISION_EXPECTED);
    EQUAL(first[i], x);
    x = decision_number(d, i, WALD_DECISION_EXPECTED);
    EQUAL(first[i], x);
    OK(wald_decision_mask(one, 0, alone, 4, NULL));
    OK(wald_decision_mask(d, i, of_decision, 4, NULL));
    CHECK(memcmp(alone, mask + 4 * i, 4) == 0 && memcmp(alone, of_decision, 4) == 0);
    wald_destroy(e);
  }
  BAD_ARGUMENT("answer is 3: must lie in [0, 2]", wald_number(d, WALD_DECISION_K, 3, &x));
  check_integer(d, 3);

  /* Other layouts, any of the outputs left out. */
  for (i = 0; i < 3; ++i)
    for (j = 0; j < 4; ++j) turned[3 - j][i] = table[i][j];
  OK(wald_decide_table(f1, WALD_INDEPENDENT, DENSE(ARRAY(turned[3], WALD_FLOAT64, 3, 4, 1, -3)), NULL,
                       ARRAY(transposed + 9, WALD_UINT8, 3, 4, 1, -3), expected, NULL));
  for (i = 0; i < 3; ++i) {
    EQUAL(expected[i], first[i]);
    for (j = 0; j < 4; ++j) CHECK(transposed[9 + i - 3 * j] == mask[4 * i + j]);
  }
  OK(wald_decide_table(f1, WALD_INDEPENDENT, DENSE(TABLE(table, 3, 4)), NULL, NULL, NULL, NULL));
  for (i = 0; i < 3; ++i)
    for (j = 0; j < 4; ++j) narrow[i][j] = (float)table[i][j];
  OK(wald_decide_table(f1, WALD_INDEPENDENT, DENSE(ARRAY(narrow, WALD_FLOAT32, 3, 4, 4, 1)), NULL, MASK(again, 3, 4),
                       expected, NULL));
  CHECK(memcmp(mask, again, 12) == 0);
  CHECK(near(expected[0], first[0], 1e-6));

  /* Macro and micro. */
  set(options, "average", "macro");
  OK(wald_decide_table(f1, WALD_INDEPENDENT, DENSE(TABLE(table, 3, 4)), options, MASK(mask, 3, 4), expected, d));
  count = decision_number(d, 0, WALD_DECISION_N_ANSWERS);
  n = decision_number(d, 0, WALD_DECISION_N_ITEMS);
  EQUAL(count, 4);
  EQUAL(n, 3);
  for (j = 0; j < 4; ++j) {
    uint8_t column[3];
    OK(wald_decision_mask(d, j, column, 3, NULL));
    for (i = 0; i < 3; ++i) CHECK(column[i] == mask[4 * i + j]);
  }
  set(options, "average", "micro");
  OK(wald_decide_table(f1, WALD_INDEPENDENT, DENSE(TABLE(table, 3, 4)), options, MASK(mask, 3, 4), expected, d));
  count = decision_number(d, 0, WALD_DECISION_N_ANSWERS);
  n = decision_number(d, 0, WALD_DECISION_N_ITEMS);
  EQUAL(count, 1);
  EQUAL(n, 12);
  OK(wald_decision_mask(d, 0, again, 12, NULL));
  CHECK(memcmp(mask, again, 12) == 0);

  /* No rows: no answers. */
  OK(wald_decide_table(f1, WALD_INDEPENDENT, DENSE(TABLE(NULL, 0, 4)), NULL, NULL, NULL, d));
  count = decision_number(d, 0, WALD_DECISION_N_ANSWERS);
  EQUAL(count, 0);

#define ROWS(metric, kind, p, type, rows, cols, options, decision) \
  wald_decide_table(metric, kind, DENSE(ARRAY(p, type, rows, cols, 4, 1)), options, NULL, NULL, decision)
#define EMPTIES(message, ...)                                           \
  do {                                                                  \
    OK(ROWS(f1, WALD_INDEPENDENT, table, WALD_FLOAT64, 3, 4, NULL, d)); \
    BAD_ARGUMENT(message, __VA_ARGS__);                                 \
    count = decision_number(d, 0, WALD_DECISION_N_ANSWERS);               \
    EQUAL(count, 0);                                                    \
  } while (0)
  EMPTIES("metric is NULL", ROWS(NULL, WALD_INDEPENDENT, table, WALD_FLOAT64, 3, 4, NULL, d));
  EMPTIES("probabilities->data is NULL", ROWS(f1, WALD_INDEPENDENT, NULL, WALD_FLOAT64, 3, 4, NULL, d));
  EMPTIES("probabilities->type is 3: must be WALD_FLOAT64 (0) or WALD_FLOAT32 (1)",
          ROWS(f1, WALD_INDEPENDENT, table, 3, 3, 4, NULL, d));
  EMPTIES("probabilities has -1 rows: must have at least 0",
          ROWS(f1, WALD_INDEPENDENT, table, WALD_FLOAT64, -1, 4, NULL, d));
  EMPTIES("probabilities has 0 columns: must have at least 1",
          ROWS(f1, WALD_INDEPENDENT, table, WALD_FLOAT64, 3, 0, NULL, d));
  EMPTIES("kind is joint: a table holds independent or categorical probabilities",
          ROWS(f1, WALD_JOINT, table, WALD_FLOAT64, 3, 4, NULL, d));
  EMPTIES("kind is 9: must be WALD_INDEPENDENT (0), WALD_CATEGORICAL (1), WALD_JOINT (2) or WALD_COUNTS (3)",
          ROWS(f1, 9, table, WALD_FLOAT64, 3, 4, NULL, d));
  EMPTIES("probabilities[0] sum to 1.65: must sum to at most 1 for exclusive labels",
          ROWS(f1, WALD_CATEGORICAL, table, WALD_FLOAT64, 3, 4, NULL, d));
  {
    double bad[3][4];
    int32_t threads;
    memcpy(bad, table, sizeof bad);
    bad[2][0] = 2;
    bad[1][3] = NAN;
    for (threads = 1; threads <= 3; ++threads) { /* the first bad row is named, whatever the threads */
      wald_options *o = new_options("decisions");
      OK(wald_options_set_integer(o, "threads", threads));
      EMPTIES("probabilities[1][3] is nan: must lie in [0, 1]",
              ROWS(f1, WALD_INDEPENDENT, bad, WALD_FLOAT64, 3, 4, o, d));
      wald_destroy(o);
    }
  }
  set(options, "average", "macro");
  EMPTIES("n_rows is 0: average macro needs at least one row",
          ROWS(f1, WALD_INDEPENDENT, table, WALD_FLOAT64, 0, 4, options, d));
  OK(wald_options_set_number(options, "abstain", 0.25));
  EMPTIES("abstain is 0.25: only whole instances are left undecided, not with average macro",
          ROWS(f1, WALD_INDEPENDENT, table, WALD_FLOAT64, 3, 4, options, d));
  set(options, "average", "instance");
  OK(wald_decide_table(f1, WALD_INDEPENDENT, DENSE(TABLE(table, 3, 4)), options, MASK(mask, 3, 4), expected, d));
  for (i = 0; i < 3; ++i) {
    int32_t left = -1;
    left = decision_number(d, i, WALD_DECISION_ABSTAINED);
    EQUAL(left, 1 - first[i] > 0.25);
    CHECK((mask[4 * i] == WALD_UNDECIDED) == (left == 1));
    EQUAL(expected[i], first[i]);
  }

  wald_destroy(one);
  wald_destroy(d);
  wald_destroy(options);
  wald_destroy(f1);
}

static void test_exclusive_rows(void) {
  static const double binary[] = {0.7, 0.3, 0.4, 0.6, 0.2, 0.8}, softmax[] = {0.7, 0.2, 0.1, 0.3, 0.4, 0.3};
  static const float narrow[] = {0.7f, 0.2f, 0.1f, 0.3f, 0.4f, 0.3f};
  static const int64_t indptr[] = {0, 2, 4}, indices[] = {0, 1, 0, 1};
  static const char two[] = "each row of probabilities sums to 1, but its two labels are taken as independent: for a "
                            "binary classifier pass the probabilities of class 1 alone (column 1, P[:, 1]) with "
                            "average macro, for two exclusive classes pass kind categorical";
  static const char three[] = "each row of probabilities sums to 1, but its labels are taken as independent: for "
                              "exclusive classes pass kind categorical";
  static const char one[] = "the table has one column and the metric judges sets of rows: without an average each row "
                            "is decided and evaluated alone; pass average macro for the column, average "
                            "instance for the rows";
  static const uint8_t cells[] = {0, 1, 1}, six[6] = {0, 1, 1, 0, 0, 1};
  wald_expectation *expectation = NULL;
  wald_worth *worth = NULL;
  wald_options *options = new_options("decisions"), *others = new_options("thresholds");
  wald_metric *f1 = metric_named("f1"), *hamming = metric_named("hamming");
  wald_decision *d = new_decision();
  wald_sparse sparse = {0};
  const char *text = UNTOUCHED;
  double facts[WORTH_FACTS] = {0};

  OK(wald_table_warning(f1, WALD_INDEPENDENT, DENSE(TABLE(binary, 3, 2)), NULL, &text));
  TEXT(text, two);
  OK(wald_options_set_text(options, "average", "micro"));
  OK(wald_table_warning(f1, WALD_INDEPENDENT, DENSE(TABLE(softmax, 2, 3)), options, &text));
  TEXT(text, three);
  OK(wald_table_warning(f1, WALD_CATEGORICAL, DENSE(TABLE(softmax, 2, 3)), NULL, &text));
  TEXT(text, "");
  OK(wald_options_set_text(options, "average", "macro"));
  OK(wald_table_warning(f1, WALD_INDEPENDENT, DENSE(TABLE(softmax, 2, 3)), options, &text));
  TEXT(text, "");
  OK(wald_table_warning(hamming, WALD_INDEPENDENT, DENSE(TABLE(softmax, 2, 3)), NULL, &text));
  TEXT(text, "");
  OK(wald_decide_table(f1, WALD_INDEPENDENT, DENSE(TABLE(binary, 3, 2)), NULL, NULL, NULL, d));
  CHECK(decision_number(d, 0, WALD_DECISION_WARNED) == 1 && decision_number(d, 1, WALD_DECISION_WARNED) == 0);
  OK(wald_text(d, WALD_DECISION_WARNING, 0, &text));
  TEXT(text, two);
  OK(wald_decide_table(f1, WALD_INDEPENDENT, DENSE(ARRAY(narrow, WALD_FLOAT32, 2, 3, 3, 1)), NULL, NULL, NULL, d));
  OK(wald_text(d, WALD_DECISION_WARNING, 0, &text));
  TEXT(text, three);
  OK(wald_decide_table(f1, WALD_INDEPENDENT, DENSE(TABLE(binary, 1, 2)), NULL, NULL, NULL, d));
  CHECK(decision_number(d, 0, WALD_DECISION_WARNED) == 0); /* one row may sum to 1 by chance */
  sparse.size = sizeof sparse;
  sparse.indptr = indptr;
  sparse.indices = indices;
  sparse.values = binary;
  sparse.rows = 2;
  sparse.columns = 5;
  sparse.index_type = WALD_INT64;
  sparse.type = WALD_FLOAT64;
  OK(wald_table_warning(f1, WALD_INDEPENDENT, COMPRESSED(&sparse), NULL, &text));
  TEXT(text, three);
  OK(wald_decide_table(f1, WALD_INDEPENDENT, COMPRESSED(&sparse), NULL, NULL, NULL, d));
  CHECK(decision_number(d, 0, WALD_DECISION_WARNED) == 1);
  OK(worth_of(f1, WALD_INDEPENDENT, DENSE(TABLE(softmax, 2, 3)), NULL, NULL, facts));
  CHECK(facts[PLACE(WALD_WORTH_EXCLUSIVE)] == 1);
  OK(worth_of(f1, WALD_CATEGORICAL, DENSE(TABLE(softmax, 2, 3)), NULL, NULL, facts));
  CHECK(facts[PLACE(WALD_WORTH_EXCLUSIVE)] == 0);

  OK(wald_worth_create(f1, WALD_INDEPENDENT, NULL, DENSE(TABLE(softmax, 2, 3)), NULL, NULL, &worth));
  OK(wald_text(worth, WALD_WORTH_WARNING, 0, &text));
  TEXT(text, three);
  wald_destroy(worth);
  OK(wald_expectation_create(f1, OF_TABLE(TABLE(softmax, 2, 3)), MASK(six, 2, 3), NULL, 0, &expectation));
  OK(wald_text(expectation, WALD_EXPECTATION_WARNING, 0, &text));
  TEXT(text, three);
  wald_destroy(expectation);
  OK(wald_expectation_create(f1, OF_TABLE(TABLE(binary, 6, 1)), MASK(six, 6, 1), NULL, 0, &expectation));
  OK(wald_text(expectation, WALD_EXPECTATION_WARNING, 0, &text));
  TEXT(text, one);
  wald_destroy(expectation);

  /* One column: the same of probabilities, of compressed rows and of a mask, unless an average is chosen. */
  OK(wald_table_warning(f1, WALD_INDEPENDENT, DENSE(TABLE(binary, 6, 1)), NULL, &text));
  TEXT(text, one);
  OK(wald_table_warning(f1, WALD_JOINT, DENSE(ARRAY(cells, WALD_UINT8, 3, 1, 1, 1)), NULL, &text));
  TEXT(text, one);
  OK(wald_table_warning(f1, WALD_INDEPENDENT, DENSE(ARRAY(cells, WALD_UINT8, 1, 3, 3, 1)), NULL, &text));
  TEXT(text, "");
  OK(wald_table_warning(hamming, WALD_INDEPENDENT, DENSE(TABLE(binary, 6, 1)), NULL, &text));
  TEXT(text, "");
  OK(wald_table_warning(f1, WALD_INDEPENDENT, DENSE(TABLE(binary, 6, 1)), options, &text));
  TEXT(text, "");
  OK(wald_options_set_text(options, "average", "instance"));
  OK(wald_table_warning(f1, WALD_INDEPENDENT, DENSE(TABLE(binary, 6, 1)), options, &text));
  TEXT(text, "");
  OK(worth_of(f1, WALD_INDEPENDENT, DENSE(TABLE(softmax, 6, 1)), NULL, options, facts));
  CHECK(facts[PLACE(WALD_WORTH_GAIN)] == 0); /* row by row the cut at 1/2 is best */
  OK(worth_of(f1, WALD_INDEPENDENT, DENSE(TABLE(softmax, 6, 1)), NULL, NULL, facts));
  CHECK(facts[PLACE(WALD_WORTH_GAIN)] == 0); /* as without an average */
  OK(wald_options_set_text(options, "average", "macro"));
  OK(worth_of(f1, WALD_INDEPENDENT, DENSE(TABLE(softmax, 6, 1)), NULL, options, facts));
  CHECK(facts[PLACE(WALD_WORTH_GAIN)] > 0);
  OK(wald_options_set_text(options, "average", "instance"));
  OK(wald_decide_table(f1, WALD_INDEPENDENT, DENSE(TABLE(binary, 6, 1)), options, NULL, NULL, d));
  CHECK(decision_number(d, 0, WALD_DECISION_WARNED) == 0);
  OK(wald_options_set_text(options, "average", NULL));
  OK(wald_decide_table(f1, WALD_INDEPENDENT, DENSE(TABLE(binary, 6, 1)), options, NULL, NULL, d));
  CHECK(decision_number(d, 0, WALD_DECISION_WARNED) == 1 && decision_number(d, 1, WALD_DECISION_WARNED) == 0);
  OK(wald_text(d, WALD_DECISION_WARNING, 0, &text));
  TEXT(text, one);

  BAD_ARGUMENT("metric is NULL", wald_table_warning(NULL, WALD_INDEPENDENT, DENSE(TABLE(binary, 3, 2)), NULL, &text));
  BAD_ARGUMENT("kind is 4: must be WALD_INDEPENDENT (0), WALD_CATEGORICAL (1), WALD_JOINT (2) or WALD_COUNTS (3)",
               wald_table_warning(f1, 4, DENSE(TABLE(binary, 3, 2)), NULL, &text));
  BAD_ARGUMENT("options are of the family thresholds: a warning takes those of decisions",
               wald_table_warning(f1, WALD_INDEPENDENT, DENSE(TABLE(binary, 3, 2)), others, &text));
  BAD_ARGUMENT("warning is NULL", wald_table_warning(f1, WALD_INDEPENDENT, DENSE(TABLE(binary, 3, 2)), NULL, NULL));
  BAD_ARGUMENT("table is NULL", wald_table_warning(f1, WALD_INDEPENDENT, NULL, NULL, &text));
  wald_destroy(others);
  wald_destroy(options);
  wald_destroy(d);
  wald_destroy(hamming);
  wald_destroy(f1);
}

static void test_decide_row(void) {
  const double p[] = {0.9, 0.45, 0.4, 0.1}, wrong[] = {0.9, 1.2};
  wald_metric *f1 = NULL;
  double expected = 0, as_table = 0;
  uint8_t mask[4], again[4];
  OK(wald_metric_create("f1", 1, &f1));
  OK(wald_decide_row(f1, p, 4, mask, &expected));
  OK(wald_decide_table(f1, WALD_INDEPENDENT, DENSE(TABLE(p, 1, 4)), NULL, MASK(again, 1, 4), &as_table, NULL));
  CHECK(expected == as_table && memcmp(mask, again, 4) == 0);
  OK(wald_decide_row(f1, p, 4, again, NULL));
  BAD_ARGUMENT("metric is NULL", wald_decide_row(NULL, p, 4, mask, &expected));
  BAD_ARGUMENT("p is NULL", wald_decide_row(f1, NULL, 4, mask, &expected));
  BAD_ARGUMENT("n is 0: must be at least 1", wald_decide_row(f1, p, 0, mask, &expected));
  BAD_ARGUMENT("mask is NULL", wald_decide_row(f1, p, 4, NULL, &expected));
  BAD_ARGUMENT("probabilities[0][1] is 1.2: must lie in [0, 1]", wald_decide_row(f1, wrong, 2, mask, &expected));
  wald_destroy(f1);
}

static void test_decide_csr(void) {
  static const int64_t indptr[] = {0, 3, 6, 10}, indices[] = {2, 0, 1, 0, 1, 2, 3, 2, 1, 0};
  static const int32_t indptr_32[] = {0, 3, 6, 10}, indices_32[] = {2, 0, 1, 0, 1, 2, 3, 2, 1, 0};
  static const double values[] = {0.5, 0.9, 0.25, 0.125, 0.0625, 0.03125, 1, 0.3, 0.6, 0.75};
  static const float halves[] = {0.5f, 0.5f, 0.5f, 0.5f, 0.5f, 0.5f, 0.5f, 0.5f, 0.5f, 0.5f};
  wald_metric *f1 = metric_named("f1");
  wald_options *options = new_options("decisions");
  wald_decision *d = new_decision(), *dense = new_decision();
  double expected[4], of_dense[4];
  int64_t count = -1, k = -1, other_k = -1;
  static const char *const averages[] = {"instance", "macro", "micro"};
  static const int counts[] = {3, 4, 1};
  wald_type type;
  int average, i;

  for (average = 0; average < 3; ++average)
    for (type = WALD_INT64; type <= WALD_INT32; ++type) {
      set(options, "average", averages[average]);
      OK(ROWS(f1, WALD_INDEPENDENT, table, WALD_FLOAT64, 3, 4, options, dense));
      OK(wald_decide_table(f1, WALD_INDEPENDENT, DENSE(TABLE(table, 3, 4)), options, NULL, of_dense, NULL));
      OK(wald_decide_table(
          f1, WALD_INDEPENDENT,
          COMPRESSED(SPARSE(type == WALD_INT64 ? (const void *)indptr : indptr_32,
                            type == WALD_INT64 ? (const void *)indices : indices_32, type, values, WALD_FLOAT64, 3, 4)),
          options, NULL, expected, d));
      count = decision_number(d, 0, WALD_DECISION_N_ANSWERS);
      EQUAL(count, counts[average]);
      for (i = 0; i < count; ++i) {
        EQUAL(expected[i], of_dense[i]);
        k = decision_number(d, i, WALD_DECISION_K);
        other_k = decision_number(dense, i, WALD_DECISION_K);
        EQUAL(k, other_k);
      }
    }
  set(options, "average", "instance");
  OK(wald_decide_table(f1, WALD_INDEPENDENT,
                       COMPRESSED(SPARSE(indptr, indices, WALD_INT64, halves, WALD_FLOAT32, 3, 4)), NULL, NULL, NULL,
                       d));
  OK(wald_decide_table(f1, WALD_INDEPENDENT,
                       COMPRESSED(SPARSE(indptr, indices, WALD_INT64, values, WALD_FLOAT64, 3, 4)), NULL, NULL,
                       expected, NULL));
  OK(wald_decide_table(f1, WALD_INDEPENDENT, COMPRESSED(SPARSE(indptr, NULL, WALD_INT64, NULL, WALD_FLOAT64, 0, 4)),
                       NULL, NULL, NULL, d));

#define CSR(metric, kind, starts, columns, index, p, type, rows, cols) \
  wald_decide_table(metric, kind, COMPRESSED(SPARSE(starts, columns, index, p, type, rows, cols)), NULL, NULL, NULL, d)
  {
    static const int64_t down[] = {0, 3, 0}, beyond[] = {0, 100, 2}, below[] = {-1, 2}, two[] = {0, 2}, four[] = {0, 4};
    static const int64_t large[] = {0, 4}, negative[] = {-1, 0}, twice[] = {1, 1};
    static const double wrong[] = {0.5, 1.5}, whole[] = {0.75, 0.75};
    const wald_sparse rows = {sizeof rows, indptr, indices, values, 3, 4, WALD_INT64, WALD_FLOAT64};
    wald_table which = {sizeof which, NULL, NULL};
#define GIVEN(table, mask) wald_decide_table(f1, WALD_INDEPENDENT, table, NULL, mask, NULL, d)
    BAD_ARGUMENT("probabilities is NULL", GIVEN(NULL, NULL));
    BAD_ARGUMENT("probabilities->dense and probabilities->sparse are both NULL", GIVEN(&which, NULL));
    which.sparse = &rows;
    BAD_ARGUMENT("mask is given: must be NULL for a sparse table", GIVEN(&which, MASK(values, 3, 4)));
    which.dense = TABLE(values, 1, 4);
    BAD_ARGUMENT("probabilities->dense is given beside probabilities->sparse: one must be NULL", GIVEN(&which, NULL));
    which.size = 8;
    BAD_ARGUMENT("probabilities->size is 8: must be 24, its sizeof", GIVEN(&which, NULL));
#undef GIVEN
    BAD_ARGUMENT("metric is NULL",
                 CSR(NULL, WALD_INDEPENDENT, indptr, indices, WALD_INT64, values, WALD_FLOAT64, 3, 4));
    BAD_ARGUMENT("probabilities->indptr is NULL",
                 CSR(f1, WALD_INDEPENDENT, NULL, indices, WALD_INT64, values, WALD_FLOAT64, 3, 4));
    BAD_ARGUMENT("probabilities->indices is NULL",
                 CSR(f1, WALD_INDEPENDENT, indptr, NULL, WALD_INT64, values, WALD_FLOAT64, 3, 4));
    BAD_ARGUMENT("probabilities->values is NULL",
                 CSR(f1, WALD_INDEPENDENT, indptr, indices, WALD_INT64, NULL, WALD_FLOAT64, 3, 4));
    BAD_ARGUMENT("probabilities->index_type is 7: must be WALD_INT64 (2) or WALD_INT32 (3)",
                 CSR(f1, WALD_INDEPENDENT, indptr, indices, 7, values, WALD_FLOAT64, 3, 4));
    BAD_ARGUMENT("probabilities->type is 7: must be WALD_FLOAT64 (0) or WALD_FLOAT32 (1)",
                 CSR(f1, WALD_INDEPENDENT, indptr, indices, WALD_INT64, values, 7, 3, 4));
    BAD_ARGUMENT("probabilities has -2 rows: must have at least 0",
                 CSR(f1, WALD_INDEPENDENT, indptr, indices, WALD_INT64, values, WALD_FLOAT64, -2, 4));
    BAD_ARGUMENT("probabilities has 0 columns: must have at least 1",
                 CSR(f1, WALD_INDEPENDENT, indptr, indices, WALD_INT64, values, WALD_FLOAT64, 3, 0));
    BAD_ARGUMENT("n_labels is 9223372036854775807: must lie in [1, 2147483647]",
                 CSR(f1, WALD_INDEPENDENT, indptr, indices, WALD_INT64, values, WALD_FLOAT64, 3, INT64_MAX));
    BAD_ARGUMENT("kind is counts: a table holds independent or categorical probabilities",
                 CSR(f1, WALD_COUNTS, indptr, indices, WALD_INT64, values, WALD_FLOAT64, 3, 4));
    BAD_ARGUMENT("indptr[2] is 0: must be at least indptr[1] = 3",
                 CSR(f1, WALD_INDEPENDENT, down, NULL, WALD_INT64, NULL, WALD_FLOAT64, 2, 4));
    BAD_ARGUMENT("indptr[2] is 2: must be at least indptr[1] = 100",
                 CSR(f1, WALD_INDEPENDENT, beyond, indices, WALD_INT64, values, WALD_FLOAT64, 2, 200));
    BAD_ARGUMENT("indptr[0] is -1: must be at least 0",
                 CSR(f1, WALD_INDEPENDENT, below, indices, WALD_INT64, values, WALD_FLOAT64, 1, 4));
    BAD_ARGUMENT("indices[1] is 4: must lie in [0, 3]",
                 CSR(f1, WALD_INDEPENDENT, two, large, WALD_INT64, values, WALD_FLOAT64, 1, 4));
    BAD_ARGUMENT("indices[0] is -1: must lie in [0, 3]",
                 CSR(f1, WALD_INDEPENDENT, two, negative, WALD_INT64, values, WALD_FLOAT64, 1, 4));
    BAD_ARGUMENT("row 0 holds index 1 twice",
                 CSR(f1, WALD_INDEPENDENT, two, twice, WALD_INT64, values, WALD_FLOAT64, 1, 4));
    BAD_ARGUMENT("row 0 has 4 indices: the table has 3 columns",
                 CSR(f1, WALD_INDEPENDENT, four, indices, WALD_INT64, values, WALD_FLOAT64, 1, 3));
    BAD_ARGUMENT("probabilities[0][1] is 1.5: must lie in [0, 1]",
                 CSR(f1, WALD_INDEPENDENT, two, indices + 3, WALD_INT64, wrong, WALD_FLOAT64, 1, 4));
    BAD_ARGUMENT("probabilities[0] sum to 1.5: must sum to at most 1 for exclusive labels",
                 CSR(f1, WALD_CATEGORICAL, two, indices + 3, WALD_INT64, whole, WALD_FLOAT64, 1, 4));
    count = decision_number(d, 0, WALD_DECISION_N_ANSWERS);
    EQUAL(count, 0);
  }
  /* The cost of a row is that of what it holds. */
  {
    static const int64_t one[] = {0, 1}, last[] = {2147483646};
    int64_t chosen = -1;
    OK(CSR(f1, WALD_INDEPENDENT, one, last, WALD_INT64, values + 1, WALD_FLOAT64, 1, 2147483647));
    count = decision_number(d, 0, WALD_DECISION_N_ITEMS);
    EQUAL(count, 2147483647);
    OK(wald_decision_items(d, 0, 1, NULL, &chosen, 1, NULL));
    EQUAL(chosen, 2147483646);
  }

  wald_destroy(dense);
  wald_destroy(d);
  wald_destroy(options);
  wald_destroy(f1);
}

static void test_expected_rows(void) {
  static const uint8_t mask[] = {1, 0, 1, 0, /**/ 0, 0, 0, 0, /**/ 1, 0, 0, 1}, bad[] = {1, 0, 2, 0};
  wald_metric *f1 = metric_named("f1");
  wald_options *options = new_options("decisions");
  double expected[4], regret[4], x = -1, y = -1;
  int i;

  OK(expected_rows_of(f1, WALD_INDEPENDENT, TABLE(table, 3, 4), MASK(mask, 3, 4), NULL, expected, regret));
  for (i = 0; i < 3; ++i) {
    wald_estimator *e = independent(table[i], 4);
    OK(expected_of(f1, e, BYTES(mask + 4 * i, 4), NULL, &x, NULL, NULL, NULL));
    OK(expected_of(f1, e, BYTES(mask + 4 * i, 4), NULL, NULL, NULL, &y, NULL));
    EQUAL(expected[i], x);
    EQUAL(regret[i], y);
    wald_destroy(e);
  }
  OK(expected_rows_of(f1, WALD_INDEPENDENT, TABLE(table, 3, 4), MASK(mask, 3, 4), NULL, NULL, NULL));
  OK(expected_rows_of(f1, WALD_INDEPENDENT, TABLE(NULL, 0, 4), MASK(NULL, 0, 4), NULL, NULL, NULL));

#define GIVEN(metric, kind, p, type, rows, cols, mask, options)                                                 \
  expected_rows_of(metric, kind, ARRAY(p, type, rows, cols, 4, 1), ARRAY(mask, WALD_UINT8, rows, cols, 4, 1), \
                     options, expected, regret)
  BAD_ARGUMENT("metric is NULL", GIVEN(NULL, WALD_INDEPENDENT, table, 0, 3, 4, mask, NULL));
  BAD_ARGUMENT("probabilities->data is NULL", GIVEN(f1, WALD_INDEPENDENT, NULL, 0, 3, 4, mask, NULL));
  BAD_ARGUMENT("mask->data is NULL", GIVEN(f1, WALD_INDEPENDENT, table, 0, 3, 4, NULL, NULL));
  BAD_ARGUMENT("probabilities->type is 2: must be WALD_FLOAT64 (0) or WALD_FLOAT32 (1)",
               GIVEN(f1, WALD_INDEPENDENT, table, 2, 3, 4, mask, NULL));
  BAD_ARGUMENT("probabilities has -1 rows: must have at least 0",
               GIVEN(f1, WALD_INDEPENDENT, table, 0, -1, 4, mask, NULL));
  BAD_ARGUMENT("probabilities has 0 columns: must have at least 1",
               GIVEN(f1, WALD_INDEPENDENT, table, 0, 3, 0, mask, NULL));
  BAD_ARGUMENT("kind is joint: a table holds independent or categorical probabilities",
               GIVEN(f1, WALD_JOINT, table, 0, 3, 4, mask, NULL));
  BAD_ARGUMENT("mask[0][2] is 2: must be 0 or 1", GIVEN(f1, WALD_INDEPENDENT, table, 0, 1, 4, bad, NULL));
  BAD_ARGUMENT("probabilities[0] sum to 1.65: must sum to at most 1 for exclusive labels",
               GIVEN(f1, WALD_CATEGORICAL, table, 0, 3, 4, mask, NULL));
  set_k(options, 5, -1);
  BAD_ARGUMENT("at_least is 5: the problem has 4 items", GIVEN(f1, WALD_INDEPENDENT, table, 0, 3, 4, mask, options));
  wald_destroy(options);
  wald_destroy(f1);
}

/* Two images of two classes and three pixels, and what is refused. */
static void test_masks(void) {
  static const double p[] = {0.9, 0.6, 0.1, /**/ 0.1, 0.4, 0.9, /**/ 0.5, 0.5, 0.2, /**/ 0.5, 0.5, 0.8};
  static const uint16_t halves[] = {0x3a00, 0x3400, 0x2c00}; /* 3/4, 1/4, 1/16 */
  static const uint8_t marks[] = {1, 1, 0, /**/ 1, 0, 0, /**/ 1, 1, 1};
  wald_metric *f1 = metric_named("f1");
  wald_options *options = NULL;
  wald_decision *decision = NULL, *rows = NULL;
  wald_maps maps = {0, NULL, 2, 2, 3, 6, 3, 1, WALD_FLOAT64};
  uint8_t out[12], same[12];
  int32_t labels[6];
  double expected[4], x = 0;
  int64_t needed = 0;
  const char *text = NULL;
  maps.size = sizeof maps;
  maps.data = p;
  OK(wald_options_create("decisions", &options));
  OK(wald_decision_create(&decision));
  OK(wald_decision_create(&rows));

  /* Each map as a row of a table. */
  OK(wald_masks(f1, WALD_INDEPENDENT, &maps, NULL, MASK(out, 2, 6), expected, decision));
  OK(wald_decide_table(f1, WALD_INDEPENDENT, DENSE(TABLE(p, 4, 3)), NULL, MASK(same, 4, 3), NULL, rows));
  CHECK(memcmp(out, same, sizeof out) == 0);
  OK(wald_number(decision, WALD_DECISION_N_ANSWERS, 0, &x));
  EQUAL(x, 4);
  OK(wald_number(rows, WALD_DECISION_EXPECTED, 3, &x));
  EQUAL(expected[3], x);
  OK(wald_number(decision, WALD_DECISION_THRESHOLD, 0, &x));
  EQUAL(x, 0.6);
  FAILS(WALD_ERROR_UNSUPPORTED, "decision holds facts alone: the masks are in out",
        wald_decision_items(decision, 0, 1, NULL, NULL, 0, &needed));
  FAILS(WALD_ERROR_UNSUPPORTED, "decision holds facts alone: the masks are in out", wald_decision_mask(decision, 0, NULL, 0, &needed));
  OK(wald_decide_table(f1, WALD_INDEPENDENT, DENSE(TABLE(p, 4, 3)), NULL, NULL, NULL, decision));
  OK(wald_decision_items(decision, 0, 1, NULL, NULL, 0, &needed)); /* another call keeps them again */

  /* All images as one; exclusive classes; halves; samples. */
  OK(wald_options_set_text(options, "average", "micro"));
  OK(wald_masks(f1, WALD_INDEPENDENT, &maps, options, MASK(out, 2, 6), NULL, decision));
  OK(wald_number(decision, WALD_DECISION_N_ITEMS, 0, &x));
  EQUAL(x, 6);
  OK(wald_clear(options));
  OK(wald_masks(f1, WALD_CATEGORICAL, &maps, NULL, ARRAY(labels, WALD_INT32, 2, 3, 3, 1), NULL, decision));
  CHECK(labels[0] == 0 && labels[2] == 1 && labels[5] == 1);
  OK(wald_number(decision, WALD_DECISION_THRESHOLD, 0, &x));
  CHECK(isnan(x));
  maps.data = halves, maps.n_images = maps.n_classes = 1, maps.type = WALD_FLOAT16;
  OK(wald_masks(f1, WALD_INDEPENDENT, &maps, NULL, MASK(out, 1, 3), NULL, decision));
  CHECK(out[0] == 1 && out[2] == 0);
  OK(wald_decide_table(f1, WALD_INDEPENDENT, DENSE(ARRAY(halves, WALD_FLOAT16, 1, 3, 3, 1)), NULL, MASK(same, 1, 3), &x, NULL));
  CHECK(memcmp(out, same, 3) == 0);
  maps.data = marks, maps.n_images = 3, maps.image_stride = 3, maps.type = WALD_UINT8;
  OK(wald_masks(f1, WALD_JOINT, &maps, NULL, MASK(out, 1, 3), expected, decision));
  CHECK(out[0] == 1);
  OK(wald_text(decision, WALD_DECISION_ALGORITHM, 0, &text));
  TEXT(text, "gfm");

  BAD_ARGUMENT("maps->type is 4: must be WALD_FLOAT64 (0), WALD_FLOAT32 (1) or WALD_FLOAT16 (5)",
               wald_masks(f1, WALD_INDEPENDENT, &maps, NULL, MASK(out, 3, 3), NULL, decision));
  maps.data = p, maps.type = WALD_FLOAT64;
  BAD_ARGUMENT("maps->type is 0: samples are WALD_UINT8 (4)",
               wald_masks(f1, WALD_JOINT, &maps, NULL, MASK(out, 1, 3), NULL, decision));
  BAD_ARGUMENT("out has 2 rows: must have 3",
               wald_masks(f1, WALD_INDEPENDENT, &maps, NULL, MASK(out, 2, 3), NULL, decision));
  BAD_ARGUMENT("out->type is 4: must be WALD_INT32 (3)",
               wald_masks(f1, WALD_CATEGORICAL, &maps, NULL, MASK(out, 3, 3), NULL, decision));
  OK(wald_options_set_text(options, "proof", "off"));
  BAD_ARGUMENT("proof is off: deciding masks reads it with per_row or exclusive only",
               wald_masks(f1, WALD_INDEPENDENT, &maps, options, MASK(out, 3, 3), NULL, decision));
  OK(wald_options_set_text(options, "proof", "on"));
  OK(wald_options_set_text(options, "average", "micro"));
  maps.n_images = INT64_C(1) << 62;
  BAD_ARGUMENT("n_classes is 1: 4611686018427387904 images of 3 pixels in each class must be below 2^63 numbers",
               wald_masks(f1, WALD_CATEGORICAL, &maps, options, ARRAY(labels, WALD_INT32, maps.n_images, 3, 0, 1), NULL, decision));
  maps.n_pixels = 0;
  BAD_ARGUMENT("n_pixels is 0: must lie in [1, 2147483647]", wald_masks(f1, WALD_INDEPENDENT, &maps, NULL, MASK(out, 3, 3), NULL, decision));
  maps.n_classes = 0;
  BAD_ARGUMENT("n_classes is 0: must be at least 1", wald_masks(f1, WALD_INDEPENDENT, &maps, NULL, MASK(out, 3, 3), NULL, decision));
  maps.size = 8;
  BAD_ARGUMENT("maps->size is 8: must be 72, its sizeof", wald_masks(f1, WALD_INDEPENDENT, &maps, NULL, MASK(out, 3, 3), NULL, decision));
  wald_destroy(rows);
  wald_destroy(decision);
  wald_destroy(options);
  wald_destroy(f1);
}

static void test_expectation_facts(void) {
  static const uint8_t mask[] = {1, 0, 1, 0, /**/ 0, 0, 0, 0, /**/ 1, 0, 0, 1};
  wald_metric *f1 = metric_named("f1");
  wald_estimator *e = independent(table[0], 4);
  wald_expectation *made = UNTOUCHED;
  const char *text = UNTOUCHED;
  double out[3], x = -1;
  int64_t needed = -1;

  BAD_ARGUMENT("out is NULL", wald_expectation_create(f1, OF_LABELS(e), BYTES(mask, 4), NULL, 0, NULL));
  BAD_ARGUMENT("out is NULL", wald_expectation_create(f1, OF_TABLE(TABLE(table, 3, 4)), MASK(mask, 3, 4), NULL, 0, NULL));
  {
    const wald_known nothing = {sizeof nothing, NULL, NULL, WALD_INDEPENDENT};
    wald_known both = {sizeof both, NULL, NULL, WALD_INDEPENDENT};
    const wald_array mask_of_row = {sizeof mask_of_row, (void *)mask, 4, 1, 1, 1, WALD_UINT8};
    BAD_ARGUMENT("known->estimator and known->probabilities are both NULL",
                 wald_expectation_create(f1, &nothing, &mask_of_row, NULL, 0, &made));
    both.estimator = e, both.probabilities = &mask_of_row;
    BAD_ARGUMENT("known->estimator is given beside known->probabilities: one must be NULL",
                 wald_expectation_create(f1, &both, &mask_of_row, NULL, 0, &made));
  }
  BAD_ARGUMENT("mask has 3 rows: the estimator has 4 labels",
               wald_expectation_create(f1, OF_LABELS(e), BYTES(mask, 3), NULL, 0, &made));
  BAD_ARGUMENT("mask has 2 rows: must have 3",
               wald_expectation_create(f1, OF_TABLE(TABLE(table, 3, 4)), MASK(mask, 2, 4), NULL, 0, &made));
  CHECK(made == UNTOUCHED);

  /* One problem: no regret unless asked for. */
  OK(wald_expectation_create(f1, OF_LABELS(e), BYTES(mask, 4), NULL, 0, &made));
  OK(wald_number(made, WALD_EXPECTATION_N_ANSWERS, 0, &x));
  EQUAL(x, 1);
  OK(wald_number(made, WALD_EXPECTATION_REGRET, 0, &x));
  CHECK(isnan(x));
  OK(wald_number(made, WALD_EXPECTATION_REGRET_BOUND, 0, &x));
  CHECK(isnan(x));
  OK(wald_number(made, WALD_EXPECTATION_ERROR, 7, &x)); /* of the whole: the item is not read */
  CHECK(x >= 0 && x < 1e-13);
  BAD_ARGUMENT("answer is 1: must lie in [0, 0]", wald_number(made, WALD_EXPECTATION_EXPECTED, 1, &x));
  BAD_ARGUMENT("answer is -1: must lie in [0, 0]", wald_number(made, WALD_EXPECTATION_EXPECTED, -1, &x));
  OK(wald_text(made, WALD_EXPECTATION_WARNING, 0, &text));
  TEXT(text, "");
  wald_destroy(made);

  /* A table: a number for each answer, and no limits. */
  OK(wald_expectation_create(f1, OF_TABLE(TABLE(table, 3, 4)), MASK(mask, 3, 4), NULL, 1, &made));
  OK(wald_number(made, WALD_EXPECTATION_N_ANSWERS, 0, &x));
  EQUAL(x, 3);
  OK(wald_numbers(made, WALD_EXPECTATION_REGRET, 0, NULL, 0, &needed));
  EQUAL(needed, 3);
  OK(wald_numbers(made, WALD_EXPECTATION_REGRET, 0, out, 3, &needed));
  OK(wald_number(made, WALD_EXPECTATION_REGRET, 2, &x));
  EQUAL(out[2], x);
  CHECK(x > 0);
  OK(wald_number(made, WALD_EXPECTATION_ERROR, 0, &x));
  CHECK(isnan(x));
  OK(wald_number(made, WALD_EXPECTATION_REGRET_BOUND, 0, &x));
  CHECK(isnan(x));
  FAILS(WALD_ERROR_CAPACITY, "capacity is 2: out takes 3", wald_numbers(made, WALD_EXPECTATION_EXPECTED, 0, out, 2, NULL));
  CHECK(wald_numbers(made, WALD_EXPECTATION_ERROR, 0, out, 3, NULL) == WALD_ERROR_ARGUMENT);
  wald_destroy(made);
  wald_destroy(e);
  wald_destroy(f1);
}

void test_tables(void) {
  test_masks();
  test_exclusive_rows();
  test_decide_rows();
  test_reading_all_answers();
  test_decide_row();
  test_decide_csr();
  test_expected_rows();
  test_expectation_facts();
}

/* ---- Evaluation ---- */

void test_evaluation(void) {
  static const uint8_t truth[] = {1, 0, 1, /**/ 0, 0, 0, /**/ 1, 1, 1},
                       prediction[] = {1, 1, 0, /**/ 0, 0, 0, /**/ 1, 1, 1};
  static const uint8_t undecided[] = {1, 1, 0, /**/ 2, 2, 2, /**/ 1, 1, 2}, none[] = {2, 2, 2, 2, 2, 2, 2, 2, 2};
  static const uint8_t bad[] = {1, 3, 0, 0, 0, 0, 1, 1, 1};
  static const double weights[] = {2, 0, 0.5}, negative[] = {1, -1, 1}, zeros[] = {0, 0, 0},
                      endless[] = {1, INFINITY, 1};
  static const float narrow[] = {0.5f, 9, 0, 9, 2};
  wald_metric *f1 = metric_named("f1"), *custom = NULL;
  double x = -1, values[64] = {0};
  int64_t left = -1;

#define EVALUATE(metric, average, rows, cols, y, h, w)                            \
  wald_evaluate(metric, ARRAY(y, WALD_UINT8, rows, cols, 3, 1),                   \
                ARRAY(h, WALD_UINT8, rows, cols, 3, 1), w, AVERAGE(average), &x, &left)
  OK(EVALUATE(f1, "instance", 3, 3, truth, prediction, NULL));
  NEAR(x, (0.5 + 1 + 1) / 3);
  EQUAL(left, 0);
  OK(EVALUATE(f1, "micro", 3, 3, truth, prediction, NULL));
  NEAR(x, 2 * 4.0 / 10);
  OK(EVALUATE(f1, "macro", 3, 3, truth, prediction, NULL));
  NEAR(x, (1 + 2.0 / 3 + 2.0 / 3) / 3);
  OK(EVALUATE(f1, "instance", 3, 3, truth, prediction, DOUBLES(weights, 3)));
  NEAR(x, (2 * 0.5 + 0.5) / 2.5);
  OK(EVALUATE(f1, "micro", 3, 3, truth, prediction, DOUBLES(weights, 3)));
  NEAR(x, 2 * (2 + 1.5) / (4 + 1.5 + 4 + 1.5));
  /* Backwards, and transposed; without the count. */
  OK(wald_evaluate(f1, ARRAY(truth + 6, WALD_UINT8, 3, 3, -3, 1), ARRAY(prediction + 6, WALD_UINT8, 3, 3, -3, 1),
                   VECTOR(narrow, WALD_FLOAT32, 3, 2), AVERAGE("micro"), &x, NULL));
  NEAR(x, 2 * (2 + 1.5) / (4 + 1.5 + 4 + 1.5));
  OK(wald_evaluate(f1, ARRAY(truth, WALD_UINT8, 3, 3, 1, 3), ARRAY(prediction, WALD_UINT8, 3, 3, 1, 3), NULL,
                   AVERAGE("macro"), &x, NULL));
  NEAR(x, (0.5 + 1 + 1) / 3);

  OK(EVALUATE(f1, "instance", 3, 3, truth, undecided, NULL));
  NEAR(x, 0.5);
  EQUAL(left, 2);
  /* Each undecided cell at its cost: F1 of {1, 0, 1} against {1, 1, 0}, of no labels, and of {1, 1} against {1, 1}. */
  {
    wald_options *options = new_options("decisions");
    OK(wald_options_set_number(options, "abstain_label", 0.3));
    OK(wald_evaluate(f1, MASK(truth, 3, 3), MASK(undecided, 3, 3), NULL, options, &x, &left));
    NEAR(x, (0.5 + (1 - 0.3) + (1 - 0.1)) / 3);
    EQUAL(left, 4);
    OK(wald_options_set_text(options, "average", "macro"));
    BAD_ARGUMENT("abstain_label is 0.3: single labels are left undecided with average instance, not with macro",
                 wald_evaluate(f1, MASK(truth, 3, 3), MASK(undecided, 3, 3), NULL, options, &x, &left));
    wald_destroy(options);
  }
  OK(EVALUATE(f1, "macro", 3, 3, truth, none, NULL));
  CHECK(isnan(x));
  EQUAL(left, 3);

  x = -7;
  BAD_ARGUMENT("metric is NULL", EVALUATE(NULL, "instance", 3, 3, truth, prediction, NULL));
  BAD_ARGUMENT("truth->data is NULL", EVALUATE(f1, "instance", 3, 3, NULL, prediction, NULL));
  BAD_ARGUMENT("prediction->data is NULL", EVALUATE(f1, "instance", 3, 3, truth, NULL, NULL));
  BAD_ARGUMENT("value is NULL",
               wald_evaluate(f1, MASK(truth, 3, 3), MASK(prediction, 3, 3), NULL, AVERAGE("micro"), NULL, &left));
  BAD_ARGUMENT("n_rows is 0: must be at least 1", EVALUATE(f1, "instance", 0, 3, truth, prediction, NULL));
  BAD_ARGUMENT("truth has -1 rows: must have at least 0", EVALUATE(f1, "instance", -1, 3, truth, prediction, NULL));
  BAD_ARGUMENT("truth has 0 columns: must have at least 1", EVALUATE(f1, "instance", 3, 0, truth, prediction, NULL));
  BAD_ARGUMENT("truth[0][1] is 3: must be 0 or 1", EVALUATE(f1, "instance", 3, 3, bad, prediction, NULL));
  BAD_ARGUMENT("prediction[0][1] is 3: must be 0, 1 or 2 (undecided)",
               EVALUATE(f1, "instance", 3, 3, truth, bad, NULL));
  BAD_ARGUMENT("truth[1][0] is 2: must be 0 or 1", EVALUATE(f1, "instance", 3, 3, undecided, prediction, NULL));
  BAD_ARGUMENT("weights->type is 9: must be WALD_FLOAT64 (0) or WALD_FLOAT32 (1)",
               EVALUATE(f1, "instance", 3, 3, truth, prediction, VECTOR(weights, 9, 3, 1)));
  BAD_ARGUMENT("weights[1] is -1: must be finite and at least 0",
               EVALUATE(f1, "instance", 3, 3, truth, prediction, DOUBLES(negative, 3)));
  BAD_ARGUMENT("weights[1] is inf: must be finite and at least 0",
               EVALUATE(f1, "instance", 3, 3, truth, prediction, DOUBLES(endless, 3)));
  BAD_ARGUMENT("the weights sum to 0: must be finite and above 0",
               EVALUATE(f1, "instance", 3, 3, truth, prediction, DOUBLES(zeros, 3)));
  EQUAL(x, -7);

  /* A custom metric takes whole counts: weights of rows with the instance average alone. */
  OK(wald_metric_create_table(values, 64, 3, "flat", 0, &custom));
  OK(EVALUATE(custom, "instance", 3, 3, truth, prediction, DOUBLES(weights, 3)));
  EQUAL(x, 0);
  OK(EVALUATE(custom, "macro", 3, 3, truth, prediction, NULL));
  FAILS(WALD_ERROR_UNSUPPORTED, "metric \"flat\" is custom, a function of whole counts: weights cannot be used",
        EVALUATE(custom, "macro", 3, 3, truth, prediction, DOUBLES(weights, 3)));
  BAD_ARGUMENT("metric \"flat\" is a table for 3 items: the problem has 9",
               EVALUATE(custom, "micro", 3, 3, truth, prediction, NULL));
  wald_destroy(custom);
  wald_destroy(f1);
}

void test_comparison(void) {
  static const uint8_t truth[] = {1, 0, 1, /**/ 0, 0, 0, /**/ 1, 1, 1, /**/ 0, 1, 0},
                       a[] = {1, 1, 0, /**/ 0, 0, 0, /**/ 1, 0, 1, /**/ 1, 0, 0},
                       b[] = {1, 0, 1, /**/ 0, 0, 0, /**/ 1, 1, 1, /**/ 1, 1, 0};
  static const uint8_t bad[] = {1, 3, 0, 0, 0, 0, 1, 1, 1, 0, 0, 0}, left[] = {2, 1, 0, 0, 0, 0, 1, 0, 1, 1, 0, 0};
  static const double weights[] = {2, 0, 0.5, 1}, negative[] = {1, -1, 1, 1};
  static const int64_t groups[] = {7, 7, -1, -1};
  wald_metric *f1 = metric_named("f1");
  wald_comparison *made = UNTOUCHED;
  double out[COMPARISON_FACTS], x = -1;
  const wald_rows wrong = {1, NULL, NULL};

#define COMPARE(metric, average, y, a, b, w, g) \
  comparison_of(metric, MASK(y, 4, 3), MASK(a, 4, 3), MASK(b, 4, 3), ROWS_VIEW(w, g), AVERAGE(average), out)
  OK(comparison_of(f1, MASK(truth, 4, 3), MASK(a, 4, 3), MASK(b, 4, 3), NULL, NULL, out));
  NEAR(out[PLACE(WALD_COMPARISON_VALUE_A)], (0.5 + 1 + 0.8 + 0) / 4);
  OK(COMPARE(f1, "instance", truth, a, b, NULL, NULL));
  NEAR(out[PLACE(WALD_COMPARISON_VALUE_A)], (0.5 + 1 + 0.8 + 0) / 4);
  NEAR(out[PLACE(WALD_COMPARISON_VALUE_B)], (1 + 1 + 1 + 2.0 / 3) / 4);
  NEAR(out[PLACE(WALD_COMPARISON_DIFFERENCE)], (0.5 + 0.2 + 2.0 / 3) / 4);
  /* Three differences of one sign: of 8 cases the largest are two. */
  NEAR(out[PLACE(WALD_COMPARISON_P_VALUE)], 0.25);
  EQUAL(out[PLACE(WALD_COMPARISON_N_UNITS)], 4);
  EQUAL(out[PLACE(WALD_COMPARISON_N_DIFFERING)], 3);
  EQUAL(out[PLACE(WALD_COMPARISON_N_UNDECIDED)], 0);
  EQUAL(out[PLACE(WALD_COMPARISON_N_SWAPS)], 0);
  CHECK(out[PLACE(WALD_COMPARISON_LOW)] < out[PLACE(WALD_COMPARISON_DIFFERENCE)]);
  CHECK(out[PLACE(WALD_COMPARISON_HIGH)] > out[PLACE(WALD_COMPARISON_DIFFERENCE)]);
  OK(COMPARE(f1, "micro", truth, a, b, DOUBLES(weights, 4), INTEGERS(groups, 4)));
  EQUAL(out[PLACE(WALD_COMPARISON_N_UNITS)], 2);
  EQUAL(out[PLACE(WALD_COMPARISON_N_DIFFERING)], 2);
  NEAR(out[PLACE(WALD_COMPARISON_P_VALUE)], 0.5);
  OK(comparison_of(f1, MASK(truth, 4, 3), MASK(a, 4, 3), MASK(b, 4, 3), NULL,
                   with("decisions", "average", "macro", "samples", "7", "seed", "3", "level", "0.5", NULL), out));
  CHECK(out[PLACE(WALD_COMPARISON_LOW)] < out[PLACE(WALD_COMPARISON_HIGH)]);
  OK(COMPARE(f1, "instance", truth, left, b, NULL, NULL));
  EQUAL(out[PLACE(WALD_COMPARISON_N_UNDECIDED)], 1);
  EQUAL(out[PLACE(WALD_COMPARISON_N_UNITS)], 3);

  BAD_ARGUMENT("metric is NULL", COMPARE(NULL, "instance", truth, a, b, NULL, NULL));
  BAD_ARGUMENT("truth->data is NULL", COMPARE(f1, "instance", NULL, a, b, NULL, NULL));
  BAD_ARGUMENT("a->data is NULL", COMPARE(f1, "instance", truth, NULL, b, NULL, NULL));
  BAD_ARGUMENT("b->data is NULL", COMPARE(f1, "instance", truth, a, NULL, NULL, NULL));
#define OF_SHAPES(y_rows, y_columns, a_rows, b_rows, b_columns)                                                    \
  wald_comparison_create(f1, MASK(truth, y_rows, y_columns), MASK(a, a_rows, y_columns), MASK(b, b_rows, b_columns), \
                         NULL, NULL, &made)
  BAD_ARGUMENT("a has 3 rows: must have 4", OF_SHAPES(4, 3, 3, 4, 3));
  BAD_ARGUMENT("b has 2 columns: must have 3", OF_SHAPES(4, 3, 4, 4, 2));
  BAD_ARGUMENT("truth has 0 columns: must have at least 1", OF_SHAPES(4, 0, 4, 4, 0));
  BAD_ARGUMENT("n_rows is 0: must be at least 1", OF_SHAPES(0, 3, 0, 0, 3));
  CHECK(made == UNTOUCHED);
  BAD_ARGUMENT("truth[0][1] is 3: must be 0 or 1", COMPARE(f1, "instance", bad, a, b, NULL, NULL));
  BAD_ARGUMENT("a[0][1] is 3: must be 0, 1 or 2 (undecided)", COMPARE(f1, "macro", truth, bad, b, NULL, NULL));
  BAD_ARGUMENT("b[0][1] is 3: must be 0, 1 or 2 (undecided)", COMPARE(f1, "micro", truth, a, bad, NULL, NULL));
  BAD_ARGUMENT("weights[1] is -1: must be finite and at least 0",
               COMPARE(f1, "instance", truth, a, b, DOUBLES(negative, 4), NULL));
  BAD_ARGUMENT("weights has 3 rows: must have 4", COMPARE(f1, "instance", truth, a, b, DOUBLES(weights, 3), NULL));
  BAD_ARGUMENT("groups has 3 rows: must have 4", COMPARE(f1, "instance", truth, a, b, NULL, INTEGERS(groups, 3)));
  BAD_ARGUMENT("groups has 2 columns: must have 1, for a vector",
               COMPARE(f1, "instance", truth, a, b, NULL, ARRAY(groups, WALD_INT64, 2, 2, 2, 1)));
  BAD_ARGUMENT("groups->type is 0: must be WALD_INT64 (2)",
               COMPARE(f1, "instance", truth, a, b, NULL, DOUBLES(weights, 4)));
  BAD_ARGUMENT("out is NULL",
               wald_comparison_create(f1, MASK(truth, 4, 3), MASK(a, 4, 3), MASK(b, 4, 3), NULL, NULL, NULL));
  BAD_ARGUMENT("rows->size is 1: must be 24, its sizeof",
               wald_comparison_create(f1, MASK(truth, 4, 3), MASK(a, 4, 3), MASK(b, 4, 3), &wrong, NULL, &made));
  OK(wald_comparison_create(f1, MASK(truth, 4, 3), MASK(a, 4, 3), MASK(b, 4, 3), NULL, NULL, &made));
  BAD_ARGUMENT("fact is 28012: must lie in [28000, 28011]", wald_number(made, WALD_COMPARISON_N_SWAPS + 1, 0, &x));
  { /* Every number at once. */
    double all[16];
    int64_t needed = -1;
    OK(wald_numbers(made, 0, 0, NULL, 0, &needed));
    EQUAL(needed, WALD_COMPARISON_N_SWAPS - WALD_COMPARISON_VALUE_A + 1);
    FAILS(WALD_ERROR_CAPACITY, "capacity is 3: out takes 12", wald_numbers(made, 0, 0, all, 3, &needed));
    OK(wald_numbers(made, 0, 0, all, 16, &needed));
    for (int32_t fact = WALD_COMPARISON_VALUE_A; fact <= WALD_COMPARISON_N_SWAPS; ++fact) {
      OK(wald_number(made, fact, 0, &x));
      CHECK(x == all[fact - WALD_COMPARISON_VALUE_A] || (isnan(x) && isnan(all[fact - WALD_COMPARISON_VALUE_A])));
    }
    BAD_ARGUMENT("fact is 0: must lie in [28000, 28011]", wald_number(made, 0, 0, &x));
  }
  wald_destroy(made);
  wald_destroy(f1);
}

void test_worth(void) {
  static const double p[] = {0.45, 0.45, /**/ 0.9, 0.1}, bad[] = {0.45, NAN, 0.9, 0.1}, weights[] = {1, 0},
                      negative[] = {1, -1};
  static const int64_t indptr[] = {0, 2, 4}, indices[] = {0, 1, 0, 1};
  wald_metric *f1 = metric_named("f1");
  wald_worth *made = UNTOUCHED;
  const char *text = UNTOUCHED;
  uint8_t truth[] = {1, 0, 1, 0};
  double out[WORTH_FACTS], value;

#define WORTH(metric, kind, p, w, options) worth_of(metric, kind, DENSE(TABLE(p, 2, 2)), w, options, out)
  OK(WORTH(f1, WALD_INDEPENDENT, p, NULL, NULL));
  NEAR(out[PLACE(WALD_WORTH_GAIN)], 0.115);
  NEAR(out[PLACE(WALD_WORTH_EXPECTED_CUT)], (0.3025 + 0.87) / 2);
  NEAR(out[PLACE(WALD_WORTH_EXPECTED_OPTIMUM)], (0.5325 + 0.87) / 2);
  NEAR(out[PLACE(WALD_WORTH_TRUTH_ERROR)], sqrt(0.6721) / 2);
  NEAR(out[PLACE(WALD_WORTH_STANDARD_ERROR)], sqrt(0.6721 / 4 + 0.013225));
  EQUAL(out[PLACE(WALD_WORTH_VERDICT)], WALD_WORTH_VERDICT_UNDETERMINED);
  EQUAL(out[PLACE(WALD_WORTH_CHANGED_ROW_SHARE)], 0.5);
  EQUAL(out[PLACE(WALD_WORTH_CHANGED_CELL_SHARE)], 0.5);
  EQUAL(out[PLACE(WALD_WORTH_N_ROWS)], 2);
  EQUAL(out[PLACE(WALD_WORTH_N_SAMPLES)], 0);
  OK(worth_of(f1, WALD_INDEPENDENT, COMPRESSED(SPARSE(indptr, indices, WALD_INT64, p, WALD_FLOAT64, 2, 2)), NULL, NULL,
              out));
  NEAR(out[PLACE(WALD_WORTH_GAIN)], 0.115);
  OK(WORTH(f1, WALD_INDEPENDENT, p, DOUBLES(weights, 2), NULL));
  NEAR(out[PLACE(WALD_WORTH_GAIN)], 0.23);
  CHECK(isnan(out[PLACE(WALD_WORTH_STANDARD_ERROR)]));
  EQUAL(out[PLACE(WALD_WORTH_N_ROWS)], 1);
  OK(WORTH(f1, WALD_INDEPENDENT, p, NULL, with("decisions", "least_gain", "1.5", "temperature", "2", NULL)));
  EQUAL(out[PLACE(WALD_WORTH_VERDICT)], WALD_WORTH_VERDICT_DOES_NOT_PAY);

  OK(WORTH(f1, WALD_INDEPENDENT, p, NULL, with("decisions", "nonempty", "on", "at_least", "1", NULL)));
  CHECK(out[PLACE(WALD_WORTH_GAIN)] > 0);

  BAD_ARGUMENT("metric is NULL", WORTH(NULL, WALD_INDEPENDENT, p, NULL, NULL));
  BAD_ARGUMENT("kind is 7: must be WALD_INDEPENDENT (0), WALD_CATEGORICAL (1), WALD_JOINT (2) or WALD_COUNTS (3)",
               WORTH(f1, 7, p, NULL, NULL));
  BAD_ARGUMENT("kind is joint: a table holds independent or categorical probabilities",
               WORTH(f1, WALD_JOINT, p, NULL, NULL));
  BAD_ARGUMENT("probabilities->data is NULL", WORTH(f1, WALD_INDEPENDENT, NULL, NULL, NULL));
  BAD_ARGUMENT("probabilities[0][1] is nan: must lie in [0, 1]", WORTH(f1, WALD_INDEPENDENT, bad, NULL, NULL));
  BAD_ARGUMENT("n_rows is 0: must be at least 1",
               wald_worth_create(f1, WALD_INDEPENDENT, NULL, DENSE(TABLE(p, 0, 2)), NULL, NULL, &made));
  BAD_ARGUMENT("probabilities is NULL", wald_worth_create(f1, WALD_INDEPENDENT, NULL, NULL, NULL, NULL, &made));
  CHECK(made == UNTOUCHED);
  BAD_ARGUMENT("weights has 1 rows: must have 2", WORTH(f1, WALD_INDEPENDENT, p, DOUBLES(weights, 1), NULL));
  BAD_ARGUMENT("weights[1] is -1: must be finite and at least 0",
               WORTH(f1, WALD_INDEPENDENT, p, DOUBLES(negative, 2), NULL));
  FAILS(WALD_ERROR_UNSUPPORTED, "weights with average macro: require average instance; leave rows out of the table instead",
        WORTH(f1, WALD_INDEPENDENT, p, DOUBLES(weights, 2), AVERAGE("macro")));
  UNREAD("abstain is 0.5: worth does not read it (decide does)", WORTH(f1, WALD_INDEPENDENT, p, NULL, with("decisions", "abstain", "0.5", NULL)));
  BAD_ARGUMENT("out is NULL", wald_worth_create(f1, WALD_INDEPENDENT, NULL, DENSE(TABLE(p, 2, 2)), NULL, NULL, NULL));
  OK(wald_worth_create(f1, WALD_INDEPENDENT, NULL, DENSE(TABLE(p, 2, 2)), NULL, NULL, &made));
  OK(wald_text(made, WALD_WORTH_WARNING, 0, &text));
  TEXT(text, "");
  OK(wald_number(made, WALD_WORTH_REALISED_GAIN, 0, &value));
  CHECK(isnan(value));
  wald_destroy(made);
  /* The first row is cut to nothing and decided as both labels. */
  OK(wald_worth_create(f1, WALD_INDEPENDENT, MASK(truth, 2, 2), DENSE(TABLE(p, 2, 2)), NULL, NULL, &made));
  OK(wald_number(made, WALD_WORTH_REALISED_CUT, 0, &value));
  NEAR(value, 0.5);
  OK(wald_number(made, WALD_WORTH_REALISED_OPTIMUM, 0, &value));
  NEAR(value, (2.0 / 3 + 1) / 2);
  OK(wald_number(made, WALD_WORTH_REALISED_GAIN_ERROR, 0, &value));
  NEAR(value, 1.0 / 3);
  OK(wald_number(made, WALD_WORTH_EXCESS, 0, &value));
  NEAR(value, (p[0] + p[1] + p[2] + p[3] - 2) / 4);
  wald_destroy(made);
  BAD_ARGUMENT("truth has 1 rows: must have 2",
               wald_worth_create(f1, WALD_INDEPENDENT, MASK(truth, 1, 2), DENSE(TABLE(p, 2, 2)), NULL, NULL, &made));
  truth[3] = 2;
  BAD_ARGUMENT("truth[1][1] is 2: must be 0 or 1",
               wald_worth_create(f1, WALD_INDEPENDENT, MASK(truth, 2, 2), DENSE(TABLE(p, 2, 2)), NULL, NULL, &made));
  wald_destroy(f1);
}
