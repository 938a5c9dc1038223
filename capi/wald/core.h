/* Wald: status, arrays, objects, options, lists, metrics. */
#ifndef WALD_CORE_H
#define WALD_CORE_H

#include <stddef.h>
#include <stdint.h>

#include "facts.h"

/* The release of these headers. */
#ifndef SWIG
/* rows: version */
#define WALD_VERSION_MAJOR 0
#define WALD_VERSION_MINOR 1
#define WALD_VERSION_PATCH 0
#define WALD_VERSION_NUMBER 100
#define WALD_VERSION "0.1.0"
#define WALD_ABI_VERSION 1
/* end of rows */
#endif

#if defined(WALD_STATIC) /* the static library */
#define WALD_API
#elif defined(_WIN32)
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

/* -- Values */
/* "rows" to "end of rows": generated. */

/** Result of a call. */
typedef int32_t wald_status;
/* rows: name status */
enum {
  WALD_OK = 0, /**< The call succeeded. */
  WALD_ERROR_ARGUMENT = 1, /**< An argument is outside its domain. */
  WALD_ERROR_MEMORY = 2, /**< An allocation failed; the call may be repeated. */
  WALD_ERROR_CAPACITY = 3, /**< The caller's buffer is too small; *needed is the size that it needs. */
  WALD_ERROR_UNSUPPORTED = 4,
      /**< There is no exact method for this pair of metric and estimator; the message has the reason. */
  WALD_ERROR_FORMAT = 5, /**< Text that cannot be read: a metric's name, a saved state. */
  WALD_ERROR_CALLBACK = 6, /**< A custom metric gave a value that is not finite, or contradicts its declaration. */
  WALD_CANCELLED = 7, /**< The progress callback cancelled the call. */
  WALD_ERROR_INTERNAL = 8 /**< A defect of the library: please report the message. */
};
/* end of rows */

/** Element type. */
typedef int32_t wald_type;
/* rows: name type */
enum {
  WALD_FLOAT64 = 0, /**< double */
  WALD_FLOAT32 = 1, /**< float */
  WALD_INT64 = 2, /**< int64_t */
  WALD_INT32 = 3, /**< int32_t */
  WALD_UINT8 = 4, /**< uint8_t, as masks are */
  WALD_FLOAT16 = 5 /**< IEEE half, of tables and maps */
};
/* end of rows */

typedef int32_t wald_format;
enum {
  WALD_TEXT = 0,  /**< JSON. */
  WALD_BINARY = 1 /**< Shorter, with a check sum. */
};

/** What is known of the labels. */
typedef int32_t wald_kind;
/* rows: name kind */
enum {
  WALD_INDEPENDENT = 0, /**< Marginal probabilities of independent labels. */
  WALD_CATEGORICAL = 1, /**< Probabilities of exclusive labels; the rest to 1 is P(none). */
  WALD_JOINT = 2, /**< Weighted label vectors: any joint distribution. */
  WALD_COUNTS = 3 /**< P[i][s] = P(y_i = 1, s labels in all), and P(0). */
};
/* end of rows */

/** How a table of N instances by m labels is averaged. */
typedef int32_t wald_average;
/* rows: name average */
enum {
  WALD_INSTANCE = 0, /**< Each row is a problem of its own (N answers). */
  WALD_MACRO = 1, /**< Each column is a problem of its own (m answers). */
  WALD_MICRO = 2 /**< The table is one problem of N*m items (1 answer). */
};
/* end of rows */

/** Properties of a metric; the utility of a loss is its negative. */
typedef int32_t wald_properties;
/* rows: name property */
enum {
  WALD_RISES_IN_TP = 1, /**< U does not fall when tp rises at the same k and s ("TP-monotone"). */
  WALD_FALLS_IN_K = 2, /**< U does not rise when k rises at the same tp and s. */
  WALD_RISES_IN_TP_AND_K = 4, /**< U does not fall when tp and k both rise by one at the same s. */
  WALD_LINEAR_IN_TP = 8, /**< U = a(k,s) tp + g(k,s). */
  WALD_LOSS = 16, /**< The function is to be minimised. */
  WALD_THREAD_SAFE = 32, /**< The callback may be called from several threads at once. */
  WALD_DEGENERATE = 64 /**< Read only: without a constraint on k a trivial prediction is optimal. */
};
/* end of rows */

/* -- Arrays */

/** A table, or with one column a vector. Element (i, j) is at data[i*row_stride + j*column_stride]. */
typedef struct wald_array {
  int64_t size;
  void *data;
  int64_t rows, columns;
  int64_t row_stride, column_stride; /**< in elements; any sign */
  wald_type type;
} wald_array;

/** Compressed rows: row i has values[indptr[i]] to values[indptr[i+1] - 1], in columns indices[...], each at most
 * once, in any order. Absent values are 0. */
typedef struct wald_sparse {
  int64_t size;
  const void *indptr;
  const void *indices;
  const void *values; /**< NULL: each is 1 */
  int64_t rows, columns;
  wald_type index_type; /**< WALD_INT64 or WALD_INT32 */
  wald_type type;       /**< WALD_FLOAT64 or WALD_FLOAT32 */
} wald_sparse;

/** A table: exactly one of the two is not NULL. */
typedef struct wald_table {
  int64_t size;
  const wald_array *dense;
  const wald_sparse *sparse;
} wald_table;

/** What rows have besides; both may be NULL. */
typedef struct wald_rows {
  int64_t size;
  const wald_array *weights; /**< not all 0 */
  const wald_array *groups;  /**< int64_t; rows of one number belong together, such as those of a patient */
} wald_rows;

typedef struct wald_metric wald_metric;   /**< A utility U(tp, k, s, n). Immutable. */
typedef struct wald_options wald_options; /**< Options of one family of functions. */

/** A custom metric: values[i] = U (or the loss), finite, at tp[i], k[i], s[i] for i < count, of n labels. */
typedef void (*wald_metric_function)(const int64_t *tp, const int64_t *k, const int64_t *s, int64_t count, int64_t n,
                                     double *values, void *user);

/** Called with a fraction in [0, 1]; nonzero cancels. */
typedef int32_t (*wald_progress_function)(double fraction, void *user);

/* -- Objects */

/** A fact: 1000 times the number of the type, plus its place. */
typedef int32_t wald_fact;
enum { WALD_MOST_FACTS = 1000 };

/** Types of objects, and what can be done besides reading facts. */
typedef int32_t wald_object;
/* rows: object types */
enum {
  WALD_OBJECT_OPTIONS = 1, /**< clear */
  WALD_OBJECT_METRIC = 2,
  WALD_OBJECT_ESTIMATOR = 3, /**< copy, clear, merge, save */
  WALD_OBJECT_DECISION = 4,
  WALD_OBJECT_TABLE_PASS = 5, /**< merge, save */
  WALD_OBJECT_DISTRIBUTION = 6,
  WALD_OBJECT_REPORT = 7,
  WALD_OBJECT_SAMPLE = 8, /**< copy, clear, merge, save */
  WALD_OBJECT_THRESHOLDS = 9,
  WALD_OBJECT_THRESHOLD_PASS = 10, /**< merge, save */
  WALD_OBJECT_FRONTIER = 11,
  WALD_OBJECT_CASCADE_SCORES = 12, /**< copy, clear, merge */
  WALD_OBJECT_CASCADE = 13, /**< save */
  WALD_OBJECT_CASCADE_RUN = 14,
  WALD_OBJECT_TREES = 15, /**< save */
  WALD_OBJECT_LABELLING = 16,
  WALD_OBJECT_DATASET = 17,
  WALD_OBJECT_LEARNER = 18, /**< save */
  WALD_OBJECT_CALIBRATION = 19, /**< save */
  WALD_OBJECT_STAGES = 20, /**< merge, save */
  WALD_OBJECT_ROUTE = 21, /**< save */
  WALD_OBJECT_ZONE = 22,
  WALD_OBJECT_MULTIPLIERS = 23,
  WALD_OBJECT_LABELS = 24,
  WALD_OBJECT_SEGMENTS = 25,
  WALD_OBJECT_DECISION_CURVE = 26,
  WALD_OBJECT_RELIABILITY = 27,
  WALD_OBJECT_COMPARISON = 28,
  WALD_OBJECT_WORTH = 29,
  WALD_OBJECT_EXPECTATION = 30,
  WALD_OBJECT_CASCADE_EVALUATION = 31,
  WALD_OBJECT_ROUTE_EVALUATION = 32,
  WALD_OBJECT_THRESHOLD_EVALUATION = 33,
  WALD_OBJECT_PROMISE = 34, /**< copy, clear, merge, save */
  WALD_OBJECT_PERFORMANCE = 35, /**< clear */
  WALD_OBJECT_PREVALENCE = 36
};
/* end of rows */

/** Releases an object of any type; NULL is accepted. */
WALD_API void wald_destroy(void *object) WALD_NOEXCEPT;
/** @param out address of a pointer of the same type: wald_sample *copy; wald_copy(sample, &copy). */
WALD_API wald_status wald_copy(const void *object, void *out) WALD_NOEXCEPT;
/** Empties, keeping memory. */
WALD_API wald_status wald_clear(void *object) WALD_NOEXCEPT;
/** Adds `other`, of the same type and shape; in any order. */
WALD_API wald_status wald_merge(void *object, const void *other) WALD_NOEXCEPT;
/** @param item which answer, choice, ... of the fact (`per` of wald_fact_row), from 0; ignored for facts of the
 * whole. */
WALD_API wald_status wald_number(const void *object, wald_fact fact, int64_t item, double *value) WALD_NOEXCEPT;
/** A list of numbers; of a decision, an expectation, labels or segments, one number of every item. @param item read for
 * thresholds (answer), learners (choice) and decision curves (model). @param fact 0: every fact that is one number, in
 * the order of wald_fact_list. @param out array of length [*needed]. */
WALD_API wald_status wald_numbers(const void *object, wald_fact fact, int64_t item, double *out, int64_t capacity,
                                  int64_t *needed) WALD_NOEXCEPT;
/** A text that lives as long as the object. @param item as for wald_number. */
WALD_API wald_status wald_text(const void *object, wald_fact fact, int64_t item, const char **text) WALD_NOEXCEPT;
/** The state, bit for bit; passes in binary only. Independent of the order of feeding, except a sample in binary.
 * The text of a route: docs/guides/model-cascades.md. */
WALD_API wald_status wald_save(const void *object, wald_format format, char *buffer, int64_t capacity,
                               int64_t *needed) WALD_NOEXCEPT;
/** @param out address of a pointer of that type. */
WALD_API wald_status wald_load(wald_object type, const char *text, int64_t length, void *out) WALD_NOEXCEPT;

/* -- The library */

/** "major.minor.patch" */
WALD_API const char *wald_version(void) WALD_NOEXCEPT;
/** The number in the SONAME: docs/developers/api-stability.md. */
WALD_API int32_t wald_abi_version(void) WALD_NOEXCEPT;
/** Why this thread's last call failed, or ""; valid until its next call. */
WALD_API const char *wald_last_error(void) WALD_NOEXCEPT;

/* -- Lists */
/* Rows for index 0, 1, ...; past the end WALD_ERROR_ARGUMENT. The caller sets `size`. */

/** A word. */
typedef struct wald_name_row {
  int64_t size;
  const char *name;     /**< "separable" */
  const char *alias;    /**< Also accepted; or "". */
  const char *sentence; /**< What it means. */
  int32_t value;
} wald_name_row;

/** An option. */
typedef struct wald_option_row {
  int64_t size;
  const char *name;     /**< "min_precision" */
  const char *type;     /**< number, integer, seed, switch, choice, text, numbers, integers, texts, metric, progress */
  const char *initial;  /**< The default; "" if none. */
  const char *choices;  /**< Words of a choice. */
  const char *calls;    /**< Calls that read it; "": all. */
  const char *concerns; /**< Read only with one of these; "": always. */
  const char *sentence; /**< What it means. */
  double low, high;     /**< Bounds; -inf, inf: none. */
  int32_t open_low, open_high; /**< 1: the bound is excluded. */
} wald_option_row;

/** A fact. */
typedef struct wald_fact_row {
  int64_t size;
  const char *name;     /**< "precision" */
  const char *type;     /**< Its getter: "number", "numbers", "text". */
  const char *per;      /**< One per "whole", "answer", "label", .... */
  const char *sentence; /**< What it means. */
  int32_t value;        /**< Its number. */
  const char *kind;     /**< "number", "integer", "switch", "text", or a list of words. */
} wald_fact_row;

/** A metric. */
typedef struct wald_metric_row {
  int64_t size;
  const char *name;    /**< Pattern: "fbeta:B". */
  const char *aliases; /**< Space-separated. */
  const char *formula;
  const char *sentence;
  wald_properties properties;
} wald_metric_row;

/** @param list "status", "kind", "average", "algorithm", "rule", "learner", ...: docs/reference.md */
WALD_API wald_status wald_name_list(const char *list, int64_t index, wald_name_row *row) WALD_NOEXCEPT;
/** @param family "decisions", "thresholds", "cascades", "learners" or "routes" */
WALD_API wald_status wald_option_list(const char *family, int64_t index, wald_option_row *row) WALD_NOEXCEPT;
WALD_API wald_status wald_fact_list(const char *object, int64_t index, wald_fact_row *row) WALD_NOEXCEPT;
WALD_API wald_status wald_metric_list(int64_t index, wald_metric_row *row) WALD_NOEXCEPT;

/* -- Options */
/* Calls refuse options that are set and that they do not read. Arrays have length n; values are copied. NULL restores
 * the default of one option, wald_clear those of all. */

/** @param family as for wald_option_list */
WALD_API wald_status wald_options_create(const char *family, wald_options **out) WALD_NOEXCEPT;
/** A number, integer or switch. */
WALD_API wald_status wald_options_set_number(wald_options *options, const char *name, double value) WALD_NOEXCEPT;
/** An integer, switch, number, or seed (64 bits, unsigned). */
WALD_API wald_status wald_options_set_integer(wald_options *options, const char *name, int64_t value) WALD_NOEXCEPT;
/** Any option but a progress: "0.5", "on", "1,2,3", "f1". */
WALD_API wald_status wald_options_set_text(wald_options *options, const char *name, const char *value) WALD_NOEXCEPT;
/** Numbers or integers. */
WALD_API wald_status wald_options_set_numbers(wald_options *options, const char *name, const double *values,
                                              int64_t n) WALD_NOEXCEPT;
WALD_API wald_status wald_options_set_texts(wald_options *options, const char *name, const char *const *values,
                                            int64_t n) WALD_NOEXCEPT;
/** @param metric a named one */
WALD_API wald_status wald_options_set_metric(wald_options *options, const char *name,
                                             const wald_metric *metric) WALD_NOEXCEPT;
WALD_API wald_status wald_options_set_progress(wald_options *options, const char *name,
                                               wald_progress_function function, void *user) WALD_NOEXCEPT;
/** Refuses options that none of some calls reads. @param calls words of `calls` and `concerns`: "decide tables"
 * @param reset 1: restores their defaults instead. */
WALD_API wald_status wald_options_check(wald_options *options, const char *calls, int32_t reset) WALD_NOEXCEPT;
/** As wald_options_set_text reads it. */
WALD_API wald_status wald_options_get(const wald_options *options, const char *name, char *buffer, int64_t capacity,
                                      int64_t *needed) WALD_NOEXCEPT;

/* -- Metrics */

/** @param name "f1", "fbeta:2", ...: docs/guides/metrics.md. @param zero_division value of 0/0: 0 or 1 (usual). */
WALD_API wald_status wald_metric_create(const char *name, int32_t zero_division, wald_metric **out) WALD_NOEXCEPT;

/** A custom metric. `declared` is tested for n <= 64, and where a decision depends on it; without, decisions enumerate
 * and only small n work. Runs on the calling thread unless WALD_THREAD_SAFE. @param name 1 to 256 bytes. */
WALD_API wald_status wald_metric_create_callback(wald_metric_function function, void *user, const char *name,
                                                 wald_properties declared, wald_metric **out) WALD_NOEXCEPT;

/** A metric for exactly n labels: (n+1)^3 values at (tp*(n+1)+k)*(n+1)+s. Only possible cells are read. Properties
 * are found; only WALD_LOSS may be added. */
WALD_API wald_status wald_metric_create_table(const double *values, int64_t length, int64_t n, const char *name,
                                              wald_properties declared, wald_metric **out) WALD_NOEXCEPT;

/** U(tp, k, s, n). n >= 1, 0 <= k, s <= n, max(0, k+s-n) <= tp <= min(k, s). */
WALD_API wald_status wald_metric_utility(const wald_metric *metric, int64_t tp, int64_t k, int64_t s, int64_t n,
                                         double *utility) WALD_NOEXCEPT;

#ifdef __cplusplus
}
#endif

#endif /* WALD_CORE_H */
