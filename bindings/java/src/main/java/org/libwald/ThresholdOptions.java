// Written by bindings/generate from the rows of the core: do not edit.
package org.libwald;

import java.util.function.DoublePredicate;

/**
 * The objective of thresholds, and how they are found. Immutable: made once, used by any number of calls and threads.
 * Its few bytes of native memory go with it; there is nothing to close.
 *
 * <pre>{@code
 * ThresholdOptions options = ThresholdOptions.builder().minPrecision(0.5).bootstrap(1000).build();
 * }</pre>
 */
public final class ThresholdOptions extends NativeOptions {
  private static final ThresholdOptions DEFAULTS = builder().build();

  private ThresholdOptions(Builder wanted) {
    super("thresholds", wanted);
  }

  /**
   * What is used where no options are given.
   *
   * @return the defaults
   */
  public static ThresholdOptions defaults() {
    return DEFAULTS;
  }

  /**
   * Begins options that differ from the defaults.
   *
   * @return a builder
   */
  public static Builder builder() {
    return new Builder();
  }

  /** Collects settings; {@link #build} checks each. What depends on several of them is checked where they are used. */
  public static final class Builder extends OptionsBuilder<Builder> {
    private Builder() {}

    @Override
    Builder self() {
      return this;
    }

    /**
     * What is maximised or minimised, within all limits that are set. Read by choose, threshold_pass, frontier, labels
     * and segments.
     *
     * @param value the default is {@link Goal#AUTO}
     * @return this
     */
    public Builder goal(Goal value) {
      return set("goal", value);
    }

    /**
     * The metric to maximise: a named one that rises with TP and falls with FP. Not set: F1. Read by choose,
     * threshold_pass, frontier, labels, segments and classes.
     *
     * @param value may be closed once {@link #build} has been called; by default it is not set
     * @return this
     */
    public Builder metric(Metric value) {
      return set("metric", value);
    }

    /**
     * How many false positives one more true positive is worth; the goal is then the greatest TP - FP/costRatio. Read
     * by choose, threshold_pass, frontier, labels and segments, with netBenefit.
     *
     * @param value finite and above 0; by default it is not set
     * @return this
     */
    public Builder costRatio(double value) {
      return set("cost_ratio", value);
    }

    /**
     * The probability q from which an alert pays; the same as costRatio = (1-q)/q. Read by choose, threshold_pass,
     * frontier, labels and segments, with netBenefit.
     *
     * @param value in (0, 1); by default it is not set
     * @return this
     */
    public Builder marginalPrecision(double value) {
      return set("marginal_precision", value);
    }

    /**
     * Precision is at least this. Read by choose, threshold_pass, frontier, labels and segments.
     *
     * @param value in [0, 1]; by default it is not set
     * @return this
     */
    public Builder minPrecision(double value) {
      return set("min_precision", value);
    }

    /**
     * The level at which the lower Clopper-Pearson limit of precision meets minPrecision; 0 takes the point estimate.
     * Not set: 0.9 for one classifier, 0.975 for several classifiers or labels. Read by choose, threshold_pass,
     * frontier, labels and segments.
     *
     * @param value in [0, 1); by default it is not set
     * @return this
     */
    public Builder precisionLevel(double value) {
      return set("precision_level", value);
    }

    /**
     * Recall is at least this. Read by choose, threshold_pass, frontier, labels and segments.
     *
     * @param value in [0, 1]; by default it is not set
     * @return this
     */
    public Builder minRecall(double value) {
      return set("min_recall", value);
    }

    /**
     * The mean over rows of the metric of each row's label set is at least this. Read by labels, with instance.
     *
     * @param value in [0, 1]; by default it is not set
     * @return this
     */
    public Builder minValue(double value) {
      return set("min_value", value);
    }

    /**
     * The weight of false positives is at most this. Read by choose, threshold_pass, frontier, labels and segments.
     *
     * @param value at least 0; by default it is not set
     * @return this
     */
    public Builder maxFp(double value) {
      return set("max_fp", value);
    }

    /**
     * The weight of all flagged rows, TP + FP, is at most this. Read by choose, threshold_pass, frontier, labels and
     * segments.
     *
     * @param value at least 0; by default it is not set
     * @return this
     */
    public Builder maxAlerts(double value) {
      return set("max_alerts", value);
    }

    /**
     * False positives are at most this share of all negatives, by weight. Read by choose, threshold_pass, frontier,
     * labels and segments.
     *
     * @param value in [0, 1]; by default it is not set
     * @return this
     */
    public Builder maxFpr(double value) {
      return set("max_fpr", value);
    }

    /**
     * All flagged rows, TP + FP, are at most this share of all rows, those not rated included, by weight. Read by
     * choose, threshold_pass, frontier, labels and segments.
     *
     * @param value in [0, 1]; by default it is not set
     * @return this
     */
    public Builder maxAlertRate(double value) {
      return set("max_alert_rate", value);
    }

    /**
     * The probability that minPrecision, minRecall, maxFpr and maxAlertRate hold for all future rows, not only in this
     * sample; if that cannot be certified, nothing is flagged. Not set: no certificate; with average instance minRecall
     * then holds in expectation. Read by choose, frontier, labels and segments.
     *
     * @param value in (0, 1); by default it is not set
     * @return this
     */
    public Builder certify(double value) {
      return set("certify", value);
    }

    /**
     * The weight of all positives, known from elsewhere: recall and F need it where some rows were not rated. Not set:
     * counted. Read by choose, threshold_pass, frontier and labels.
     *
     * @param value finite and at least 0; by default it is not set
     * @return this
     */
    public Builder positives(double value) {
      return set("positives", value);
    }

    /**
     * How the thresholds are found. Read by choose and frontier.
     *
     * @param value {@code "direct"} (the default): The best of all thresholds. {@code "path"}: The best point on the
     *     longest path through the lattice of the positives' scores: that of greatest area under true positives over
     *     false ones. {@code "path-equal"}: The same on equally spaced thresholds. {@code "analytic"}: The best point
     *     on one curve, t = low + (high - low) (1 - x)^p with a power p for each classifier, chosen for the greatest
     *     area. {@code "stacked"}: One threshold on a logistic regression of all scores. {@code "best-single"}: One
     *     threshold on the best classifier alone.
     * @return this
     */
    public Builder method(String value) {
      return set("method", value);
    }

    /**
     * The rule that chose the rows to label. If it was or and the sample's rule is and, only one threshold has to be at
     * or above its cut in ratedFrom; the method must then be direct or best-single. Read by choose and frontier.
     *
     * @param value {@code "or"}: Rows that reach any cut of ratedFrom were labelled. {@code "and"}: Rows that reach all
     *     cuts of ratedFrom were labelled. {@code "same"} (the default): The sample's own rule.
     * @return this
     */
    public Builder ratedRule(String value) {
      return set("rated_rule", value);
    }

    /**
     * Whether each label or class is a problem of its own, the counts of all are added, or each row's label set counts.
     * Read by labels and classes.
     *
     * @param value the default is {@link Average#MACRO}
     * @return this
     */
    public Builder average(Average value) {
      return set("average", value);
    }

    /**
     * A label with fewer positive rows whose own threshold would flag more than ten rows per positive shares a
     * threshold with all labels of so few positives, if the average is macro and the goal a metric without limits; 0:
     * none does. Read by labels, with macro.
     *
     * @param value at least 0; the default is 10
     * @return this
     */
    public Builder minPositives(long value) {
      return set("min_positives", value);
    }

    /**
     * The rate that may differ between segments by no more than the tolerance. Read by segments.
     *
     * @param value {@code "none"} (the default): No rate. {@code "tpr"}: The true positive rate, TP/positives: equal
     *     opportunity. {@code "fpr"}: The false positive rate, FP/negatives: predictive equality. {@code
     *     "selection_rate"}: The flagged share of all rows: demographic parity. {@code "precision"}: TP/(TP + FP):
     *     predictive parity.
     * @return this
     */
    public Builder parity(String value) {
      return set("parity", value);
    }

    /**
     * The greatest difference of the rate of parity between segments; each of several has an answer. Not set: 0. Read
     * by segments, with parity.
     *
     * @param value each in [0, 1]; by default it is not set
     * @return this
     */
    public Builder tolerance(double... value) {
      return set("tolerance", value);
    }

    /**
     * Against overfitting: the median of the thresholds of many rounds. Of one score, or of a label, bagged averages
     * the flagged weights, so that the scale of the scores does not matter, and takes the nearest threshold within all
     * limits. Read by choose and labels, with direct, path or path-equal.
     *
     * @param value the default is {@link Smoothing#NONE}
     * @return this
     */
    public Builder smoothing(Smoothing value) {
      return set("smoothing", value);
    }

    /**
     * The number of rounds of smoothing. Read by choose and labels, with smoothing.
     *
     * @param value at least 1; the default is 25
     * @return this
     */
    public Builder smoothingRounds(long value) {
      return set("smoothing_rounds", value);
    }

    /**
     * The share of a lattice's edges that a round leaves out. Read by choose, with smoothing.
     *
     * @param value in [0, 1); the default is 0.2
     * @return this
     */
    public Builder dropout(double value) {
      return set("dropout", value);
    }

    /**
     * The number of levels of each classifier. Read by choose and frontier, with path-equal or analytic.
     *
     * @param value at least 2; the default is 100
     * @return this
     */
    public Builder grid(long value) {
      return set("grid", value);
    }

    /**
     * Whether the answers of best-single and stacked are computed in addition to the requested one. Read by choose.
     *
     * @param value the default is true
     * @return this
     */
    public Builder baselines(boolean value) {
      return set("baselines", value);
    }

    /**
     * The number of bootstrap samples in each of which thresholds are chosen, for their intervals, or which give the
     * limits of a decision curve, of an evaluation or of an estimated prevalence; 0 draws none. Read by choose,
     * decision_curve, evaluation and prevalence.
     *
     * @param value at least 0; the default is 0
     * @return this
     */
    public Builder bootstrap(long value) {
      return set("bootstrap", value);
    }

    /**
     * The number of cells on which bootstrap samples are drawn, for intervals and for several scores. Read by choose,
     * with bootstrap or smoothing.
     *
     * @param value at least 4; the default is 10000
     * @return this
     */
    public Builder bootstrapCells(long value) {
      return set("bootstrap_cells", value);
    }

    /**
     * The confidence level of all intervals. Read by choose, threshold_pass, decision_curve, reliability, evaluation
     * and prevalence.
     *
     * @param value in (0, 1); the default is 0.95
     * @return this
     */
    public Builder level(double value) {
      return set("level", value);
    }

    /**
     * The number of folds of the cross-fitted estimate, from 2 to the number of positives; 0 makes none. Read by
     * choose.
     *
     * @param value at least 0; the default is 0
     * @return this
     */
    public Builder folds(long value) {
      return set("folds", value);
    }

    /**
     * The seed of bootstrap, folds, smoothing, certificates and the limits of the value. Read by choose,
     * threshold_pass, labels, segments, decision_curve, evaluation and prevalence.
     *
     * @param value any 64 bits; the default is 0
     * @return this
     */
    public Builder seed(long value) {
      return set("seed", value);
    }

    /**
     * The share of the rows on which a path of thresholds is found that the others test, where a certificate needs one.
     * Read by choose, labels and segments, with certify.
     *
     * @param value in (0, 1); the default is 0.25
     * @return this
     */
    public Builder pilot(double value) {
      return set("pilot", value);
    }

    /**
     * Upper bound on the weight of any future row; required to certify rows with weights, unless equalWeights is set.
     * Read by choose, labels and segments, with certify.
     *
     * @param value finite and above 0; by default it is not set
     * @return this
     */
    public Builder maxWeight(double value) {
      return set("max_weight", value);
    }

    /**
     * Whether rows with weights weigh the same by design, future rows included, at least those of the same label; a
     * certificate then stands on counts. Rows without weights always do. Read by choose, frontier, labels and segments,
     * with certify.
     *
     * @param value the default is false
     * @return this
     */
    public Builder equalWeights(boolean value) {
      return set("equal_weights", value);
    }

    /**
     * Selects among the rows that are not rated, the batch: the expected share of negatives among those flagged is at
     * most this. Rows labelled 0 alone must be exchangeable with the batch's negatives, rows of both labels with the
     * whole batch. Read by choose and select.
     *
     * @param value in (0, 1); by default it is not set
     * @return this
     */
    public Builder maxFdr(double value) {
      return set("max_fdr", value);
    }

    /**
     * Storey's lambda, as 0.5: p-values above it estimate the share of negatives in the batch, so that more rows are
     * flagged if many are positive. Not set: no estimate. Read by choose and select, with maxFdr.
     *
     * @param value in (0, 1); by default it is not set
     * @return this
     */
    public Builder storey(double value) {
      return set("storey", value);
    }

    /**
     * The cost of a false positive. Read by abstention.
     *
     * @param value finite and at least 0; the default is 1
     * @return this
     */
    public Builder falsePositiveCost(double value) {
      return set("false_positive_cost", value);
    }

    /**
     * The cost of a missed positive. Read by abstention.
     *
     * @param value finite and at least 0; the default is 1
     * @return this
     */
    public Builder falseNegativeCost(double value) {
      return set("false_negative_cost", value);
    }

    /**
     * The cost of a row that is left to a person. Read by abstention.
     *
     * @param value finite and at least 0; the default is 1
     * @return this
     */
    public Builder abstentionCost(double value) {
      return set("abstention_cost", value);
    }

    /**
     * The share of positives where decisions are made, if it is not that of the rows, as in a case-control study: rows
     * are weighted to it. One number; also one per label or segment, whose own rows are weighted. Not set: that of the
     * rows. Read by choose, frontier, labels, segments, evaluation and decision_curve.
     *
     * @param value each in (0, 1); by default it is not set
     * @return this
     */
    public Builder prevalence(double... value) {
      return set("prevalence", value);
    }

    /**
     * The model that others are compared with, counted from 0. Not set: a decision curve takes flagging every row, an
     * evaluation compares every pair of models. Read by decision_curve and evaluation.
     *
     * @param value at least 0; by default it is not set
     * @return this
     */
    public Builder reference(long value) {
      return set("reference", value);
    }

    /**
     * The metrics of an evaluation, by name; auc is the area under the ROC curve. Not set: auc, recall, specificity,
     * precision, npv, accuracy, balanced_accuracy, f1 and mcc, or without thresholds auc alone. Read by evaluation.
     *
     * @param value by default it is not set
     * @return this
     */
    public Builder metrics(String... value) {
      return set("metrics", value);
    }

    /**
     * The names of the models of an evaluation, for its tables. Not set: model 0, model 1, ... Read by evaluation.
     *
     * @param value by default it is not set
     * @return this
     */
    public Builder names(String... value) {
      return set("names", value);
    }

    /**
     * Whether the jackknife gives the limits of all metrics but auc, also of proportions, F1 and jaccard. Read by
     * evaluation.
     *
     * @param value the default is false
     * @return this
     */
    public Builder jackknife(boolean value) {
      return set("jackknife", value);
    }

    /**
     * The limits of proportions of rows, and of F1, jaccard, balanced_accuracy and informedness, which follow from
     * them. Read by evaluation.
     *
     * @param value {@code "mid_p"} (the default): Mid-P limits, which hold the level on average over proportions.
     *     {@code "exact"}: Clopper and Pearson's limits, which hold at least the level, mostly more.
     * @return this
     */
    public Builder proportionLimits(String value) {
      return set("proportion_limits", value);
    }

    /**
     * The limits of auc; those of differences are DeLong's. Read by evaluation.
     *
     * @param value {@code "delong"} (the default): DeLong's normal limits, for many rows of both labels. {@code
     *     "logit"}: DeLong's variance on the log-odds of the area, with Student's t: for few positives, and areas near
     *     1.
     * @return this
     */
    public Builder aucLimits(String value) {
      return set("auc_limits", value);
    }

    /**
     * The number of bins, which hold equal weights of rows. Read by reliability.
     *
     * @param value in [1, 1000000]; the default is 10
     * @return this
     */
    public Builder bins(long value) {
      return set("bins", value);
    }

    /**
     * Maximum number of threads; 0 takes all of the machine's. Short calls use one. The answer has the same bits for
     * any number.
     *
     * @param value in [0, 1024]; the default is 1
     * @return this
     */
    public Builder threads(long value) {
      return set("threads", value);
    }

    /**
     * Called during long work with the fraction done; it can cancel the work.
     *
     * @param value called on the calling thread with the fraction done, in [0, 1], not more often than every 50 ms
     *     except at the start and the end; if it returns false the call ends with a {@link CancelledException}, and
     *     what it throws comes out of the call
     * @return this
     */
    public Builder progress(DoublePredicate value) {
      return set("progress", value);
    }

    /**
     * The greatest number of cells of a stored lattice of scores; beyond it, quantiles replace scores. Read by choose
     * and frontier, with direct, path or path-equal.
     *
     * @param value at least 4; the default is 8388608
     * @return this
     */
    public Builder latticeCells(long value) {
      return set("lattice_cells", value);
    }

    /**
     * The greatest number of pairs of two classifiers' scores; beyond it, quantiles replace scores. Read by choose and
     * frontier, with direct.
     *
     * @param value at least 4; the default is 2147483648
     * @return this
     */
    public Builder pairCells(long value) {
      return set("pair_cells", value);
    }

    /**
     * The greatest number of scores of each classifier where three or more are improved two by two; beyond it,
     * quantiles replace scores. Read by choose and frontier, with direct.
     *
     * @param value at least 3; the default is 4096
     * @return this
     */
    public Builder ascentLevels(long value) {
      return set("ascent_levels", value);
    }

    /**
     * The options.
     *
     * @return options with these settings
     * @throws ArgumentException if a setting is outside its domain
     */
    public ThresholdOptions build() {
      return new ThresholdOptions(this);
    }
  }
}
