/* Arguments that are refused, or answered, at the edge of what a function takes, where the lists of the other files do
 * not come: sizes of structures, counts below their bounds, texts that are not UTF-8, tables of no rows. */
#include <stdlib.h>

#include "groups.h"

static void test_texts_and_counts(void) {
  static const int64_t whole[] = {1};
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
  BAD_ARGUMENT("n is 0: must be at least 1", wald_options_set_integers(options, "chain_orders", whole, 0));
  BAD_ARGUMENT("n is -2: must be at least 1", wald_options_set_integers(options, "chain_orders", whole, -2));
  BAD_ARGUMENT("n is 0: must be at least 1", wald_options_set_texts(options, "feature_names", names, 0));
  TEXT(get(options, "feature_names"), "");
  wald_options_destroy(options);
}

static double utility(int64_t tp, int64_t k, int64_t s, int64_t labels, void *user) {
  (void)s, (void)labels, (void)user;
  return (double)(2 * tp - k);
}

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

  BAD_ARGUMENT(
      "vectors has 2 columns: the estimator has 3 labels",
      wald_estimator_feed_sparse_vectors(vectors, SPARSE(indptr, indices, WALD_INT32, NULL, WALD_FLOAT64, 1, 2), NULL));
  EQUAL(estimator_number(vectors, WALD_ESTIMATOR_N_FED), 2);
  BAD_ARGUMENT("out has 3 columns: the estimator has 2 labels", wald_estimator_draw(labels, NULL, MASK(drawn, 2, 3)));

  /* Each of what is expected alone. */
  OK(wald_expected(metric, labels, BYTES(cells, 2), NULL, &expected, NULL, &regret, NULL));
  OK(wald_expected(metric, labels, BYTES(cells, 2), NULL, NULL, &error, NULL, NULL));
  OK(wald_expected(metric, labels, BYTES(cells, 2), NULL, NULL, NULL, NULL, &bound));
  NEAR(expected, 0.75 * 0.5 + 0.75 * 0.5 * 2 / 3); /* 1 where label 0 alone is true, 2/3 where both are */
  CHECK(error >= 0 && error < 1e-12);
  CHECK(bound >= 0 && bound < 1e-12);
  CHECK(regret > 0 && regret < 1); /* both is better */
  OK(wald_expected(metric, labels, BYTES(cells, 2), NULL, NULL, NULL, NULL, NULL));

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
               wald_report_create(broken, WALD_INDEPENDENT, MASK(cells, 1, 2), TABLE(p, 1, 2), NULL, NULL, NULL, NULL,
                                  NULL, &page));
  CHECK(page == UNTOUCHED);
  wald_decision_destroy(decision);
  wald_estimator_destroy(labels);
  wald_estimator_destroy(vectors);
  wald_metric_destroy(metric);
  wald_metric_destroy(broken);
}

static void test_thresholds_and_rows(void) {
  static const double scores[] = {0.9, 0.2, 0.6, 0.7}, cut[] = {0.5, 0.5};
  static const uint8_t labels[] = {1, 0, 0, 1};
  uint8_t flagged[2] = {9, 9};
  double found[2] = {-1, -1}, tp[2], fp[2], value = 0;
  BAD_ARGUMENT("n_scores is 1: must be 2, the columns of scores",
               wald_rule_apply(WALD_RULE_OR, cut, 1, TABLE(scores, 2, 2), BYTES(flagged, 2)));
  CHECK(flagged[0] == 9);
  OK(wald_rule_apply(WALD_RULE_AND, cut, 2, TABLE(scores, 2, 2), BYTES(flagged, 2)));
  CHECK(flagged[0] == 0 && flagged[1] == 1);
  UNREAD("smoothing is bagged: choosing for labels does not read it (choose does)",
               wald_label_thresholds(with("thresholds", "smoothing", "bagged", NULL), TABLE(scores, 2, 2),
                                     MASK(labels, 2, 2), NULL, found, tp, fp, &value, NULL, NULL));
  UNREAD("bootstrap is 10: choosing for labels does not read it (choose and decision_curve do)",
               wald_label_thresholds(with("thresholds", "bootstrap", "10", NULL), TABLE(scores, 2, 2),
                                     MASK(labels, 2, 2), NULL, found, tp, fp, &value, NULL, NULL));
  CHECK(found[0] == -1);
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
  OK(wald_trees_create(1, 1, 1, 1, WALD_FLOAT64, 0, NULL, &trees));
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
  wald_trees_destroy(trees);
  {
    static const double x[] = {-1, 0.5, -0.5, 1, 0.8, 0.2, -0.9, 0.1};
    static const uint8_t y[] = {0, 1, 0, 1, 1, 0, 0, 1};
    wald_dataset *dataset = NULL;
    wald_learner *learner = NULL;
    wald_estimator *estimator = UNTOUCHED;
    OK(wald_dataset_create(TABLE(x, 4, 2), &dataset));
    OK(wald_dataset_set_labels(dataset, MASK(y, 4, 2)));
    OK(wald_learner_fit("neighbours", dataset, with("learners", "neighbours", "1", NULL), &learner));
    BAD_ARGUMENT("row is -1: must lie in [0, 3]", wald_learner_estimator(learner, dataset, -1, NULL, &estimator));
    BAD_ARGUMENT("row is 4: must lie in [0, 3]", wald_learner_estimator(learner, dataset, 4, NULL, &estimator));
    CHECK(estimator == UNTOUCHED);
    wald_learner_destroy(learner);
    wald_dataset_destroy(dataset);
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
               wald_stages_feed(stages, TABLE(confidences, 4, 2), TABLE(confidences, 4, 2), LONGS(truth, 4, 1), NULL,
                                NULL, NULL, NULL, NULL, NULL));
  /* No rows at all, whose arrays point nowhere. */
  OK(wald_stages_feed(stages, TABLE(NULL, 0, 2), LONGS(NULL, 0, 2), LONGS(NULL, 0, 1), NULL, TABLE(NULL, 0, 2),
                      DOUBLES(NULL, 0), NULL, LONGS(NULL, 0, 1), NULL));
  OK(wald_stages_feed(stages, TABLE(confidences, 4, 2), LONGS(answers, 4, 2), LONGS(truth, 4, 1), NULL, NULL, NULL,
                      NULL, LONGS(segments, 4, 1), NULL));
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
  OK(wald_stages_feed(open, TABLE(confidences, 4, 2), LONGS(answers, 4, 2), NULL, NULL, NULL, NULL, NULL, NULL, NULL));
  OK(wald_stages_ask(open, NULL, NULL, 0, &needed)); /* a query draws nothing */
  EQUAL(needed, 4);
  FAILS(WALD_ERROR_CAPACITY, "capacity is 3: out takes 4", wald_stages_ask(open, NULL, rows, 3, &needed));
  CHECK(rows[0] == -7);
  OK(wald_stages_ask(open, with("routes", "labels", "4", NULL), rows, 4, &needed));
  EQUAL(needed, 4);
  CHECK(rows[0] == 0 && rows[3] == 3);
  wald_stages_destroy(stages);
  wald_stages_destroy(open);
  wald_route_destroy(by_segment);
  wald_route_destroy(plain);
}

void test_refusals(void) {
  test_texts_and_counts();
  test_estimators_and_reports();
  test_thresholds_and_rows();
  test_trees_and_learners();
  test_stages();
}
