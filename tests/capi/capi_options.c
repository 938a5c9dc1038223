/* Options by name: what holds, every way of setting it, and that what is refused changes nothing. */
#include <stdlib.h>

#include "groups.h"

static const char *const families[] = {"decisions", "thresholds", "cascades", "learners", "routes"};

/* The setter fails, says `part`, and what held holds. */
static int refused(const wald_options *options, const char *name, const char *before, wald_status status,
                   const char *part) {
  const int right = status == WALD_ERROR_ARGUMENT && strstr(wald_last_error(), part) != NULL;
  if (!right) fprintf(stderr, "%s: status %d, \"%s\"\n", name, (int)status, wald_last_error());
  return right && strcmp(get(options, name), before) == 0;
}

/* What the setter of another type says. */
static void test_other_types(wald_options *options, const wald_option_row *row) {
  static const double numbers[] = {0.5};
  static const char *const texts[] = {"a"};
  wald_metric *metric = metric_named("f1");
  const int is_number = strcmp(row->type, "number") == 0, is_whole = strcmp(row->type, "integer") == 0,
            is_switch = strcmp(row->type, "switch") == 0, is_seed = strcmp(row->type, "seed") == 0,
            is_list = strcmp(row->type, "numbers") == 0; /* a number is a list of one */
#define REFUSED(...) CHECK(refused(options, row->name, row->initial, __VA_ARGS__, row->name))
  if (!is_number && !is_whole && !is_switch && !is_seed && !is_list) REFUSED(wald_options_set_number(options, row->name, 1));
  if (!is_number && !is_whole && !is_switch && !is_seed && !is_list) REFUSED(wald_options_set_integer(options, row->name, 1));
  if (strcmp(row->type, "numbers") != 0) REFUSED(wald_options_set_numbers(options, row->name, numbers, 1));
  if (strcmp(row->type, "texts") != 0) REFUSED(wald_options_set_texts(options, row->name, texts, 1));
  if (strcmp(row->type, "metric") != 0) REFUSED(wald_options_set_metric(options, row->name, metric));
  if (strcmp(row->type, "progress") != 0) REFUSED(wald_options_set_progress(options, row->name, NULL, NULL));
  if (strcmp(row->type, "progress") == 0) REFUSED(wald_options_set_text(options, row->name, "1"));
  wald_destroy(metric);
}

/* At the bounds, and just outside. */
static void test_bounds(wald_options *options, const wald_option_row *row) {
  const int is_whole = strcmp(row->type, "number") != 0;
  const double low = row->low, high = row->high;
  const double below = is_whole ? low - 1 : nextafter(low, -INFINITY);
  const double above = is_whole ? high + 1 : nextafter(high, INFINITY);
  char held[64];
  if (strcmp(row->type, "number") != 0 && strcmp(row->type, "integer") != 0 && strcmp(row->type, "switch") != 0) return;
  if (isfinite(low)) {
    CHECK(refused(options, row->name, row->initial, wald_options_set_number(options, row->name, below), "must"));
    if (row->open_low)
      CHECK(refused(options, row->name, row->initial, wald_options_set_number(options, row->name, low), "must"));
    else
      OK(wald_options_set_number(options, row->name, low));
  }
  strcpy(held, get(options, row->name));
  if (isfinite(high) && above > high)
    CHECK(refused(options, row->name, held, wald_options_set_number(options, row->name, above), "must"));
  if (row->open_high)
    CHECK(refused(options, row->name, held, wald_options_set_number(options, row->name, high), "must"));
  else
    OK(wald_options_set_number(options, row->name, high));
  strcpy(held, get(options, row->name));
  if (is_whole) {
    CHECK(refused(options, row->name, held, wald_options_set_number(options, row->name, 0.5), "must"));
    CHECK(refused(options, row->name, held, wald_options_set_number(options, row->name, NAN), "must"));
  }
  CHECK(refused(options, row->name, held, wald_options_set_text(options, row->name, "many"), "\"many\""));
  OK(wald_options_set_text(options, row->name, NULL));
  TEXT(get(options, row->name), row->initial);
}

/* Every word of a choice. */
static void test_words(wald_options *options, const wald_option_row *row) {
  char words[512], *word;
  const int is_choice = strcmp(row->type, "choice") == 0;
  CHECK(is_choice == (row->choices[0] != '\0'));
  if (!is_choice) return;
  CHECK(strlen(row->choices) < sizeof words);
  strcpy(words, row->choices);
  for (word = strtok(words, " "); word; word = strtok(NULL, " ")) {
    OK(wald_options_set_text(options, row->name, word));
    TEXT(get(options, row->name), word);
  }
  OK(wald_options_set_text(options, row->name, NULL));
  CHECK(
      refused(options, row->name, row->initial, wald_options_set_text(options, row->name, "no such word"), "must be"));
}

/* Whatever the list says is so of the options, one row after the other. */
static void test_rows_of(const char *family) {
  wald_options *options = new_options(family);
  wald_option_row row = {sizeof row, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 0, 0, 0, 0};
  char held[4096];
  int64_t i;
  for (i = 0; wald_option_list(family, i, &row) == WALD_OK; ++i) {
    TEXT(get(options, row.name), row.initial);
    CHECK(row.sentence[0] && row.sentence[strlen(row.sentence) - 1] == '.');
    test_other_types(options, &row);
    test_bounds(options, &row);
    test_words(options, &row);
    /* As it is written it is read. */
    strcpy(held, get(options, row.name));
    if (held[0]) {
      OK(wald_options_set_text(options, row.name, held));
      TEXT(get(options, row.name), held);
    }
    OK(wald_options_set_text(options, row.name, NULL));
  }
  CHECK(i > 8);
  for (i = 0; wald_option_list(family, i, &row) == WALD_OK; ++i) TEXT(get(options, row.name), row.initial);
  wald_destroy(options);
}

/* One option, set, and calls that do not read it: what the refusal says. */
typedef struct unread_option {
  const char *family, *name, *value, *calls, *message;
} unread_option;
static const unread_option unread_options[] = {
    {"decisions", "temperature", "2", "decide",
     "temperature is 2: this call does not read it (worth does); it reads at_least, at_most, algorithm, ties, "
     "prevalence, abstain, abstain_label, threads and progress"},
    {"decisions", "average", "instance", "decide", "average is instance: this call reads it with tables only"},
    {"decisions", "label_weights", "1,2", "decide tables", "label_weights is 1,2: this call reads it with per_row or exclusive only"},
    {"decisions", "at_least", "1", "evaluate tables",
     "at_least is 1: this call does not read it (decide, curve, regret, worth, report and masks do); it reads average, "
     "prevalence, label_weights, abstain_label, threads and progress"},
    {"thresholds", "false_negative_cost", "5", "choose", "false_negative_cost is 5: this call does not read it"},
    {"thresholds", "precision_level", "0.9", "choose", "precision_level is 0.9: this call reads it with min_precision only"},
    {"thresholds", "dropout", "0.1", "choose", "dropout is 0.1: this call reads it with smoothing only"},
    {"thresholds", "seed", "1", "labels", "seed is 1: this call reads it with certify, bootstrap or smoothing only"},
    {"thresholds", "grid", "10", "choose", "grid is 10: this call reads it with method = path-equal or analytic only"},
    {"cascades", "closest", "on", "fit", NULL},
    {"cascades", "bin_width", "2", "fit", "bin_width is 2: this call reads it with bins only"},
    {"cascades", "max_disagreement", "0.1", "fit", "max_disagreement is 0.1: this call reads it with calibration only"},
    {"learners", "neighbours", "3", "lfp", "neighbours is 3: this call reads it with learner neighbours only"},
    {"learners", "trees", "9", "mixture lfp tree", "trees is 9: this call reads it with learner forest only"},
    {"learners", "trees", "9", "mixture lfp forest", NULL},
    {"routes", "budget", "20", "choose", "budget is 20: this call reads it with goal = quality only"},
    {"routes", "budget", "20", "ask", "budget is 20: this call does not read it (choose does)"},
};

static void test_unread(void) {
  size_t i;
  for (i = 0; i < sizeof unread_options / sizeof *unread_options; ++i) {
    const unread_option *one = &unread_options[i];
    wald_options *options = new_options(one->family);
    char initial[256];
    strcpy(initial, get(options, one->name));
    OK(wald_options_check(options, one->calls, 0)); /* nothing is set */
    OK(wald_options_set_text(options, one->name, one->value));
    if (one->message) {
      CHECK(wald_options_check(options, one->calls, 0) == WALD_ERROR_ARGUMENT);
      if (strncmp(wald_last_error(), one->message, strlen(one->message)) != 0)
        report(__FILE__, __LINE__, "\"%s\" is not \"%s\"", wald_last_error(), one->message);
      TEXT(get(options, one->name), one->value);
      OK(wald_options_check(options, one->calls, 1));
      TEXT(get(options, one->name), initial);
    } else {
      OK(wald_options_check(options, one->calls, 1));
      TEXT(get(options, one->name), one->value);
    }
    OK(wald_options_check(options, one->calls, 0));
    OK(wald_options_set_text(options, one->name, one->value));
    OK(wald_options_set_text(options, one->name, NULL)); /* it is set no longer */
    OK(wald_options_check(options, one->calls, 0));
    wald_destroy(options);
  }
  {
    wald_options *options = new_options("thresholds");
    BAD_ARGUMENT("calls is NULL", wald_options_check(options, NULL, 0));
    BAD_ARGUMENT("options is NULL", wald_options_check(NULL, "choose", 0));
    BAD_ARGUMENT("calls is NULL", wald_options_check(options, NULL, 1));
    BAD_ARGUMENT("options is NULL", wald_options_check(NULL, "choose", 1));
    /* What another option brings in is read as long as that holds. */
    OK(wald_options_set_text(options, "precision_level", "0.9"));
    OK(wald_options_set_text(options, "min_precision", "0.5"));
    OK(wald_options_check(options, "choose", 0));
    OK(wald_options_set_text(options, "min_precision", NULL));
    BAD_ARGUMENT("precision_level is 0.9: this call reads it with min_precision only", wald_options_check(options, "choose", 0));
    wald_destroy(options);
  }
}

static void test_create(void) {
  wald_options *options = UNTOUCHED;
  BAD_ARGUMENT("out is NULL", wald_options_create("decisions", NULL));
  BAD_ARGUMENT("family is NULL", wald_options_create(NULL, &options));
  BAD_ARGUMENT(
      "family is \"decision\": did you mean \"decisions\"? It must be one of decisions, thresholds, cascades, learners, "
      "routes, promises, performance",
      wald_options_create("decision", &options));
  CHECK(options == UNTOUCHED);
  wald_destroy(NULL);
}

#define NAMES                                                                                                         \
  "goal, metric, cost_ratio, marginal_precision, min_precision, precision_level, min_recall, min_value, "                           \
  "max_fp, max_alerts, max_fpr, max_alert_rate, certify, positives, method, rated_rule, average, min_positives, parity, tolerance, "        \
  "smoothing, smoothing_rounds, dropout, grid, "                                                                      \
  "baselines, bootstrap, bootstrap_cells, level, folds, seed, pilot, max_weight, equal_weights, max_fdr, storey, "    \
  "false_positive_cost, false_negative_cost, abstention_cost, prevalence, reference, metrics, names, "               \
  "jackknife, proportion_limits, auc_limits, bins, threads, progress, "                                               \
  "lattice_cells, pair_cells, ascent_levels"

static void test_names(void) {
  static const double some[] = {1};
  static const char *const texts[] = {"a"};
  wald_options *options = new_options("thresholds"), *none = NULL;
  wald_metric *metric = metric_named("f1");
  char text[8];
  /* Unknown, misspelt, of another family. */
  BAD_ARGUMENT(
      "option \"min_precison\" is unknown to thresholds: did you mean \"min_precision\"? It must be one of " NAMES,
      wald_options_set_number(options, "min_precison", 0.5));
  BAD_ARGUMENT("option \"zzz\" is unknown to thresholds: must be one of " NAMES,
               wald_options_set_integer(options, "zzz", 1));
  BAD_ARGUMENT("option \"alpha\" is one of cascades: these are options of thresholds",
               wald_options_set_text(options, "alpha", "1"));
  BAD_ARGUMENT("option \"c_values\" is one of learners: these are options of thresholds",
               wald_options_set_numbers(options, "c_values", some, 1));
  BAD_ARGUMENT("option \"zzz\" is unknown to thresholds: must be one of " NAMES,
               wald_options_set_texts(options, "zzz", texts, 1));
  BAD_ARGUMENT("option \"zzz\" is unknown to thresholds: must be one of " NAMES,
               wald_options_set_metric(options, "zzz", metric));
  BAD_ARGUMENT("option \"zzz\" is unknown to thresholds: must be one of " NAMES,
               wald_options_set_progress(options, "zzz", NULL, NULL));
  BAD_ARGUMENT("option \"zzz\" is unknown to thresholds: must be one of " NAMES,
               wald_options_set_text(options, "zzz", NULL));
  BAD_ARGUMENT("option \"zzz\" is unknown to thresholds: must be one of " NAMES,
               wald_options_get(options, "zzz", NULL, 0, NULL));
  /* NULL. */
  BAD_ARGUMENT("options is NULL", wald_options_set_number(none, "level", 0.5));
  BAD_ARGUMENT("options is NULL", wald_options_set_integer(none, "level", 1));
  BAD_ARGUMENT("options is NULL", wald_options_set_text(none, "level", "1"));
  BAD_ARGUMENT("options is NULL", wald_options_set_numbers(none, "level", some, 1));
  BAD_ARGUMENT("options is NULL", wald_options_set_texts(none, "level", texts, 1));
  BAD_ARGUMENT("options is NULL", wald_options_set_metric(none, "metric", metric));
  BAD_ARGUMENT("options is NULL", wald_options_set_progress(none, "progress", NULL, NULL));
  BAD_ARGUMENT("options is NULL", wald_options_set_text(none, "level", NULL));
  BAD_ARGUMENT("options is NULL", wald_options_get(none, "level", text, 8, NULL));
  BAD_ARGUMENT("name is NULL", wald_options_set_number(options, NULL, 0.5));
  BAD_ARGUMENT("name is NULL", wald_options_set_progress(options, NULL, NULL, NULL));
  BAD_ARGUMENT("name is NULL", wald_options_get(options, NULL, text, 8, NULL));
  BAD_ARGUMENT("name is NULL", wald_options_set_text(options, NULL, NULL));
  OK(wald_options_set_number(options, "level", 0.5));
  OK(wald_options_set_text(options, "level", NULL));
  TEXT(get(options, "level"), "0.95");
  OK(wald_options_set_number(options, "level", 0.5));
  OK(wald_clear(options));
  TEXT(get(options, "level"), "0.95");
  /* What holds: query, exact fit, too small. */
  {
    int64_t needed = -1;
    OK(wald_options_get(options, "level", NULL, 0, &needed));
    EQUAL(needed, 4);
    strcpy(text, "xxxxxxx");
    OK(wald_options_get(options, "level", text, 4, NULL));
    TEXT(text, "0.95xxx"); /* no room for a 0 */
    OK(wald_options_get(options, "level", text, 5, NULL));
    TEXT(text, "0.95");
    text[0] = 'x';
    FAILS(WALD_ERROR_CAPACITY, "capacity is 3: buffer takes 4", wald_options_get(options, "level", text, 3, &needed));
    CHECK(text[0] == 'x');
    BAD_ARGUMENT("buffer is NULL", wald_options_get(options, "level", NULL, 5, &needed));
    BAD_ARGUMENT("needed is NULL", wald_options_get(options, "level", NULL, 0, NULL));
  }
  wald_destroy(metric);
  wald_destroy(options);
}

/* The forms of messages, once each. */
static void test_messages(void) {
  wald_options *thresholds = new_options("thresholds"), *decisions = new_options("decisions"),
               *learners = new_options("learners");
  BAD_ARGUMENT("level is 2: must lie in (0, 1)", wald_options_set_number(thresholds, "level", 2));
  BAD_ARGUMENT("level is nan: must lie in (0, 1)", wald_options_set_number(thresholds, "level", NAN));
  BAD_ARGUMENT("folds is -1: must be at least 0", wald_options_set_integer(thresholds, "folds", -1));
  BAD_ARGUMENT("folds is 0.5: must be a whole number", wald_options_set_number(thresholds, "folds", 0.5));
  BAD_ARGUMENT("cost_ratio is -1: must be finite and above 0", wald_options_set_number(thresholds, "cost_ratio", -1));
  BAD_ARGUMENT("min_recall is -1: must lie in [0, 1]", wald_options_set_number(thresholds, "min_recall", -1));
  BAD_ARGUMENT("max_fp is -1: must be at least 0", wald_options_set_number(thresholds, "max_fp", -1));
  BAD_ARGUMENT("threads is 1025: must lie in [0, 1024]", wald_options_set_integer(decisions, "threads", 1025));
  BAD_ARGUMENT("samples is 1: must lie in [2, 1e8]", wald_options_set_integer(decisions, "samples", 1));
  BAD_ARGUMENT("abstain is inf: must be finite", wald_options_set_number(decisions, "abstain", INFINITY));
  TEXT(get(decisions, "at_least"), "");  // not set, which no number says
  BAD_ARGUMENT("at_least is -1: must be at least 0", wald_options_set_integer(decisions, "at_least", -1));
  BAD_ARGUMENT("at_most is -1: must be at least 0", wald_options_set_number(decisions, "at_most", -1));
  BAD_ARGUMENT("at_most is -1: must be at least 0", wald_options_set_text(decisions, "at_most", "-1"));
  BAD_ARGUMENT("at_least is -1: must lie in [0, 2147483648]", wald_options_set_integer(learners, "at_least", -1));
  BAD_ARGUMENT("average is \"macr\": did you mean \"macro\"? It must be one of instance, macro, micro",
               wald_options_set_text(decisions, "average", "macr"));
  BAD_ARGUMENT("scaling is \"max\": must be one of automatic, none, minmax, standard, unit, standard-root",
               wald_options_set_text(learners, "scaling", "max"));
  {
    static const double weights[] = {1, 0};
    static const char *const broken[] = {"a", "\xff"}, *const missing[] = {"a", NULL};
    BAD_ARGUMENT("mixture_weights[1] is 0: must be finite and above 0",
                 wald_options_set_numbers(learners, "mixture_weights", weights, 2));
    static const double falling[] = {1, 0.1};
    BAD_ARGUMENT("c_values[1] is 0.1: must be above c_values[0] = 1",
                 wald_options_set_numbers(learners, "c_values", falling, 2));
    TEXT(get(learners, "c_values"), "");
    CHECK(wald_options_set_text(learners, "neighbour_utility", "no such metric") == WALD_ERROR_FORMAT);
    TEXT(get(learners, "neighbour_utility"), "f1");
    CHECK(wald_options_set_texts(learners, "feature_names", broken, 2) == WALD_ERROR_ARGUMENT);
    CHECK(wald_options_set_texts(learners, "label_names", missing, 2) == WALD_ERROR_ARGUMENT);
    BAD_ARGUMENT("n is -1: must be at least 1", wald_options_set_numbers(learners, "mixture_weights", weights, -1));
  }
  OK(wald_options_set_integer(decisions, "at_most", 3));
  OK(wald_options_set_integer(decisions, "at_least", 4));  // checked where it is used: options are set in any order
  TEXT(get(decisions, "at_least"), "4");
  BAD_ARGUMENT("at_least is -1: must be at least 0", wald_options_set_integer(decisions, "at_least", -1));
  TEXT(get(decisions, "at_least"), "4");
  OK(wald_options_set_text(decisions, "at_least", NULL));
  TEXT(get(decisions, "at_least"), "");
  wald_destroy(thresholds);
  wald_destroy(decisions);
  wald_destroy(learners);
}

static int32_t go_on(double fraction, void *user) {
  (void)fraction, (void)user;
  return 0;
}

/* Every type by its own setter and as text. */
static void test_forms(void) {
  static const double c[] = {1e-3, 0.1, 12};
  static const double orders[] = {2, 0, 1};
  static const char *const names[] = {"first", "second one"};
  wald_options *thresholds = new_options("thresholds"), *learners = new_options("learners");
  wald_metric *metric = metric_named("fbeta:2"), *custom = NULL;
  static const double table[8] = {0};

  OK(wald_options_set_number(thresholds, "min_precision", 0.1));
  TEXT(get(thresholds, "min_precision"), "0.1");
  OK(wald_options_set_integer(thresholds, "min_precision", 1));
  TEXT(get(thresholds, "min_precision"), "1");
  OK(wald_options_set_number(thresholds, "min_precision", NAN)); /* not set, which is its default */
  TEXT(get(thresholds, "min_precision"), "");
  OK(wald_options_set_text(thresholds, "folds", "7"));
  TEXT(get(thresholds, "folds"), "7");
  OK(wald_options_set_number(thresholds, "folds", 3));
  TEXT(get(thresholds, "folds"), "3");
  OK(wald_options_set_text(thresholds, "baselines", "off"));
  TEXT(get(thresholds, "baselines"), "off");
  OK(wald_options_set_integer(thresholds, "baselines", 1));
  TEXT(get(thresholds, "baselines"), "on");
  OK(wald_options_set_integer(thresholds, "seed", -1)); /* all 64 bits */
  TEXT(get(thresholds, "seed"), "18446744073709551615");
  OK(wald_options_set_text(thresholds, "seed", "18446744073709551615"));
  TEXT(get(thresholds, "seed"), "18446744073709551615");
  OK(wald_options_set_text(thresholds, "metric", "jaccard"));
  TEXT(get(thresholds, "metric"), "jaccard");
  OK(wald_options_set_metric(thresholds, "metric", metric));
  wald_destroy(metric); /* it was copied */
  TEXT(get(thresholds, "metric"), "fbeta:2");
  OK(wald_metric_create_table(table, 8, 1, "mine", 0, &custom));
  CHECK(wald_options_set_metric(thresholds, "metric", custom) != WALD_OK);
  wald_destroy(custom);
  TEXT(get(thresholds, "metric"), "fbeta:2");
  CHECK(wald_options_set_text(thresholds, "metric", "no such metric") != WALD_OK);
  TEXT(get(thresholds, "metric"), "fbeta:2");
  OK(wald_options_set_metric(thresholds, "metric", NULL));
  TEXT(get(thresholds, "metric"), "");
  OK(wald_options_set_progress(thresholds, "progress", go_on, NULL));
  TEXT(get(thresholds, "progress"), "set");
  OK(wald_options_set_progress(thresholds, "progress", NULL, NULL));
  TEXT(get(thresholds, "progress"), "");

  OK(wald_options_set_numbers(learners, "c_values", c, 3));
  TEXT(get(learners, "c_values"), "0.001,0.1,12");
  OK(wald_options_set_text(learners, "c_values", "1,2.5"));
  TEXT(get(learners, "c_values"), "1,2.5");
  CHECK(wald_options_set_text(learners, "c_values", "1,two") == WALD_ERROR_ARGUMENT);
  CHECK(wald_options_set_text(learners, "c_values", "1,0") == WALD_ERROR_ARGUMENT);
  TEXT(get(learners, "c_values"), "1,2.5");
  OK(wald_options_set_numbers(learners, "c_values", NULL, 0));
  TEXT(get(learners, "c_values"), "");
  OK(wald_options_set_numbers(learners, "chain_orders", orders, 3));
  TEXT(get(learners, "chain_orders"), "2,0,1");
  BAD_ARGUMENT("chain_orders[0] is 0.001: must be a whole number from -2^53 to 2^53",
               wald_options_set_numbers(learners, "chain_orders", c, 3));
  TEXT(get(learners, "chain_orders"), "2,0,1");
  OK(wald_options_set_numbers(learners, "chain_orders", NULL, 0));
  OK(wald_options_set_texts(learners, "label_names", names, 2));
  TEXT(get(learners, "label_names"), "first,second one");
  OK(wald_options_set_texts(learners, "label_names", NULL, 0));
  TEXT(get(learners, "label_names"), "");

  OK(wald_options_set_text(learners, "folds", "9"));
  OK(wald_options_set_text(learners, "scaling", "unit"));
  OK(wald_options_set_text(learners, "folds", NULL));
  TEXT(get(learners, "folds"), "5");
  TEXT(get(learners, "scaling"), "unit");
  OK(wald_clear(learners));
  TEXT(get(learners, "scaling"), "automatic");
  wald_destroy(thresholds);
  wald_destroy(learners);
}

/* Options of another family are refused if they are used. */
static void test_wrong_family(void) {
  static const double p[] = {0.9, 0.2};
  wald_metric *metric = metric_named("f1");
  wald_estimator *estimator = independent(p, 2);
  wald_decision *decision = new_decision();
  BAD_ARGUMENT("options are of the family thresholds: deciding takes those of decisions",
               wald_decide(metric, estimator, with("thresholds", NULL), decision));
  wald_destroy(decision);
  wald_destroy(estimator);
  wald_destroy(metric);
}

void test_options(void) {
  size_t f;
  for (f = 0; f < sizeof families / sizeof families[0]; ++f) test_rows_of(families[f]);
  test_create();
  test_unread();
  test_names();
  test_messages();
  test_forms();
  test_wrong_family();
}
