/* Wald, decisions: what is known of the labels, the optimal prediction, and the distribution of its utility.
 * The contract is in wald.h. */
#ifndef WALD_DECISIONS_H
#define WALD_DECISIONS_H

#include "core.h"

#ifdef __cplusplus
extern "C" {
#endif

/** A cell of a mask that is left undecided: with its instance (option "abstain"), or alone ("abstain_label"). */
enum { WALD_UNDECIDED = 2 };

typedef struct wald_estimator wald_estimator;       /**< What is known of one label vector. */
typedef struct wald_decision wald_decision;         /**< One answer, or one a row, a column or a table. */
typedef struct wald_distribution wald_distribution; /**< The distribution of a prediction's utility. Immutable. */
typedef struct wald_table_pass wald_table_pass;               /**< A table in bins: a pass over rows in many places. */
typedef struct wald_comparison wald_comparison;
typedef struct wald_worth wald_worth;
typedef struct wald_expectation wald_expectation;
typedef struct wald_report wald_report;             /**< A page about what deciding is worth. Immutable. */

/* ---- Estimators: what is known of one label vector --------------------------------------------- */

typedef int32_t wald_estimator_fact;
/* rows: fact estimator */
enum {
  WALD_ESTIMATOR_KIND = 3000, /**< What is known of the labels: one of the kinds. */
  WALD_ESTIMATOR_N_LABELS = 3001, /**< The number of labels. */
  WALD_ESTIMATOR_N_FED = 3002,
      /**< The number of weighted vectors or tables fed; of the other kinds 1, or 0 while empty. */
  WALD_ESTIMATOR_TOTAL_WEIGHT = 3003,
      /**< The sum of the weights fed to a joint or counts estimator; of the others 1, or 0 while empty. */
  WALD_ESTIMATOR_MAX_S = 3004, /**< The greatest s with a nonzero P[i][s]. Counts only. */
  WALD_ESTIMATOR_P_ZERO = 3005, /**< P(no label). */
  WALD_ESTIMATOR_MARGINALS = 3006, /**< P(y_i = 1) for each label. */
  WALD_ESTIMATOR_SIZE_DISTRIBUTION = 3007, /**< P(s) for s = 0 ... n_labels. */
  WALD_ESTIMATOR_TABLE = 3008
      /**< P[i][s] for s = 1 ... max_s, label by label: n_labels*max_s numbers. Counts only. */
};
/* end of rows */

/** An empty estimator. @param n_labels for WALD_JOINT and WALD_COUNTS the number of labels, 1 to 2^31-1;
 * for the others 0 (feeding them appends labels). */
WALD_API wald_status wald_estimator_create(wald_kind kind, int64_t n_labels, wald_estimator **out) WALD_NOEXCEPT;

/** Appends labels to an independent or categorical estimator. A probability lies in [0, 1]; those of a
 * categorical estimator sum to at most 1 (up to 1e-6 more is taken as rounding and scaled away).
 * @param probabilities vector of float or double. */
WALD_API wald_status wald_estimator_feed_probabilities(wald_estimator *estimator,
                                                       const wald_array *probabilities) WALD_NOEXCEPT;

/** Adds weighted label vectors to a joint estimator.
 * @param vectors mask, one row per vector; or sparse, the positions of the ones, with `values` NULL.
 * @param weights vector, one per row, finite and >= 0; or NULL for 1 each. */
WALD_API wald_status wald_estimator_feed_vectors(wald_estimator *estimator, const wald_table *vectors,
                                                 const wald_array *weights) WALD_NOEXCEPT;

/** Adds a weighted table to a counts estimator, which holds the weighted mean of all it was fed.
 * @param table P[i][s], a row a label, a column for each s = 1 ... max_s; each in [0, 1], each label's sum at most 1.
 * It need not be consistent over labels, as tables predicted label by label are not.
 * @param p_zero P(no label), in [0, 1].
 * @param p_s vector of P(s) for s = 1 ... max_s, or NULL: then metrics that need P(s) take it from sum_i P[i][s] / s
 *        where that is a distribution, and are refused where it is not.
 * @param weight finite and > 0. */
WALD_API wald_status wald_estimator_feed_counts(wald_estimator *estimator, const wald_array *table, double p_zero,
                                                const wald_array *p_s, double weight) WALD_NOEXCEPT;

/** The counts of any estimator, which serve metrics linear in tp; for an independent one O(n^1.5) numbers, without the
 * tails, which hold about 1e-17. */
WALD_API wald_status wald_estimator_to_counts(const wald_estimator *estimator, wald_estimator **out) WALD_NOEXCEPT;

/** The likeliest label vector and its probability. Of tied vectors the one with fewest ones, then with the smallest
 * indices. Not for counts. @param out mask of length [n_labels]. @param probability may be NULL. */
WALD_API wald_status wald_estimator_mode(const wald_estimator *estimator, uint8_t *out, int64_t capacity,
                                         int64_t *needed, double *probability) WALD_NOEXCEPT;

/** Draws label vectors by the seed of the options; not for counts.
 * @param out the result: a mask of n_labels columns, one row per draw. */
WALD_API wald_status wald_estimator_draw(const wald_estimator *estimator, const wald_options *options,
                                         const wald_array *out) WALD_NOEXCEPT;

/* ---- Decisions --------------------------------------------------------------------------------- */
/* Options are of the family "decisions". */

typedef int32_t wald_decision_fact;
/* rows: fact decision */
enum {
  WALD_DECISION_N_ANSWERS = 4000, /**< The number of answers: one, or one for each row or column. */
  WALD_DECISION_N_ITEMS = 4001,
      /**< The number of items of each answer: labels; rows for macro; row*n_labels + column counts them for micro. */
  WALD_DECISION_K = 4002, /**< The number of positives. */
  WALD_DECISION_EXPECTED = 4003,
      /**< The expected utility of the answer, also where the instance is left undecided. */
  WALD_DECISION_LOSS = 4004, /**< The expected loss that goes with it. */
  WALD_DECISION_BOUND = 4005,
      /**< A proved upper limit on (optimal expected utility - expected utility of the answer), rounding included.
           Where an algorithm that was asked for by name proves nothing, it is what the metric's range leaves. With
           per_row, what the mean over the labels, weighted as asked, may be short of its optimum: the same number for
           every label. */
  WALD_DECISION_K_LOWEST = 4006,
      /**< The least k that values and errors do not exclude from being optimal; -1 where it was not computed. */
  WALD_DECISION_K_HIGHEST = 4007, /**< The greatest such k; -1 where it was not computed. */
  WALD_DECISION_NEXT_BEST = 4008, /**< The best expected utility at any other k; NaN where it was not computed. */
  WALD_DECISION_P_ZERO = 4009, /**< P(no positive at all), on which undefined cells of rare problems depend. */
  WALD_DECISION_ABSTAINED = 4010, /**< Whether the instance was left undecided. */
  WALD_DECISION_WARNED = 4011, /**< Whether there is a warning. */
  WALD_DECISION_ALGORITHM = 4012, /**< The name of the algorithm that ran. */
  WALD_DECISION_WARNING = 4013,
      /**< What the caller should know of the answer; empty if there is nothing. What concerns the whole table stands
           with its first answer. */
  WALD_DECISION_N_UNDECIDED = 4014
      /**< The number of items left undecided one by one (abstain_label); none of an instance that abstained. */
};
/* end of rows */

/** An empty decision; reused from call to call it keeps its memory, so that deciding on an independent estimator of
 * some labels (F_beta, Jaccard and sums over the labels up to 2047) stops allocating once it has grown. */
WALD_API wald_status wald_decision_create(wald_decision **out) WALD_NOEXCEPT;

/** The optimal prediction for one problem: one answer in `decision`. */
WALD_API wald_status wald_decide(const wald_metric *metric, const wald_estimator *estimator,
                                 const wald_options *options, wald_decision *decision) WALD_NOEXCEPT;

/** Decides one row of independent probabilities with the default options.
 * @param p array of length n, each in [0, 1]. @param mask array of length n, to be filled with 0 and 1.
 * @param expected the expected utility; may be NULL. */
WALD_API wald_status wald_decide_row(const wald_metric *metric, const double *p, int64_t n, uint8_t *mask,
                                     double *expected) WALD_NOEXCEPT;

/** The optimal predictions for a table of probabilities, by the average of the options: one answer per row, one per
 * column, or one.
 * @param kind WALD_INDEPENDENT, or WALD_CATEGORICAL (each row exclusive; instance and macro only).
 * @param probabilities one row per instance, one column per label; a sparse one has 1 to 2^31-1 labels.
 * @param mask the result: a mask of the same shape, of 0, 1 or WALD_UNDECIDED; or NULL. NULL for a sparse table, whose
 *        answers are read from `decision`.
 * @param expected array of length [number of answers], to be filled with expected utilities; or NULL.
 * @param decision to hold every answer with its details; or NULL. */
WALD_API wald_status wald_decide_table(const wald_metric *metric, wald_kind kind, const wald_table *probabilities,
                                       const wald_options *options, const wald_array *mask, double *expected,
                                       wald_decision *decision) WALD_NOEXCEPT;

/** Items of an answer, ascending. @param mark 1 for the positives; WALD_UNDECIDED for those left undecided one by one
 * (option "abstain_label"), none of an instance that is undecided as a whole.
 * @param out array of length [k] or [n_undecided]. */
WALD_API wald_status wald_decision_items(const wald_decision *decision, int64_t answer, int32_t mark, int64_t *out,
                                         int64_t capacity, int64_t *needed) WALD_NOEXCEPT;
/** An answer as a mask. @param out array of length [n]. */
WALD_API wald_status wald_decision_mask(const wald_decision *decision, int64_t answer, uint8_t *out, int64_t capacity,
                                        int64_t *needed) WALD_NOEXCEPT;
/** The positive items of every answer, in compressed rows: those of answer a are indices[indptr[a] ... indptr[a+1]-1],
 * ascending. @param indptr array of length answers+1, filled by a query too; or NULL.
 * @param indices array of length [sum of all k]. */
WALD_API wald_status wald_decision_csr(const wald_decision *decision, int64_t *indptr, int64_t *indices,
                                       int64_t capacity, int64_t *needed) WALD_NOEXCEPT;

/** The expected utility of the best prediction at each k = 0 ... n; NaN at a k that the options rule out.
 * @param out array of length [n + 1]. */
WALD_API wald_status wald_curve(const wald_metric *metric, const wald_estimator *estimator, const wald_options *options,
                                double *out, int64_t capacity, int64_t *needed) WALD_NOEXCEPT;

typedef int32_t wald_expectation_fact;
/* rows: fact expectation */
enum {
  WALD_EXPECTATION_N_ANSWERS = 24000, /**< The number of answers: one, or one for each row or column of a table. */
  WALD_EXPECTATION_EXPECTED = 24001, /**< The expected utility of the prediction. */
  WALD_EXPECTATION_ERROR = 24002, /**< A proved limit on the absolute error of expected; NaN for a table. */
  WALD_EXPECTATION_REGRET = 24003,
      /**< How much expected utility the prediction loses against the optimum within the constraints; NaN if no regret
           was asked for. */
  WALD_EXPECTATION_REGRET_BOUND = 24004,
      /**< The true regret is at most regret + regret_bound; NaN for a table, or if no regret was asked for. */
  WALD_EXPECTATION_WARNING = 24005 /**< What the caller should know of the table; empty if there is nothing. */
};
/* end of rows */

/** The expected utility of any prediction, and its regret.
 * @param mask vector of n labels. @param with_regret 1 looks for the optimum too; 0 does not. */
WALD_API wald_status wald_expectation_create(const wald_metric *metric, const wald_estimator *estimator,
                                             const wald_array *mask, const wald_options *options, int32_t with_regret,
                                             wald_expectation **out) WALD_NOEXCEPT;
/** The same for a table, by the average of the options. @param mask of the shape of `probabilities`. */
WALD_API wald_status wald_expectation_create_table(const wald_metric *metric, wald_kind kind,
                                                   const wald_array *probabilities, const wald_array *mask,
                                                   const wald_options *options, int32_t with_regret,
                                                   wald_expectation **out) WALD_NOEXCEPT;

/** The metric's value on known truth, by the average of the options. Rows with WALD_UNDECIDED are omitted and counted;
 * with "abstain_label" each such cell costs that instead, and cells are counted.
 * @param truth mask. @param prediction mask of its shape.
 * @param weights as of wald_rows; custom metrics take them with the instance average alone.
 * @param value NaN if every row is undecided. @param n_undecided may be NULL. */
WALD_API wald_status wald_evaluate(const wald_metric *metric, const wald_options *options, const wald_array *truth,
                                   const wald_array *prediction, const wald_array *weights, double *value,
                                   int64_t *n_undecided) WALD_NOEXCEPT;

/* ---- A micro average over rows in many places --------------------------------------------------- */

typedef int32_t wald_table_pass_fact;
/* rows: fact table_pass */
enum {
  WALD_TABLE_PASS_PASS_NUMBER = 5000, /**< The number of this pass, from 1. */
  WALD_TABLE_PASS_N_ITEMS = 5001, /**< The number of items that were fed in this pass: rows times labels. */
  WALD_TABLE_PASS_N_BINS = 5002, /**< The number of bins that hold some of them. */
  WALD_TABLE_PASS_N_WINDOWS = 5003,
      /**< The number of ranges of probabilities that this pass parts into bins; in the first pass one holds all of
           them. */
  WALD_TABLE_PASS_DECIDED = 5004,
      /**< Whether the passes have come to an answer, which the other facts tell; until then they are NaN or -1. */
  WALD_TABLE_PASS_K = 5005, /**< The number of positives, over all rows and labels. */
  WALD_TABLE_PASS_THRESHOLD = 5006,
      /**< The least probability of a positive: those of greater ones are positives; inf where there is none. */
  WALD_TABLE_PASS_N_TIES = 5007,
      /**< Where only some of the items whose probability is the threshold are positives, how many have it; else 0,
           and all of them are. */
  WALD_TABLE_PASS_N_TIES_CHOSEN = 5008,
      /**< Likewise, how many of them are positives. Any so many of them are as good as any others. */
  WALD_TABLE_PASS_EXPECTED = 5009, /**< The expected utility of the answer. */
  WALD_TABLE_PASS_LOSS = 5010, /**< The expected loss that goes with it. */
  WALD_TABLE_PASS_BOUND = 5011,
      /**< A proved upper limit on (optimal expected utility - expected utility of the answer), rounding included. */
  WALD_TABLE_PASS_K_LOWEST = 5012,
      /**< The least k that values and errors do not exclude from being optimal; -1 where it was not computed. */
  WALD_TABLE_PASS_K_HIGHEST = 5013, /**< The greatest such k; -1 where it was not computed. */
  WALD_TABLE_PASS_NEXT_BEST = 5014, /**< The best expected utility at any other k; NaN where it was not computed. */
  WALD_TABLE_PASS_P_ZERO = 5015 /**< P(no positive at all). */
};
/* end of rows */

/** The first pass over a distributed table as one problem (micro average): docs/scale.md. Each place feeds its rows to a
 * state of its own; states are saved, loaded and merged.
 * @param metric F_beta, Jaccard, fowlkes_mallows, balanced_accuracy, informedness, recall, specificity, precision, npv or
 * markedness. @param options of which at_least and at_most are read. */
WALD_API wald_status wald_table_pass_create(const wald_metric *metric, const wald_options *options,
                                       wald_table_pass **out) WALD_NOEXCEPT;
/** Adds rows, in any order; a call that fails adds none. */
WALD_API wald_status wald_table_pass_feed(wald_table_pass *table_pass, const wald_table *probabilities) WALD_NOEXCEPT;
/** Once all rows of a pass are in: decides, or makes this the next pass, without rows, of which each place takes a copy.
 * @param decided 1: the facts hold the answer; else 0. */
WALD_API wald_status wald_table_pass_next(wald_table_pass *table_pass, int32_t *decided) WALD_NOEXCEPT;

/* ---- Comparing two systems ---------------------------------------------------------------------- */

typedef int32_t wald_comparison_fact;
/* rows: fact comparison */
enum {
  WALD_COMPARISON_VALUE_A = 22000, /**< The metric's value of A. */
  WALD_COMPARISON_VALUE_B = 22001, /**< The metric's value of B. */
  WALD_COMPARISON_DIFFERENCE = 22002, /**< B - A: above 0 where B has the higher value. */
  WALD_COMPARISON_LOW = 22003, /**< The lower limit of the difference, at the level that was asked for. */
  WALD_COMPARISON_HIGH = 22004, /**< The upper limit of the difference. */
  WALD_COMPARISON_P_VALUE = 22005,
      /**< The two-sided p-value of the paired permutation test: how often the difference is as large where the two
           predictions of each row, or of each group, change sides at random. */
  WALD_COMPARISON_STANDARD_ERROR = 22006,
      /**< The standard error of the difference, by the jackknife over rows or groups. */
  WALD_COMPARISON_DF = 22007,
      /**< The degrees of freedom of the standard error, by the kurtosis of what it is made of; at most units - 1. */
  WALD_COMPARISON_N_UNITS = 22008,
      /**< The number of rows, or of groups, of a weight above 0 that both systems decide. */
  WALD_COMPARISON_N_DIFFERING = 22009, /**< How many of these the systems predict differently. */
  WALD_COMPARISON_N_UNDECIDED = 22010,
      /**< The number of rows that a system leaves undecided; they are left out for both. */
  WALD_COMPARISON_N_SWAPS = 22011
      /**< The number of random swaps behind the p-value; 0 where all of them were counted. */
};
/* end of rows */

/** Whether B's predictions are better than A's on the same rows, by the average of the options: a paired permutation
 * test. If both systems make the same predictions the difference is 0 and the p-value 1.
 * @param truth mask. @param a mask of its shape, WALD_UNDECIDED included; rows that either leaves undecided are omitted.
 * @param b the same. @param rows groups are drawn and swapped together. */
WALD_API wald_status wald_comparison_create(const wald_metric *metric, const wald_array *truth, const wald_array *a,
                                            const wald_array *b, const wald_rows *rows, const wald_options *options,
                                            wald_comparison **out) WALD_NOEXCEPT;

/** What the caller should know of a table before it is decided or judged: that its rows look like exclusive classes
 * although they are taken as independent labels, or that it has one column and the options have no average.
 * @param table probabilities; or, dense, a mask such as a truth, of which only the shape counts.
 * @param warning empty if there is nothing. */
WALD_API wald_status wald_table_warning(const wald_metric *metric, wald_kind kind, const wald_table *table,
                                        const wald_options *options, const char **warning) WALD_NOEXCEPT;

/* ---- Whether deciding pays ---------------------------------------------------------------------- */

/** Whether deciding for a metric pays. */
typedef int32_t wald_worth_verdict;
/* rows: name worth_verdict */
enum {
  WALD_WORTH_VERDICT_PAYS = 0, /**< The expected gain is above least_gain by more than two standard errors. */
  WALD_WORTH_VERDICT_DOES_NOT_PAY = 1, /**< Two standard errors more would still be no more than least_gain. */
  WALD_WORTH_VERDICT_UNDETERMINED = 2 /**< least_gain is within two standard errors of the expected gain. */
};
/* end of rows */

typedef int32_t wald_worth_fact;
/* rows: fact worth */
enum {
  WALD_WORTH_VERDICT = 23000, /**< Whether deciding for the metric pays, in a word. */
  WALD_WORTH_GAIN = 23001,
      /**< How much more utility the optimal predictions are expected to have than those cut at 1/2. */
  WALD_WORTH_STANDARD_ERROR = 23002,
      /**< The standard error of the gain that comes true on as many rows of this kind: rows differ, and their labels
           are left to chance. NaN of a single row. */
  WALD_WORTH_TRUTH_ERROR = 23003,
      /**< The standard error of the gain that comes true on these very rows: their labels alone are left to chance.
           */
  WALD_WORTH_EXPECTED_CUT = 23004, /**< The expected utility of the predictions cut at 1/2. */
  WALD_WORTH_EXPECTED_OPTIMUM = 23005, /**< The expected utility of the optimal predictions. */
  WALD_WORTH_ROWS_NEEDED = 23006,
      /**< About how many rows of this kind it takes until two standard errors are no more than what the gain is above
           least_gain; NaN where it is not above it. */
  WALD_WORTH_CHANGED_ROW_SHARE = 23007, /**< The share of the rows, by weight, that are predicted differently. */
  WALD_WORTH_CHANGED_CELL_SHARE = 23008, /**< The share of the cells that are predicted differently. */
  WALD_WORTH_N_ROWS = 23009, /**< The number of rows of a weight above 0. */
  WALD_WORTH_N_SAMPLES = 23010,
      /**< The number of draws behind each variance that was simulated; 0 where all of them are exact. */
  WALD_WORTH_EXCLUSIVE = 23011,
      /**< Whether each row of the table sums to 1, as probabilities of exclusive classes do, although its labels were
           taken as independent and that changes the answers. */
  WALD_WORTH_WARNING = 23012 /**< What the caller should know of the table; empty if there is nothing. */
};
/* end of rows */

/** Whether deciding for the metric will pay, from probabilities alone: the expected gain of the optimal predictions over
 * those cut at 1/2. "abstain" and "abstain_label" are refused.
 * @param kind as for wald_decide_table. @param probabilities one row per instance; at least one.
 * @param weights vector, one per row, as of wald_rows, with the average "instance" alone; or NULL. */
WALD_API wald_status wald_worth_create(const wald_metric *metric, wald_kind kind, const wald_table *probabilities,
                                       const wald_array *weights, const wald_options *options,
                                       wald_worth **out) WALD_NOEXCEPT;

/* ---- The distribution of a prediction's utility ------------------------------------------------- */

typedef int32_t wald_distribution_fact;
/* rows: fact distribution */
enum {
  WALD_DISTRIBUTION_MEAN = 6000, /**< The mean of the utility. */
  WALD_DISTRIBUTION_SD = 6001, /**< Its standard deviation. */
  WALD_DISTRIBUTION_STANDARD_ERROR = 6002, /**< The standard error of the mean; 0 where the distribution is exact. */
  WALD_DISTRIBUTION_N_SAMPLES = 6003, /**< The number of samples; 0 where the distribution is exact. */
  WALD_DISTRIBUTION_VALUES = 6004, /**< The values that the utility takes, ascending. */
  WALD_DISTRIBUTION_PROBABILITIES = 6005 /**< The probability of each of these values. */
};
/* end of rows */

/** Exact if metric and estimator allow it, else from seeded samples; not for counts. @param mask vector of n labels. */
WALD_API wald_status wald_distribution_create(const wald_metric *metric, const wald_estimator *estimator,
                                              const wald_array *mask, const wald_options *options,
                                              wald_distribution **out) WALD_NOEXCEPT;
/** The smallest u with P(utility <= u) >= q, for q in [0, 1]. */
WALD_API wald_status wald_distribution_quantile(const wald_distribution *distribution, double q,
                                                double *u) WALD_NOEXCEPT;
/** P(utility >= u), and its standard error (0 where exact; may be NULL). */
WALD_API wald_status wald_distribution_at_least(const wald_distribution *distribution, double u, double *probability,
                                                double *standard_error) WALD_NOEXCEPT;

/* ---- A report ----------------------------------------------------------------------------------- */

/** What deciding for the metric is worth on a table with truth, against a cut at 1/2 and one tuned threshold, with
 * curves of the labels; and how a second system compares: docs/report.md. A table of one column is a label over its
 * rows, macro, unless the options have an average. The options "abstain" and "abstain_label" are refused.
 * @param kind WALD_INDEPENDENT or WALD_CATEGORICAL.
 * @param probabilities table of truth's shape. @param compared that of the second system, or NULL.
 * @param weights as of wald_rows. @param groups the same.
 * @param names array of length [3 + number of labels], in UTF-8: the title, the names of the systems, the names of the
 *        labels; each NULL or empty for a name of Wald's own. Or NULL. */
WALD_API wald_status wald_report_create(const wald_metric *metric, wald_kind kind, const wald_array *truth,
                                        const wald_array *probabilities, const wald_array *compared,
                                        const wald_array *weights, const wald_array *groups,
                                        const char *const *names, const wald_options *options,
                                        wald_report **out) WALD_NOEXCEPT;
/** The report as an HTML page that needs nothing else; `needed` counts bytes without a terminating 0. */
WALD_API wald_status wald_report_page(const wald_report *report, char *buffer, int64_t capacity,
                                      int64_t *needed) WALD_NOEXCEPT;
/** The numbers of the page, as JSON. */
WALD_API wald_status wald_report_data(const wald_report *report, char *buffer, int64_t capacity,
                                      int64_t *needed) WALD_NOEXCEPT;

#ifdef __cplusplus
}
#endif

#endif /* WALD_DECISIONS_H */
