/* Options: each setter, and progress and cancellation of the calls that take them. */
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

static void test_setters(void) {
  wald_options *options = new_options(), *none = NULL;
  BAD_ARGUMENT("out is NULL", wald_options_create(NULL));
  wald_options_destroy(NULL);

  OK(wald_options_set_k(options, 0, -1));
  OK(wald_options_set_k(options, 3, 3));
  OK(wald_options_set_k(options, INT64_MAX, INT64_MAX));
  BAD_ARGUMENT("options is NULL", wald_options_set_k(none, 0, -1));
  OK(wald_options_set_k(options, -1, 3));
  BAD_ARGUMENT("at_least is -2: must be at least 0, or -1 for the default", wald_options_set_k(options, -2, -1));
  BAD_ARGUMENT("at_most is -2: must be at least 0, or -1 for no bound", wald_options_set_k(options, 0, -2));
  BAD_ARGUMENT("at_least is 4: must be at most at_most = 3", wald_options_set_k(options, 4, 3));

  OK(wald_options_set_algorithm(options, "window"));
  OK(wald_options_set_algorithm(options, "auto"));
  BAD_ARGUMENT("options is NULL", wald_options_set_algorithm(none, "auto"));
  BAD_ARGUMENT("name is NULL", wald_options_set_algorithm(options, NULL));
  BAD_ARGUMENT(
      "algorithm \"Window\" is unknown: the algorithms are auto, enumeration, chai, jansche, jansche-approx, ye, lewis, "
      "n16, n16-first-rise, window, categorical, gfm, mode, marginal-modes, ascent, bisection, separable",
      wald_options_set_algorithm(options, "Window"));

  OK(wald_options_set_average(options, WALD_MICRO));
  BAD_ARGUMENT("options is NULL", wald_options_set_average(none, WALD_MICRO));
  BAD_ARGUMENT("average is 3: must be WALD_INSTANCE (0), WALD_MACRO (1) or WALD_MICRO (2)",
               wald_options_set_average(options, 3));
  BAD_ARGUMENT("average is -1: must be WALD_INSTANCE (0), WALD_MACRO (1) or WALD_MICRO (2)",
               wald_options_set_average(options, -1));

  OK(wald_options_set_abstain(options, -2.5));
  OK(wald_options_set_abstain(options, NAN));
  BAD_ARGUMENT("options is NULL", wald_options_set_abstain(none, 0));
  BAD_ARGUMENT("cost is inf: must be finite, or NaN for never", wald_options_set_abstain(options, INFINITY));
  BAD_ARGUMENT("cost is -inf: must be finite, or NaN for never", wald_options_set_abstain(options, -INFINITY));

  OK(wald_options_set_threads(options, 0));
  OK(wald_options_set_threads(options, 1024));
  BAD_ARGUMENT("options is NULL", wald_options_set_threads(none, 1));
  BAD_ARGUMENT("threads is -1: must lie in [0, 1024]", wald_options_set_threads(options, -1));
  BAD_ARGUMENT("threads is 1025: must lie in [0, 1024]", wald_options_set_threads(options, 1025));

  OK(wald_options_set_draws(options, UINT64_MAX, 2));
  OK(wald_options_set_draws(options, 0, 100000000));
  BAD_ARGUMENT("options is NULL", wald_options_set_draws(none, 0, 2));
  BAD_ARGUMENT("draws is 1: must lie in [2, 100000000]", wald_options_set_draws(options, 0, 1));
  BAD_ARGUMENT("draws is 100000001: must lie in [2, 100000000]", wald_options_set_draws(options, 0, 100000001));

  OK(wald_options_set_progress(options, watch, NULL));
  OK(wald_options_set_progress(options, NULL, NULL));
  BAD_ARGUMENT("options is NULL", wald_options_set_progress(none, watch, NULL));
  wald_options_destroy(options);
}

/* A setter that fails leaves the option as it was. */
static void test_failed_setter(void) {
  static const double p[] = {0.9, 0.8, 0.7};
  wald_estimator *estimator = independent(p, 3);
  wald_metric *metric = metric_named("f1");
  wald_options *options = new_options();
  wald_decision *decision = new_decision();
  int64_t k = -1;
  OK(wald_options_set_k(options, 1, 1));
  BAD_ARGUMENT("at_least is 3: must be at most at_most = 2", wald_options_set_k(options, 3, 2));
  OK(wald_decide(metric, estimator, options, decision));
  OK(wald_decision_k(decision, 0, &k));
  EQUAL(k, 1);
  wald_decision_destroy(decision);
  wald_options_destroy(options);
  wald_metric_destroy(metric);
  wald_estimator_destroy(estimator);
}

#define CANCELLED(...) FAILS(WALD_CANCELLED, "cancelled by the progress callback", __VA_ARGS__)

static void test_progress(void) {
  enum { rows = 64, labels = 8 };
  static double p[rows * labels];
  double expected[rows], curve[labels + 1];
  uint8_t mask[rows * labels];
  wald_metric *metric = metric_named("jaccard");
  wald_options *options = new_options();
  wald_decision *decision = new_decision();
  wald_distribution *distribution = NULL;
  struct progress_log log = {0, 0, -1, 0};
  int64_t count = -1, needed = 0;
  wald_estimator *estimator;
  int32_t threads;
  int i;

  for (i = 0; i < rows * labels; ++i) p[i] = (i * 37 % 101) / 101.0;
  memset(mask, 0, sizeof mask);
  estimator = independent(p, labels);
  OK(wald_distribution_create(&distribution));
  OK(wald_options_set_progress(options, watch, &log));

  OK(wald_decide(metric, estimator, options, decision));
  CHECK(log.calls >= 2 && log.last == 1 && !log.out_of_order);
  for (threads = 1; threads <= 3; ++threads) {
    log.calls = log.cancel_at = 0;
    OK(wald_options_set_threads(options, threads));
    OK(wald_decide_rows(metric, WALD_INDEPENDENT, p, WALD_FLOAT64, rows, labels, labels, 1, options, mask, labels, 1,
                        expected, decision));
    CHECK(log.calls >= 2 && log.last == 1 && !log.out_of_order);
    OK(wald_decision_count(decision, &count));
    EQUAL(count, rows);
    log.calls = 0;
    log.cancel_at = 1;
    CANCELLED(wald_decide_rows(metric, WALD_INDEPENDENT, p, WALD_FLOAT64, rows, labels, labels, 1, options, mask, labels,
                               1, expected, decision));
    EQUAL(log.calls, 1); /* it is not called again */
    OK(wald_decision_count(decision, &count));
    EQUAL(count, 0);
  }

  log.calls = 0;
  OK(wald_decide(metric, estimator, NULL, decision));
  EQUAL(log.calls, 0);
  CANCELLED(wald_decide(metric, estimator, options, decision));
  OK(wald_decision_count(decision, &count));
  EQUAL(count, 0);
  log.calls = 0;
  CANCELLED(wald_curve(metric, estimator, options, curve, labels + 1, &needed));
  log.calls = 0;
  CANCELLED(wald_regret(metric, estimator, mask, labels, 1, options, curve, NULL));
  log.calls = 0;
  CANCELLED(wald_expected_rows(metric, WALD_INDEPENDENT, p, WALD_FLOAT64, rows, labels, labels, 1, mask, labels, 1,
                               options, expected, NULL));
  OK(wald_distribution_compute(distribution, metric, estimator, mask, labels, 1, NULL));
  OK(wald_distribution_atoms(distribution, NULL, NULL, 0, &count));
  log.calls = 0;
  CANCELLED(wald_distribution_compute(distribution, metric, estimator, mask, labels, 1, options));
  OK(wald_distribution_atoms(distribution, NULL, NULL, 0, &needed));
  EQUAL(needed, count); /* still the one before */

  wald_distribution_destroy(distribution);
  wald_decision_destroy(decision);
  wald_options_destroy(options);
  wald_metric_destroy(metric);
  wald_estimator_destroy(estimator);
}

void test_options(void) {
  test_setters();
  test_failed_setter();
  test_progress();
}
