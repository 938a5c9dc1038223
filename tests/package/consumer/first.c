#include <stdio.h>
#include <wald.h>

int main(void) {
  const double p[] = {0.6, 0.35, 0.3, 0.05};
  wald_metric *metric = NULL;
  wald_estimator *estimator = NULL;
  wald_decision *decision = NULL;
  int64_t k = 0;
  double expected = 0;
  if (wald_metric_create("f1", 1, &metric) || wald_estimator_create(WALD_INDEPENDENT, 0, &estimator) ||
      wald_estimator_feed_probabilities(estimator, p, WALD_FLOAT64, 4, 1) || wald_decision_create(&decision) ||
      wald_decide(metric, estimator, NULL, decision) || wald_decision_k(decision, 0, &k) ||
      wald_decision_expected(decision, 0, &expected)) {
    fprintf(stderr, "%s\n", wald_last_error());
    return 1;
  }
  printf("%d %.6f\n", (int)k, expected);
  wald_decision_destroy(decision);
  wald_estimator_destroy(estimator);
  wald_metric_destroy(metric);
  return 0;
}
