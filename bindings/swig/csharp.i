/* How each kind of argument (wald.i) crosses into C#. The classes Native and NativePINVOKE are internal to the
 * assembly: the public classes check the sizes of arrays, pin them, and own the handles.
 *
 *   HANDLE, HANDLE_OUT              a SafeHandle of its own class for each noun, named as in wald.h; null is refused,
 *                                   an invalid handle is NULL. What destroys a handle takes its bare number.
 *   OBJECT                          a SafeHandle of any of them
 *   PLACE                           out IntPtr, which NativeHandle.Holding makes a handle of
 *   ARRAY, SPARSE, TABLE, TREE, ROW pointers to structures of the same name and layout (Structures.cs);
 *   SHAPE, STAGE_ROWS, SEGMENT_ROWS, REPORT_INPUT the same
 *   MASK, DOUBLES, ...              pointers, which come from `fixed`; nothing is copied
 *   NAME                            byte[] of UTF-8 with a 0 at its end
 *   STATIC_TEXT                     out IntPtr, which Text makes a string of, once where it never changes
 *   callbacks                       delegates, which the caller keeps alive
 *
 * Kinds of several arguments (a text and its length, a callback and its user) stay several arguments in C#. Nothing of
 * SWIG's own support code is needed; swig is run with
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

// ---- Pointers of every kind -----------------------------------------------------------------------------------------
%define WALD_POINTER(type, kind, managed)
%typemap(ctype) type kind "void *"
%typemap(imtype) type kind managed
%typemap(cstype) type kind managed
%typemap(csin) type kind "$csinput"
%typemap(in) type kind "$1 = static_cast<$1_ltype>($input);"
%enddef
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
WALD_POINTER(const char **, texts, "System.IntPtr*")

// Structures: those of C# have the same layout, so that there is nothing to convert.
WALD_POINTER(const void *, ARRAY, "wald_array*")
WALD_POINTER(const void *, SPARSE, "wald_sparse*")
WALD_POINTER(const void *, TABLE, "wald_table*")
WALD_POINTER(const void *, KNOWN, "wald_known*")
WALD_POINTER(const void *, MAPS, "wald_maps*")
WALD_POINTER(const void *, ROWS, "wald_rows*")
WALD_POINTER(const void *, TREE, "wald_tree*")
WALD_POINTER(const void *, SEGMENT_ROWS, "wald_segment_rows*")
WALD_POINTER(const void *, SHAPE, "wald_trees_shape*")
WALD_POINTER(const void *, STAGE_ROWS, "wald_stage_rows*")
WALD_POINTER(const void *, REPORT_INPUT, "wald_report_input*")
WALD_POINTER(void *, ROW, "$1_basetype*")

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

WALD_POINTER(void *, OBJECT, "NativeHandle")
WALD_POINTER(void *, PLACE, "out System.IntPtr")
%typemap(csin) void *PLACE "out $csinput"

// What destroys an object takes its bare number: its handle is closed by then.
WALD_POINTER(void *, DESTROYED, "System.IntPtr")
%apply void *DESTROYED { void *object };
void wald_destroy(void *object);
%clear void *object;

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
// One answer whole: its mask, those of its facts whose numbers are given (each at its own number in `found`), and texts.
static wald_status wald_read_answer(const wald_decision *decision, int64_t answer, uint8_t *mask, int64_t capacity,
                                    const int32_t *facts, int64_t n_facts, double *found, const int32_t *text_facts,
                                    int64_t n_texts, const char **texts) {
  int64_t needed;
  wald_status status = wald_decision_mask(decision, answer, mask, capacity, &needed);
  for (int64_t i = 0; status == WALD_OK && i < n_facts; ++i)
    status = wald_number(decision, facts[i], answer, &found[facts[i] % WALD_MOST_FACTS]);
  for (int64_t i = 0; status == WALD_OK && i < n_texts; ++i)
    status = wald_text(decision, text_facts[i], answer, &texts[i]);
  return status;
}
%}
%apply void *HANDLE { const wald_decision * };
%apply uint8_t *MASK { uint8_t *mask };
%apply double *DOUBLES { double *found };
%apply const int32_t *INTS { const int32_t * };
wald_status wald_read_answer(const wald_decision *decision, int64_t answer, uint8_t *mask, int64_t capacity,
                             const int32_t *facts, int64_t n_facts, double *found, const int32_t *text_facts,
                             int64_t n_texts, const char **texts);
