/* Decides four labels for F1 with libwald.so, opened at run time: neither the header nor -lwald is needed. */
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>

/* wald_array of the header: memory of ours, of type float64 (0) or uint8 (4). Strides count elements. */
struct array {
  int64_t size;
  void *data;
  int64_t rows, columns, row_stride, column_stride;
  int32_t type;
};

static const char *(*last_error)(void);
static int32_t (*metric_create)(const char *name, int32_t zero_division, void **out);
static void (*destroy)(void *object);
static int32_t (*decide_rows)(const void *metric, int32_t kind, const struct array *p, const void *options,
                              const struct array *mask, double *expected, void *decision);

int main(void) {
  double p[4] = {0.9, 0.45, 0.4, 0.1}, wrong[2] = {0.9, 1.2};
  void *library = dlopen("libwald.so.1", RTLD_NOW), *metric = NULL;
  uint8_t mask[4];
  double expected;
  const struct array given = {sizeof given, p, 1, 4, 4, 1, 0}, chosen = {sizeof chosen, mask, 1, 4, 4, 1, 4};
  const struct array refused = {sizeof refused, wrong, 1, 2, 2, 1, 0};
  if (!library || !(*(void **)&last_error = dlsym(library, "wald_last_error")) ||
      !(*(void **)&metric_create = dlsym(library, "wald_metric_create")) ||
      !(*(void **)&destroy = dlsym(library, "wald_destroy")) ||
      !(*(void **)&decide_rows = dlsym(library, "wald_decide_rows"))) {
    fprintf(stderr, "%s\n", dlerror());
    return 1;
  }
  if (metric_create("f1", 1, &metric) || decide_rows(metric, 0, &given, NULL, &chosen, &expected, NULL)) {
    fprintf(stderr, "%s\n", last_error());
    return 1;
  }
  printf("labels:");
  for (int i = 0; i < 4; ++i)
    if (mask[i]) printf(" %d", i);
  printf("\nexpected utility: %.6f\n", expected);
  if (decide_rows(metric, 0, &refused, NULL, NULL, &expected, NULL)) printf("error: %s\n", last_error());
  destroy(metric);
  return 0;
}
