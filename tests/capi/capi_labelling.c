/* Which rows to label: a table that a hand follows, and each error. Rounds are compared by the conformance cases. */
#include "groups.h"

enum { n = 6 };

static const double chances[n] = {0.5, 0.1, 0.4, 0.2, 0.3, 0.0};

static wald_labelling *labelling(const char *quality, double target) {
  wald_labelling *out = NULL;
  OK(wald_labelling_create(DOUBLES(chances, n), quality, target, 0.9, 1, &out));
  return out;
}

static double labelling_number(const wald_labelling *of, wald_labelling_fact fact) {
  double value = NAN;
  OK(wald_number(of, fact, 0, &value));
  return value;
}

/* Six rows are too few to be sure of any by draws: until no more are left than may be events, all are labelled. */
static void test_values(void) {
  static const uint8_t events[n] = {1, 0, 0, 0, 0, 0};
  uint8_t answers[n], seen[n] = {0};
  int64_t rows[n], again[n], needed = 0, i;
  wald_labelling *of = labelling("accuracy", 0.8);
  EQUAL(labelling_number(of, WALD_LABELLING_N_ROWS), n);
  EQUAL(labelling_number(of, WALD_LABELLING_N_ALLOWED), 1);
  EQUAL(labelling_number(of, WALD_LABELLING_MAX_EVENTS), n);
  EQUAL(labelling_number(of, WALD_LABELLING_CUTOFF), 1);
  EQUAL(labelling_number(of, WALD_LABELLING_CERTIFIED), 0);
  OK(wald_labelling_next(of, 2, NULL, 0, &needed));
  EQUAL(needed, 2);
  OK(wald_labelling_next(of, 5, rows, n, &needed));
  EQUAL(needed, 2);
  rows[0] = rows[1];
  OK(wald_labelling_next(of, 1, again, 2, &needed));
  CHECK(needed == 2 && again[1] == rows[1] && again[0] != again[1]);
  again[0] = -1;
  OK(wald_labelling_next(of, 1, again, 1, &needed)); /* too small: nothing is written */
  CHECK(needed == 2 && again[0] == -1);
  while (labelling_number(of, WALD_LABELLING_CERTIFIED) == 0) {
    OK(wald_labelling_next(of, 2, rows, n, &needed));
    CHECK(needed >= 1 && needed <= 2);
    for (i = 0; i < needed; ++i) {
      CHECK(rows[i] >= 0 && rows[i] < n && !seen[rows[i]]);
      seen[rows[i]] = 1;
      answers[i] = events[rows[i]];
    }
    OK(wald_labelling_answer(of, BYTES(answers, needed), NULL));
  }
  CHECK(labelling_number(of, WALD_LABELLING_N_LABELLED) >= n - 1);
  CHECK(labelling_number(of, WALD_LABELLING_MAX_EVENTS) <= 1);
  EQUAL(labelling_number(of, WALD_LABELLING_N_EVENTS), seen[0]);
  CHECK(labelling_number(of, WALD_LABELLING_N_DRAWN) <= labelling_number(of, WALD_LABELLING_N_LABELLED));
  OK(wald_labelling_next(of, 2, NULL, 0, &needed));
  EQUAL(needed, 0);
  wald_destroy(of);
  wald_destroy(NULL);
  /* What may stay: of recall a share of what was found, of precision of the rows that stay. */
  of = labelling("recall", 0.5);
  EQUAL(labelling_number(of, WALD_LABELLING_N_ALLOWED), 0);
  wald_destroy(of);
  of = labelling("precision", 0.5);
  EQUAL(labelling_number(of, WALD_LABELLING_N_ALLOWED), 3);
  wald_destroy(of);
}

static void test_errors(void) {
  static const double beyond[2] = {0.5, 1.5}, high[n] = {0, 0, 0, 1.5};
  static const uint8_t wrong[2] = {0, 2}, right[2] = {0, 0};
  int64_t rows[n], needed = 0;
  double value = 0;
  wald_labelling *out = UNTOUCHED, *of;
  BAD_ARGUMENT("chances is NULL", wald_labelling_create(NULL, "recall", 0.9, 0.9, 0, &out));
  BAD_ARGUMENT("quality is NULL", wald_labelling_create(DOUBLES(chances, n), NULL, 0.9, 0.9, 0, &out));
  BAD_ARGUMENT("quality is \"recal\": did you mean \"recall\"? It must be one of accuracy, recall, precision",
               wald_labelling_create(DOUBLES(chances, n), "recal", 0.9, 0.9, 0, &out));
  BAD_ARGUMENT("rows is 0: there is no row to label",
               wald_labelling_create(DOUBLES(chances, 0), "recall", 0.9, 0.9, 0, &out));
  BAD_ARGUMENT("chances[1] is 1.5: must lie in [0, 1]",
               wald_labelling_create(DOUBLES(beyond, 2), "recall", 0.9, 0.9, 0, &out));
  BAD_ARGUMENT("min_quality is 0: must lie in (0, 1)",
               wald_labelling_create(DOUBLES(chances, n), "recall", 0, 0.9, 0, &out));
  BAD_ARGUMENT("certify is 1: must lie in (0, 1)",
               wald_labelling_create(DOUBLES(chances, n), "recall", 0.9, 1, 0, &out));
  BAD_ARGUMENT("out is NULL", wald_labelling_create(DOUBLES(chances, n), "recall", 0.9, 0.9, 0, NULL));
  CHECK(out == UNTOUCHED);
  of = labelling("recall", 0.9);
  BAD_ARGUMENT("labelling is NULL", wald_labelling_next(NULL, 1, rows, n, &needed));
  BAD_ARGUMENT("needed is NULL", wald_labelling_next(of, 1, rows, n, NULL));
  BAD_ARGUMENT("most is 0: must be at least 1", wald_labelling_next(of, 0, rows, n, &needed));
  BAD_ARGUMENT("events has 2 values: must be those of the 0 rows asked for",
               wald_labelling_answer(of, BYTES(wrong, 2), NULL));
  OK(wald_labelling_next(of, 2, rows, n, &needed));
  BAD_ARGUMENT("events[1] is 2: must be 0 or 1", wald_labelling_answer(of, BYTES(wrong, 2), NULL));
  BAD_ARGUMENT("chances has 2 elements: must have 6", wald_labelling_answer(of, BYTES(right, 2), DOUBLES(beyond, 2)));
  BAD_ARGUMENT("chances[3] is 1.5: must lie in [0, 1]", wald_labelling_answer(of, BYTES(right, 2), DOUBLES(high, n)));
  CHECK(labelling_number(of, WALD_LABELLING_N_LABELLED) == 0);
  BAD_ARGUMENT("events is NULL", wald_labelling_answer(of, NULL, NULL));
  BAD_ARGUMENT("labelling is NULL", wald_labelling_answer(NULL, BYTES(wrong, 2), NULL));
  BAD_ARGUMENT("value is NULL", wald_number(of, WALD_LABELLING_CERTIFIED, 0, NULL));
  BAD_ARGUMENT("object is NULL", wald_number(NULL, WALD_LABELLING_CERTIFIED, 0, &value));
  CHECK(wald_number(of, 99, 0, &value) == WALD_ERROR_ARGUMENT);
  EQUAL(labelling_number(of, WALD_LABELLING_N_LABELLED), 0); /* nothing was changed */
  wald_destroy(of);
}

void test_labelling(void) {
  test_values();
  test_errors();
}
