// Written by bindings/generate from the rows of the core: do not edit.
// Options, facts and words of the library, as types.

import type { Grid, Integers, MetricLike, Numbers, Table } from "./wald.js";

export type StatusName =
  "ok" | "error_argument" | "error_memory" | "error_capacity" | "error_unsupported" | "error_format" | "error_callback"
  | "cancelled" | "error_internal";

export type TypeName = "float64" | "float32" | "int64" | "int32" | "uint8" | "float16";

export type KindName = "independent" | "categorical" | "joint" | "counts";

export type AverageName = "instance" | "macro" | "micro";

export type TiesName = "fewest" | "most";

export type PropertyName =
  "rises_in_tp" | "falls_in_k" | "rises_in_tp_and_k" | "linear_in_tp" | "loss" | "thread_safe" | "degenerate";

export type AlgorithmName =
  "auto" | "enumeration" | "chai" | "jansche" | "jansche-approx" | "ye" | "lewis" | "n16" | "n16-first-rise" | "window"
  | "categorical" | "gfm" | "mode" | "marginal-modes" | "ascent" | "bisection" | "separable" | "block-coordinate" |
  "partial" | "rule" | "fixed-point";

export type WorthVerdictName = "pays" | "does_not_pay" | "undetermined" | "calibrate_first";

export type RuleName = "or" | "and";

export type RatedRuleName = "or" | "and" | "same";

export type GoalName = "auto" | "metric" | "net_benefit" | "most_tp" | "fewest_fp";

export type MethodName = "direct" | "path" | "path-equal" | "analytic" | "stacked" | "best-single";

export type LabelAverageName = "instance" | "macro" | "micro";

export type ParityName = "none" | "tpr" | "fpr" | "selection_rate" | "precision";

export type SmoothingName = "none" | "bagged" | "dropout";

export type ProportionLimitsName = "mid_p" | "exact";

export type AucLimitsName = "delong" | "logit";

export type ThresholdFlagName =
  "nothing_flagged" | "everything_flagged" | "target_not_attained" | "recall_out_of_reach" | "few_positives" |
  "saturated_scores" | "in_sample_scores" | "inverted_scores" | "quantile_levels" | "local_optimum" | "unrated_flagged"
  | "only_positives" | "constraint_missed" | "shared_threshold" | "only_negatives";

export type TheoremName = "none" | "order-statistics" | "ranked-sequence" | "tested-path" | "bets";

export type OrderName = "joint" | "natural" | "random" | "mse" | "greedy";

export type CascadeAlgorithmName = "sums" | "votes" | "cheaper";

export type LabelledQualityName = "accuracy" | "recall" | "precision";

export type SplitName = "leaf" | "at_most" | "below" | "among";

export type MissingName = "right" | "left" | "as_zero" | "zero_right" | "zero_left" | "nan_right" | "nan_left";

export type RouteGoalName = "cost" | "quality" | "value";

export type RouteMeasureName = "accuracy" | "agreement" | "precision" | "recall" | "f";

export type RouteByName = "none" | "class" | "segment";

export type PromiseStateName = "open" | "kept" | "broken";

export type TaskName = "none" | "labels" | "classes";

export type LearnerName =
  "lfp" | "br" | "efp" | "pcc" | "cardinality" | "neighbours" | "forest" | "tree" | "kernel" | "mixture" | "given" |
  "rule";

export type ScalingName = "automatic" | "none" | "minmax" | "standard" | "unit" | "standard-root";

export type CalibrationName = "automatic" | "none" | "platt" | "isotonic" | "beta" | "temperature" | "vector";

export type CalibrationInputName = "probabilities" | "scores";

export type ImputationName = "error" | "mean" | "most_frequent";

export type DrawingName = "stratified" | "independent";

export type NeighbourMetricName = "automatic" | "euclidean" | "cosine";

export type NeighbourWeightsName = "automatic" | "uniform" | "dudani";

export type ForestKindName = "extra-trees" | "random-forest";

export type PredictionRuleName =
  "auto" | "half" | "threshold" | "thresholds" | "bagged-thresholds" | "shrunk-thresholds" | "decide" |
  "decide-temperature" | "decide-temperatures" | "decide-platt" | "decide-isotonic" | "decide-beta" | "decide-shrunk" |
  "decide-mean" | "vote" | "given-cardinality" | "given-mixture";

export type ForestCriterionName = "gini" | "f";

/** Options of decisions. What is undefined or null keeps its default. */
export interface DecisionOptions {
  /** The least number of positives in each answer. Not set: the atLeast of the learner, if a learner decides, otherwise
   * 0. Read by decide, curve, regret, worth, report and masks. At least 0. */
  atLeast?: number | null;
  /** The greatest number of positives in each answer. Not set: no limit. Read by decide, curve, regret, worth, report
   * and masks. At least 0. */
  atMost?: number | null;
  /** The algorithm; auto picks the best exact one. Read by decide, curve, regret, worth, report and masks. Default:
   * auto. */
  algorithm?:
    "auto" | "enumeration" | "chai" | "jansche" | "jansche-approx" | "ye" | "lewis" | "n16" | "n16-first-rise" |
    "window" | "categorical" | "gfm" | "mode" | "marginal-modes" | "ascent" | "bisection" | "separable" |
    "block-coordinate" | "partial" | "rule" | "fixed-point" | null;
  /** Which of equally good answers is taken, for metrics that are a sum over the labels (hamming, cost) and for
   * subset_accuracy. Other metrics take the fewest labels. Read by decide and masks. Default: fewest. */
  ties?: "fewest" | "most" | null;
  /** What is one problem in a table of probabilities. Of masks: instance, each image, or micro, all images together.
   * Read by decide, expected, regret, evaluate, compare, worth, report and masks. Default: instance. */
  average?: "instance" | "macro" | "micro" | null;
  /** How many labels each row gets, with average macro: one number for exactly that many, two for from and to. Not set:
   * each label is decided on its own. Of masks with exclusive classes: 1, the default, or 0 to 1, where a pixel may
   * have none. Read by decide, expected, worth, report and masks, with tables or exclusive. Each at least 0. */
  perRow?: Integers | null;
  /** Whether an answer with perRow, or with exclusive classes, gets a bound of its own, which takes most of the time.
   * Off: the bound follows from the metric's range. Read by decide and masks, with perRow or exclusive. Default: on. */
  proof?: boolean | null;
  /** The share of each label where decisions are made: one number for all, or one per label or class. Deciding and
   * worth move probabilities to it from trainingPrior; evaluations and comparisons weight each label's rows to it. Not
   * set: all are taken as they are. Read by decide, worth, evaluate and compare. Each in (0, 1). */
  prevalence?: number | Numbers | null;
  /** The share of each label where the probabilities hold, as in training: one number for all, or one per label or
   * class. prevalence needs it. Read by decide and worth, with prevalence. Each in (0, 1). */
  trainingPrior?: number | Numbers | null;
  /** The weight of each label in a macro average, such as its propensity. Not set: all equal. Read by decide, expected,
   * evaluate, compare, worth, report and masks. Each finite and at least 0. */
  labelWeights?: number | Numbers | null;
  /** The cost of abstaining: an instance whose expected loss is above it is left undecided. Not set: never. Read by
   * decide. Finite. */
  abstain?: number | null;
  /** The cost of leaving a single label undecided, in the unit of the utility: each undecided label costs abstainLabel
   * / n. Average instance only. Not set: every label is decided. Read by decide and evaluate. Finite and at least 0. */
  abstainLabel?: number | null;
  /** How many samples are drawn if a distribution is simulated: label vectors, or swaps when two systems are compared.
   * Read by distribution, compare, worth and report. In [2, 1e8]. Default: 10000. */
  samples?: number | null;
  /** The confidence level of all intervals. Read by compare and report. In (0, 1). Default: 0.95. */
  level?: number | null;
  /** The seed of all random draws. Read by draw, distribution, learners, compare, worth and report. In [0, 2^64).
   * Default: 0. */
  seed?: number | bigint | null;
  /** Temperature for simulating labels: log-odds are divided by it. Above 1 if the model is overconfident, below 1 if
   * underconfident. Decisions still use the given probabilities. Read by worth. Finite and above 0. Default: 1. */
  temperature?: number | null;
  /** Whether every row is known to have a true label: labels are then simulated conditional on at least one. Average
   * instance only. Read by worth. Default: off. */
  nonempty?: boolean | null;
  /** The gain that counts, in the unit of the metric. Read by worth. Finite. Default: 0. */
  leastGain?: number | null;
  /** The variance of the number of true labels in a row, over that of independent labels. Above 1 if cells of a row
   * depend on each other, as pixels of an image do: a row then counts as n / designEffect independent cells, at least
   * one. Average instance only. Read by worth. In [1, 1e12]. Default: 1. */
  designEffect?: number | null;
  /** Maximum number of threads; 0 takes all of the machine's. Short calls use one. The answer has the same bits for any
   * number. In [0, 1024]. Default: 1. */
  threads?: number | null;
  /** Called during long work with the fraction done; it can cancel the work. */
  progress?: ((fraction: number) => unknown) | null;
}

/** Options of thresholds. What is undefined or null keeps its default. */
export interface ThresholdOptions {
  /** What is maximised or minimised, within all limits that are set. Read by choose, threshold_pass, frontier, labels
   * and segments. Default: auto. */
  goal?: "auto" | "metric" | "net_benefit" | "most_tp" | "fewest_fp" | null;
  /** The metric to maximise: a named one that rises with TP and falls with FP. Not set: F1. Read by choose,
   * threshold_pass, frontier, labels, segments and classes. */
  metric?: MetricLike | null;
  /** How many false positives one more true positive is worth; the goal is then the greatest TP - FP/costRatio. Read by
   * choose, threshold_pass, frontier, labels and segments, with netBenefit. Finite and above 0. */
  costRatio?: number | null;
  /** The probability q from which an alert pays; the same as costRatio = (1-q)/q. Read by choose, threshold_pass,
   * frontier, labels and segments, with netBenefit. In (0, 1). */
  marginalPrecision?: number | null;
  /** Precision is at least this. Read by choose, threshold_pass, frontier, labels and segments. In [0, 1]. */
  minPrecision?: number | null;
  /** The level at which the lower Clopper-Pearson limit of precision meets minPrecision; 0 takes the point estimate.
   * Not set: 0.9 for one classifier, 0.975 for several classifiers or labels. Read by choose, threshold_pass, frontier,
   * labels and segments. In [0, 1). */
  precisionLevel?: number | null;
  /** Recall is at least this. Read by choose, threshold_pass, frontier, labels and segments. In [0, 1]. */
  minRecall?: number | null;
  /** The mean over rows of the metric of each row's label set is at least this. Read by labels, with instance. In [0,
   * 1]. */
  minValue?: number | null;
  /** The weight of false positives is at most this. Read by choose, threshold_pass, frontier, labels and segments. At
   * least 0. */
  maxFp?: number | null;
  /** The weight of all flagged rows, TP + FP, is at most this. Read by choose, threshold_pass, frontier, labels and
   * segments. At least 0. */
  maxAlerts?: number | null;
  /** False positives are at most this share of all negatives, by weight. Read by choose, threshold_pass, frontier,
   * labels and segments. In [0, 1]. */
  maxFpr?: number | null;
  /** All flagged rows, TP + FP, are at most this share of all rows, those not rated included, by weight. Read by
   * choose, threshold_pass, frontier, labels and segments. In [0, 1]. */
  maxAlertRate?: number | null;
  /** The probability that minPrecision, minRecall, maxFpr and maxAlertRate hold for all future rows, not only in this
   * sample; if that cannot be certified, nothing is flagged. Not set: no certificate; with average instance minRecall
   * then holds in expectation. Read by choose, frontier, labels and segments. In (0, 1). */
  certify?: number | null;
  /** The weight of all positives, known from elsewhere: recall and F need it where some rows were not rated. Not set:
   * counted. Read by choose, threshold_pass, frontier and labels. Finite and at least 0. */
  positives?: number | null;
  /** How the thresholds are found. Read by choose and frontier. Default: direct. */
  method?: "direct" | "path" | "path-equal" | "analytic" | "stacked" | "best-single" | null;
  /** The rule that chose the rows to label. If it was or and the sample's rule is and, only one threshold has to be at
   * or above its cut in ratedFrom; the method must then be direct or best-single. Read by choose and frontier. Default:
   * same. */
  ratedRule?: "or" | "and" | "same" | null;
  /** Whether each label or class is a problem of its own, the counts of all are added, or each row's label set counts.
   * Read by labels and classes. Default: macro. */
  average?: "instance" | "macro" | "micro" | null;
  /** A label with fewer positive rows whose own threshold would flag more than ten rows per positive shares a threshold
   * with all labels of so few positives, if the average is macro and the goal a metric without limits; 0: none does.
   * Read by labels, with macro. At least 0. Default: 10. */
  minPositives?: number | null;
  /** The rate that may differ between segments by no more than the tolerance. Read by segments. Default: none. */
  parity?: "none" | "tpr" | "fpr" | "selection_rate" | "precision" | null;
  /** The greatest difference of the rate of parity between segments; each of several has an answer. Not set: 0. Read by
   * segments, with parity. Each in [0, 1]. */
  tolerance?: number | Numbers | null;
  /** Against overfitting: the median of the thresholds of many rounds. Of one score, or of a label, bagged averages the
   * flagged weights, so that the scale of the scores does not matter, and takes the nearest threshold within all
   * limits. Read by choose and labels, with direct, path or path-equal. Default: none. */
  smoothing?: "none" | "bagged" | "dropout" | null;
  /** The number of rounds of smoothing. Read by choose and labels, with smoothing. At least 1. Default: 25. */
  smoothingRounds?: number | null;
  /** The share of a lattice's edges that a round leaves out. Read by choose, with smoothing. In [0, 1). Default: 0.2.
   * */
  dropout?: number | null;
  /** The number of levels of each classifier. Read by choose and frontier, with path-equal or analytic. At least 2.
   * Default: 100. */
  grid?: number | null;
  /** Whether the answers of best-single and stacked are computed in addition to the requested one. Read by choose.
   * Default: on. */
  baselines?: boolean | null;
  /** The number of bootstrap samples in each of which thresholds are chosen, for their intervals, or which give the
   * limits of a decision curve, of an evaluation or of an estimated prevalence; 0 draws none. Read by choose,
   * decision_curve, evaluation and prevalence. At least 0. Default: 0. */
  bootstrap?: number | null;
  /** The number of cells on which bootstrap samples are drawn, for intervals and for several scores. Read by choose,
   * with bootstrap or smoothing. At least 4. Default: 10000. */
  bootstrapCells?: number | null;
  /** The confidence level of all intervals. Read by choose, threshold_pass, decision_curve, reliability, evaluation and
   * prevalence. In (0, 1). Default: 0.95. */
  level?: number | null;
  /** The number of folds of the cross-fitted estimate, from 2 to the number of positives; 0 makes none. Read by choose.
   * At least 0. Default: 0. */
  folds?: number | null;
  /** The seed of bootstrap, folds, smoothing, certificates and the limits of the value. Read by choose, threshold_pass,
   * labels, segments, decision_curve, evaluation and prevalence. In [0, 2^64). Default: 0. */
  seed?: number | bigint | null;
  /** The share of the rows on which a path of thresholds is found that the others test, where a certificate needs one.
   * Read by choose, labels and segments, with certify. In (0, 1). Default: 0.25. */
  pilot?: number | null;
  /** Upper bound on the weight of any future row; required to certify rows with weights, unless equalWeights is set.
   * Read by choose, labels and segments, with certify. Finite and above 0. */
  maxWeight?: number | null;
  /** Whether rows with weights weigh the same by design, future rows included, at least those of the same label; a
   * certificate then stands on counts. Rows without weights always do. Read by choose, frontier, labels and segments,
   * with certify. Default: off. */
  equalWeights?: boolean | null;
  /** Selects among the rows that are not rated, the batch: the expected share of negatives among those flagged is at
   * most this. Rows labelled 0 alone must be exchangeable with the batch's negatives, rows of both labels with the
   * whole batch. Read by choose and select. In (0, 1). */
  maxFdr?: number | null;
  /** Storey's lambda, as 0.5: p-values above it estimate the share of negatives in the batch, so that more rows are
   * flagged if many are positive. Not set: no estimate. Read by choose and select, with maxFdr. In (0, 1). */
  storey?: number | null;
  /** The cost of a false positive. Read by abstention. Finite and at least 0. Default: 1. */
  falsePositiveCost?: number | null;
  /** The cost of a missed positive. Read by abstention. Finite and at least 0. Default: 1. */
  falseNegativeCost?: number | null;
  /** The cost of a row that is left to a person. Read by abstention. Finite and at least 0. Default: 1. */
  abstentionCost?: number | null;
  /** The share of positives where decisions are made, if it is not that of the rows, as in a case-control study: rows
   * are weighted to it. One number; also one per label or segment, whose own rows are weighted. Not set: that of the
   * rows. Read by choose, frontier, labels, segments, evaluation and decision_curve. Each in (0, 1). */
  prevalence?: number | Numbers | null;
  /** The model that others are compared with, counted from 0. Not set: a decision curve takes flagging every row, an
   * evaluation compares every pair of models. Read by decision_curve and evaluation. At least 0. */
  reference?: number | null;
  /** The metrics of an evaluation, by name; auc is the area under the ROC curve. Not set: auc, recall, specificity,
   * precision, npv, accuracy, balanced_accuracy, f1 and mcc, or without thresholds auc alone. Read by evaluation. */
  metrics?: readonly string[] | null;
  /** The names of the models of an evaluation, for its tables. Not set: model 0, model 1, ... Read by evaluation. */
  names?: readonly string[] | null;
  /** Whether the jackknife gives the limits of all metrics but auc, also of proportions, F1 and jaccard. Read by
   * evaluation. Default: off. */
  jackknife?: boolean | null;
  /** The limits of proportions of rows, and of F1, jaccard, balanced_accuracy and informedness, which follow from them.
   * Read by evaluation. Default: mid_p. */
  proportionLimits?: "mid_p" | "exact" | null;
  /** The limits of auc; those of differences are DeLong's. Read by evaluation. Default: delong. */
  aucLimits?: "delong" | "logit" | null;
  /** The number of bins, which hold equal weights of rows. Read by reliability. In [1, 1000000]. Default: 10. */
  bins?: number | null;
  /** Maximum number of threads; 0 takes all of the machine's. Short calls use one. The answer has the same bits for any
   * number. In [0, 1024]. Default: 1. */
  threads?: number | null;
  /** Called during long work with the fraction done; it can cancel the work. */
  progress?: ((fraction: number) => unknown) | null;
  /** The greatest number of cells of a stored lattice of scores; beyond it, quantiles replace scores. Read by choose
   * and frontier, with direct, path or path-equal. At least 4. Default: 8388608. */
  latticeCells?: number | null;
  /** The greatest number of pairs of two classifiers' scores; beyond it, quantiles replace scores. Read by choose and
   * frontier, with direct. At least 4. Default: 2147483648. */
  pairCells?: number | null;
  /** The greatest number of scores of each classifier where three or more are improved two by two; beyond it, quantiles
   * replace scores. Read by choose and frontier, with direct. At least 3. Default: 4096. */
  ascentLevels?: number | null;
}

/** Options of cascades. What is undefined or null keeps its default. */
export interface CascadeOptions {
  /** The greatest share of the fitted rows whose decision may differ from that of all models. Read by fit. In [0, 1].
   * Default: 0.005. */
  alpha?: number | null;
  /** The sum of scores from which a row is positive. Read by fit, with two-classes. Finite. Default: 0. */
  threshold?: number | null;
  /** The stopping rule. Votes: every score is one of two values, and all models cost the same. Read by fit. Default:
   * sums. */
  algorithm?: "sums" | "votes" | "cheaper" | null;
  /** The order in which the models are run. Read by fit. Default: joint. */
  order?: "joint" | "natural" | "random" | "mse" | "greedy" | null;
  /** An order from elsewhere: every model once, counted from 0. It replaces `order`. Read by fit. Each in [0, 1048575].
   * */
  fixedOrder?: Integers | null;
  /** How much of alpha may be used up after position r of T: "power:P" is the share (r/T)^P, "all" is power:0,
   * "proportional" follows the share of rows that have left. Not set: power:0.25, or all with calibration rows. Read by
   * fit. */
  spend?: string | null;
  /** Whether rows leave early only as negatives (filter and score). Read by fit, with two-classes. Default: off. */
  negativesOnly?: boolean | null;
  /** Whether, if no model lets a row leave early, the model that brings sums closest to the full ones is next; else the
   * cheapest is. Read by fit, with joint. Default: off. */
  closest?: boolean | null;
  /** Whether thresholds come from means and deviations in bins (Fan et al. 2002); else from alpha (QWYC). Read by fit.
   * Default: off. */
  bins?: boolean | null;
  /** The width of a bin's thresholds in deviations. Not set: the smallest within alpha. Read by fit, with bins. Finite
   * and at least 0. */
  gamma?: number | null;
  /** The width of a bin in units of the score. Not set: a twentieth of the standard deviation of the sum. Read by fit,
   * with bins. Finite and above 0. */
  binWidth?: number | null;
  /** Whether the order is chosen on one half of the rows and the thresholds on the other. Read by fit. Default: off. */
  halves?: boolean | null;
  /** The number of folds of the cross-fitted estimate, at least 2; 0 makes none. Read by fit. In [0, 1000]. Default: 0.
   * */
  folds?: number | null;
  /** The disagreement that calibration certifies. Read by fit and calibrate, with calibration. In (0, 1). Default:
   * 0.01. */
  maxDisagreement?: number | null;
  /** The probability with which the certificate holds. Read by fit and calibrate, with calibration. In (0, 1). Default:
   * 0.95. */
  certify?: number | null;
  /** The cost of each model; inf runs it last. Not set: 1 each. Read by fit. Each at least 0. */
  costs?: number | Numbers | null;
  /** The names of the models, which are saved with the cascade. Read by fit. */
  names?: readonly string[] | null;
  /** The names of the features of the trees, which are saved with the cascade; columns are matched by them. Read by
   * fit. */
  featureNames?: readonly string[] | null;
  /** The categories behind the codes of features, saved with the cascade: "feature=category", those of a feature in the
   * order of their codes 0, 1, 2, ... Needs featureNames. Read by fit. */
  categories?: readonly string[] | null;
  /** The seed of random orders, folds and halves. Read by fit. In [0, 2^64). Default: 0. */
  seed?: number | bigint | null;
  /** Maximum number of threads; 0 takes all of the machine's. Short calls use one. The answer has the same bits for any
   * number. In [0, 1024]. Default: 1. */
  threads?: number | null;
  /** Called during long work with the fraction done; it can cancel the work. */
  progress?: ((fraction: number) => unknown) | null;
}

/** Options of learners. What is undefined or null keeps its default. */
export interface LearnerOptions {
  /** How features are scaled. Read by lfp, br, efp, pcc, cardinality, neighbours and kernel. Default: automatic. */
  scaling?: "automatic" | "none" | "minmax" | "standard" | "unit" | "standard-root" | null;
  /** The number of folds of cross-validation. Read by lfp, br, efp, pcc, cardinality and rule. At least 2. Default: 5.
   * */
  folds?: number | null;
  /** The name of the metric that a rule is chosen for. Read by rule. Default: f1. */
  metric?: string | null;
  /** The value of a rate that is 0/0 in the metric that a rule is chosen for. Read by rule. In [0, 1]. Default: 1. */
  zeroDivision?: number | null;
  /** What is one problem in the tables that a rule is chosen for. Read by rule. Default: instance. */
  average?: "instance" | "macro" | "micro" | null;
  /** How many labels a rule gives each row, with average macro: one number for exactly that many, two for from and to.
   * Not set: each label is predicted on its own. Read by rule. Each at least 0. */
  perRow?: Integers | null;
  /** The rule by which marginals become predictions. Read by rule. Default: auto. */
  rule?:
    "auto" | "half" | "threshold" | "thresholds" | "bagged-thresholds" | "shrunk-thresholds" | "decide" |
    "decide-temperature" | "decide-temperatures" | "decide-platt" | "decide-isotonic" | "decide-beta" | "decide-shrunk"
    | "decide-mean" | "vote" | "given-cardinality" | "given-mixture" | null;
  /** The least number of labels that a prediction holds. Not set: 1 if no training row is empty, else 0. At least 0. */
  atLeast?: number | null;
  /** The inverse penalty strengths C of |w|^2/(2C) to choose from, ascending; one value needs no cross-validation. Not
   * set: 1e-4, 3e-4, 1e-3, ..., 1e3. Read by lfp, br, efp, pcc, cardinality and kernel. Each in [1e-12, 1e12]. */
  cValues?: number | Numbers | null;
  /** How many values of C in a row may be worse than the best before the search ends. Read by lfp, br, efp, pcc and
   * cardinality. At least 1. Default: 2. */
  patience?: number | null;
  /** How scores become probabilities. Read by lfp, br and given. Default: automatic. */
  calibration?: "automatic" | "none" | "platt" | "isotonic" | "beta" | "temperature" | "vector" | null;
  /** The number of chains, each in its own order. Read by pcc. At least 1. Default: 1. */
  chains?: number | null;
  /** The orders of the labels in the first chains, one after the other, each label once; the first chain not given
   * takes the labels' own order, the others random ones. Read by pcc. Each at least 0. */
  chainOrders?: Integers | null;
  /** The number of label vectors drawn for a row. Read by pcc. In [1, 16777216]. Default: 1000. */
  samples?: number | null;
  /** How label vectors are drawn. Read by pcc. Default: stratified. */
  drawing?: "stratified" | "independent" | null;
  /** Whether each row's P(label and number of labels) is moved to the nearest table that agrees with its P(number of
   * labels), so that expected utilities lie in the metric's range. Read by efp. Default: off. */
  consistent?: boolean | null;
  /** The greatest number of nodes of the search for the likeliest vector. Read by pcc. At least 1. Default: 100000. */
  maxNodes?: number | null;
  /** The number of neighbours; 0 chooses it by leave-one-out. Read by neighbours. At least 0. Default: 0. */
  neighbours?: number | null;
  /** The distance between rows. Read by neighbours. Default: automatic. */
  neighbourMetric?: "automatic" | "euclidean" | "cosine" | null;
  /** How neighbours are weighted. Read by neighbours. Default: automatic. */
  neighbourWeights?: "automatic" | "uniform" | "dudani" | null;
  /** The name of the metric whose mean over left-out rows decides what is left open. Read by neighbours. Default: f1.
   * */
  neighbourUtility?: string | null;
  /** How trees are randomised. Read by forest. Default: extra-trees. */
  forestKind?: "extra-trees" | "random-forest" | null;
  /** The criterion of a split. Read by forest and tree. Default: gini. */
  forestCriterion?: "gini" | "f" | null;
  /** The number of trees; 0 takes 500. Read by forest. At least 0. Default: 0. */
  trees?: number | null;
  /** The number of features that are tried at a node; 0 chooses it by the number of features. Read by forest and tree.
   * At least 0. Default: 0. */
  maxFeatures?: number | null;
  /** The least number of rows of a leaf; 0 takes the kind's default. Read by forest and tree. At least 0. Default: 0.
   * */
  minLeaf?: number | null;
  /** The greatest depth of a tree; 0 sets no limit. Read by forest and tree. At least 0. Default: 0. */
  maxDepth?: number | null;
  /** The width of kernel features exp(-gamma |x - z|^2); 0 chooses it by cross-validation. Read by kernel. At least 0.
   * Default: 0. */
  gamma?: number | null;
  /** The number of landmarks of kernel features; 0 takes every row where there are at most maxExactRows. Read by
   * kernel. At least 0. Default: 0. */
  landmarks?: number | null;
  /** The greatest number of rows that are all taken as landmarks; beyond it, this number is drawn (Nystroem). Read by
   * kernel. At least 0. Default: 3000. */
  maxExactRows?: number | null;
  /** The weight of each part of a mixture. Not set: equal. Read by mixture. Each finite and above 0. */
  mixtureWeights?: number | Numbers | null;
  /** What replaces a missing value (NaN) of a feature. Default: error. */
  missing?: "error" | "mean" | "most_frequent" | null;
  /** Whether each feature that some training row lacks gets a further one that is 1 if it is missing. Default: off. */
  missingIndicators?: boolean | null;
  /** The names of the features, which are saved with the learner. */
  featureNames?: readonly string[] | null;
  /** The names of the labels or classes, which are saved with the learner. */
  labelNames?: readonly string[] | null;
  /** The seed of folds, chains, forests and landmarks. In [0, 2^64). Default: 0. */
  seed?: number | bigint | null;
  /** Maximum number of threads; 0 takes all of the machine's. Short calls use one. The answer has the same bits for any
   * number. In [0, 1024]. Default: 1. */
  threads?: number | null;
  /** Called during long work with the fraction done; it can cancel the work. */
  progress?: ((fraction: number) => unknown) | null;
}

/** Options of routes. What is undefined or null keeps its default. */
export interface RouteOptions {
  /** What is minimised or maximised. Read by choose and ask. Default: cost. */
  goal?: "cost" | "quality" | "value" | null;
  /** The measure of quality. Read by choose, ask and evaluate. Default: accuracy. */
  measure?: "accuracy" | "agreement" | "precision" | "recall" | "f" | null;
  /** How much recall counts beside precision, in F. Read by choose, ask and evaluate, with f. Finite and above 0.
   * Default: 1. */
  beta?: number | null;
  /** The class that is the positive one. Read by choose, ask and evaluate, with precision, recall or f. At least 0.
   * Default: 1. */
  positive?: number | null;
  /** Quality is at least this. Read by choose and ask, with cost. In [0, 1]. Default: 0.95. */
  minQuality?: number | null;
  /** The mean cost of a row is at most this. Read by choose, with quality. Finite and at least 0. */
  budget?: number | null;
  /** What a right answer is worth, in units of the costs. Read by choose, with value. Finite. Default: 1. */
  rightValue?: number | null;
  /** What a wrong answer costs, in units of the costs. Read by choose, with value. Finite. Default: 0. */
  wrongCost?: number | null;
  /** Which rows have thresholds of their own: all alike, each class of the first answer, or each segment. Read by
   * choose and ask. Default: none. */
  by?: "none" | "class" | "segment" | null;
  /** Whether a score sends each row to one stage before any answer, and the highest scores go to the first stage; else
   * stages are called one after the other. Read by choose and ask. Default: off. */
  router?: boolean | null;
  /** The probability that minQuality holds for all future rows; if no route can be certified, the last stage answers
   * every row. Not set: no certificate. Read by choose and ask, with cost. In (0, 1). */
  certify?: number | null;
  /** The share of the rows on which a path of routes is found that the others test. Read by choose and ask, with
   * certify. In (0, 1). Default: 0.3. */
  pilot?: number | null;
  /** Upper bound on the weight of any future row; required to certify rows with weights, unless equalWeights is set.
   * Read by choose and ask, with certify. Finite and above 0. */
  maxWeight?: number | null;
  /** Whether rows with weights all weigh the same by design, future rows included; a certificate may then stand on
   * counts. Rows without weights always do. Read by choose and ask, with certify. Default: off. */
  equalWeights?: boolean | null;
  /** How many combinations of thresholds a chain of stages is searched over; with more of them, levels of equal weight
   * are, and then finer ones around the best. Read by choose and ask. In [16, 1073741824]. Default: 1048576. */
  maxPolicies?: number | null;
  /** How many rows to label next, on average. Read by choose and ask. At least 1. Default: 100. */
  batchSize?: number | null;
  /** The least probability with which any row is drawn to be labelled. A certificate from label probabilities depends
   * on it. Read by choose and ask. In (0, 1). Default: 0.1. */
  minProbability?: number | null;
  /** The seed of the pilot rows and of the rows that are drawn to be labelled. Read by choose and ask. In [0, 2^64).
   * Default: 0. */
  seed?: number | bigint | null;
  /** Maximum number of threads; 0 takes all of the machine's. Short calls use one. The answer has the same bits for any
   * number. In [0, 1024]. Default: 1. */
  threads?: number | null;
  /** Called during long work with the fraction done; it can cancel the work. */
  progress?: ((fraction: number) => unknown) | null;
}

/** Options of promises. What is undefined or null keeps its default. */
export interface PromiseOptions {
  /** The probability with which a promise that is kept may ever be called broken. That of calling a broken one kept is
   * the same, and so is that of each limit of the metric ever to be wrong. Read by create. In (0, 1). Default: 0.05. */
  delta?: number | null;
  /** If set, recent rows are watched as well: a change for the worse is found soon after it, and a promise that is kept
   * is called broken once in this many rows that count, on average. Read by create. Finite and at least 2. */
  averageRun?: number | null;
  /** The smallest probability with which the label of any row that counts is asked for, future rows included. Read by
   * create. In (0, 1]. Default: 1. */
  minLabelProbability?: number | null;
  /** Upper bound on the weight of any row, future rows included. Read by create. Finite and above 0. Default: 1. */
  maxWeight?: number | null;
  /** The number of segments that are watched in addition to all rows; 0: none. Read by segments. In [0, 4096]. Default:
   * 0. */
  nSegments?: number | null;
  /** Maximum number of threads; 0 takes all of the machine's. Short calls use one. The answer has the same bits for any
   * number. In [0, 1024]. Default: 1. */
  threads?: number | null;
  /** Called during long work with the fraction done; it can cancel the work. */
  progress?: ((fraction: number) => unknown) | null;
}

/** Options of performance. What is undefined or null keeps its default. */
export interface PerformanceOptions {
  /** What is one problem if rows have several labels: each row, each label, or all of them together. With one label
   * macro and micro are the same. Read by tables. Default: micro. */
  average?: "instance" | "macro" | "micro" | null;
  /** The weight of each label in a macro average. Not set: all equal. Read by tables, with macro. Each finite and at
   * least 0. */
  labelWeights?: number | Numbers | null;
  /** The number of consecutive rows in a chunk; the last chunk of a call may have fewer. 0: all rows of a call are one
   * chunk. At least 0. Default: 0. */
  chunkRows?: number | null;
  /** The number of segments that are estimated in addition to all rows of a chunk; 0: none. Read by segments. In [0,
   * 4096]. Default: 0. */
  nSegments?: number | null;
  /** The probability with which the band covers the metric that the labels would give. In (0, 1). Default: 0.95. */
  level?: number | null;
  /** How calibration rows calibrate probabilities: automatic averages isotonic and beta. Default: automatic. */
  calibration?: "automatic" | "none" | "platt" | "isotonic" | "beta" | "temperature" | "vector" | null;
  /** How many bootstrap samples of the calibration rows are drawn. If a band is simulated, each counts for 20 draws. In
   * [2, 100000]. Default: 200. */
  samples?: number | null;
  /** The seed of all random draws. In [0, 2^64). Default: 0. */
  seed?: number | bigint | null;
  /** Maximum number of threads; 0 takes all of the machine's. Short calls use one. The answer has the same bits for any
   * number. In [0, 1024]. Default: 1. */
  threads?: number | null;
  /** Called during long work with the fraction done; it can cancel the work. */
  progress?: ((fraction: number) => unknown) | null;
}

/** Facts of: metric. */
export interface MetricFacts {
  /** The canonical name, by which the same metric can be made again. */
  readonly name: string;
  /** What the metric is, as far as known: the sum of its properties. */
  readonly properties: number;
  /** The value of a rate that is 0/0: 0 or 1. */
  readonly zeroDivision: number;
  /** The loss of a utility of 0, 1 for a named metric and 0 for cost and custom ones: a loss is this less the utility.
   * */
  readonly lossOfZero: number;
}

/** Facts of: estimator. */
export interface EstimatorFacts {
  /** What is known of the labels: one of the kinds. */
  readonly kind: KindName;
  /** The number of labels. */
  readonly nLabels: number;
  /** The number of weighted vectors or tables fed; of the other kinds 1, or 0 while empty. */
  readonly nFed: number;
  /** The sum of the weights fed to a joint or counts estimator; of the others 1, or 0 while empty. */
  readonly totalWeight: number;
  /** The greatest s with a nonzero P[i][s]. Counts only. */
  readonly maxS: number;
}

/** Facts of: decision. */
export interface DecisionFacts {
  /** The number of items of each answer: labels; rows for macro; row*nLabels + column counts them for micro. */
  readonly nItems: number;
  /** The number of positives. */
  readonly k: number;
  /** The expected utility of the answer, even if the instance is left undecided. */
  readonly expected: number;
  /** The expected loss of the answer. */
  readonly loss: number;
  /** A proved upper limit on (optimal expected utility - expected utility of the answer), rounding included. For an
   * algorithm requested by name that proves nothing, it follows from the metric's range. With perRow, a limit on how
   * far the weighted mean over the labels is from its optimum: the same number for every label. */
  readonly bound: number;
  /** The least k that values and errors do not exclude from being optimal; -1 if it was not computed. */
  readonly kLowest: number;
  /** The greatest such k; -1 if it was not computed. */
  readonly kHighest: number;
  /** The best expected utility at any other k; NaN if it was not computed. */
  readonly nextBest: number;
  /** P(no positive at all), on which undefined cells of rare problems depend. */
  readonly pZero: number;
  /** Whether the instance was left undecided. */
  readonly abstained: boolean;
  /** The name of the algorithm that ran. */
  readonly algorithm: string;
  /** A warning about the answer; empty if there is none. A warning about the whole table is at its first answer. */
  readonly warning: string;
  /** The number of items left undecided one by one (abstainLabel); none of an instance that abstained. */
  readonly nUndecided: number;
  /** The smallest probability of a positive: another program that takes this and greater ones has the answer, ties
   * apart. Infinite if no item is positive. NaN if no threshold makes the answer: of labels that are not independent,
   * or with perRow. */
  readonly threshold: number;
}

/** Facts of: distribution. */
export interface DistributionFacts {
  /** The mean of the utility. */
  readonly mean: number;
  /** Its standard deviation. */
  readonly sd: number;
  /** The standard error of the mean; 0 if the distribution is exact. */
  readonly standardError: number;
  /** The number of samples; 0 if the distribution is exact. */
  readonly nSamples: number;
}

/** Facts of: table pass. */
export interface TablePassFacts {
  /** The number of this pass, from 1. */
  readonly passNumber: number;
  /** The number of items that were fed in this pass: rows times labels. */
  readonly nItems: number;
  /** The number of nonempty bins. */
  readonly nBins: number;
  /** The number of ranges of probabilities that this pass divides into bins; the first pass has one range. */
  readonly nWindows: number;
  /** Whether the passes have found the answer; until then the facts about it are NaN or -1. */
  readonly decided: boolean;
  /** The number of positives, over all rows and labels. */
  readonly k: number;
  /** The least probability of a positive: all items above it are positives; inf if there is none. */
  readonly threshold: number;
  /** The number of items at the threshold, if only some of them are positives; else 0, and all of them are. */
  readonly nTies: number;
  /** How many of these are positives; any choice of that many is equally good. */
  readonly nTiesChosen: number;
  /** The expected utility of the answer. */
  readonly expected: number;
  /** The expected loss of the answer. */
  readonly loss: number;
  /** A proved upper limit on (optimal expected utility - expected utility of the answer), rounding included. */
  readonly bound: number;
  /** The least k that values and errors do not exclude from being optimal; -1 if it was not computed. */
  readonly kLowest: number;
  /** The greatest such k; -1 if it was not computed. */
  readonly kHighest: number;
  /** The best expected utility at any other k; NaN if it was not computed. */
  readonly nextBest: number;
  /** P(no positive at all). */
  readonly pZero: number;
}

/** Facts of: comparison. */
export interface ComparisonFacts {
  /** The metric's value of A. */
  readonly valueA: number;
  /** The metric's value of B. */
  readonly valueB: number;
  /** B - A: above 0 if B has the higher value. */
  readonly difference: number;
  /** The lower limit of the difference, at the requested level. */
  readonly low: number;
  /** The upper limit of the difference. */
  readonly high: number;
  /** The two-sided p-value of the paired permutation test: how often the difference is as large if the two predictions
   * of each row, or of each group, are swapped at random. */
  readonly pValue: number;
  /** The standard error of the difference, by the jackknife over rows or groups. */
  readonly standardError: number;
  /** The degrees of freedom of the standard error, from the kurtosis of its terms; at most units - 1. */
  readonly df: number;
  /** The number of rows, or of groups, of a weight above 0 that both systems decide. */
  readonly nUnits: number;
  /** How many of these the systems predict differently. */
  readonly nDiffering: number;
  /** The number of rows that a system leaves undecided; they are left out for both. */
  readonly nUndecided: number;
  /** The number of random swaps behind the p-value; 0 if all of them were counted. */
  readonly nSwaps: number;
}

/** Facts of: worth. */
export interface WorthFacts {
  /** Whether deciding for the metric pays, as one word. */
  readonly verdict: WorthVerdictName;
  /** How much more utility the optimal predictions are expected to have than those cut at 1/2. */
  readonly gain: number;
  /** The standard error of the realised gain on a new sample of as many rows: rows and labels are random. NaN for a
   * single row. */
  readonly standardError: number;
  /** The standard error of the realised gain on these rows: only their labels are random. */
  readonly truthError: number;
  /** The expected utility of the predictions cut at 1/2. */
  readonly expectedCut: number;
  /** The expected utility of the optimal predictions. */
  readonly expectedOptimum: number;
  /** About how many rows of this kind would make two standard errors as small as gain - leastGain; NaN if the gain is
   * not above leastGain. */
  readonly rowsNeeded: number;
  /** The share of the rows, by weight, that are predicted differently. */
  readonly changedRowShare: number;
  /** The share of the cells that are predicted differently. */
  readonly changedCellShare: number;
  /** The number of rows of a weight above 0. */
  readonly nRows: number;
  /** The number of draws behind each variance that was simulated; 0 if all of them are exact. */
  readonly nSamples: number;
  /** Whether each row of the table sums to 1, as probabilities of exclusive classes do, although its labels were taken
   * as independent and that changes the answers. */
  readonly exclusive: boolean;
  /** The utility of the predictions cut at 1/2 on the truth; NaN, as all facts below, without truth. */
  readonly realisedCut: number;
  /** That of the optimal predictions. */
  readonly realisedOptimum: number;
  /** The difference of these two. */
  readonly realisedGain: number;
  /** Its standard error, by the jackknife over rows. */
  readonly realisedGainError: number;
  /** The mean over all cells of probability minus truth: above 0 if probabilities are too high. */
  readonly excess: number;
  /** Its standard error; the cells of a row may vary together. */
  readonly excessError: number;
  /** The same over the cells that the optimal predictions contain; NaN if there are none. */
  readonly predictedExcess: number;
  /** Its standard error. */
  readonly predictedExcessError: number;
  /** The utility on the truth of decisions from probabilities that are calibrated in 5 folds, per label, by the mean of
   * Platt's, isotonic and beta calibration; NaN for a single row. */
  readonly calibratedOptimum: number;
  /** calibratedOptimum - realisedOptimum. */
  readonly calibrationGain: number;
  /** Its standard error, by the jackknife over rows. */
  readonly calibrationGainError: number;
  /** The variance of the number of true labels in a row about the sum of its probabilities, over that of independent
   * labels; NaN for a single row. */
  readonly designEffect: number;
  /** A warning about the table; empty if there is none. */
  readonly warning: string;
}

/** Facts of: report. */
export interface ReportFacts {
  /** The report as an HTML page that needs nothing else. */
  readonly page: string;
  /** The numbers of the page, as JSON. */
  readonly data: string;
}

/** Facts of: expectation. */
export interface ExpectationFacts {
  /** The number of answers: one, or one for each row or column of a table. */
  readonly nAnswers: number;
  /** The expected utility of the prediction. */
  readonly expected: number;
  /** A proved limit on the absolute error of expected; NaN for a table. */
  readonly error: number;
  /** How much expected utility the prediction loses against the optimum within the constraints; NaN if no regret was
   * requested. */
  readonly regret: number;
  /** The true regret is at most regret + regretBound; NaN for a table, or if no regret was requested. */
  readonly regretBound: number;
  /** A warning about the table; empty if there is none. */
  readonly warning: string;
}

/** Facts of: sample. */
export interface SampleFacts {
  /** The number of classifiers. */
  readonly nScores: number;
  /** How several classifiers flag a row: one of the rules. */
  readonly rule: RuleName;
  /** The number of rows of a weight above 0. */
  readonly nRows: number;
  /** The weight of the rows labelled 1. */
  readonly positives: number;
  /** The weight of the rows labelled 0. */
  readonly negatives: number;
  /** The weight of the rows that are not rated, or lie below every ratedFrom. */
  readonly unrated: number;
  /** The score of each classifier below which nothing was labelled; -inf if there is no cut. */
  readonly ratedFrom: Float64Array;
  /** The area under each classifier's own ROC curve: the share of the pairs of a positive and a negative that it ranks
   * rightly, ties by half. NaN without both labels. */
  readonly rocArea: Float64Array;
}

/** Facts of: threshold pass. */
export interface ThresholdPassFacts {
  /** The number of this pass, from 1. */
  readonly passNumber: number;
  /** The number of rows of a weight above 0 that were fed in this pass. */
  readonly nRows: number;
  /** The number of nonempty bins. */
  readonly nBins: number;
  /** The number of ranges of scores that this pass divides into bins; the first pass has one range. */
  readonly nWindows: number;
}

/** Facts of: thresholds. */
export interface ThresholdsFacts {
  /** Whether every limit is attained: not if a recall is out of reach (the nearest point is the answer), no alert has
   * the precision (nothing is flagged), or smoothed thresholds break a limit. */
  readonly feasible: boolean;
  /** The weight of the positives that are flagged. */
  readonly tp: number;
  /** The weight of the negatives that are flagged. */
  readonly fp: number;
  /** The weight of the flagged rows that are not rated; they count for nothing else. */
  readonly unrated: number;
  /** The weight of all positives. */
  readonly positives: number;
  /** TP/(TP + FP). */
  readonly precision: number;
  /** TP/positives. */
  readonly recall: number;
  /** The value of the goal: the metric, TP - FP/costRatio, TP, or FP. */
  readonly value: number;
  /** The share of true positives among the alerts gained last, on the concave hull of the frontier. */
  readonly marginalPrecision: number;
  /** The share of true positives among the next alerts. */
  readonly nextMarginalPrecision: number;
  /** TP, each row counted at thresholds that were chosen without it; NaN without folds. */
  readonly crossTp: number;
  /** FP, cross-fitted. */
  readonly crossFp: number;
  /** Precision, cross-fitted. */
  readonly crossPrecision: number;
  /** Recall, cross-fitted. */
  readonly crossRecall: number;
  /** The value of the goal, cross-fitted. */
  readonly crossValue: number;
  /** "stacked" flags a row where intercept + sum_d coefficients[d]*score[d] is at least stackedThreshold; NaN for the
   * other methods. */
  readonly intercept: number;
  /** The threshold of "stacked"; NaN for the other methods. */
  readonly stackedThreshold: number;
  /** The threshold of each classifier; +inf (rule "or", or nothing flagged) or -inf ("and") switches one off; NaN for
   * "stacked". */
  readonly thresholds: Float64Array;
  /** Thresholds above these, up to the chosen ones, flag the same rows. */
  readonly nextLower: Float64Array;
  /** The lower limits of the thresholds by bootstrap; empty without one. */
  readonly low: Float64Array;
  /** The upper limits of the thresholds by bootstrap; empty without one. */
  readonly high: Float64Array;
  /** The coefficients of "stacked"; empty for the other methods. */
  readonly coefficients: Float64Array;
  /** The name of the method. */
  readonly method: string;
  /** The request, in words: "most true positives with fp <= 20". */
  readonly objective: string;
  /** The limits that are not attained, in a sentence; empty if all are. */
  readonly warning: string;
  /** Whether the limits hold for all future rows with the probability certify; not without certify. */
  readonly certified: boolean;
  /** Rows more that would certify the limits in about four of five samples, if the frontier stays as it is: 0 if they
   * are certified, infinite if no number would suffice, NaN without certify. */
  readonly rowsNeeded: number;
  /** The name of the theorem that a certificate stands on; "none" without certify. */
  readonly theorem: string;
  /** What can be promised of the thresholds in use: the first limit that was set of minPrecision, minRecall, maxFpr and
   * maxAlertRate, as "precision>=0.95"; without one the metric alone, else empty. */
  readonly claim: string;
  /** With maxFdr the share of negatives in the batch that is counted on: Storey's estimate, which may be above 1, or 1;
   * else NaN. */
  readonly nullShare: number;
  /** With maxFdr the conformal p-value of each unrated row in the order of feeding, by score once loaded; else empty.
   * */
  readonly pValues: Float64Array;
}

/** Facts of: frontier. */
export interface FrontierFacts {
  /** Whether the points are proved: no thresholds reach a better one. */
  readonly exact: boolean;
  /** Whether quantiles replaced the scores of positives. */
  readonly quantiles: boolean;
  /** Whether the points are not proved to be the best. */
  readonly localOptimum: boolean;
  /** The weight of all positives. */
  readonly positives: number;
  /** The weight of all negatives; NaN if rows below ratedFrom were not fed. */
  readonly negatives: number;
  /** The area under TP against FP, up to the FP that thresholds can reach. */
  readonly pnArea: number;
  /** The same under the concave hull. */
  readonly pnHullArea: number;
  /** The area under recall against FP/negatives. */
  readonly rocArea: number;
  /** The same under the concave hull. */
  readonly rocHullArea: number;
  /** Precision times the gain in recall, summed over the points; at least the average precision, which counts all
   * thresholds. */
  readonly prArea: number;
  /** The weight of the flagged positives at each point, from (0, 0) up. */
  readonly tp: Float64Array;
  /** The weight of the flagged negatives at each point. */
  readonly fp: Float64Array;
  /** Whether the point is a vertex of the concave hull. */
  readonly onHull: Float64Array;
  /** The lower limit of the recall at each point, all points together: with certify, else empty. */
  readonly recallLow: Float64Array;
  /** The upper limit of the recall, likewise. */
  readonly recallHigh: Float64Array;
  /** The lower limit of the FPR, likewise. */
  readonly fprLow: Float64Array;
  /** The upper limit of the FPR, likewise. */
  readonly fprHigh: Float64Array;
  /** The lower limit of the precision, likewise. */
  readonly precisionLow: Float64Array;
  /** The upper limit of the precision, likewise. */
  readonly precisionHigh: Float64Array;
}

/** Facts of: decision curve. */
export interface DecisionCurveFacts {
  /** The net benefit: TP/n - FP/n*t/(1-t) at the threshold probability t, where rows of a probability of at least t are
   * flagged. */
  readonly netBenefit: Float64Array;
  /** The lower limit of the net benefit. */
  readonly low: Float64Array;
  /** The upper limit of the net benefit. */
  readonly high: Float64Array;
  /** TP/n: the share of all rows that are flagged and positive. */
  readonly tpRate: Float64Array;
  /** FP/n: the share of all rows that are flagged and negative. */
  readonly fpRate: Float64Array;
  /** The net benefit less that of the reference, on the same rows. */
  readonly difference: Float64Array;
  /** The lower limit of the difference. */
  readonly differenceLow: Float64Array;
  /** The upper limit of the difference. */
  readonly differenceHigh: Float64Array;
  /** The net interventions avoided, a row: how many alerts fewer than by flagging every row, at no loss of true
   * positives; the difference of net benefits times (1-t)/t. */
  readonly interventionsAvoided: Float64Array;
}

/** Facts of: reliability. */
export interface ReliabilityFacts {
  /** The Brier score: the mean of (p - y)^2. */
  readonly brier: number;
  /** The Brier score of predicting the share of positives for every row: share*(1 - share). */
  readonly uncertainty: number;
  /** By how much the monotone fit improves the Brier score. The score is miscalibration - discrimination + uncertainty.
   * */
  readonly miscalibration: number;
  /** By how much the Brier score of the monotone fit is below the uncertainty. */
  readonly discrimination: number;
  /** The mean of (mean probability - share of positives)^2 of the bins. The score is binnedReliability -
   * binnedResolution + uncertainty + withinBins. */
  readonly binnedReliability: number;
  /** The mean of (share of positives - that of all rows)^2 of the bins. */
  readonly binnedResolution: number;
  /** The loss of information by bins: the variance of probabilities within bins, less twice their covariance with the
   * labels. */
  readonly withinBins: number;
  /** The expected calibration error of the bins: the mean of |mean probability - share of positives|. */
  readonly calibrationError: number;
  /** The mean of the probabilities. */
  readonly mean: number;
  /** The share of positives. */
  readonly prevalence: number;
  /** The monotone fit at each row; NaN if its weight is 0. */
  readonly fitted: Float64Array;
}

/** Facts of: reliability bin. */
export interface ReliabilityBinFacts {
  /** The weight of the rows of each bin; 0, and NaN for the rest, where ties leave it none. */
  readonly weight: Float64Array;
  /** The least probability of each bin. */
  readonly lowest: Float64Array;
  /** The greatest probability of each bin. */
  readonly highest: Float64Array;
  /** The mean of the probabilities of each bin. */
  readonly mean: Float64Array;
  /** The share of positives of each bin. */
  readonly share: Float64Array;
  /** The lower limit of the share: Clopper and Pearson's, of unequal weights at the effective number of rows. */
  readonly low: Float64Array;
  /** The upper limit of the share. */
  readonly high: Float64Array;
}

/** Facts of: prevalence. */
export interface PrevalenceFacts {
  /** The likeliest share of each label or class among the rows. */
  readonly prior: Float64Array;
  /** The lower limit of the share. Without `bootstrap` of the profile likelihood: it covers that the rows are a sample,
   * and takes the probabilities as calibrated and the training prior as known. With it a percentile, which also covers
   * that the calibration rows, if given, are a sample. */
  readonly low: Float64Array;
  /** The upper limit of the share. */
  readonly high: Float64Array;
  /** The share of each label or class in training. */
  readonly trainingPrior: Float64Array;
  /** The p-value of label shift: small if rows of a label do not look as in training, or probabilities are not
   * calibrated. One test of all classes; NaN without calibration rows or `bootstrap`. */
  readonly pValue: Float64Array;
  /** The number of rows. */
  readonly nRows: number;
  /** The number of calibration rows. */
  readonly nCalibrationRows: number;
}

/** Facts of: threshold evaluation. */
export interface ThresholdEvaluationFacts {
  /** The number of rows of a weight above 0. */
  readonly nRows: number;
  /** The number of groups of these rows, or of rows. */
  readonly nUnits: number;
  /** The weight of all positives. */
  readonly positives: number;
  /** The weight of all negatives. */
  readonly negatives: number;
  /** The number of models. */
  readonly nModels: number;
  /** The number of metrics. */
  readonly nMetrics: number;
  /** The weight of the flagged positives of each model; empty without thresholds, as the next three. */
  readonly tp: Float64Array;
  /** The weight of the flagged negatives of each model. */
  readonly fp: Float64Array;
  /** The weight of the missed positives of each model. */
  readonly fn: Float64Array;
  /** The weight of the negatives that each model does not flag. */
  readonly tn: Float64Array;
  /** The model of each estimate, counted from 0; estimates are metric by metric of each model. */
  readonly model: Float64Array;
  /** The metric of each estimate, counted from 0. */
  readonly metric: Float64Array;
  /** The value of the metric; NaN if it is 0/0. */
  readonly value: Float64Array;
  /** The lower limit of the value. */
  readonly low: Float64Array;
  /** The upper limit of the value. */
  readonly high: Float64Array;
  /** The standard error of the value. */
  readonly standardError: Float64Array;
  /** Whether the limits are Clopper and Pearson's, of rows that weigh the same. */
  readonly exact: Float64Array;
  /** The first model of each comparison; comparisons are metric by metric of each pair of models. */
  readonly pairFirst: Float64Array;
  /** The second model of each comparison. */
  readonly pairSecond: Float64Array;
  /** The metric of each comparison. */
  readonly pairMetric: Float64Array;
  /** The second model's value less the first one's, on the same rows. */
  readonly pairDifference: Float64Array;
  /** The lower limit of the difference. */
  readonly pairLow: Float64Array;
  /** The upper limit of the difference. */
  readonly pairHigh: Float64Array;
  /** The standard error of the difference. */
  readonly pairStandardError: Float64Array;
  /** The two-sided p-value: DeLong's test of auc, the paired permutation test of other metrics. */
  readonly pairPValue: Float64Array;
  /** The p-value by Holm's correction for all comparisons of this evaluation, of all metrics. */
  readonly pairPAdjusted: Float64Array;
  /** What is unknown, and why; empty if everything is known. */
  readonly warning: string;
  /** A table of metrics by model as Markdown, and one of comparisons. */
  readonly markdown: string;
  /** The same tables for LaTeX, with the package booktabs. */
  readonly latex: string;
}

/** Facts of: zone. */
export interface ZoneFacts {
  /** Rows below are cleared. */
  readonly low: number;
  /** Rows from here on are flagged. */
  readonly high: number;
  /** The weight of the flagged positives. */
  readonly tp: number;
  /** The weight of the flagged negatives. */
  readonly fp: number;
  /** The weight of the cleared positives. */
  readonly fn: number;
  /** The weight of the rows between. */
  readonly abstained: number;
  /** The cost of all rows. */
  readonly cost: number;
}

/** Facts of: multipliers. */
export interface MultipliersFacts {
  /** The metric or mean cost reached. */
  readonly value: number;
  /** That of equal multipliers. */
  readonly start: number;
  /** The multiplier of each class. */
  readonly multipliers: Float64Array;
  /** The weight of the rows by truth and decision, truth by truth: nClasses*nClasses numbers. */
  readonly confusion: Float64Array;
}

/** Facts of: labels. */
export interface LabelsFacts {
  /** The value of the goal; with macro the mean over labels, with instance that over rows. */
  readonly value: number;
  /** Whether every limit is attained. */
  readonly feasible: boolean;
  /** Whether the thresholds are proved to be the best: not if there are too many labels. */
  readonly exact: boolean;
  /** The mean number of flagged labels of a row, with average instance; else NaN. */
  readonly labelsPerRow: number;
  /** The threshold; +inf if nothing is flagged. */
  readonly threshold: number;
  /** The weight of the flagged positives. */
  readonly tp: number;
  /** The weight of the flagged negatives. */
  readonly fp: number;
  /** The weight of all positives. */
  readonly positives: number;
  /** TP/(TP + FP); NaN if nothing is flagged. */
  readonly precision: number;
  /** TP/positives; NaN without positives. */
  readonly recall: number;
  /** The value of the goal, with macro. */
  readonly labelValue: number;
  /** Whether the label attains every limit; with micro, whether all labels together do. */
  readonly attained: boolean;
  /** Warnings, as flags. */
  readonly flags: ThresholdFlagName;
  /** Whether the label misses a limit; none does with micro, which limits all labels together. */
  readonly missed: boolean;
  /** Whether every rated row is flagged, more than ten for each positive: the scores do not separate the label's few
   * positives. */
  readonly flagsAll: boolean;
}

/** Facts of: segments. */
export interface SegmentsFacts {
  /** The number of segments. */
  readonly nSegments: number;
  /** The number of answers, one for each tolerance. */
  readonly nTolerances: number;
  /** The requested tolerance; NaN if no rates are compared. */
  readonly tolerance: number;
  /** The value of the goal: the metric, TP - FP/costRatio, TP, FP, or the gain. */
  readonly value: number;
  /** No thresholds within all limits have a better value; the value itself if exact. */
  readonly bound: number;
  /** Whether all limits are kept. If a recall is out of reach the answer is the nearest; else nothing is flagged. */
  readonly feasible: boolean;
  /** Whether the answer is proved to be the best, or none to be feasible. */
  readonly exact: boolean;
  /** The largest difference of the compared rate between segments; NaN if none is compared. */
  readonly difference: number;
  /** The weight of the flagged positives of all segments. */
  readonly totalTp: number;
  /** The weight of the flagged negatives of all segments. */
  readonly totalFp: number;
  /** The gain of all segments. */
  readonly totalGain: number;
  /** Whether every segment is certified. */
  readonly allCertified: boolean;
  /** The threshold; +inf if nothing is flagged. */
  readonly threshold: number;
  /** Thresholds above this, up to the chosen one, flag the same rows. */
  readonly nextLower: number;
  /** The weight of the flagged positives. */
  readonly tp: number;
  /** The weight of the flagged negatives. */
  readonly fp: number;
  /** The weight of all positives. */
  readonly positives: number;
  /** The weight of all negatives. */
  readonly negatives: number;
  /** TP/(TP + FP); NaN if nothing is flagged. */
  readonly precision: number;
  /** TP/positives, the recall; NaN without positives. */
  readonly tpr: number;
  /** FP/negatives; NaN without negatives. */
  readonly fpr: number;
  /** The flagged share of all rows; NaN without rows. */
  readonly selectionRate: number;
  /** The benefits less the costs of the flagged rows; NaN if none were given. */
  readonly gain: number;
  /** Whether its limits hold for all future rows, of all segments with the probability certify. */
  readonly certified: boolean;
  /** More rows of the segment that would certify it in about four of five samples: 0 if certified, infinite if no
   * number would suffice, NaN without certify. */
  readonly rowsNeeded: number;
  /** The theorem that the certificate uses. */
  readonly theorem: TheoremName;
}

/** Facts of: cascade scores. */
export interface CascadeScoresFacts {
  /** The number of rows. */
  readonly nRows: number;
  /** The number of models. */
  readonly nModels: number;
  /** 1 for a sum and a threshold, else the number of classes. */
  readonly nClasses: number;
}

/** Facts of: cascade. */
export interface CascadeFacts {
  /** The number of models. */
  readonly nModels: number;
  /** 1 for a sum and a threshold, else the number of classes. */
  readonly nClasses: number;
  /** The sum of scores from which a row is positive. */
  readonly threshold: number;
  /** Whether rows leave early only as negatives. */
  readonly negativesOnly: boolean;
  /** The disagreement that was allowed. */
  readonly alpha: number;
  /** The cost of all models. */
  readonly fullCost: number;
  /** The number of fitted rows. */
  readonly nRows: number;
  /** The share of these rows that the cascade decides differently from all models, recounted; optimistic for a joint
   * order. */
  readonly disagreement: number;
  /** The mean number of models run on these rows. */
  readonly meanModels: number;
  /** The mean cost per row. */
  readonly meanCost: number;
  /** fullCost/meanCost. */
  readonly speedup: number;
  /** The disagreement, each fold decided by a cascade that was fitted without it. */
  readonly crossDisagreement: number;
  /** The mean number of models, cross-fitted. */
  readonly crossMeanModels: number;
  /** The mean cost, cross-fitted. */
  readonly crossMeanCost: number;
  /** The number of calibration rows of a weight above 0. */
  readonly nHeldOutRows: number;
  /** The disagreement on the calibration rows. */
  readonly heldOutDisagreement: number;
  /** The mean number of models on the calibration rows. */
  readonly heldOutMeanModels: number;
  /** The mean cost on the calibration rows. */
  readonly heldOutMeanCost: number;
  /** The disagreement is at most this with the confidence: the target, or 0 if no row leaves early because nothing can
   * be certified. */
  readonly certifiedDisagreement: number;
  /** The probability with which the certificate holds. */
  readonly certify: number;
  /** By how many spreads calibration moved the thresholds apart; inf if no row leaves early. */
  readonly spreads: number;
  /** The width of a bin's thresholds in deviations; NaN without bins. */
  readonly gamma: number;
  /** The width of a bin; NaN without bins. */
  readonly binWidth: number;
  /** Scores are rounded to multiples of this. */
  readonly unit: number;
  /** The number of fitted rows that unrounded sums decide differently. */
  readonly nRoundedRows: number;
  /** The number of features of its trees; without trees, of named features. */
  readonly nFeatures: number;
  /** The model run at each position, counted from 0. */
  readonly order: Float64Array;
  /** A sum below it decides for 0; -inf: none does. NaN with bins or several classes. */
  readonly low: Float64Array;
  /** A sum at or above it decides for 1; inf: none does. With several classes, how far the largest sum must be ahead.
   * NaN with bins. */
  readonly high: Float64Array;
  /** The standard deviation of the sum of the scores of later models. */
  readonly spread: Float64Array;
  /** The share of the fitted rows decided at each position. */
  readonly stops: Float64Array;
  /** The same, cross-fitted; empty if not known. */
  readonly crossStops: Float64Array;
  /** The same of the calibration rows; empty if not known. */
  readonly heldOutStops: Float64Array;
  /** The stopping rule: sums or votes; with cheaper, the one that was chosen. */
  readonly algorithm: string;
  /** With votes: the price of an error, in models, for which the stopping rule is optimal. */
  readonly price: number;
  /** With votes: the expected disagreement on new rows, over all orders of the models. */
  readonly expectedDisagreement: number;
  /** With votes: the expected number of models per new row, over all orders. */
  readonly expectedMeanModels: number;
  /** The mean cost on the calibration rows of the algorithm that was not chosen; NaN except with cheaper. */
  readonly otherMeanCost: number;
}

/** Facts of: cascade evaluation. */
export interface CascadeEvaluationFacts {
  /** The share of rows that the cascade decides differently from all models. */
  readonly disagreement: number;
  /** The mean number of models that are run. */
  readonly meanModels: number;
  /** The mean cost of these models. */
  readonly meanCost: number;
  /** The share of the rows that is decided at each position. */
  readonly stops: Float64Array;
}

/** Facts of: labelling. */
export interface LabellingFacts {
  /** Whether the target holds at the given confidence: no more rows need labels. */
  readonly certified: boolean;
  /** The number of rows of the table. */
  readonly nRows: number;
  /** The number of rows whose labels were given. */
  readonly nLabelled: number;
  /** The number of these that were drawn. */
  readonly nDrawn: number;
  /** The number of events among the labelled rows. */
  readonly nEvents: number;
  /** The number of events that may remain among the unlabelled rows. */
  readonly nAllowed: number;
  /** An upper bound, at the given confidence, on the events among the unlabelled rows. */
  readonly maxEvents: number;
  /** All rows of a higher chance are labelled; 1 if none was labelled in order. */
  readonly cutoff: number;
}

/** Facts of: trees. */
export interface TreesFacts {
  /** The number of trees. */
  readonly nTrees: number;
  /** The number of models of a cascade: trees/trees_per_model, rounded down. */
  readonly nModels: number;
  /** The number of features. */
  readonly nFeatures: number;
  /** The number of outputs. */
  readonly nOutputs: number;
  /** The number of values of a leaf. */
  readonly leafWidth: number;
  /** The number of columns whose categories the file names without the columns they belong to. */
  readonly nUnplacedColumns: number;
  /** Whether a category that the file does not name is an error (XGBoost), rather than missing. */
  readonly unseenIsError: boolean;
}

/** Facts of: stages. */
export interface StagesFacts {
  /** The number of rows. */
  readonly nRows: number;
  /** The number of stages. */
  readonly nStages: number;
  /** The number of rows that are labelled. */
  readonly nLabelled: number;
  /** The number of rows that could have been drawn to be labelled. */
  readonly nConsidered: number;
  /** The number of requested rows that have no label yet. */
  readonly nWaiting: number;
  /** How often rows to label were requested. */
  readonly nBatches: number;
  /** 1 more than the largest class answered; 0 if only `right` was fed. */
  readonly nClasses: number;
  /** 1 more than the largest segment. */
  readonly nSegments: number;
}

/** Facts of: route. */
export interface RouteFacts {
  /** The number of stages. */
  readonly nStages: number;
  /** The number of groups of rows that have thresholds of their own. */
  readonly nGroups: number;
  /** Whether a score sends each row to one stage before any answer. */
  readonly router: boolean;
  /** Which rows have thresholds of their own. */
  readonly by: RouteByName;
  /** What was minimised or maximised. */
  readonly goal: RouteGoalName;
  /** The measure of quality. */
  readonly measure: RouteMeasureName;
  /** The number of rows of a weight above 0 that the route was chosen on. */
  readonly nRows: number;
  /** The number of these rows whose right answer is known. */
  readonly nLabelled: number;
  /** The mean cost per row, over all stages that are called. */
  readonly cost: number;
  /** The quality on these rows; optimistic for the rows chosen on. */
  readonly quality: number;
  /** The mean cost of the last stage alone. */
  readonly fullCost: number;
  /** The quality of the last stage alone. */
  readonly fullQuality: number;
  /** Whether the limit of the goal is met on these rows; else the route is the one that comes nearest. */
  readonly feasible: boolean;
  /** Whether all thresholds of all chains were compared; else levels of them, and finer ones around the best. */
  readonly exact: boolean;
  /** The requested confidence of the certificate. */
  readonly certify: number;
  /** Whether the quality is at least minQuality for future rows, with this probability. */
  readonly certified: boolean;
  /** The theorem that the certificate uses. */
  readonly theorem: TheoremName;
  /** About how many more labels would certify a route that is cheaper than the last stage: 0 if one is certified,
   * infinity if no number would. */
  readonly labelsNeeded: number;
  /** The share of these rows that each stage answers. */
  readonly shares: Float64Array;
  /** The mean costs of the routes that no other is better than, ascending; thinned to some 1,000. */
  readonly envelopeCost: Float64Array;
  /** The qualities of these routes. */
  readonly envelopeQuality: Float64Array;
  /** Whether each lies on the upper-left hull, which mixtures of routes reach. */
  readonly envelopeHull: Float64Array;
}

/** Facts of: route evaluation. */
export interface RouteEvaluationFacts {
  /** The mean cost per row, over all stages that are called. */
  readonly cost: number;
  /** The quality; NaN if no row is labelled. */
  readonly quality: number;
  /** The share of the rows that each stage answers. */
  readonly shares: Float64Array;
}

/** Facts of: promise. */
export interface PromiseFacts {
  /** Whether the promise is kept, by the rows so far. */
  readonly state: PromiseStateName;
  /** The bound of the metric. */
  readonly bound: number;
  /** Whether the metric is promised to be at least the bound; else at most. */
  readonly atLeast: boolean;
  /** The metric of the rows so far; NaN if none counts. */
  readonly value: number;
  /** The metric is never below this, over all looks, with probability 1 - delta. */
  readonly low: number;
  /** The metric is never above this, over all looks, with probability 1 - delta. */
  readonly high: number;
  /** The evidence that the promise is broken; at 1/delta it is called broken. */
  readonly evidence: number;
  /** The evidence that the promise is kept; enough at 1/delta. */
  readonly evidenceKept: number;
  /** How often recent rows were found to break the promise, with `averageRun`. */
  readonly nAlarms: number;
  /** The likeliest row, or time, of the change; NaN if the promise is not called broken, or if that is unknown. */
  readonly brokenSince: number;
  /** The row, or time, at which the promise was called broken. */
  readonly brokenAt: number;
  /** About this many more labels would prove that the promise is kept, or broken, if the metric stays where it is;
   * rows, if no label is needed. 0 if one of them is proved, infinity if no number would suffice. */
  readonly labelsNeeded: number;
  /** The number of rows of a weight above 0. */
  readonly nRows: number;
  /** The number of these rows whose label was needed and is known. */
  readonly nLabels: number;
  /** The number of segments. */
  readonly nSegments: number;
  /** Whether the promise is kept in each segment: 0 open, 1 kept, 2 broken. */
  readonly segmentState: Float64Array;
  /** The metric of each segment's rows; NaN if none counts. */
  readonly segmentValue: Float64Array;
  /** The lower limits of the metric; those of all segments hold together. */
  readonly segmentLow: Float64Array;
  /** The upper limits of the metric; those of all segments hold together. */
  readonly segmentHigh: Float64Array;
  /** The evidence that the promise is broken in each segment, corrected for the number of segments. */
  readonly segmentEvidence: Float64Array;
  /** The likeliest row, or time, of each segment's change; NaN as brokenSince. */
  readonly segmentBrokenSince: Float64Array;
  /** As labelsNeeded, of each segment. */
  readonly segmentLabelsNeeded: Float64Array;
  /** The number of each segment's rows of a weight above 0. */
  readonly nSegmentRows: Float64Array;
  /** The promise, with the metric's name in full. */
  readonly claim: string;
  /** The name of the metric. */
  readonly metric: string;
  /** The option of this name. */
  readonly delta: number;
  /** The option of this name; NaN if it is not set. */
  readonly averageRun: number;
  /** Probabilities with which to ask for labels. About n_labels are requested, where they are most informative: in
   * proportion to the root mean square of a row's term, between min_label_probability and 1; 0 if no label is needed.
   * Draw with these and feed them. @param flagged 0 and 1. @param probabilities In [0, 1]: predictions that the label
   * is 1; wrong ones cost labels alone. @param nLabels Above 0. */
  labelProbabilities(flagged: Numbers, probabilities: Numbers, nLabels: number): Float64Array;
}

/** Facts of: performance. */
export interface PerformanceFacts {
  /** The number of chunks. */
  readonly nChunks: number;
  /** The number of segments. */
  readonly nSegments: number;
  /** The estimated metric of each chunk; NaN if no row counts. */
  readonly value: Float64Array;
  /** The lower ends of the bands. */
  readonly low: Float64Array;
  /** The upper ends of the bands. */
  readonly high: Float64Array;
  /** The standard deviation that the band is made of: of labels and calibration together. */
  readonly standardError: Float64Array;
  /** The standard error that the calibration alone causes; 0 without calibration rows. */
  readonly calibrationError: Float64Array;
  /** The number of rows of a weight above 0 in each chunk. */
  readonly nRows: Float64Array;
  /** The number of these rows whose labels are known. */
  readonly nLabels: Float64Array;
  /** The estimated metric of each segment of each chunk, by chunk and then segment; NaN if no row counts. */
  readonly segmentValue: Float64Array;
  /** The lower ends of the bands of segments. */
  readonly segmentLow: Float64Array;
  /** The upper ends of the bands of segments. */
  readonly segmentHigh: Float64Array;
  /** The number of rows of a weight above 0 of each segment in each chunk. */
  readonly nSegmentRows: Float64Array;
  /** The name of the metric. */
  readonly metric: string;
}

/** Facts of: dataset. */
export interface DatasetFacts {
  /** The number of rows. */
  readonly nRows: number;
  /** The number of features. */
  readonly nFeatures: number;
  /** The number of labels or classes; 0 without. */
  readonly nLabels: number;
  /** The task of the rows. */
  readonly task: TaskName;
}

/** Facts of: learner. */
export interface LearnerFacts {
  /** The number of features. */
  readonly nFeatures: number;
  /** The number of labels or classes. */
  readonly nLabels: number;
  /** The task that it was fitted to. */
  readonly task: TaskName;
  /** The least number of labels of a prediction, unless the options set it or the metric is a sum over the labels (such
   * as hamming). */
  readonly atLeast: number;
  /** The kind of the estimators that it gives. */
  readonly kind: KindName;
  /** The name that it was fitted by. */
  readonly name: string;
  /** The rule that the learner rule chose, or that was set; empty for other learners. */
  readonly rule: string;
  /** Why the learner rule chose it. */
  readonly ruleReason: string;
  /** The names of the rules that were compared out of fold, with spaces between; empty if none were. */
  readonly candidates: string;
  /** Of each candidate the value out of fold: the mean over bootstrap samples of the rows. */
  readonly candidateValues: Float64Array;
  /** Of each candidate the gain over the first choice. */
  readonly candidateGains: Float64Array;
  /** Of each candidate the standard error of this gain, paired, with that of fitting. */
  readonly candidateErrors: Float64Array;
  /** The candidate that the learner rule keeps unless another is better beyond chance; empty if none were compared. */
  readonly firstChoice: string;
}

/** Facts of: calibration. */
export interface CalibrationFacts {
  /** Its input, in fitting and in use: probabilities or scores. */
  readonly input: CalibrationInputName;
  /** The number of classes; 0 for vectors. */
  readonly nClasses: number;
  /** What logits are divided by: above 1 for overconfident models; else NaN. */
  readonly temperature: number;
}

/** The facts of every answer, as arrays. */
export interface DecisionsFacts {
  /** The number of items of each answer: labels; rows for macro; row*nLabels + column counts them for micro. */
  readonly nItems: Float64Array;
  /** The number of positives. */
  readonly k: Float64Array;
  /** The expected utility of the answer, even if the instance is left undecided. */
  readonly expected: Float64Array;
  /** The expected loss of the answer. */
  readonly loss: Float64Array;
  /** A proved upper limit on (optimal expected utility - expected utility of the answer), rounding included. For an
   * algorithm requested by name that proves nothing, it follows from the metric's range. With perRow, a limit on how
   * far the weighted mean over the labels is from its optimum: the same number for every label. */
  readonly bound: Float64Array;
  /** The least k that values and errors do not exclude from being optimal; -1 if it was not computed. */
  readonly kLowest: Float64Array;
  /** The greatest such k; -1 if it was not computed. */
  readonly kHighest: Float64Array;
  /** The best expected utility at any other k; NaN if it was not computed. */
  readonly nextBest: Float64Array;
  /** P(no positive at all), on which undefined cells of rare problems depend. */
  readonly pZero: Float64Array;
  /** Whether the instance was left undecided. */
  readonly abstained: Float64Array;
  /** The number of items left undecided one by one (abstainLabel); none of an instance that abstained. */
  readonly nUndecided: Float64Array;
  /** The smallest probability of a positive: another program that takes this and greater ones has the answer, ties
   * apart. Infinite if no item is positive. NaN if no threshold makes the answer: of labels that are not independent,
   * or with perRow. */
  readonly threshold: Float64Array;
}
