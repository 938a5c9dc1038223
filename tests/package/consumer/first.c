#include <stdio.h>
#include <wald.h>

int main(void) {
  double p[] = {0.6, 0.35, 0.3, 0.05};
  const wald_array probabilities = {sizeof probabilities, p, 4, 1, 1, 1, WALD_FLOAT64};
  wald_metric *metric = NULL;
  wald_estimator *estimator = NULL;
  wald_decision *decision = NULL;
  double k = 0, expected = 0;
  if (wald_metric_create("f1", 1, &metric) || wald_estimator_create(WALD_INDEPENDENT, 0, &estimator) ||
      wald_estimator_feed_probabilities(estimator, &probabilities) || wald_decision_create(&decision) ||
      wald_decide(metric, estimator, NULL, decision) || wald_number(decision, WALD_DECISION_K, 0, &k) ||
      wald_number(decision, WALD_DECISION_EXPECTED, 0, &expected)) {
    fprintf(stderr, "%s\n", wald_last_error());
    return 1;
  }
  printf("%.0f %.6f\n", k, expected);
  wald_destroy(decision);
  wald_destroy(estimator);
  wald_destroy(metric);
  return 0;
}
