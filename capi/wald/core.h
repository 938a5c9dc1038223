/* Wald, what every part needs: status, arrays, options and facts by name, metrics. The contract is in wald.h. */
#ifndef WALD_CORE_H
#define WALD_CORE_H

#include <stddef.h>
#include <stdint.h>

/* The release of these headers, and the ABI number of the library that they describe. wald_version() and
 * wald_abi_version() give those of the library that runs: a program may compare the two. For #if:
 * #if WALD_VERSION_NUMBER >= 10203, for release 1.2.3 or later. */
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

#if defined(WALD_STATIC) /* linked from the static library: wald::wald_static and pkg-config --static define it */
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

/* ---- Values ------------------------------------------------------------------------------------ */
/* Between "rows" and "end of rows" stands what bindings/generate writes from the rows of the core. */

/** What a call came to. Values are never renumbered; new ones are appended. */
typedef int32_t wald_status;
/* rows: name status */
enum {
  WALD_OK = 0, /**< The call succeeded. */
  WALD_ERROR_ARGUMENT = 1, /**< An argument is outside its domain. */
  WALD_ERROR_MEMORY = 2, /**< An allocation failed; the call may be repeated. */
  WALD_ERROR_CAPACITY = 3, /**< The caller's buffer is too small; *needed says what it takes. */
  WALD_ERROR_UNSUPPORTED = 4,
      /**< There is no exact method for this pair of metric and estimator; the message says why. */
  WALD_ERROR_FORMAT = 5, /**< Text that cannot be read: a metric's name, a saved state. */
  WALD_ERROR_CALLBACK = 6, /**< A custom metric gave a value that is not finite, or contradicts its declaration. */
  WALD_CANCELLED = 7, /**< The progress callback asked to stop. */
  WALD_ERROR_INTERNAL = 8 /**< A defect of the library: please report the message. */
};
/* end of rows */

/** The type of an array's elements. */
typedef int32_t wald_type;
/* rows: name type */
enum {
  WALD_FLOAT64 = 0, /**< double */
  WALD_FLOAT32 = 1, /**< float */
  WALD_INT64 = 2, /**< int64_t */
  WALD_INT32 = 3, /**< int32_t */
  WALD_UINT8 = 4 /**< uint8_t, as masks are */
};
/* end of rows */

/** What states are saved as. */
typedef int32_t wald_format;
enum {
  WALD_TEXT = 0,  /**< JSON in UTF-8 with one item a line, versioned. */
  WALD_BINARY = 1 /**< Bytes that say the same in less room, versioned and with a check sum. What loads a state knows
                       them by the first of them. */
};

/** What is known of the labels. */
typedef int32_t wald_kind;
/* rows: name kind */
enum {
  WALD_INDEPENDENT = 0, /**< Marginal probabilities of independent labels. */
  WALD_CATEGORICAL = 1, /**< Probabilities of exclusive labels; what is missing to 1 is P(none). */
  WALD_JOINT = 2, /**< Weighted label vectors: any joint distribution. */
  WALD_COUNTS = 3 /**< P[i][s] = P(y_i = 1, s labels in all), and P(0). */
};
/* end of rows */

/** Over what a table of N instances by m labels is decided and averaged. */
typedef int32_t wald_average;
/* rows: name average */
enum {
  WALD_INSTANCE = 0, /**< Each row is a problem of its own (N answers). */
  WALD_MACRO = 1, /**< Each column is a problem of its own (m answers). */
  WALD_MICRO = 2 /**< The table is one problem of N*m items (1 answer). */
};
/* end of rows */

/** What a metric is; declared by the caller for a custom one. Where a loss is given, U is its negative. */
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

/* ---- Arrays ------------------------------------------------------------------------------------ */

/** Memory of the caller: a table of rows by columns, or with one column a vector. Element (i, j) is at
 * data[i*row_stride + j*column_stride]. Functions write to those alone that they call results. */
typedef struct wald_array {
  int64_t size; /**< sizeof(wald_array): tells versions of this structure apart. */
  void *data;   /**< May be NULL where there are no elements. */
  int64_t rows, columns;
  int64_t row_stride, column_stride; /**< In elements; the column stride of a vector does not matter. */
  wald_type type;
} wald_array;

/** A sparse table in compressed rows: row i holds values[indptr[i]] up to and without values[indptr[i+1]], in the
 * columns indices[...], each at most once a row, in any order. What is absent is 0. */
typedef struct wald_sparse {
  int64_t size; /**< sizeof(wald_sparse) */
  const void *indptr;
  const void *indices;
  const void *values; /**< NULL where each is 1. */
  int64_t rows, columns;
  wald_type index_type; /**< WALD_INT64 or WALD_INT32: of indptr and indices. */
  wald_type type;       /**< WALD_FLOAT64 or WALD_FLOAT32: of values. */
} wald_sparse;

/** A table that is dense or sparse: one of the two is not NULL. */
typedef struct wald_table {
  int64_t size; /**< sizeof(wald_table) */
  const wald_array *dense;
  const wald_sparse *sparse;
} wald_table;

typedef struct wald_metric wald_metric;   /**< A utility U(tp, k, s, n). Immutable. */
typedef struct wald_options wald_options; /**< What can be set for one family of functions. */

/** A custom metric. Returns U (or the loss), which must be finite, for 0 <= tp <= min(k, s), tp >= k+s-n. */
typedef double (*wald_metric_function)(int64_t tp, int64_t k, int64_t s, int64_t n, void *user);

/** Called on the calling thread during long work with a fraction in [0, 1]; returns nonzero to cancel. */
typedef int32_t (*wald_progress_function)(double fraction, void *user);

/* ---- Objects ----------------------------------------------------------------------------------- */
/* What can be done with every object, whichever it is. A pointer to another type of objects than a function takes, or to
 * what is none, is WALD_ERROR_ARGUMENT, and the message names both. */

/** The number of a fact: what can be read of an object. Each type of objects has numbers of its own, from 1000 times its
 * number on, so that a fact of another type is an error. Those of a table, which is no object, are its columns, from 0. */
typedef int32_t wald_fact;
enum { WALD_MOST_FACTS = 1000 }; /**< The number of a fact, modulo this, is its place among those of its type. */

/** The types of objects, each with what can be done with its objects beside wald_destroy. */
typedef int32_t wald_object;
/* rows: object types */
enum {
  WALD_OBJECT_OPTIONS = 1, /**< wald_options: clear. */
  WALD_OBJECT_METRIC = 2, /**< wald_metric. */
  WALD_OBJECT_ESTIMATOR = 3,
      /**< wald_estimator: copy, clear, merge, save, load, number, numbers. wald_merge adds `other` to it: joint with
           joint (union of weighted vectors), counts with counts (weighted mean, from sums of twice the digits of a
           double). The order of merging does not show. Other kinds are refused, with the reason. */
  WALD_OBJECT_DECISION = 4, /**< wald_decision: number, numbers, text. */
  WALD_OBJECT_TABLE_PASS = 5,
      /**< wald_table_pass: merge, save, load, number. wald_merge adds the rows of `other`, which is a state of the
           same pass. */
  WALD_OBJECT_DISTRIBUTION = 6, /**< wald_distribution: number. */
  WALD_OBJECT_REPORT = 7, /**< wald_report. */
  WALD_OBJECT_SAMPLE = 8,
      /**< wald_sample: copy, clear, merge, save, load, number, numbers. wald_merge adds the rows of `other`, which
           has the same number of scores, rule and rated_from. */
  WALD_OBJECT_THRESHOLDS = 9, /**< wald_thresholds: number, numbers, text. */
  WALD_OBJECT_THRESHOLD_PASS = 10,
      /**< wald_threshold_pass: merge, save, load, number. wald_merge adds the rows of `other`, which is a state of
           the same pass. */
  WALD_OBJECT_FRONTIER = 11, /**< wald_frontier: number, numbers. */
  WALD_OBJECT_CASCADE_SCORES = 12,
      /**< wald_cascade_scores: copy, clear, merge, number. wald_merge adds the rows of `other`, which has the same
           numbers of models and classes. */
  WALD_OBJECT_CASCADE = 13, /**< wald_cascade: save, load, number, numbers, text. */
  WALD_OBJECT_CASCADE_RUN = 14, /**< wald_cascade_run. */
  WALD_OBJECT_TREES = 15, /**< wald_trees: save, load, number, text. */
  WALD_OBJECT_LABELLING = 16, /**< wald_labelling: number. */
  WALD_OBJECT_DATASET = 17, /**< wald_dataset: number. */
  WALD_OBJECT_LEARNER = 18, /**< wald_learner: save, load, number, numbers, text. */
  WALD_OBJECT_CALIBRATION = 19, /**< wald_calibration: save, load. */
  WALD_OBJECT_STAGES = 20,
      /**< wald_stages: merge, save, load, number. wald_merge adds the rows of `other`, which has the same number of
           stages and the same columns. */
  WALD_OBJECT_ROUTE = 21 /**< wald_route: save, load, number, numbers. */
};
/* end of rows */

/** Releases an object of any type, with what belongs to it; NULL is accepted. Cannot fail. */
WALD_API void wald_destroy(void *object) WALD_NOEXCEPT;
/** An object of its own that holds the same. @param out the address of a pointer to objects of the same type:
 * wald_sample *copy; wald_copy(sample, &copy). */
WALD_API wald_status wald_copy(const void *object, void *out) WALD_NOEXCEPT;
/** Back to nothing fed, keeping the memory. */
WALD_API wald_status wald_clear(void *object) WALD_NOEXCEPT;
/** Adds what `other` holds, an object of the same type and shape, which stays as it is: wald_object says what is added. */
WALD_API wald_status wald_merge(void *object, const void *other) WALD_NOEXCEPT;
/** One number of an object. @param item the answer, choice, ... that the fact is of, from 0: wald_fact_row says what there
 * is one of it for. Not read for a fact of the whole. */
WALD_API wald_status wald_number(const void *object, wald_fact fact, int64_t item, double *value) WALD_NOEXCEPT;
/** A list of numbers: of thresholds that of the answer `item`, of a learner that of the choice `item`, else that of the
 * whole. Of a decision, one number of every answer. @param out array of length [*needed]. */
WALD_API wald_status wald_numbers(const void *object, wald_fact fact, int64_t item, double *out, int64_t capacity,
                                  int64_t *needed) WALD_NOEXCEPT;
/** One text of an object. Valid as long as the object is; of a decision static text. @param item the answer, model,
 * feature, category, label or choice that the fact is of, from 0. Not read for a fact of the whole. */
WALD_API wald_status wald_text(const void *object, wald_fact fact, int64_t item, const char **text) WALD_NOEXCEPT;
/** The state as text or in binary, which wald_load reads to the same bits; `needed` counts bytes without a terminating 0.
 * What was fed in parts has one text, whatever the order; a sample in binary keeps the order. A wald_threshold_pass and a
 * wald_table_pass are in binary alone; the answer of the latter is not in it: wald_table_pass_next of what is loaded tells it again.
 * The text of a route is JSON for other programs: docs/model-cascades.md says what it holds. */
WALD_API wald_status wald_save(const void *object, wald_format format, char *buffer, int64_t capacity,
                               int64_t *needed) WALD_NOEXCEPT;
/** Reads what wald_save wrote. Anything else, and the state of another type, is WALD_ERROR_FORMAT with what is wrong.
 * @param out the address of a pointer to objects of that type: wald_load(WALD_OBJECT_SAMPLE, text, length, &sample). */
WALD_API wald_status wald_load(wald_object type, const char *text, int64_t length, void *out) WALD_NOEXCEPT;

/* ---- The library ------------------------------------------------------------------------------- */

/** The release, "major.minor.patch". Static text. */
WALD_API const char *wald_version(void) WALD_NOEXCEPT;

/** The ABI number, which is the SONAME's: rules in docs/api-stability.md. */
WALD_API int32_t wald_abi_version(void) WALD_NOEXCEPT;

/** The message of this thread's last failed call, "" after a successful one. Valid until this thread's next
 * call into the library. Calls that cannot fail leave it as it is. */
WALD_API const char *wald_last_error(void) WALD_NOEXCEPT;

/* ---- What there is ------------------------------------------------------------------------------- */
/* The rows of the library for index 0, 1, ...; past the end WALD_ERROR_ARGUMENT. The caller sets `size` of the structure
 * before the call. Texts are static. */

/** A word with a number: a status, an algorithm, a learner. */
typedef struct wald_name_row {
  int64_t size;         /**< sizeof(wald_name_row) */
  const char *name;     /**< "separable" */
  const char *alias;    /**< Accepted beside the name; "" where there is none. */
  const char *sentence; /**< What it means. */
  int32_t value;
} wald_name_row;

/** An option. */
typedef struct wald_option_row {
  int64_t size;         /**< sizeof(wald_option_row) */
  const char *name;     /**< "min_precision" */
  const char *type;     /**< number, integer, seed, switch, choice, text, numbers, integers, texts, metric, progress */
  const char *initial;  /**< The default as wald_options_get writes it; "" where nothing is set. */
  const char *choices;  /**< The words of a choice, space-separated; else "". */
  const char *calls;    /**< The calls that read it, space-separated; "": all that take the family. */
  const char *concerns; /**< The options, words or learners of which one must be at work for it to be read,
                             space-separated; "": none. */
  const char *sentence; /**< What it means. */
  double low, high;     /**< The bounds of numbers and integers; -inf, inf where there are none. */
  int32_t open_low, open_high; /**< 1 where the bound itself is outside. */
} wald_option_row;

/** A fact. */
typedef struct wald_fact_row {
  int64_t size;         /**< sizeof(wald_fact_row) */
  const char *name;     /**< "precision" */
  const char *type;     /**< "number", "numbers", "text": which getter reads it. */
  const char *per;      /**< "whole", "answer", "label", ...: what there is one of it for. */
  const char *sentence; /**< What it means. */
  int32_t value;        /**< The number of the fact in the enumeration. */
  const char *kind;     /**< "number", "integer", "switch" (0 or 1), "text", or the list whose words it stands for. */
} wald_fact_row;

/** A metric. */
typedef struct wald_metric_row {
  int64_t size;        /**< sizeof(wald_metric_row) */
  const char *name;    /**< The pattern of the name: "fbeta:B". */
  const char *aliases; /**< Accepted beside the name, space-separated. */
  const char *formula;
  const char *sentence;
  wald_properties properties;
} wald_metric_row;

/** The vocabularies. @param list "status", "type", "kind", "average", "property", "algorithm", "rule", "goal", "method",
 * "smoothing", "threshold_flag", "order", "split", "missing", "task", "learner", "scaling", "calibration", ... */
WALD_API wald_status wald_name_list(const char *list, int64_t index, wald_name_row *row) WALD_NOEXCEPT;

/** The options. @param family "decisions", "thresholds", "cascades", "learners" or "routes". */
WALD_API wald_status wald_option_list(const char *family, int64_t index, wald_option_row *row) WALD_NOEXCEPT;

/** The facts. @param object "estimator", "decision", "distribution", "sample", "thresholds", "frontier",
 * "cascade_scores", "cascade", "trees", "dataset" or "learner". */
WALD_API wald_status wald_fact_list(const char *object, int64_t index, wald_fact_row *row) WALD_NOEXCEPT;

/** The metrics that have a name: docs/metrics.md. */
WALD_API wald_status wald_metric_list(int64_t index, wald_metric_row *row) WALD_NOEXCEPT;

/* ---- Options ----------------------------------------------------------------------------------- */
/* One object for each family: "decisions", "thresholds", "cascades", "learners", "routes". A name that the family does not have, a
 * value of another type or outside its bounds is WALD_ERROR_ARGUMENT and changes nothing. What depends on several
 * options is checked where they are used. A call refuses with WALD_ERROR_ARGUMENT each option that was set and that it
 * does not read; wald_option_row has the calls that do. An option counts as set even if it was set to its default. */

/** Options with every default. */
WALD_API wald_status wald_options_create(const char *family, wald_options **out) WALD_NOEXCEPT;
/** A number; an integer or switch by a whole number, too. */
WALD_API wald_status wald_options_set_number(wald_options *options, const char *name, double value) WALD_NOEXCEPT;
/** An integer, a switch (0 or 1), a number, or a seed, which takes all 64 bits as an unsigned number. */
WALD_API wald_status wald_options_set_integer(wald_options *options, const char *name, int64_t value) WALD_NOEXCEPT;
/** A choice or a text; any other option but a progress, too, as a person writes it: "0.5", "on", "1,2,3", "f1".
 * @param value NULL puts the default of any option back; wald_clear puts back all. */
WALD_API wald_status wald_options_set_text(wald_options *options, const char *name, const char *value) WALD_NOEXCEPT;
/** @param values array of length n, which is copied; NULL puts the default back. */
WALD_API wald_status wald_options_set_numbers(wald_options *options, const char *name, const double *values,
                                              int64_t n) WALD_NOEXCEPT;
/** @param values array of length n, which is copied; NULL puts the default back. */
WALD_API wald_status wald_options_set_integers(wald_options *options, const char *name, const int64_t *values,
                                               int64_t n) WALD_NOEXCEPT;
/** @param values array of length n of UTF-8 texts, which are copied; NULL puts the default back. */
WALD_API wald_status wald_options_set_texts(wald_options *options, const char *name, const char *const *values,
                                            int64_t n) WALD_NOEXCEPT;
/** @param metric a named metric, which is copied; NULL puts the default back. */
WALD_API wald_status wald_options_set_metric(wald_options *options, const char *name,
                                             const wald_metric *metric) WALD_NOEXCEPT;
/** @param function NULL for none. @param user handed to each call. */
WALD_API wald_status wald_options_set_progress(wald_options *options, const char *name,
                                               wald_progress_function function, void *user) WALD_NOEXCEPT;
/** Refuses with WALD_ERROR_ARGUMENT an option that was set and that none of some calls reads, before any work.
 * @param calls words of wald_option_row's `calls` and `concerns`, space-separated: "decide tables". */
WALD_API wald_status wald_options_check(const wald_options *options, const char *calls) WALD_NOEXCEPT;
/** Puts back the default of each option that none of some calls reads, so that options of one call can go to another.
 * @param calls as wald_options_check takes them. */
WALD_API wald_status wald_options_reset_unread(wald_options *options, const char *calls) WALD_NOEXCEPT;
/** What holds, as wald_options_set_text reads it; "" where nothing is set. `needed` counts the terminating 0. */
WALD_API wald_status wald_options_get(const wald_options *options, const char *name, char *buffer, int64_t capacity,
                                      int64_t *needed) WALD_NOEXCEPT;

/* ---- Metrics ----------------------------------------------------------------------------------- */

/** A metric by its name: "f1", "fbeta:0.5", "jaccard", "balanced_accuracy", "cost:1:5", "lf:...". docs/metrics.md lists
 * all. @param zero_division the value of a rate that is 0/0: 0 or 1 (the convention here and in the literature). */
WALD_API wald_status wald_metric_create(const char *name, int32_t zero_division, wald_metric **out) WALD_NOEXCEPT;

/** A metric by callback. `declared` says what it is (wald_properties). Declarations are tested whole for
 * n <= 64, and beyond wherever a decision depends on them. With nothing declared it is decided by enumeration for
 * small n and refused beyond. Without WALD_THREAD_SAFE it is called on the calling thread only.
 * @param name what messages call it, 1 to 256 bytes; copied. @param user handed to each call. */
WALD_API wald_status wald_metric_create_callback(wald_metric_function function, void *user, const char *name,
                                                 wald_properties declared, wald_metric **out) WALD_NOEXCEPT;

/** A metric for problems of exactly n labels, by a table of (n+1)^3 values at (tp*(n+1)+k)*(n+1)+s. Only cells
 * with max(0, k+s-n) <= tp <= min(k, s) are read. Its properties are found from the values; what is declared
 * beyond them is an error, except WALD_LOSS, which says that the table is to be minimised. */
WALD_API wald_status wald_metric_create_table(const double *values, int64_t length, int64_t n, const char *name,
                                              wald_properties declared, wald_metric **out) WALD_NOEXCEPT;

/** The canonical name, which wald_metric_create reads back; `needed` counts the terminating 0. */
WALD_API wald_status wald_metric_name(const wald_metric *metric, char *buffer, int64_t capacity,
                                      int64_t *needed) WALD_NOEXCEPT;
/** What the metric is, as far as known, and its 0/0 value; each may be NULL. */
WALD_API wald_status wald_metric_properties(const wald_metric *metric, wald_properties *properties,
                                            int32_t *zero_division) WALD_NOEXCEPT;
/** U(tp, k, s, n). n >= 1, 0 <= k, s <= n, max(0, k+s-n) <= tp <= min(k, s). */
WALD_API wald_status wald_metric_utility(const wald_metric *metric, int64_t tp, int64_t k, int64_t s, int64_t n,
                                         double *utility) WALD_NOEXCEPT;
/** The loss that goes with a utility: 1 - U for a named metric; -U for "cost" and for a custom one. */
WALD_API wald_status wald_metric_loss(const wald_metric *metric, double utility, double *loss) WALD_NOEXCEPT;

#ifdef __cplusplus
}
#endif

#endif /* WALD_CORE_H */
