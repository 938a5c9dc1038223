/* Written by bindings/generate from the rows of the core: do not edit. */
/* Wald: the facts of every type of object, which wald_number, wald_numbers and wald_text read. */
#ifndef WALD_FACTS_H
#define WALD_FACTS_H

#include <stdint.h>

/** The facts of a wald_metric. */
typedef int32_t wald_metric_fact;
enum {
  WALD_METRIC_NAME = 2000, /**< The canonical name, by which the same metric can be made again. */
  WALD_METRIC_PROPERTIES = 2001, /**< What the metric is, as far as known: the sum of its properties. */
  WALD_METRIC_ZERO_DIVISION = 2002, /**< The value of a rate that is 0/0: 0 or 1. */
  WALD_METRIC_LOSS_OF_ZERO = 2003
      /**< The loss of a utility of 0, 1 for a named metric and 0 for cost and custom ones: a loss is this less the
           utility. */
};

/** The facts of a wald_estimator. */
typedef int32_t wald_estimator_fact;
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
  WALD_ESTIMATOR_TABLE = 3008,
      /**< P[i][s] for s = 1 ... max_s, label by label: n_labels*max_s numbers. Counts only. */
  WALD_ESTIMATOR_MODE = 3009,
      /**< The likeliest label vector; of tied ones that with fewest ones, then with the smallest indices. Not for
           counts. */
  WALD_ESTIMATOR_MODE_PROBABILITY = 3010 /**< The probability of the mode. Not for counts. */
};

/** The facts of a wald_decision. */
typedef int32_t wald_decision_fact;
enum {
  WALD_DECISION_N_ANSWERS = 4000, /**< The number of answers: one, or one for each row or column. */
  WALD_DECISION_N_ITEMS = 4001,
      /**< The number of items of each answer: labels; rows for macro; row*n_labels + column counts them for micro. */
  WALD_DECISION_K = 4002, /**< The number of positives. */
  WALD_DECISION_EXPECTED = 4003, /**< The expected utility of the answer, even if the instance is left undecided. */
  WALD_DECISION_LOSS = 4004, /**< The expected loss of the answer. */
  WALD_DECISION_BOUND = 4005,
      /**< A proved upper limit on (optimal expected utility - expected utility of the answer), rounding included. For
           an algorithm requested by name that proves nothing, it follows from the metric's range. With per_row, a
           limit on how far the weighted mean over the labels is from its optimum: the same number for every label. */
  WALD_DECISION_K_LOWEST = 4006,
      /**< The least k that values and errors do not exclude from being optimal; -1 if it was not computed. */
  WALD_DECISION_K_HIGHEST = 4007, /**< The greatest such k; -1 if it was not computed. */
  WALD_DECISION_NEXT_BEST = 4008, /**< The best expected utility at any other k; NaN if it was not computed. */
  WALD_DECISION_P_ZERO = 4009, /**< P(no positive at all), on which undefined cells of rare problems depend. */
  WALD_DECISION_ABSTAINED = 4010, /**< Whether the instance was left undecided. */
  WALD_DECISION_WARNED = 4011, /**< Whether there is a warning. */
  WALD_DECISION_ALGORITHM = 4012, /**< The name of the algorithm that ran. */
  WALD_DECISION_WARNING = 4013,
      /**< A warning about the answer; empty if there is none. A warning about the whole table is at its first answer.
           */
  WALD_DECISION_N_UNDECIDED = 4014,
      /**< The number of items left undecided one by one (abstain_label); none of an instance that abstained. */
  WALD_DECISION_THRESHOLD = 4015
      /**< The smallest probability of a positive: another program that takes this and greater ones has the answer,
           ties apart. Infinite if no item is positive. NaN if no threshold makes the answer: of labels that are not
           independent, or with per_row. */
};

/** The facts of a wald_table_pass. */
typedef int32_t wald_table_pass_fact;
enum {
  WALD_TABLE_PASS_PASS_NUMBER = 5000, /**< The number of this pass, from 1. */
  WALD_TABLE_PASS_N_ITEMS = 5001, /**< The number of items that were fed in this pass: rows times labels. */
  WALD_TABLE_PASS_N_BINS = 5002, /**< The number of nonempty bins. */
  WALD_TABLE_PASS_N_WINDOWS = 5003,
      /**< The number of ranges of probabilities that this pass divides into bins; the first pass has one range. */
  WALD_TABLE_PASS_DECIDED = 5004,
      /**< Whether the passes have found the answer; until then the facts about it are NaN or -1. */
  WALD_TABLE_PASS_K = 5005, /**< The number of positives, over all rows and labels. */
  WALD_TABLE_PASS_THRESHOLD = 5006,
      /**< The least probability of a positive: all items above it are positives; inf if there is none. */
  WALD_TABLE_PASS_N_TIES = 5007,
      /**< The number of items at the threshold, if only some of them are positives; else 0, and all of them are. */
  WALD_TABLE_PASS_N_TIES_CHOSEN = 5008,
      /**< How many of these are positives; any choice of that many is equally good. */
  WALD_TABLE_PASS_EXPECTED = 5009, /**< The expected utility of the answer. */
  WALD_TABLE_PASS_LOSS = 5010, /**< The expected loss of the answer. */
  WALD_TABLE_PASS_BOUND = 5011,
      /**< A proved upper limit on (optimal expected utility - expected utility of the answer), rounding included. */
  WALD_TABLE_PASS_K_LOWEST = 5012,
      /**< The least k that values and errors do not exclude from being optimal; -1 if it was not computed. */
  WALD_TABLE_PASS_K_HIGHEST = 5013, /**< The greatest such k; -1 if it was not computed. */
  WALD_TABLE_PASS_NEXT_BEST = 5014, /**< The best expected utility at any other k; NaN if it was not computed. */
  WALD_TABLE_PASS_P_ZERO = 5015 /**< P(no positive at all). */
};

/** The facts of a wald_distribution. */
typedef int32_t wald_distribution_fact;
enum {
  WALD_DISTRIBUTION_MEAN = 6000, /**< The mean of the utility. */
  WALD_DISTRIBUTION_SD = 6001, /**< Its standard deviation. */
  WALD_DISTRIBUTION_STANDARD_ERROR = 6002, /**< The standard error of the mean; 0 if the distribution is exact. */
  WALD_DISTRIBUTION_N_SAMPLES = 6003, /**< The number of samples; 0 if the distribution is exact. */
  WALD_DISTRIBUTION_VALUES = 6004, /**< The values that the utility takes, ascending. */
  WALD_DISTRIBUTION_PROBABILITIES = 6005 /**< The probability of each of these values. */
};

/** The facts of a wald_report. */
typedef int32_t wald_report_fact;
enum {
  WALD_REPORT_PAGE = 7000, /**< The report as an HTML page that needs nothing else. */
  WALD_REPORT_DATA = 7001 /**< The numbers of the page, as JSON. */
};

/** The facts of a wald_sample. */
typedef int32_t wald_sample_fact;
enum {
  WALD_SAMPLE_N_SCORES = 8000, /**< The number of classifiers. */
  WALD_SAMPLE_RULE = 8001, /**< How several classifiers flag a row: one of the rules. */
  WALD_SAMPLE_N_ROWS = 8002, /**< The number of rows of a weight above 0. */
  WALD_SAMPLE_POSITIVES = 8003, /**< The weight of the rows labelled 1. */
  WALD_SAMPLE_NEGATIVES = 8004, /**< The weight of the rows labelled 0. */
  WALD_SAMPLE_UNRATED = 8005, /**< The weight of the rows that are not rated, or lie below every rated_from. */
  WALD_SAMPLE_RATED_FROM = 8006,
      /**< The score of each classifier below which nothing was labelled; -inf if there is no cut. */
  WALD_SAMPLE_ROC_AREA = 8007
      /**< The area under each classifier's own ROC curve: the share of the pairs of a positive and a negative that it
           ranks rightly, ties by half. NaN without both labels. */
};

/** The facts of a wald_thresholds. */
typedef int32_t wald_thresholds_fact;
enum {
  WALD_THRESHOLDS_FEASIBLE = 9000,
      /**< Whether every limit is attained: not if a recall is out of reach (the nearest point is the answer), no
           alert has the precision (nothing is flagged), or smoothed thresholds break a limit. */
  WALD_THRESHOLDS_TP = 9001, /**< The weight of the positives that are flagged. */
  WALD_THRESHOLDS_FP = 9002, /**< The weight of the negatives that are flagged. */
  WALD_THRESHOLDS_UNRATED = 9003,
      /**< The weight of the flagged rows that are not rated; they count for nothing else. */
  WALD_THRESHOLDS_POSITIVES = 9004, /**< The weight of all positives. */
  WALD_THRESHOLDS_PRECISION = 9005, /**< TP/(TP + FP). */
  WALD_THRESHOLDS_RECALL = 9006, /**< TP/positives. */
  WALD_THRESHOLDS_VALUE = 9007, /**< The value of the goal: the metric, TP - FP/cost_ratio, TP, or FP. */
  WALD_THRESHOLDS_MARGINAL_PRECISION = 9008,
      /**< The share of true positives among the alerts gained last, on the concave hull of the frontier. */
  WALD_THRESHOLDS_NEXT_MARGINAL_PRECISION = 9009, /**< The share of true positives among the next alerts. */
  WALD_THRESHOLDS_CROSS_TP = 9010,
      /**< TP, each row counted at thresholds that were chosen without it; NaN without folds. */
  WALD_THRESHOLDS_CROSS_FP = 9011, /**< FP, cross-fitted. */
  WALD_THRESHOLDS_CROSS_PRECISION = 9012, /**< Precision, cross-fitted. */
  WALD_THRESHOLDS_CROSS_RECALL = 9013, /**< Recall, cross-fitted. */
  WALD_THRESHOLDS_CROSS_VALUE = 9014, /**< The value of the goal, cross-fitted. */
  WALD_THRESHOLDS_INTERCEPT = 9015,
      /**< "stacked" flags a row where intercept + sum_d coefficients[d]*score[d] is at least stacked_threshold; NaN
           for the other methods. */
  WALD_THRESHOLDS_STACKED_THRESHOLD = 9016, /**< The threshold of "stacked"; NaN for the other methods. */
  WALD_THRESHOLDS_FLAGS = 9017, /**< Warnings, as flags. */
  WALD_THRESHOLDS_N_ANSWERS = 9018,
      /**< The number of answers: answer 0 is the requested one, the others are the baselines. */
  WALD_THRESHOLDS_THRESHOLDS = 9019,
      /**< The threshold of each classifier; +inf (rule "or", or nothing flagged) or -inf ("and") switches one off;
           NaN for "stacked". */
  WALD_THRESHOLDS_NEXT_LOWER = 9020, /**< Thresholds above these, up to the chosen ones, flag the same rows. */
  WALD_THRESHOLDS_LOW = 9021, /**< The lower limits of the thresholds by bootstrap; empty without one. */
  WALD_THRESHOLDS_HIGH = 9022, /**< The upper limits of the thresholds by bootstrap; empty without one. */
  WALD_THRESHOLDS_COEFFICIENTS = 9023, /**< The coefficients of "stacked"; empty for the other methods. */
  WALD_THRESHOLDS_METHOD = 9024, /**< The name of the method. */
  WALD_THRESHOLDS_OBJECTIVE = 9025, /**< The request, in words: "most true positives with fp <= 20". */
  WALD_THRESHOLDS_WARNING = 9026, /**< The limits that are not attained, in a sentence; empty if all are. */
  WALD_THRESHOLDS_CERTIFIED = 9027,
      /**< Whether the limits hold for all future rows with the probability certify; not without certify. */
  WALD_THRESHOLDS_ROWS_NEEDED = 9028,
      /**< Rows more that would certify the limits in about four of five samples, if the frontier stays as it is: 0 if
           they are certified, infinite if no number would suffice, NaN without certify. */
  WALD_THRESHOLDS_THEOREM = 9029,
      /**< The name of the theorem that a certificate stands on; "none" without certify. */
  WALD_THRESHOLDS_CLAIM = 9030,
      /**< What can be promised of the thresholds in use: the first limit that was set of min_precision, min_recall,
           max_fpr and max_alert_rate, as "precision>=0.95"; without one the metric alone, else empty. */
  WALD_THRESHOLDS_NULL_SHARE = 9031,
      /**< With max_fdr the share of negatives in the batch that is counted on: Storey's estimate, which may be above
           1, or 1; else NaN. */
  WALD_THRESHOLDS_P_VALUES = 9032
      /**< With max_fdr the conformal p-value of each unrated row in the order of feeding, by score once loaded; else
           empty. */
};

/** The facts of a wald_threshold_pass. */
typedef int32_t wald_threshold_pass_fact;
enum {
  WALD_THRESHOLD_PASS_PASS_NUMBER = 10000, /**< The number of this pass, from 1. */
  WALD_THRESHOLD_PASS_N_ROWS = 10001, /**< The number of rows of a weight above 0 that were fed in this pass. */
  WALD_THRESHOLD_PASS_N_BINS = 10002, /**< The number of nonempty bins. */
  WALD_THRESHOLD_PASS_N_WINDOWS = 10003
      /**< The number of ranges of scores that this pass divides into bins; the first pass has one range. */
};

/** The facts of a wald_frontier. */
typedef int32_t wald_frontier_fact;
enum {
  WALD_FRONTIER_EXACT = 11000, /**< Whether the points are proved: no thresholds reach a better one. */
  WALD_FRONTIER_QUANTILES = 11001, /**< Whether quantiles replaced the scores of positives. */
  WALD_FRONTIER_LOCAL_OPTIMUM = 11002, /**< Whether the points are not proved to be the best. */
  WALD_FRONTIER_POSITIVES = 11003, /**< The weight of all positives. */
  WALD_FRONTIER_NEGATIVES = 11004, /**< The weight of all negatives; NaN if rows below rated_from were not fed. */
  WALD_FRONTIER_PN_AREA = 11005, /**< The area under TP against FP, up to the FP that thresholds can reach. */
  WALD_FRONTIER_PN_HULL_AREA = 11006, /**< The same under the concave hull. */
  WALD_FRONTIER_ROC_AREA = 11007, /**< The area under recall against FP/negatives. */
  WALD_FRONTIER_ROC_HULL_AREA = 11008, /**< The same under the concave hull. */
  WALD_FRONTIER_PR_AREA = 11009,
      /**< Precision times the gain in recall, summed over the points; at least the average precision, which counts
           all thresholds. */
  WALD_FRONTIER_TP = 11010, /**< The weight of the flagged positives at each point, from (0, 0) up. */
  WALD_FRONTIER_FP = 11011, /**< The weight of the flagged negatives at each point. */
  WALD_FRONTIER_ON_HULL = 11012, /**< Whether the point is a vertex of the concave hull. */
  WALD_FRONTIER_THRESHOLDS = 11013, /**< The thresholds of each point, point by point: points*n_scores numbers. */
  WALD_FRONTIER_PATH = 11014,
      /**< The thresholds along the path of the methods path and path-equal, from flagging nothing on, step by step:
           steps*n_scores numbers; empty for the other methods. */
  WALD_FRONTIER_RECALL_LOW = 11015,
      /**< The lower limit of the recall at each point, all points together: with certify, else empty. */
  WALD_FRONTIER_RECALL_HIGH = 11016, /**< The upper limit of the recall, likewise. */
  WALD_FRONTIER_FPR_LOW = 11017, /**< The lower limit of the FPR, likewise. */
  WALD_FRONTIER_FPR_HIGH = 11018, /**< The upper limit of the FPR, likewise. */
  WALD_FRONTIER_PRECISION_LOW = 11019, /**< The lower limit of the precision, likewise. */
  WALD_FRONTIER_PRECISION_HIGH = 11020 /**< The upper limit of the precision, likewise. */
};

/** The facts of a wald_cascade_scores. */
typedef int32_t wald_cascade_scores_fact;
enum {
  WALD_CASCADE_SCORES_N_ROWS = 12000, /**< The number of rows. */
  WALD_CASCADE_SCORES_N_MODELS = 12001, /**< The number of models. */
  WALD_CASCADE_SCORES_N_CLASSES = 12002 /**< 1 for a sum and a threshold, else the number of classes. */
};

/** The facts of a wald_cascade. */
typedef int32_t wald_cascade_fact;
enum {
  WALD_CASCADE_N_MODELS = 13000, /**< The number of models. */
  WALD_CASCADE_N_CLASSES = 13001, /**< 1 for a sum and a threshold, else the number of classes. */
  WALD_CASCADE_THRESHOLD = 13002, /**< The sum of scores from which a row is positive. */
  WALD_CASCADE_NEGATIVES_ONLY = 13003, /**< Whether rows leave early only as negatives. */
  WALD_CASCADE_ALPHA = 13004, /**< The disagreement that was allowed. */
  WALD_CASCADE_FULL_COST = 13005, /**< The cost of all models. */
  WALD_CASCADE_N_ROWS = 13006, /**< The number of fitted rows. */
  WALD_CASCADE_DISAGREEMENT = 13007,
      /**< The share of these rows that the cascade decides differently from all models, recounted; optimistic for a
           joint order. */
  WALD_CASCADE_MEAN_MODELS = 13008, /**< The mean number of models run on these rows. */
  WALD_CASCADE_MEAN_COST = 13009, /**< The mean cost per row. */
  WALD_CASCADE_SPEEDUP = 13010, /**< full_cost/mean_cost. */
  WALD_CASCADE_CROSS_DISAGREEMENT = 13011,
      /**< The disagreement, each fold decided by a cascade that was fitted without it. */
  WALD_CASCADE_CROSS_MEAN_MODELS = 13012, /**< The mean number of models, cross-fitted. */
  WALD_CASCADE_CROSS_MEAN_COST = 13013, /**< The mean cost, cross-fitted. */
  WALD_CASCADE_N_HELD_OUT_ROWS = 13014, /**< The number of calibration rows of a weight above 0. */
  WALD_CASCADE_HELD_OUT_DISAGREEMENT = 13015, /**< The disagreement on the calibration rows. */
  WALD_CASCADE_HELD_OUT_MEAN_MODELS = 13016, /**< The mean number of models on the calibration rows. */
  WALD_CASCADE_HELD_OUT_MEAN_COST = 13017, /**< The mean cost on the calibration rows. */
  WALD_CASCADE_CERTIFIED_DISAGREEMENT = 13018,
      /**< The disagreement is at most this with the confidence: the target, or 0 if no row leaves early because
           nothing can be certified. */
  WALD_CASCADE_CERTIFY = 13019, /**< The probability with which the certificate holds. */
  WALD_CASCADE_SPREADS = 13020,
      /**< By how many spreads calibration moved the thresholds apart; inf if no row leaves early. */
  WALD_CASCADE_GAMMA = 13021, /**< The width of a bin's thresholds in deviations; NaN without bins. */
  WALD_CASCADE_BIN_WIDTH = 13022, /**< The width of a bin; NaN without bins. */
  WALD_CASCADE_UNIT = 13023, /**< Scores are rounded to multiples of this. */
  WALD_CASCADE_N_ROUNDED_ROWS = 13024, /**< The number of fitted rows that unrounded sums decide differently. */
  WALD_CASCADE_N_FEATURES = 13025, /**< The number of features of its trees; without trees, of named features. */
  WALD_CASCADE_ORDER = 13026, /**< The model run at each position, counted from 0. */
  WALD_CASCADE_LOW = 13027, /**< A sum below it decides for 0; -inf: none does. NaN with bins or several classes. */
  WALD_CASCADE_HIGH = 13028,
      /**< A sum at or above it decides for 1; inf: none does. With several classes, how far the largest sum must be
           ahead. NaN with bins. */
  WALD_CASCADE_SPREAD = 13029, /**< The standard deviation of the sum of the scores of later models. */
  WALD_CASCADE_STOPS = 13030, /**< The share of the fitted rows decided at each position. */
  WALD_CASCADE_CROSS_STOPS = 13031, /**< The same, cross-fitted; empty if not known. */
  WALD_CASCADE_HELD_OUT_STOPS = 13032, /**< The same of the calibration rows; empty if not known. */
  WALD_CASCADE_NAME = 13033, /**< The name of a model; empty if none were set. */
  WALD_CASCADE_FEATURE_NAME = 13034, /**< The name of a feature; empty if none were set. */
  WALD_CASCADE_N_CATEGORIES = 13035, /**< The number of categories that were named, of all features. */
  WALD_CASCADE_CATEGORY = 13036,
      /**< "feature=category"; those of a feature in the order of their codes 0, 1, 2, ... */
  WALD_CASCADE_ALGORITHM = 13037, /**< The stopping rule: sums or votes; with cheaper, the one that was chosen. */
  WALD_CASCADE_PRICE = 13038,
      /**< With votes: the price of an error, in models, for which the stopping rule is optimal. */
  WALD_CASCADE_EXPECTED_DISAGREEMENT = 13039,
      /**< With votes: the expected disagreement on new rows, over all orders of the models. */
  WALD_CASCADE_EXPECTED_MEAN_MODELS = 13040,
      /**< With votes: the expected number of models per new row, over all orders. */
  WALD_CASCADE_OTHER_MEAN_COST = 13041
      /**< The mean cost on the calibration rows of the algorithm that was not chosen; NaN except with cheaper. */
};

/** The facts of a wald_trees. */
typedef int32_t wald_trees_fact;
enum {
  WALD_TREES_N_TREES = 15000, /**< The number of trees. */
  WALD_TREES_N_MODELS = 15001, /**< The number of models of a cascade: trees/trees_per_model, rounded down. */
  WALD_TREES_N_FEATURES = 15002, /**< The number of features. */
  WALD_TREES_N_OUTPUTS = 15003, /**< The number of outputs. */
  WALD_TREES_LEAF_WIDTH = 15004, /**< The number of values of a leaf. */
  WALD_TREES_FEATURE_NAME = 15005, /**< The name of a feature; empty if the model file has none. */
  WALD_TREES_N_CATEGORIES = 15006, /**< The number of categories that the model file names, of all features. */
  WALD_TREES_CATEGORY = 15007, /**< "feature=category"; those of a feature in the order of their codes 0, 1, 2, ... */
  WALD_TREES_N_UNPLACED_COLUMNS = 15008,
      /**< The number of columns whose categories the file names without the columns they belong to. */
  WALD_TREES_UNSEEN_IS_ERROR = 15009
      /**< Whether a category that the file does not name is an error (XGBoost), rather than missing. */
};

/** The facts of a wald_labelling. */
typedef int32_t wald_labelling_fact;
enum {
  WALD_LABELLING_CERTIFIED = 16000,
      /**< Whether the target holds at the given confidence: no more rows need labels. */
  WALD_LABELLING_N_ROWS = 16001, /**< The number of rows of the table. */
  WALD_LABELLING_N_LABELLED = 16002, /**< The number of rows whose labels were given. */
  WALD_LABELLING_N_DRAWN = 16003, /**< The number of these that were drawn. */
  WALD_LABELLING_N_EVENTS = 16004, /**< The number of events among the labelled rows. */
  WALD_LABELLING_N_ALLOWED = 16005, /**< The number of events that may remain among the unlabelled rows. */
  WALD_LABELLING_MAX_EVENTS = 16006,
      /**< An upper bound, at the given confidence, on the events among the unlabelled rows. */
  WALD_LABELLING_CUTOFF = 16007 /**< All rows of a higher chance are labelled; 1 if none was labelled in order. */
};

/** The facts of a wald_dataset. */
typedef int32_t wald_dataset_fact;
enum {
  WALD_DATASET_N_ROWS = 17000, /**< The number of rows. */
  WALD_DATASET_N_FEATURES = 17001, /**< The number of features. */
  WALD_DATASET_N_LABELS = 17002, /**< The number of labels or classes; 0 without. */
  WALD_DATASET_TASK = 17003 /**< The task of the rows. */
};

/** The facts of a wald_learner. */
typedef int32_t wald_learner_fact;
enum {
  WALD_LEARNER_N_FEATURES = 18000, /**< The number of features. */
  WALD_LEARNER_N_LABELS = 18001, /**< The number of labels or classes. */
  WALD_LEARNER_TASK = 18002, /**< The task that it was fitted to. */
  WALD_LEARNER_AT_LEAST = 18003,
      /**< The least number of labels of a prediction, unless the options set it or the metric is a sum over the
           labels (such as hamming). */
  WALD_LEARNER_KIND = 18004, /**< The kind of the estimators that it gives. */
  WALD_LEARNER_N_CHOICES = 18005,
      /**< The number of choices that fitting made: values of C, numbers of neighbours, and the like. */
  WALD_LEARNER_CHOICE_VALUE = 18006, /**< The value that was chosen. */
  WALD_LEARNER_CHOICE_LOSS = 18007, /**< The out-of-fold loss of the chosen value. */
  WALD_LEARNER_PATH_VALUES = 18008, /**< All values that were tried for a choice. */
  WALD_LEARNER_PATH_LOSSES = 18009, /**< Their losses. */
  WALD_LEARNER_NAME = 18010, /**< The name that it was fitted by. */
  WALD_LEARNER_FEATURE_NAME = 18011, /**< The name of a feature; empty if none were set. */
  WALD_LEARNER_LABEL_NAME = 18012, /**< The name of a label or class; empty if none were set. */
  WALD_LEARNER_CHOICE_PART = 18013, /**< The part that the choice is for: "label 3". */
  WALD_LEARNER_CHOICE_WHAT = 18014, /**< What was chosen: "C". */
  WALD_LEARNER_RULE = 18015, /**< The rule that the learner rule chose, or that was set; empty for other learners. */
  WALD_LEARNER_RULE_REASON = 18016, /**< Why the learner rule chose it. */
  WALD_LEARNER_CANDIDATES = 18017,
      /**< The names of the rules that were compared out of fold, with spaces between; empty if none were. */
  WALD_LEARNER_CANDIDATE_VALUES = 18018,
      /**< Of each candidate the value out of fold: the mean over bootstrap samples of the rows. */
  WALD_LEARNER_CANDIDATE_GAINS = 18019, /**< Of each candidate the gain over the first choice. */
  WALD_LEARNER_CANDIDATE_ERRORS = 18020,
      /**< Of each candidate the standard error of this gain, paired, with that of fitting. */
  WALD_LEARNER_FIRST_CHOICE = 18021
      /**< The candidate that the learner rule keeps unless another is better beyond chance; empty if none were
           compared. */
};

/** The facts of a wald_calibration. */
typedef int32_t wald_calibration_fact;
enum {
  WALD_CALIBRATION_INPUT = 19000, /**< Its input, in fitting and in use: probabilities or scores. */
  WALD_CALIBRATION_N_CLASSES = 19001, /**< The number of classes; 0 for vectors. */
  WALD_CALIBRATION_TEMPERATURE = 19002 /**< What logits are divided by: above 1 for overconfident models; else NaN. */
};

/** The facts of a wald_stages. */
typedef int32_t wald_stages_fact;
enum {
  WALD_STAGES_N_ROWS = 20000, /**< The number of rows. */
  WALD_STAGES_N_STAGES = 20001, /**< The number of stages. */
  WALD_STAGES_N_LABELLED = 20002, /**< The number of rows that are labelled. */
  WALD_STAGES_N_CONSIDERED = 20003, /**< The number of rows that could have been drawn to be labelled. */
  WALD_STAGES_N_WAITING = 20004, /**< The number of requested rows that have no label yet. */
  WALD_STAGES_N_BATCHES = 20005, /**< How often rows to label were requested. */
  WALD_STAGES_N_CLASSES = 20006, /**< 1 more than the largest class answered; 0 if only `right` was fed. */
  WALD_STAGES_N_SEGMENTS = 20007 /**< 1 more than the largest segment. */
};

/** The facts of a wald_route. */
typedef int32_t wald_route_fact;
enum {
  WALD_ROUTE_N_STAGES = 21000, /**< The number of stages. */
  WALD_ROUTE_N_GROUPS = 21001, /**< The number of groups of rows that have thresholds of their own. */
  WALD_ROUTE_ROUTER = 21002, /**< Whether a score sends each row to one stage before any answer. */
  WALD_ROUTE_BY = 21003, /**< Which rows have thresholds of their own. */
  WALD_ROUTE_GOAL = 21004, /**< What was minimised or maximised. */
  WALD_ROUTE_MEASURE = 21005, /**< The measure of quality. */
  WALD_ROUTE_N_ROWS = 21006, /**< The number of rows of a weight above 0 that the route was chosen on. */
  WALD_ROUTE_N_LABELLED = 21007, /**< The number of these rows whose right answer is known. */
  WALD_ROUTE_COST = 21008, /**< The mean cost per row, over all stages that are called. */
  WALD_ROUTE_QUALITY = 21009, /**< The quality on these rows; optimistic for the rows chosen on. */
  WALD_ROUTE_FULL_COST = 21010, /**< The mean cost of the last stage alone. */
  WALD_ROUTE_FULL_QUALITY = 21011, /**< The quality of the last stage alone. */
  WALD_ROUTE_FEASIBLE = 21012,
      /**< Whether the limit of the goal is met on these rows; else the route is the one that comes nearest. */
  WALD_ROUTE_EXACT = 21013,
      /**< Whether all thresholds of all chains were compared; else levels of them, and finer ones around the best. */
  WALD_ROUTE_CERTIFY = 21014, /**< The requested confidence of the certificate. */
  WALD_ROUTE_CERTIFIED = 21015,
      /**< Whether the quality is at least min_quality for future rows, with this probability. */
  WALD_ROUTE_THEOREM = 21016, /**< The theorem that the certificate uses. */
  WALD_ROUTE_LABELS_NEEDED = 21017,
      /**< About how many more labels would certify a route that is cheaper than the last stage: 0 if one is
           certified, infinity if no number would. */
  WALD_ROUTE_THRESHOLDS = 21018,
      /**< By groups and in them by stages: a stage answers where its confidence, or a router's score, is at least
           this. NaN: the stage is not called; -inf: it answers all rows. */
  WALD_ROUTE_SHARES = 21019, /**< The share of these rows that each stage answers. */
  WALD_ROUTE_ENVELOPE_COST = 21020,
      /**< The mean costs of the routes that no other is better than, ascending; thinned to some 1,000. */
  WALD_ROUTE_ENVELOPE_QUALITY = 21021, /**< The qualities of these routes. */
  WALD_ROUTE_ENVELOPE_HULL = 21022 /**< Whether each lies on the upper-left hull, which mixtures of routes reach. */
};

/** The facts of a wald_zone. */
typedef int32_t wald_zone_fact;
enum {
  WALD_ZONE_LOW = 22000, /**< Rows below are cleared. */
  WALD_ZONE_HIGH = 22001, /**< Rows from here on are flagged. */
  WALD_ZONE_TP = 22002, /**< The weight of the flagged positives. */
  WALD_ZONE_FP = 22003, /**< The weight of the flagged negatives. */
  WALD_ZONE_FN = 22004, /**< The weight of the cleared positives. */
  WALD_ZONE_ABSTAINED = 22005, /**< The weight of the rows between. */
  WALD_ZONE_COST = 22006 /**< The cost of all rows. */
};

/** The facts of a wald_multipliers. */
typedef int32_t wald_multipliers_fact;
enum {
  WALD_MULTIPLIERS_VALUE = 23000, /**< The metric or mean cost reached. */
  WALD_MULTIPLIERS_START = 23001, /**< That of equal multipliers. */
  WALD_MULTIPLIERS_MULTIPLIERS = 23002, /**< The multiplier of each class. */
  WALD_MULTIPLIERS_CONFUSION = 23003
      /**< The weight of the rows by truth and decision, truth by truth: n_classes*n_classes numbers. */
};

/** The facts of a wald_labels. */
typedef int32_t wald_labels_fact;
enum {
  WALD_LABELS_VALUE = 24000,
      /**< The value of the goal; with macro the mean over labels, with instance that over rows. */
  WALD_LABELS_FEASIBLE = 24001, /**< Whether every limit is attained. */
  WALD_LABELS_EXACT = 24002,
      /**< Whether the thresholds are proved to be the best: not if there are too many labels. */
  WALD_LABELS_LABELS_PER_ROW = 24003,
      /**< The mean number of flagged labels of a row, with average instance; else NaN. */
  WALD_LABELS_THRESHOLD = 24004, /**< The threshold; +inf if nothing is flagged. */
  WALD_LABELS_TP = 24005, /**< The weight of the flagged positives. */
  WALD_LABELS_FP = 24006, /**< The weight of the flagged negatives. */
  WALD_LABELS_POSITIVES = 24007, /**< The weight of all positives. */
  WALD_LABELS_PRECISION = 24008, /**< TP/(TP + FP); NaN if nothing is flagged. */
  WALD_LABELS_RECALL = 24009, /**< TP/positives; NaN without positives. */
  WALD_LABELS_LABEL_VALUE = 24010, /**< The value of the goal, with macro. */
  WALD_LABELS_ATTAINED = 24011,
      /**< Whether the label attains every limit; with micro, whether all labels together do. */
  WALD_LABELS_FLAGS = 24012, /**< Warnings, as flags. */
  WALD_LABELS_MISSED = 24013,
      /**< Whether the label misses a limit; none does with micro, which limits all labels together. */
  WALD_LABELS_FLAGS_ALL = 24014
      /**< Whether every rated row is flagged, more than ten for each positive: the scores do not separate the label's
           few positives. */
};

/** The facts of a wald_segments. */
typedef int32_t wald_segments_fact;
enum {
  WALD_SEGMENTS_N_SEGMENTS = 25000, /**< The number of segments. */
  WALD_SEGMENTS_N_TOLERANCES = 25001, /**< The number of answers, one for each tolerance. */
  WALD_SEGMENTS_TOLERANCE = 25002, /**< The requested tolerance; NaN if no rates are compared. */
  WALD_SEGMENTS_VALUE = 25003, /**< The value of the goal: the metric, TP - FP/cost_ratio, TP, FP, or the gain. */
  WALD_SEGMENTS_BOUND = 25004, /**< No thresholds within all limits have a better value; the value itself if exact. */
  WALD_SEGMENTS_FEASIBLE = 25005,
      /**< Whether all limits are kept. If a recall is out of reach the answer is the nearest; else nothing is
           flagged. */
  WALD_SEGMENTS_EXACT = 25006, /**< Whether the answer is proved to be the best, or none to be feasible. */
  WALD_SEGMENTS_DIFFERENCE = 25007,
      /**< The largest difference of the compared rate between segments; NaN if none is compared. */
  WALD_SEGMENTS_TOTAL_TP = 25008, /**< The weight of the flagged positives of all segments. */
  WALD_SEGMENTS_TOTAL_FP = 25009, /**< The weight of the flagged negatives of all segments. */
  WALD_SEGMENTS_TOTAL_GAIN = 25010, /**< The gain of all segments. */
  WALD_SEGMENTS_ALL_CERTIFIED = 25011, /**< Whether every segment is certified. */
  WALD_SEGMENTS_THRESHOLD = 25012, /**< The threshold; +inf if nothing is flagged. */
  WALD_SEGMENTS_NEXT_LOWER = 25013, /**< Thresholds above this, up to the chosen one, flag the same rows. */
  WALD_SEGMENTS_TP = 25014, /**< The weight of the flagged positives. */
  WALD_SEGMENTS_FP = 25015, /**< The weight of the flagged negatives. */
  WALD_SEGMENTS_POSITIVES = 25016, /**< The weight of all positives. */
  WALD_SEGMENTS_NEGATIVES = 25017, /**< The weight of all negatives. */
  WALD_SEGMENTS_PRECISION = 25018, /**< TP/(TP + FP); NaN if nothing is flagged. */
  WALD_SEGMENTS_TPR = 25019, /**< TP/positives, the recall; NaN without positives. */
  WALD_SEGMENTS_FPR = 25020, /**< FP/negatives; NaN without negatives. */
  WALD_SEGMENTS_SELECTION_RATE = 25021, /**< The flagged share of all rows; NaN without rows. */
  WALD_SEGMENTS_GAIN = 25022, /**< The benefits less the costs of the flagged rows; NaN if none were given. */
  WALD_SEGMENTS_CERTIFIED = 25023,
      /**< Whether its limits hold for all future rows, of all segments with the probability certify. */
  WALD_SEGMENTS_ROWS_NEEDED = 25024,
      /**< More rows of the segment that would certify it in about four of five samples: 0 if certified, infinite if
           no number would suffice, NaN without certify. */
  WALD_SEGMENTS_THEOREM = 25025 /**< The theorem that the certificate uses. */
};

/** The facts of a wald_decision_curve. */
typedef int32_t wald_decision_curve_fact;
enum {
  WALD_DECISION_CURVE_NET_BENEFIT = 26000,
      /**< The net benefit: TP/n - FP/n*t/(1-t) at the threshold probability t, where rows of a probability of at
           least t are flagged. */
  WALD_DECISION_CURVE_LOW = 26001, /**< The lower limit of the net benefit. */
  WALD_DECISION_CURVE_HIGH = 26002, /**< The upper limit of the net benefit. */
  WALD_DECISION_CURVE_TP_RATE = 26003, /**< TP/n: the share of all rows that are flagged and positive. */
  WALD_DECISION_CURVE_FP_RATE = 26004, /**< FP/n: the share of all rows that are flagged and negative. */
  WALD_DECISION_CURVE_DIFFERENCE = 26005, /**< The net benefit less that of the reference, on the same rows. */
  WALD_DECISION_CURVE_DIFFERENCE_LOW = 26006, /**< The lower limit of the difference. */
  WALD_DECISION_CURVE_DIFFERENCE_HIGH = 26007, /**< The upper limit of the difference. */
  WALD_DECISION_CURVE_INTERVENTIONS_AVOIDED = 26008
      /**< The net interventions avoided, a row: how many alerts fewer than by flagging every row, at no loss of true
           positives; the difference of net benefits times (1-t)/t. */
};

/** The facts of a wald_reliability. */
typedef int32_t wald_reliability_fact;
enum {
  WALD_RELIABILITY_BRIER = 27000, /**< The Brier score: the mean of (p - y)^2. */
  WALD_RELIABILITY_UNCERTAINTY = 27001,
      /**< The Brier score of predicting the share of positives for every row: share*(1 - share). */
  WALD_RELIABILITY_MISCALIBRATION = 27002,
      /**< By how much the monotone fit improves the Brier score. The score is miscalibration - discrimination +
           uncertainty. */
  WALD_RELIABILITY_DISCRIMINATION = 27003,
      /**< By how much the Brier score of the monotone fit is below the uncertainty. */
  WALD_RELIABILITY_BINNED_RELIABILITY = 27004,
      /**< The mean of (mean probability - share of positives)^2 of the bins. The score is binned_reliability -
           binned_resolution + uncertainty + within_bins. */
  WALD_RELIABILITY_BINNED_RESOLUTION = 27005,
      /**< The mean of (share of positives - that of all rows)^2 of the bins. */
  WALD_RELIABILITY_WITHIN_BINS = 27006,
      /**< The loss of information by bins: the variance of probabilities within bins, less twice their covariance
           with the labels. */
  WALD_RELIABILITY_CALIBRATION_ERROR = 27007,
      /**< The expected calibration error of the bins: the mean of |mean probability - share of positives|. */
  WALD_RELIABILITY_MEAN = 27008, /**< The mean of the probabilities. */
  WALD_RELIABILITY_PREVALENCE = 27009, /**< The share of positives. */
  WALD_RELIABILITY_BIN_WEIGHT = 27010,
      /**< The weight of the rows of each bin; 0, and NaN for the rest, where ties leave it none. */
  WALD_RELIABILITY_BIN_LOWEST = 27011, /**< The least probability of each bin. */
  WALD_RELIABILITY_BIN_HIGHEST = 27012, /**< The greatest probability of each bin. */
  WALD_RELIABILITY_BIN_MEAN = 27013, /**< The mean of the probabilities of each bin. */
  WALD_RELIABILITY_BIN_SHARE = 27014, /**< The share of positives of each bin. */
  WALD_RELIABILITY_BIN_LOW = 27015,
      /**< The lower limit of the share: Clopper and Pearson's, of unequal weights at the effective number of rows. */
  WALD_RELIABILITY_BIN_HIGH = 27016, /**< The upper limit of the share. */
  WALD_RELIABILITY_FITTED = 27017 /**< The monotone fit at each row; NaN if its weight is 0. */
};

/** The facts of a wald_comparison. */
typedef int32_t wald_comparison_fact;
enum {
  WALD_COMPARISON_VALUE_A = 28000, /**< The metric's value of A. */
  WALD_COMPARISON_VALUE_B = 28001, /**< The metric's value of B. */
  WALD_COMPARISON_DIFFERENCE = 28002, /**< B - A: above 0 if B has the higher value. */
  WALD_COMPARISON_LOW = 28003, /**< The lower limit of the difference, at the requested level. */
  WALD_COMPARISON_HIGH = 28004, /**< The upper limit of the difference. */
  WALD_COMPARISON_P_VALUE = 28005,
      /**< The two-sided p-value of the paired permutation test: how often the difference is as large if the two
           predictions of each row, or of each group, are swapped at random. */
  WALD_COMPARISON_STANDARD_ERROR = 28006,
      /**< The standard error of the difference, by the jackknife over rows or groups. */
  WALD_COMPARISON_DF = 28007,
      /**< The degrees of freedom of the standard error, from the kurtosis of its terms; at most units - 1. */
  WALD_COMPARISON_N_UNITS = 28008,
      /**< The number of rows, or of groups, of a weight above 0 that both systems decide. */
  WALD_COMPARISON_N_DIFFERING = 28009, /**< How many of these the systems predict differently. */
  WALD_COMPARISON_N_UNDECIDED = 28010,
      /**< The number of rows that a system leaves undecided; they are left out for both. */
  WALD_COMPARISON_N_SWAPS = 28011
      /**< The number of random swaps behind the p-value; 0 if all of them were counted. */
};

/** The facts of a wald_worth. */
typedef int32_t wald_worth_fact;
enum {
  WALD_WORTH_VERDICT = 29000, /**< Whether deciding for the metric pays, as one word. */
  WALD_WORTH_GAIN = 29001,
      /**< How much more utility the optimal predictions are expected to have than those cut at 1/2. */
  WALD_WORTH_STANDARD_ERROR = 29002,
      /**< The standard error of the realised gain on a new sample of as many rows: rows and labels are random. NaN
           for a single row. */
  WALD_WORTH_TRUTH_ERROR = 29003,
      /**< The standard error of the realised gain on these rows: only their labels are random. */
  WALD_WORTH_EXPECTED_CUT = 29004, /**< The expected utility of the predictions cut at 1/2. */
  WALD_WORTH_EXPECTED_OPTIMUM = 29005, /**< The expected utility of the optimal predictions. */
  WALD_WORTH_ROWS_NEEDED = 29006,
      /**< About how many rows of this kind would make two standard errors as small as gain - least_gain; NaN if the
           gain is not above least_gain. */
  WALD_WORTH_CHANGED_ROW_SHARE = 29007, /**< The share of the rows, by weight, that are predicted differently. */
  WALD_WORTH_CHANGED_CELL_SHARE = 29008, /**< The share of the cells that are predicted differently. */
  WALD_WORTH_N_ROWS = 29009, /**< The number of rows of a weight above 0. */
  WALD_WORTH_N_SAMPLES = 29010,
      /**< The number of draws behind each variance that was simulated; 0 if all of them are exact. */
  WALD_WORTH_EXCLUSIVE = 29011,
      /**< Whether each row of the table sums to 1, as probabilities of exclusive classes do, although its labels were
           taken as independent and that changes the answers. */
  WALD_WORTH_REALISED_CUT = 29012,
      /**< The utility of the predictions cut at 1/2 on the truth; NaN, as all facts below, without truth. */
  WALD_WORTH_REALISED_OPTIMUM = 29013, /**< That of the optimal predictions. */
  WALD_WORTH_REALISED_GAIN = 29014, /**< The difference of these two. */
  WALD_WORTH_REALISED_GAIN_ERROR = 29015, /**< Its standard error, by the jackknife over rows. */
  WALD_WORTH_EXCESS = 29016,
      /**< The mean over all cells of probability minus truth: above 0 if probabilities are too high. */
  WALD_WORTH_EXCESS_ERROR = 29017, /**< Its standard error; the cells of a row may vary together. */
  WALD_WORTH_PREDICTED_EXCESS = 29018,
      /**< The same over the cells that the optimal predictions contain; NaN if there are none. */
  WALD_WORTH_PREDICTED_EXCESS_ERROR = 29019, /**< Its standard error. */
  WALD_WORTH_CALIBRATED_OPTIMUM = 29020,
      /**< The utility on the truth of decisions from probabilities that are calibrated in 5 folds, per label, by the
           mean of Platt's, isotonic and beta calibration; NaN for a single row. */
  WALD_WORTH_CALIBRATION_GAIN = 29021, /**< calibrated_optimum - realised_optimum. */
  WALD_WORTH_CALIBRATION_GAIN_ERROR = 29022, /**< Its standard error, by the jackknife over rows. */
  WALD_WORTH_DESIGN_EFFECT = 29023,
      /**< The variance of the number of true labels in a row about the sum of its probabilities, over that of
           independent labels; NaN for a single row. */
  WALD_WORTH_WARNING = 29024 /**< A warning about the table; empty if there is none. */
};

/** The facts of a wald_expectation. */
typedef int32_t wald_expectation_fact;
enum {
  WALD_EXPECTATION_N_ANSWERS = 30000, /**< The number of answers: one, or one for each row or column of a table. */
  WALD_EXPECTATION_EXPECTED = 30001, /**< The expected utility of the prediction. */
  WALD_EXPECTATION_ERROR = 30002, /**< A proved limit on the absolute error of expected; NaN for a table. */
  WALD_EXPECTATION_REGRET = 30003,
      /**< How much expected utility the prediction loses against the optimum within the constraints; NaN if no regret
           was requested. */
  WALD_EXPECTATION_REGRET_BOUND = 30004,
      /**< The true regret is at most regret + regret_bound; NaN for a table, or if no regret was requested. */
  WALD_EXPECTATION_WARNING = 30005 /**< A warning about the table; empty if there is none. */
};

/** The facts of a wald_cascade_evaluation. */
typedef int32_t wald_cascade_evaluation_fact;
enum {
  WALD_CASCADE_EVALUATION_DISAGREEMENT = 31000,
      /**< The share of rows that the cascade decides differently from all models. */
  WALD_CASCADE_EVALUATION_MEAN_MODELS = 31001, /**< The mean number of models that are run. */
  WALD_CASCADE_EVALUATION_MEAN_COST = 31002, /**< The mean cost of these models. */
  WALD_CASCADE_EVALUATION_STOPS = 31003 /**< The share of the rows that is decided at each position. */
};

/** The facts of a wald_route_evaluation. */
typedef int32_t wald_route_evaluation_fact;
enum {
  WALD_ROUTE_EVALUATION_COST = 32000, /**< The mean cost per row, over all stages that are called. */
  WALD_ROUTE_EVALUATION_QUALITY = 32001, /**< The quality; NaN if no row is labelled. */
  WALD_ROUTE_EVALUATION_SHARES = 32002 /**< The share of the rows that each stage answers. */
};

/** The facts of a wald_threshold_evaluation. */
typedef int32_t wald_threshold_evaluation_fact;
enum {
  WALD_THRESHOLD_EVALUATION_N_ROWS = 33000, /**< The number of rows of a weight above 0. */
  WALD_THRESHOLD_EVALUATION_N_UNITS = 33001, /**< The number of groups of these rows, or of rows. */
  WALD_THRESHOLD_EVALUATION_POSITIVES = 33002, /**< The weight of all positives. */
  WALD_THRESHOLD_EVALUATION_NEGATIVES = 33003, /**< The weight of all negatives. */
  WALD_THRESHOLD_EVALUATION_N_MODELS = 33004, /**< The number of models. */
  WALD_THRESHOLD_EVALUATION_N_METRICS = 33005, /**< The number of metrics. */
  WALD_THRESHOLD_EVALUATION_TP = 33006,
      /**< The weight of the flagged positives of each model; empty without thresholds, as the next three. */
  WALD_THRESHOLD_EVALUATION_FP = 33007, /**< The weight of the flagged negatives of each model. */
  WALD_THRESHOLD_EVALUATION_FN = 33008, /**< The weight of the missed positives of each model. */
  WALD_THRESHOLD_EVALUATION_TN = 33009, /**< The weight of the negatives that each model does not flag. */
  WALD_THRESHOLD_EVALUATION_MODEL = 33010,
      /**< The model of each estimate, counted from 0; estimates are metric by metric of each model. */
  WALD_THRESHOLD_EVALUATION_METRIC = 33011, /**< The metric of each estimate, counted from 0. */
  WALD_THRESHOLD_EVALUATION_VALUE = 33012, /**< The value of the metric; NaN if it is 0/0. */
  WALD_THRESHOLD_EVALUATION_LOW = 33013, /**< The lower limit of the value. */
  WALD_THRESHOLD_EVALUATION_HIGH = 33014, /**< The upper limit of the value. */
  WALD_THRESHOLD_EVALUATION_STANDARD_ERROR = 33015, /**< The standard error of the value. */
  WALD_THRESHOLD_EVALUATION_EXACT = 33016,
      /**< Whether the limits are Clopper and Pearson's, of rows that weigh the same. */
  WALD_THRESHOLD_EVALUATION_PAIR_FIRST = 33017,
      /**< The first model of each comparison; comparisons are metric by metric of each pair of models. */
  WALD_THRESHOLD_EVALUATION_PAIR_SECOND = 33018, /**< The second model of each comparison. */
  WALD_THRESHOLD_EVALUATION_PAIR_METRIC = 33019, /**< The metric of each comparison. */
  WALD_THRESHOLD_EVALUATION_PAIR_DIFFERENCE = 33020,
      /**< The second model's value less the first one's, on the same rows. */
  WALD_THRESHOLD_EVALUATION_PAIR_LOW = 33021, /**< The lower limit of the difference. */
  WALD_THRESHOLD_EVALUATION_PAIR_HIGH = 33022, /**< The upper limit of the difference. */
  WALD_THRESHOLD_EVALUATION_PAIR_STANDARD_ERROR = 33023, /**< The standard error of the difference. */
  WALD_THRESHOLD_EVALUATION_PAIR_P_VALUE = 33024,
      /**< The two-sided p-value: DeLong's test of auc, the paired permutation test of other metrics. */
  WALD_THRESHOLD_EVALUATION_PAIR_P_ADJUSTED = 33025,
      /**< The p-value by Holm's correction for all comparisons of this evaluation, of all metrics. */
  WALD_THRESHOLD_EVALUATION_METRIC_NAME = 33026, /**< The name of a metric, as requested. */
  WALD_THRESHOLD_EVALUATION_WARNING = 33027, /**< What is unknown, and why; empty if everything is known. */
  WALD_THRESHOLD_EVALUATION_MARKDOWN = 33028, /**< A table of metrics by model as Markdown, and one of comparisons. */
  WALD_THRESHOLD_EVALUATION_LATEX = 33029 /**< The same tables for LaTeX, with the package booktabs. */
};

/** The facts of a wald_promise. */
typedef int32_t wald_promise_fact;
enum {
  WALD_PROMISE_STATE = 34000, /**< Whether the promise is kept, by the rows so far. */
  WALD_PROMISE_BOUND = 34001, /**< The bound of the metric. */
  WALD_PROMISE_AT_LEAST = 34002, /**< Whether the metric is promised to be at least the bound; else at most. */
  WALD_PROMISE_VALUE = 34003, /**< The metric of the rows so far; NaN if none counts. */
  WALD_PROMISE_LOW = 34004, /**< The metric is never below this, over all looks, with probability 1 - delta. */
  WALD_PROMISE_HIGH = 34005, /**< The metric is never above this, over all looks, with probability 1 - delta. */
  WALD_PROMISE_EVIDENCE = 34006, /**< The evidence that the promise is broken; at 1/delta it is called broken. */
  WALD_PROMISE_EVIDENCE_KEPT = 34007, /**< The evidence that the promise is kept; enough at 1/delta. */
  WALD_PROMISE_N_ALARMS = 34008, /**< How often recent rows were found to break the promise, with `average_run`. */
  WALD_PROMISE_BROKEN_SINCE = 34009,
      /**< The likeliest row, or time, of the change; NaN if the promise is not called broken, or if that is unknown.
           */
  WALD_PROMISE_BROKEN_AT = 34010, /**< The row, or time, at which the promise was called broken. */
  WALD_PROMISE_LABELS_NEEDED = 34011,
      /**< About this many more labels would prove that the promise is kept, or broken, if the metric stays where it
           is; rows, if no label is needed. 0 if one of them is proved, infinity if no number would suffice. */
  WALD_PROMISE_N_ROWS = 34012, /**< The number of rows of a weight above 0. */
  WALD_PROMISE_N_LABELS = 34013, /**< The number of these rows whose label was needed and is known. */
  WALD_PROMISE_N_SEGMENTS = 34014, /**< The number of segments. */
  WALD_PROMISE_SEGMENT_STATE = 34015, /**< Whether the promise is kept in each segment: 0 open, 1 kept, 2 broken. */
  WALD_PROMISE_SEGMENT_VALUE = 34016, /**< The metric of each segment's rows; NaN if none counts. */
  WALD_PROMISE_SEGMENT_LOW = 34017, /**< The lower limits of the metric; those of all segments hold together. */
  WALD_PROMISE_SEGMENT_HIGH = 34018, /**< The upper limits of the metric; those of all segments hold together. */
  WALD_PROMISE_SEGMENT_EVIDENCE = 34019,
      /**< The evidence that the promise is broken in each segment, corrected for the number of segments. */
  WALD_PROMISE_SEGMENT_BROKEN_SINCE = 34020,
      /**< The likeliest row, or time, of each segment's change; NaN as broken_since. */
  WALD_PROMISE_SEGMENT_LABELS_NEEDED = 34021, /**< As labels_needed, of each segment. */
  WALD_PROMISE_N_SEGMENT_ROWS = 34022, /**< The number of each segment's rows of a weight above 0. */
  WALD_PROMISE_CLAIM = 34023, /**< The promise, with the metric's name in full. */
  WALD_PROMISE_METRIC = 34024, /**< The name of the metric. */
  WALD_PROMISE_DELTA = 34025, /**< The option of this name. */
  WALD_PROMISE_AVERAGE_RUN = 34026 /**< The option of this name; NaN if it is not set. */
};

/** The facts of a wald_performance. */
typedef int32_t wald_performance_fact;
enum {
  WALD_PERFORMANCE_N_CHUNKS = 35000, /**< The number of chunks. */
  WALD_PERFORMANCE_N_SEGMENTS = 35001, /**< The number of segments. */
  WALD_PERFORMANCE_VALUE = 35002, /**< The estimated metric of each chunk; NaN if no row counts. */
  WALD_PERFORMANCE_LOW = 35003, /**< The lower ends of the bands. */
  WALD_PERFORMANCE_HIGH = 35004, /**< The upper ends of the bands. */
  WALD_PERFORMANCE_STANDARD_ERROR = 35005,
      /**< The standard deviation that the band is made of: of labels and calibration together. */
  WALD_PERFORMANCE_CALIBRATION_ERROR = 35006,
      /**< The standard error that the calibration alone causes; 0 without calibration rows. */
  WALD_PERFORMANCE_N_ROWS = 35007, /**< The number of rows of a weight above 0 in each chunk. */
  WALD_PERFORMANCE_N_LABELS = 35008, /**< The number of these rows whose labels are known. */
  WALD_PERFORMANCE_SEGMENT_VALUE = 35009,
      /**< The estimated metric of each segment of each chunk, by chunk and then segment; NaN if no row counts. */
  WALD_PERFORMANCE_SEGMENT_LOW = 35010, /**< The lower ends of the bands of segments. */
  WALD_PERFORMANCE_SEGMENT_HIGH = 35011, /**< The upper ends of the bands of segments. */
  WALD_PERFORMANCE_N_SEGMENT_ROWS = 35012,
      /**< The number of rows of a weight above 0 of each segment in each chunk. */
  WALD_PERFORMANCE_METRIC = 35013 /**< The name of the metric. */
};

/** The facts of a wald_prevalence. */
typedef int32_t wald_prevalence_fact;
enum {
  WALD_PREVALENCE_PRIOR = 36000, /**< The likeliest share of each label or class among the rows. */
  WALD_PREVALENCE_LOW = 36001,
      /**< The lower limit of the share. Without `bootstrap` of the profile likelihood: it covers that the rows are a
           sample, and takes the probabilities as calibrated and the training prior as known. With it a percentile,
           which also covers that the calibration rows, if given, are a sample. */
  WALD_PREVALENCE_HIGH = 36002, /**< The upper limit of the share. */
  WALD_PREVALENCE_TRAINING_PRIOR = 36003, /**< The share of each label or class in training. */
  WALD_PREVALENCE_P_VALUE = 36004,
      /**< The p-value of label shift: small if rows of a label do not look as in training, or probabilities are not
           calibrated. One test of all classes; NaN without calibration rows or `bootstrap`. */
  WALD_PREVALENCE_N_ROWS = 36005, /**< The number of rows. */
  WALD_PREVALENCE_N_CALIBRATION_ROWS = 36006 /**< The number of calibration rows. */
};

#endif /* WALD_FACTS_H */
