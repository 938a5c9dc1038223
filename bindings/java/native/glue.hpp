// What the typemaps of bindings/swig/java.i stand on: arrays held in place or copied, callbacks, exceptions.
//
// Nothing here may call Java between hold and release of a view, where a garbage collector may have to wait.
#ifndef WALD_JAVA_GLUE_HPP
#define WALD_JAVA_GLUE_HPP

#include <jni.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <memory>
#include <new>

#include "calls.hpp"
#include "wald.h"

namespace wald_java {

// ---- Failures -------------------------------------------------------------------------------------------------------

// Throws what a callback of the call raised on this thread, else the WaldException for the status, with the text.
void throw_status(JNIEnv *env, wald_status status, const char *text) noexcept;
// Whether a callback of the running call has raised something on this thread: the call then failed, whatever it says.
bool has_raised() noexcept;
void throw_memory(JNIEnv *env) noexcept;

// ---- Memory that grows from an array on the stack -------------------------------------------------------------------

template <class T, std::size_t N>
class Room {
 public:
  // Uninitialised; NULL if there is no memory.
  T *take(std::size_t count) noexcept {
    if (count <= N) return small_;
    large_.reset(new (std::nothrow) T[count]);
    return large_.get();
  }

 private:
  T small_[N];
  std::unique_ptr<T[]> large_;
};

// ---- Views of the caller's memory -----------------------------------------------------------------------------------

// A wald_array from an org.libwald.Slice: elements of a primitive array or of a direct buffer. Direct buffers are used
// where they are. An array is held in place where the caller says that the call is brief and calls nothing back, and is
// copied otherwise, since the collector may have to wait for as long as an array is held.
class Array {
 public:
  Array() = default;
  Array(const Array &) = delete;
  Array &operator=(const Array &) = delete;
  ~Array() { release(); }

  bool look(JNIEnv *env, jobject slice) noexcept;  // false with an exception pending, where memory ran out
  const wald_array *hold() noexcept;               // NULL if there is no slice
  void release() noexcept;

 private:
  JNIEnv *env_ = nullptr;
  jarray array_ = nullptr;
  char *held_ = nullptr;                     // the elements of the array, in place
  char *copy_ = nullptr;                     // those that are used, copied
  char *direct_ = nullptr;                   // of a buffer
  wald_array view_{};                        // size is 0 if there is no slice
  int64_t start_ = 0, low_ = 0, count_ = 0;  // in bytes
  bool written_ = false;
  Room<char, 512> room_;
};

// A wald_sparse from an org.libwald.SparseSlice.
class Sparse {
 public:
  bool look(JNIEnv *env, jobject slice) noexcept;
  const wald_sparse *hold() noexcept;
  void release() noexcept;

 private:
  Array starts_, indices_, values_;
  wald_sparse view_{};
};

// A wald_table from an org.libwald.Slice or an org.libwald.SparseSlice.
class Table {
 public:
  bool look(JNIEnv *env, jobject slice) noexcept;
  const wald_table *hold() noexcept;  // NULL if there is no slice
  void release() noexcept;

 private:
  Array dense_;
  Sparse sparse_;
  bool is_sparse_ = false;
  wald_table view_{};
};

// A wald_known from {estimator, kind} in a long[], then a Slice of the table, or null.
class Known {
 public:
  bool look(JNIEnv *env, jobjectArray members) noexcept;
  const wald_known *hold() noexcept;
  void release() noexcept { table_.release(); }

 private:
  Array table_;
  wald_known view_{};
};

// A wald_maps from {n_images, n_classes, n_pixels, image_stride, class_stride, pixel_stride} in a long[], then a Slice
// of all the memory, whose first cell is the first of the maps.
class MapsOf {
 public:
  bool look(JNIEnv *env, jobjectArray members) noexcept;
  const wald_maps *hold() noexcept;
  void release() noexcept { cells_.release(); }

 private:
  Array cells_;
  wald_maps view_{};
};

// A wald_rows from two org.libwald.Slice, either of which may be null.
class Rows {
 public:
  bool look(JNIEnv *env, jobjectArray members) noexcept;
  const wald_rows *hold() noexcept;  // NULL if there is no array
  void release() noexcept;

 private:
  Array weights_, groups_;
  wald_rows view_{};
};

// A wald_tree from its members: {output} in a long[], then arrays of the members' own types, in their order.
class Tree {
 public:
  bool look(JNIEnv *env, jobjectArray members) noexcept;
  const wald_tree *hold() noexcept { return &view_; }
  void release() noexcept {}

 private:
  std::unique_ptr<char[]> copies_[9];
  wald_tree view_{};
};

// A wald_segment_rows from its members: {n_segments} in a long[], then a Slice or null for each array, in their order.
class SegmentRows {
 public:
  bool look(JNIEnv *env, jobjectArray members) noexcept;
  const wald_segment_rows *hold() noexcept;
  void release() noexcept;

 private:
  Array arrays_[5];
  wald_segment_rows view_{};
};

// A wald_trees_shape from its members behind `size`, in their order.
class Shape {
 public:
  bool look(JNIEnv *env, jlongArray members) noexcept;
  const wald_trees_shape *hold() noexcept { return &view_; }
  void release() noexcept {}

 private:
  wald_trees_shape view_{};
};

// A wald_stage_rows from the slices of its members, in their order; null is NULL.
class StageRows {
 public:
  bool look(JNIEnv *env, jobjectArray members) noexcept;
  const wald_stage_rows *hold() noexcept;
  void release() noexcept;

 private:
  Array arrays_[9];
  wald_stage_rows view_{};
};

// ---- Rows of lists --------------------------------------------------------------------------------------------------

// The members behind `size`, in their order: texts by their addresses, reals by their bits.
void give(JNIEnv *env, jlongArray out, const wald_name_row &row) noexcept;
void give(JNIEnv *env, jlongArray out, const wald_option_row &row) noexcept;
void give(JNIEnv *env, jlongArray out, const wald_fact_row &row) noexcept;
void give(JNIEnv *env, jlongArray out, const wald_metric_row &row) noexcept;

// ---- Numbers --------------------------------------------------------------------------------------------------------

inline void get_region(JNIEnv *e, jdoubleArray a, jsize n, double *to) { e->GetDoubleArrayRegion(a, 0, n, to); }
inline void get_region(JNIEnv *e, jlongArray a, jsize n, int64_t *to) {
  e->GetLongArrayRegion(a, 0, n, reinterpret_cast<jlong *>(to));
}
inline void get_region(JNIEnv *e, jintArray a, jsize n, int32_t *to) {
  e->GetIntArrayRegion(a, 0, n, reinterpret_cast<jint *>(to));
}
inline void set_region(JNIEnv *e, jdoubleArray a, jsize n, const double *x) { e->SetDoubleArrayRegion(a, 0, n, x); }
inline void set_region(JNIEnv *e, jlongArray a, jsize n, const int64_t *x) {
  e->SetLongArrayRegion(a, 0, n, reinterpret_cast<const jlong *>(x));
}
inline void set_region(JNIEnv *e, jintArray a, jsize n, const int32_t *x) {
  e->SetIntArrayRegion(a, 0, n, reinterpret_cast<const jint *>(x));
}

// A double[], long[] or int[] as an array of C. What the call leaves unfilled is 0.
template <class T, class Array>
class Numbers {
 public:
  bool take(JNIEnv *env, Array array) noexcept {
    env_ = env;
    array_ = array;
    if (!array) return true;
    count_ = env->GetArrayLength(array);
    data_ = room_.take(static_cast<std::size_t>(count_));
    if (!data_) {
      throw_memory(env);
      return false;
    }
    return true;
  }
  bool read(JNIEnv *env, Array array) noexcept {
    if (!take(env, array)) return false;
    if (array) get_region(env, array, count_, data_);
    return true;
  }
  bool room(JNIEnv *env, Array array) noexcept {
    if (!take(env, array)) return false;
    if (array) std::fill_n(data_, count_, T{});
    return true;
  }
  void give() noexcept {
    if (array_) set_region(env_, array_, count_, data_);
  }
  T *data() noexcept { return data_; }

 private:
  JNIEnv *env_ = nullptr;
  Array array_ = nullptr;
  jsize count_ = 0;
  T *data_ = nullptr;
  Room<T, 16> room_;
};

// A byte[] as a text of C, ended by a 0.
class Bytes {
 public:
  bool read(JNIEnv *env, jbyteArray array) noexcept;
  bool room(JNIEnv *env, jbyteArray array) noexcept;
  void give() noexcept;
  char *data() noexcept { return data_; }
  int64_t size() const noexcept { return count_; }

 private:
  JNIEnv *env_ = nullptr;
  jbyteArray array_ = nullptr;
  jsize count_ = 0;
  char *data_ = nullptr;
  Room<char, 256> room_;
};

// A byte[][] as texts of C, each ended by a 0.
class Names {
 public:
  bool read(JNIEnv *env, jobjectArray array) noexcept;
  const char *const *data() const noexcept { return pointers_.get(); }

 private:
  std::unique_ptr<const char *[]> pointers_;
  std::unique_ptr<char[]> bytes_;
};

// A wald_report_input from three slices and the names; null is NULL.
class ReportInput {
 public:
  bool look(JNIEnv *env, jobjectArray members) noexcept;
  const wald_report_input *hold() noexcept;
  void release() noexcept;

 private:
  Array arrays_[3];
  Names names_;
  wald_report_input view_{};
};

// ---- Callbacks ------------------------------------------------------------------------------------------------------

// `user` of these is what callback_create gave.
void utility(const int64_t *tp, const int64_t *k, const int64_t *s, int64_t count, int64_t n, double *values, void *user);
int32_t progress(double fraction, void *user);
int32_t scores(int64_t model, const int64_t *rows, int64_t n, double *out, void *user);

}  // namespace wald_java

#endif
