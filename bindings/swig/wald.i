/* The C interface for every language that SWIG binds: one file over capi/wald.h.
 *
 * It makes the private layer of a binding: static functions with the names of wald.h, over which the public classes of
 * each language are written by hand. A language's own file (java.i, csharp.i) says how each KIND of argument of the
 * table below crosses over; this file says which arguments of wald.h are of which kind, by their C types, so that a new
 * function there needs nothing here.
 *
 *   kind                                                    what it is
 *   void *HANDLE                                            an object of the library, as a number; 0 is NULL
 *   void **HANDLE_OUT                                       room for one such number
 *   const void *ARRAY                                       an array whose type another argument says
 *   (const void *ARRAY, int32_t TYPE)                       an array and its type (wald_type or wald_index_type)
 *   const uint8_t *MASK, uint8_t *MASK                      a mask that is read; one that is filled
 *   const double *DOUBLES                                   doubles that are read
 *   const int64_t *LONGS, const int32_t *INTS               whole numbers that are read
 *   double *DOUBLES, int64_t *LONGS, int32_t *INTS          room for numbers: for one, or for an array of them
 *   const char *NAME                                        a name, UTF-8, ended by a 0
 *   const char *const *NAMES                                such names, as many as the argument behind says
 *   (const char *TEXT, int64_t LENGTH)                      a text and its length in bytes
 *   char *TEXT_OUT                                          room for a text
 *   const char **STATIC_TEXT                                room for the address of a text that never changes, but for
 *                                                           wald_thresholds_objective's, wald_cascade_model_name's and
 *                                                           those of learners, which go with their objects
 *   (wald_metric_function FUNCTION, void *USER)             a custom metric
 *   (wald_progress_function FUNCTION, void *USER)           progress
 *   (wald_score_function FUNCTION, void *USER)              scores that are computed as they are needed
 *
 * Plain numbers pass through: int32_t, int64_t, uint64_t (whose bits an int64_t may carry), double.
 *
 * Failures have one mapping, here: a wald_status is not returned but thrown, with the library's own text. A language's
 * file gives the macro WALD_THROW(status, text), which raises what stands for the status or, where a callback of the
 * call has raised something itself, that.
 */
#if defined(SWIGJAVA)
%module(jniclassname="NativeJNI") Native
#elif defined(SWIGCSHARP)
%module Native
#endif

%{
#include "wald.h"
%}

// What the macros of the header stand for to a C compiler.
#define WALD_API
#define WALD_NOEXCEPT
// An int64_t is a `long` on one machine and a `long long` on another: what SWIG writes must not say which.
typedef unsigned char uint8_t;
typedef int int32_t;
%apply long long { int64_t }
%apply unsigned long long { uint64_t }

// ---- The one mapping of failures ------------------------------------------------------------------------------------

// `ret` is the last of a function, after arrays were given back: nothing is held when something is thrown.
%typemap(ret, noblock=1) wald_status {
  if (result != WALD_OK) WALD_THROW(result, wald_last_error());
}

#if defined(SWIGJAVA)
%include "java.i"
#elif defined(SWIGCSHARP)
%include "csharp.i"
#else
#error "wald.i knows no kinds of arguments for this language"
#endif

// ---- The kinds of the header's arguments ----------------------------------------------------------------------------

%apply void *HANDLE {
  const wald_metric *, const wald_estimator *, const wald_options *, const wald_decision *, const wald_distribution *,
  const wald_frontier *, const wald_threshold_options *, const wald_thresholds *, const wald_operating_points *,
  const wald_cascade_scores *, const wald_cascade_options *, const wald_cascade *, const wald_cascade_run *,
  const wald_trees *, const wald_dataset *, const wald_learner_options *, const wald_learner *,
  const wald_calibration *,
  wald_metric *, wald_estimator *, wald_options *, wald_decision *, wald_distribution *,
  wald_frontier *, wald_threshold_options *, wald_thresholds *, wald_operating_points *,
  wald_cascade_scores *, wald_cascade_options *, wald_cascade *, wald_cascade_run *, wald_trees *,
  wald_dataset *, wald_learner_options *, wald_learner *, wald_calibration *
}
%apply void **HANDLE_OUT {
  wald_metric **, wald_estimator **, wald_options **, wald_decision **, wald_distribution **,
  wald_frontier **, wald_threshold_options **, wald_thresholds **, wald_operating_points **,
  wald_cascade_scores **, wald_cascade_options **, wald_cascade **, wald_cascade_run **, wald_trees **,
  wald_dataset **, wald_learner_options **, wald_learner **, wald_calibration **
}

%apply (const void *ARRAY, int32_t TYPE) {
  (const void *probabilities, wald_type type),
  (const void *weights, wald_type type),
  (const void *weights, wald_type weight_type),
  (const void *table, wald_type type),
  (const void *scores, wald_type type),
  (const void *features, wald_type type),
  (const void *targets, wald_type target_type),
  (const void *values, wald_type type),
  (const void *marginals, wald_type type),
  (const void *indices, wald_index_type index_type)
}
%apply const void *ARRAY { const void *indptr, const void *p_s }

%apply const uint8_t *MASK { const uint8_t *, const wald_split *, const wald_missing * }
%apply uint8_t *MASK { uint8_t * }
%apply const double *DOUBLES { const double * }
%apply double *DOUBLES { double * }
%apply const int64_t *LONGS { const int64_t * }
%apply const int32_t *INTS { const int32_t * }
%apply int64_t *LONGS { int64_t * }
%apply int32_t *INTS { int32_t *, wald_kind *, wald_properties *, wald_rule *, wald_threshold_flags *, wald_task * }

%apply const char *NAME { const char *name }
%apply const char *const *NAMES { const char *const *names }
%apply (const char *TEXT, int64_t LENGTH) { (const char *text, int64_t length) }
%apply char *TEXT_OUT { char *buffer }
%apply const char **STATIC_TEXT { const char ** }

%apply (wald_metric_function FUNCTION, void *USER) { (wald_metric_function function, void *user) }
%apply (wald_progress_function FUNCTION, void *USER) {
  (wald_progress_function function, void *user),
  (wald_progress_function progress, void *user)
}
%apply (wald_score_function FUNCTION, void *USER) { (wald_score_function function, void *user) }

%include "wald.h"
