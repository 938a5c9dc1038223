/* Judges predictions and reads every number of what is found, for tests that look at many. From C and from C++. */
#ifndef WALD_TEST_JUDGED_H
#define WALD_TEST_JUDGED_H

#include "arrays.h"

/* Where the fact of an object stands in an array of all of its numbers. */
#define PLACE(fact) ((fact) % WALD_MOST_FACTS)

/* The numbers of a fact and of those after it, if the call that made the object went well; destroys the object. */
static inline wald_status read_numbers(wald_status made, void *object, wald_fact first, int n, double *out) {
  wald_status status = made;
  int place;
  for (place = 0; place < n && status == WALD_OK; ++place) status = wald_number(object, first + place, 0, out + place);
  if (made == WALD_OK) wald_destroy(object);
  return status;
}

/* Each result may be NULL; a regret is asked for if one of the last two is not. */
static inline wald_status expected_of(const wald_metric *metric, const wald_estimator *estimator, const wald_array *mask,
                                      const wald_options *options, double *expected, double *error, double *regret,
                                      double *bound) {
  double *const to[] = {expected, error, regret, bound};
  double found[4] = {0, 0, 0, 0};
  wald_expectation *made = NULL;
  const wald_known known = {sizeof known, estimator, NULL, WALD_INDEPENDENT};
  const wald_status created = wald_expectation_create(metric, &known, mask, options, regret || bound, &made);
  const wald_status status = read_numbers(created, made, WALD_EXPECTATION_EXPECTED, 4, found);
  int i;
  for (i = 0; i < 4 && status == WALD_OK; ++i)
    if (to[i]) *to[i] = found[i];
  return status;
}

/* Arrays of one number for each answer; either may be NULL. */
static inline wald_status expected_rows_of(const wald_metric *metric, wald_kind kind, const wald_array *probabilities,
                                           const wald_array *mask, const wald_options *options, double *expected,
                                           double *regret) {
  double answers = 0;
  wald_expectation *made = NULL;
  const wald_known known = {sizeof known, NULL, probabilities, kind};
  wald_status status = wald_expectation_create(metric, &known, mask, options, regret ? 1 : 0, &made);
  if (status != WALD_OK) return status;
  status = wald_number(made, WALD_EXPECTATION_N_ANSWERS, 0, &answers);
  if (status == WALD_OK && expected)
    status = wald_numbers(made, WALD_EXPECTATION_EXPECTED, 0, expected, (int64_t)answers, NULL);
  if (status == WALD_OK && regret)
    status = wald_numbers(made, WALD_EXPECTATION_REGRET, 0, regret, (int64_t)answers, NULL);
  wald_destroy(made);
  return status;
}

/* Each result may be NULL; stops: array of one number for each model, shares: for each stage. */
static inline wald_status cascade_evaluation_of(const wald_cascade *cascade, const wald_cascade_scores *scores,
                                                const wald_options *options, double *disagreement, double *mean_models,
                                                double *mean_cost, double *stops) {
  double *const to[] = {disagreement, mean_models, mean_cost};
  double found[3] = {0, 0, 0};
  int64_t needed = 0;
  int i;
  wald_cascade_evaluation *made = NULL;
  wald_status status = wald_cascade_evaluate(cascade, scores, options, &made);
  if (status != WALD_OK) return status;
  status = wald_numbers(made, WALD_CASCADE_EVALUATION_STOPS, 0, NULL, 0, &needed);
  if (status == WALD_OK && stops) status = wald_numbers(made, WALD_CASCADE_EVALUATION_STOPS, 0, stops, needed, NULL);
  if (status != WALD_OK) {
    wald_destroy(made);
    return status;
  }
  status = read_numbers(status, made, WALD_CASCADE_EVALUATION_DISAGREEMENT, 3, found);
  for (i = 0; i < 3 && status == WALD_OK; ++i)
    if (to[i]) *to[i] = found[i];
  return status;
}
static inline wald_status route_evaluation_of(const wald_route *route, const wald_stages *stages,
                                              const wald_options *options, double *cost, double *quality,
                                              double *shares) {
  double *const to[] = {cost, quality};
  double found[2] = {0, 0};
  int64_t needed = 0;
  int i;
  wald_route_evaluation *made = NULL;
  wald_status status = wald_route_evaluate(route, stages, options, &made);
  if (status != WALD_OK) return status;
  status = wald_numbers(made, WALD_ROUTE_EVALUATION_SHARES, 0, NULL, 0, &needed);
  if (status == WALD_OK && shares) status = wald_numbers(made, WALD_ROUTE_EVALUATION_SHARES, 0, shares, needed, NULL);
  if (status != WALD_OK) {
    wald_destroy(made);
    return status;
  }
  status = read_numbers(status, made, WALD_ROUTE_EVALUATION_COST, 2, found);
  for (i = 0; i < 2 && status == WALD_OK; ++i)
    if (to[i]) *to[i] = found[i];
  return status;
}

enum { COMPARISON_FACTS = PLACE(WALD_COMPARISON_N_SWAPS) + 1, WORTH_FACTS = PLACE(WALD_WORTH_EXCLUSIVE) + 1 };

/* out: array of length [COMPARISON_FACTS]. */
static inline wald_status comparison_of(const wald_metric *metric, const wald_array *truth, const wald_array *a,
                                        const wald_array *b, const wald_rows *rows, const wald_options *options,
                                        double *out) {
  wald_comparison *made = NULL;
  const wald_status created = wald_comparison_create(metric, truth, a, b, rows, options, &made);
  return read_numbers(created, made, WALD_COMPARISON_VALUE_A, COMPARISON_FACTS, out);
}

/* out: array of length [WORTH_FACTS]. */
static inline wald_status worth_of(const wald_metric *metric, wald_kind kind, const wald_table *probabilities,
                                   const wald_array *weights, const wald_options *options, double *out) {
  wald_worth *made = NULL;
  const wald_status created = wald_worth_create(metric, kind, NULL, probabilities, weights, options, &made);
  return read_numbers(created, made, WALD_WORTH_VERDICT, WORTH_FACTS, out);
}

#endif
