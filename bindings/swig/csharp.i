/* How each kind of argument (wald.i) crosses into C#. The classes Native and NativePINVOKE are internal to the
 * assembly: the public classes check the sizes of arrays, pin them, and own the handles.
 *
 *   HANDLE, HANDLE_OUT              a SafeHandle of its own class for each noun, named as in wald.h; null is refused,
 *                                   an invalid handle is NULL. What destroys a handle takes its bare number.
 *   ARRAY, MASK, DOUBLES, ...       pointers, which come from `fixed`; nothing is copied
 *   NAME                            byte[] of UTF-8 with a 0 at its end
 *   STATIC_TEXT                     out IntPtr, which Text makes a string of, once where it never changes
 *   callbacks                       delegates, which the caller keeps alive
 *
 * Kinds of several arguments (an array and its type, a text and its length, a callback and its user) stay several
 * arguments in C#. Nothing of SWIG's own support code is needed; swig is run with
 *
 *   -DSWIG_CSHARP_NO_EXCEPTION_HELPER -DSWIG_CSHARP_NO_STRING_HELPER -DSWIG_CSHARP_NO_IMCLASS_STATIC_CONSTRUCTOR
 */
// 453: the kinds of several arguments are not defined here, on purpose. 322: destroy is declared here and in wald.h.
#pragma SWIG nowarn=453,322

%pragma(csharp) moduleclassmodifiers="internal static unsafe class"
%pragma(csharp) imclassclassmodifiers="internal static unsafe class"
%csconst(1);

// ---- Status, as a result: it crosses as a number, and Errors.Check throws what stands for it ------------------------
%{
#define WALD_THROW(status, text) static_cast<void>(text)
%}
%typemap(ctype) wald_status "int32_t"
%typemap(imtype) wald_status "int"
%typemap(cstype) wald_status "void"
%typemap(out) wald_status "$result = $1;"
// A method with an exception block is never inlined. Mono looks an entry point up while it compiles the method that
// calls it: were this one inlined into a public method, that would be before the public method has loaded the library.
%typemap(csout) wald_status {
    try {
      Errors.Check($imcall);
    } finally {
    }
  }

%typemap(ctype) wald_status status "int32_t"
%typemap(imtype) wald_status status "int"
%typemap(cstype) wald_status status "int"
%typemap(csin) wald_status status "$csinput"
%typemap(in) wald_status status "$1 = $input;"

// ---- Pointers of every kind -----------------------------------------------------------------------------------------
%define WALD_POINTER(type, kind, managed)
%typemap(ctype) type kind "void *"
%typemap(imtype) type kind managed
%typemap(cstype) type kind managed
%typemap(csin) type kind "$csinput"
%typemap(in) type kind "$1 = static_cast<$1_ltype>($input);"
%enddef
WALD_POINTER(const void *, , "void*")
WALD_POINTER(const void *, ARRAY, "void*")
WALD_POINTER(void *, , "System.IntPtr")
WALD_POINTER(const uint8_t *, MASK, "byte*")
WALD_POINTER(uint8_t *, MASK, "byte*")
WALD_POINTER(const double *, DOUBLES, "double*")
WALD_POINTER(double *, DOUBLES, "double*")
WALD_POINTER(const int64_t *, LONGS, "long*")
WALD_POINTER(int64_t *, LONGS, "long*")
WALD_POINTER(const int32_t *, INTS, "int*")
WALD_POINTER(int32_t *, INTS, "int*")
WALD_POINTER(const char *, text, "byte*")
WALD_POINTER(char *, TEXT_OUT, "byte*")
WALD_POINTER(const char *, NAME, "byte[]")
WALD_POINTER(const char *const *, NAMES, "byte**")
WALD_POINTER(const char **, STATIC_TEXT, "out System.IntPtr")
%typemap(csin) const char **STATIC_TEXT "out $csinput"

// A text as a result; never inlined, as above.
%typemap(ctype) const char * "const char *"
%typemap(imtype) const char * "System.IntPtr"
%typemap(cstype) const char * "System.IntPtr"
%typemap(out) const char * "$result = $1;"
%typemap(csout) const char *, int32_t {
    try {
      return $imcall;
    } finally {
    }
  }

// ---- Handles --------------------------------------------------------------------------------------------------------
WALD_POINTER(void *, HANDLE, "$1_basetype")
WALD_POINTER(void **, HANDLE_OUT, "out $1_basetype")
%typemap(csin) void **HANDLE_OUT "out $csinput"

WALD_POINTER(void *, DESTROYED, "System.IntPtr")
%define WALD_DESTROYED(noun)
%apply void *DESTROYED { wald_##noun *noun };
void wald_##noun##_destroy(wald_##noun *noun);
%clear wald_##noun *noun;
%enddef
WALD_DESTROYED(metric)
WALD_DESTROYED(options)
WALD_DESTROYED(estimator)
WALD_DESTROYED(decision)
WALD_DESTROYED(distribution)
WALD_DESTROYED(frontier)
WALD_DESTROYED(threshold_options)
WALD_DESTROYED(thresholds)
WALD_DESTROYED(operating_points)
WALD_DESTROYED(cascade_scores)
WALD_DESTROYED(cascade_options)
WALD_DESTROYED(cascade)
WALD_DESTROYED(cascade_run)
WALD_DESTROYED(trees)
WALD_DESTROYED(dataset)
WALD_DESTROYED(learner_options)
WALD_DESTROYED(learner)
WALD_DESTROYED(calibration)

// ---- Callbacks ------------------------------------------------------------------------------------------------------
%define WALD_DELEGATE(type, managed)
%typemap(ctype) type "void *"
%typemap(imtype) type managed
%typemap(cstype) type managed
%typemap(csin) type "$csinput"
%typemap(in) type "$1 = reinterpret_cast<$1_ltype>($input);"
%enddef
WALD_DELEGATE(wald_metric_function, "MetricCallback")
WALD_DELEGATE(wald_progress_function, "ProgressCallback")
WALD_DELEGATE(wald_score_function, "ScoreCallback")

// ---- Beyond wald.h: what would be too many calls from C# ------------------------------------------------------------
%{
// One answer whole: its mask, its numbers in the order of wald_fact, and its texts.
static wald_status wald_read_answer(const wald_decision *decision, int64_t answer, uint8_t *mask, int64_t capacity,
                                    double *facts, const char **algorithm, const char **warning) {
  int64_t needed, k, lowest, highest;
  int32_t abstained;
  wald_status status;
  if ((status = wald_decision_mask(decision, answer, mask, capacity, &needed)) != WALD_OK ||
      (status = wald_decision_k(decision, answer, &k)) != WALD_OK ||
      (status = wald_decision_expected(decision, answer, &facts[WALD_FACT_EXPECTED])) != WALD_OK ||
      (status = wald_decision_loss(decision, answer, &facts[WALD_FACT_LOSS])) != WALD_OK ||
      (status = wald_decision_bound(decision, answer, &facts[WALD_FACT_BOUND])) != WALD_OK ||
      (status = wald_decision_k_range(decision, answer, &lowest, &highest)) != WALD_OK ||
      (status = wald_decision_next_best(decision, answer, &facts[WALD_FACT_NEXT_BEST])) != WALD_OK ||
      (status = wald_decision_p_zero(decision, answer, &facts[WALD_FACT_P_ZERO])) != WALD_OK ||
      (status = wald_decision_abstained(decision, answer, &abstained)) != WALD_OK ||
      (status = wald_decision_algorithm(decision, answer, algorithm)) != WALD_OK ||
      (status = wald_decision_warning(decision, answer, warning)) != WALD_OK)
    return status;
  facts[WALD_FACT_K] = static_cast<double>(k);
  facts[WALD_FACT_K_LOWEST] = static_cast<double>(lowest);
  facts[WALD_FACT_K_HIGHEST] = static_cast<double>(highest);
  facts[WALD_FACT_ABSTAINED] = abstained;
  facts[WALD_FACT_WARNED] = **warning != 0;
  return WALD_OK;
}
%}
%apply void *HANDLE { const wald_decision * };
%apply uint8_t *MASK { uint8_t *mask };
%apply double *DOUBLES { double *facts };
%apply const char **STATIC_TEXT { const char ** };
wald_status wald_read_answer(const wald_decision *decision, int64_t answer, uint8_t *mask, int64_t capacity,
                             double *facts, const char **algorithm, const char **warning);
