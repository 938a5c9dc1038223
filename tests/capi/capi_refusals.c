/* Arguments that are refused, or answered, at the edge of what a function takes, where the lists of the other files do
 * not come: sizes of structures, counts below their bounds, texts that are not UTF-8, tables of no rows. */
#include <stdlib.h>

#include "groups.h"

static void test_texts_and_counts(void) {
  static const double whole[] = {1};
  static const char *const names[] = {"a"};
  /* Characters of two to four bytes, one broken at its end each. */
  static const char *const broken[] = {"\xC3", "\xE2\x82(", "\xF0\x9F\x98(", "\xF0\x9F(\x80", "\xF4\x90\x80\x80"};
  wald_options *options = new_options("learners");
  size_t i;
  for (i = 0; i < sizeof broken / sizeof broken[0]; ++i) {
    BAD_ARGUMENT("label_names is not UTF-8", wald_options_set_text(options, "label_names", broken[i]));
    BAD_ARGUMENT("label_names[0] is not UTF-8", wald_options_set_texts(options, "label_names", &broken[i], 1));
    TEXT(get(options, "label_names"), "");
  }
  OK(wald_options_set_text(options, "label_names", "\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80"));
  TEXT(get(options, "label_names"), "\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80");
  BAD_ARGUMENT("n is 0: must be at least 1", wald_options_set_numbers(options, "chain_orders", whole, 0));
  BAD_ARGUMENT("n is -2: must be at least 1", wald_options_set_numbers(options, "chain_orders", whole, -2));
  BAD_ARGUMENT("n is 0: must be at least 1", wald_options_set_texts(options, "feature_names", names, 0));
  TEXT(get(options, "feature_names"), "");
  wald_destroy(options);
}

static double utility_cell(int64_t tp, int64_t k, int64_t s, int64_t labels, void *user) {
  (void)s, (void)labels, (void)user;
  return (double)(2 * tp - k);
}
EACH_CELL(utility, utility_cell)

static void test_estimators_and_reports(void) {
  static const double p[] = {0.75, 0.5}, ones[] = {1, 1};
  static const uint8_t cells[] = {1, 0, 1, 0, 1, 0};
  static const int32_t indptr[] = {0, 1}, indices[] = {0};
  uint8_t mask[2] = {7, 7}, drawn[6];
  double error = -1, bound = -1, expected = -1, regret = -1;
  int64_t needed = 0;
  wald_report *page = UNTOUCHED;
  wald_metric *metric = metric_named("f1"), *broken = NULL;
  wald_estimator *labels = independent(p, 2), *vectors = joint(cells, 2, 3, ones);
  wald_decision *decision = new_decision();

  BAD_ARGUMENT("vectors has 2 columns: the estimator has 3 labels",
               wald_estimator_feed_vectors(
                   vectors, COMPRESSED(SPARSE(indptr, indices, WALD_INT32, NULL, WALD_FLOAT64, 1, 2)), NULL));
  EQUAL(estimator_number(vectors, WALD_ESTIMATOR_N_FED), 2);
  BAD_ARGUMENT("out has 3 columns: the estimator has 2 labels", wald_estimator_draw(labels, NULL, MASK(drawn, 2, 3)));

  /* Each of what is expected alone. */
  OK(expected_of(metric, labels, BYTES(cells, 2), NULL, &expected, NULL, &regret, NULL));
  OK(expected_of(metric, labels, BYTES(cells, 2), NULL, NULL, &error, NULL, NULL));
  OK(expected_of(metric, labels, BYTES(cells, 2), NULL, NULL, NULL, NULL, &bound));
  NEAR(expected, 0.75 * 0.5 + 0.75 * 0.5 * 2 / 3); /* 1 if label 0 alone is true, 2/3 where both are */
  CHECK(error >= 0 && error < 1e-12);
  CHECK(bound >= 0 && bound < 1e-12);
  CHECK(regret > 0 && regret < 1); /* both is better */
  OK(expected_of(metric, labels, BYTES(cells, 2), NULL, NULL, NULL, NULL, NULL));

  /* What a mask takes is asked for first. */
  OK(wald_decide(metric, labels, NULL, decision));
  OK(wald_decision_mask(decision, 0, NULL, 0, &needed));
  EQUAL(needed, 2);
  FAILS(WALD_ERROR_CAPACITY, "capacity is 1: out takes 2", wald_decision_mask(decision, 0, mask, 1, &needed));
  CHECK(mask[0] == 7);
  OK(wald_decision_mask(decision, 0, mask, 2, NULL));
  CHECK(mask[0] == 1 && mask[1] == 1);

  OK(wald_metric_create_callback(utility, NULL, "\xFFmine", 0, &broken));
  BAD_ARGUMENT("metric has a name that is not UTF-8",
               wald_report_create(broken, WALD_INDEPENDENT, MASK(cells, 1, 2), TABLE(p, 1, 2), NULL, NULL, &page));
  CHECK(page == UNTOUCHED);
  wald_destroy(decision);
  wald_destroy(labels);
  wald_destroy(vectors);
  wald_destroy(metric);
  wald_destroy(broken);
}

static void test_thresholds_and_rows(void) {
  static const double scores[] = {0.9, 0.2, 0.6, 0.7}, cut[] = {0.5, 0.5};
  static const uint8_t labels[] = {1, 0, 0, 1};
  uint8_t flagged[2] = {9, 9};
  wald_labels *found = UNTOUCHED;
  BAD_ARGUMENT("n_scores is 1: must be 2, the columns of scores",
               wald_rule_apply(WALD_RULE_OR, cut, 1, TABLE(scores, 2, 2), BYTES(flagged, 2)));
  CHECK(flagged[0] == 9);
  BAD_ARGUMENT("scores has 4611686018427387904 x 4 elements: must have at most 2^60",
               wald_labels_choose(ARRAY(labels, WALD_UINT8, INT64_MAX / 2 + 1, 4, 0, 0),
                                  ARRAY(scores, WALD_FLOAT64, INT64_MAX / 2 + 1, 4, 0, 0), NULL, NULL, NULL, &found));
  BAD_ARGUMENT("scores has 3 x 6148914691236517206 elements: must have at most 2^60",
               wald_labels_choose(ARRAY(labels, WALD_UINT8, 3, 6148914691236517206, 0, 0),
                                  ARRAY(scores, WALD_FLOAT64, 3, 6148914691236517206, 0, 0), NULL, NULL,
                                  with("thresholds", "average", "instance", "min_recall", "0.5", NULL), &found));
  OK(wald_rule_apply(WALD_RULE_AND, cut, 2, TABLE(scores, 2, 2), BYTES(flagged, 2)));
  CHECK(flagged[0] == 0 && flagged[1] == 1);
  FAILS(WALD_ERROR_UNSUPPORTED,
          "smoothing is bagged: the average must be macro, as micro chooses the thresholds of all labels together",
          wald_labels_choose(MASK(labels, 2, 2), TABLE(scores, 2, 2), NULL, NULL,
                             with("thresholds", "smoothing", "bagged", "average", "micro", NULL), &found));
  UNREAD("smoothing is bagged: certified thresholds of labels do not read it",
         wald_labels_choose(MASK(labels, 2, 2), TABLE(scores, 2, 2), NULL, NULL,
                            with("thresholds", "smoothing", "bagged", "certify", "0.9", "max_fpr", "0.5", NULL), &found));
  UNREAD("bootstrap is 10: choosing for labels does not read it (choose, decision_curve, evaluation and prevalence do)",
               wald_labels_choose(MASK(labels, 2, 2), TABLE(scores, 2, 2), NULL, NULL,
                                  with("thresholds", "bootstrap", "10", NULL), &found));
  UNREAD("pilot is 0.3: min_recall and min_precision do not read it",
         wald_labels_choose(MASK(labels, 2, 2), TABLE(scores, 2, 2), NULL, NULL,
                            with("thresholds", "average", "instance", "min_recall", "0.5", "certify", "0.9", "pilot",
                                 "0.3", NULL), &found));
  CHECK(found == UNTOUCHED);
  static const uint8_t batch[] = {0, 0, WALD_NOT_RATED, WALD_NOT_RATED};
  wald_thresholds *selected = UNTOUCHED;
  UNREAD("seed is 3: selecting rows does not read it",
         wald_thresholds_choose(BYTES(batch, 4), TABLE(scores, 4, 1), NULL, NULL, WALD_RULE_OR,
                                with("thresholds", "max_fdr", "0.5", "seed", "3", NULL), &selected));
  CHECK(selected == UNTOUCHED);
}

static void test_trees_and_learners(void) {
  static const wald_split split[] = {WALD_SPLIT_LEAF};
  static const wald_missing missing[] = {WALD_MISSING_LEFT};
  static const int32_t none[] = {0};
  static const double number[] = {1};
  static const int64_t below[] = {-1, 0};
  char message[80];
  wald_trees *trees = NULL;
  wald_tree tree = *TREE(0, 1, split, missing, none, none, none, number, NULL, NULL, number);
  OK(wald_trees_create(SHAPE(1, 1, 1, 1, WALD_FLOAT64, 0), NULL, &trees));
  tree.size = 8;
  snprintf(message, sizeof message, "tree->size is 8: must be %d, its sizeof", (int)sizeof tree);
  BAD_ARGUMENT(message, wald_trees_add(trees, &tree));
  tree.size = sizeof tree;
  tree.n_nodes = (int64_t)1 << 30;
  BAD_ARGUMENT("n_nodes is 1073741824: must lie in [1, 2^30)", wald_trees_add(trees, &tree));
  tree.n_nodes = 0;
  BAD_ARGUMENT("n_nodes is 0: must lie in [1, 2^30)", wald_trees_add(trees, &tree));
  tree.n_nodes = 1;
  tree.category_begin = below;
  tree.categories = none;
  BAD_ARGUMENT("category_begin[0] is -1: must be at least 0", wald_trees_add(trees, &tree));
  EQUAL(trees_number(trees, WALD_TREES_N_TREES), 0);
  tree.category_begin = NULL;
  OK(wald_trees_add(trees, &tree));
  EQUAL(trees_number(trees, WALD_TREES_N_TREES), 1);
  wald_destroy(trees);
  {
    static const double x[] = {-1, 0.5, -0.5, 1, 0.8, 0.2, -0.9, 0.1};
    static const uint8_t y[] = {0, 1, 0, 1, 1, 0, 0, 1};
    wald_dataset *dataset = NULL;
    wald_learner *learner = NULL;
    wald_estimator *estimator = UNTOUCHED;
    OK(wald_dataset_create(DENSE(TABLE(x, 4, 2)), &dataset));
    OK(SET_LABELS(dataset, DENSE(MASK(y, 4, 2))));
    OK(wald_learner_fit("neighbours", dataset, with("learners", "neighbours", "1", NULL), &learner));
    BAD_ARGUMENT("row is -1: must lie in [0, 3]", wald_learner_estimator(learner, dataset, -1, NULL, &estimator));
    BAD_ARGUMENT("row is 4: must lie in [0, 3]", wald_learner_estimator(learner, dataset, 4, NULL, &estimator));
    CHECK(estimator == UNTOUCHED);
    wald_destroy(learner);
    wald_destroy(dataset);
  }
}

#define LONGS(data, rows, columns) ARRAY(data, WALD_INT64, rows, columns, columns, 1)

static void test_stages(void) {
  static const double confidences[] = {0.9, 1, 0.4, 1, 0.8, 1, 0.3, 1};
  static const int64_t answers[] = {1, 1, 0, 1, 0, 0, 1, 0}, truth[] = {1, 1, 0, 0}, segments[] = {0, 0, 1, 1};
  int32_t stages_of[4] = {9, 9, 9, 9}, again[4] = {8, 8, 8, 8};
  int64_t rows[4] = {-7, -7, -7, -7}, needed = 0;
  wald_stages *stages = NULL, *open = NULL;
  wald_route *by_segment = NULL, *plain = NULL;
  OK(wald_stages_create(2, &stages));
  BAD_ARGUMENT("answers->type is 0: must be WALD_INT64 (2) or WALD_INT32 (3)",
               wald_stages_feed(stages, STAGE_ROWS(.confidences = TABLE(confidences, 4, 2),
                                                   .answers = TABLE(confidences, 4, 2), .truth = LONGS(truth, 4, 1))));
  /* No rows at all, whose arrays point nowhere. */
  OK(wald_stages_feed(stages, STAGE_ROWS(.confidences = TABLE(NULL, 0, 2), .answers = LONGS(NULL, 0, 2),
                                         .truth = LONGS(NULL, 0, 1), .costs = TABLE(NULL, 0, 2),
                                         .weights = DOUBLES(NULL, 0), .segments = LONGS(NULL, 0, 1))));
  OK(wald_stages_feed(stages, STAGE_ROWS(.confidences = TABLE(confidences, 4, 2), .answers = LONGS(answers, 4, 2),
                                         .truth = LONGS(truth, 4, 1), .segments = LONGS(segments, 4, 1))));
  OK(wald_route_choose(stages, with("routes", "by", "segment", "min_quality", "1", NULL), &by_segment));
  OK(wald_route_choose(stages, with("routes", "min_quality", "1", NULL), &plain));
  BAD_ARGUMENT("groups is NULL: the route has thresholds by group",
               wald_route_apply(by_segment, TABLE(confidences, 4, 2), NULL, stages_of));
  CHECK(stages_of[0] == 9);
  OK(wald_route_apply(by_segment, TABLE(confidences, 4, 2), LONGS(segments, 4, 1), stages_of));
  CHECK(stages_of[0] == 0 || stages_of[0] == 1);
  /* Groups count for nothing where the thresholds are the same for all rows. */
  OK(wald_route_apply(plain, TABLE(confidences, 4, 2), NULL, stages_of));
  OK(wald_route_apply(plain, TABLE(confidences, 4, 2), LONGS(segments, 4, 1), again));
  CHECK(memcmp(stages_of, again, sizeof again) == 0);

  OK(wald_stages_create(2, &open));
  OK(wald_stages_feed(open, STAGE_ROWS(.confidences = TABLE(confidences, 4, 2), .answers = LONGS(answers, 4, 2))));
  OK(wald_stages_ask(open, NULL, NULL, 0, &needed)); /* a query draws nothing */
  EQUAL(needed, 4);
  FAILS(WALD_ERROR_CAPACITY, "capacity is 3: out takes 4", wald_stages_ask(open, NULL, rows, 3, &needed));
  CHECK(rows[0] == -7);
  OK(wald_stages_ask(open, with("routes", "batch_size", "4", NULL), rows, 4, &needed));
  EQUAL(needed, 4);
  CHECK(rows[0] == 0 && rows[3] == 3);
  wald_destroy(stages);
  wald_destroy(open);
  wald_destroy(by_segment);
  wald_destroy(plain);
}

/* A pointer to an object of another type, or to none, is told from the object that a function takes; so is the fact of
 * another type, and what a type cannot do. */
static void test_types(void) {
  static const double p[] = {0.75, 0.5}, scores[] = {0.9, 0.2};
  static const uint8_t y[] = {1, 0};
  static const uint64_t nothing[4] = {0, 0, 0, 0};
  static const char *const never = "UNTOUCHED";
  const char *text = never;
  double value = -1, many[2] = {-1, -1};
  int64_t needed = -1;
  char state[512];
  wald_metric *metric = metric_named("f1");
  wald_estimator *estimator = independent(p, 2);
  wald_sample *sample = NULL, *copy = UNTOUCHED;
  wald_options *options = new_options("decisions");
  wald_decision *decision = new_decision();
  wald_cascade_scores *rows = NULL;
  OK(wald_cascade_scores_create(2, 1, &rows));
  OK(wald_sample_create(1, WALD_RULE_OR, NULL, &sample));
  OK(wald_sample_feed(sample, BYTES(y, 2), TABLE(scores, 2, 1), NULL));

  /* A cast is what it takes for a compiler to be silent; the getters take any object. */
  BAD_ARGUMENT("estimator is a wald_sample: must be a wald_estimator",
               wald_decide(metric, (const wald_estimator *)(const void *)sample, NULL, decision));
  BAD_ARGUMENT("metric is a wald_options: must be a wald_metric",
               wald_decide((const wald_metric *)(const void *)options, estimator, NULL, decision));
  BAD_ARGUMENT("options is a wald_metric: must be a wald_options",
               wald_decide(metric, estimator, (const wald_options *)(const void *)metric, decision));
  BAD_ARGUMENT("decision is a wald_estimator: must be a wald_decision",
               wald_decide(metric, estimator, NULL, (wald_decision *)(void *)estimator));
  BAD_ARGUMENT("sample is no object of Wald, or was destroyed: must be a wald_sample",
               wald_sample_choose((const wald_sample *)(const void *)nothing, NULL, (wald_thresholds **)&copy));
  BAD_ARGUMENT("object is no object of Wald, or was destroyed", wald_number(nothing, WALD_SAMPLE_N_ROWS, 0, &value));
  BAD_ARGUMENT("object is no object of Wald, or was destroyed", wald_copy(nothing, &copy));

  BAD_ARGUMENT("fact is 8002 (n_rows of a wald_sample): object is a wald_estimator",
               wald_number(estimator, WALD_SAMPLE_N_ROWS, 0, &value));
  BAD_ARGUMENT("fact is 3006 (marginals of a wald_estimator): object is a wald_sample",
               wald_numbers(sample, WALD_ESTIMATOR_MARGINALS, 0, many, 2, &needed));
  BAD_ARGUMENT("fact is 4012 (algorithm of a wald_decision): object is a wald_sample",
               wald_text(sample, WALD_DECISION_ALGORITHM, 0, &text));
  BAD_ARGUMENT("fact is 8099: must lie in [8000, 8007]", wald_number(sample, 8099, 0, &value));
  BAD_ARGUMENT("fact is 1000: a wald_options has no facts", wald_number(options, 1000, 0, &value));
  BAD_ARGUMENT("fact is 2000 (name): it is a text, which wald_text reads, not a number",
               wald_number(metric, WALD_METRIC_NAME, 0, &value));
  BAD_ARGUMENT("fact is 12000 (n_rows): it is a number, which wald_number reads, not a text",
               wald_text(rows, WALD_CASCADE_SCORES_N_ROWS, 0, &text));
  CHECK(value == -1 && many[0] == -1 && needed == -1 && text == never);
  /* The item of a fact of the whole is not read. */
  OK(wald_number(sample, WALD_SAMPLE_N_ROWS, 77, &value));
  EQUAL(value, 2);

  FAILS(WALD_ERROR_UNSUPPORTED, "object is a wald_metric: it cannot be copied", wald_copy(metric, &copy));
  FAILS(WALD_ERROR_UNSUPPORTED, "object is a wald_decision: it cannot be cleared", wald_clear(decision));
  FAILS(WALD_ERROR_UNSUPPORTED, "object is a wald_options: it cannot be merged", wald_merge(options, options));
  FAILS(WALD_ERROR_UNSUPPORTED, "object is a wald_cascade_scores: it cannot be saved",
        wald_save(rows, WALD_TEXT, NULL, 0, &needed));
  FAILS(WALD_ERROR_UNSUPPORTED, "type is a wald_decision: it cannot be loaded",
        wald_load(WALD_OBJECT_DECISION, "{}", 2, &copy));
  BAD_ARGUMENT("other is a wald_cascade_scores: must be a wald_sample", wald_merge(sample, rows));
  BAD_ARGUMENT("type is 99: must be the number of a type of objects (WALD_OBJECT_...)", wald_load(99, "{}", 2, &copy));
  BAD_ARGUMENT("out is NULL", wald_load(WALD_OBJECT_SAMPLE, "{}", 2, NULL));
  OK(wald_save(sample, WALD_TEXT, state, (int64_t)sizeof state, &needed));
  FAILS(WALD_ERROR_FORMAT, "saved trees: \"wald\" is \"sample\": must be \"trees\"",
        wald_load(WALD_OBJECT_TREES, state, needed, &copy));
  CHECK(copy == UNTOUCHED);
  OK(wald_load(WALD_OBJECT_SAMPLE, state, needed, &copy));
  wald_destroy(copy);

  wald_destroy(rows);
  wald_destroy(decision);
  wald_destroy(options);
  wald_destroy(sample);
  wald_destroy(estimator);
  wald_destroy(metric);
  wald_destroy(NULL);
  wald_destroy((void *)(uintptr_t)nothing); /* what is no object is left alone */
}

void test_refusals(void) {
  test_types();
  test_texts_and_counts();
  test_estimators_and_reports();
  test_thresholds_and_rows();
  test_trees_and_learners();
  test_stages();
}
