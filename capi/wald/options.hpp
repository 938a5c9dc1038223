// Written by bindings/generate from the rows of the core: do not edit.
//
// Wald for C++: options, a class for each family.
#ifndef WALD_OPTIONS_HPP
#define WALD_OPTIONS_HPP

#include "core.hpp"

namespace wald {

/// How to decide. Setters return the object, so that they chain.
class DecisionOptions : public detail::OptionsOf<DecisionOptions> {
 public:
  DecisionOptions() {}  // not an aggregate
  static constexpr const char *family = "decisions";

  /// The least number of positives in each answer. Not set: the at_least of the learner, if a learner decides,
  /// otherwise 0. At least 0.
  DecisionOptions &at_least(int64_t value) { return integer("at_least", value); }
  /// The greatest number of positives in each answer. Not set: no limit. At least 0.
  DecisionOptions &at_most(int64_t value) { return integer("at_most", value); }
  /// The algorithm; auto picks the best exact one. One of auto, enumeration, chai, jansche, jansche-approx, ye, lewis,
  /// n16, n16-first-rise, window, categorical, gfm, mode, marginal-modes, ascent, bisection, separable,
  /// block-coordinate, partial, rule, fixed-point. Default: auto.
  DecisionOptions &algorithm(const std::string &value) { return text("algorithm", value); }
  /// Which of equally good answers is taken, for metrics that are a sum over the labels (hamming, cost) and for
  /// subset_accuracy. Other metrics take the fewest labels. One of fewest, most. Default: fewest.
  DecisionOptions &ties(const std::string &value) { return text("ties", value); }
  /// What is one problem in a table of probabilities. Of masks: instance, each image, or micro, all images together.
  /// One of instance, macro, micro. Default: instance.
  DecisionOptions &average(const std::string &value) { return text("average", value); }
  /// How many labels each row gets, with average macro: one number for exactly that many, two for from and to. Not set:
  /// each label is decided on its own. Of masks with exclusive classes: 1, the default, or 0 to 1, where a pixel may
  /// have none. Each at least 0.
  DecisionOptions &per_row(const std::vector<int64_t> &values) { return integers("per_row", values); }
  /// Whether an answer with per_row, or with exclusive classes, gets a bound of its own, which takes most of the time.
  /// Off: the bound follows from the metric's range. Default: on.
  DecisionOptions &proof(bool value) { return integer("proof", value ? 1 : 0); }
  /// The share of each label where decisions are made: one number for all, or one per label or class. Deciding and
  /// worth move probabilities to it from training_prior; evaluations and comparisons weight each label's rows to it.
  /// Not set: all are taken as they are. Each in (0, 1).
  DecisionOptions &prevalence(const std::vector<double> &values) { return numbers("prevalence", values); }
  /// The share of each label where the probabilities hold, as in training: one number for all, or one per label or
  /// class. prevalence needs it. Each in (0, 1).
  DecisionOptions &training_prior(const std::vector<double> &values) { return numbers("training_prior", values); }
  /// The weight of each label in a macro average, such as its propensity. Not set: all equal. Each finite and at least
  /// 0.
  DecisionOptions &label_weights(const std::vector<double> &values) { return numbers("label_weights", values); }
  /// The cost of abstaining: an instance whose expected loss is above it is left undecided. Not set: never. Finite.
  DecisionOptions &abstain(double value) { return number("abstain", value); }
  /// The cost of leaving a single label undecided, in the unit of the utility: each undecided label costs abstain_label
  /// / n. Average instance only. Not set: every label is decided. Finite and at least 0.
  DecisionOptions &abstain_label(double value) { return number("abstain_label", value); }
  /// How many samples are drawn if a distribution is simulated: label vectors, or swaps when two systems are compared.
  /// In [2, 1e8]. Default: 10000.
  DecisionOptions &samples(int64_t value) { return integer("samples", value); }
  /// The confidence level of all intervals. In (0, 1). Default: 0.95.
  DecisionOptions &level(double value) { return number("level", value); }
  /// The seed of all random draws. Default: 0.
  DecisionOptions &seed(uint64_t value) { return integer("seed", static_cast<int64_t>(value)); }
  /// Temperature for simulating labels: log-odds are divided by it. Above 1 if the model is overconfident, below 1 if
  /// underconfident. Decisions still use the given probabilities. Finite and above 0. Default: 1.
  DecisionOptions &temperature(double value) { return number("temperature", value); }
  /// Whether every row is known to have a true label: labels are then simulated conditional on at least one. Average
  /// instance only. Default: off.
  DecisionOptions &nonempty(bool value) { return integer("nonempty", value ? 1 : 0); }
  /// The gain that counts, in the unit of the metric. Finite. Default: 0.
  DecisionOptions &least_gain(double value) { return number("least_gain", value); }
  /// The variance of the number of true labels in a row, over that of independent labels. Above 1 if cells of a row
  /// depend on each other, as pixels of an image do: a row then counts as n / design_effect independent cells, at least
  /// one. Average instance only. In [1, 1e12]. Default: 1.
  DecisionOptions &design_effect(double value) { return number("design_effect", value); }
  /// Maximum number of threads; 0 takes all of the machine's. Short calls use one. The answer has the same bits for any
  /// number. In [0, 1024]. Default: 1.
  DecisionOptions &threads(int64_t value) { return integer("threads", value); }
  /// Called during long work with the fraction done; it can cancel the work.
  DecisionOptions &progress(Progress progress) { return OptionsOf::progress("progress", std::move(progress)); }
  /// This many positives in each answer.
  DecisionOptions &exactly(int64_t k) { return reset("at_most").at_least(k).at_most(k); }
};

/// The objective of thresholds, and how they are found. Setters return the object, so that they chain.
class ThresholdOptions : public detail::OptionsOf<ThresholdOptions> {
 public:
  ThresholdOptions() {}  // not an aggregate
  static constexpr const char *family = "thresholds";

  /// What is maximised or minimised, within all limits that are set. One of auto, metric, net_benefit, most_tp,
  /// fewest_fp. Default: auto.
  ThresholdOptions &goal(const std::string &value) { return text("goal", value); }
  /// The metric to maximise: a named one that rises with TP and falls with FP. Not set: F1.
  ThresholdOptions &metric(const Metric &metric) { return OptionsOf::metric("metric", metric); }
  /// How many false positives one more true positive is worth; the goal is then the greatest TP - FP/cost_ratio. Finite
  /// and above 0.
  ThresholdOptions &cost_ratio(double value) { return number("cost_ratio", value); }
  /// The probability q from which an alert pays; the same as cost_ratio = (1-q)/q. In (0, 1).
  ThresholdOptions &marginal_precision(double value) { return number("marginal_precision", value); }
  /// Precision is at least this. In [0, 1].
  ThresholdOptions &min_precision(double value) { return number("min_precision", value); }
  /// The level at which the lower Clopper-Pearson limit of precision meets min_precision; 0 takes the point estimate.
  /// Not set: 0.9 for one classifier, 0.975 for several classifiers or labels. In [0, 1).
  ThresholdOptions &precision_level(double value) { return number("precision_level", value); }
  /// Recall is at least this. In [0, 1].
  ThresholdOptions &min_recall(double value) { return number("min_recall", value); }
  /// The mean over rows of the metric of each row's label set is at least this. In [0, 1].
  ThresholdOptions &min_value(double value) { return number("min_value", value); }
  /// The weight of false positives is at most this. At least 0.
  ThresholdOptions &max_fp(double value) { return number("max_fp", value); }
  /// The weight of all flagged rows, TP + FP, is at most this. At least 0.
  ThresholdOptions &max_alerts(double value) { return number("max_alerts", value); }
  /// False positives are at most this share of all negatives, by weight. In [0, 1].
  ThresholdOptions &max_fpr(double value) { return number("max_fpr", value); }
  /// All flagged rows, TP + FP, are at most this share of all rows, those not rated included, by weight. In [0, 1].
  ThresholdOptions &max_alert_rate(double value) { return number("max_alert_rate", value); }
  /// The probability that min_precision, min_recall, max_fpr and max_alert_rate hold for all future rows, not only in
  /// this sample; if that cannot be certified, nothing is flagged. Not set: no certificate; with average instance
  /// min_recall then holds in expectation. In (0, 1).
  ThresholdOptions &certify(double value) { return number("certify", value); }
  /// The weight of all positives, known from elsewhere: recall and F need it where some rows were not rated. Not set:
  /// counted. Finite and at least 0.
  ThresholdOptions &positives(double value) { return number("positives", value); }
  /// How the thresholds are found. One of direct, path, path-equal, analytic, stacked, best-single. Default: direct.
  ThresholdOptions &method(const std::string &value) { return text("method", value); }
  /// The rule that chose the rows to label. If it was or and the sample's rule is and, only one threshold has to be at
  /// or above its cut in rated_from; the method must then be direct or best-single. One of or, and, same. Default:
  /// same.
  ThresholdOptions &rated_rule(const std::string &value) { return text("rated_rule", value); }
  /// Whether each label or class is a problem of its own, the counts of all are added, or each row's label set counts.
  /// One of instance, macro, micro. Default: macro.
  ThresholdOptions &average(const std::string &value) { return text("average", value); }
  /// A label with fewer positive rows whose own threshold would flag more than ten rows per positive shares a threshold
  /// with all labels of so few positives, if the average is macro and the goal a metric without limits; 0: none does.
  /// At least 0. Default: 10.
  ThresholdOptions &min_positives(int64_t value) { return integer("min_positives", value); }
  /// The rate that may differ between segments by no more than the tolerance. One of none, tpr, fpr, selection_rate,
  /// precision. Default: none.
  ThresholdOptions &parity(const std::string &value) { return text("parity", value); }
  /// The greatest difference of the rate of parity between segments; each of several has an answer. Not set: 0. Each in
  /// [0, 1].
  ThresholdOptions &tolerance(const std::vector<double> &values) { return numbers("tolerance", values); }
  /// Against overfitting: the median of the thresholds of many rounds. Of one score, or of a label, bagged averages the
  /// flagged weights, so that the scale of the scores does not matter, and takes the nearest threshold within all
  /// limits. One of none, bagged, dropout. Default: none.
  ThresholdOptions &smoothing(const std::string &value) { return text("smoothing", value); }
  /// The number of rounds of smoothing. At least 1. Default: 25.
  ThresholdOptions &smoothing_rounds(int64_t value) { return integer("smoothing_rounds", value); }
  /// The share of a lattice's edges that a round leaves out. In [0, 1). Default: 0.2.
  ThresholdOptions &dropout(double value) { return number("dropout", value); }
  /// The number of levels of each classifier. At least 2. Default: 100.
  ThresholdOptions &grid(int64_t value) { return integer("grid", value); }
  /// Whether the answers of best-single and stacked are computed in addition to the requested one. Default: on.
  ThresholdOptions &baselines(bool value) { return integer("baselines", value ? 1 : 0); }
  /// The number of bootstrap samples in each of which thresholds are chosen, for their intervals, or which give the
  /// limits of a decision curve, of an evaluation or of an estimated prevalence; 0 draws none. At least 0. Default: 0.
  ThresholdOptions &bootstrap(int64_t value) { return integer("bootstrap", value); }
  /// The number of cells on which bootstrap samples are drawn, for intervals and for several scores. At least 4.
  /// Default: 10000.
  ThresholdOptions &bootstrap_cells(int64_t value) { return integer("bootstrap_cells", value); }
  /// The confidence level of all intervals. In (0, 1). Default: 0.95.
  ThresholdOptions &level(double value) { return number("level", value); }
  /// The number of folds of the cross-fitted estimate, from 2 to the number of positives; 0 makes none. At least 0.
  /// Default: 0.
  ThresholdOptions &folds(int64_t value) { return integer("folds", value); }
  /// The seed of bootstrap, folds, smoothing, certificates and the limits of the value. Default: 0.
  ThresholdOptions &seed(uint64_t value) { return integer("seed", static_cast<int64_t>(value)); }
  /// The share of the rows on which a path of thresholds is found that the others test, where a certificate needs one.
  /// In (0, 1). Default: 0.25.
  ThresholdOptions &pilot(double value) { return number("pilot", value); }
  /// Upper bound on the weight of any future row; required to certify rows with weights, unless equal_weights is set.
  /// Finite and above 0.
  ThresholdOptions &max_weight(double value) { return number("max_weight", value); }
  /// Whether rows with weights weigh the same by design, future rows included, at least those of the same label; a
  /// certificate then stands on counts. Rows without weights always do. Default: off.
  ThresholdOptions &equal_weights(bool value) { return integer("equal_weights", value ? 1 : 0); }
  /// Selects among the rows that are not rated, the batch: the expected share of negatives among those flagged is at
  /// most this. Rows labelled 0 alone must be exchangeable with the batch's negatives, rows of both labels with the
  /// whole batch. In (0, 1).
  ThresholdOptions &max_fdr(double value) { return number("max_fdr", value); }
  /// Storey's lambda, as 0.5: p-values above it estimate the share of negatives in the batch, so that more rows are
  /// flagged if many are positive. Not set: no estimate. In (0, 1).
  ThresholdOptions &storey(double value) { return number("storey", value); }
  /// The cost of a false positive. Finite and at least 0. Default: 1.
  ThresholdOptions &false_positive_cost(double value) { return number("false_positive_cost", value); }
  /// The cost of a missed positive. Finite and at least 0. Default: 1.
  ThresholdOptions &false_negative_cost(double value) { return number("false_negative_cost", value); }
  /// The cost of a row that is left to a person. Finite and at least 0. Default: 1.
  ThresholdOptions &abstention_cost(double value) { return number("abstention_cost", value); }
  /// The share of positives where decisions are made, if it is not that of the rows, as in a case-control study: rows
  /// are weighted to it. One number; also one per label or segment, whose own rows are weighted. Not set: that of the
  /// rows. Each in (0, 1).
  ThresholdOptions &prevalence(const std::vector<double> &values) { return numbers("prevalence", values); }
  /// The model that others are compared with, counted from 0. Not set: a decision curve takes flagging every row, an
  /// evaluation compares every pair of models. At least 0.
  ThresholdOptions &reference(int64_t value) { return integer("reference", value); }
  /// The metrics of an evaluation, by name; auc is the area under the ROC curve. Not set: auc, recall, specificity,
  /// precision, npv, accuracy, balanced_accuracy, f1 and mcc, or without thresholds auc alone.
  ThresholdOptions &metrics(const std::vector<std::string> &values) { return texts("metrics", values); }
  /// The names of the models of an evaluation, for its tables. Not set: model 0, model 1, ...
  ThresholdOptions &names(const std::vector<std::string> &values) { return texts("names", values); }
  /// Whether the jackknife gives the limits of all metrics but auc, also of proportions, F1 and jaccard. Default: off.
  ThresholdOptions &jackknife(bool value) { return integer("jackknife", value ? 1 : 0); }
  /// The limits of proportions of rows, and of F1, jaccard, balanced_accuracy and informedness, which follow from them.
  /// One of mid_p, exact. Default: mid_p.
  ThresholdOptions &proportion_limits(const std::string &value) { return text("proportion_limits", value); }
  /// The limits of auc; those of differences are DeLong's. One of delong, logit. Default: delong.
  ThresholdOptions &auc_limits(const std::string &value) { return text("auc_limits", value); }
  /// The number of bins, which hold equal weights of rows. In [1, 1000000]. Default: 10.
  ThresholdOptions &bins(int64_t value) { return integer("bins", value); }
  /// Maximum number of threads; 0 takes all of the machine's. Short calls use one. The answer has the same bits for any
  /// number. In [0, 1024]. Default: 1.
  ThresholdOptions &threads(int64_t value) { return integer("threads", value); }
  /// Called during long work with the fraction done; it can cancel the work.
  ThresholdOptions &progress(Progress progress) { return OptionsOf::progress("progress", std::move(progress)); }
  /// The greatest number of cells of a stored lattice of scores; beyond it, quantiles replace scores. At least 4.
  /// Default: 8388608.
  ThresholdOptions &lattice_cells(int64_t value) { return integer("lattice_cells", value); }
  /// The greatest number of pairs of two classifiers' scores; beyond it, quantiles replace scores. At least 4. Default:
  /// 2147483648.
  ThresholdOptions &pair_cells(int64_t value) { return integer("pair_cells", value); }
  /// The greatest number of scores of each classifier where three or more are improved two by two; beyond it, quantiles
  /// replace scores. At least 3. Default: 4096.
  ThresholdOptions &ascent_levels(int64_t value) { return integer("ascent_levels", value); }
};

/// How a cascade is fitted, calibrated and run. Setters return the object, so that they chain.
class CascadeOptions : public detail::OptionsOf<CascadeOptions> {
 public:
  CascadeOptions() {}  // not an aggregate
  static constexpr const char *family = "cascades";

  /// The greatest share of the fitted rows whose decision may differ from that of all models. In [0, 1]. Default:
  /// 0.005.
  CascadeOptions &alpha(double value) { return number("alpha", value); }
  /// The sum of scores from which a row is positive. Finite. Default: 0.
  CascadeOptions &threshold(double value) { return number("threshold", value); }
  /// The stopping rule. Votes: every score is one of two values, and all models cost the same. One of sums, votes,
  /// cheaper. Default: sums.
  CascadeOptions &algorithm(const std::string &value) { return text("algorithm", value); }
  /// The order in which the models are run. One of joint, natural, random, mse, greedy. Default: joint.
  CascadeOptions &order(const std::string &value) { return text("order", value); }
  /// An order from elsewhere: every model once, counted from 0. It replaces `order`. Each in [0, 1048575].
  CascadeOptions &fixed_order(const std::vector<int64_t> &values) { return integers("fixed_order", values); }
  /// How much of alpha may be used up after position r of T: "power:P" is the share (r/T)^P, "all" is power:0,
  /// "proportional" follows the share of rows that have left. Not set: power:0.25, or all with calibration rows.
  CascadeOptions &spend(const std::string &value) { return text("spend", value); }
  /// Whether rows leave early only as negatives (filter and score). Default: off.
  CascadeOptions &negatives_only(bool value) { return integer("negatives_only", value ? 1 : 0); }
  /// Whether, if no model lets a row leave early, the model that brings sums closest to the full ones is next; else the
  /// cheapest is. Default: off.
  CascadeOptions &closest(bool value) { return integer("closest", value ? 1 : 0); }
  /// Whether thresholds come from means and deviations in bins (Fan et al. 2002); else from alpha (QWYC). Default: off.
  CascadeOptions &bins(bool value) { return integer("bins", value ? 1 : 0); }
  /// The width of a bin's thresholds in deviations. Not set: the smallest within alpha. Finite and at least 0.
  CascadeOptions &gamma(double value) { return number("gamma", value); }
  /// The width of a bin in units of the score. Not set: a twentieth of the standard deviation of the sum. Finite and
  /// above 0.
  CascadeOptions &bin_width(double value) { return number("bin_width", value); }
  /// Whether the order is chosen on one half of the rows and the thresholds on the other. Default: off.
  CascadeOptions &halves(bool value) { return integer("halves", value ? 1 : 0); }
  /// The number of folds of the cross-fitted estimate, at least 2; 0 makes none. In [0, 1000]. Default: 0.
  CascadeOptions &folds(int64_t value) { return integer("folds", value); }
  /// The disagreement that calibration certifies. In (0, 1). Default: 0.01.
  CascadeOptions &max_disagreement(double value) { return number("max_disagreement", value); }
  /// The probability with which the certificate holds. In (0, 1). Default: 0.95.
  CascadeOptions &certify(double value) { return number("certify", value); }
  /// The cost of each model; inf runs it last. Not set: 1 each. Each at least 0.
  CascadeOptions &costs(const std::vector<double> &values) { return numbers("costs", values); }
  /// The names of the models, which are saved with the cascade.
  CascadeOptions &names(const std::vector<std::string> &values) { return texts("names", values); }
  /// The names of the features of the trees, which are saved with the cascade; columns are matched by them.
  CascadeOptions &feature_names(const std::vector<std::string> &values) { return texts("feature_names", values); }
  /// The categories behind the codes of features, saved with the cascade: "feature=category", those of a feature in the
  /// order of their codes 0, 1, 2, ... Needs feature_names.
  CascadeOptions &categories(const std::vector<std::string> &values) { return texts("categories", values); }
  /// The seed of random orders, folds and halves. Default: 0.
  CascadeOptions &seed(uint64_t value) { return integer("seed", static_cast<int64_t>(value)); }
  /// Maximum number of threads; 0 takes all of the machine's. Short calls use one. The answer has the same bits for any
  /// number. In [0, 1024]. Default: 1.
  CascadeOptions &threads(int64_t value) { return integer("threads", value); }
  /// Called during long work with the fraction done; it can cancel the work.
  CascadeOptions &progress(Progress progress) { return OptionsOf::progress("progress", std::move(progress)); }
};

/// How a learner is fitted. Setters return the object, so that they chain.
class LearnerOptions : public detail::OptionsOf<LearnerOptions> {
 public:
  LearnerOptions() {}  // not an aggregate
  static constexpr const char *family = "learners";

  /// How features are scaled. One of automatic, none, minmax, standard, unit, standard-root. Default: automatic.
  LearnerOptions &scaling(const std::string &value) { return text("scaling", value); }
  /// The number of folds of cross-validation. At least 2. Default: 5.
  LearnerOptions &folds(int64_t value) { return integer("folds", value); }
  /// The name of the metric that a rule is chosen for. Default: f1.
  LearnerOptions &metric(const std::string &value) { return text("metric", value); }
  /// The value of a rate that is 0/0 in the metric that a rule is chosen for. In [0, 1]. Default: 1.
  LearnerOptions &zero_division(int64_t value) { return integer("zero_division", value); }
  /// What is one problem in the tables that a rule is chosen for. One of instance, macro, micro. Default: instance.
  LearnerOptions &average(const std::string &value) { return text("average", value); }
  /// How many labels a rule gives each row, with average macro: one number for exactly that many, two for from and to.
  /// Not set: each label is predicted on its own. Each at least 0.
  LearnerOptions &per_row(const std::vector<int64_t> &values) { return integers("per_row", values); }
  /// The rule by which marginals become predictions. One of auto, half, threshold, thresholds, bagged-thresholds,
  /// shrunk-thresholds, decide, decide-temperature, decide-temperatures, decide-platt, decide-isotonic, decide-beta,
  /// decide-shrunk, decide-mean, vote, given-cardinality, given-mixture. Default: auto.
  LearnerOptions &rule(const std::string &value) { return text("rule", value); }
  /// The least number of labels that a prediction holds. Not set: 1 if no training row is empty, else 0. At least 0.
  LearnerOptions &at_least(int64_t value) { return integer("at_least", value); }
  /// The inverse penalty strengths C of |w|^2/(2C) to choose from, ascending; one value needs no cross-validation. Not
  /// set: 1e-4, 3e-4, 1e-3, ..., 1e3. Each in [1e-12, 1e12].
  LearnerOptions &c_values(const std::vector<double> &values) { return numbers("c_values", values); }
  /// How many values of C in a row may be worse than the best before the search ends. At least 1. Default: 2.
  LearnerOptions &patience(int64_t value) { return integer("patience", value); }
  /// How scores become probabilities. One of automatic, none, platt, isotonic, beta, temperature, vector. Default:
  /// automatic.
  LearnerOptions &calibration(const std::string &value) { return text("calibration", value); }
  /// The number of chains, each in its own order. At least 1. Default: 1.
  LearnerOptions &chains(int64_t value) { return integer("chains", value); }
  /// The orders of the labels in the first chains, one after the other, each label once; the first chain not given
  /// takes the labels' own order, the others random ones. Each at least 0.
  LearnerOptions &chain_orders(const std::vector<int64_t> &values) { return integers("chain_orders", values); }
  /// The number of label vectors drawn for a row. In [1, 16777216]. Default: 1000.
  LearnerOptions &samples(int64_t value) { return integer("samples", value); }
  /// How label vectors are drawn. One of stratified, independent. Default: stratified.
  LearnerOptions &drawing(const std::string &value) { return text("drawing", value); }
  /// Whether each row's P(label and number of labels) is moved to the nearest table that agrees with its P(number of
  /// labels), so that expected utilities lie in the metric's range. Default: off.
  LearnerOptions &consistent(bool value) { return integer("consistent", value ? 1 : 0); }
  /// The greatest number of nodes of the search for the likeliest vector. At least 1. Default: 100000.
  LearnerOptions &max_nodes(int64_t value) { return integer("max_nodes", value); }
  /// The number of neighbours; 0 chooses it by leave-one-out. At least 0. Default: 0.
  LearnerOptions &neighbours(int64_t value) { return integer("neighbours", value); }
  /// The distance between rows. One of automatic, euclidean, cosine. Default: automatic.
  LearnerOptions &neighbour_metric(const std::string &value) { return text("neighbour_metric", value); }
  /// How neighbours are weighted. One of automatic, uniform, dudani. Default: automatic.
  LearnerOptions &neighbour_weights(const std::string &value) { return text("neighbour_weights", value); }
  /// The name of the metric whose mean over left-out rows decides what is left open. Default: f1.
  LearnerOptions &neighbour_utility(const std::string &value) { return text("neighbour_utility", value); }
  /// How trees are randomised. One of extra-trees, random-forest. Default: extra-trees.
  LearnerOptions &forest_kind(const std::string &value) { return text("forest_kind", value); }
  /// The criterion of a split. One of gini, f. Default: gini.
  LearnerOptions &forest_criterion(const std::string &value) { return text("forest_criterion", value); }
  /// The number of trees; 0 takes 500. At least 0. Default: 0.
  LearnerOptions &trees(int64_t value) { return integer("trees", value); }
  /// The number of features that are tried at a node; 0 chooses it by the number of features. At least 0. Default: 0.
  LearnerOptions &max_features(int64_t value) { return integer("max_features", value); }
  /// The least number of rows of a leaf; 0 takes the kind's default. At least 0. Default: 0.
  LearnerOptions &min_leaf(int64_t value) { return integer("min_leaf", value); }
  /// The greatest depth of a tree; 0 sets no limit. At least 0. Default: 0.
  LearnerOptions &max_depth(int64_t value) { return integer("max_depth", value); }
  /// The width of kernel features exp(-gamma |x - z|^2); 0 chooses it by cross-validation. At least 0. Default: 0.
  LearnerOptions &gamma(double value) { return number("gamma", value); }
  /// The number of landmarks of kernel features; 0 takes every row where there are at most max_exact_rows. At least 0.
  /// Default: 0.
  LearnerOptions &landmarks(int64_t value) { return integer("landmarks", value); }
  /// The greatest number of rows that are all taken as landmarks; beyond it, this number is drawn (Nystroem). At least
  /// 0. Default: 3000.
  LearnerOptions &max_exact_rows(int64_t value) { return integer("max_exact_rows", value); }
  /// The weight of each part of a mixture. Not set: equal. Each finite and above 0.
  LearnerOptions &mixture_weights(const std::vector<double> &values) { return numbers("mixture_weights", values); }
  /// What replaces a missing value (NaN) of a feature. One of error, mean, most_frequent. Default: error.
  LearnerOptions &missing(const std::string &value) { return text("missing", value); }
  /// Whether each feature that some training row lacks gets a further one that is 1 if it is missing. Default: off.
  LearnerOptions &missing_indicators(bool value) { return integer("missing_indicators", value ? 1 : 0); }
  /// The names of the features, which are saved with the learner.
  LearnerOptions &feature_names(const std::vector<std::string> &values) { return texts("feature_names", values); }
  /// The names of the labels or classes, which are saved with the learner.
  LearnerOptions &label_names(const std::vector<std::string> &values) { return texts("label_names", values); }
  /// The seed of folds, chains, forests and landmarks. Default: 0.
  LearnerOptions &seed(uint64_t value) { return integer("seed", static_cast<int64_t>(value)); }
  /// Maximum number of threads; 0 takes all of the machine's. Short calls use one. The answer has the same bits for any
  /// number. In [0, 1024]. Default: 1.
  LearnerOptions &threads(int64_t value) { return integer("threads", value); }
  /// Called during long work with the fraction done; it can cancel the work.
  LearnerOptions &progress(Progress progress) { return OptionsOf::progress("progress", std::move(progress)); }
};

/// The goal of a route, and how it is found and certified. Setters return the object, so that they chain.
class RouteOptions : public detail::OptionsOf<RouteOptions> {
 public:
  RouteOptions() {}  // not an aggregate
  static constexpr const char *family = "routes";

  /// What is minimised or maximised. One of cost, quality, value. Default: cost.
  RouteOptions &goal(const std::string &value) { return text("goal", value); }
  /// The measure of quality. One of accuracy, agreement, precision, recall, f. Default: accuracy.
  RouteOptions &measure(const std::string &value) { return text("measure", value); }
  /// How much recall counts beside precision, in F. Finite and above 0. Default: 1.
  RouteOptions &beta(double value) { return number("beta", value); }
  /// The class that is the positive one. At least 0. Default: 1.
  RouteOptions &positive(int64_t value) { return integer("positive", value); }
  /// Quality is at least this. In [0, 1]. Default: 0.95.
  RouteOptions &min_quality(double value) { return number("min_quality", value); }
  /// The mean cost of a row is at most this. Finite and at least 0.
  RouteOptions &budget(double value) { return number("budget", value); }
  /// What a right answer is worth, in units of the costs. Finite. Default: 1.
  RouteOptions &right_value(double value) { return number("right_value", value); }
  /// What a wrong answer costs, in units of the costs. Finite. Default: 0.
  RouteOptions &wrong_cost(double value) { return number("wrong_cost", value); }
  /// Which rows have thresholds of their own: all alike, each class of the first answer, or each segment. One of none,
  /// class, segment. Default: none.
  RouteOptions &by(const std::string &value) { return text("by", value); }
  /// Whether a score sends each row to one stage before any answer, and the highest scores go to the first stage; else
  /// stages are called one after the other. Default: off.
  RouteOptions &router(bool value) { return integer("router", value ? 1 : 0); }
  /// The probability that min_quality holds for all future rows; if no route can be certified, the last stage answers
  /// every row. Not set: no certificate. In (0, 1).
  RouteOptions &certify(double value) { return number("certify", value); }
  /// The share of the rows on which a path of routes is found that the others test. In (0, 1). Default: 0.3.
  RouteOptions &pilot(double value) { return number("pilot", value); }
  /// Upper bound on the weight of any future row; required to certify rows with weights, unless equal_weights is set.
  /// Finite and above 0.
  RouteOptions &max_weight(double value) { return number("max_weight", value); }
  /// Whether rows with weights all weigh the same by design, future rows included; a certificate may then stand on
  /// counts. Rows without weights always do. Default: off.
  RouteOptions &equal_weights(bool value) { return integer("equal_weights", value ? 1 : 0); }
  /// How many combinations of thresholds a chain of stages is searched over; with more of them, levels of equal weight
  /// are, and then finer ones around the best. In [16, 1073741824]. Default: 1048576.
  RouteOptions &max_policies(int64_t value) { return integer("max_policies", value); }
  /// How many rows to label next, on average. At least 1. Default: 100.
  RouteOptions &batch_size(int64_t value) { return integer("batch_size", value); }
  /// The least probability with which any row is drawn to be labelled. A certificate from label probabilities depends
  /// on it. In (0, 1). Default: 0.1.
  RouteOptions &min_probability(double value) { return number("min_probability", value); }
  /// The seed of the pilot rows and of the rows that are drawn to be labelled. Default: 0.
  RouteOptions &seed(uint64_t value) { return integer("seed", static_cast<int64_t>(value)); }
  /// Maximum number of threads; 0 takes all of the machine's. Short calls use one. The answer has the same bits for any
  /// number. In [0, 1024]. Default: 1.
  RouteOptions &threads(int64_t value) { return integer("threads", value); }
  /// Called during long work with the fraction done; it can cancel the work.
  RouteOptions &progress(Progress progress) { return OptionsOf::progress("progress", std::move(progress)); }
};

/// The options of a promise. Setters return the object, so that they chain.
class PromiseOptions : public detail::OptionsOf<PromiseOptions> {
 public:
  PromiseOptions() {}  // not an aggregate
  static constexpr const char *family = "promises";

  /// The probability with which a promise that is kept may ever be called broken. That of calling a broken one kept is
  /// the same, and so is that of each limit of the metric ever to be wrong. In (0, 1). Default: 0.05.
  PromiseOptions &delta(double value) { return number("delta", value); }
  /// If set, recent rows are watched as well: a change for the worse is found soon after it, and a promise that is kept
  /// is called broken once in this many rows that count, on average. Finite and at least 2.
  PromiseOptions &average_run(double value) { return number("average_run", value); }
  /// The smallest probability with which the label of any row that counts is asked for, future rows included. In (0,
  /// 1]. Default: 1.
  PromiseOptions &min_label_probability(double value) { return number("min_label_probability", value); }
  /// Upper bound on the weight of any row, future rows included. Finite and above 0. Default: 1.
  PromiseOptions &max_weight(double value) { return number("max_weight", value); }
  /// The number of segments that are watched in addition to all rows; 0: none. In [0, 4096]. Default: 0.
  PromiseOptions &n_segments(int64_t value) { return integer("n_segments", value); }
  /// Maximum number of threads; 0 takes all of the machine's. Short calls use one. The answer has the same bits for any
  /// number. In [0, 1024]. Default: 1.
  PromiseOptions &threads(int64_t value) { return integer("threads", value); }
  /// Called during long work with the fraction done; it can cancel the work.
  PromiseOptions &progress(Progress progress) { return OptionsOf::progress("progress", std::move(progress)); }
};

/// How performance is estimated without labels. Setters return the object, so that they chain.
class PerformanceOptions : public detail::OptionsOf<PerformanceOptions> {
 public:
  PerformanceOptions() {}  // not an aggregate
  static constexpr const char *family = "performance";

  /// What is one problem if rows have several labels: each row, each label, or all of them together. With one label
  /// macro and micro are the same. One of instance, macro, micro. Default: micro.
  PerformanceOptions &average(const std::string &value) { return text("average", value); }
  /// The weight of each label in a macro average. Not set: all equal. Each finite and at least 0.
  PerformanceOptions &label_weights(const std::vector<double> &values) { return numbers("label_weights", values); }
  /// The number of consecutive rows in a chunk; the last chunk of a call may have fewer. 0: all rows of a call are one
  /// chunk. At least 0. Default: 0.
  PerformanceOptions &chunk_rows(int64_t value) { return integer("chunk_rows", value); }
  /// The number of segments that are estimated in addition to all rows of a chunk; 0: none. In [0, 4096]. Default: 0.
  PerformanceOptions &n_segments(int64_t value) { return integer("n_segments", value); }
  /// The probability with which the band covers the metric that the labels would give. In (0, 1). Default: 0.95.
  PerformanceOptions &level(double value) { return number("level", value); }
  /// How calibration rows calibrate probabilities: automatic averages isotonic and beta. One of automatic, none, platt,
  /// isotonic, beta, temperature, vector. Default: automatic.
  PerformanceOptions &calibration(const std::string &value) { return text("calibration", value); }
  /// How many bootstrap samples of the calibration rows are drawn. If a band is simulated, each counts for 20 draws. In
  /// [2, 100000]. Default: 200.
  PerformanceOptions &samples(int64_t value) { return integer("samples", value); }
  /// The seed of all random draws. Default: 0.
  PerformanceOptions &seed(uint64_t value) { return integer("seed", static_cast<int64_t>(value)); }
  /// Maximum number of threads; 0 takes all of the machine's. Short calls use one. The answer has the same bits for any
  /// number. In [0, 1024]. Default: 1.
  PerformanceOptions &threads(int64_t value) { return integer("threads", value); }
  /// Called during long work with the fraction done; it can cancel the work.
  PerformanceOptions &progress(Progress progress) { return OptionsOf::progress("progress", std::move(progress)); }
};

}  // namespace wald

#endif  // WALD_OPTIONS_HPP
