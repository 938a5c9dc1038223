/* How each kind of argument (wald.i) crosses into Java. The class Native is private to the package org.libwald: the
 * public classes check the sizes of arrays before they call it.
 *
 *   HANDLE, OBJECT           long
 *   HANDLE_OUT, PLACE        long[1]
 *   ARRAY                    Slice: a view of a primitive array or of a direct buffer; null is NULL
 *   SPARSE                   SparseSlice: three such views; null is NULL
 *   TABLE                    Object: a Slice or a SparseSlice; null is NULL
 *   KNOWN                    Object[]: long[] of the estimator and the kind, then a Slice of the table, or null
 *   MAPS                     Object[]: the members of a wald_maps from n_images to pixel_stride in a long[], then a Slice
 *   ROWS                     Slice[2]: weights and groups, either null; null is NULL
 *   TREE                     Object[]: the members of a wald_tree, as wald_java::Tree says
 *   SEGMENT_ROWS             Object[]: the members of a wald_segment_rows, as wald_java::SegmentRows says
 *   SHAPE                    long[]: the members of a wald_trees_shape but its size
 *   STAGE_ROWS               Slice[]: the members of a wald_stage_rows but its size
 *   REPORT_INPUT             Object[]: those of a wald_report_input, the names as NAMES
 *   ROW                      long[]: the members of the row but its size; texts by their addresses, reals by their bits
 *   DOUBLES, LONGS, INTS     double[], long[], int[]; null is NULL. What is filled starts as zeros.
 *   MASK                     byte[]; null is NULL
 *   NAME, TEXT, TEXT_OUT     byte[] of UTF-8
 *   NAMES                    byte[][] of such
 *   STATIC_TEXT              long[1]: its address, which Texts makes a String of
 *   callbacks                long, from callback_create; 0 is NULL
 *
 * The work behind the typemaps is in bindings/java/native/glue.hpp.
 */
%{
#include "glue.hpp"
#define WALD_THROW(status, text) wald_java::throw_status(jenv, status, text)
%}

%javaconst(1);
%pragma(java) moduleclassmodifiers="final class"
%pragma(java) jniclassclassmodifiers="final class"
%pragma(java) modulecode="
  private Native() {}
"
%pragma(java) jniclasscode="
  static {
    Loader.load();
  }
"

// ---- Status, as a result: nothing comes back, failure is thrown -----------------------------------------------------
%typemap(jni) wald_status "void"
%typemap(jtype) wald_status "void"
%typemap(jstype) wald_status "void"
%typemap(out, noblock=1) wald_status {
  if (wald_java::has_raised()) result = WALD_ERROR_CALLBACK;
}
%typemap(javaout) wald_status { $jnicall; }

// ---- Handles --------------------------------------------------------------------------------------------------------
%typemap(jni) void *HANDLE "jlong"
%typemap(jtype) void *HANDLE "long"
%typemap(jstype) void *HANDLE "long"
%typemap(javain) void *HANDLE "$javainput"
%typemap(in, noblock=1) void *HANDLE { $1 = reinterpret_cast<$1_ltype>(static_cast<intptr_t>($input)); }
%typemap(freearg) void *HANDLE ""

%typemap(jni) void **HANDLE_OUT "jlongArray"
%typemap(jtype) void **HANDLE_OUT "long[]"
%typemap(jstype) void **HANDLE_OUT "long[]"
%typemap(javain) void **HANDLE_OUT "$javainput"
%typemap(in, noblock=1) void **HANDLE_OUT ($*1_ltype made = nullptr) { $1 = &made; }
%typemap(argout, noblock=1) void **HANDLE_OUT {
  const jlong number$argnum = static_cast<jlong>(reinterpret_cast<intptr_t>(made$argnum));
  jenv->SetLongArrayRegion($input, 0, 1, &number$argnum);
}
%typemap(freearg) void **HANDLE_OUT ""
%apply void *HANDLE { void *OBJECT }
%typemap(jni) void *PLACE "jlongArray"
%typemap(jtype) void *PLACE "long[]"
%typemap(jstype) void *PLACE "long[]"
%typemap(javain) void *PLACE "$javainput"
%typemap(in, noblock=1) void *PLACE (void *made = nullptr) { $1 = &made; }
%typemap(argout, noblock=1) void *PLACE {
  const jlong number$argnum = static_cast<jlong>(reinterpret_cast<intptr_t>(made$argnum));
  jenv->SetLongArrayRegion($input, 0, 1, &number$argnum);
}
%typemap(freearg) void *PLACE ""

// ---- Views of the caller's memory -----------------------------------------------------------------------------------
// `in` looks at the objects, `check` then takes hold of the memory, `argout` lets go of it: between the last two
// nothing may call Java, as GetPrimitiveArrayCritical asks. (Views come before results in every function of wald.h,
// except for masks, which are views themselves; so they are let go of before results are stored.)
%define WALD_VIEW(kind, holder, native, java)
%typemap(jni) const void *kind native
%typemap(jtype) const void *kind java
%typemap(jstype) const void *kind java
%typemap(javain) const void *kind "$javainput"
%typemap(in, noblock=1) const void *kind (wald_java::holder view) {
  if (!view.look(jenv, $input)) return $null;
}
%typemap(check, noblock=1) const void *kind { $1 = const_cast<$1_ltype>(view$argnum.hold()); }
%typemap(argout, noblock=1) const void *kind { view$argnum.release(); }
%typemap(freearg) const void *kind ""
%enddef
WALD_VIEW(ARRAY, Array, "jobject", "Slice")
WALD_VIEW(SPARSE, Sparse, "jobject", "SparseSlice")
WALD_VIEW(TABLE, Table, "jobject", "Object")
WALD_VIEW(KNOWN, Known, "jobjectArray", "Object[]")
WALD_VIEW(MAPS, MapsOf, "jobjectArray", "Object[]")
WALD_VIEW(ROWS, Rows, "jobjectArray", "Slice[]")
WALD_VIEW(TREE, Tree, "jobjectArray", "Object[]")
WALD_VIEW(SEGMENT_ROWS, SegmentRows, "jobjectArray", "Object[]")
WALD_VIEW(SHAPE, Shape, "jlongArray", "long[]")
WALD_VIEW(STAGE_ROWS, StageRows, "jobjectArray", "Slice[]")
WALD_VIEW(REPORT_INPUT, ReportInput, "jobjectArray", "Object[]")

// ---- Rows of lists --------------------------------------------------------------------------------------------------
%typemap(jni) void *ROW "jlongArray"
%typemap(jtype) void *ROW "long[]"
%typemap(jstype) void *ROW "long[]"
%typemap(javain) void *ROW "$javainput"
%typemap(in, noblock=1) void *ROW ($*1_ltype row) {
  row.size = sizeof row;
  $1 = &row;
}
%typemap(argout, noblock=1) void *ROW { if (result == WALD_OK) wald_java::give(jenv, $input, row$argnum); }
%typemap(freearg) void *ROW ""

// ---- Numbers that are read or filled --------------------------------------------------------------------------------
%define WALD_NUMBERS(type, kind, number, element, take, give)
%typemap(jni) type kind "j" #element "Array"
%typemap(jtype) type kind #element "[]"
%typemap(jstype) type kind #element "[]"
%typemap(javain) type kind "$javainput"
%typemap(in, noblock=1) type kind (wald_java::Numbers<number, j##element##Array> numbers) {
  if (!numbers.take(jenv, $input)) return $null;
  $1 = numbers.data();
}
%typemap(argout, noblock=1) type kind { give }
%typemap(freearg) type kind ""
%enddef
WALD_NUMBERS(const double *, DOUBLES, double, double, read, )
WALD_NUMBERS(double *, DOUBLES, double, double, room, if (result == WALD_OK) numbers$argnum.give();)
WALD_NUMBERS(const int64_t *, LONGS, int64_t, long, read, )
WALD_NUMBERS(int64_t *, LONGS, int64_t, long, room, if (result == WALD_OK) numbers$argnum.give();)
WALD_NUMBERS(int32_t *, INTS, int32_t, int, room, if (result == WALD_OK) numbers$argnum.give();)

// ---- Texts ----------------------------------------------------------------------------------------------------------
%typemap(jni) const char *NAME, (const char *TEXT, int64_t LENGTH), char *TEXT_OUT "jbyteArray"
%typemap(jtype) const char *NAME, (const char *TEXT, int64_t LENGTH), char *TEXT_OUT "byte[]"
%typemap(jstype) const char *NAME, (const char *TEXT, int64_t LENGTH), char *TEXT_OUT "byte[]"
%typemap(javain) const char *NAME, (const char *TEXT, int64_t LENGTH), char *TEXT_OUT "$javainput"
%typemap(in, noblock=1) const char *NAME (wald_java::Bytes bytes) {
  if (!bytes.read(jenv, $input)) return $null;
  $1 = bytes.data();
}
%typemap(freearg) const char *NAME ""

%typemap(jni) const char *const *NAMES "jobjectArray"
%typemap(jtype) const char *const *NAMES "byte[][]"
%typemap(jstype) const char *const *NAMES "byte[][]"
%typemap(javain) const char *const *NAMES "$javainput"
%typemap(in, noblock=1) const char *const *NAMES (wald_java::Names names) {
  if (!names.read(jenv, $input)) return $null;
  $1 = const_cast<$1_ltype>(names.data());
}
%typemap(freearg) const char *const *NAMES ""

%typemap(in, noblock=1) (const char *TEXT, int64_t LENGTH) (wald_java::Bytes bytes) {
  if (!bytes.read(jenv, $input)) return $null;
  $1 = bytes.data();
  $2 = bytes.size();
}
%typemap(freearg) (const char *TEXT, int64_t LENGTH) ""
%typemap(in, noblock=1) char *TEXT_OUT (wald_java::Bytes bytes) {
  if (!bytes.room(jenv, $input)) return $null;
  $1 = reinterpret_cast<$1_ltype>(bytes.data());
}
%typemap(argout, noblock=1) char *TEXT_OUT { if (result == WALD_OK) bytes$argnum.give(); }
%typemap(freearg) char *TEXT_OUT ""
%apply char *TEXT_OUT { uint8_t *MASK }

%apply void **HANDLE_OUT { const char **STATIC_TEXT }

// ---- Callbacks ------------------------------------------------------------------------------------------------------
%define WALD_CALLBACK(type, function)
%typemap(jni) (type FUNCTION, void *USER) "jlong"
%typemap(jtype) (type FUNCTION, void *USER) "long"
%typemap(jstype) (type FUNCTION, void *USER) "long"
%typemap(javain) (type FUNCTION, void *USER) "$javainput"
%typemap(in, noblock=1) (type FUNCTION, void *USER) {
  $1 = $input ? function : nullptr;
  $2 = reinterpret_cast<void *>(static_cast<intptr_t>($input));
}
%typemap(freearg) (type FUNCTION, void *USER) ""
%enddef
WALD_CALLBACK(wald_metric_function, wald_java::utility)
WALD_CALLBACK(wald_progress_function, wald_java::progress)
WALD_CALLBACK(wald_score_function, wald_java::scores)

// ---- Beyond wald.h: callbacks, and what would be too many calls from Java -------------------------------------------
// These take the types of JNI as they are, so no kind applies to them.
%typemap(in, numinputs=0, noblock=1) JNIEnv *env { $1 = jenv; }
%include "calls.hpp"
