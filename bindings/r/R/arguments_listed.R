# Written by bindings/generate from the rows of the core: do not edit.
# Options as arguments of the functions that take them, with their documentation.

#' Options of deciding
#'
#' What [wald_decide()] and its like take, each by its whole name, after all other arguments. What is `NULL` keeps its
#' default; a seed above 2^53 is given by its digits, as text. [wald_options()] has the same as a data frame.
#'
#' @param at_least The least number of positives in each answer. Not set: the at_least of the learner, if a learner
#'   decides, otherwise 0. Values: at least 0. Read by decide, curve, regret, worth, report and masks.
#' @param at_most The greatest number of positives in each answer. Not set: no limit. Values: at least 0. Read by
#'   decide, curve, regret, worth, report and masks.
#' @param algorithm The algorithm; auto picks the best exact one. Default `"auto"`. Read by decide, curve, regret,
#'   worth, report and masks.
#' * `"auto"`: The best exact algorithm for the metric and the estimator.
#' * `"enumeration"`: Every prediction against every truth: the reference, for few labels.
#' * `"chai"`: F-measure in O(n^3) (Chai 2005).
#' * `"jansche"`: F-measure in O(n^4) (Jansche 2007).
#' * `"jansche-approx"`: F-measure with rounded sums (Jansche 2007).
#' * `"ye"`: F-measure in O(n^2) (Ye et al. 2012).
#' * `"lewis"`: An approximation of the F-measure by ratios of expectations (Lewis 1995).
#' * `"n16"`: Any metric that rises in tp, in O(n^3) (Natarajan et al. 2016, Algorithm 1).
#' * `"n16-first-rise"`: The same up to the first k whose successor is no better.
#' * `"window"`: Any metric that rises in tp, over the counts that carry weight.
#' * `"categorical"`: Exclusive labels, in closed form.
#' * `"gfm"`: Any metric linear in tp, from counts (Dembczynski et al. 2011).
#' * `"mode"`: The likeliest label vector.
#' * `"marginal-modes"`: Each label by its own probability.
#' * `"ascent"`: Local search for a joint distribution, with a bound.
#' * `"bisection"`: G-mean, H-mean, MCC and their like, by ranges of k that bounds exclude.
#' * `"separable"`: F-measure, Jaccard and their like by sums of separable functions.
#' * `"block-coordinate"`: Macro averages with a number of labels for each row, row by row.
#' * `"partial"`: Labels left undecided one by one, over the counts that carry weight.
#' * `"rule"`: A fitted rule: thresholds, or a majority of predictions.
#' * `"fixed-point"`: Macro averages with at most one label for each of many rows, by passes.
#' @param ties Which of equally good answers is taken, for metrics that are a sum over the labels (hamming, cost) and
#'   for subset_accuracy. Other metrics take the fewest labels. Default `"fewest"`. Read by decide and masks.
#' * `"fewest"`: The fewest labels: p = 1/2 is not predicted by hamming.
#' * `"most"`: The most labels: p = 1/2 is predicted by hamming.
#' @param average What is one problem in a table of probabilities. Of masks: instance, each image, or micro, all images
#'   together. Default `"instance"`. Read by decide, expected, regret, evaluate, compare, worth, report and masks.
#' * `"instance"`: Each row is a problem of its own (N answers).
#' * `"macro"`: Each column is a problem of its own (m answers).
#' * `"micro"`: The table is one problem of N*m items (1 answer).
#' @param per_row How many labels each row gets, with average macro: one number for exactly that many, two for from and
#'   to. Not set: each label is decided on its own. Of masks with exclusive classes: 1, the default, or 0 to 1, where a
#'   pixel may have none. Values: each at least 0. Read by decide, expected, worth, report and masks, with tables or
#'   exclusive.
#' @param proof Whether an answer with per_row, or with exclusive classes, gets a bound of its own, which takes most of
#'   the time. Off: the bound follows from the metric's range. Default `TRUE`. Read by decide and masks, with per_row or
#'   exclusive.
#' @param prevalence The share of each label where decisions are made: one number for all, or one per label or class.
#'   Deciding and worth move probabilities to it from training_prior; evaluations and comparisons weight each label's
#'   rows to it. Not set: all are taken as they are. Values: each in (0, 1). Read by decide, worth, evaluate and
#'   compare.
#' @param training_prior The share of each label where the probabilities hold, as in training: one number for all, or
#'   one per label or class. prevalence needs it. Values: each in (0, 1). Read by decide and worth, with prevalence.
#' @param label_weights The weight of each label in a macro average, such as its propensity. Not set: all equal. Values:
#'   each finite and at least 0. Read by decide, expected, evaluate, compare, worth, report and masks.
#' @param abstain The cost of abstaining: an instance whose expected loss is above it is left undecided. Not set: never.
#'   Values: finite. Read by decide.
#' @param abstain_label The cost of leaving a single label undecided, in the unit of the utility: each undecided label
#'   costs abstain_label / n. Average instance only. Not set: every label is decided. Values: finite and at least 0.
#'   Read by decide and evaluate.
#' @param samples How many samples are drawn if a distribution is simulated: label vectors, or swaps when two systems
#'   are compared. Default `10000`. Values: \[2, 1e8\]. Read by distribution, compare, worth and report.
#' @param level The confidence level of all intervals. Default `0.95`. Values: (0, 1). Read by compare and report.
#' @param seed The seed of all random draws. Default `0`. Read by draw, distribution, learners, compare, worth and
#'   report.
#' @param temperature Temperature for simulating labels: log-odds are divided by it. Above 1 if the model is
#'   overconfident, below 1 if underconfident. Decisions still use the given probabilities. Default `1`. Values: finite
#'   and above 0. Read by worth.
#' @param nonempty Whether every row is known to have a true label: labels are then simulated conditional on at least
#'   one. Average instance only. Default `FALSE`. Read by worth.
#' @param least_gain The gain that counts, in the unit of the metric. Default `0`. Values: finite. Read by worth.
#' @param design_effect The variance of the number of true labels in a row, over that of independent labels. Above 1 if
#'   cells of a row depend on each other, as pixels of an image do: a row then counts as n / design_effect independent
#'   cells, at least one. Average instance only. Default `1`. Values: \[1, 1e12\]. Read by worth.
#' @param threads Maximum number of threads; 0 takes all of the machine's. Short calls use one. The answer has the same
#'   bits for any number. Default `1`. Values: \[0, 1024\].
#' @param progress Called during long work with the fraction done; it can cancel the work.
#' @name decision_options
NULL

#' Options of thresholds
#'
#' What [wald_thresholds()] and its like take, each by its whole name, after all other arguments. What is `NULL` keeps
#' its default; a seed above 2^53 is given by its digits, as text. [wald_options()] has the same as a data frame.
#'
#' @param goal What is maximised or minimised, within all limits that are set. Default `"auto"`. Read by choose,
#'   threshold_pass, frontier, labels and segments.
#' * `"auto"`: By the options that are set: a metric, a cost ratio, a recall (fewest FP), another limit (most TP); else
#'   F1.
#' * `"metric"`: The greatest value of the metric; F1 where none is set.
#' * `"net_benefit"`: The greatest TP - FP/cost_ratio.
#' * `"most_tp"`: The most true positives; needs a limit on precision, FP or alerts. If no row is positive, the most
#'   alerts.
#' * `"fewest_fp"`: The fewest false positives; needs a limit on recall. If no row is negative, the fewest alerts.
#' @param metric The metric to maximise: a named one that rises with TP and falls with FP. Not set: F1. Read by choose,
#'   threshold_pass, frontier, labels, segments and classes.
#' @param cost_ratio How many false positives one more true positive is worth; the goal is then the greatest TP -
#'   FP/cost_ratio. Values: finite and above 0. Read by choose, threshold_pass, frontier, labels and segments, with
#'   net_benefit.
#' @param marginal_precision The probability q from which an alert pays; the same as cost_ratio = (1-q)/q. Values: (0,
#'   1). Read by choose, threshold_pass, frontier, labels and segments, with net_benefit.
#' @param min_precision Precision is at least this. Values: \[0, 1\]. Read by choose, threshold_pass, frontier, labels
#'   and segments.
#' @param precision_level The level at which the lower Clopper-Pearson limit of precision meets min_precision; 0 takes
#'   the point estimate. Not set: 0.9 for one classifier, 0.975 for several classifiers or labels. Values: [0, 1). Read
#'   by choose, threshold_pass, frontier, labels and segments.
#' @param min_recall Recall is at least this. Values: \[0, 1\]. Read by choose, threshold_pass, frontier, labels and
#'   segments.
#' @param min_value The mean over rows of the metric of each row's label set is at least this. Values: \[0, 1\]. Read by
#'   labels, with instance.
#' @param max_fp The weight of false positives is at most this. Values: at least 0. Read by choose, threshold_pass,
#'   frontier, labels and segments.
#' @param max_alerts The weight of all flagged rows, TP + FP, is at most this. Values: at least 0. Read by choose,
#'   threshold_pass, frontier, labels and segments.
#' @param max_fpr False positives are at most this share of all negatives, by weight. Values: \[0, 1\]. Read by choose,
#'   threshold_pass, frontier, labels and segments.
#' @param max_alert_rate All flagged rows, TP + FP, are at most this share of all rows, those not rated included, by
#'   weight. Values: \[0, 1\]. Read by choose, threshold_pass, frontier, labels and segments.
#' @param certify The probability that min_precision, min_recall, max_fpr and max_alert_rate hold for all future rows,
#'   not only in this sample; if that cannot be certified, nothing is flagged. Not set: no certificate; with average
#'   instance min_recall then holds in expectation. Values: (0, 1). Read by choose, frontier, labels and segments.
#' @param positives The weight of all positives, known from elsewhere: recall and F need it where some rows were not
#'   rated. Not set: counted. Values: finite and at least 0. Read by choose, threshold_pass, frontier and labels.
#' @param method How the thresholds are found. Default `"direct"`. Read by choose and frontier.
#' * `"direct"`: The best of all thresholds.
#' * `"path"`: The best point on the longest path through the lattice of the positives' scores: that of greatest area
#'   under true positives over false ones.
#' * `"path-equal"`: The same on equally spaced thresholds.
#' * `"analytic"`: The best point on one curve, t = low + (high - low) (1 - x)^p with a power p for each classifier,
#'   chosen for the greatest area.
#' * `"stacked"`: One threshold on a logistic regression of all scores.
#' * `"best-single"`: One threshold on the best classifier alone.
#' @param rated_rule The rule that chose the rows to label. If it was or and the sample's rule is and, only one
#'   threshold has to be at or above its cut in rated_from; the method must then be direct or best-single. Default
#'   `"same"`. Read by choose and frontier.
#' * `"or"`: Rows that reach any cut of rated_from were labelled.
#' * `"and"`: Rows that reach all cuts of rated_from were labelled.
#' * `"same"`: The sample's own rule.
#' @param average Whether each label or class is a problem of its own, the counts of all are added, or each row's label
#'   set counts. Default `"macro"`. Read by labels and classes.
#' * `"instance"`: One threshold for all labels, such that a metric of each row's label set has at least its limit on
#'   average over rows.
#' * `"macro"`: Each label or class is a problem of its own.
#' * `"micro"`: The counts of all labels or classes are added.
#' @param min_positives A label with fewer positive rows whose own threshold would flag more than ten rows per positive
#'   shares a threshold with all labels of so few positives, if the average is macro and the goal a metric without
#'   limits; 0: none does. Default `10`. Values: at least 0. Read by labels, with macro.
#' @param parity The rate that may differ between segments by no more than the tolerance. Default `"none"`. Read by
#'   segments.
#' * `"none"`: No rate.
#' * `"tpr"`: The true positive rate, TP/positives: equal opportunity.
#' * `"fpr"`: The false positive rate, FP/negatives: predictive equality.
#' * `"selection_rate"`: The flagged share of all rows: demographic parity.
#' * `"precision"`: TP/(TP + FP): predictive parity.
#' @param tolerance The greatest difference of the rate of parity between segments; each of several has an answer. Not
#'   set: 0. Values: each in \[0, 1\]. Read by segments, with parity.
#' @param smoothing Against overfitting: the median of the thresholds of many rounds. Of one score, or of a label,
#'   bagged averages the flagged weights, so that the scale of the scores does not matter, and takes the nearest
#'   threshold within all limits. Default `"none"`. Read by choose and labels, with direct, path or path-equal.
#' * `"none"`: No smoothing.
#' * `"bagged"`: Thresholds of bootstrap samples; with the method direct.
#' * `"dropout"`: Paths through lattices that lost edges; with the methods path and path-equal.
#' @param smoothing_rounds The number of rounds of smoothing. Default `25`. Values: at least 1. Read by choose and
#'   labels, with smoothing.
#' @param dropout The share of a lattice's edges that a round leaves out. Default `0.2`. Values: [0, 1). Read by choose,
#'   with smoothing.
#' @param grid The number of levels of each classifier. Default `100`. Values: at least 2. Read by choose and frontier,
#'   with path-equal or analytic.
#' @param baselines Whether the answers of best-single and stacked are computed in addition to the requested one.
#'   Default `TRUE`. Read by choose.
#' @param bootstrap The number of bootstrap samples in each of which thresholds are chosen, for their intervals, or
#'   which give the limits of a decision curve, of an evaluation or of an estimated prevalence; 0 draws none. Default
#'   `0`. Values: at least 0. Read by choose, decision_curve, evaluation and prevalence.
#' @param bootstrap_cells The number of cells on which bootstrap samples are drawn, for intervals and for several
#'   scores. Default `10000`. Values: at least 4. Read by choose, with bootstrap or smoothing.
#' @param level The confidence level of all intervals. Default `0.95`. Values: (0, 1). Read by choose, threshold_pass,
#'   decision_curve, reliability, evaluation and prevalence.
#' @param folds The number of folds of the cross-fitted estimate, from 2 to the number of positives; 0 makes none.
#'   Default `0`. Values: at least 0. Read by choose.
#' @param seed The seed of bootstrap, folds, smoothing, certificates and the limits of the value. Default `0`. Read by
#'   choose, threshold_pass, labels, segments, decision_curve, evaluation and prevalence.
#' @param pilot The share of the rows on which a path of thresholds is found that the others test, where a certificate
#'   needs one. Default `0.25`. Values: (0, 1). Read by choose, labels and segments, with certify.
#' @param max_weight Upper bound on the weight of any future row; required to certify rows with weights, unless
#'   equal_weights is set. Values: finite and above 0. Read by choose, labels and segments, with certify.
#' @param equal_weights Whether rows with weights weigh the same by design, future rows included, at least those of the
#'   same label; a certificate then stands on counts. Rows without weights always do. Default `FALSE`. Read by choose,
#'   frontier, labels and segments, with certify.
#' @param max_fdr Selects among the rows that are not rated, the batch: the expected share of negatives among those
#'   flagged is at most this. Rows labelled 0 alone must be exchangeable with the batch's negatives, rows of both labels
#'   with the whole batch. Values: (0, 1). Read by choose and select.
#' @param storey Storey's lambda, as 0.5: p-values above it estimate the share of negatives in the batch, so that more
#'   rows are flagged if many are positive. Not set: no estimate. Values: (0, 1). Read by choose and select, with
#'   max_fdr.
#' @param false_positive_cost The cost of a false positive. Default `1`. Values: finite and at least 0. Read by
#'   abstention.
#' @param false_negative_cost The cost of a missed positive. Default `1`. Values: finite and at least 0. Read by
#'   abstention.
#' @param abstention_cost The cost of a row that is left to a person. Default `1`. Values: finite and at least 0. Read
#'   by abstention.
#' @param prevalence The share of positives where decisions are made, if it is not that of the rows, as in a
#'   case-control study: rows are weighted to it. One number; also one per label or segment, whose own rows are
#'   weighted. Not set: that of the rows. Values: each in (0, 1). Read by choose, frontier, labels, segments, evaluation
#'   and decision_curve.
#' @param reference The model that others are compared with, counted from 1. Not set: a decision curve takes flagging
#'   every row, an evaluation compares every pair of models. Values: at least 0. Read by decision_curve and evaluation.
#' @param metrics The metrics of an evaluation, by name; auc is the area under the ROC curve. Not set: auc, recall,
#'   specificity, precision, npv, accuracy, balanced_accuracy, f1 and mcc, or without thresholds auc alone. Read by
#'   evaluation.
#' @param names The names of the models of an evaluation, for its tables. Not set: model 0, model 1, ... Read by
#'   evaluation.
#' @param jackknife Whether the jackknife gives the limits of all metrics but auc, also of proportions, F1 and jaccard.
#'   Default `FALSE`. Read by evaluation.
#' @param proportion_limits The limits of proportions of rows, and of F1, jaccard, balanced_accuracy and informedness,
#'   which follow from them. Default `"mid_p"`. Read by evaluation.
#' * `"mid_p"`: Mid-P limits, which hold the level on average over proportions.
#' * `"exact"`: Clopper and Pearson's limits, which hold at least the level, mostly more.
#' @param auc_limits The limits of auc; those of differences are DeLong's. Default `"delong"`. Read by evaluation.
#' * `"delong"`: DeLong's normal limits, for many rows of both labels.
#' * `"logit"`: DeLong's variance on the log-odds of the area, with Student's t: for few positives, and areas near 1.
#' @param bins The number of bins, which hold equal weights of rows. Default `10`. Values: \[1, 1000000\]. Read by
#'   reliability.
#' @param threads Maximum number of threads; 0 takes all of the machine's. Short calls use one. The answer has the same
#'   bits for any number. Default `1`. Values: \[0, 1024\].
#' @param progress Called during long work with the fraction done; it can cancel the work.
#' @param lattice_cells The greatest number of cells of a stored lattice of scores; beyond it, quantiles replace scores.
#'   Default `8388608`. Values: at least 4. Read by choose and frontier, with direct, path or path-equal.
#' @param pair_cells The greatest number of pairs of two classifiers' scores; beyond it, quantiles replace scores.
#'   Default `2147483648`. Values: at least 4. Read by choose and frontier, with direct.
#' @param ascent_levels The greatest number of scores of each classifier where three or more are improved two by two;
#'   beyond it, quantiles replace scores. Default `4096`. Values: at least 3. Read by choose and frontier, with direct.
#' @name threshold_options
NULL

#' Options of cascades
#'
#' What [wald_cascade()] and its like take, each by its whole name, after all other arguments. What is `NULL` keeps its
#' default; a seed above 2^53 is given by its digits, as text. [wald_options()] has the same as a data frame.
#'
#' @param alpha The greatest share of the fitted rows whose decision may differ from that of all models. Default
#'   `0.005`. Values: \[0, 1\]. Read by fit.
#' @param threshold The sum of scores from which a row is positive. Default `0`. Values: finite. Read by fit, with
#'   two-classes.
#' @param algorithm The stopping rule. Votes: every score is one of two values, and all models cost the same. Default
#'   `"sums"`. Read by fit.
#' * `"sums"`: Thresholds of sums by the rows that leave at each position (QWYC).
#' * `"votes"`: Optimal stopping of equal votes in a random order (Kalman, Moscovich).
#' * `"cheaper"`: Both, calibrated to the same target; the one with the lower mean cost on the calibration rows.
#' @param order The order in which the models are run. Default `"joint"`. Read by fit.
#' * `"joint"`: Chosen together with the thresholds (QWYC).
#' * `"natural"`: In the order of the columns.
#' * `"random"`: At random, by the seed.
#' * `"mse"`: By the squared error of each model.
#' * `"greedy"`: By the squared error of the sum, one model after the other.
#' @param fixed_order An order from elsewhere: every model once, counted from 1. It replaces `order`. Values: each in
#'   \[0, 1048575\]. Read by fit.
#' @param spend How much of alpha may be used up after position r of T: "power:P" is the share (r/T)^P, "all" is
#'   power:0, "proportional" follows the share of rows that have left. Not set: power:0.25, or all with calibration
#'   rows. Read by fit.
#' @param negatives_only Whether rows leave early only as negatives (filter and score). Default `FALSE`. Read by fit,
#'   with two-classes.
#' @param closest Whether, if no model lets a row leave early, the model that brings sums closest to the full ones is
#'   next; else the cheapest is. Default `FALSE`. Read by fit, with joint.
#' @param bins Whether thresholds come from means and deviations in bins (Fan et al. 2002); else from alpha (QWYC).
#'   Default `FALSE`. Read by fit.
#' @param gamma The width of a bin's thresholds in deviations. Not set: the smallest within alpha. Values: finite and at
#'   least 0. Read by fit, with bins.
#' @param bin_width The width of a bin in units of the score. Not set: a twentieth of the standard deviation of the sum.
#'   Values: finite and above 0. Read by fit, with bins.
#' @param halves Whether the order is chosen on one half of the rows and the thresholds on the other. Default `FALSE`.
#'   Read by fit.
#' @param folds The number of folds of the cross-fitted estimate, at least 2; 0 makes none. Default `0`. Values: \[0,
#'   1000\]. Read by fit.
#' @param max_disagreement The disagreement that calibration certifies. Default `0.01`. Values: (0, 1). Read by fit and
#'   calibrate, with calibration.
#' @param certify The probability with which the certificate holds. Default `0.95`. Values: (0, 1). Read by fit and
#'   calibrate, with calibration.
#' @param costs The cost of each model; inf runs it last. Not set: 1 each. Values: each at least 0. Read by fit.
#' @param names The names of the models, which are saved with the cascade. Read by fit.
#' @param feature_names The names of the features of the trees, which are saved with the cascade; columns are matched by
#'   them. Read by fit.
#' @param categories The categories behind the codes of features, saved with the cascade: "feature=category", those of a
#'   feature in the order of their codes 0, 1, 2, ... Needs feature_names. Read by fit.
#' @param seed The seed of random orders, folds and halves. Default `0`. Read by fit.
#' @param threads Maximum number of threads; 0 takes all of the machine's. Short calls use one. The answer has the same
#'   bits for any number. Default `1`. Values: \[0, 1024\].
#' @param progress Called during long work with the fraction done; it can cancel the work.
#' @name cascade_options
NULL

#' Options of learners
#'
#' What [wald_fit()] takes, each by its whole name, after all other arguments. What is `NULL` keeps its default; a seed
#' above 2^53 is given by its digits, as text. [wald_options()] has the same as a data frame.
#'
#' @param scaling How features are scaled. Default `"automatic"`. Read by lfp, br, efp, pcc, cardinality, neighbours and
#'   kernel.
#' * `"automatic"`: What the learner and the features call for: docs/guides/learners.md.
#' * `"none"`: Features as they are.
#' * `"minmax"`: Each feature's training range becomes \[0, 1\].
#' * `"standard"`: Each feature gets mean 0 and standard deviation 1.
#' * `"unit"`: Each row gets Euclidean length 1.
#' * `"standard-root"`: Standard, over the root of the number of features: rows of mean square length 1.
#' @param folds The number of folds of cross-validation. Default `5`. Values: at least 2. Read by lfp, br, efp, pcc,
#'   cardinality and rule.
#' @param metric The name of the metric that a rule is chosen for. Default `"f1"`. Read by rule.
#' @param zero_division The value of a rate that is 0/0 in the metric that a rule is chosen for. Default `1`. Values:
#'   \[0, 1\]. Read by rule.
#' @param average What is one problem in the tables that a rule is chosen for. Default `"instance"`. Read by rule.
#' * `"instance"`: Each row is a problem of its own (N answers).
#' * `"macro"`: Each column is a problem of its own (m answers).
#' * `"micro"`: The table is one problem of N*m items (1 answer).
#' @param per_row How many labels a rule gives each row, with average macro: one number for exactly that many, two for
#'   from and to. Not set: each label is predicted on its own. Values: each at least 0. Read by rule.
#' @param rule The rule by which marginals become predictions. Default `"auto"`. Read by rule.
#' * `"auto"`: given-mixture if it is a candidate, else decide-mean, unless another rule is better out of fold beyond
#'   chance.
#' * `"half"`: A threshold of 1/2.
#' * `"threshold"`: The best threshold for all labels together.
#' * `"thresholds"`: The best threshold of each label for its own metric.
#' * `"bagged-thresholds"`: The mean of each label's best thresholds of 15 bootstrap samples, on log-odds.
#' * `"shrunk-thresholds"`: These, shrunk towards the mean of all labels (James, Stein).
#' * `"decide"`: The optimal decision from the marginals as they are.
#' * `"decide-temperature"`: The same, with one temperature for all labels.
#' * `"decide-temperatures"`: The same, with a temperature for each label.
#' * `"decide-platt"`: The same, after Platt's calibration of each label.
#' * `"decide-isotonic"`: The same, after isotonic calibration of each label.
#' * `"decide-beta"`: The same, after beta calibration of each label.
#' * `"decide-shrunk"`: The same, after Platt's calibration of each label, shrunk towards one calibration of all labels.
#' * `"decide-mean"`: The same, from the mean of the probabilities by Platt's, isotonic and beta calibration.
#' * `"vote"`: The majority of decide-platt, decide-beta and bagged-thresholds.
#' * `"given-cardinality"`: The learner cardinality:given: a learned number of labels.
#' * `"given-mixture"`: The learner mixture:cardinality:given,kernel:cardinality,forest.
#' @param at_least The least number of labels that a prediction holds. Not set: 1 if no training row is empty, else 0.
#'   Values: at least 0.
#' @param c_values The inverse penalty strengths C of |w|^2/(2C) to choose from, ascending; one value needs no
#'   cross-validation. Not set: 1e-4, 3e-4, 1e-3, ..., 1e3. Values: each in \[1e-12, 1e12\]. Read by lfp, br, efp, pcc,
#'   cardinality and kernel.
#' @param patience How many values of C in a row may be worse than the best before the search ends. Default `2`. Values:
#'   at least 1. Read by lfp, br, efp, pcc and cardinality.
#' @param calibration How scores become probabilities. Default `"automatic"`. Read by lfp, br and given.
#' * `"automatic"`: Platt for labels, none for classes.
#' * `"none"`: The sigmoid of the margin.
#' * `"platt"`: A logistic regression on the margin (Platt 1999).
#' * `"isotonic"`: Pooled adjacent violators (Zadrozny, Elkan 2002).
#' * `"beta"`: Of the margin's sigmoid (Kull, Silva Filho, Flach 2017).
#' * `"temperature"`: The margins times one number (Guo et al. 2017).
#' * `"vector"`: Of classes: a slope and an intercept per class (Guo et al. 2017).
#' @param chains The number of chains, each in its own order. Default `1`. Values: at least 1. Read by pcc.
#' @param chain_orders The orders of the labels in the first chains, one after the other, each label once; the first
#'   chain not given takes the labels' own order, the others random ones. Values: each at least 0. Read by pcc.
#' @param samples The number of label vectors drawn for a row. Default `1000`. Values: \[1, 16777216\]. Read by pcc.
#' @param drawing How label vectors are drawn. Default `"stratified"`. Read by pcc.
#' * `"stratified"`: All together down the chain: the same means with less variance.
#' * `"independent"`: Each by itself, label after label (ancestral sampling).
#' @param consistent Whether each row's P(label and number of labels) is moved to the nearest table that agrees with its
#'   P(number of labels), so that expected utilities lie in the metric's range. Default `FALSE`. Read by efp.
#' @param max_nodes The greatest number of nodes of the search for the likeliest vector. Default `100000`. Values: at
#'   least 1. Read by pcc.
#' @param neighbours The number of neighbours; 0 chooses it by leave-one-out. Default `0`. Values: at least 0. Read by
#'   neighbours.
#' @param neighbour_metric The distance between rows. Default `"automatic"`. Read by neighbours.
#' * `"automatic"`: Chosen by leave-one-out.
#' * `"euclidean"`: The Euclidean distance.
#' * `"cosine"`: One minus the cosine of the angle.
#' @param neighbour_weights How neighbours are weighted. Default `"automatic"`. Read by neighbours.
#' * `"automatic"`: Chosen by leave-one-out.
#' * `"uniform"`: Each neighbour weighs the same.
#' * `"dudani"`: The nearer the heavier (Dudani 1976).
#' @param neighbour_utility The name of the metric whose mean over left-out rows decides what is left open. Default
#'   `"f1"`. Read by neighbours.
#' @param forest_kind How trees are randomised. Default `"extra-trees"`. Read by forest.
#' * `"extra-trees"`: Extremely randomised trees: cuts at random.
#' * `"random-forest"`: Random forests: bootstrap samples, best cuts.
#' @param forest_criterion The criterion of a split. Default `"gini"`. Read by forest and tree.
#' * `"gini"`: The Gini impurity, summed over the labels.
#' * `"f"`: The expected F-measure of the leaves.
#' @param trees The number of trees; 0 takes 500. Default `0`. Values: at least 0. Read by forest.
#' @param max_features The number of features that are tried at a node; 0 chooses it by the number of features. Default
#'   `0`. Values: at least 0. Read by forest and tree.
#' @param min_leaf The least number of rows of a leaf; 0 takes the kind's default. Default `0`. Values: at least 0. Read
#'   by forest and tree.
#' @param max_depth The greatest depth of a tree; 0 sets no limit. Default `0`. Values: at least 0. Read by forest and
#'   tree.
#' @param gamma The width of kernel features exp(-gamma |x - z|^2); 0 chooses it by cross-validation. Default `0`.
#'   Values: at least 0. Read by kernel.
#' @param landmarks The number of landmarks of kernel features; 0 takes every row where there are at most
#'   max_exact_rows. Default `0`. Values: at least 0. Read by kernel.
#' @param max_exact_rows The greatest number of rows that are all taken as landmarks; beyond it, this number is drawn
#'   (Nystroem). Default `3000`. Values: at least 0. Read by kernel.
#' @param mixture_weights The weight of each part of a mixture. Not set: equal. Values: each finite and above 0. Read by
#'   mixture.
#' @param missing What replaces a missing value (NaN) of a feature. Default `"error"`.
#' * `"error"`: Nothing: it is an error.
#' * `"mean"`: The mean of the training rows that have the feature.
#' * `"most_frequent"`: The most frequent value of the training rows that have the feature.
#' @param missing_indicators Whether each feature that some training row lacks gets a further one that is 1 if it is
#'   missing. Default `FALSE`.
#' @param feature_names The names of the features, which are saved with the learner.
#' @param label_names The names of the labels or classes, which are saved with the learner.
#' @param seed The seed of folds, chains, forests and landmarks. Default `0`.
#' @param threads Maximum number of threads; 0 takes all of the machine's. Short calls use one. The answer has the same
#'   bits for any number. Default `1`. Values: \[0, 1024\].
#' @param progress Called during long work with the fraction done; it can cancel the work.
#' @section Learners:
#' * `"lfp"`: One logistic regression per label (one multinomial for classes), decided under independence.
#' * `"br"`: Binary relevance: another name for lfp.
#' * `"efp"`: One multinomial per label over the number of labels it comes with.
#' * `"pcc"`: Probabilistic classifier chains of logistic regressions, sampled.
#' * `"cardinality"`: The marginals of lfp, of another learner (cardinality:LEARNER) or from anywhere
#'   (cardinality:given), given a learned distribution of the number of labels.
#' * `"neighbours"`: The labels of the nearest rows.
#' * `"forest"`: Randomised trees: the labels of the rows of the same leaves.
#' * `"tree"`: A single tree with the best cuts.
#' * `"kernel"`: A linear learner (kernel:LEARNER, else lfp) on Gaussian kernel features.
#' * `"mixture"`: mixture:A,B,...: the mean of what several learners say.
#' * `"given"`: The marginals of another model, which come with the rows, calibrated or as they are.
#' * `"rule"`: The best rule for one metric that makes predictions of the marginals of another model, chosen out of
#'   fold.
#' @name learner_options
NULL

#' Options of routes
#'
#' What [wald_route()] and [wald_ask()] take, each by its whole name, after all other arguments. What is `NULL` keeps
#' its default; a seed above 2^53 is given by its digits, as text. [wald_options()] has the same as a data frame.
#'
#' @param goal What is minimised or maximised. Default `"cost"`. Read by choose and ask.
#' * `"cost"`: The least mean cost at which quality is at least min_quality.
#' * `"quality"`: The best quality within the budget.
#' * `"value"`: The greatest mean value of the answers less their cost.
#' @param measure The measure of quality. Default `"accuracy"`. Read by choose, ask and evaluate.
#' * `"accuracy"`: The share of the answers that are right.
#' * `"agreement"`: The share of the answers that are those of the last stage.
#' * `"precision"`: The share of the answers with the positive class that are right.
#' * `"recall"`: The share of the rows of the positive class that are answered with it.
#' * `"f"`: The F-measure of the positive class, by `beta`.
#' @param beta How much recall counts beside precision, in F. Default `1`. Values: finite and above 0. Read by choose,
#'   ask and evaluate, with f.
#' @param positive The class that is the positive one. Default `1`. Values: at least 0. Read by choose, ask and
#'   evaluate, with precision, recall or f.
#' @param min_quality Quality is at least this. Default `0.95`. Values: \[0, 1\]. Read by choose and ask, with cost.
#' @param budget The mean cost of a row is at most this. Values: finite and at least 0. Read by choose, with quality.
#' @param right_value What a right answer is worth, in units of the costs. Default `1`. Values: finite. Read by choose,
#'   with value.
#' @param wrong_cost What a wrong answer costs, in units of the costs. Default `0`. Values: finite. Read by choose, with
#'   value.
#' @param by Which rows have thresholds of their own: all alike, each class of the first answer, or each segment.
#'   Default `"none"`. Read by choose and ask.
#' * `"none"`: All rows have the same thresholds.
#' * `"class"`: Each class of the first answer has its own.
#' * `"segment"`: Each segment has its own.
#' @param router Whether a score sends each row to one stage before any answer, and the highest scores go to the first
#'   stage; else stages are called one after the other. Default `FALSE`. Read by choose and ask.
#' @param certify The probability that min_quality holds for all future rows; if no route can be certified, the last
#'   stage answers every row. Not set: no certificate. Values: (0, 1). Read by choose and ask, with cost.
#' @param pilot The share of the rows on which a path of routes is found that the others test. Default `0.3`. Values:
#'   (0, 1). Read by choose and ask, with certify.
#' @param max_weight Upper bound on the weight of any future row; required to certify rows with weights, unless
#'   equal_weights is set. Values: finite and above 0. Read by choose and ask, with certify.
#' @param equal_weights Whether rows with weights all weigh the same by design, future rows included; a certificate may
#'   then stand on counts. Rows without weights always do. Default `FALSE`. Read by choose and ask, with certify.
#' @param max_policies How many combinations of thresholds a chain of stages is searched over; with more of them, levels
#'   of equal weight are, and then finer ones around the best. Default `1048576`. Values: \[16, 1073741824\]. Read by
#'   choose and ask.
#' @param batch_size How many rows to label next, on average. Default `100`. Values: at least 1. Read by choose and ask.
#' @param min_probability The least probability with which any row is drawn to be labelled. A certificate from label
#'   probabilities depends on it. Default `0.1`. Values: (0, 1). Read by choose and ask.
#' @param seed The seed of the pilot rows and of the rows that are drawn to be labelled. Default `0`. Read by choose and
#'   ask.
#' @param threads Maximum number of threads; 0 takes all of the machine's. Short calls use one. The answer has the same
#'   bits for any number. Default `1`. Values: \[0, 1024\].
#' @param progress Called during long work with the fraction done; it can cancel the work.
#' @name route_options
NULL

#' Options of promises
#'
#' What [wald_promise()] takes, each by its whole name, after all other arguments. What is `NULL` keeps its default; a
#' seed above 2^53 is given by its digits, as text. [wald_options()] has the same as a data frame.
#'
#' @param delta The probability with which a promise that is kept may ever be called broken. That of calling a broken
#'   one kept is the same, and so is that of each limit of the metric ever to be wrong. Default `0.05`. Values: (0, 1).
#'   Read by create.
#' @param average_run If set, recent rows are watched as well: a change for the worse is found soon after it, and a
#'   promise that is kept is called broken once in this many rows that count, on average. Values: finite and at least 2.
#'   Read by create.
#' @param min_label_probability The smallest probability with which the label of any row that counts is asked for,
#'   future rows included. Default `1`. Values: (0, 1]. Read by create.
#' @param max_weight Upper bound on the weight of any row, future rows included. Default `1`. Values: finite and above
#'   0. Read by create.
#' @param n_segments The number of segments that are watched in addition to all rows; 0: none. Default `0`. Values: \[0,
#'   4096\]. Read by segments.
#' @param threads Maximum number of threads; 0 takes all of the machine's. Short calls use one. The answer has the same
#'   bits for any number. Default `1`. Values: \[0, 1024\].
#' @param progress Called during long work with the fraction done; it can cancel the work.
#' @name promise_options
NULL

#' Options of performance
#'
#' What [wald_performance()] takes, each by its whole name, after all other arguments. What is `NULL` keeps its default;
#' a seed above 2^53 is given by its digits, as text. [wald_options()] has the same as a data frame.
#'
#' @param average What is one problem if rows have several labels: each row, each label, or all of them together. With
#'   one label macro and micro are the same. Default `"micro"`. Read by tables.
#' * `"instance"`: Each row is a problem of its own (N answers).
#' * `"macro"`: Each column is a problem of its own (m answers).
#' * `"micro"`: The table is one problem of N*m items (1 answer).
#' @param label_weights The weight of each label in a macro average. Not set: all equal. Values: each finite and at
#'   least 0. Read by tables, with macro.
#' @param chunk_rows The number of consecutive rows in a chunk; the last chunk of a call may have fewer. 0: all rows of
#'   a call are one chunk. Default `0`. Values: at least 0.
#' @param n_segments The number of segments that are estimated in addition to all rows of a chunk; 0: none. Default `0`.
#'   Values: \[0, 4096\]. Read by segments.
#' @param level The probability with which the band covers the metric that the labels would give. Default `0.95`.
#'   Values: (0, 1).
#' @param calibration How calibration rows calibrate probabilities: automatic averages isotonic and beta. Default
#'   `"automatic"`.
#' * `"automatic"`: Platt for labels, none for classes.
#' * `"none"`: The sigmoid of the margin.
#' * `"platt"`: A logistic regression on the margin (Platt 1999).
#' * `"isotonic"`: Pooled adjacent violators (Zadrozny, Elkan 2002).
#' * `"beta"`: Of the margin's sigmoid (Kull, Silva Filho, Flach 2017).
#' * `"temperature"`: The margins times one number (Guo et al. 2017).
#' * `"vector"`: Of classes: a slope and an intercept per class (Guo et al. 2017).
#' @param samples How many bootstrap samples of the calibration rows are drawn. If a band is simulated, each counts for
#'   20 draws. Default `200`. Values: \[2, 100000\].
#' @param seed The seed of all random draws. Default `0`.
#' @param threads Maximum number of threads; 0 takes all of the machine's. Short calls use one. The answer has the same
#'   bits for any number. Default `1`. Values: \[0, 1024\].
#' @param progress Called during long work with the fraction done; it can cancel the work.
#' @name performance_options
NULL

option_names <- list(
  decisions = c("at_least", "at_most", "algorithm", "ties", "average", "per_row", "proof", "prevalence",
    "training_prior", "label_weights", "abstain", "abstain_label", "samples", "level", "seed", "temperature",
    "nonempty", "least_gain", "design_effect", "threads", "progress"),
  thresholds = c("goal", "metric", "cost_ratio", "marginal_precision", "min_precision", "precision_level", "min_recall",
    "min_value", "max_fp", "max_alerts", "max_fpr", "max_alert_rate", "certify", "positives", "method", "rated_rule",
    "average", "min_positives", "parity", "tolerance", "smoothing", "smoothing_rounds", "dropout", "grid", "baselines",
    "bootstrap", "bootstrap_cells", "level", "folds", "seed", "pilot", "max_weight", "equal_weights", "max_fdr",
    "storey", "false_positive_cost", "false_negative_cost", "abstention_cost", "prevalence", "reference", "metrics",
    "names", "jackknife", "proportion_limits", "auc_limits", "bins", "threads", "progress", "lattice_cells",
    "pair_cells", "ascent_levels"),
  cascades = c("alpha", "threshold", "algorithm", "order", "fixed_order", "spend", "negatives_only", "closest", "bins",
    "gamma", "bin_width", "halves", "folds", "max_disagreement", "certify", "costs", "names", "feature_names",
    "categories", "seed", "threads", "progress"),
  learners = c("scaling", "folds", "metric", "zero_division", "average", "per_row", "rule", "at_least", "c_values",
    "patience", "calibration", "chains", "chain_orders", "samples", "drawing", "consistent", "max_nodes", "neighbours",
    "neighbour_metric", "neighbour_weights", "neighbour_utility", "forest_kind", "forest_criterion", "trees",
    "max_features", "min_leaf", "max_depth", "gamma", "landmarks", "max_exact_rows", "mixture_weights", "missing",
    "missing_indicators", "feature_names", "label_names", "seed", "threads", "progress"),
  routes = c("goal", "measure", "beta", "positive", "min_quality", "budget", "right_value", "wrong_cost", "by",
    "router", "certify", "pilot", "max_weight", "equal_weights", "max_policies", "batch_size", "min_probability",
    "seed", "threads", "progress"),
  promises = c("delta", "average_run", "min_label_probability", "max_weight", "n_segments", "threads", "progress"),
  performance = c("average", "label_weights", "chunk_rows", "n_segments", "level", "calibration", "samples", "seed",
    "threads", "progress")
)

# The options that all calls read, and those that each call reads besides.
option_calls <- list(
  decisions = list(
    all = c("threads", "progress"),
    decide = c("at_least", "at_most", "algorithm", "ties", "average", "per_row", "proof", "prevalence",
      "training_prior", "label_weights", "abstain", "abstain_label"),
    curve = c("at_least", "at_most", "algorithm"),
    regret = c("at_least", "at_most", "algorithm", "average"),
    worth = c("at_least", "at_most", "algorithm", "average", "per_row", "prevalence", "training_prior", "label_weights",
      "samples", "seed", "temperature", "nonempty", "least_gain", "design_effect"),
    report = c("at_least", "at_most", "algorithm", "average", "per_row", "label_weights", "samples", "level", "seed"),
    masks = c("at_least", "at_most", "algorithm", "ties", "average", "per_row", "proof", "label_weights"),
    expected = c("average", "per_row", "label_weights"),
    evaluate = c("average", "prevalence", "label_weights", "abstain_label"),
    compare = c("average", "prevalence", "label_weights", "samples", "level", "seed"),
    distribution = c("samples", "seed"),
    draw = c("seed"),
    learners = c("seed")
  ),
  thresholds = list(
    all = c("threads", "progress"),
    choose = c("goal", "metric", "cost_ratio", "marginal_precision", "min_precision", "precision_level", "min_recall",
      "max_fp", "max_alerts", "max_fpr", "max_alert_rate", "certify", "positives", "method", "rated_rule", "smoothing",
      "smoothing_rounds", "dropout", "grid", "baselines", "bootstrap", "bootstrap_cells", "level", "folds", "seed",
      "pilot", "max_weight", "equal_weights", "max_fdr", "storey", "prevalence", "lattice_cells", "pair_cells",
      "ascent_levels"),
    threshold_pass = c("goal", "metric", "cost_ratio", "marginal_precision", "min_precision", "precision_level",
      "min_recall", "max_fp", "max_alerts", "max_fpr", "max_alert_rate", "positives", "level", "seed"),
    frontier = c("goal", "metric", "cost_ratio", "marginal_precision", "min_precision", "precision_level", "min_recall",
      "max_fp", "max_alerts", "max_fpr", "max_alert_rate", "certify", "positives", "method", "rated_rule", "grid",
      "equal_weights", "prevalence", "lattice_cells", "pair_cells", "ascent_levels"),
    labels = c("goal", "metric", "cost_ratio", "marginal_precision", "min_precision", "precision_level", "min_recall",
      "min_value", "max_fp", "max_alerts", "max_fpr", "max_alert_rate", "certify", "positives", "average",
      "min_positives", "smoothing", "smoothing_rounds", "seed", "pilot", "max_weight", "equal_weights", "prevalence"),
    segments = c("goal", "metric", "cost_ratio", "marginal_precision", "min_precision", "precision_level", "min_recall",
      "max_fp", "max_alerts", "max_fpr", "max_alert_rate", "certify", "parity", "tolerance", "seed", "pilot",
      "max_weight", "equal_weights", "prevalence"),
    classes = c("metric", "average"),
    decision_curve = c("bootstrap", "level", "seed", "prevalence", "reference"),
    evaluation = c("bootstrap", "level", "seed", "prevalence", "reference", "metrics", "names", "jackknife",
      "proportion_limits", "auc_limits"),
    prevalence = c("bootstrap", "level", "seed"),
    reliability = c("level", "bins"),
    select = c("max_fdr", "storey"),
    abstention = c("false_positive_cost", "false_negative_cost", "abstention_cost")
  ),
  cascades = list(
    all = c("threads", "progress"),
    fit = c("alpha", "threshold", "algorithm", "order", "fixed_order", "spend", "negatives_only", "closest", "bins",
      "gamma", "bin_width", "halves", "folds", "max_disagreement", "certify", "costs", "names", "feature_names",
      "categories", "seed"),
    calibrate = c("max_disagreement", "certify")
  ),
  routes = list(
    all = c("threads", "progress"),
    choose = c("goal", "measure", "beta", "positive", "min_quality", "budget", "right_value", "wrong_cost", "by",
      "router", "certify", "pilot", "max_weight", "equal_weights", "max_policies", "batch_size", "min_probability",
      "seed"),
    ask = c("goal", "measure", "beta", "positive", "min_quality", "by", "router", "certify", "pilot", "max_weight",
      "equal_weights", "max_policies", "batch_size", "min_probability", "seed"),
    evaluate = c("measure", "beta", "positive")
  ),
  promises = list(
    all = c("threads", "progress"),
    create = c("delta", "average_run", "min_label_probability", "max_weight"),
    segments = c("n_segments")
  ),
  performance = list(
    all = c("chunk_rows", "level", "calibration", "samples", "seed", "threads", "progress"),
    tables = c("average", "label_weights"),
    segments = c("n_segments")
  )
)
