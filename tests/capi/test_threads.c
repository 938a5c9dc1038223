/* Many threads on one const metric, estimator and options, each with its own decision; and tables decided by any number
 * of threads: the same bits, and the same error. Made to run under a thread sanitizer. */
#include <pthread.h>
#include <stdlib.h>

#include "groups.h"

int failures = 0;

enum { n_threads = 8, n_labels = 24, n_rows = 60, rounds = 6 };

static double table[n_rows * n_labels], exclusive[n_rows * n_labels];

/* ---- Shared handles ---- */

struct shared {
  const wald_metric *metrics[3];
  const wald_estimator *estimators[4];
  const wald_options *options;
};

struct answers {
  const struct shared *shared;
  double values[rounds * 200];
  int count, failed;
};

static void keep(struct answers *a, wald_status status, double value) {
  if (status != WALD_OK) a->failed = 1;
  if (a->count < (int)(sizeof a->values / sizeof a->values[0])) a->values[a->count++] = value;
}

static double f1_cell(int64_t tp, int64_t k, int64_t s, int64_t n, void *user) {
  (void)n, (void)user;
  return k + s > 0 ? 2.0 * (double)tp / (double)(k + s) : 1;
}
EACH_CELL(f1_callback, f1_cell)

static void *ask(void *user) {
  struct answers *a = user;
  wald_decision *decision = NULL;
  uint8_t mask[n_labels];
  double curve[n_labels + 1], x;
  int round, m, e, i;

  keep(a, wald_decision_create(&decision), 0);
  for (round = 0; round < rounds; ++round)
    for (m = 0; m < 3; ++m)
      for (e = 0; e < 4; ++e) {
        const wald_metric *metric = a->shared->metrics[m];
        const wald_estimator *estimator = a->shared->estimators[e];
        wald_status status;
        x = -1;
        for (i = 0; i < n_labels; ++i) mask[i] = 0;
        keep(a, wald_decide(metric, estimator, a->shared->options, decision), 0);
        keep(a, wald_number(decision, WALD_DECISION_EXPECTED, 0, &x), x);
        keep(a, wald_decision_mask(decision, 0, mask, n_labels, NULL), 0);
        for (i = 0, x = 0; i < n_labels; ++i) x = 2 * x + mask[i];
        keep(a, WALD_OK, x);
        keep(a, expected_of(metric, estimator, BYTES(mask, n_labels), NULL, &x, NULL, NULL, NULL), x);
        if (e != 2 || m != 1) { /* no curve of jaccard given a joint distribution of many labels */
          keep(a, wald_curve(metric, estimator, NULL, curve, n_labels + 1, NULL), 0);
          for (i = 0, x = 0; i <= n_labels; ++i) x += curve[i];
          keep(a, WALD_OK, x);
        }
        if (e != 3) {
          wald_distribution *distribution = NULL;
          keep(a, wald_distribution_create(metric, estimator, BYTES(mask, n_labels), NULL, &distribution), 0);
          keep(a, wald_distribution_quantile(distribution, 0.5, &x), x);
          wald_destroy(distribution);
        }
        keep(a, wald_numbers(estimator, WALD_ESTIMATOR_MARGINALS, 0, curve, n_labels + 1, NULL), curve[0]);
        /* A failure on the way: every thread has a message of its own. */
        status = wald_number(decision, WALD_DECISION_K, m + 1, NULL);
        if (status != WALD_ERROR_ARGUMENT || wald_last_error()[10] != '1' + m) a->failed = 1;
      }
  wald_destroy(decision);
  return NULL;
}

static void test_shared_handles(void) {
  static struct answers answers[n_threads];
  static uint8_t cells[40 * n_labels];
  pthread_t threads[n_threads];
  struct shared shared;
  wald_metric *f1 = NULL, *jaccard = NULL, *custom = NULL;
  wald_estimator *of[4] = {NULL, NULL, NULL, NULL};
  wald_options *options = NULL;
  int t, i;

  OK(wald_metric_create("f1", 1, &f1));
  OK(wald_metric_create("fowlkes_mallows", 1, &jaccard));
  OK(wald_metric_create_callback(f1_callback, NULL, "callback", WALD_RISES_IN_TP | WALD_LINEAR_IN_TP | WALD_THREAD_SAFE,
                                 &custom));
  OK(wald_options_create("decisions", &options));
  set_k(options, 1, 20);
  OK(wald_estimator_create(WALD_INDEPENDENT, 0, &of[0]));
  OK(wald_estimator_feed_probabilities(of[0], DOUBLES(table, n_labels)));
  OK(wald_estimator_create(WALD_CATEGORICAL, 0, &of[1]));
  OK(wald_estimator_feed_probabilities(of[1], DOUBLES(exclusive, n_labels)));
  OK(wald_estimator_create(WALD_JOINT, n_labels, &of[2]));
  for (i = 0; i < 40 * n_labels; ++i) cells[i] = table[i] < 0.3;
  OK(wald_estimator_feed_vectors(of[2], DENSE(MASK(cells, 40, n_labels)), NULL));
  OK(wald_estimator_to_counts(of[2], &of[3]));

  shared.metrics[0] = f1;
  shared.metrics[1] = jaccard;
  shared.metrics[2] = custom;
  for (i = 0; i < 4; ++i) shared.estimators[i] = of[i];
  shared.options = options;
  for (t = 0; t < n_threads; ++t) {
    answers[t].shared = &shared;
    CHECK(pthread_create(&threads[t], NULL, ask, &answers[t]) == 0);
  }
  for (t = 0; t < n_threads; ++t) CHECK(pthread_join(threads[t], NULL) == 0);
  for (t = 0; t < n_threads; ++t) {
    CHECK(!answers[t].failed && answers[t].count > 0 && answers[t].count == answers[0].count);
    CHECK(memcmp(answers[t].values, answers[0].values, sizeof answers[0].values) == 0);
  }
  for (i = 0; i < 4; ++i) wald_destroy(of[i]);
  wald_destroy(options);
  wald_destroy(custom);
  wald_destroy(jaccard);
  wald_destroy(f1);
}

/* ---- A shared sample ---- */

struct choosing {
  const wald_sample *sample;
  const wald_options *options;
  double values[64];
  int count, failed;
};

static void *choose(void *user) {
  struct choosing *c = user;
  wald_thresholds_fact fact;
  wald_thresholds *thresholds = NULL;
  wald_frontier *frontier = NULL;
  if (wald_sample_choose(c->sample, c->options, &thresholds) != WALD_OK) c->failed = 1;
  if (wald_frontier_create(c->sample, NULL, &frontier) != WALD_OK) c->failed = 1;
  if (c->failed) return NULL;
  for (fact = WALD_THRESHOLDS_FEASIBLE; fact <= WALD_THRESHOLDS_CROSS_VALUE; ++fact)
    if (wald_number(thresholds, fact, 0, &c->values[c->count++]) != WALD_OK) c->failed = 1;
  if (wald_numbers(thresholds, WALD_THRESHOLDS_LOW, 0, &c->values[c->count], 2, NULL) != WALD_OK)
    c->failed = 1;
  c->count += 2;
  if (wald_number(frontier, WALD_FRONTIER_ROC_AREA, 0, &c->values[c->count++]) != WALD_OK) c->failed = 1;
  if (wald_numbers(c->sample, 7, 0, NULL, 0, NULL) != WALD_ERROR_ARGUMENT) c->failed = 1;
  wald_destroy(frontier);
  wald_destroy(thresholds);
  return NULL;
}

/* The same answer for every thread, and for every number of threads within. */
static void test_shared_sample(void) {
  static struct choosing choosers[n_threads];
  static uint8_t labels[n_rows * n_labels / 2];
  pthread_t threads[n_threads];
  wald_sample *sample = NULL;
  wald_options *options[n_threads];
  int t, i;
  for (i = 0; i < n_rows * n_labels / 2; ++i) labels[i] = table[2 * i] + table[2 * i + 1] > 1.3;
  OK(wald_sample_create(2, WALD_RULE_OR, NULL, &sample));
  OK(wald_sample_feed(sample, BYTES(labels, n_rows * n_labels / 2), TABLE(table, n_rows * n_labels / 2, 2), NULL));
  memset(choosers, 0, sizeof choosers);
  for (t = 0; t < n_threads; ++t) {
    options[t] = NULL;
    OK(wald_options_create("thresholds", &options[t]));
    OK(wald_options_set_number(options[t], "threads", 1 + t % 3));
    OK(wald_options_set_number(options[t], "bootstrap", 20));
    OK(wald_options_set_number(options[t], "folds", 3));
    choosers[t].sample = sample;
    choosers[t].options = options[t];
    CHECK(pthread_create(&threads[t], NULL, choose, &choosers[t]) == 0);
  }
  for (t = 0; t < n_threads; ++t) CHECK(pthread_join(threads[t], NULL) == 0);
  for (t = 0; t < n_threads; ++t) {
    CHECK(!choosers[t].failed && choosers[t].count == 18);
    CHECK(memcmp(choosers[t].values, choosers[0].values, sizeof choosers[0].values) == 0);
    wald_destroy(options[t]);
  }
  wald_destroy(sample);
}

/* ---- A shared cascade ---- */

struct running {
  const wald_cascade *cascade;
  const wald_cascade_scores *scores;
  const wald_options *two_threads;
  int32_t decisions[n_rows], counts[n_rows];
  double mean_models;
  int failed;
};

static void *run_cascade(void *user) {
  struct running *r = user;
  wald_cascade_run *run = NULL;
  int64_t model = 0, count = 0;
  int i, repeat;
  if (wald_cascade_run_create(r->cascade, &run) != WALD_OK) r->failed = 1;
  for (repeat = 0; repeat < 20 && !r->failed; ++repeat)
    for (i = 0; i < n_rows; ++i) {
      if (wald_cascade_run_feed(run, NULL, 0, &model, NULL, NULL, NULL) != WALD_OK) r->failed = 1;
      while (model >= 0 && !r->failed) {
        const double score = table[i * n_labels + model] - 0.5;
        if (wald_cascade_run_feed(run, &score, 1, &model, &r->decisions[i], &count, NULL) != WALD_OK) r->failed = 1;
      }
      r->counts[i] = (int32_t)count;
    }
  if (cascade_evaluation_of(r->cascade, r->scores, r->two_threads, NULL, &r->mean_models, NULL, NULL) != WALD_OK)
    r->failed = 1;
  if (wald_number(r->cascade, -1, 0, NULL) != WALD_ERROR_ARGUMENT) r->failed = 1;
  wald_destroy(run);
  return NULL;
}

/* One cascade for all threads, a run for each. */
static void test_shared_cascade(void) {
  static struct running runners[n_threads];
  static double scores_table[n_rows * n_labels];
  pthread_t threads[n_threads];
  const wald_options *two_threads = THREADS("2");
  wald_cascade_scores *scores = NULL;
  wald_cascade *cascade = NULL;
  double mean = 0;
  int t, i;
  for (i = 0; i < n_rows * n_labels; ++i) scores_table[i] = table[i] - 0.5;
  OK(wald_cascade_scores_create(n_labels, 1, &scores));
  OK(wald_cascade_scores_feed(scores, TABLE(scores_table, n_rows, n_labels), NULL, NULL, NULL, NULL));
  OK(wald_cascade_fit(scores, NULL, NULL, &cascade));
  OK(wald_number(cascade, WALD_CASCADE_MEAN_MODELS, 0, &mean));
  memset(runners, 0, sizeof runners);
  for (t = 0; t < n_threads; ++t) {
    runners[t].cascade = cascade;
    runners[t].scores = scores;
    runners[t].two_threads = two_threads;
    CHECK(pthread_create(&threads[t], NULL, run_cascade, &runners[t]) == 0);
  }
  for (t = 0; t < n_threads; ++t) CHECK(pthread_join(threads[t], NULL) == 0);
  for (t = 0; t < n_threads; ++t) {
    CHECK(!runners[t].failed && runners[t].mean_models == mean);
    CHECK(memcmp(runners[t].decisions, runners[0].decisions, sizeof runners[0].decisions) == 0);
    CHECK(memcmp(runners[t].counts, runners[0].counts, sizeof runners[0].counts) == 0);
  }
  wald_destroy(cascade);
  wald_destroy(scores);
}

/* ---- Shared learners ---- */

enum { n_features = 4, n_targets = 3 };

struct serving {
  const wald_learner *learner;
  const wald_dataset *dataset;
  const wald_metric *metric;
  uint8_t mask[n_rows * n_targets];
  double p[n_rows * n_targets], expected[n_rows];
  int failed;
};

static void *serve(void *user) {
  struct serving *s = user;
  int64_t i;
  /* The table at once, and row by row. */
  if (wald_learner_decide(s->learner, s->dataset, s->metric, NULL, MASK(s->mask, n_rows, n_targets), s->expected,
                          NULL) != WALD_OK)
    s->failed = 1;
  for (i = 0; i < n_rows && !s->failed; ++i) {
    wald_dataset *row = NULL;
    uint8_t mask[n_targets];
    double expected = 0;
    if (wald_dataset_create(DENSE(ARRAY(table + i * n_labels, WALD_FLOAT64, 1, n_features, n_labels, 1)), &row) !=
            WALD_OK ||
        wald_learner_probabilities(s->learner, row, NULL, s->p + i * n_targets) != WALD_OK ||
        wald_learner_decide(s->learner, row, s->metric, NULL, MASK(mask, 1, n_targets), &expected, NULL) != WALD_OK ||
        memcmp(mask, s->mask + i * n_targets, sizeof mask) != 0 || expected != s->expected[i])
      s->failed = 1;
    wald_destroy(row);
  }
  if (wald_text(s->learner, WALD_LEARNER_NAME, 0, NULL) != WALD_ERROR_ARGUMENT) s->failed = 1;
  return NULL;
}

/* One learner for all threads, fitted by several. */
static void test_shared_learners(void) {
  static const char *const names[] = {"lfp",    "pcc",        "cardinality",           "neighbours",
                                      "forest", "kernel:lfp", "mixture:efp,neighbours"};
  static struct serving servers[n_threads];
  static uint8_t labels[n_rows * n_targets];
  pthread_t threads[n_threads];
  wald_dataset *dataset = NULL;
  wald_options *options = NULL;
  wald_metric *metric = NULL;
  size_t l;
  int t, i, j;
  for (i = 0; i < n_rows; ++i)
    for (j = 0; j < n_targets; ++j)
      labels[i * n_targets + j] = table[i * n_labels + j] + 0.5 * table[i * n_labels + 9 + j] > 0.7;
  OK(wald_dataset_create(DENSE(ARRAY(table, WALD_FLOAT64, n_rows, n_features, n_labels, 1)), &dataset));
  OK(SET_LABELS(dataset, DENSE(MASK(labels, n_rows, n_targets))));
  OK(wald_options_create("learners", &options));
  OK(wald_metric_create("f1", 1, &metric));
  for (l = 0; l < sizeof names / sizeof names[0]; ++l) {
    wald_learner *learner = NULL;
    OK(wald_options_set_number(options, "folds", 3));
    OK(wald_options_set_number(options, "trees", 8));
    OK(wald_options_check(options, names[l], 1));
    OK(wald_options_set_number(options, "threads", (double)(1 + l % 3)));
    OK(wald_learner_fit(names[l], dataset, options, &learner));
    memset(servers, 0, sizeof servers);
    for (t = 0; t < n_threads; ++t) {
      servers[t].learner = learner;
      servers[t].dataset = dataset;
      servers[t].metric = metric;
      CHECK(pthread_create(&threads[t], NULL, serve, &servers[t]) == 0);
    }
    for (t = 0; t < n_threads; ++t) CHECK(pthread_join(threads[t], NULL) == 0);
    for (t = 0; t < n_threads; ++t)
      CHECK(!servers[t].failed && memcmp(servers[t].p, servers[0].p, sizeof servers[0].p) == 0 &&
            memcmp(servers[t].mask, servers[0].mask, sizeof servers[0].mask) == 0);
    wald_destroy(learner);
  }
  wald_destroy(metric);
  wald_destroy(options);
  wald_destroy(dataset);
}

/* ---- Tables ---- */

/* Every number of every answer, as bits. */
static size_t bits_of(const wald_decision *decision, uint64_t *out) {
  static const wald_decision_fact facts[] = {WALD_DECISION_EXPECTED,  WALD_DECISION_LOSS,     WALD_DECISION_BOUND,
                                             WALD_DECISION_NEXT_BEST, WALD_DECISION_P_ZERO,   WALD_DECISION_K,
                                             WALD_DECISION_K_LOWEST,  WALD_DECISION_K_HIGHEST};
  const int64_t count = (int64_t)decision_number(decision, 0, WALD_DECISION_N_ANSWERS);
  int64_t a;
  size_t size = 0, f;
  for (a = 0; a < count; ++a)
    for (f = 0; f < 8; ++f) {
      double x = decision_number(decision, a, facts[f]);
      if (isnan(x)) x = NAN;
      memcpy(&out[size++], &x, sizeof x);
    }
  return size;
}

static void test_decided_tables(void) {
  static const int32_t threads[] = {1, 2, 3, 8, 0};
  static const char *const names[] = {"f1", "gmean", "hamming", "mcc"};
  static uint64_t first[n_rows * 8], bits[n_rows * 8];
  static uint8_t first_mask[n_rows * n_labels], mask[n_rows * n_labels];
  static double first_expected[n_rows], expected[n_rows], first_regret[n_rows], regret[n_rows];
  static const char *const averages[] = {"instance", "macro"};
  int average;
  size_t m, t, size = 0, first_size = 0;

  for (m = 0; m < 4; ++m)
    for (average = 0; average < 2; ++average)
      for (t = 0; t < 5; ++t) {
        wald_metric *metric = NULL;
        wald_options *options = NULL;
        wald_decision *decision = NULL;
        const int64_t count = average == 0 ? n_rows : n_labels;
        OK(wald_metric_create(names[m], 1, &metric));
        OK(wald_options_create("decisions", &options));
        OK(wald_options_set_text(options, "average", averages[average]));
        OK(wald_options_set_integer(options, "threads", threads[t]));
        OK(wald_decision_create(&decision));
        OK(wald_decide_table(metric, WALD_INDEPENDENT, DENSE(TABLE(table, n_rows, n_labels)), options,
                             MASK(t ? mask : first_mask, n_rows, n_labels), t ? expected : first_expected, decision));
        OK(expected_rows_of(metric, WALD_INDEPENDENT, TABLE(table, n_rows, n_labels),
                              MASK(first_mask, n_rows, n_labels), options, t ? expected : first_expected,
                              t ? regret : first_regret));
        size = bits_of(decision, t ? bits : first);
        if (t == 0) {
          first_size = size;
        } else {
          CHECK(size == first_size && memcmp(bits, first, size * sizeof bits[0]) == 0);
          CHECK(memcmp(mask, first_mask, sizeof mask) == 0);
          CHECK(memcmp(expected, first_expected, (size_t)count * sizeof expected[0]) == 0);
          CHECK(memcmp(regret, first_regret, (size_t)count * sizeof regret[0]) == 0);
        }
        wald_destroy(decision);
        wald_destroy(options);
        wald_destroy(metric);
      }
}

/* A callback that fails on the rows whose labels are all unlikely: it is called on several threads. */
static double fails_at_three_cell(int64_t tp, int64_t k, int64_t s, int64_t n, void *user) {
  (void)k, (void)s, (void)n, (void)user;
  return tp == 3 ? NAN : (double)tp;
}
EACH_CELL(fails_at_three, fails_at_three_cell)

static void test_errors(void) {
  static double bad[n_rows * n_labels];
  wald_metric *f1 = NULL, *failing = NULL;
  wald_options *options = NULL;
  wald_decision *decision = NULL;
  int32_t threads;
  int64_t count = -1;

  memcpy(bad, table, sizeof bad);
  bad[17 * n_labels + 5] = 2;
  bad[18 * n_labels] = -1;
  bad[n_rows * n_labels - 1] = NAN;
  OK(wald_metric_create("f1", 1, &f1));
  OK(wald_metric_create_callback(fails_at_three, NULL, "failing", WALD_RISES_IN_TP | WALD_THREAD_SAFE, &failing));
  OK(wald_options_create("decisions", &options));
  OK(wald_decision_create(&decision));
  for (threads = 1; threads <= 8; ++threads) {
    OK(wald_options_set_integer(options, "threads", threads));
    BAD_ARGUMENT(
        "probabilities[17][5] is 2: must lie in [0, 1]",
        wald_decide_table(f1, WALD_INDEPENDENT, DENSE(TABLE(bad, n_rows, n_labels)), options, NULL, NULL, decision));
    CHECK(wald_decide_table(failing, WALD_INDEPENDENT, DENSE(TABLE(table, n_rows, n_labels)), options, NULL, NULL,
                            decision) == WALD_ERROR_CALLBACK);
    count = decision_number(decision, 0, WALD_DECISION_N_ANSWERS);
    EQUAL(count, 0);
  }
  wald_destroy(decision);
  wald_destroy(options);
  wald_destroy(failing);
  wald_destroy(f1);
}

/* Cancelled from the progress callback, which is called on this thread alone. */
static pthread_t caller;
static int32_t cancel_late(double fraction, void *user) {
  int *calls = user;
  if (!pthread_equal(pthread_self(), caller)) ++failures;
  ++*calls;
  return fraction > 0;
}

static void test_cancellation(void) {
  wald_metric *metric = NULL;
  wald_options *options = NULL;
  int32_t threads;
  caller = pthread_self();
  OK(wald_metric_create("gmean", 1, &metric));
  OK(wald_options_create("decisions", &options));
  for (threads = 1; threads <= 4; ++threads) {
    int calls = 0;
    OK(wald_options_set_integer(options, "threads", threads));
    OK(wald_options_set_progress(options, "progress", cancel_late, &calls));
    FAILS(
        WALD_CANCELLED, "cancelled by the progress callback",
        wald_decide_table(metric, WALD_INDEPENDENT, DENSE(TABLE(table, n_rows, n_labels)), options, NULL, NULL, NULL));
    CHECK(calls >= 2);
  }
  wald_destroy(options);
  wald_destroy(metric);
}

int main(void) {
  int i;
  for (i = 0; i < n_rows * n_labels; ++i) {
    table[i] = (i * 37 % 1009) / 1009.0;
    exclusive[i] = table[i] / n_labels;
  }
  test_shared_handles();
  test_shared_sample();
  test_shared_cascade();
  test_shared_learners();
  test_decided_tables();
  test_errors();
  test_cancellation();
  take_back_options();
  if (failures) fprintf(stderr, "%d failures\n", failures);
  return failures != 0;
}
