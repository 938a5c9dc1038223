/* What a call costs from C, as one line of JSON: the same as every language's program here prints; see overhead.py. */
#define _POSIX_C_SOURCE 199309L
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <wald.h>

enum { ROWS = 10000, LABELS = 14, CALLS = 2000, REPEATS = 15, BATCHES = 100 };

static double seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static void ok(wald_status status) {
  if (status == WALD_OK) return;
  fprintf(stderr, "%s\n", wald_last_error());
  exit(1);
}

int main(void) {
  static double table[ROWS * LABELS], expected[ROWS], read[WALD_DECISION_WARNED + 1][ROWS];
  static const char *algorithms[ROWS], *warnings[ROWS];
  static uint8_t mask[ROWS * LABELS];
  wald_metric *metric = NULL;
  wald_estimator *known = NULL;
  wald_decision *decision = NULL;
  const wald_array one_row = {sizeof one_row, table, LABELS, 1, 1, 1, WALD_FLOAT64};
  const wald_array rows = {sizeof rows, table, ROWS, LABELS, LABELS, 1, WALD_FLOAT64};
  const wald_array masks = {sizeof masks, mask, ROWS, LABELS, LABELS, 1, WALD_UINT8};
  double call = 1e9, batch = 1e9, facts = 1e9, into = 1e9, value = 0, k = 0;
  int64_t ones = 0;
  /* Pseudo-random, and the same in every language. */
  for (uint64_t i = 0; i < ROWS * LABELS; ++i) table[i] = (double)(i * 2654435761u % (1ull << 32)) / 4294967296.0;
  ok(wald_metric_create("f1", 1, &metric));
  ok(wald_estimator_create(WALD_INDEPENDENT, 0, &known));
  ok(wald_estimator_feed_probabilities(known, &one_row));
  ok(wald_decision_create(&decision));

  for (int repeat = 0; repeat < REPEATS; ++repeat) {
    const double start = seconds();
    for (int i = 0; i < CALLS; ++i) {
      ok(wald_decide(metric, known, NULL, decision));
      ok(wald_number(decision, WALD_DECISION_K, 0, &k));
      ok(wald_number(decision, WALD_DECISION_EXPECTED, 0, &value));
    }
    const double time = (seconds() - start) / CALLS;
    if (time < call) call = time;
  }
  for (int repeat = 0; repeat < BATCHES; ++repeat) {
    const double start = seconds();
    ok(wald_decide_table(metric, WALD_INDEPENDENT, WALD_DENSE(&rows), NULL, &masks, expected, decision));
    const double time = seconds() - start;
    if (time < batch) batch = time;
  }
  for (int repeat = 0; repeat < BATCHES; ++repeat) { /* the same, with every fact of every answer read */
    const double start = seconds();
    ok(wald_decide_table(metric, WALD_INDEPENDENT, WALD_DENSE(&rows), NULL, &masks, NULL, decision));
    for (wald_decision_fact fact = WALD_DECISION_K; fact <= WALD_DECISION_WARNED; ++fact)
      ok(wald_numbers(decision, fact, 0, read[fact], ROWS, NULL));
    for (int64_t answer = 0; answer < ROWS; ++answer) {
      ok(wald_text(decision, WALD_DECISION_ALGORITHM, answer, &algorithms[answer]));
      if (read[WALD_DECISION_WARNED][answer] != 0)
        ok(wald_text(decision, WALD_DECISION_WARNING, answer, &warnings[answer]));
    }
    const double time = seconds() - start;
    if (time < facts) facts = time;
  }
  for (int repeat = 0; repeat < BATCHES; ++repeat) {
    const double start = seconds();
    ok(wald_decide_table(metric, WALD_INDEPENDENT, WALD_DENSE(&rows), NULL, &masks, expected, NULL));
    const double time = seconds() - start;
    if (time < into) into = time;
  }
  for (int i = 0; i < ROWS * LABELS; ++i) ones += mask[i];
  printf(
      "{\"language\": \"c\", \"call_us\": %.4f, \"batch_ms\": %.4f, \"facts_ms\": %.4f, \"into_ms\": %.4f, "
      "\"ones\": %" PRId64 "}\n",
      call * 1e6, batch * 1e3, facts * 1e3, into * 1e3, ones);
  wald_destroy(decision);
  wald_destroy(known);
  wald_destroy(metric);
  return 0;
}
