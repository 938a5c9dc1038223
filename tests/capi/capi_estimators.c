/* Estimators: feeding, what they know, merging, converting, drawing, saving. */
#include <stdlib.h>

#include "binary.h"
#include "groups.h"

/* Runs `...`, which must fail, and checks that `estimator` is as it was. */
#define LEAVES_AS_IT_WAS(estimator, ...)     \
  do {                                       \
    char *before = saved(estimator), *after; \
    __VA_ARGS__;                             \
    after = saved(estimator);                \
    TEXT(after, before);                     \
    free(before);                            \
    free(after);                             \
  } while (0)

static void test_create(void) {
  wald_estimator *estimator = UNTOUCHED;
  BAD_ARGUMENT("out is NULL", wald_estimator_create(WALD_INDEPENDENT, 0, NULL));
  BAD_ARGUMENT("kind is 4: must be WALD_INDEPENDENT (0), WALD_CATEGORICAL (1), WALD_JOINT (2) or WALD_COUNTS (3)",
               wald_estimator_create(4, 0, &estimator));
  BAD_ARGUMENT("kind is -1: must be WALD_INDEPENDENT (0), WALD_CATEGORICAL (1), WALD_JOINT (2) or WALD_COUNTS (3)",
               wald_estimator_create(-1, 0, &estimator));
  BAD_ARGUMENT("n_labels is 3: must be 0, since feeding an estimator of kind independent appends labels",
               wald_estimator_create(WALD_INDEPENDENT, 3, &estimator));
  BAD_ARGUMENT("n_labels is 0: a joint estimator has 1 to 2147483647 labels",
               wald_estimator_create(WALD_JOINT, 0, &estimator));
  BAD_ARGUMENT("n_labels is -1: a counts estimator has 1 to 2147483647 labels",
               wald_estimator_create(WALD_COUNTS, -1, &estimator));
  BAD_ARGUMENT("n_labels is 2147483648: a joint estimator has 1 to 2147483647 labels",
               wald_estimator_create(WALD_JOINT, INT64_C(2147483648), &estimator));
  CHECK(estimator == UNTOUCHED);
  wald_destroy(NULL);
}

static void test_feed_probabilities(void) {
  static const double p[] = {0.5, 9, 0.25, 9, 0.125};
  static const float narrow[] = {0.125f, 9, 0.25f, 9, 0.5f};
  static const double bad[] = {0.5, NAN, INFINITY, -0.25, 1.0000001};
  wald_estimator *e = empty(WALD_INDEPENDENT, 0), *exclusive = empty(WALD_CATEGORICAL, 0),
                 *other = empty(WALD_JOINT, 2);
  double out[6];
  int64_t n = -1, needed = -1;

  OK(wald_estimator_feed_probabilities(e, VECTOR(p, WALD_FLOAT64, 3, 2)));
  OK(wald_estimator_feed_probabilities(e, VECTOR(narrow + 4, WALD_FLOAT32, 3, -2))); /* backwards, in float */
  OK(wald_estimator_feed_probabilities(e, DOUBLES(NULL, 0)));
  n = estimator_number(e, WALD_ESTIMATOR_N_LABELS);
  EQUAL(n, 6);
  OK(wald_numbers(e, WALD_ESTIMATOR_MARGINALS, 0, out, 6, &needed));
  EQUAL(needed, 6);
  CHECK(out[0] == 0.5 && out[1] == 0.25 && out[2] == 0.125 && out[3] == 0.5 && out[4] == 0.25 && out[5] == 0.125);

  LEAVES_AS_IT_WAS(e, {
    BAD_ARGUMENT("estimator is NULL", wald_estimator_feed_probabilities(NULL, VECTOR(p, WALD_FLOAT64, 3, 2)));
    BAD_ARGUMENT("probabilities->data is NULL", wald_estimator_feed_probabilities(e, VECTOR(NULL, WALD_FLOAT64, 3, 2)));
    BAD_ARGUMENT("probabilities has -1 rows: must have at least 0",
                 wald_estimator_feed_probabilities(e, DOUBLES(p, -1)));
    BAD_ARGUMENT("probabilities->type is 2: must be WALD_FLOAT64 (0) or WALD_FLOAT32 (1)",
                 wald_estimator_feed_probabilities(e, VECTOR(p, 2, 3, 2)));
    BAD_ARGUMENT("probabilities[1] is nan: must lie in [0, 1]", wald_estimator_feed_probabilities(e, DOUBLES(bad, 5)));
    BAD_ARGUMENT("probabilities[1] is inf: must lie in [0, 1]",
                 wald_estimator_feed_probabilities(e, VECTOR(bad, WALD_FLOAT64, 2, 2)));
    BAD_ARGUMENT("probabilities[1] is -0.25: must lie in [0, 1]",
                 wald_estimator_feed_probabilities(e, VECTOR(bad, WALD_FLOAT64, 2, 3)));
    BAD_ARGUMENT("probabilities[0] is 1.0000001: must lie in [0, 1]",
                 wald_estimator_feed_probabilities(e, DOUBLES(bad + 4, 1)));
    BAD_ARGUMENT("n is 9223372036854775807: with the 6 labels held it is more than 2147483647",
                 wald_estimator_feed_probabilities(e, VECTOR(p, WALD_FLOAT64, INT64_MAX, 0)));
  });
  BAD_ARGUMENT("estimator is joint: probabilities feed an independent or categorical one",
               wald_estimator_feed_probabilities(other, DOUBLES(p, 1)));

  /* Exclusive labels: the sum over all calls counts; what rounding adds is scaled away. */
  OK(wald_estimator_feed_probabilities(exclusive, VECTOR(p, WALD_FLOAT64, 2, 2)));
  LEAVES_AS_IT_WAS(exclusive, {
    BAD_ARGUMENT("probabilities sum to 1.25: must sum to at most 1 for exclusive labels",
                 wald_estimator_feed_probabilities(exclusive, VECTOR(p, WALD_FLOAT64, 1, 2)));
    BAD_ARGUMENT("n is 2147483647: with the 2 labels held it is more than 2147483647",
                 wald_estimator_feed_probabilities(exclusive, VECTOR(p, WALD_FLOAT64, 2147483647, 0)));
  });
  {
    static const double rest[] = {0.2500005};
    OK(wald_estimator_feed_probabilities(exclusive, DOUBLES(rest, 1)));
    OK(wald_numbers(exclusive, WALD_ESTIMATOR_MARGINALS, 0, out, 6, &needed));
    NEAR(out[0] + out[1] + out[2], 1);
  }

  /* Back to empty. */
  OK(wald_clear(e));
  OK(wald_clear(exclusive));
  n = estimator_number(e, WALD_ESTIMATOR_N_LABELS);
  EQUAL(n, 0);
  OK(wald_estimator_feed_probabilities(exclusive, VECTOR(p, WALD_FLOAT64, 2, 2)));
  BAD_ARGUMENT("object is NULL", wald_clear(NULL));
  wald_destroy(e);
  wald_destroy(exclusive);
  wald_destroy(other);
}

static void test_feed_vectors(void) {
  static const uint8_t cells[] = {1, 0, 1, /**/ 0, 0, 0, /**/ 1, 1, 0};
  static const uint8_t bad[] = {1, 0, 2};
  static const double weights[] = {1, 2, 5}, wrong[] = {1, -1, NAN, INFINITY}, huge[] = {1e308, 1e308, 1};
  static const float narrow[] = {5, 9, 2, 9, 1};
  wald_estimator *e = empty(WALD_JOINT, 3), *turned = empty(WALD_JOINT, 3), *flat = empty(WALD_INDEPENDENT, 0);
  char *one, *two;

  OK(wald_estimator_feed_vectors(e, DENSE(MASK(cells, 3, 3)), DOUBLES(weights, 3)));
  /* The same rows from the last to the first, labels too, weights in float: the same content. */
  {
    static const uint8_t reversed[] = {0, 1, 1, /**/ 0, 0, 0, /**/ 1, 0, 1};
    OK(wald_estimator_feed_vectors(turned, DENSE(ARRAY(reversed + 8, WALD_UINT8, 3, 3, -3, -1)),
                                   VECTOR(narrow + 4, WALD_FLOAT32, 3, -2)));
  }
  one = saved(e), two = saved(turned);
  TEXT(two, one);
  free(one), free(two);
  OK(wald_estimator_feed_vectors(e, DENSE(MASK(NULL, 0, 3)), NULL));

  LEAVES_AS_IT_WAS(e, {
    BAD_ARGUMENT("estimator is NULL", wald_estimator_feed_vectors(NULL, DENSE(MASK(cells, 3, 3)), NULL));
    BAD_ARGUMENT("vectors->data is NULL", wald_estimator_feed_vectors(e, DENSE(MASK(NULL, 3, 3)), NULL));
    BAD_ARGUMENT("vectors has -1 rows: must have at least 0",
                 wald_estimator_feed_vectors(e, DENSE(MASK(cells, -1, 3)), NULL));
    BAD_ARGUMENT("n_labels is 2: the estimator has 3 labels",
                 wald_estimator_feed_vectors(e, DENSE(ARRAY(cells, WALD_UINT8, 3, 2, 3, 1)), NULL));
    BAD_ARGUMENT("vectors[0][2] is 2: must be 0 or 1", wald_estimator_feed_vectors(e, DENSE(MASK(bad, 1, 3)), NULL));
    BAD_ARGUMENT("weights->type is 5: must be WALD_FLOAT64 (0) or WALD_FLOAT32 (1)",
                 wald_estimator_feed_vectors(e, DENSE(MASK(cells, 3, 3)), VECTOR(weights, 5, 3, 1)));
    BAD_ARGUMENT("weights[1] is -1: must be finite and at least 0",
                 wald_estimator_feed_vectors(e, DENSE(MASK(cells, 3, 3)), DOUBLES(wrong, 3)));
    BAD_ARGUMENT("weights[1] is nan: must be finite and at least 0",
                 wald_estimator_feed_vectors(e, DENSE(MASK(cells, 2, 3)), VECTOR(wrong, WALD_FLOAT64, 2, 2)));
    BAD_ARGUMENT("weights[1] is inf: must be finite and at least 0",
                 wald_estimator_feed_vectors(e, DENSE(MASK(cells, 2, 3)), VECTOR(wrong, WALD_FLOAT64, 2, 3)));
    BAD_ARGUMENT("the weights sum to inf: must be finite",
                 wald_estimator_feed_vectors(e, DENSE(MASK(cells, 3, 3)), DOUBLES(huge, 3)));
  });
  BAD_ARGUMENT("estimator is independent: label vectors need a joint one",
               wald_estimator_feed_vectors(flat, DENSE(MASK(cells, 3, 3)), NULL));
  wald_destroy(e);
  wald_destroy(turned);
  wald_destroy(flat);
}

static void test_feed_sparse_vectors(void) {
  static const uint8_t cells[] = {1, 0, 1, /**/ 0, 0, 0, /**/ 1, 1, 0};
  static const double weights[] = {1, 2, 5};
  static const int64_t indptr[] = {0, 2, 2, 4}, indices[] = {2, 0, 0, 1};
  static const int32_t indptr_32[] = {1, 3, 3, 5}, indices_32[] = {7, 2, 0, 0, 1}; /* need not start at 0 */
  wald_estimator *dense = joint(cells, 3, 3, weights), *e = empty(WALD_JOINT, 3), *narrow = empty(WALD_JOINT, 3);
  char *one = saved(dense), *two;

  OK(wald_estimator_feed_vectors(e, COMPRESSED(SPARSE(indptr, indices, WALD_INT64, NULL, WALD_FLOAT64, 3, 3)),
                                 DOUBLES(weights, 3)));
  OK(wald_estimator_feed_vectors(
      narrow, COMPRESSED(SPARSE(indptr_32, indices_32, WALD_INT32, NULL, WALD_FLOAT64, 3, 3)), DOUBLES(weights, 3)));
  two = saved(e);
  TEXT(two, one);
  free(two);
  two = saved(narrow);
  TEXT(two, one);
  free(one), free(two);
  {
    static const int64_t none[] = {0, 0, 0};
    wald_estimator *zeros = empty(WALD_JOINT, 3);
    int64_t fed = -1;
    OK(wald_estimator_feed_vectors(zeros, COMPRESSED(SPARSE(none, NULL, WALD_INT64, NULL, WALD_FLOAT64, 2, 3)), NULL));
    fed = estimator_number(zeros, WALD_ESTIMATOR_N_FED);
    EQUAL(fed, 2);
    wald_destroy(zeros);
  }

  LEAVES_AS_IT_WAS(e, {
    static const int64_t down[] = {0, 3, 0};
    static const int64_t beyond[] = {0, 100, 2};
    static const int64_t below[] = {-1, 1};
    static const int64_t large[] = {0, 3};
    static const int64_t negative[] = {-1};
    static const int64_t twice[] = {1, 1};
    static const int64_t four[] = {0, 4};
    BAD_ARGUMENT("estimator is NULL",
                 wald_estimator_feed_vectors(
                     NULL, COMPRESSED(SPARSE(indptr, indices, WALD_INT64, NULL, WALD_FLOAT64, 3, 3)), NULL));
    BAD_ARGUMENT(
        "vectors->indptr is NULL",
        wald_estimator_feed_vectors(e, COMPRESSED(SPARSE(NULL, indices, WALD_INT64, NULL, WALD_FLOAT64, 3, 3)), NULL));
    BAD_ARGUMENT(
        "vectors->indices is NULL",
        wald_estimator_feed_vectors(e, COMPRESSED(SPARSE(indptr, NULL, WALD_INT64, NULL, WALD_FLOAT64, 3, 3)), NULL));
    BAD_ARGUMENT(
        "vectors->index_type is 1: must be WALD_INT64 (2) or WALD_INT32 (3)",
        wald_estimator_feed_vectors(e, COMPRESSED(SPARSE(indptr, indices, 1, NULL, WALD_FLOAT64, 3, 3)), NULL));
    BAD_ARGUMENT("vectors has -1 rows: must have at least 0",
                 wald_estimator_feed_vectors(
                     e, COMPRESSED(SPARSE(indptr, indices, WALD_INT64, NULL, WALD_FLOAT64, -1, 3)), NULL));
    BAD_ARGUMENT(
        "indptr[2] is 0: must be at least indptr[1] = 3",
        wald_estimator_feed_vectors(e, COMPRESSED(SPARSE(down, NULL, WALD_INT64, NULL, WALD_FLOAT64, 2, 3)), NULL));
    BAD_ARGUMENT("indptr[2] is 2: must be at least indptr[1] = 100", /* the indices are not read */
                 wald_estimator_feed_vectors(
                     e, COMPRESSED(SPARSE(beyond, indices, WALD_INT64, NULL, WALD_FLOAT64, 2, 3)), NULL));
    BAD_ARGUMENT(
        "indptr[0] is -1: must be at least 0",
        wald_estimator_feed_vectors(e, COMPRESSED(SPARSE(below, indices, WALD_INT64, NULL, WALD_FLOAT64, 1, 3)), NULL));
    BAD_ARGUMENT(
        "indices[1] is 3: must lie in [0, 2]",
        wald_estimator_feed_vectors(e, COMPRESSED(SPARSE(indptr, large, WALD_INT64, NULL, WALD_FLOAT64, 1, 3)), NULL));
    BAD_ARGUMENT("indices[0] is -1: must lie in [0, 2]",
                 wald_estimator_feed_vectors(
                     e, COMPRESSED(SPARSE(indptr, negative, WALD_INT64, NULL, WALD_FLOAT64, 1, 3)), NULL));
    BAD_ARGUMENT(
        "row 0 holds index 1 twice",
        wald_estimator_feed_vectors(e, COMPRESSED(SPARSE(indptr, twice, WALD_INT64, NULL, WALD_FLOAT64, 1, 3)), NULL));
    BAD_ARGUMENT(
        "row 0 has 4 indices: the estimator has 3 labels",
        wald_estimator_feed_vectors(e, COMPRESSED(SPARSE(four, indices, WALD_INT64, NULL, WALD_FLOAT64, 1, 3)), NULL));
  });
  wald_destroy(dense);
  wald_destroy(e);
  wald_destroy(narrow);
}

static void test_feed_counts(void) {
  /* Labels 0 and 1, s = 1, 2. */
  static const double table[] = {0.25, 0.125, 0.125, 0.125}, p_s[] = {0.375, 0.125};
  static const float turned[] = {0.125f, 0.125f, 0.125f, 0.25f}, p_s_float[] = {0.375f, 0.125f};
  wald_estimator *e = empty(WALD_COUNTS, 2), *other = empty(WALD_COUNTS, 2), *flat = empty(WALD_INDEPENDENT, 0);
  double out[8], value = -1;
  int64_t needed = -1;
  char *one, *two;

  OK(wald_estimator_feed_counts(e, TABLE(table, 2, 2), 0.5, DOUBLES(p_s, 2), 3));
  OK(wald_estimator_feed_counts(other, ARRAY(turned + 3, WALD_FLOAT32, 2, 2, -1, -2), 0.5, FLOATS(p_s_float, 2), 3));
  one = saved(e), two = saved(other);
  TEXT(two, one);
  free(one), free(two);

  EQUAL(estimator_number(e, WALD_ESTIMATOR_MAX_S), 2);
  OK(wald_numbers(e, WALD_ESTIMATOR_TABLE, 0, out, 8, &needed));
  EQUAL(needed, 4);
  EQUAL(estimator_number(e, WALD_ESTIMATOR_P_ZERO), 0.5);
  CHECK(out[0] == 0.25 && out[1] == 0.125 && out[2] == 0.125 && out[3] == 0.125);
  EQUAL(estimator_number(e, WALD_ESTIMATOR_TOTAL_WEIGHT), 3);

  /* The mean of two tables. */
  OK(wald_estimator_feed_counts(e, ARRAY(NULL, WALD_FLOAT64, 2, 0, 0, 0), 1, NULL, 1));
  OK(wald_numbers(e, WALD_ESTIMATOR_TABLE, 0, out, 4, NULL));
  EQUAL(estimator_number(e, WALD_ESTIMATOR_P_ZERO), 0.625);
  EQUAL(out[0], 0.1875);

  LEAVES_AS_IT_WAS(e, {
    static const double over[] = {0.5, 0.75, 0, 0};
    static const double nan[] = {0.25, 0.125, NAN, 0};
    static const double small[] = {0.25, 0.125};
    BAD_ARGUMENT("estimator is NULL", wald_estimator_feed_counts(NULL, TABLE(table, 2, 2), 0.5, NULL, 1));
    BAD_ARGUMENT("table->data is NULL", wald_estimator_feed_counts(e, TABLE(NULL, 2, 2), 0.5, NULL, 1));
    BAD_ARGUMENT("table->type is -1: must be WALD_FLOAT64 (0) or WALD_FLOAT32 (1)",
                 wald_estimator_feed_counts(e, ARRAY(table, -1, 2, 2, 2, 1), 0.5, NULL, 1));
    BAD_ARGUMENT("n_labels is 3: the estimator has 2 labels",
                 wald_estimator_feed_counts(e, TABLE(table, 3, 2), 0.5, NULL, 1));
    BAD_ARGUMENT("max_s is 3: must be at most n_labels = 2",
                 wald_estimator_feed_counts(e, ARRAY(table, WALD_FLOAT64, 2, 3, 2, 1), 0.5, NULL, 1));
    BAD_ARGUMENT("table has -1 columns: must have at least 0",
                 wald_estimator_feed_counts(e, ARRAY(table, WALD_FLOAT64, 2, -1, 2, 1), 0.5, NULL, 1));
    BAD_ARGUMENT("p_zero is 1.5: must lie in [0, 1]", wald_estimator_feed_counts(e, TABLE(table, 2, 2), 1.5, NULL, 1));
    BAD_ARGUMENT("p_zero is nan: must lie in [0, 1]", wald_estimator_feed_counts(e, TABLE(table, 2, 2), NAN, NULL, 1));
    BAD_ARGUMENT("weight is 0: must be finite and above 0",
                 wald_estimator_feed_counts(e, TABLE(table, 2, 2), 0.5, NULL, 0));
    BAD_ARGUMENT("weight is inf: must be finite and above 0",
                 wald_estimator_feed_counts(e, TABLE(table, 2, 2), 0.5, NULL, INFINITY));
    BAD_ARGUMENT("table[0] sums to 1.25: P(y_0 = 1) is at most 1",
                 wald_estimator_feed_counts(e, TABLE(over, 2, 2), 0, NULL, 1));
    BAD_ARGUMENT("table[1][0], which is P[1][s=1], is nan: must lie in [0, 1]",
                 wald_estimator_feed_counts(e, TABLE(nan, 2, 2), 0.5, NULL, 1));
    BAD_ARGUMENT("p_zero and p_s sum to 0.875: must sum to 1",
                 wald_estimator_feed_counts(e, TABLE(table, 2, 2), 0.5, DOUBLES(small, 2), 1));
    BAD_ARGUMENT("p_s[0] is 1.25: must lie in [0, 1]",
                 wald_estimator_feed_counts(e, ARRAY(table, WALD_FLOAT64, 2, 1, 2, 1), 0.5,
                                            DOUBLES((const double[]){1.25}, 1), 1));
  });
  BAD_ARGUMENT("estimator is independent: tables of counts need a counts one",
               wald_estimator_feed_counts(flat, TABLE(table, 2, 2), 0.5, NULL, 1));

  value = -1;
  BAD_ARGUMENT("estimator is independent: max_s is of a counts one; wald_estimator_to_counts converts",
               wald_number(flat, WALD_ESTIMATOR_MAX_S, 0, &value));
  EQUAL(value, -1);
  FAILS(WALD_ERROR_CAPACITY, "capacity is 3: out takes 4",
        wald_numbers(e, WALD_ESTIMATOR_TABLE, 0, out, 3, &needed));
  BAD_ARGUMENT("estimator is independent: the table P[i][s] is of a counts one; wald_estimator_to_counts converts",
               wald_numbers(flat, WALD_ESTIMATOR_TABLE, 0, out, 4, NULL));
  OK(wald_clear(e));
  BAD_ARGUMENT("estimator is empty: feed it at least one table of counts",
               wald_numbers(e, WALD_ESTIMATOR_TABLE, 0, out, 4, NULL));
  wald_destroy(e);
  wald_destroy(other);
  wald_destroy(flat);
}

static void test_getters(void) {
  static const uint8_t cells[] = {1, 0, 1, /**/ 0, 0, 0, /**/ 1, 1, 0, /**/ 1, 0, 1};
  static const double weights[] = {1, 2, 4, 1};
  wald_estimator *e = joint(cells, 4, 3, weights), *none = NULL, *fed_nothing = empty(WALD_JOINT, 3),
                 *counts = empty(WALD_COUNTS, 3);
  wald_kind kind = -1;
  int64_t n = -1, needed = -1;
  double weight = -1, out[5], probability = -1;
  uint8_t mask[5];

  kind = estimator_number(e, WALD_ESTIMATOR_KIND);
  EQUAL(kind, WALD_JOINT);
  n = estimator_number(e, WALD_ESTIMATOR_N_LABELS);
  EQUAL(n, 3);
  n = estimator_number(e, WALD_ESTIMATOR_N_FED);
  EQUAL(n, 4);
  weight = estimator_number(e, WALD_ESTIMATOR_TOTAL_WEIGHT);
  EQUAL(weight, 8);

  OK(wald_numbers(e, WALD_ESTIMATOR_MARGINALS, 0, NULL, 0, &needed));
  EQUAL(needed, 3);
  out[3] = 77;
  OK(wald_numbers(e, WALD_ESTIMATOR_MARGINALS, 0, out, 5, &needed));
  CHECK(out[0] == 0.75 && out[1] == 0.5 && out[2] == 0.25 && out[3] == 77);
  OK(wald_numbers(e, WALD_ESTIMATOR_SIZE_DISTRIBUTION, 0, NULL, 0, &needed));
  EQUAL(needed, 4);
  OK(wald_numbers(e, WALD_ESTIMATOR_SIZE_DISTRIBUTION, 0, out, 4, NULL));
  CHECK(out[0] == 0.25 && out[1] == 0 && out[2] == 0.75 && out[3] == 0);
  OK(wald_numbers(e, WALD_ESTIMATOR_MODE, 0, out, 4, &needed));
  EQUAL(needed, 3);
  CHECK(out[0] == 1 && out[1] == 1 && out[2] == 0);
  OK(wald_number(e, WALD_ESTIMATOR_MODE_PROBABILITY, 0, &probability));
  EQUAL(probability, 0.5);

  out[0] = 77;
  needed = -1;
  FAILS(WALD_ERROR_CAPACITY, "capacity is 2: out takes 3",
        wald_numbers(e, WALD_ESTIMATOR_MARGINALS, 0, out, 2, &needed));
  EQUAL(needed, 3);
  FAILS(WALD_ERROR_CAPACITY, "capacity is 3: out takes 4",
        wald_numbers(e, WALD_ESTIMATOR_SIZE_DISTRIBUTION, 0, out, 3, &needed));
  EQUAL(needed, 4);
  FAILS(WALD_ERROR_CAPACITY, "capacity is 2: out takes 3", wald_numbers(e, WALD_ESTIMATOR_MODE, 0, out, 2, &needed));
  EQUAL(out[0], 77);

  BAD_ARGUMENT("object is NULL", wald_numbers(none, WALD_ESTIMATOR_MARGINALS, 0, out, 5, &needed));
  BAD_ARGUMENT("out is NULL", wald_numbers(e, WALD_ESTIMATOR_MARGINALS, 0, NULL, 5, &needed));
  BAD_ARGUMENT("needed is NULL", wald_numbers(e, WALD_ESTIMATOR_MARGINALS, 0, NULL, 0, NULL));
  BAD_ARGUMENT("capacity is -1: must be at least 0",
               wald_numbers(e, WALD_ESTIMATOR_MARGINALS, 0, out, -1, &needed));
  BAD_ARGUMENT("object is NULL", wald_numbers(none, WALD_ESTIMATOR_SIZE_DISTRIBUTION, 0, out, 5, &needed));
  BAD_ARGUMENT("out is NULL", wald_numbers(e, WALD_ESTIMATOR_SIZE_DISTRIBUTION, 0, NULL, 5, &needed));

  /* Where there is nothing to give, asking for the size says so too. */
  BAD_ARGUMENT("estimator is empty: feed it at least one label vector",
               wald_numbers(fed_nothing, WALD_ESTIMATOR_MARGINALS, 0, out, 5, &needed));
  BAD_ARGUMENT("estimator is empty: feed it at least one label vector",
               wald_numbers(fed_nothing, WALD_ESTIMATOR_SIZE_DISTRIBUTION, 0, NULL, 0, &needed));
  BAD_ARGUMENT("estimator is empty: feed it at least one label vector",
               wald_numbers(fed_nothing, WALD_ESTIMATOR_MODE, 0, NULL, 0, &needed));
  BAD_ARGUMENT("estimator is empty: feed it at least one label vector",
               wald_number(fed_nothing, WALD_ESTIMATOR_MODE_PROBABILITY, 0, &probability));
  n = estimator_number(fed_nothing, WALD_ESTIMATOR_N_FED);
  EQUAL(n, 0);
  weight = estimator_number(fed_nothing, WALD_ESTIMATOR_TOTAL_WEIGHT);
  EQUAL(weight, 0);

  /* Counts: no mode, no draws; P(s) only if it is known. */
  {
    static const double table[] = {0.5, 0.25, 0.125};
    OK(wald_estimator_feed_counts(counts, TABLE(table, 3, 1), 0.5, NULL, 1));
    FAILS(WALD_ERROR_UNSUPPORTED,
          "a counts estimator has no mode: P[i][s] and P(0) do not determine the joint distribution",
          wald_numbers(counts, WALD_ESTIMATOR_MODE, 0, out, 5, &needed));
    FAILS(WALD_ERROR_UNSUPPORTED,
          "a counts estimator has no label vectors to draw: P[i][s] and P(0) do not determine the joint distribution",
          wald_estimator_draw(counts, NULL, MASK(mask, 1, 3)));
    FAILS(WALD_ERROR_UNSUPPORTED,
          "the distribution of s needs P(s), which was not fed (p_s), and the table does not give it: P(0) + sum_i,s "
          "P[i][s]/s is 1.375, not 1",
          wald_numbers(counts, WALD_ESTIMATOR_SIZE_DISTRIBUTION, 0, out, 5, &needed));
  }
  wald_destroy(counts);
  wald_destroy(fed_nothing);
  wald_destroy(e);
}

static void test_copy_and_convert(void) {
  static const double p[] = {0.5, 0.25};
  wald_estimator *e = independent(p, 2), *copy = NULL, *counts = NULL, *none = UNTOUCHED,
                 *nothing = empty(WALD_COUNTS, 2);
  wald_estimator *flat = empty(WALD_INDEPENDENT, 0);
  double out[4], p_zero = 0;
  char *one, *two;

  OK(wald_copy(e, &copy));
  OK(wald_clear(e)); /* the copy is its own */
  one = saved(copy);
  OK(wald_estimator_feed_probabilities(e, DOUBLES(p, 2)));
  two = saved(e);
  TEXT(one, two);
  free(one), free(two);

  OK(wald_estimator_to_counts(e, &counts));
  OK(wald_numbers(counts, WALD_ESTIMATOR_TABLE, 0, out, 4, NULL));
  p_zero = estimator_number(counts, WALD_ESTIMATOR_P_ZERO);
  CHECK(out[0] == 0.375 && out[1] == 0.125 && out[2] == 0.125 && out[3] == 0.125 && p_zero == 0.375);

  BAD_ARGUMENT("object is NULL", wald_copy(NULL, &none));
  BAD_ARGUMENT("out is NULL", wald_copy(e, NULL));
  BAD_ARGUMENT("estimator is NULL", wald_estimator_to_counts(NULL, &none));
  BAD_ARGUMENT("out is NULL", wald_estimator_to_counts(e, NULL));
  BAD_ARGUMENT("n_labels is 0: must be at least 1; an estimator must be fed the probability of each label",
               wald_estimator_to_counts(flat, &none));
  BAD_ARGUMENT("estimator is empty: feed it at least one table of counts", wald_estimator_to_counts(nothing, &none));
  CHECK(none == UNTOUCHED);
  wald_destroy(flat);
  wald_destroy(nothing);
  wald_destroy(counts);
  wald_destroy(copy);
  wald_destroy(e);
}

static void test_merge(void) {
  static const uint8_t cells[] = {1, 0, 1, /**/ 0, 1, 0, /**/ 1, 1, 0, /**/ 0, 0, 0};
  static const double weights[] = {0.1, 0.3, 0.7, 1e-9};
  wald_estimator *whole = joint(cells, 4, 3, weights), *parts[4], *smaller = empty(WALD_JOINT, 2),
                 *counts = empty(WALD_COUNTS, 3), *flat = independent(weights, 2);
  static const int orders[][4] = {{0, 1, 2, 3}, {3, 2, 1, 0}, {2, 0, 3, 1}};
  wald_metric *f1 = metric_named("f1");
  wald_decision *decision = new_decision();
  double first = 0, value = 0;
  char *text = saved(whole), *merged;
  int order, i;

  for (i = 0; i < 4; ++i) parts[i] = joint(cells + 3 * i, 1, 3, weights + i);
  OK(wald_decide(f1, whole, NULL, decision));
  first = decision_number(decision, 0, WALD_DECISION_EXPECTED);
  for (order = 0; order < 3; ++order) {
    wald_estimator *sum = empty(WALD_JOINT, 3);
    for (i = 0; i < 4; ++i) OK(wald_merge(sum, parts[orders[order][i]]));
    merged = saved(sum);
    TEXT(merged, text);
    free(merged);
    OK(wald_decide(f1, sum, NULL, decision));
    value = decision_number(decision, 0, WALD_DECISION_EXPECTED);
    EQUAL(value, first);
    wald_destroy(sum);
  }
  free(text);

  /* With itself: every weight twice. */
  OK(wald_merge(parts[0], parts[0]));
  value = estimator_number(parts[0], WALD_ESTIMATOR_TOTAL_WEIGHT);
  NEAR(value, 0.2);

  LEAVES_AS_IT_WAS(whole, {
    BAD_ARGUMENT("object is NULL", wald_merge(NULL, whole));
    BAD_ARGUMENT("other is NULL", wald_merge(whole, NULL));
    BAD_ARGUMENT("the other estimator has 2 labels: this one has 3", wald_merge(whole, smaller));
    FAILS(WALD_ERROR_UNSUPPORTED, "a joint estimator merges with a joint one: the other is counts",
          wald_merge(whole, counts));
  });
  FAILS(WALD_ERROR_UNSUPPORTED,
        "estimators of kind independent do not merge: averaging marginals is not the mixture of the distributions; "
        "convert both to counts, or merge joint estimators",
        wald_merge(flat, flat));

  /* Counts: the weighted mean, whatever the order. */
  {
    static const double tables[3][3] = {{0.25, 0.5, 0.25}, {0.125, 0, 0.5}, {0, 1, 0}};
    static const double zero[] = {0, 0.375, 0}, of_one[] = {1, 0.625, 1}, w[] = {0.5, 2, 1.5};
    static const int ways[][3] = {{0, 1, 2}, {2, 1, 0}, {1, 2, 0}};
    char *texts[3];
    for (order = 0; order < 3; ++order) {
      wald_estimator *sum = empty(WALD_COUNTS, 3);
      for (i = 0; i < 3; ++i) {
        const int t = ways[order][i];
        wald_estimator *one = empty(WALD_COUNTS, 3);
        OK(wald_estimator_feed_counts(one, TABLE(tables[t], 3, 1), zero[t], DOUBLES(of_one + t, 1), w[t]));
        OK(wald_merge(sum, one));
        wald_destroy(one);
      }
      texts[order] = saved(sum);
      value = estimator_number(sum, WALD_ESTIMATOR_TOTAL_WEIGHT);
      EQUAL(value, 4);
      wald_destroy(sum);
    }
    TEXT(texts[1], texts[0]);
    TEXT(texts[2], texts[0]);
    for (i = 0; i < 3; ++i) free(texts[i]);
  }

  for (i = 0; i < 4; ++i) wald_destroy(parts[i]);
  wald_destroy(decision);
  wald_destroy(f1);
  wald_destroy(flat);
  wald_destroy(counts);
  wald_destroy(smaller);
  wald_destroy(whole);
}

#define SEED(text) with("decisions", "seed", text, NULL)

static void test_draw(void) {
  static const double p[] = {0.5, 0.25, 1, 0};
  enum { draws = 4000 };
  static uint8_t first[draws * 4], turned[draws * 4];
  wald_estimator *e = independent(p, 4), *nothing = empty(WALD_CATEGORICAL, 0);
  double sums[4] = {0, 0, 0, 0};
  int i, j, same = 1;

  OK(wald_estimator_draw(e, SEED("7"), ARRAY(first, WALD_UINT8, draws, 4, 4, 1)));
  OK(wald_estimator_draw(
      e, SEED("7"),
      ARRAY(turned + 4 * draws - 1, WALD_UINT8, draws, 4, -1, -draws))); /* labels then rows, both backwards */
  for (i = 0; i < draws; ++i)
    for (j = 0; j < 4; ++j) {
      CHECK(first[4 * i + j] <= 1);
      sums[j] += first[4 * i + j];
      same = same && first[4 * i + j] == turned[4 * draws - 1 - i - j * draws];
    }
  CHECK(same);
  CHECK(fabs(sums[0] / draws - 0.5) < 0.05 && fabs(sums[1] / draws - 0.25) < 0.05);
  CHECK(sums[2] == draws && sums[3] == 0);
  OK(wald_estimator_draw(e, SEED("8"), ARRAY(turned, WALD_UINT8, draws, 4, 4, 1)));
  CHECK(memcmp(first, turned, sizeof first) != 0);
  OK(wald_estimator_draw(e, SEED("8"), ARRAY(NULL, WALD_UINT8, 0, 4, 4, 1)));

  BAD_ARGUMENT("estimator is NULL", wald_estimator_draw(NULL, SEED("0"), ARRAY(first, WALD_UINT8, 1, 4, 4, 1)));
  BAD_ARGUMENT("out->data is NULL", wald_estimator_draw(e, SEED("0"), ARRAY(NULL, WALD_UINT8, 1, 4, 4, 1)));
  BAD_ARGUMENT("out has -1 rows: must have at least 0",
               wald_estimator_draw(e, SEED("0"), ARRAY(first, WALD_UINT8, -1, 3, 4, 1)));
  BAD_ARGUMENT("n_labels is 0: must be at least 1; an estimator must be fed the probability of each label",
               wald_estimator_draw(nothing, SEED("0"), ARRAY(first, WALD_UINT8, 1, 4, 4, 1)));
  wald_destroy(nothing);
  wald_destroy(e);
}

void test_estimators(void) {
  test_create();
  test_feed_probabilities();
  test_feed_vectors();
  test_feed_sparse_vectors();
  test_feed_counts();
  test_getters();
  test_copy_and_convert();
  test_merge();
  test_draw();
}

/* ---- Saved state ---- */

static void round_trip(wald_estimator *estimator) {
  char *text = saved(estimator), *again, *buffer;
  int64_t needed = 0, length = (int64_t)strlen(text), cut;
  wald_estimator *loaded = NULL, *none = UNTOUCHED;

  OK(wald_load(WALD_OBJECT_ESTIMATOR, text, length, &loaded));
  again = saved(loaded);
  TEXT(again, text);
  free(again);
  wald_destroy(loaded);

  SAME_IN_BINARY(estimator, WALD_OBJECT_ESTIMATOR, estimator);
  buffer = malloc((size_t)length);
  memset(buffer, 'x', (size_t)length);
  CHECK(wald_save(estimator, WALD_TEXT, buffer, length - 1, &needed) == WALD_ERROR_CAPACITY);
  EQUAL(needed, length);
  CHECK(buffer[0] == 'x');
  free(buffer);

  /* Every truncation is refused; only the last newline may go. */
  for (cut = 0; cut < length - 1; ++cut) CHECK(wald_load(WALD_OBJECT_ESTIMATOR, text, cut, &none) == WALD_ERROR_FORMAT);
  /* Every single byte changed to a few others: an error or an estimator that can be saved again, never worse. */
  for (cut = 0; cut < length; ++cut) {
    static const char bytes[] = {'0', '9', '-', ',', ']', '}', '"', 'e', '.', ' ', '\0', '\xFF'};
    const char kept = text[cut];
    size_t b;
    for (b = 0; b < sizeof bytes; ++b) {
      text[cut] = bytes[b];
      loaded = NULL;
      if (wald_load(WALD_OBJECT_ESTIMATOR, text, length, &loaded) == WALD_OK) {
        again = saved(loaded);
        free(again);
        wald_destroy(loaded);
      } else {
        CHECK(strncmp(wald_last_error(), "saved estimator: ", 17) == 0);
      }
    }
    text[cut] = kept;
  }
  CHECK(none == UNTOUCHED);
  free(text);
}

void test_saved_state(void) {
  static const double p[] = {0.1, 1, 0, 0.3, 5e-324}, table[] = {0.25, 0.1, 0.125, 0.1}, p_s[] = {0.3, 0.1};
  static const uint8_t cells[] = {1, 0, 1, /**/ 0, 1, 0, /**/ 1, 1, 0, /**/ 0, 0, 0};
  static const double weights[] = {0.1, 0.3, 1e300, 1e-9};
  wald_estimator *estimators[8];
  wald_estimator *none = UNTOUCHED;
  char buffer[4];
  int64_t needed = -1;
  size_t i;

  estimators[0] = independent(p, 5);
  estimators[1] = categorical(p + 2, 3);
  estimators[2] = joint(cells, 4, 3, weights);
  estimators[3] = empty(WALD_COUNTS, 2);
  OK(wald_estimator_feed_counts(estimators[3], TABLE(table, 2, 2), 0.6, DOUBLES(p_s, 2), 0.3));
  OK(wald_estimator_feed_counts(estimators[3], TABLE(table, 2, 2), 0.6, DOUBLES(p_s, 2), 0.7));
  estimators[4] = empty(WALD_COUNTS, 2);
  OK(wald_estimator_feed_counts(estimators[4], TABLE(table, 2, 2), 0.6, NULL, 1));
  estimators[5] = empty(WALD_JOINT, 7);
  estimators[6] = empty(WALD_COUNTS, 7);
  estimators[7] = empty(WALD_CATEGORICAL, 0);
  for (i = 0; i < 8; ++i) round_trip(estimators[i]);

  BAD_ARGUMENT("object is NULL", wald_save(NULL, WALD_TEXT, buffer, 4, &needed));
  BAD_ARGUMENT("buffer is NULL", wald_save(estimators[0], WALD_TEXT, NULL, 4, &needed));
  BAD_ARGUMENT("needed is NULL", wald_save(estimators[0], WALD_TEXT, NULL, 0, NULL));
  BAD_ARGUMENT("text is NULL", wald_load(WALD_OBJECT_ESTIMATOR, NULL, 4, &none));
  BAD_ARGUMENT("length is -1: must be at least 0", wald_load(WALD_OBJECT_ESTIMATOR, "{}", -1, &none));
  BAD_ARGUMENT("out is NULL", wald_load(WALD_OBJECT_ESTIMATOR, "{}", 2, NULL));
  FAILS(WALD_ERROR_FORMAT, "saved estimator: \"wald\" is missing", wald_load(WALD_OBJECT_ESTIMATOR, "{}", 2, &none));
  FAILS(WALD_ERROR_FORMAT,
        "saved estimator: parse error at line 1, column 1: syntax error while parsing value - unexpected end of input; "
        "expected '[', '{', or a literal",
        wald_load(WALD_OBJECT_ESTIMATOR, NULL, 0, &none));
  CHECK(none == UNTOUCHED);
  for (i = 0; i < 8; ++i) wald_destroy(estimators[i]);
}
