/* What there is: the lists of words, options and facts, and that each fact can be read by the getter that its row
 * names. */
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

  BAD_ARGUMENT("index is 4: must lie in [0, 3]", wald_fact_list("distribution", 4, &fact));
  BAD_ARGUMENT("index is -1: must lie in [0, 3]", wald_fact_list("distribution", -1, &fact));
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

/* The three getters of an object in one form; `item` is an answer, a feature, a choice, ... */
struct reader {
  const char *object;
  wald_status (*number)(const void *of, int64_t item, int32_t fact, double *value);
  wald_status (*numbers)(const void *of, int64_t item, int32_t fact, double *out, int64_t capacity, int64_t *needed);
  wald_status (*text)(const void *of, int64_t item, int32_t fact, const char **text);
};

#define WHOLE(object)                                                                          \
  static wald_status object##_one(const void *of, int64_t item, int32_t fact, double *value) { \
    (void)item;                                                                                \
    return wald_##object##_number(of, fact, value);                                            \
  }
#define WHOLE_MANY(object)                                                                             \
  static wald_status object##_many(const void *of, int64_t item, int32_t fact, double *out, int64_t n, \
                                   int64_t *needed) {                                                  \
    (void)item;                                                                                        \
    return wald_##object##_numbers(of, fact, out, n, needed);                                          \
  }
#define ITEM(object)                                                                                \
  static wald_status object##_one(const void *of, int64_t item, int32_t fact, double *value) {      \
    return wald_##object##_number(of, item, fact, value);                                           \
  }                                                                                                 \
  static wald_status object##_text(const void *of, int64_t item, int32_t fact, const char **text) { \
    return wald_##object##_text(of, item, fact, text);                                              \
  }
#define ITEM_MANY(object)                                                                              \
  static wald_status object##_many(const void *of, int64_t item, int32_t fact, double *out, int64_t n, \
                                   int64_t *needed) {                                                  \
    return wald_##object##_numbers(of, item, fact, out, n, needed);                                    \
  }
WHOLE(estimator)
WHOLE_MANY(estimator)
ITEM(decision)
WHOLE(distribution)
WHOLE(sample)
WHOLE_MANY(sample)
ITEM(thresholds)
ITEM_MANY(thresholds)
WHOLE(frontier)
WHOLE_MANY(frontier)
WHOLE(cascade_scores)
WHOLE(cascade)
WHOLE_MANY(cascade)
WHOLE(trees)
WHOLE(dataset)
ITEM(learner)
ITEM_MANY(learner)
static wald_status trees_text(const void *of, int64_t item, int32_t fact, const char **text) {
  return wald_trees_text(of, item, fact, text);
}
static wald_status cascade_text(const void *of, int64_t item, int32_t fact, const char **text) {
  return wald_cascade_text(of, item, fact, text);
}

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
static void read_all(const struct reader *reader, const void *of) {
  wald_fact_row row = {sizeof row, NULL, NULL, NULL, NULL, 0, NULL};
  static double many[256];
  double value;
  const char *text;
  int64_t i, needed;
  char null[64];
  snprintf(null, sizeof null, "%s is NULL", strcmp(reader->object, "cascade_scores") == 0 ? "scores" : reader->object);
  for (i = 0; wald_fact_list(reader->object, i, &row) == WALD_OK; ++i) {
    const int number = strcmp(row.type, "number") == 0, list = strcmp(row.type, "numbers") == 0,
              is_text = strcmp(row.type, "text") == 0;
    CHECK(number + list + is_text == 1 && row.sentence[0] && row.per[0]);
    CHECK(is_text == (strcmp(row.kind, "text") == 0));
    value = -12345;
    if (number) {
      OK(reader->number(of, 0, row.value, &value));
      CHECK(value != -12345);
      check_kind(&row, value);
      BAD_ARGUMENT(null, reader->number(NULL, 0, row.value, &value));
      BAD_ARGUMENT("value is NULL", reader->number(of, 0, row.value, NULL));
    } else {
      CHECK(reader->number(of, 0, row.value, &value) == WALD_ERROR_ARGUMENT);
      EQUAL(value, -12345);
    }
    needed = -1;
    if (list) {
      OK(reader->numbers(of, 0, row.value, NULL, 0, &needed));
      CHECK(needed >= 0 && needed <= 256);
      OK(reader->numbers(of, 0, row.value, many, 256, NULL));
      BAD_ARGUMENT(null, reader->numbers(NULL, 0, row.value, many, 256, NULL));
      BAD_ARGUMENT("needed is NULL", reader->numbers(of, 0, row.value, NULL, 0, NULL));
      BAD_ARGUMENT("out is NULL", reader->numbers(of, 0, row.value, NULL, 256, &needed));
      BAD_ARGUMENT("capacity is -1: must be at least 0", reader->numbers(of, 0, row.value, many, -1, &needed));
    } else if (reader->numbers) {
      CHECK(reader->numbers(of, 0, row.value, many, 256, &needed) == WALD_ERROR_ARGUMENT);
    }
    text = NULL;
    if (is_text) {
      OK(reader->text(of, 0, row.value, &text));
      CHECK(text != NULL);
      BAD_ARGUMENT(null, reader->text(NULL, 0, row.value, &text));
      BAD_ARGUMENT("text is NULL", reader->text(of, 0, row.value, NULL));
    } else if (reader->text) {
      CHECK(reader->text(of, 0, row.value, &text) == WALD_ERROR_ARGUMENT && text == NULL);
    }
  }
  CHECK(i >= 3);
  CHECK(reader->number(of, 0, -1, &value) == WALD_ERROR_ARGUMENT && strstr(wald_last_error(), "fact is -1") != NULL);
  CHECK(reader->number(of, 0, 1000, &value) == WALD_ERROR_ARGUMENT &&
        strstr(wald_last_error(), "fact is 1000") != NULL);
}

void test_facts(void) {
  static const struct reader estimators = {"estimator", estimator_one, estimator_many, NULL},
                             decisions = {"decision", decision_one, NULL, decision_text},
                             distributions = {"distribution", distribution_one, NULL, NULL},
                             samples = {"sample", sample_one, sample_many, NULL},
                             answers = {"thresholds", thresholds_one, thresholds_many, thresholds_text},
                             frontiers = {"frontier", frontier_one, frontier_many, NULL},
                             scores = {"cascade_scores", cascade_scores_one, NULL, NULL},
                             cascades = {"cascade", cascade_one, cascade_many, cascade_text},
                             ensembles = {"trees", trees_one, NULL, trees_text},
                             datasets = {"dataset", dataset_one, NULL, NULL},
                             learners = {"learner", learner_one, learner_many, learner_text};
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
  wald_cascade_scores *rows = NULL;
  wald_cascade *cascade = NULL;
  wald_options *named = NULL;
  wald_trees *trees = NULL;
  wald_dataset *dataset = NULL;
  wald_learner *learner = NULL;
  const char *text;
  OK(wald_estimator_to_counts(flat, &counts));
  read_all(&estimators, counts);
  OK(wald_decide(f1, flat, NULL, decision));
  read_all(&decisions, decision);
  OK(wald_distribution_create(f1, flat, BYTES(y, 6), NULL, &distribution));
  read_all(&distributions, distribution);
  OK(wald_sample_create(1, WALD_RULE_OR, NULL, &sample));
  OK(wald_sample_feed(sample, DOUBLES(p, 6), BYTES(y, 6), NULL));
  read_all(&samples, sample);
  OK(wald_sample_choose(sample, NULL, &thresholds));
  read_all(&answers, thresholds);
  OK(wald_frontier_create(sample, NULL, &frontier));
  read_all(&frontiers, frontier);
  OK(wald_cascade_scores_create(2, 1, &rows));
  OK(wald_cascade_scores_feed(rows, TABLE(p, 3, 2), NULL, NULL));
  read_all(&scores, rows);
  OK(wald_options_create("cascades", &named));
  OK(wald_options_set_text(named, "feature_names", "colour"));
  OK(wald_options_set_text(named, "categories", "colour=red,colour=blue"));
  OK(wald_cascade_fit(rows, NULL, named, &cascade));
  read_all(&cascades, cascade);
  CHECK(cascade_number(cascade, WALD_CASCADE_N_FEATURES) == 1 && cascade_number(cascade, WALD_CASCADE_N_CATEGORIES) == 2);
  OK(wald_cascade_text(cascade, 1, WALD_CASCADE_CATEGORY, &text));
  CHECK(strcmp(text, "colour=blue") == 0);
  BAD_ARGUMENT("category is 2: must lie in [0, 1]", wald_cascade_text(cascade, 2, WALD_CASCADE_CATEGORY, &text));
  wald_options_destroy(named);
  OK(wald_trees_import(model, (int64_t)sizeof model - 1, 0, &trees));
  read_all(&ensembles, trees);
  OK(wald_dataset_create(TABLE(p, 6, 1), &dataset));
  OK(wald_dataset_set_labels(dataset, MASK(y, 6, 1)));
  read_all(&datasets, dataset);
  OK(wald_learner_fit("neighbours", dataset, NULL, &learner));
  read_all(&learners, learner);
  wald_learner_destroy(learner);
  wald_dataset_destroy(dataset);
  wald_trees_destroy(trees);
  wald_cascade_destroy(cascade);
  wald_cascade_scores_destroy(rows);
  wald_frontier_destroy(frontier);
  wald_thresholds_destroy(thresholds);
  wald_sample_destroy(sample);
  wald_distribution_destroy(distribution);
  wald_decision_destroy(decision);
  wald_estimator_destroy(counts);
  wald_estimator_destroy(flat);
  wald_metric_destroy(f1);
}
