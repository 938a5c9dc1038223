/* What the groups of tests share. */
#include "groups.h"

#include <stdarg.h>
#include <stdlib.h>

static void must(wald_status status) {
  if (status == WALD_OK) return;
  fprintf(stderr, "a test could not be set up: %s\n", wald_last_error());
  exit(2);
}

wald_metric *metric_named(const char *name) {
  wald_metric *metric = NULL;
  must(wald_metric_create(name, 1, &metric));
  return metric;
}
wald_options *new_options(const char *family) {
  wald_options *options = NULL;
  must(wald_options_create(family, &options));
  return options;
}
wald_decision *new_decision(void) {
  wald_decision *decision = NULL;
  must(wald_decision_create(&decision));
  return decision;
}
wald_estimator *empty(wald_kind kind, int64_t n) {
  wald_estimator *estimator = NULL;
  must(wald_estimator_create(kind, n, &estimator));
  return estimator;
}
wald_estimator *independent(const double *p, int64_t n) {
  wald_estimator *estimator = empty(WALD_INDEPENDENT, 0);
  must(wald_estimator_feed_probabilities(estimator, DOUBLES(p, n)));
  return estimator;
}
wald_estimator *categorical(const double *p, int64_t n) {
  wald_estimator *estimator = empty(WALD_CATEGORICAL, 0);
  must(wald_estimator_feed_probabilities(estimator, DOUBLES(p, n)));
  return estimator;
}
wald_estimator *joint(const uint8_t *vectors, int64_t rows, int64_t n, const double *weights) {
  wald_estimator *estimator = empty(WALD_JOINT, n);
  must(wald_estimator_feed_vectors(estimator, DENSE(MASK(vectors, rows, n)), DOUBLES(weights, rows)));
  return estimator;
}

char *saved(const wald_estimator *estimator) {
  int64_t needed = 0;
  char *text;
  must(wald_save(estimator, WALD_TEXT, NULL, 0, &needed));
  text = malloc((size_t)needed + 1);
  if (!text) exit(2);
  must(wald_save(estimator, WALD_TEXT, text, needed, &needed));
  text[needed] = '\0';
  return text;
}

/* ---- Options ---- */

/* The last few, in a circle. */
static wald_options *lent[8];
static int n_lent;

const wald_options *with(const char *family, ...) {
  wald_options **options = &lent[n_lent++ % 8];
  const char *name;
  va_list settings;
  wald_destroy(*options);
  *options = new_options(family);
  va_start(settings, family);
  while ((name = va_arg(settings, const char *)) != NULL)
    must(wald_options_set_text(*options, name, va_arg(settings, const char *)));
  va_end(settings);
  return *options;
}
void take_back_options(void) {
  int i;
  for (i = 0; i < 8; ++i) wald_destroy(lent[i]);
}

void set(wald_options *options, const char *name, const char *value) {
  OK(wald_options_set_text(options, name, value));
}
void set_k(wald_options *options, int64_t at_least, int64_t at_most) {
  OK(wald_options_set_text(options, "at_least", NULL));
  OK(wald_options_set_text(options, "at_most", NULL));
  if (at_least >= 0) OK(wald_options_set_integer(options, "at_least", at_least));
  if (at_most >= 0) OK(wald_options_set_integer(options, "at_most", at_most));
}
const char *get(const wald_options *options, const char *name) {
  static char text[4096];
  text[0] = '\0';
  OK(wald_options_get(options, name, text, sizeof text, NULL));
  return text;
}

/* ---- Facts ---- */

#define NUMBER(...)   \
  double value = NAN; \
  OK(__VA_ARGS__);    \
  return value
double estimator_number(const wald_estimator *estimator, wald_estimator_fact fact) {
  NUMBER(wald_number(estimator, fact, 0, &value));
}
double decision_number(const wald_decision *decision, int64_t answer, wald_decision_fact fact) {
  NUMBER(wald_number(decision, fact, answer, &value));
}
double distribution_number(const wald_distribution *distribution, wald_distribution_fact fact) {
  NUMBER(wald_number(distribution, fact, 0, &value));
}
double sample_number(const wald_sample *sample, wald_sample_fact fact) {
  NUMBER(wald_number(sample, fact, 0, &value));
}
double thresholds_number(const wald_thresholds *thresholds, int64_t answer, wald_thresholds_fact fact) {
  NUMBER(wald_number(thresholds, fact, answer, &value));
}
double frontier_number(const wald_frontier *frontier, wald_frontier_fact fact) {
  NUMBER(wald_number(frontier, fact, 0, &value));
}
double zone_number(const wald_zone *zone, wald_zone_fact fact) {
  NUMBER(wald_number(zone, fact, 0, &value));
}
double labels_number(const wald_labels *labels, int64_t label, wald_labels_fact fact) {
  NUMBER(wald_number(labels, fact, label, &value));
}
double multipliers_number(const wald_multipliers *multipliers, wald_multipliers_fact fact) {
  NUMBER(wald_number(multipliers, fact, 0, &value));
}
double cascade_scores_number(const wald_cascade_scores *scores, wald_cascade_scores_fact fact) {
  NUMBER(wald_number(scores, fact, 0, &value));
}
double cascade_number(const wald_cascade *cascade, wald_cascade_fact fact) {
  NUMBER(wald_number(cascade, fact, 0, &value));
}
double trees_number(const wald_trees *trees, wald_trees_fact fact) { NUMBER(wald_number(trees, fact, 0, &value)); }
double dataset_number(const wald_dataset *dataset, wald_dataset_fact fact) {
  NUMBER(wald_number(dataset, fact, 0, &value));
}
double learner_number(const wald_learner *learner, int64_t item, wald_learner_fact fact) {
  NUMBER(wald_number(learner, fact, item, &value));
}
