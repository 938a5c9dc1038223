/* Progress, and cancelling from it, of the calls that take options. */
#include "groups.h"

struct progress_log {
  int calls, cancel_at; /* cancels at that call, counted from 1; 0 never */
  double last;
  int out_of_order;
};

static int32_t watch(double fraction, void *user) {
  struct progress_log *log = user;
  ++log->calls;
  if (!(fraction >= 0 && fraction <= 1)) log->out_of_order = 1;
  log->last = fraction;
  return log->calls == log->cancel_at;
}

#define CANCELLED(...) FAILS(WALD_CANCELLED, "cancelled by the progress callback", __VA_ARGS__)

void test_progress(void) {
  enum { rows = 64, labels = 8 };
  static double p[rows * labels];
  double expected[rows], curve[labels + 1];
  uint8_t mask[rows * labels];
  wald_metric *metric = metric_named("jaccard");
  wald_options *options = new_options("decisions");
  wald_decision *decision = new_decision();
  wald_distribution *distribution = UNTOUCHED;
  struct progress_log log = {0, 0, -1, 0};
  int64_t count = -1, needed = 0;
  wald_estimator *estimator;
  int32_t threads;
  int i;

  for (i = 0; i < rows * labels; ++i) p[i] = (i * 37 % 101) / 101.0;
  memset(mask, 0, sizeof mask);
  estimator = independent(p, labels);
  OK(wald_options_set_progress(options, "progress", watch, &log));

  OK(wald_decide(metric, estimator, options, decision));
  CHECK(log.calls >= 2 && log.last == 1 && !log.out_of_order);
  for (threads = 1; threads <= 3; ++threads) {
    log.calls = log.cancel_at = 0;
    OK(wald_options_set_integer(options, "threads", threads));
    OK(wald_decide_table(metric, WALD_INDEPENDENT, DENSE(TABLE(p, rows, labels)), options, MASK(mask, rows, labels),
                         expected, decision));
    CHECK(log.calls >= 2 && log.last == 1 && !log.out_of_order);
    count = decision_number(decision, 0, WALD_DECISION_N_ANSWERS);
    EQUAL(count, rows);
    log.calls = 0;
    log.cancel_at = 1;
    CANCELLED(wald_decide_table(metric, WALD_INDEPENDENT, DENSE(TABLE(p, rows, labels)), options,
                                MASK(mask, rows, labels), expected, decision));
    EQUAL(log.calls, 1); /* it is not called again */
    count = decision_number(decision, 0, WALD_DECISION_N_ANSWERS);
    EQUAL(count, 0);
  }

  log.calls = 0;
  OK(wald_decide(metric, estimator, NULL, decision));
  EQUAL(log.calls, 0);
  CANCELLED(wald_decide(metric, estimator, options, decision));
  count = decision_number(decision, 0, WALD_DECISION_N_ANSWERS);
  EQUAL(count, 0);
  log.calls = 0;
  CANCELLED(wald_curve(metric, estimator, options, curve, labels + 1, &needed));
  log.calls = 0;
  CANCELLED(expected_of(metric, estimator, BYTES(mask, labels), options, NULL, NULL, curve, NULL));
  log.calls = 0;
  CANCELLED(expected_rows_of(metric, WALD_INDEPENDENT, TABLE(p, rows, labels), MASK(mask, rows, labels), options,
                               expected, NULL));
  log.calls = 0;
  CANCELLED(wald_distribution_create(metric, estimator, BYTES(mask, labels), options, &distribution));
  CHECK(distribution == UNTOUCHED);

  wald_destroy(decision);
  wald_destroy(options);
  wald_destroy(metric);
  wald_destroy(estimator);
}
