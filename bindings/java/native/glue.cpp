#include "glue.hpp"

#include <atomic>
#include <cmath>
#include <limits>

namespace wald_java {
namespace {

// What JNI_OnLoad looks up once; method and field ids stay valid as long as their classes, which the library's own
// loader keeps.
struct {
  JavaVM *vm = nullptr;
  jclass exception = nullptr;
  jmethodID exception_of = nullptr;
  jmethodID utility = nullptr, test = nullptr, scores = nullptr;
  jfieldID base = nullptr, type = nullptr, size = nullptr, direct = nullptr, brief = nullptr, start = nullptr,
           low = nullptr, count = nullptr;
} java;

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
  const auto made = static_cast<jthrowable>(
      env->CallStaticObjectMethod(java.exception, java.exception_of, static_cast<jint>(status), bytes));
  if (!env->ExceptionCheck()) env->Throw(made);
}

void throw_memory(JNIEnv *env) noexcept { throw_status(env, WALD_ERROR_MEMORY, "out of memory"); }

// ---- Slices ---------------------------------------------------------------------------------------------------------

bool Slice::look(JNIEnv *env, jobject slice) noexcept {
  env_ = env;
  if (!slice) return true;
  const jobject base = env->GetObjectField(slice, java.base);
  type_ = env->GetIntField(slice, java.type);
  size_ = env->GetIntField(slice, java.size);
  start_ = env->GetLongField(slice, java.start);
  if (!base) return true;
  if (env->GetBooleanField(slice, java.direct)) {
    direct_ = static_cast<char *>(env->GetDirectBufferAddress(base));
    return true;
  }
  array_ = static_cast<jarray>(base);
  if (env->GetBooleanField(slice, java.brief)) return true;
  low_ = env->GetLongField(slice, java.low);
  count_ = env->GetLongField(slice, java.count);
  copy_ = room_.take(static_cast<std::size_t>(count_ * size_));
  if (!copy_) throw_memory(env);
  return copy_ != nullptr;
}

void *Slice::hold(bool write) noexcept {
  write_ = write;
  if (direct_) return direct_ + start_ * size_;
  if (!array_) return nullptr;
  held_ = static_cast<char *>(env_->GetPrimitiveArrayCritical(array_, nullptr));
  if (!held_ || !copy_) return held_ ? held_ + start_ * size_ : nullptr;
  std::memcpy(copy_, held_ + low_ * size_, static_cast<std::size_t>(count_ * size_));
  env_->ReleasePrimitiveArrayCritical(array_, held_, JNI_ABORT);
  held_ = nullptr;
  return copy_ + (start_ - low_) * size_;
}

void Slice::release() noexcept {
  if (held_) {
    env_->ReleasePrimitiveArrayCritical(array_, held_, write_ ? 0 : JNI_ABORT);
    held_ = nullptr;
  } else if (copy_ && write_) {
    write_ = false;
    char *const to = static_cast<char *>(env_->GetPrimitiveArrayCritical(array_, nullptr));
    if (!to) return;
    std::memcpy(to + low_ * size_, copy_, static_cast<std::size_t>(count_ * size_));
    env_->ReleasePrimitiveArrayCritical(array_, to, 0);
  }
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

double utility(int64_t tp, int64_t k, int64_t s, int64_t n, void *user) {
  auto *const callback = static_cast<Callback *>(user);
  JNIEnv *const env = raised ? nullptr : attachment.env();
  if (!env) return std::nan("");  // not finite: the call ends
  const double value = env->CallDoubleMethod(callback->function, java.utility, static_cast<jlong>(tp),
                                             static_cast<jlong>(k), static_cast<jlong>(s), static_cast<jlong>(n));
  return keep_raised(env, callback) ? std::nan("") : value;
}

int32_t progress(double fraction, void *user) {
  auto *const callback = static_cast<Callback *>(user);
  JNIEnv *const env = raised ? nullptr : attachment.env();
  if (!env) return 1;
  const bool go_on = env->CallBooleanMethod(callback->function, java.test, fraction) == JNI_TRUE;
  return keep_raised(env, callback) || !go_on ? 1 : 0;
}

// That there are as many scores as there must be is checked in Java. Local references are given up here, since one call
// may ask a million models.
int32_t scores(int64_t model, const int64_t *rows, int64_t n, double *out, void *user) {
  auto *const callback = static_cast<Callback *>(user);
  JNIEnv *const env = raised ? nullptr : attachment.env();
  if (!env) return 1;
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
    for (wald_estimator *estimator : estimators) wald_estimator_destroy(estimator);
    wald_decision_destroy(decision);
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
    const wald_status status = mine ? wald_estimator_clear(mine) : wald_estimator_create(kind, 0, &mine);
    *out = mine;
    return status;
  }

 private:
  std::unique_ptr<Kit> kit_;
};

int64_t bits(double x) {
  int64_t out;
  std::memcpy(&out, &x, sizeof out);
  return out;
}

// What is known of the first answer but its mask.
wald_status read_facts(JNIEnv *env, const wald_decision *decision, jlongArray facts) {
  int64_t k = 0, low = 0, high = 0;
  double expected = 0, loss = 0, bound = 0, next_best = 0, p_zero = 0;
  int32_t abstained = 0;
  const char *algorithm = nullptr, *warning = nullptr;
  wald_status status = WALD_OK;
  if ((status = wald_decision_k(decision, 0, &k)) || (status = wald_decision_expected(decision, 0, &expected)) ||
      (status = wald_decision_loss(decision, 0, &loss)) || (status = wald_decision_bound(decision, 0, &bound)) ||
      (status = wald_decision_next_best(decision, 0, &next_best)) ||
      (status = wald_decision_p_zero(decision, 0, &p_zero)) ||
      (status = wald_decision_k_range(decision, 0, &low, &high)) ||
      (status = wald_decision_abstained(decision, 0, &abstained)) ||
      (status = wald_decision_algorithm(decision, 0, &algorithm)) ||
      (status = wald_decision_warning(decision, 0, &warning)))
    return status;
  jlong values[facts_of_an_answer] = {};
  values[WALD_FACT_K] = k;
  values[WALD_FACT_EXPECTED] = bits(expected);
  values[WALD_FACT_LOSS] = bits(loss);
  values[WALD_FACT_BOUND] = bits(bound);
  values[WALD_FACT_K_LOWEST] = low;
  values[WALD_FACT_K_HIGHEST] = high;
  values[WALD_FACT_NEXT_BEST] = bits(next_best);
  values[WALD_FACT_P_ZERO] = bits(p_zero);
  values[WALD_FACT_ABSTAINED] = abstained;
  values[WALD_FACT_WARNED] = static_cast<jlong>(reinterpret_cast<intptr_t>(algorithm));
  values[WALD_FACT_WARNED + 1] = static_cast<jlong>(reinterpret_cast<intptr_t>(warning));
  env->SetLongArrayRegion(facts, 0, facts_of_an_answer, values);
  return WALD_OK;
}

wald_status read_answer(JNIEnv *env, const wald_decision *decision, jbyteArray mask, jlongArray facts) {
  const wald_status status = read_facts(env, decision, facts);
  const jsize n = env->GetArrayLength(mask);
  if (status != WALD_OK || n == 0) return status;
  void *const cells = env->GetPrimitiveArrayCritical(mask, nullptr);
  if (!cells) return WALD_ERROR_MEMORY;
  int64_t needed = 0;
  const wald_status read = wald_decision_mask(decision, 0, static_cast<uint8_t *>(cells), n, &needed);
  env->ReleasePrimitiveArrayCritical(mask, cells, 0);
  return read;
}

}  // namespace

wald_status decide_vector(JNIEnv *env, int64_t metric, int32_t kind, jobject base, int32_t type, bool direct,
                          int64_t start, int64_t n, int64_t stride, int64_t options, jbyteArray mask,
                          jlongArray facts) {
  Loan loan;
  wald_decision *decision = nullptr;
  wald_estimator *estimator = nullptr;
  wald_status status = loan.decision(&decision);
  if (status == WALD_OK) status = loan.estimator(kind, &estimator);
  if (status == WALD_OK) {
    const int64_t size = type == WALD_FLOAT32 ? sizeof(float) : sizeof(double);
    // Feeding is brief and calls nothing back.
    char *const data = static_cast<char *>(direct ? env->GetDirectBufferAddress(base)
                                                  : env->GetPrimitiveArrayCritical(static_cast<jarray>(base), nullptr));
    status =
        data ? wald_estimator_feed_probabilities(estimator, data + start * size, type, n, stride) : WALD_ERROR_MEMORY;
    if (data && !direct) env->ReleasePrimitiveArrayCritical(static_cast<jarray>(base), data, JNI_ABORT);
  }
  if (status == WALD_OK)
    status = wald_decide(pointer<wald_metric>(metric), estimator, pointer<wald_options>(options), decision);
  if (status == WALD_OK) status = read_answer(env, decision, mask, facts);
  loan.give_back(n);
  return status;
}

wald_status decide_estimator(JNIEnv *env, int64_t metric, int64_t estimator, int64_t options, jbyteArray mask,
                             jlongArray facts) {
  Loan loan;
  wald_decision *decision = nullptr;
  wald_status status = loan.decision(&decision);
  if (status == WALD_OK)
    status = wald_decide(pointer<wald_metric>(metric), pointer<wald_estimator>(estimator),
                         pointer<wald_options>(options), decision);
  if (status == WALD_OK) status = read_answer(env, decision, mask, facts);
  loan.give_back(env->GetArrayLength(mask));
  return status;
}

wald_status answer_reals(JNIEnv *env, int64_t decision, int32_t fact, jdoubleArray out) {
  const jsize capacity = env->GetArrayLength(out);
  if (capacity == 0) return WALD_OK;
  auto *const values = static_cast<double *>(env->GetPrimitiveArrayCritical(out, nullptr));
  if (!values) return WALD_ERROR_MEMORY;
  int64_t needed = 0;
  const wald_status status = wald_decision_facts(pointer<wald_decision>(decision), fact, values, capacity, &needed);
  env->ReleasePrimitiveArrayCritical(out, values, 0);
  return status;
}

wald_status answer_wholes(JNIEnv *env, int64_t decision, int32_t fact, jintArray out) {
  const jsize count = env->GetArrayLength(out);
  const std::unique_ptr<double[]> values(new (std::nothrow) double[static_cast<std::size_t>(count)]);
  if (!values) return WALD_ERROR_MEMORY;
  int64_t needed = 0;
  const wald_status status = wald_decision_facts(pointer<wald_decision>(decision), fact, values.get(), count, &needed);
  if (status != WALD_OK || count == 0) return status;
  auto *const wholes = static_cast<jint *>(env->GetPrimitiveArrayCritical(out, nullptr));
  if (!wholes) return WALD_ERROR_MEMORY;
  constexpr double most = std::numeric_limits<jint>::max();  // of a table with more cells than an int can count
  std::transform(values.get(), values.get() + count, wholes,
                 [&](double value) { return static_cast<jint>(std::min(value, most)); });
  env->ReleasePrimitiveArrayCritical(out, wholes, 0);
  return WALD_OK;
}

namespace {

// The text of the first answer if the others' are known to be the same, else that of each.
jlongArray texts_of(JNIEnv *env, const wald_decision *decision, bool same,
                    wald_status (*text_of)(const wald_decision *, int64_t, const char **)) {
  int64_t count = 0;
  wald_status status = wald_decision_count(decision, &count);
  if (same) count = std::min<int64_t>(count, 1);
  const std::unique_ptr<jlong[]> texts(new (std::nothrow) jlong[static_cast<std::size_t>(count)]);
  if (!texts) status = WALD_ERROR_MEMORY;
  for (int64_t answer = 0; answer < count && status == WALD_OK; ++answer) {
    const char *text = nullptr;
    status = text_of(decision, answer, &text);
    texts[static_cast<std::size_t>(answer)] = static_cast<jlong>(reinterpret_cast<intptr_t>(text));
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

}  // namespace

jlongArray answer_algorithms(JNIEnv *env, int64_t decision) {
  return texts_of(env, pointer<wald_decision>(decision), false, wald_decision_algorithm);
}

jlongArray answer_warnings(JNIEnv *env, int64_t number) {
  const auto *const decision = pointer<wald_decision>(number);
  int64_t count = 0;
  wald_decision_count(decision, &count);
  const std::unique_ptr<double[]> warned(new (std::nothrow) double[static_cast<std::size_t>(count)]);
  const bool none = warned && wald_decision_facts(decision, WALD_FACT_WARNED, warned.get(), count, &count) == WALD_OK &&
                    std::all_of(warned.get(), warned.get() + count, [](double one) { return one == 0; });
  return texts_of(env, decision, none, wald_decision_warning);
}

// ---- Cascades, row by row and step by step --------------------------------------------------------------------------

namespace {

template <class T, class Array>
int32_t decide_row(JNIEnv *env, int64_t cascade, Array features, int64_t n_features, wald_type type) {
  Room<T, 256> room;
  T *const row = room.take(static_cast<std::size_t>(n_features));
  if (!row) {
    throw_memory(env);
    return -1;
  }
  get_region(env, features, static_cast<jsize>(n_features), row);
  int32_t decision = -1;
  const wald_status status = wald_cascade_apply_trees(pointer<wald_cascade>(cascade), row, type, 1, n_features,
                                                      n_features, 1, 1, &decision, nullptr);
  if (status != WALD_OK) throw_status(env, status, wald_last_error());
  return decision;
}

int32_t step(JNIEnv *env, int64_t run, const double *scores, int64_t n_scores) {
  int64_t model = -1;
  int32_t decision = -1;
  const wald_status status =
      wald_cascade_run_feed(pointer<wald_cascade_run>(run), scores, n_scores, &model, &decision, nullptr);
  if (status != WALD_OK) throw_status(env, status, wald_last_error());
  return model >= 0 ? static_cast<int32_t>(model) : -1 - decision;
}

}  // namespace

int32_t cascade_decide_floats(JNIEnv *env, int64_t cascade, jfloatArray features, int64_t n_features) {
  return decide_row<float>(env, cascade, features, n_features, WALD_FLOAT32);
}

int32_t cascade_decide_doubles(JNIEnv *env, int64_t cascade, jdoubleArray features, int64_t n_features) {
  return decide_row<double>(env, cascade, features, n_features, WALD_FLOAT64);
}

int32_t run_feed(JNIEnv *env, int64_t run, double score) { return step(env, run, &score, 1); }

int32_t run_feed_classes(JNIEnv *env, int64_t run, jdoubleArray scores, int64_t n_scores) {
  Room<double, 64> room;
  double *const cells = room.take(static_cast<std::size_t>(n_scores));
  if (!cells) {
    throw_memory(env);
    return -1;
  }
  get_region(env, scores, static_cast<jsize>(n_scores), cells);
  return step(env, run, cells, n_scores);
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
    const wald_status status = wald_dataset_create(cells, type, 1, n, n, 1, &made);
    env->ReleasePrimitiveArrayCritical(features, cells, JNI_ABORT);
    dataset_.reset(made);
    return status;
  }
  const wald_dataset *get() const noexcept { return dataset_.get(); }

 private:
  struct Destroy {
    void operator()(wald_dataset *dataset) const noexcept { wald_dataset_destroy(dataset); }
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

double learner_decide_row(JNIEnv *env, int64_t learner, jobject row, int32_t type, int64_t metric, int64_t options,
                          jbyteArray mask, jlongArray facts) {
  Loan loan;
  Row features;
  Room<jbyte, 256> room;
  const jsize n = env->GetArrayLength(mask);
  jbyte *const cells = room.take(static_cast<std::size_t>(n));
  wald_decision *decision = nullptr;
  double expected = 0;
  wald_status status = cells ? features.read(env, row, type) : WALD_ERROR_MEMORY;
  if (status == WALD_OK && facts) status = loan.decision(&decision);
  if (status == WALD_OK)
    status = wald_learner_decide(pointer<wald_learner>(learner), features.get(), pointer<wald_metric>(metric),
                                 pointer<wald_options>(options), reinterpret_cast<uint8_t *>(cells), n, 1, &expected,
                                 decision);
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
  java.exception = static_cast<jclass>(env->NewGlobalRef(exception));
  java.exception_of = env->GetStaticMethodID(exception, "of", "(I[B)Lorg/libwald/WaldException;");
  java.utility = method("org/libwald/UtilityFunction", "utility", "(JJJJ)D");
  java.scores = method("org/libwald/ScoreFunction", "scores", "(I[I)[D");
  java.test = method("java/util/function/DoublePredicate", "test", "(D)Z");
  const jclass slice = env->FindClass("org/libwald/Slice");
  if (!java.exception_of || !java.utility || !java.test || !java.scores || !slice) return JNI_ERR;
  const struct {
    jfieldID *id;
    const char *name, *type;
  } fields[] = {{&java.base, "base", "Ljava/lang/Object;"},
                {&java.type, "type", "I"},
                {&java.size, "size", "I"},
                {&java.direct, "direct", "Z"},
                {&java.brief, "brief", "Z"},
                {&java.start, "start", "J"},
                {&java.low, "low", "J"},
                {&java.count, "count", "J"}};
  for (const auto &field : fields)
    if (!(*field.id = env->GetFieldID(slice, field.name, field.type))) return JNI_ERR;
  return JNI_VERSION_10;
}
