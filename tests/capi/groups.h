/* What the groups of test_capi.c share. */
#ifndef WALD_TEST_GROUPS_H
#define WALD_TEST_GROUPS_H

#include "check.h"

/* ---- Makers: what they return is never NULL, or the test ends. ---- */

wald_metric *metric_named(const char *name);
wald_options *new_options(void);
wald_decision *new_decision(void);
wald_estimator *independent(const double *p, int64_t n);
wald_estimator *categorical(const double *p, int64_t n);
wald_estimator *joint(const uint8_t *vectors, int64_t rows, int64_t n, const double *weights);
wald_estimator *empty(wald_kind kind, int64_t n);
/* The saved state as text that the caller frees. */
char *saved(const wald_estimator *estimator);

/* A pointer that no handle has: what a failed create must leave alone. */
#define UNTOUCHED ((void *)(uintptr_t)64)

/* ---- The groups of tests ---- */

void test_library(void);
void test_metrics(void);
void test_custom_metrics(void);
void test_options(void);
void test_estimators(void);
void test_saved_state(void);
void test_decisions(void);
void test_expectations(void);
void test_distributions(void);
void test_tables(void);
void test_evaluation(void);
void test_against_brute_force(void);
void test_thresholds(void);
void test_cascades(void);
void test_learners(void);

#endif
