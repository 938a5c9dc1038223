/* Distributed rows: counts by hand, passes over parts, and each error. Many rows are tried by tests/core. */
#include <stdlib.h>
#include <string.h>

#include "groups.h"

enum { n = 8 };

static const double scores[n] = {0.9, 0.7, 0.5, 0.3, 0.8, 0.6, 0.4, 0.2};
static const float floats[n] = {0.9f, 0.7f, 0.5f, 0.3f, 0.8f, 0.6f, 0.4f, 0.2f};
static const uint8_t labels[n] = {1, 1, 0, 0, 1, 0, 1, 0};
static const double weights[n] = {1, 1, 2, 0, 1, 1, 0.5, 1};

static wald_threshold_pass *first_pass(const char *option, const char *value) {
  wald_threshold_pass *out = NULL;
  OK(wald_threshold_pass_create(with("thresholds", option, value, NULL), &out));
  return out;
}
static double fact(const wald_threshold_pass *binned, wald_threshold_pass_fact which) {
  double out = -1;
  OK(wald_number(binned, which, 0, &out));
  return out;
}
/* The bytes of a state, which the caller frees. */
static char *bytes_of(const wald_threshold_pass *binned, int64_t *length) {
  char *out;
  OK(wald_save(binned, WALD_BINARY, NULL, 0, length));
  out = malloc((size_t)*length);
  OK(wald_save(binned, WALD_BINARY, out, *length, length));
  return out;
}

static void test_parts(void) {
  wald_threshold_pass *plan = first_pass("metric", "f1"), *parts[2] = {NULL, NULL};
  wald_thresholds *found = NULL, *expected = NULL;
  int64_t length = 0, i, f;
  char *bytes = bytes_of(plan, &length);
  for (i = 0; i < 2; ++i) OK(wald_load(WALD_OBJECT_THRESHOLD_PASS, bytes, length, &parts[i]));
  OK(wald_threshold_pass_feed(parts[0], BYTES(labels, 4), DOUBLES(scores, 4), DOUBLES(weights, 4)));
  OK(wald_threshold_pass_feed(parts[1], BYTES(labels + 4, 4), DOUBLES(scores + 4, 4), DOUBLES(weights + 4, 4)));
  OK(wald_merge(plan, parts[1]));
  OK(wald_merge(plan, parts[0]));
  OK(wald_merge(parts[0], parts[1]));
  EQUAL(fact(plan, WALD_THRESHOLD_PASS_PASS_NUMBER), 1);
  EQUAL(fact(plan, WALD_THRESHOLD_PASS_N_ROWS), 7);
  EQUAL(fact(plan, WALD_THRESHOLD_PASS_N_BINS), 7);
  EQUAL(fact(plan, WALD_THRESHOLD_PASS_N_WINDOWS), 1);
  {
    int64_t other = 0;
    char *a = bytes_of(plan, &length), *b = bytes_of(parts[0], &other);
    CHECK(length == other && memcmp(a, b, (size_t)length) == 0);
    free(a);
    free(b);
  }
  OK(wald_threshold_pass_next(plan, &found));
  OK(wald_thresholds_choose(BYTES(labels, n), DOUBLES(scores, n), DOUBLES(weights, n), NULL, WALD_RULE_OR,
                            with("thresholds", "metric", "f1", NULL), &expected));
  for (f = WALD_THRESHOLDS_TP; f <= WALD_THRESHOLDS_NEXT_MARGINAL_PRECISION; ++f) {
    double a = -1, b = -2, low[2], high[2];
    OK(wald_number(found, (wald_thresholds_fact)f, 0, &a));
    OK(wald_number(expected, (wald_thresholds_fact)f, 0, &b));
    EQUAL(a, b);
    if (f == WALD_THRESHOLDS_UNRATED || f == WALD_THRESHOLDS_POSITIVES) continue;
    OK(wald_thresholds_interval(found, 0, (wald_thresholds_fact)f, &low[0], &high[0], NULL));
    OK(wald_thresholds_interval(expected, 0, (wald_thresholds_fact)f, &low[1], &high[1], NULL));
    EQUAL(low[0], low[1]);
    EQUAL(high[0], high[1]);
  }
  {
    double at = 0;
    int64_t needed = 0;
    OK(wald_numbers(found, WALD_THRESHOLDS_THRESHOLDS, 0, &at, 1, &needed));
    EQUAL(at, 0.7);
  }
  wald_destroy(found);
  wald_destroy(expected);
  wald_destroy(parts[0]);
  wald_destroy(parts[1]);
  wald_destroy(plan);
  free(bytes);
}

/* More distinct scores than bins, of which each pass keeps fewer: floats, with a stride. */
static void test_passes(void) {
  enum { many = 300000 };
  float *x = malloc(2 * many * sizeof *x);
  uint8_t *y = malloc(many);
  wald_threshold_pass *plan = first_pass("max_fp", "2000");
  wald_thresholds *found = NULL, *expected = NULL;
  uint32_t state = 1;
  int passes = 0, i;
  for (i = 0; i < many; ++i) {
    state = state * 1664525u + 1013904223u;
    x[2 * i] = (float)(state >> 8) / 16777216.0f;
    x[2 * i + 1] = -1;
    state = state * 1664525u + 1013904223u;
    y[i] = (float)(state >> 8) / 16777216.0f < x[2 * i] * 0.1f;
  }
  while (!found && passes < 6) {
    OK(wald_threshold_pass_feed(plan, BYTES(y, many), VECTOR(x, WALD_FLOAT32, many, 2), NULL));
    OK(wald_threshold_pass_next(plan, &found));
    ++passes;
  }
  CHECK(passes > 1 && passes <= 3);
  OK(wald_thresholds_choose(BYTES(y, many), VECTOR(x, WALD_FLOAT32, many, 2), NULL, NULL, WALD_RULE_OR,
                            with("thresholds", "max_fp", "2000", NULL), &expected));
  for (i = WALD_THRESHOLDS_TP; i <= WALD_THRESHOLDS_FP; ++i) {
    double a = -1, b = -2;
    OK(wald_number(found, i, 0, &a));
    OK(wald_number(expected, i, 0, &b));
    EQUAL(a, b);
  }
  wald_destroy(found);
  wald_destroy(expected);
  wald_destroy(plan);
  free(x);
  free(y);
}

/* Rows that stand for several: as often as they count, in a sample. */
static void test_counted(void) {
  static const double pairs[8] = {0.9, 0.1, 0.4, 0.8, 0.7, 0.2, 0.1, 0.3}, counts[4] = {2, 1, 3, 5};
  static const double few[4] = {1, 1, 1, 0.5};
  static const uint8_t truth[4] = {1, 1, 0, 0};
  wald_sample *sample = NULL;
  wald_thresholds *found = NULL, *expected = NULL, *none = UNTOUCHED;
  double a[2] = {-1, -1}, b[2] = {-2, -2};
  int64_t needed = 0;
  int i, c;
  OK(wald_sample_create(2, WALD_RULE_AND, NULL, &sample));
  for (i = 0; i < 4; ++i)
    for (c = 0; c < (int)counts[i]; ++c)
      OK(wald_sample_feed(sample, BYTES(truth + i, 1), TABLE(pairs + 2 * i, 1, 2), NULL));
  OK(wald_sample_choose(sample, NULL, &expected));
  OK(wald_thresholds_choose(BYTES(truth, 4), TABLE(pairs, 4, 2), NULL, DOUBLES(counts, 4), WALD_RULE_AND, NULL,
                            &found));
  OK(wald_numbers(found, WALD_THRESHOLDS_THRESHOLDS, 0, a, 2, &needed));
  OK(wald_numbers(expected, WALD_THRESHOLDS_THRESHOLDS, 0, b, 2, &needed));
  for (i = 0; i < 2; ++i) EQUAL(a[i], b[i]);
  for (i = WALD_THRESHOLDS_TP; i <= WALD_THRESHOLDS_FP; ++i) {
    OK(wald_number(found, i, 0, &a[0]));
    OK(wald_number(expected, i, 0, &b[0]));
    EQUAL(a[0], b[0]);
  }
  wald_destroy(found);
  wald_destroy(expected);
  OK(wald_clear(sample));
  OK(wald_sample_feed(sample, BYTES(truth, 4), TABLE(pairs, 4, 2), NULL));
  OK(wald_sample_choose(sample, NULL, &expected));
  OK(wald_thresholds_choose(BYTES(truth, 4), TABLE(pairs, 4, 2), NULL, NULL, WALD_RULE_AND, NULL, &found));
  OK(wald_numbers(found, WALD_THRESHOLDS_THRESHOLDS, 0, a, 2, &needed));
  OK(wald_numbers(expected, WALD_THRESHOLDS_THRESHOLDS, 0, b, 2, &needed));
  for (i = 0; i < 2; ++i) EQUAL(a[i], b[i]);
  BAD_ARGUMENT("out is NULL", wald_thresholds_choose(NULL, NULL, NULL, NULL, WALD_RULE_OR, NULL, NULL));
  BAD_ARGUMENT("rule is 2: must be WALD_RULE_OR (0) or WALD_RULE_AND (1)",
               wald_thresholds_choose(BYTES(truth, 4), TABLE(pairs, 4, 2), NULL, NULL, 2, NULL, &none));
  BAD_ARGUMENT("counts has 3 rows: must have 4",
               wald_thresholds_choose(BYTES(truth, 4), TABLE(pairs, 4, 2), NULL, DOUBLES(counts, 3), WALD_RULE_OR, NULL,
                                      &none));
  BAD_ARGUMENT("counts[3] is 0.5: must be a whole number in [0, 2^53]",
               wald_thresholds_choose(BYTES(truth, 4), TABLE(pairs, 4, 2), NULL, DOUBLES(few, 4), WALD_RULE_OR, NULL,
                                      &none));
  wald_destroy(found);
  wald_destroy(expected);
  wald_destroy(sample);
}

static void test_errors(void) {
  wald_threshold_pass *binned = first_pass("metric", "f1"), *other = first_pass("min_recall", "0.5"), *none = UNTOUCHED;
  wald_thresholds *found = UNTOUCHED;
  double value = 0;
  int64_t length = 0;
  char *bytes;
  BAD_ARGUMENT("out is NULL", wald_threshold_pass_create(NULL, NULL));
  UNREAD("folds is 3: choosing for binned rows does not read it (choose does)",
               wald_threshold_pass_create(with("thresholds", "folds", "3", NULL), &none));
  BAD_ARGUMENT("threshold_pass is NULL", wald_threshold_pass_feed(NULL, BYTES(labels, n), DOUBLES(scores, n), NULL));
  BAD_ARGUMENT("truth has 3 rows: must have 8", wald_threshold_pass_feed(binned, BYTES(labels, 3), DOUBLES(scores, n), NULL));
  BAD_ARGUMENT("other is NULL", wald_merge(binned, NULL));
  BAD_ARGUMENT("other has other options: must be the same", wald_merge(binned, other));
  BAD_ARGUMENT("rows is 0: no row of a weight above 0 was fed", wald_threshold_pass_next(binned, &found));
  BAD_ARGUMENT("out is NULL", wald_threshold_pass_next(binned, NULL));
  BAD_ARGUMENT("value is NULL", wald_number(binned, WALD_THRESHOLD_PASS_N_BINS, 0, NULL));
  CHECK(wald_number(binned, 99, 0, &value) == WALD_ERROR_ARGUMENT);
  FAILS(WALD_ERROR_FORMAT, "saved binned rows: is no state in binary",
        wald_load(WALD_OBJECT_THRESHOLD_PASS, "{}", 2, &none));
  OK(wald_threshold_pass_feed(binned, BYTES(labels, n), FLOATS(floats, n), NULL));
  bytes = bytes_of(binned, &length);
  bytes[length / 2] ^= 1;
  FAILS(WALD_ERROR_FORMAT, "saved binned rows: is corrupt: its checksum does not match",
        wald_load(WALD_OBJECT_THRESHOLD_PASS, bytes, length, &none));
  CHECK(none == UNTOUCHED && found == UNTOUCHED);
  wald_destroy(binned);
  wald_destroy(other);
  wald_destroy(NULL);
  free(bytes);
}

void test_binned(void) {
  test_parts();
  test_passes();
  test_counted();
  test_errors();
}
