// Holds arrays, callbacks and exceptions between Java and the C interface.
#include "glue.hpp"

#include <atomic>
#include <cmath>
#include <cstdlib>
#include <iterator>

namespace wald_java {
namespace {

// What JNI_OnLoad looks up once; method and field ids stay valid as long as their classes, which the library's own
// loader keeps. That loader must be free to go, so no reference to a class is a strong one.
struct {
  JavaVM *vm = nullptr;
  jweak exception = nullptr, sparse = nullptr;
  jmethodID exception_of = nullptr;
  jmethodID utility = nullptr, test = nullptr, scores = nullptr;
  jfieldID base = nullptr, layout = nullptr;                                          // of a Slice
  jfieldID starts = nullptr, indices = nullptr, values = nullptr, columns = nullptr;  // of a SparseSlice
} java;

// What a decision says, by the numbers of the facts.
struct {
  int32_t count = 0;
  bool is_text[64] = {};
} facts_of_decision;

// What a callback raised on this thread: a local reference of the native method that is running, or of a thread of the
// library's own.
thread_local jthrowable raised = nullptr;

template <class T>
T *pointer(int64_t number) {
  return reinterpret_cast<T *>(static_cast<intptr_t>(number));
}

}  // namespace

// ---- Failures -------------------------------------------------------------------------------------------------------

bool has_raised() noexcept { return raised != nullptr; }

void throw_status(JNIEnv *env, wald_status status, const char *text) noexcept {
  if (raised) {
    const jthrowable mine = raised;
    raised = nullptr;
    env->Throw(mine);
    return;
  }
  if (env->ExceptionCheck()) return;  // the JVM has said already what is wrong
  if (status == WALD_ERROR_MEMORY && !*text) text = "out of memory";
  const auto length = static_cast<jsize>(std::strlen(text));
  const jbyteArray bytes = env->NewByteArray(length);
  if (!bytes) return;  // with an OutOfMemoryError pending
  env->SetByteArrayRegion(bytes, 0, length, reinterpret_cast<const jbyte *>(text));
  // The caller is a class of the same loader, which is there as long as this call.
  const auto exception = static_cast<jclass>(env->NewLocalRef(java.exception));
  if (!exception) return;  // with an OutOfMemoryError pending
  const auto made = static_cast<jthrowable>(
      env->CallStaticObjectMethod(exception, java.exception_of, static_cast<jint>(status), bytes));
  if (!env->ExceptionCheck()) env->Throw(made);
}

void throw_memory(JNIEnv *env) noexcept { throw_status(env, WALD_ERROR_MEMORY, "out of memory"); }

// ---- Views of the caller's memory -----------------------------------------------------------------------------------

namespace {

int64_t bytes_of(int64_t type) {
  return type == WALD_FLOAT64 || type == WALD_INT64 ? 8 : type == WALD_UINT8 ? 1 : type == WALD_FLOAT16 ? 2 : 4;
}

}  // namespace

bool Array::look(JNIEnv *env, jobject slice) noexcept {
  env_ = env;
  if (!slice) return true;
  jlong layout[6];  // as Slice.java writes them
  env->GetLongArrayRegion(static_cast<jlongArray>(env->GetObjectField(slice, java.layout)), 0, 6, layout);
  const auto type = static_cast<wald_type>(layout[0] & 0xff);
  const bool direct = layout[0] & 0x100, brief = layout[0] & 0x200;
  written_ = layout[0] & 0x400;
  view_ = {sizeof view_, nullptr, layout[1], layout[2], layout[3], layout[4], type};
  const int64_t size = bytes_of(type);
  start_ = layout[5] * size;
  const jobject base = env->GetObjectField(slice, java.base);
  if (!base) return true;
  if (direct) {
    direct_ = static_cast<char *>(env->GetDirectBufferAddress(base));
    return true;
  }
  array_ = static_cast<jarray>(base);
  if (brief) return true;
  // The cells lie between the first and the last of them, whichever way they run.
  const bool any = view_.rows > 0 && view_.columns > 0;
  const int64_t by_row = any ? (view_.rows - 1) * view_.row_stride : 0;
  const int64_t by_column = any ? (view_.columns - 1) * view_.column_stride : 0;
  low_ = start_ + (std::min<int64_t>(by_row, 0) + std::min<int64_t>(by_column, 0)) * size;
  count_ = any ? (std::abs(by_row) + std::abs(by_column) + 1) * size : 0;
  copy_ = room_.take(static_cast<std::size_t>(count_));
  if (!copy_) throw_memory(env);
  return copy_ != nullptr;
}

const wald_array *Array::hold() noexcept {
  if (!view_.size) return nullptr;
  if (direct_) {
    view_.data = direct_ + start_;
  } else if (array_) {
    held_ = static_cast<char *>(env_->GetPrimitiveArrayCritical(array_, nullptr));
    if (held_ && copy_) {
      std::memcpy(copy_, held_ + low_, static_cast<std::size_t>(count_));
      env_->ReleasePrimitiveArrayCritical(array_, held_, JNI_ABORT);
      held_ = nullptr;
      view_.data = copy_ + (start_ - low_);
    } else if (held_) {
      view_.data = held_ + start_;
    }
  }
  return &view_;
}

void Array::release() noexcept {
  if (held_) {
    env_->ReleasePrimitiveArrayCritical(array_, held_, written_ ? 0 : JNI_ABORT);
    held_ = nullptr;
  } else if (copy_ && written_) {
    written_ = false;
    char *const to = static_cast<char *>(env_->GetPrimitiveArrayCritical(array_, nullptr));
    if (!to) return;
    std::memcpy(to + low_, copy_, static_cast<std::size_t>(count_));
    env_->ReleasePrimitiveArrayCritical(array_, to, 0);
  }
}

bool Sparse::look(JNIEnv *env, jobject slice) noexcept {
  if (!slice) return true;
  view_.size = sizeof view_;
  view_.columns = env->GetLongField(slice, java.columns);
  return starts_.look(env, env->GetObjectField(slice, java.starts)) &&
         indices_.look(env, env->GetObjectField(slice, java.indices)) &&
         values_.look(env, env->GetObjectField(slice, java.values));
}

const wald_sparse *Sparse::hold() noexcept {
  if (!view_.size) return nullptr;
  const wald_array *const starts = starts_.hold();
  const wald_array *const values = values_.hold();
  view_.rows = starts->rows - 1;
  view_.index_type = starts->type;
  view_.indptr = starts->data;
  view_.indices = indices_.hold()->data;
  view_.values = values ? values->data : nullptr;
  view_.type = values ? values->type : WALD_FLOAT64;
  return &view_;
}

void Sparse::release() noexcept {
  starts_.release();
  indices_.release();
  values_.release();
}

bool Table::look(JNIEnv *env, jobject slice) noexcept {
  if (!slice) return true;
  view_.size = sizeof view_;
  is_sparse_ = env->IsInstanceOf(slice, static_cast<jclass>(java.sparse));
  return is_sparse_ ? sparse_.look(env, slice) : dense_.look(env, slice);
}

const wald_table *Table::hold() noexcept {
  if (!view_.size) return nullptr;
  if (is_sparse_)
    view_.sparse = sparse_.hold();
  else
    view_.dense = dense_.hold();
  return &view_;
}

void Table::release() noexcept { is_sparse_ ? sparse_.release() : dense_.release(); }

bool SegmentRows::look(JNIEnv *env, jobjectArray members) noexcept {
  view_.size = sizeof view_;
  jlong n_segments = 0;
  env->GetLongArrayRegion(static_cast<jlongArray>(env->GetObjectArrayElement(members, 0)), 0, 1, &n_segments);
  view_.n_segments = n_segments;
  jsize member = 1;
  for (Array &array : arrays_)
    if (!array.look(env, env->GetObjectArrayElement(members, member++))) return false;
  return true;
}

const wald_segment_rows *SegmentRows::hold() noexcept {
  view_.segments = arrays_[0].hold();
  view_.weights = arrays_[1].hold();
  view_.benefits = arrays_[2].hold();
  view_.costs = arrays_[3].hold();
  view_.limits = arrays_[4].hold();
  return &view_;
}

void SegmentRows::release() noexcept {
  for (Array &array : arrays_) array.release();
}

bool Known::look(JNIEnv *env, jobjectArray members) noexcept {
  jlong given[2] = {};
  env->GetLongArrayRegion(static_cast<jlongArray>(env->GetObjectArrayElement(members, 0)), 0, 2, given);
  view_ = {sizeof view_, pointer<wald_estimator>(given[0]), nullptr, static_cast<wald_kind>(given[1])};
  return !env->ExceptionCheck() && table_.look(env, env->GetObjectArrayElement(members, 1));
}

const wald_known *Known::hold() noexcept {
  view_.probabilities = table_.hold();
  return &view_;
}

bool MapsOf::look(JNIEnv *env, jobjectArray members) noexcept {
  jlong given[7] = {};
  env->GetLongArrayRegion(static_cast<jlongArray>(env->GetObjectArrayElement(members, 0)), 0, 7, given);
  view_ = {sizeof view_, nullptr, given[0], given[1], given[2], given[3], given[4], given[5], 0};
  first_ = given[6];
  return !env->ExceptionCheck() && cells_.look(env, env->GetObjectArrayElement(members, 1));
}

const wald_maps *MapsOf::hold() noexcept {
  const wald_array *const cells = cells_.hold();
  view_.data = static_cast<const char *>(cells->data) + first_ * bytes_of(cells->type);
  view_.type = cells->type;
  return &view_;
}

bool Rows::look(JNIEnv *env, jobjectArray members) noexcept {
  if (!members) return true;
  view_.size = sizeof view_;
  return weights_.look(env, env->GetObjectArrayElement(members, 0)) &&
         groups_.look(env, env->GetObjectArrayElement(members, 1));
}

const wald_rows *Rows::hold() noexcept {
  if (!view_.size) return nullptr;
  view_.weights = weights_.hold();
  view_.groups = groups_.hold();
  return &view_;
}

void Rows::release() noexcept {
  weights_.release();
  groups_.release();
}

bool Tree::look(JNIEnv *env, jobjectArray members) noexcept {
  view_.size = sizeof view_;
  const auto member = [&](jsize i) { return static_cast<jarray>(env->GetObjectArrayElement(members, i)); };
  jlong output = 0;
  env->GetLongArrayRegion(static_cast<jlongArray>(member(0)), 0, 1, &output);
  view_.output = output;
  view_.n_nodes = env->GetArrayLength(member(1));
  constexpr std::size_t sizes[] = {1, 1, 4, 4, 4, 8, 8, 4, 8};  // of the members' elements
  for (jsize i = 0; i < 9; ++i) {
    const jarray from = member(i + 1);
    const std::size_t bytes = static_cast<std::size_t>(env->GetArrayLength(from)) * sizes[i];
    copies_[i].reset(new (std::nothrow) char[bytes + 1]);
    void *const cells = copies_[i] ? env->GetPrimitiveArrayCritical(from, nullptr) : nullptr;
    if (!cells) {
      throw_memory(env);
      return false;
    }
    std::memcpy(copies_[i].get(), cells, bytes);
    env->ReleasePrimitiveArrayCritical(from, cells, JNI_ABORT);
    env->DeleteLocalRef(from);
  }
  const auto copy = [&](int i) { return static_cast<void *>(copies_[i].get()); };
  view_.split = static_cast<wald_split *>(copy(0));
  view_.missing = static_cast<wald_missing *>(copy(1));
  view_.feature = static_cast<int32_t *>(copy(2));
  view_.left = static_cast<int32_t *>(copy(3));
  view_.right = static_cast<int32_t *>(copy(4));
  view_.threshold = static_cast<double *>(copy(5));
  view_.category_begin = static_cast<int64_t *>(copy(6));
  view_.categories = static_cast<int32_t *>(copy(7));
  view_.values = static_cast<double *>(copy(8));
  return true;
}

bool Shape::look(JNIEnv *env, jlongArray members) noexcept {
  jlong given[6] = {};
  env->GetLongArrayRegion(members, 0, 6, given);
  view_ = {sizeof view_, given[0], given[1], given[2], given[3], static_cast<wald_type>(given[4]),
           static_cast<int32_t>(given[5])};
  return !env->ExceptionCheck();
}

namespace {

// Looks at the first members, which are slices.
template <std::size_t n>
bool look_at(JNIEnv *env, jobjectArray members, Array (&arrays)[n]) noexcept {
  for (std::size_t i = 0; i < n; ++i)
    if (!arrays[i].look(env, env->GetObjectArrayElement(members, static_cast<jsize>(i)))) return false;
  return true;
}

}  // namespace

bool StageRows::look(JNIEnv *env, jobjectArray members) noexcept { return look_at(env, members, arrays_); }

const wald_stage_rows *StageRows::hold() noexcept {
  const auto array = [&](int i) { return arrays_[i].hold(); };
  view_ = {sizeof view_, array(0), array(1), array(2), array(3), array(4), array(5), array(6), array(7), array(8)};
  return &view_;
}

void StageRows::release() noexcept {
  for (Array &array : arrays_) array.release();
}

bool ReportInput::look(JNIEnv *env, jobjectArray members) noexcept {
  return look_at(env, members, arrays_) &&
         names_.read(env, static_cast<jobjectArray>(env->GetObjectArrayElement(members, 3)));
}

const wald_report_input *ReportInput::hold() noexcept {
  view_ = {sizeof view_, arrays_[0].hold(), arrays_[1].hold(), arrays_[2].hold(), names_.data()};
  return &view_;
}

void ReportInput::release() noexcept {
  for (Array &array : arrays_) array.release();
}

// ---- Rows of lists --------------------------------------------------------------------------------------------------

namespace {

jlong number(const char *text) { return static_cast<jlong>(reinterpret_cast<intptr_t>(text)); }
jlong number(int32_t value) { return value; }
jlong number(double value) {
  jlong bits;
  std::memcpy(&bits, &value, sizeof bits);
  return bits;
}

template <class... Members>
void give_all(JNIEnv *env, jlongArray out, Members... members) {
  const jlong numbers[] = {number(members)...};
  env->SetLongArrayRegion(out, 0, sizeof...(members), numbers);
}

}  // namespace

void give(JNIEnv *env, jlongArray out, const wald_name_row &row) noexcept {
  give_all(env, out, row.name, row.alias, row.sentence, row.value);
}

void give(JNIEnv *env, jlongArray out, const wald_option_row &row) noexcept {
  give_all(env, out, row.name, row.type, row.initial, row.choices, row.calls, row.concerns, row.sentence, row.low, row.high,
           row.open_low, row.open_high);
}

void give(JNIEnv *env, jlongArray out, const wald_fact_row &row) noexcept {
  give_all(env, out, row.name, row.type, row.per, row.sentence, row.value, row.kind);
}

void give(JNIEnv *env, jlongArray out, const wald_metric_row &row) noexcept {
  give_all(env, out, row.name, row.aliases, row.formula, row.sentence, row.properties);
}

// ---- Texts ----------------------------------------------------------------------------------------------------------

bool Bytes::room(JNIEnv *env, jbyteArray array) noexcept {
  env_ = env;
  array_ = array;
  if (!array) return true;
  count_ = env->GetArrayLength(array);
  data_ = room_.take(static_cast<std::size_t>(count_) + 1);
  if (!data_) throw_memory(env);
  return data_ != nullptr;
}

bool Bytes::read(JNIEnv *env, jbyteArray array) noexcept {
  if (!room(env, array)) return false;
  if (!array) return true;
  env->GetByteArrayRegion(array, 0, count_, reinterpret_cast<jbyte *>(data_));
  data_[count_] = '\0';
  return true;
}

void Bytes::give() noexcept {
  if (array_) env_->SetByteArrayRegion(array_, 0, count_, reinterpret_cast<const jbyte *>(data_));
}

bool Names::read(JNIEnv *env, jobjectArray array) noexcept {
  if (!array) return true;
  const jsize count = env->GetArrayLength(array);
  const auto name = [&](jsize i) { return static_cast<jbyteArray>(env->GetObjectArrayElement(array, i)); };
  std::size_t size = 0;
  for (jsize i = 0; i < count; ++i) {
    const jbyteArray one = name(i);
    size += static_cast<std::size_t>(env->GetArrayLength(one)) + 1;
    env->DeleteLocalRef(one);
  }
  pointers_.reset(new (std::nothrow) const char *[static_cast<std::size_t>(count)]);
  bytes_.reset(new (std::nothrow) char[size]);
  if (!pointers_ || !bytes_) {
    throw_memory(env);
    return false;
  }
  char *to = bytes_.get();
  for (jsize i = 0; i < count; ++i) {
    const jbyteArray one = name(i);
    const jsize length = env->GetArrayLength(one);
    env->GetByteArrayRegion(one, 0, length, reinterpret_cast<jbyte *>(to));
    env->DeleteLocalRef(one);
    to[length] = '\0';
    pointers_[static_cast<std::size_t>(i)] = to;
    to += length + 1;
  }
  return true;
}

jbyteArray text_at(JNIEnv *env, int64_t address) noexcept {
  const char *const text = pointer<const char>(address);
  const auto length = static_cast<jsize>(std::strlen(text));
  const jbyteArray bytes = env->NewByteArray(length);
  if (bytes) env->SetByteArrayRegion(bytes, 0, length, reinterpret_cast<const jbyte *>(text));
  return bytes;
}

// ---- Callbacks ------------------------------------------------------------------------------------------------------

namespace {

struct Callback {
  jobject function;                         // a global reference
  std::atomic<jthrowable> raised{nullptr};  // what it raised on a thread of the library's: a global reference
};

// The JVM's face of this thread. Threads of the library's own are attached while they live: as daemons, so that the JVM
// need not wait for them to end.
class Attachment {
 public:
  JNIEnv *env() noexcept {
    void *found = nullptr;
    if (java.vm->GetEnv(&found, JNI_VERSION_10) == JNI_OK) return static_cast<JNIEnv *>(found);
    if (java.vm->AttachCurrentThreadAsDaemon(&found, nullptr) != JNI_OK) return nullptr;
    ours_ = true;
    return static_cast<JNIEnv *>(found);
  }
  bool ours() const noexcept { return ours_; }
  ~Attachment() {
    if (ours_) java.vm->DetachCurrentThread();
  }

 private:
  bool ours_ = false;
};
thread_local Attachment attachment;

// A callback that runs on this thread. The library keeps its threads, and the JVM keeps the local references of an
// attached thread, so what an outermost callback leaves there is cleared.
class Running {
 public:
  explicit Running(JNIEnv *env) noexcept : env_(env) { ++depth_; }
  ~Running() {
    if (--depth_ > 0 || !attachment.ours() || !raised) return;
    env_->DeleteLocalRef(raised);
    raised = nullptr;
  }
  Running(const Running &) = delete;
  Running &operator=(const Running &) = delete;

 private:
  JNIEnv *env_;
  static thread_local int depth_;
};
thread_local int Running::depth_ = 0;

// Keeps what was raised for the caller, and says whether something was. On a thread of the library's own the caller is
// elsewhere; but it may be a call that a callback there has made.
bool keep_raised(JNIEnv *env, Callback *callback) noexcept {
  if (!env->ExceptionCheck()) return false;
  const jthrowable thrown = env->ExceptionOccurred();
  env->ExceptionClear();
  raised = thrown;
  if (!attachment.ours()) return true;
  const auto global = static_cast<jthrowable>(env->NewGlobalRef(thrown));
  jthrowable nothing = nullptr;
  if (global && !callback->raised.compare_exchange_strong(nothing, global)) env->DeleteGlobalRef(global);
  return true;
}

}  // namespace

void utility(const int64_t *tp, const int64_t *k, const int64_t *s, int64_t count, int64_t n, double *values, void *user) {
  auto *const callback = static_cast<Callback *>(user);
  std::fill(values, values + count, std::nan(""));  // not finite: the call ends
  JNIEnv *const env = raised ? nullptr : attachment.env();
  if (!env) return;
  const Running running(env);
  for (int64_t i = 0; i < count; ++i) {
    const double value = env->CallDoubleMethod(callback->function, java.utility, static_cast<jlong>(tp[i]),
                                               static_cast<jlong>(k[i]), static_cast<jlong>(s[i]), static_cast<jlong>(n));
    if (keep_raised(env, callback)) return;
    values[i] = value;
  }
}

int32_t progress(double fraction, void *user) {
  auto *const callback = static_cast<Callback *>(user);
  JNIEnv *const env = raised ? nullptr : attachment.env();
  if (!env) return 1;
  const Running running(env);
  const bool go_on = env->CallBooleanMethod(callback->function, java.test, fraction) == JNI_TRUE;
  return keep_raised(env, callback) || !go_on ? 1 : 0;
}

// That there are as many scores as there must be is checked in Java. Local references are given up here, since one call
// may ask a million models.
int32_t scores(int64_t model, const int64_t *rows, int64_t n, double *out, void *user) {
  auto *const callback = static_cast<Callback *>(user);
  JNIEnv *const env = raised ? nullptr : attachment.env();
  if (!env) return 1;
  const Running running(env);
  const jintArray asked = env->NewIntArray(static_cast<jsize>(n));
  auto *const cells = asked ? static_cast<jint *>(env->GetPrimitiveArrayCritical(asked, nullptr)) : nullptr;
  jdoubleArray found = nullptr;
  if (cells) {
    std::transform(rows, rows + n, cells, [](int64_t row) { return static_cast<jint>(row); });
    env->ReleasePrimitiveArrayCritical(asked, cells, 0);
    found = static_cast<jdoubleArray>(
        env->CallObjectMethod(callback->function, java.scores, static_cast<jint>(model), asked));
  }
  const bool failed = keep_raised(env, callback) || !found;
  if (!failed) env->GetDoubleArrayRegion(found, 0, env->GetArrayLength(found), out);
  if (asked) env->DeleteLocalRef(asked);
  if (found) env->DeleteLocalRef(found);
  return failed ? 1 : 0;
}

int64_t callback_create(JNIEnv *env, jobject function) noexcept {
  const jobject global = env->NewGlobalRef(function);
  auto *const made = global ? new (std::nothrow) Callback{global} : nullptr;
  if (!made) {
    if (global) env->DeleteGlobalRef(global);
    throw_memory(env);
  }
  return static_cast<int64_t>(reinterpret_cast<intptr_t>(made));
}

void callback_destroy(JNIEnv *env, int64_t number) noexcept {
  auto *const callback = pointer<Callback>(number);
  if (!callback) return;
  if (const jthrowable left = callback->raised.exchange(nullptr)) env->DeleteGlobalRef(left);
  env->DeleteGlobalRef(callback->function);
  delete callback;
}

jobject callback_raised(JNIEnv *env, int64_t number) noexcept {
  const jthrowable found = pointer<Callback>(number)->raised.exchange(nullptr);
  if (!found) return nullptr;
  const auto local = static_cast<jthrowable>(env->NewLocalRef(found));
  env->DeleteGlobalRef(found);
  return local;
}

// ---- Answers in one call --------------------------------------------------------------------------------------------

namespace {

// What deciding vectors takes, kept by the thread to be used again. A custom metric may decide something itself while a
// decision is running: the kit is then out, and another is made.
struct Kit {
  wald_estimator *estimators[2] = {};  // by kind: independent, categorical
  wald_decision *decision = nullptr;
  ~Kit() {
    for (wald_estimator *estimator : estimators) wald_destroy(estimator);
    wald_destroy(decision);
  }
};
thread_local std::unique_ptr<Kit> kept;
constexpr int64_t largest_kept = 100'000;  // labels: beyond it the memory is given back

class Loan {
 public:
  Loan() : kit_(kept ? std::move(kept) : std::unique_ptr<Kit>(new (std::nothrow) Kit)) {}
  void give_back(int64_t n) noexcept {
    if (n <= largest_kept) kept = std::move(kit_);
  }
  wald_status decision(wald_decision **out) noexcept {
    if (!kit_) return WALD_ERROR_MEMORY;
    const wald_status status = kit_->decision ? WALD_OK : wald_decision_create(&kit_->decision);
    *out = kit_->decision;
    return status;
  }
  wald_status estimator(wald_kind kind, wald_estimator **out) noexcept {
    if (!kit_) return WALD_ERROR_MEMORY;
    wald_estimator *&mine = kit_->estimators[kind == WALD_CATEGORICAL];
    const wald_status status = mine ? wald_clear(mine) : wald_estimator_create(kind, 0, &mine);
    *out = mine;
    return status;
  }

 private:
  std::unique_ptr<Kit> kit_;
};

// What is known of the first answer but its mask.
wald_status read_facts(JNIEnv *env, const wald_decision *decision, jlongArray facts) {
  jlong known[std::size(facts_of_decision.is_text)] = {};
  for (int32_t place = 0; place < facts_of_decision.count; ++place) {
    const wald_fact fact = WALD_MOST_FACTS * WALD_OBJECT_DECISION + place;
    wald_status status;
    if (facts_of_decision.is_text[place]) {
      const char *text = nullptr;
      status = wald_text(decision, fact, 0, &text);
      known[place] = number(text);
    } else {
      double value = 0;
      status = wald_number(decision, fact, 0, &value);
      known[place] = number(value);
    }
    if (status != WALD_OK) return status;
  }
  env->SetLongArrayRegion(facts, 0, std::min(env->GetArrayLength(facts), facts_of_decision.count), known);
  return WALD_OK;
}

wald_status read_answer(JNIEnv *env, const wald_decision *decision, jbyteArray mask, jlongArray facts,
                        double *expected) {
  wald_status status = wald_number(decision, WALD_DECISION_EXPECTED, 0, expected);
  if (status == WALD_OK && facts) status = read_facts(env, decision, facts);
  const jsize n = env->GetArrayLength(mask);
  if (status != WALD_OK || n == 0) return status;
  void *const cells = env->GetPrimitiveArrayCritical(mask, nullptr);
  if (!cells) return WALD_ERROR_MEMORY;
  int64_t needed = 0;
  const wald_status read = wald_decision_mask(decision, 0, static_cast<uint8_t *>(cells), n, &needed);
  env->ReleasePrimitiveArrayCritical(mask, cells, 0);
  return read;
}

double found(JNIEnv *env, wald_status status, double expected) {
  if (status != WALD_OK || has_raised()) throw_status(env, status, wald_last_error());
  return expected;
}

}  // namespace

double decide_vector(JNIEnv *env, int64_t metric, int32_t kind, jobject base, int32_t type, bool direct, int64_t start,
                     int64_t n, int64_t stride, int64_t options, jbyteArray mask, jlongArray facts) {
  Loan loan;
  double expected = 0;
  wald_decision *decision = nullptr;
  wald_estimator *estimator = nullptr;
  wald_status status = loan.decision(&decision);
  if (status == WALD_OK) status = loan.estimator(kind, &estimator);
  if (status == WALD_OK) {
    // Feeding is brief and calls nothing back.
    char *const data = static_cast<char *>(direct ? env->GetDirectBufferAddress(base)
                                                  : env->GetPrimitiveArrayCritical(static_cast<jarray>(base), nullptr));
    const wald_array view{sizeof view, data ? data + start * bytes_of(type) : nullptr, n, 1, stride, 1, type};
    status = data ? wald_estimator_feed_probabilities(estimator, &view) : WALD_ERROR_MEMORY;
    if (data && !direct) env->ReleasePrimitiveArrayCritical(static_cast<jarray>(base), data, JNI_ABORT);
  }
  if (status == WALD_OK)
    status = wald_decide(pointer<wald_metric>(metric), estimator, pointer<wald_options>(options), decision);
  if (status == WALD_OK) status = read_answer(env, decision, mask, facts, &expected);
  loan.give_back(n);
  return found(env, status, expected);
}

double decide_estimator(JNIEnv *env, int64_t metric, int64_t estimator, int64_t options, jbyteArray mask,
                        jlongArray facts) {
  Loan loan;
  double expected = 0;
  wald_decision *decision = nullptr;
  wald_status status = loan.decision(&decision);
  if (status == WALD_OK)
    status = wald_decide(pointer<wald_metric>(metric), pointer<wald_estimator>(estimator),
                         pointer<wald_options>(options), decision);
  if (status == WALD_OK) status = read_answer(env, decision, mask, facts, &expected);
  loan.give_back(env->GetArrayLength(mask));
  return found(env, status, expected);
}

wald_status answer_numbers(JNIEnv *env, int64_t decision, int32_t fact, jdoubleArray out) {
  const jsize capacity = env->GetArrayLength(out);
  if (capacity == 0) return WALD_OK;
  auto *const values = static_cast<double *>(env->GetPrimitiveArrayCritical(out, nullptr));
  if (!values) return WALD_ERROR_MEMORY;
  int64_t needed = 0;
  const wald_status status = wald_numbers(pointer<wald_decision>(decision), fact, 0, values, capacity, &needed);
  env->ReleasePrimitiveArrayCritical(out, values, 0);
  return status;
}

jlongArray answer_texts(JNIEnv *env, int64_t number_of_decision, int32_t fact) {
  const auto *const decision = pointer<wald_decision>(number_of_decision);
  double answers = 0;
  wald_status status = wald_number(decision, WALD_DECISION_N_ANSWERS, 0, &answers);
  auto count = static_cast<int64_t>(answers);
  const std::unique_ptr<jlong[]> texts(new (std::nothrow) jlong[static_cast<std::size_t>(count)]);
  if (!texts) status = WALD_ERROR_MEMORY;
  for (int64_t answer = 0; answer < count && status == WALD_OK; ++answer) {
    const char *text = nullptr;
    status = wald_text(decision, fact, answer, &text);
    texts[static_cast<std::size_t>(answer)] = number(text);
  }
  if (status != WALD_OK) {
    throw_status(env, status, wald_last_error());
    return nullptr;
  }
  if (std::all_of(texts.get(), texts.get() + count, [&](jlong text) { return text == texts[0]; }))
    count = std::min<int64_t>(count, 1);
  const jlongArray out = env->NewLongArray(static_cast<jsize>(count));
  if (out) env->SetLongArrayRegion(out, 0, static_cast<jsize>(count), texts.get());
  return out;
}

// ---- Cascades, row by row and step by step --------------------------------------------------------------------------

namespace {

// found: room for n_scores numbers; `sums` has as many, and is written once all models ran.
int32_t step(JNIEnv *env, int64_t run, const double *scores, int64_t n_scores, double *found, jdoubleArray sums) {
  int64_t model = -1;
  int32_t decision = -1;
  const wald_status status =
      wald_cascade_run_feed(pointer<wald_cascade_run>(run), scores, n_scores, &model, &decision, nullptr, found);
  if (status != WALD_OK)
    throw_status(env, status, wald_last_error());
  else if (!std::isnan(found[0]))
    set_region(env, sums, static_cast<jsize>(n_scores), found);
  return model >= 0 ? static_cast<int32_t>(model) : -1 - decision;
}

}  // namespace

int32_t cascade_decide(JNIEnv *env, int64_t cascade, jobject row, int32_t type) {
  const auto features = static_cast<jarray>(row);
  const jsize n = env->GetArrayLength(features);
  // Walking the trees with one row is brief and calls nothing back.
  void *const cells = env->GetPrimitiveArrayCritical(features, nullptr);
  if (!cells) {
    throw_memory(env);
    return -1;
  }
  int32_t decision = -1;
  const wald_array view{sizeof view, cells, 1, n, n, 1, type};
  const wald_status status =
      wald_cascade_apply_trees(pointer<wald_cascade>(cascade), &view, nullptr, &decision, nullptr, nullptr);
  env->ReleasePrimitiveArrayCritical(features, cells, JNI_ABORT);
  if (status != WALD_OK) throw_status(env, status, wald_last_error());
  return decision;
}

int32_t run_start(JNIEnv *env, int64_t run) {
  int64_t model = -1;
  const wald_status status =
      wald_cascade_run_feed(pointer<wald_cascade_run>(run), nullptr, 0, &model, nullptr, nullptr, nullptr);
  if (status != WALD_OK) throw_status(env, status, wald_last_error());
  return static_cast<int32_t>(model);
}

int32_t run_feed(JNIEnv *env, int64_t run, double score, jdoubleArray sums) {
  double found = 0;
  return step(env, run, &score, 1, &found, sums);
}

int32_t run_feed_classes(JNIEnv *env, int64_t run, jdoubleArray scores, int64_t n_scores, jdoubleArray sums) {
  Room<double, 128> room;
  double *const cells = room.take(static_cast<std::size_t>(2 * n_scores));
  if (!cells) {
    throw_memory(env);
    return -1;
  }
  get_region(env, scores, static_cast<jsize>(n_scores), cells);
  return step(env, run, cells, n_scores, cells + n_scores, sums);
}

// ---- Learners, row by row -------------------------------------------------------------------------------------------

namespace {

// A row as a dataset, which has a copy.
class Row {
 public:
  wald_status read(JNIEnv *env, jobject row, wald_type type) noexcept {
    const auto features = static_cast<jarray>(row);
    const jsize n = env->GetArrayLength(features);
    // Copying is brief and calls nothing back.
    void *const cells = env->GetPrimitiveArrayCritical(features, nullptr);
    if (!cells) return WALD_ERROR_MEMORY;
    wald_dataset *made = nullptr;
    const wald_array view{sizeof view, cells, 1, n, n, 1, type};
    const wald_table table{sizeof table, &view, nullptr};
    const wald_status status = wald_dataset_create(&table, &made);
    env->ReleasePrimitiveArrayCritical(features, cells, JNI_ABORT);
    dataset_.reset(made);
    return status;
  }
  wald_status set_marginals(const double *marginals, int64_t n) noexcept {
    const wald_array view{sizeof view, const_cast<double *>(marginals), 1, n, n, 1, WALD_FLOAT64};
    return wald_dataset_set(dataset_.get(), nullptr, nullptr, 0, nullptr, nullptr, &view);
  }
  const wald_dataset *get() const noexcept { return dataset_.get(); }

 private:
  struct Destroy {
    void operator()(wald_dataset *dataset) const noexcept { wald_destroy(dataset); }
  };
  std::unique_ptr<wald_dataset, Destroy> dataset_;
};

}  // namespace

wald_status learner_row_probabilities(JNIEnv *env, int64_t learner, jobject row, int32_t type, jdoubleArray out) {
  Row features;
  Numbers<double, jdoubleArray> numbers;
  if (!numbers.take(env, out)) return WALD_ERROR_MEMORY;
  wald_status status = features.read(env, row, type);
  if (status == WALD_OK)
    status = wald_learner_probabilities(pointer<wald_learner>(learner), features.get(), nullptr, numbers.data());
  if (status == WALD_OK) numbers.give();
  return status;
}

double learner_decide_row(JNIEnv *env, int64_t learner, jobject row, int32_t type, jdoubleArray marginals,
                          int64_t metric, int64_t options, jbyteArray mask, jlongArray facts) {
  Loan loan;
  Row features;
  Numbers<double, jdoubleArray> said;
  if (!said.read(env, marginals)) return 0;
  Room<jbyte, 256> room;
  const jsize n = env->GetArrayLength(mask);
  jbyte *const cells = room.take(static_cast<std::size_t>(n));
  wald_decision *decision = nullptr;
  double expected = 0;
  wald_status status = cells ? features.read(env, row, type) : WALD_ERROR_MEMORY;
  if (status == WALD_OK && marginals) status = features.set_marginals(said.data(), env->GetArrayLength(marginals));
  if (status == WALD_OK && facts) status = loan.decision(&decision);
  const wald_array filled{sizeof filled, cells, 1, n, n, 1, WALD_UINT8};
  if (status == WALD_OK)
    status = wald_learner_decide(pointer<wald_learner>(learner), features.get(), pointer<wald_metric>(metric),
                                 pointer<wald_options>(options), &filled, &expected, decision);
  if (status == WALD_OK && facts) status = read_facts(env, decision, facts);
  loan.give_back(n);
  if (status == WALD_OK && !has_raised())
    env->SetByteArrayRegion(mask, 0, n, cells);
  else
    throw_status(env, status, wald_last_error());
  return expected;
}

}  // namespace wald_java

// ---- Loading --------------------------------------------------------------------------------------------------------

// Refuses to be loaded by the classes of another release: they would call functions that are not here, or others.
extern "C" JNIEXPORT jint JNICALL JNI_OnLoad(JavaVM *vm, void *) {
  using wald_java::java;
  void *found = nullptr;
  if (vm->GetEnv(&found, JNI_VERSION_10) != JNI_OK) return JNI_ERR;
  auto *const env = static_cast<JNIEnv *>(found);
  const auto method = [&](const char *name, const char *which, const char *signature) -> jmethodID {
    const jclass owner = env->FindClass(name);
    return owner ? env->GetMethodID(owner, which, signature) : nullptr;
  };

  const jclass loader = env->FindClass("org/libwald/Loader");
  const jmethodID check = loader ? env->GetStaticMethodID(loader, "check", "([B)V") : nullptr;
  const char *const version = wald_version();
  const auto length = static_cast<jsize>(std::strlen(version));
  const jbyteArray text = check ? env->NewByteArray(length) : nullptr;
  if (!text) return JNI_ERR;
  env->SetByteArrayRegion(text, 0, length, reinterpret_cast<const jbyte *>(version));
  env->CallStaticVoidMethod(loader, check, text);
  if (env->ExceptionCheck()) return JNI_ERR;

  java.vm = vm;
  const jclass exception = env->FindClass("org/libwald/WaldException");
  if (!exception) return JNI_ERR;
  java.exception = env->NewWeakGlobalRef(exception);
  java.exception_of = env->GetStaticMethodID(exception, "of", "(I[B)Lorg/libwald/WaldException;");
  java.utility = method("org/libwald/UtilityFunction", "utility", "(JJJJ)D");
  java.scores = method("org/libwald/ScoreFunction", "scores", "(I[I)[D");
  java.test = method("java/util/function/DoublePredicate", "test", "(D)Z");
  const jclass slice = env->FindClass("org/libwald/Slice");
  const jclass sparse = slice ? env->FindClass("org/libwald/SparseSlice") : nullptr;
  if (!java.exception || !java.exception_of || !java.utility || !java.test || !java.scores || !sparse) return JNI_ERR;
  java.sparse = env->NewWeakGlobalRef(sparse);
  if (!java.sparse) return JNI_ERR;
  const struct {
    jfieldID *id;
    jclass owner;
    const char *name, *type;
  } fields[] = {{&java.base, slice, "base", "Ljava/lang/Object;"},
                {&java.layout, slice, "layout", "[J"},
                {&java.starts, sparse, "starts", "Lorg/libwald/Slice;"},
                {&java.indices, sparse, "indices", "Lorg/libwald/Slice;"},
                {&java.values, sparse, "values", "Lorg/libwald/Slice;"},
                {&java.columns, sparse, "columns", "J"}};
  for (const auto &field : fields)
    if (!(*field.id = env->GetFieldID(field.owner, field.name, field.type))) return JNI_ERR;

  wald_fact_row row;
  row.size = sizeof row;
  auto &facts = wald_java::facts_of_decision;
  while (facts.count < static_cast<int32_t>(std::size(facts.is_text)) &&
         wald_fact_list("decision", facts.count, &row) == WALD_OK)
    facts.is_text[facts.count++] = std::strcmp(row.type, "text") == 0;
  return JNI_VERSION_10;
}

// The class loader is gone, and soon the library.
extern "C" JNIEXPORT void JNICALL JNI_OnUnload(JavaVM *vm, void *) {
  void *found = nullptr;
  if (vm->GetEnv(&found, JNI_VERSION_10) == JNI_OK)
    static_cast<JNIEnv *>(found)->DeleteWeakGlobalRef(wald_java::java.exception);
}
