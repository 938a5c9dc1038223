/* Cascades and trees: every function of the sections, its errors, and that a failed call changes nothing. The values
 * are compared with a plain reference by the conformance cases. */
#include <stdlib.h>
#include <string.h>

#include "binary.h"
#include "groups.h"

enum { n = 6, models = 3 };
static const double table[n * models] = {0.5,  1,    -0.25, -1, 0.5, -0.5, 2,     -0.25, 0.125,
                                         -0.5, -0.5, 0.25,  1,  1,   1,    -0.75, 0.25,  0.25};

static wald_cascade_scores *fed(void) {
  wald_cascade_scores *out = NULL;
  OK(wald_cascade_scores_create(models, 1, &out));
  OK(wald_cascade_scores_feed(out, TABLE(table, n, models), NULL, NULL, NULL, NULL));
  return out;
}

static wald_cascade *fitted(void) {
  wald_cascade *out = NULL;
  wald_cascade_scores *scores = fed();
  OK(wald_cascade_fit(scores, NULL, NULL, &out));
  wald_destroy(scores);
  return out;
}

/* Two stumps on two features. */
static wald_trees *stumps(void) {
  static const wald_split split[] = {WALD_SPLIT_AT_MOST, WALD_SPLIT_LEAF, WALD_SPLIT_LEAF};
  static const wald_missing missing[] = {WALD_MISSING_LEFT, 0, 0};
  static const int32_t first[] = {0, 0, 0}, second[] = {1, 0, 0}, left[] = {1, 0, 0}, right[] = {2, 0, 0};
  static const double threshold[] = {0.5, 0, 0}, values[] = {0, -1, 1}, base[] = {0.25};
  wald_trees *out = NULL;
  OK(wald_trees_create(SHAPE(2, 1, 1, 1, WALD_FLOAT64, 0), base, &out));
  OK(wald_trees_add(out, TREE(0, 3, split, missing, first, left, right, threshold, NULL, NULL, values)));
  OK(wald_trees_add(out, TREE(0, 3, split, missing, second, left, right, threshold, NULL, NULL, values)));
  return out;
}

static void test_scores(void) {
  static const double weights[] = {1, 2, 0, 1, 1, -1}, nan_row[] = {0, NAN, 0}, targets[] = {1, 0, 1, 0, 1, 0};
  wald_cascade_scores *scores = UNTOUCHED, *copy = NULL, *other = NULL, *none = NULL;
  int64_t rows = -1, n_models = -1, n_classes = -1;

  BAD_ARGUMENT("n_models is 0: must lie in [1, 1048576]", wald_cascade_scores_create(0, 1, &scores));
  BAD_ARGUMENT("n_classes is 0: must lie in [1, 65536]", wald_cascade_scores_create(1, 0, &scores));
  BAD_ARGUMENT("n_classes is 65537: must lie in [1, 65536]", wald_cascade_scores_create(1, 65537, &scores));
  CHECK(scores == UNTOUCHED);
  BAD_ARGUMENT("out is NULL", wald_cascade_scores_create(1, 1, NULL));
  wald_destroy(NULL);

  scores = fed();
  /* A call that fails adds no row. */
  BAD_ARGUMENT("scores is NULL", wald_cascade_scores_feed(none, TABLE(table, 1, models), NULL, NULL, NULL, NULL));
  BAD_ARGUMENT("table->data is NULL", wald_cascade_scores_feed(scores, TABLE(NULL, 1, models), NULL, NULL, NULL, NULL));
  BAD_ARGUMENT("table has -1 rows: must have at least 0",
               wald_cascade_scores_feed(scores, TABLE(table, -1, models), NULL, NULL, NULL, NULL));
  BAD_ARGUMENT("table->type is 7: must be WALD_FLOAT64 (0) or WALD_FLOAT32 (1)",
               wald_cascade_scores_feed(scores, ARRAY(table, 7, 1, models, models, 1), NULL, NULL, NULL, NULL));
  BAD_ARGUMENT("weights->type is 7: must be WALD_FLOAT64 (0) or WALD_FLOAT32 (1)",
               wald_cascade_scores_feed(scores, TABLE(table, 1, models), VECTOR(weights, 7, 1, 1), NULL, NULL, NULL));
  BAD_ARGUMENT("scores[0][1] is nan: must be finite",
               wald_cascade_scores_feed(scores, TABLE(nan_row, 1, models), NULL, NULL, NULL, NULL));
  BAD_ARGUMENT("weights[5] is -1: must be finite and at least 0",
               wald_cascade_scores_feed(scores, TABLE(table, n, models), DOUBLES(weights, n), NULL, NULL, NULL));
  CHECK(wald_cascade_scores_feed(scores, ARRAY(table, WALD_FLOAT64, n, 2, models, 1), NULL, NULL, NULL, NULL) ==
        WALD_ERROR_ARGUMENT);
  CHECK(wald_cascade_scores_feed(scores, TABLE(table, n, models), NULL, DOUBLES(targets, n), NULL, NULL) ==
        WALD_ERROR_ARGUMENT); /* the first feed had none */
  OK(wald_cascade_scores_feed(scores, TABLE(NULL, 0, models), NULL, NULL, NULL, NULL));
  rows = cascade_scores_number(scores, WALD_CASCADE_SCORES_N_ROWS);
  n_models = cascade_scores_number(scores, WALD_CASCADE_SCORES_N_MODELS);
  n_classes = cascade_scores_number(scores, WALD_CASCADE_SCORES_N_CLASSES);
  EQUAL(rows, n);
  EQUAL(n_models, models);
  EQUAL(n_classes, 1);

  OK(wald_copy(scores, &copy));
  OK(wald_merge(copy, scores));
  OK(wald_merge(copy, copy)); /* with itself: twice the rows */
  rows = cascade_scores_number(copy, WALD_CASCADE_SCORES_N_ROWS);
  EQUAL(rows, 4 * n);
  rows = cascade_scores_number(scores, WALD_CASCADE_SCORES_N_ROWS);
  EQUAL(rows, n);
  BAD_ARGUMENT("other is NULL", wald_merge(copy, NULL));
  BAD_ARGUMENT("object is NULL", wald_merge(NULL, scores));
  OK(wald_cascade_scores_create(2, 1, &other));
  CHECK(wald_merge(copy, other) == WALD_ERROR_ARGUMENT);
  OK(wald_clear(copy));
  rows = cascade_scores_number(copy, WALD_CASCADE_SCORES_N_ROWS);
  EQUAL(rows, 0);
  BAD_ARGUMENT("object is NULL", wald_clear(NULL));
  BAD_ARGUMENT("object is NULL", wald_copy(NULL, &copy));
  BAD_ARGUMENT("out is NULL", wald_copy(scores, NULL));
  wald_destroy(other);
  wald_destroy(copy);
  wald_destroy(scores);
}

static int32_t stop(double fraction, void *user) {
  CHECK(fraction >= 0 && fraction <= 1);
  ++*(int *)user;
  return 1;
}

static void test_fitting(void) {
  wald_cascade_evaluation *evaluation = UNTOUCHED;
  static const char *const names[] = {"first", "second", "third"};
  wald_cascade_scores *scores = fed(), *other = NULL;
  wald_options *options = new_options("cascades");
  wald_cascade *cascade = UNTOUCHED, *calibrated = NULL, *loaded = NULL;
  double value = -1, out[models], disagreement = -1, mean = -1, cost = -1;
  int64_t needed = -1;
  int called = 0;
  wald_cascade_fact fact;
  const char *name = NULL;
  char *text;

  BAD_ARGUMENT("scores is NULL", wald_cascade_fit(NULL, NULL, NULL, &cascade));
  BAD_ARGUMENT("out is NULL", wald_cascade_fit(scores, NULL, NULL, NULL));
  OK(wald_cascade_scores_create(2, 1, &other));
  CHECK(wald_cascade_fit(scores, other, NULL, &cascade) == WALD_ERROR_ARGUMENT);
  OK(wald_options_set_progress(options, "progress", stop, &called));
  FAILS(WALD_CANCELLED, "cancelled by the progress callback", wald_cascade_fit(scores, NULL, options, &cascade));
  CHECK(called == 1 && cascade == UNTOUCHED);
  OK(wald_options_set_progress(options, "progress", NULL, NULL));
  OK(wald_options_set_texts(options, "names", names, models));
  OK(wald_cascade_fit(scores, NULL, options, &cascade));
  wald_destroy(NULL);

  for (fact = WALD_CASCADE_ORDER; fact <= WALD_CASCADE_STOPS; ++fact) {
    OK(wald_numbers(cascade, fact, 0, out, models, &needed));
    EQUAL(needed, models);
  }
  for (; fact <= WALD_CASCADE_HELD_OUT_STOPS; ++fact) {
    OK(wald_numbers(cascade, fact, 0, NULL, 0, &needed));
    EQUAL(needed, 0);
  }
  FAILS(WALD_ERROR_CAPACITY, "capacity is 2: out takes 3",
        wald_numbers(cascade, WALD_CASCADE_ORDER, 0, out, 2, &needed));
  BAD_ARGUMENT("object is NULL", wald_numbers(NULL, WALD_CASCADE_ORDER, 0, NULL, 0, &needed));
  OK(wald_text(cascade, WALD_CASCADE_NAME, 1, &name));
  TEXT(name, "second");
  BAD_ARGUMENT("model is 3: must lie in [0, 2]", wald_text(cascade, WALD_CASCADE_NAME, 3, &name));
  BAD_ARGUMENT("model is -1: must lie in [0, 2]", wald_text(cascade, WALD_CASCADE_NAME, -1, &name));
  BAD_ARGUMENT("text is NULL", wald_text(cascade, WALD_CASCADE_NAME, 0, NULL));
  needed = cascade_number(cascade, WALD_CASCADE_N_FEATURES);
  EQUAL(needed, 0);

  OK(cascade_evaluation_of(cascade, scores, THREADS("2"), &disagreement, &mean, &cost, out));
  NEAR(out[0] + out[1] + out[2], 1);
  CHECK(disagreement == 0 && mean >= 1 && mean <= models && cost == mean);
  OK(cascade_evaluation_of(cascade, scores, NULL, NULL, NULL, NULL, NULL));
  CHECK(cascade_evaluation_of(cascade, other, NULL, NULL, NULL, NULL, NULL) == WALD_ERROR_ARGUMENT);
  BAD_ARGUMENT("cascade is NULL", cascade_evaluation_of(NULL, scores, NULL, NULL, NULL, NULL, NULL));
  BAD_ARGUMENT("scores is NULL", cascade_evaluation_of(cascade, NULL, NULL, NULL, NULL, NULL, NULL));

  BAD_ARGUMENT("out is NULL", wald_cascade_evaluate(cascade, scores, NULL, NULL));
  OK(wald_cascade_evaluate(cascade, scores, NULL, &evaluation));
  OK(wald_numbers(evaluation, WALD_CASCADE_EVALUATION_STOPS, 0, NULL, 0, &needed));
  EQUAL(needed, 3);
  BAD_ARGUMENT("fact is 31004: must lie in [31000, 31003]",
               wald_number(evaluation, WALD_CASCADE_EVALUATION_STOPS + 1, 0, &value));
  wald_destroy(evaluation);

  OK(wald_cascade_calibrate(cascade, scores, NULL, &calibrated));
  OK(wald_number(calibrated, WALD_CASCADE_CERTIFIED_DISAGREEMENT, 0, &value));
  EQUAL(value, 0); /* six rows certify nothing: every row is evaluated in full */
  OK(wald_number(calibrated, WALD_CASCADE_HELD_OUT_MEAN_MODELS, 0, &value));
  EQUAL(value, models);
  OK(wald_number(calibrated, WALD_CASCADE_DISAGREEMENT, 0, &value));
  CHECK(isnan(value));
  BAD_ARGUMENT("cascade is NULL", wald_cascade_calibrate(NULL, scores, NULL, &loaded));
  BAD_ARGUMENT("calibration is NULL", wald_cascade_calibrate(cascade, NULL, NULL, &loaded));
  BAD_ARGUMENT("out is NULL", wald_cascade_calibrate(cascade, scores, NULL, NULL));

  OK(wald_save(cascade, WALD_TEXT, NULL, 0, &needed));
  text = malloc((size_t)needed);
  if (!text) abort();
  OK(wald_save(cascade, WALD_TEXT, text, needed, NULL));
  OK(wald_load(WALD_OBJECT_CASCADE, text, needed, &loaded));
  OK(wald_text(loaded, WALD_CASCADE_NAME, 2, &name));
  TEXT(name, "third");
  BAD_ARGUMENT("object is NULL", wald_save(NULL, WALD_TEXT, text, needed, NULL));
  BAD_ARGUMENT("text is NULL", wald_load(WALD_OBJECT_CASCADE, NULL, 3, &loaded));
  BAD_ARGUMENT("length is -1: must be at least 0", wald_load(WALD_OBJECT_CASCADE, text, -1, &loaded));
  BAD_ARGUMENT("out is NULL", wald_load(WALD_OBJECT_CASCADE, text, needed, NULL));
  CHECK(wald_load(WALD_OBJECT_CASCADE, text, needed - 5, &loaded) == WALD_ERROR_FORMAT);
  free(text);
  wald_destroy(loaded);
  wald_destroy(calibrated);
  wald_destroy(cascade);
  wald_destroy(options);
  wald_destroy(other);
  wald_destroy(scores);
}

static int32_t give_scores(int64_t model, const int64_t *rows, int64_t count, double *scores, void *user) {
  int64_t i;
  if (*(int *)user == 1) return 1;
  if (*(int *)user == 2) return 0; /* fills nothing */
  for (i = 0; i < count; ++i) scores[i] = table[rows[i] * models + model];
  return 0;
}

static void test_running(void) {
  wald_cascade *cascade = fitted();
  wald_cascade_run *run = NULL;
  int32_t decisions[n], counts[n], called[n], decision = -7;
  double sums[n], called_sums[n], sum = 0;
  int64_t model = -7, count = -7;
  double score = 0.5, bad = NAN;
  int mode = 0, i;

  OK(wald_cascade_apply(cascade, TABLE(table, n, models), NULL, decisions, counts, sums));
  for (i = 0; i < n; ++i) {
    const double full = table[3 * i] + table[3 * i + 1] + table[3 * i + 2];
    EQUAL(decisions[i], full >= 0); /* alpha allows no error in six rows */
    CHECK(counts[i] < models ? isnan(sums[i]) : fabs(sums[i] - full) < 1e-6);
  }
  OK(wald_cascade_apply(cascade, TABLE(table, n, models), NULL, NULL, NULL, NULL));
  OK(wald_cascade_apply(cascade, TABLE(NULL, 0, models), NULL, NULL, NULL, NULL));
  BAD_ARGUMENT("cascade is NULL", wald_cascade_apply(NULL, TABLE(table, n, models), NULL, NULL, NULL, NULL));
  BAD_ARGUMENT("table->data is NULL", wald_cascade_apply(cascade, TABLE(NULL, n, models), NULL, NULL, NULL, NULL));
  CHECK(wald_cascade_apply(cascade, TABLE(table, n, 2), NULL, NULL, NULL, NULL) == WALD_ERROR_ARGUMENT);

  OK(wald_cascade_apply_function(cascade, n, give_scores, &mode, called, NULL, called_sums));
  CHECK(memcmp(called, decisions, sizeof called) == 0);
  for (i = 0; i < n; ++i) CHECK(isnan(sums[i]) ? isnan(called_sums[i]) : called_sums[i] == sums[i]);
  OK(wald_cascade_apply_function(cascade, n, give_scores, &mode, NULL, called, NULL));
  CHECK(memcmp(called, counts, sizeof called) == 0);
  mode = 1;
  FAILS(WALD_CANCELLED, "cancelled by the score callback",
        wald_cascade_apply_function(cascade, n, give_scores, &mode, NULL, NULL, NULL));
  mode = 2;
  CHECK(wald_cascade_apply_function(cascade, n, give_scores, &mode, NULL, NULL, NULL) == WALD_ERROR_CALLBACK);
  BAD_ARGUMENT("function is NULL", wald_cascade_apply_function(cascade, n, NULL, NULL, NULL, NULL, NULL));
  BAD_ARGUMENT("n_rows is -1: must be at least 0",
               wald_cascade_apply_function(cascade, -1, give_scores, &mode, NULL, NULL, NULL));
  BAD_ARGUMENT("cascade has no trees: bind them to it (wald_cascade_bind)",
               wald_cascade_apply_trees(cascade, TABLE(table, n, models), NULL, NULL, NULL, NULL));

  BAD_ARGUMENT("cascade is NULL", wald_cascade_run_create(NULL, &run));
  BAD_ARGUMENT("out is NULL", wald_cascade_run_create(cascade, NULL));
  wald_destroy(NULL);
  OK(wald_cascade_run_create(cascade, &run));
  wald_destroy(cascade); /* the run goes on */
  for (i = 0; i < n; ++i) {
    OK(wald_cascade_run_feed(run, NULL, 0, &model, NULL, NULL, NULL));
    while (model >= 0) OK(wald_cascade_run_feed(run, &table[i * models + model], 1, &model, &decision, &count, &sum));
    CHECK(isnan(sums[i]) ? isnan(sum) : sum == sums[i]);
    EQUAL(decision, decisions[i]);
    EQUAL(count, counts[i]);
  }
  BAD_ARGUMENT("the example is decided: start the next one", wald_cascade_run_feed(run, &score, 1, &model, NULL, NULL, NULL));
  OK(wald_cascade_run_feed(run, NULL, 0, &model, NULL, NULL, NULL));
  BAD_ARGUMENT("scores[0] is nan: must be finite", wald_cascade_run_feed(run, &bad, 1, &model, NULL, NULL, NULL));
  BAD_ARGUMENT("scores has 2 numbers: must have 1", wald_cascade_run_feed(run, &score, 2, &model, NULL, NULL, NULL));
  BAD_ARGUMENT("scores is NULL with n_scores 1: must be 0, which begins an example",
               wald_cascade_run_feed(run, NULL, 1, &model, NULL, NULL, NULL));
  OK(wald_cascade_run_feed(run, &score, 1, NULL, NULL, &count, NULL));
  EQUAL(count, 1); /* what was refused did not count */
  BAD_ARGUMENT("run is NULL", wald_cascade_run_feed(NULL, NULL, 0, &model, NULL, NULL, NULL));
  BAD_ARGUMENT("run is NULL", wald_cascade_run_feed(NULL, &score, 1, &model, NULL, NULL, NULL));
  wald_destroy(run);
}

/* A model of LightGBM: one leaf of 0.25. */
static void test_models_of_other_libraries(void) {
  static const char model[] =
      "tree\nnum_tree_per_iteration=1\nmax_feature_idx=1\nfeature_names=age place\nTree=0\nnum_leaves=1\n"
      "leaf_value=0.25\nend of trees\npandas_categorical:[[\"home\"]]\n";
  static const double rows[] = {0, 1};
  const int64_t length = (int64_t)sizeof model - 1;
  wald_trees *trees = NULL, *none = NULL;
  const char *text = NULL;
  char saved[4096];
  int64_t needed = 0;
  double margin = 0;
  OK(wald_trees_import(model, length, 1, &trees));
  OK(wald_trees_evaluate(trees, TABLE(rows, 1, 2), NULL, &margin));
  EQUAL(margin, 0.25);
  OK(wald_text(trees, WALD_TREES_FEATURE_NAME, 1, &text));
  CHECK(strcmp(text, "place") == 0);
  EQUAL(trees_number(trees, WALD_TREES_N_CATEGORIES), 0);
  EQUAL(trees_number(trees, WALD_TREES_N_UNPLACED_COLUMNS), 1); /* no feature_infos tell which has "home" */
  EQUAL(trees_number(trees, WALD_TREES_UNSEEN_IS_ERROR), 0);
  BAD_ARGUMENT("feature is 2: must lie in [0, 1]", wald_text(trees, WALD_TREES_FEATURE_NAME, 2, &text));
  BAD_ARGUMENT("fact is 15000 (n_trees): it is a number, which wald_number reads, not a text",
               wald_text(trees, WALD_TREES_N_TREES, 0, &text));
  BAD_ARGUMENT("text is NULL", wald_text(trees, WALD_TREES_FEATURE_NAME, 0, NULL));
  BAD_ARGUMENT("object is NULL", wald_text(NULL, WALD_TREES_FEATURE_NAME, 0, &text));
  OK(wald_save(trees, WALD_TEXT, saved, sizeof saved, &needed));
  wald_destroy(trees);
  OK(wald_trees_import(saved, needed, 0, &trees));
  wald_destroy(trees);
  BAD_ARGUMENT("iterations is 1: must be 0 for trees that Wald saved, which have no rounds",
               wald_trees_import(saved, needed, 1, &none));
  BAD_ARGUMENT("iterations is 2: must be at most 1, the rounds that the model has",
               wald_trees_import(model, length, 2, &none));
  BAD_ARGUMENT("iterations is -1: must be at least 1, or 0 for all", wald_trees_import(model, length, -1, &none));
  BAD_ARGUMENT("text is NULL", wald_trees_import(NULL, 1, 0, &none));
  BAD_ARGUMENT("length is -1: must be at least 0", wald_trees_import(model, -1, 0, &none));
  BAD_ARGUMENT("out is NULL", wald_trees_import(model, length, 0, NULL));
  FAILS(WALD_ERROR_FORMAT,
        "model cannot be read: must be a model that XGBoost saved as JSON or UBJSON, LightGBM as text or by dump_model, "
        "CatBoost as JSON, or trees that Wald saved",
        wald_trees_import(NULL, 0, 0, &none));
  FAILS(WALD_ERROR_FORMAT, "model of LightGBM: \"end of trees\" is missing: the file was cut",
        wald_trees_import(model, length - 60, 0, &none));
  FAILS(WALD_ERROR_UNSUPPORTED, "model of XGBoost: booster is gblinear: it is a linear model, and has no trees",
        wald_trees_import("{\"learner\": {\"gradient_booster\": {\"name\": \"gblinear\"}}}", 55, 0, &none));
  CHECK(none == NULL);
}

static void test_trees(void) {
  static const double rows[] = {0, 0, 1, 0, 0, 1, 1, 1, NAN, NAN};
  static const double bad_base[] = {NAN};
  static const wald_split leaf[] = {WALD_SPLIT_LEAF}, unknown_split[] = {4}, among[] = {WALD_SPLIT_AMONG, 0, 0};
  static const wald_missing missing[] = {0, 0, 0}, unknown_missing[] = {7, 0, 0},
                            of_categories[] = {WALD_MISSING_NAN_LEFT, 0, 0};
  static const wald_split at_most[] = {WALD_SPLIT_AT_MOST, 0, 0};
  static const int32_t zeros[] = {0, 0, 0}, left[] = {1, 0, 0}, right[] = {2, 0, 0}, categories[] = {1, 3};
  static const int64_t begin[] = {0, 2, 2, 2}, falling[] = {0, 2, 1, 2};
  static const double values[] = {0, 0.5, -0.5};
  wald_trees *trees = UNTOUCHED, *loaded = NULL, *none = NULL;
  wald_cascade_scores *scores = NULL;
  wald_options *options = new_options("cascades");
  wald_cascade *cascade = NULL, *bound = NULL, *again = NULL;
  int64_t n_trees = -1, n_models = -1, n_features = -1, n_outputs = -1, needed = -1;
  int32_t decisions[5], counts[5], of_loaded[5];
  double margins[5], threshold = -1;
  char *text;
  int i;

  BAD_ARGUMENT("n_features is 0: must lie in [1, 16777216]", wald_trees_create(SHAPE(0, 1, 1, 1, 0, 0), NULL, &trees));
  BAD_ARGUMENT("n_outputs is 0: must lie in [1, 65536]", wald_trees_create(SHAPE(1, 0, 1, 1, 0, 0), bad_base, &trees));
  BAD_ARGUMENT("trees_per_model is 0: must lie in [1, 1048576]",
               wald_trees_create(SHAPE(1, 1, 1, 0, 0, 0), NULL, &trees));
  BAD_ARGUMENT("summation is 2: must be WALD_FLOAT64 (0) or WALD_FLOAT32 (1)",
               wald_trees_create(SHAPE(1, 1, 1, 1, 2, 0), NULL, &trees));
  BAD_ARGUMENT("float_features is 2: must be 0 or 1", wald_trees_create(SHAPE(1, 1, 1, 1, 0, 2), NULL, &trees));
  BAD_ARGUMENT("base[0] is nan: must be finite", wald_trees_create(SHAPE(1, 1, 1, 1, 0, 0), bad_base, &trees));
  CHECK(trees == UNTOUCHED);
  BAD_ARGUMENT("shape is NULL", wald_trees_create(NULL, NULL, &trees));
  BAD_ARGUMENT("shape->size is 8: must be 48, its sizeof",
               wald_trees_create(&(wald_trees_shape){.size = 8}, NULL, &trees));
  BAD_ARGUMENT("out is NULL", wald_trees_create(SHAPE(1, 1, 1, 1, 0, 0), NULL, NULL));
  wald_destroy(NULL);

  trees = stumps();
  BAD_ARGUMENT("trees is NULL",
               wald_trees_add(none, TREE(0, 1, leaf, missing, zeros, zeros, zeros, values, NULL, NULL, values)));
  BAD_ARGUMENT("split is NULL",
               wald_trees_add(trees, TREE(0, 1, NULL, missing, zeros, zeros, zeros, values, NULL, NULL, values)));
  BAD_ARGUMENT("values is NULL",
               wald_trees_add(trees, TREE(0, 1, leaf, missing, zeros, zeros, zeros, values, NULL, NULL, NULL)));
  BAD_ARGUMENT("n_nodes is 0: must lie in [1, 2^30)",
               wald_trees_add(trees, TREE(0, 0, leaf, missing, zeros, zeros, zeros, values, NULL, NULL, values)));
  BAD_ARGUMENT("output is 1: must lie in [0, 0]",
               wald_trees_add(trees, TREE(1, 1, leaf, missing, zeros, zeros, zeros, values, NULL, NULL, values)));
  BAD_ARGUMENT(
      "split[0] is 4: must lie in [0, 3]",
      wald_trees_add(trees, TREE(0, 1, unknown_split, missing, zeros, zeros, zeros, values, NULL, NULL, values)));
  BAD_ARGUMENT(
      "missing[0] is 7: must lie in [0, 6]",
      wald_trees_add(trees, TREE(0, 3, at_most, unknown_missing, zeros, left, right, values, NULL, NULL, values)));
  BAD_ARGUMENT(
      "missing[0] is 6: must lie in [0, 4]",
      wald_trees_add(trees, TREE(0, 3, at_most, of_categories, zeros, left, right, values, NULL, NULL, values)));
  BAD_ARGUMENT("category_begin is NULL",
               wald_trees_add(trees, TREE(0, 3, among, missing, zeros, left, right, values, NULL, categories, values)));
  BAD_ARGUMENT("categories is NULL",
               wald_trees_add(trees, TREE(0, 3, among, missing, zeros, left, right, values, begin, NULL, values)));
  BAD_ARGUMENT(
      "category_begin[2] is 1: must be at least category_begin[1] = 2",
      wald_trees_add(trees, TREE(0, 3, among, missing, zeros, left, right, values, falling, categories, values)));
  n_trees = trees_number(trees, WALD_TREES_N_TREES);
  n_models = trees_number(trees, WALD_TREES_N_MODELS);
  n_features = trees_number(trees, WALD_TREES_N_FEATURES);
  n_outputs = trees_number(trees, WALD_TREES_N_OUTPUTS); /* what failed added none */
  CHECK(n_trees == 2 && n_models == 2 && n_features == 2 && n_outputs == 1);

  needed = trees_number(trees, WALD_TREES_LEAF_WIDTH);
  EQUAL(needed, 1);

  OK(wald_trees_evaluate(trees, TABLE(rows, 5, 2), NULL, margins));
  EQUAL(margins[0], -1.75);
  EQUAL(margins[3], 2.25);
  EQUAL(margins[4], -1.75); /* what is missing goes left */
  BAD_ARGUMENT("out is NULL", wald_trees_evaluate(trees, TABLE(rows, 5, 2), NULL, NULL));
  BAD_ARGUMENT("n_features is 1: must be 2",
               wald_trees_evaluate(trees, ARRAY(rows, WALD_FLOAT64, 5, 1, 2, 1), NULL, margins));
  BAD_ARGUMENT("trees is NULL", wald_trees_evaluate(NULL, TABLE(rows, 5, 2), NULL, margins));
  OK(wald_trees_threshold(trees, 0.25, &threshold));
  EQUAL(threshold, 0);
  BAD_ARGUMENT("margin is inf: must be finite", wald_trees_threshold(trees, INFINITY, &threshold));
  BAD_ARGUMENT("threshold is NULL", wald_trees_threshold(trees, 0, NULL));

  OK(wald_cascade_scores_create(2, 1, &scores));
  BAD_ARGUMENT("options are given without trees: must be NULL",
               wald_cascade_scores_feed(scores, TABLE(rows, 5, 2), NULL, NULL, NULL, options));
  BAD_ARGUMENT("scores is NULL", wald_cascade_scores_feed(NULL, TABLE(rows, 5, 2), NULL, NULL, trees, NULL));
  BAD_ARGUMENT("n_features is 3: must be 2",
               wald_cascade_scores_feed(scores, ARRAY(rows, WALD_FLOAT64, 1, 3, 2, 1), NULL, NULL, trees, NULL));
  BAD_ARGUMENT("weights[2] is -0.5: must be finite and at least 0",
               wald_cascade_scores_feed(scores, TABLE(rows, 3, 2), DOUBLES(values, 3), NULL, trees, NULL));
  needed = cascade_scores_number(scores, WALD_CASCADE_SCORES_N_ROWS);
  EQUAL(needed, 0);
  OK(wald_cascade_scores_feed(scores, TABLE(rows, 5, 2), NULL, NULL, trees, THREADS("2")));
  OK(wald_options_set_number(options, "threshold", threshold));
  OK(wald_cascade_fit(scores, NULL, options, &cascade));
  BAD_ARGUMENT("trees is NULL", wald_cascade_bind(cascade, NULL, &bound));
  BAD_ARGUMENT("cascade is NULL", wald_cascade_bind(NULL, trees, &bound));
  BAD_ARGUMENT("out is NULL", wald_cascade_bind(cascade, trees, NULL));
  again = fitted();
  BAD_ARGUMENT("the cascade has 3 models: must have those of the ensemble, 2", wald_cascade_bind(again, trees, &bound));
  wald_destroy(again);
  OK(wald_cascade_bind(cascade, trees, &bound));
  n_features = cascade_number(bound, WALD_CASCADE_N_FEATURES);
  EQUAL(n_features, 2);
  OK(wald_cascade_apply_trees(bound, TABLE(rows, 5, 2), NULL, decisions, counts, NULL));
  for (i = 0; i < 5; ++i) EQUAL(decisions[i], margins[i] >= 0.25);
  BAD_ARGUMENT("n_features is 3: must be 2",
               wald_cascade_apply_trees(bound, TABLE(rows, 1, 3), NULL, decisions, counts, NULL));
  OK(wald_cascade_apply_trees(bound, TABLE(NULL, 0, 2), NULL, NULL, NULL, NULL));

  SAME_IN_BINARY(cascade, WALD_OBJECT_CASCADE, bound);
  SAME_IN_BINARY(trees, WALD_OBJECT_TREES, trees);
  OK(wald_save(bound, WALD_TEXT, NULL, 0, &needed));
  text = malloc((size_t)needed);
  if (!text) abort();
  OK(wald_save(bound, WALD_TEXT, text, needed, NULL));
  OK(wald_load(WALD_OBJECT_CASCADE, text, needed, &again));
  OK(wald_cascade_apply_trees(again, TABLE(rows, 5, 2), NULL, of_loaded, NULL, NULL));
  CHECK(memcmp(of_loaded, decisions, sizeof decisions) == 0);
  free(text);
  OK(wald_save(trees, WALD_TEXT, NULL, 0, &needed));
  text = malloc((size_t)needed);
  if (!text) abort();
  OK(wald_save(trees, WALD_TEXT, text, needed, NULL));
  OK(wald_load(WALD_OBJECT_TREES, text, needed, &loaded));
  BAD_ARGUMENT("object is NULL", wald_save(NULL, WALD_TEXT, text, needed, NULL));
  BAD_ARGUMENT("out is NULL", wald_load(WALD_OBJECT_TREES, text, needed, NULL));
  BAD_ARGUMENT("text is NULL", wald_load(WALD_OBJECT_TREES, NULL, 1, &loaded));
  free(text);
  wald_destroy(loaded);
  wald_destroy(again);
  wald_destroy(bound);
  wald_destroy(cascade);
  wald_destroy(options);
  wald_destroy(scores);
  wald_destroy(trees);
}

void test_cascades(void) {
  test_scores();
  test_fitting();
  test_running();
  test_trees();
  test_models_of_other_libraries();
}
