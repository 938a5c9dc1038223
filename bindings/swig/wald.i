/* The C interface for every language that SWIG binds: one file over capi/wald.h and its parts.
 *
 * It makes the private layer of a binding: static functions with the names of wald.h, over which the public classes of
 * each language are written by hand. A language's own file (java.i, csharp.i) says how each KIND of argument of the
 * table below crosses over; this file says which arguments of wald.h are of which kind, by their C types, so that a new
 * function there needs nothing here.
 *
 *   kind                                                    what it is
 *   void *HANDLE                                            an object of the library, as a number; 0 is NULL
 *   void **HANDLE_OUT                                       room for one such number
 *   void *OBJECT                                            an object of any type
 *   void *PLACE                                             room for a number of an object of any type
 *   const void *ARRAY                                       a wald_array: a view of the caller's memory
 *   const void *SPARSE                                      a wald_sparse: a table in compressed rows
 *   const void *TABLE                                       a wald_table: one of these two
 *   const void *KNOWN, *MAPS                                a wald_known, a wald_maps
 *   const void *ROWS                                        a wald_rows: what rows have besides
 *   const void *TREE                                        a wald_tree
 *   const void *SEGMENT_ROWS                                a wald_segment_rows
 *   const void *SHAPE                                       a wald_trees_shape
 *   const void *STAGE_ROWS, *REPORT_INPUT                   a wald_stage_rows, a wald_report_input
 *   void *ROW                                               room for what a list says: a wald_name_row and its like
 *   uint8_t *MASK                                           room for a mask
 *   const double *DOUBLES                                   doubles that are read
 *   const int64_t *LONGS                                    whole numbers that are read
 *   double *DOUBLES, int64_t *LONGS, int32_t *INTS          room for numbers: for one, or for an array of them
 *   const char *NAME                                        a name, UTF-8, ended by a 0
 *   const char *const *NAMES                                such names, as many as the argument behind says
 *   (const char *TEXT, int64_t LENGTH)                      a text and its length in bytes
 *   char *TEXT_OUT                                          room for a text
 *   const char **STATIC_TEXT                                room for the address of a text that never changes, or that
 *                                                           goes with the object which it is a fact of
 *   (wald_metric_function FUNCTION, void *USER)             a custom metric
 *   (wald_progress_function FUNCTION, void *USER)           progress
 *   (wald_score_function FUNCTION, void *USER)              scores that are computed as they are needed
 *
 * Plain numbers pass through: int32_t, int64_t, double.
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

// rows: handles
%apply void *HANDLE {
  const wald_options *, const wald_metric *, const wald_estimator *, const wald_decision *, const wald_table_pass *,
  const wald_distribution *, const wald_report *, const wald_sample *, const wald_thresholds *,
  const wald_threshold_pass *, const wald_frontier *, const wald_cascade_scores *, const wald_cascade *,
  const wald_cascade_run *, const wald_trees *, const wald_labelling *, const wald_dataset *, const wald_learner *,
  const wald_calibration *, const wald_stages *, const wald_route *, const wald_zone *, const wald_multipliers *,
  const wald_labels *, const wald_segments *, const wald_decision_curve *, const wald_reliability *,
  const wald_comparison *, const wald_worth *, const wald_expectation *, const wald_cascade_evaluation *,
  const wald_route_evaluation *, const wald_threshold_evaluation *, const wald_promise *, const wald_performance *,
  const wald_prevalence *, wald_options *, wald_metric *, wald_estimator *, wald_decision *, wald_table_pass *,
  wald_distribution *, wald_report *, wald_sample *, wald_thresholds *, wald_threshold_pass *, wald_frontier *,
  wald_cascade_scores *, wald_cascade *, wald_cascade_run *, wald_trees *, wald_labelling *, wald_dataset *,
  wald_learner *, wald_calibration *, wald_stages *, wald_route *, wald_zone *, wald_multipliers *, wald_labels *,
  wald_segments *, wald_decision_curve *, wald_reliability *, wald_comparison *, wald_worth *, wald_expectation *,
  wald_cascade_evaluation *, wald_route_evaluation *, wald_threshold_evaluation *, wald_promise *, wald_performance *,
  wald_prevalence *
}
%apply void **HANDLE_OUT {
  wald_options **, wald_metric **, wald_estimator **, wald_decision **, wald_table_pass **, wald_distribution **,
  wald_report **, wald_sample **, wald_thresholds **, wald_threshold_pass **, wald_frontier **, wald_cascade_scores **,
  wald_cascade **, wald_cascade_run **, wald_trees **, wald_labelling **, wald_dataset **, wald_learner **,
  wald_calibration **, wald_stages **, wald_route **, wald_zone **, wald_multipliers **, wald_labels **,
  wald_segments **, wald_decision_curve **, wald_reliability **, wald_comparison **, wald_worth **, wald_expectation **,
  wald_cascade_evaluation **, wald_route_evaluation **, wald_threshold_evaluation **, wald_promise **,
  wald_performance **, wald_prevalence **
}
// end of rows
// Objects of any type, and room for one.
%apply void *OBJECT { void *object, const void *object, const void *other }
%apply void *PLACE { void *out }

%apply const void *ARRAY { const wald_array * }
%apply const void *SPARSE { const wald_sparse * }
%apply const void *TABLE { const wald_table * }
%apply const void *KNOWN { const wald_known * }
%apply const void *MAPS { const wald_maps * }
%apply const void *ROWS { const wald_rows * }
%apply const void *TREE { const wald_tree * }
%apply const void *SEGMENT_ROWS { const wald_segment_rows * }
%apply const void *SHAPE { const wald_trees_shape * }
%apply const void *STAGE_ROWS { const wald_stage_rows * }
%apply const void *REPORT_INPUT { const wald_report_input * }
%apply void *ROW { wald_name_row *, wald_option_row *, wald_fact_row *, wald_metric_row * }
// Each language says itself what these look like.
%ignore wald_array;
%ignore wald_sparse;
%ignore wald_table;
%ignore wald_known;
%ignore wald_maps;
%ignore wald_rows;
%ignore wald_tree;
%ignore wald_segment_rows;
%ignore wald_trees_shape;
%ignore wald_stage_rows;
%ignore wald_report_input;
%ignore wald_name_row;
%ignore wald_option_row;
%ignore wald_fact_row;
%ignore wald_metric_row;

%apply uint8_t *MASK { uint8_t * }
%apply const double *DOUBLES { const double * }
%apply double *DOUBLES { double * }
%apply const int64_t *LONGS { const int64_t * }
%apply int64_t *LONGS { int64_t * }
%apply int32_t *INTS { int32_t *, wald_properties * }

%apply const char *NAME {
  const char *name, const char *value, const char *family, const char *list, const char *object,
  const char *quality, const char *calls, const char *claim
}
%apply const char *const *NAMES { const char *const * }
%apply (const char *TEXT, int64_t LENGTH) { (const char *text, int64_t length) }
%apply char *TEXT_OUT { char *buffer }
%apply const char **STATIC_TEXT { const char ** }

%apply (wald_metric_function FUNCTION, void *USER) { (wald_metric_function function, void *user) }
%apply (wald_progress_function FUNCTION, void *USER) { (wald_progress_function function, void *user) }
%apply (wald_score_function FUNCTION, void *USER) { (wald_score_function function, void *user) }

// The parts of wald.h, whose own includes SWIG does not follow.
%include "wald/facts.h"
%include "wald/core.h"
%include "wald/decisions.h"
%include "wald/thresholds.h"
%include "wald/cascades.h"
%include "wald/learners.h"
%include "wald/routes.h"
%include "wald/promises.h"
%include "wald/performance.h"
