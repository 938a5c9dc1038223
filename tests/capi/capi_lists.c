/* What there is: the lists of words, options and facts, and that each fact can be read by the getter that its row
 * names. */
#include <math.h>
#include <stdlib.h>

#include "groups.h"

/* ---- Lists ---- */

static const char *const vocabularies[] = {"status", "type",    "kind",   "average",   "property", "algorithm",
                                           "rule",   "goal",    "method", "smoothing", "order",    "threshold_flag",
                                           "split",  "missing", "task",   "learner",   "scaling",  "calibration"};

static void test_names_of(const char *list) {
  wald_name_row row = {sizeof row, NULL, NULL, NULL, 0}, past = row;
  int64_t n;
  for (n = 0; wald_name_list(list, n, &row) == WALD_OK; ++n)
    if (!row.name[0] || !row.alias || !row.sentence[0])
      report(__FILE__, __LINE__, "%s: \"%s\" means \"%s\"", list, row.name, row.sentence);
  CHECK(n >= 2);
  past.name = "unchanged";
  CHECK(wald_name_list(list, n, &past) == WALD_ERROR_ARGUMENT && strstr(wald_last_error(), "index is") != NULL);
  CHECK(wald_name_list(list, -1, &past) == WALD_ERROR_ARGUMENT);
  TEXT(past.name, "unchanged");
}

void test_lists(void) {
  wald_name_row name = {sizeof name, NULL, NULL, NULL, 0};
  wald_option_row option = {sizeof option, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 0, 0, 0, 0};
  wald_fact_row fact = {sizeof fact, NULL, NULL, NULL, NULL, 0, NULL};
  size_t v;
  for (v = 0; v < sizeof vocabularies / sizeof vocabularies[0]; ++v) test_names_of(vocabularies[v]);
  OK(wald_name_list("status", 1, &name));
  TEXT(name.name, "error_argument");
  EQUAL(name.value, WALD_ERROR_ARGUMENT);
  OK(wald_name_list("threshold_flag", 1, &name));
  TEXT(name.name, "everything_flagged");
  EQUAL(name.value, WALD_EVERYTHING_FLAGGED);
  OK(wald_option_list("thresholds", 0, &option));
  TEXT(option.name, "goal");
  TEXT(option.type, "choice");
  OK(wald_fact_list("decision", 2, &fact));
  TEXT(fact.name, "k");
  TEXT(fact.type, "number");
  TEXT(fact.per, "answer");
  TEXT(fact.kind, "integer");
  EQUAL(fact.value, WALD_DECISION_K);

  BAD_ARGUMENT("index is 6: must lie in [0, 5]", wald_fact_list("distribution", 6, &fact));
  BAD_ARGUMENT("index is -1: must lie in [0, 5]", wald_fact_list("distribution", -1, &fact));
  CHECK(wald_option_list("decisions", 1000, &option) == WALD_ERROR_ARGUMENT);
  CHECK(wald_option_list("decisions", -1, &option) == WALD_ERROR_ARGUMENT);
  BAD_ARGUMENT("list is NULL", wald_name_list(NULL, 0, &name));
  BAD_ARGUMENT("family is NULL", wald_option_list(NULL, 0, &option));
  BAD_ARGUMENT("object is NULL", wald_fact_list(NULL, 0, &fact));
  BAD_ARGUMENT("row is NULL", wald_name_list("status", 0, NULL));
  BAD_ARGUMENT("row is NULL", wald_option_list("decisions", 0, NULL));
  BAD_ARGUMENT("row is NULL", wald_fact_list("decision", 0, NULL));
  CHECK(wald_name_list("no such list", 0, &name) == WALD_ERROR_ARGUMENT);
  CHECK(wald_option_list("no such family", 0, &option) == WALD_ERROR_ARGUMENT);
  CHECK(wald_fact_list("no such object", 0, &fact) == WALD_ERROR_ARGUMENT);
  /* Structures of another size: none is as small, and a larger one is of a later version. */
  name.size = 4;
  option.size = 8;
  fact.size = 0;
  CHECK(wald_name_list("status", 0, &name) == WALD_ERROR_ARGUMENT);
  CHECK(wald_option_list("decisions", 0, &option) == WALD_ERROR_ARGUMENT);
  CHECK(wald_fact_list("decision", 0, &fact) == WALD_ERROR_ARGUMENT);
  EQUAL(fact.value, WALD_DECISION_K); /* not written to */
}

/* ---- Facts ---- */

/* A number is of the kind that its row names: whole, 0 or 1, or one of the words of a list. */
static void check_kind(const wald_fact_row *row, double value) {
  wald_name_row word = {sizeof word, NULL, NULL, NULL, 0};
  int64_t i;
  int known = 0;
  if (strcmp(row->kind, "integer") == 0) {
    CHECK(value == (double)(int64_t)value);
  } else if (strcmp(row->kind, "switch") == 0) {
    CHECK(value == 0 || value == 1);
  } else if (strcmp(row->kind, "threshold_flag") == 0) {
    CHECK(value >= 0 && value == (double)(int64_t)value); /* the sum of some of them */
  } else if (strcmp(row->kind, "number") != 0) {
    for (i = 0; wald_name_list(row->kind, i, &word) == WALD_OK; ++i) known += word.value == value;
    CHECK(known == 1);
  }
}

/* Each fact is read by the getter that its row names and by no other; NULL, and numbers that no fact has, are refused.
 */
static void read_all(const char *object, const void *of) {
  wald_fact_row row = {sizeof row, NULL, NULL, NULL, NULL, 0, NULL};
  static double many[256];
  double value;
  const char *text;
  int64_t i, needed;
  for (i = 0; wald_fact_list(object, i, &row) == WALD_OK; ++i) {
    const int number = strcmp(row.type, "number") == 0, list = strcmp(row.type, "numbers") == 0,
              is_text = strcmp(row.type, "text") == 0;
    CHECK(number + list + is_text == 1 && row.sentence[0] && row.per[0]);
    if (strncmp(row.name, "mode", 4) == 0) continue; /* which counts do not have */
    CHECK(is_text == (strcmp(row.kind, "text") == 0));
    value = -12345;
    if (number) {
      OK(wald_number(of, row.value, 0, &value));
      CHECK(value != -12345);
      check_kind(&row, value);
      BAD_ARGUMENT("object is NULL", wald_number(NULL, row.value, 0, &value));
      BAD_ARGUMENT("value is NULL", wald_number(of, row.value, 0, NULL));
    } else {
      CHECK(wald_number(of, row.value, 0, &value) == WALD_ERROR_ARGUMENT);
      EQUAL(value, -12345);
    }
    needed = -1;
    if (list) {
      OK(wald_numbers(of, row.value, 0, NULL, 0, &needed));
      CHECK(needed >= 0 && needed <= 256);
      OK(wald_numbers(of, row.value, 0, many, 256, NULL));
      BAD_ARGUMENT("object is NULL", wald_numbers(NULL, row.value, 0, many, 256, NULL));
      BAD_ARGUMENT("needed is NULL", wald_numbers(of, row.value, 0, NULL, 0, NULL));
      BAD_ARGUMENT("out is NULL", wald_numbers(of, row.value, 0, NULL, 256, &needed));
      BAD_ARGUMENT("capacity is -1: must be at least 0", wald_numbers(of, row.value, 0, many, -1, &needed));
    } else if (number && strcmp(row.per, "whole") != 0 &&
               (strcmp(object, "labels") == 0 || strcmp(object, "segments") == 0)) {
      OK(wald_numbers(of, row.value, 0, many, 256, &needed)); /* the numbers of all items are a list */
      CHECK(needed >= 1 && (many[0] == value || (isnan(many[0]) && isnan(value))));
    } else if (strcmp(object, "decision") != 0) { /* likewise of all answers */
      CHECK(wald_numbers(of, row.value, 0, many, 256, &needed) == WALD_ERROR_ARGUMENT);
    }
    text = NULL;
    if (is_text) {
      OK(wald_text(of, row.value, 0, &text));
      CHECK(text != NULL);
      BAD_ARGUMENT("object is NULL", wald_text(NULL, row.value, 0, &text));
      BAD_ARGUMENT("text is NULL", wald_text(of, row.value, 0, NULL));
    } else {
      CHECK(wald_text(of, row.value, 0, &text) == WALD_ERROR_ARGUMENT && text == NULL);
    }
  }
  CHECK(i >= 3);
  CHECK(wald_number(of, -1, 0, &value) == WALD_ERROR_ARGUMENT && strstr(wald_last_error(), "fact is -1") != NULL);
  CHECK(wald_number(of, 1000, 0, &value) == WALD_ERROR_ARGUMENT &&
        strstr(wald_last_error(), "fact is 1000") != NULL);
}

void test_facts(void) {
  static const double p[] = {0.9, 0.2, 0.6, 0.4, 0.7, 0.1};
  static const uint8_t y[] = {1, 0, 1, 0, 1, 0};
  static const char model[] =
      "tree\nversion=v4\nnum_class=1\nnum_tree_per_iteration=1\nlabel_index=0\nmax_feature_idx=1\n"
      "objective=binary sigmoid:1\nfeature_names=age place\nfeature_infos=[20:70] 0:1:2\n\nTree=0\nnum_leaves=3\n"
      "num_cat=1\nsplit_feature=0 1\nthreshold=40 0\ndecision_type=10 1\nleft_child=-1 -2\nright_child=1 -3\n"
      "leaf_value=-1 0.5 1.25\ncat_boundaries=0 1\ncat_threshold=5\n\nend of trees\n\n"
      "pandas_categorical:[[\"home\", \"work\", \"other\"]]\n";
  wald_metric *f1 = metric_named("f1");
  wald_estimator *flat = independent(p, 6), *counts = NULL;
  wald_decision *decision = new_decision();
  wald_distribution *distribution = NULL;
  wald_sample *sample = NULL;
  wald_thresholds *thresholds = NULL;
  wald_frontier *frontier = NULL;
  wald_zone *zone = NULL;
  wald_multipliers *multipliers = NULL;
  wald_labels *labels = NULL;
  wald_segments *segments = NULL;
  static const int64_t classes[] = {0, 1, 0};
  wald_cascade_scores *rows = NULL;
  wald_cascade *cascade = NULL;
  wald_options *named = NULL;
  wald_trees *trees = NULL;
  wald_dataset *dataset = NULL;
  wald_learner *learner = NULL;
  wald_decision_curve *curve = NULL;
  wald_reliability *reliability = NULL;
  wald_prevalence *prevalence = NULL;
  wald_threshold_evaluation *evaluation = NULL;
  const char *text;
  OK(wald_decision_curve_create(BYTES(y, 6), DOUBLES(p, 6), NULL, DOUBLES(p, 3), NULL, &curve));
  read_all("decision_curve", curve);
  OK(wald_reliability_create(BYTES(y, 6), DOUBLES(p, 6), NULL, NULL, &reliability));
  read_all("reliability", reliability);
  OK(wald_prevalence_create(WALD_INDEPENDENT, DOUBLES(p, 6), DOUBLES(p, 1), NULL, NULL, NULL, &prevalence));
  read_all("prevalence", prevalence);
  wald_destroy(prevalence);
  OK(wald_threshold_evaluation_create(BYTES(y, 6), DOUBLES(p, 6), DOUBLES(p, 1), NULL, NULL, &evaluation));
  read_all("threshold_evaluation", evaluation);
  wald_destroy(evaluation);
  wald_destroy(curve);
  wald_destroy(reliability);
  OK(wald_estimator_to_counts(flat, &counts));
  read_all("estimator", counts);
  OK(wald_decide(f1, flat, NULL, decision));
  read_all("decision", decision);
  OK(wald_distribution_create(f1, flat, BYTES(y, 6), NULL, &distribution));
  read_all("distribution", distribution);
  OK(wald_sample_create(1, WALD_RULE_OR, NULL, &sample));
  OK(wald_sample_feed(sample, BYTES(y, 6), DOUBLES(p, 6), NULL));
  read_all("sample", sample);
  OK(wald_sample_choose(sample, NULL, &thresholds));
  read_all("thresholds", thresholds);
  OK(wald_frontier_create(sample, NULL, &frontier));
  read_all("frontier", frontier);
  OK(wald_zone_create(sample, NULL, &zone));
  read_all("zone", zone);
  OK(wald_multipliers_choose(INTEGERS(classes, 3), TABLE(p, 3, 2), NULL, NULL, NULL, &multipliers));
  read_all("multipliers", multipliers);
  OK(wald_labels_choose(MASK(y, 3, 2), TABLE(p, 3, 2), NULL, NULL, NULL, &labels));
  read_all("labels", labels);
  OK(wald_segments_choose(BYTES(y, 6), DOUBLES(p, 6), NULL, NULL, &segments));
  read_all("segments", segments);
  OK(wald_cascade_scores_create(2, 1, &rows));
  OK(wald_cascade_scores_feed(rows, TABLE(p, 3, 2), NULL, NULL, NULL, NULL));
  read_all("cascade_scores", rows);
  OK(wald_options_create("cascades", &named));
  OK(wald_options_set_text(named, "feature_names", "colour"));
  OK(wald_options_set_text(named, "categories", "colour=red,colour=blue"));
  OK(wald_cascade_fit(rows, NULL, named, &cascade));
  read_all("cascade", cascade);
  CHECK(cascade_number(cascade, WALD_CASCADE_N_FEATURES) == 1 && cascade_number(cascade, WALD_CASCADE_N_CATEGORIES) == 2);
  OK(wald_text(cascade, WALD_CASCADE_CATEGORY, 1, &text));
  CHECK(strcmp(text, "colour=blue") == 0);
  BAD_ARGUMENT("category is 2: must lie in [0, 1]", wald_text(cascade, WALD_CASCADE_CATEGORY, 2, &text));
  wald_destroy(named);
  OK(wald_trees_import(model, (int64_t)sizeof model - 1, 0, &trees));
  read_all("trees", trees);
  OK(wald_dataset_create(DENSE(TABLE(p, 6, 1)), &dataset));
  OK(SET_LABELS(dataset, DENSE(MASK(y, 6, 1))));
  read_all("dataset", dataset);
  OK(wald_learner_fit("neighbours", dataset, NULL, &learner));
  read_all("learner", learner);
  wald_destroy(learner);
  wald_destroy(dataset);
  wald_destroy(trees);
  wald_destroy(cascade);
  wald_destroy(rows);
  wald_destroy(segments);
  wald_destroy(labels);
  wald_destroy(multipliers);
  wald_destroy(zone);
  wald_destroy(frontier);
  wald_destroy(thresholds);
  wald_destroy(sample);
  wald_destroy(distribution);
  wald_destroy(decision);
  wald_destroy(counts);
  wald_destroy(flat);
  wald_destroy(f1);
}
