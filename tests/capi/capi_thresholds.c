/* Thresholds: every function of the section, its errors, and that a failed call changes nothing. The values are
 * compared with brute force by the conformance cases. */
#include <stdlib.h>

#include "binary.h"
#include "groups.h"

static const double scores[] = {0.9, 0.8, 0.7, 0.6, 0.5, 0.4};
static const uint8_t labels[] = {1, 1, 0, 1, 0, 0};
enum { n = 6 };

static wald_sample *fed(void) {
  wald_sample *out = NULL;
  OK(wald_sample_create(1, WALD_RULE_OR, NULL, &out));
  OK(wald_sample_feed(out, BYTES(labels, n), TABLE(scores, n, 1), NULL));
  return out;
}

static wald_thresholds *chosen(const wald_sample *sample, const wald_options *options) {
  wald_thresholds *out = NULL;
  OK(wald_sample_choose(sample, options, &out));
  return out;
}

/* From arrays the same as from a sample, for rows that are many enough not to be sorted. */
static void test_arrays(void) {
  enum { many = 5000 };
  static double x[many];
  static float narrow[many];
  static uint8_t y[many];
  wald_sample *sample = NULL;
  wald_thresholds *one = NULL, *other = NULL, *third = NULL;
  uint32_t state = 1;
  for (int i = 0; i < many; ++i) {
    state = state * 1664525u + 1013904223u;
    y[i] = (uint8_t)(state >> 30 == 0);
    state = state * 1664525u + 1013904223u;
    narrow[i] = (float)(state >> 8) + (float)y[i] * 4e6f;
    x[i] = narrow[i];
  }
  OK(wald_sample_create(1, WALD_RULE_OR, NULL, &sample));
  OK(wald_sample_feed(sample, BYTES(y, many), TABLE(x, many, 1), NULL));
  one = chosen(sample, NULL);
  OK(wald_thresholds_choose(BYTES(y, many), DOUBLES(x, many), NULL, NULL, WALD_RULE_OR, NULL, &other));
  OK(wald_thresholds_choose(BYTES(y, many), FLOATS(narrow, many), NULL, NULL, WALD_RULE_OR, NULL, &third));
  for (wald_thresholds_fact fact = WALD_THRESHOLDS_FEASIBLE; fact <= WALD_THRESHOLDS_NEXT_MARGINAL_PRECISION; ++fact) {
    double a = 0, b = 1, c = 2;
    OK(wald_number(one, fact, 0, &a));
    OK(wald_number(other, fact, 0, &b));
    OK(wald_number(third, fact, 0, &c));
    CHECK(a == b && a == c);
  }
  for (wald_thresholds_fact fact = WALD_THRESHOLDS_THRESHOLDS; fact <= WALD_THRESHOLDS_NEXT_LOWER; ++fact) {
    double a = 0, b = 1, c = 2;
    OK(wald_numbers(one, fact, 0, &a, 1, NULL));
    OK(wald_numbers(other, fact, 0, &b, 1, NULL));
    OK(wald_numbers(third, fact, 0, &c, 1, NULL));
    CHECK(a == b && a == c);
  }
  wald_destroy(other);
  wald_destroy(third);

  static double y64[many];
  static float y32[many];
  static int64_t i64[many];
  static int32_t i32[2 * many];
  for (int i = 0; i < many; ++i) {
    y64[i] = y32[i] = (float)y[i];
    i64[i] = i32[2 * i] = y[i];
    i32[2 * i + 1] = 9;
  }
  const wald_array *const types[] = {DOUBLES(y64, many), FLOATS(y32, many), ARRAY(i64, WALD_INT64, many, 1, 1, 1),
                                     ARRAY(i32, WALD_INT32, many, 1, 2, 1)};
  double threshold = 0, found = 1;
  OK(wald_numbers(one, WALD_THRESHOLDS_THRESHOLDS, 0, &threshold, 1, NULL));
  for (int t = 0; t < 4; ++t) {
    OK(wald_thresholds_choose(types[t], DOUBLES(x, many), NULL, NULL, WALD_RULE_OR, NULL, &other));
    OK(wald_numbers(other, WALD_THRESHOLDS_THRESHOLDS, 0, &found, 1, NULL));
    CHECK(found == threshold);
    wald_destroy(other);
  }
  y64[3] = 0.5, y32[4] = -1, i64[5] = 256, i32[12] = 2;
  const char *const messages[] = {"truth[3] is 0.5: must be 0, 1 or NaN (are scores and truth swapped?)",
                                  "truth[4] is -1: must be 0, 1 or NaN (not rated)",
                                  "truth[5] is 256: must be 0, 1 or NaN (not rated)",
                                  "truth[6] is 2: must be 0, 1 or NaN (not rated)"};
  for (int t = 0; t < 4; ++t)
    BAD_ARGUMENT(messages[t],
                 wald_thresholds_choose(types[t], DOUBLES(x, many), NULL, NULL, WALD_RULE_OR, NULL, &other));
  BAD_ARGUMENT("truth->type is 77: must be WALD_UINT8 (4)",
               wald_thresholds_choose(ARRAY(y, 77, many, 1, 1, 1), DOUBLES(x, many), NULL, NULL, WALD_RULE_OR, NULL,
                                      &other));
  for (int i = 0; i < many; ++i) y64[i] = i < 500 ? NAN : y[i], y[i] = i < 500 ? WALD_NOT_RATED : y[i];
  wald_options *positives = NULL;
  OK(wald_options_create("thresholds", &positives));
  OK(wald_options_set_number(positives, "positives", many));
  OK(wald_thresholds_choose(DOUBLES(y64, many), DOUBLES(x, many), NULL, NULL, WALD_RULE_OR, positives, &other));
  OK(wald_thresholds_choose(BYTES(y, many), DOUBLES(x, many), NULL, NULL, WALD_RULE_OR, positives, &third));
  OK(wald_numbers(other, WALD_THRESHOLDS_THRESHOLDS, 0, &threshold, 1, NULL));
  OK(wald_numbers(third, WALD_THRESHOLDS_THRESHOLDS, 0, &found, 1, NULL));
  CHECK(found == threshold);
  wald_destroy(positives);
  wald_destroy(other);
  wald_destroy(third);
  wald_destroy(one);
  wald_destroy(sample);
}

static void test_rows(void) {
  static const double cut[] = {0.5, -INFINITY}, bad_cut[] = {NAN, 0};
  static const double two[] = {0.9, 0.1, 0.2, 0.8};
  static const float narrow[] = {0.5f, 0.25f};
  static const uint8_t three[] = {1, 3};
  static const double weights[] = {1, INFINITY}, nan_score[] = {0.5, NAN};
  wald_sample *sample = UNTOUCHED, *other = NULL, *copy = NULL, *none = NULL;
  const wald_sample *no = NULL;
  int64_t number = -1, needed = -1;
  wald_rule rule = -1;
  double out[2], a, b, c;

  BAD_ARGUMENT("n_scores is 0: must lie in [1, 64]", wald_sample_create(0, WALD_RULE_OR, NULL, &sample));
  BAD_ARGUMENT("n_scores is 65: must lie in [1, 64]", wald_sample_create(65, WALD_RULE_OR, cut, &sample));
  BAD_ARGUMENT("rule is 2: must be WALD_RULE_OR (0) or WALD_RULE_AND (1)", wald_sample_create(1, 2, NULL, &sample));
  BAD_ARGUMENT("rated_from[0] is nan: must be finite or -inf", wald_sample_create(2, WALD_RULE_OR, bad_cut, &sample));
  CHECK(sample == UNTOUCHED);
  BAD_ARGUMENT("out is NULL", wald_sample_create(1, WALD_RULE_OR, NULL, NULL));
  wald_destroy(NULL);

  OK(wald_sample_create(2, WALD_RULE_AND, cut, &sample));
  number = sample_number(sample, WALD_SAMPLE_N_SCORES);
  EQUAL(number, 2);
  rule = sample_number(sample, WALD_SAMPLE_RULE);
  EQUAL(rule, WALD_RULE_AND);
  OK(wald_numbers(sample, WALD_SAMPLE_RATED_FROM, 0, NULL, 0, &needed));
  EQUAL(needed, 2);
  FAILS(WALD_ERROR_CAPACITY, "capacity is 1: out takes 2",
        wald_numbers(sample, WALD_SAMPLE_RATED_FROM, 0, out, 1, &needed));
  OK(wald_numbers(sample, WALD_SAMPLE_RATED_FROM, 0, out, 2, NULL));
  CHECK(out[0] == 0.5 && out[1] == -INFINITY);
  BAD_ARGUMENT("object is NULL", wald_numbers(no, WALD_SAMPLE_RATED_FROM, 0, out, 2, NULL));

  /* A call that fails adds no row. */
  BAD_ARGUMENT("sample is NULL", wald_sample_feed(none, BYTES(labels, 2), TABLE(two, 2, 2), NULL));
  BAD_ARGUMENT("scores->data is NULL", wald_sample_feed(sample, BYTES(labels, 2), TABLE(NULL, 2, 2), NULL));
  BAD_ARGUMENT("truth->data is NULL", wald_sample_feed(sample, BYTES(NULL, 2), TABLE(two, 2, 2), NULL));
  BAD_ARGUMENT("scores->type is 2: must be WALD_FLOAT64 (0) or WALD_FLOAT32 (1)",
               wald_sample_feed(sample, BYTES(labels, 2), ARRAY(two, 2, 2, 2, 2, 1), NULL));
  BAD_ARGUMENT("truth has -1 rows: must have at least 0",
               wald_sample_feed(sample, BYTES(labels, -1), TABLE(two, -1, 2), NULL));
  BAD_ARGUMENT("n_scores is 1: must be 2", wald_sample_feed(sample, BYTES(labels, 2), TABLE(two, 2, 1), NULL));
  BAD_ARGUMENT("truth[1] is 3: must be 0, 1 or 2 (not rated)",
               wald_sample_feed(sample, BYTES(three, 2), TABLE(two, 2, 2), NULL));
  BAD_ARGUMENT("weights[1] is inf: must be finite and at least 0",
               wald_sample_feed(sample, BYTES(labels, 2), TABLE(two, 2, 2), DOUBLES(weights, 2)));
  BAD_ARGUMENT("scores[0][1] is nan: must be a number",
               wald_sample_feed(sample, BYTES(labels, 1), TABLE(nan_score, 1, 2), NULL));
  number = sample_number(sample, WALD_SAMPLE_N_ROWS);
  EQUAL(number, 0);
  OK(wald_sample_feed(sample, BYTES(NULL, 0), TABLE(NULL, 0, 2), NULL));
  OK(wald_sample_feed(sample, BYTES(labels, 2), TABLE(two, 2, 2), NULL));
  number = sample_number(sample, WALD_SAMPLE_N_ROWS);
  a = sample_number(sample, WALD_SAMPLE_POSITIVES);
  b = sample_number(sample, WALD_SAMPLE_NEGATIVES);
  c = sample_number(sample, WALD_SAMPLE_UNRATED);
  CHECK(number == 2 && a == 1 && b == 0 && c == 1); /* the second row is below the cut of score 0 */
  OK(wald_copy(sample, &copy));
  OK(wald_clear(sample));
  number = sample_number(sample, WALD_SAMPLE_N_ROWS);
  EQUAL(number, 0);
  number = sample_number(copy, WALD_SAMPLE_N_ROWS);
  EQUAL(number, 2);
  BAD_ARGUMENT("object is NULL", wald_clear(none));
  BAD_ARGUMENT("object is NULL", wald_copy(no, &copy));
  BAD_ARGUMENT("out is NULL", wald_copy(sample, NULL));

  OK(wald_merge(sample, copy));
  OK(wald_merge(sample, copy));
  number = sample_number(sample, WALD_SAMPLE_N_ROWS);
  EQUAL(number, 4);
  OK(wald_sample_create(1, WALD_RULE_AND, NULL, &other));
  CHECK(wald_merge(sample, other) == WALD_ERROR_ARGUMENT);
  BAD_ARGUMENT("other is NULL", wald_merge(sample, NULL));
  BAD_ARGUMENT("object is NULL", wald_merge(NULL, other));
  number = sample_number(sample, WALD_SAMPLE_N_ROWS);
  EQUAL(number, 4);

  OK(wald_sample_feed(other, BYTES(labels + 1, 2), ARRAY(narrow + 1, WALD_FLOAT32, 2, 1, -1, 1), FLOATS(narrow, 2)));
  number = sample_number(other, WALD_SAMPLE_N_ROWS);
  a = sample_number(other, WALD_SAMPLE_POSITIVES);
  b = sample_number(other, WALD_SAMPLE_NEGATIVES);
  c = sample_number(other, WALD_SAMPLE_UNRATED); /* 0.25 is positive of weight 0.5, 0.5 negative of 0.25 */
  CHECK(number == 2 && a == 0.5 && b == 0.25 && c == 0);
  out[0] = 0.5;
  OK(wald_sample_count(other, out, 1, &a, &b, &c));
  CHECK(a == 0 && b == 0.25 && c == 0);
  OK(wald_sample_count(other, out, 1, NULL, NULL, NULL));
  BAD_ARGUMENT("n_scores is 2: must be 1, as the sample's is", wald_sample_count(other, out, 2, &a, &b, &c));
  BAD_ARGUMENT("thresholds is NULL", wald_sample_count(other, NULL, 1, &a, &b, &c));
  BAD_ARGUMENT("sample is NULL", wald_sample_count(no, out, 1, &a, &b, &c));
  out[0] = NAN;
  BAD_ARGUMENT("thresholds[0] is nan: must be a number", wald_sample_count(other, out, 1, &a, &b, &c));
  OK(wald_numbers(other, WALD_SAMPLE_ROC_AREA, 0, &a, 1, &needed));
  CHECK(a == 0 && needed == 1);
  wald_destroy(copy);
  wald_destroy(other);
  wald_destroy(sample);
}

static void test_saved_rows(void) {
  wald_sample *sample = fed(), *loaded = UNTOUCHED;
  int64_t needed = -1, number = 0;
  char *text;
  SAME_IN_BINARY(sample, WALD_OBJECT_SAMPLE, sample);
  OK(wald_save(sample, WALD_TEXT, NULL, 0, &needed));
  text = malloc((size_t)needed);
  FAILS(WALD_ERROR_CAPACITY, "capacity is 1: buffer takes 161", wald_save(sample, WALD_TEXT, text, 1, NULL));
  OK(wald_save(sample, WALD_TEXT, text, needed, NULL));
  CHECK(wald_load(WALD_OBJECT_SAMPLE, text, needed - 2, &loaded) == WALD_ERROR_FORMAT);
  CHECK(wald_load(WALD_OBJECT_SAMPLE, "{}", 2, &loaded) == WALD_ERROR_FORMAT);
  BAD_ARGUMENT("text is NULL", wald_load(WALD_OBJECT_SAMPLE, NULL, 1, &loaded));
  BAD_ARGUMENT("length is -1: must be at least 0", wald_load(WALD_OBJECT_SAMPLE, text, -1, &loaded));
  BAD_ARGUMENT("out is NULL", wald_load(WALD_OBJECT_SAMPLE, text, needed, NULL));
  CHECK(loaded == UNTOUCHED);
  OK(wald_load(WALD_OBJECT_SAMPLE, text, needed, &loaded));
  number = sample_number(loaded, WALD_SAMPLE_N_ROWS);
  EQUAL(number, n);
  BAD_ARGUMENT("object is NULL", wald_save(NULL, WALD_TEXT, text, needed, NULL));
  free(text);
  wald_destroy(loaded);
  wald_destroy(sample);
}

static void test_objectives(void) {
  wald_options *options = new_options("thresholds");
  wald_sample *sample = fed();
  wald_thresholds *answer;
  wald_metric *metric = metric_named("jaccard");
  /* The metric is copied, and a failed setter leaves what was. */
  OK(wald_options_set_metric(options, "metric", metric));
  wald_destroy(metric);
  OK(wald_options_set_number(options, "max_fp", 0));
  BAD_ARGUMENT("max_fp is -1: must be at least 0", wald_options_set_number(options, "max_fp", -1));
  answer = chosen(sample, options);
  EQUAL(thresholds_number(answer, 0, WALD_THRESHOLDS_TP), 2);
  EQUAL(thresholds_number(answer, 0, WALD_THRESHOLDS_VALUE), 2.0 / 3);
  wald_destroy(answer);
  OK(wald_options_set_text(options, "max_fp", NULL));
  OK(wald_options_set_metric(options, "metric", NULL));
  set(options, "goal", "net_benefit");
  OK(wald_options_set_number(options, "cost_ratio", 10));
  answer = chosen(sample, options);
  EQUAL(thresholds_number(answer, 0, WALD_THRESHOLDS_TP), 3);
  EQUAL(thresholds_number(answer, 0, WALD_THRESHOLDS_VALUE), 3 - 1 / 10.0);
  wald_destroy(answer);
  /* Custom metrics cannot be asked for. */
  {
    static const double table[8] = {0};
    wald_metric *custom = NULL;
    OK(wald_metric_create_table(table, 8, 1, "mine", 0, &custom));
    FAILS(WALD_ERROR_UNSUPPORTED, "metric is \"mine\": options take a metric of the catalogue",
          wald_options_set_metric(options, "metric", custom));
    wald_destroy(custom);
  }
  wald_destroy(options);
  wald_destroy(sample);
}

static void test_answer(void) {
  wald_sample *sample = fed(), *empty_one = NULL;
  wald_options *options = new_options("thresholds");
  wald_thresholds *answer = UNTOUCHED;
  const wald_thresholds *no = NULL;
  int64_t count = -1, needed = -1;
  double out[1], low = 0, high = 0, value = 0;
  int32_t exact = -1;
  uint8_t mask[n] = {7, 7, 7, 7, 7, 7};
  wald_threshold_flags flags = 0;
  const char *text = NULL;

  OK(wald_sample_create(1, WALD_RULE_OR, NULL, &empty_one));
  BAD_ARGUMENT("rows is 0: no row of a weight above 0 was fed", wald_sample_choose(empty_one, NULL, &answer));
  CHECK(answer == UNTOUCHED);
  BAD_ARGUMENT("sample is NULL", wald_sample_choose(NULL, NULL, &answer));
  BAD_ARGUMENT("out is NULL", wald_sample_choose(sample, NULL, NULL));
  BAD_ARGUMENT("scores is NULL",
               wald_thresholds_choose(BYTES(labels, n), NULL, NULL, NULL, WALD_RULE_OR, NULL, &answer));
  BAD_ARGUMENT("truth is NULL",
               wald_thresholds_choose(NULL, DOUBLES(scores, n), NULL, NULL, WALD_RULE_OR, NULL, &answer));
  BAD_ARGUMENT("truth has 5 rows: must have 6",
               wald_thresholds_choose(BYTES(labels, n - 1), DOUBLES(scores, n), NULL, NULL, WALD_RULE_OR, NULL,
                                      &answer));
  BAD_ARGUMENT("weights has 5 rows: must have 6",
               wald_thresholds_choose(BYTES(labels, n), DOUBLES(scores, n), DOUBLES(scores, n - 1), NULL, WALD_RULE_OR,
                                      NULL, &answer));
  BAD_ARGUMENT("out is NULL",
               wald_thresholds_choose(BYTES(labels, n), DOUBLES(scores, n), NULL, NULL, WALD_RULE_OR, NULL, NULL));
  CHECK(answer == UNTOUCHED);
  wald_destroy(NULL);

  answer = chosen(sample, NULL);
  count = thresholds_number(answer, 0, WALD_THRESHOLDS_N_ANSWERS);
  EQUAL(count, 1);
  OK(wald_numbers(answer, WALD_THRESHOLDS_THRESHOLDS, 0, out, 1, &needed));
  EQUAL(out[0], 0.6);
  OK(wald_numbers(answer, WALD_THRESHOLDS_NEXT_LOWER, 0, out, 1, &needed));
  EQUAL(out[0], 0.5);
  OK(wald_numbers(answer, WALD_THRESHOLDS_COEFFICIENTS, 0, NULL, 0, &needed));
  EQUAL(needed, 0);
  OK(wald_numbers(answer, WALD_THRESHOLDS_LOW, 0, NULL, 0, &needed));
  EQUAL(needed, 0);
  FAILS(WALD_ERROR_CAPACITY, "capacity is 0: out takes 1",
        wald_numbers(answer, WALD_THRESHOLDS_THRESHOLDS, 0, out, 0, NULL));
  BAD_ARGUMENT("fact is 9005 (precision): it is a number, which wald_number reads, not a list of numbers",
               wald_numbers(answer, WALD_THRESHOLDS_PRECISION, 0, out, 1, NULL));
  BAD_ARGUMENT("answer is 1: must lie in [0, 0]", wald_numbers(answer, WALD_THRESHOLDS_THRESHOLDS, 1, out, 1, NULL));
  BAD_ARGUMENT("object is NULL", wald_numbers(no, 0, 0, out, 1, NULL));

  EQUAL(thresholds_number(answer, 0, WALD_THRESHOLDS_FEASIBLE), 1);
  EQUAL(thresholds_number(answer, 0, WALD_THRESHOLDS_TP), 3);
  EQUAL(thresholds_number(answer, 0, WALD_THRESHOLDS_FP), 1);
  EQUAL(thresholds_number(answer, 0, WALD_THRESHOLDS_UNRATED), 0);
  EQUAL(thresholds_number(answer, 0, WALD_THRESHOLDS_POSITIVES), 3);
  EQUAL(thresholds_number(answer, 0, WALD_THRESHOLDS_PRECISION), 0.75);
  EQUAL(thresholds_number(answer, 0, WALD_THRESHOLDS_RECALL), 1);
  EQUAL(thresholds_number(answer, 0, WALD_THRESHOLDS_VALUE), 6 / 7.0);
  CHECK(isnan(thresholds_number(answer, 0, WALD_THRESHOLDS_CROSS_TP)));
  CHECK(isnan(thresholds_number(answer, 0, WALD_THRESHOLDS_STACKED_THRESHOLD)));
  BAD_ARGUMENT("fact is 9033: must lie in [9000, 9032]", wald_number(answer, 9033, 0, &value));
  BAD_ARGUMENT("fact is -1: must lie in [9000, 9032]", wald_number(answer, -1, 0, &value));
  BAD_ARGUMENT("answer is -1: must lie in [0, 0]", wald_number(answer, WALD_THRESHOLDS_FEASIBLE, -1, &value));
  BAD_ARGUMENT("value is NULL", wald_number(answer, WALD_THRESHOLDS_FEASIBLE, 0, NULL));
  BAD_ARGUMENT("object is NULL", wald_number(no, 0, 0, &value));

  /* Clopper and Pearson's for 3 of 4, from a table. */
  OK(wald_thresholds_interval(answer, 0, WALD_THRESHOLDS_PRECISION, &low, &high, &exact));
  CHECK(near(low, 0.1941204, 1e-7) && near(high, 0.9936905, 1e-7) && exact == 1);
  OK(wald_thresholds_interval(answer, 0, WALD_THRESHOLDS_UNRATED, &low, &high, NULL));
  CHECK(isnan(low) && isnan(high));
  BAD_ARGUMENT("low is NULL", wald_thresholds_interval(answer, 0, WALD_THRESHOLDS_FEASIBLE, NULL, &high, NULL));
  BAD_ARGUMENT("high is NULL", wald_thresholds_interval(answer, 0, WALD_THRESHOLDS_FEASIBLE, &low, NULL, NULL));
  BAD_ARGUMENT("fact is 9099: must lie in [9000, 9032]", wald_thresholds_interval(answer, 0, 9099, &low, &high, NULL));
  BAD_ARGUMENT("thresholds is NULL", wald_thresholds_interval(no, 0, 0, &low, &high, NULL));

  flags = thresholds_number(answer, 0, WALD_THRESHOLDS_FLAGS);
  EQUAL(flags, WALD_FEW_POSITIVES);
  OK(wald_text(answer, WALD_THRESHOLDS_METHOD, 0, &text));
  TEXT(text, "direct");
  OK(wald_text(answer, WALD_THRESHOLDS_OBJECTIVE, 0, &text));
  TEXT(text, "f1");
  OK(wald_thresholds_apply(answer, 0, ARRAY(scores + n - 1, WALD_FLOAT64, n, 1, -1, 1),
                           VECTOR(mask + n - 1, WALD_UINT8, n, -1)));
  CHECK(mask[0] == 1 && mask[3] == 1 && mask[4] == 0 && mask[5] == 0);
  OK(wald_thresholds_apply(answer, 0, TABLE(NULL, 0, 1), BYTES(NULL, 0)));
  BAD_ARGUMENT("scores has 2 columns: must have 1",
               wald_thresholds_apply(answer, 0, TABLE(scores, 3, 2), BYTES(mask, 3)));
  BAD_ARGUMENT("scores->data is NULL", wald_thresholds_apply(answer, 0, TABLE(NULL, n, 1), BYTES(mask, n)));
  BAD_ARGUMENT("out->data is NULL", wald_thresholds_apply(answer, 0, TABLE(scores, n, 1), BYTES(NULL, n)));
  BAD_ARGUMENT("thresholds is NULL", wald_thresholds_apply(no, 0, TABLE(scores, n, 1), BYTES(mask, n)));
  out[0] = 0.75;
  OK(wald_rule_apply(WALD_RULE_AND, out, 1, TABLE(scores, n, 1), BYTES(mask, n)));
  CHECK(mask[0] == 1 && mask[1] == 1 && mask[2] == 0);
  BAD_ARGUMENT("thresholds is NULL", wald_rule_apply(0, NULL, 1, TABLE(scores, n, 1), BYTES(mask, n)));
  BAD_ARGUMENT("rule is 9: must be WALD_RULE_OR (0) or WALD_RULE_AND (1)",
               wald_rule_apply(9, out, 1, TABLE(scores, n, 1), BYTES(mask, n)));
  BAD_ARGUMENT("scores has 0 columns: must have at least 1",
               wald_rule_apply(0, out, 0, ARRAY(scores, WALD_FLOAT64, n, 0, 1, 1), BYTES(mask, n)));
  wald_destroy(answer);

  /* Intervals by bootstrap, and the cross-fitted estimate. */
  OK(wald_options_set_number(options, "bootstrap", 50));
  OK(wald_options_set_number(options, "folds", 3));
  answer = chosen(sample, options);
  OK(wald_numbers(answer, WALD_THRESHOLDS_LOW, 0, &low, 1, NULL));
  OK(wald_numbers(answer, WALD_THRESHOLDS_HIGH, 0, &high, 1, NULL));
  CHECK(low <= 0.6 && 0.6 <= high);
  OK(wald_thresholds_interval(answer, 0, WALD_THRESHOLDS_VALUE, &low, &high, &exact));
  CHECK(low <= 6 / 7.0 && 6 / 7.0 <= high && high <= 1);
  value = thresholds_number(answer, 0, WALD_THRESHOLDS_CROSS_VALUE);
  CHECK(value >= 0 && value <= 1);
  wald_destroy(answer);
  wald_destroy(options);
  wald_destroy(empty_one);
  wald_destroy(sample);
}

static void test_baselines(void) {
  static const double two[] = {0.9, 0.2, 0.8, 0.7, 0.1, 0.9, 0.3, 0.1, 0.7, 0.4, 0.2, 0.6, 0.6, 0.6, 0.5, 0.2};
  static const uint8_t truth[] = {1, 1, 1, 0, 0, 1, 0, 0};
  wald_sample *sample = NULL;
  wald_thresholds *answer;
  int64_t count = 0, needed = 0, a;
  double weights[2], at[2], at_least = 0, intercept = 0;
  uint8_t mask[8];
  const char *name = NULL;
  int i;
  OK(wald_sample_create(2, WALD_RULE_OR, NULL, &sample));
  OK(wald_sample_feed(sample, BYTES(truth, 8), TABLE(two, 8, 2), NULL));
  answer = chosen(sample, NULL);
  count = thresholds_number(answer, 0, WALD_THRESHOLDS_N_ANSWERS);
  EQUAL(count, 3);
  OK(wald_text(answer, WALD_THRESHOLDS_METHOD, 1, &name));
  TEXT(name, "best-single");
  OK(wald_text(answer, WALD_THRESHOLDS_METHOD, 2, &name));
  TEXT(name, "stacked");
  OK(wald_numbers(answer, WALD_THRESHOLDS_THRESHOLDS, 2, at, 2, &needed));
  CHECK(isnan(at[0]) && isnan(at[1]));
  OK(wald_numbers(answer, WALD_THRESHOLDS_COEFFICIENTS, 2, weights, 2, &needed));
  OK(wald_number(answer, WALD_THRESHOLDS_INTERCEPT, 2, &intercept));
  OK(wald_number(answer, WALD_THRESHOLDS_STACKED_THRESHOLD, 2, &at_least));
  OK(wald_thresholds_apply(answer, 2, TABLE(two, 8, 2), BYTES(mask, 8)));
  for (i = 0; i < 8; ++i) EQUAL(mask[i], intercept + weights[0] * two[2 * i] + weights[1] * two[2 * i + 1] >= at_least);
  for (a = 0; a < 3; ++a) { /* what is applied is what was counted */
    double tp = -1, fp = -1, flagged = 0;
    OK(wald_thresholds_apply(answer, a, TABLE(two, 8, 2), BYTES(mask, 8)));
    OK(wald_number(answer, WALD_THRESHOLDS_TP, a, &tp));
    OK(wald_number(answer, WALD_THRESHOLDS_FP, a, &fp));
    for (i = 0; i < 8; ++i) flagged += mask[i];
    EQUAL(flagged, tp + fp);
  }
  wald_destroy(answer);
  wald_destroy(sample);
}

static void test_frontier(void) {
  wald_sample *sample = fed();
  wald_frontier *frontier = UNTOUCHED;
  const wald_frontier *no = NULL;
  int64_t needed = -1;
  double tp[4], fp[4], at[4], hull[4], value = 0;
  BAD_ARGUMENT("sample is NULL", wald_frontier_create(NULL, NULL, &frontier));
  BAD_ARGUMENT("out is NULL", wald_frontier_create(sample, NULL, NULL));
  CHECK(frontier == UNTOUCHED);
  wald_destroy(NULL);
  OK(wald_frontier_create(sample, NULL, &frontier));
  OK(wald_numbers(frontier, WALD_FRONTIER_TP, 0, NULL, 0, &needed));
  EQUAL(needed, 3); /* (0, 0), (0, 2), (1, 3) */
  FAILS(WALD_ERROR_CAPACITY, "capacity is 2: out takes 3",
        wald_numbers(frontier, WALD_FRONTIER_TP, 0, tp, 2, NULL));
  OK(wald_numbers(frontier, WALD_FRONTIER_TP, 0, tp, 4, NULL));
  OK(wald_numbers(frontier, WALD_FRONTIER_FP, 0, fp, 4, NULL));
  OK(wald_numbers(frontier, WALD_FRONTIER_ON_HULL, 0, hull, 4, NULL));
  CHECK(tp[0] == 0 && tp[1] == 2 && tp[2] == 3 && fp[0] == 0 && fp[1] == 0 && fp[2] == 1);
  CHECK(hull[1] == 1 && hull[2] == 1);
  OK(wald_numbers(frontier, WALD_FRONTIER_THRESHOLDS, 0, at, 4, &needed));
  CHECK(needed == 3 && at[0] == INFINITY && at[1] == 0.8 && at[2] == 0.6);
  OK(wald_numbers(frontier, WALD_FRONTIER_PATH, 0, NULL, 0, &needed));
  EQUAL(needed, 0); /* the method has none */
  BAD_ARGUMENT("object is NULL", wald_numbers(no, WALD_FRONTIER_PATH, 0, at, 4, NULL));
  OK(wald_number(frontier, WALD_FRONTIER_EXACT, 0, &value));
  EQUAL(value, 1);
  OK(wald_number(frontier, WALD_FRONTIER_ROC_AREA, 0, &value));
  NEAR(value, 8 / 9.0);
  OK(wald_frontier_partial_areas(frontier, 3, &value, &tp[0], &tp[1], &tp[2]));
  NEAR(value, 8 / 9.0);
  OK(wald_frontier_partial_areas(frontier, 1, &value, NULL, NULL, NULL)); /* two of three, up to the first FP */
  NEAR(value, 2 / 3.0);
  BAD_ARGUMENT("frontier is NULL", wald_frontier_partial_areas(no, 1, &value, NULL, NULL, NULL));
  BAD_ARGUMENT("max_fp is 4: must be above 0 and at most the weight of the rated negatives, 3",
               wald_frontier_partial_areas(frontier, 4, &value, NULL, NULL, NULL));
  BAD_ARGUMENT("fact is 11010 (tp): it is a list of numbers, which wald_numbers reads, not a number",
               wald_number(frontier, WALD_FRONTIER_TP, 0, &value));
  BAD_ARGUMENT("value is NULL", wald_number(frontier, WALD_FRONTIER_EXACT, 0, NULL));
  BAD_ARGUMENT("object is NULL", wald_number(no, 0, 0, &value));
  BAD_ARGUMENT("object is NULL", wald_numbers(no, WALD_FRONTIER_THRESHOLDS, 0, at, 4, NULL));
  wald_destroy(frontier);
  wald_destroy(sample);
}

#define F1 with("thresholds", "metric", "f1", NULL)

static void test_labels_and_classes(void) {
  static const double p[] = {0.9, 0.2, 0.6, 0.8, 0.3, 0.7, 0.1, 0.4}; /* 4 rows, 2 columns */
  static const uint8_t truth[] = {1, 0, 1, 1, 0, 1, 0, 0};
  static const int64_t classes[] = {0, 1, 1, 1}, wrong[] = {0, 2, 1, 1}, groups[] = {5, 5, 5, -1};
  static const double costs[] = {0, 1, 5, 0};
  double cuts[2], multipliers[2], confusion[4], value = -1;
  wald_labels *labels = NULL;
  wald_multipliers *found = NULL;
  int64_t out[4], needed = 0;
  int i;
  wald_metric *f1 = metric_named("f1");
  OK(wald_labels_choose(MASK(truth, 4, 2), TABLE(p, 4, 2), NULL, NULL, NULL, &labels));
  CHECK(labels_number(labels, 0, WALD_LABELS_TP) == 2 && labels_number(labels, 0, WALD_LABELS_FP) == 0);
  CHECK(labels_number(labels, 0, WALD_LABELS_THRESHOLD) == 0.6 && labels_number(labels, 1, WALD_LABELS_THRESHOLD) == 0.7);
  CHECK(labels_number(labels, 1, WALD_LABELS_TP) == 2 && labels_number(labels, 1, WALD_LABELS_FP) == 0);
  CHECK(labels_number(labels, 1, WALD_LABELS_POSITIVES) == 2 && labels_number(labels, 1, WALD_LABELS_PRECISION) == 1);
  CHECK(labels_number(labels, 1, WALD_LABELS_RECALL) == 1 && labels_number(labels, 1, WALD_LABELS_LABEL_VALUE) == 1);
  CHECK(labels_number(labels, 1, WALD_LABELS_ATTAINED) == 1);
  EQUAL(labels_number(labels, 1, WALD_LABELS_FLAGS), WALD_FEW_POSITIVES);
  CHECK(labels_number(labels, 0, WALD_LABELS_MISSED) == 0 && labels_number(labels, 0, WALD_LABELS_FLAGS_ALL) == 0);
  CHECK(labels_number(labels, -7, WALD_LABELS_VALUE) == 1 && labels_number(labels, 9, WALD_LABELS_FEASIBLE) == 1);
  EQUAL(labels_number(labels, 0, WALD_LABELS_EXACT), 1);
  OK(wald_numbers(labels, WALD_LABELS_THRESHOLD, 9, cuts, 2, &needed));
  CHECK(needed == 2 && cuts[0] == 0.6 && cuts[1] == 0.7);
  BAD_ARGUMENT("label is 2: must lie in [0, 1]", wald_number(labels, WALD_LABELS_TP, 2, &value));
  BAD_ARGUMENT("label is -1: must lie in [0, 1]", wald_number(labels, WALD_LABELS_TP, -1, &value));
  BAD_ARGUMENT("fact is 24002: there is one of it for all labels",
               wald_numbers(labels, WALD_LABELS_EXACT, 0, cuts, 2, &needed));
  wald_destroy(labels);
  OK(wald_labels_choose(MASK(truth, 4, 2), TABLE(p, 4, 2), NULL, NULL, with("thresholds", "average", "micro", NULL), &labels));
  CHECK(labels_number(labels, 0, WALD_LABELS_THRESHOLD) == 0.6 && labels_number(labels, 1, WALD_LABELS_THRESHOLD) == 0.7);
  wald_destroy(labels);
  OK(wald_labels_choose(MASK(truth, 4, 2), TABLE(p, 4, 2), NULL, NULL,
                        with("thresholds", "average", "instance", "min_recall", "0.75", NULL), &labels));
  CHECK(labels_number(labels, 0, WALD_LABELS_THRESHOLD) == labels_number(labels, 1, WALD_LABELS_THRESHOLD));
  CHECK(labels_number(labels, 0, WALD_LABELS_LABELS_PER_ROW) == 1 && labels_number(labels, 0, WALD_LABELS_VALUE) == 1);
  wald_destroy(labels);
  /* of three rows, whose recalls are 1, 1/2 and 1 from 0.7 on, and of one without labels */
  OK(wald_labels_choose(MASK(truth, 4, 2), TABLE(p, 4, 2), NULL, INTEGERS(groups, 4),
                        with("thresholds", "average", "instance", "min_recall", "0.6", NULL), &labels));
  CHECK(labels_number(labels, 0, WALD_LABELS_VALUE) == (2.5 / 3 + 1) / 2);
  wald_destroy(labels);
  labels = UNTOUCHED;
  FAILS(WALD_ERROR_UNSUPPORTED, "groups are given: only average instance reads them",
        wald_labels_choose(MASK(truth, 4, 2), TABLE(p, 4, 2), NULL, INTEGERS(groups, 4), NULL, &labels));
  BAD_ARGUMENT("groups has 3 rows: must have 4",
               wald_labels_choose(MASK(truth, 4, 2), TABLE(p, 4, 2), NULL, INTEGERS(groups, 3),
                                  with("thresholds", "average", "instance", "min_recall", "0.6", NULL), &labels));
  BAD_ARGUMENT("out is NULL", wald_labels_choose(MASK(truth, 4, 2), TABLE(p, 4, 2), NULL, NULL, NULL, NULL));
  BAD_ARGUMENT("truth->data is NULL", wald_labels_choose(MASK(NULL, 4, 2), TABLE(p, 4, 2), NULL, NULL, NULL, &labels));
  {
    wald_options *options = new_options("thresholds");
    OK(wald_options_set_number(options, "folds", 3));
    UNREAD("folds is 3: choosing for labels does not read it (choose does)",
           wald_labels_choose(MASK(truth, 4, 2), TABLE(p, 4, 2), NULL, NULL, options, &labels));
    OK(wald_options_set_text(options, "folds", NULL));
    set(options, "method", "stacked");
    UNREAD("method is stacked: choosing for labels does not read it (choose and frontier do)",
           wald_labels_choose(MASK(truth, 4, 2), TABLE(p, 4, 2), NULL, NULL, options, &labels));
    wald_destroy(options);
  }
  BAD_ARGUMENT("truth has 0 columns: must have at least 1",
               wald_labels_choose(ARRAY(truth, WALD_UINT8, 4, 0, 2, 1), ARRAY(p, WALD_FLOAT64, 4, 0, 2, 1), NULL, NULL, NULL,
                                  &labels));
  CHECK(labels == UNTOUCHED);

  OK(wald_multipliers_choose(INTEGERS(classes, 4), TABLE(p, 4, 2), NULL, costs, NULL, &found));
  CHECK(multipliers_number(found, WALD_MULTIPLIERS_VALUE) <= multipliers_number(found, WALD_MULTIPLIERS_START));
  OK(wald_numbers(found, WALD_MULTIPLIERS_MULTIPLIERS, 0, multipliers, 2, NULL));
  OK(wald_numbers(found, WALD_MULTIPLIERS_CONFUSION, 0, confusion, 4, NULL));
  OK(wald_class_apply(multipliers, NULL, TABLE(p, 4, 2), out));
  for (i = 0; i < 4; ++i) confusion[2 * classes[i] + out[i]] -= 1;
  for (i = 0; i < 4; ++i) EQUAL(confusion[i], 0);
  wald_destroy(found);
  OK(wald_multipliers_choose(INTEGERS(classes, 4), TABLE(p, 4, 2), NULL, NULL, F1, &found));
  value = multipliers_number(found, WALD_MULTIPLIERS_VALUE);
  CHECK(value >= multipliers_number(found, WALD_MULTIPLIERS_START) && value <= 1);
  wald_destroy(found);
  found = UNTOUCHED;
  BAD_ARGUMENT("costs is given: must not be given with a metric",
               wald_multipliers_choose(INTEGERS(classes, 4), TABLE(p, 4, 2), NULL, costs, F1, &found));
  BAD_ARGUMENT("truth[1] is 2: must lie in [0, 1]",
               wald_multipliers_choose(INTEGERS(wrong, 4), TABLE(p, 4, 2), NULL, NULL, F1, &found));
  BAD_ARGUMENT("truth->data is NULL",
               wald_multipliers_choose(INTEGERS(NULL, 4), TABLE(p, 4, 2), NULL, NULL, F1, &found));
  BAD_ARGUMENT("out is NULL", wald_multipliers_choose(INTEGERS(classes, 4), TABLE(p, 4, 2), NULL, NULL, F1, NULL));
  CHECK(found == UNTOUCHED);
  OK(wald_class_apply(NULL, NULL, TABLE(p, 4, 2), out));
  CHECK(out[0] == 0 && out[1] == 1 && out[2] == 1 && out[3] == 1);
  OK(wald_class_apply(NULL, costs, TABLE(p, 4, 2), out)); /* class 1 from p1*5 > p0 on */
  CHECK(out[0] == 1 && out[1] == 1 && out[2] == 1 && out[3] == 1);
  BAD_ARGUMENT("costs is given: must not be given with multipliers",
               wald_class_apply(multipliers, costs, TABLE(p, 4, 2), out));
  BAD_ARGUMENT("scores has 0 columns: must have at least 1",
               wald_class_apply(NULL, NULL, ARRAY(p, WALD_FLOAT64, 4, 0, 2, 1), out));
  BAD_ARGUMENT("out is NULL", wald_class_apply(NULL, NULL, TABLE(p, 4, 2), NULL));
  wald_destroy(f1);
}

#define COSTS(of_abstention) with("thresholds", "abstention_cost", of_abstention, NULL)

static void test_zone(void) {
  wald_sample *sample = fed();
  wald_zone *zone = NULL, *none = UNTOUCHED;
  double value;
  OK(wald_zone_create(sample, COSTS("0.25"), &zone));
  CHECK(zone_number(zone, WALD_ZONE_LOW) == 0.6 && zone_number(zone, WALD_ZONE_HIGH) == 0.8);
  CHECK(zone_number(zone, WALD_ZONE_TP) == 2 && zone_number(zone, WALD_ZONE_FP) == 0);
  CHECK(zone_number(zone, WALD_ZONE_FN) == 0 && zone_number(zone, WALD_ZONE_ABSTAINED) == 2);
  EQUAL(zone_number(zone, WALD_ZONE_COST), 0.5);
  BAD_ARGUMENT("fact is 8002 (n_rows of a wald_sample): object is a wald_zone",
               wald_number(zone, WALD_SAMPLE_N_ROWS, 0, &value));
  BAD_ARGUMENT("out is NULL", wald_zone_create(sample, COSTS("1"), NULL));
  BAD_ARGUMENT("sample is NULL", wald_zone_create(NULL, COSTS("1"), &none));
  CHECK(none == UNTOUCHED);
  wald_destroy(zone);
  wald_destroy(sample);
}

static void test_detections(void) {
  static const double truths[] = {7, 0, 0, 2, 2, 7, 2, 0, 2, 2, 7, 0, 0, 9, 9}, crowds[] = {0, 0, 1};
  static const double found[] = {7, 1, 0, 2, 2, 7, 1, 0, 2, 2, 7, 1, 0, 2, 2, 8, 1, 0, 2, 2};
  static const double scores[] = {0.5, 0.5, 0.9, 0.9}, spans[] = {0, 3, 7}, two[] = {0, 3, 6, 0, 3, 7};
  static const float narrow[] = {0, 3, 6, 0, 3, 7};
  double out[4], again[2];
#define MATCH(truths_, crowds_, found_, scores_, overlap, out_) \
  wald_sample_match_detections(truths_, crowds_, found_, scores_, overlap, out_)
  OK(MATCH(TABLE(truths, 3, 5), DOUBLES(crowds, 3), TABLE(found, 4, 5), DOUBLES(scores, 4), 1.0 / 3, out));
  CHECK(out[0] == 1 && isnan(out[1]) && out[2] == 1 && out[3] == 0);
  OK(MATCH(TABLE(spans, 1, 3), DOUBLES(crowds, 1), TABLE(two, 2, 3), DOUBLES(scores, 2), 1, out));
  CHECK(out[0] == 0 && out[1] == 1);
  OK(MATCH(TABLE(spans, 1, 3), DOUBLES(crowds, 1), ARRAY(narrow, WALD_FLOAT32, 2, 3, 3, 1), DOUBLES(scores, 2), 1, again));
  CHECK(again[0] == out[0] && again[1] == out[1]);
  OK(MATCH(TABLE(spans, 1, 3), DOUBLES(crowds, 1), TABLE(two, 0, 3), DOUBLES(scores, 0), 1, NULL));
  BAD_ARGUMENT("truths is NULL", MATCH(NULL, DOUBLES(crowds, 1), TABLE(two, 2, 3), DOUBLES(scores, 2), 1, out));
  BAD_ARGUMENT("crowds is NULL", MATCH(TABLE(spans, 1, 3), NULL, TABLE(two, 2, 3), DOUBLES(scores, 2), 1, out));
  BAD_ARGUMENT("detections is NULL", MATCH(TABLE(spans, 1, 3), DOUBLES(crowds, 1), NULL, DOUBLES(scores, 2), 1, out));
  BAD_ARGUMENT("scores is NULL", MATCH(TABLE(spans, 1, 3), DOUBLES(crowds, 1), TABLE(two, 2, 3), NULL, 1, out));
  BAD_ARGUMENT("out is NULL", MATCH(TABLE(spans, 1, 3), DOUBLES(crowds, 1), TABLE(two, 2, 3), DOUBLES(scores, 2), 1, NULL));
  BAD_ARGUMENT("crowds has 2 rows: must have 1",
               MATCH(TABLE(spans, 1, 3), DOUBLES(crowds, 2), TABLE(two, 2, 3), DOUBLES(scores, 2), 1, out));
  BAD_ARGUMENT("scores has 1 rows: must have 2",
               MATCH(TABLE(spans, 1, 3), DOUBLES(crowds, 1), TABLE(two, 2, 3), DOUBLES(scores, 1), 1, out));
  BAD_ARGUMENT("min_overlap is 2: must lie in (0, 1]",
               MATCH(TABLE(spans, 1, 3), DOUBLES(crowds, 1), TABLE(two, 2, 3), DOUBLES(scores, 2), 2, out));
  BAD_ARGUMENT("detections has 3 columns: truths has 5",
               MATCH(TABLE(truths, 3, 5), DOUBLES(crowds, 3), TABLE(two, 2, 3), DOUBLES(scores, 2), 1, out));
  BAD_ARGUMENT("truths has 2 columns: must have 5 (place, x, y, width, height) or 3 (place, start, end)",
               MATCH(TABLE(spans, 1, 2), DOUBLES(crowds, 1), TABLE(two, 2, 3), DOUBLES(scores, 2), 1, out));
#undef MATCH
}

static int32_t cancel(double fraction, void *user) {
  (void)fraction;
  ++*(int *)user;
  return 1;
}

static void test_cancelling(void) {
  wald_sample *sample = fed();
  wald_options *options = new_options("thresholds");
  wald_thresholds *answer = UNTOUCHED;
  wald_frontier *frontier = UNTOUCHED;
  wald_multipliers *multipliers = UNTOUCHED;
  double p[] = {0.5, 0.5, 0.25, 0.75};
  int64_t truth[] = {0, 1};
  double costs[] = {0, 1, 1, 0};
  int calls = 0;
  OK(wald_options_set_number(options, "bootstrap", 1000));
  OK(wald_options_set_progress(options, "progress", cancel, &calls));
  FAILS(WALD_CANCELLED, "cancelled by the progress callback", wald_sample_choose(sample, options, &answer));
  UNREAD("bootstrap is 1000: a frontier does not read it (choose, decision_curve, evaluation and prevalence do)",
         wald_frontier_create(sample, options, &frontier));
  OK(wald_options_check(options, "frontier classes", 1));
  FAILS(WALD_CANCELLED, "cancelled by the progress callback", wald_frontier_create(sample, options, &frontier));
  FAILS(WALD_CANCELLED, "cancelled by the progress callback",
        wald_multipliers_choose(INTEGERS(truth, 2), TABLE(p, 2, 2), NULL, costs, options, &multipliers));
  EQUAL(calls, 3);
  CHECK(answer == UNTOUCHED && frontier == UNTOUCHED && multipliers == UNTOUCHED);
  wald_destroy(options);
  wald_destroy(sample);
}

void test_thresholds(void) {
  test_arrays();
  test_rows();
  test_saved_rows();
  test_objectives();
  test_answer();
  test_baselines();
  test_frontier();
  test_labels_and_classes();
  test_zone();
  test_detections();
  test_cancelling();
}
