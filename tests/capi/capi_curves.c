/* Decision curves and reliability: every fact of a sample that is counted by hand, and every error of the arrays. */
#include <stdlib.h>

#include "groups.h"

enum { n = 6, models = 2, steps = 2, curve_facts = 9, facts = 10, bin_facts = 7 };

/* Two models, row by row. */
static const double p[n * models] = {0.9, 0.5, 0.8, 0.1, 0.6, 0.6, 0.4, 0.9, 0.2, 0.2, 0.1, 0.7};
static const uint8_t y[n] = {1, 1, 0, 1, 0, 0};
static const double at[steps] = {0.5, 0.2};

static void test_decision_curve(void) {
  enum { rows = (models + 1) * steps };
  double out[rows][curve_facts], first[rows];
  static const uint8_t censored[n] = {1, 2, 0, 1, 0, 0};
  const wald_options *to_second = with("thresholds", "reference", "1", NULL);
  const wald_array *table = TABLE(p, n, models), *labels = BYTES(y, n), *thresholds = DOUBLES(at, steps);

  OK(wald_decision_curve(NULL, labels, table, NULL, thresholds, TABLE(out, rows, curve_facts)));
  /* The first model flags rows 0, 1, 2 from one half on: two true, one false; from 0.2 on five rows, all true ones. */
  NEAR(out[0][WALD_DECISION_CURVE_TP_RATE], 2.0 / 6);
  NEAR(out[0][WALD_DECISION_CURVE_FP_RATE], 1.0 / 6);
  NEAR(out[0][WALD_DECISION_CURVE_NET_BENEFIT], 1.0 / 6);
  NEAR(out[1][WALD_DECISION_CURVE_TP_RATE], 3.0 / 6);
  NEAR(out[1][WALD_DECISION_CURVE_NET_BENEFIT], 3.0 / 6 - 2.0 / 6 / 4);
  NEAR(out[4][WALD_DECISION_CURVE_NET_BENEFIT], 0); /* every row flagged, half of them positive */
  NEAR(out[5][WALD_DECISION_CURVE_NET_BENEFIT], 0.5 - 0.5 / 4);
  NEAR(out[1][WALD_DECISION_CURVE_DIFFERENCE], 1.0 / 6 / 4); /* to flagging every row: one false positive less */
  NEAR(out[1][WALD_DECISION_CURVE_INTERVENTIONS_AVOIDED], 1.0 / 6);
  /* Contributions 1, 1, -1, 0, 0, 0: their variance by n - 1 is (3 - 6/36)/5. */
  NEAR(out[0][WALD_DECISION_CURVE_HIGH], 1.0 / 6 + 1.959963984540054 * sqrt((3 - 1.0 / 6) / 5 / 6));
  NEAR(out[0][WALD_DECISION_CURVE_LOW], 1.0 / 6 - 1.959963984540054 * sqrt((3 - 1.0 / 6) / 5 / 6));
  CHECK(out[4][WALD_DECISION_CURVE_DIFFERENCE_LOW] == 0 && out[4][WALD_DECISION_CURVE_DIFFERENCE_HIGH] == 0);

  OK(wald_decision_curve(to_second, labels, table, NULL, thresholds, TABLE(out, rows, curve_facts)));
  /* Rows 1 (positive) and 3, 5 (positive, negative) are flagged by one of the models alone. */
  NEAR(out[0][WALD_DECISION_CURVE_DIFFERENCE], 1.0 / 6);
  CHECK(out[2][WALD_DECISION_CURVE_DIFFERENCE] == 0);
  NEAR(out[4][WALD_DECISION_CURVE_DIFFERENCE], -out[2][WALD_DECISION_CURVE_NET_BENEFIT]);

  /* The first facts alone, and by column. */
  OK(wald_decision_curve(NULL, labels, table, NULL, thresholds, ARRAY(first, WALD_FLOAT64, rows, 1, 1, rows)));
  for (int i = 0; i < rows; ++i) CHECK(first[i] == out[i][WALD_DECISION_CURVE_NET_BENEFIT]);

  BAD_ARGUMENT("probabilities is NULL",
               wald_decision_curve(NULL, labels, NULL, NULL, thresholds, DOUBLES(first, rows)));
  BAD_ARGUMENT("truth is NULL", wald_decision_curve(NULL, NULL, table, NULL, thresholds, DOUBLES(first, rows)));
  BAD_ARGUMENT("truth has 5 rows: must have 6",
               wald_decision_curve(NULL, BYTES(y, 5), table, NULL, thresholds, DOUBLES(first, rows)));
  BAD_ARGUMENT("weights has 2 rows: must have 6",
               wald_decision_curve(NULL, labels, table, DOUBLES(at, 2), thresholds, DOUBLES(first, rows)));
  BAD_ARGUMENT("thresholds is NULL", wald_decision_curve(NULL, labels, table, NULL, NULL, DOUBLES(first, rows)));
  BAD_ARGUMENT("out is NULL", wald_decision_curve(NULL, labels, table, NULL, thresholds, NULL));
  BAD_ARGUMENT("out has 5 rows: must have 6",
               wald_decision_curve(NULL, labels, table, NULL, thresholds, DOUBLES(first, 5)));
  BAD_ARGUMENT("out has 10 columns: must have 1 to 9, the facts that there are",
               wald_decision_curve(NULL, labels, table, NULL, thresholds, TABLE(out, rows, 10)));
  BAD_ARGUMENT("out->type is 1: must be WALD_FLOAT64 (0)",
               wald_decision_curve(NULL, labels, table, NULL, thresholds, FLOATS(first, rows)));
  BAD_ARGUMENT("truth[1] is 2 (not rated): censored labels are not supported, must be 0 or 1",
               wald_decision_curve(NULL, BYTES(censored, n), table, NULL, thresholds, DOUBLES(first, rows)));
  BAD_ARGUMENT("probabilities[0][0] is 2: must lie in [0, 1]",
               wald_decision_curve(NULL, BYTES(y, 1), TABLE(((const double[]){2}), 1, 1), NULL, DOUBLES(at, 1),
                                   DOUBLES(first, 2)));
  BAD_ARGUMENT("thresholds[0] is 1: must lie in (0, 1)",
               wald_decision_curve(NULL, labels, table, NULL, DOUBLES(((const double[]){1}), 1), DOUBLES(first, 3)));
  BAD_ARGUMENT("reference is 2: must lie in [0, 1], the models that there are",
               wald_decision_curve(with("thresholds", "reference", "2", NULL), labels, table, NULL, thresholds,
                                   DOUBLES(first, rows)));
  CHECK(wald_decision_curve(with("cascades", NULL), labels, table, NULL, thresholds, DOUBLES(first, rows)) ==
        WALD_ERROR_ARGUMENT);
}

static void test_reliability(void) {
  double out[facts], bins[2][bin_facts], fitted[n], one[1];
  const wald_options *two = with("thresholds", "bins", "2", NULL);
  const wald_array *column = VECTOR(p, WALD_FLOAT64, n, models), *labels = BYTES(y, n);
  OK(wald_reliability(two, labels, column, NULL, DOUBLES(out, facts), TABLE(bins, 2, bin_facts), DOUBLES(fitted, n)));
  /* By rising p: 0.1 and 0.2 are negative, 0.4 positive, 0.6 negative, 0.8 and 0.9 positive. */
  NEAR(out[WALD_RELIABILITY_BRIER], (0.01 + 0.04 + 0.36 + 0.36 + 0.04 + 0.01) / 6);
  NEAR(out[WALD_RELIABILITY_UNCERTAINTY], 0.25);
  NEAR(out[WALD_RELIABILITY_MISCALIBRATION], 0.82 / 6 - 0.5 / 6); /* the fit errs by one half twice */
  NEAR(out[WALD_RELIABILITY_DISCRIMINATION], 0.25 - 0.5 / 6);
  NEAR(out[WALD_RELIABILITY_CALIBRATION_ERROR], 0.1);
  NEAR(out[WALD_RELIABILITY_BINNED_RELIABILITY], 0.01);
  NEAR(out[WALD_RELIABILITY_BINNED_RESOLUTION], 1.0 / 36);
  NEAR(out[WALD_RELIABILITY_BINNED_RELIABILITY] - out[WALD_RELIABILITY_BINNED_RESOLUTION] +
           out[WALD_RELIABILITY_UNCERTAINTY] + out[WALD_RELIABILITY_WITHIN_BINS],
       out[WALD_RELIABILITY_BRIER]);
  NEAR(out[WALD_RELIABILITY_MEAN], 0.5);
  NEAR(out[WALD_RELIABILITY_PREVALENCE], 0.5);
  static const double expected[n] = {1, 1, 0.5, 0.5, 0, 0};
  for (int i = 0; i < n; ++i) EQUAL(fitted[i], expected[i]);
  EQUAL(bins[1][WALD_RELIABILITY_BIN_WEIGHT], 3);
  EQUAL(bins[1][WALD_RELIABILITY_BIN_LOWEST], 0.6);
  EQUAL(bins[1][WALD_RELIABILITY_BIN_HIGHEST], 0.9);
  NEAR(bins[1][WALD_RELIABILITY_BIN_MEAN], 2.3 / 3);
  NEAR(bins[1][WALD_RELIABILITY_BIN_SHARE], 2.0 / 3);
  CHECK(fabs(bins[1][WALD_RELIABILITY_BIN_LOW] - 0.0943) < 1e-4); /* Clopper and Pearson's of 2 of 3 */
  CHECK(fabs(bins[1][WALD_RELIABILITY_BIN_HIGH] - 0.9916) < 1e-4);

  /* Three of these are the caller's choice. */
  OK(wald_reliability(NULL, labels, column, NULL, DOUBLES(one, 1), NULL, NULL));
  NEAR(one[0], 0.82 / 6);
  BAD_ARGUMENT("probabilities has 2 columns: must have 1, for a vector",
               wald_reliability(NULL, labels, TABLE(p, n, models), NULL, DOUBLES(out, facts), NULL, NULL));
  BAD_ARGUMENT("truth has 5 rows: must have 6",
               wald_reliability(NULL, BYTES(y, 5), column, NULL, DOUBLES(out, facts), NULL, NULL));
  BAD_ARGUMENT("out is NULL", wald_reliability(NULL, labels, column, NULL, NULL, NULL, NULL));
  BAD_ARGUMENT("out has 11 rows: must have at most 10, the facts that there are",
               wald_reliability(NULL, labels, column, NULL, DOUBLES(p, 11), NULL, NULL));
  BAD_ARGUMENT("bins_out has 2 rows: must have 10",
               wald_reliability(NULL, labels, column, NULL, DOUBLES(out, facts), TABLE(bins, 2, bin_facts), NULL));
  BAD_ARGUMENT("fitted has 1 rows: must have 6",
               wald_reliability(NULL, labels, column, NULL, DOUBLES(out, facts), NULL, DOUBLES(one, 1)));
  BAD_ARGUMENT("probabilities[1] is 1.5: must lie in [0, 1]",
               wald_reliability(NULL, BYTES(y, 2), DOUBLES(((const double[]){1, 1.5}), 2), NULL, DOUBLES(out, facts),
                                NULL, NULL));
}

void test_curves(void) {
  test_decision_curve();
  test_reliability();
}
