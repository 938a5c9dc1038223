// What Java calls beside wald.h: read by SWIG (bindings/swig/java.i), and defined in glue.cpp.
#ifndef WALD_JAVA_CALLS_HPP
#define WALD_JAVA_CALLS_HPP

#include <jni.h>

#include "wald.h"

namespace wald_java {

// What Java object C may call, as the number that stands for it until callback_destroy.
int64_t callback_create(JNIEnv *env, jobject function) noexcept;
void callback_destroy(JNIEnv *env, int64_t callback) noexcept;
// What it raised on a thread of the library's own during a call that then failed.
jobject callback_raised(JNIEnv *env, int64_t callback) noexcept;

// A text of the library, from its address.
jbyteArray text_at(JNIEnv *env, int64_t address) noexcept;

// One vector, or one estimator, decided, with everything that is known of the answer, in one call. A service that
// decides one vector per request would otherwise spend more time on crossing over (create, feed, decide, and a call for
// each of ten facts) than on deciding. The objects of the library are kept by the thread and used again. Facts are as
// org.libwald.Decision keeps them: numbers by their bits, texts by their addresses, each in the place of its number.
// The expected utility comes back, and facts where there is an array for them; what fails is thrown.
double decide_vector(JNIEnv *env, int64_t metric, int32_t kind, jobject base, int32_t type, bool direct, int64_t start,
                     int64_t n, int64_t stride, int64_t options, jbyteArray mask, jlongArray facts);
double decide_estimator(JNIEnv *env, int64_t metric, int64_t estimator, int64_t options, jbyteArray mask,
                        jlongArray facts);
// A number of every answer of a table, into the array itself; and the addresses of the texts of every answer, a single
// one where all are the same, of which wald.h has no batch.
wald_status answer_numbers(JNIEnv *env, int64_t decision, int32_t fact, jdoubleArray out);
jlongArray answer_texts(JNIEnv *env, int64_t decision, int32_t fact);

// One row of features, an array of the type, decided by a cascade's trees. A service decides row after row, each in a
// microsecond or less. What fails is thrown, here and below.
int32_t cascade_decide(JNIEnv *env, int64_t cascade, jobject row, int32_t type);
// The first model of a run; a step of it, and what comes next in one number: the model to run, or -1 - the decision.
int32_t run_start(JNIEnv *env, int64_t run);
int32_t run_feed(JNIEnv *env, int64_t run, double score, jdoubleArray sums);
int32_t run_feed_classes(JNIEnv *env, int64_t run, jdoubleArray scores, int64_t n_scores, jdoubleArray sums);

// One row of features, an array of the type, by a learner: its probabilities; or its decision, of which the expected
// utility comes back, and all facts where there is an array for them. Marginals of another model may be null.
wald_status learner_row_probabilities(JNIEnv *env, int64_t learner, jobject row, int32_t type, jdoubleArray out);
double learner_decide_row(JNIEnv *env, int64_t learner, jobject row, int32_t type, jdoubleArray marginals,
                          int64_t metric, int64_t options, jbyteArray mask, jlongArray facts);

}  // namespace wald_java

#endif
