// What C code can call of JavaScript: three functions that the module imports, and where a pointer to them is had. What
// they do is found by `user`, a number. They never throw: JavaScript keeps an error, answers, and throws it after the
// call.
#include "wald.h"

#define IMPORTED(name) __attribute__((import_module("wald"), import_name(name)))
#define EXPORTED(name) __attribute__((export_name(name)))

extern "C" {

IMPORTED("metric") void wald_js_metric(const int64_t *tp, const int64_t *k, const int64_t *s, double count, double n,
                                       double *values, int32_t user);
IMPORTED("progress") int32_t wald_js_progress(double fraction, int32_t user);
IMPORTED("scores") int32_t wald_js_scores(double model, const int64_t *rows, double n, double *scores, int32_t user);

static int32_t number_of(void *user) { return static_cast<int32_t>(reinterpret_cast<intptr_t>(user)); }

static void metric(const int64_t *tp, const int64_t *k, const int64_t *s, int64_t count, int64_t n, double *values,
                   void *user) {
  wald_js_metric(tp, k, s, static_cast<double>(count), static_cast<double>(n), values, number_of(user));
}
static int32_t progress(double fraction, void *user) { return wald_js_progress(fraction, number_of(user)); }
static int32_t scores(int64_t model, const int64_t *rows, int64_t n, double *out, void *user) {
  return wald_js_scores(static_cast<double>(model), rows, static_cast<double>(n), out, number_of(user));
}

EXPORTED("wald_js_metric_function") wald_metric_function wald_js_metric_function(void) { return metric; }
EXPORTED("wald_js_progress_function") wald_progress_function wald_js_progress_function(void) { return progress; }
EXPORTED("wald_js_score_function") wald_score_function wald_js_score_function(void) { return scores; }
}
