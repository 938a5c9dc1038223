/* Decides four labels for F1 with libwald.so, opened at run time: neither the header nor -lwald is needed. */
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>

static const char *(*last_error)(void);
static int32_t (*metric_create)(const char *name, int32_t zero_division, void **out);
static void (*metric_destroy)(void *metric);
static int32_t (*decide_rows)(const void *metric, int32_t kind, const void *p, int32_t type, int64_t rows,
                              int64_t labels, int64_t row_stride, int64_t label_stride, const void *options,
                              uint8_t *mask, int64_t mask_row_stride, int64_t mask_label_stride, double *expected,
                              void *decision);

int main(void) {
  const double p[4] = {0.9, 0.45, 0.4, 0.1}, wrong[2] = {0.9, 1.2};
  void *library = dlopen("libwald.so.0", RTLD_NOW), *metric = NULL;
  uint8_t mask[4];
  double expected;
  if (!library || !(*(void **)&last_error = dlsym(library, "wald_last_error")) ||
      !(*(void **)&metric_create = dlsym(library, "wald_metric_create")) ||
      !(*(void **)&metric_destroy = dlsym(library, "wald_metric_destroy")) ||
      !(*(void **)&decide_rows = dlsym(library, "wald_decide_rows"))) {
    fprintf(stderr, "%s\n", dlerror());
    return 1;
  }
  if (metric_create("f1", 1, &metric) || decide_rows(metric, 0, p, 0, 1, 4, 4, 1, NULL, mask, 4, 1, &expected, NULL)) {
    fprintf(stderr, "%s\n", last_error());
    return 1;
  }
  printf("labels:");
  for (int i = 0; i < 4; ++i)
    if (mask[i]) printf(" %d", i);
  printf("\nexpected utility: %.6f\n", expected);
  if (decide_rows(metric, 0, wrong, 0, 1, 2, 2, 1, NULL, mask, 2, 1, &expected, NULL))
    printf("error: %s\n", last_error());
  metric_destroy(metric);
  return 0;
}
