/* Decision curves, reliability and evaluations at fixed thresholds: every fact of a sample that is counted by hand, and every error of the arrays. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "groups.h"

enum { n = 6, models = 2, steps = 2 };

/* Two models, row by row. */
static const double p[n * models] = {0.9, 0.5, 0.8, 0.1, 0.6, 0.6, 0.4, 0.9, 0.2, 0.2, 0.1, 0.7};
static const uint8_t y[n] = {1, 1, 0, 1, 0, 0};
static const double at[steps] = {0.5, 0.2};

/* A fact of a model at a threshold. */
static double of_curve(const wald_decision_curve *curve, wald_decision_curve_fact fact, int model, int threshold) {
  double found[steps] = {-9, -9};
  int64_t needed = -1;
  OK(wald_numbers(curve, fact, model, found, steps, &needed));
  EQUAL(needed, steps);
  return found[threshold];
}

static void test_decision_curve(void) {
  static const uint8_t censored[n] = {1, 2, 0, 1, 0, 0};
  const wald_options *to_second = with("thresholds", "reference", "1", NULL);
  const wald_array *table = TABLE(p, n, models), *labels = BYTES(y, n), *thresholds = DOUBLES(at, steps);
  wald_decision_curve *curve = NULL, *none = UNTOUCHED;
  double value = -7, found[steps] = {-7, -7};

  OK(wald_decision_curve_create(labels, table, NULL, thresholds, NULL, &curve));
  /* The first model flags rows 0, 1, 2 from one half on: two true, one false; from 0.2 on five rows, all true ones. */
  NEAR(of_curve(curve, WALD_DECISION_CURVE_TP_RATE, 0, 0), 2.0 / 6);
  NEAR(of_curve(curve, WALD_DECISION_CURVE_FP_RATE, 0, 0), 1.0 / 6);
  NEAR(of_curve(curve, WALD_DECISION_CURVE_NET_BENEFIT, 0, 0), 1.0 / 6);
  NEAR(of_curve(curve, WALD_DECISION_CURVE_TP_RATE, 0, 1), 3.0 / 6);
  NEAR(of_curve(curve, WALD_DECISION_CURVE_NET_BENEFIT, 0, 1), 3.0 / 6 - 2.0 / 6 / 4);
  /* Every row flagged, half of them positive. */
  NEAR(of_curve(curve, WALD_DECISION_CURVE_NET_BENEFIT, models, 0), 0);
  NEAR(of_curve(curve, WALD_DECISION_CURVE_NET_BENEFIT, models, 1), 0.5 - 0.5 / 4);
  NEAR(of_curve(curve, WALD_DECISION_CURVE_DIFFERENCE, 0, 1), 1.0 / 6 / 4); /* to that: one false positive less */
  NEAR(of_curve(curve, WALD_DECISION_CURVE_INTERVENTIONS_AVOIDED, 0, 1), 1.0 / 6);
  /* Contributions 1, 1, -1, 0, 0, 0: their variance by n - 1 is (3 - 6/36)/5. */
  NEAR(of_curve(curve, WALD_DECISION_CURVE_HIGH, 0, 0), 1.0 / 6 + 1.959963984540054 * sqrt((3 - 1.0 / 6) / 5 / 6));
  NEAR(of_curve(curve, WALD_DECISION_CURVE_LOW, 0, 0), 1.0 / 6 - 1.959963984540054 * sqrt((3 - 1.0 / 6) / 5 / 6));
  CHECK(of_curve(curve, WALD_DECISION_CURVE_DIFFERENCE_LOW, models, 0) == 0);
  CHECK(of_curve(curve, WALD_DECISION_CURVE_DIFFERENCE_HIGH, models, 0) == 0);
  BAD_ARGUMENT("model is 3: must lie in [0, 2]",
               wald_numbers(curve, WALD_DECISION_CURVE_LOW, 3, found, steps, NULL));
  BAD_ARGUMENT("model is -1: must lie in [0, 2]",
               wald_numbers(curve, WALD_DECISION_CURVE_LOW, -1, found, steps, NULL));
  FAILS(WALD_ERROR_CAPACITY, "capacity is 1: out takes 2",
        wald_numbers(curve, WALD_DECISION_CURVE_LOW, 0, found, 1, NULL));
  CHECK(wald_number(curve, WALD_DECISION_CURVE_LOW, 0, &value) == WALD_ERROR_ARGUMENT);
  CHECK(found[0] == -7 && value == -7);
  wald_destroy(curve);

  OK(wald_decision_curve_create(labels, table, NULL, thresholds, to_second, &curve));
  /* Rows 1 (positive) and 3, 5 (positive, negative) are flagged by one of the models alone. */
  NEAR(of_curve(curve, WALD_DECISION_CURVE_DIFFERENCE, 0, 0), 1.0 / 6);
  CHECK(of_curve(curve, WALD_DECISION_CURVE_DIFFERENCE, 1, 0) == 0);
  NEAR(of_curve(curve, WALD_DECISION_CURVE_DIFFERENCE, models, 0),
       -of_curve(curve, WALD_DECISION_CURVE_NET_BENEFIT, 1, 0));
  wald_destroy(curve);

  BAD_ARGUMENT("probabilities is NULL", wald_decision_curve_create(labels, NULL, NULL, thresholds, NULL, &none));
  BAD_ARGUMENT("truth is NULL", wald_decision_curve_create(NULL, table, NULL, thresholds, NULL, &none));
  BAD_ARGUMENT("truth has 5 rows: must have 6",
               wald_decision_curve_create(BYTES(y, 5), table, NULL, thresholds, NULL, &none));
  BAD_ARGUMENT("weights has 2 rows: must have 6",
               wald_decision_curve_create(labels, table, DOUBLES(at, 2), thresholds, NULL, &none));
  BAD_ARGUMENT("thresholds is NULL", wald_decision_curve_create(labels, table, NULL, NULL, NULL, &none));
  BAD_ARGUMENT("out is NULL", wald_decision_curve_create(labels, table, NULL, thresholds, NULL, NULL));
  BAD_ARGUMENT("truth[1] is 2 (not rated): censored labels are not supported, must be 0 or 1",
               wald_decision_curve_create(BYTES(censored, n), table, NULL, thresholds, NULL, &none));
  BAD_ARGUMENT("probabilities[0][0] is 2: must lie in [0, 1]",
               wald_decision_curve_create(BYTES(y, 1), TABLE(((const double[]){2}), 1, 1), NULL, DOUBLES(at, 1), NULL,
                                          &none));
  BAD_ARGUMENT("thresholds[0] is 1: must lie in (0, 1)",
               wald_decision_curve_create(labels, table, NULL, DOUBLES(((const double[]){1}), 1), NULL, &none));
  BAD_ARGUMENT("reference is 2: must lie in [0, 1], the models",
               wald_decision_curve_create(labels, table, NULL, thresholds, with("thresholds", "reference", "2", NULL),
                                          &none));
  CHECK(wald_decision_curve_create(labels, table, NULL, thresholds, with("cascades", NULL), &none) ==
        WALD_ERROR_ARGUMENT);
  CHECK(none == UNTOUCHED);
}

static double of_rows(const wald_reliability *reliability, wald_reliability_fact fact) {
  double value = -9;
  OK(wald_number(reliability, fact, 0, &value));
  return value;
}
/* A fact of the second of two bins. */
static double of_bin(const wald_reliability *reliability, wald_reliability_fact fact) {
  double bins[2] = {-9, -9};
  int64_t needed = -1;
  OK(wald_numbers(reliability, fact, 0, bins, 2, &needed));
  EQUAL(needed, 2);
  return bins[1];
}

static void test_reliability(void) {
  double fitted[n];
  int64_t needed = -1;
  const wald_options *two = with("thresholds", "bins", "2", NULL);
  const wald_array *column = VECTOR(p, WALD_FLOAT64, n, models), *labels = BYTES(y, n);
  wald_reliability *found = NULL, *none = UNTOUCHED;
  OK(wald_reliability_create(labels, column, NULL, two, &found));
  /* By rising p: 0.1 and 0.2 are negative, 0.4 positive, 0.6 negative, 0.8 and 0.9 positive. */
  NEAR(of_rows(found, WALD_RELIABILITY_BRIER), (0.01 + 0.04 + 0.36 + 0.36 + 0.04 + 0.01) / 6);
  NEAR(of_rows(found, WALD_RELIABILITY_UNCERTAINTY), 0.25);
  NEAR(of_rows(found, WALD_RELIABILITY_MISCALIBRATION), 0.82 / 6 - 0.5 / 6); /* the fit errs by one half twice */
  NEAR(of_rows(found, WALD_RELIABILITY_DISCRIMINATION), 0.25 - 0.5 / 6);
  NEAR(of_rows(found, WALD_RELIABILITY_CALIBRATION_ERROR), 0.1);
  NEAR(of_rows(found, WALD_RELIABILITY_BINNED_RELIABILITY), 0.01);
  NEAR(of_rows(found, WALD_RELIABILITY_BINNED_RESOLUTION), 1.0 / 36);
  NEAR(of_rows(found, WALD_RELIABILITY_BINNED_RELIABILITY) - of_rows(found, WALD_RELIABILITY_BINNED_RESOLUTION) +
           of_rows(found, WALD_RELIABILITY_UNCERTAINTY) + of_rows(found, WALD_RELIABILITY_WITHIN_BINS),
       of_rows(found, WALD_RELIABILITY_BRIER));
  NEAR(of_rows(found, WALD_RELIABILITY_MEAN), 0.5);
  NEAR(of_rows(found, WALD_RELIABILITY_PREVALENCE), 0.5);
  static const double expected[n] = {1, 1, 0.5, 0.5, 0, 0};
  OK(wald_numbers(found, WALD_RELIABILITY_FITTED, 0, fitted, n, &needed));
  EQUAL(needed, n);
  for (int i = 0; i < n; ++i) EQUAL(fitted[i], expected[i]);
  EQUAL(of_bin(found, WALD_RELIABILITY_BIN_WEIGHT), 3);
  EQUAL(of_bin(found, WALD_RELIABILITY_BIN_LOWEST), 0.6);
  EQUAL(of_bin(found, WALD_RELIABILITY_BIN_HIGHEST), 0.9);
  NEAR(of_bin(found, WALD_RELIABILITY_BIN_MEAN), 2.3 / 3);
  NEAR(of_bin(found, WALD_RELIABILITY_BIN_SHARE), 2.0 / 3);
  CHECK(fabs(of_bin(found, WALD_RELIABILITY_BIN_LOW) - 0.0943) < 1e-4); /* Clopper and Pearson's of 2 of 3 */
  CHECK(fabs(of_bin(found, WALD_RELIABILITY_BIN_HIGH) - 0.9916) < 1e-4);
  wald_destroy(found);

  OK(wald_reliability_create(labels, column, NULL, NULL, &found));
  OK(wald_numbers(found, WALD_RELIABILITY_BIN_WEIGHT, 0, NULL, 0, &needed));
  EQUAL(needed, 10);
  wald_destroy(found);
  BAD_ARGUMENT("probabilities has 2 columns: must have 1, for a vector",
               wald_reliability_create(labels, TABLE(p, n, models), NULL, NULL, &none));
  BAD_ARGUMENT("truth has 5 rows: must have 6", wald_reliability_create(BYTES(y, 5), column, NULL, NULL, &none));
  BAD_ARGUMENT("out is NULL", wald_reliability_create(labels, column, NULL, NULL, NULL));
  BAD_ARGUMENT("probabilities[1] is 1.5: must lie in [0, 1]",
               wald_reliability_create(BYTES(y, 2), DOUBLES(((const double[]){1, 1.5}), 2), NULL, NULL, &none));
  CHECK(none == UNTOUCHED);
}

static void of_label(const wald_prevalence *prevalence, wald_prevalence_fact fact, double *values) {
  int64_t needed = -1;
  OK(wald_numbers(prevalence, fact, 0, values, 2, &needed));
  EQUAL(needed, 2);
}

/* Probabilities of 0 and 1 make the share of a label binomial: three of four, and two. */
static void test_prevalence(void) {
  static const double rows[] = {1, 0, 1, 1, 0, 0, 1, 1}, training[] = {0.3, 0.4};
  static const uint8_t truth[] = {1, 0, 0, 1, 1, 0, 0, 1};
  static const double known[] = {0.9, 0.2, 0.3, 0.8, 0.6, 0.4, 0.2, 0.7};
  const wald_array *table = TABLE(rows, 4, 2);
  const wald_array labels = {sizeof labels, (void *)truth, 4, 2, 2, 1, WALD_UINT8};
  double values[2], count = -1;
  wald_prevalence *found = NULL, *none = UNTOUCHED;
  OK(wald_prevalence_create(WALD_INDEPENDENT, table, DOUBLES(training, 2), NULL, NULL, NULL, &found));
  of_label(found, WALD_PREVALENCE_PRIOR, values);
  NEAR(values[0], 0.75);
  NEAR(values[1], 0.5);
  of_label(found, WALD_PREVALENCE_LOW, values);
  CHECK(fabs(values[0] - 0.2775817934) < 1e-7);
  of_label(found, WALD_PREVALENCE_HIGH, values);
  CHECK(fabs(values[0] - 0.9837714794) < 1e-7);
  of_label(found, WALD_PREVALENCE_TRAINING_PRIOR, values);
  EQUAL(values[1], 0.4);
  of_label(found, WALD_PREVALENCE_P_VALUE, values);
  CHECK(isnan(values[0]));
  OK(wald_number(found, WALD_PREVALENCE_N_ROWS, 0, &count));
  EQUAL(count, 4);
  wald_destroy(found);
  OK(wald_prevalence_create(WALD_INDEPENDENT, table, NULL, &labels, TABLE(known, 4, 2),
                            with("thresholds", "bootstrap", "20", NULL), &found));
  OK(wald_number(found, WALD_PREVALENCE_N_CALIBRATION_ROWS, 0, &count));
  EQUAL(count, 4);
  of_label(found, WALD_PREVALENCE_TRAINING_PRIOR, values);
  EQUAL(values[0], 0.5);
  of_label(found, WALD_PREVALENCE_P_VALUE, values);
  CHECK(values[0] > 0 && values[0] <= 1);
  wald_destroy(found);
  BAD_ARGUMENT("training_prior is NULL: must be given without calibration rows",
               wald_prevalence_create(WALD_INDEPENDENT, table, NULL, NULL, NULL, NULL, &none));
  BAD_ARGUMENT("training_prior has 1 rows: must have 2",
               wald_prevalence_create(WALD_INDEPENDENT, table, DOUBLES(training, 1), NULL, NULL, NULL, &none));
  BAD_ARGUMENT("calibration_truth is NULL",
               wald_prevalence_create(WALD_INDEPENDENT, table, NULL, NULL, TABLE(known, 4, 2), NULL, &none));
  BAD_ARGUMENT("calibration_probabilities has 1 columns: must have 2",
               wald_prevalence_create(WALD_INDEPENDENT, table, NULL, &labels, DOUBLES(known, 4), NULL, &none));
  BAD_ARGUMENT("kind is joint: must be independent or categorical", wald_prevalence_create(2, table, DOUBLES(training, 2), NULL, NULL, NULL, &none));
  BAD_ARGUMENT("out is NULL", wald_prevalence_create(WALD_INDEPENDENT, table, DOUBLES(training, 2), NULL, NULL, NULL, NULL));
  CHECK(none == UNTOUCHED);
}

/* One of the numbers of a list. */
static double of_list(const wald_threshold_evaluation *found, wald_threshold_evaluation_fact fact, int place, int size) {
  double out[64];
  int64_t needed = -1;
  OK(wald_numbers(found, fact, 0, out, 64, &needed));
  EQUAL(needed, size);
  return out[place];
}

static void test_fixed_thresholds(void) {
  static const double cut[models] = {0.5, 0.55}, unknown[models] = {0.5, NAN}, with_nan[2] = {1, NAN};
  static const int64_t ids[n] = {1, 1, 2, 2, 3, 3};
  const wald_array *table = TABLE(p, n, models), *labels = BYTES(y, n), *thresholds = DOUBLES(cut, models);
  const char *const three[] = {"auc", "recall", "accuracy"}, *const one[] = {"f1"}, *const none_such[] = {"f1", "rocket"};
  wald_options *asked = new_options("thresholds"), *bad = new_options("thresholds");
  wald_rows rows = {sizeof rows, NULL, NULL};
  wald_threshold_evaluation *found = NULL, *none = UNTOUCHED;
  const char *text = NULL;
  double value = -7;
  OK(wald_options_set_texts(asked, "metrics", three, 3));
  OK(wald_threshold_evaluation_create(labels, table, thresholds, NULL, asked, &found));
  OK(wald_number(found, WALD_THRESHOLD_EVALUATION_N_ROWS, 0, &value));
  EQUAL(value, n);
  OK(wald_number(found, WALD_THRESHOLD_EVALUATION_N_METRICS, 0, &value));
  EQUAL(value, 3);
  OK(wald_text(found, WALD_THRESHOLD_EVALUATION_METRIC_NAME, 1, &text));
  CHECK(strcmp(text, "recall") == 0);
  BAD_ARGUMENT("metric is 3: must lie in [0, 2]", wald_text(found, WALD_THRESHOLD_EVALUATION_METRIC_NAME, 3, &text));
  OK(wald_text(found, WALD_THRESHOLD_EVALUATION_MARKDOWN, 0, &text));
  CHECK(strncmp(text, "| metric (95% limits) | model 0 | model 1 |\n", 44) == 0);
  OK(wald_text(found, WALD_THRESHOLD_EVALUATION_LATEX, 0, &text));
  CHECK(strncmp(text, "\\begin{tabular}{lrr}\n\\toprule\n", 30) == 0);
  /* The first model: positives 0.9, 0.8, 0.4, negatives 0.6, 0.2, 0.1: eight of nine pairs are in order. */
  NEAR(of_list(found, WALD_THRESHOLD_EVALUATION_VALUE, 0, 6), 8.0 / 9);
  NEAR(of_list(found, WALD_THRESHOLD_EVALUATION_VALUE, 1, 6), 2.0 / 3);
  NEAR(of_list(found, WALD_THRESHOLD_EVALUATION_VALUE, 2, 6), 4.0 / 6);
  /* Placements 1, 1, 2/3 of positives, 2/3, 1, 1 of negatives: each has the variance 1/27, of a mean of three 1/81. */
  NEAR(of_list(found, WALD_THRESHOLD_EVALUATION_STANDARD_ERROR, 0, 6), sqrt(2.0 / 81));
  NEAR(of_list(found, WALD_THRESHOLD_EVALUATION_LOW, 0, 6), 8.0 / 9 - 1.959963984540054 * sqrt(2.0 / 81));
  EQUAL(of_list(found, WALD_THRESHOLD_EVALUATION_HIGH, 0, 6), 1);
  /* Mid-P limits of 2 of 3: 3p^2 - p^3 is 0.05 and 1.95. */
  NEAR(of_list(found, WALD_THRESHOLD_EVALUATION_LOW, 1, 6), 0.13203780346110092);
  NEAR(of_list(found, WALD_THRESHOLD_EVALUATION_HIGH, 1, 6), 0.9833317896946285);
  EQUAL(of_list(found, WALD_THRESHOLD_EVALUATION_EXACT, 1, 6), 0);
  EQUAL(of_list(found, WALD_THRESHOLD_EVALUATION_EXACT, 0, 6), 0);
  EQUAL(of_list(found, WALD_THRESHOLD_EVALUATION_MODEL, 3, 6), 1);
  EQUAL(of_list(found, WALD_THRESHOLD_EVALUATION_METRIC, 4, 6), 1);
  EQUAL(of_list(found, WALD_THRESHOLD_EVALUATION_TP, 0, models), 2);
  EQUAL(of_list(found, WALD_THRESHOLD_EVALUATION_FP, 1, models), 2);
  EQUAL(of_list(found, WALD_THRESHOLD_EVALUATION_FN, 0, models), 1);
  EQUAL(of_list(found, WALD_THRESHOLD_EVALUATION_TN, 0, models), 2);
  NEAR(of_list(found, WALD_THRESHOLD_EVALUATION_PAIR_DIFFERENCE, 0, 3),
       of_list(found, WALD_THRESHOLD_EVALUATION_VALUE, 3, 6) - 8.0 / 9);
  CHECK(of_list(found, WALD_THRESHOLD_EVALUATION_PAIR_P_ADJUSTED, 2, 3) >=
        of_list(found, WALD_THRESHOLD_EVALUATION_PAIR_P_VALUE, 2, 3));
  CHECK(wald_number(found, WALD_THRESHOLD_EVALUATION_TP, 0, &value) == WALD_ERROR_ARGUMENT);
  wald_destroy(found);

  /* Without thresholds the area alone; groups are units. */
  rows.groups = INTEGERS(ids, n);
  OK(wald_threshold_evaluation_create(labels, table, NULL, &rows, NULL, &found));
  OK(wald_number(found, WALD_THRESHOLD_EVALUATION_N_UNITS, 0, &value));
  EQUAL(value, 3);
  NEAR(of_list(found, WALD_THRESHOLD_EVALUATION_VALUE, 0, 2), 8.0 / 9);
  wald_destroy(found);

  OK(wald_options_set_texts(bad, "metrics", one, 1));
  BAD_ARGUMENT("thresholds is NULL: metric \"f1\" needs one per column of scores",
               wald_threshold_evaluation_create(labels, table, NULL, NULL, bad, &none));
  OK(wald_options_set_texts(bad, "metrics", none_such, 2));
  CHECK(wald_threshold_evaluation_create(labels, table, thresholds, NULL, bad, &none) == WALD_ERROR_FORMAT);
  BAD_ARGUMENT("thresholds[1] is NaN: must be a number",
               wald_threshold_evaluation_create(labels, table, DOUBLES(unknown, models), NULL, NULL, &none));
  BAD_ARGUMENT("thresholds has 1 rows: must have 2, one per column of scores",
               wald_threshold_evaluation_create(labels, table, DOUBLES(cut, 1), NULL, NULL, &none));
  BAD_ARGUMENT("scores[1][0] is NaN: must be a number",
               wald_threshold_evaluation_create(BYTES(y, 2), DOUBLES(with_nan, 2), NULL, NULL, NULL, &none));
  BAD_ARGUMENT("scores has 6 rows: must have 5",
               wald_threshold_evaluation_create(BYTES(y, 5), table, thresholds, NULL, NULL, &none));
  BAD_ARGUMENT("truth is NULL", wald_threshold_evaluation_create(NULL, table, thresholds, NULL, NULL, &none));
  BAD_ARGUMENT("scores is NULL", wald_threshold_evaluation_create(labels, NULL, thresholds, NULL, NULL, &none));
  BAD_ARGUMENT("out is NULL", wald_threshold_evaluation_create(labels, table, thresholds, NULL, NULL, NULL));
  BAD_ARGUMENT("reference is 2: must lie in [0, 1], the models",
               wald_threshold_evaluation_create(labels, table, thresholds, NULL,
                                                with("thresholds", "reference", "2", NULL), &none));
  CHECK(wald_threshold_evaluation_create(labels, table, thresholds, NULL, with("thresholds", "bins", "3", NULL), &none) ==
        WALD_ERROR_ARGUMENT);
  CHECK(none == UNTOUCHED);
  wald_destroy(asked);
  wald_destroy(bad);
}

void test_curves(void) {
  test_decision_curve();
  test_reliability();
  test_prevalence();
  test_fixed_thresholds();
}
