/* How much time of the processor does one row take in C, from features to its decision? The same as LearnerSpeed.java
 * asks of Java.
 *
 *   learner_speed LEARNER.json */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "wald.h"

enum { ROUNDS = 41, EACH = 20000, ROWS = 64 };

static double microseconds(void) { return 1e6 * (double)clock() / CLOCKS_PER_SEC; }

static void check(wald_status status) {
  if (status == WALD_OK) return;
  fprintf(stderr, "%s\n", wald_last_error());
  exit(1);
}

static int ascending(const void *a, const void *b) {
  const double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static wald_learner *loaded(const char *path) {
  FILE *file = fopen(path, "rb");
  wald_learner *learner = NULL;
  char *text;
  long size;
  if (!file || fseek(file, 0, SEEK_END) || (size = ftell(file)) < 0 || fseek(file, 0, SEEK_SET)) exit(1);
  text = malloc((size_t)size + 1);
  if (!text || fread(text, 1, (size_t)size, file) != (size_t)size) exit(1);
  fclose(file);
  check(wald_load(WALD_OBJECT_LEARNER, text, size, &learner));
  free(text);
  return learner;
}

int main(int count, char **arguments) {
  wald_learner *learner;
  wald_metric *metric = NULL;
  int64_t features = 0, labels = 0;
  double *cells, *probabilities, times[ROUNDS];
  uint8_t *mask;
  int what, round, i;
  if (count != 2) return 1;
  learner = loaded(arguments[1]);
  check(wald_metric_create("f1", 1, &metric));
  check(wald_learner_shape(learner, &features, &labels, NULL, NULL));
  cells = malloc(sizeof(double) * ROWS * (size_t)features);
  probabilities = malloc(sizeof(double) * (size_t)labels);
  mask = malloc((size_t)labels);
  if (!cells || !probabilities || !mask) return 1;
  for (i = 0; i < ROWS * features; ++i) cells[i] = rand() / (RAND_MAX + 1.0);
  for (what = 0; what < 2; ++what) {
    for (round = 0; round < ROUNDS; ++round) {
      const double start = microseconds();
      for (i = 0; i < EACH; ++i) {
        wald_dataset *row = NULL;
        double expected;
        check(wald_dataset_create(cells + i % ROWS * features, WALD_FLOAT64, 1, features, features, 1, &row));
        if (what == 0)
          check(wald_learner_probabilities(learner, row, NULL, probabilities));
        else
          check(wald_learner_decide(learner, row, metric, NULL, mask, labels, 1, &expected, NULL));
        wald_destroy(row);
      }
      times[round] = (microseconds() - start) / EACH;
    }
    qsort(times, ROUNDS, sizeof *times, ascending);
    printf("%-40s %6.2f us (%.2f to %.2f)\n", what ? "decide" : "probabilities", times[ROUNDS / 2], times[0],
           times[ROUNDS - 1]);
  }
  wald_destroy(metric);
  wald_destroy(learner);
  free(cells);
  free(probabilities);
  free(mask);
  return 0;
}
