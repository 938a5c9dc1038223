/* Learners and calibration: every function of the sections, its errors, and that a failed call changes nothing. The
 * values are compared with a plain reference by the conformance cases. */
#include <stdlib.h>

#include "binary.h"
#include "groups.h"

enum { n = 6, d = 2, m = 3 };
static const double table[n * d] = {0, 0, 0, 1, 1, 0, 1, 1, 2, 0.5, 2, 1};
static const uint8_t labels[n * m] = {1, 0, 0, 1, 0, 0, 0, 1, 0, 0, 1, 1, 0, 1, 1, 1, 0, 1};
static const int64_t classes[n] = {0, 0, 1, 1, 2, 2};

static wald_dataset *features(void) {
  wald_dataset *out = NULL;
  OK(wald_dataset_create(DENSE(TABLE(table, n, d)), &out));
  return out;
}
static wald_dataset *labelled(void) {
  wald_dataset *out = features();
  OK(SET_LABELS(out, DENSE(MASK(labels, n, m))));
  return out;
}
/* The two nearest rows, whatever else there is. */
static wald_options *two_neighbours(void) {
  wald_options *out = new_options("learners");
  OK(wald_options_set_number(out, "neighbours", 2));
  set(out, "scaling", "none");
  set(out, "neighbour_metric", "euclidean");
  set(out, "neighbour_weights", "uniform");
  return out;
}
static wald_learner *fitted(void) {
  wald_dataset *dataset = labelled();
  wald_options *options = two_neighbours();
  wald_learner *out = NULL;
  OK(wald_learner_fit("neighbours", dataset, options, &out));
  wald_destroy(options);
  wald_destroy(dataset);
  return out;
}

static void shape_is(const wald_dataset *dataset, int64_t rows, int64_t columns, int64_t targets, wald_task task) {
  EQUAL(dataset_number(dataset, WALD_DATASET_N_ROWS), rows);
  EQUAL(dataset_number(dataset, WALD_DATASET_N_FEATURES), columns);
  EQUAL(dataset_number(dataset, WALD_DATASET_N_LABELS), targets);
  EQUAL(dataset_number(dataset, WALD_DATASET_TASK), task);
}

static void test_dataset(void) {
  static const double infinite_table[] = {0, INFINITY};
  static const float narrow[] = {0.5f, -1};
  static const int64_t indptr[] = {0, 1, 3}, twice[] = {0, 0, 2}, indices[] = {1, 1, 0}, same[] = {1, 1};
  static const int64_t falling[] = {2, 1, 0}, high[] = {0, 2, 1};
  static const int32_t narrow_indptr[] = {0, 1, 2}, narrow_indices[] = {0, 1};
  static const double values[] = {1, 2, 3};
  wald_dataset *dataset = UNTOUCHED;

  BAD_ARGUMENT("features->data is NULL", wald_dataset_create(DENSE(TABLE(NULL, n, d)), &dataset));
  BAD_ARGUMENT("features has -1 rows: must have at least 0", wald_dataset_create(DENSE(TABLE(table, -1, d)), &dataset));
  BAD_ARGUMENT("features has -1 columns: must have at least 0",
               wald_dataset_create(DENSE(ARRAY(table, WALD_FLOAT64, n, -1, d, 1)), &dataset));
  BAD_ARGUMENT("features->type is 7: must be WALD_FLOAT64 (0) or WALD_FLOAT32 (1)",
               wald_dataset_create(DENSE(ARRAY(table, 7, n, d, d, 1)), &dataset));
  BAD_ARGUMENT("features[0][1] is inf: must be at most 1e100 in absolute value",
               wald_dataset_create(DENSE(TABLE(infinite_table, 1, 2)), &dataset));
  BAD_ARGUMENT("out is NULL", wald_dataset_create(DENSE(TABLE(table, n, d)), NULL));
  CHECK(dataset == UNTOUCHED);
  wald_destroy(NULL);

  OK(wald_dataset_create(DENSE(TABLE(NULL, 0, d)), &dataset)); /* no rows */
  shape_is(dataset, 0, d, 0, WALD_TASK_NONE);
  wald_destroy(dataset);
  OK(wald_dataset_create(DENSE(ARRAY(narrow, WALD_FLOAT32, 1, 2, 2, 1)), &dataset));
  shape_is(dataset, 1, 2, 0, WALD_TASK_NONE);
  wald_destroy(dataset);

  dataset = UNTOUCHED;
  BAD_ARGUMENT(
      "features->indptr is NULL",
      wald_dataset_create(COMPRESSED(SPARSE(NULL, indices, WALD_INT64, values, WALD_FLOAT64, 2, 2)), &dataset));
  BAD_ARGUMENT("features->indices is NULL",
               wald_dataset_create(COMPRESSED(SPARSE(indptr, NULL, WALD_INT64, values, WALD_FLOAT64, 2, 2)), &dataset));
  BAD_ARGUMENT(
      "features->values is NULL",
      wald_dataset_create(COMPRESSED(SPARSE(indptr, indices, WALD_INT64, NULL, WALD_FLOAT64, 2, 2)), &dataset));
  BAD_ARGUMENT(
      "features has 0 columns: must have at least 1",
      wald_dataset_create(COMPRESSED(SPARSE(indptr, indices, WALD_INT64, values, WALD_FLOAT64, 2, 0)), &dataset));
  BAD_ARGUMENT("features->index_type is 5: must be WALD_INT64 (2) or WALD_INT32 (3)",
               wald_dataset_create(COMPRESSED(SPARSE(indptr, indices, 5, values, WALD_FLOAT64, 2, 2)), &dataset));
  CHECK(wald_dataset_create(COMPRESSED(SPARSE(falling, indices, WALD_INT64, values, WALD_FLOAT64, 2, 2)), &dataset) ==
        WALD_ERROR_ARGUMENT);
  CHECK(wald_dataset_create(COMPRESSED(SPARSE(indptr, high, WALD_INT64, values, WALD_FLOAT64, 2, 2)), &dataset) ==
        WALD_ERROR_ARGUMENT);
  BAD_ARGUMENT("row 1 holds index 1 twice",
               wald_dataset_create(COMPRESSED(SPARSE(twice, same, WALD_INT64, values, WALD_FLOAT64, 2, 2)), &dataset));
  CHECK(dataset == UNTOUCHED);
  OK(wald_dataset_create(COMPRESSED(SPARSE(indptr, indices, WALD_INT64, values, WALD_FLOAT64, 2, 2)), &dataset));
  shape_is(dataset, 2, 2, 0, WALD_TASK_NONE);
  OK(SET_LABELS(dataset, COMPRESSED(SPARSE(narrow_indptr, narrow_indices, WALD_INT32, NULL, WALD_FLOAT64, 2, 4))));
  shape_is(dataset, 2, 2, 4, WALD_TASK_LABELS);
  BAD_ARGUMENT("labels has 3 rows: the dataset has 2",
               SET_LABELS(dataset, COMPRESSED(SPARSE(narrow_indptr, narrow_indices, WALD_INT32, NULL, WALD_FLOAT64, 3, 4))));
  CHECK(SET_LABELS(dataset, COMPRESSED(SPARSE(narrow_indptr, narrow_indices, WALD_INT32, NULL,
                                                           WALD_FLOAT64, 2, 1))) == WALD_ERROR_ARGUMENT);
  shape_is(dataset, 2, 2, 4, WALD_TASK_LABELS); /* as it was */

  wald_destroy(dataset);
}

static void test_targets(void) {
  static const uint8_t two[] = {0, 1, 2, 0, 0, 0};
  static const int64_t few[] = {0, 1, 2, 3, 0, 1};
  static const double weights[] = {1, 2, 0, 1, 1, 1}, negative[] = {1, 1, -1, 1, 1, 1};
  static const double marginals[n] = {0, 0.5, 1, 0.25, 0.75, 1}, high[n] = {0, 0, 0, 1.5, 0, 0};
  static const int64_t groups[] = {INT64_MIN, 7, 7, INT64_MAX, 7, INT64_MIN}, alike[] = {7, 7, 7, 7, 7, 7};
  static const double known[4 * n] = {0.5, 0.25, 1};
  wald_dataset *dataset = features(), *none = NULL;
  wald_learner *learner;

  BAD_ARGUMENT("dataset is NULL", SET_LABELS(none, DENSE(MASK(labels, n, m))));
  BAD_ARGUMENT("labels->data is NULL", SET_LABELS(dataset, DENSE(MASK(NULL, n, m))));
  BAD_ARGUMENT("labels has 5 rows: the dataset has 6", SET_LABELS(dataset, DENSE(MASK(labels, 5, m))));
  BAD_ARGUMENT("labels has 0 columns: must have at least 1",
               SET_LABELS(dataset, DENSE(ARRAY(labels, WALD_UINT8, n, 0, m, 1))));
  BAD_ARGUMENT("labels[2][0] is 2: must be 0 or 1", SET_LABELS(dataset, DENSE(MASK(two, n, 1))));
  shape_is(dataset, n, d, 0, WALD_TASK_NONE);
  OK(SET_LABELS(dataset, DENSE(MASK(labels, n, m))));
  shape_is(dataset, n, d, m, WALD_TASK_LABELS);
  BAD_ARGUMENT("classes->data is NULL", SET_CLASSES(dataset, INTEGERS(NULL, n), 3));
  BAD_ARGUMENT("classes[3] is 3: must lie in [0, 2]", SET_CLASSES(dataset, INTEGERS(few, n), 3));
  BAD_ARGUMENT("n_classes is 1: must be at least 2", SET_CLASSES(dataset, INTEGERS(classes, n), 1));
  shape_is(dataset, n, d, m, WALD_TASK_LABELS);
  OK(SET_CLASSES(dataset, INTEGERS(classes, n), 4));
  shape_is(dataset, n, d, 4, WALD_TASK_CLASSES);

  BAD_ARGUMENT("weights[2] is -1: must be finite and at least 0",
               SET_WEIGHTS(dataset, DOUBLES(negative, n)));
  BAD_ARGUMENT("weights has 2 rows: the dataset has 6", SET_WEIGHTS(dataset, DOUBLES(weights, 2)));
  OK(SET_WEIGHTS(dataset, DOUBLES(weights, n)));

  BAD_ARGUMENT("dataset is NULL", SET_GROUPS(none, INTEGERS(groups, n)));
  BAD_ARGUMENT("groups has 2 rows: the dataset has 6", SET_GROUPS(dataset, INTEGERS(groups, 2)));
  OK(SET_GROUPS(dataset, INTEGERS(alike, n)));
  BAD_ARGUMENT("groups are all 7 where weights are above 0: two at least are needed, to leave one out",
               wald_learner_fit("br", dataset, NULL, &learner));
  OK(SET_GROUPS(dataset, INTEGERS(groups, n)));
  OK(wald_learner_fit("br", dataset, NULL, &learner));
  wald_destroy(learner);

  BAD_ARGUMENT("marginals[3][0] is 1.5: must lie in [0, 1]", SET_MARGINALS(dataset, TABLE(high, n, 1)));
  BAD_ARGUMENT("marginals has 2 rows: the dataset has 6", SET_MARGINALS(dataset, TABLE(marginals, 2, 1)));
  BAD_ARGUMENT("marginals has 0 columns: must have at least 1",
               SET_MARGINALS(dataset, ARRAY(marginals, WALD_FLOAT64, n, 0, 1, 1)));
  OK(SET_MARGINALS(dataset, TABLE(marginals, n, 1)));

  /* Several at once: what fails changes nothing, and NULL leaves what was there. */
  BAD_ARGUMENT("labels and classes are both given: must be one of them",
               wald_dataset_set(dataset, DENSE(MASK(labels, n, m)), INTEGERS(classes, n), 4, NULL, NULL, NULL));
  BAD_ARGUMENT("n_classes is 4 without classes: must be 0",
               wald_dataset_set(dataset, DENSE(MASK(labels, n, m)), NULL, 4, NULL, NULL, NULL));
  BAD_ARGUMENT("groups has 2 rows: the dataset has 6",
               wald_dataset_set(dataset, DENSE(MASK(labels, n, m)), NULL, 0, DOUBLES(weights, n), INTEGERS(groups, 2),
                                TABLE(known, n, m)));
  shape_is(dataset, n, d, 4, WALD_TASK_CLASSES);
  OK(SET_GROUPS(dataset, INTEGERS(alike, n)));
  OK(wald_dataset_set(dataset, NULL, NULL, 0, NULL, NULL, TABLE(known, n, 4)));
  BAD_ARGUMENT("groups are all 7 where weights are above 0: two at least are needed, to leave one out",
               wald_learner_fit("br", dataset, NULL, &learner));
  BAD_ARGUMENT("weights->data is NULL", SET_WEIGHTS(dataset, DOUBLES(NULL, n)));
  OK(wald_dataset_set(dataset, NULL, NULL, 0, DOUBLES(NULL, 0), INTEGERS(NULL, 0), TABLE(NULL, 0, 1)));
  OK(wald_learner_fit("br", dataset, NULL, &learner)); /* taken back */
  wald_destroy(learner);
  OK(wald_dataset_set(dataset, DENSE(MASK(labels, n, m)), NULL, 0, DOUBLES(weights, n), INTEGERS(groups, n),
                      TABLE(known, n, m)));
  shape_is(dataset, n, d, m, WALD_TASK_LABELS);
  OK(wald_learner_fit("br", dataset, NULL, &learner));
  wald_destroy(learner);
  wald_destroy(dataset);
}

static int32_t stop_at_once(double fraction, void *user) {
  (void)fraction;
  ++*(int *)user;
  return 1;
}

static void test_how_to_fit(void) {
  static const double orders[] = {2, 0, 1, 0, 1, 2}, twice[] = {0, 0, 1};
  wald_options *options = new_options("learners");
  wald_dataset *dataset = labelled();
  wald_learner *learner = UNTOUCHED;
  int asked = 0;

  /* What depends on more than one number, or on the rows, is found where it is used. */
  OK(wald_options_set_numbers(options, "chain_orders", twice, 3));
  BAD_ARGUMENT("chain_orders[0] is no order of the labels 0 ... 2",
               wald_learner_fit("pcc", dataset, options, &learner));
  OK(wald_options_set_numbers(options, "chain_orders", orders, 6));
  CHECK(wald_learner_fit("pcc", dataset, options, &learner) == WALD_ERROR_ARGUMENT); /* one chain, two orders */
  OK(wald_options_set_numbers(options, "chain_orders", orders, 4));
  CHECK(wald_learner_fit("pcc", dataset, options, &learner) == WALD_ERROR_ARGUMENT);
  OK(wald_options_set_text(options, "chain_orders", NULL));
  OK(wald_clear(options));

  OK(wald_options_set_progress(options, "progress", stop_at_once, &asked));
  FAILS(WALD_CANCELLED, "cancelled by the progress callback", wald_learner_fit("lfp", dataset, options, &learner));
  CHECK(asked >= 1);
  CHECK(learner == UNTOUCHED);
  OK(wald_options_set_text(options, "progress", NULL));
  OK(wald_learner_fit("lfp", dataset, options, &learner));
  wald_destroy(learner);
  wald_destroy(options);
  wald_destroy(dataset);
}

static void test_fitted(void) {
  wald_learner *learner = UNTOUCHED, *loaded = NULL;
  const wald_learner *none = NULL;
  wald_dataset *dataset = features(), *full = labelled(), *no_dataset = NULL;
  wald_options *options = new_options("learners");
  static const char *const names[] = {"left", "right"}, *const targets[] = {"a", "b", "c"};
  const char *text = NULL;
  char *saved, *again;
  int64_t length = 0, longer = 0, n_features = 0, n_labels = 0, at_least = -1, count = -1, tried = -1;
  double value = 0, loss = 0, values[32], losses[32];
  wald_kind kind = -1;
  wald_task task = -1;

  BAD_ARGUMENT("name is NULL", wald_learner_fit(NULL, full, NULL, &learner));
  BAD_ARGUMENT("dataset is NULL", wald_learner_fit("lfp", no_dataset, NULL, &learner));
  BAD_ARGUMENT("out is NULL", wald_learner_fit("lfp", full, NULL, NULL));
  BAD_ARGUMENT("dataset has no labels and no classes: there is nothing to learn",
               wald_learner_fit("lfp", dataset, NULL, &learner));
  FAILS(
      WALD_ERROR_FORMAT,
      "learner \"svm\" is not known: must be one of lfp, br, efp, pcc, cardinality, neighbours, forest, tree, kernel, "
      "mixture, given, rule",
      wald_learner_fit("svm", full, NULL, &learner));
  CHECK(learner == UNTOUCHED);
  wald_destroy(NULL);

  OK(wald_options_set_texts(options, "feature_names", names, 2));
  OK(wald_options_set_texts(options, "label_names", targets, 3));
  OK(wald_learner_fit("cardinality", full, options, &learner));
  OK(wald_text(learner, WALD_LEARNER_NAME, 0, &text));
  TEXT(text, "cardinality");
  kind = learner_number(learner, 0, WALD_LEARNER_KIND);
  EQUAL(kind, WALD_COUNTS);
  n_features = learner_number(learner, 0, WALD_LEARNER_N_FEATURES);
  n_labels = learner_number(learner, 0, WALD_LEARNER_N_LABELS);
  task = learner_number(learner, 0, WALD_LEARNER_TASK);
  at_least = learner_number(learner, 0, WALD_LEARNER_AT_LEAST);
  EQUAL(n_features, d);
  EQUAL(n_labels, m);
  EQUAL(task, WALD_TASK_LABELS);
  EQUAL(at_least, 1);

  OK(wald_text(learner, WALD_LEARNER_FEATURE_NAME, 1, &text));
  TEXT(text, "right");
  OK(wald_text(learner, WALD_LEARNER_LABEL_NAME, 2, &text));
  TEXT(text, "c");
  BAD_ARGUMENT("feature is 2: must lie in [0, 1]", wald_text(learner, WALD_LEARNER_FEATURE_NAME, 2, &text));
  BAD_ARGUMENT("label is -1: must lie in [0, 2]", wald_text(learner, WALD_LEARNER_LABEL_NAME, -1, &text));
  BAD_ARGUMENT("text is NULL", wald_text(learner, WALD_LEARNER_LABEL_NAME, 0, NULL));
  count = learner_number(learner, 0, WALD_LEARNER_N_CHOICES);
  EQUAL(count, m + 1);
  OK(wald_text(learner, WALD_LEARNER_CHOICE_PART, 0, &text));
  TEXT(text, "a");
  OK(wald_text(learner, WALD_LEARNER_CHOICE_WHAT, 0, &text));
  TEXT(text, "C");
  value = learner_number(learner, 0, WALD_LEARNER_CHOICE_VALUE);
  loss = learner_number(learner, 0, WALD_LEARNER_CHOICE_LOSS);
  CHECK(value > 0 && loss > 0);
  BAD_ARGUMENT("item is 4: must lie in [0, 3], the choices",
               wald_text(learner, WALD_LEARNER_CHOICE_PART, 4, &text));
  BAD_ARGUMENT("item is -1: must lie in [0, 3], the choices",
               wald_numbers(learner, WALD_LEARNER_PATH_VALUES, -1, values, 32, NULL));
  OK(wald_numbers(learner, WALD_LEARNER_PATH_VALUES, 0, NULL, 0, &tried));
  CHECK(tried >= 2 && tried <= 32);
  FAILS(WALD_ERROR_CAPACITY, "capacity is 1: out takes 3",
        wald_numbers(learner, WALD_LEARNER_PATH_VALUES, 0, values, 1, &tried));
  OK(wald_numbers(learner, WALD_LEARNER_PATH_VALUES, 0, values, 32, &tried));
  OK(wald_numbers(learner, WALD_LEARNER_PATH_LOSSES, 0, losses, 32, &tried));
  {
    int64_t i, best = 0;
    for (i = 1; i < tried; ++i)
      if (losses[i] < losses[best]) best = i;
    EQUAL(values[best], value);
    EQUAL(losses[best], loss);
  }
  BAD_ARGUMENT("object is NULL", wald_text(none, WALD_LEARNER_NAME, 0, &text));

  SAME_IN_BINARY(learner, WALD_OBJECT_LEARNER, learner);
  OK(wald_save(learner, WALD_TEXT, NULL, 0, &length));
  saved = malloc((size_t)length);
  again = malloc((size_t)length);
  if (!saved || !again) abort();
  OK(wald_save(learner, WALD_TEXT, saved, length, &length));
  OK(wald_load(WALD_OBJECT_LEARNER, saved, length, &loaded));
  OK(wald_save(loaded, WALD_TEXT, again, length, &longer));
  EQUAL(longer, length);
  CHECK(memcmp(saved, again, (size_t)length) == 0);
  OK(wald_text(loaded, WALD_LEARNER_FEATURE_NAME, 0, &text));
  TEXT(text, "left");
  wald_destroy(loaded);
  loaded = UNTOUCHED;
  CHECK(wald_load(WALD_OBJECT_LEARNER, saved, length - 3, &loaded) == WALD_ERROR_FORMAT);
  BAD_ARGUMENT("text is NULL", wald_load(WALD_OBJECT_LEARNER, NULL, 3, &loaded));
  CHECK(loaded == UNTOUCHED);
  free(saved);
  free(again);

  wald_destroy(learner);
  OK(wald_learner_fit("neighbours", full, NULL, &learner));
  OK(wald_text(learner, WALD_LEARNER_LABEL_NAME, 0, &text));
  TEXT(text, "");
  wald_destroy(learner);
  wald_destroy(options);
  wald_destroy(dataset);
  wald_destroy(full);
}

static void test_predictions(void) {
  wald_learner *learner = fitted(), *given = NULL;
  const wald_learner *none = NULL;
  wald_dataset *dataset = features(), *full = labelled(), *narrow = NULL;
  wald_metric *f1 = NULL, *hamming = NULL;
  wald_options *options = NULL;
  wald_decision *decision = NULL;
  wald_estimator *estimator = UNTOUCHED;
  static const double marginals[n * m] = {0.5, 0.5, 0, 1, 0, 0, 0.25, 0.5, 0.75, 0, 0, 0, 1, 1, 1, 0.5, 0.5, 0.5};
  double p[n * m], expected[n], one[m];
  uint8_t mask[n * m];
  int64_t answers = -1, i;

  OK(wald_metric_create("f1", 1, &f1));
  OK(wald_metric_create("hamming", 1, &hamming));
  OK(wald_options_create("decisions", &options));
  OK(wald_decision_create(&decision));
  BAD_ARGUMENT("learner is NULL", wald_learner_probabilities(none, dataset, NULL, p));
  BAD_ARGUMENT("dataset is NULL", wald_learner_probabilities(learner, NULL, NULL, p));
  BAD_ARGUMENT("out is NULL", wald_learner_probabilities(learner, dataset, NULL, NULL));
  OK(wald_learner_probabilities(learner, dataset, NULL, p));
  EQUAL(p[0], 1); /* rows 0 and 1 are each other's nearest */
  EQUAL(p[1], 0);

  BAD_ARGUMENT("metric is NULL",
               wald_learner_decide(learner, dataset, NULL, NULL, MASK(mask, n, m), expected, decision));
  OK(wald_learner_decide(learner, dataset, f1, NULL, MASK(mask, n, m), expected, decision));
  answers = decision_number(decision, 0, WALD_DECISION_N_ANSWERS);
  EQUAL(answers, n);
  EQUAL(mask[0], 1);
  EQUAL(mask[1], 0);
  EQUAL(expected[0], 1);
  OK(wald_learner_decide(learner, dataset, f1, NULL, NULL, NULL, decision));
  OK(wald_learner_decide(learner, dataset, f1, NULL, MASK(mask, n, m), NULL, NULL));

  /* No row that was fitted is empty, so that no prediction is, where the question leaves it open. */
  OK(wald_learner_decide(learner, dataset, hamming, NULL, MASK(mask, n, m), NULL, NULL));
  set_k(options, 0, 0);
  OK(wald_learner_decide(learner, dataset, f1, options, MASK(mask, n, m), NULL, NULL));
  for (i = 0; i < n * m; ++i) EQUAL(mask[i], 0);
  set_k(options, 2, 2);
  OK(wald_learner_decide(learner, dataset, f1, options, MASK(mask, n, m), NULL, NULL));
  for (i = 0; i < n; ++i) EQUAL(mask[i * m] + mask[i * m + 1] + mask[i * m + 2], 2);
  set_k(options, 4, -1);
  CHECK(wald_learner_decide(learner, dataset, f1, options, MASK(mask, n, m), NULL, decision) == WALD_ERROR_ARGUMENT);
  answers = decision_number(decision, 0, WALD_DECISION_N_ANSWERS);
  EQUAL(answers, 0); /* left empty */
  set_k(options, -1, -1);

  BAD_ARGUMENT("row is 6: must lie in [0, 5]", wald_learner_estimator(learner, dataset, 6, NULL, &estimator));
  BAD_ARGUMENT("out is NULL", wald_learner_estimator(learner, dataset, 0, NULL, NULL));
  CHECK(estimator == UNTOUCHED);
  OK(wald_learner_estimator(learner, dataset, 2, NULL, &estimator));
  OK(wald_numbers(estimator, WALD_ESTIMATOR_MARGINALS, 0, one, m, NULL));
  for (i = 0; i < m; ++i) EQUAL(one[i], p[2 * m + i]);
  wald_destroy(estimator);

  OK(wald_dataset_create(DENSE(ARRAY(table, WALD_FLOAT64, n, 1, d, 1)), &narrow));
  BAD_ARGUMENT("n_features is 1: the model was fitted to 2", wald_learner_probabilities(learner, narrow, NULL, p));
  BAD_ARGUMENT("n_features is 1: the model was fitted to 2",
               wald_learner_decide(learner, narrow, f1, NULL, MASK(mask, n, m), NULL, NULL));
  wald_destroy(narrow);
  OK(wald_dataset_create(DENSE(TABLE(NULL, 0, d)), &narrow)); /* no rows: no answers */
  OK(wald_learner_probabilities(learner, narrow, NULL, NULL));
  OK(wald_learner_decide(learner, narrow, f1, NULL, NULL, NULL, decision));
  answers = decision_number(decision, 0, WALD_DECISION_N_ANSWERS);
  EQUAL(answers, 0);
  wald_destroy(narrow);

  /* Marginals of another model come with the rows. */
  OK(wald_learner_fit("cardinality:given", full, NULL, &given));
  CHECK(wald_learner_decide(given, dataset, f1, NULL, MASK(mask, n, m), NULL, NULL) == WALD_ERROR_ARGUMENT);
  OK(SET_MARGINALS(dataset, TABLE(marginals, n, m)));
  OK(wald_learner_decide(given, dataset, f1, NULL, MASK(mask, n, m), NULL, NULL));
  EQUAL(mask[3], 1); /* P = 1, 0, 0 */
  EQUAL(mask[4], 0);
  OK(wald_learner_probabilities(learner, dataset, NULL, p)); /* others do not look at them */
  EQUAL(p[0], 1);
  OK(SET_MARGINALS(dataset, ARRAY(marginals, WALD_FLOAT64, n, 2, m, 1)));
  BAD_ARGUMENT("marginals are 6 by 2: must be 6 by 3",
               wald_learner_decide(given, dataset, f1, NULL, MASK(mask, n, m), NULL, NULL));

  wald_destroy(given);
  wald_destroy(learner);
  wald_destroy(dataset);
  wald_destroy(full);
  wald_destroy(f1);
  wald_destroy(hamming);
  wald_destroy(options);
  wald_destroy(decision);
}

#define PROBABILITIES WALD_CALIBRATION_INPUT_PROBABILITIES
#define SCORES WALD_CALIBRATION_INPUT_SCORES

static void test_calibration(void) {
  static const double scores[] = {-2, -1, 0, 1, 2, 3}, bad[] = {0, 1, INFINITY, 0, 0, 0};
  static const uint8_t truth[] = {0, 0, 1, 0, 1, 1}, ones[] = {1, 1, 1, 1, 1, 1}, three[] = {0, 3, 1, 0, 1, 1};
  static const double weights[] = {1, 1, 1, 2, 1, 1}, negative[] = {1, -1, 1, 1, 1, 1}, zero[] = {1, 1, 0, 1, 0, 0};
  static const char *const names[] = {"platt", "isotonic", "beta"};
  wald_calibration *calibration = UNTOUCHED, *loaded = NULL;
  const wald_calibration *none = NULL;
  double p[n], again[n];
  char text[2048];
  int64_t needed = 0;
  int k, i;

  BAD_ARGUMENT("name is NULL",
               wald_calibration_fit(NULL, SCORES, BYTES(truth, n), DOUBLES(scores, n), NULL, &calibration));
  BAD_ARGUMENT("name is \"none\": must be platt, isotonic, beta, temperature or, of a table of classes, vector",
               wald_calibration_fit("none", SCORES, BYTES(truth, n), DOUBLES(scores, n), NULL, &calibration));
  BAD_ARGUMENT("scores->data is NULL",
               wald_calibration_fit("platt", SCORES, BYTES(truth, n), DOUBLES(NULL, n), NULL, &calibration));
  BAD_ARGUMENT("truth->data is NULL",
               wald_calibration_fit("platt", SCORES, BYTES(NULL, n), DOUBLES(scores, n), NULL, &calibration));
  BAD_ARGUMENT("scores[2] is inf: must be finite",
               wald_calibration_fit("platt", SCORES, BYTES(truth, n), DOUBLES(bad, n), NULL, &calibration));
  BAD_ARGUMENT("truth[1] is 3: must be 0 or 1",
               wald_calibration_fit("platt", SCORES, BYTES(three, n), DOUBLES(scores, n), NULL, &calibration));
  BAD_ARGUMENT("truth has no 0 of a weight above 0: both must occur",
               wald_calibration_fit("platt", SCORES, BYTES(ones, n), DOUBLES(scores, n), NULL, &calibration));
  BAD_ARGUMENT("truth has no 1 of a weight above 0: both must occur",
               wald_calibration_fit("platt", SCORES, BYTES(truth, n), DOUBLES(scores, n), DOUBLES(zero, n),
                                    &calibration));
  BAD_ARGUMENT("weights[1] is -1: must be finite and at least 0",
               wald_calibration_fit("platt", SCORES, BYTES(truth, n), DOUBLES(scores, n), DOUBLES(negative, n),
                                    &calibration));
  CHECK(calibration == UNTOUCHED);
  wald_destroy(NULL);
  BAD_ARGUMENT("calibration is NULL", wald_calibration_apply(none, SCORES, DOUBLES(scores, n), p));
  for (k = 0; k < 3; ++k) {
    OK(wald_calibration_fit(names[k], SCORES, BYTES(truth, n), DOUBLES(scores, n), DOUBLES(weights, n), &calibration));
    OK(wald_calibration_apply(calibration, SCORES, DOUBLES(scores, n), p));
    for (i = 0; i < n; ++i) CHECK(p[i] > 0 && p[i] < 1 && (i == 0 || p[i] >= p[i - 1]));
    BAD_ARGUMENT("scores[2] is inf: must be finite",
                 wald_calibration_apply(calibration, SCORES, DOUBLES(bad, n), again));
    BAD_ARGUMENT("out is NULL", wald_calibration_apply(calibration, SCORES, DOUBLES(scores, n), NULL));
    SAME_IN_BINARY(calibration, WALD_OBJECT_CALIBRATION, calibration);
    OK(wald_save(calibration, WALD_TEXT, text, sizeof text, &needed));
    OK(wald_load(WALD_OBJECT_CALIBRATION, text, needed, &loaded));
    OK(wald_calibration_apply(loaded, SCORES, DOUBLES(scores, n), again));
    for (i = 0; i < n; ++i) EQUAL(again[i], p[i]);
    wald_destroy(loaded);
    loaded = UNTOUCHED;
    CHECK(wald_load(WALD_OBJECT_CALIBRATION, text, needed - 4, &loaded) == WALD_ERROR_FORMAT);
    CHECK(loaded == UNTOUCHED);
    wald_destroy(calibration);
  }
}

static void test_calibration_of_probabilities(void) {
  static const double p[] = {0, 0.1, 0.4, 0.5, 0.75, 1}, above[] = {0.5, 0.5, 1.25, 0.5, 0.5, 0.5};
  static const double odds[] = {-40, -2.1972245773362196, -0.40546510810816439, 0, 1.0986122886681098, 40};
  static const uint8_t truth[] = {0, 0, 1, 0, 1, 1};
  static const char old[] = "{\"wald\":\"calibration\",\"version\":1,\"calibration\":"
                            "{\"kind\":\"platt\",\"intercept\":0,\"slope\":1}}";
  static const char *const names[] = {"platt", "isotonic", "beta"};
  wald_calibration *calibration = UNTOUCHED, *by_scores = NULL, *loaded = NULL;
  double input = 7;
  double out[n], others[n];
  char text[2048];
  int64_t needed = 0;
  int k, i;

  BAD_ARGUMENT("probabilities[2] is 1.25: must lie in [0, 1]; log-odds and other scores are given as scores",
               wald_calibration_fit("platt", PROBABILITIES, BYTES(truth, n), DOUBLES(above, n), NULL, &calibration));
  BAD_ARGUMENT("input is 2: must be WALD_CALIBRATION_INPUT_PROBABILITIES (0) or WALD_CALIBRATION_INPUT_SCORES (1)",
               wald_calibration_fit("platt", 2, BYTES(truth, n), DOUBLES(p, n), NULL, &calibration));
  BAD_ARGUMENT("truth[1] is 0.1: must be 0 or 1 (are scores and truth swapped?)",
               wald_calibration_fit("platt", PROBABILITIES, DOUBLES(p, n), DOUBLES(p, n), NULL, &calibration));
  CHECK(calibration == UNTOUCHED && input == 7);
  for (k = 0; k < 3; ++k) {
    OK(wald_calibration_fit(names[k], PROBABILITIES, BYTES(truth, n), DOUBLES(p, n), NULL, &calibration));
    OK(wald_calibration_fit(names[k], SCORES, BYTES(truth, n), DOUBLES(odds, n), NULL, &by_scores));
    OK(wald_number(calibration, WALD_CALIBRATION_INPUT, 0, &input));
    CHECK(input == PROBABILITIES);
    OK(wald_number(by_scores, WALD_CALIBRATION_INPUT, 0, &input));
    CHECK(input == SCORES);
    OK(wald_calibration_apply(calibration, PROBABILITIES, DOUBLES(p, n), out));
    OK(wald_calibration_apply(by_scores, SCORES, DOUBLES(odds, n), others));
    for (i = 0; i < n; ++i) CHECK(fabs(out[i] - others[i]) <= 2e-9 && out[i] > 0 && out[i] < 1);
    BAD_ARGUMENT("scores are given: the calibration was fitted to probabilities",
                 wald_calibration_apply(calibration, SCORES, DOUBLES(p, n), out));
    BAD_ARGUMENT("probabilities are given: the calibration was fitted to scores",
                 wald_calibration_apply(by_scores, PROBABILITIES, DOUBLES(p, n), out));
    BAD_ARGUMENT("probabilities[0] is -40: must lie in [0, 1]; log-odds and other scores are given as scores",
                 wald_calibration_apply(calibration, PROBABILITIES, DOUBLES(odds, n), out));
    BAD_ARGUMENT("input is -1: must be WALD_CALIBRATION_INPUT_PROBABILITIES (0) or WALD_CALIBRATION_INPUT_SCORES (1)",
                 wald_calibration_apply(calibration, -1, DOUBLES(p, n), out));
    OK(wald_save(calibration, WALD_TEXT, text, sizeof text, &needed));
    OK(wald_load(WALD_OBJECT_CALIBRATION, text, needed, &loaded));
    OK(wald_number(loaded, WALD_CALIBRATION_INPUT, 0, &input));
    CHECK(input == PROBABILITIES);
    OK(wald_calibration_apply(loaded, PROBABILITIES, DOUBLES(p, n), others));
    for (i = 0; i < n; ++i) EQUAL(others[i], out[i]);
    wald_destroy(loaded);
    wald_destroy(calibration);
    wald_destroy(by_scores);
  }
  /* Written before calibrations took probabilities. */
  OK(wald_load(WALD_OBJECT_CALIBRATION, old, (int64_t)sizeof old - 1, &loaded));
  OK(wald_number(loaded, WALD_CALIBRATION_INPUT, 0, &input));
  CHECK(input == SCORES);
  wald_destroy(loaded);
}

static void test_calibration_adapt(void) {
  static const double p[] = {0.5, 0.25, 0, 1}, from[] = {0.5, 0.25}, to[] = {0.8, 0.1};
  static const float narrow[] = {0.5f, 0.25f, 0, 1};
  double out[4], again[4];
  int i;

  OK(wald_calibration_adapt(WALD_INDEPENDENT, TABLE(p, 2, 2), DOUBLES(from, 2), DOUBLES(to, 2), out));
  CHECK(fabs(out[0] - 0.8) < 1e-15 && fabs(out[1] - 0.1) < 1e-15);
  EQUAL(out[2], 0);
  EQUAL(out[3], 1);
  OK(wald_calibration_adapt(WALD_INDEPENDENT, ARRAY(narrow, WALD_FLOAT32, 2, 2, 2, 1), DOUBLES(from, 2), DOUBLES(to, 2),
                            again));
  for (i = 0; i < 4; ++i) EQUAL(again[i], out[i]);
  OK(wald_calibration_adapt(WALD_CATEGORICAL, TABLE(p, 2, 2), DOUBLES(from, 2), DOUBLES(to, 2), out));
  CHECK(fabs(out[0] - 0.8) < 1e-15 && fabs(out[1] - 0.1) < 1e-15);
  OK(wald_calibration_adapt(WALD_INDEPENDENT, TABLE(p, 0, 2), DOUBLES(from, 2), DOUBLES(to, 2), NULL));
  BAD_ARGUMENT("kind is joint: must be independent or categorical",
               wald_calibration_adapt(WALD_JOINT, TABLE(p, 2, 2), DOUBLES(from, 2), DOUBLES(to, 2), out));
  BAD_ARGUMENT("kind is 7: must be WALD_INDEPENDENT (0), WALD_CATEGORICAL (1), WALD_JOINT (2) or WALD_COUNTS (3)",
               wald_calibration_adapt(7, TABLE(p, 2, 2), DOUBLES(from, 2), DOUBLES(to, 2), out));
  BAD_ARGUMENT("probabilities is NULL", wald_calibration_adapt(0, NULL, DOUBLES(from, 2), DOUBLES(to, 2), out));
  BAD_ARGUMENT("training_prior is NULL", wald_calibration_adapt(0, TABLE(p, 2, 2), NULL, DOUBLES(to, 2), out));
  BAD_ARGUMENT("prior is NULL", wald_calibration_adapt(0, TABLE(p, 2, 2), DOUBLES(from, 2), NULL, out));
  BAD_ARGUMENT("training_prior has 1 rows: must have 2",
               wald_calibration_adapt(0, TABLE(p, 2, 2), DOUBLES(from, 1), DOUBLES(to, 2), out));
  BAD_ARGUMENT("prior has 1 rows: must have 2",
               wald_calibration_adapt(0, TABLE(p, 2, 2), DOUBLES(from, 2), DOUBLES(to, 1), out));
  BAD_ARGUMENT("out is NULL", wald_calibration_adapt(0, TABLE(p, 2, 2), DOUBLES(from, 2), DOUBLES(to, 2), NULL));
}

void test_learners(void) {
  test_dataset();
  test_targets();
  test_how_to_fit();
  test_fitted();
  test_predictions();
  test_calibration();
  test_calibration_of_probabilities();
  test_calibration_adapt();
}
