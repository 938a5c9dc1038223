/* Thresholds of segments: values counted by hand, and each error. Combinations are tried by tests/core. */
#include <math.h>
#include <string.h>

#include "groups.h"

enum { n = 8 };

static const double scores[n] = {0.9, 0.7, 0.5, 0.3, 0.8, 0.6, 0.4, 0.2};
static const uint8_t labels[n] = {1, 1, 0, 0, 1, 0, 1, 0};
static const int64_t segments[n] = {0, 0, 0, 0, 1, 1, 1, 1};

/* What rows have besides, as a structure. */
static const wald_segment_rows *rows_of(int64_t count, const wald_array *which, const wald_array *benefits,
                                        const wald_array *costs, const wald_array *limits) {
  static wald_segment_rows rows;
  rows.size = sizeof rows;
  rows.n_segments = count;
  rows.segments = which;
  rows.weights = NULL;
  rows.benefits = benefits;
  rows.costs = costs;
  rows.limits = limits;
  return &rows;
}
#define TWO rows_of(2, INTEGERS(segments, n), NULL, NULL, NULL)

static wald_status thresholds_of(const wald_options *options, const wald_segment_rows *rows, wald_segments **out) {
  return wald_segments_choose(BYTES(labels, n), DOUBLES(scores, n), rows, options, out);
}
static double number(const wald_segments *found, wald_segments_fact fact, int64_t item) {
  double value = -12345;
  OK(wald_number(found, fact, item, &value));
  return value;
}
#define IS(fact, item, expected) CHECK(number(found, WALD_SEGMENTS_##fact, item) == (expected))
#define UNKNOWN(fact, item) CHECK(isnan(number(found, WALD_SEGMENTS_##fact, item)))
/* Chooses anew. */
static void again(const wald_options *options, const wald_segment_rows *rows, wald_segments **found) {
  wald_destroy(*found);
  *found = NULL;
  OK(thresholds_of(options, rows, found));
}

static void test_values(void) {
  wald_segments *found = NULL;
  double each[2], value;
  int64_t needed = 0;
  again(with("thresholds", "metric", "f1", NULL), TWO, &found);
  IS(N_SEGMENTS, -1, 2);
  IS(N_TOLERANCES, 9, 1);
  IS(THRESHOLD, 0, 0.7);
  IS(THRESHOLD, 1, 0.4);
  IS(TP, 0, 2);
  IS(FP, 0, 0);
  IS(NEXT_LOWER, 0, 0.5);
  IS(TP, 1, 2);
  IS(FP, 1, 1);
  IS(TPR, 1, 1);
  IS(FPR, 1, 0.5);
  IS(SELECTION_RATE, 1, 0.75);
  IS(POSITIVES, 1, 2);
  UNKNOWN(GAIN, 0);
  UNKNOWN(TOLERANCE, 0);
  UNKNOWN(DIFFERENCE, 0);
  IS(TOTAL_TP, 0, 4);
  IS(TOTAL_FP, 0, 1);
  IS(VALUE, 0, 8 / 9.0);
  IS(FEASIBLE, 0, 1);
  IS(EXACT, 0, 1);
  OK(wald_numbers(found, WALD_SEGMENTS_THRESHOLD, 7, each, 2, &needed));
  CHECK(needed == 2 && each[0] == 0.7 && each[1] == 0.4);
  OK(wald_numbers(found, WALD_SEGMENTS_VALUE, 0, each, 2, &needed));
  CHECK(needed == 1 && each[0] == 8 / 9.0);
  BAD_ARGUMENT("item is 2: must lie in [0, 1]", wald_number(found, WALD_SEGMENTS_TP, 2, &value));
  BAD_ARGUMENT("item is 1: must lie in [0, 0]", wald_number(found, WALD_SEGMENTS_VALUE, 1, &value));
  BAD_ARGUMENT("item is -1: must lie in [0, 0]", wald_number(found, WALD_SEGMENTS_VALUE, -1, &value));
  BAD_ARGUMENT("fact is 25000: there is one of it for all segments",
               wald_numbers(found, WALD_SEGMENTS_N_SEGMENTS, 0, each, 2, &needed));
  /* Three alerts in all, which are those without a false positive. */
  again(with("thresholds", "max_alerts", "3", NULL), TWO, &found);
  IS(TOTAL_TP, 0, 3);
  IS(TOTAL_FP, 0, 0);
  IS(BOUND, 0, 3);
  wald_destroy(found);
}

/* Both positives of each segment are flagged: of a recall below 0.3 that has a probability below 0.09. */
static void test_certified(void) {
  wald_segments *found = NULL, *none = UNTOUCHED;
  again(with("thresholds", "min_recall", "0.3", "certify", "0.5", NULL), TWO, &found);
  IS(ALL_CERTIFIED, 0, 1);
  IS(FEASIBLE, 0, 1);
  IS(VALUE, 0, 1);
  IS(THRESHOLD, 0, 0.7);
  IS(THRESHOLD, 1, 0.4);
  IS(CERTIFIED, 0, 1);
  IS(ROWS_NEEDED, 0, 0);
  IS(THEOREM, 0, 1);
  again(with("thresholds", "min_recall", "0.9", "certify", "0.5", NULL), TWO, &found);
  IS(ALL_CERTIFIED, 0, 0);
  IS(FEASIBLE, 0, 0);
  IS(THRESHOLD, 0, INFINITY);
  IS(TP, 0, 0);
  CHECK(number(found, WALD_SEGMENTS_ROWS_NEEDED, 0) > 0);
  BAD_ARGUMENT(
      "certify is 0.5: segment 0 needs min_precision, min_recall, max_fpr or max_alert_rate, which it certifies",
      thresholds_of(with("thresholds", "certify", "0.5", NULL), TWO, &none));
  CHECK(none == UNTOUCHED);
  again(with("thresholds", "metric", "f1", NULL), TWO, &found);
  IS(ALL_CERTIFIED, 0, 0);
  UNKNOWN(ROWS_NEEDED, 0);
  IS(THEOREM, 0, 0);
  wald_destroy(found);
}

static void test_parity(void) {
  static const double tolerances[] = {0, 0.5};
  wald_segments *found = NULL, *none = UNTOUCHED;
  wald_options *options = new_options("thresholds");
  set(options, "metric", "f1");
  set(options, "parity", "fpr");
  OK(wald_options_set_numbers(options, "tolerance", tolerances, 2));
  again(options, TWO, &found);
  /* Without false positives one of four positives is missed; with an equal share of them F1 is 8/10. */
  IS(N_TOLERANCES, 0, 2);
  IS(TOLERANCE, 0, 0);
  IS(VALUE, 0, 6 / 7.0);
  IS(DIFFERENCE, 0, 0);
  IS(TOLERANCE, 1, 0.5);
  IS(VALUE, 1, 8 / 9.0);
  IS(THRESHOLD, 2, 0.7);
  IS(THRESHOLD, 3, 0.4);
  {
    wald_thresholds *chosen = UNTOUCHED;
    UNREAD("parity is fpr: choosing thresholds does not read it (segments does)",
           wald_thresholds_choose(BYTES(labels, n), DOUBLES(scores, n), NULL, NULL, WALD_RULE_OR, options, &chosen));
    OK(wald_options_set_text(options, "parity", NULL));
    UNREAD("tolerance is 0,0.5: choosing thresholds does not read it (segments does)",
           wald_thresholds_choose(BYTES(labels, n), DOUBLES(scores, n), NULL, NULL, WALD_RULE_OR, options, &chosen));
    CHECK(chosen == UNTOUCHED);
  }
  BAD_ARGUMENT("tolerance is 0,0.5: choosing for segments reads it with parity only", thresholds_of(options, TWO, &none));
  CHECK(none == UNTOUCHED);
  wald_destroy(found);
  wald_destroy(options);
}

static void test_amounts(void) {
  static const double benefits[n] = {5, 1, 9, 9, 2, 9, 50, 9}, costs[n] = {9, 9, 3, 1, 9, 4, 9, 7};
  wald_segments *found = NULL, *none = UNTOUCHED;
  double limits[2 * 6];
  int i;
  again(NULL, rows_of(2, INTEGERS(segments, n), DOUBLES(benefits, n), DOUBLES(costs, n), NULL), &found);
  IS(GAIN, 0, 6);
  IS(GAIN, 1, 48);
  IS(VALUE, 0, 54);
  /* A segment of its own: all rows together, and one alert in the second. */
  again(NULL, rows_of(1, NULL, DOUBLES(benefits, n), DOUBLES(costs, n), NULL), &found);
  IS(THRESHOLD, 0, 0.4);
  IS(TOTAL_GAIN, 0, 5 + 2 + 1 - 4 - 3 + 50);
  for (i = 0; i < 12; ++i) limits[i] = NAN;
  limits[6 + 3] = 1;
  again(NULL, rows_of(2, INTEGERS(segments, n), DOUBLES(benefits, n), DOUBLES(costs, n), TABLE(limits, 2, 6)), &found);
  IS(THRESHOLD, 1, 0.8);
  IS(VALUE, 0, 8);
  limits[0] = 2;
  BAD_ARGUMENT("limits[0]: min_precision is 2: must lie in [0, 1]",
               thresholds_of(NULL, rows_of(2, INTEGERS(segments, n), NULL, NULL, TABLE(limits, 2, 6)), &none));
  BAD_ARGUMENT("limits has 5 columns: must have 6",
               thresholds_of(NULL, rows_of(2, INTEGERS(segments, n), NULL, NULL, TABLE(limits, 2, 5)), &none));
  BAD_ARGUMENT("limits has 1 rows: must have 2",
               thresholds_of(NULL, rows_of(2, INTEGERS(segments, n), NULL, NULL, TABLE(limits, 1, 6)), &none));
  BAD_ARGUMENT("benefits: must not be set with a metric",
               thresholds_of(with("thresholds", "metric", "f1", NULL),
                             rows_of(1, NULL, DOUBLES(benefits, n), NULL, NULL), &none));
  CHECK(none == UNTOUCHED);
  wald_destroy(found);
}

static int32_t cancel(double fraction, void *user) {
  (void)fraction;
  ++*(int *)user;
  return 1;
}

static void test_errors(void) {
  static const int64_t far[n] = {0, 0, 0, 0, 1, 1, 2, 1};
  static const uint8_t unrated[n] = {1, 1, 0, 0, 1, 2, 1, 0};
  wald_segment_rows older = *TWO;
  wald_segments *found = NULL, *none = UNTOUCHED;
  int calls = 0;
  wald_options *options = new_options("thresholds");
  again(with("thresholds", "metric", "f1", NULL), NULL, &found); /* without anything: one segment */
  IS(N_SEGMENTS, 0, 1);
  IS(POSITIVES, 0, 4);
  wald_destroy(found);
  BAD_ARGUMENT("segments[6] is 2: must lie in [0, 1]",
               thresholds_of(NULL, rows_of(2, INTEGERS(far, n), NULL, NULL, NULL), &none));
  BAD_ARGUMENT("truth[5] is 2: must be 0 or 1, for rows of segments",
               wald_segments_choose(BYTES(unrated, n), DOUBLES(scores, n), TWO, NULL, &none));
  BAD_ARGUMENT("segments has 7 rows: must have 8",
               thresholds_of(NULL, rows_of(2, INTEGERS(segments, 7), NULL, NULL, NULL), &none));
  BAD_ARGUMENT("rows->n_segments is 0: must be at least 1",
               thresholds_of(NULL, rows_of(0, INTEGERS(segments, n), NULL, NULL, NULL), &none));
  BAD_ARGUMENT("rows->n_segments is 2: must be 1 without segments",
               thresholds_of(NULL, rows_of(2, NULL, NULL, NULL, NULL), &none));
  older.size = 8;
  CHECK(thresholds_of(NULL, &older, &none) == WALD_ERROR_ARGUMENT &&
        strncmp(wald_last_error(), "rows->size is 8: must be ", 25) == 0);
  BAD_ARGUMENT("out is NULL", thresholds_of(NULL, TWO, NULL));
  OK(wald_options_set_number(options, "folds", 3));
  UNREAD("folds is 3: choosing for segments does not read it (choose does)", thresholds_of(options, TWO, &none));
  OK(wald_options_set_text(options, "folds", NULL));
  set(options, "metric", "mcc");
  FAILS(WALD_ERROR_UNSUPPORTED, "metric \"mcc\": is no ratio of sums over the rows, which thresholds of segments need",
        thresholds_of(options, TWO, &none));
  OK(wald_options_set_text(options, "metric", NULL));
  OK(wald_options_set_progress(options, "progress", cancel, &calls));
  FAILS(WALD_CANCELLED, "cancelled by the progress callback", thresholds_of(options, TWO, &none));
  EQUAL(calls, 1);
  CHECK(none == UNTOUCHED);
  wald_destroy(options);
}

void test_segments(void) {
  test_values();
  test_certified();
  test_parity();
  test_amounts();
  test_errors();
}
