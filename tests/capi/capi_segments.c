/* Thresholds of segments: values counted by hand, and each error. Combinations are tried by tests/core. */
#include <math.h>

#include "groups.h"

enum { n = 8, facts = 14, of_all = 10 };

static const double scores[n] = {0.9, 0.7, 0.5, 0.3, 0.8, 0.6, 0.4, 0.2};
static const uint8_t labels[n] = {1, 1, 0, 0, 1, 0, 1, 0};
static const int64_t segments[n] = {0, 0, 0, 0, 1, 1, 1, 1};

static wald_status thresholds_of(const wald_options *options, double *each, double *all, int64_t answers) {
  return wald_segment_thresholds(options, BYTES(labels, n), DOUBLES(scores, n), INTEGERS(segments, n), NULL, NULL, NULL,
                                 NULL, TABLE(each, 2 * answers, facts), TABLE(all, answers, of_all));
}

static void test_values(void) {
  double each[2 * facts], all[of_all];
  OK(thresholds_of(with("thresholds", "metric", "f1", NULL), each, all, 1));
  CHECK(each[WALD_SEGMENT_THRESHOLD] == 0.7 && each[facts + WALD_SEGMENT_THRESHOLD] == 0.4);
  CHECK(each[WALD_SEGMENT_TP] == 2 && each[WALD_SEGMENT_FP] == 0 && each[WALD_SEGMENT_NEXT_LOWER] == 0.5);
  CHECK(each[facts + WALD_SEGMENT_TP] == 2 && each[facts + WALD_SEGMENT_FP] == 1);
  CHECK(each[facts + WALD_SEGMENT_TPR] == 1 && each[facts + WALD_SEGMENT_FPR] == 0.5);
  CHECK(each[facts + WALD_SEGMENT_SELECTION_RATE] == 0.75 && each[facts + WALD_SEGMENT_POSITIVES] == 2);
  CHECK(isnan(each[WALD_SEGMENT_GAIN]) && isnan(all[WALD_SEGMENTS_TOLERANCE]) && isnan(all[WALD_SEGMENTS_DIFFERENCE]));
  CHECK(all[WALD_SEGMENTS_TP] == 4 && all[WALD_SEGMENTS_FP] == 1 && all[WALD_SEGMENTS_VALUE] == 8 / 9.0);
  CHECK(all[WALD_SEGMENTS_FEASIBLE] == 1 && all[WALD_SEGMENTS_EXACT] == 1);
  /* Three alerts in all, which are those without a false positive. */
  OK(thresholds_of(with("thresholds", "max_alerts", "3", NULL), each, all, 1));
  CHECK(all[WALD_SEGMENTS_TP] == 3 && all[WALD_SEGMENTS_FP] == 0 && all[WALD_SEGMENTS_BOUND] == 3);
}

/* Both positives of each segment are flagged: of a recall below 0.3 that has a probability below 0.09. */
static void test_certified(void) {
  double each[2 * facts], all[of_all];
  OK(thresholds_of(with("thresholds", "min_recall", "0.3", "certify", "0.5", NULL), each, all, 1));
  CHECK(all[WALD_SEGMENTS_CERTIFIED] == 1 && all[WALD_SEGMENTS_FEASIBLE] == 1 && all[WALD_SEGMENTS_VALUE] == 1);
  CHECK(each[WALD_SEGMENT_THRESHOLD] == 0.7 && each[facts + WALD_SEGMENT_THRESHOLD] == 0.4);
  CHECK(each[WALD_SEGMENT_CERTIFIED] == 1 && each[WALD_SEGMENT_ROWS_NEEDED] == 0 && each[WALD_SEGMENT_THEOREM] == 1);
  OK(thresholds_of(with("thresholds", "min_recall", "0.9", "certify", "0.5", NULL), each, all, 1));
  CHECK(all[WALD_SEGMENTS_CERTIFIED] == 0 && all[WALD_SEGMENTS_FEASIBLE] == 0);
  CHECK(isinf(each[WALD_SEGMENT_THRESHOLD]) && each[WALD_SEGMENT_TP] == 0 && each[WALD_SEGMENT_ROWS_NEEDED] > 0);
  BAD_ARGUMENT(
      "certify is 0.5: segment 0 needs min_precision, min_recall, max_fpr or max_alert_rate, which it certifies",
      thresholds_of(with("thresholds", "certify", "0.5", NULL), each, all, 1));
  OK(thresholds_of(with("thresholds", "metric", "f1", NULL), each, all, 1));
  CHECK(all[WALD_SEGMENTS_CERTIFIED] == 0 && isnan(each[WALD_SEGMENT_ROWS_NEEDED]) && each[WALD_SEGMENT_THEOREM] == 0);
}

static void test_parity(void) {
  static const double tolerances[] = {0, 0.5};
  double each[4 * facts], all[2 * of_all];
  wald_options *options = new_options("thresholds");
  set(options, "metric", "f1");
  set(options, "parity", "fpr");
  OK(wald_options_set_numbers(options, "tolerance", tolerances, 2));
  OK(thresholds_of(options, each, all, 2));
  /* Without false positives one of four positives is missed; with an equal share of them F1 is 8/10. */
  CHECK(all[WALD_SEGMENTS_TOLERANCE] == 0 && all[WALD_SEGMENTS_VALUE] == 6 / 7.0 && all[WALD_SEGMENTS_DIFFERENCE] == 0);
  CHECK(all[of_all + WALD_SEGMENTS_TOLERANCE] == 0.5 && all[of_all + WALD_SEGMENTS_VALUE] == 8 / 9.0);
  CHECK(each[2 * facts + WALD_SEGMENT_THRESHOLD] == 0.7 && each[3 * facts + WALD_SEGMENT_THRESHOLD] == 0.4);
  BAD_ARGUMENT("by_segment has 3 rows: must have n_segments*2, one for each segment and tolerance",
               wald_segment_thresholds(options, BYTES(labels, n), DOUBLES(scores, n), INTEGERS(segments, n), NULL, NULL,
                                       NULL, NULL, TABLE(each, 3, facts), TABLE(all, 2, of_all)));
  {
    wald_thresholds *none = UNTOUCHED;
    UNREAD("parity is fpr: choosing thresholds does not read it (segments does)",
                 wald_thresholds_choose(BYTES(labels, n), DOUBLES(scores, n), NULL, NULL, WALD_RULE_OR, options, &none));
    OK(wald_options_set_text(options, "parity", NULL));
    UNREAD("tolerance is 0,0.5: choosing thresholds does not read it (segments does)",
                 wald_thresholds_choose(BYTES(labels, n), DOUBLES(scores, n), NULL, NULL, WALD_RULE_OR, options, &none));
    CHECK(none == UNTOUCHED);
  }
  BAD_ARGUMENT("tolerance is 0,0.5: choosing for segments reads it with parity only", thresholds_of(options, each, all, 2));
  wald_destroy(options);
}

static void test_amounts(void) {
  static const double benefits[n] = {5, 1, 9, 9, 2, 9, 50, 9}, costs[n] = {9, 9, 3, 1, 9, 4, 9, 7};
  const double none = NAN;
  double limits[2 * 6], each[2 * facts], all[of_all];
  int i;
  OK(wald_segment_thresholds(NULL, BYTES(labels, n), DOUBLES(scores, n), INTEGERS(segments, n), NULL,
                             DOUBLES(benefits, n), DOUBLES(costs, n), NULL, TABLE(each, 2, facts),
                             TABLE(all, 1, of_all)));
  CHECK(each[WALD_SEGMENT_GAIN] == 6 && each[facts + WALD_SEGMENT_GAIN] == 48 && all[WALD_SEGMENTS_VALUE] == 54);
  /* A segment of its own: all rows together, and one alert in the second. */
  OK(wald_segment_thresholds(NULL, BYTES(labels, n), DOUBLES(scores, n), NULL, NULL, DOUBLES(benefits, n),
                             DOUBLES(costs, n), NULL, TABLE(each, 1, facts), TABLE(all, 1, of_all)));
  CHECK(each[WALD_SEGMENT_THRESHOLD] == 0.4 && all[WALD_SEGMENTS_GAIN] == 5 + 2 + 1 - 4 - 3 + 50);
  for (i = 0; i < 12; ++i) limits[i] = none;
  limits[6 + 3] = 1;
  OK(wald_segment_thresholds(NULL, BYTES(labels, n), DOUBLES(scores, n), INTEGERS(segments, n), NULL,
                             DOUBLES(benefits, n), DOUBLES(costs, n), TABLE(limits, 2, 6), TABLE(each, 2, facts),
                             TABLE(all, 1, of_all)));
  CHECK(each[facts + WALD_SEGMENT_THRESHOLD] == 0.8 && all[WALD_SEGMENTS_VALUE] == 8);
  limits[0] = 2;
  BAD_ARGUMENT("limits[0]: min_precision is 2: must lie in [0, 1]",
               wald_segment_thresholds(NULL, BYTES(labels, n), DOUBLES(scores, n), INTEGERS(segments, n), NULL, NULL,
                                       NULL, TABLE(limits, 2, 6), TABLE(each, 2, facts), TABLE(all, 1, of_all)));
  BAD_ARGUMENT("limits has 5 columns: must have 6",
               wald_segment_thresholds(NULL, BYTES(labels, n), DOUBLES(scores, n), INTEGERS(segments, n), NULL, NULL,
                                       NULL, TABLE(limits, 2, 5), TABLE(each, 2, facts), TABLE(all, 1, of_all)));
  BAD_ARGUMENT(
      "benefits: a metric is given too, and one of them decides",
      wald_segment_thresholds(with("thresholds", "metric", "f1", NULL), BYTES(labels, n), DOUBLES(scores, n), NULL,
                              NULL, DOUBLES(benefits, n), NULL, NULL, TABLE(each, 1, facts), TABLE(all, 1, of_all)));
}

static int32_t cancel(double fraction, void *user) {
  (void)fraction;
  ++*(int *)user;
  return 1;
}

static void test_errors(void) {
  static const int64_t far[n] = {0, 0, 0, 0, 1, 1, 2, 1};
  static const uint8_t unrated[n] = {1, 1, 0, 0, 1, 2, 1, 0};
  double each[2 * facts], all[of_all];
  int calls = 0;
  wald_options *options = new_options("thresholds");
  BAD_ARGUMENT("segments[6] is 2: must lie in [0, 1]",
               wald_segment_thresholds(NULL, BYTES(labels, n), DOUBLES(scores, n), INTEGERS(far, n), NULL, NULL, NULL,
                                       NULL, TABLE(each, 2, facts), TABLE(all, 1, of_all)));
  BAD_ARGUMENT("truth[5] is 2: must be 0 or 1, for rows of segments",
               wald_segment_thresholds(NULL, BYTES(unrated, n), DOUBLES(scores, n), INTEGERS(segments, n), NULL, NULL,
                                       NULL, NULL, TABLE(each, 2, facts), TABLE(all, 1, of_all)));
  BAD_ARGUMENT("segments has 7 rows: must have 8",
               wald_segment_thresholds(NULL, BYTES(labels, n), DOUBLES(scores, n), INTEGERS(segments, 7), NULL, NULL,
                                       NULL, NULL, TABLE(each, 2, facts), TABLE(all, 1, of_all)));
  BAD_ARGUMENT("by_segment has 13 columns: must have 14",
               wald_segment_thresholds(NULL, BYTES(labels, n), DOUBLES(scores, n), INTEGERS(segments, n), NULL, NULL,
                                       NULL, NULL, TABLE(each, 2, facts - 1), TABLE(all, 1, of_all)));
  BAD_ARGUMENT("together has 2 rows: must have 1",
               wald_segment_thresholds(NULL, BYTES(labels, n), DOUBLES(scores, n), INTEGERS(segments, n), NULL, NULL,
                                       NULL, NULL, TABLE(each, 2, facts), TABLE(all, 2, of_all)));
  BAD_ARGUMENT("together is NULL",
               wald_segment_thresholds(NULL, BYTES(labels, n), DOUBLES(scores, n), INTEGERS(segments, n), NULL, NULL,
                                       NULL, NULL, TABLE(each, 2, facts), NULL));
  OK(wald_options_set_number(options, "folds", 3));
  UNREAD("folds is 3: choosing for segments does not read it (choose does)", thresholds_of(options, each, all, 1));
  OK(wald_options_set_text(options, "folds", NULL));
  set(options, "metric", "mcc");
  FAILS(WALD_ERROR_UNSUPPORTED, "metric \"mcc\": is no ratio of sums over the rows, which thresholds of segments need",
        thresholds_of(options, each, all, 1));
  OK(wald_options_set_text(options, "metric", NULL));
  OK(wald_options_set_progress(options, "progress", cancel, &calls));
  FAILS(WALD_CANCELLED, "cancelled by the progress callback", thresholds_of(options, each, all, 1));
  EQUAL(calls, 1);
  wald_destroy(options);
}

void test_segments(void) {
  test_values();
  test_certified();
  test_parity();
  test_amounts();
  test_errors();
}
