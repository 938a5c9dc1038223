/* Wald: from what a model believes to the decision that is optimal for the metric one is judged by.
 *
 * The contract, in one screen
 *   Stable   This header is the public interface of libwald and only grows: see docs/api-stability.md.
 *   Errors   Every function that can fail returns a wald_status; results come through out-parameters. On
 *            failure single values and the handles passed in are left as they were (a decision is left
 *            empty), and arrays hold nothing to rely on. wald_last_error() then says, for this thread,
 *            which argument was wrong, its value and its bound.
 *   Memory   wald_<noun>_create fills a pointer that wald_<noun>_destroy releases; destroy takes NULL.
 *            Arrays belong to the caller, always. A returned `const char *` is never freed by the caller.
 *   Sizes    Functions that fill a buffer take its capacity and write the number of elements needed to
 *            *needed. A NULL buffer with capacity 0 is a query and succeeds; a buffer that is too small
 *            is left alone and gives WALD_ERROR_CAPACITY.
 *   Arrays   Lengths, indices and strides are int64_t and count elements, not bytes; strides may be
 *            negative. Probabilities and weights are float or double (wald_type). A mask is uint8_t, 0 or 1.
 *   Threads  A handle is used by one thread at a time, except that functions which take it as `const`
 *            may run together. The same input gives the same bits for any number of threads.
 *
 * Conventions of the mathematics (n labels, truth y, prediction h): tp = sum y_i h_i, k = sum h_i,
 * s = sum y_i; a metric is a utility U(tp, k, s, n). Optimal means: of greatest expected utility. Of several
 * k whose values differ by less than rounding the smallest is taken; of tied labels, the smallest index.
 */
#ifndef WALD_H
#define WALD_H

#include <stddef.h>
#include <stdint.h>

#if defined(_WIN32)
#if defined(WALD_BUILDING)
#define WALD_API __declspec(dllexport)
#else
#define WALD_API __declspec(dllimport)
#endif
#elif defined(__GNUC__)
#define WALD_API __attribute__((visibility("default")))
#else
#define WALD_API
#endif

#if defined(__cplusplus) && __cplusplus >= 201103L
#define WALD_NOEXCEPT noexcept
#else
#define WALD_NOEXCEPT
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Values ------------------------------------------------------------------------------------ */

/** What a call came to. Values are never renumbered; new ones are appended. */
typedef int32_t wald_status;
enum {
  WALD_OK = 0,
  WALD_ERROR_ARGUMENT = 1,    /**< An argument is outside its domain. */
  WALD_ERROR_MEMORY = 2,      /**< An allocation failed; the call may be repeated. */
  WALD_ERROR_CAPACITY = 3,    /**< The caller's buffer is too small; *needed says what it takes. */
  WALD_ERROR_UNSUPPORTED = 4, /**< No exact method for this pair of metric and estimator; the message says why. */
  WALD_ERROR_FORMAT = 5,      /**< Text that cannot be read: a metric's name, a saved state. */
  WALD_ERROR_CALLBACK = 6,    /**< A custom metric gave a value that is not finite, or contradicts its declaration. */
  WALD_CANCELLED = 7,         /**< The progress callback asked to stop. */
  WALD_ERROR_INTERNAL = 8     /**< A defect of the library: please report the message. */
};

/** Element type of an array of probabilities or weights. */
typedef int32_t wald_type;
enum { WALD_FLOAT64 = 0, WALD_FLOAT32 = 1 };

/** Element type of the index arrays of a sparse matrix. */
typedef int32_t wald_index_type;
enum { WALD_INT64 = 0, WALD_INT32 = 1 };

/** What is known of the labels. */
typedef int32_t wald_kind;
enum {
  WALD_INDEPENDENT = 0, /**< Marginal probabilities of independent labels. */
  WALD_CATEGORICAL = 1, /**< Probabilities of exclusive labels; what is missing to 1 is P(none). */
  WALD_JOINT = 2,       /**< Weighted label vectors: any joint distribution. */
  WALD_COUNTS = 3       /**< P[i][s] = P(y_i = 1, s labels in all), and P(0). */
};

/** Over what a table of N instances by m labels is decided and averaged. */
typedef int32_t wald_average;
enum {
  WALD_INSTANCE = 0, /**< Each row is a problem of its own (N answers). */
  WALD_MACRO = 1,    /**< Each column is a problem of its own (m answers). */
  WALD_MICRO = 2     /**< The table is one problem of N*m items (1 answer). */
};

/** The numbers of an answer, for wald_decision_facts. */
typedef int32_t wald_fact;
enum {
  WALD_FACT_K = 0,         /**< wald_decision_k */
  WALD_FACT_EXPECTED = 1,  /**< wald_decision_expected */
  WALD_FACT_LOSS = 2,      /**< wald_decision_loss */
  WALD_FACT_BOUND = 3,     /**< wald_decision_bound */
  WALD_FACT_K_LOWEST = 4,  /**< wald_decision_k_range */
  WALD_FACT_K_HIGHEST = 5, /**< wald_decision_k_range */
  WALD_FACT_NEXT_BEST = 6, /**< wald_decision_next_best */
  WALD_FACT_P_ZERO = 7,    /**< wald_decision_p_zero */
  WALD_FACT_ABSTAINED = 8, /**< wald_decision_abstained */
  WALD_FACT_WARNED = 9     /**< 1 where wald_decision_warning has a text, else 0 */
};

/** What a metric is; declared by the caller for a custom one. Where a loss is given, U is its negative. */
typedef int32_t wald_properties;
enum {
  WALD_RISES_IN_TP = 1,       /**< U does not fall when tp rises at the same k and s ("TP-monotone"). */
  WALD_FALLS_IN_K = 2,        /**< U does not rise when k rises at the same tp and s. */
  WALD_RISES_IN_TP_AND_K = 4, /**< U does not fall when tp and k both rise by one at the same s. */
  WALD_LINEAR_IN_TP = 8,      /**< U = a(k,s) tp + g(k,s). */
  WALD_LOSS = 16,             /**< The function is to be minimised. */
  WALD_THREAD_SAFE = 32,      /**< The callback may be called from several threads at once. */
  WALD_DEGENERATE = 64        /**< Read only: without a constraint on k a trivial prediction is optimal. */
};

/** A cell of a mask that belongs to an instance left undecided (wald_options_set_abstain). */
enum { WALD_UNDECIDED = 2 };

typedef struct wald_metric wald_metric;             /**< A utility U(tp, k, s, n). Immutable. */
typedef struct wald_estimator wald_estimator;       /**< What is known of one label vector. */
typedef struct wald_options wald_options;           /**< How to decide. */
typedef struct wald_decision wald_decision;         /**< One answer, or one a row, a column or a table. */
typedef struct wald_distribution wald_distribution; /**< The distribution of a prediction's utility. */

/** A custom metric. Returns U (or the loss), which must be finite, for 0 <= tp <= min(k, s), tp >= k+s-n. */
typedef double (*wald_metric_function)(int64_t tp, int64_t k, int64_t s, int64_t n, void *user);

/** Called on the calling thread during long work with a fraction in [0, 1]; returns nonzero to cancel. */
typedef int32_t (*wald_progress_function)(double fraction, void *user);

/* ---- The library ------------------------------------------------------------------------------- */

/** The release, "major.minor.patch". Static text. @since 0.1 */
WALD_API const char *wald_version(void) WALD_NOEXCEPT;

/** The ABI number, which is the SONAME's: rules in docs/api-stability.md. @since 0.1 */
WALD_API int32_t wald_abi_version(void) WALD_NOEXCEPT;

/** The message of this thread's last failed call, "" after a successful one. Valid until this thread's next
 * call into the library. Calls that cannot fail leave it as it is. @since 0.1 */
WALD_API const char *wald_last_error(void) WALD_NOEXCEPT;

/** The name of a status ("WALD_OK"), or "unknown status". Static text. @since 0.1 */
WALD_API const char *wald_status_name(wald_status status) WALD_NOEXCEPT;

/* ---- Metrics ----------------------------------------------------------------------------------- */

/** A metric by its name: "f1", "fbeta:0.5", "jaccard", "am", "cost:1:5", "lf:...". docs/metrics.md lists all.
 * @param zero_division the value of a rate that is 0/0: 0 or 1 (the convention here and in the literature). @since 0.1
 */
WALD_API wald_status wald_metric_create(const char *name, int32_t zero_division, wald_metric **out) WALD_NOEXCEPT;

/** A metric by callback. `declared` says what it is (wald_properties). Declarations are tested whole for
 * n <= 64, and beyond wherever a decision hangs on them. With nothing declared it is decided by enumeration for
 * small n and refused beyond. Without WALD_THREAD_SAFE it is called on the calling thread only.
 * @param name what messages call it, 1 to 256 bytes; copied. @param user handed to each call. @since 0.1 */
WALD_API wald_status wald_metric_create_callback(wald_metric_function function, void *user, const char *name,
                                                 wald_properties declared, wald_metric **out) WALD_NOEXCEPT;

/** A metric for problems of exactly n labels, by a table of (n+1)^3 values at (tp*(n+1)+k)*(n+1)+s. Only cells
 * with max(0, k+s-n) <= tp <= min(k, s) are read. Its properties are found from the values; what is declared
 * beyond them is an error, except WALD_LOSS, which says that the table is to be minimised. @since 0.1 */
WALD_API wald_status wald_metric_create_table(const double *values, int64_t length, int64_t n, const char *name,
                                              wald_properties declared, wald_metric **out) WALD_NOEXCEPT;

/** @since 0.1 */
WALD_API void wald_metric_destroy(wald_metric *metric) WALD_NOEXCEPT;

/** The canonical name, which wald_metric_create reads back; `needed` counts the terminating 0. @since 0.1 */
WALD_API wald_status wald_metric_name(const wald_metric *metric, char *buffer, int64_t capacity,
                                      int64_t *needed) WALD_NOEXCEPT;

/** The 0/0 value, 0 or 1. @since 0.1 */
WALD_API wald_status wald_metric_zero_division(const wald_metric *metric, int32_t *value) WALD_NOEXCEPT;

/** What the metric is, as far as known. @since 0.1 */
WALD_API wald_status wald_metric_properties(const wald_metric *metric, wald_properties *properties) WALD_NOEXCEPT;

/** U(tp, k, s, n). n >= 1, 0 <= k, s <= n, max(0, k+s-n) <= tp <= min(k, s). @since 0.1 */
WALD_API wald_status wald_metric_utility(const wald_metric *metric, int64_t tp, int64_t k, int64_t s, int64_t n,
                                         double *utility) WALD_NOEXCEPT;

/** The loss that goes with a utility: 1 - U for a named metric; -U for "cost" and for a custom one. @since 0.1 */
WALD_API wald_status wald_metric_loss(const wald_metric *metric, double utility, double *loss) WALD_NOEXCEPT;

/** The metrics by name, for index 0, 1, ...: the pattern of the name ("fbeta:B"), the formula, a sentence on it,
 * and its properties. Past the end WALD_ERROR_ARGUMENT. Static text; any out-parameter may be NULL. @since 0.1 */
WALD_API wald_status wald_metric_list(int64_t index, const char **name, const char **formula, const char **note,
                                      wald_properties *properties) WALD_NOEXCEPT;

/* ---- Options ----------------------------------------------------------------------------------- */

/** Options with every default. Where a function takes options, NULL means the defaults. @since 0.1 */
WALD_API wald_status wald_options_create(wald_options **out) WALD_NOEXCEPT;
/** @since 0.1 */
WALD_API void wald_options_destroy(wald_options *options) WALD_NOEXCEPT;

/** Bounds on the number k of positives in each answer; default -1 (0, or what a learner says: wald_learner_shape) and
 * -1 (no upper bound). An answer of n items needs at_least <= n and at_least <= at_most. @since 0.1 */
WALD_API wald_status wald_options_set_k(wald_options *options, int64_t at_least, int64_t at_most) WALD_NOEXCEPT;

/** The algorithm by name; "auto" (the default) picks the best exact one. docs/algorithms.md lists all. @since 0.1 */
WALD_API wald_status wald_options_set_algorithm(wald_options *options, const char *name) WALD_NOEXCEPT;

/** Over what a table is decided; default WALD_INSTANCE. @since 0.1 */
WALD_API wald_status wald_options_set_average(wald_options *options, wald_average average) WALD_NOEXCEPT;

/** Leaves an instance undecided where its expected loss is above `cost` (finite). Default: never; a NaN puts the
 * default back. @since 0.1 */
WALD_API wald_status wald_options_set_abstain(wald_options *options, double cost) WALD_NOEXCEPT;

/** Threads for a table's rows or columns: 0 means all of the machine's; default 1. @since 0.1 */
WALD_API wald_status wald_options_set_threads(wald_options *options, int32_t threads) WALD_NOEXCEPT;

/** Seed and number of draws (>= 2) where a distribution must be simulated; default 0 and 10000. @since 0.1 */
WALD_API wald_status wald_options_set_draws(wald_options *options, uint64_t seed, int64_t draws) WALD_NOEXCEPT;

/** Progress of long work; NULL for none, the default. @since 0.1 */
WALD_API wald_status wald_options_set_progress(wald_options *options, wald_progress_function function,
                                               void *user) WALD_NOEXCEPT;

/* ---- Estimators: what is known of one label vector --------------------------------------------- */

/** An empty estimator. @param n_labels for WALD_JOINT and WALD_COUNTS the number of labels, 1 to 2^31-1;
 * for the others 0 (feeding them appends labels). @since 0.1 */
WALD_API wald_status wald_estimator_create(wald_kind kind, int64_t n_labels, wald_estimator **out) WALD_NOEXCEPT;
/** @since 0.1 */
WALD_API void wald_estimator_destroy(wald_estimator *estimator) WALD_NOEXCEPT;
/** @since 0.1 */
WALD_API wald_status wald_estimator_copy(const wald_estimator *estimator, wald_estimator **out) WALD_NOEXCEPT;
/** Back to empty, keeping the memory. @since 0.1 */
WALD_API wald_status wald_estimator_clear(wald_estimator *estimator) WALD_NOEXCEPT;

/** Appends n labels to an independent or categorical estimator. A probability lies in [0, 1]; those of a
 * categorical estimator sum to at most 1 (up to 1e-6 more is taken as rounding and scaled away).
 * @param probabilities array of length n and the given stride. @since 0.1 */
WALD_API wald_status wald_estimator_feed_probabilities(wald_estimator *estimator, const void *probabilities,
                                                       wald_type type, int64_t n, int64_t stride) WALD_NOEXCEPT;

/** Adds weighted label vectors to a joint estimator.
 * @param vectors mask of n_rows by n_labels, n_labels that of the estimator.
 * @param weights array of length n_rows, finite and >= 0, or NULL for 1 each. @since 0.1 */
WALD_API wald_status wald_estimator_feed_vectors(wald_estimator *estimator, const uint8_t *vectors, int64_t n_rows,
                                                 int64_t n_labels, int64_t row_stride, int64_t label_stride,
                                                 const void *weights, wald_type type,
                                                 int64_t weight_stride) WALD_NOEXCEPT;

/** The same from the positions of the ones in compressed rows: row r holds indices[indptr[r] .. indptr[r+1]-1],
 * each in [0, n_labels), each once, in any order. @param indptr array of length n_rows+1. @since 0.1 */
WALD_API wald_status wald_estimator_feed_sparse_vectors(wald_estimator *estimator, const void *indptr,
                                                        const void *indices, wald_index_type index_type, int64_t n_rows,
                                                        const void *weights, wald_type type,
                                                        int64_t weight_stride) WALD_NOEXCEPT;

/** Adds a weighted table to a counts estimator, which holds the weighted mean of all it was fed.
 * @param table P[i][s] for s = 1 ... max_s at table[i*label_stride + (s-1)*s_stride]; each in [0, 1], each label's
 *        sum at most 1. It need not be consistent over labels, as tables predicted label by label are not.
 * @param p_zero P(no label), in [0, 1].
 * @param p_s P(s) for s = 1 ... max_s, of the table's type and stride 1, or NULL: then metrics that need P(s) take
 *        it from sum_i P[i][s] / s where that is a distribution, and are refused where it is not.
 * @param weight finite and > 0. @since 0.1 */
WALD_API wald_status wald_estimator_feed_counts(wald_estimator *estimator, const void *table, wald_type type,
                                                int64_t n_labels, int64_t max_s, int64_t label_stride, int64_t s_stride,
                                                double p_zero, const void *p_s, double weight) WALD_NOEXCEPT;

/** Adds `other` to `estimator`: joint with joint (union of weighted vectors), counts with counts (weighted mean, from
 * sums of twice the digits of a double). The order of merging does not show. Other kinds are refused, with the reason.
 * @since 0.1 */
WALD_API wald_status wald_estimator_merge(wald_estimator *estimator, const wald_estimator *other) WALD_NOEXCEPT;

/** The counts of any estimator, which serve metrics linear in tp; for an independent one O(n^1.5) numbers, without the
 * tails, which hold about 1e-17. @since 0.1 */
WALD_API wald_status wald_estimator_to_counts(const wald_estimator *estimator, wald_estimator **out) WALD_NOEXCEPT;

/** @since 0.1 */
WALD_API wald_status wald_estimator_kind(const wald_estimator *estimator, wald_kind *kind) WALD_NOEXCEPT;
/** The number of labels. @since 0.1 */
WALD_API wald_status wald_estimator_n_labels(const wald_estimator *estimator, int64_t *n_labels) WALD_NOEXCEPT;
/** The number of weighted vectors or tables fed; for the other kinds 1, or 0 while empty. @since 0.1 */
WALD_API wald_status wald_estimator_n_fed(const wald_estimator *estimator, int64_t *n_fed) WALD_NOEXCEPT;
/** The sum of the weights fed to a joint or counts estimator; for the others 1, or 0 while empty. @since 0.1 */
WALD_API wald_status wald_estimator_total_weight(const wald_estimator *estimator, double *weight) WALD_NOEXCEPT;

/** P(y_i = 1) for each label. @param out array of length [n_labels]. @since 0.1 */
WALD_API wald_status wald_estimator_marginals(const wald_estimator *estimator, double *out, int64_t capacity,
                                              int64_t *needed) WALD_NOEXCEPT;

/** The likeliest label vector and its probability. Of tied vectors the one with fewest ones, then with the smallest
 * indices. Not for counts. @param out mask of length [n_labels]. @param probability may be NULL. @since 0.1 */
WALD_API wald_status wald_estimator_mode(const wald_estimator *estimator, uint8_t *out, int64_t capacity,
                                         int64_t *needed, double *probability) WALD_NOEXCEPT;

/** P(s) for s = 0 ... n_labels. @param out array of length [n_labels + 1]. @since 0.1 */
WALD_API wald_status wald_estimator_size_distribution(const wald_estimator *estimator, double *out, int64_t capacity,
                                                      int64_t *needed) WALD_NOEXCEPT;

/** The table of a counts estimator, P[i][s] for s = 1 ... max_s; what lies beyond max_s must be 0.
 * @param table room for n_labels by max_s. @param p_zero may be NULL. @since 0.1 */
WALD_API wald_status wald_estimator_table(const wald_estimator *estimator, double *table, int64_t n_labels,
                                          int64_t max_s, int64_t label_stride, int64_t s_stride,
                                          double *p_zero) WALD_NOEXCEPT;

/** The greatest s with a nonzero P[i][s]. Counts only. @since 0.1 */
WALD_API wald_status wald_estimator_max_s(const wald_estimator *estimator, int64_t *max_s) WALD_NOEXCEPT;

/** Draws label vectors; the same seed gives the same draws, whatever the order of feeding. Not for counts.
 * @param out mask of n_draws by n_labels. @since 0.1 */
WALD_API wald_status wald_estimator_draw(const wald_estimator *estimator, uint64_t seed, int64_t n_draws, uint8_t *out,
                                         int64_t row_stride, int64_t label_stride) WALD_NOEXCEPT;

/** The state as text (JSON with one item a line, versioned); `needed` counts bytes without a terminating 0. @since 0.1
 */
WALD_API wald_status wald_estimator_save(const wald_estimator *estimator, char *buffer, int64_t capacity,
                                         int64_t *needed) WALD_NOEXCEPT;
/** Reads what wald_estimator_save wrote, to the same bits. Any other text is an error that says what is wrong with it.
 * @since 0.1 */
WALD_API wald_status wald_estimator_load(const char *text, int64_t length, wald_estimator **out) WALD_NOEXCEPT;

/* ---- Decisions --------------------------------------------------------------------------------- */

/** An empty decision; reused from call to call it keeps its memory, so that deciding on an independent estimator of
 * some labels (F_beta, Jaccard and sums over the labels up to 2047) stops allocating once it has grown. @since 0.1 */
WALD_API wald_status wald_decision_create(wald_decision **out) WALD_NOEXCEPT;
/** @since 0.1 */
WALD_API void wald_decision_destroy(wald_decision *decision) WALD_NOEXCEPT;

/** The optimal prediction for one problem: one answer in `decision`. @since 0.1 */
WALD_API wald_status wald_decide(const wald_metric *metric, const wald_estimator *estimator,
                                 const wald_options *options, wald_decision *decision) WALD_NOEXCEPT;

/** The optimal predictions for a table of probabilities, by the average of the options: n_rows, n_labels or 1 answers.
 * @param kind WALD_INDEPENDENT, or WALD_CATEGORICAL (each row exclusive; instance and macro only).
 * @param probabilities n_rows by n_labels, at i*row_stride + j*label_stride.
 * @param mask n_rows by n_labels, to be filled with 0, 1 or WALD_UNDECIDED; or NULL.
 * @param expected array of length [number of answers], to be filled with expected utilities; or NULL.
 * @param decision to hold every answer with its details; or NULL. @since 0.1 */
WALD_API wald_status wald_decide_rows(const wald_metric *metric, wald_kind kind, const void *probabilities,
                                      wald_type type, int64_t n_rows, int64_t n_labels, int64_t row_stride,
                                      int64_t label_stride, const wald_options *options, uint8_t *mask,
                                      int64_t mask_row_stride, int64_t mask_label_stride, double *expected,
                                      wald_decision *decision) WALD_NOEXCEPT;

/** The same for compressed rows of 1 to 2^31-1 labels, where an absent probability is 0. Answers are read from
 * `decision` by their indices.
 * @param indptr array of length n_rows+1. @param indices columns, each at most once a row, in any order. @since 0.1 */
WALD_API wald_status wald_decide_csr(const wald_metric *metric, wald_kind kind, const void *indptr, const void *indices,
                                     wald_index_type index_type, const void *probabilities, wald_type type,
                                     int64_t n_rows, int64_t n_labels, const wald_options *options, double *expected,
                                     wald_decision *decision) WALD_NOEXCEPT;

/** The number of answers held. @since 0.1 */
WALD_API wald_status wald_decision_count(const wald_decision *decision, int64_t *count) WALD_NOEXCEPT;
/** The number n of items each answer is over: labels; rows for macro; row*n_labels + column for micro. @since 0.1 */
WALD_API wald_status wald_decision_n(const wald_decision *decision, int64_t *n) WALD_NOEXCEPT;
/** The positive items of an answer, ascending. @param out array of length [k]. @since 0.1 */
WALD_API wald_status wald_decision_indices(const wald_decision *decision, int64_t answer, int64_t *out,
                                           int64_t capacity, int64_t *needed) WALD_NOEXCEPT;
/** An answer as a mask. @param out array of length [n]. @since 0.1 */
WALD_API wald_status wald_decision_mask(const wald_decision *decision, int64_t answer, uint8_t *out, int64_t capacity,
                                        int64_t *needed) WALD_NOEXCEPT;
/** The number of positives. @since 0.1 */
WALD_API wald_status wald_decision_k(const wald_decision *decision, int64_t answer, int64_t *k) WALD_NOEXCEPT;
/** The expected utility of the answer. Also set where the instance is left undecided. @since 0.1 */
WALD_API wald_status wald_decision_expected(const wald_decision *decision, int64_t answer,
                                            double *expected) WALD_NOEXCEPT;
/** The expected loss (wald_metric_loss). @since 0.1 */
WALD_API wald_status wald_decision_loss(const wald_decision *decision, int64_t answer, double *loss) WALD_NOEXCEPT;
/** A proved upper limit on (optimal expected utility - expected utility of the answer), rounding included. Where an
 * algorithm that was asked for by name proves nothing it is what the metric's range leaves. @since 0.1 */
WALD_API wald_status wald_decision_bound(const wald_decision *decision, int64_t answer, double *bound) WALD_NOEXCEPT;
/** The range of k that the values found and their errors do not exclude from being optimal; it holds the answer's. -1
 * and -1 where it was not computed. @since 0.1 */
WALD_API wald_status wald_decision_k_range(const wald_decision *decision, int64_t answer, int64_t *lowest,
                                           int64_t *highest) WALD_NOEXCEPT;
/** The best expected utility at any other k; NaN where it was not computed. @since 0.1 */
WALD_API wald_status wald_decision_next_best(const wald_decision *decision, int64_t answer,
                                             double *value) WALD_NOEXCEPT;
/** P(no positive at all), which is what undefined cells of rare problems hang on. @since 0.1 */
WALD_API wald_status wald_decision_p_zero(const wald_decision *decision, int64_t answer,
                                          double *probability) WALD_NOEXCEPT;
/** 1 where the instance was left undecided, else 0. @since 0.1 */
WALD_API wald_status wald_decision_abstained(const wald_decision *decision, int64_t answer,
                                             int32_t *abstained) WALD_NOEXCEPT;
/** The name of the algorithm that ran. Static text. @since 0.1 */
WALD_API wald_status wald_decision_algorithm(const wald_decision *decision, int64_t answer,
                                             const char **name) WALD_NOEXCEPT;
/** What the caller should know of this answer, "" where there is nothing. Static text. @since 0.1 */
WALD_API wald_status wald_decision_warning(const wald_decision *decision, int64_t answer,
                                           const char **text) WALD_NOEXCEPT;

/** One number of every answer, as its getter gives it; whole numbers too come as doubles.
 * @param out array of length [count]. @since 0.1 */
WALD_API wald_status wald_decision_facts(const wald_decision *decision, wald_fact fact, double *out, int64_t capacity,
                                         int64_t *needed) WALD_NOEXCEPT;
/** The positive items of every answer, in compressed rows: those of answer a are indices[indptr[a] ... indptr[a+1]-1],
 * ascending. @param indptr array of length count+1, filled by a query too; or NULL.
 * @param indices array of length [sum of all k]. @since 0.1 */
WALD_API wald_status wald_decision_csr(const wald_decision *decision, int64_t *indptr, int64_t *indices,
                                       int64_t capacity, int64_t *needed) WALD_NOEXCEPT;

/** The expected utility of the best prediction at each k = 0 ... n; NaN at a k that the options rule out.
 * @param out array of length [n + 1]. @since 0.1 */
WALD_API wald_status wald_curve(const wald_metric *metric, const wald_estimator *estimator, const wald_options *options,
                                double *out, int64_t capacity, int64_t *needed) WALD_NOEXCEPT;

/** The expected utility of any prediction. @param mask array of length n with a stride, n the number of labels.
 * @param error a proved limit on the absolute error of *expected; may be NULL. @since 0.1 */
WALD_API wald_status wald_expected(const wald_metric *metric, const wald_estimator *estimator, const uint8_t *mask,
                                   int64_t n, int64_t stride, const wald_options *options, double *expected,
                                   double *error) WALD_NOEXCEPT;

/** How much expected utility a prediction gives away against the optimum within the constraints of the options: 0 where
 * it gives away none, also where it beats that optimum by breaking the constraints, or where rounding hides it. The
 * true regret is at most *regret + *bound; *bound may be NULL. @since 0.1 */
WALD_API wald_status wald_regret(const wald_metric *metric, const wald_estimator *estimator, const uint8_t *mask,
                                 int64_t n, int64_t stride, const wald_options *options, double *regret,
                                 double *bound) WALD_NOEXCEPT;

/** Expected utility and regret of given predictions on a table, by the average of the options.
 * @param mask n_rows by n_labels. @param expected, regret arrays of length [number of answers]; either may be NULL.
 * @since 0.1 */
WALD_API wald_status wald_expected_rows(const wald_metric *metric, wald_kind kind, const void *probabilities,
                                        wald_type type, int64_t n_rows, int64_t n_labels, int64_t row_stride,
                                        int64_t label_stride, const uint8_t *mask, int64_t mask_row_stride,
                                        int64_t mask_label_stride, const wald_options *options, double *expected,
                                        double *regret) WALD_NOEXCEPT;

/** What predictions were worth: the metric's value on known truth, by average. Instance and macro give the (weighted)
 * mean over rows or columns. Rows with WALD_UNDECIDED are left out and counted.
 * @param truth, prediction masks of n_rows by n_labels. @param weights of the rows, array of length n_rows, finite and
 *        >= 0, not all 0; or NULL for 1 each (with weights, custom metrics are refused but for the instance average).
 * @param value NaN where every row is undecided. @param n_undecided may be NULL. @since 0.1 */
WALD_API wald_status wald_evaluate(const wald_metric *metric, wald_average average, int64_t n_rows, int64_t n_labels,
                                   const uint8_t *truth, int64_t truth_row_stride, int64_t truth_label_stride,
                                   const uint8_t *prediction, int64_t prediction_row_stride,
                                   int64_t prediction_label_stride, const void *weights, wald_type type,
                                   int64_t weight_stride, double *value, int64_t *n_undecided) WALD_NOEXCEPT;

/* ---- The distribution of a prediction's utility ------------------------------------------------- */

/** @since 0.1 */
WALD_API wald_status wald_distribution_create(wald_distribution **out) WALD_NOEXCEPT;
/** @since 0.1 */
WALD_API void wald_distribution_destroy(wald_distribution *distribution) WALD_NOEXCEPT;
/** Computes it: exactly where the pair of metric and estimator allows, else from seeded draws. Not for counts, which
 * do not determine it. @param mask array of length n with a stride. @since 0.1 */
WALD_API wald_status wald_distribution_compute(wald_distribution *distribution, const wald_metric *metric,
                                               const wald_estimator *estimator, const uint8_t *mask, int64_t n,
                                               int64_t stride, const wald_options *options) WALD_NOEXCEPT;
/** Mean, standard deviation, and the mean's standard error (0 where exact); each may be NULL. @since 0.1 */
WALD_API wald_status wald_distribution_moments(const wald_distribution *distribution, double *mean, double *sd,
                                               double *standard_error) WALD_NOEXCEPT;
/** The number of draws; 0 where the distribution is exact. @since 0.1 */
WALD_API wald_status wald_distribution_draws(const wald_distribution *distribution, int64_t *draws) WALD_NOEXCEPT;
/** The smallest u with P(utility <= u) >= q, for q in [0, 1]. @since 0.1 */
WALD_API wald_status wald_distribution_quantile(const wald_distribution *distribution, double q,
                                                double *u) WALD_NOEXCEPT;
/** P(utility >= u), and its standard error (0 where exact; may be NULL). @since 0.1 */
WALD_API wald_status wald_distribution_at_least(const wald_distribution *distribution, double u, double *probability,
                                                double *standard_error) WALD_NOEXCEPT;
/** The values that the utility takes, ascending, and their probabilities. @param values, probabilities arrays of
 * length [number of values]. @since 0.1 */
WALD_API wald_status wald_distribution_atoms(const wald_distribution *distribution, double *values,
                                             double *probabilities, int64_t capacity, int64_t *needed) WALD_NOEXCEPT;

/* ---- Thresholds: values ------------------------------------------------------------------------ */
/* Which scores of one classifier or several flag a row. Source: Robles et al. (2020), repaired: docs/thresholds.md. A
 * threshold of +inf flags nothing, not even a score of +inf. */

/** How several classifiers flag a row: where score d is at or above threshold d for any d, or for every d. */
typedef int32_t wald_rule;
enum { WALD_RULE_OR = 0, WALD_RULE_AND = 1 };

/** In an array of labels 0 and 1: a row that nobody looked at. */
enum { WALD_NOT_RATED = 2 };

/** What thresholds are to reach; every goal within all limits that are set. */
typedef int32_t wald_goal;
enum {
  WALD_GOAL_AUTO = 0,   /**< What was set says it: a metric, a cost ratio, a recall (fewest FP), another limit (most
                             TP); with none of them F1. */
  WALD_GOAL_METRIC = 1, /**< The greatest value of the metric; F1 where none is set. */
  WALD_GOAL_NET_BENEFIT = 2, /**< The greatest TP - FP/cost_ratio. */
  WALD_GOAL_MOST_TP = 3,     /**< The most true positives; needs a limit on precision, FP or alerts. */
  WALD_GOAL_FEWEST_FP = 4    /**< The fewest false positives; needs a limit on recall. */
};

/** Numbers that thresholds are chosen by, for wald_threshold_options_set. */
typedef int32_t wald_threshold_setting;
enum {
  WALD_SETTING_COST_RATIO = 0,         /**< False positives that one more true positive is worth; finite, above 0. */
  WALD_SETTING_MARGINAL_PRECISION = 1, /**< q in (0, 1), another way to say cost_ratio = (1-q)/q: an alert pays as long
                                            as it is right with probability q. Of the two what is set last holds. */
  WALD_SETTING_MIN_PRECISION = 2,      /**< Precision at least this; in [0, 1]. */
  WALD_SETTING_CONFIDENCE = 3, /**< The limit on precision holds for its lower Clopper-Pearson limit of this level,
                                    in (0, 1), or with 0 for the point estimate. Default 0.9 for one classifier,
                                    0.975 for several, or several labels. */
  WALD_SETTING_MIN_RECALL = 4, /**< Recall at least this; in [0, 1]. */
  WALD_SETTING_MAX_FP = 5,     /**< Weight of false positives at most this; at least 0. */
  WALD_SETTING_MAX_ALERTS = 6, /**< Weight of TP + FP at most this; at least 0. */
  WALD_SETTING_POSITIVES = 7,  /**< Weight of all positives, known from elsewhere: recall and F need it where some
                                    rows were not rated. Default: counted. */
  WALD_SETTING_BOOTSTRAP = 8, /**< Samples drawn anew, in each of which thresholds are chosen, for their limits; default
                                   0. */
  WALD_SETTING_BOOTSTRAP_CELLS = 9,   /**< Cells that they are drawn on, at least 4; default 10000. */
  WALD_SETTING_LEVEL = 10,            /**< Of all intervals, in (0, 1); default 0.95. */
  WALD_SETTING_FOLDS = 11,            /**< Of the cross-fitted estimate: 0 (the default: none) or at least 2. */
  WALD_SETTING_SMOOTHING_ROUNDS = 12, /**< At least 1; default 25. */
  WALD_SETTING_DROPOUT = 13,          /**< Share of the edges that a round leaves out, in [0, 1); default 0.2. */
  WALD_SETTING_GRID = 14,          /**< Levels a classifier of "path-equal" and "analytic", at least 2; default 100. */
  WALD_SETTING_BASELINES = 15,     /**< 1 (the default) to compute "best-single" and "stacked" beside, or 0. */
  WALD_SETTING_LATTICE_CELLS = 16, /**< Above this many cells of a lattice, default 2^23, ... */
  WALD_SETTING_PAIR_CELLS = 17,    /**< ... pairs of scores of two classifiers, default 2^31, ... */
  WALD_SETTING_ASCENT_LEVELS = 18, /**< ... or scores a classifier of the ascent, default 4096, quantiles stand for
                                        all scores of positives, and the answer says so. At least 4, 4 and 3. */
  WALD_SETTING_THREADS = 19        /**< As wald_options_set_threads; default 1. */
};

/** Against overfitting: thresholds that are the median of those of many rounds. */
typedef int32_t wald_smoothing;
enum {
  WALD_SMOOTHING_NONE = 0,
  WALD_SMOOTHING_BAGGED = 1, /**< On samples drawn anew; with "direct". */
  WALD_SMOOTHING_DROPOUT = 2 /**< On lattices that lost edges; with "path" and "path-equal". */
};

/** The numbers of chosen thresholds. NaN where unknown: recall without a number of positives, precision without an
 * alert.
 */
typedef int32_t wald_threshold_fact;
enum {
  WALD_THRESHOLD_FEASIBLE = 0,  /**< 1, or 0 where a recall is out of reach (the nearest point is the answer), or
                                     smoothed thresholds break a limit. */
  WALD_THRESHOLD_TP = 1,        /**< Weight of the positives that are flagged; */
  WALD_THRESHOLD_FP = 2,        /**< of the negatives that are; */
  WALD_THRESHOLD_UNRATED = 3,   /**< of the rows that nobody looked at and that are; they count for nothing else. */
  WALD_THRESHOLD_POSITIVES = 4, /**< Of all positives. */
  WALD_THRESHOLD_PRECISION = 5, /**< TP/(TP + FP) */
  WALD_THRESHOLD_RECALL = 6,    /**< TP/positives */
  WALD_THRESHOLD_VALUE = 7,     /**< Of the goal: the metric, TP - FP/cost_ratio, TP, or FP. */
  WALD_THRESHOLD_MARGINAL_PRECISION = 8,      /**< Share of true positives among the alerts gained last, on the concave
                                                   hull of the frontier; */
  WALD_THRESHOLD_NEXT_MARGINAL_PRECISION = 9, /**< among those to be gained next. */
  WALD_THRESHOLD_CROSS_TP = 10,        /**< The same, each row counted at thresholds that were chosen without it; NaN */
  WALD_THRESHOLD_CROSS_FP = 11,        /**< without folds. */
  WALD_THRESHOLD_CROSS_PRECISION = 12, /**< */
  WALD_THRESHOLD_CROSS_RECALL = 13,    /**< */
  WALD_THRESHOLD_CROSS_VALUE = 14,     /**< */
  WALD_THRESHOLD_INTERCEPT = 15,       /**< "stacked" flags where intercept + sum_d coefficients[d] s_d is at least */
  WALD_THRESHOLD_STACKED = 16          /**< this; NaN for the other methods. */
};

/** Numbers of chosen thresholds that there is one of for each classifier. */
typedef int32_t wald_threshold_array;
enum {
  WALD_ARRAY_THRESHOLDS = 0, /**< +inf (rule "or", or nothing flagged) or -inf ("and") switches a classifier off; NaN
                                for "stacked". */
  WALD_ARRAY_NEXT_LOWER = 1, /**< Thresholds above these, up to the chosen ones, flag the same rows. */
  WALD_ARRAY_LOW = 2, /**< Limits of the thresholds where WALD_SETTING_BOOTSTRAP is above 0; else, for the baselines and
                           for "stacked", empty. */
  WALD_ARRAY_HIGH = 3,
  WALD_ARRAY_COEFFICIENTS = 4 /**< Of "stacked"; empty for the other methods. */
};

/** What a user should know of chosen thresholds. */
typedef int32_t wald_threshold_flags;
enum {
  WALD_NOTHING_FLAGGED = 1,
  WALD_EVERYTHING_FLAGGED = 2,  /**< Every rated row. */
  WALD_TARGET_NOT_ATTAINED = 4, /**< No alert is worth its cost, or the limits leave none. */
  WALD_RECALL_OUT_OF_REACH = 8, /**< Not feasible; the nearest point is reported. */
  WALD_FEW_POSITIVES = 16,      /**< Fewer than 50 rows. */
  WALD_SATURATED_SCORES = 32,   /**< A classifier gives its positives fewer than 10 distinct scores. */
  WALD_IN_SAMPLE_SCORES = 64,   /**< A classifier separates the labels without error: was it trained on these rows? */
  WALD_INVERTED_SCORES = 128,   /**< A classifier ranks negatives above positives, more than by chance. */
  WALD_QUANTILE_LEVELS = 256,   /**< Quantiles stood for all scores of positives. */
  WALD_LOCAL_OPTIMUM = 512,     /**< Not proved to be the best of all thresholds. */
  WALD_UNRATED_FLAGGED = 1024,  /**< Rows that nobody looked at are flagged. */
  WALD_ONLY_POSITIVES = 2048,   /**< No rated row is negative. */
  WALD_CONSTRAINT_MISSED = 4096 /**< Smoothed thresholds break a limit that the sample's own best ones keep. */
};

/** The numbers of a frontier's operating points as a whole. Areas are shares of what a perfect rule reaches, under the
 * steps or the concave hull. NaN where they hang on a number of positives that is unknown. */
typedef int32_t wald_frontier_fact;
enum {
  WALD_FRONTIER_EXACT = 0,         /**< 1 where no thresholds at all reach a better point, else 0. */
  WALD_FRONTIER_QUANTILES = 1,     /**< 1 where quantiles stood for all scores of positives, else 0. */
  WALD_FRONTIER_LOCAL_OPTIMUM = 2, /**< 1 or 0 */
  WALD_FRONTIER_POSITIVES = 3,     /**< Weight of all positives; */
  WALD_FRONTIER_NEGATIVES = 4,     /**< of all negatives; NaN where rows below rated_from were not fed. */
  WALD_FRONTIER_PN_AREA = 5,       /**< TP against FP, up to the FP that thresholds can reach; */
  WALD_FRONTIER_PN_HULL_AREA = 6,
  WALD_FRONTIER_ROC_AREA = 7, /**< recall against FP/negatives; */
  WALD_FRONTIER_ROC_HULL_AREA = 8,
  WALD_FRONTIER_PR_AREA = 9 /**< precision times the gain in recall, summed over these points; at least the
                                 average precision, which counts all thresholds. */
};

typedef struct wald_frontier wald_frontier; /**< Rows with scores, labels and weights. */
typedef struct wald_threshold_options
    wald_threshold_options;                     /**< What thresholds are to reach, and how they are found. */
typedef struct wald_thresholds wald_thresholds; /**< Chosen thresholds. Immutable. */
typedef struct wald_operating_points wald_operating_points; /**< A frontier's points (FP, TP). Immutable. */

/* ---- Thresholds: rows -------------------------------------------------------------------------- */

/** A frontier without rows. @param n_scores the number of classifiers, 1 to 64. @param rated_from array of length
 * n_scores: the score of each classifier below which nothing was labelled, and no threshold goes (-inf: none); or NULL.
 * @since 0.1 */
WALD_API wald_status wald_frontier_create(int64_t n_scores, wald_rule rule, const double *rated_from,
                                          wald_frontier **out) WALD_NOEXCEPT;
/** @since 0.1 */
WALD_API void wald_frontier_destroy(wald_frontier *frontier) WALD_NOEXCEPT;
/** @since 0.1 */
WALD_API wald_status wald_frontier_copy(const wald_frontier *frontier, wald_frontier **out) WALD_NOEXCEPT;
/** Back to no rows. @since 0.1 */
WALD_API wald_status wald_frontier_clear(wald_frontier *frontier) WALD_NOEXCEPT;

/** Adds rows; how they are ordered and split over calls does not show. A call that fails adds none.
 * @param scores n_rows by n_scores, n_scores that of the frontier; no NaN. @param labels array of length n_rows and the
 *        given stride: 0, 1 or WALD_NOT_RATED.
 * @param weights array of length n_rows, finite and >= 0, or NULL for 1 each. A row of weight 0 counts for nothing.
 * @since 0.1 */
WALD_API wald_status wald_frontier_feed(wald_frontier *frontier, const void *scores, wald_type type, int64_t n_rows,
                                        int64_t n_scores, int64_t row_stride, int64_t score_stride,
                                        const uint8_t *labels, int64_t label_stride, const void *weights,
                                        wald_type weight_type, int64_t weight_stride) WALD_NOEXCEPT;
/** Adds the rows of `other`, which has the same number of scores, rule and rated_from. @since 0.1 */
WALD_API wald_status wald_frontier_merge(wald_frontier *frontier, const wald_frontier *other) WALD_NOEXCEPT;

/** @since 0.1 */
WALD_API wald_status wald_frontier_n_scores(const wald_frontier *frontier, int64_t *n_scores) WALD_NOEXCEPT;
/** @since 0.1 */
WALD_API wald_status wald_frontier_rule(const wald_frontier *frontier, wald_rule *rule) WALD_NOEXCEPT;
/** @param out array of length [n_scores]; -inf where there is no cut. @since 0.1 */
WALD_API wald_status wald_frontier_rated_from(const wald_frontier *frontier, double *out, int64_t capacity,
                                              int64_t *needed) WALD_NOEXCEPT;
/** The number of rows of a weight above 0, and the weights of those labelled 1, 0, and not at all (or below every
 * rated_from); each may be NULL. @since 0.1 */
WALD_API wald_status wald_frontier_totals(const wald_frontier *frontier, int64_t *n_rows, double *positives,
                                          double *negatives, double *unrated) WALD_NOEXCEPT;
/** The weights that any thresholds flag, by label; each may be NULL. @param thresholds array of length n_scores, no
 * NaN.
 * @since 0.1 */
WALD_API wald_status wald_frontier_count(const wald_frontier *frontier, const double *thresholds, int64_t n_scores,
                                         double *tp, double *fp, double *unrated) WALD_NOEXCEPT;
/** The area under one classifier's own ROC curve: the share of the pairs of a positive and a negative that it ranks
 * rightly, ties by half. NaN without both labels. @param score in [0, n_scores). @since 0.1 */
WALD_API wald_status wald_frontier_auc(const wald_frontier *frontier, int64_t score, double *auc) WALD_NOEXCEPT;

/** The rows as text (JSON, versioned), the same for every order of feeding; `needed` counts bytes without a terminating
 * 0. @since 0.1 */
WALD_API wald_status wald_frontier_save(const wald_frontier *frontier, char *buffer, int64_t capacity,
                                        int64_t *needed) WALD_NOEXCEPT;
/** Reads what wald_frontier_save wrote, to the same bits. Any other text is an error that says what is wrong with it.
 * @since 0.1 */
WALD_API wald_status wald_frontier_load(const char *text, int64_t length, wald_frontier **out) WALD_NOEXCEPT;

/* ---- Thresholds: what is asked ----------------------------------------------------------------- */

/** Options with every default; where a function takes them, NULL means the defaults: the greatest F1. @since 0.1 */
WALD_API wald_status wald_threshold_options_create(wald_threshold_options **out) WALD_NOEXCEPT;
/** @since 0.1 */
WALD_API void wald_threshold_options_destroy(wald_threshold_options *options) WALD_NOEXCEPT;
/** Default WALD_GOAL_AUTO. @since 0.1 */
WALD_API wald_status wald_threshold_options_set_goal(wald_threshold_options *options, wald_goal goal) WALD_NOEXCEPT;
/** The metric to be greatest: a named one that rises with TP and falls with FP. It is copied; NULL for none. @since 0.1
 */
WALD_API wald_status wald_threshold_options_set_metric(wald_threshold_options *options,
                                                       const wald_metric *metric) WALD_NOEXCEPT;
/** "direct" (the default: the best of all thresholds), "path", "path-equal", "analytic", "stacked" or "best-single":
 * docs/thresholds.md. @since 0.1 */
WALD_API wald_status wald_threshold_options_set_method(wald_threshold_options *options, const char *name) WALD_NOEXCEPT;
/** Default WALD_SMOOTHING_NONE. @since 0.1 */
WALD_API wald_status wald_threshold_options_set_smoothing(wald_threshold_options *options,
                                                          wald_smoothing smoothing) WALD_NOEXCEPT;
/** One number; NaN puts its default back. What hangs on several settings is checked where they are used. @since 0.1 */
WALD_API wald_status wald_threshold_options_set(wald_threshold_options *options, wald_threshold_setting setting,
                                                double value) WALD_NOEXCEPT;
/** Of bootstrap, folds and smoothing; default 0. @since 0.1 */
WALD_API wald_status wald_threshold_options_set_seed(wald_threshold_options *options, uint64_t seed) WALD_NOEXCEPT;
/** As wald_options_set_progress. @since 0.1 */
WALD_API wald_status wald_threshold_options_set_progress(wald_threshold_options *options,
                                                         wald_progress_function function, void *user) WALD_NOEXCEPT;

/* ---- Thresholds: the answer -------------------------------------------------------------------- */

/** Chooses thresholds. Refused where no row is positive, and where the goal or a limit needs a number of positives that
 * is neither counted nor set. @since 0.1 */
WALD_API wald_status wald_frontier_choose(const wald_frontier *frontier, const wald_threshold_options *options,
                                          wald_thresholds **out) WALD_NOEXCEPT;
/** @since 0.1 */
WALD_API void wald_thresholds_destroy(wald_thresholds *thresholds) WALD_NOEXCEPT;

/** The number of answers: the one asked for, which is answer 0 below, and the baselines beside it. @since 0.1 */
WALD_API wald_status wald_thresholds_count(const wald_thresholds *thresholds, int64_t *count) WALD_NOEXCEPT;
/** @param out array of length [n_scores], or [0] where an answer has none. @since 0.1 */
WALD_API wald_status wald_thresholds_array(const wald_thresholds *thresholds, int64_t answer,
                                           wald_threshold_array which, double *out, int64_t capacity,
                                           int64_t *needed) WALD_NOEXCEPT;
/** @since 0.1 */
WALD_API wald_status wald_thresholds_fact(const wald_thresholds *thresholds, int64_t answer, wald_threshold_fact fact,
                                          double *value) WALD_NOEXCEPT;
/** An interval for a fact at these thresholds: of Clopper and Pearson where rows with the same label weigh the same,
 * else approximate, at the effective number of rows; NaN and NaN where a fact has none. That the thresholds were chosen
 * as the best of many it does not know: see docs/thresholds.md. @param exact 1 or 0; may be NULL. @since 0.1 */
WALD_API wald_status wald_thresholds_interval(const wald_thresholds *thresholds, int64_t answer,
                                              wald_threshold_fact fact, double *low, double *high,
                                              int32_t *exact) WALD_NOEXCEPT;
/** @since 0.1 */
WALD_API wald_status wald_thresholds_flags(const wald_thresholds *thresholds, int64_t answer,
                                           wald_threshold_flags *flags) WALD_NOEXCEPT;
/** The name of the method. Static text. @since 0.1 */
WALD_API wald_status wald_thresholds_method(const wald_thresholds *thresholds, int64_t answer,
                                            const char **name) WALD_NOEXCEPT;
/** What was asked, in words: "most true positives with fp <= 20". Valid as long as `thresholds` is. @since 0.1 */
WALD_API wald_status wald_thresholds_objective(const wald_thresholds *thresholds, const char **text) WALD_NOEXCEPT;
/** The name of a fact ("marginal_precision"), or "". Static text. @since 0.1 */
WALD_API const char *wald_threshold_fact_name(wald_threshold_fact fact) WALD_NOEXCEPT;
/** The name of a single flag ("nothing_flagged"), or "". Static text. @since 0.1 */
WALD_API const char *wald_threshold_flag_name(wald_threshold_flags flag) WALD_NOEXCEPT;

/** Which rows an answer flags, by 1, else 0. @param scores n_rows by n_scores, no NaN. @param out array of length
 * n_rows and the given stride. @since 0.1 */
WALD_API wald_status wald_thresholds_apply(const wald_thresholds *thresholds, int64_t answer, const void *scores,
                                           wald_type type, int64_t n_rows, int64_t n_scores, int64_t row_stride,
                                           int64_t score_stride, uint8_t *out, int64_t out_stride) WALD_NOEXCEPT;
/** The same by thresholds from anywhere. @param thresholds array of length n_scores, no NaN. @since 0.1 */
WALD_API wald_status wald_apply_thresholds(const double *thresholds, wald_rule rule, const void *scores, wald_type type,
                                           int64_t n_rows, int64_t n_scores, int64_t row_stride, int64_t score_stride,
                                           uint8_t *out, int64_t out_stride) WALD_NOEXCEPT;

/* ---- Thresholds: the frontier itself ----------------------------------------------------------- */

/** Every point that no other one beats in both TP and FP, by the method of the options. @since 0.1 */
WALD_API wald_status wald_operating_points_create(const wald_frontier *frontier, const wald_threshold_options *options,
                                                  wald_operating_points **out) WALD_NOEXCEPT;
/** @since 0.1 */
WALD_API void wald_operating_points_destroy(wald_operating_points *points) WALD_NOEXCEPT;
/** @since 0.1 */
WALD_API wald_status wald_operating_points_fact(const wald_operating_points *points, wald_frontier_fact fact,
                                                double *value) WALD_NOEXCEPT;
/** The areas for FP from 0 to max_fp alone, as shares of what a perfect rule reaches there: what a budget, or partial
 * knowledge, leaves of the curves. @param max_fp above 0, at most the weight of the rated negatives.
 * @param pn, pn_hull, roc, roc_hull as in wald_frontier_fact; each may be NULL. @since 0.1 */
WALD_API wald_status wald_operating_points_partial_areas(const wald_operating_points *points, double max_fp, double *pn,
                                                         double *pn_hull, double *roc, double *roc_hull) WALD_NOEXCEPT;
/** The points from (0, 0) up, and by 1 in on_hull whether they are vertices of the concave hull.
 * @param tp, fp, on_hull arrays of length [number of points]; fp and on_hull may be NULL. @since 0.1 */
WALD_API wald_status wald_operating_points_counts(const wald_operating_points *points, double *tp, double *fp,
                                                  uint8_t *on_hull, int64_t capacity, int64_t *needed) WALD_NOEXCEPT;
/** The thresholds of each point. @param out array of length [number of points * n_scores], point by point. @since 0.1
 */
WALD_API wald_status wald_operating_points_thresholds(const wald_operating_points *points, double *out,
                                                      int64_t capacity, int64_t *needed) WALD_NOEXCEPT;
/** The thresholds along the path of the methods "path" and "path-equal", from flagging nothing on: those of its points
 * and of the steps that others beat. @param out array of length [number of steps * n_scores], step by step; [0] for the
 * other methods. @since 0.1 */
WALD_API wald_status wald_operating_points_path(const wald_operating_points *points, double *out, int64_t capacity,
                                                int64_t *needed) WALD_NOEXCEPT;

/* ---- Thresholds: labels, classes, abstention -------------------------------------------- */

/** A threshold for each label. WALD_MACRO makes each label a problem of its own; WALD_MICRO adds the counts of all.
 * Goal, limits, threads and progress are those of the options, which must have no other method than "direct", no
 * smoothing, bootstrap or folds. A label without positives gets +inf.
 * @param scores n_rows by n_labels, no NaN. @param labels the same shape: 0, 1 or WALD_NOT_RATED.
 * @param weights of the rows, as for wald_frontier_feed. @param thresholds array of length n_labels.
 * @param tp, fp arrays of length n_labels; either may be NULL.
 * @param value of the goal: over the added counts, or with macro the mean over labels.
 * @param feasible 0 where a recall is out of reach. @param exact 0 where hulls stood for the frontiers, the labels
 * being too many; value, feasible and exact may be NULL. @since 0.1 */
WALD_API wald_status wald_label_thresholds(wald_average average, const wald_threshold_options *options,
                                           const void *scores, wald_type type, int64_t n_rows, int64_t n_labels,
                                           int64_t row_stride, int64_t label_stride, const uint8_t *labels,
                                           int64_t labels_row_stride, int64_t labels_label_stride, const void *weights,
                                           wald_type weight_type, int64_t weight_stride, double *thresholds, double *tp,
                                           double *fp, double *value, int32_t *feasible, int32_t *exact) WALD_NOEXCEPT;

/** Multipliers of exclusive classes: a row gets the class j of the greatest scores[j]*multipliers[j]. A local optimum,
 * never worse than all equal.
 * @param metric to be greatest by `average` (macro or micro over the classes); or NULL, and
 * @param costs by truth*n_classes + decision, finite, whose mean is to be least. @param scores n_rows by n_classes,
 * finite and >= 0. @param truth array of length n_rows, each in [0, n_classes). @param weights as for
 * wald_frontier_feed.
 * @param multipliers array of length n_classes. @param value the metric or mean cost reached; @param start that of all
 *        equal. @param confusion weights of the rows by truth*n_classes + decision. These three may be NULL. @since 0.1
 */
WALD_API wald_status wald_class_multipliers(const wald_metric *metric, wald_average average, const double *costs,
                                            const void *scores, wald_type type, int64_t n_rows, int64_t n_classes,
                                            int64_t row_stride, int64_t class_stride, const int64_t *truth,
                                            const void *weights, wald_type weight_type, int64_t weight_stride,
                                            wald_progress_function progress, void *user, double *multipliers,
                                            double *value, double *start, double *confusion) WALD_NOEXCEPT;
/** The class of each row: by multipliers (NULL: all 1), or where costs is not NULL the one of least expected cost,
 * scores being probabilities. Of ties the smallest index. @param out array of length n_rows. @since 0.1 */
WALD_API wald_status wald_apply_classes(const double *multipliers, const double *costs, const void *scores,
                                        wald_type type, int64_t n_rows, int64_t n_classes, int64_t row_stride,
                                        int64_t class_stride, int64_t *out) WALD_NOEXCEPT;

/** Two thresholds on one score: a row is flagged from *high on, cleared below *low, and left to a human between them,
 * at the least sum of costs, each finite and >= 0. Every row must be rated.
 * @param tp, fp weights of the flagged; @param fn of the positives cleared; @param abstained of the rows between;
 * @param cost of all rows. These may be NULL. @since 0.1 */
WALD_API wald_status wald_frontier_abstention_zone(const wald_frontier *frontier, double false_positive_cost,
                                                   double false_negative_cost, double abstention_cost, double *low,
                                                   double *high, double *tp, double *fp, double *fn, double *abstained,
                                                   double *cost) WALD_NOEXCEPT;

/* ---- Cascades: values ---------------------------------------------------------------------------- */
/* In which order the models of an additive ensemble are asked, and when the sum so far decides. Sources: Wang, Gupta,
 * You (2018), "Quit when you can" (QWYC); Fan, Chu, Wang, Yu (AAAI 2002): docs/cascades.md. A model gives a row a
 * score, and the ensemble decides for 1 where the sum of scores is at or above a threshold, else for 0; with K classes
 * it gives K scores, and the class of the largest sum is the decision. Disagreement is the share of rows that a cascade
 * decides otherwise than all models together. */

/** Numbers that a cascade is fitted by, for wald_cascade_options_set. */
typedef int32_t wald_cascade_setting;
enum {
  WALD_CASCADE_SETTING_ALPHA = 0,          /**< Disagreement that is allowed on the rows fitted to; at least 0, default
                                                0.005. */
  WALD_CASCADE_SETTING_THRESHOLD = 1,      /**< Of the sum, finite; default 0. With K classes it is not used. */
  WALD_CASCADE_SETTING_NEGATIVES_ONLY = 2, /**< 1: nobody leaves early for 1 (filter and score); default 0. */
  WALD_CASCADE_SETTING_CLOSEST = 3,        /**< 1: where no model lets anybody go, that comes next which brings sums
                                                closest to the full ones; default 0: the cheapest. */
  WALD_CASCADE_SETTING_BINS = 4,        /**< 1: thresholds by means and deviations in bins (Fan et al.); default 0: by
                                             the budget alpha (QWYC's Algorithm 2). */
  WALD_CASCADE_SETTING_GAMMA = 5,       /**< Of bins: deviations, at least 0; default the smallest within alpha. */
  WALD_CASCADE_SETTING_BIN_WIDTH = 6,   /**< In units of the score, above 0; default a 20th of the sum's deviation. */
  WALD_CASCADE_SETTING_FOLDS = 7,       /**< Of the cross-fitted estimate: 0 (the default: none) or in [2, 1000]; 0
                                             with calibration rows. */
  WALD_CASCADE_SETTING_HALVES = 8,      /**< 1: the order is chosen on one half of the rows, thresholds on the other;
                                             default 0. */
  WALD_CASCADE_SETTING_TARGET = 9,      /**< Disagreement that calibration certifies, in (0, 1); default 0.01; */
  WALD_CASCADE_SETTING_CONFIDENCE = 10, /**< with this confidence, in (0, 1); default 0.95. */
  WALD_CASCADE_SETTING_THREADS = 11     /**< As wald_options_set_threads; default 1. */
};

/** The numbers of a cascade. NaN where not known: cross-fitted without folds, held out without calibration rows, in
 * sample where a fitted cascade was calibrated later. */
typedef int32_t wald_cascade_fact;
enum {
  WALD_CASCADE_MODELS = 0,
  WALD_CASCADE_CLASSES = 1, /**< 1: one sum and a threshold */
  WALD_CASCADE_THRESHOLD = 2,
  WALD_CASCADE_NEGATIVES_ONLY = 3, /**< 1 or 0 */
  WALD_CASCADE_ALPHA = 4,
  WALD_CASCADE_FULL_COST = 5,    /**< Of all models. */
  WALD_CASCADE_ROWS = 6,         /**< Fitted to. */
  WALD_CASCADE_DISAGREEMENT = 7, /**< On these rows, recounted; optimistic for a joint order. */
  WALD_CASCADE_MEAN_MODELS = 8,
  WALD_CASCADE_MEAN_COST = 9,
  WALD_CASCADE_SPEEDUP = 10,            /**< full_cost / mean_cost */
  WALD_CASCADE_CROSS_DISAGREEMENT = 11, /**< Each fold decided by a cascade that was fitted without it. */
  WALD_CASCADE_CROSS_MEAN_MODELS = 12,
  WALD_CASCADE_CROSS_MEAN_COST = 13,
  WALD_CASCADE_HELD_OUT_ROWS = 14, /**< Calibrated on; of a weight above 0. */
  WALD_CASCADE_HELD_OUT_DISAGREEMENT = 15,
  WALD_CASCADE_HELD_OUT_MEAN_MODELS = 16,
  WALD_CASCADE_HELD_OUT_MEAN_COST = 17,
  WALD_CASCADE_CERTIFIED = 18, /**< Disagreement is at most this with the confidence: the target, or 0 where nobody
                                  leaves early because nothing can be certified. */
  WALD_CASCADE_CONFIDENCE = 19,
  WALD_CASCADE_SPREADS = 20,   /**< Calibration moved thresholds apart by so many spreads; inf: nobody leaves early. */
  WALD_CASCADE_GAMMA = 21,     /**< Of bins; */
  WALD_CASCADE_BIN_WIDTH = 22, /**< NaN without. */
  WALD_CASCADE_UNIT = 23,      /**< Scores are rounded to multiples of it. */
  WALD_CASCADE_ROUNDED_ROWS = 24 /**< Rows fitted to that unrounded sums decide otherwise. */
};

/** Numbers of a cascade that there is one of for each position in its order. */
typedef int32_t wald_cascade_array;
enum {
  WALD_CASCADE_ARRAY_ORDER = 0, /**< The model that is asked, counted from 0. */
  WALD_CASCADE_ARRAY_LOW = 1,   /**< A sum below it decides for 0; -inf: none does. NaN with bins or K classes. */
  WALD_CASCADE_ARRAY_HIGH = 2,  /**< A sum at or above it decides for 1; inf: none does. With K classes: so far must the
                                     largest sum be ahead. NaN with bins. */
  WALD_CASCADE_ARRAY_SPREAD = 3,        /**< Standard deviation of what the models behind it add. */
  WALD_CASCADE_ARRAY_STOPS = 4,         /**< Share of the rows that are decided here: of those fitted to; */
  WALD_CASCADE_ARRAY_CROSS_STOPS = 5,   /**< cross-fitted; */
  WALD_CASCADE_ARRAY_HELD_OUT_STOPS = 6 /**< calibrated on. Empty where not known. */
};

/** How a tree's node sends a value x. */
typedef uint8_t wald_split;
enum {
  WALD_SPLIT_LEAF = 0,    /**< No children. */
  WALD_SPLIT_AT_MOST = 1, /**< Left where x <= threshold. */
  WALD_SPLIT_BELOW = 2,   /**< Left where x < threshold. */
  WALD_SPLIT_AMONG = 3    /**< Left where x, cut to a whole number, is one of the node's categories. */
};

/** Where a missing value (NaN; in WALD_SPLIT_AMONG also what is at most -1, or 2^24 and more) goes. */
typedef uint8_t wald_missing;
enum {
  WALD_MISSING_RIGHT = 0,
  WALD_MISSING_LEFT = 1,
  WALD_MISSING_AS_ZERO = 2,    /**< As 0 would. */
  WALD_MISSING_ZERO_RIGHT = 3, /**< Right, and 0 with it. */
  WALD_MISSING_ZERO_LEFT = 4
};

/** Called on the calling thread for the scores that `model` gives n rows: scores[i*n_classes + c] is for row rows[i].
 * All must be filled, finite. Returns nonzero to cancel. */
typedef int32_t (*wald_score_function)(int64_t model, const int64_t *rows, int64_t n, double *scores, void *user);

typedef struct wald_cascade_scores wald_cascade_scores;   /**< Rows with the scores of all models. */
typedef struct wald_cascade_options wald_cascade_options; /**< How to fit. */
typedef struct wald_cascade wald_cascade;                 /**< An order and its thresholds. Immutable. */
typedef struct wald_cascade_run wald_cascade_run;         /**< One example on its way through a cascade. */
typedef struct wald_trees wald_trees;                     /**< An additive ensemble of decision trees. */

/* ---- Cascades: rows of scores ------------------------------------------------------------------- */

/** No rows yet. @param n_models in [1, 2^20]. @param n_classes 1: a sum and a threshold; else 2 to 65536: the largest
 * of so many sums. @since 0.1 */
WALD_API wald_status wald_cascade_scores_create(int64_t n_models, int64_t n_classes,
                                                wald_cascade_scores **out) WALD_NOEXCEPT;
/** @since 0.1 */
WALD_API void wald_cascade_scores_destroy(wald_cascade_scores *scores) WALD_NOEXCEPT;
/** @since 0.1 */
WALD_API wald_status wald_cascade_scores_copy(const wald_cascade_scores *scores,
                                              wald_cascade_scores **out) WALD_NOEXCEPT;
/** Back to no rows. @since 0.1 */
WALD_API wald_status wald_cascade_scores_clear(wald_cascade_scores *scores) WALD_NOEXCEPT;
/** Adds rows; how they are ordered and split over calls does not show in what is fitted. A call that fails adds none.
 * @param table n_rows by n_columns = n_models*n_classes, finite; column t*n_classes + c is class c of model t.
 * @param weights array of length n_rows, finite and >= 0, or NULL for 1 each. A row of weight 0 counts for nothing.
 * @param targets array of length n_rows, or NULL: what the orders "mse" and "greedy" compare sums with, being the label
 *        in the units of the sum, or its class; without them the full sum. With every feed or with none. @since 0.1 */
WALD_API wald_status wald_cascade_scores_feed(wald_cascade_scores *scores, const void *table, wald_type type,
                                              int64_t n_rows, int64_t n_columns, int64_t row_stride,
                                              int64_t column_stride, const void *weights, wald_type weight_type,
                                              int64_t weight_stride, const void *targets, wald_type target_type,
                                              int64_t target_stride) WALD_NOEXCEPT;
/** Adds the scores that the models of an ensemble give rows of features, without its base; a model is trees_per_model
 * trees, and there are as many classes as outputs. @param features n_rows by n_features; NaN is missing. @since 0.1 */
WALD_API wald_status wald_cascade_scores_feed_trees(wald_cascade_scores *scores, const wald_trees *trees,
                                                    const void *features, wald_type type, int64_t n_rows,
                                                    int64_t n_features, int64_t row_stride, int64_t feature_stride,
                                                    const void *weights, wald_type weight_type, int64_t weight_stride,
                                                    const void *targets, wald_type target_type, int64_t target_stride,
                                                    int32_t threads) WALD_NOEXCEPT;
/** Adds the rows of `other`, which has the same numbers of models and classes. @since 0.1 */
WALD_API wald_status wald_cascade_scores_merge(wald_cascade_scores *scores,
                                               const wald_cascade_scores *other) WALD_NOEXCEPT;
/** Each may be NULL. @since 0.1 */
WALD_API wald_status wald_cascade_scores_shape(const wald_cascade_scores *scores, int64_t *n_rows, int64_t *n_models,
                                               int64_t *n_classes) WALD_NOEXCEPT;

/* ---- Cascades: how to fit ------------------------------------------------------------------------ */

/** Options with every default; where a function takes them, NULL means the defaults. @since 0.1 */
WALD_API wald_status wald_cascade_options_create(wald_cascade_options **out) WALD_NOEXCEPT;
/** @since 0.1 */
WALD_API void wald_cascade_options_destroy(wald_cascade_options *options) WALD_NOEXCEPT;
/** One number; NaN puts its default back. What hangs on several settings is checked where they are used. @since 0.1 */
WALD_API wald_status wald_cascade_options_set(wald_cascade_options *options, wald_cascade_setting setting,
                                              double value) WALD_NOEXCEPT;
/** "joint" (the default: chosen together with the thresholds, QWYC), "natural" (as the models stand), "random" (by the
 * seed), "mse" (by the squared error of each model) or "greedy" (by that of the sum, one model after the other).
 * @since 0.1 */
WALD_API wald_status wald_cascade_options_set_order(wald_cascade_options *options, const char *name) WALD_NOEXCEPT;
/** An order from elsewhere. @param models array of length n_models: each of [0, n_models) once. @since 0.1 */
WALD_API wald_status wald_cascade_options_set_given_order(wald_cascade_options *options, const int64_t *models,
                                                          int64_t n_models) WALD_NOEXCEPT;
/** How much of alpha may have been used up after position r of T: "power:P" (the share (r/T)^P, P >= 0), "all"
 * (power:0) or "proportional" (to the rows that had left). NULL: the default, "power:0.25", or with calibration rows
 * "all".
 * @since 0.1 */
WALD_API wald_status wald_cascade_options_set_spend(wald_cascade_options *options, const char *name) WALD_NOEXCEPT;
/** @param costs array of length n_models, >= 0; inf: asked only where nothing else is left. NULL: 1 each. @since 0.1 */
WALD_API wald_status wald_cascade_options_set_costs(wald_cascade_options *options, const double *costs,
                                                    int64_t n_models) WALD_NOEXCEPT;
/** Names that are saved with the cascade. @param names array of length n_models of UTF-8 texts; NULL: none. @since 0.1
 */
WALD_API wald_status wald_cascade_options_set_names(wald_cascade_options *options, const char *const *names,
                                                    int64_t n_models) WALD_NOEXCEPT;
/** Of random orders, folds and halves; default 0. @since 0.1 */
WALD_API wald_status wald_cascade_options_set_seed(wald_cascade_options *options, uint64_t seed) WALD_NOEXCEPT;
/** As wald_options_set_progress. @since 0.1 */
WALD_API wald_status wald_cascade_options_set_progress(wald_cascade_options *options, wald_progress_function function,
                                                       void *user) WALD_NOEXCEPT;

/* ---- Cascades: the answer ------------------------------------------------------------------------ */

/** Fits a cascade. @param calibration rows that have no part in fitting, all of the same weight; or NULL. With them
 * thresholds are moved apart until the disagreement is certified to be at most the target, with the confidence.
 * @since 0.1 */
WALD_API wald_status wald_cascade_fit(const wald_cascade_scores *scores, const wald_cascade_scores *calibration,
                                      const wald_cascade_options *options, wald_cascade **out) WALD_NOEXCEPT;
/** Another cascade, certified on rows that had no part in fitting. Of the options target, confidence, threads and
 * progress count. @since 0.1 */
WALD_API wald_status wald_cascade_calibrate(const wald_cascade *cascade, const wald_cascade_scores *calibration,
                                            const wald_cascade_options *options, wald_cascade **out) WALD_NOEXCEPT;
/** @since 0.1 */
WALD_API void wald_cascade_destroy(wald_cascade *cascade) WALD_NOEXCEPT;
/** Always refused: cascades have no sum. The message says what to merge instead (wald_cascade_scores). @since 0.1 */
WALD_API wald_status wald_cascade_merge(wald_cascade *cascade, const wald_cascade *other) WALD_NOEXCEPT;

/** @since 0.1 */
WALD_API wald_status wald_cascade_number(const wald_cascade *cascade, wald_cascade_fact fact,
                                         double *value) WALD_NOEXCEPT;
/** The name of a fact ("mean_models"), or "". Static text. @since 0.1 */
WALD_API const char *wald_cascade_fact_name(wald_cascade_fact fact) WALD_NOEXCEPT;
/** @param out array of length [n_models], or [0] where not known. @since 0.1 */
WALD_API wald_status wald_cascade_numbers(const wald_cascade *cascade, wald_cascade_array which, double *out,
                                          int64_t capacity, int64_t *needed) WALD_NOEXCEPT;
/** The name of a model, or "" where none were set. Valid as long as `cascade` is. @since 0.1 */
WALD_API wald_status wald_cascade_model_name(const wald_cascade *cascade, int64_t model,
                                             const char **name) WALD_NOEXCEPT;
/** What the cascade does on other rows. @param stops array of length n_models: the share of the rows that is decided at
 * each position. Each may be NULL. @since 0.1 */
WALD_API wald_status wald_cascade_evaluate(const wald_cascade *cascade, const wald_cascade_scores *scores,
                                           int32_t threads, double *disagreement, double *mean_models,
                                           double *mean_cost, double *stops) WALD_NOEXCEPT;

/** The cascade as text (JSON, versioned), with its trees where it has them; `needed` counts bytes without a terminating
 * 0. @since 0.1 */
WALD_API wald_status wald_cascade_save(const wald_cascade *cascade, char *buffer, int64_t capacity,
                                       int64_t *needed) WALD_NOEXCEPT;
/** Reads what wald_cascade_save wrote: a cascade that decides and says the same. Any other text is an error that says
 * what is wrong with it. @since 0.1 */
WALD_API wald_status wald_cascade_load(const char *text, int64_t length, wald_cascade **out) WALD_NOEXCEPT;

/* ---- Cascades: running --------------------------------------------------------------------------- */

/** Decides rows of scores; those of models that are not asked are not looked at.
 * @param table n_rows by n_columns = n_models*n_classes. @param decisions array of length n_rows: 0 or 1, with K
 * classes the class. @param counts array of length n_rows: how many models were asked. Either may be NULL. @since 0.1
 */
WALD_API wald_status wald_cascade_apply(const wald_cascade *cascade, const void *table, wald_type type, int64_t n_rows,
                                        int64_t n_columns, int64_t row_stride, int64_t column_stride, int32_t threads,
                                        int32_t *decisions, int32_t *counts) WALD_NOEXCEPT;
/** Decides rows whose scores are computed as they are needed: model after model is asked, for the rows that are still
 * undecided. @since 0.1 */
WALD_API wald_status wald_cascade_apply_function(const wald_cascade *cascade, int64_t n_rows,
                                                 wald_score_function function, void *user, int32_t *decisions,
                                                 int32_t *counts) WALD_NOEXCEPT;
/** Decides rows of features by the trees that the cascade was bound to, walking those alone that are needed: as
 * wald_cascade_apply does with the trees' scores. @param features n_rows by n_features; NaN is missing. @since 0.1 */
WALD_API wald_status wald_cascade_apply_trees(const wald_cascade *cascade, const void *features, wald_type type,
                                              int64_t n_rows, int64_t n_features, int64_t row_stride,
                                              int64_t feature_stride, int32_t threads, int32_t *decisions,
                                              int32_t *counts) WALD_NOEXCEPT;

/** One example at a time. Each thread has a run of its own; the cascade may be destroyed first. @since 0.1 */
WALD_API wald_status wald_cascade_run_create(const wald_cascade *cascade, wald_cascade_run **out) WALD_NOEXCEPT;
/** @since 0.1 */
WALD_API void wald_cascade_run_destroy(wald_cascade_run *run) WALD_NOEXCEPT;
/** Begins another example. @param model the first model to ask. @since 0.1 */
WALD_API wald_status wald_cascade_run_start(wald_cascade_run *run, int64_t *model) WALD_NOEXCEPT;
/** Takes the scores of the model that was to be asked. Allocates nothing. @param scores array of length n_scores =
 * n_classes, finite. @param model the next one to ask, or -1 where the example is decided. @param decision -1, or where
 * it is decided 0 or 1, with K classes the class. @param count how many models were asked; each may be NULL. @since 0.1
 */
WALD_API wald_status wald_cascade_run_feed(wald_cascade_run *run, const double *scores, int64_t n_scores,
                                           int64_t *model, int32_t *decision, int64_t *count) WALD_NOEXCEPT;

/* ---- Cascades: trees ------------------------------------------------------------------------------ */

/** An ensemble without trees. @param n_features in [1, 2^24]. @param n_outputs in [1, 65536].
 * @param leaf_width values of a leaf: 1, added to the tree's output, or n_outputs, one added to each.
 * @param trees_per_model how many trees in a row are one model of a cascade: at least 1.
 * @param summation WALD_FLOAT32 where outputs add up in float, tree after tree from the base on (XGBoost).
 * @param float_features 1 where features are cut to float before they are compared (XGBoost, scikit-learn), else 0.
 * @param base array of length n_outputs, finite, that sums begin with; NULL: 0. @since 0.1 */
WALD_API wald_status wald_trees_create(int64_t n_features, int64_t n_outputs, int64_t leaf_width,
                                       int64_t trees_per_model, wald_type summation, int32_t float_features,
                                       const double *base, wald_trees **out) WALD_NOEXCEPT;
/** @since 0.1 */
WALD_API void wald_trees_destroy(wald_trees *trees) WALD_NOEXCEPT;
/** Adds a tree, its root first. Arrays have length n_nodes; where a node is a leaf only its values count.
 * @param output in [0, n_outputs), 0 where leaf_width is above 1. @param left, right children, each of one parent.
 * @param category_begin array of length n_nodes + 1: node i goes left among categories[category_begin[i]] up to and
 *        without categories[category_begin[i + 1]], ascending, each in [0, 2^24). NULL where no split is
 *        WALD_SPLIT_AMONG.
 * @param values array of length n_nodes*leaf_width, node by node, finite. @since 0.1 */
WALD_API wald_status wald_trees_add(wald_trees *trees, int64_t output, int64_t n_nodes, const wald_split *split,
                                    const wald_missing *missing, const int32_t *feature, const int32_t *left,
                                    const int32_t *right, const double *threshold, const int64_t *category_begin,
                                    const int32_t *categories, const double *values) WALD_NOEXCEPT;
/** Each may be NULL. @param n_models n_trees/trees_per_model, rounded down. @since 0.1 */
WALD_API wald_status wald_trees_shape(const wald_trees *trees, int64_t *n_trees, int64_t *n_models, int64_t *n_features,
                                      int64_t *n_outputs) WALD_NOEXCEPT;
/** How many values a leaf has: what wald_trees_add takes of each node. @since 0.1 */
WALD_API wald_status wald_trees_leaf_width(const wald_trees *trees, int64_t *leaf_width) WALD_NOEXCEPT;
/** The threshold of sums without the base that stands for `margin`, a threshold of whole sums: what to fit a cascade
 * with. For one output. @since 0.1 */
WALD_API wald_status wald_trees_threshold(const wald_trees *trees, double margin, double *threshold) WALD_NOEXCEPT;
/** The sums of all trees, base included. @param features n_rows by n_features; NaN is missing. @param out array of
 * length n_rows*n_outputs, row by row. @since 0.1 */
WALD_API wald_status wald_trees_evaluate(const wald_trees *trees, const void *features, wald_type type, int64_t n_rows,
                                         int64_t n_features, int64_t row_stride, int64_t feature_stride,
                                         int32_t threads, double *out) WALD_NOEXCEPT;
/** The ensemble as text (JSON, versioned); `needed` counts bytes without a terminating 0. @since 0.1 */
WALD_API wald_status wald_trees_save(const wald_trees *trees, char *buffer, int64_t capacity,
                                     int64_t *needed) WALD_NOEXCEPT;
/** Reads what wald_trees_save wrote. Any other text is an error that says what is wrong with it. @since 0.1 */
WALD_API wald_status wald_trees_load(const char *text, int64_t length, wald_trees **out) WALD_NOEXCEPT;
/** Another cascade, which has a copy of the trees and takes features (wald_cascade_apply_trees). Its models must be
 * those of the ensemble. @since 0.1 */
WALD_API wald_status wald_cascade_bind(const wald_cascade *cascade, const wald_trees *trees,
                                       wald_cascade **out) WALD_NOEXCEPT;
/** The number of features that it takes; 0 for a cascade without trees. @since 0.1 */
WALD_API wald_status wald_cascade_n_features(const wald_cascade *cascade, int64_t *n_features) WALD_NOEXCEPT;

/* ---- Learners: values ---------------------------------------------------------------------------- */
/* From features to estimators: a learner is fitted to rows of features with their labels, and gives an estimator for
 * each new row, from which any metric can be decided. Sources: Waegeman et al. (JMLR 2014), Natarajan et al. (2016) and
 * others: docs/learners.md.
 *   "br", "lfp"       a logistic regression a label (one multinomial for classes), decided under independence
 *   "efp"             a multinomial a label over the number of labels it comes with
 *   "pcc"             chains of logistic regressions, sampled
 *   "card[:LEARNER]"  the marginals of "lfp" or another learner, given a learned P(number of labels); "card:given":
 *                     marginals from anywhere (wald_dataset_set_marginals)
 *   "neighbours"      the labels of the nearest rows
 *   "forest", "tree"  extremely randomised trees and others, the labels of the rows of the same leaves
 *   "kernel[:LEARNER]" a linear learner on Gaussian kernel features
 *   "mixture:A,B,..." the mean of what several learners say */

/** What the rows of a dataset have. */
typedef int32_t wald_task;
enum {
  WALD_TASK_NONE = 0,   /**< Features alone. */
  WALD_TASK_LABELS = 1, /**< Any number of labels; one label is binary classification. */
  WALD_TASK_CLASSES = 2 /**< Exactly one of several classes. */
};

/** Numbers that learners are fitted by, for wald_learner_options_set. */
typedef int32_t wald_learner_setting;
enum {
  WALD_LEARNER_SETTING_FOLDS = 0,    /**< Of cross-validation, at least 2; default 5. */
  WALD_LEARNER_SETTING_THREADS = 1,  /**< As wald_options_set_threads; default 1. */
  WALD_LEARNER_SETTING_AT_LEAST = 2, /**< Labels that predictions hold; default: 1 where no training row is empty, else
                                          0. */
  WALD_LEARNER_SETTING_WORSE_STEPS = 3, /**< Of logistic regressions: a path of penalties ends after so many values in a
                                             row that are worse than the best; at least 1, default 2. */
  WALD_LEARNER_SETTING_CHAINS = 4,      /**< Of "pcc": each in an order of its own; at least 1, default 1. */
  WALD_LEARNER_SETTING_DRAWS = 5,       /**< Label vectors that "pcc" draws for a row; at least 1, default 1000. */
  WALD_LEARNER_SETTING_MOST_NODES = 6,  /**< Of its search for the likeliest vector; at least 1, default 100000. */
  WALD_LEARNER_SETTING_NEIGHBOURS = 7,  /**< 0 (the default: chosen by leave-one-out) or how many. */
  WALD_LEARNER_SETTING_TREES = 8,       /**< Of forests; 0: the default, 500. */
  WALD_LEARNER_SETTING_MAX_FEATURES = 9, /**< Tried at a node; 0 (the default): by the number of features. */
  WALD_LEARNER_SETTING_MIN_LEAF = 10,    /**< Rows of a leaf; 0: the kind's default. */
  WALD_LEARNER_SETTING_MAX_DEPTH = 11,   /**< 0 (the default): no limit. */
  WALD_LEARNER_SETTING_GAMMA = 12,       /**< Of kernel features exp(-gamma |x - z|^2); 0 (the default): chosen. */
  WALD_LEARNER_SETTING_LANDMARKS = 13,   /**< Of kernel features; 0 (the default): every row where they are few. */
  WALD_LEARNER_SETTING_EXACT_ROWS = 14   /**< So few; at least 0, default 3000. */
};

/** What learners are fitted by that has names, for wald_learner_options_set_method. */
typedef int32_t wald_learner_method;
enum {
  WALD_LEARNER_METHOD_SCALING = 0,           /**< "automatic", "none", "minmax", "standard", "unit", "standard-root". */
  WALD_LEARNER_METHOD_CALIBRATION = 1,       /**< "automatic", "none", "platt", "isotonic", "beta". */
  WALD_LEARNER_METHOD_NEIGHBOUR_METRIC = 2,  /**< "automatic", "euclidean", "cosine". */
  WALD_LEARNER_METHOD_NEIGHBOUR_WEIGHTS = 3, /**< "automatic", "uniform", "dudani". */
  WALD_LEARNER_METHOD_NEIGHBOUR_UTILITY = 4, /**< A metric by name, whose mean over left-out rows decides what is left
                                                  open of "neighbours"; "f1". */
  WALD_LEARNER_METHOD_FOREST_KIND = 5,       /**< "extra-trees" (the default), "random-forest". */
  WALD_LEARNER_METHOD_FOREST_CRITERION = 6   /**< "gini" (the default), "f". */
};

typedef struct wald_dataset wald_dataset;                 /**< Rows of features, mostly with labels or classes. */
typedef struct wald_learner_options wald_learner_options; /**< How to fit a learner. */
typedef struct wald_learner wald_learner;                 /**< A fitted learner. Immutable. */
typedef struct wald_calibration wald_calibration;         /**< From scores to probabilities. Immutable. */

/* ---- Learners: rows ------------------------------------------------------------------------------- */

/** Rows of features, which are copied. @param features n_rows by n_features, finite. @since 0.1 */
WALD_API wald_status wald_dataset_create(const void *features, wald_type type, int64_t n_rows, int64_t n_features,
                                         int64_t row_stride, int64_t feature_stride, wald_dataset **out) WALD_NOEXCEPT;
/** The same from compressed rows: row i holds values[indptr[i]] up to and without values[indptr[i+1]], of the features
 * indices[...], each at most once; what is absent is 0. @since 0.1 */
WALD_API wald_status wald_dataset_create_csr(const void *indptr, const void *indices, wald_index_type index_type,
                                             const void *values, wald_type type, int64_t n_rows, int64_t n_features,
                                             wald_dataset **out) WALD_NOEXCEPT;
/** @since 0.1 */
WALD_API void wald_dataset_destroy(wald_dataset *dataset) WALD_NOEXCEPT;
/** @param labels n_rows by n_labels: 0 or 1. @since 0.1 */
WALD_API wald_status wald_dataset_set_labels(wald_dataset *dataset, const uint8_t *labels, int64_t n_rows,
                                             int64_t n_labels, int64_t row_stride, int64_t label_stride) WALD_NOEXCEPT;
/** The same from compressed rows of ones. @since 0.1 */
WALD_API wald_status wald_dataset_set_labels_csr(wald_dataset *dataset, const void *indptr, const void *indices,
                                                 wald_index_type index_type, int64_t n_rows,
                                                 int64_t n_labels) WALD_NOEXCEPT;
/** @param classes array of length n_rows, each in [0, n_classes). @param n_classes at least 2. @since 0.1 */
WALD_API wald_status wald_dataset_set_classes(wald_dataset *dataset, const int64_t *classes, int64_t n_rows,
                                              int64_t n_classes) WALD_NOEXCEPT;
/** @param weights array of length n_rows and the given stride, finite and >= 0; NULL: 1 each. @since 0.1 */
WALD_API wald_status wald_dataset_set_weights(wald_dataset *dataset, const void *weights, wald_type type,
                                              int64_t n_rows, int64_t stride) WALD_NOEXCEPT;
/** Which rows belong together, as a patient's do: where fitting leaves rows out, it leaves out those of the same number
 * together. Folds are dealt by groups, as many folds as WALD_LEARNER_SETTING_FOLDS says, or as there are groups where
 * these are fewer: so the numbers of folds of one's own are groups, too. "neighbours" leaves out groups in place of
 * rows. @param groups array of length n_rows, any numbers, two different ones at least; NULL: each row alone.
 * @since 0.1 */
WALD_API wald_status wald_dataset_set_groups(wald_dataset *dataset, const int64_t *groups,
                                             int64_t n_rows) WALD_NOEXCEPT;
/** What another model says of these rows, whichever it is, for "card:given", alone or as a part of a mixture; other
 * learners do not look at it. @param marginals n_rows by n_labels, P(label j = 1), each in [0, 1]; NULL: none.
 * @since 0.1 */
WALD_API wald_status wald_dataset_set_marginals(wald_dataset *dataset, const void *marginals, wald_type type,
                                                int64_t n_rows, int64_t n_labels, int64_t row_stride,
                                                int64_t label_stride) WALD_NOEXCEPT;
/** Each may be NULL. @param n_labels or classes; 0 for WALD_TASK_NONE. @since 0.1 */
WALD_API wald_status wald_dataset_shape(const wald_dataset *dataset, int64_t *n_rows, int64_t *n_features,
                                        int64_t *n_labels, wald_task *task) WALD_NOEXCEPT;

/* ---- Learners: how to fit ------------------------------------------------------------------------- */

/** Options with every default; where a function takes them, NULL means the defaults. @since 0.1 */
WALD_API wald_status wald_learner_options_create(wald_learner_options **out) WALD_NOEXCEPT;
/** @since 0.1 */
WALD_API void wald_learner_options_destroy(wald_learner_options *options) WALD_NOEXCEPT;
/** One number; NaN puts its default back. @since 0.1 */
WALD_API wald_status wald_learner_options_set(wald_learner_options *options, wald_learner_setting setting,
                                              double value) WALD_NOEXCEPT;
/** One method, by its name. @since 0.1 */
WALD_API wald_status wald_learner_options_set_method(wald_learner_options *options, wald_learner_method method,
                                                     const char *name) WALD_NOEXCEPT;
/** Inverse strengths C of the penalty |w|^2/(2C) of logistic regressions. @param penalties array of length n,
 * ascending, each in [1e-12, 1e12]; one: no cross-validation; NULL: 1e-4, 3e-4, 1e-3, ..., 1e3. @since 0.1 */
WALD_API wald_status wald_learner_options_set_penalties(wald_learner_options *options, const double *penalties,
                                                        int64_t n) WALD_NOEXCEPT;
/** @param weights array of length n, finite and above 0, one for each part of a mixture; NULL: equal. @since 0.1 */
WALD_API wald_status wald_learner_options_set_mixture_weights(wald_learner_options *options, const double *weights,
                                                              int64_t n) WALD_NOEXCEPT;
/** Orders of the labels in the first chains of "pcc"; of the others the first is the labels' own, the rest random.
 * @param orders array of length n_chains*n_labels, chain by chain, each label once; NULL: none. @since 0.1 */
WALD_API wald_status wald_learner_options_set_chain_orders(wald_learner_options *options, const int64_t *orders,
                                                           int64_t n_chains, int64_t n_labels) WALD_NOEXCEPT;
/** Names that are kept and saved with the learner. @param names array of length n of UTF-8 texts; NULL: none.
 * @since 0.1 */
WALD_API wald_status wald_learner_options_set_feature_names(wald_learner_options *options, const char *const *names,
                                                            int64_t n) WALD_NOEXCEPT;
/** Of labels or classes. @since 0.1 */
WALD_API wald_status wald_learner_options_set_label_names(wald_learner_options *options, const char *const *names,
                                                          int64_t n) WALD_NOEXCEPT;
/** Of folds, chains, forests and landmarks; default 0. @since 0.1 */
WALD_API wald_status wald_learner_options_set_seed(wald_learner_options *options, uint64_t seed) WALD_NOEXCEPT;
/** As wald_options_set_progress. @since 0.1 */
WALD_API wald_status wald_learner_options_set_progress(wald_learner_options *options, wald_progress_function function,
                                                       void *user) WALD_NOEXCEPT;

/* ---- Learners: fitting ---------------------------------------------------------------------------- */

/** Fits a learner, by its name. The same bits for any number of threads. @param dataset with labels or classes.
 * @since 0.1 */
WALD_API wald_status wald_learner_fit(const char *name, const wald_dataset *dataset,
                                      const wald_learner_options *options, wald_learner **out) WALD_NOEXCEPT;
/** @since 0.1 */
WALD_API void wald_learner_destroy(wald_learner *learner) WALD_NOEXCEPT;
/** The learner as text (JSON, versioned); `needed` counts bytes without a terminating 0. @since 0.1 */
WALD_API wald_status wald_learner_save(const wald_learner *learner, char *buffer, int64_t capacity,
                                       int64_t *needed) WALD_NOEXCEPT;
/** Reads what wald_learner_save wrote: a learner that gives the same bits. Any other text is an error that says what is
 * wrong with it. @since 0.1 */
WALD_API wald_status wald_learner_load(const char *text, int64_t length, wald_learner **out) WALD_NOEXCEPT;

/** The name that it was fitted by. Valid as long as `learner` is. @since 0.1 */
WALD_API wald_status wald_learner_name(const wald_learner *learner, const char **name) WALD_NOEXCEPT;
/** Each may be NULL. @param n_labels or classes. @param at_least labels that a prediction holds where the options of a
 * decision do not say and the metric is no sum over the labels (as hamming is). @since 0.1 */
WALD_API wald_status wald_learner_shape(const wald_learner *learner, int64_t *n_features, int64_t *n_labels,
                                        wald_task *task, int64_t *at_least) WALD_NOEXCEPT;
/** The kind of the estimators that it gives. @since 0.1 */
WALD_API wald_status wald_learner_kind(const wald_learner *learner, wald_kind *kind) WALD_NOEXCEPT;
/** The name of a feature, or "" where none were set. Valid as long as `learner` is. @since 0.1 */
WALD_API wald_status wald_learner_feature_name(const wald_learner *learner, int64_t feature,
                                               const char **name) WALD_NOEXCEPT;
/** The name of a label or class, or "". Valid as long as `learner` is. @since 0.1 */
WALD_API wald_status wald_learner_label_name(const wald_learner *learner, int64_t label,
                                             const char **name) WALD_NOEXCEPT;
/** How many things fitting chose: penalties, numbers of neighbours, and the like. @since 0.1 */
WALD_API wald_status wald_learner_choice_count(const wald_learner *learner, int64_t *count) WALD_NOEXCEPT;
/** One of them. @param part what it was chosen for ("label 3"); @param what is chosen ("C"); both valid as long as
 * `learner` is. @param loss that it was chosen by, out of fold. Each may be NULL. @since 0.1 */
WALD_API wald_status wald_learner_choice_get(const wald_learner *learner, int64_t choice, const char **part,
                                             const char **what, double *value, double *loss) WALD_NOEXCEPT;
/** All values that were tried for it, and their losses. @param values, losses arrays of length [number of values];
 * losses may be NULL. @since 0.1 */
WALD_API wald_status wald_learner_choice_path(const wald_learner *learner, int64_t choice, double *values,
                                              double *losses, int64_t capacity, int64_t *needed) WALD_NOEXCEPT;

/* ---- Learners: predicting ------------------------------------------------------------------------- */
/* Of a dataset the features count. Of the options threads, seed and progress count everywhere; what is left to chance
 * ("pcc") depends on the seed and the row alone, not on the rows beside it. */

/** P(label j = 1), or P(class j), for each row. @param out array of length n_rows*n_labels, row by row. @since 0.1 */
WALD_API wald_status wald_learner_probabilities(const wald_learner *learner, const wald_dataset *dataset,
                                                const wald_options *options, double *out) WALD_NOEXCEPT;
/** Decides the rows for a metric, as wald_decide_rows does with probabilities: average, constraints and abstention are
 * those of the options. @param expected array of one number an answer; mask, expected and decision may be NULL.
 * @since 0.1 */
WALD_API wald_status wald_learner_decide(const wald_learner *learner, const wald_dataset *dataset,
                                         const wald_metric *metric, const wald_options *options, uint8_t *mask,
                                         int64_t mask_row_stride, int64_t mask_label_stride, double *expected,
                                         wald_decision *decision) WALD_NOEXCEPT;
/** What the learner knows of one row. @since 0.1 */
WALD_API wald_status wald_learner_estimator(const wald_learner *learner, const wald_dataset *dataset, int64_t row,
                                            const wald_options *options, wald_estimator **out) WALD_NOEXCEPT;

/* ---- Learners: calibration ------------------------------------------------------------------------ */

/** From the margins of a binary classifier (log-odds, or any score that rises with them), out of fold, to
 * probabilities: "platt" (a logistic regression on the margin), "isotonic", or "beta" (of the margin's sigmoid).
 * Weights count rows; where they sum to fewer than they are worth, (sum w)^2/sum w^2, they are scaled up to that.
 * @param scores array of length n, finite. @param labels array of length n: 0 or 1, both of which occur.
 * @param weights array of length n, finite and >= 0, or NULL for 1 each. @since 0.1 */
WALD_API wald_status wald_calibration_fit(const char *name, const void *scores, wald_type type, int64_t n,
                                          int64_t stride, const uint8_t *labels, int64_t label_stride,
                                          const void *weights, wald_type weight_type, int64_t weight_stride,
                                          wald_calibration **out) WALD_NOEXCEPT;
/** @since 0.1 */
WALD_API void wald_calibration_destroy(wald_calibration *calibration) WALD_NOEXCEPT;
/** @param out array of length n. @since 0.1 */
WALD_API wald_status wald_calibration_apply(const wald_calibration *calibration, const void *scores, wald_type type,
                                            int64_t n, int64_t stride, double *out) WALD_NOEXCEPT;
/** As text (JSON, versioned). @since 0.1 */
WALD_API wald_status wald_calibration_save(const wald_calibration *calibration, char *buffer, int64_t capacity,
                                           int64_t *needed) WALD_NOEXCEPT;
/** Reads what wald_calibration_save wrote. @since 0.1 */
WALD_API wald_status wald_calibration_load(const char *text, int64_t length, wald_calibration **out) WALD_NOEXCEPT;

#ifdef __cplusplus
}
#endif

#endif /* WALD_H */
