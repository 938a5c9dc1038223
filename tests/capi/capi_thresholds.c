/* Thresholds: every function of the section, its errors, and that a failed call changes nothing. The values are
 * compared with brute force by the conformance cases. */
#include <stdlib.h>

#include "groups.h"

static const double scores[] = {0.9, 0.8, 0.7, 0.6, 0.5, 0.4};
static const uint8_t labels[] = {1, 1, 0, 1, 0, 0};
enum { n = 6 };

static wald_frontier *fed(void) {
  wald_frontier *out = NULL;
  OK(wald_frontier_create(1, WALD_RULE_OR, NULL, &out));
  OK(wald_frontier_feed(out, scores, WALD_FLOAT64, n, 1, 1, 1, labels, 1, NULL, 0, 0));
  return out;
}

static wald_threshold_options *new_threshold_options(void) {
  wald_threshold_options *out = NULL;
  OK(wald_threshold_options_create(&out));
  return out;
}

static wald_thresholds *chosen(const wald_frontier *frontier, const wald_threshold_options *options) {
  wald_thresholds *out = NULL;
  OK(wald_frontier_choose(frontier, options, &out));
  return out;
}

static double fact_of(const wald_thresholds *thresholds, wald_threshold_fact fact) {
  double value = -1;
  OK(wald_thresholds_fact(thresholds, 0, fact, &value));
  return value;
}

static void test_rows(void) {
  static const double cut[] = {0.5, -INFINITY}, bad_cut[] = {NAN, 0};
  static const double two[] = {0.9, 0.1, 0.2, 0.8};
  static const float narrow[] = {0.5f, 0.25f};
  static const uint8_t three[] = {1, 3};
  static const double weights[] = {1, INFINITY}, nan_score[] = {0.5, NAN};
  wald_frontier *frontier = UNTOUCHED, *other = NULL, *copy = NULL, *none = NULL;
  const wald_frontier *no = NULL;
  int64_t number = -1, needed = -1;
  wald_rule rule = -1;
  double out[2], a, b, c;

  BAD_ARGUMENT("n_scores is 0: must lie in [1, 64]", wald_frontier_create(0, WALD_RULE_OR, NULL, &frontier));
  BAD_ARGUMENT("n_scores is 65: must lie in [1, 64]", wald_frontier_create(65, WALD_RULE_OR, cut, &frontier));
  BAD_ARGUMENT("rule is 2: must be WALD_RULE_OR (0) or WALD_RULE_AND (1)", wald_frontier_create(1, 2, NULL, &frontier));
  BAD_ARGUMENT("rated_from[0] is nan: must be finite or -inf",
               wald_frontier_create(2, WALD_RULE_OR, bad_cut, &frontier));
  CHECK(frontier == UNTOUCHED);
  BAD_ARGUMENT("out is NULL", wald_frontier_create(1, WALD_RULE_OR, NULL, NULL));
  wald_frontier_destroy(NULL);

  OK(wald_frontier_create(2, WALD_RULE_AND, cut, &frontier));
  OK(wald_frontier_n_scores(frontier, &number));
  EQUAL(number, 2);
  OK(wald_frontier_rule(frontier, &rule));
  EQUAL(rule, WALD_RULE_AND);
  OK(wald_frontier_rated_from(frontier, NULL, 0, &needed));
  EQUAL(needed, 2);
  FAILS(WALD_ERROR_CAPACITY, "capacity is 1: out takes 2", wald_frontier_rated_from(frontier, out, 1, &needed));
  OK(wald_frontier_rated_from(frontier, out, 2, NULL));
  CHECK(out[0] == 0.5 && out[1] == -INFINITY);
  BAD_ARGUMENT("frontier is NULL", wald_frontier_n_scores(no, &number));
  BAD_ARGUMENT("n_scores is NULL", wald_frontier_n_scores(frontier, NULL));
  BAD_ARGUMENT("frontier is NULL", wald_frontier_rule(no, &rule));
  BAD_ARGUMENT("rule is NULL", wald_frontier_rule(frontier, NULL));
  BAD_ARGUMENT("frontier is NULL", wald_frontier_rated_from(no, out, 2, NULL));

  /* A call that fails adds no row. */
  BAD_ARGUMENT("frontier is NULL", wald_frontier_feed(none, two, WALD_FLOAT64, 2, 2, 2, 1, labels, 1, NULL, 0, 0));
  BAD_ARGUMENT("scores is NULL", wald_frontier_feed(frontier, NULL, WALD_FLOAT64, 2, 2, 2, 1, labels, 1, NULL, 0, 0));
  BAD_ARGUMENT("labels is NULL", wald_frontier_feed(frontier, two, WALD_FLOAT64, 2, 2, 2, 1, NULL, 1, NULL, 0, 0));
  BAD_ARGUMENT("type is 2: must be WALD_FLOAT64 (0) or WALD_FLOAT32 (1)",
               wald_frontier_feed(frontier, two, 2, 2, 2, 2, 1, labels, 1, NULL, 0, 0));
  BAD_ARGUMENT("n_rows is -1: must be at least 0",
               wald_frontier_feed(frontier, two, WALD_FLOAT64, -1, 2, 2, 1, labels, 1, NULL, 0, 0));
  BAD_ARGUMENT("n_scores is 1: must be 2",
               wald_frontier_feed(frontier, two, WALD_FLOAT64, 2, 1, 1, 1, labels, 1, NULL, 0, 0));
  BAD_ARGUMENT("labels[1] is 3: must be 0, 1 or 2 (not rated)",
               wald_frontier_feed(frontier, two, WALD_FLOAT64, 2, 2, 2, 1, three, 1, NULL, 0, 0));
  BAD_ARGUMENT("weights[1] is inf: must be finite and at least 0",
               wald_frontier_feed(frontier, two, WALD_FLOAT64, 2, 2, 2, 1, labels, 1, weights, WALD_FLOAT64, 1));
  BAD_ARGUMENT("scores[0][1] is nan: must be a number",
               wald_frontier_feed(frontier, nan_score, WALD_FLOAT64, 1, 2, 2, 1, labels, 1, NULL, 0, 0));
  OK(wald_frontier_totals(frontier, &number, NULL, NULL, NULL));
  EQUAL(number, 0);
  OK(wald_frontier_feed(frontier, NULL, WALD_FLOAT64, 0, 2, 2, 1, NULL, 1, NULL, 0, 0));
  OK(wald_frontier_feed(frontier, two, WALD_FLOAT64, 2, 2, 2, 1, labels, 1, NULL, 0, 0));
  OK(wald_frontier_totals(frontier, &number, &a, &b, &c));
  CHECK(number == 2 && a == 1 && b == 0 && c == 1); /* the second row is below the cut of score 0 */
  BAD_ARGUMENT("frontier is NULL", wald_frontier_totals(no, &number, &a, &b, &c));
  OK(wald_frontier_copy(frontier, &copy));
  OK(wald_frontier_clear(frontier));
  OK(wald_frontier_totals(frontier, &number, NULL, NULL, NULL));
  EQUAL(number, 0);
  OK(wald_frontier_totals(copy, &number, NULL, NULL, NULL));
  EQUAL(number, 2);
  BAD_ARGUMENT("frontier is NULL", wald_frontier_clear(none));
  BAD_ARGUMENT("frontier is NULL", wald_frontier_copy(no, &copy));
  BAD_ARGUMENT("out is NULL", wald_frontier_copy(frontier, NULL));

  OK(wald_frontier_merge(frontier, copy));
  OK(wald_frontier_merge(frontier, copy));
  OK(wald_frontier_totals(frontier, &number, NULL, NULL, NULL));
  EQUAL(number, 4);
  OK(wald_frontier_create(1, WALD_RULE_AND, NULL, &other));
  CHECK(wald_frontier_merge(frontier, other) == WALD_ERROR_ARGUMENT);
  BAD_ARGUMENT("other is NULL", wald_frontier_merge(frontier, NULL));
  BAD_ARGUMENT("frontier is NULL", wald_frontier_merge(NULL, other));
  OK(wald_frontier_totals(frontier, &number, NULL, NULL, NULL));
  EQUAL(number, 4);

  OK(wald_frontier_feed(other, narrow + 1, WALD_FLOAT32, 2, 1, -1, 1, labels + 1, 1, narrow, WALD_FLOAT32, 1));
  OK(wald_frontier_totals(other, &number, &a, &b, &c)); /* 0.25 is positive of weight 0.5, 0.5 negative of 0.25 */
  CHECK(number == 2 && a == 0.5 && b == 0.25 && c == 0);
  out[0] = 0.5;
  OK(wald_frontier_count(other, out, 1, &a, &b, &c));
  CHECK(a == 0 && b == 0.25 && c == 0);
  OK(wald_frontier_count(other, out, 1, NULL, NULL, NULL));
  BAD_ARGUMENT("n_scores is 2: must be 1, as the frontier's is", wald_frontier_count(other, out, 2, &a, &b, &c));
  BAD_ARGUMENT("thresholds is NULL", wald_frontier_count(other, NULL, 1, &a, &b, &c));
  BAD_ARGUMENT("frontier is NULL", wald_frontier_count(no, out, 1, &a, &b, &c));
  out[0] = NAN;
  BAD_ARGUMENT("thresholds[0] is nan: must be a number", wald_frontier_count(other, out, 1, &a, &b, &c));
  OK(wald_frontier_auc(other, 0, &a));
  EQUAL(a, 0);
  BAD_ARGUMENT("score is 1: must lie in [0, 0]", wald_frontier_auc(other, 1, &a));
  BAD_ARGUMENT("score is -1: must lie in [0, 0]", wald_frontier_auc(other, -1, &a));
  BAD_ARGUMENT("frontier is NULL", wald_frontier_auc(no, 0, &a));
  BAD_ARGUMENT("auc is NULL", wald_frontier_auc(other, 0, NULL));
  wald_frontier_destroy(copy);
  wald_frontier_destroy(other);
  wald_frontier_destroy(frontier);
}

static void test_saved_rows(void) {
  wald_frontier *frontier = fed(), *loaded = UNTOUCHED;
  int64_t needed = -1, number = 0;
  char *text;
  OK(wald_frontier_save(frontier, NULL, 0, &needed));
  text = malloc((size_t)needed);
  FAILS(WALD_ERROR_CAPACITY, "capacity is 1: buffer takes 163", wald_frontier_save(frontier, text, 1, NULL));
  OK(wald_frontier_save(frontier, text, needed, NULL));
  CHECK(wald_frontier_load(text, needed - 2, &loaded) == WALD_ERROR_FORMAT);
  CHECK(wald_frontier_load("{}", 2, &loaded) == WALD_ERROR_FORMAT);
  BAD_ARGUMENT("text is NULL", wald_frontier_load(NULL, 1, &loaded));
  BAD_ARGUMENT("length is -1: must be at least 0", wald_frontier_load(text, -1, &loaded));
  BAD_ARGUMENT("out is NULL", wald_frontier_load(text, needed, NULL));
  CHECK(loaded == UNTOUCHED);
  OK(wald_frontier_load(text, needed, &loaded));
  OK(wald_frontier_totals(loaded, &number, NULL, NULL, NULL));
  EQUAL(number, n);
  BAD_ARGUMENT("frontier is NULL", wald_frontier_save(NULL, text, needed, NULL));
  free(text);
  wald_frontier_destroy(loaded);
  wald_frontier_destroy(frontier);
}

static void test_settings(void) {
  wald_threshold_options *options = new_threshold_options(), *none = NULL;
  wald_frontier *frontier = fed();
  wald_thresholds *answer;
  wald_metric *metric = metric_named("jaccard");
  wald_threshold_setting s;
  BAD_ARGUMENT("out is NULL", wald_threshold_options_create(NULL));
  wald_threshold_options_destroy(NULL);
  for (s = WALD_SETTING_COST_RATIO; s <= WALD_SETTING_THREADS; ++s) {
    OK(wald_threshold_options_set(options, s, NAN));
    BAD_ARGUMENT("options is NULL", wald_threshold_options_set(none, s, 1));
  }
  BAD_ARGUMENT("setting is 20: must lie in [0, 19]", wald_threshold_options_set(options, 20, 1));
  BAD_ARGUMENT("setting is -1: must lie in [0, 19]", wald_threshold_options_set(options, -1, NAN));
  BAD_ARGUMENT("cost_ratio is 0: must be finite and above 0",
               wald_threshold_options_set(options, WALD_SETTING_COST_RATIO, 0));
  BAD_ARGUMENT("marginal_precision is 0: must lie strictly between 0 and 1",
               wald_threshold_options_set(options, WALD_SETTING_MARGINAL_PRECISION, 0));
  BAD_ARGUMENT("min_precision is 2: must lie in [0, 1]",
               wald_threshold_options_set(options, WALD_SETTING_MIN_PRECISION, 2));
  BAD_ARGUMENT("min_recall is -1: must lie in [0, 1]",
               wald_threshold_options_set(options, WALD_SETTING_MIN_RECALL, -1));
  BAD_ARGUMENT("bootstrap is 0.5: must be a whole number of at most 2^53",
               wald_threshold_options_set(options, WALD_SETTING_BOOTSTRAP, 0.5));
  BAD_ARGUMENT("bootstrap is inf: must be a whole number of at most 2^53",
               wald_threshold_options_set(options, WALD_SETTING_BOOTSTRAP, INFINITY));
  BAD_ARGUMENT("baselines is 2: must be 0 or 1", wald_threshold_options_set(options, WALD_SETTING_BASELINES, 2));
  BAD_ARGUMENT("threads is -1: must lie in [0, 1024]", wald_threshold_options_set(options, WALD_SETTING_THREADS, -1));

  BAD_ARGUMENT("goal is 5: must lie in [0, 4]", wald_threshold_options_set_goal(options, 5));
  BAD_ARGUMENT("options is NULL", wald_threshold_options_set_goal(none, 0));
  BAD_ARGUMENT("smoothing is 3: must lie in [0, 2]", wald_threshold_options_set_smoothing(options, 3));
  BAD_ARGUMENT("options is NULL", wald_threshold_options_set_smoothing(none, 0));
  BAD_ARGUMENT("options is NULL", wald_threshold_options_set_method(none, "path"));
  BAD_ARGUMENT("name is NULL", wald_threshold_options_set_method(options, NULL));
  CHECK(wald_threshold_options_set_method(options, "Path") == WALD_ERROR_ARGUMENT);
  BAD_ARGUMENT("options is NULL", wald_threshold_options_set_metric(none, metric));
  BAD_ARGUMENT("options is NULL", wald_threshold_options_set_seed(none, 1));
  BAD_ARGUMENT("options is NULL", wald_threshold_options_set_progress(none, NULL, NULL));
  OK(wald_threshold_options_set_seed(options, UINT64_MAX));

  /* The metric is copied, and a failed setter leaves what was. */
  OK(wald_threshold_options_set_metric(options, metric));
  wald_metric_destroy(metric);
  OK(wald_threshold_options_set(options, WALD_SETTING_MAX_FP, 0));
  BAD_ARGUMENT("max_fp is -1: must be at least 0", wald_threshold_options_set(options, WALD_SETTING_MAX_FP, -1));
  answer = chosen(frontier, options);
  EQUAL(fact_of(answer, WALD_THRESHOLD_TP), 2);
  EQUAL(fact_of(answer, WALD_THRESHOLD_VALUE), 2.0 / 3);
  wald_thresholds_destroy(answer);
  OK(wald_threshold_options_set(options, WALD_SETTING_MAX_FP, NAN));
  OK(wald_threshold_options_set_metric(options, NULL));
  OK(wald_threshold_options_set_goal(options, WALD_GOAL_NET_BENEFIT));
  OK(wald_threshold_options_set(options, WALD_SETTING_COST_RATIO, 10));
  answer = chosen(frontier, options);
  EQUAL(fact_of(answer, WALD_THRESHOLD_TP), 3);
  EQUAL(fact_of(answer, WALD_THRESHOLD_VALUE), 3 - 1 / 10.0);
  wald_thresholds_destroy(answer);
  /* Custom metrics cannot be asked for. */
  {
    static const double table[8] = {0};
    wald_metric *custom = NULL;
    OK(wald_metric_create_table(table, 8, 1, "mine", 0, &custom));
    FAILS(WALD_ERROR_UNSUPPORTED, "metric \"mine\": thresholds take a metric of the catalogue",
          wald_threshold_options_set_metric(options, custom));
    wald_metric_destroy(custom);
  }
  wald_threshold_options_destroy(options);
  wald_frontier_destroy(frontier);
}

static void test_answer(void) {
  wald_frontier *frontier = fed(), *empty_one = NULL;
  wald_threshold_options *options = new_threshold_options();
  wald_thresholds *answer = UNTOUCHED;
  const wald_thresholds *no = NULL;
  int64_t count = -1, needed = -1;
  double out[1], low = 0, high = 0, value = 0;
  int32_t exact = -1;
  uint8_t mask[n] = {7, 7, 7, 7, 7, 7};
  wald_threshold_flags flags = 0;
  const char *text = NULL;

  OK(wald_frontier_create(1, WALD_RULE_OR, NULL, &empty_one));
  BAD_ARGUMENT("rows is 0: no row of a weight above 0 was fed", wald_frontier_choose(empty_one, NULL, &answer));
  CHECK(answer == UNTOUCHED);
  BAD_ARGUMENT("frontier is NULL", wald_frontier_choose(NULL, NULL, &answer));
  BAD_ARGUMENT("out is NULL", wald_frontier_choose(frontier, NULL, NULL));
  wald_thresholds_destroy(NULL);

  answer = chosen(frontier, NULL);
  OK(wald_thresholds_count(answer, &count));
  EQUAL(count, 1);
  OK(wald_thresholds_array(answer, 0, WALD_ARRAY_THRESHOLDS, out, 1, &needed));
  EQUAL(out[0], 0.6);
  OK(wald_thresholds_array(answer, 0, WALD_ARRAY_NEXT_LOWER, out, 1, &needed));
  EQUAL(out[0], 0.5);
  OK(wald_thresholds_array(answer, 0, WALD_ARRAY_COEFFICIENTS, NULL, 0, &needed));
  EQUAL(needed, 0);
  OK(wald_thresholds_array(answer, 0, WALD_ARRAY_LOW, NULL, 0, &needed));
  EQUAL(needed, 0);
  FAILS(WALD_ERROR_CAPACITY, "capacity is 0: out takes 1",
        wald_thresholds_array(answer, 0, WALD_ARRAY_THRESHOLDS, out, 0, NULL));
  BAD_ARGUMENT("which is 5: must lie in [0, 4]", wald_thresholds_array(answer, 0, 5, out, 1, NULL));
  BAD_ARGUMENT("answer is 1: must lie in [0, 0]", wald_thresholds_array(answer, 1, 0, out, 1, NULL));
  BAD_ARGUMENT("thresholds is NULL", wald_thresholds_array(no, 0, 0, out, 1, NULL));

  EQUAL(fact_of(answer, WALD_THRESHOLD_FEASIBLE), 1);
  EQUAL(fact_of(answer, WALD_THRESHOLD_TP), 3);
  EQUAL(fact_of(answer, WALD_THRESHOLD_FP), 1);
  EQUAL(fact_of(answer, WALD_THRESHOLD_UNRATED), 0);
  EQUAL(fact_of(answer, WALD_THRESHOLD_POSITIVES), 3);
  EQUAL(fact_of(answer, WALD_THRESHOLD_PRECISION), 0.75);
  EQUAL(fact_of(answer, WALD_THRESHOLD_RECALL), 1);
  EQUAL(fact_of(answer, WALD_THRESHOLD_VALUE), 6 / 7.0);
  CHECK(isnan(fact_of(answer, WALD_THRESHOLD_CROSS_TP)));
  CHECK(isnan(fact_of(answer, WALD_THRESHOLD_STACKED)));
  BAD_ARGUMENT("fact is 17: must lie in [0, 16]", wald_thresholds_fact(answer, 0, 17, &value));
  BAD_ARGUMENT("fact is -1: must lie in [0, 16]", wald_thresholds_fact(answer, 0, -1, &value));
  BAD_ARGUMENT("answer is -1: must lie in [0, 0]", wald_thresholds_fact(answer, -1, 0, &value));
  BAD_ARGUMENT("value is NULL", wald_thresholds_fact(answer, 0, 0, NULL));
  BAD_ARGUMENT("thresholds is NULL", wald_thresholds_fact(no, 0, 0, &value));
  BAD_ARGUMENT("thresholds is NULL", wald_thresholds_count(no, &count));
  BAD_ARGUMENT("count is NULL", wald_thresholds_count(answer, NULL));

  /* Clopper and Pearson's for 3 of 4, from a table. */
  OK(wald_thresholds_interval(answer, 0, WALD_THRESHOLD_PRECISION, &low, &high, &exact));
  CHECK(near(low, 0.1941204, 1e-7) && near(high, 0.9936905, 1e-7) && exact == 1);
  OK(wald_thresholds_interval(answer, 0, WALD_THRESHOLD_UNRATED, &low, &high, NULL));
  CHECK(isnan(low) && isnan(high));
  BAD_ARGUMENT("low is NULL", wald_thresholds_interval(answer, 0, 0, NULL, &high, NULL));
  BAD_ARGUMENT("high is NULL", wald_thresholds_interval(answer, 0, 0, &low, NULL, NULL));
  BAD_ARGUMENT("fact is 99: must lie in [0, 16]", wald_thresholds_interval(answer, 0, 99, &low, &high, NULL));
  BAD_ARGUMENT("thresholds is NULL", wald_thresholds_interval(no, 0, 0, &low, &high, NULL));

  OK(wald_thresholds_flags(answer, 0, &flags));
  EQUAL(flags, WALD_FEW_POSITIVES);
  BAD_ARGUMENT("flags is NULL", wald_thresholds_flags(answer, 0, NULL));
  BAD_ARGUMENT("thresholds is NULL", wald_thresholds_flags(no, 0, &flags));
  OK(wald_thresholds_method(answer, 0, &text));
  TEXT(text, "direct");
  BAD_ARGUMENT("name is NULL", wald_thresholds_method(answer, 0, NULL));
  BAD_ARGUMENT("thresholds is NULL", wald_thresholds_method(no, 0, &text));
  OK(wald_thresholds_objective(answer, &text));
  TEXT(text, "f1");
  BAD_ARGUMENT("text is NULL", wald_thresholds_objective(answer, NULL));
  BAD_ARGUMENT("thresholds is NULL", wald_thresholds_objective(no, &text));
  TEXT(wald_threshold_fact_name(WALD_THRESHOLD_FEASIBLE), "feasible");
  TEXT(wald_threshold_fact_name(WALD_THRESHOLD_STACKED), "stacked_threshold");
  TEXT(wald_threshold_fact_name(17), "");
  TEXT(wald_threshold_fact_name(-1), "");
  TEXT(wald_threshold_flag_name(WALD_NOTHING_FLAGGED), "nothing_flagged");
  TEXT(wald_threshold_flag_name(WALD_CONSTRAINT_MISSED), "constraint_missed");
  TEXT(wald_threshold_flag_name(3), "");
  TEXT(wald_threshold_flag_name(0), "");
  TEXT(wald_threshold_flag_name(INT32_MIN), "");

  OK(wald_thresholds_apply(answer, 0, scores + n - 1, WALD_FLOAT64, n, 1, -1, 1, mask + n - 1, -1));
  CHECK(mask[0] == 1 && mask[3] == 1 && mask[4] == 0 && mask[5] == 0);
  OK(wald_thresholds_apply(answer, 0, NULL, WALD_FLOAT64, 0, 1, 1, 1, NULL, 1));
  BAD_ARGUMENT("n_scores is 2: must be 1", wald_thresholds_apply(answer, 0, scores, WALD_FLOAT64, 3, 2, 2, 1, mask, 1));
  BAD_ARGUMENT("scores is NULL", wald_thresholds_apply(answer, 0, NULL, WALD_FLOAT64, n, 1, 1, 1, mask, 1));
  BAD_ARGUMENT("out is NULL", wald_thresholds_apply(answer, 0, scores, WALD_FLOAT64, n, 1, 1, 1, NULL, 1));
  BAD_ARGUMENT("thresholds is NULL", wald_thresholds_apply(no, 0, scores, WALD_FLOAT64, n, 1, 1, 1, mask, 1));
  out[0] = 0.75;
  OK(wald_apply_thresholds(out, WALD_RULE_AND, scores, WALD_FLOAT64, n, 1, 1, 1, mask, 1));
  CHECK(mask[0] == 1 && mask[1] == 1 && mask[2] == 0);
  BAD_ARGUMENT("thresholds is NULL", wald_apply_thresholds(NULL, 0, scores, WALD_FLOAT64, n, 1, 1, 1, mask, 1));
  BAD_ARGUMENT("rule is 9: must be WALD_RULE_OR (0) or WALD_RULE_AND (1)",
               wald_apply_thresholds(out, 9, scores, WALD_FLOAT64, n, 1, 1, 1, mask, 1));
  BAD_ARGUMENT("n_scores is 0: must be at least 1",
               wald_apply_thresholds(out, 0, scores, WALD_FLOAT64, n, 0, 1, 1, mask, 1));
  wald_thresholds_destroy(answer);

  /* Intervals by bootstrap, and the cross-fitted estimate. */
  OK(wald_threshold_options_set(options, WALD_SETTING_BOOTSTRAP, 50));
  OK(wald_threshold_options_set(options, WALD_SETTING_FOLDS, 3));
  answer = chosen(frontier, options);
  OK(wald_thresholds_array(answer, 0, WALD_ARRAY_LOW, &low, 1, NULL));
  OK(wald_thresholds_array(answer, 0, WALD_ARRAY_HIGH, &high, 1, NULL));
  CHECK(low <= 0.6 && 0.6 <= high);
  OK(wald_thresholds_interval(answer, 0, WALD_THRESHOLD_VALUE, &low, &high, &exact));
  CHECK(low <= 6 / 7.0 && 6 / 7.0 <= high && high <= 1);
  value = fact_of(answer, WALD_THRESHOLD_CROSS_VALUE);
  CHECK(value >= 0 && value <= 1);
  wald_thresholds_destroy(answer);
  wald_threshold_options_destroy(options);
  wald_frontier_destroy(empty_one);
  wald_frontier_destroy(frontier);
}

static void test_baselines(void) {
  static const double two[] = {0.9, 0.2, 0.8, 0.7, 0.1, 0.9, 0.3, 0.1, 0.7, 0.4, 0.2, 0.6, 0.6, 0.6, 0.5, 0.2};
  static const uint8_t truth[] = {1, 1, 1, 0, 0, 1, 0, 0};
  wald_frontier *frontier = NULL;
  wald_thresholds *answer;
  int64_t count = 0, needed = 0, a;
  double weights[2], at[2], at_least = 0, intercept = 0;
  uint8_t mask[8];
  const char *name = NULL;
  int i;
  OK(wald_frontier_create(2, WALD_RULE_OR, NULL, &frontier));
  OK(wald_frontier_feed(frontier, two, WALD_FLOAT64, 8, 2, 2, 1, truth, 1, NULL, 0, 0));
  answer = chosen(frontier, NULL);
  OK(wald_thresholds_count(answer, &count));
  EQUAL(count, 3);
  OK(wald_thresholds_method(answer, 1, &name));
  TEXT(name, "best-single");
  OK(wald_thresholds_method(answer, 2, &name));
  TEXT(name, "stacked");
  OK(wald_thresholds_array(answer, 2, WALD_ARRAY_THRESHOLDS, at, 2, &needed));
  CHECK(isnan(at[0]) && isnan(at[1]));
  OK(wald_thresholds_array(answer, 2, WALD_ARRAY_COEFFICIENTS, weights, 2, &needed));
  OK(wald_thresholds_fact(answer, 2, WALD_THRESHOLD_INTERCEPT, &intercept));
  OK(wald_thresholds_fact(answer, 2, WALD_THRESHOLD_STACKED, &at_least));
  OK(wald_thresholds_apply(answer, 2, two, WALD_FLOAT64, 8, 2, 2, 1, mask, 1));
  for (i = 0; i < 8; ++i) EQUAL(mask[i], intercept + weights[0] * two[2 * i] + weights[1] * two[2 * i + 1] >= at_least);
  for (a = 0; a < 3; ++a) { /* what is applied is what was counted */
    double tp = -1, fp = -1, flagged = 0;
    OK(wald_thresholds_apply(answer, a, two, WALD_FLOAT64, 8, 2, 2, 1, mask, 1));
    OK(wald_thresholds_fact(answer, a, WALD_THRESHOLD_TP, &tp));
    OK(wald_thresholds_fact(answer, a, WALD_THRESHOLD_FP, &fp));
    for (i = 0; i < 8; ++i) flagged += mask[i];
    EQUAL(flagged, tp + fp);
  }
  wald_thresholds_destroy(answer);
  wald_frontier_destroy(frontier);
}

static void test_points(void) {
  wald_frontier *frontier = fed();
  wald_operating_points *points = UNTOUCHED;
  const wald_operating_points *no = NULL;
  int64_t needed = -1;
  double tp[4], fp[4], at[4], value = 0;
  uint8_t hull[4];
  BAD_ARGUMENT("frontier is NULL", wald_operating_points_create(NULL, NULL, &points));
  BAD_ARGUMENT("out is NULL", wald_operating_points_create(frontier, NULL, NULL));
  CHECK(points == UNTOUCHED);
  wald_operating_points_destroy(NULL);
  OK(wald_operating_points_create(frontier, NULL, &points));
  OK(wald_operating_points_counts(points, NULL, NULL, NULL, 0, &needed));
  EQUAL(needed, 3); /* (0, 0), (0, 2), (1, 3) */
  FAILS(WALD_ERROR_CAPACITY, "capacity is 2: tp takes 3", wald_operating_points_counts(points, tp, fp, hull, 2, NULL));
  OK(wald_operating_points_counts(points, tp, NULL, NULL, 4, NULL));
  OK(wald_operating_points_counts(points, tp, fp, hull, 4, NULL));
  CHECK(tp[0] == 0 && tp[1] == 2 && tp[2] == 3 && fp[0] == 0 && fp[1] == 0 && fp[2] == 1);
  CHECK(hull[1] == 1 && hull[2] == 1);
  OK(wald_operating_points_thresholds(points, at, 4, &needed));
  CHECK(needed == 3 && at[0] == INFINITY && at[1] == 0.8 && at[2] == 0.6);
  OK(wald_operating_points_path(points, NULL, 0, &needed));
  EQUAL(needed, 0); /* the method has none */
  BAD_ARGUMENT("points is NULL", wald_operating_points_path(no, at, 4, NULL));
  OK(wald_operating_points_fact(points, WALD_FRONTIER_EXACT, &value));
  EQUAL(value, 1);
  OK(wald_operating_points_fact(points, WALD_FRONTIER_ROC_AREA, &value));
  NEAR(value, 8 / 9.0);
  OK(wald_operating_points_partial_areas(points, 3, &value, &tp[0], &tp[1], &tp[2]));
  NEAR(value, 8 / 9.0);
  OK(wald_operating_points_partial_areas(points, 1, &value, NULL, NULL, NULL)); /* two of three, up to the first FP */
  NEAR(value, 2 / 3.0);
  BAD_ARGUMENT("points is NULL", wald_operating_points_partial_areas(no, 1, &value, NULL, NULL, NULL));
  BAD_ARGUMENT("max_fp is 4: must be above 0 and at most the weight of the rated negatives, 3",
               wald_operating_points_partial_areas(points, 4, &value, NULL, NULL, NULL));
  BAD_ARGUMENT("fact is 10: must lie in [0, 9]", wald_operating_points_fact(points, 10, &value));
  BAD_ARGUMENT("value is NULL", wald_operating_points_fact(points, 0, NULL));
  BAD_ARGUMENT("points is NULL", wald_operating_points_fact(no, 0, &value));
  BAD_ARGUMENT("points is NULL", wald_operating_points_counts(no, tp, fp, hull, 4, NULL));
  BAD_ARGUMENT("points is NULL", wald_operating_points_thresholds(no, at, 4, NULL));
  wald_operating_points_destroy(points);
  wald_frontier_destroy(frontier);
}

static void test_labels_and_classes(void) {
  static const double p[] = {0.9, 0.2, 0.6, 0.8, 0.3, 0.7, 0.1, 0.4}; /* 4 rows, 2 columns */
  static const uint8_t truth[] = {1, 0, 1, 1, 0, 1, 0, 0};
  static const int64_t classes[] = {0, 1, 1, 1}, wrong[] = {0, 2, 1, 1};
  static const double costs[] = {0, 1, 5, 0};
  double thresholds[2], tp[2], fp[2], multipliers[2], confusion[4], value = -1, start = -1;
  int32_t feasible = -1, exact = -1;
  int64_t out[4];
  int i;
  wald_metric *f1 = metric_named("f1");
  OK(wald_label_thresholds(WALD_MACRO, NULL, p, WALD_FLOAT64, 4, 2, 2, 1, truth, 2, 1, NULL, 0, 0, thresholds, tp, fp,
                           &value, &feasible, &exact));
  CHECK(thresholds[0] == 0.6 && thresholds[1] == 0.7 && tp[0] == 2 && fp[0] == 0 && tp[1] == 2 && fp[1] == 0);
  CHECK(value == 1 && feasible == 1 && exact == 1);
  OK(wald_label_thresholds(WALD_MICRO, NULL, p, WALD_FLOAT64, 4, 2, 2, 1, truth, 2, 1, NULL, 0, 0, thresholds, NULL,
                           NULL, NULL, NULL, NULL));
  CHECK(thresholds[0] == 0.6 && thresholds[1] == 0.7);
  BAD_ARGUMENT("average is 0: must be WALD_MACRO (1) or WALD_MICRO (2)",
               wald_label_thresholds(WALD_INSTANCE, NULL, p, WALD_FLOAT64, 4, 2, 2, 1, truth, 2, 1, NULL, 0, 0,
                                     thresholds, NULL, NULL, NULL, NULL, NULL));
  BAD_ARGUMENT("thresholds is NULL", wald_label_thresholds(WALD_MACRO, NULL, p, WALD_FLOAT64, 4, 2, 2, 1, truth, 2, 1,
                                                           NULL, 0, 0, NULL, NULL, NULL, NULL, NULL, NULL));
  BAD_ARGUMENT("labels is NULL", wald_label_thresholds(WALD_MACRO, NULL, p, WALD_FLOAT64, 4, 2, 2, 1, NULL, 2, 1, NULL,
                                                       0, 0, thresholds, NULL, NULL, NULL, NULL, NULL));
  {
    wald_threshold_options *options = new_threshold_options();
    OK(wald_threshold_options_set(options, WALD_SETTING_FOLDS, 3));
    BAD_ARGUMENT("folds is 3: is of no use for thresholds of labels",
                 wald_label_thresholds(WALD_MACRO, options, p, WALD_FLOAT64, 4, 2, 2, 1, truth, 2, 1, NULL, 0, 0,
                                       thresholds, NULL, NULL, NULL, NULL, NULL));
    OK(wald_threshold_options_set(options, WALD_SETTING_FOLDS, NAN));
    OK(wald_threshold_options_set_method(options, "stacked"));
    BAD_ARGUMENT("method is stacked: is of no use for thresholds of labels",
                 wald_label_thresholds(WALD_MACRO, options, p, WALD_FLOAT64, 4, 2, 2, 1, truth, 2, 1, NULL, 0, 0,
                                       thresholds, NULL, NULL, NULL, NULL, NULL));
    wald_threshold_options_destroy(options);
  }
  BAD_ARGUMENT("n_labels is 0: must be at least 1",
               wald_label_thresholds(WALD_MACRO, NULL, p, WALD_FLOAT64, 4, 0, 2, 1, truth, 2, 1, NULL, 0, 0, thresholds,
                                     NULL, NULL, NULL, NULL, NULL));

  OK(wald_class_multipliers(NULL, 0, costs, p, WALD_FLOAT64, 4, 2, 2, 1, classes, NULL, 0, 0, NULL, NULL, multipliers,
                            &value, &start, confusion));
  CHECK(value <= start);
  OK(wald_apply_classes(multipliers, NULL, p, WALD_FLOAT64, 4, 2, 2, 1, out));
  for (i = 0; i < 4; ++i) confusion[2 * classes[i] + out[i]] -= 1;
  for (i = 0; i < 4; ++i) EQUAL(confusion[i], 0);
  OK(wald_class_multipliers(f1, WALD_MACRO, NULL, p, WALD_FLOAT64, 4, 2, 2, 1, classes, NULL, 0, 0, NULL, NULL,
                            multipliers, &value, &start, NULL));
  CHECK(value >= start && value <= 1);
  BAD_ARGUMENT("costs is given beside a metric: one of them decides",
               wald_class_multipliers(f1, WALD_MACRO, costs, p, WALD_FLOAT64, 4, 2, 2, 1, classes, NULL, 0, 0, NULL,
                                      NULL, multipliers, NULL, NULL, NULL));
  BAD_ARGUMENT("metric is NULL, and so is costs: one of them must be given",
               wald_class_multipliers(NULL, WALD_MACRO, NULL, p, WALD_FLOAT64, 4, 2, 2, 1, classes, NULL, 0, 0, NULL,
                                      NULL, multipliers, NULL, NULL, NULL));
  BAD_ARGUMENT("truth[1] is 2: must lie in [0, 1]",
               wald_class_multipliers(f1, WALD_MACRO, NULL, p, WALD_FLOAT64, 4, 2, 2, 1, wrong, NULL, 0, 0, NULL, NULL,
                                      multipliers, NULL, NULL, NULL));
  BAD_ARGUMENT("truth is NULL", wald_class_multipliers(f1, WALD_MACRO, NULL, p, WALD_FLOAT64, 4, 2, 2, 1, NULL, NULL, 0,
                                                       0, NULL, NULL, multipliers, NULL, NULL, NULL));
  BAD_ARGUMENT("multipliers is NULL", wald_class_multipliers(f1, WALD_MACRO, NULL, p, WALD_FLOAT64, 4, 2, 2, 1, classes,
                                                             NULL, 0, 0, NULL, NULL, NULL, NULL, NULL, NULL));
  OK(wald_apply_classes(NULL, NULL, p, WALD_FLOAT64, 4, 2, 2, 1, out));
  CHECK(out[0] == 0 && out[1] == 1 && out[2] == 1 && out[3] == 1);
  OK(wald_apply_classes(NULL, costs, p, WALD_FLOAT64, 4, 2, 2, 1, out)); /* class 1 from p1*5 > p0 on */
  CHECK(out[0] == 1 && out[1] == 1 && out[2] == 1 && out[3] == 1);
  BAD_ARGUMENT("costs is given beside multipliers: one of them decides",
               wald_apply_classes(multipliers, costs, p, WALD_FLOAT64, 4, 2, 2, 1, out));
  BAD_ARGUMENT("n_classes is 0: must be at least 1", wald_apply_classes(NULL, NULL, p, WALD_FLOAT64, 4, 0, 2, 1, out));
  BAD_ARGUMENT("out is NULL", wald_apply_classes(NULL, NULL, p, WALD_FLOAT64, 4, 2, 2, 1, NULL));
  wald_metric_destroy(f1);
}

static void test_zone(void) {
  wald_frontier *frontier = fed();
  double low = 0, high = 0, tp, fp, missed, abstained, cost;
  OK(wald_frontier_abstention_zone(frontier, 1, 1, 0.25, &low, &high, &tp, &fp, &missed, &abstained, &cost));
  CHECK(low == 0.6 && high == 0.8 && tp == 2 && fp == 0 && missed == 0 && abstained == 2 && cost == 0.5);
  OK(wald_frontier_abstention_zone(frontier, 1, 1, 0.25, &low, &high, NULL, NULL, NULL, NULL, NULL));
  BAD_ARGUMENT("low is NULL",
               wald_frontier_abstention_zone(frontier, 1, 1, 1, NULL, &high, NULL, NULL, NULL, NULL, NULL));
  BAD_ARGUMENT("high is NULL",
               wald_frontier_abstention_zone(frontier, 1, 1, 1, &low, NULL, NULL, NULL, NULL, NULL, NULL));
  BAD_ARGUMENT("frontier is NULL",
               wald_frontier_abstention_zone(NULL, 1, 1, 1, &low, &high, NULL, NULL, NULL, NULL, NULL));
  BAD_ARGUMENT("abstention_cost is nan: must be finite and at least 0",
               wald_frontier_abstention_zone(frontier, 1, 1, NAN, &low, &high, NULL, NULL, NULL, NULL, NULL));
  wald_frontier_destroy(frontier);
}

static int32_t cancel(double fraction, void *user) {
  (void)fraction;
  ++*(int *)user;
  return 1;
}

static void test_cancelling(void) {
  wald_frontier *frontier = fed();
  wald_threshold_options *options = new_threshold_options();
  wald_thresholds *answer = UNTOUCHED;
  wald_operating_points *points = UNTOUCHED;
  double multipliers[2], p[] = {0.5, 0.5, 0.25, 0.75};
  int64_t truth[] = {0, 1};
  double costs[] = {0, 1, 1, 0};
  int calls = 0;
  OK(wald_threshold_options_set(options, WALD_SETTING_BOOTSTRAP, 1000));
  OK(wald_threshold_options_set_progress(options, cancel, &calls));
  FAILS(WALD_CANCELLED, "cancelled by the progress callback", wald_frontier_choose(frontier, options, &answer));
  FAILS(WALD_CANCELLED, "cancelled by the progress callback", wald_operating_points_create(frontier, options, &points));
  FAILS(WALD_CANCELLED, "cancelled by the progress callback",
        wald_class_multipliers(NULL, 0, costs, p, WALD_FLOAT64, 2, 2, 2, 1, truth, NULL, 0, 0, cancel, &calls,
                               multipliers, NULL, NULL, NULL));
  EQUAL(calls, 3);
  CHECK(answer == UNTOUCHED && points == UNTOUCHED);
  wald_threshold_options_destroy(options);
  wald_frontier_destroy(frontier);
}

void test_thresholds(void) {
  test_rows();
  test_saved_rows();
  test_settings();
  test_answer();
  test_baselines();
  test_points();
  test_labels_and_classes();
  test_zone();
  test_cancelling();
}
