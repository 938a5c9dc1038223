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

/** Bounds on the number k of positives in each answer; default 0 and -1 (no upper bound). An answer of n items
 * needs at_least <= n and at_least <= at_most. @since 0.1 */
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

/** An empty decision; reused from call to call it keeps its memory, so that deciding on an independent estimator of some
 * labels (F_beta, Jaccard and sums over the labels up to 2047) stops allocating once it has grown. @since 0.1 */
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

#ifdef __cplusplus
}
#endif

#endif /* WALD_H */
