/* Learners and calibration: every function of the sections, its errors, and that a failed call changes nothing. The
 * values are compared with a plain reference by the conformance cases. */
#include <stdlib.h>

#include "groups.h"

enum { n = 6, d = 2, m = 3 };
static const double table[n * d] = {0, 0, 0, 1, 1, 0, 1, 1, 2, 0.5, 2, 1};
static const uint8_t labels[n * m] = {1, 0, 0, 1, 0, 0, 0, 1, 0, 0, 1, 1, 0, 1, 1, 1, 0, 1};
static const int64_t classes[n] = {0, 0, 1, 1, 2, 2};

static wald_dataset *features(void) {
  wald_dataset *out = NULL;
  OK(wald_dataset_create(table, WALD_FLOAT64, n, d, d, 1, &out));
  return out;
}
static wald_dataset *labelled(void) {
  wald_dataset *out = features();
  OK(wald_dataset_set_labels(out, labels, n, m, m, 1));
  return out;
}
static wald_learner_options *new_learner_options(void) {
  wald_learner_options *out = NULL;
  OK(wald_learner_options_create(&out));
  return out;
}
/* The two nearest rows, whatever else there is. */
static wald_learner_options *two_neighbours(void) {
  wald_learner_options *out = new_learner_options();
  OK(wald_learner_options_set(out, WALD_LEARNER_SETTING_NEIGHBOURS, 2));
  OK(wald_learner_options_set_method(out, WALD_LEARNER_METHOD_SCALING, "none"));
  OK(wald_learner_options_set_method(out, WALD_LEARNER_METHOD_NEIGHBOUR_METRIC, "euclidean"));
  OK(wald_learner_options_set_method(out, WALD_LEARNER_METHOD_NEIGHBOUR_WEIGHTS, "uniform"));
  return out;
}
static wald_learner *fitted(void) {
  wald_dataset *dataset = labelled();
  wald_learner_options *options = two_neighbours();
  wald_learner *out = NULL;
  OK(wald_learner_fit("neighbours", dataset, options, &out));
  wald_learner_options_destroy(options);
  wald_dataset_destroy(dataset);
  return out;
}

static void shape_is(const wald_dataset *dataset, int64_t rows, int64_t columns, int64_t targets, wald_task task) {
  int64_t n_rows = -1, n_features = -1, n_labels = -1;
  wald_task found = -1;
  OK(wald_dataset_shape(dataset, &n_rows, &n_features, &n_labels, &found));
  EQUAL(n_rows, rows);
  EQUAL(n_features, columns);
  EQUAL(n_labels, targets);
  EQUAL(found, task);
}

static void test_dataset(void) {
  static const double nan_table[] = {0, 1, NAN, 0};
  static const float narrow[] = {0.5f, -1};
  static const int64_t indptr[] = {0, 1, 3}, twice[] = {0, 0, 2}, indices[] = {1, 1, 0}, same[] = {1, 1};
  static const int64_t falling[] = {2, 1, 0}, high[] = {0, 2, 1};
  static const int32_t narrow_indptr[] = {0, 1, 2}, narrow_indices[] = {0, 1};
  static const double values[] = {1, 2, 3};
  wald_dataset *dataset = UNTOUCHED, *none = NULL;

  BAD_ARGUMENT("features is NULL", wald_dataset_create(NULL, WALD_FLOAT64, n, d, d, 1, &dataset));
  BAD_ARGUMENT("n_rows is -1: must be at least 0", wald_dataset_create(table, WALD_FLOAT64, -1, d, d, 1, &dataset));
  BAD_ARGUMENT("n_features is -1: must be at least 1", wald_dataset_create(table, WALD_FLOAT64, n, -1, d, 1, &dataset));
  BAD_ARGUMENT("type is 7: must be WALD_FLOAT64 (0) or WALD_FLOAT32 (1)",
               wald_dataset_create(table, 7, n, d, d, 1, &dataset));
  BAD_ARGUMENT("features[1][0] is nan: must be a number; fill in missing values, or leave out their rows",
               wald_dataset_create(nan_table, WALD_FLOAT64, 2, 2, 2, 1, &dataset));
  BAD_ARGUMENT("out is NULL", wald_dataset_create(table, WALD_FLOAT64, n, d, d, 1, NULL));
  CHECK(dataset == UNTOUCHED);
  wald_dataset_destroy(NULL);

  OK(wald_dataset_create(NULL, WALD_FLOAT64, 0, d, d, 1, &dataset)); /* no rows */
  shape_is(dataset, 0, d, 0, WALD_TASK_NONE);
  wald_dataset_destroy(dataset);
  OK(wald_dataset_create(narrow, WALD_FLOAT32, 1, 2, 2, 1, &dataset));
  shape_is(dataset, 1, 2, 0, WALD_TASK_NONE);
  wald_dataset_destroy(dataset);

  dataset = UNTOUCHED;
  BAD_ARGUMENT("indptr is NULL",
               wald_dataset_create_csr(NULL, indices, WALD_INT64, values, WALD_FLOAT64, 2, 2, &dataset));
  BAD_ARGUMENT("indices is NULL",
               wald_dataset_create_csr(indptr, NULL, WALD_INT64, values, WALD_FLOAT64, 2, 2, &dataset));
  BAD_ARGUMENT("values is NULL",
               wald_dataset_create_csr(indptr, indices, WALD_INT64, NULL, WALD_FLOAT64, 2, 2, &dataset));
  BAD_ARGUMENT("n_features is 0: must be at least 1",
               wald_dataset_create_csr(indptr, indices, WALD_INT64, values, WALD_FLOAT64, 2, 0, &dataset));
  BAD_ARGUMENT("index_type is 5: must be WALD_INT64 (0) or WALD_INT32 (1)",
               wald_dataset_create_csr(indptr, indices, 5, values, WALD_FLOAT64, 2, 2, &dataset));
  CHECK(wald_dataset_create_csr(falling, indices, WALD_INT64, values, WALD_FLOAT64, 2, 2, &dataset) ==
        WALD_ERROR_ARGUMENT);
  CHECK(wald_dataset_create_csr(indptr, high, WALD_INT64, values, WALD_FLOAT64, 2, 2, &dataset) == WALD_ERROR_ARGUMENT);
  BAD_ARGUMENT("row 1 holds index 1 twice",
               wald_dataset_create_csr(twice, same, WALD_INT64, values, WALD_FLOAT64, 2, 2, &dataset));
  CHECK(dataset == UNTOUCHED);
  OK(wald_dataset_create_csr(indptr, indices, WALD_INT64, values, WALD_FLOAT64, 2, 2, &dataset));
  shape_is(dataset, 2, 2, 0, WALD_TASK_NONE);
  OK(wald_dataset_set_labels_csr(dataset, narrow_indptr, narrow_indices, WALD_INT32, 2, 4));
  shape_is(dataset, 2, 2, 4, WALD_TASK_LABELS);
  BAD_ARGUMENT("n_rows of labels is 3: the dataset has 2",
               wald_dataset_set_labels_csr(dataset, narrow_indptr, narrow_indices, WALD_INT32, 3, 4));
  CHECK(wald_dataset_set_labels_csr(dataset, narrow_indptr, narrow_indices, WALD_INT32, 2, 1) == WALD_ERROR_ARGUMENT);
  shape_is(dataset, 2, 2, 4, WALD_TASK_LABELS); /* as it was */
  BAD_ARGUMENT("dataset is NULL", wald_dataset_shape(none, NULL, NULL, NULL, NULL));
  OK(wald_dataset_shape(dataset, NULL, NULL, NULL, NULL));
  wald_dataset_destroy(dataset);
}

static void test_targets(void) {
  static const uint8_t two[] = {0, 1, 2, 0, 0, 0};
  static const int64_t few[] = {0, 1, 2, 3, 0, 1};
  static const double weights[] = {1, 2, 0, 1, 1, 1}, negative[] = {1, 1, -1, 1, 1, 1};
  static const double marginals[n] = {0, 0.5, 1, 0.25, 0.75, 1}, high[n] = {0, 0, 0, 1.5, 0, 0};
  static const int64_t groups[] = {INT64_MIN, 7, 7, INT64_MAX, 7, INT64_MIN}, alike[] = {7, 7, 7, 7, 7, 7};
  wald_dataset *dataset = features(), *none = NULL;
  wald_learner *learner;

  BAD_ARGUMENT("dataset is NULL", wald_dataset_set_labels(none, labels, n, m, m, 1));
  BAD_ARGUMENT("labels is NULL", wald_dataset_set_labels(dataset, NULL, n, m, m, 1));
  BAD_ARGUMENT("n_rows of labels is 5: the dataset has 6", wald_dataset_set_labels(dataset, labels, 5, m, m, 1));
  BAD_ARGUMENT("n_labels is 0: must be at least 1", wald_dataset_set_labels(dataset, labels, n, 0, m, 1));
  BAD_ARGUMENT("labels[2][0] is 2: must be 0 or 1", wald_dataset_set_labels(dataset, two, n, 1, 1, 1));
  shape_is(dataset, n, d, 0, WALD_TASK_NONE);
  OK(wald_dataset_set_labels(dataset, labels, n, m, m, 1));
  shape_is(dataset, n, d, m, WALD_TASK_LABELS);
  BAD_ARGUMENT("classes is NULL", wald_dataset_set_classes(dataset, NULL, n, 3));
  BAD_ARGUMENT("classes[3] is 3: must lie in [0, 2]", wald_dataset_set_classes(dataset, few, n, 3));
  BAD_ARGUMENT("n_classes is 1: must be at least 2", wald_dataset_set_classes(dataset, classes, n, 1));
  shape_is(dataset, n, d, m, WALD_TASK_LABELS);
  OK(wald_dataset_set_classes(dataset, classes, n, 4));
  shape_is(dataset, n, d, 4, WALD_TASK_CLASSES);

  BAD_ARGUMENT("weights[2] is -1: must be finite and at least 0",
               wald_dataset_set_weights(dataset, negative, WALD_FLOAT64, n, 1));
  BAD_ARGUMENT("n_rows of weights is 2: the dataset has 6", wald_dataset_set_weights(dataset, weights, WALD_FLOAT64, 2, 1));
  OK(wald_dataset_set_weights(dataset, weights, WALD_FLOAT64, n, 1));
  OK(wald_dataset_set_weights(dataset, NULL, WALD_FLOAT64, n, 1));

  BAD_ARGUMENT("dataset is NULL", wald_dataset_set_groups(none, groups, n));
  BAD_ARGUMENT("n_rows of groups is 2: the dataset has 6", wald_dataset_set_groups(dataset, groups, 2));
  OK(wald_dataset_set_groups(dataset, alike, n));
  BAD_ARGUMENT("groups are all 7: two at least are needed, to leave one out",
               wald_learner_fit("br", dataset, NULL, &learner));
  OK(wald_dataset_set_groups(dataset, groups, n));
  OK(wald_learner_fit("br", dataset, NULL, &learner));
  wald_learner_destroy(learner);
  OK(wald_dataset_set_groups(dataset, NULL, 0));

  BAD_ARGUMENT("marginals[3][0] is 1.5: must lie in [0, 1]",
               wald_dataset_set_marginals(dataset, high, WALD_FLOAT64, n, 1, 1, 1));
  BAD_ARGUMENT("n_rows of marginals is 2: the dataset has 6",
               wald_dataset_set_marginals(dataset, marginals, WALD_FLOAT64, 2, 1, 1, 1));
  BAD_ARGUMENT("n_labels is 0: must be at least 1",
               wald_dataset_set_marginals(dataset, marginals, WALD_FLOAT64, n, 0, 1, 1));
  OK(wald_dataset_set_marginals(dataset, marginals, WALD_FLOAT64, n, 1, 1, 1));
  OK(wald_dataset_set_marginals(dataset, NULL, WALD_FLOAT64, 0, 0, 0, 0));
  wald_dataset_destroy(dataset);
}

static int32_t stop_at_once(double fraction, void *user) {
  (void)fraction;
  ++*(int *)user;
  return 1;
}

static void test_how_to_fit(void) {
  static const double penalties[] = {0.1, 1}, falling[] = {1, 0.1}, weights[] = {1, 0};
  static const int64_t orders[] = {2, 0, 1, 0, 1, 2}, twice[] = {0, 0, 1};
  static const char *const names[] = {"a", "b"}, *const broken[] = {"a", "\xff"}, *const missing[] = {"a", NULL};
  wald_learner_options *options = new_learner_options(), *none = NULL;
  wald_dataset *dataset = labelled();
  wald_learner *learner = UNTOUCHED;
  wald_learner_setting s;
  int asked = 0;

  BAD_ARGUMENT("out is NULL", wald_learner_options_create(NULL));
  wald_learner_options_destroy(NULL);
  BAD_ARGUMENT("options is NULL", wald_learner_options_set(none, WALD_LEARNER_SETTING_FOLDS, 3));
  BAD_ARGUMENT("setting is -1: must lie in [0, 14]", wald_learner_options_set(options, -1, 3));
  BAD_ARGUMENT("setting is 15: must lie in [0, 14]", wald_learner_options_set(options, 15, 3));
  for (s = WALD_LEARNER_SETTING_FOLDS; s <= WALD_LEARNER_SETTING_EXACT_ROWS; ++s) {
    CHECK(wald_learner_options_set(options, s, -3) == WALD_ERROR_ARGUMENT);
    CHECK(wald_learner_options_set(options, s, INFINITY) == WALD_ERROR_ARGUMENT);
    OK(wald_learner_options_set(options, s, 2));
    OK(wald_learner_options_set(options, s, NAN)); /* the default */
  }
  BAD_ARGUMENT("folds is 1: must be a whole number in [2, 2147483648]",
               wald_learner_options_set(options, WALD_LEARNER_SETTING_FOLDS, 1));
  BAD_ARGUMENT("options is NULL", wald_learner_options_set_method(none, WALD_LEARNER_METHOD_SCALING, "none"));
  BAD_ARGUMENT("name is NULL", wald_learner_options_set_method(options, WALD_LEARNER_METHOD_SCALING, NULL));
  BAD_ARGUMENT("method is 7: must lie in [0, 6]", wald_learner_options_set_method(options, 7, "none"));
  BAD_ARGUMENT("scaling is \"max\": must be automatic, none, minmax, standard, unit or standard-root",
               wald_learner_options_set_method(options, WALD_LEARNER_METHOD_SCALING, "max"));
  CHECK(wald_learner_options_set_method(options, WALD_LEARNER_METHOD_NEIGHBOUR_UTILITY, "no such metric") ==
        WALD_ERROR_FORMAT);
  BAD_ARGUMENT("penalties[1] is 0.1: must be above penalties[0] = 1",
               wald_learner_options_set_penalties(options, falling, 2));
  BAD_ARGUMENT("n is 0: must be at least 1", wald_learner_options_set_penalties(options, penalties, 0));
  OK(wald_learner_options_set_penalties(options, penalties, 2));
  OK(wald_learner_options_set_penalties(options, NULL, 0));
  BAD_ARGUMENT("mixture_weights[1] is 0: must be finite and above 0",
               wald_learner_options_set_mixture_weights(options, weights, 2));
  OK(wald_learner_options_set_mixture_weights(options, weights, 1));
  OK(wald_learner_options_set_mixture_weights(options, NULL, 0));
  BAD_ARGUMENT("n_chains is 0: must be at least 1", wald_learner_options_set_chain_orders(options, orders, 0, 3));
  BAD_ARGUMENT("n_labels is 0: must be at least 1", wald_learner_options_set_chain_orders(options, orders, 2, 0));
  OK(wald_learner_options_set_chain_orders(options, twice, 1, 3));
  BAD_ARGUMENT("chain_orders[0] is no order of the labels 0 ... 2", wald_learner_fit("pcc", dataset, options, &learner));
  OK(wald_learner_options_set_chain_orders(options, orders, 2, 3));
  OK(wald_learner_options_set_chain_orders(options, NULL, 0, 0));
  BAD_ARGUMENT("n is -1: must be at least 0", wald_learner_options_set_feature_names(options, names, -1));
  CHECK(wald_learner_options_set_feature_names(options, broken, 2) == WALD_ERROR_ARGUMENT);
  CHECK(wald_learner_options_set_label_names(options, missing, 2) == WALD_ERROR_ARGUMENT);
  OK(wald_learner_options_set_feature_names(options, names, 2));
  OK(wald_learner_options_set_label_names(options, NULL, 0));
  BAD_ARGUMENT("options is NULL", wald_learner_options_set_seed(none, 1));
  OK(wald_learner_options_set_seed(options, UINT64_MAX));
  BAD_ARGUMENT("options is NULL", wald_learner_options_set_progress(none, NULL, NULL));

  OK(wald_learner_options_set_progress(options, stop_at_once, &asked));
  FAILS(WALD_CANCELLED, "cancelled by the progress callback", wald_learner_fit("lfp", dataset, options, &learner));
  CHECK(asked >= 1);
  CHECK(learner == UNTOUCHED);
  OK(wald_learner_options_set_progress(options, NULL, NULL));
  OK(wald_learner_fit("lfp", dataset, options, &learner));
  wald_learner_destroy(learner);
  wald_learner_options_destroy(options);
  wald_dataset_destroy(dataset);
}

static void test_fitted(void) {
  wald_learner *learner = UNTOUCHED, *loaded = NULL;
  const wald_learner *none = NULL;
  wald_dataset *dataset = features(), *full = labelled(), *no_dataset = NULL;
  wald_learner_options *options = new_learner_options();
  static const char *const names[] = {"left", "right"}, *const targets[] = {"a", "b", "c"};
  const char *text = NULL, *what = NULL;
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
  FAILS(WALD_ERROR_FORMAT,
        "learner \"svm\" is not known: must be one of br, lfp, efp, pcc, card[:...], neighbours, forest, tree, "
        "mixture[:...], kernel[:...]",
        wald_learner_fit("svm", full, NULL, &learner));
  CHECK(learner == UNTOUCHED);
  wald_learner_destroy(NULL);

  OK(wald_learner_options_set_feature_names(options, names, 2));
  OK(wald_learner_options_set_label_names(options, targets, 3));
  OK(wald_learner_fit("card", full, options, &learner));
  OK(wald_learner_name(learner, &text));
  TEXT(text, "card");
  OK(wald_learner_kind(learner, &kind));
  EQUAL(kind, WALD_COUNTS);
  OK(wald_learner_shape(learner, &n_features, &n_labels, &task, &at_least));
  EQUAL(n_features, d);
  EQUAL(n_labels, m);
  EQUAL(task, WALD_TASK_LABELS);
  EQUAL(at_least, 1);
  OK(wald_learner_shape(learner, NULL, NULL, NULL, NULL));
  OK(wald_learner_feature_name(learner, 1, &text));
  TEXT(text, "right");
  OK(wald_learner_label_name(learner, 2, &text));
  TEXT(text, "c");
  BAD_ARGUMENT("feature is 2: must lie in [0, 1]", wald_learner_feature_name(learner, 2, &text));
  BAD_ARGUMENT("label is -1: must lie in [0, 2]", wald_learner_label_name(learner, -1, &text));
  BAD_ARGUMENT("name is NULL", wald_learner_label_name(learner, 0, NULL));
  OK(wald_learner_choice_count(learner, &count));
  EQUAL(count, m + 1);
  OK(wald_learner_choice_get(learner, 0, &text, &what, &value, &loss));
  TEXT(text, "a");
  TEXT(what, "C");
  CHECK(value > 0 && loss > 0);
  OK(wald_learner_choice_get(learner, 3, NULL, NULL, NULL, NULL));
  BAD_ARGUMENT("choice is 4: must lie in [0, 3]", wald_learner_choice_get(learner, 4, &text, NULL, NULL, NULL));
  OK(wald_learner_choice_path(learner, 0, NULL, NULL, 0, &tried));
  CHECK(tried >= 2 && tried <= 32);
  FAILS(WALD_ERROR_CAPACITY, "capacity is 1: values takes 3",
        wald_learner_choice_path(learner, 0, values, losses, 1, &tried));
  OK(wald_learner_choice_path(learner, 0, values, losses, 32, &tried));
  {
    int64_t i, best = 0;
    for (i = 1; i < tried; ++i)
      if (losses[i] < losses[best]) best = i;
    EQUAL(values[best], value);
    EQUAL(losses[best], loss);
  }
  BAD_ARGUMENT("learner is NULL", wald_learner_name(none, &text));
  BAD_ARGUMENT("learner is NULL", wald_learner_kind(none, &kind));
  BAD_ARGUMENT("learner is NULL", wald_learner_shape(none, NULL, NULL, NULL, NULL));
  BAD_ARGUMENT("learner is NULL", wald_learner_choice_count(none, &count));

  OK(wald_learner_save(learner, NULL, 0, &length));
  saved = malloc((size_t)length);
  again = malloc((size_t)length);
  if (!saved || !again) abort();
  OK(wald_learner_save(learner, saved, length, &length));
  OK(wald_learner_load(saved, length, &loaded));
  OK(wald_learner_save(loaded, again, length, &longer));
  EQUAL(longer, length);
  CHECK(memcmp(saved, again, (size_t)length) == 0);
  OK(wald_learner_feature_name(loaded, 0, &text));
  TEXT(text, "left");
  wald_learner_destroy(loaded);
  loaded = UNTOUCHED;
  CHECK(wald_learner_load(saved, length - 3, &loaded) == WALD_ERROR_FORMAT);
  BAD_ARGUMENT("text is NULL", wald_learner_load(NULL, 3, &loaded));
  CHECK(loaded == UNTOUCHED);
  free(saved);
  free(again);

  wald_learner_destroy(learner);
  OK(wald_learner_fit("neighbours", full, NULL, &learner));
  OK(wald_learner_label_name(learner, 0, &text));
  TEXT(text, "");
  wald_learner_destroy(learner);
  wald_learner_options_destroy(options);
  wald_dataset_destroy(dataset);
  wald_dataset_destroy(full);
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
  OK(wald_options_create(&options));
  OK(wald_decision_create(&decision));
  BAD_ARGUMENT("learner is NULL", wald_learner_probabilities(none, dataset, NULL, p));
  BAD_ARGUMENT("dataset is NULL", wald_learner_probabilities(learner, NULL, NULL, p));
  BAD_ARGUMENT("out is NULL", wald_learner_probabilities(learner, dataset, NULL, NULL));
  OK(wald_learner_probabilities(learner, dataset, NULL, p));
  EQUAL(p[0], 1); /* rows 0 and 1 are each other's nearest */
  EQUAL(p[1], 0);

  BAD_ARGUMENT("metric is NULL", wald_learner_decide(learner, dataset, NULL, NULL, mask, m, 1, expected, decision));
  OK(wald_learner_decide(learner, dataset, f1, NULL, mask, m, 1, expected, decision));
  OK(wald_decision_count(decision, &answers));
  EQUAL(answers, n);
  EQUAL(mask[0], 1);
  EQUAL(mask[1], 0);
  EQUAL(expected[0], 1);
  OK(wald_learner_decide(learner, dataset, f1, NULL, NULL, 0, 0, NULL, decision));
  OK(wald_learner_decide(learner, dataset, f1, NULL, mask, m, 1, NULL, NULL));

  /* No row that was fitted is empty, so that no prediction is, where the question leaves it open. */
  OK(wald_learner_decide(learner, dataset, hamming, NULL, mask, m, 1, NULL, NULL));
  OK(wald_options_set_k(options, 0, 0));
  OK(wald_learner_decide(learner, dataset, f1, options, mask, m, 1, NULL, NULL));
  for (i = 0; i < n * m; ++i) EQUAL(mask[i], 0);
  OK(wald_options_set_k(options, 2, 2));
  OK(wald_learner_decide(learner, dataset, f1, options, mask, m, 1, NULL, NULL));
  for (i = 0; i < n; ++i) EQUAL(mask[i * m] + mask[i * m + 1] + mask[i * m + 2], 2);
  OK(wald_options_set_k(options, 4, -1));
  CHECK(wald_learner_decide(learner, dataset, f1, options, mask, m, 1, NULL, decision) == WALD_ERROR_ARGUMENT);
  OK(wald_decision_count(decision, &answers));
  EQUAL(answers, 0); /* left empty */
  OK(wald_options_set_k(options, -1, -1));

  BAD_ARGUMENT("row is 6: must lie in [0, 5]", wald_learner_estimator(learner, dataset, 6, NULL, &estimator));
  BAD_ARGUMENT("out is NULL", wald_learner_estimator(learner, dataset, 0, NULL, NULL));
  CHECK(estimator == UNTOUCHED);
  OK(wald_learner_estimator(learner, dataset, 2, NULL, &estimator));
  OK(wald_estimator_marginals(estimator, one, m, NULL));
  for (i = 0; i < m; ++i) EQUAL(one[i], p[2 * m + i]);
  wald_estimator_destroy(estimator);

  OK(wald_dataset_create(table, WALD_FLOAT64, n, 1, d, 1, &narrow));
  BAD_ARGUMENT("n_features is 1: the model was fitted to 2", wald_learner_probabilities(learner, narrow, NULL, p));
  BAD_ARGUMENT("n_features is 1: the model was fitted to 2",
               wald_learner_decide(learner, narrow, f1, NULL, mask, m, 1, NULL, NULL));
  wald_dataset_destroy(narrow);
  OK(wald_dataset_create(NULL, WALD_FLOAT64, 0, d, d, 1, &narrow)); /* no rows: no answers */
  OK(wald_learner_probabilities(learner, narrow, NULL, NULL));
  OK(wald_learner_decide(learner, narrow, f1, NULL, NULL, 0, 0, NULL, decision));
  OK(wald_decision_count(decision, &answers));
  EQUAL(answers, 0);
  wald_dataset_destroy(narrow);

  /* Marginals of another model come with the rows. */
  OK(wald_learner_fit("card:given", full, NULL, &given));
  CHECK(wald_learner_decide(given, dataset, f1, NULL, mask, m, 1, NULL, NULL) == WALD_ERROR_ARGUMENT);
  OK(wald_dataset_set_marginals(dataset, marginals, WALD_FLOAT64, n, m, m, 1));
  OK(wald_learner_decide(given, dataset, f1, NULL, mask, m, 1, NULL, NULL));
  EQUAL(mask[3], 1); /* P = 1, 0, 0 */
  EQUAL(mask[4], 0);
  OK(wald_learner_probabilities(learner, dataset, NULL, p)); /* others do not look at them */
  EQUAL(p[0], 1);
  OK(wald_dataset_set_marginals(dataset, marginals, WALD_FLOAT64, n, 2, m, 1));
  BAD_ARGUMENT("marginals are 6 by 2: must be 6 by 3",
               wald_learner_decide(given, dataset, f1, NULL, mask, m, 1, NULL, NULL));

  wald_learner_destroy(given);
  wald_learner_destroy(learner);
  wald_dataset_destroy(dataset);
  wald_dataset_destroy(full);
  wald_metric_destroy(f1);
  wald_metric_destroy(hamming);
  wald_options_destroy(options);
  wald_decision_destroy(decision);
}

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
               wald_calibration_fit(NULL, scores, WALD_FLOAT64, n, 1, truth, 1, NULL, 0, 0, &calibration));
  BAD_ARGUMENT("name is \"none\": must be platt, isotonic or beta",
               wald_calibration_fit("none", scores, WALD_FLOAT64, n, 1, truth, 1, NULL, 0, 0, &calibration));
  BAD_ARGUMENT("scores is NULL",
               wald_calibration_fit("platt", NULL, WALD_FLOAT64, n, 1, truth, 1, NULL, 0, 0, &calibration));
  BAD_ARGUMENT("labels is NULL",
               wald_calibration_fit("platt", scores, WALD_FLOAT64, n, 1, NULL, 1, NULL, 0, 0, &calibration));
  BAD_ARGUMENT("scores[2] is inf: must be finite",
               wald_calibration_fit("platt", bad, WALD_FLOAT64, n, 1, truth, 1, NULL, 0, 0, &calibration));
  BAD_ARGUMENT("labels[1] is 3: must be 0 or 1",
               wald_calibration_fit("platt", scores, WALD_FLOAT64, n, 1, three, 1, NULL, 0, 0, &calibration));
  BAD_ARGUMENT("labels has no 0 of a weight above 0: both must occur",
               wald_calibration_fit("platt", scores, WALD_FLOAT64, n, 1, ones, 1, NULL, 0, 0, &calibration));
  BAD_ARGUMENT(
      "labels has no 1 of a weight above 0: both must occur",
      wald_calibration_fit("platt", scores, WALD_FLOAT64, n, 1, truth, 1, zero, WALD_FLOAT64, 1, &calibration));
  BAD_ARGUMENT(
      "weights[1] is -1: must be finite and at least 0",
      wald_calibration_fit("platt", scores, WALD_FLOAT64, n, 1, truth, 1, negative, WALD_FLOAT64, 1, &calibration));
  CHECK(calibration == UNTOUCHED);
  wald_calibration_destroy(NULL);
  BAD_ARGUMENT("calibration is NULL", wald_calibration_apply(none, scores, WALD_FLOAT64, n, 1, p));
  for (k = 0; k < 3; ++k) {
    OK(wald_calibration_fit(names[k], scores, WALD_FLOAT64, n, 1, truth, 1, weights, WALD_FLOAT64, 1, &calibration));
    OK(wald_calibration_apply(calibration, scores, WALD_FLOAT64, n, 1, p));
    for (i = 0; i < n; ++i) CHECK(p[i] > 0 && p[i] < 1 && (i == 0 || p[i] >= p[i - 1]));
    BAD_ARGUMENT("scores[2] is inf: must be finite",
                 wald_calibration_apply(calibration, bad, WALD_FLOAT64, n, 1, again));
    BAD_ARGUMENT("out is NULL", wald_calibration_apply(calibration, scores, WALD_FLOAT64, n, 1, NULL));
    OK(wald_calibration_save(calibration, text, sizeof text, &needed));
    OK(wald_calibration_load(text, needed, &loaded));
    OK(wald_calibration_apply(loaded, scores, WALD_FLOAT64, n, 1, again));
    for (i = 0; i < n; ++i) EQUAL(again[i], p[i]);
    wald_calibration_destroy(loaded);
    loaded = UNTOUCHED;
    CHECK(wald_calibration_load(text, needed - 4, &loaded) == WALD_ERROR_FORMAT);
    CHECK(loaded == UNTOUCHED);
    wald_calibration_destroy(calibration);
  }
}

void test_learners(void) {
  test_dataset();
  test_targets();
  test_how_to_fit();
  test_fitted();
  test_predictions();
  test_calibration();
}
