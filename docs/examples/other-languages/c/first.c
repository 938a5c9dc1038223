/* Decides four labels for F1 with libwald.so, opened at run time: neither the header nor -lwald is needed. */
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>

static const char *(*last_error)(void);
static int32_t (*metric_create)(const char *name, int32_t zero_division, void **out);
static void (*destroy)(void *object);
static int32_t (*decide_row)(const void *metric, const double *p, int64_t n, uint8_t *mask, double *expected);

int main(void) {
  double p[4] = {0.9, 0.45, 0.4, 0.1}, wrong[2] = {0.9, 1.2};
  void *library = dlopen("libwald.so.1", RTLD_NOW), *metric = NULL;
  uint8_t mask[4];
  double expected;
  if (!library || !(*(void **)&last_error = dlsym(library, "wald_last_error")) ||
      !(*(void **)&metric_create = dlsym(library, "wald_metric_create")) ||
      !(*(void **)&destroy = dlsym(library, "wald_destroy")) ||
      !(*(void **)&decide_row = dlsym(library, "wald_decide_row"))) {
    fprintf(stderr, "%s\n", dlerror());
    return 1;
  }
  if (metric_create("f1", 1, &metric) || decide_row(metric, p, 4, mask, &expected)) {
    fprintf(stderr, "%s\n", last_error());
    return 1;
  }
  printf("labels:");
  for (int i = 0; i < 4; ++i)
    if (mask[i]) printf(" %d", i);
  printf("\nexpected utility: %.6f\n", expected);
  if (decide_row(metric, wrong, 2, mask, &expected)) printf("error: %s\n", last_error());
  destroy(metric);
  return 0;
}
