/* What the tests from C share. */
#ifndef WALD_TEST_GROUPS_H
#define WALD_TEST_GROUPS_H

#include "arrays.h"
#include "check.h"
#include "judged.h"

/* ---- Makers: what they return is never NULL, or the test ends. ---- */

wald_metric *metric_named(const char *name);
wald_options *new_options(const char *family);
wald_decision *new_decision(void);
wald_estimator *independent(const double *p, int64_t n);
wald_estimator *categorical(const double *p, int64_t n);
wald_estimator *joint(const uint8_t *vectors, int64_t rows, int64_t n, const double *weights);
wald_estimator *empty(wald_kind kind, int64_t n);
/* The saved state as text that the caller frees. */
char *saved(const wald_estimator *estimator);

/* Options for one call, by names and values as text: with("decisions", "average", "macro", NULL). They last
 * until eight others have been asked for. */
const wald_options *with(const char *family, ...);
/* Destroys them. */
void take_back_options(void);
#define AVERAGE(words) with("decisions", "average", words, NULL)
#define THREADS(n) with("cascades", "threads", n, NULL)

/* The option by its text, which must be set. */
void set(wald_options *options, const char *name, const char *value);
/* at_least and at_most; -1 for the default. */
void set_k(wald_options *options, int64_t at_least, int64_t at_most);
/* What holds. Valid until the next call. */
const char *get(const wald_options *options, const char *name);

/* ---- One number of each thing; a number that cannot be read is a failure, and NaN. ---- */

double estimator_number(const wald_estimator *estimator, wald_estimator_fact fact);
double decision_number(const wald_decision *decision, int64_t answer, wald_decision_fact fact);
double distribution_number(const wald_distribution *distribution, wald_distribution_fact fact);
double sample_number(const wald_sample *sample, wald_sample_fact fact);
double thresholds_number(const wald_thresholds *thresholds, int64_t answer, wald_thresholds_fact fact);
double frontier_number(const wald_frontier *frontier, wald_frontier_fact fact);
double zone_number(const wald_zone *zone, wald_zone_fact fact);
double labels_number(const wald_labels *labels, int64_t label, wald_labels_fact fact);
double multipliers_number(const wald_multipliers *multipliers, wald_multipliers_fact fact);
double cascade_scores_number(const wald_cascade_scores *scores, wald_cascade_scores_fact fact);
double cascade_number(const wald_cascade *cascade, wald_cascade_fact fact);
double trees_number(const wald_trees *trees, wald_trees_fact fact);
double dataset_number(const wald_dataset *dataset, wald_dataset_fact fact);
double learner_number(const wald_learner *learner, int64_t item, wald_learner_fact fact);

/* A pointer that no handle has: what a failed create must leave alone. */
#define UNTOUCHED ((void *)(uintptr_t)64)

/* ---- The groups of tests ---- */

void test_library(void);
void test_lists(void);
void test_metrics(void);
void test_custom_metrics(void);
void test_options(void);
void test_progress(void);
void test_estimators(void);
void test_saved_state(void);
void test_decisions(void);
void test_expectations(void);
void test_distributions(void);
void test_tables(void);
void test_evaluation(void);
void test_comparison(void);
void test_worth(void);
void test_against_brute_force(void);
void test_thresholds(void);
void test_curves(void);
void test_segments(void);
void test_binned(void);
void test_table_pass(void);
void test_cascades(void);
void test_routes(void);
void test_labelling(void);
void test_promises(void);
void test_performance(void);
void test_learners(void);
void test_report(void);
void test_refusals(void);
void test_facts(void);

#endif
